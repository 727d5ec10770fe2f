"""The built-in functions: one entry a function, with its token, its arguments, its help and what it gives.

    numbers   ABS, ROUND, SIN, RND            strings   LEFT$, INSTR, HEX$, DEC$
    machine   PEEK, INKEY$, TIME, FRE, ERR    screen    POS, TEST, XPOS

Promises: `compile(c, *arguments)` gets a Code for each argument, converted as the entry says, and gives the closure of the
value, or a Code that knows more of it. What a function costs stands in basic.timing.figures under its name.

May import basic.syntax, basic.values and basic.units. Does not evaluate anything itself: closures do, when a step runs.

Importing this enters all of them.
"""

from basic.functions import machine, numbers, screen, strings

__all__ = ["machine", "numbers", "screen", "strings"]

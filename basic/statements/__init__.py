"""One class a statement: its rule, its token, its help, its cost, and what it does.

    assignment   LET, DIM, MID$ =, CLEAR         input      INPUT, LINE INPUT
    data         DATA, READ, RESTORE             jumps      IF, GOTO, GOSUB, RUN, END, STOP
    defining     DEFINT, DEF FN                  on_lines   ON GOTO, ON GOSUB
    editing      LIST, DELETE, RENUM, NEW        printing   PRINT, WRITE
    files        LOAD, SAVE, CHAIN, OPENIN       screen     MODE, PEN, WINDOW, INK, SYMBOL
    for_next     FOR and NEXT                    sound      SOUND, ENV, ENT
    graphics     PLOT, DRAW, FILL                system     POKE, CALL, KEY, bar commands
    handlers     ON ERROR, AFTER, ON BREAK       while_wend WHILE and WEND

Promises: a class entered with @statement is all that there is to a statement. Its docstring is what `cpc help` shows, and it
answers what basic.syntax.statement.Statement asks: what it costs, what it reads and writes, where it leads. So to add one
means to write one class here, and its test, and to refresh the record of the grammar. docs/ARCHITECTURE.md says how.

May import basic.syntax, basic.values, basic.runtime's control types and basic.units. Does not know the machine: it asks the
ports that the compiler hands it. Does not know how a step is reached, or what else runs.

Importing this enters all of them.
"""

from basic import functions
from basic.statements import (
    assignment,
    data,
    defining,
    editing,
    files,
    for_next,
    graphics,
    handlers,
    input,
    jumps,
    on_lines,
    printing,
    screen,
    sound,
    system,
    while_wend,
)

__all__ = ["assignment", "data", "defining", "editing", "files", "for_next", "functions", "graphics", "handlers",
           "input", "jumps", "on_lines", "printing", "screen", "sound", "system", "while_wend"]

"""How long BASIC takes on the real machines.

    figures   what was measured: microseconds of each part, for BASIC 1.0 and for 1.1
    costs     how the figures come together: for an operator, an operand, a text that is passed over
    counting  NEXT of a real
    calling   FN
    walking   passing over text, and the walk through the whole program

Promises: a statement's cost is its own figure, which its class declares, and what its expressions, its names and its spelling
add; all of it is known when the statement is compiled. What depends on values is added to the clock while the step runs.

May import basic.source, basic.syntax and basic.values. Does not know the clock: who charges what, and when, is
basic.runtime's. A figure is what the firmware took in a loop of some thousand turns, less what the same loop takes without
the statement, less the share of the interrupts.
"""

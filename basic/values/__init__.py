"""Values and what the language computes with them: integers of 16 bits, reals of 40 bits, strings.

    code                        a compiled expression: its kind, its closure, its operations for units
    conversions                 constants, and what makes integers and errors of values
    operators, comparisons,     the operators, for the kinds of their operands
    integer_division,
    text_operators
    reals, real_functions       the arithmetic of 40-bit reals, and SQR, EXP, LOG, SIN and the like
    numerals                    numbers from text and text from numbers
    print_using, using_format   PRINT USING and DEC$
    columns                     the blanks of SPC, TAB and a comma

Promises: each operation gives the same bits as the ROM of the model, also for overflow, division by zero and rounding; a
real is a Python float that 40 bits can hold. What differs between BASIC 1.0 and 1.1 says so.

May import: the standard library, `basic.errors`, `basic.source.words` for the operators' tokens, and `basic.units.operations`
for the operations of expressions.

Does not know variables, programs or the machine: what an expression needs of them is in its closure. It does not keep the
string space; strings are bytes here.
"""

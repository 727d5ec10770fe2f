"""A line of BASIC as text and as bytes.

    crunch      text to the bytes that the machine keeps          walker      these bytes, item by item
    uncrunch    the bytes to the text that LIST shows             words       the words and signs, and their tokens
    dialect     lines printed for a Commodore                     renumber    RENUM

Promises: crunching and LIST give what the machine gives, for every line, damaged ones included. Only `walker` knows how the
bytes of a line lie; all others ask it.

May import: basic.errors and basic.values.

Does not know statements, and does not say whether a line makes sense: that is basic.syntax. A dialect that needs to know it is
handed a function that tells.
"""

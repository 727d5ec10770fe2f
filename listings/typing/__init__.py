"""A listing is typed in from its book, in a terminal or on a CPC's screen.

Promises: each line is checked at once. A line that is wrong is kept only when the person says so; for likely slips the right
line is offered. The file is written after each line.

May import: basic, `from cpc import CPC`, the characters of cpc, listings.

Does not open a window: on_screen gives a CPC, and the command hands it to a face.
"""

"""Mistakes in a program that can be found without running it.

Promises: what is called an error would stop the program where it is reached; all else is a warning. A program that is right and
is written as people write gets no error.

May import: basic, listings.

Does not run the program and does not know tokens: it asks the nodes of statements.
"""

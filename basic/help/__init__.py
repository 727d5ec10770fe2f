"""What the words of BASIC do, a line for each statement and function, in English and German.

Promises: `words.words(language)` gives each word with its lines; `words.of_statement` and `words.of_function` give that of one.

The English lines are the docstrings of the statements and the entries of the functions; the German ones stand in `german`.

May import basic.functions, basic.statements and basic.syntax. Does not know which language a person wants.
"""

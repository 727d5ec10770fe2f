"""The words of BASIC, each with the lines of help of all that it is part of."""

import re
from typing import Literal

from basic import functions, statements
from basic.help import german
from basic.syntax.function import FUNCTIONS, Function
from basic.syntax.statement import STATEMENTS, Statement, rule_name

Language = Literal["en", "de"]
LANGUAGES: tuple[Language, ...] = ("en", "de")

ALL_ENTERED = (functions, statements)       # importing them enters all
WORD = re.compile(r'"([A-Z][A-Z$ ]*)"')
UNTYPED = ("broken_", "nameless_")          # what stands for statements that make no sense
OPERATORS = {
    "AND": "a AND b: of whole numbers, bit by bit", "OR": "a OR b: of whole numbers, bit by bit",
    "XOR": "a XOR b: of whole numbers, bit by bit", "NOT": "NOT a: every bit the other way",
    "MOD": "a MOD b: what a division of whole numbers leaves",
    "SPC": "PRINT SPC(count): spaces", "TAB": "PRINT TAB(column): spaces up to a column",
}


def of_statement(node: type[Statement], language: Language = "en") -> str:
    """What a statement does; nothing for one that makes no sense."""
    name = rule_name(node)
    if name.startswith(UNTYPED):
        return ""
    english = (node.__doc__ or "").partition("\n")[0]
    return german.STATEMENTS.get(name, english) if language == "de" else english


def of_function(entry: Function, language: Language = "en") -> str:
    """What a function gives."""
    return german.FUNCTIONS.get(entry.name, entry.help) if language == "de" else entry.help


def words(language: Language = "en") -> dict[str, list[str]]:
    """Each word, with the help of each statement and function that it is part of; those that it begins come first."""
    found: dict[str, list[str]] = {}

    def enter(word: str, text: str, first: bool) -> None:
        texts = found.setdefault(word, [])
        if text not in texts:
            texts.insert(len(texts) if not first else 0, text)

    for name, rule, node in reversed(STATEMENTS):
        if name.startswith(UNTYPED):
            continue
        parts = [word for group in WORD.findall(rule) for word in group.split()]
        for word in parts:
            enter(word, of_statement(node, language), word == parts[0])
    for function in FUNCTIONS.values():
        enter(function.name, of_function(function, language), False)
    for word, text in (german.OPERATORS if language == "de" else OPERATORS).items():
        enter(word, text, False)
    return found

"""`cpc help`: what the registries of statements and functions say about the words of BASIC."""

import argparse
import re
import shutil
from difflib import get_close_matches

from cpc.commands.fault import Fault

OPERATORS = {
    "AND": "a AND b: of whole numbers, bit by bit", "OR": "a OR b: of whole numbers, bit by bit",
    "XOR": "a XOR b: of whole numbers, bit by bit", "NOT": "NOT a: every bit the other way",
    "MOD": "a MOD b: what a division of whole numbers leaves",
    "SPC": "PRINT SPC(count): spaces", "TAB": "PRINT TAB(column): spaces up to a column",
}
WORD = re.compile(r'"([A-Z][A-Z$ ]*)"')


def entries() -> dict[str, list[str]]:
    """Each word of BASIC, with the help of each statement and function that it is part of; those that it begins come first."""
    from basic import functions, statements  # noqa: F401
    from basic.syntax.function import FUNCTIONS
    from basic.syntax.statement import STATEMENTS
    found: dict[str, list[str]] = {}

    def enter(word: str, text: str, first: bool) -> None:
        texts = found.setdefault(word, [])
        if text not in texts:
            texts.insert(len(texts) if not first else 0, text)

    for name, rule, node in reversed(STATEMENTS):
        if name.startswith(("broken_", "nameless_")):
            continue
        words = [word for group in WORD.findall(rule) for word in group.split()]
        for word in words:
            enter(word, node.__doc__ or "", word == words[0])
    for function in FUNCTIONS.values():
        enter(function.name, function.help, False)
    for word, text in OPERATORS.items():
        enter(word, text, False)
    return found


def help(argv: list[str]) -> int:
    parser = argparse.ArgumentParser("cpc help", description="Lists the words of BASIC, or explains one of them.")
    parser.add_argument("word", nargs="*", metavar="WORD", help="a word of BASIC")
    asked = " ".join(parser.parse_args(argv).word).upper().split()
    known = entries()
    if not asked:
        _print_all(known)
        return 0
    for word in asked:
        if word not in known:
            near = get_close_matches(word, known, 3)
            hint = f" Did you mean {' or '.join(near)}?" if near else " `cpc help` lists all."
            raise Fault(f"{word} is not a word of BASIC.{hint}")
    wanted = [known[word] for word in asked]
    texts = [text for text in wanted[0] if all(text in others for others in wanted)]
    print("\n".join(texts or [text for others in wanted for text in others]))
    return 0


def _print_all(known: dict[str, list[str]]) -> None:
    from cpc.commands.cli import usage
    words = sorted(known)
    width = max(map(len, words)) + 2
    columns = max(1, shutil.get_terminal_size().columns // width)
    height = -(-len(words) // columns)
    print(usage(), "\n\nThe words of BASIC (`cpc help WORD` says what one does):\n", sep="")
    for row in range(height):
        print("".join(word.ljust(width) for word in words[row::height]).rstrip())

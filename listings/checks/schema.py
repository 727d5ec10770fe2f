"""What a check file can say: for each key what it takes, and what it means."""

import re
from collections.abc import Callable, Iterator
from itertools import product

from basic.runtime.variables_by_name import NAME
from cpc.api import DIALECTS, MEMORIES
from cpc.models import MODELS
from listings.source import ListingFault

LONGEST = 1e7               # emulated seconds that anything may take
ROWS = 25
_POSITION = re.compile(r"(?:[1-8KQRBNPkqrbnp]+/){7}[1-8KQRBNPkqrbnp]+(?: \S+){0,3}")
_SPANS = re.compile(r"([A-Za-z][\w.]*[%$!]?)\((\d{1,5}(?:\.\.\d{1,5})?(?:,\d{1,5}(?:\.\.\d{1,5})?)*)\)")

Takes = Callable[[object], bool]
Keys = dict[str, tuple[Takes, str]]


def elements(name: str) -> Iterator[str]:
    """`fm(1..3,1..2)`: the elements one by one, the last subscript running fastest."""
    match = _SPANS.fullmatch(name)
    if match is None:
        raise ListingFault(f"{name} is not part of an array, as fm(1..20,1..3) is.")
    spans = []
    for span in match[2].split(","):
        first, _, last = span.partition("..")
        spans.append(range(int(first), int(last or first) + 1))
    for subscripts in product(*spans):
        yield f"{match[1]}({','.join(map(str, subscripts))})"


def text(value: object) -> bool:
    return isinstance(value, str)


def characters(value: object) -> bool:
    """Text that can be typed and printed: a byte for each character."""
    return isinstance(value, str) and all(ord(character) < 256 for character in value)


def yes_or_no(value: object) -> bool:
    return isinstance(value, bool)


def whole(least: int, most: int) -> Takes:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def seconds(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= LONGEST


def one_of(*choices: str) -> Takes:
    return lambda value: value in choices


def list_of(one: Takes) -> Takes:
    return lambda value: isinstance(value, list) and all(map(one, value))


def one_or_more(one: Takes) -> Takes:
    return lambda value: one(value) or list_of(one)(value)


def table(value: object) -> bool:
    return isinstance(value, dict)


def table_of(key: Takes, one: Takes) -> Takes:
    return lambda value: isinstance(value, dict) and all(map(key, value)) and all(map(one, value.values()))


def checksum(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]+", value) is not None


def pattern(value: object) -> bool:
    try:
        return isinstance(value, str) and characters(value) and re.compile(value.encode("latin-1")) is not None
    except re.error:
        return False


def row(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9]{1,2}", value) is not None and 1 <= int(value) <= ROWS


def variable(value: object) -> bool:
    return isinstance(value, str) and NAME.fullmatch(value) is not None


def part_of_array(value: object) -> bool:
    return isinstance(value, str) and _SPANS.fullmatch(value) is not None


def position(value: object) -> bool:
    """The pieces alone, or with whose turn it is, castling and en passant behind them."""
    return isinstance(value, str) and _POSITION.fullmatch(value) is not None


def content(value: object) -> bool:
    return isinstance(value, str | int | float)


STEP: Keys = {
    "merge": (characters, "lines to be merged into the program first"),
    "type": (characters, "text to be typed, \\n for ENTER"),
    "keys": (list_of(whole(0, 255)), "codes from 0 to 255 to be typed one by one, half a second apart"),
    "press": (list_of(whole(0, 79)), "keys of the matrix from 0 to 79, pressed one by one for a tenth of a second"),
    "break": (yes_or_no, "ESC is pressed twice"),
    "run": (seconds, "seconds to run, instead of waiting"),
    "wait": (one_or_more(characters), "a text that will be printed, or several of which one will"),
    "within": (seconds, "emulated seconds to wait at most"),
    "settle": (seconds, "seconds to run on after waiting"),
    "prints": (one_or_more(characters), "texts that must be printed in this step"),
    "not_prints": (one_or_more(characters), "texts that must not be printed in this step"),
    "printed": (checksum, "CRC-32 of all bytes printed in this step"),
    "ignore": (pattern, "a regular expression for what is left out of `printed`"),
    "rows": (table_of(row, text), "rows of the screen, by number from 1 to 25"),
    "screen": (checksum, "CRC-32 of the 25 rows of the screen"),
    "variables": (table_of(variable, content), "variables and their values"),
    "tables": (table_of(part_of_array, text), 'parts of arrays, as "fm(1..20,1..3)", and their numbers'),
    "position": (position, "what stands on the chess board, as the beginning of a FEN; the listing needs a board.toml"),
    "picture": (checksum, "SHA-1 of the picture, a byte a pixel"),
    "seconds": (seconds, "what the step took on the real machine"),
    "look": (text, "what to look at when the step fails"),
}
CHECK: Keys = {
    "name": (text, "what it is called"),
    "what": (text, "what it is about"),
    "with": (list_of(text), "the improvements that are merged for it"),
    "all": (yes_or_no, "only run under --all"),
    "models": (list_of(one_of(*MODELS)), "the models it is for, of 464, 664 and 6128"),
    "step": (list_of(table), "its steps"),
    "games": (text, "a file beside this one with a game in each row; see listings.checks.games"),
    "start": (characters, "what is typed before each game"),
    "watch": (part_of_array, "the part of an array that each row of the games gives after what was typed"),
}
FILE: Keys = {
    "format": (whole(0, 65535), "1"),
    "listing": (text, "the name of a manifest"),
    "program": (text, "a listing beside this file"),
    "example": (text, "the name of an example"),
    "model": (one_of(*MODELS), "464, 664 or 6128"),
    "dialect": (one_of(*DIALECTS), "locomotive, commodore or auto"),
    "memory": (one_of(*MEMORIES), "cpc or large"),
    "more": (list_of(text), "other check files that belong to this one"),
    "check": (list_of(table), "the checks"),
}

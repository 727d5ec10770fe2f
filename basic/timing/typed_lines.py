"""How long the machine takes to crunch a line that was typed, and to store it. It looks for each word in a list of the words
that begin with the same letter, and for each sign in a list of signs."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

from basic.source.crunch import crunch, ends_in_name_character, words_by_letter
from basic.source.walker import BINARY_NUMBER, ELSE, HEX_NUMBER, QUOTE_REM, Kind, parts
from basic.source.words import SIGNS, WORDS, Word

# Microseconds for BASIC 1.0 and for 1.1. A line for the program; a further digit of its number; a line of the program that it
# comes behind; a byte that is moved; a line that it takes the place of, or deletes, or that is not there.
STORED, FURTHER_DIGIT = (3385, 4935), (135, 96)
LINE_PASSED, BYTE_MOVED, REPLACED, DELETED, MISSING = (68, 63), 6, (212, 212), (8, -188), (-1340, -560)

# What is in a line, in the same way.
FIGURES: dict[str, tuple[float, float]] = {
    "bar command": (307, 355),
    "bit": (215, 166),
    "blank": (90.3, 83.6),
    "blank in a text": (-0.4, -63.5),
    "byte": (30.2, 40.5),
    "character of a text": (9.0, 79.9),
    "digit": (138, 137),
    "digit behind a name": (80.0, 80.0),
    "digit in hex": (234, 183),
    "digit of a line number": (212, 162),
    "digit of a real": (41.1, 41.1),
    "fraction": (446, 462),
    "function": (-268, -286),
    "letter of a name": (76.7, 74.3),
    "letter passed": (7.4, 7.3),
    "letter that is the same": (32.9, 33.1),
    "line number": (105, 181),
    "name": (320, 377),
    "number": (520, 496),
    "number in binary": (49.2, 126),
    "number in hex": (119, 200),
    "number of two bytes": (41.3, 38.0),
    "other sign": (1239, 1286),
    "quote in a text": (17.5, 70.5),
    "quoted character": (5.0, 6.7),
    "real": (1950, 1911),
    "small letter": (19.0, 19.2),
    "small letter compared": (8.7, 8.8),
    "string": (92.5, 122),
    "text": (-13.9, -11.3),
    "word": (537, 582),
    "word passed": (54.9, 55.2),
    "'": (1253, 1415),
    "*": (1023, 1076),
    "+": (1157, 1211),
    "-": (1096, 1147),
    "/": (914, 967),
    ":": (963, 1048),
    "<": (969, 1021),
    "<=": (834, 832),
    "<>": (684, 671),
    "=": (608, 956),
    ">": (544, 602),
    ">=": (404, 461),
    "\\": (282, 328),
    "^": (219, 270),
}
_SIGN_NAMES = {token: sign for sign, token in SIGNS.items()}
_WITH_SEPARATOR = bytes((ELSE,)), bytes((QUOTE_REM,))       # these have one before them
_NAMED = {Kind.SPACE: "blank", Kind.SEPARATOR: ":", Kind.BAR: "bar command"}
_DIGITS = b"0123456789."


def stored(number: int, text: bytes, passed: int, behind: int, replaced: bool, basic_1_1: bool) -> float:
    """What a line takes that goes into the program, or deletes one there. `passed`: how many lines stand before it;
    `behind`: how many bytes of the program and of variables lie behind it."""
    us: float = STORED[basic_1_1] + FURTHER_DIGIT[basic_1_1] * (len(str(number)) - 1) + LINE_PASSED[basic_1_1] * passed
    if replaced:
        us += BYTE_MOVED * behind + (REPLACED if text else DELETED)[basic_1_1]
    if text:
        us += BYTE_MOVED * behind + crunched_in(text, basic_1_1)
    return us + MISSING[basic_1_1] * (not text and not replaced)


def crunched_in(line: bytes, basic_1_1: bool) -> float:
    """What crunching a line takes that has no number before it."""
    return sum(FIGURES[what][basic_1_1] * number for what, number in counted(line, basic_1_1).items())


def counted(line: bytes, basic_1_1: bool) -> Counter[str]:
    """How much of each kind the line has."""
    places: list[tuple[int, int]] = []
    crunched = crunch(line, basic_1_1, places=places)
    begins = dict(places)
    found = Counter(byte=len(crunched))
    for kind, at, _, value in parts(crunched):
        if kind is Kind.SEPARATOR and crunched[at + 1:at + 2] in _WITH_SEPARATOR:
            continue
        begin = begins.get(at, begins.get(at - 1, 0))       # ELSE and ' come of one place in the text with their separator
        first = crunched[at] if at < len(crunched) else 0       # a text behind DATA can be empty
        found.update(_part(kind, value, first, line[begin:], basic_1_1))
    return found


def _part(kind: Kind, value: Any, first: int, typed: bytes, basic_1_1: bool) -> Mapping[str, int]:
    """What is counted for one part of the line, which begins with a byte and with what was typed."""
    if kind is Kind.NAME:
        letters = typed[:len(value[0])]
        known = {"name": 1, "letter of a name": len(letters), "small letter": _small(letters)}
        return known | _search(letters, None, basic_1_1)
    if kind is Kind.WORD and value in _SIGN_NAMES:
        return {_SIGN_NAMES[value]: 1}
    if kind is Kind.REMARK and first == QUOTE_REM:
        return {"'": 1}
    if kind in (Kind.WORD, Kind.REMARK):
        return _word(first if kind is Kind.REMARK else value, typed, basic_1_1)
    if kind is Kind.NUMBER:
        return _number(first, value)
    if kind is Kind.LINE:
        return {"line number": 1, "digit of a line number": len(str(value))}
    if kind is Kind.TEXT:
        return _text(value)
    if kind is Kind.STRING:
        return {"string": 1, "quoted character": len(value)}
    return {_NAMED.get(kind) or ("digit behind a name" if value in _DIGITS else "other sign"): 1}


@cache
def _words() -> dict[int, Word]:
    return {word.token: word for word in WORDS.values()}


def _word(token: int, typed: bytes, basic_1_1: bool) -> Mapping[str, int]:
    word = _words().get(token)
    if word is None:
        return {}
    return {"word": 1, "function": word.token >= 0x100} | _search(typed[:len(word.text)], word, basic_1_1)


def _search(letters: bytes, word: Word | None, basic_1_1: bool) -> dict[str, int]:
    """The way through the list of the first letter to a word; for a name, to its end or to a word that the name begins with."""
    upper = letters.upper().decode("latin-1")
    small = alike = passed = others = 0
    for listed in words_by_letter(basic_1_1).get(ord(upper[:1] or " "), ()):
        same = _same(upper, listed.text)
        small += _small(letters[1:min(same + 1, len(listed.text))])
        alike += same - 1
        if listed is word or word is None and same == len(listed.text) and ends_in_name_character(listed):
            break
        passed += 1
        others += len(listed.text) - same
    return {"small letter compared": small, "letter that is the same": alike, "word passed": passed, "letter passed": others}


def _same(one: str, other: str) -> int:
    """How many letters from the first on."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _small(letters: bytes) -> int:
    return sum(0x61 <= letter <= 0x7A for letter in letters)


def _number(first: int, value: int | float) -> Mapping[str, int]:
    if isinstance(value, float):
        digits = repr(value).replace(".", "").strip("0")
        return {"real": 1, "digit of a real": len(digits), "fraction": not value.is_integer()}
    if first == BINARY_NUMBER:
        return {"number in binary": 1, "bit": len(f"{value & 0xFFFF:b}")}
    if first == HEX_NUMBER:
        return {"number in hex": 1, "digit in hex": len(f"{value & 0xFFFF:x}")}
    return {"number": 1, "digit": len(str(value)), "number of two bytes": value > 255}


def _text(value: bytes) -> Mapping[str, int]:
    """What is behind DATA, DEFINT and their like."""
    pieces = value.split(b'"')
    plain, quoted = b"".join(pieces[::2]), b"".join(pieces[1::2])
    return {"text": 1, "quote in a text": len(pieces) // 2, "quoted character": len(quoted),
            "character of a text": len(plain), "blank in a text": plain.count(b" ")}

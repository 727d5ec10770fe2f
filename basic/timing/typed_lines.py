"""How long the machine takes to crunch a line that was typed, and to store it. It looks for each word in a list of the words
that begin with the same letter, and for each sign in a list of signs. Interrupts are left out."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

from basic.source.crunch import crunch, ends_in_name_character, words_by_letter
from basic.source.walker import BINARY_NUMBER, ELSE, FN, FUNCTION, HEX_NUMBER, QUOTE_REM, REM, Kind, parts
from basic.source.words import SIGNS, TAKES_LINE_NUMBER, WORDS, Word
from basic.timing import reading
from basic.values.numerals import read_unsigned

# Microseconds for BASIC 1.0 and for 1.1. A line without a number; one for the program, and where others stand behind it; a
# line that it comes behind, and one whose number has the same high byte; a byte that is moved; a line that it takes the place
# of, or deletes, or that is not there.
DIRECT, STORED, INSERTED = (268, 459), (3378, 4789), 36
LINE_PASSED, LINE_ALIKE, BYTE_MOVED = 54, 3, 6
REPLACED, DELETED, MISSING = (206, 225), (-7, -22), (-1340, -560)

# What is in a line, in the same way. "us" is what is known of a number by its digits.
FIGURES: dict[str, tuple[float, float]] = {
    "bar command": (282.6, 272.6),
    "blank": (84, 75.5),
    "blank before the line": (9.2, 9.8),
    "blank in a text": (0.1, -1),
    "blank in a word": (41, 41),
    "blank passed": (9, 9),
    "byte": (25, 25),
    "character of a text": (8, 17),
    "digit": (531.2, 461.1),
    "digit behind a name": (75.9, 67),
    "digit in a name": (19.9, 20.4),
    "end of a name": (5.9, 7),
    "function": (268.1, 249.1),
    "letter of a name": (80, 80),
    "letter passed": (8, 8),
    "letter that is the same": (33, 33),
    "line number": (297.5, 284.3),
    "name": (284.1, 271.9),
    "name that begins with a word": (104.1, 103),
    "no exponent": (121.6, 117.1),
    "number": (522.5, 452.4),
    "number of two bytes": (550.5, 485.3),
    "number with &": (539.8, 476.8),
    "other sign": (1237.3, 1223.4),
    "point in a name": (3.4, 2.8),
    "quote in a text": (16, 24.9),
    "quoted character": (4, 4),
    "real": (808.9, 738.9),
    "sign behind a name": (24, 23),
    "small first letter": (15, 15),
    "small letter": (14, 14),
    "small letter compared": (7, 7),
    "string": (84, 75.4),
    "text": (-35, -34),
    "type of a name": (23.3, 12.8),
    "us": (1, 1),
    "word": (399.8, 381),
    "word passed": (54.2, 54.2),
    "word that ends in a sign": (-44.5, -41.5),
    "word that wants no line": (10.4, 10.4),
    "ELSE": (-9.2, -10.5),
    "REM": (458, 439.6),
    "'": (1225.1, 1212),
    "*": (1026.2, 1017.3),
    "+": (1151.6, 1142.9),
    "-": (1090.1, 1081.2),
    "/": (902.6, 894.2),
    ":": (956.4, 947.2),
    "<": (956.6, 946.7),
    "<=": (814.6, 742.3),
    "<>": (682.4, 610.4),
    "=": (608.1, 892.3),
    ">": (543.6, 535.1),
    ">=": (401.1, 391.2),
    "?": (119.3, 112.4),
    "\\": (260.2, 251.5),
    "^": (200.6, 190.8),
}
_SIGN_NAMES = {token: sign for sign, token in SIGNS.items()}
_WITH_SEPARATOR = bytes((ELSE,)), bytes((QUOTE_REM,))       # these have one before them
_NAMED = {Kind.SPACE: "blank", Kind.SEPARATOR: ":", Kind.BAR: "bar command"}
_DIGITS = b"0123456789."
_LOOKS_PAST_BLANKS = {"<": 2, ">": 1, "=": 1}       # so often, for the other half of a sign
_AS_LISTED = {"GOTO": "GO TO", "GOSUB": "GO SUB", "ON ERROR GOTO 0": "ON ERROR GO TO 0"}


def stored(number: int, text: bytes, passed: int, alike: int, behind: int, variables: int, replaced: bool,
           basic_1_1: bool) -> float:
    """What a line takes that goes into the program, or deletes one there. `passed`: how many lines stand before it;
    `alike`: how many of them have a number with the same high byte; `behind` and `variables`: how many bytes of the program
    and of variables lie behind it."""
    us: float = STORED[basic_1_1] + reading.line_number(basic_1_1, number)
    us += LINE_PASSED * passed + LINE_ALIKE * alike
    if replaced:
        us += BYTE_MOVED * (behind + variables) + (REPLACED if text else DELETED)[basic_1_1]
    if text:
        counts = counted(text, basic_1_1)
        us += BYTE_MOVED * (behind + variables + counts["byte"]) + taken(counts, basic_1_1)
        us += INSERTED * (not replaced and behind > 0)
    return us + MISSING[basic_1_1] * (not text and not replaced)


def direct(line: bytes, basic_1_1: bool) -> float:
    """What a line takes until its first statement begins."""
    return DIRECT[basic_1_1] + taken(counted(line, basic_1_1), basic_1_1)


def taken(counts: Mapping[str, float], basic_1_1: bool) -> float:
    return sum(FIGURES[what][basic_1_1] * number for what, number in counts.items())


def counted(line: bytes, basic_1_1: bool) -> Mapping[str, float]:
    """How much of each kind the line has."""
    places: list[tuple[int, int]] = []
    crunched = crunch(line, basic_1_1, places=places)
    begins = dict(places)
    found: Counter[str] = Counter({"byte": len(crunched), "blank before the line": _blanks(line)})
    for kind, at, _, value in parts(crunched):
        if kind is Kind.SEPARATOR and crunched[at + 1:at + 2] in _WITH_SEPARATOR:
            continue
        begin = begins.get(at, begins.get(at - 1, 0))       # ELSE and ' come of one place in the text with their separator
        first = crunched[at] if at < len(crunched) else 0       # a text behind DATA can be empty
        for counts in _part(kind, value, first, line[begin:], basic_1_1):
            found.update(counts)
    return found


def _part(kind: Kind, value: Any, first: int, typed: bytes, basic_1_1: bool) -> list[Mapping[str, float]]:
    """What is counted for one part of the line, which begins with a byte and with what was typed."""
    if kind is Kind.NAME:
        return [_name(typed, len(value[0])), _search(typed, None, basic_1_1)]
    if typed[:1] == b"?":
        return [{"?": 1}]
    if kind is Kind.WORD and value in _SIGN_NAMES:
        return [_sign(_SIGN_NAMES[value], typed)]
    if kind is Kind.REMARK and first == QUOTE_REM:
        return [{"'": 1}]
    if kind in (Kind.WORD, Kind.REMARK):
        word = _words().get(first if kind is Kind.REMARK else value)
        return [_word(word), _search(typed, word, basic_1_1)] if word else []
    if kind is Kind.NUMBER:
        return [_number(first, value, typed, basic_1_1)]
    if kind is Kind.LINE:
        return [{"line number": 1, "us": reading.line_number(basic_1_1, value)}]
    if kind is Kind.TEXT:
        return [_text(value)]
    if kind is Kind.STRING:
        return [{"string": 1, "quoted character": len(value)}]
    return [{_NAMED.get(kind) or ("digit behind a name" if value in _DIGITS else "other sign"): 1}]


@cache
def _words() -> dict[int, Word]:
    return {word.token: word for word in WORDS.values()}


def _name(typed: bytes, size: int) -> Mapping[str, float]:
    letters, behind = typed[:size], typed[size:size + 1]
    digits = sum(letter in _DIGITS for letter in letters)
    points = letters.count(b".")
    return {"name": 1, "letter of a name": size, "small letter": _small(letters), "digit in a name": digits - points,
            "point in a name": points, "type of a name": behind in (b"%", b"$", b"!"),
            "end of a name": behind <= b" " or b":" <= behind <= b"@", "sign behind a name": behind >= b"["}


def _word(word: Word) -> Mapping[str, float]:
    if word.token == REM:
        return {"REM": 1}
    sign = not ends_in_name_character(word) or word.token == FN
    if word.token >= FUNCTION:
        return {"function": 1, "word that ends in a sign": sign}
    wanting = TAKES_LINE_NUMBER.index(word.text) if word.text in TAKES_LINE_NUMBER else len(TAKES_LINE_NUMBER)
    return {"word": 1, "word that ends in a sign": sign, "word that wants no line": wanting, "ELSE": word.token == ELSE}


def _search(typed: bytes, word: Word | None, basic_1_1: bool) -> Mapping[str, float]:
    """The way through the list of the first letter to a word; for a name, to its end or to a word that the name begins with."""
    small = alike = passed = others = gaps = blanks = begins = 0
    for listed in words_by_letter(basic_1_1).get(typed[0] & 0xDF, ()):
        text, at = _AS_LISTED.get(listed.text, listed.text).encode(), 1
        for done, char in enumerate(text[1:], 1):
            if char == 32:
                rest = typed[at:].lstrip(b" ")
                gaps, blanks, at = gaps + 1, blanks + len(typed) - at - len(rest), len(typed) - len(rest)
                continue
            letter = typed[at:at + 1]
            small += _small(letter)
            if letter.upper() != bytes((char,)):
                passed, others = passed + 1, others + len(text) - done
                break
            alike, at = alike + 1, at + 1
        else:
            begins += word is None
            if listed is word or word is None and ends_in_name_character(listed):
                break
    return {"small first letter": _small(typed[:1]), "small letter compared": small, "letter that is the same": alike,
            "word passed": passed, "letter passed": others, "blank in a word": gaps, "blank passed": blanks,
            "name that begins with a word": begins}


def _small(letters: bytes) -> int:
    return sum(0x61 <= letter <= 0x7A for letter in letters)


def _sign(sign: str, typed: bytes) -> Mapping[str, float]:
    return {sign: 1, "blank passed": _LOOKS_PAST_BLANKS.get(sign, 0) * _blanks(typed[1:])}


def _blanks(typed: bytes) -> int:
    return len(typed) - len(typed.lstrip(b" "))


def _number(first: int, value: int | float, typed: bytes, basic_1_1: bool) -> Mapping[str, float]:
    number = read_unsigned(typed)
    end = number.end if number else 0
    us = reading.number(basic_1_1, typed[:end], value)
    if first in (BINARY_NUMBER, HEX_NUMBER):
        return {"number with &": 1, "us": us}
    blanks = _blanks(typed[end:])
    what = "real" if isinstance(value, float) else "digit" if value < 10 else "number" if value < 256 else "number of two bytes"
    return {what: 1, "us": us, "blank passed": blanks, "no exponent": typed[end + blanks:end + blanks + 1] in (b"E", b"e")}


def _text(value: bytes) -> Mapping[str, float]:
    """What is behind DATA, DEFINT and their like."""
    pieces = value.split(b'"')
    plain, quoted = b"".join(pieces[::2]), b"".join(pieces[1::2])
    return {"text": 1, "quote in a text": len(pieces) // 2, "quoted character": len(quoted),
            "character of a text": len(plain), "blank in a text": plain.count(b" ")}

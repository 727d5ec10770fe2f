"""Crunching: a typed line to the bytes that the machine keeps (walker.py says how they lie)."""

import re
from collections.abc import Callable
from functools import cache

from basic.errors import LINE_TOO_LONG, BasicError, SoftError
from basic.source.walker import (
    BINARY_NUMBER,
    BYTE_NUMBER,
    COPIED_AS_TEXT,
    DIGIT,
    ELSE,
    FN,
    FUNCTION,
    HEX_NUMBER,
    INTEGER_NAME,
    LINE_NUMBER,
    PRINT,
    QUOTE_REM,
    REAL_NAME,
    REAL_NUMBER,
    REM,
    SEPARATOR,
    STRING_NAME,
    UNTYPED_NAME,
    WORD_NUMBER,
)
from basic.source.words import NAME_CHARACTERS, SIGNS, TAKES_LINE_NUMBER, WORDS, Word
from basic.values import numerals, reals

LONGEST = 299

Keyword = tuple[re.Pattern[bytes], bool, int]       # pattern, whether it ends in a name's character, token
TooLarge = Callable[[SoftError], object]
Places = list[tuple[int, int]]                      # places in crunched bytes, each with its place in the text

_TYPE_BYTE = {ord("%"): INTEGER_NAME, ord("$"): STRING_NAME, ord("!"): REAL_NAME}
_NAME = re.compile(rb"[A-Za-z][A-Za-z0-9.]*")
_BAR_NAME = re.compile(rb"[A-Za-z0-9.]*")
_LETTERS = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_BEGIN_NUMBERS = frozenset(b"0123456789.&")
_BLANKS = b" \t\n"

# Digits behind a name belong to it, behind GOTO they are a line's number: what changes that, and what does not.
_LEAVES_NAME = frozenset(range(33)) | frozenset(range(0x80, 0x100)) | frozenset(b'"')
_ENDS_LINE_NUMBERS = frozenset(b"|?:#")


@cache
def words_by_letter(basic_1_1: bool) -> dict[int, list[Word]]:
    """By first letter, the words in the order in which the machine looks through them."""
    by_letter: dict[int, list[Word]] = {}
    for word in sorted(WORDS.values(), key=lambda word: word.text.replace("NEW", "NEXZ"), reverse=True):    # NEW, then NEXT
        if basic_1_1 or word.since == 10:
            by_letter.setdefault(ord(word.text[0]), []).append(word)
    return by_letter


def _keyword(word: Word) -> Keyword:
    text = word.text.replace("GOSUB", "GO SUB").replace("GOTO", "GO TO")
    pattern = re.compile(re.escape(text).replace(r"\ ", "[ \t\n]*").encode(), re.IGNORECASE)
    return pattern, ends_in_name_character(word), word.token


def ends_in_name_character(word: Word) -> bool:
    return ord(word.text[-1]) in NAME_CHARACTERS


@cache
def _crunch_table(basic_1_1: bool) -> tuple[dict[int, list[Keyword]], re.Pattern[bytes]]:
    """By first letter, the keywords in the order they are tried: (pattern, ends in a name character, token)."""
    by_letter = {letter: [_keyword(word) for word in words] for letter, words in words_by_letter(basic_1_1).items()}
    signs = [">[ \t\n]*=", "<[ \t\n]*>", "<[ \t\n]*="] + [re.escape(sign) for sign in SIGNS if len(sign) == 1]
    signs.insert(0, "=[ \t\n]*>")
    if basic_1_1:
        signs.insert(0, "=[ \t\n]*<")
    return by_letter, re.compile("|".join(signs).encode())


_SWAPPED = {b"=>": b">=", b"=<": b"<="}


@cache
def _line_number_tokens() -> frozenset[int]:
    return frozenset(WORDS[word].token for word in TAKES_LINE_NUMBER)


def keyword_at(line: bytes, at: int, basic_1_1: bool) -> tuple[int, int] | None:
    """The keyword that starts at `at`: its token and where it ends; None for a variable's name."""
    for pattern, needs_end, token in _crunch_table(basic_1_1)[0].get(line[at] & 0xDF, ()):
        match = pattern.match(line, at)
        if match:
            end = match.end()
            if needs_end and token != FN and end < len(line) and line[end] in NAME_CHARACTERS:
                return None
            return token, end
    return None


def _ignored(error: SoftError) -> None:
    pass


def crunch(line: bytes, basic_1_1: bool = False, too_large: TooLarge = _ignored, places: Places | None = None) -> bytes:
    """The token bytes of a line's text (without its number), without the 0 that ends them.

    `too_large` is told of numbers that are too large; they stay in the line as text. `places` gets, for each part of the
    text, where its bytes begin and where it begins itself.
    """
    out = bytearray()
    signs = _crunch_table(basic_1_1)[1]
    at, length = 0, len(line)
    after_name, expects_line = False, False        # the machine's one state byte: FF, 1 or 0
    while at < length:
        if len(out) > LONGEST:
            raise BasicError(LINE_TOO_LONG)
        if places is not None:
            places.append((len(out), at))
        char = line[at]
        if char in _LETTERS:
            found = keyword_at(line, at, basic_1_1)
            if found is None:
                at = _crunch_name(line, at, out)
                after_name, expects_line = True, False
            else:
                at = _crunch_word(line, found, out, basic_1_1)
                after_name, expects_line = False, found[0] in _line_number_tokens()
        elif char in _BEGIN_NUMBERS:
            if char == 38 or not (after_name or expects_line):
                at = _crunch_number(line, at, out, too_large)
            elif after_name:
                out.append(char)
                at += 1
            else:
                at = _crunch_line_number(line, at, out, basic_1_1)
        else:
            at = _crunch_character(line, at, out, signs)
            after_name = after_name and char in _LEAVES_NAME
            expects_line = expects_line and char not in _ENDS_LINE_NUMBERS
    if len(out) > LONGEST:
        raise BasicError(LINE_TOO_LONG)
    if places is not None:
        places.append((len(out), length))
    return bytes(out)


def _crunch_word(line: bytes, found: tuple[int, int], out: bytearray, basic_1_1: bool) -> int:
    token, at = found
    if token >= 0x100:
        out += bytes((FUNCTION, token & 0xFF))
        return at
    if token == REM:
        out.append(REM)
        out += line[at:]
        return len(line)
    if token == ELSE:
        out.append(SEPARATOR)
    out.append(token)
    return _copy_text(line, at, out, basic_1_1) if token in COPIED_AS_TEXT else at


def _crunch_character(line: bytes, at: int, out: bytearray, signs: re.Pattern[bytes]) -> int:
    """What neither a word nor a number begins with."""
    char = line[at]
    if char <= 32:
        out.append(32)
    elif char >= 0x80:
        pass
    elif char == 34:
        return _copy_string(line, at, out)
    elif char == 58:
        out.append(SEPARATOR)
    elif char == 63:
        out.append(PRINT)
    elif char == 124:
        return _crunch_bar_command(line, at, out)
    elif char == 39:
        out += bytes((SEPARATOR, QUOTE_REM)) + line[at + 1:]
        return len(line)
    elif match := signs.match(line, at):
        sign = match[0].translate(None, _BLANKS)
        out.append(SIGNS[_SWAPPED.get(sign, sign).decode()])
        return match.end()
    else:
        out.append(char)
    return at + 1


def _copy_string(line: bytes, at: int, out: bytearray) -> int:
    end = line.find(b'"', at + 1)
    end = len(line) if end < 0 else end + 1
    out += line[at:end]
    return end


def _crunch_name(line: bytes, at: int, out: bytearray) -> int:
    match = _NAME.match(line, at)
    assert match is not None        # it begins with a letter
    name = match[0]
    at += len(name)
    type_byte = _TYPE_BYTE.get(line[at]) if at < len(line) else None
    out += bytes((type_byte or UNTYPED_NAME, 0, 0)) + name[:-1]
    out.append(name[-1] | 0x80)
    return at + (type_byte is not None)


def _crunch_number(line: bytes, at: int, out: bytearray, too_large: TooLarge) -> int:
    form = _NOT_A_NUMBER
    try:
        number = numerals.read_unsigned(line, at)
    except SoftError as error:
        too_large(error)
        number, form = None, _TOO_LARGE
    if number is None:
        text = form.match(line, at)
        assert text is not None     # it begins with a digit, a point or &
        out += text[0]
        return text.end()
    value = number.value
    if isinstance(value, float):
        out.append(REAL_NUMBER)
        out += reals.to_bytes(value)
    elif number.base != 10:
        out.append(BINARY_NUMBER if number.base == 2 else HEX_NUMBER)
        out += (value & 0xFFFF).to_bytes(2, "little")
    elif value < 10:
        out.append(DIGIT + value)
    elif value < 256:
        out += bytes((BYTE_NUMBER, value))
    else:
        out.append(WORD_NUMBER)
        out += value.to_bytes(2, "little")
    return number.end


_TOO_LARGE = re.compile(rb"&[Xx] *[01]+|&[Hh]? *[0-9A-Fa-f]+|[0-9. ]*(?:[Ee] *[+-]? *[0-9 ]*[0-9])?")
_NOT_A_NUMBER = re.compile(rb"&[HXhx]?|\.")
_DIGITS = re.compile(rb"\d+")


def line_number_at(line: bytes, at: int) -> tuple[int | None, int]:
    """A line number 1 to 65535 and where it ends; None for what is not one."""
    match = _DIGITS.match(line, at)
    if not match:
        return None, at
    digits = match[0].lstrip(b"0")
    number = int(digits) if 0 < len(digits) <= 5 else 0
    return (number if 0 < number < 65536 else None), match.end()


def _crunch_line_number(line: bytes, at: int, out: bytearray, basic_1_1: bool) -> int:
    number, end = line_number_at(line, at)
    if number is None:
        if end == at and basic_1_1:
            raise BasicError(LINE_TOO_LONG)     # at a point it copies on and on
        end = max(end, at + 1)
        out += line[at:end]
        return end
    out.append(LINE_NUMBER)
    out += number.to_bytes(2, "little")
    return end


def _copy_text(line: bytes, at: int, out: bytearray, basic_1_1: bool) -> int:
    """DATA and DEFxxx keep their text up to the colon; strings in it may hold colons. 1.0 keeps what is beyond ASCII, too."""
    while at < len(line) and line[at] != 58:
        char = line[at]
        if char == 34:
            at = _copy_string(line, at, out)
            continue
        if char < 0x80 or not basic_1_1:
            out.append(max(char, 32))
        at += 1
    return at


def _crunch_bar_command(line: bytes, at: int, out: bytearray) -> int:
    match = _BAR_NAME.match(line, at + 1)
    assert match is not None        # no name at all is one, too
    out += b"|\0" + match[0].upper()
    out[-1] |= 0x80
    return match.end()

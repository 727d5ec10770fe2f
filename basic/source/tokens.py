"""Crunching: a typed line to the machine's token bytes, and LIST: the bytes back to text.

A crunched line is what the machine keeps in memory: keywords as one byte (functions as FF and one), variables as a type
byte, two bytes for their place (left 0 here) and the name with bit 7 set in its last character, numbers in binary.
"""

import re
from functools import cache

from basic.errors import LINE_TOO_LONG, BasicError, SoftError
from basic.source import numerals
from basic.source.words import SIGNS, TAKES_LINE_NUMBER, WORDS
from basic.values import reals

SEPARATOR, QUOTE_REM, REM, ELSE, FN, DATA, PRINT, FUNCTION = 0x01, 0xC0, 0xC5, 0x97, 0xE4, 0x8C, 0xBF, 0xFF
INTEGER_NAME, STRING_NAME, REAL_NAME, BARE_NAMES, UNTYPED_NAME = 2, 3, 4, (0x0B, 0x0C, 0x0D), 0x0D
BYTE_NUMBER, WORD_NUMBER, BINARY_NUMBER, HEX_NUMBER, LINE_POINTER, LINE_NUMBER, REAL_NUMBER = (
    0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F)
COPIED_AS_TEXT = {DATA, 0x8E, 0x8F, 0x90}       # DATA, DEFINT, DEFREAL, DEFSTR
LONGEST = 300

_SUFFIX = {ord("%"): INTEGER_NAME, ord("$"): STRING_NAME, ord("!"): REAL_NAME}
_SUFFIX_OF = {kind: chr(char) for char, kind in _SUFFIX.items()}
_NAME = re.compile(rb"[A-Za-z][A-Za-z0-9.]*")
_NAME_CHARACTER = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.")
_BLANKS = b" \t\n"


@cache
def _crunch_table(basic_1_1: bool) -> tuple[dict[int, list], re.Pattern]:
    """By first letter, the keywords in the order they are tried: (pattern, ends in a name character, token)."""
    by_letter: dict[int, list] = {}
    for word in sorted(WORDS.values(), key=lambda word: word.text, reverse=True):
        if word.since > 10 and not basic_1_1:
            continue
        text = word.text.replace("GOSUB", "GO SUB").replace("GOTO", "GO TO")
        pattern = re.compile(re.escape(text).replace(r"\ ", "[ \t\n]*").encode(), re.IGNORECASE)
        entry = pattern, ord(word.text[-1]) in _NAME_CHARACTER, word.token
        by_letter.setdefault(ord(word.text[0]), []).append(entry)
    signs = [">[ \t\n]*=", "<[ \t\n]*>", "<[ \t\n]*="] + [re.escape(sign) for sign in SIGNS if len(sign) == 1]
    signs.insert(0, "=[ \t\n]*>")
    if basic_1_1:
        signs.insert(0, "=[ \t\n]*<")
    return by_letter, re.compile("|".join(signs).encode())


_SWAPPED = {b"=>": b">=", b"=<": b"<="}


@cache
def _word_of_token() -> dict[int, str]:
    table = {word.token: word.text for word in WORDS.values()}
    table |= {token: sign for sign, token in SIGNS.items()}
    table[QUOTE_REM] = "'"
    return table


@cache
def _line_number_tokens() -> frozenset[int]:
    return frozenset(WORDS[word].token for word in TAKES_LINE_NUMBER)


def keyword_at(line: bytes, at: int, basic_1_1: bool) -> tuple[int, int] | None:
    """The keyword that starts at `at`: its token and where it ends; None for a variable's name."""
    for pattern, needs_end, token in _crunch_table(basic_1_1)[0].get(line[at] & 0xDF, ()):
        match = pattern.match(line, at)
        if match:
            end = match.end()
            if needs_end and token != FN and end < len(line) and line[end] in _NAME_CHARACTER:
                return None
            return token, end
    return None


def crunch(line: bytes, basic_1_1: bool = False, too_large=lambda error: None) -> bytes:
    """The token bytes of a line's text (without its number), without the 0 that ends them.

    `too_large` is told of numbers that are too large; they stay in the line as text.
    """
    out = bytearray()
    signs = _crunch_table(basic_1_1)[1]
    at, length = 0, len(line)
    after_name, expects_line = False, False        # the machine's one state byte: FF, 1 or 0
    while at < length:
        if len(out) >= LONGEST - 3:
            raise BasicError(LINE_TOO_LONG)
        char = line[at]
        if 65 <= char & 0xDF <= 90 and char < 0x80:
            found = keyword_at(line, at, basic_1_1)
            if found is None:
                at = _crunch_name(line, at, out)
                after_name, expects_line = True, False
                continue
            token, at = found
            if token >= 0x100:
                out += bytes((FUNCTION, token & 0xFF))
                after_name = expects_line = False
                continue
            after_name, expects_line = False, token in _line_number_tokens()
            if token == REM:
                out.append(REM)
                out += line[at:]
                break
            if token == ELSE:
                out.append(SEPARATOR)
            out.append(token)
            if token in COPIED_AS_TEXT:
                at = _copy_text(line, at, out)
                after_name = expects_line = False
        elif 48 <= char <= 57 or char == 46:
            if after_name:
                out.append(char)
                at += 1
            elif expects_line:
                at = _crunch_line_number(line, at, out, basic_1_1)
            else:
                at = _crunch_number(line, at, out, too_large)
        elif char == 38:
            at = _crunch_number(line, at, out, too_large)
        elif char <= 32:
            at += 1
            out.append(32)
        elif char >= 0x80:
            at += 1
        elif char == 34:
            end = line.find(b'"', at + 1)
            end = length if end < 0 else end + 1
            out += line[at:end]
            at = end
        elif char == 124:
            at = _crunch_bar_command(line, at, out)
            after_name = expects_line = False
        elif char == 63:
            out.append(PRINT)
            at += 1
            after_name = expects_line = False
        elif char == 39:
            out += bytes((SEPARATOR, QUOTE_REM)) + line[at + 1:]
            break
        else:
            match = signs.match(line, at)
            if match:
                sign = match[0].translate(None, _BLANKS)
                out.append(SIGNS[_SWAPPED.get(sign, sign).decode()])
                at = match.end()
            elif char == 58:
                out.append(SEPARATOR)
                at += 1
            else:
                out.append(char)
                at += 1
            after_name = False
            if char in b":#":
                expects_line = False
    if len(out) > LONGEST - 3:
        raise BasicError(LINE_TOO_LONG)
    return bytes(out)


def _crunch_name(line: bytes, at: int, out: bytearray) -> int:
    name = _NAME.match(line, at)[0]
    at += len(name)
    kind = _SUFFIX.get(line[at]) if at < len(line) else None
    out += bytes((kind or UNTYPED_NAME, 0, 0)) + name[:-1]
    out.append(name[-1] | 0x80)
    return at + (kind is not None)


def _crunch_number(line: bytes, at: int, out: bytearray, too_large) -> int:
    form = _NOT_A_NUMBER
    try:
        number = numerals.read_unsigned(line, at)
    except SoftError as error:
        too_large(error)
        number, form = None, _TOO_LARGE
    if number is None:
        end = form.match(line, at).end()
        out += line[at:end]
        return end
    value = number.value
    if isinstance(value, float):
        out.append(REAL_NUMBER)
        out += reals.to_bytes(value)
    elif number.base != 10:
        out.append(BINARY_NUMBER if number.base == 2 else HEX_NUMBER)
        out += (value & 0xFFFF).to_bytes(2, "little")
    elif value < 10:
        out.append(0x0E + value)
    elif value < 256:
        out += bytes((BYTE_NUMBER, value))
    else:
        out.append(WORD_NUMBER)
        out += value.to_bytes(2, "little")
    return number.end


_TOO_LARGE = re.compile(rb"&[Xx] *[01]+|&[Hh]? *[0-9A-Fa-f]+|[0-9. ]*(?:[Ee] *[+-]? *[0-9 ]*[0-9])?")
_NOT_A_NUMBER = re.compile(rb"&[HXhx]?|[0-9. ]*(?:[Ee] *[+-]? *[0-9 ]*[0-9])?")
_DIGITS = re.compile(rb"\d+")


def line_number_at(line: bytes, at: int) -> tuple[int | None, int]:
    """A line number 1 to 65535 and where it ends; None for what is not one."""
    match = _DIGITS.match(line, at)
    if not match:
        return None, at
    number = int(match[0])
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


def _copy_text(line: bytes, at: int, out: bytearray) -> int:
    """DATA and DEFxxx keep their text up to the colon; strings in it may hold colons."""
    while at < len(line) and line[at] != 58:
        char = line[at]
        if char == 34:
            end = line.find(b'"', at + 1)
            end = len(line) if end < 0 else end + 1
            out += line[at:end]
            at = end
            continue
        if char < 0x80:
            out.append(max(char, 32))
        at += 1
    return at


def _crunch_bar_command(line: bytes, at: int, out: bytearray) -> int:
    match = re.compile(rb"[A-Za-z0-9.]*").match(line, at + 1)
    name = match[0].upper()
    out += b"|\0" + name
    out[-1] |= 0x80
    return match.end()


def listed(crunched: bytes) -> bytes:
    """LIST's text of a crunched line (without its number)."""
    out = bytearray()
    words = _word_of_token()
    at, length = 0, len(crunched)
    blank_due = False           # the last thing was a word or number: a letter or digit needs a blank before it

    def put_word(token: int) -> bool:
        text = words.get(token)
        if text is None:
            return False
        if blank_due and text[0].isalpha():
            out.append(32)
        out.extend(text.encode())
        return ord(text[-1]) in _NAME_CHARACTER and token != FN

    while at < length:
        token = crunched[at]
        if token == SEPARATOR:
            following = crunched[at + 1] if at + 1 < length else 0
            if following == QUOTE_REM:
                out += b"'" + crunched[at + 2:]
                break
            at += 1
            if following != ELSE:
                out.append(58)
                blank_due = False
        elif token >= 0x80:
            if token in (REM, QUOTE_REM):
                put_word(token)
                out += crunched[at + 1:]
                break
            if token == FUNCTION:
                at += 1
                token = 0x100 + (crunched[at] if at < length else 0)
            blank_due = put_word(token)
            at += 1
        elif token in (INTEGER_NAME, STRING_NAME, REAL_NAME) or token in BARE_NAMES:
            if blank_due:
                out.append(32)
            name, at = name_at(crunched, at)
            out += name
            blank_due = token in BARE_NAMES
            if not blank_due:
                out += _SUFFIX_OF[token].encode()
        elif 0x0E <= token <= 0x1F:
            if blank_due:
                out.append(32)
            text, at = _listed_number(crunched, at)
            out += text
            blank_due = True
        elif token == 34:
            end = crunched.find(b'"', at + 1)
            end = length if end < 0 else end + 1
            out += crunched[at:end]
            at = end
            blank_due = False
        elif token == 124:
            out.append(124)
            if crunched[at + 1:at + 2] == b"\0":
                name, at = name_at(crunched, at - 1)
                out += name
            else:
                at += 2
            blank_due = True
        else:
            if blank_due and token != 46 and (token in _NAME_CHARACTER or token in b"!$%"):
                out.append(32)
            out.append(token)
            blank_due = False
            at += 1
    return bytes(out)


def name_at(crunched: bytes, at: int) -> tuple[bytes, int]:
    """The name of the variable token at `at`, and where the token ends."""
    start = end = at + 3
    while end < len(crunched) and crunched[end] < 0x80:
        end += 1
    end = min(end + 1, len(crunched))
    name = bytearray(crunched[start:end])
    if name:
        name[-1] &= 0x7F
    return bytes(name), end


def _listed_number(crunched: bytes, at: int) -> tuple[bytes, int]:
    token = crunched[at]
    if token < BYTE_NUMBER:
        return b"%d" % (token - 0x0E), at + 1
    if token == BYTE_NUMBER:
        return b"%d" % int.from_bytes(crunched[at + 1:at + 2], "little"), at + 2
    if token == REAL_NUMBER:
        return numerals.list_form(reals.from_bytes(crunched[at + 1:at + 6].ljust(5, b"\0"))), at + 6
    word = int.from_bytes(crunched[at + 1:at + 3], "little")
    if token == HEX_NUMBER:
        return b"&%X" % word, at + 3
    if token == BINARY_NUMBER:
        return b"&X" + bin(word)[2:].encode(), at + 3
    if token == WORD_NUMBER:
        return b"%d" % (word - 0x10000 if word > 32767 else word), at + 3
    return b"%d" % word, at + 3


def _items(crunched: bytes):
    """(place, token) of each token that is not text: strings, remarks and DATA are passed over."""
    at, length = 0, len(crunched)
    while at < length:
        token = crunched[at]
        start = at
        if token in (INTEGER_NAME, STRING_NAME, REAL_NAME) or token in BARE_NAMES:
            at = name_at(crunched, at)[1]
        elif 0x19 <= token <= 0x1F:
            at += 2 if token == BYTE_NUMBER else 6 if token == REAL_NUMBER else 3
        elif token == 34:
            end = crunched.find(b'"', at + 1)
            at = end + 1 if end >= 0 else length
        elif token in (REM, QUOTE_REM):
            at = length
        elif token in COPIED_AS_TEXT:
            while at < length and crunched[at] != SEPARATOR:
                at += 1
        elif token == 124:
            at = name_at(crunched, at - 1)[1]
        else:
            at += 2 if token == FUNCTION else 1
        yield start, token


def without_addresses(crunched: bytes) -> bytes:
    """The line as typed: running leaves addresses in its variables, and their kinds in names without a suffix."""
    line = bytearray(crunched)
    for at, token in _items(crunched):
        if token in (INTEGER_NAME, STRING_NAME, REAL_NAME) or token in BARE_NAMES:
            line[at] = UNTYPED_NAME if token in BARE_NAMES else token
            line[at + 1:at + 3] = b"\0\0"
    return bytes(line)


def line_numbers_in(crunched: bytes) -> list[int]:
    """The places of the line numbers that jumps and others name."""
    return [at for at, token in _items(crunched) if token == LINE_NUMBER]

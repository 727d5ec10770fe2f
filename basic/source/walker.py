"""The bytes of a crunched line, item by item: the one place that knows how they lie.

A crunched line is what the machine keeps in memory: keywords as one byte (functions as FF and one), variables as a type
byte, two bytes for their address and the name with bit 7 set in its last character, numbers in binary. When a line is
typed the addresses are 0; running fills them in.
"""

from collections.abc import Iterator
from enum import Enum
from typing import Any, NamedTuple

from basic.values import reals

SEPARATOR, QUOTE_REM, REM, ELSE, FN, DATA, PRINT, FUNCTION = 0x01, 0xC0, 0xC5, 0x97, 0xE4, 0x8C, 0xBF, 0xFF
INTEGER_NAME, STRING_NAME, REAL_NAME, BARE_NAMES, UNTYPED_NAME = 2, 3, 4, (0x0B, 0x0C, 0x0D), 0x0D
DIGIT, BYTE_NUMBER, WORD_NUMBER, BINARY_NUMBER, HEX_NUMBER, LINE_POINTER, LINE_NUMBER, REAL_NUMBER = (
    0x0E, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F)
COPIED_AS_TEXT = frozenset((DATA, 0x8E, 0x8F, 0x90))        # DATA, DEFINT, DEFREAL, DEFSTR
CUT_FUNCTION = 0x1FF            # FF as the last byte of a line
_QUOTE, _BAR = 0x22, 0x7C


class Kind(Enum):
    """What an item is, and what its value is then."""
    SPACE = "space"
    SEPARATOR = "separator"     # between statements, and before ELSE and '
    WORD = "word"               # its token; 0x100 is added to that of a function
    NAME = "name"               # (name, type byte)
    NUMBER = "number"
    LINE = "line number"
    STRING = "string"           # the text between the quotes
    REMARK = "remark"           # the text behind REM or '
    TEXT = "text"               # what stands behind DATA, DEFINT, DEFREAL, DEFSTR
    BAR = "bar command"         # its name; None where it is damaged
    CHARACTER = "character"     # its code
    DAMAGED = "damaged"         # a byte that crunching never writes


class Item(NamedTuple):
    kind: Kind
    offset: int
    size: int
    value: Any                  # as the kind says


def walk(crunched: bytes) -> Iterator[Item]:
    """The items of a whole line. The text of a statement that is copied as text is an item, even where it is empty."""
    at, length = 0, len(crunched)
    while at < length:
        item = item_at(crunched, at)
        yield item
        at += item.size
        if item.kind is Kind.WORD and item.value in COPIED_AS_TEXT:
            end = _end_of_text(crunched, at)
            yield Item(Kind.TEXT, at, end - at, crunched[at:end])
            at = end


def item_at(crunched: bytes, at: int) -> Item:
    """The item that begins at `at`; a text after DATA is not known as such here."""
    byte = crunched[at]
    if byte >= 0x80:
        return _word(crunched, at)
    kind = _KINDS[byte]
    if kind is Kind.NAME:
        end = _name_end(crunched, at + 3)
        return Item(kind, at, end - at, (_name(crunched, at + 3, end), byte))
    if kind is Kind.NUMBER:
        value, size = _number(crunched, at)
        return Item(kind, at, size, value)
    if kind is Kind.LINE:
        return Item(kind, at, 3, int.from_bytes(crunched[at + 1:at + 3], "little"))
    if kind is Kind.STRING:
        end = crunched.find(b'"', at + 1)
        if end < 0:
            return Item(kind, at, len(crunched) - at, crunched[at + 1:])
        return Item(kind, at, end + 1 - at, crunched[at + 1:end])
    if kind is Kind.BAR:
        end = _name_end(crunched, at + 2)
        return Item(kind, at, end - at, _name(crunched, at + 2, end) if crunched[at + 1:at + 2] == b"\0" else None)
    return Item(kind, at, 1, byte)


def _kind(byte: int) -> Kind:
    if byte in (INTEGER_NAME, STRING_NAME, REAL_NAME, *BARE_NAMES):
        return Kind.NAME
    if byte in (LINE_POINTER, LINE_NUMBER):
        return Kind.LINE
    if DIGIT <= byte <= REAL_NUMBER:
        return Kind.NUMBER
    known = {SEPARATOR: Kind.SEPARATOR, 0x20: Kind.SPACE, _QUOTE: Kind.STRING, _BAR: Kind.BAR}
    return known.get(byte, Kind.CHARACTER if byte > 0x20 else Kind.DAMAGED)


_KINDS = [_kind(_byte) for _byte in range(0x80)]


def _word(crunched: bytes, at: int) -> Item:
    token = crunched[at]
    if token in (REM, QUOTE_REM):
        return Item(Kind.REMARK, at, len(crunched) - at, crunched[at + 1:])
    if token != FUNCTION:
        return Item(Kind.WORD, at, 1, token)
    if at + 1 == len(crunched):
        return Item(Kind.WORD, at, 1, CUT_FUNCTION)
    return Item(Kind.WORD, at, 2, 0x100 + crunched[at + 1])


def _name_end(crunched: bytes, at: int) -> int:
    while at < len(crunched) and crunched[at] < 0x80:
        at += 1
    return min(at + 1, len(crunched))


def _name(crunched: bytes, start: int, end: int) -> bytes:
    return crunched[start:end - 1] + bytes((crunched[end - 1] & 0x7F,)) if end > start else b""


def _number(crunched: bytes, at: int) -> tuple[int | float, int]:
    form = crunched[at]
    if form < BYTE_NUMBER:
        return form - DIGIT, 1
    if form == BYTE_NUMBER:
        return crunched[at + 1] if at + 1 < len(crunched) else 0, 2
    if form == REAL_NUMBER:
        return reals.from_bytes(crunched[at + 1:at + 6].ljust(5, b"\0")), 6
    word = int.from_bytes(crunched[at + 1:at + 3], "little")
    return word - 0x10000 if word > 32767 else word, 3


def _end_of_text(crunched: bytes, at: int) -> int:
    while at < len(crunched) and crunched[at] != SEPARATOR:
        if crunched[at] == _QUOTE:
            end = crunched.find(b'"', at + 1)
            at = end if end >= 0 else len(crunched) - 1
        at += 1
    return at


# changes that keep the layout

def put_name(line: bytearray, at: int, type_byte: int, address: int) -> None:
    """Gives the name at `at` a type byte and an address."""
    line[at] = type_byte
    line[at + 1:at + 3] = address.to_bytes(2, "little")


def put_line(line: bytearray, at: int, form: int, number: int) -> None:
    """Makes the line number at `at` another number, or the address of the line: LINE_NUMBER or LINE_POINTER."""
    line[at] = form
    line[at + 1:at + 3] = number.to_bytes(2, "little")


def without_addresses(crunched: bytes) -> bytes:
    """The line as typed: running leaves addresses in its variables, and their kinds in names without a suffix."""
    line = bytearray(crunched)
    for item in walk(crunched):
        if item.kind is Kind.NAME:
            type_byte = item.value[1]
            put_name(line, item.offset, UNTYPED_NAME if type_byte in BARE_NAMES else type_byte, 0)
    return bytes(line)


def line_numbers_in(crunched: bytes) -> list[Item]:
    """The line numbers that jumps and others name."""
    return [item for item in walk(crunched) if item.kind is Kind.LINE and crunched[item.offset] == LINE_NUMBER]

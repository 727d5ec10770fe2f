"""The bytes of a crunched line, item by item: the one place that knows how they lie.

A crunched line is what the machine keeps in memory: keywords as one byte (functions as FF and one), variables as a type
byte, two bytes for their address and the name with bit 7 set in its last character, numbers in binary. When a line is
typed the addresses are 0; running fills them in.
"""

import re
from collections.abc import Callable, Iterator
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

from basic.values import reals

SEPARATOR, QUOTE_REM, REM, ELSE, FN, DATA, PRINT, FUNCTION = 0x01, 0xC0, 0xC5, 0x97, 0xE4, 0x8C, 0xBF, 0xFF
BLANKS = b" \t\n"           # behind a string that no quote ends they do not belong to it
INTEGER_NAME, STRING_NAME, REAL_NAME, BARE_NAMES, UNTYPED_NAME = 2, 3, 4, (0x0B, 0x0C, 0x0D), 0x0D
DIGIT, BYTE_NUMBER, WORD_NUMBER, BINARY_NUMBER, HEX_NUMBER, LINE_POINTER, LINE_NUMBER, REAL_NUMBER = (
    0x0E, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F)
COPIED_AS_TEXT = frozenset((DATA, 0x8E, 0x8F, 0x90))        # DATA, DEFINT, DEFREAL, DEFSTR
CUT_FUNCTION = 0x1FF            # FF as the last byte of a line
_QUOTE, _BAR = 0x22, 0x7C


class Kind(Enum):
    """What an item is, and what its value is then."""
    __hash__ = object.__hash__  # Enum's takes longer
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


Part = tuple[Kind, int, int, Any]                           # what an Item is made of
Reader = Callable[[bytes, int], tuple[int, Any]]            # gives the size and the value of the item at a place
Begin = tuple[Kind, int, Reader | None]                     # without a reader, the item is one byte with that value


def walk(crunched: bytes) -> Iterator[Item]:
    """The items of a whole line. The text of a statement that is copied as text is an item, even where it is empty."""
    return (Item(*part) for part in parts(crunched))


def item_at(crunched: bytes, at: int) -> Item:
    """The item that begins at `at`."""
    kind, value, longer = _BEGINS[crunched[at]]
    size, value = (1, value) if longer is None else longer(crunched, at)
    return Item(kind, at, size, value)


def parts(crunched: bytes, at: int = 0) -> Iterator[Part]:
    """What the items from `at` on are made of: for the lexer, which reads whole programs while they start."""
    length = len(crunched)
    while at < length:
        byte = crunched[at]
        kind, value, longer = _BEGINS[byte]
        if longer is not None:
            size, value = longer(crunched, at)
            yield kind, at, size, value
            at += size
            continue
        yield kind, at, 1, value
        at += 1
        if byte in COPIED_AS_TEXT:
            end = _end_of_text(crunched, at)
            yield Kind.TEXT, at, end - at, crunched[at:end]
            at = end


def items_of(crunched: bytes, at: int) -> list[bytes]:
    """The bytes of the items from `at` on, each with the text behind its word: for what reads a whole program at RUN."""
    return _ITEM.findall(crunched, at)


def around_constants(crunched: bytes) -> tuple[Any, ...] | None:
    """What the line has in common with those that differ from it only in numbers of more than one byte, numbers of lines and
    texts of the same length. None where it ends in the middle of something, or is all text."""
    if crunched[:1] in _ALL_TEXT or not (found := _UP_TO_CONSTANT.findall(crunched)):
        return None
    around, numbers, texts, closing = zip(*found, strict=True)
    if any(text and not before.endswith(b'"') for before, text in zip(around, texts, strict=True)):
        return None             # a number's last byte looked like a quote, before something that is cut off
    number_sizes, text_sizes = tuple(map(len, numbers)), tuple(map(len, texts))
    size = sum(map(len, around)) + sum(number_sizes) + sum(text_sizes) + sum(map(len, closing))
    return (around, number_sizes, text_sizes, closing) if size == len(crunched) else None


def number_at(crunched: bytes, at: int) -> int | float:
    """The number whose first byte, of several, stands at `at`."""
    _, _, reader = _BEGINS[crunched[at]]
    assert reader is not None
    value: int | float = reader(crunched, at)[1]
    return value


def kind_of(byte: int) -> Kind:
    """What an item is that begins with this byte."""
    return _BEGINS[byte][0]


def number_size(byte: int) -> int:
    """How many bytes a number has that begins with this one."""
    return {BYTE_NUMBER: 2, REAL_NUMBER: 6}.get(byte, 3) if byte >= BYTE_NUMBER else 1


def _name(crunched: bytes, at: int) -> tuple[int, tuple[bytes, int]]:
    end = at + 4 if crunched[at + 3:at + 4] > b"\x7f" else _name_end(crunched, at + 3)
    return end - at, _known_name(crunched[at + 3:end], crunched[at])


@lru_cache(maxsize=4096)
def _known_name(letters: bytes, type_byte: int) -> tuple[bytes, int]:
    return _letters(letters, 0, len(letters)), type_byte


def name_end(crunched: bytes, at: int) -> int:
    """Where the name ends whose token stands at `at`."""
    return _name_end(crunched, at + 3)


def _name_end(crunched: bytes, at: int) -> int:
    length = len(crunched)
    while at < length:
        if crunched[at] >= 0x80:
            return at + 1
        at += 1
    return length


def _letters(crunched: bytes, start: int, end: int) -> bytes:
    return crunched[start:end - 1] + _LAST_LETTER[crunched[end - 1]] if end > start else b""


def _byte(crunched: bytes, at: int) -> tuple[int, int]:
    return 2, crunched[at + 1] if at + 1 < len(crunched) else 0


def _integer(crunched: bytes, at: int) -> tuple[int, int]:
    word = int.from_bytes(crunched[at + 1:at + 3], "little")
    return 3, word - 0x10000 if word > 32767 else word


def _real(crunched: bytes, at: int) -> tuple[int, float]:
    return 6, reals.from_bytes(crunched[at + 1:at + 6].ljust(5, b"\0"))


def _line(crunched: bytes, at: int) -> tuple[int, int]:
    return 3, int.from_bytes(crunched[at + 1:at + 3], "little")


def line_in_memory(number: int, crunched: bytes) -> bytes:
    """A line with its size and number before it and the 0 behind it."""
    return (len(crunched) + 5).to_bytes(2, "little") + number.to_bytes(2, "little") + crunched + b"\0"


def _string(crunched: bytes, at: int) -> tuple[int, bytes]:
    end = crunched.find(b'"', at + 1)
    if end < 0:
        return len(crunched) - at, crunched[at + 1:]
    return end + 1 - at, crunched[at + 1:end]


def _bar(crunched: bytes, at: int) -> tuple[int, bytes | None]:
    end = _name_end(crunched, at + 2)
    return end - at, _letters(crunched, at + 2, end) if crunched[at + 1:at + 2] == b"\0" else None


def _remark(crunched: bytes, at: int) -> tuple[int, bytes]:
    return len(crunched) - at, crunched[at + 1:]


def _function(crunched: bytes, at: int) -> tuple[int, int]:
    return (2, 0x100 + crunched[at + 1]) if at + 1 < len(crunched) else (1, CUT_FUNCTION)


def _begin(byte: int) -> Begin:
    if byte in (INTEGER_NAME, STRING_NAME, REAL_NAME, *BARE_NAMES):
        return Kind.NAME, byte, _name
    if byte in (LINE_POINTER, LINE_NUMBER):
        return Kind.LINE, byte, _line
    if DIGIT <= byte < BYTE_NUMBER:
        return Kind.NUMBER, byte - DIGIT, None
    if BYTE_NUMBER <= byte <= REAL_NUMBER:
        return Kind.NUMBER, byte, {BYTE_NUMBER: _byte, REAL_NUMBER: _real}.get(byte, _integer)
    if byte < 0x80:
        known: dict[int, Begin] = {SEPARATOR: (Kind.SEPARATOR, byte, None), 0x20: (Kind.SPACE, byte, None),
                                   _QUOTE: (Kind.STRING, byte, _string), _BAR: (Kind.BAR, byte, _bar)}
        return known.get(byte, (Kind.CHARACTER if byte > 0x20 else Kind.DAMAGED, byte, None))
    if byte in (REM, QUOTE_REM):
        return Kind.REMARK, byte, _remark
    return Kind.WORD, byte, _function if byte == FUNCTION else None


# by an item's first byte
_BEGINS = [_begin(_first) for _first in range(0x100)]
_LAST_LETTER = [bytes((_last & 0x7F,)) for _last in range(0x100)]


def _end_of_text(crunched: bytes, at: int) -> int:
    while at < len(crunched) and crunched[at] != SEPARATOR:
        if crunched[at] == _QUOTE:
            end = crunched.find(b'"', at + 1)
            at = end if end >= 0 else len(crunched) - 1
        at += 1
    return at


_ITEM = re.compile(
    rb"[\x02-\x04\x0b-\x0d].{0,2}[\x00-\x7f]*[\x80-\xff]?|\x19.?|[\x1a-\x1e].{0,2}|\x1f.{0,5}|\"[^\"]*\"?"
    rb"|\|.?[\x00-\x7f]*[\x80-\xff]?|[\xc0\xc5].*|\xff.?|[\x8c\x8e-\x90](?:\"[^\"]*\"?|[^\x01\"])*|.", re.DOTALL)

_ALL_TEXT = frozenset(bytes((_first,)) for _first in (DATA, REM, QUOTE_REM))
# Everything up to the first byte of a constant; what comes behind that of a number, or of a text; and its closing quote.
_UP_TO_CONSTANT = re.compile(
    rb"((?:[\x02-\x04\x0b-\x0d]..[\x00-\x7f]*[\x80-\xff]|\xff.|[\xc0\xc5].*|\|\0[\x00-\x7f]*[\x80-\xff]"
    rb"|[\x8c\x8e-\x90](?:\"[^\"]*\"|[^\x01\"])*+|[^\x02-\x04\x0b-\x0d\x19-\x1f\"|\x8c\x8e-\x90\xc0\xc5\xff])*+[\x19-\x1f\"]?)"
    rb"(?:((?<=\x19).|(?<=[\x1a-\x1e])..|(?<=\x1f).{5}|\Z)|((?<=\")[^\"]*)(\"?))", re.DOTALL)


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

"""What functions make of strings: the steps and the Python text of units call the same."""

from collections.abc import Callable, Container

from basic.errors import IMPROPER, TYPE_MISMATCH, BasicError
from basic.values import numerals

# What is used of the string space: the bytes, and above them how many strings 1.1 has there.
COUNTED = 1 << 32           # one string
BYTES = COUNTED - 1


def repeated(text: bytes, count: int) -> bytes:
    return text[:1] * count


def so_many(count: int, text: bytes) -> bytes:
    """STRING$; fails where there is no character."""
    if not text:
        raise BasicError(IMPROPER)
    return text[:1] * count


def found_in(begin: int, text: bytes, sought: bytes) -> int:
    """INSTR"""
    return 0 if begin > len(text) else text.find(sought, begin - 1) + 1


def text_of(number: int | float) -> bytes:
    shown = numerals.print_form(number)
    return shown if shown[:1] == b"-" else b" " + shown


def left_of(text: bytes, count: int) -> bytes:
    return text[:count]


def right_of(text: bytes, count: int) -> bytes:
    return text[-count:] if count else b""


def middle_of(text: bytes, begin: int, count: int) -> bytes:
    return text[begin - 1:begin - 1 + count]


def printed_number(number: int | float) -> bytes:
    return text_of(number) + b" "


def number_in(text: bytes) -> int | float:
    """The same where nothing goes wrong; else it fails, and VAL's step says what is wrong."""
    if text.isdigit() and len(text) < 5:
        return int(text)
    number = numerals.read_number(text, 0)
    if number is None:
        raise BasicError(TYPE_MISMATCH)
    return number.value


class Written(bytes):
    """What PRINT USING prints: it goes on where it does not fit, as no item of a PRINT does."""


def part_in_field(text: bytes, width: int) -> bytes:
    """A string as PRINT USING shows a part of it."""
    return text[:width].ljust(width)


def copied(text: bytes) -> bytes:
    return bytes(bytearray(text))


def own(text: bytes) -> bytes:
    """An object of its own: what stands in the program is known by its id, and to Python all strings of one character are the
    same object."""
    return copied(text) if len(text) == 1 else text


def made_of(get: Callable[[], bytes], literals: Container[int]) -> Callable[[], bytes]:
    """The closure of a string that is made on the way: it is none of the program's, though a part of one may be the same
    object."""
    def made() -> bytes:
        text = get()
        return copied(text) if id(text) in literals else text
    return made

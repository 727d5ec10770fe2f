"""PRINT USING: walks a format string and fills its fields."""

from basic.errors import TYPE_MISMATCH, BasicError
from basic.values import using_format
from basic.values.texts import part_in_field


def string_field(form: bytes, at: int) -> tuple[int | None, int] | None:
    """(width, end) of a string field at `at`: None as width is the whole string."""
    char = form[at:at + 1]
    if char == b"&":
        return None, at + 1
    if char == b"!":
        return 1, at + 1
    if char == b"\\":
        end = at + 1
        while form[end:end + 1] == b" ":
            end += 1
        if form[end:end + 1] == b"\\":
            return end - at + 1, end + 1
    return None


def up_to_item(form: bytes, at: int, value: int | float | bytes, basic_1_1: bool) -> tuple[bytes, int, bool]:
    """What comes out up to and with the next field: the text, where the format goes on, whether there was a field."""
    out, at = up_to_field(form, at, basic_1_1)
    if at == len(form):
        return out, at, False
    field = string_field(form, at)
    if isinstance(value, bytes):
        if field is None:
            raise BasicError(TYPE_MISMATCH)
        width, end = field
        return out + (value if width is None else part_in_field(value, width)), end, True
    number = using_format.numeric_field(form, at, basic_1_1)
    if number is None:
        raise BasicError(TYPE_MISMATCH)
    return out + using_format.using(number, value, basic_1_1), number.end, True


def up_to_field(form: bytes, at: int, basic_1_1: bool) -> tuple[bytes, int]:
    """What stands in the format before the next field, and where that begins."""
    out = bytearray()
    while at < len(form):
        if form[at] == 95 and at + 1 < len(form):
            at += 1
        elif string_field(form, at) is not None or using_format.numeric_field(form, at, basic_1_1) is not None:
            break
        out.append(form[at])
        at += 1
    return bytes(out), at


def tail(form: bytes, at: int, basic_1_1: bool) -> bytes:
    """What still comes out behind the last value's field."""
    return up_to_field(form, at, basic_1_1)[0]

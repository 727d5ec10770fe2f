"""Numbers and their text: literals as the tokeniser, VAL, INPUT and READ take them, and what PRINT and LIST make of them."""

from math import floor, frexp
from typing import NamedTuple

from basic.errors import IMPROPER, OVERFLOW, BasicError, SoftError
from basic.values.reals import LARGEST, div, mul, round40, ten

_BLANKS = b" \t\n"
_DIGITS = b"0123456789ABCDEF"
SIGNIFICANT = 12
_TOO_FEW = 3124999.984375
_TOO_MANY = 999999999.5


class Number(NamedTuple):
    value: int | float
    end: int
    base: int = 10


def read_number(text: bytes, start: int = 0) -> Number | None:
    """A number with its sign, as VAL, INPUT and READ take it; text that does not begin like one is 0.

    None where the text begins like a number but is not one. SoftError where the number is too large: there is no
    number then, as with None.
    """
    at = _skip(text, start)
    if text[at:at + 1] in (b"-", b"+"):
        return _decimal(text, _skip(text, at + 1), text[at] == 0x2D)
    return read_unsigned(text, at) if text[at:at + 1] in _NUMERIC else Number(0, at)


def read_unsigned(text: bytes, start: int = 0) -> Number | None:
    """A number as the tokeniser takes it from a line, where it stands at `start` itself."""
    return _based(text, start) if text[start:start + 1] == b"&" else _decimal(text, start, negative=False)


_NUMERIC = tuple(bytes((c,)) for c in b"&.0123456789")


def _skip(text: bytes, at: int) -> int:
    while at < len(text) and text[at] in _BLANKS:
        at += 1
    return at


def _digits(text: bytes, at: int) -> tuple[bytes, int]:
    """The digits from `at` on, blanks between them left out, and where the last one ends."""
    found = bytearray()
    end = at
    while (at := _skip(text, at)) < len(text) and 0x30 <= text[at] <= 0x39:
        found.append(text[at])
        at = end = at + 1
    return bytes(found), end


def _based(text: bytes, start: int) -> Number | None:
    at = _skip(text, start + 1)
    base = {b"X": 2, b"H": 16}.get(text[at:at + 1].upper())
    if base:
        at = _skip(text, at + 1)
    base = base or 16
    end = at
    value = 0
    while end < len(text) and 0 <= (digit := _DIGITS.find(text[end:end + 1].upper())) < base:
        value = value * base + digit
        end += 1
    if end == at:
        return None
    if value > 0xFFFF:
        raise SoftError(OVERFLOW, LARGEST)
    return Number(value - 0x10000 if value & 0x8000 else value, end, base)


def _decimal(text: bytes, start: int, negative: bool) -> Number | None:
    first = _skip(text, start + 1) if text[start:start + 1] == b"." else start
    if not text[first:first + 1].isdigit():
        return None
    whole, end = _digits(text, start)
    fraction = b""
    point = _skip(text, end)
    is_real = text[point:point + 1] == b"."
    if is_real:
        fraction, end = _digits(text, point + 1)
        end = max(end, point + 1)
    exponent, after = _exponent(text, end)
    significant = (whole + fraction).lstrip(b"0")
    mantissa = int(significant[:SIGNIFICANT] or b"0")
    if not is_real and after == end and mantissa <= 32767 + negative:
        return Number(-mantissa if negative else mantissa, end)
    exponent += max(len(significant) - SIGNIFICANT, 0) - len(fraction)
    value = scaled(-mantissa if negative else mantissa, exponent)
    return Number(value if value or not negative else -0.0, after)


def scaled(mantissa: int, exponent: int) -> float:
    """A number as it is read: so many times a power of ten."""
    return ten(round40(mantissa), max(-127, min(exponent, 127)))


def _exponent(text: bytes, end: int) -> tuple[int, int]:
    at = _skip(text, end)
    if text[at:at + 1] not in (b"E", b"e"):
        return 0, end
    at = _skip(text, at + 1)
    negative = text[at:at + 1] == b"-"
    if text[at:at + 1] in (b"-", b"+"):
        at = _skip(text, at + 1)
    after = at
    while text[after:after + 1].isdigit():
        after += 1
    if after == at:
        return 0, end
    exponent = int(text[at:after])
    if exponent >= 100:
        exponent = 127
    return -exponent if negative else exponent, after


def print_form(value: float) -> bytes:
    """What PRINT and STR$ show of a number, without the blanks around it: nine digits, or six and an exponent."""
    return _free_form(value, 6)


def list_form(value: float) -> bytes:
    """What LIST shows of a constant: nine digits with an exponent too."""
    return _free_form(value, 9)


def nine_digits(x: float) -> tuple[float, int]:
    """A positive real as a whole number of nine digits and the power of ten to multiply it by."""
    power = (frexp(x)[1] * 77 >> 8) - 9
    x = ten(x, -power)
    while x < _TOO_FEW:
        x = mul(x, 10.0)
        power -= 1
    while x >= _TOO_MANY:
        x = div(x, 10.0)
        power += 1
    return float(floor(x + 0.5)), power


def significant(value: float) -> tuple[bytes, int]:
    """The digits of a number without its sign, none for 0, and the power of ten to multiply them by."""
    if not value:
        return b"", 0
    if isinstance(value, int):
        return b"%d" % abs(value), 0
    digits, power = nine_digits(abs(value))
    return b"%d" % digits, power


def _free_form(value: float, exponent_digits: int) -> bytes:
    if -1e9 < value < 1e9 and value == int(value):
        return b"%d" % value
    sign = b"-" if value < 0 else b""
    digits, power = significant(value)
    if power <= 0:
        stripped = digits.rstrip(b"0")
        zeros = min(len(digits) - len(stripped), -power)
        digits = digits[:len(digits) - zeros]
        power += zeros
        if power >= -9:
            return sign + _with_point(digits, power)
    return sign + exponent_form(digits, power, exponent_digits)


def _with_point(digits: bytes, power: int) -> bytes:
    if not power:
        return digits
    digits = digits.rjust(1 - power, b"0")
    return digits[:power] + b"." + digits[power:]


def exponent_form(digits: bytes, power: int, most: int) -> bytes:
    """One digit, the point, up to most - 1 more digits, and the exponent."""
    exponent = len(digits) + power - 1
    digits = digits.rstrip(b"0")
    if len(digits) > most:
        rounded = b"%d" % (int(digits[:most]) + (digits[most] >= 0x35))
        exponent += len(rounded) - most
        digits = rounded[:most]
    if len(digits) > 1:
        digits = digits[:1] + b"." + digits[1:]
    return digits + exponent_part(exponent)


def exponent_part(exponent: int) -> bytes:
    return b"E%c%02d" % (b"-" if exponent < 0 else b"+", abs(exponent))


def hex_form(n: int, width: int = 0) -> bytes:
    """HEX$ of an address 0..65535."""
    return _padded(b"%X" % n, width)


def bin_form(n: int, width: int = 0) -> bytes:
    """BIN$ of an address 0..65535."""
    return _padded(format(n, "b").encode(), width)


def _padded(digits: bytes, width: int) -> bytes:
    if not 0 <= width <= 16:
        raise BasicError(IMPROPER)
    return digits.rjust(width, b"0")

"""PRINT USING and DEC$: the numeric fields of a format, and a number laid out in one. The two ROMs differ in much."""

from typing import NamedTuple

from basic.errors import IMPROPER, BasicError
from basic.values.numerals import exponent_form, exponent_part, significant

_POUND = b"\xa3"
_MOST_DIGITS = 20


class Field(NamedTuple):
    """`before` counts the characters in front of the point, `after` the point and what follows it."""
    end: int
    before: int
    after: int
    currency: bytes = b""
    stars: bool = False
    commas: bool = False
    exponent: bool = False
    plus: bool = False
    trailing_sign: bool = False

    @property
    def decimals(self) -> int:
        return max(self.after - 1, 0)


def numeric_field(fmt: bytes, start: int, basic_1_1: bool) -> Field | None:
    """The field that begins at `start` of a format, if one does; Improper argument where it is longer than 20."""
    at = start
    plus = fmt[at:at + 1] == b"+"
    at += plus
    currencies = (b"$", _POUND) if basic_1_1 else (b"$",)
    currency = b""
    stars = False
    if fmt[at:at + 1] not in (b"#", b".") or fmt[at:at + 1] == b"." and fmt[at + 1:at + 2] != b"#":
        double = fmt[at:at + 2]
        if double == b"**":
            stars = True
            at += 2
            if fmt[at:at + 1] in currencies:
                currency = fmt[at:at + 1]
                at += 1
        elif double in [c * 2 for c in currencies]:
            currency = double[:1]
            at += 2
        else:
            return None
    digits = at
    while fmt[at:at + 1] in (b"#", b","):
        at += 1
    before = at - start
    commas = b"," in fmt[digits:at]
    point = at
    if fmt[at:at + 1] == b".":
        at += 1
        while fmt[at:at + 1] == b"#":
            at += 1
    after = at - point
    if before + after > _MOST_DIGITS:
        raise BasicError(IMPROPER)
    exponent = fmt[at:at + 4] == b"^^^^"
    at += 4 * exponent
    trailing_sign = not plus and fmt[at:at + 1] in (b"+", b"-")
    if trailing_sign:
        plus = fmt[at:at + 1] == b"+"
        at += 1
    return Field(at, before, after, currency, stars, commas, exponent, plus, trailing_sign)


def dec_form(value: float, fmt: bytes, basic_1_1: bool) -> bytes:
    """DEC$."""
    field = numeric_field(fmt, 0, basic_1_1)
    if not field or field.end < len(fmt):
        raise BasicError(IMPROPER)
    return using(field, value, basic_1_1)


def using(field: Field, value: float, basic_1_1: bool) -> bytes:
    """A number laid out in a field; with a % in front where it does not fit."""
    digits, power = significant(value)
    negative = value < 0
    fits = True
    if not field.exponent and len(digits) + power > (_MOST_DIGITS if basic_1_1 else 9):
        fits = False
        if not basic_1_1:
            return (b"%-" if negative else b"% ") + exponent_form(digits, power, 9)
        field = field._replace(exponent=True)
    exponent = b""
    if field.exponent:
        places, field, has_room = _places_for_exponent(field, basic_1_1)
        fits = fits and has_room
        digits, point, power = _scientific(digits, power, places, field.decimals, basic_1_1)
        exponent = exponent_part(power)
    else:
        digits, point = _with_decimals(digits, len(digits) + power, field.decimals, basic_1_1)
        if basic_1_1 and not point and not digits.strip(b"0"):
            negative = False
    head = digits[:point]
    if field.commas:
        head = _with_commas(head)
    if not head and field.before > len(field.currency) + _signs_in_front(field, negative, basic_1_1):
        head = b"0"
    sign = b"-" if negative else b"+" if field.plus else b" " if field.trailing_sign else b""
    head = (b"" if field.trailing_sign else sign) + field.currency + head
    fits = fits and len(head) <= field.before
    head = head.rjust(field.before, b"*" if field.stars else b" ")
    tail = (b"." + digits[point:] if field.after else b"") + exponent + (sign if field.trailing_sign else b"")
    return (b"" if fits else b"%") + head + tail


def _signs_in_front(field: Field, negative: bool, basic_1_1: bool) -> int:
    """Places kept for a sign when it is asked whether there is one for a 0 before the point."""
    if field.trailing_sign:
        return 0
    return int(negative or (field.exponent if basic_1_1 else field.plus))


def _places_for_exponent(field: Field, basic_1_1: bool) -> tuple[int, Field, bool]:
    """How many digits go before the point, the field (with a decimal more where there was no place for a digit),
    and whether it has room."""
    places = field.before - len(field.currency) - (not field.trailing_sign)
    fits = places >= 0
    places = max(places, 0)
    if not places and not field.decimals:
        fits = fits and not basic_1_1
        if field.after:
            field = field._replace(after=field.after + 1)
        else:
            places = 1
    if basic_1_1 and field.commas:
        places -= places // 4
    return places, field, fits


def _scientific(digits: bytes, power: int, places: int, decimals: int, basic_1_1: bool) -> tuple[bytes, int, int]:
    """The digits of a number, the place of the point in them, and the power of ten that goes with them."""
    if not digits:
        return b"0" * decimals, 0, 0
    exponent = len(digits) + power - places
    digits, point = _with_decimals(digits, places, decimals, basic_1_1)
    if point > places:
        return digits[:-1], places, exponent + 1
    return digits, places, exponent


def _with_decimals(digits: bytes, point: int, decimals: int, basic_1_1: bool) -> tuple[bytes, int]:
    """The digits rounded or filled up to so many decimals, and the place of the point in them."""
    if point < 0:
        digits = b"0" * -point + digits
        point = 0
    wanted = point + decimals
    if wanted >= len(digits):
        return digits.ljust(min(wanted, _MOST_DIGITS) if basic_1_1 else wanted, b"0"), point
    kept = digits[:wanted]
    if digits[wanted] < 0x35:
        return kept, point
    rounded = b"%d" % (int(kept or b"0") + 1)
    if len(rounded) > wanted:
        return rounded, point + 1
    return rounded.rjust(wanted, b"0"), point


def _with_commas(digits: bytes) -> bytes:
    return format(int(digits), ",").encode() if digits else b""

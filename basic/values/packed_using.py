"""A number as PRINT USING shows it in a field, as machine code does it: what basic.values.using_format says, but for exponents.

See basic.values.packed_texts for the memory, and basic.values.numerals for the digits.
"""

from basic.errors import IMPROPER, BasicError
from basic.values.numerals import nine_digits
from basic.values.packed_numbers import MINUS, PLUS, POINT, ZERO
from basic.values.packed_texts import AT, BLANK, LENGTH, Bytes, packed

LIMB = 18                   # digits that a whole number surely has room for
MOST_DIGITS, MOST_DIGITS_1_0 = 20, 9
COMMA, STAR, PERCENT = 44, 42, 37
DIGITS_AT = 0x80            # of a place, where digits are worked out


def whole_in_field(m: Bytes, place: int, value: int, before: int, after: int, currency: int, stars: bool, commas: bool,
                   plus: bool, trailing_sign: bool, basic_1_1: bool, front: int) -> float:
    """A whole number of 16 bits behind the text `front`."""
    return float(in_field(m, place, abs(value), 0, value < 0, before, after, currency, stars, commas, plus, trailing_sign,
                          basic_1_1, front))


def real_in_field(m: Bytes, place: int, value: float, before: int, after: int, currency: int, stars: bool, commas: bool,
                  plus: bool, trailing_sign: bool, basic_1_1: bool, front: int) -> float:
    """A real; fails where it has too many digits."""
    number, power = 0.0, 0
    if value:
        number, power = nine_digits(abs(value))
    digits = int(number)
    if digits and digits_of(digits) + power > (MOST_DIGITS if basic_1_1 else MOST_DIGITS_1_0):
        raise BasicError(IMPROPER)
    return float(in_field(m, place, digits, power, value < 0, before, after, currency, stars, commas, plus, trailing_sign,
                          basic_1_1, front))


def digits_of(number: int) -> int:
    """How many a whole number has; 0 has none."""
    count = 0
    while number:
        number = number // 10
        count += 1
    return count


def in_field(m: Bytes, place: int, digits: int, power: int, negative: bool, before: int, after: int, currency: int, stars: bool,
             commas: bool, plus: bool, trailing_sign: bool, basic_1_1: bool, front: int) -> int:
    """The digits have to be multiplied by a power of ten."""
    decimals = max(after - 1, 0)
    point, end = with_decimals(m, place + DIGITS_AT, digits, power, decimals, basic_1_1)
    if basic_1_1 and not point and not any_digit(m, place + DIGITS_AT, end):
        negative = False
    sign = MINUS if negative else PLUS if plus else BLANK if trailing_sign else 0
    in_front = 0 if trailing_sign else sign
    separators = (point - 1) // 3 if commas and point else 0
    signs = 0 if trailing_sign else int(negative if basic_1_1 else negative or plus)
    no_digit = not point and before > int(currency > 0) + signs
    size = int(in_front > 0) + int(currency > 0) + point + separators + int(no_digit)
    at = put_code(m, put_text(m, place, front), PERCENT, size > before)
    for _ in range(size, before):
        m[at] = STAR if stars else BLANK
        at += 1
    at = put_code(m, at, in_front, in_front > 0)
    at = put_code(m, at, currency, currency > 0)
    at = put_code(m, at, ZERO, no_digit)
    for i in range(point):
        m[at] = m[place + DIGITS_AT + i]
        at += 1
        if commas and i + 1 < point and (point - i - 1) % 3 == 0:
            m[at] = COMMA
            at += 1
    at = put_code(m, at, POINT, after > 0)
    if after:
        for i in range(place + DIGITS_AT + point, end):
            m[at] = m[i]
            at += 1
    return packed(place, put_code(m, at, sign, trailing_sign) - place)


def put_text(m: Bytes, at: int, text: int) -> int:
    """Gives the address behind it."""
    for i in range(text & LENGTH):
        m[at + i] = m[(text >> AT) + i]
    return at + (text & LENGTH)


def put_code(m: Bytes, at: int, code: int, wanted: bool) -> int:
    if wanted:
        m[at] = code
    return at + int(wanted)


def any_digit(m: Bytes, at: int, end: int) -> bool:
    """Whether one is not 0."""
    while at < end and m[at] == ZERO:
        at += 1
    return at < end


def with_decimals(m: Bytes, at: int, digits: int, power: int, decimals: int, basic_1_1: bool) -> tuple[int, int]:
    """Puts digits, rounded or filled up to so many decimals; gives how many stand before the point, and the address behind."""
    count = digits_of(digits)
    point = count + power
    if point < 0:
        count -= point
        point = 0
    wanted = point + decimals
    if wanted >= count:
        end = put_exactly(m, at, digits, count)
        filled = min(wanted, MOST_DIGITS) if basic_1_1 else wanted
        for _ in range(count, filled):
            m[end] = ZERO
            end += 1
        return point, end
    limit = 1
    for _ in range(min(count - wanted, LIMB) - 1):
        limit *= 10
    kept = digits // limit
    rounded = kept // 10 + int(kept % 10 >= 5)
    if digits_of(rounded) > wanted:
        point += 1
        wanted += 1
    return point, put_exactly(m, at, rounded, wanted)


def put_exactly(m: Bytes, at: int, number: int, count: int) -> int:
    """A number that has no more than so many digits, with zeros in front; gives the address behind."""
    for i in range(at + count - 1, at - 1, -1):
        rest = number // 10
        m[i] = ZERO + number - rest * 10
        number = rest
    return at + count


def part_in_field(m: Bytes, place: int, text: int, width: int, front: int) -> int:
    """A string, filled up with blanks, behind the text `front`."""
    at = put_text(m, place, front)
    for i in range(width):
        m[at] = m[(text >> AT) + i] if i < text & LENGTH else BLANK
        at += 1
    return packed(place, at - place)

"""What an operator or function takes besides, by an operand's value, in microseconds. The figures are given: see
basic.timing.costs."""

from collections.abc import Callable
from math import floor, frexp

DECIMALS_A_BIT = 0.30103
LEAST_TEN = -39
TENS = tuple(10.0**power for power in range(LEAST_TEN, -LEAST_TEN))


def heavy_factor(nothing: int, some: int, all_of_it: int, value: float) -> int:
    """The machine multiplies by the left factor's mantissa, and is quick where it ends in bytes of 0."""
    t = value * 35184372088833.0            # 2^45 + 1 leaves 8 bits
    if t - (t - value) == value:
        return 0 if value else -nothing
    t = value * 137438953473.0              # 2^37 + 1 leaves 16
    return some if t - (t - value) == value else all_of_it


def quick_argument(nothing: int, power_of_two: int, value: float) -> int:
    """The series are not worked out for 0, and logarithms not for a power of two."""
    if not value:
        return -nothing
    return -power_of_two if power_of_two and frexp(value)[0] == 0.5 else 0


def exponent(broken: int, step: int, value: float) -> int:
    """A power with a whole exponent is multiplied out, bit by bit, any other takes a logarithm."""
    if not -32768.0 <= value <= 32767.0 or value != int(value):
        return broken
    rest, us = int(abs(value)), 0
    while rest > 1:
        us += step + step * (rest & 1)
        rest >>= 1
    return us


def quick_root(nothing: int, one: int, even: int, odd: int, value: float) -> int:
    """Of SQR: quick with a power of two, most of all with one that has a whole root."""
    if not value:
        return -nothing
    mantissa, exponent = frexp(value)
    if mantissa != 0.5:
        return 0
    if exponent == 1:
        return -one
    return -odd if exponent % 2 == 0 else -even


def quick_angle(nothing: int, short: int, zero: int, of_cosine: bool, degrees: bool, value: float) -> int:
    """The series is not worked out for 0; in DEG, it is short for a multiple of 45 degrees, and none where the result is 0."""
    if not value:
        return -nothing
    if not degrees or value < -1000000.0 or value > 1000000.0:
        return 0
    eighths = value / 45.0
    if eighths != int(eighths):
        return 0
    quarters = eighths / 4.0 - (0.5 if of_cosine else 0.0)
    return -zero if quarters == int(quarters) else -short


def power_of_0(us: int, value: float) -> int:
    """Such a logarithm is not taken of 0."""
    return 0 if value else -us


def real_shown(zero: int, directly: int, place: int, value: float) -> int:
    """The machine guesses from the binary exponent how many digits stand before the point, and is quick where it is right."""
    if not value:
        return zero
    size = abs(value)
    least = floor(frexp(size)[1] * DECIMALS_A_BIT)
    us = directly if size < TENS[least - LEAST_TEN] else 0
    if 10.0 <= size < 1e9:
        limit = 10.0
        while size >= limit:
            us += place
            limit *= 10.0
    return us


def real_printed(us: int, zero: int, directly: int, place: int, value: float) -> int:
    return us + real_shown(zero, directly, place, value)


def whole_printed(one: int, two: int, three: int, four: int, five: int, value: float) -> int:
    """An integer takes as many microseconds as belong to its digits."""
    size = abs(value)
    if size < 100:
        return one if size < 10 else two
    if size < 1000:
        return three
    return four if size < 10000 else five


def number_read(none: int, digit: int, long: int, fraction: int, value: int | float) -> int:
    """VAL reads digit by digit. Where nothing stands that it can read, its result is 0."""
    if type(value) is int:
        return whole_read(none, digit, value)
    return fraction if value != int(value) else long


def whole_read(none: int, digit: int, value: float) -> int:
    if not value:
        return none
    size, digits = abs(value), 1
    while size >= 10.0:
        size = size / 10.0
        digits += 1
    return digit * (digits - 2)


class OfLength:
    """Weighs a string by its length."""

    def __init__(self, weigh: Callable[[int], int]):
        self.weigh = weigh

    def __call__(self, text: bytes) -> int:
        return self.weigh(len(text))


def characters(none: int, each: int, length: int) -> int:
    """Of a function that makes a string of so many."""
    return each * length if length else none


def whole_shown(each: int, length: int) -> int:
    """STR$ of an integer, with its sign."""
    return each * (length - 2)


def quotient(divisor: int, nothing: int, short: int, long: int, bit: int, value: float) -> int:
    """What an integer division takes by the bits of its quotient."""
    result = abs(value) / divisor
    if result < 1.0:
        return nothing
    return (long if result >= 256.0 else short) + bit * frexp(result)[1]


def long_dividend(us: int, value: float) -> int:
    """A division takes longer for each bit of its result that is 0."""
    t = value * 137438953473.0
    return 0 if t - (t - value) == value else us

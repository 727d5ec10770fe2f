"""What an operator or function takes besides, by an operand's value, in microseconds. The figures are given: see
basic.timing.costs."""

from collections.abc import Callable
from math import floor, frexp

Weighing = tuple[Callable[..., int], int]       # what says how many microseconds, and the most of them

DECIMALS_A_BIT = 77 / 256
LEAST_TEN = -50
TENS = tuple(10.0**power for power in range(LEAST_TEN, -LEAST_TEN))


def rounded(share: int, negative: int, value: float) -> int:
    """What making an integer of a real takes more than of 1: its mantissa is shifted, by whole bytes where that can be."""
    if not value:
        return -221 * share >> 10
    shifts = 16 - frexp(value)[1]
    if shifts < 0:
        return 0                            # which is an Overflow
    if shifts > 17:
        shifts = 17
    us = 14 * (shifts & 7) + 16 * (shifts >> 3) - 114
    if value <= -0.5:
        us += negative
    return us * share >> 10


def whole_constant(value: int) -> int:
    """What an integer in the program takes: it has no byte of its own, one, or two."""
    return 0 if 0 <= value < 10 else 8 if 0 <= value < 256 else 16


def made_real(share: int, usual: int, least: int, two_bytes: int, bit: int, negative: int, value: float) -> int:
    """What making a real of an integer takes more than usual."""
    size = abs(value)
    if size > 32768.0:
        return 0                            # which is a real already
    us = 196
    if size >= 256.0:
        us = two_bytes - bit * (frexp(size)[1] - 9)
    elif size:
        us = least - bit * (frexp(size)[1] - 1)
    if value < 0.0:
        us += negative
    return (us - usual) * share >> 10


def number_made_real(share: int, usual: int, least: int, two_bytes: int, bit: int, negative: int, spared: int,
                     value: float) -> int:
    """The same of a number that may be a real already: `spared` is what that takes less."""
    if value < -32768.0 or value > 32767.0:
        return -spared * share >> 10
    return made_real(share, usual, least, two_bytes, bit, negative, value)


def real_sum(share: int, minus: bool, kept: int, reduced: int, z: float, a: float, b: float) -> int:
    """What z = a + b, or a - b, takes more than 2 + 1."""
    return summed(minus, kept, reduced, z, a, b) * share + 512 >> 10


def summed(minus: bool, kept: int, reduced: int, z: float, a: float, b: float) -> int:
    """The same without the interrupts. The smaller number's mantissa is shifted until it has the other's exponent. `kept` and
    `reduced` are for a difference: with that exponent, and with a smaller one."""
    if not a:
        return -156
    if not b:
        return -118
    top = frexp(a)[1]
    shifts = top - frexp(b)[1]
    if not -32 <= shifts <= 32:
        return -147 if shifts < 0 else -113
    us = -14
    if shifts < 0:
        us = -12
        top -= shifts
        shifts = -shifts
    us += 14 * (shifts & 7) + 16 * (shifts >> 3)
    if ((a < 0.0) == (b < 0.0)) != minus:
        if not shifts:
            us += 2
        if frexp(z)[1] > top:
            us += 19
    elif not z:
        us += reduced + 7
    else:
        if not shifts:
            us += 23 if (a < 0.0) == (z < 0.0) else 2
        back = top - frexp(z)[1]            # shifts until the first bit is 1 again
        if back <= 0:
            us += kept
        elif back < 8:
            us += reduced + 16 * back
        else:
            us += reduced + 8 + 16 * (back & 7) + 17 * (back >> 3)
    return us + 3 if abs(z) > abs(a - b if minus else a + b) else us        # 3 where it has been rounded up


def real_product(share: int, z: float, a: float, b: float) -> int:
    """What z = a * b takes more than 1 * 1. For each bit of the left factor's mantissa that is 1 the machine adds the other
    one; a byte of 0 is passed over."""
    if not a:
        return -356 * share >> 10
    if not b:
        return -326 * share >> 10
    if not z:
        return -313 * share >> 10           # it is too small
    us = factor(mantissa(a)) - 164
    if frexp(z)[1] == frexp(a)[1] + frexp(b)[1]:
        us -= 12
    return us * share + 512 >> 10


def factor(bits: int) -> int:
    """What a product takes for the mantissa of the left factor, by its bits that are 1, and its bytes that are not 0."""
    used = (bits & 0x7F7F7F7F) + 0x7F7F7F7F | bits
    return 27 * bits.bit_count() + 137 * (used & 0x80808080).bit_count()


def whole_product(share: int, usual: int, least: int, two_bytes: int, bit: int, negative: int, of_reals: int, a: int,
                  b: int) -> int:
    """What a * b of integers takes more than 1 * 1. One factor, which is below 256, is taken bit by bit. A product of more than
    16 bits is made again, of reals."""
    if not -32768 <= a <= 32767 or not -32768 <= b <= 32767:        # which is a real already
        return (of_reals * share >> 10) + real_product(share, float(a * b), float(a), float(b))
    many, few, us = abs(a), abs(b), 0
    if a < 0:
        us = 10
    if b < 0:
        us += 10
    if few > 255:
        many, few = few, many
        us += 5
    size = many * few
    if size > 32767 and (size > 32768 or (a < 0) == (b < 0)):
        us += 569 + usual
        if few < 256:
            rest = size.bit_length() - 17
            us += 66 - 4 * few.bit_length() + 14 * (few.bit_length() - 1 - (rest if rest > 0 else 0))
        us = us * share >> 10
        us += made_real(share, usual, least, two_bytes, bit, negative, float(a))
        us += made_real(share, usual, least, two_bytes, bit, negative, float(b))
        return us + real_product(share, float(a * b), float(a), float(b))
    if (a < 0) != (b < 0):
        us += 8 if size else 11
    if not few:
        us -= 16
    elif not many:
        us -= 9
    elif few > 2:
        us += 13 + 10 * few.bit_length() + 4 * few.bit_count()
    elif few == 2:
        us += 4
    return us * share >> 10


def whole_sum(share: int, usual: int, least: int, two_bytes: int, bit: int, negative: int, of_reals: int, left: int, right: int,
              again: int, minus: bool, kept: int, reduced: int, a: int, b: int) -> int:
    """What a + b, or a - b, takes more than a sum of integers of 16 bits, where one of them may have more and is a real on the
    machine. `of_reals`: what a sum of reals takes more; `left`, `right`: making a real of that one; `again`: where two integers
    make more than 16 bits, their sum is made again, of reals."""
    total = a - b if minus else a + b
    if -32768 <= a <= 32767 and -32768 <= b <= 32767 and -32768 <= total <= 32767:
        return 0
    us = summed(minus, kept, reduced, float(total), float(a), float(b))
    if -32768 <= a <= 32767:
        us += left + made_real(1024, usual, least, two_bytes, bit, negative, float(a))
    if -32768 <= b <= 32767:
        us += right + made_real(1024, usual, least, two_bytes, bit, negative, float(b))
        if -32768 <= a <= 32767:
            us += again
    return (us + of_reals) * share >> 10


def number_sum(share: int, usual: int, least: int, two_bytes: int, bit: int, negative: int, of_reals: int, left: int,
               right: int, again: int, minus: bool, kept: int, reduced: int, z: float, a: float, b: float) -> int:
    """The same of two numbers that may be integers or reals."""
    if -2147483648.0 < a < 2147483648.0 and -2147483648.0 < b < 2147483648.0 and a == int(a) and b == int(b):
        return whole_sum(share, usual, least, two_bytes, bit, negative, of_reals, left, right, again, minus, kept, reduced,
                         int(a), int(b))
    return (of_reals + summed(minus, kept, reduced, z, a, b)) * share >> 10


def subscript(share: int, place: int) -> int:
    """What the last of several subscripts takes more than 1: it is a factor of a product, as in `whole_product`. Where it is
    above 255 the other factor counts, which is small then."""
    if place > 2:
        us = 66
        if place < 256:
            us = 13 + 10 * place.bit_length() + 4 * place.bit_count()
        return us * share >> 10
    return (place - 1) * 4 * share >> 10 if place > 0 else -16 * share >> 10


def number_product(share: int, usual: int, least: int, two_bytes: int, bit: int, negative: int, of_reals: int, z: float,
                   a: float, b: float) -> int:
    """The same of two numbers that may be integers or reals."""
    if -32768.0 <= a <= 32767.0 and -32768.0 <= b <= 32767.0 and a == int(a) and b == int(b):
        return whole_product(share, usual, least, two_bytes, bit, negative, of_reals, int(a), int(b))
    return (of_reals * share >> 10) + real_product(share, z, a, b)


def real_quotient(share: int, z: float, a: float, b: float) -> int:
    """What z = a / b takes more than usual."""
    if not a:
        return -1271 * share >> 10
    if not z:
        return -1259 * share >> 10          # it is too small
    return (divided(a, b) - 258) * share >> 10


def divided(a: float, b: float) -> int:
    """What a / b takes for the bits of the quotient, before it is rounded. For each that is 1 the machine subtracts the divisor
    once, without a comparison where what is left has 33 bits: the more often the larger the divisor's mantissa."""
    bits, divisor = mantissa(a / b), abs(frexp(b)[0])
    us = ((bits >> 4).bit_count() * int(7334.0 - 3891.0 * divisor) >> 8) + 13 * (bits & 15).bit_count()
    if divisor == 0.5:
        us += 15
    return us - 4 if abs(frexp(a)[0]) < divisor else us


def reals_compared(share: int, larger: int, a: float, b: float) -> int:
    """What a comparison takes more than one in which the second number has a larger exponent."""
    return compared(larger, a, b) * share + 512 >> 10


def compared(larger: int, a: float, b: float) -> int:
    """The same without the interrupts. The bytes of the mantissas are compared up to the first that differs. `larger`: where
    the first number has the larger exponent."""
    if a == b:
        return 49 if a else -12
    if not a or not b:
        return compared_apart(larger, a, b)
    us = -2 if a > b else 0
    if frexp(a)[1] != frexp(b)[1]:
        if abs(a) > abs(b):
            us += larger
    else:
        us += 15
        if (a < 0.0) == (b < 0.0):
            us += 11
            unlike = mantissa(a) ^ mantissa(b)
            if unlike < 0x1000000:
                us += 12 if unlike >= 0x10000 else 24 if unlike >= 0x100 else 35
    return us


def compared_apart(larger: int, a: float, b: float) -> int:
    """Where the exponents differ, or one of them is 0."""
    us = -2 if a > b else 0
    return us + larger if abs(a) > abs(b) else us


def reals_compared_apart(share: int, larger: int, a: float, b: float) -> int:
    return compared_apart(larger, a, b) * share + 512 >> 10


def mantissa(value: float) -> int:
    """Its first 32 bits. `call_mantissa` of basic.native.calls is the same for all numbers but 0."""
    return int(abs(frexp(value)[0]) * 4294967296.0)


def real_counted(share: int, kept: int, reduced: int, larger: int, limit: float, value: float, step: float,
                 before: float) -> int:
    """What NEXT takes by the sum that makes `value` of the one `before`, and by its comparison with the limit."""
    us = summed(False, kept, reduced, value, step, before) + compared(larger, limit, value)
    return us * share + 512 >> 10


def bounds_compared(share: int, larger: int, limit: float, value: float) -> int:
    """What FOR takes more to compare its bounds than from 1 to 2."""
    return (compared(larger, limit, value) - larger + 2) * share >> 10


def wholes_compared(share: int, limit: int, value: int) -> int:
    """What NEXT takes more to compare integers than where the limit is larger and has the same high byte."""
    if (limit < 0) != (value < 0):
        return -(7 if limit > value else 5) * share >> 10
    us = 2 if limit < value else -3 if limit == value else 0
    if limit >> 8 != value >> 8:
        us -= 4
    return us * share >> 10


def ticks_read(share: int, longest: int, value: float) -> int:
    """What making a real of TIME takes more than where it has 12 bits: its 32 bits are shifted until the first is 1, by whole
    bytes where that can be."""
    shifts = 32 - frexp(value)[1] if value else 32
    us = 16 * (shifts & 7) + 17 * (shifts >> 3) - 106
    if shifts >= 8:
        us += 8
        if not shifts & 7:
            us -= 1
    elif not shifts:
        us += longest
    return us * share >> 10


def below_0(us: int, value: float) -> int:
    return us if value < 0.0 else 0


LARGEST_FACTOR = 13                     # the machine's table of powers of 10 ends there


def _scaling(tens: int) -> int:
    """What it takes to multiply a number by so many tens, or to divide it by them."""
    us, left = 0, abs(tens)
    while left:
        power = min(left, LARGEST_FACTOR)
        us += 320 + 9 * factor(mantissa(10.0**power)) // 10 if tens > 0 else 1600
        left -= power
    return us


SCALED = tuple(_scaling(9 - digits) for digits in range(LEAST_TEN, -LEAST_TEN))     # by the digits that are guessed


def real_shown(share: int, zero: int, value: float) -> int:
    """What making digits of a real takes besides what it takes for any. The machine guesses from the binary
    exponent how many there are, and scales the number to nine digits; where there is one more, it divides by 10."""
    if not value:
        return zero * share >> 10
    size = abs(value)
    digits = floor(frexp(size)[1] * DECIMALS_A_BIT)
    us = SCALED[digits - LEAST_TEN]
    guessed = size < TENS[digits - LEAST_TEN]
    if not guessed:
        digits += 1
    scaled = size * TENS[9 - digits - LEAST_TEN]
    if not guessed:
        us += 1190 + 17 * mantissa(scaled).bit_count()
    number = int(scaled + 0.5)
    us += 19 * number.bit_length() + 10 * decimal_steps(number)
    behind = 9 - digits
    while not number % 10:
        number = number // 10
        behind -= 1
        us += 8
    if behind > 0:
        us += 95 + 10 * behind
        if digits < 0:
            us += 100
    return us * share >> 10


def decimal_steps(number: int) -> int:
    """The machine makes a decimal number by doubling it, once for each bit of the binary one. In how many of these steps it has
    a second byte, in how many a third, and so on, in all."""
    return (number // 100).bit_length() + (number // 10000).bit_length() + (number // 1000000).bit_length() + \
        (number // 100000000).bit_length()


def real_printed(us: int, share: int, zero: int, value: float) -> int:
    return us + real_shown(share, zero, value)


def whole_shown(share: int, zero: int, two: int, three: int, four: int, five: int, value: float) -> int:
    """What making digits of an integer takes more than of 1."""
    size = int(abs(value))
    if not size:
        return zero * share >> 10
    us = 20 * size.bit_length() - 20 + 12 * decimal_steps(size)
    if size > 255:
        us += 38
    if size > 999:
        us += five if size > 9999 else four
    elif size > 9:
        us += three if size > 99 else two
    if value < 0.0:
        us -= 8
    return us * share >> 10


def whole_printed(us: int, share: int, zero: int, two: int, three: int, four: int, five: int, value: float) -> int:
    return us + whole_shown(share, zero, two, three, four, five, value)


class NumberShown:
    """Weighs a number that is an integer or a real."""

    def __init__(self, whole: Callable[[float], int], real: Callable[[float], int]):
        self.whole = whole
        self.real = real

    def __call__(self, value: int | float) -> int:
        return self.real(value) if type(value) is float else self.whole(value)


def number_read(share: int, none: int, digit: int, further: int, long: int, fraction: int, value: int | float) -> int:
    """VAL reads digit by digit. Where nothing stands that it can read, its result is 0."""
    return whole_read(share, none, digit, further, value) if type(value) is int else real_read(long, fraction, value)


def whole_read(share: int, none: int, digit: int, further: int, value: float) -> int:
    if not value:
        return none
    size, us = abs(value), -digit
    if size >= 256.0:
        us += 5
    while size >= 10.0:
        size = float(floor(size / 10.0))
        us += digit
        if size >= 256.0:
            us += further
    return us * share >> 10


def real_read(long: int, fraction: int, value: float) -> int:
    return fraction if value != float(floor(value)) else long


def compared_characters(share: int, each: int, ended: int, seen: int) -> int:
    """What a comparison of texts takes that has `seen` what packed_texts.characters_compared says."""
    return (each * (seen >> 1) + ended * (seen & 1)) * share >> 10


class OfTexts:
    """Weighs two texts by how many characters are compared."""

    def __init__(self, weigh: Callable[[int], int]):
        self.weigh = weigh

    def __call__(self, left: bytes, right: bytes) -> int:
        size = min(len(left), len(right))
        if left[:size] == right[:size]:
            return self.weigh(2 * size + (len(left) != len(right)))
        return self.weigh(2 * next(at for at in range(size) if left[at] != right[at]) + 2)


class OfSearch:
    """Weighs INSTR by the places that it looks at."""

    def __init__(self, each: int):
        self.each = each

    def __call__(self, found: int, begin: int, text: bytes, sought: bytes) -> int:
        return self.each * ((found or len(text)) - begin + 1) if sought and begin <= len(text) else 0


class OfLength:
    """Weighs a string by its length."""

    def __init__(self, weigh: Callable[[int], int]):
        self.weigh = weigh

    def __call__(self, text: bytes) -> int:
        return self.weigh(len(text))


class OfLeadingZeros:
    """Weighs the text of a number by what leading_zeros says of it."""

    def __init__(self, weigh: Callable[[int], int]):
        self.weigh = weigh

    def __call__(self, text: bytes) -> int:
        return self.weigh(leading_zeros(text))


def leading_zeros(text: bytes) -> int:
    """Twice the zeros that a number begins with, and 1 more if no other digit follows; 0 of an empty text and behind &."""
    digits = text.lstrip(b" \t\n").lstrip(b"+-").lstrip(b" \t\n")
    if not digits or digits.startswith(b"&"):
        return 0
    rest = digits.lstrip(b"0.")
    return 2 * (len(digits) - len(rest) - digits[:len(digits) - len(rest)].count(b".")) + (not rest[:1].isdigit())


def zeros_read(share: int, zero: int, each: int, no_digit: int, zeros: int) -> int:
    """What VAL takes for them, by what leading_zeros says."""
    if zeros == 1:
        us = no_digit
    elif zeros & 1:
        us = zero + each * ((zeros >> 1) - 1)
    else:
        us = each * (zeros >> 1)
    return us * share >> 10


def characters(none: int, each: int, length: int) -> int:
    """Of a function that makes a string of so many."""
    return each * length >> 10 if length else none


def quotient(share: int, each: int, ones: int, nothing: int, negative: int, divisor: int, value: float) -> int:
    """What an integer division by a number takes more than 1 \\ 1, by the bits of its quotient."""
    result = int(abs(value) / divisor)
    us = nothing
    if result:
        us = each * (result.bit_length() - 1) + ones * (result.bit_count() - 1) - (100 if result > 255 else 0)
    if divisor > 255:
        us -= 4
    if value < 0:
        us += negative
    return us * share >> 10


def division(share: int, each: int, ones: int, nothing: int, remains: bool, z: int, a: int, b: int) -> int:
    """The same for z = a \\ b, or a MOD b where it `remains`."""
    negative = 18
    us = 0
    if b < 0:
        us = 10 if remains or a < 0 else 18
        negative = 18 if remains else 10
    return quotient(share, each, ones, nothing, negative, abs(b), float(a)) + (us * share >> 10)

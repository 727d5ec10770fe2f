"""The 40-bit real: a sign, 32 bits of mantissa, an exponent from 2^-128 to just below 2^127.

A real is a Python float that such a number can hold: never an infinity or a NaN. The machine rounds half away
from zero, save that a difference of numbers more than 8 bits apart sees only 8 bits of the smaller one below the
last bit of the larger one; what underflows is 0, what overflows is LARGEST with its sign.

A zero has a sign, as on the machine. A sum of 0 has that of its right summand, a difference of 0 the other one than its
subtrahend. A product that is 0 or underflows has the sign of its right factor, a quotient that of its dividend.

The double result x of an operation is brought to 32 bits by Veltkamp's splitting, y = t - (t - x) with t = x * SPLIT,
which rounds to nearest. Ties decide what is left: adding the last bit of the double, x * NUDGE, makes them round away
from zero and does no harm to an x that is exact in 52 bits. What is still in doubt is worked out in integers.

In place of a call a compiler may write

    y if (y := (t := (x := a + b) * PROBE) - (t - x)) == x and LEAST < y * y < GREATEST else add(a, b)

and the same for a - b and a * b: where y is x, the double has no more than 32 bits and is the machine's result too.
PROBE differs from SPLIT so that y is never x for a mantissa of 32 ones, which 2^n - 2^(n-33) would give although the
machine answers 2^n.
"""

from math import copysign, floor, frexp, ldexp

from basic.errors import DIVISION_BY_ZERO, IMPROPER, OVERFLOW, BasicError, SoftError

LARGEST = (2.0**32 - 1) * 2.0**95
SMALLEST = 2.0**-128
SPLIT = 2.0**21 + 1
PROBE = 2.0**21 + 1 + 2.0**-10
NUDGE = 2.0**-53
TENS = tuple(10.0**power for power in range(14))
LEAST, GREATEST = 2.0**-255, 2.0**253       # of the square of a result that is sure to be in range

# Written out below, where they are faster than names.
assert (SPLIT, PROBE, NUDGE) == (2097153.0, 2097153.0009765625, 1.1102230246251565e-16)
assert (LEAST, GREATEST) == (1.727233711018889e-77, 1.4474011154664524e+76)


def add(a: float, b: float) -> float:
    x = a + b
    t = x * 2097153.0009765625
    y = t - (t - x)
    w = x * x
    if 1.727233711018889e-77 < w < 1.4474011154664524e+76:
        if y == x:
            return x
        v = a * b
        if v * 524288.0 > w or v * -253.0 > w:      # fewer than 20 bits apart, or at most 8 with unlike signs
            x += x * 1.1102230246251565e-16
            t = x * 2097153.0
            return t - (t - x)
        return _distant_sum(a, b, x)
    return b * 0.0 if x == 0 else _exact_sum(a, b)


def sub(a: float, b: float) -> float:
    # add(a, -b) without the price of a second call.
    x = a - b
    t = x * 2097153.0009765625
    y = t - (t - x)
    w = x * x
    if 1.727233711018889e-77 < w < 1.4474011154664524e+76:
        if y == x:
            return x
        v = a * b
        if v * -524288.0 > w or v * 253.0 > w:
            x += x * 1.1102230246251565e-16
            t = x * 2097153.0
            return t - (t - x)
        return _distant_sum(a, -b, x)
    return b * -0.0 if x == 0 else _exact_sum(a, -b)


def mul(a: float, b: float) -> float:
    x = a * b
    t = x * 2097153.0
    p = t - x
    y = t - p
    if 1.727233711018889e-77 < x * x < 1.4474011154664524e+76:
        if y == x:
            return y
        r = (x - y) * 2.0
        if (p + r) - p != r:
            return y
        return _tied_product(a, b, x)
    return b * 0.0 if x == 0 else _exact_product(a, b)


def div(a: float, b: float) -> float:
    if not b:
        raise SoftError(DIVISION_BY_ZERO, copysign(LARGEST, a))
    x = a / b
    t = x * 2097153.0
    p = t - x
    y = t - p
    if 1.727233711018889e-77 < x * x < 1.4474011154664524e+76:
        if y == x:
            return y
        r = (x - y) * 2.0
        if (p + r) - p != r:
            return y
    return a * 0.0 if x == 0 else _exact_quotient(a, b)


def _distant_sum(a: float, b: float, x: float) -> float:
    """The machine's sum lies between the double's neighbour below and x plus the 2^-38 that it may not see, as long
    as the numbers are at most 32 bits apart; beyond, it does not look at the smaller one."""
    if abs(a * b) * 2147483648.0 < x * x:
        return _exact_sum(a, b)
    z = x + x * 3.637978807091713e-12
    t = z * 2097153.0
    y = t - (t - z)
    z = x - x * 1.1102230246251565e-16
    t = z * 2097153.0
    return y if y == t - (t - z) else _exact_sum(a, b)


def _tied_product(a: float, b: float, x: float) -> float:
    """x, the double nearest to a * b, lies half-way between two reals: find on which side of it the product is."""
    t = b * 4294967297.0
    high = t - (t - b)
    excess = (a * high - x) + a * (b - high)
    nudge = x * 1.1102230246251565e-16
    x = x - nudge if excess * x < 0 else x + nudge
    t = x * 2097153.0
    return t - (t - x)


def _parts(x: float) -> tuple[int, int]:
    m, exponent = frexp(x)
    return int(m * 4294967296.0), exponent


def _assembled(mantissa: int, exponent: int) -> float:
    """A mantissa of exactly 40 bits and its sign, the exponent that of a fraction 0.5..1; rounds to 32 bits."""
    size = (abs(mantissa) + 128) >> 8
    if exponent < -127:
        return 0.0
    if exponent > 127 or exponent == 127 and size >> 32:
        raise SoftError(OVERFLOW, -LARGEST if mantissa < 0 else LARGEST)
    return ldexp(-size if mantissa < 0 else size, exponent - 32)


def _exact_sum(a: float, b: float) -> float:
    m, exponent = _parts(a)
    n, smaller = _parts(b)
    if not m or not n:
        return a if m else b
    if exponent < smaller:
        m, exponent, n, smaller = n, smaller, m, exponent
    distance = exponent - smaller
    seen = (abs(n) << 8) >> distance if distance <= 32 else 0
    total = (m << 8) + (seen if n > 0 else -seen)
    if not total:
        return 0.0
    shift = abs(total).bit_length() - 40
    if shift > 0:
        total = total >> 1 if total > 0 else -(-total >> 1)
    return _assembled(total << -shift if shift < 0 else total, exponent + shift)


def _exact_product(a: float, b: float) -> float:
    m, i = _parts(a)
    n, j = _parts(b)
    size, other = abs(m), abs(n)
    product = size * (other >> 8) + (size * (other & 255) >> 8)        # without its lowest byte, so 64 bits hold it
    shift = product.bit_length() - 40
    product >>= shift
    made = _assembled(product if (m < 0) == (n < 0) else -product, i + j + shift - 16)
    return made if made else b * 0.0


def _exact_quotient(a: float, b: float) -> float:
    m, i = _parts(a)
    n, j = _parts(b)
    size, divisor = abs(m) << 30, abs(n)                                # in two parts, so 64 bits hold each
    high = size // divisor
    quotient = (high << 18) + ((size - high * divisor << 18) // divisor)
    shift = quotient.bit_length() - 40
    quotient >>= shift
    made = _assembled(quotient if (m < 0) == (n < 0) else -quotient, i - j + shift - 8)
    return made if made else a * 0.0


def round40(x: float) -> float:
    """The real nearest to a double, half away from zero."""
    if not x:
        return 0.0
    m, exponent = frexp(x)
    return _assembled(int(m * 1099511627776.0), exponent)


def to_bytes(x: float) -> bytes:
    """As a variable holds it: the mantissa, low byte first, its top bit the sign; then the exponent plus 128."""
    if not x:
        return bytes((0, 0, 0, 0x80 if copysign(1, x) < 0 else 0, 0))
    m, exponent = _parts(x)
    mantissa = m & 0x7FFFFFFF if m > 0 else -m | 0x80000000
    return mantissa.to_bytes(4, "little") + bytes((exponent + 128,))


def from_bytes(data: bytes) -> float:
    if not data[4]:
        return -0.0 if data[3] & 0x80 else 0.0
    m = int.from_bytes(data[:4], "little")
    return ldexp(-m if m >> 31 else m | 0x80000000, data[4] - 160)


def to_integer(x: float) -> int:
    """CINT: half away from zero."""
    n = floor(x + 0.5) if x >= 0 else -floor(0.5 - x)
    if -32768 <= n <= 32767:
        return n
    raise BasicError(OVERFLOW)


def to_unsigned(x: float) -> int:
    """An address: -32768..65535 as 0..65535."""
    n = floor(x + 0.5) if x >= 0 else -floor(0.5 - x)
    if -32768 <= n <= 65535:
        return n & 0xFFFF
    raise BasicError(OVERFLOW)


def fix(x: float) -> int | float:
    """Like int_ and round_to an integer where 16 bits hold it, else a real."""
    return int(x) if -32769.0 < x < 32768.0 else _whole(x, 0.0)


def int_(x: float) -> int | float:
    return floor(x) if -32768.0 <= x < 32768.0 else float(floor(x))


def nearest(x: float) -> int | float:
    """ROUND(x): half away from zero."""
    if -32768.5 < x < 32767.5:
        return floor(x + 0.5) if x >= 0 else -floor(0.5 - x)
    return _whole(x, 0.5)


def _whole(x: float, more: float) -> float:
    if abs(x) >= 4294967296.0:
        return x
    return float(floor(x + more)) if x >= 0 else -float(floor(more - x))


def ten(x: float, exponent: int) -> float:
    """x times a power of ten, in the machine's steps: the thirteenth power as often as it goes, then the rest. What overflows
    before the last step goes on as the largest number."""
    if not x:
        return x
    up, size = exponent > 0, abs(exponent)
    while size > 13:
        try:
            x = mul(x, 1e13) if up else div(x, 1e13)
        except SoftError:
            x = -LARGEST if x < 0 else LARGEST
        size -= 13
    if not size:
        return x
    return mul(x, TENS[size]) if up else div(x, TENS[size])


def round_to(x: float, places: int = 0) -> int | float:
    """ROUND(x, places)."""
    if not -39 <= places <= 39:
        raise BasicError(IMPROPER)
    if isinstance(x, int):
        return x if places >= 0 else to_integer(_round_scaled(float(x), places))
    return _round_scaled(x, places) if places else nearest(x)


def _round_scaled(x: float, places: int) -> float:
    try:
        scaled = ten(x, places)
    except SoftError:
        return x
    if abs(scaled) >= 4294967296.0:
        return x
    return ten(_whole(scaled, 0.5), -places)

"""SQR, EXP, LOG, SIN and their kin, ^ and RND: the machine's series, each operation rounded to 40 bits.

The angle functions take `degrees`: whether DEG is in force. Both ROMs give the same bits, but for one case of ^. Each function
gives its value and by how many microseconds the time that it takes depends on its argument. In a series, the square of the
argument is the left factor of each product but the last; what its sums take depends on the square's exponent, and on little
else: within 0.5 %."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import floor, frexp, ldexp

from basic.errors import DIVISION_BY_ZERO, IMPROPER, OVERFLOW, BasicError, SoftError
from basic.values.reals import LARGEST, SMALLEST, add, div, mul, round40, sub, to_bytes
from basic.values.weighing import divided, factor, mantissa

Reals = Sequence[float]
Whole = Sequence[int]

PI = round40(3.1415926535)
_QUARTER_TURN = round40(1.5707963267)
_DEGREES_OF_A_RADIAN = round40(57.29577951)
_RADIANS_OF_A_DEGREE = round40(0.01745329252)
_HALF_TURNS_OF_A_RADIAN = round40(0.3183098861)
_HALF_TURNS_OF_A_DEGREE = round40(0.005555555555)
_ROOT_OF_A_HALF = round40(0.7071067812)
_LOG_2 = round40(0.6931471806)
_LOG10_2 = round40(0.3010299957)
_TWOS_OF_E = round40(1.4426950407)
_EXP_MOST = round40(88.0296919)
_EXP_LEAST = round40(-88.72283912)

# An argument below these counts as 0.
_EXP_SEES, _SINE_SEES = 2.0**-31, 2.0**-23
_SMALL_ANGLE, _SMALL_ANGLE_IN_DEGREES = 2.0**-16, 2.0**-10

_LOG = tuple(map(round40, (0.4342597513, 0.5765843422, 0.9618007622, 2.885390073)))
_EXP_EVEN = tuple(map(round40, (6.862580597e-05, 0.025736674725, 0.5)))
_EXP_ODD = tuple(map(round40, (0.00198163838, 0.17328679515)))
_SIN = tuple(map(round40, (-3.42879073e-06, 0.0001602470288, -0.004681651017, 0.07969260126, -0.6459640954, 1.5707963267)))
_ATN = tuple(map(round40, (0.001091115409, -0.007199405, 0.022274394396, -0.04435753387, 0.0671610958, -0.08798772606,
                           0.11054501275, -0.1427915963, 0.1999960464, -0.3333332393, 0.9999999995)))

# By the exponent of the square, from 0 down.
_EXP_TAKES = (-159, -159, -159, -162, -124, -30, 1, -17, 11, -4, 15, -74, -35, -36, -36, 0)
_LOG_TAKES = (47, 47, 47, 47, 47, 47, -20, -103, -85, -23, 24, 58, 100, 154, 93, 0)
_SIN_TAKES = (0, 69, -21, -40, -75, -25, -22, 30, 75, 160, 65, 45, 5, 63, 50, 132)
_ATN_TAKES = (0, 22, 129, 201, 347, 397, 249, -129, -26, 80, 272, 377, 573, 559, 381, 261)


def polynomial(coefficients: Reals, x: float) -> float:
    """x is 0 or from 2^-64 to 1: so what is below cannot leave the range of reals, and no sum is 0."""
    # add(mul(total, x), coefficient) time and again, the common case of both written out: calls are half their price.
    total = coefficients[0]
    for coefficient in coefficients[1:]:
        z = total * x
        t = z * 2097153.0
        p = t - z
        y = t - p
        r = (z - y) * 2.0
        if (p + r) - p == r:
            y = mul(total, x)
        z = y + coefficient
        v = y * coefficient
        w = z * z
        if v * 524288.0 > w or v * -253.0 > w:
            z += z * 1.1102230246251565e-16
            t = z * 2097153.0
            total = t - (t - z)
        else:
            total = add(y, coefficient)
    return total


def series_taken(x: float, square: float, products: int, sums: Whole) -> int:
    """What a series takes that has so many products by the square, besides that one and the last one, by x. Where its sums are
    shifted hangs on the square's exponent."""
    m, exponent = frexp(square)
    bits = int(m * 4294967296.0)
    us = products * factor(bits) + sums[min(max(-exponent, 0), 15)]
    m, exponent = frexp(x)
    bits = int(abs(m) * 4294967296.0)
    return us + 2 * factor(bits)


def _factor(x: float) -> int:
    return factor(mantissa(x)) if x else 0


def sqr(x: float) -> tuple[float, int]:
    if not x:
        return x, -13375
    if x < 0:
        raise BasicError(IMPROPER)
    x, us = log(x)
    root, more = exp(x * 0.5)
    return root, us + more if x else us + more - 360


def exp(x: float) -> tuple[float, int]:
    if abs(x) < _EXP_SEES:
        return 1.0, -6476
    if x >= _EXP_MOST:
        raise SoftError(OVERFLOW, LARGEST)
    if x < _EXP_LEAST:
        return -0.0, -6361
    x = mul(x, _TWOS_OF_E)
    n = nearest(x)
    x -= n
    square = mul(x, x)
    odd = mul(polynomial(_EXP_ODD, square), x)
    rest = sub(polynomial(_EXP_EVEN, square), odd)
    quotient = div(odd, rest)
    us = -3000
    if x:
        us = series_taken(x, square, 3, _EXP_TAKES) + divided(odd, rest)
    x = ldexp(add(quotient, 0.5), int(n) + 1)
    return x if x >= SMALLEST else 0.0, us if n else us - 315


def log(x: float) -> tuple[float, int]:
    return logarithm(x, _LOG_2)


def log10(x: float) -> tuple[float, int]:
    return logarithm(x, _LOG10_2)


def logarithm(x: float, of_two: float) -> tuple[float, int]:
    if x <= 0:
        raise SoftError(OVERFLOW, x)
    m, exponent = frexp(x)
    us = 0
    if m < _ROOT_OF_A_HALF:
        m *= 2
        exponent -= 1
        us = 53
    # m - 1 is exact: both are within a factor of two
    less, more = m - 1.0, add(m, 1.0)
    quotient = div(less, more)
    if not exponent:
        us -= 264
    if quotient:
        square = mul(quotient, quotient)
        us += series_taken(quotient, square, 3, _LOG_TAKES) + divided(less, more)
        quotient = mul(polynomial(_LOG, square), quotient)
    else:
        us -= 2705 if exponent else 3705
    return mul(add(quotient, float(exponent)), of_two), us


def nearest(x: float) -> float:
    """The nearest whole number; it can be taken away exactly, since there is no bit below the last of x."""
    if not -65535.5 < x < 65535.5:
        raise BasicError(IMPROPER)
    return float(int(x + 0.5 if x > 0 else x - 0.5))


def sin(x: float, degrees: bool = False) -> tuple[float, int]:
    if abs(x) < (_SMALL_ANGLE_IN_DEGREES if degrees else _SMALL_ANGLE):
        if degrees:
            return mul(_RADIANS_OF_A_DEGREE, x), -4318 if x else -5525
        return x, -5605
    sine, us = _sine_of_half_turns(mul(x, _HALF_TURNS_OF_A_DEGREE if degrees else _HALF_TURNS_OF_A_RADIAN))
    return sine, us - 51 if degrees else us


def cos(x: float, degrees: bool = False) -> tuple[float, int]:
    if abs(x) < (_SMALL_ANGLE_IN_DEGREES if degrees else _SMALL_ANGLE):
        return 1.0, -5795
    x = add(mul(abs(x), _HALF_TURNS_OF_A_DEGREE if degrees else _HALF_TURNS_OF_A_RADIAN), 0.5)
    cosine, us = _sine_of_half_turns(x)
    return cosine, us - 51 if degrees else us


def _sine_of_half_turns(x: float) -> tuple[float, int]:
    n = nearest(x)
    x = (x - n if x != n else x * 0.0) * (-2.0 if int(n) & 1 else 2.0)
    if abs(x) < _SINE_SEES:
        return x * 0.0, -3570
    square = mul(x, x)
    us = series_taken(x, square, 5, _SIN_TAKES)
    return mul(polynomial(_SIN, square), x), us if n else us - 335


def tan(x: float, degrees: bool = False) -> tuple[float, int]:
    cosine, us = cos(x, degrees)
    sine, more = sin(x, degrees)
    quotient = div(sine, cosine)
    return quotient, us + more + (divided(sine, cosine) if sine else -1020)


def atn(x: float, degrees: bool = False) -> tuple[float, int]:
    angle, us = x if x >= 0 else -x, -6305
    if angle >= _SMALL_ANGLE:
        if abs(x) >= 1:
            angle = div(1.0, angle)
            us += 1518 + divided(1.0, abs(x))
        square = mul(angle, angle)
        us += 6305 + series_taken(angle, square, 10, _ATN_TAKES)
        angle = mul(polynomial(_ATN, square), angle)
        if abs(x) >= 1:
            angle = sub(_QUARTER_TURN, angle)
    if degrees:
        us += 1237 if angle else 60
        angle = mul(_DEGREES_OF_A_RADIAN, angle)
    return -angle if x < 0 else angle, us


def power(a: float, b: float) -> tuple[float, int]:
    """a ^ b"""
    return _power(a, b, True)


def power_1_0(a: float, b: float) -> tuple[float, int]:
    """BASIC 1.0 forgets the sign of a where b is 1."""
    return _power(a, b, False)


def _power(a: float, b: float, basic_1_1: bool) -> tuple[float, int]:
    if not b:
        return 1.0, -570
    if not a:
        if b < 0:
            raise SoftError(DIVISION_BY_ZERO, LARGEST)
        return a, -590
    if b == 1 and not basic_1_1:
        return abs(a), 0
    whole = abs(b) < 4294967296.0 and float(floor(b)) == b
    if a < 0 and not whole:
        raise BasicError(IMPROPER)
    negative = a < 0 and int(b) & 1 == 1
    base = abs(a)
    if whole and abs(b) < 39:
        x, us = _whole_power(base, int(b), negative)
        if a < 0:
            us += 30 if negative else 15
    else:
        x, us = log(base)
        x, more = exp(mul(x, b))
        us += more + _factor(b) + (12650 if basic_1_1 else 12740)
    return -x if negative else x, us


def _whole_power(base: float, n: int, negative: bool) -> tuple[float, int]:
    x, size, us = base, abs(n), 0
    bit = 1 << size.bit_length() - 1
    try:
        while bit > 1:
            bit >>= 1
            us += _factor(x) + 313
            x = mul(x, x)
            if size & bit:
                us += _factor(base) + 252
                x = mul(x, base)
    except SoftError:
        if n < 0:
            return -0.0 if negative else 0.0, us       # with the sign it comes to be 0.0
        raise SoftError(OVERFLOW, -LARGEST if negative else LARGEST) from None
    if n > 0:
        return x, us
    quotient = div(1.0, x)
    return quotient, us + 1282 + divided(1.0, x)


OF_ONE_NUMBER = sqr, exp, log, log10, sin, cos, tan, atn
LAST_RESULTS = 500          # of each of them


@cache
def remembering(function: Callable[..., tuple[float, int]]) -> Callable[..., tuple[float, int]]:
    """The function, which looks up what it was last asked for: a drawing takes the sine of the same angles again and again."""
    known = lru_cache(LAST_RESULTS)(function)

    def of(x: float, *degrees: bool) -> tuple[float, int]:
        return known(x, *degrees) if x else function(x, *degrees)      # a 0 has a sign, which a dictionary does not see
    return of if function in OF_ONE_NUMBER else function


_HIGH, _LOW = 0x6C07, 0x8965


def next_seed(seed: int) -> int:
    high, low = seed >> 16, seed & 0xFFFF
    return low * _LOW + _LOW + (high * (_HIGH + _LOW) + _HIGH << 16) & 0xFFFFFFFF


class RandomNumbers:
    """RND and RANDOMIZE. All there is to remember is `seed`."""

    START = 0x89656C07

    def __init__(self) -> None:
        self.seed = self.START

    def next(self) -> float:
        self.seed = next_seed(self.seed)
        return self.last()

    def last(self) -> float:
        """RND(0)."""
        return self.seed * 2.0**-32

    def randomize(self, x: float) -> None:
        self.seed = self.START ^ int.from_bytes(to_bytes(x)[:4], "little")

    def rnd(self, x: float) -> float:
        """RND(x)."""
        if not x:
            return self.last()
        if x < 0:
            self.randomize(x)
        return self.next()

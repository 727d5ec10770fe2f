"""SQR, EXP, LOG, SIN and their kin, ^ and RND: the machine's series, each operation rounded to 40 bits.

The angle functions take `degrees`: whether DEG is in force. Both ROMs give the same bits, but for one case of ^."""

from collections.abc import Sequence
from math import floor, frexp, ldexp

from basic.errors import DIVISION_BY_ZERO, IMPROPER, OVERFLOW, BasicError, SoftError
from basic.values.reals import LARGEST, SMALLEST, add, div, mul, round40, sub, to_bytes

Reals = Sequence[float]

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

_LOG = tuple(map(round40, (0.4342597513, 0.5765843422, 0.9618007622, 2.885390073)))
_EXP_EVEN = tuple(map(round40, (6.862580597e-05, 0.025736674725, 0.5)))
_EXP_ODD = tuple(map(round40, (0.00198163838, 0.17328679515)))
_SIN = tuple(map(round40, (-3.42879073e-06, 0.0001602470288, -0.004681651017, 0.07969260126, -0.6459640954, 1.5707963267)))
_ATN = tuple(map(round40, (0.001091115409, -0.007199405, 0.022274394396, -0.04435753387, 0.0671610958, -0.08798772606,
                           0.11054501275, -0.1427915963, 0.1999960464, -0.3333332393, 0.9999999995)))


def _polynomial(coefficients: Reals, x: float) -> float:
    # add(mul(total, x), coefficient) time and again, the common case of both written out: calls are half their price.
    total = coefficients[0]
    for coefficient in coefficients[1:]:
        z = total * x
        t = z * 2097153.0
        p = t - z
        y = t - p
        if not 1.727233711018889e-77 < z * z < 1.4474011154664524e+76 or y != z and (p + (r := (z - y) * 2.0)) - p == r:
            y = mul(total, x)
        z = y + coefficient
        v = y * coefficient
        w = z * z
        if 1.727233711018889e-77 < w < 1.4474011154664524e+76 and (v * 524288.0 > w or v * -253.0 > w):
            z += z * 1.1102230246251565e-16
            t = z * 2097153.0
            total = t - (t - z)
        else:
            total = add(y, coefficient)
    return total


def _odd_polynomial(coefficients: Reals, x: float) -> float:
    return mul(_polynomial(coefficients, mul(x, x)), x)


def _is_below(x: float, exponent: int) -> bool:
    return not x or frexp(x)[1] <= exponent


def sqr(x: float) -> float:
    return exp(log(x) * 0.5) if x > 0 else power(x, 0.5)


def exp(x: float) -> float:
    if _is_below(x, -31):
        return 1.0
    if x >= _EXP_MOST:
        raise SoftError(OVERFLOW, LARGEST)
    if x < _EXP_LEAST:
        return 0.0
    x = mul(x, _TWOS_OF_E)
    n = _nearest(x)
    x -= n
    square = mul(x, x)
    odd = mul(_polynomial(_EXP_ODD, square), x)
    x = add(div(odd, sub(_polynomial(_EXP_EVEN, square), odd)), 0.5)
    x = ldexp(x, int(n) + 1)
    return x if x >= SMALLEST else 0.0


def log(x: float) -> float:
    return _logarithm(x, _LOG_2)


def log10(x: float) -> float:
    return _logarithm(x, _LOG10_2)


def _logarithm(x: float, of_two: float) -> float:
    if x <= 0:
        raise SoftError(OVERFLOW, x)
    m, exponent = frexp(x)
    if m < _ROOT_OF_A_HALF:
        m *= 2
        exponent -= 1
    # m - 1 is exact: both are within a factor of two
    return mul(add(_odd_polynomial(_LOG, div(m - 1.0, add(m, 1.0))), float(exponent)), of_two)


def _nearest(x: float) -> float:
    """The nearest whole number; it can be taken away exactly, since there is no bit below the last of x."""
    if not -65535.5 < x < 65535.5:
        raise BasicError(IMPROPER)
    return float(int(x + 0.5 if x > 0 else x - 0.5))


def sin(x: float, degrees: bool = False) -> float:
    if _is_below(x, -10 if degrees else -16):
        return mul(x, _RADIANS_OF_A_DEGREE) if degrees else x
    return _sine_of_half_turns(mul(x, _HALF_TURNS_OF_A_DEGREE if degrees else _HALF_TURNS_OF_A_RADIAN))


def cos(x: float, degrees: bool = False) -> float:
    if _is_below(x, -10 if degrees else -16):
        return 1.0
    return _sine_of_half_turns(add(mul(abs(x), _HALF_TURNS_OF_A_DEGREE if degrees else _HALF_TURNS_OF_A_RADIAN), 0.5))


def _sine_of_half_turns(x: float) -> float:
    n = _nearest(x)
    x -= n
    if _is_below(x, -24):
        return 0.0
    return _odd_polynomial(_SIN, -2.0 * x if int(n) & 1 else 2.0 * x)


def tan(x: float, degrees: bool = False) -> float:
    cosine = cos(x, degrees)
    return div(sin(x, degrees), cosine)


def atn(x: float, degrees: bool = False) -> float:
    angle = abs(x)
    if not _is_below(angle, -16):
        angle = _odd_polynomial(_ATN, angle if angle < 1 else div(1.0, angle))
        if abs(x) >= 1:
            angle = sub(_QUARTER_TURN, angle)
    if degrees:
        angle = mul(angle, _DEGREES_OF_A_RADIAN)
    return -angle if x < 0 else angle


def power(a: float, b: float) -> float:
    """a ^ b"""
    return _power(a, b, True)


def power_1_0(a: float, b: float) -> float:
    """BASIC 1.0 forgets the sign of a where b is 1."""
    return _power(a, b, False)


def _power(a: float, b: float, basic_1_1: bool) -> float:
    if not b:
        return 1.0
    if not a:
        if b < 0:
            raise SoftError(DIVISION_BY_ZERO, LARGEST)
        return 0.0
    if b == 1 and not basic_1_1:
        return abs(a)
    whole = abs(b) < 4294967296.0 and float(floor(b)) == b
    if a < 0 and not whole:
        raise BasicError(IMPROPER)
    negative = a < 0 and int(b) & 1 == 1
    base = abs(a)
    x = _whole_power(base, int(b), negative) if whole and abs(b) < 39 else exp(mul(log(base), b))
    return 0.0 - x if negative else x


def _whole_power(base: float, n: int, negative: bool) -> float:
    x, size = base, abs(n)
    bit = 1 << size.bit_length() - 1
    try:
        while bit > 1:
            bit >>= 1
            x = mul(x, x)
            if size & bit:
                x = mul(x, base)
    except SoftError:
        if n < 0:
            return 0.0
        raise SoftError(OVERFLOW, -LARGEST if negative else LARGEST) from None
    return div(1.0, x) if n < 0 else x


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

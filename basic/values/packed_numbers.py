"""Numbers as text and back, with strings as machine code has them: see basic.values.packed_texts. What is worked out with
reals is basic.values.numerals' own; here it is laid out in the memory, and read from there."""

from basic.errors import OVERFLOW, TYPE_MISMATCH, BasicError
from basic.values.numerals import SIGNIFICANT, nine_digits, scaled
from basic.values.packed_texts import AT, BLANK, LENGTH, Bytes, packed

MINUS, PLUS, POINT, AND = 45, 43, 46, 38
TAB, LINE_FEED = 9, 10
ZERO, NINE = 48, 57
LARGE_A, LARGE_E, LARGE_H, LARGE_X = 65, 69, 72, 88
CAPITAL = ~32               # of the bits of a letter
WITH_EXPONENT = 6           # digits
LARGEST_INTEGER = 32767
INTEGER, REAL = 0, 1        # what VAL has read


# to text

def of_whole(m: Bytes, place: int, value: int) -> int:
    """STR$ of a whole number below 1e18: a sign or a blank, and its digits."""
    m[place] = MINUS if value < 0 else BLANK
    return packed(place, put_digits(m, place + 1, abs(value), 1) - place)


def of_real(m: Bytes, place: int, value: float) -> float:
    """The same of a real."""
    if -1e9 < value < 1e9 and value == int(value):
        return float(of_whole(m, place, int(value)))
    m[place] = MINUS if value < 0 else BLANK
    number, power = nine_digits(abs(value))
    digits = int(number)
    if power <= 0:
        while power < 0 and digits % 10 == 0:
            digits = digits // 10
            power += 1
        if power >= -9:
            return float(packed(place, put_with_point(m, place + 1, digits, -power) - place))
    return float(packed(place, put_with_exponent(m, place + 1, digits, power) - place))


def put_digits(m: Bytes, at: int, value: int, least: int) -> int:
    """So many digits at least; gives the address behind them."""
    count, limit = 1, 10
    while value >= limit:
        limit *= 10
        count += 1
    count = max(count, least)
    for i in range(at + count - 1, at - 1, -1):
        rest = value // 10
        m[i] = ZERO + value - rest * 10
        value = rest
    return at + count


def put_with_point(m: Bytes, at: int, digits: int, behind: int) -> int:
    """The last digits stand behind the point; at least one stands before it."""
    end = put_digits(m, at, digits, behind + 1)
    return with_point(m, end - behind, end) if behind else end


def with_point(m: Bytes, at: int, end: int) -> int:
    """Puts a point where the digits from `at` on are, which move."""
    for i in range(end, at, -1):
        m[i] = m[i - 1]
    m[at] = POINT
    return end + 1


def put_with_exponent(m: Bytes, at: int, digits: int, power: int) -> int:
    """One digit, the point, up to five more digits, and the exponent."""
    while digits % 10 == 0:
        digits = digits // 10
        power += 1
    end = put_digits(m, at, digits, 1)
    exponent = end - at - 1 + power
    if end - at > WITH_EXPONENT:
        limit = 1
        while end - at > WITH_EXPONENT:
            limit *= 10
            end -= 1
        rounded = digits // limit
        if (digits - rounded * limit) * 2 >= limit:
            rounded += 1
        put_digits(m, at, rounded, 1)
        if rounded == 1000000:
            exponent += 1
    if end - at > 1:
        end = with_point(m, at + 1, end)
    m[end] = LARGE_E
    m[end + 1] = MINUS if exponent < 0 else PLUS
    return put_digits(m, end + 2, abs(exponent), 2)


# and back

def skipped(m: Bytes, at: int, end: int) -> int:
    """Where the blanks from `at` on end."""
    while at < end and (m[at] == BLANK or TAB <= m[at] <= LINE_FEED):
        at += 1
    return at


def leading_zeros(m: Bytes, text: int) -> int:
    """As basic.values.weighing says."""
    at = text >> AT
    end = at + (text & LENGTH)
    at = skipped(m, at, end)
    while at < end and (m[at] == MINUS or m[at] == PLUS):
        at += 1
    at = skipped(m, at, end)
    if at == end or m[at] == AND:
        return 0
    zeros = 0
    while at < end and (m[at] == ZERO or m[at] == POINT):
        zeros += 2 * int(m[at] == ZERO)
        at += 1
    return zeros + int(not is_digit(m, at, end))


def is_digit(m: Bytes, at: int, end: int) -> bool:
    return at < end and ZERO <= m[at] <= NINE


def number_in(m: Bytes, kind: int, text: int) -> float:
    """VAL; fails where that does. At the address `kind` it says whether the number is an INTEGER or a REAL."""
    at = text >> AT
    end = at + (text & LENGTH)
    at = skipped(m, at, end)
    m[kind] = INTEGER
    if at == end:
        return 0.0
    code = m[at]
    if (code == MINUS) | (code == PLUS):
        return decimal(m, kind, skipped(m, at + 1, end), end, code == MINUS)
    if code == AND:
        return based(m, at + 1, end)
    if code == POINT or is_digit(m, at, end):
        return decimal(m, kind, at, end, False)
    return 0.0


def based(m: Bytes, at: int, end: int) -> float:
    """What stands behind an "&"."""
    at = skipped(m, at, end)
    base = 16
    if at < end:
        letter = m[at] & CAPITAL
        if letter == LARGE_X:
            base = 2
        if (letter == LARGE_X) | (letter == LARGE_H):
            at = skipped(m, at + 1, end)
    first, value = at, 0
    while at < end:
        digit = m[at] - ZERO
        if m[at] > NINE:
            letter = m[at] & CAPITAL
            digit = letter - LARGE_A + 10 if letter >= LARGE_A else base
        if digit < 0 or digit >= base:
            break
        value = value * base + digit
        if value > 0xFFFF:
            raise BasicError(OVERFLOW)
        at += 1
    if at == first:
        raise BasicError(TYPE_MISMATCH)
    return float(value - 0x10000 if value & 0x8000 else value)


def decimal(m: Bytes, kind: int, at: int, end: int, negative: bool) -> float:
    begin = skipped(m, at + 1, end) if at < end and m[at] == POINT else at
    if not is_digit(m, begin, end):
        raise BasicError(TYPE_MISMATCH)
    mantissa, count, fraction, behind = 0, 0, 0, False
    while at < end:
        if m[at] == POINT and not behind:
            behind = True
        elif is_digit(m, at, end):
            fraction += int(behind)
            if count or m[at] != ZERO:
                count += 1
            if count <= SIGNIFICANT:
                mantissa = mantissa * 10 + m[at] - ZERO
        else:
            break
        at = skipped(m, at + 1, end)
    exponent, has_exponent = exponent_at(m, at, end)
    if not behind and not has_exponent and mantissa <= LARGEST_INTEGER + int(negative):
        return float(-mantissa if negative else mantissa)
    m[kind] = REAL
    value = scaled(-mantissa if negative else mantissa, exponent + max(count - SIGNIFICANT, 0) - fraction)
    return value if value or not negative else -0.0


def exponent_at(m: Bytes, at: int, end: int) -> tuple[int, bool]:
    """An "E" and what follows it, and whether that is there."""
    if at == end or m[at] & CAPITAL != LARGE_E:
        return 0, False
    at = skipped(m, at + 1, end)
    down = at < end and m[at] == MINUS
    if down or at < end and m[at] == PLUS:
        at = skipped(m, at + 1, end)
    if not is_digit(m, at, end):
        return 0, False
    exponent = 0
    while is_digit(m, at, end):
        exponent = min(exponent * 10 + m[at] - ZERO, 100)
        at += 1
    if exponent == 100:
        exponent = 127
    return -exponent if down else exponent, True

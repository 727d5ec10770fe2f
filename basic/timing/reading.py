"""What READ takes for a number by how it is written in DATA, in microseconds without the share of interrupts.

The machine multiplies what it has read so far by ten for each further digit, byte by byte. A fraction is such a number that is
divided by a power of ten. Pairs of figures are for BASIC 1.0 and 1.1.
"""

from basic.values.weighing import divided, real_product

BLANK_BEFORE, BLANK_BEHIND = 9, 18
PLUS_SIGN, MINUS_SIGN = -2, 1
DIGIT, NEXT_DIGIT, FURTHER_BYTE, LEADING_ZERO = 125, 140, 37, 72
ZERO, TWO_BYTES = -20, 5
NORMALISED_BIT = 16
WIDE = {2: (292, 291), 3: (205, 254), 4: (192, 242), 5: (176, 225)}     # more than 16 bits, by the bytes of the number
FRACTION = {1: (1488, 1521), 2: (1470, 1503), 3: (1456, 1488)}          # likewise, with a point
NO_WHOLE = 10                   # nothing before the point
RAISED, LOWERED = (933, 970), 160       # by an exponent, besides the product, or the quotient of a fraction
BASED = (-190, -135)            # with &
OTHER_BASE = {b"X": 22, b"H": 34}
CAPITAL, SMALL_LETTER = 17, 31
SHIFTED = (159, 109)            # a digit behind the first of one with &; each bit of what has been read, each that is 1
SHIFTED_BIT, SHIFTED_ONE = 10, 4
SHIFTED_SMALL = (130, 80), (146, 96), (150, 100)
SHIFTED_WIDE = (218, 168)


def number(model: int, text: bytes, value: float) -> float:
    """An item of DATA, with the blanks around it, as an integer; of a real, also what makes an integer of digits a real."""
    item = text.strip()
    us: float = BLANK_BEFORE * (len(text) - len(text.lstrip())) + BLANK_BEHIND * (len(text) - len(text.rstrip()))
    us += BLANK_BEFORE * item.count(b" ")
    item = item.replace(b" ", b"").upper() if b"&" not in item else item.replace(b" ", b"")
    us += PLUS_SIGN * item.startswith(b"+") + MINUS_SIGN * item.startswith(b"-")
    item = item.lstrip(b"+-")
    if item.startswith(b"&"):
        return us + _based(model, item[1:])
    mantissa, _, power = item.partition(b"E")
    whole, _, fraction = mantissa.partition(b".")
    digits = whole + fraction
    if not digits.isdigit():
        return us
    us += _digits(digits)
    if type(value) is int:
        return us + DIGIT
    size = int(digits)
    us += NORMALISED_BIT * (-size.bit_length() % 8)
    exponent = -len(fraction) + (int(power) if power.strip(b"+-").isdigit() else 0)
    if exponent < 0:
        us += FRACTION[min(_bytes(size), 3)][model] + NO_WHOLE * (not whole) + LOWERED * bool(power)
        return us + divided(float(size), 10.0 ** min(-exponent, 38)) if size else us
    if power or b"." in mantissa:
        return us + RAISED[model] + (real_product(1024, abs(value), 10.0 ** min(exponent, 38), float(size)) if size else 0)
    return us + WIDE[min(max(_bytes(size), 2), 5)][model]


def _bytes(size: int) -> int:
    return max((size.bit_length() + 7) // 8, 1)


def _digits(digits: bytes) -> int:
    """All of them, behind the first that is not 0."""
    used = digits.lstrip(b"0")
    us = LEADING_ZERO * (len(digits) - max(len(used), 1)) + NEXT_DIGIT * max(len(used) - 1, 0)
    if not used:
        return us + ZERO
    size = 0
    for digit in used[:-1]:
        size = 10 * size + digit - 48
        us += FURTHER_BYTE * (_bytes(size) - 1)
    return us + TWO_BYTES * (int(used) >= 256)


def _based(model: int, item: bytes) -> int:
    letter = item[:1].upper()
    us = BASED[model] + OTHER_BASE.get(letter, 0)
    base = 2 if letter == b"X" else 16
    size = 0
    for at, digit in enumerate(item.lstrip(b"XxHh")):
        if digit >= 65:
            us += SMALL_LETTER if digit >= 97 else CAPITAL
        if at:
            us += _shifted(model, size, base)
        size = base * size + int(chr(digit), 16)
    return us


def line_number(model: int, value: int) -> int:
    """The digits behind the first one of a line's number."""
    us, size = 0, 0
    for at, digit in enumerate(str(value)):
        us += _shifted(model, size, 10) if at else 0
        size = 10 * size + int(digit)
    return us


def _shifted(model: int, size: int, base: int) -> int:
    if size > 255:
        size = base
        return SHIFTED[model] + SHIFTED_BIT * base.bit_length() + SHIFTED_ONE * base.bit_count() + 5
    if size < len(SHIFTED_SMALL):
        return SHIFTED_SMALL[size][model]
    return SHIFTED[model] + SHIFTED_BIT * size.bit_length() + SHIFTED_ONE * size.bit_count()

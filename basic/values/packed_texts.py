"""Strings as machine code has them, in the subset of Python that basic.native translates.

A string is one number: its address in the memory `m`, whether it stands in the program (LITERAL), and its length. `place` is an
address with room for 255 characters. The Python text of a unit has bytes, and Python's own operators.
"""

from basic.errors import TYPE_MISMATCH, BasicError

Bytes = bytearray | memoryview

LENGTH, LITERAL, AT = 255, 256, 9       # the address begins at bit AT
BLANK, MINUS, PLUS, POINT, AND = 32, 45, 43, 46, 38
TAB, LINE_FEED = 9, 10
FIRST_DIGIT, LAST_DIGIT = 48, 57
LARGE_E = 69
LARGE_A, LARGE_Z, SMALL_A, SMALL_Z = 65, 90, 97, 122


def packed(address: int, length: int) -> int:
    return address << AT | length


def kept(m: Bytes, place: int, text: int) -> int:
    """As a variable keeps it: what stands in the program stays there, all else is copied to the variable's own place."""
    if text & LITERAL:
        return text
    address, length = text >> AT, text & LENGTH
    for i in range(length):             # where they overlap, the place is in front
        m[place + i] = m[address + i]
    return packed(place, length)


def joined(m: Bytes, place: int, left: int, right: int) -> int:
    """Both together are not too long."""
    size, more = left & LENGTH, right & LENGTH
    address = left >> AT
    for i in range(size):
        m[place + i] = m[address + i]
    address = right >> AT
    for i in range(more):
        m[place + size + i] = m[address + i]
    return packed(place, size + more)


def compared(m: Bytes, left: int, right: int) -> int:
    """Below 0, 0 or above 0."""
    one, other = left >> AT, right >> AT
    for i in range(min(left & LENGTH, right & LENGTH)):
        difference = m[one + i] - m[other + i]
        if difference:
            return difference
    return (left & LENGTH) - (right & LENGTH)


def left_part(text: int, count: int) -> int:
    return packed(text >> AT, min(text & LENGTH, count))


def right_part(text: int, count: int) -> int:
    size = min(text & LENGTH, count)
    return packed((text >> AT) + (text & LENGTH) - size, size)


def middle_part(text: int, begin: int, count: int) -> int:
    before = min(begin - 1, text & LENGTH)
    return packed((text >> AT) + before, min((text & LENGTH) - before, count))


def repeated(m: Bytes, place: int, text: int, count: int) -> int:
    if not text & LENGTH:
        return packed(place, 0)
    code = m[text >> AT]
    for i in range(count):
        m[place + i] = code
    return packed(place, count)


def in_capitals(m: Bytes, place: int, text: int) -> int:
    return with_letters_moved(m, place, text, SMALL_A, SMALL_Z, LARGE_A - SMALL_A)


def in_small_letters(m: Bytes, place: int, text: int) -> int:
    return with_letters_moved(m, place, text, LARGE_A, LARGE_Z, SMALL_A - LARGE_A)


def with_letters_moved(m: Bytes, place: int, text: int, first: int, last: int, by: int) -> int:
    address, length = text >> AT, text & LENGTH
    for i in range(length):
        code = m[address + i]
        if first <= code <= last:
            code += by
        m[place + i] = code
    return packed(place, length)


def of_whole(m: Bytes, place: int, value: int) -> int:
    """STR$ of a whole number below 1e18: a sign or a blank, and its digits."""
    m[place] = MINUS if value < 0 else BLANK
    size = abs(value)
    count, limit = 1, 10
    while size >= limit:
        limit *= 10
        count += 1
    for i in range(count, 0, -1):
        m[place + i] = FIRST_DIGIT + size % 10
        size = size // 10
    return packed(place, count + 1)


def of_real(m: Bytes, place: int, value: float) -> float:
    """The same of a real that is a whole number and has at most nine digits; fails with all others."""
    if not -1e9 < value < 1e9 or value != int(value):
        raise BasicError(TYPE_MISMATCH)
    return float(of_whole(m, place, int(value)))


def with_blank(m: Bytes, text: int) -> int:
    """A string at a place of its own, and a blank behind it."""
    m[(text >> AT) + (text & LENGTH)] = BLANK
    return text + 1


def skipped(m: Bytes, at: int, end: int) -> int:
    """Where the blanks from `at` on end."""
    while at < end and (m[at] == BLANK or TAB <= m[at] <= LINE_FEED):
        at += 1
    return at


def number_in(m: Bytes, text: int) -> float:
    """VAL of a whole number of at most four digits, or of text that does not begin like a number. Fails with all else."""
    at = text >> AT
    end = at + (text & LENGTH)
    at = skipped(m, at, end)
    if at == end:
        return 0.0
    negative = m[at] == MINUS
    signed = negative | (m[at] == PLUS)
    if signed:
        at = skipped(m, at + 1, end)
    first, value = at, 0
    while at < end and FIRST_DIGIT <= m[at] <= LAST_DIGIT:
        value = value * 10 + m[at] - FIRST_DIGIT
        at += 1
        if at - first > 4:
            raise BasicError(TYPE_MISMATCH)
    rest = skipped(m, at, end)
    code = m[rest] if rest < end else 0
    capital = code & ~(SMALL_A - LARGE_A)
    goes_on = FIRST_DIGIT <= code <= LAST_DIGIT or code == POINT or capital == LARGE_E
    if goes_on or code == AND or signed and at == first:
        raise BasicError(TYPE_MISMATCH)
    return float(-value if negative else value)

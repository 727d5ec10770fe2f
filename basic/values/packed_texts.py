"""Strings as machine code has them, in the subset of Python that basic.native translates.

A string is one number: its address in the memory `m`, whether it stands in the program (LITERAL), and its length. `place` is an
address with room for 255 characters. The Python text of a unit has bytes, and Python's own operators.
"""

Bytes = bytearray | memoryview
Whole = memoryview

LENGTH, LITERAL, AT = 255, 256, 9       # the address begins at bit AT
ARRAY = 32              # bits of an element's place; those above are the number of its array
BLANK = 32
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


def set_element(m: Bytes, numbers: Whole, changed: Whole, marks: int, texts: int, place: int, array: int, text: int) -> None:
    """Sets an element of a string array: its number, its characters, 256 from the address `texts` on, and at `marks` a byte
    that says that it has been `changed`, of which the first is how many there are."""
    numbers[place] = kept(m, texts + (place << 8), text)
    if not m[marks + place]:
        m[marks + place] = 1
        changed[0] += 1
        changed[changed[0]] = array | place


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


def characters_compared(m: Bytes, left: int, right: int) -> int:
    """How many are looked at to find whether they are equal, twice; and 1 where one text ends before the other."""
    one, other = left >> AT, right >> AT
    size = min(left & LENGTH, right & LENGTH)
    for i in range(size):
        if m[one + i] != m[other + i]:
            return 2 * i + 2
    return 2 * size if left & LENGTH == right & LENGTH else 2 * size + 1


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


def found_in(m: Bytes, begin: int, text: int, sought: int) -> int:
    length, size = text & LENGTH, sought & LENGTH
    here, other = (text >> AT) - 1, sought >> AT
    for at in range(begin, length - size + 2):
        same = 0
        while same < size and m[here + at + same] == m[other + same]:
            same += 1
        if same == size and at <= length:
            return at
    return 0


def places_searched(found: int, begin: int, text: int, sought: int) -> int:
    """How many places INSTR looks at."""
    if not sought & LENGTH or begin > text & LENGTH:
        return 0
    return (found if found else text & LENGTH) - begin + 1


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


def with_blank(m: Bytes, text: int) -> int:
    """A string at a place of its own, and a blank behind it."""
    m[(text >> AT) + (text & LENGTH)] = BLANK
    return text + 1

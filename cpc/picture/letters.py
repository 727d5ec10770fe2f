"""Characters in a text window, in the subset of Python that basic.native translates: what PRINT and LOCATE do in machine code.

Only what comes out on the cursor's row is done here; TextScreen.has_room says the same to Python. `t` holds the state of the
text window, by the numbers below, `g` that of the graphics (cpc.picture.dots), `us` are figures of cpc.picture.costs. What
takes time gives its microseconds.
"""

from collections.abc import Sequence

from cpc.memory import PLANE, ROW_BYTES
from cpc.picture.dots import BASE, MODE, SCROLLED
from cpc.picture.modes import MODES

Whole = list[int] | memoryview
Reals = Sequence[float]
Bytes = bytearray | memoryview

# what stands where in t
COLUMN, ROW, LEFT, RIGHT, TOP, BOTTOM, PEN, PAPER, READY, CURSOR_IS_HIDDEN, PRINTED, ROOM = range(12)
CELLS = 12

# and in us; those of a character, a dot, the pen and the paper have three places, for the modes
ITEM, OUTPUT, CHARACTER, NEW_LINE, LOCATE, CURSOR, WIDTH, DOT, PAGES, PEN_US, PAPER_US = 0, 1, 2, 5, 6, 7, 8, 9, 12, 13, 16
FIGURES = 19

CELL = tuple(mode.cell for mode in MODES)
PIXELS = tuple(mode.pixels for mode in MODES)
ENCODED = tuple(byte for mode in MODES for byte in mode.encoded)        # 16 of each mode
# of each mode from its place on: the byte in which the pixels of these bits are set
SPREAD_AT = (0, 4, 20)
SPREAD = tuple(sum(mask for i, mask in enumerate(mode.masks) if bits >> mode.pixels - 1 - i & 1)
               for mode in MODES for bits in range(1 << mode.pixels))

CANNOT = -1000                          # added to a size, it stays below 0
FIRST_LETTER = BLANK_CODE = 32
NEXT_ROW = 2                            # codes that lead there

# What a character takes besides by its address, in microseconds: where the row below is in another 256 bytes, where its own
# bytes are in two of them, and less at the left edge of the screen. Then, where the row below begins its plane again, and where
# the character is the last one in it.
PAGE = 256
BELOW_ELSEWHERE, IN_TWO_PAGES, AT_EDGE = 6, 48, 6
BELOW_AT_BEGIN, LAST_OF_PLANE = 5, 40


def size_with(text: Bytes, length: int, size: int) -> int:
    """How many characters there are with this item of a PRINT; below 0 where it has to be printed in another way."""
    if not length or size < 0:
        return CANNOT
    for i in range(length):
        if text[i] < FIRST_LETTER:
            return CANNOT
    return size + length


def zones_passed(t: Whole, zone: int) -> int:
    return (t[COLUMN] - t[LEFT]) // zone


def column_behind(t: Whole, size: int) -> int:
    """Behind so many characters, from 1 in the window; 0: that is not known."""
    return t[COLUMN] - t[LEFT] + 1 + size if size >= 0 and t[LEFT] <= t[COLUMN] else 0


def width(t: Whole) -> int:
    return t[RIGHT] - t[LEFT] + 1


def has_room(t: Whole, size: int, ends_line: bool) -> bool:
    """Whether so many characters, and the move to the next row, need neither a wrap nor a scroll."""
    if size < 0 or not t[READY] or t[PRINTED] + size + NEXT_ROW > t[ROOM]:
        return False
    last = t[RIGHT] + 1 - size
    if ends_line:
        last -= 1
    return t[LEFT] <= t[COLUMN] <= last and t[TOP] <= t[ROW] <= t[BOTTOM]


def show(t: Whole, g: Whole, ram: Bytes, glyphs: Bytes, code: int, start: int) -> None:
    """A character, at a place in the screen."""
    mode = g[MODE]
    cell, pixels, spread = CELL[mode], PIXELS[mode], SPREAD_AT[mode]
    pen, paper, base = t[PEN], t[PAPER], g[BASE]
    group = (1 << pixels) - 1
    for part in range(cell):
        place = base + (start & PLANE - 1)
        shift = 8 - pixels - part * pixels
        for row in range(8):
            dots = SPREAD[spread + (glyphs[8 * code + row] >> shift & group)]
            ram[place] = dots & pen | ~dots & paper & 255
            place += PLANE
        start += 1


def put(t: Whole, g: Whole, ram: Bytes, us: Reals, out: Bytes, glyphs: Bytes, text: Bytes, length: int) -> int:
    """An item of a PRINT: its characters come out at the cursor, and their codes in `out`."""
    mode, printed = g[MODE], t[PRINTED]
    start = g[SCROLLED] + t[ROW] * ROW_BYTES + t[COLUMN] * CELL[mode]
    pages = pages_met(start, t[COLUMN], CELL[mode], length)
    for i in range(length):
        code = text[i]
        out[printed + i] = code
        show(t, g, ram, glyphs, code, start)
        start += CELL[mode]
    dots = 0
    if us[DOT + mode] != 0.0:
        for i in range(length):
            dots += dots_of(glyphs, text[i])
    return int(us[ITEM]) + int(us[OUTPUT] * length) + move_behind(t, us, mode, length, dots, pages)


def put_on(t: Whole, g: Whole, ram: Bytes, us: Reals, out: Bytes, glyphs: Bytes, text: Bytes, length: int) -> int:
    """The same of what is written without a look whether it fits."""
    return put(t, g, ram, us, out, glyphs, text, length) - int(us[ITEM])


def move_behind(t: Whole, us: Reals, mode: int, length: int, dots: int, pages: int) -> int:
    """The cursor moves behind characters that have been shown. What showing them takes."""
    t[PRINTED] += length
    t[COLUMN] += length
    return int(us[CHARACTER + mode] * length) + int(us[DOT + mode] * dots) + int(us[PAGES] * pages)


def pages_met(start: int, column: int, cell: int, length: int) -> int:
    """What so many characters of a row take by their addresses, from a place in the screen on."""
    first = (start & PAGE - 1) // cell
    cells, last = PAGE // cell, first + length
    near = (PAGE - ROW_BYTES) // cell
    crossed = last // cells - first // cells
    below = crossed * (cells - near)
    if last % cells > near:
        below += last % cells - near
    if first > near:
        below -= first - near
    us = BELOW_ELSEWHERE * below + IN_TWO_PAGES * crossed
    if length and not column:
        us -= AT_EDGE
    left = PLANE - (start & PLANE - 1)
    if left < ROW_BYTES + length * cell:
        us += at_end_of_plane(left // cell, cell, length)
    return us


def at_end_of_plane(left: int, cell: int, length: int) -> int:
    """What so many characters take besides where room is left for `left` of them in the planes."""
    far, near = left - ROW_BYTES // cell, length
    if far < 0:
        far = 0
    if left < length:
        near = left
    us = BELOW_AT_BEGIN * (near - far) if near > far else 0
    return us + LAST_OF_PLANE if left <= length else us


def dots_of(glyphs: Bytes, code: int) -> int:
    """How many dots a character's shape sets."""
    count = 0
    for row in range(8):
        count += glyphs[8 * code + row].bit_count()
    return count


def put_blanks(t: Whole, g: Whole, ram: Bytes, us: Reals, out: Bytes, glyphs: Bytes, count: int, cursors: int,
               each: int) -> int:
    """Blanks, of which the language takes `each`. Before them the width of the window is looked at, and so often the cursor."""
    mode, printed = g[MODE], t[PRINTED]
    start = g[SCROLLED] + t[ROW] * ROW_BYTES + t[COLUMN] * CELL[mode]
    pages = pages_met(start, t[COLUMN], CELL[mode], count)
    for i in range(count):
        out[printed + i] = BLANK_CODE
        show(t, g, ram, glyphs, BLANK_CODE, start)
        start += CELL[mode]
    dots = 0
    if us[DOT + mode] != 0.0:
        dots = dots_of(glyphs, BLANK_CODE) * count
    return (int(us[WIDTH]) + cursors * int(us[CURSOR]) + int((each + us[OUTPUT]) * count)
            + move_behind(t, us, mode, count, dots, pages))


def new_line(t: Whole, us: Reals, out: Bytes) -> int:
    """CHR$(13) and CHR$(10)"""
    printed = t[PRINTED]
    out[printed] = 13
    out[printed + 1] = 10
    t[PRINTED] = printed + NEXT_ROW
    t[COLUMN] = t[LEFT]
    t[ROW] += 1
    return int(us[NEW_LINE])


def may_move(t: Whole) -> bool:
    """Whether the cursor need not be taken from the screen."""
    return t[CURSOR_IS_HIDDEN] != 0


def locate(t: Whole, us: Reals, column: int, row: int) -> int:
    t[COLUMN] = t[LEFT] + column - 1 & 255
    t[ROW] = t[TOP] + row - 1 & 255
    return int(us[LOCATE])


def may_colour(t: Whole) -> bool:
    """Whether characters are just shown, in a mode as the firmware knows it."""
    return t[READY] != 0


def set_pen(t: Whole, g: Whole, us: Reals, number: int) -> int:
    t[PEN] = ENCODED[16 * g[MODE] + number]
    return int(us[PEN_US + g[MODE]])


def set_paper(t: Whole, g: Whole, us: Reals, number: int) -> int:
    t[PAPER] = ENCODED[16 * g[MODE] + number]
    return int(us[PAPER_US + g[MODE]])

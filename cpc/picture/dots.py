"""Dots in the graphics window, in the subset of Python that basic.native translates: as Python they are a part of
GraphicsScreen, as machine code they run inside units. Lines are in cpc.picture.lines.

`g` holds the state of the graphics, by the numbers below, `ram` is the machine's 64K, `us` are the figures of
cpc.picture.costs. What takes time gives its microseconds. All coordinates have 16 bits, as in the processor.
"""

from collections.abc import Sequence
from itertools import chain

from cpc.picture.costs import Costs
from cpc.picture.modes import MODES

Whole = list[int] | memoryview
Reals = Sequence[float]
Bytes = bytearray | memoryview

# what stands where in g
(X, Y, ORIGIN_X, ORIGIN_Y, LEFT, RIGHT, TOP, BOTTOM, PEN, PAPER, MASK, FIRST_POINT, TRANSPARENT, MODE, INK_MODE, BASE, SCROLLED,
 LINE_X, LINE_Y, TO_RIGHT, UPWARDS) = range(21)
CELLS = 21

# and in us; those of three modes have three places
MODES_FIGURES = ("plot", "plot_outside", "test", "test_outside", "graphics_pen", "line", "line_backwards", "horizontal_run",
                 "vertical_run")
FIGURES = ("move", "line_shallow", "line_forwards", "line_down", "line_sloping", "line_sloping_backwards",
           "division_shift", "division_byte", "division_bit", "run_longer", "run_shorter", "run_cut", "run_back",
           "run_place", "run_place_inside", "horizontal_pixel", "horizontal_byte", "horizontal_full",
           "horizontal_short", "horizontal_rest", "horizontal_rest_pixel", "horizontal_last", "horizontal_many",
           "vertical_pixel", "next_row", "carry", "wrap", "paper_run", "transparent_run", "mask_change", "other_ink_mode",
           "outside_right", "outside_below", "outside_above",
           "row_left", "row_right", "row_above", "row_below", "column_left", "column_right", "column_above", "column_below",
           "cut_left", "cut_right", "cut_above", "cut_below", "line_ends",
           "paper_pixel", "transparent_pixel", "line_second", "line_second_sloping")
PLOT, PLOT_OUTSIDE, TEST, TEST_OUTSIDE, SET_PEN, LINE, BACKWARDS, HORIZONTAL_RUN, VERTICAL_RUN = range(0, 27, 3)
(MOVE, SHALLOW, FORWARDS, DOWN, SLOPING, SLOPING_BACKWARDS,
 DIVISION_SHIFT, DIVISION_BYTE, DIVISION_BIT, LONGER, SHORTER, CUT, BACK,
 PLACE, PLACE_INSIDE, HORIZONTAL_PIXEL, HORIZONTAL_BYTE, FULL,
 SHORT, REST, REST_PIXEL, LAST, MANY, VERTICAL_PIXEL,
 NEXT_ROW, CARRY, WRAP, PAPER_RUN, TRANSPARENT_RUN, MASK_CHANGE, OTHER_INK_MODE, OUTSIDE_RIGHT,
 OUTSIDE_BELOW, OUTSIDE_ABOVE, ROW_LEFT, ROW_RIGHT, ROW_ABOVE, ROW_BELOW, COLUMN_LEFT, COLUMN_RIGHT, COLUMN_ABOVE, COLUMN_BELOW,
 CUT_LEFT, CUT_RIGHT, CUT_ABOVE, CUT_BELOW, LINE_ENDS, PAPER_PIXEL, TRANSPARENT_PIXEL, SECOND,
 SECOND_SLOPING) = range(27, 78)
FIGURES_IN_ALL = 78

# of each mode, in which a byte has 2, 4 or 8 pixels: the bits of each of eight pixels, those from a pixel on, those up to it;
# the byte whose pixels have an ink
PIXELS = tuple(mode.pixels for mode in MODES)
MASKS = tuple(mode.masks[i % mode.pixels] for mode in MODES for i in range(8))
FROM = tuple(sum(mode.masks[i % mode.pixels:]) for mode in MODES for i in range(8))
UP_TO = tuple(sum(mode.masks[:i % mode.pixels + 1]) for mode in MODES for i in range(8))
ENCODED = tuple(mode.encoded[ink] for mode in MODES for ink in range(16))

HEIGHT = 199                    # the highest row


def figures_of(costs: Costs) -> tuple[float, ...]:
    return tuple(chain(*(getattr(costs, name) for name in MODES_FIGURES), (getattr(costs, name) for name in FIGURES)))


def signed(word: int) -> int:
    return (word + 0x8000 & 0xFFFF) - 0x8000


def pixel_x(g: Whole) -> int:
    """The pixel of the graphics cursor, rounded towards the origin."""
    shift = 2 - g[MODE]
    mask = (1 << shift) - 1
    x = g[X]
    if x < 0:
        x += mask
    return signed(g[ORIGIN_X] + (x & ~mask)) >> shift


def pixel_y(g: Whole) -> int:
    y = g[Y]
    if y < 0:
        y += 1
    return signed(g[ORIGIN_Y] + (y & ~1)) >> 1


def side_x(g: Whole, x: int) -> int:
    """-1 left of the window, 1 right of it, 0 inside; by differences of 16 bits, as in the firmware."""
    if signed(g[LEFT] - x - 1) >= 0:
        return -1
    return 0 if signed(g[RIGHT] - x) >= 0 else 1


def side_y(g: Whole, y: int) -> int:
    """-1 below the window, 1 above it, 0 inside."""
    if signed(g[TOP] - y) < 0:
        return 1
    return 0 if signed(g[BOTTOM] - y - 1) < 0 else -1


def address(g: Whole, byte: int, y: int) -> int:
    line = HEIGHT - y
    return g[BASE] + (line & 7) * 0x800 + ((line >> 3) * 80 + g[SCROLLED] + byte & 0x7FF)


def ink_of(byte: int, mode: int, pixel: int) -> int:
    """That of a pixel, counted from the left."""
    byte = byte << pixel
    ink = byte >> 7 & 1
    if mode < 2:
        ink |= byte >> 2 & 2
        if mode == 0:
            ink |= byte >> 3 & 4 | byte << 2 & 8
    return ink


def put_masked(g: Whole, ram: Bytes, place: int, mask: int, pen: int) -> None:
    """Pixels of a byte, in the ink mode."""
    mode = g[INK_MODE]
    if mode == 0:
        ram[place] = ram[place] & ~mask | pen & mask
    elif mode == 1:
        ram[place] ^= pen & mask
    elif mode == 2:
        ram[place] &= pen | ~mask & 0xFF
    else:
        ram[place] |= pen & mask


def put(g: Whole, ram: Bytes, x: int, y: int, pen: int) -> None:
    """One pixel, in the ink mode."""
    mode = g[MODE]
    put_masked(g, ram, address(g, x >> mode + 1, y), MASKS[8 * mode + (x & 7)], pen)


def horizontal(g: Whole, ram: Bytes, left: int, right: int, y: int, pen: int) -> None:
    """A horizontal run in one pen and the ink mode, all of it in the window."""
    mode = g[MODE]
    first, last = left >> mode + 1, right >> mode + 1
    before, after = FROM[8 * mode + (left & 7)], UP_TO[8 * mode + (right & 7)]
    if first == last:
        put_masked(g, ram, address(g, first, y), before & after, pen)
        return
    put_masked(g, ram, address(g, first, y), before, pen)
    for byte in range(first + 1, last):
        if g[INK_MODE]:
            put_masked(g, ram, address(g, byte, y), 0xFF, pen)
        else:
            ram[address(g, byte, y)] = pen
    put_masked(g, ram, address(g, last, y), after, pen)


def vertical(g: Whole, ram: Bytes, x: int, bottom: int, top: int, pen: int) -> None:
    """A vertical run in one pen and the ink mode, all of it in the window."""
    mode = g[MODE]
    byte, mask = x >> mode + 1, MASKS[8 * mode + (x & 7)]
    if g[INK_MODE]:
        for y in range(bottom, top + 1):
            put_masked(g, ram, address(g, byte, y), mask, pen)
        return
    keep, bits, base, start = ~mask, pen & mask, g[BASE], g[SCROLLED] + byte
    for line in range(HEIGHT - top, HEIGHT - bottom + 1):
        place = base + (line & 7) * 0x800 + ((line >> 3) * 80 + start & 0x7FF)
        ram[place] = ram[place] & keep | bits


def place(g: Whole, us: Reals, x: int) -> float:
    """What finding the pixel in its byte takes."""
    inside = x & PIXELS[g[MODE]] - 1
    return us[PLACE] * inside - us[PLACE_INSIDE] if inside else 0.0


def _outside(g: Whole, us: Reals, x: int, y: int) -> float:
    """What it takes to find that a pixel is outside, more than if it is left of the window."""
    side = side_x(g, x)
    if side:
        return us[OUTSIDE_RIGHT] if side > 0 else 0.0
    return us[OUTSIDE_ABOVE] if side_y(g, y) > 0 else us[OUTSIDE_BELOW]


# what the keywords do

def set_pen(g: Whole, ram: Bytes, us: Reals, ink: int) -> int:
    g[PEN] = ENCODED[16 * g[MODE] + (ink & 15)]
    return int(us[SET_PEN + g[MODE]] + 0.5)


def move(g: Whole, ram: Bytes, us: Reals, x: int, y: int) -> int:
    g[X] = signed(x)
    g[Y] = signed(y)
    return int(us[MOVE] + 0.5)


def mover(g: Whole, ram: Bytes, us: Reals, x: int, y: int) -> int:
    return move(g, ram, us, g[X] + x, g[Y] + y)


def plot(g: Whole, ram: Bytes, us: Reals, x: int, y: int) -> int:
    g[X] = signed(x)
    g[Y] = signed(y)
    px, py = pixel_x(g), pixel_y(g)
    if side_x(g, px) == 0 and side_y(g, py) == 0:
        put(g, ram, px, py, g[PEN])
        return int(us[PLOT + g[MODE]] + place(g, us, px) + 0.5)
    return int(us[PLOT_OUTSIDE + g[MODE]] + _outside(g, us, px, py) + 0.5)


def plotr(g: Whole, ram: Bytes, us: Reals, x: int, y: int) -> int:
    return plot(g, ram, us, g[X] + x, g[Y] + y)


def test(g: Whole, ram: Bytes, us: Reals, x: int, y: int) -> tuple[int, int]:
    """TEST: the ink, and the microseconds."""
    g[X] = signed(x)
    g[Y] = signed(y)
    px, py, mode = pixel_x(g), pixel_y(g), g[MODE]
    if side_x(g, px) != 0 or side_y(g, py) != 0:
        return ink_of(g[PAPER], mode, 0), int(us[TEST_OUTSIDE + mode] + _outside(g, us, px, py) + 0.5)
    pixel = px & PIXELS[mode] - 1
    return ink_of(ram[address(g, px >> mode + 1, py)], mode, pixel), int(us[TEST + mode] + place(g, us, px) + 0.5)

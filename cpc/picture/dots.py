"""Dots and lines in the graphics window, in the subset of Python that basic.native translates: as Python they are a part of
GraphicsScreen, as machine code they run inside units.

`g` holds the state of the graphics, by the numbers below, `ram` is the machine's 64K, `us` are the figures of
cpc.picture.costs. What takes time gives its microseconds. All coordinates have 16 bits, as in the processor.
"""

from collections.abc import Sequence

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
FIGURES = ("plot", "plot_outside", "line", "horizontal_run", "horizontal_pixel", "horizontal_byte", "vertical_run",
           "vertical_pixel", "line_backwards", "line_sloping", "line_first_run", "line_longer", "run_before", "run_beside",
           "horizontal_edge", "mask_change", "move", "graphics_pen", "test", "test_outside")
(PLOT, PLOT_OUTSIDE, LINE, HORIZONTAL_RUN, HORIZONTAL_PIXEL, HORIZONTAL_BYTE, VERTICAL_RUN,
 VERTICAL_PIXEL, BACKWARDS, SLOPING, FIRST_RUN, LONGER, RUN_BEFORE, RUN_BESIDE,
 EDGE, MASK_CHANGE, MOVE, SET_PEN, TEST, TEST_OUTSIDE) = (0, 3, 6, 9, 12, 15, 18, *range(21, 33), 35)
FIGURES_IN_ALL = 38

# of each mode: the bits of each of eight pixels, those from a pixel on, those up to it; the byte whose pixels have an ink
PIXELS = tuple(mode.pixels for mode in MODES)
MASKS = tuple(mode.masks[i % mode.pixels] for mode in MODES for i in range(8))
FROM = tuple(sum(mode.masks[i % mode.pixels:]) for mode in MODES for i in range(8))
UP_TO = tuple(sum(mode.masks[:i % mode.pixels + 1]) for mode in MODES for i in range(8))
ENCODED = tuple(mode.encoded[ink] for mode in MODES for ink in range(16))

HEIGHT = 199                    # the highest row


def figures_of(costs: Costs) -> tuple[float, ...]:
    found: list[float] = []
    for name in FIGURES:
        figure = getattr(costs, name)
        found += figure if isinstance(figure, tuple) else [figure]
    return tuple(found)


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
    pixels = PIXELS[g[MODE]]
    put_masked(g, ram, address(g, x // pixels, y), MASKS[8 * g[MODE] + x % pixels], pen)


def horizontal(g: Whole, ram: Bytes, left: int, right: int, y: int, pen: int) -> None:
    """A horizontal run in one pen and the ink mode, all of it in the window."""
    pixels, mode = PIXELS[g[MODE]], g[MODE]
    first, last = left // pixels, right // pixels
    before, after = FROM[8 * mode + left % pixels], UP_TO[8 * mode + right % pixels]
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
    pixels = PIXELS[g[MODE]]
    byte, mask = x // pixels, MASKS[8 * g[MODE] + x % pixels]
    if g[INK_MODE]:
        for y in range(bottom, top + 1):
            put_masked(g, ram, address(g, byte, y), mask, pen)
        return
    keep, bits, base, start = ~mask, pen & mask, g[BASE], g[SCROLLED] + byte
    for line in range(HEIGHT - top, HEIGHT - bottom + 1):
        place = base + (line & 7) * 0x800 + ((line >> 3) * 80 + start & 0x7FF)
        ram[place] = ram[place] & keep | bits


# what the keywords do

def set_pen(g: Whole, ram: Bytes, us: Reals, ink: int) -> int:
    g[PEN] = ENCODED[16 * g[MODE] + (ink & 15)]
    return int(us[SET_PEN])


def move(g: Whole, ram: Bytes, us: Reals, x: int, y: int) -> int:
    g[X] = signed(x)
    g[Y] = signed(y)
    return int(us[MOVE])


def mover(g: Whole, ram: Bytes, us: Reals, x: int, y: int) -> int:
    return move(g, ram, us, g[X] + x, g[Y] + y)


def plot(g: Whole, ram: Bytes, us: Reals, x: int, y: int) -> int:
    g[X] = signed(x)
    g[Y] = signed(y)
    px, py = pixel_x(g), pixel_y(g)
    if side_x(g, px) == 0 and side_y(g, py) == 0:
        put(g, ram, px, py, g[PEN])
        return int(us[PLOT + g[MODE]])
    return int(us[PLOT_OUTSIDE + g[MODE]])


def plotr(g: Whole, ram: Bytes, us: Reals, x: int, y: int) -> int:
    return plot(g, ram, us, g[X] + x, g[Y] + y)


def test(g: Whole, ram: Bytes, us: Reals, x: int, y: int) -> tuple[int, int]:
    """TEST: the ink, and the microseconds."""
    g[X] = signed(x)
    g[Y] = signed(y)
    px, py, mode = pixel_x(g), pixel_y(g), g[MODE]
    if side_x(g, px) != 0 or side_y(g, py) != 0:
        return ink_of(g[PAPER], mode, 0), int(us[TEST_OUTSIDE + mode])
    pixels = PIXELS[mode]
    return ink_of(ram[address(g, px // pixels, py)], mode, px % pixels), int(us[TEST + mode])


def draw_464(g: Whole, ram: Bytes, us: Reals, x: int, y: int) -> int:
    """Finds the lengths of the runs by a division. It draws from left to right, or a steep line upwards."""
    x0, y0 = pixel_x(g), pixel_y(g)
    g[X] = signed(x)
    g[Y] = signed(y)
    x1, y1 = pixel_x(g), pixel_y(g)
    taken = us[LINE + g[MODE]]
    if signed(x0 - x1) >= 0:
        x0, y0, x1, y1 = x1, y1, x0, y0
        taken += us[BACKWARDS]
    dx, dy = signed(x0 - x1) & 0xFFFF, signed(y0 - y1)
    dx = -dx & 0xFFFF
    step = 1 if dy < 0 else -1
    dy = abs(dy)
    steep = dy >= dx
    if steep and step < 0:
        x0, y0 = signed(x0 + dx), signed(y0 - dy)
    major, minor = dy if steep else dx, dx if steep else dy
    runs = minor + 1
    length, rest = (major + 1) // runs, (major + 1) % runs
    error = runs >> 1
    for _ in range(runs):
        size = length
        error += rest
        if error > runs:
            error -= runs
            size += 1
        if steep:
            taken += _vertical_464(g, ram, us, x0, y0, y0 + size - 1)
            y0 = signed(y0 + size)
            x0 = signed(x0 + step)
        else:
            taken += _horizontal_464(g, ram, us, x0, x0 + size - 1, y0)
            x0 = signed(x0 + size)
            y0 = signed(y0 + step)
    return int(taken)


def drawr_464(g: Whole, ram: Bytes, us: Reals, x: int, y: int) -> int:
    return draw_464(g, ram, us, signed(g[X] + x), signed(g[Y] + y))


def _horizontal_464(g: Whole, ram: Bytes, us: Reals, x: int, end: int, y: int) -> float:
    if not (g[LEFT] <= x and end <= g[RIGHT] and g[BOTTOM] <= y and y <= g[TOP]):
        end = signed(end)
        if side_y(g, y) or signed(g[RIGHT] - x) < 0 or signed(g[LEFT] - 1 - end) >= 0:
            return us[RUN_BESIDE]
        if signed(g[LEFT] - 1 - x) >= 0:
            x = g[LEFT]
        if signed(g[RIGHT] - end) < 0:
            end = g[RIGHT]
    horizontal(g, ram, x, end, y, g[PEN])
    mode = g[MODE]
    pixels = PIXELS[mode]
    size = end - x + 1
    before = -x % pixels
    if before >= size:
        return us[HORIZONTAL_RUN + mode] + us[HORIZONTAL_PIXEL + mode] * size
    whole, after = (size - before) // pixels, (size - before) % pixels
    return (us[HORIZONTAL_RUN + mode] + us[HORIZONTAL_BYTE + mode] * whole
            + us[HORIZONTAL_PIXEL + mode] * (before + after)
            + us[EDGE] * ((before > 0) + (after > 0)))


def _vertical_464(g: Whole, ram: Bytes, us: Reals, x: int, y: int, end: int) -> float:
    if not (g[BOTTOM] <= y and end <= g[TOP] and g[LEFT] <= x and x <= g[RIGHT]):
        end = signed(end)
        if side_x(g, x) or signed(g[TOP] - y) < 0 or signed(g[BOTTOM] - 1 - end) >= 0:
            return us[RUN_BESIDE]
        if signed(g[BOTTOM] - 1 - y) >= 0:
            y = g[BOTTOM]
        if signed(g[TOP] - end) < 0:
            end = g[TOP]
    vertical(g, ram, x, y, end, g[PEN])
    return us[VERTICAL_RUN + g[MODE]] + us[VERTICAL_PIXEL] * (end - y + 1)


def draw_6128(g: Whole, ram: Bytes, us: Reals, x: int, y: int) -> int:
    """Finds the lengths of the runs by adding up an error. It draws towards growing coordinates of the longer direction."""
    x0, y0 = pixel_x(g), pixel_y(g)
    g[X] = signed(x)
    g[Y] = signed(y)
    x1, y1 = pixel_x(g), pixel_y(g)
    dx, dy = signed(x0 - x1), signed(y0 - y1)
    right, up = dx < 0, dy < 0
    dx, dy = abs(dx), abs(dy)
    shallow = dy < dx
    major, minor = dx if shallow else dy, dy if shallow else dx
    left_to_draw = major + g[FIRST_POINT]
    error = -major >> 1
    backwards, taken = not (right if shallow else up), 0.0
    g[LINE_X] = x1 if backwards else x0
    g[LINE_Y] = y1 if backwards else y0
    g[TO_RIGHT] = int(right != backwards)
    g[UPWARDS] = int(up != backwards)
    if backwards:
        taken += us[BACKWARDS]
    elif not g[FIRST_POINT]:
        error += minor
        if shallow:
            g[LINE_X] = signed(g[LINE_X] + 1)
        else:
            g[LINE_Y] = signed(g[LINE_Y] + 1)
    taken += us[LINE + g[MODE]]
    if minor == 0:
        run, going = _along(g, ram, us, shallow, left_to_draw)
        return int(taken + run)
    size, longer = 0, us[FIRST_RUN]
    taken += us[SLOPING]
    while True:
        before = size
        size = -(error // minor)
        if size > before:
            taken += longer * (size - before)
        longer = us[LONGER]
        error += size * minor - major
        now = min(size, left_to_draw)
        left_to_draw -= now
        run, going = _along(g, ram, us, shallow, now)
        taken += run
        if not going or left_to_draw == 0:
            break
    return int(taken)


def drawr_6128(g: Whole, ram: Bytes, us: Reals, x: int, y: int) -> int:
    return draw_6128(g, ram, us, signed(g[X] + x), signed(g[Y] + y))


def _along(g: Whole, ram: Bytes, us: Reals, shallow: bool, size: int) -> tuple[float, bool]:
    """A run and a step to the side. False: the rest of the line is outside the window."""
    taken, going = 0.0, True
    if shallow:
        if size:
            taken, going = _along_x(g, ram, us, size)
            if not going and taken == 0.0:
                return taken, False
        g[LINE_Y] = signed(g[LINE_Y] + (1 if g[UPWARDS] else -1))
    else:
        if size:
            taken, going = _along_y(g, ram, us, size)
            if not going and taken == 0.0:
                return taken, False
        g[LINE_X] = signed(g[LINE_X] + (1 if g[TO_RIGHT] else -1))
    return taken, going


def _along_x(g: Whole, ram: Bytes, us: Reals, size: int) -> tuple[float, bool]:
    start, end = g[LINE_X], signed(g[LINE_X] + size - 1)
    g[LINE_X] = signed(end + 1)
    near, far = side_x(g, start), side_x(g, end)
    if far < 0:
        return us[RUN_BEFORE], True
    if near > 0:
        return 0.0, False
    side = side_y(g, g[LINE_Y])
    if side:
        return us[RUN_BESIDE], (side > 0) != (g[UPWARDS] > 0)
    return _horizontal_6128(g, ram, us, g[LEFT] if near else start, g[RIGHT] if far else end, g[LINE_Y]), True


def _along_y(g: Whole, ram: Bytes, us: Reals, size: int) -> tuple[float, bool]:
    start, end = g[LINE_Y], signed(g[LINE_Y] + size - 1)
    g[LINE_Y] = signed(end + 1)
    near, far = side_y(g, start), side_y(g, end)
    if far < 0:
        return us[RUN_BEFORE], True
    if near > 0:
        return 0.0, False
    side = side_x(g, g[LINE_X])
    if side:
        return us[RUN_BESIDE], (side > 0) != (g[TO_RIGHT] > 0)
    return _vertical_6128(g, ram, us, g[LINE_X], g[BOTTOM] if near else start, g[TOP] if far else end), True


def _horizontal_6128(g: Whole, ram: Bytes, us: Reals, x: int, end: int, y: int) -> float:
    mode = g[MODE]
    pixels = PIXELS[mode]
    taken = (us[HORIZONTAL_RUN + mode] + us[HORIZONTAL_PIXEL + mode] * (end - x + 1)
             + us[HORIZONTAL_BYTE + mode] * (end // pixels - x // pixels + 1))
    if g[MASK] == 0xFF:
        horizontal(g, ram, x, end, y, g[PEN])
        return taken
    for i in range(x, end + 1):
        before = g[MASK]
        _masked(g, ram, i, y)
        if (before ^ g[MASK]) & 0x80 and i % pixels < pixels - 1:
            taken += us[MASK_CHANGE]
    return taken


def _vertical_6128(g: Whole, ram: Bytes, us: Reals, x: int, y: int, end: int) -> float:
    if g[MASK] == 0xFF:
        vertical(g, ram, x, y, end, g[PEN])
    else:
        for i in range(y, end + 1):
            _masked(g, ram, x, i)
    return us[VERTICAL_RUN + g[MODE]] + us[VERTICAL_PIXEL] * (end - y + 1)


def _masked(g: Whole, ram: Bytes, x: int, y: int) -> None:
    """A pixel in pen or paper, as the mask says. The mask turns by one bit for each pixel in the window."""
    mask = g[MASK]
    g[MASK] = (mask << 1 | mask >> 7) & 0xFF
    if mask & 0x80:
        put(g, ram, x, y, g[PEN])
    elif not g[TRANSPARENT]:
        put(g, ram, x, y, g[PAPER])

"""Lines in the graphics window, in the subset of Python that basic.native translates.

A line is drawn in runs along its longer direction. What it takes hangs on the runs, on the pixels and bytes of each, and on how
the addresses of its bytes go on.
"""

from cpc.picture.dots import (
    BACK,
    BACKWARDS,
    BOTTOM,
    CARRY,
    COLUMN_ABOVE,
    COLUMN_BELOW,
    COLUMN_LEFT,
    COLUMN_RIGHT,
    CUT,
    CUT_ABOVE,
    CUT_BELOW,
    CUT_LEFT,
    CUT_RIGHT,
    DIVISION_BIT,
    DIVISION_BYTE,
    DIVISION_SHIFT,
    DOWN,
    FIRST_POINT,
    FORWARDS,
    FULL,
    HEIGHT,
    HORIZONTAL_BYTE,
    HORIZONTAL_PIXEL,
    HORIZONTAL_RUN,
    INK_MODE,
    LAST,
    LEFT,
    LINE,
    LINE_ENDS,
    LINE_X,
    LINE_Y,
    LONGER,
    MANY,
    MASK,
    MASK_CHANGE,
    MODE,
    NEXT_ROW,
    OTHER_INK_MODE,
    PAPER,
    PAPER_PIXEL,
    PAPER_RUN,
    PEN,
    PIXELS,
    REST,
    REST_PIXEL,
    RIGHT,
    ROW_ABOVE,
    ROW_BELOW,
    ROW_LEFT,
    ROW_RIGHT,
    SCROLLED,
    SECOND,
    SECOND_SLOPING,
    SHALLOW,
    SHORT,
    SHORTER,
    SLOPING,
    SLOPING_BACKWARDS,
    TO_RIGHT,
    TOP,
    TRANSPARENT,
    TRANSPARENT_PIXEL,
    TRANSPARENT_RUN,
    UPWARDS,
    VERTICAL_PIXEL,
    VERTICAL_RUN,
    WRAP,
    Bytes,
    Reals,
    Whole,
    X,
    Y,
    horizontal,
    pixel_x,
    pixel_y,
    place,
    put,
    side_x,
    side_y,
    signed,
    vertical,
)


def draw_464(g: Whole, ram: Bytes, us: Reals, x: int, y: int) -> int:
    """Finds the lengths of the runs by a division. It draws from left to right, or a steep line upwards."""
    x0, y0 = pixel_x(g), pixel_y(g)
    g[X] = signed(x)
    g[Y] = signed(y)
    x1, y1 = pixel_x(g), pixel_y(g)
    taken = us[LINE + g[MODE]]
    if signed(x0 - x1) >= 0:
        x0, y0, x1, y1 = x1, y1, x0, y0
        taken += us[BACKWARDS + g[MODE]]
    dx, dy = signed(x0 - x1) & 0xFFFF, signed(y0 - y1)
    dx = -dx & 0xFFFF
    step = 1 if dy < 0 else -1
    dy = abs(dy)
    steep = dy >= dx
    if not steep:
        taken += us[SHALLOW]
        if step > 0:
            taken += us[FORWARDS]
    elif step < 0:
        x0, y0 = signed(x0 + dx), signed(y0 - dy)
        taken += us[DOWN]
    major, minor = dy if steep else dx, dx if steep else dy
    runs = minor + 1
    length, rest = (major + 1) // runs, (major + 1) % runs
    taken += _division(us, major + 1, runs)
    error = runs >> 1
    for _ in range(runs):
        size = length
        error += rest
        if error > runs:
            error -= runs
            size += 1
            taken += us[LONGER]
        if steep:
            taken += _vertical_464(g, ram, us, x0, y0, y0 + size - 1)
            y0 = signed(y0 + size)
            x0 = signed(x0 + step)
        else:
            taken += _horizontal_464(g, ram, us, x0, x0 + size - 1, y0)
            x0 = signed(x0 + size)
            y0 = signed(y0 + step)
    return int(taken + 0.5)


def drawr_464(g: Whole, ram: Bytes, us: Reals, x: int, y: int) -> int:
    return draw_464(g, ram, us, signed(g[X] + x), signed(g[Y] + y))


def _division(us: Reals, number: int, divisor: int) -> float:
    """It shifts the divisor as far as it goes, at first by a whole byte where it can, and back."""
    taken, quotient = 0.0, number // divisor
    while quotient:
        taken += us[DIVISION_BIT] * (quotient & 1)
        quotient >>= 1
    if divisor < 256 and number >> 8 >= divisor:
        taken += us[DIVISION_BYTE]
        divisor <<= 8
    while divisor <= number:
        taken += us[DIVISION_SHIFT]
        divisor <<= 1
    return taken


def _horizontal_464(g: Whole, ram: Bytes, us: Reals, x: int, end: int, y: int) -> float:
    cut = 0.0
    if not (g[LEFT] <= x and end <= g[RIGHT] and g[BOTTOM] <= y and y <= g[TOP]):
        end, side = signed(end), side_y(g, y)
        if side:
            return us[ROW_ABOVE] if side > 0 else us[ROW_BELOW]
        if signed(g[RIGHT] - x) < 0:
            return us[ROW_RIGHT]
        if signed(g[LEFT] - 1 - end) >= 0:
            return us[ROW_LEFT]
        if signed(g[LEFT] - 1 - x) >= 0:
            x = g[LEFT]
            cut += us[CUT_LEFT]
        if signed(g[RIGHT] - end) < 0:
            end = g[RIGHT]
            cut += us[CUT_RIGHT]
    horizontal(g, ram, x, end, y, g[PEN])
    mode = g[MODE]
    bits = mode + 1             # of a pixel's place in its byte
    last = PIXELS[mode] - 1
    size, before = end - x + 1, -x & last
    taken = us[HORIZONTAL_RUN + mode] + cut
    if before >= size:
        return taken + us[SHORT] + us[HORIZONTAL_PIXEL] * size - _ink_mode(g, us)
    if before:
        taken += us[FULL] + us[HORIZONTAL_PIXEL] * before
    whole, after = size - before >> bits, size - before & last
    if after:
        taken += us[REST] + us[REST_PIXEL] * after
    row = _row(g, y)
    taken += us[HORIZONTAL_BYTE] * whole + going_on(us, row + (x >> bits), row + (end + 1 >> bits))
    return taken - _ink_mode(g, us) * (whole + (before > 0) + (after > 0))


def _vertical_464(g: Whole, ram: Bytes, us: Reals, x: int, y: int, end: int) -> float:
    cut = 0.0
    if not (g[BOTTOM] <= y and end <= g[TOP] and g[LEFT] <= x and x <= g[RIGHT]):
        end, side = signed(end), side_x(g, x)
        if side:
            return us[COLUMN_RIGHT] if side > 0 else us[COLUMN_LEFT]
        if signed(g[TOP] - y) < 0:
            return us[COLUMN_ABOVE]
        if signed(g[BOTTOM] - 1 - end) >= 0:
            return us[COLUMN_BELOW]
        if signed(g[BOTTOM] - 1 - y) >= 0:
            y = g[BOTTOM]
            cut += us[CUT_BELOW]
        if signed(g[TOP] - end) < 0:
            end = g[TOP]
            cut += us[CUT_ABOVE]
    vertical(g, ram, x, y, end, g[PEN])
    return _upwards(g, us, x, y, end) + cut


def _upwards(g: Whole, us: Reals, x: int, y: int, end: int) -> float:
    """What a vertical run takes."""
    first = _row(g, y) + (x >> g[MODE] + 1)
    rows = (HEIGHT - y >> 3) - (HEIGHT - end - 1 >> 3)
    return (us[VERTICAL_RUN + g[MODE]] + (us[VERTICAL_PIXEL] - _ink_mode(g, us)) * (end - y + 1) + us[NEXT_ROW] * rows
            + going_on(us, first - 80 * rows, first))


def _row(g: Whole, y: int) -> int:
    """Where the row of characters begins in which y is, in its plane."""
    return (HEIGHT - y >> 3) * 80 + g[SCROLLED]


def going_on(us: Reals, first: int, last: int) -> float:
    """What it takes that the bytes from one to another have other high bytes, or come to the plane's other end."""
    return us[CARRY] * ((last >> 8) - (first >> 8)) + us[WRAP] * ((last >> 11) - (first >> 11))


def _ink_mode(g: Whole, us: Reals) -> float:
    """By how much a byte is written sooner than in the usual ink mode."""
    return us[OTHER_INK_MODE] * (0 if g[INK_MODE] == 0 else 1 if g[INK_MODE] == 2 else 2)


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
    backwards, taken = not (right if shallow else up), us[LINE + g[MODE]]
    g[LINE_X] = x1 if backwards else x0
    g[LINE_Y] = y1 if backwards else y0
    g[TO_RIGHT] = int(right != backwards)
    g[UPWARDS] = int(up != backwards)
    if backwards:
        taken += us[BACKWARDS + g[MODE]]
    elif not g[FIRST_POINT]:
        error += minor
        taken += us[SECOND] if minor == 0 else us[SECOND_SLOPING]
        if shallow:
            g[LINE_X] = signed(g[LINE_X] + 1)
        else:
            g[LINE_Y] = signed(g[LINE_Y] + 1)
    if shallow:
        taken += us[SHALLOW]
    if minor == 0:
        run, going = _along(g, ram, us, shallow, left_to_draw)
        return int(taken + run + 0.5)
    size = 0
    taken += us[SLOPING] + us[SLOPING_BACKWARDS] * backwards
    if up if shallow else right:
        taken += us[FORWARDS]
    back = us[BACK] * (not (g[UPWARDS] if shallow else g[TO_RIGHT]))
    while True:
        before = size
        size = -(error // minor)
        taken += back + (us[LONGER] * (size - before) if size > before else us[SHORTER] * (before - size))
        error += size * minor - major
        now = min(size, left_to_draw)
        if now < size:
            taken += us[CUT]
        left_to_draw -= now
        run, going = _along(g, ram, us, shallow, now)
        taken += run
        if not going or left_to_draw == 0:
            break
    return int(taken + 0.5)


def drawr_6128(g: Whole, ram: Bytes, us: Reals, x: int, y: int) -> int:
    return draw_6128(g, ram, us, signed(g[X] + x), signed(g[Y] + y))


def _along(g: Whole, ram: Bytes, us: Reals, shallow: bool, size: int) -> tuple[float, bool]:
    """A run and a step to the side. False: the rest of the line is outside the window."""
    taken, going = 0.0, True
    if shallow:
        if size:
            taken, going = _along_x(g, ram, us, size)
        g[LINE_Y] = signed(g[LINE_Y] + (1 if g[UPWARDS] else -1))
    else:
        if size:
            taken, going = _along_y(g, ram, us, size)
        g[LINE_X] = signed(g[LINE_X] + (1 if g[TO_RIGHT] else -1))
    return taken, going


def _along_x(g: Whole, ram: Bytes, us: Reals, size: int) -> tuple[float, bool]:
    start, end = g[LINE_X], signed(g[LINE_X] + size - 1)
    g[LINE_X] = signed(end + 1)
    near, far = side_x(g, start), side_x(g, end)
    if far < 0:
        return us[ROW_LEFT], True
    if near > 0:
        return us[ROW_RIGHT], False
    cut = us[CUT_LEFT] * (near != 0) + us[CUT_RIGHT] * (far != 0)
    side = side_y(g, g[LINE_Y])
    if side:
        taken = cut + (us[ROW_ABOVE] if side > 0 else us[ROW_BELOW])
        if (side > 0) == (g[UPWARDS] > 0):
            return taken - us[LINE_ENDS], False
        return taken, True
    return cut + _horizontal_6128(g, ram, us, g[LEFT] if near else start, g[RIGHT] if far else end, g[LINE_Y]), True


def _along_y(g: Whole, ram: Bytes, us: Reals, size: int) -> tuple[float, bool]:
    start, end = g[LINE_Y], signed(g[LINE_Y] + size - 1)
    g[LINE_Y] = signed(end + 1)
    near, far = side_y(g, start), side_y(g, end)
    if far < 0:
        return us[COLUMN_BELOW], True
    if near > 0:
        return us[COLUMN_ABOVE], False
    cut = us[CUT_BELOW] * (near != 0) + us[CUT_ABOVE] * (far != 0)
    side = side_x(g, g[LINE_X])
    if side:
        taken = cut + (us[COLUMN_RIGHT] if side > 0 else us[COLUMN_LEFT])
        if (side > 0) == (g[TO_RIGHT] > 0):
            return taken - us[LINE_ENDS], False
        return taken, True
    return cut + _vertical_6128(g, ram, us, g[LINE_X], g[BOTTOM] if near else start, g[TOP] if far else end), True


def _horizontal_6128(g: Whole, ram: Bytes, us: Reals, x: int, end: int, y: int) -> float:
    mode = g[MODE]
    bits, last = mode + 1, PIXELS[mode] - 1
    row, byte = _row(g, y), us[HORIZONTAL_BYTE] - _ink_mode(g, us)
    taken = (us[HORIZONTAL_RUN + mode] + us[HORIZONTAL_PIXEL] * (end - x + 1) + us[MANY] * (end - x >> 8) + place(g, us, x)
             + going_on(us, row + (x >> bits), row + (end + (end & last == 0) >> bits)))
    if end & last == 0:
        taken += us[LAST]
    if g[MASK] == 0xFF:
        horizontal(g, ram, x, end, y, g[PEN])
        return taken + byte * ((end >> bits) - (x >> bits) + 1)
    for i in range(x, end + 1):
        before = g[MASK]
        _masked(g, ram, i, y)
        written = _written(g, us, before, us[PAPER_RUN], us[TRANSPARENT_RUN])
        if i == end or i & last == last:
            taken += byte + written
        elif (before ^ g[MASK]) & 0x80:
            taken += byte + written - us[MASK_CHANGE]
    return taken


def _vertical_6128(g: Whole, ram: Bytes, us: Reals, x: int, y: int, end: int) -> float:
    taken = _upwards(g, us, x, y, end) + place(g, us, x)
    if g[MASK] == 0xFF:
        vertical(g, ram, x, y, end, g[PEN])
    else:
        for i in range(y, end + 1):
            before = g[MASK]
            _masked(g, ram, x, i)
            taken += _written(g, us, before, us[PAPER_PIXEL], us[TRANSPARENT_PIXEL])
    return taken


def _masked(g: Whole, ram: Bytes, x: int, y: int) -> None:
    """A pixel in pen or paper, as the mask says. The mask turns by one bit for each pixel in the window."""
    mask = g[MASK]
    g[MASK] = (mask << 1 | mask >> 7) & 0xFF
    if mask & 0x80:
        put(g, ram, x, y, g[PEN])
    elif not g[TRANSPARENT]:
        put(g, ram, x, y, g[PAPER])


def _written(g: Whole, us: Reals, mask: int, paper: float, nothing: float) -> float:
    """What a byte takes that is written in paper or, in transparent mode, is not, more than one in pen."""
    if mask & 0x80:
        return 0.0
    return nothing + _ink_mode(g, us) if g[TRANSPARENT] else paper

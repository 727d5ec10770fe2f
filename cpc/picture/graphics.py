"""Dots, lines, fills and characters in the graphics window.

The language's coordinates are 640 by 400 in every mode, and 16 bits wide; here they become pixels, with row 0 at the
bottom. Each model draws lines in its own way.
"""

from basic.ports import signed
from cpc.memory import LINES, PLANE, ROW_BYTES
from cpc.picture import fill, lines
from cpc.picture.characters import Characters
from cpc.picture.modes import MODES
from cpc.picture.screen import Screen

HEIGHT = LINES - 1              # the highest row

# x, y, origin, left, right, top, bottom, pen, paper, mask, first point, transparent
State = tuple[int, int, tuple[int, int], int, int, int, int, int, int, int, bool, bool]


class GraphicsScreen:
    """The graphics cursor, its window and pens. A method named after a keyword does what the keyword does."""

    def __init__(self, screen: Screen, characters: Characters) -> None:
        self.screen = screen
        self.characters = characters
        self.clock = screen.clock
        self.costs = screen.costs
        self._line = lines.ALGORITHMS[screen.model]
        self.mask = 0xFF
        self.first_point = True
        self.transparent = False
        self.begin_mode(1, 0)

    def snapshot(self) -> State:
        return (self.x, self.y, self.origin, self.left, self.right, self.top, self.bottom,
                self.pen, self.paper, self.mask, self.first_point, self.transparent)

    def restore(self, state: State) -> None:
        (self.x, self.y, self.origin, self.left, self.right, self.top, self.bottom, self.pen, self.paper,
         self.mask, self.first_point, self.transparent) = state

    def colours(self) -> tuple[int, int]:
        """The graphics pen and paper, as ink numbers."""
        layout = self.screen.layout
        return layout.pen(self.pen), layout.pen(self.paper)

    def begin_mode(self, pen: int, paper: int) -> None:
        """Origin, cursor and window as after MODE."""
        self.pen, self.paper = self._encoded(pen), self._encoded(paper)
        self.origin = 0, 0
        self._go(0, 0)
        self._enclose(-0x8000, 0x7FFF, 0x7FFF, -0x8000)

    def _encoded(self, ink: int) -> int:
        return self.screen.layout.encoded[ink & 15]

    def reset(self) -> None:
        """The state in which the 6128 starts a program: no ink mode, no mask."""
        self.screen.set_ink_mode(0)
        self.mask = 0xFF
        self.first_point = True
        self.transparent = False

    # what the language calls

    def position(self) -> tuple[int, int]:
        return self.x, self.y

    def move(self, x: int, y: int) -> None:
        self._go(x, y)
        self.clock.us += int(self.costs.move)

    def _go(self, x: int, y: int) -> None:
        self.x, self.y = signed(x), signed(y)

    def set_origin(self, x: int, y: int) -> None:
        self.origin = signed(x), signed(y)
        self._go(0, 0)
        self.clock.us += int(self.costs.origin)

    def set_window(self, left: int, right: int, top: int, bottom: int) -> None:
        """In the language's coordinates without ORIGIN. The left and right sides move outwards to whole bytes of MODE 2."""
        self._enclose(left, right, top, bottom)
        self.clock.us += int(self.costs.graphics_window)

    def _enclose(self, left: int, right: int, top: int, bottom: int) -> None:
        left, right = sorted((min(max(left, 0), 639), min(max(right, 0), 639)))
        shift = self.screen.layout.shift
        self.left, self.right = (left & ~7) >> shift, (right | 7) >> shift
        self.bottom, self.top = sorted((min(max(top, 0) >> 1, HEIGHT), min(max(bottom, 0) >> 1, HEIGHT)))

    def set_pen(self, ink: int) -> None:
        self.pen = self._encoded(ink)
        self.clock.us += int(self.costs.graphics_pen)

    def set_paper(self, ink: int) -> None:
        self.paper = self._encoded(ink)
        self.clock.us += int(self.costs.graphics_pen)

    def set_ink_mode(self, mode: int) -> None:
        self.screen.set_ink_mode(mode)
        self.clock.us += int(self.costs.ink_mode)

    def set_mask(self, mask: int) -> None:
        self.mask = mask & 0xFF

    def set_first_point(self, on: bool) -> None:
        self.first_point = bool(on)

    def set_transparent(self, on: bool) -> None:
        self.transparent = bool(on)

    def clear(self) -> None:
        layout = self.screen.layout
        cells = layout.pixels
        width = (self.right - self.left + 1) // cells
        row = bytes((self.paper,)) * width
        for y in range(self.bottom, self.top + 1):
            self.put_bytes(self.left // cells, y, row)
        lines = self.top - self.bottom + 1
        self.clock.us += self.costs.boxes(layout.number, width, lines >> 3, lines, 0)
        self._go(0, 0)

    def plot(self, x: int, y: int) -> None:
        self._go(x, y)
        px, py = self.pixel()
        if self.within(px, py):
            self.put(px, py, self.pen)
            self.clock.us += int(self.costs.plot[self.screen.mode])
        else:
            self.clock.us += int(self.costs.plot_outside[self.screen.mode])

    def test(self, x: int, y: int) -> int:
        self._go(x, y)
        px, py = self.pixel()
        layout = self.screen.layout
        if not self.within(px, py):
            self.clock.us += int(self.costs.test_outside[layout.number])
            return layout.pen(self.paper)
        self.clock.us += int(self.costs.test[layout.number])
        byte, i = divmod(px, layout.pixels)
        return layout.pens[i][self.screen.ram[self.address(byte, py)]]

    def draw(self, x: int, y: int) -> None:
        start = self.pixel()
        self._go(x, y)
        self._line(self, *start, *self.pixel())

    def fill(self, ink: int, room: int = 0xA000) -> None:
        """`room` is the free memory in bytes. A shape that needs more stays unfinished."""
        px, py = self.pixel()
        if self.within(px, py):
            fill.fill(self, px, py, self._encoded(ink), room)
        else:
            self.clock.us += int(self.costs.fill)

    def write(self, codes: bytes) -> None:
        """Characters with their top left dot at the graphics cursor. Control codes are drawn, too."""
        for code in codes:
            self._write(self.characters.rows(code))

    def _write(self, rows: bytes) -> None:
        left, top = self.pixel()
        columns = [signed(left + dx) for dx in range(8)]
        inside = [dx for dx in range(8) if self.side_x(columns[dx]) == 0]
        lines = [(signed(top - dy), row) for dy, row in enumerate(rows) if self.side_y(signed(top - dy)) == 0]
        for y, row in lines:
            for dx in inside:
                if row >> (7 - dx) & 1:
                    self.put(columns[dx], y, self.pen)
                elif not self.transparent:
                    self.put(columns[dx], y, self.paper)
        layout = self.screen.layout
        dots = len(inside) * len(lines)
        costs = self.costs
        us = costs.output
        if dots == 64:
            us += costs.graphics_character[layout.number]
        else:
            right = sum(self.side_x(column) > 0 for column in columns)
            us += (costs.graphics_character_cut + costs.graphics_character_right * 8 * right
                   + costs.graphics_character_beside * len(inside) * (8 - len(lines))
                   + costs.graphics_character_dot[layout.number] * dots)
        self.clock.us += int(us)
        self._go(self.x + layout.advance, self.y)

    # pixels

    def pixel(self) -> tuple[int, int]:
        """The pixel of the graphics cursor, rounded towards the origin."""
        shift = self.screen.layout.shift
        mask = (1 << shift) - 1
        x = self.x + mask if self.x < 0 else self.x
        y = self.y + 1 if self.y < 0 else self.y
        return signed(self.origin[0] + (x & ~mask)) >> shift, signed(self.origin[1] + (y & ~1)) >> 1

    def within(self, x: int, y: int) -> bool:
        return self.side_x(x) == 0 and self.side_y(y) == 0

    def side_x(self, x: int) -> int:
        """-1 left of the window, 1 right of it, 0 inside; by differences of 16 bits, as in the firmware."""
        if signed(self.left - x - 1) >= 0:
            return -1
        return 0 if signed(self.right - x) >= 0 else 1

    def side_y(self, y: int) -> int:
        """-1 below the window, 1 above it, 0 inside."""
        if signed(self.top - y) < 0:
            return 1
        return 0 if signed(self.bottom - y - 1) < 0 else -1

    def address(self, byte: int, y: int) -> int:
        return self.screen.address(byte, HEIGHT - y)

    def put(self, x: int, y: int, pen: int) -> None:
        """One pixel, in the ink mode."""
        layout = self.screen.layout
        byte, i = divmod(x, layout.pixels)
        self.put_masked(self.address(byte, y), layout.masks[i], pen)

    def put_masked(self, address: int, mask: int, pen: int) -> None:
        ram = self.screen.ram
        mode = self.screen.ink_mode
        if mode == 0:
            ram[address] = ram[address] & ~mask | pen & mask
        elif mode == 1:
            ram[address] ^= pen & mask
        elif mode == 2:
            ram[address] &= pen | ~mask & 0xFF
        else:
            ram[address] |= pen & mask

    def put_bytes(self, byte: int, y: int, row: bytes) -> None:
        """Whole bytes of a pixel row, without the ink mode."""
        ram = self.screen.ram
        start = self.address(byte, y)
        room = PLANE - (start & (PLANE - 1))
        if len(row) <= room:
            ram[start:start + len(row)] = row
        else:
            ram[start:start + room] = row[:room]
            ram[start + room - PLANE:start - PLANE + len(row)] = row[room:]

    def horizontal(self, left: int, right: int, y: int, pen: int) -> None:
        """A horizontal run in one pen and the ink mode, all of it in the window."""
        layout = self.screen.layout
        first, i = divmod(left, layout.pixels)
        last, k = divmod(right, layout.pixels)
        before, after = _FROM[layout.number][i], _UP_TO[layout.number][k]
        if first == last:
            self.put_masked(self.address(first, y), before & after, pen)
            return
        self.put_masked(self.address(first, y), before, pen)
        if last - first > 1:
            self._whole_bytes(first + 1, last - first - 1, y, pen)
        self.put_masked(self.address(last, y), after, pen)

    def _whole_bytes(self, first: int, size: int, y: int, pen: int) -> None:
        mode = self.screen.ink_mode
        if mode == 0:
            self.put_bytes(first, y, bytes((pen,)) * size)
            return
        for byte in range(first, first + size):
            self.put_masked(self.address(byte, y), 0xFF, pen)

    def vertical(self, x: int, bottom: int, top: int, pen: int) -> None:
        """A vertical run in one pen and the ink mode, all of it in the window."""
        layout = self.screen.layout
        byte, i = divmod(x, layout.pixels)
        mask = layout.masks[i]
        screen = self.screen
        ram = screen.ram
        start = screen.scrolled + byte
        if screen.ink_mode == 0:
            keep, bits = ~mask, pen & mask
            base = screen.base
            for line in range(HEIGHT - top, HEIGHT - bottom + 1):
                address = base + (line & 7) * PLANE + (((line >> 3) * ROW_BYTES + start) & (PLANE - 1))
                ram[address] = ram[address] & keep | bits
        else:
            for y in range(bottom, top + 1):
                self.put_masked(self.address(byte, y), mask, pen)


_FROM = tuple(tuple(sum(mode.masks[i:]) for i in range(mode.pixels)) for mode in MODES)
_UP_TO = tuple(tuple(sum(mode.masks[:i + 1]) for i in range(mode.pixels)) for mode in MODES)

"""Dots, lines, fills and characters in the graphics window.

The language's coordinates are 640 by 400 in every mode, and 16 bits wide; here they become pixels, with row 0 at the
bottom. Each model draws lines in its own way.
"""

from __future__ import annotations

from basic.ports import signed
from cpc.memory import LINES, PLANE, ROW_BYTES
from cpc.picture import dots, fill, lines
from cpc.picture.characters import Characters
from cpc.picture.quick import QuickGraphics
from cpc.picture.screen import Screen

HEIGHT = LINES - 1              # the highest row

# x, y, origin, left, right, top, bottom, pen, paper, mask, first point, transparent
State = tuple[int, int, tuple[int, int], int, int, int, int, int, int, int, bool, bool]


class _Cell:
    """An attribute of GraphicsScreen that is one of its cells."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __get__(self, graphics: GraphicsScreen, owner: type) -> int:
        return graphics.g[self.number]

    def __set__(self, graphics: GraphicsScreen, value: int) -> None:
        graphics.g[self.number] = value


class GraphicsScreen:
    """The graphics cursor, its window and pens. A method named after a keyword does what the keyword does."""

    x, y = _Cell(dots.X), _Cell(dots.Y)
    left, right, top, bottom = _Cell(dots.LEFT), _Cell(dots.RIGHT), _Cell(dots.TOP), _Cell(dots.BOTTOM)
    pen, paper, mask = _Cell(dots.PEN), _Cell(dots.PAPER), _Cell(dots.MASK)

    def __init__(self, screen: Screen, characters: Characters) -> None:
        self.screen = screen
        self.characters = characters
        self.clock = screen.clock
        self.costs = screen.costs
        self.figures = dots.figures_of(screen.costs)
        self.g = screen.g
        is_464 = screen.model == "464"
        self._draw = lines.draw_464 if is_464 else lines.draw_6128
        self.quick = QuickGraphics(self.g, screen.ram, self.figures, is_464)
        self.mask = 0xFF
        self.first_point = True
        self.transparent = False
        self.begin_mode(1, 0)

    @property
    def origin(self) -> tuple[int, int]:
        return self.g[dots.ORIGIN_X], self.g[dots.ORIGIN_Y]

    @origin.setter
    def origin(self, origin: tuple[int, int]) -> None:
        self.g[dots.ORIGIN_X], self.g[dots.ORIGIN_Y] = origin

    @property
    def first_point(self) -> bool:
        return bool(self.g[dots.FIRST_POINT])

    @first_point.setter
    def first_point(self, on: bool) -> None:
        self.g[dots.FIRST_POINT] = int(on)

    @property
    def transparent(self) -> bool:
        return bool(self.g[dots.TRANSPARENT])

    @transparent.setter
    def transparent(self, on: bool) -> None:
        self.g[dots.TRANSPARENT] = int(on)

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
        self.clock.us += int(self.costs.move + 0.5)

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
        self.clock.us += int(self.costs.graphics_pen[self.screen.layout.number] + 0.5)

    def set_paper(self, ink: int) -> None:
        self.paper = self._encoded(ink)
        self.clock.us += int(self.costs.graphics_pen[self.screen.layout.number] + 0.5)

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
        begun = self.clock.us
        before = self.screen.moment.before(begun)
        cells = layout.pixels
        width = (self.right - self.left + 1) // cells
        row = bytes((self.paper,)) * width
        for y in range(self.bottom, self.top + 1):
            self.put_bytes(self.left // cells, y, row)
        lines = self.top - self.bottom + 1
        first = self.screen.cell(0, HEIGHT - self.top >> 3) + self.left // cells
        rows = (HEIGHT - self.bottom >> 3) - (HEIGHT - self.top >> 3) + 1
        wrapped = sum((first + ROW_BYTES * row) % PLANE + width > PLANE for row in range(rows))
        self.clock.us += self.costs.boxes(layout.number, width, lines >> 3, lines, wrapped)
        self.screen.moment.after(before, begun)
        self._go(0, 0)

    def plot(self, x: int, y: int) -> None:
        self.screen.moment.before(self.clock.us)
        self.clock.us += dots.plot(self.g, self.screen.ram, self.figures, x, y)

    def test(self, x: int, y: int) -> int:
        ink, us = dots.test(self.g, self.screen.ram, self.figures, x, y)
        self.clock.us += us
        return ink

    def draw(self, x: int, y: int) -> None:
        begun = self.clock.us
        before = self.screen.moment.before(begun)
        self.clock.us += self._draw(self.g, self.screen.ram, self.figures, x, y)
        self.screen.moment.after(before, begun)

    def fill(self, ink: int, room: int = 0xA000) -> None:
        """`room` is the free memory in bytes. A shape that needs more stays unfinished."""
        px, py = self.pixel()
        if self.within(px, py):
            fill.fill(self, px, py, self._encoded(ink), room)
        else:
            self.clock.us += int(self.costs.fill_outside + 0.5)

    def write(self, codes: bytes) -> None:
        """Characters with their top left dot at the graphics cursor. Control codes are drawn, too."""
        for code in codes:
            self._write(self.characters.rows(code))

    def _write(self, rows: bytes) -> None:
        begun = self.clock.us
        before = self.screen.moment.before(begun)
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
        right = sum(self.side_x(column) > 0 for column in columns)
        above = sum(self.side_y(signed(top - dy)) > 0 for dy in range(8))
        self.clock.us += int(self._character_takes(inside, lines, right, above))
        self.screen.moment.after(before, begun)
        self._go(self.x + layout.advance, self.y)

    def _character_takes(self, inside: list[int], lines: list[tuple[int, int]], right: int, above: int) -> float:
        """Microseconds for a character with these columns and rows in the window, so many columns right of it and so many rows
        above it."""
        costs, mode = self.costs, self.screen.layout.number
        seen = sum(128 >> dx for dx in inside)
        us = costs.output - costs.graphics_character_pen * sum((row & seen).bit_count() for _, row in lines)
        if len(inside) * len(lines) == 64:
            return us + costs.graphics_character[mode]
        left = 8 - len(inside) - right
        at_left, at_right = costs.graphics_character_columns
        first_is_outside = above > 0 or left > 0 or not inside or not lines
        return (us + costs.graphics_character_cut + costs.graphics_character_rows * (len(inside) == 8)
                + costs.graphics_character_columns_outside * (not inside)
                + costs.graphics_character_first * first_is_outside + costs.graphics_character_above * len(inside) * above
                + at_left * (left > 0) + at_right * (right > 0)
                + 8 * (costs.graphics_character_left * left + costs.graphics_character_right * right)
                + costs.graphics_character_beside * len(inside) * (8 - len(lines))
                + costs.graphics_character_dot[mode] * len(inside) * len(lines))

    # pixels

    def pixel(self) -> tuple[int, int]:
        """The pixel of the graphics cursor, rounded towards the origin."""
        return dots.pixel_x(self.g), dots.pixel_y(self.g)

    def within(self, x: int, y: int) -> bool:
        return self.side_x(x) == 0 and self.side_y(y) == 0

    def side_x(self, x: int) -> int:
        return dots.side_x(self.g, x)

    def side_y(self, y: int) -> int:
        return dots.side_y(self.g, y)

    def address(self, byte: int, y: int) -> int:
        return self.screen.address(byte, HEIGHT - y)

    def put(self, x: int, y: int, pen: int) -> None:
        """One pixel, in the ink mode."""
        dots.put(self.g, self.screen.ram, x, y, pen)

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

    def vertical(self, x: int, bottom: int, top: int, pen: int) -> None:
        """A vertical run in one pen and the ink mode, all of it in the window."""
        dots.vertical(self.g, self.screen.ram, x, bottom, top, pen)

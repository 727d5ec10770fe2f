"""FILL of the 6128: column by column, with a heap of places to return to, which may overflow."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from cpc.memory import LINES, ROW_BYTES, SCREEN_BASE
from cpc.picture import dots, lines

if TYPE_CHECKING:
    from cpc.picture.graphics import GraphicsScreen

ENTRY = 7                               # bytes in the heap for each place
RIGHT, LEFT = 1, -1


class _Fill:
    """A FILL under way. A column is 200 bytes from below: 1 for a pixel that has neither the pen nor the new ink. In that of
    the inks, 1 is for a pixel that has the new ink: the machine looks at it after the pen."""

    def __init__(self, g: GraphicsScreen, ink: int, room: int) -> None:
        self.g = g
        self.room = room - 1
        layout = g.screen.layout
        self.ink = ink
        self.width: int = layout.width
        self.pixels = g.screen.pixels()
        pen, new = layout.pen(g.pen), layout.pen(ink)
        self.open = bytes(found not in (pen, new) for found in range(256))
        self.new = bytes(found == new != pen for found in range(256))
        self.painted = int(new != pen)
        self.columns: dict[int, bytearray] = {}
        self.inks: dict[int, bytearray] = {}
        self.places: dict[int, tuple[float, int]] = {}      # what finding a column's byte takes, and its address in row 0
        self.heap: list[tuple[int, int, int, int]] = []
        self.runs: list[tuple[int, int, int]] = []
        self.ends: list[float] = []         # when each of them is ready
        self.costs = g.costs
        self.us = g.costs.fill
        self.direction = RIGHT

    def column(self, x: int) -> bytearray:
        if x not in self.columns:
            seen = self.pixels[x::self.width]
            self.columns[x] = bytearray(seen.translate(self.open)[LINES - 1::-1])
            self.inks[x] = bytearray(seen.translate(self.new)[LINES - 1::-1])
            layout = self.g.screen.layout
            us = self.costs.fill_place[layout.number] + dots.place(self.g.g, self.g.figures, x)
            self.places[x] = us, x // layout.pixels + self.g.screen.scrolled
        return self.columns[x]

    # what it takes

    def looked(self, x: int, bottom: int, top: int) -> None:
        """Pixels up to `top` are looked at, and the one at `top` may be open."""
        costs, count = self.costs, top - bottom + 1
        opened = self.columns[x].count(1, bottom, top + 1)
        self.us += (costs.fill_look * count + costs.fill_look_again * (self.inks[x].count(1, bottom, top + 1) + opened)
                    + costs.fill_open * opened)

    def went(self, x: int, bottom: int, top: int) -> None:
        """From one pixel of a column to another, in either direction."""
        first_row, last_row = LINES - 1 - bottom >> 3, LINES - 1 - top >> 3
        if first_row == last_row:
            return
        byte = self.places[x][1]
        self.us += (self.costs.next_row * (first_row - last_row)
                    + lines.going_on(self.g.figures, last_row * ROW_BYTES + byte, first_row * ROW_BYTES + byte))

    # what it does

    def is_open(self, x: int, y: int) -> bool:
        column = self.column(x)
        costs, is_open = self.costs, column[y]
        self.us += (costs.fill_test + self.places[x][0] + costs.fill_look
                    + (costs.fill_look_again + costs.fill_open if is_open else costs.fill_look_again * self.inks[x][y]))
        return bool(is_open)

    def up(self, x: int, y: int) -> int:
        """Fills upwards from y; returns the highest filled pixel."""
        column = self.column(x)
        end = column.find(0, y, self.g.top + 1)
        at_edge = end < 0
        if at_edge:
            end = self.g.top + 1
        self.us += self.costs.fill_up_pixel * (end - y) + 2 * self.places[x][0]
        if at_edge:
            self.us += self.costs.fill_up_edge
            self.went(x, y, end - 1)
            self.looked(x, y, end - 1)
        else:
            self.went(x, y, end)
            self.looked(x, y, end)
        self.paint(x, y, end - 1)
        return end - 1

    def down(self, x: int, y: int) -> int:
        """Fills downwards from below y; returns the lowest filled pixel, or y."""
        border = self.column(x).rfind(0, self.g.bottom, y)
        start = max(border + 1, self.g.bottom)
        self.us += self.costs.fill_down + self.costs.fill_down_pixel * (y - start) + 2 * self.places[x][0]
        end = border if border >= 0 else start
        if border < 0:
            self.us += self.costs.fill_down_edge
        self.went(x, end, y)
        if end < y:
            self.looked(x, end, y - 1)
        self.paint(x, start, y - 1)
        return start

    def paint(self, x: int, bottom: int, top: int) -> None:
        size = top - bottom + 1
        if size > 0:
            self.columns[x][bottom:top + 1] = bytes(size)
            self.inks[x][bottom:top + 1] = bytes((self.painted,)) * size
            self.runs.append((x, bottom, top))
            self.ends.append(self.us)

    def search(self, x: int, y: int, top: int) -> int:
        """The lowest open pixel from y to top, or -1."""
        place = self.column(x).find(1, y, top + 1)
        end = place if place >= 0 else top
        self.us += self.costs.fill_search + self.costs.fill_search_pixel * (end - y) + 2 * self.places[x][0]
        self.went(x, y, end)
        self.looked(x, y, end)
        return place

    def remember(self, x: int, y: int, top: int) -> None:
        if self.room >= ENTRY:
            self.room -= ENTRY
            self.heap.append((x, y, top, self.direction))

    def look_back(self, x: int, bottom: int, top: int) -> None:
        """The new run is longer than the one before it: looks for open pixels behind it."""
        self.us += self.costs.fill_look_back
        self.direction = -self.direction
        behind = x + self.direction
        place = bottom if self.is_open(behind, bottom) else self.search(behind, bottom, top)
        if place >= 0:
            self.remember(behind, place, top)
        self.direction = -self.direction

    def next_column(self, x: int, bottom: int, top: int) -> tuple[int, int] | None:
        """Fills beside a run; returns the new run."""
        start = bottom
        if self.is_open(x, bottom):
            new_bottom = self.down(x, bottom)
            if new_bottom < bottom:
                self.look_back(x, new_bottom, bottom)
        else:
            start = new_bottom = self.search(x, bottom, top)
            if start < 0:
                return None
        new_top = self.up(x, start)
        if new_top > top:
            self.us += self.costs.fill_higher
            self.look_back(x, top, new_top)
        elif new_top < top:
            self.us += self.costs.fill_lower
            place = self.search(x, new_top, top)
            if place >= 0:
                self.remember(x, place, top)
        return new_bottom, new_top

    def sweep(self, x: int, bottom: int, top: int, direction: int) -> None:
        self.direction = direction
        x += direction
        while True:
            side = self.g.side_x(x)
            self.us += self.costs.fill_beside * (side > 0)
            run = self.next_column(x, bottom, top) if not side else None
            if run:
                bottom, top = run
                x += self.direction
                self.us += self.costs.fill_on + self.costs.fill_on_right * (self.direction == RIGHT)
            elif self.heap:
                x, bottom, top, self.direction = self.heap.pop()
                self.room += ENTRY
                self.us += self.costs.fill_return
            else:
                return


def fill(g: GraphicsScreen, x: int, y: int, ink: int, room: int) -> None:
    """Fills from a pixel in the window; `room` is the size of the heap in bytes."""
    work = _Fill(g, ink, room)
    if work.is_open(x, y):
        work.us += g.costs.fill_something
        top = work.up(x, y)
        bottom = work.down(x, y)
        work.sweep(x, bottom, top, RIGHT)
        work.sweep(x, bottom, top, LEFT)
    ink_mode, begun = g.screen.ink_mode, g.clock.us
    before = g.screen.moment.before(begun)
    g.screen.set_ink_mode(0)
    for run in work.runs:
        g.vertical(*run, ink)

    cells = g.g[:]

    def part(old: bytes, new: bytes, us: int, in_all: int) -> bytes:
        ram = bytearray(SCREEN_BASE) + old
        for run in work.runs[:bisect_right(work.ends, us)]:
            dots.vertical(cells, ram, *run, ink)
        return bytes(ram[SCREEN_BASE:])
    g.clock.us += int(work.us + 0.5)
    g.screen.moment.after(before, begun, part)
    g.screen.set_ink_mode(ink_mode)

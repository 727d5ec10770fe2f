"""FILL of the 6128: column by column, with a heap of places to return to, which may overflow."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from cpc.memory import LINES, SCREEN_BASE
from cpc.picture import dots

if TYPE_CHECKING:
    from cpc.picture.graphics import GraphicsScreen

ENTRY = 7                               # bytes in the heap for each place
RIGHT, LEFT = 1, -1


class _Fill:
    """A FILL under way. A column is 200 bytes from below: 1 for a pixel that has neither the pen nor the new ink."""

    def __init__(self, g: GraphicsScreen, ink: int, room: int) -> None:
        self.g = g
        self.room = room - 1
        layout = g.screen.layout
        self.ink = ink
        self.width: int = layout.width
        self.pixels = g.screen.pixels()
        border = {layout.pen(g.pen), layout.pen(ink)}
        self.open = bytes(pen not in border for pen in range(256))
        self.columns: dict[int, bytearray] = {}
        self.heap: list[tuple[int, int, int, int]] = []
        self.runs: list[tuple[int, int, int]] = []
        self.ends: list[float] = []         # when each of them is ready
        self.us = g.costs.fill
        self.direction = RIGHT

    def column(self, x: int) -> bytearray:
        if x not in self.columns:
            seen = self.pixels[x::self.width].translate(self.open)
            self.columns[x] = bytearray(seen[LINES - 1::-1])
        return self.columns[x]

    def up(self, x: int, y: int) -> int:
        """Fills upwards from y; returns the highest filled pixel."""
        column = self.column(x)
        end = column.find(0, y, self.g.top + 1)
        if end < 0:
            end = self.g.top + 1
        self.paint(x, y, end - 1)
        return end - 1

    def down(self, x: int, y: int) -> int:
        """Fills downwards from below y; returns the lowest filled pixel, or y."""
        start = max(self.column(x).rfind(0, self.g.bottom, y) + 1, self.g.bottom)
        self.paint(x, start, y - 1)
        return start

    def paint(self, x: int, bottom: int, top: int) -> None:
        size = top - bottom + 1
        if size > 0:
            self.us += self.g.costs.fill_run + self.g.costs.fill_pixel * size
            self.columns[x][bottom:top + 1] = bytes(size)
            self.runs.append((x, bottom, top))
            self.ends.append(self.us)

    def search(self, x: int, y: int, top: int) -> int:
        """The lowest open pixel from y to top, or -1."""
        place = self.column(x).find(1, y, top + 1)
        looked = (place if place >= 0 else top) - y + 1
        self.us += self.g.costs.fill_search + self.g.costs.fill_looked * looked
        return place

    def remember(self, x: int, y: int, top: int) -> None:
        if self.room >= ENTRY:
            self.room -= ENTRY
            self.heap.append((x, y, top, self.direction))

    def look_back(self, x: int, bottom: int, top: int) -> None:
        """The new run is longer than the one before it: looks for open pixels behind it."""
        self.direction = -self.direction
        behind = x + self.direction
        place = self.search(behind, bottom, top)
        if place >= 0:
            self.remember(behind, place, top)
        self.direction = -self.direction

    def next_column(self, x: int, bottom: int, top: int) -> tuple[int, int] | None:
        """Fills beside a run; returns the new run."""
        self.us += self.g.costs.fill_column
        start = bottom
        if self.column(x)[bottom]:
            new_bottom = self.down(x, bottom)
            if new_bottom < bottom:
                self.look_back(x, new_bottom, bottom)
        else:
            start = new_bottom = self.search(x, bottom, top)
            if start < 0:
                return None
        new_top = self.up(x, start)
        if new_top > top:
            self.look_back(x, top, new_top)
        elif new_top < top:
            place = self.search(x, new_top, top)
            if place >= 0:
                self.remember(x, place, top)
        return new_bottom, new_top

    def sweep(self, x: int, bottom: int, top: int, direction: int) -> None:
        self.direction = direction
        x += direction
        while True:
            run = self.next_column(x, bottom, top) if self.g.within(x, bottom) else None
            if run:
                bottom, top = run
                x += self.direction
            elif self.heap:
                x, bottom, top, self.direction = self.heap.pop()
                self.room += ENTRY
            else:
                return


def fill(g: GraphicsScreen, x: int, y: int, ink: int, room: int) -> None:
    """Fills from a pixel in the window; `room` is the size of the heap in bytes."""
    work = _Fill(g, ink, room)
    if work.column(x)[y]:
        top = work.up(x, y)
        bottom = work.down(x, y)
        work.sweep(x, bottom, top, RIGHT)
        work.sweep(x, bottom, top, LEFT)
    ink_mode, begun = g.screen.ink_mode, g.clock.us
    before = g.screen.moment.before(begun)
    g.screen.set_ink_mode(0)
    for run in work.runs:
        g.vertical(*run, ink)

    def part(old: bytes, new: bytes, us: int, in_all: int) -> bytes:
        ram = bytearray(SCREEN_BASE) + old
        for run in work.runs[:bisect_right(work.ends, us)]:
            dots.vertical(g.g, ram, *run, ink)
        return bytes(ram[SCREEN_BASE:])
    g.clock.us += int(work.us)
    g.screen.moment.after(before, begun, part)
    g.screen.set_ink_mode(ink_mode)

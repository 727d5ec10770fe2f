"""The lines of each model: runs along the longer direction, one run for each step in the shorter direction.

A line has the same pixels from either end. All coordinates are pixels, in 16 bits as in the processor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from basic.ports import signed

if TYPE_CHECKING:
    from cpc.picture.graphics import GraphicsScreen


def line_464(g: GraphicsScreen, x0: int, y0: int, x1: int, y1: int) -> None:
    """Finds the lengths of the runs by a division. It draws from left to right, or a steep line upwards."""
    swapped = signed(x0 - x1) >= 0
    if swapped:
        x0, y0, x1, y1 = x1, y1, x0, y0
    dx, dy = signed(x0 - x1) & 0xFFFF, signed(y0 - y1)
    dx = -dx & 0xFFFF
    step = 1 if dy < 0 else -1
    dy = abs(dy)
    steep = dy >= dx
    if steep and step < 0:
        x0, y0 = signed(x0 + dx), signed(y0 - dy)
    major, minor = (dy, dx) if steep else (dx, dy)
    runs = minor + 1
    length, rest = divmod(major + 1, runs)
    error = runs >> 1
    us = g.costs.line[g.screen.mode]
    if swapped:
        us += g.costs.line_backwards
    for _ in range(runs):
        size = length
        error += rest
        if error > runs:
            error -= runs
            size += 1
        if steep:
            us += _vertical_464(g, x0, y0, y0 + size - 1)
            y0 = signed(y0 + size)
            x0 = signed(x0 + step)
        else:
            us += _horizontal_464(g, x0, x0 + size - 1, y0)
            x0 = signed(x0 + size)
            y0 = signed(y0 + step)
    g.clock.us += int(us)


def _horizontal_464(g: GraphicsScreen, x: int, end: int, y: int) -> float:
    if not (g.left <= x and end <= g.right and g.bottom <= y <= g.top):
        end = signed(end)
        if g.side_y(y) or signed(g.right - x) < 0 or signed(g.left - 1 - end) >= 0:
            return g.costs.run_beside
        if signed(g.left - 1 - x) >= 0:
            x = g.left
        if signed(g.right - end) < 0:
            end = g.right
    g.horizontal(x, end, y, g.pen)
    layout = g.screen.layout
    costs = g.costs
    size = end - x + 1
    before = -x % layout.pixels
    if before >= size:
        return costs.horizontal_run[layout.number] + costs.horizontal_pixel[layout.number] * size
    whole, after = divmod(size - before, layout.pixels)
    return (costs.horizontal_run[layout.number] + costs.horizontal_byte[layout.number] * whole
            + costs.horizontal_pixel[layout.number] * (before + after)
            + costs.horizontal_edge * ((before > 0) + (after > 0)))


def _vertical_464(g: GraphicsScreen, x: int, y: int, end: int) -> float:
    if not (g.bottom <= y and end <= g.top and g.left <= x <= g.right):
        end = signed(end)
        if g.side_x(x) or signed(g.top - y) < 0 or signed(g.bottom - 1 - end) >= 0:
            return g.costs.run_beside
        if signed(g.bottom - 1 - y) >= 0:
            y = g.bottom
        if signed(g.top - end) < 0:
            end = g.top
    g.vertical(x, y, end, g.pen)
    return g.costs.vertical_run[g.screen.mode] + g.costs.vertical_pixel * (end - y + 1)


class _Line6128:
    """How far a line of the 6128 has been drawn."""

    def __init__(self, g: GraphicsScreen, x: int, y: int, right: bool, up: bool) -> None:
        self.g, self.x, self.y, self.right, self.up = g, x, y, right, up
        self.us = 0.0

    def along_x(self, size: int) -> bool:
        """A horizontal run and a step up or down. False: the rest of the line is outside the window."""
        going = True
        if size:
            g = self.g
            start, end = self.x, signed(self.x + size - 1)
            self.x = signed(end + 1)
            near, far = g.side_x(start), g.side_x(end)
            if far < 0:
                self.us += g.costs.run_before
            elif near > 0:
                return False
            elif side := g.side_y(self.y):
                self.us += g.costs.run_beside
                going = (side > 0) != self.up
            else:
                self.us += _horizontal_6128(g, g.left if near else start, g.right if far else end, self.y)
        self.y = signed(self.y + (1 if self.up else -1))
        return going

    def along_y(self, size: int) -> bool:
        """A vertical run and a step to the side."""
        going = True
        if size:
            g = self.g
            start, end = self.y, signed(self.y + size - 1)
            self.y = signed(end + 1)
            near, far = g.side_y(start), g.side_y(end)
            if far < 0:
                self.us += g.costs.run_before
            elif near > 0:
                return False
            elif side := g.side_x(self.x):
                self.us += g.costs.run_beside
                going = (side > 0) != self.right
            else:
                self.us += _vertical_6128(g, self.x, g.bottom if near else start, g.top if far else end)
        self.x = signed(self.x + (1 if self.right else -1))
        return going


def line_6128(g: GraphicsScreen, x0: int, y0: int, x1: int, y1: int) -> None:
    """Finds the lengths of the runs by adding up an error. It draws towards growing coordinates of the longer direction."""
    dx, dy = signed(x0 - x1), signed(y0 - y1)
    right, up = dx < 0, dy < 0
    dx, dy = abs(dx), abs(dy)
    shallow = dy < dx
    major, minor = (dx, dy) if shallow else (dy, dx)
    left_to_draw = major + g.first_point
    error = -major >> 1
    line = _Line6128(g, x0, y0, right, up)
    if not (right if shallow else up):
        line = _Line6128(g, x1, y1, not right, not up)
        line.us += g.costs.line_backwards
    elif not g.first_point:
        error += minor
        if shallow:
            line.x = signed(line.x + 1)
        else:
            line.y = signed(line.y + 1)
    advance = line.along_x if shallow else line.along_y
    costs = g.costs
    line.us += costs.line[g.screen.mode]
    if minor == 0:
        advance(left_to_draw)
    else:
        size = 0
        line.us += costs.line_sloping
        longer = costs.line_first_run
        while True:
            before = size
            size = -(error // minor)
            if size > before:
                line.us += longer * (size - before)
            longer = costs.line_longer
            error += size * minor - major
            now = min(size, left_to_draw)
            left_to_draw -= now
            if not advance(now) or left_to_draw == 0:
                break
    g.clock.us += int(line.us)


def _horizontal_6128(g: GraphicsScreen, x: int, end: int, y: int) -> float:
    layout = g.screen.layout
    pixels = layout.pixels
    us = (g.costs.horizontal_run[layout.number] + g.costs.horizontal_pixel[layout.number] * (end - x + 1)
          + g.costs.horizontal_byte[layout.number] * (end // pixels - x // pixels + 1))
    if g.mask == 0xFF:
        g.horizontal(x, end, y, g.pen)
        return us
    for i in range(x, end + 1):
        before = g.mask
        _masked(g, i, y)
        if (before ^ g.mask) & 0x80 and i % pixels < pixels - 1:
            us += g.costs.mask_change
    return us


def _vertical_6128(g: GraphicsScreen, x: int, y: int, end: int) -> float:
    if g.mask == 0xFF:
        g.vertical(x, y, end, g.pen)
    else:
        for i in range(y, end + 1):
            _masked(g, x, i)
    return g.costs.vertical_run[g.screen.mode] + g.costs.vertical_pixel * (end - y + 1)


def _masked(g: GraphicsScreen, x: int, y: int) -> None:
    """A pixel in pen or paper, as the mask says. The mask turns by one bit for each pixel in the window."""
    mask = g.mask
    g.mask = (mask << 1 | mask >> 7) & 0xFF
    if mask & 0x80:
        g.put(x, y, g.pen)
    elif not g.transparent:
        g.put(x, y, g.paper)


ALGORITHMS: dict[str, Callable[[GraphicsScreen, int, int, int, int], None]] = {
    "464": line_464, "664": line_6128, "6128": line_6128}

"""The 16K of screen memory: what the firmware's screen routines do to it, in characters and bytes.

Columns and rows count from 0 here. The picture is read back from the same bytes, so POKEs show.
"""

from typing import Protocol

from cpc.memory import LINES, PLANE, ROW_BYTES, ROWS, SCREEN_BASE, SCREEN_SIZE, UNSEEN
from cpc.picture import costs, readback
from cpc.picture.modes import MODES, Mode


class Clock(Protocol):
    us: int


class Inks(Protocol):
    @property
    def in_force(self) -> list[int]: ...
    @property
    def border_in_force(self) -> int: ...


class Screen:
    def __init__(self, ram: bytearray, clock: Clock, palette: Inks, model: str = "464"):
        self.ram = ram
        self.clock = clock
        self.model = model
        self.costs = costs.MODELS[model]
        self.layout: Mode = MODES[1]
        self.base = SCREEN_BASE
        self.offset = 0
        self.ink_mode = 0
        self.palette = palette

    @property
    def mode(self) -> int:
        return self.layout.number

    @property
    def inks(self) -> list[int]:
        return self.palette.in_force

    @property
    def border(self) -> int:
        return self.palette.border_in_force

    def snapshot(self) -> tuple:
        return self.mode, self.base, self.offset, self.ink_mode

    def restore(self, state: tuple) -> None:
        mode, self.base, self.offset, self.ink_mode = state
        self.layout = MODES[mode]

    def set_mode(self, mode: int) -> None:
        self.layout = MODES[mode]
        self.clear()

    def clear(self) -> None:
        self.offset = 0
        self.ram[self.base:self.base + SCREEN_SIZE] = bytes(SCREEN_SIZE)

    def set_base(self, page: int) -> None:
        """The 16K that are shown begin at this high byte of an address."""
        self.base = (page & 0xC0) << 8

    def set_offset(self, offset: int) -> None:
        offset &= PLANE - 1
        self.offset = offset if self.model == "464" else offset & ~1

    def set_ink_mode(self, mode: int) -> None:
        self.ink_mode = mode & 3

    # Characters

    def cell(self, column: int, row: int) -> int:
        """Where the character lies in each plane."""
        return (self.offset + row * ROW_BYTES + column * self.layout.cell) & (PLANE - 1)

    def put_rows(self, start: int, rows: list[bytes]) -> None:
        """Eight pixel rows of characters side by side, put at `start` of each plane."""
        ram = self.ram
        size = len(rows[0])
        address = self.base + start
        if start + size <= PLANE:
            for row in rows:
                ram[address:address + size] = row
                address += PLANE
            return
        head = PLANE - start
        for plane, row in enumerate(rows):
            at = self.base + plane * PLANE
            ram[at + start:at + PLANE] = row[:head]
            ram[at:at + size - head] = row[head:]

    def get_rows(self, start: int, size: int) -> list[bytes]:
        ram = self.ram
        if start + size <= PLANE:
            return [bytes(ram[a:a + size]) for a in range(self.base + start, self.base + SCREEN_SIZE, PLANE)]
        return [bytes(ram[a + start:a + PLANE] + ram[a:a + start + size - PLANE])
                for a in range(self.base, self.base + SCREEN_SIZE, PLANE)]

    def fill_box(self, left: int, top: int, right: int, bottom: int, byte: int) -> None:
        cell = self.layout.cell
        width = (right - left + 1) * cell
        rows = bottom - top + 1
        wrapped = 0
        if width == ROW_BYTES and rows <= ROWS:
            wrapped = self.cell(left, top) + width * rows > PLANE
            self._fill(self.cell(left, top), width * rows, byte)
        else:
            for row in range(top, bottom + 1):
                start = self.cell(left, row)
                wrapped += start + width > PLANE
                self._fill(start, width, byte)
        self.clock.us += self.costs.boxes(self.mode, width, rows, rows * 8, wrapped)

    def _fill(self, start: int, size: int, byte: int) -> None:
        self.put_rows(start & (PLANE - 1), [bytes((byte,)) * size] * 8)

    def invert(self, column: int, row: int, mask: int) -> None:
        start = self.cell(column, row)
        table = _XOR[mask]
        self.put_rows(start, [old.translate(table) for old in self.get_rows(start, self.layout.cell)])
        self.clock.us += int(self.costs.cursor_blob[self.mode])

    def roll_screen(self, up: bool, byte: int) -> None:
        """One row up or down by the offset; the row that comes in is cleared."""
        self._fill(self.offset - UNSEEN, UNSEEN, byte)
        self.clock.us += int(self.costs.roll_unseen)
        costs.wait_flyback(self.clock)
        if up:
            self.offset = (self.offset + ROW_BYTES) & (PLANE - 1)
            self._fill(self.offset - ROW_BYTES, ROW_BYTES - UNSEEN, byte)
        else:
            self.offset = (self.offset - ROW_BYTES) & (PLANE - 1)
            self._fill(self.offset, ROW_BYTES - UNSEEN, byte)
        self.clock.us += int(self.costs.roll_rest)

    def roll_box(self, left: int, top: int, right: int, bottom: int, up: bool, byte: int) -> None:
        """One row up or down by moving the bytes."""
        width = (right - left + 1) * self.layout.cell
        us = self.costs.roll_box
        if bottom > top:
            costs.wait_flyback(self.clock)
            rows = range(top, bottom) if up else range(bottom, top, -1)
            step = 1 if up else -1
            for row in rows:
                self._copy(self.cell(left, row + step), self.cell(left, row), width)
            us += (self.costs.roll_box_line + self.costs.roll_box_byte * width) * (bottom - top) * 8
        self._fill(self.cell(left, bottom if up else top), width, byte)
        self.clock.us += int(us) + self.costs.boxes(self.mode, width, 1, 8, 0)

    def _copy(self, source: int, target: int, size: int) -> None:
        if source + size <= PLANE and target + size <= PLANE:
            ram = self.ram
            away = target - source
            for a in range(self.base + source, self.base + SCREEN_SIZE, PLANE):
                ram[a + away:a + away + size] = ram[a:a + size]
        else:
            self.put_rows(target, self.get_rows(source, size))

    # Dots

    def address(self, byte: int, line: int) -> int:
        """Of the byte so many from the left, lines counted from the top."""
        return self.base + (line & 7) * PLANE + (((line >> 3) * ROW_BYTES + self.offset + byte) & (PLANE - 1))

    # The picture

    def pens(self) -> list[bytes]:
        """200 rows of pens, one byte a pixel."""
        width = self.layout.width
        whole = self.pixels()
        return [whole[i:i + width] for i in range(0, LINES * width, width)]

    def pixels(self) -> bytes:
        """The pens of the whole picture, row after row."""
        return readback.pixels(self)

    def text(self) -> list[str]:
        return readback.text(self)

    def row_bytes(self, row: int) -> list[bytes]:
        """The eight pixel rows of a character row."""
        return self.get_rows(self.cell(0, row), ROW_BYTES)

    def lines(self) -> bytes:
        """All 200 rows of 80 bytes, in the order in which they are seen."""
        ram = self.ram
        start = self.base + self.offset
        planes = []
        for plane in range(start, start + SCREEN_SIZE, PLANE):
            first = plane - self.offset
            planes.append(ram[plane:first + PLANE] + ram[first:plane])
        size = ROW_BYTES
        return b"".join([p[i:i + size] for i in range(0, ROWS * size, size) for p in planes])


_XOR = tuple(bytes(byte ^ mask for byte in range(256)) for mask in range(256))

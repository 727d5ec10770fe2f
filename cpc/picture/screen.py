"""The 16K of screen memory, and the firmware's screen routines, which work on characters and bytes.

Columns and rows count from 0 here. The picture is read back from the same bytes, so a POKE can be seen.

The firmware writes by its own mode, base and offset. What is shown follows the registers of the gate array and the CRTC: the
firmware sets these with its own, but a listing may change one without the other, by OUT or by a POKE.
"""

from collections.abc import Callable, Iterable
from typing import Protocol

from basic.ports import INTERRUPTS, Clock
from cpc.memory import LINES, PLANE, ROW_BYTES, ROWS, SCREEN_BASE, SCREEN_SIZE, UNSEEN
from cpc.picture import costs, dots, readback
from cpc.picture.beam import MODE, Beam
from cpc.picture.letters import AT_EDGE, PAGE, pages_met
from cpc.picture.modes import MODES, Mode, with_masks
from cpc.picture.moment import Moment

START_LOW = 13                  # the CRTC's register with the low byte of the picture's start
MASKS = bytes((0x88, 0x44, 0x22, 0x11, 0xAA, 0x55, 0x7C, 0xE6))     # after power on

# the firmware's mode, base, offset and ink mode; the mode, base and offset that are shown; the mode that is kept;
# the masks of the pixels
State = tuple[int, int, int, int, int, int, int, int, bytes]


class Inks(Protocol):
    """The colours that are shown, for `Screen.inks` and `Screen.border`."""

    @property
    def in_force(self) -> list[int]: ...
    @property
    def border_in_force(self) -> int: ...


class Screen:
    """The picture. `text`, `pens`, `mode`, `inks`, `border` and `offset` belong to the contract of `cpc.CPC`."""

    def __init__(self, ram: bytearray, clock: Clock, palette: Inks, model: str = "464",
                 pass_to_flyback: Callable[[], None] | None = None) -> None:
        self.ram = ram
        self.clock = clock
        self.pass_to_flyback = pass_to_flyback or clock.pass_to_flyback
        self.model = model
        self.costs = costs.MODELS[model]
        self.layout: Mode = MODES[1]
        self.masks = MASKS              # of the pixels in a byte, as the 464 keeps them: MODE writes as many as it needs
        self.base = SCREEN_BASE
        self.scrolled = 0               # bytes from a plane's start to the picture's, as the firmware keeps it
        self.shown: Mode = self.layout
        self.kept: Mode = self.layout   # what the firmware shows again behind an interrupt
        self.shown_base = SCREEN_BASE
        self.offset = 0                 # bytes from a plane's start to the picture's, as the CRTC has it
        self.crtc_register = START_LOW  # the one that is selected: the firmware leaves it so when it sets the start
        self.ink_mode = 0
        self.palette = palette
        self.beam = Beam(clock)
        self.moment = Moment(self)
        self.g = [0] * dots.CELLS       # what dots and lines work with; the cells from MODE to SCROLLED are the screen's
        self.tell_dots()

    def tell_dots(self) -> None:
        """Puts what has changed into the cells."""
        g = self.g
        g[dots.MODE], g[dots.INK_MODE] = self.layout.number, self.ink_mode
        g[dots.BASE], g[dots.SCROLLED] = self.base, self.scrolled

    @property
    def mode(self) -> int:
        """The screen mode that is shown, 0 to 2."""
        return self.shown.number

    @property
    def inks(self) -> list[int]:
        """The colours, 0 to 26, that pens 0 to 15 have now; an ink that flashes has one of its two."""
        return self.palette.in_force

    @property
    def border(self) -> int:
        """The colour of the border now."""
        return self.palette.border_in_force

    def snapshot(self) -> State:
        return (self.layout.number, self.base, self.scrolled, self.ink_mode, self.shown.number, self.shown_base,
                self.offset, self.kept.number, self.masks)

    def restore(self, state: State) -> None:
        mode, self.base, self.scrolled, self.ink_mode, shown, self.shown_base, self.offset, kept, self.masks = state
        self.shown, self.kept = MODES[shown], MODES[kept]
        self.set_layout(mode, self.masks)
        self.beam.changes.clear()
        self.tell_dots()

    def set_mode(self, mode: int, clears: bool = True) -> None:
        self.layout = self.shown = self.kept = MODES[mode]
        self.masks = bytes(self.layout.masks) + self.masks[self.layout.pixels:]
        self.tell_dots()
        if clears:
            self.clear()

    def set_layout(self, mode: int, masks: bytes) -> None:
        """The firmware's mode without the hardware's. The 464 keeps the pixels' masks apart from it."""
        self.masks = masks
        self.layout = with_masks(mode, masks) if self.model == "464" else MODES[mode]
        self.tell_dots()

    def _scroll_to(self, offset: int) -> None:
        """The firmware's offset, and the CRTC's with it."""
        self.scrolled = self.offset = offset & PLANE - 1
        self.shown_base = self.base
        self.crtc_register = START_LOW
        self.tell_dots()

    def clear(self) -> None:
        """Clears the 16K and sets the offset to 0."""
        self._scroll_to(0)
        self.ram[self.base:self.base + SCREEN_SIZE] = bytes(SCREEN_SIZE)

    def set_base(self, page: int) -> None:
        """Shows the 16K that begin at this high byte of an address."""
        self.base = self.shown_base = (page & 0xC0) << 8
        self.offset = self.scrolled
        self.crtc_register = START_LOW
        self.tell_dots()

    def set_offset(self, offset: int) -> None:
        """Moves the picture's start within the planes; the 6128 takes even offsets only."""
        offset &= PLANE - 1
        self._scroll_to(offset if self.model == "464" else offset & ~1)

    def show_start(self, base: int, offset: int) -> None:
        """What the CRTC shows from now on, until the firmware scrolls or clears the screen."""
        self.shown_base, self.offset = base, offset & PLANE - 1

    def show_mode(self, mode: int) -> None:
        """What the gate array shows from now on, until MODE."""
        self.show_mode_for_now(mode)
        self.kept = self.shown

    def show_mode_for_now(self, mode: int) -> None:
        """What the gate array shows until the firmware's next interrupt."""
        before, self.shown = self.shown, MODES[mode % len(MODES)]       # mode 3 looks like mode 0 with four pens
        self.beam.note(MODE, before.number, self.shown.number)

    def end_of_interrupt(self) -> None:
        if self.shown is not self.kept:
            self.show_mode_for_now(self.kept.number)

    def set_ink_mode(self, mode: int) -> None:
        """How graphics change pixels: 0 replace, 1 XOR, 2 AND, 3 OR."""
        self.ink_mode = mode & 3
        self.tell_dots()

    # characters

    def cell(self, column: int, row: int) -> int:
        """Where a character begins in each plane."""
        return (self.scrolled + row * ROW_BYTES + column * self.layout.cell) & (PLANE - 1)

    def put_rows(self, start: int, rows: list[bytes]) -> None:
        """Puts the eight pixel rows of characters at `start` of the eight planes."""
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

    def put_columns(self, start: int, columns: Iterable[bytes]) -> None:
        """Puts bytes side by side from `start` of the planes, each with its eight pixel rows."""
        ram, base, end = self.ram, self.base, self.base + SCREEN_SIZE
        for column in columns:
            ram[base + start:end:PLANE] = column
            start = start + 1 & PLANE - 1

    def get_rows(self, start: int, size: int) -> list[bytes]:
        """`size` bytes from `start` of each of the eight planes."""
        ram = self.ram
        if start + size <= PLANE:
            return [bytes(ram[a:a + size]) for a in range(self.base + start, self.base + SCREEN_SIZE, PLANE)]
        return [bytes(ram[a + start:a + PLANE] + ram[a:a + start + size - PLANE])
                for a in range(self.base, self.base + SCREEN_SIZE, PLANE)]

    def fill_box(self, left: int, top: int, right: int, bottom: int, byte: int) -> None:
        """Fills characters with a byte."""
        cell = self.layout.cell
        width = (right - left + 1) * cell
        rows = bottom - top + 1
        wrapped = 0
        begun = self.clock.us
        before = self.moment.before(begun)
        if width == ROW_BYTES and rows <= ROWS:
            wrapped = self.cell(left, top) + width * rows > PLANE
            self._fill(self.cell(left, top), width * rows, byte)
        else:
            for row in range(top, bottom + 1):
                start = self.cell(left, row)
                wrapped += start + width > PLANE
                self._fill(start, width, byte)
        self.clock.us += self.costs.boxes(self.mode, width, rows, rows * 8, wrapped)
        self.moment.after(before, begun)

    def _fill(self, start: int, size: int, byte: int) -> None:
        self.put_rows(start & (PLANE - 1), [bytes((byte,)) * size] * 8)

    def invert(self, column: int, row: int, mask: int) -> None:
        """XORs the bytes of a character."""
        self.moment.before(self.clock.us)
        start = self.cell(column, row)
        table = _XOR[mask]
        self.put_rows(start, [old.translate(table) for old in self.get_rows(start, self.layout.cell)])
        pages = pages_met(start, 1, self.layout.cell, 1) + AT_EDGE * (not column)
        self.clock.us += int(self.costs.cursor_blob[self.mode] + INTERRUPTS * pages)

    def roll_screen(self, up: bool, byte: int) -> None:
        """Scrolls by a row, by changing the offset; clears the row that comes in."""
        begun, seen = self.clock.us, ROW_BYTES - UNSEEN
        before = self.moment.before(begun)
        self._fill(self.scrolled - UNSEEN, UNSEEN, byte)
        self.clock.us += int(self.costs.roll_unseen + self._parted(self.scrolled - UNSEEN, UNSEEN))
        self._wait_for_flyback()
        if up:
            place = self.scrolled
            self._scroll_to(self.scrolled + ROW_BYTES)
        else:
            self._scroll_to(self.scrolled - ROW_BYTES)
            place = self.scrolled
        self._fill(place, seen, byte)
        self.moment.after(before, begun)
        self.clock.us += int(self.costs.roll_rest + self.costs.roll_down * (not up) + self._parted(place, seen))

    def _parted(self, place: int, size: int) -> float:
        """What clearing a part of a row takes that is in two of 256 bytes, or at both ends of the planes."""
        if (place & PLANE - 1) + size > PLANE:
            return 8 * size * (self.costs.box_wrapped_byte - self.costs.box_byte)
        return self.costs.roll_parted * ((place & PAGE - 1) + size > PAGE)

    def roll_box(self, left: int, top: int, right: int, bottom: int, up: bool, byte: int) -> None:
        """Scrolls a box by a row, by moving its bytes."""
        width = (right - left + 1) * self.layout.cell
        us = self.costs.roll_box
        pages = int(self._reaches_over(left, bottom if up else top, width))
        begun = self.clock.us
        before = self.moment.before(begun)
        if bottom > top:
            self.clock.us += int(self.costs.roll_box_unseen)
            self._wait_for_flyback()
            begun = self.clock.us
            rows = range(top, bottom) if up else range(bottom, top, -1)
            step = 1 if up else -1
            for row in rows:
                self._copy(self.cell(left, row + step), self.cell(left, row), width)
                pages += self._reaches_over(left, row, width) + self._reaches_over(left, row + step, width)
            line = self.costs.roll_box_line + self.costs.roll_box_byte * width
            us += (line if up else line + self.costs.roll_box_line_down) * (bottom - top) * 8
            us += self.costs.roll_down * (not up)
        self._fill(self.cell(left, bottom if up else top), width, byte)
        self.clock.us += int(us + self.costs.roll_box_page * pages * 8) + self.costs.boxes(self.mode, width, 1, 8, 0)
        self.moment.after(before, begun)

    def _wait_for_flyback(self) -> None:
        clock = self.clock
        clock.us -= clock.to_come
        self.pass_to_flyback()
        clock.us += clock.to_come

    def _reaches_over(self, column: int, row: int, width: int) -> bool:
        """Whether so many bytes from there on do not lie within 256."""
        return (self.cell(column, row) & 255) + width > 256

    def _copy(self, source: int, target: int, size: int) -> None:
        if source + size <= PLANE and target + size <= PLANE:
            ram = self.ram
            away = target - source
            for a in range(self.base + source, self.base + SCREEN_SIZE, PLANE):
                ram[a + away:a + away + size] = ram[a:a + size]
        else:
            self.put_rows(target, self.get_rows(source, size))

    # dots

    def address(self, byte: int, line: int) -> int:
        """The address of a byte of a pixel row; rows count from the top."""
        return self.base + (line & 7) * PLANE + (((line >> 3) * ROW_BYTES + self.scrolled + byte) & (PLANE - 1))

    # the picture

    def pens(self) -> list[bytes]:
        """200 rows of 160, 320 or 640 bytes: the pen of each pixel."""
        width = self.shown.width
        whole = self.pixels()
        return [whole[i:i + width] for i in range(0, LINES * width, width)]

    def pixels(self) -> bytes:
        """The pens of the whole picture, row after row, in one piece."""
        return readback.pixels(self)

    def text(self) -> list[str]:
        """The 25 rows of text, read back from the pixels, without spaces at their ends. NUL: no character known."""
        return readback.text(self)

    def row_bytes(self, row: int) -> list[bytes]:
        """The eight pixel rows of a character row."""
        ram, rows = self.ram, []
        start = self.offset + row * ROW_BYTES & PLANE - 1
        rest = start + ROW_BYTES - PLANE        # of the row, from the plane's start on
        for plane in range(self.shown_base, self.shown_base + SCREEN_SIZE, PLANE):
            part = bytes(ram[plane + start:plane + min(start + ROW_BYTES, PLANE)])
            rows.append(part if rest <= 0 else part + bytes(ram[plane:plane + rest]))
        return rows

    def lines(self) -> bytes:
        """The bytes of all 200 pixel rows, 80 each, from the top."""
        ram = self.ram
        start = self.shown_base + self.offset
        planes = []
        for plane in range(start, start + SCREEN_SIZE, PLANE):
            first = plane - self.offset
            planes.append(ram[plane:first + PLANE] + ram[first:plane])
        size = ROW_BYTES
        return b"".join([p[i:i + size] for i in range(0, ROWS * size, size) for p in planes])


_XOR = tuple(bytes(byte ^ mask for byte in range(256)) for mask in range(256))

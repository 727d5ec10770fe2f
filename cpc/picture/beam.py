"""What the beam of the monitor draws, where that is more than the 16K in one mode and one set of colours.

Machine code that follows the beam gives parts of a frame another mode or other colours, and the CRTC's registers make the
picture wider, narrower or higher, or move it. `Beam` knows how the hardware was set when, and draws the last whole frame line
by line, with the border. A change is seen from the next line on.
"""

from __future__ import annotations

from collections import deque
from typing import Protocol

from basic.ports import Clock
from cpc.memory import ROW_BYTES
from cpc.picture.modes import MODES, Mode

LINE_US = 64
CHARACTERS, LINES = 48, 288                 # of 16 dots, and lines, that the monitor shows
LEFT, TOP = 4, 44                           # where the usual picture begins in these
WIDTH = 16 * CHARACTERS
LINE_CHARACTERS, FRAME_LINES = 64, 312      # of a whole turn of the beam
BLANK_CHARACTERS, BLANK_LINES = 14, 28      # from the beginning of a flyback to the first that is shown
BORDER = 16

COLUMNS, PLACE_ACROSS, ROWS, PLACE_DOWN, LAST_LINE = 1, 2, 6, 7, 9      # registers of the CRTC
USUAL = {COLUMNS: 40, PLACE_ACROSS: 46, ROWS: 25, PLACE_DOWN: 30, LAST_LINE: 7}
SHAPE = tuple(USUAL)
REMEMBERED = 64                             # sets of tables of colours

MODE = -1                                   # in a change: not an ink but the mode
Change = tuple[int, int, int, int]          # microseconds, ink or MODE, before, after


class Picture(Protocol):
    """What the hardware has now."""
    ram: bytearray
    shown: Mode
    shown_base: int
    offset: int

    @property
    def inks(self) -> list[int]: ...
    @property
    def border(self) -> int: ...


class Beam:
    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.shape = dict(USUAL)
        self.changes: deque[Change] = deque(maxlen=10_000)      # of the present frame and the one before
        self._tables: dict[tuple[int, bytes], list[bytes]] = {}

    def note(self, what: int, before: int, after: int) -> None:
        """An ink or the mode is set in the hardware itself."""
        if before != after:
            self.forget(self._begin())
            self.changes.append((self.clock.us, what, before, after))

    def forget(self, until: int) -> None:
        while self.changes and self.changes[0][0] < until:
            self.changes.popleft()

    def _begin(self) -> int:
        """Of the last whole frame."""
        return self.clock.begin_of_frame(self.clock.frame() - 1)

    def draws_more(self) -> bool:
        """Whether the last whole frame is not the plain picture."""
        if self.changes:
            self.forget(self._begin())
        return bool(self.changes) or self.shape != USUAL

    def frame(self, screen: Picture) -> list[bytes]:
        """The last whole frame: LINES rows of WIDTH colours, 0 to 26."""
        begin = self._begin()
        inks, mode = [*screen.inks, screen.border], screen.shown.number
        for _, what, before, _ in reversed(self.changes):
            if what == MODE:
                mode = before
            else:
                inks[what] = before
        changes, rows = list(self.changes), []
        at, last_line, row = 0, -1, b""
        for line in range(BLANK_LINES, BLANK_LINES + LINES):
            until, fresh = begin + line * LINE_US, False
            while at < len(changes) and changes[at][0] < until:
                _, what, _, after = changes[at]
                if what == MODE:
                    mode = after
                else:
                    inks[what] = after
                at, fresh = at + 1, True
            number = self._line(line)
            if number != last_line or number >= 0 or fresh or not row:
                row = self._row(screen, number, MODES[mode], bytes(inks))
            last_line = number
            rows.append(row)
        return rows

    def _line(self, behind_flyback: int) -> int:
        """The line of the picture that is drawn so many lines behind the flyback, or -1 in the border."""
        line = (behind_flyback + 8 * self.shape[PLACE_DOWN]) % FRAME_LINES
        return line if line < self.shape[ROWS] * (self.shape[LAST_LINE] + 1) else -1

    def _row(self, screen: Picture, line: int, mode: Mode, inks: bytes) -> bytes:
        border = inks[BORDER:]
        if line < 0:
            return border * WIDTH
        columns = min(self.shape[COLUMNS], LINE_CHARACTERS)
        row, plane = divmod(line, self.shape[LAST_LINE] + 1)
        start = (screen.offset >> 1) + row * self.shape[COLUMNS]
        place = screen.shown_base + (plane & 7) * 0x800
        data = bytes([screen.ram[place + (2 * start + at & 0x7FF)] for at in range(2 * columns)])
        dots = self._coloured(data, mode, inks)
        line_of_dots = bytearray(border * (16 * LINE_CHARACTERS))
        first = 16 * (-self.shape[PLACE_ACROSS] % LINE_CHARACTERS)
        line_of_dots[first:first + len(dots)] = dots
        if len(line_of_dots) > 16 * LINE_CHARACTERS or first + len(dots) > 16 * LINE_CHARACTERS:
            line_of_dots = line_of_dots[:16 * LINE_CHARACTERS]
        return bytes(line_of_dots[16 * BLANK_CHARACTERS:16 * (BLANK_CHARACTERS + CHARACTERS)])

    def _coloured(self, data: bytes, mode: Mode, inks: bytes) -> bytes:
        """Eight dots for each byte."""
        tables = self._tables.get((mode.number, inks))
        if tables is None:
            if len(self._tables) >= REMEMBERED:
                self._tables.clear()
            wide = 8 // mode.pixels
            tables = [bytes(inks[pen] for pen in mode.pens[dot // wide]) for dot in range(8)]
            self._tables[mode.number, inks] = tables
        dots = bytearray(8 * len(data))
        for dot, table in enumerate(tables):
            dots[dot::8] = data.translate(table)
        return bytes(dots)

    def picture(self, screen: Picture) -> list[bytes]:
        """The part of the frame where the usual picture is: 200 rows of 640 colours."""
        return [row[16 * LEFT:16 * LEFT + 8 * ROW_BYTES] for row in self.frame(screen)[TOP:TOP + 200]]

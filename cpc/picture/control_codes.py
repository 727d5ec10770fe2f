"""CHR$(0) to CHR$(31): the text screen obeys each of them as soon as its parameters are complete.

All windows share one place for the parameters, as in the firmware: a code sent to one window can get its parameters from
another one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cpc.picture.text import TextScreen
from cpc.picture.text_window import Window

PARAMETERS = (0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 9, 4, 0, 3, 2, 0, 2)
OBEYED_WHEN_DISABLED = (6, 27)          # the 6128 obeys only these then, the 464 all

ABOVE_FIRST = 32                        # rows that CHR$(19) clears in the first row: it counts down from 0

CURSOR_DISABLED = 1


class ControlCodes:
    """One method for each control code; `take` collects the parameters and calls it."""

    def __init__(self, text: TextScreen) -> None:
        self.text = text
        self.waiting = bytearray()
        self.obey: list[Callable[..., None]] = [getattr(self, name) for name in _NAMES]
        self._obeys_all = text.screen.model == "464"
        self._taken_us = int(text.costs.output + text.costs.parameter)
        self._us = tuple(int(us - text.costs.parameter) for us in text.costs.control_code)

    def take(self, window: Window, byte: int) -> None:
        """A control code, or a parameter of the code that waits for one."""
        text = self.text
        text.clock.us += self._taken_us
        waiting = self.waiting
        waiting.append(byte)
        code = waiting[0]
        if len(waiting) <= PARAMETERS[code]:
            return
        if window.enabled or self._obeys_all or code in OBEYED_WHEN_DISABLED:
            text.clock.us += self._us[code]
            self.obey[code](window, *bytes(waiting[1:]))
        waiting.clear()

    def taking(self, code: int) -> int:
        """The microseconds of a code without parameters, and without what it sets off."""
        return self._taken_us + self._us[code]

    def nothing(self, window: Window) -> None:
        if self.text.screen.model != "464":
            self.text.toggle_cursor(window)
            self.text.settle(window)
            self.text.toggle_cursor(window)

    def ignore(self, window: Window) -> None:
        pass

    def show_any(self, window: Window, code: int) -> None:
        self.text.put(window, bytes((code,)))

    def disable_cursor(self, window: Window) -> None:
        self.text.switch_cursor(window, CURSOR_DISABLED, False)

    def enable_cursor(self, window: Window) -> None:
        self.text.switch_cursor(window, CURSOR_DISABLED, True)

    def set_mode(self, window: Window, mode: int) -> None:
        if mode & 3 < 3:
            self.text.set_mode(mode & 3)

    def to_graphics(self, window: Window, code: int) -> None:
        self.text.graphics.write(bytes((code,)))

    def enable(self, window: Window) -> None:
        self.text.enable_window(window, True)

    def disable(self, window: Window) -> None:
        self.text.enable_window(window, False)

    def bell(self, window: Window) -> None:
        if self.text.bell:
            self.text.bell()

    def back(self, window: Window) -> None:
        self._step(window, -1, 0)

    def forward(self, window: Window) -> None:
        self._step(window, 1, 0)

    def down(self, window: Window) -> None:
        self._step(window, 0, 1)

    def up(self, window: Window) -> None:
        self._step(window, 0, -1)

    def _step(self, window: Window, columns: int, rows: int) -> None:
        self.text.toggle_cursor(window)
        column, row = self.text.settle(window)
        self.text.go(window, column + columns, row + rows)

    def clear(self, window: Window) -> None:
        self.text.clear_window(window)

    def to_first_column(self, window: Window) -> None:
        text = self.text
        if not window.cursor:
            text.invert_cell(window)
        _, row = text.settle(window)
        text.go(window, window.left, row)

    def paper(self, window: Window, paper: int) -> None:
        self.text.colour(window, paper=paper)
        self.text.clock.us += self._encoding_us()

    def pen(self, window: Window, pen: int) -> None:
        self.text.colour(window, pen=pen)
        self.text.clock.us += self._encoding_us()

    def _encoding_us(self) -> int:
        return int(self.text.costs.encoded[self.text.screen.layout.number])

    def clear_character(self, window: Window) -> None:
        column, row = self._settle(window)
        self._clear(window, column, row, column, row)

    def clear_to_left(self, window: Window) -> None:
        column, row = self._settle(window)
        self._clear(window, window.left, row, column, row)

    def clear_to_right(self, window: Window) -> None:
        column, row = self._settle(window)
        self._clear(window, column, row, window.right, row)

    def clear_to_start(self, window: Window) -> None:
        self.clear_to_left(window)
        above = window.row - window.top & 0xFF if window.row else ABOVE_FIRST
        if above:
            self._fill(window, window.left, window.top, window.right, window.top + above - 1)

    def clear_to_end(self, window: Window) -> None:
        self.clear_to_right(window)
        if window.row < window.bottom:
            self._fill(window, window.left, window.row + 1, window.right, window.bottom)

    def _settle(self, window: Window) -> tuple[int, int]:
        self.text.toggle_cursor(window)
        return self.text.settle(window)

    def _clear(self, window: Window, left: int, top: int, right: int, bottom: int) -> None:
        self._fill(window, left, top, right, bottom)
        self.text.toggle_cursor(window)

    def _fill(self, window: Window, left: int, top: int, right: int, bottom: int) -> None:
        self.text.screen.fill_box(left, top, right, bottom, window.paper)

    def transparent(self, window: Window, on: int) -> None:
        window.transparent = bool(on & 1)

    def ink_mode(self, window: Window, mode: int) -> None:
        self.text.screen.set_ink_mode(mode)

    def inverse(self, window: Window) -> None:
        self.text.swap_colours(window)

    def symbol(self, window: Window, code: int, *rows: int) -> None:
        self.text.characters.define(code, bytes(rows))

    def window(self, window: Window, left: int, right: int, top: int, bottom: int) -> None:
        self.text.enclose(window, left, right, top, bottom)

    def ink(self, window: Window, pen: int, first: int, second: int) -> None:
        self.text.palette.set_ink(pen, first, second)

    def border(self, window: Window, first: int, second: int) -> None:
        self.text.palette.set_border(first, second)

    def home(self, window: Window) -> None:
        self.text.toggle_cursor(window)
        self.text.go(window, window.left, window.top)

    def locate(self, window: Window, column: int, row: int) -> None:
        self.text.locate(window, column, row)


_NAMES = (
    "nothing", "show_any", "disable_cursor", "enable_cursor", "set_mode", "to_graphics", "enable", "bell",
    "back", "forward", "down", "up", "clear", "to_first_column", "paper", "pen",
    "clear_character", "clear_to_left", "clear_to_right", "clear_to_start", "clear_to_end", "disable",
    "transparent", "ink_mode",
    "inverse", "symbol", "window", "ignore", "ink", "border", "home", "locate",
)

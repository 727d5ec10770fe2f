"""CHR$(0) to CHR$(31) as the text screen obeys them, each once its parameters have come.

The parameters are collected for all windows in one place, as in the firmware: what one begins, another ends.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cpc.picture.text import TextScreen, Window

PARAMETERS = (0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 9, 4, 0, 3, 2, 0, 2)
OBEYED_WHEN_DISABLED = (6, 27)          # by the 6128; the 464 obeys all

ABOVE_FIRST = 32                        # rows that CHR$(19) clears on the first: it counts down from 0

CURSOR_DISABLED = 1


class ControlCodes:
    def __init__(self, text: "TextScreen"):
        self.text = text
        self.waiting = bytearray()
        self.obey = [getattr(self, name) for name in _NAMES]

    def take(self, window: "Window", byte: int) -> None:
        """A control code, or a parameter of the one that waits."""
        text = self.text
        text.clock.us += int(text.costs.output + text.costs.parameter)
        waiting = self.waiting
        waiting.append(byte)
        code = waiting[0]
        if len(waiting) <= PARAMETERS[code]:
            return
        parameters = bytes(waiting[1:])
        if window.enabled or text.screen.model == "464" or code in OBEYED_WHEN_DISABLED:
            text.clock.us += int(text.costs.control_code[code] - text.costs.parameter)
            self.obey[code](window, *parameters)
        waiting.clear()

    def nothing(self, window):
        if self.text.screen.model != "464":
            self.text.toggle_cursor(window)
            self.text.settle(window)
            self.text.toggle_cursor(window)

    def ignore(self, window):
        pass

    def show_any(self, window, code):
        self.text.put(window, bytes((code,)))

    def disable_cursor(self, window):
        self.text.switch_cursor(window, CURSOR_DISABLED, False)

    def enable_cursor(self, window):
        self.text.switch_cursor(window, CURSOR_DISABLED, True)

    def set_mode(self, window, mode):
        if mode & 3 < 3:
            self.text.set_mode(mode & 3)

    def to_graphics(self, window, code):
        self.text.graphics.write(bytes((code,)))

    def enable(self, window):
        self.text.enable_window(window, True)

    def disable(self, window):
        self.text.enable_window(window, False)

    def bell(self, window):
        if self.text.bell:
            self.text.bell()

    def back(self, window):
        self._step(window, -1, 0)

    def forward(self, window):
        self._step(window, 1, 0)

    def down(self, window):
        self._step(window, 0, 1)

    def up(self, window):
        self._step(window, 0, -1)

    def _step(self, window, columns, rows):
        self.text.toggle_cursor(window)
        column, row = self.text.settle(window)
        self.text.go(window, column + columns, row + rows)

    def clear(self, window):
        self.text.clear_window(window)

    def to_first_column(self, window):
        self.text.toggle_cursor(window)
        _, row = self.text.settle(window)
        self.text.go(window, window.left, row)

    def paper(self, window, paper):
        self.text.colour(window, paper=paper)

    def pen(self, window, pen):
        self.text.colour(window, pen=pen)

    def clear_character(self, window):
        column, row = self._settle(window)
        self._clear(window, column, row, column, row)

    def clear_to_left(self, window):
        column, row = self._settle(window)
        self._clear(window, window.left, row, column, row)

    def clear_to_right(self, window):
        column, row = self._settle(window)
        self._clear(window, column, row, window.right, row)

    def clear_to_start(self, window):
        self.clear_to_left(window)
        above = window.row - window.top & 0xFF if window.row else ABOVE_FIRST
        if above:
            self._fill(window, window.left, window.top, window.right, window.top + above - 1)

    def clear_to_end(self, window):
        self.clear_to_right(window)
        if window.row < window.bottom:
            self._fill(window, window.left, window.row + 1, window.right, window.bottom)

    def _settle(self, window):
        self.text.toggle_cursor(window)
        return self.text.settle(window)

    def _clear(self, window, left, top, right, bottom):
        self._fill(window, left, top, right, bottom)
        self.text.toggle_cursor(window)

    def _fill(self, window, left, top, right, bottom):
        self.text.screen.fill_box(left, top, right, bottom, window.paper)

    def transparent(self, window, on):
        window.transparent = bool(on & 1)

    def ink_mode(self, window, mode):
        self.text.screen.set_ink_mode(mode)

    def inverse(self, window):
        self.text.swap_colours(window)

    def symbol(self, window, code, *rows):
        self.text.characters.define(code, bytes(rows))

    def window(self, window, left, right, top, bottom):
        self.text.enclose(window, left, right, top, bottom)

    def ink(self, window, pen, first, second):
        self.text.palette.set_ink(pen, first, second)

    def border(self, window, first, second):
        self.text.palette.set_border(first, second)

    def home(self, window):
        self.text.toggle_cursor(window)
        self.text.go(window, window.left, window.top)

    def locate(self, window, column, row):
        self.text.locate(window, column, row)


_NAMES = (
    "nothing", "show_any", "disable_cursor", "enable_cursor", "set_mode", "to_graphics", "enable", "bell",
    "back", "forward", "down", "up", "clear", "to_first_column", "paper", "pen",
    "clear_character", "clear_to_left", "clear_to_right", "clear_to_start", "clear_to_end", "disable",
    "transparent", "ink_mode",
    "inverse", "symbol", "window", "ignore", "ink", "border", "home", "locate",
)

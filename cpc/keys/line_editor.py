"""The firmware's line editor: a line of up to 255 characters, shown on the screen while keys change it.

It never waits: `start` shows the line, `go_on` takes the keys that there are. It moves its cursors and scrolls in the
firmware's order, because the order can be seen. The copy cursor stays until the line is finished. The models differ only in
where the language puts the cursor at the start, and in slips of the 464 and the 664.
"""

from typing import Any

from basic.errors import Break, LineDropped
from cpc.keys.keyboard import BREAK_MARK, Keyboard
from cpc.picture.text import TextScreen
from cpc.picture.text_window import Window

LONGEST = 255
BELL, LEFT, RIGHT, DOWN, UP, CR = b"\x07", b"\x08", b"\x09", b"\x0a", b"\x0b", b"\x0d"
ENTER, ESC, DEL, CLR, COPY, TOGGLE = 13, 252, 127, 16, 224, 225
ARROWS = {240: UP, 241: DOWN, 242: LEFT, 243: RIGHT}
COPY_ARROWS = {244: (0, -1), 245: (0, 1), 246: (-1, 0), 247: (1, 0)}
BREAK_SHOWN = b"*Break*"



class LineEditor:
    """The line under way, its cursor and the copy cursor."""

    def __init__(self, text: TextScreen, keyboard: Keyboard) -> None:
        self.text = text
        self.keyboard = keyboard
        costs = text.costs
        self._key_us, self._shown_us = round(costs.key), round(costs.key_shown)
        self._behind_us, self._inserted_us = round(costs.key_behind), round(costs.key_inserted)
        self._first_us = round(costs.key_first)
        self.line = bytearray()
        self.at = 0
        self.stream = 0
        self.overtyping = False
        self.copy_cursor: tuple[int, int] | None = None
        self.met_copy_cursor = False    # a character was written where the copy cursor is
        self.editing = False

    def start(self, text: bytes = b"", cursor: int = 0, stream: int = 0) -> None:
        """Shows a line to edit, with the cursor before its character `cursor`."""
        self.stream = stream
        self.line = bytearray(text[:LONGEST])
        self.at = cursor
        self.overtyping = False
        self.copy_cursor = None
        self.editing = True
        for code in self.line[:cursor]:
            self._show(code)
        self._show_rest(self.line[cursor:])
        self._wait()

    def go_on(self) -> bytes | None:
        """Obeys the keys there are: the finished line, or None if it needs more keys. Raises Break on ESC."""
        while (code := self.keyboard.read_char()) is not None:
            self.text.hide_cursor(self.stream)
            self.text.clock.us += self._key_us
            if code in (ENTER, ESC):
                return self._finish(code)
            if code == TOGGLE:
                self._slip()
            self._obey(code)
            self._wait()
        return None

    def _slip(self) -> None:
        """CONTROL and TAB: on the 664, and on the 464 in an empty line, they end the editor."""
        model = self.text.screen.model
        if model == "664":
            self._end()
            raise LineDropped
        if model == "464" and not self.line:
            self._end()
            raise Break

    def _finish(self, code: int) -> bytes:
        for rest in self.line[self.at:]:
            self._show(rest)
        if code == ESC:
            for letter in BREAK_SHOWN:
                self._show(letter)
            if self._place()[0] != 1:
                self._output(CR)
                self._output(DOWN)
        self._end()
        if code == ESC:
            raise Break
        self.keyboard.forget_escape()
        return bytes(self.line)

    def _end(self) -> None:
        self._toggle_copy_cursor()
        self.editing = False

    def _wait(self) -> None:
        scrolls = self._window.scrolls
        _, column, row = self._inside(*self._place())
        if (column, row) != self.copy_cursor:
            self.text.show_cursor(self.stream)
            self._follow(scrolls)

    # keys

    def _obey(self, code: int) -> None:
        if code in ARROWS:
            if self.line:
                self._move(code)
            else:
                self._output(ARROWS[code])
        elif code in COPY_ARROWS:
            self._move_copy_cursor(*COPY_ARROWS[code])
        elif code == DEL:
            if self.at and self._step(LEFT):
                self.at -= 1
                self._clear()
            else:
                self._output(BELL)
        elif code == CLR:
            self._clear()
        elif code == COPY:
            self._copy()
        elif code == TOGGLE:
            self.overtyping = not self.overtyping
        elif 248 <= code <= 251:
            self._move_far(code)
        elif code not in (0, BREAK_MARK):
            self._type(code)

    def _type(self, code: int) -> None:
        if self.overtyping and self.at < len(self.line):
            self.line[self.at] = code
            self.at += 1
            self._show(code)
        elif len(self.line) == LONGEST:
            self._output(BELL)
        else:
            self.text.clock.us += self._inserted_us if self.line else self._inserted_us + self._first_us
            self.met_copy_cursor = False
            self._show(code)
            self.line.insert(self.at, code)
            self.at += 1
            self._show_rest(self.line[self.at:])
            if self.met_copy_cursor:
                self._shift_copy_cursor(1)

    def _clear(self) -> None:
        if self.at == len(self.line):
            self._output(BELL)
            return
        self.met_copy_cursor = False
        del self.line[self.at]
        self._show_rest(self.line[self.at:] + b" ")
        if self.met_copy_cursor:
            self._shift_copy_cursor(-1)

    def _move(self, code: int) -> None:
        width = self.text.width(self.stream)
        right = code in (243, 241)
        count = 1 if code in (242, 243) else width
        if count > (len(self.line) - self.at if right else self.at):
            self._output(BELL)
        elif right:
            self._move_right(count)
        else:
            self._move_left(count)

    def _move_far(self, code: int) -> None:
        """CONTROL with a cursor key: to an end of the line, or of its row on the screen."""
        column = self._place()[0]
        if code == 248:
            self._move_left(len(self.line))
        elif code == 249:
            self._move_right(len(self.line))
        elif code == 250:
            self._move_left(column - 1 & 255)
        else:
            self._move_right(self.text.width(self.stream) - column & 255)

    def _move_right(self, count: int) -> None:
        for _ in range(min(count, len(self.line) - self.at)):
            if self._step(RIGHT):
                self.at += 1
            else:
                self._show(self.line[self.at])
                self.at += 1
                self._show_rest(self.line[self.at:])

    def _move_left(self, count: int) -> None:
        target = max(self.at - count, 0)
        while self.at > target and self._step(LEFT):
            self.at -= 1
        if self.at > target:            # the line's start is above the window: it comes down
            while self.at > target:
                self.at -= 1
                self._shift_copy_cursor(1)
            self._show_rest(self.line[self.at:])

    def _step(self, way: bytes) -> bool:
        column, row = self._place()
        inside = self._inside(column + (1 if way == RIGHT else -1), row)[0]
        if inside:
            self._output(way)
        return inside

    # the screen

    @property
    def _window(self) -> Window:
        return self.text.windows[self.stream]

    def _place(self) -> tuple[int, int]:
        """The cursor's column and row; it may be outside the window."""
        window = self._window
        return window.column - window.left + 1 & 255, window.row - window.top + 1 & 255

    def _inside(self, column: int, row: int) -> tuple[bool, int, int]:
        """Whether a place can be reached without a scroll, and its column and row in the window."""
        window = self._window
        column, row, scroll = window.inside(column + window.left - 1 & 255, row + window.top - 1 & 255)
        return not scroll, column - window.left + 1, row - window.top + 1

    def _output(self, code: bytes) -> None:
        self.text.echo(self.stream, code)

    def _show(self, code: int) -> None:
        self.text.clock.us += self._shown_us
        scrolls = self._window.scrolls
        inside, column, row = self._inside(*self._place())
        on_copy_cursor = inside and (column, row) == self.copy_cursor
        if on_copy_cursor:
            self._toggle_copy_cursor()
        self.text.put(self._window, bytes((code,)))
        self._follow(scrolls)
        if on_copy_cursor:
            self.met_copy_cursor = True
            self._toggle_copy_cursor()

    def _show_rest(self, codes: bytes | bytearray) -> None:
        """Shows what fits below the cursor's row, and puts the cursor back."""
        start = self._window.scrolls
        column, row = self._place()
        for code in codes:
            self.text.clock.us += self._behind_us
            lifted = row + self._window.scrolls - start
            window = self._window
            *_, scroll = window.inside(window.column, window.row)
            if self._inside(column, lifted - scroll)[0]:
                self._show(code)
        self.text.set_cursor(self.stream, column, row + self._window.scrolls - start & 255)

    # the copy cursor

    def _toggle_copy_cursor(self) -> None:
        if self.copy_cursor:
            back = self._place()
            self.text.set_cursor(self.stream, *self.copy_cursor)
            self.text.invert_cell(self._window)
            self.text.set_cursor(self.stream, *back)

    def _put_copy_cursor(self, column: int, row: int) -> None:
        inside, column, row = self._inside(column, row)
        self.copy_cursor = (column, row) if inside else None

    def _follow(self, scrolls: int) -> None:
        """Moves the copy cursor along with the text that has scrolled."""
        scrolled = self._window.scrolls - scrolls
        if scrolled and self.copy_cursor:
            column, row = self.copy_cursor
            self._put_copy_cursor(column, row + scrolled & 255)

    def _shift_copy_cursor(self, columns: int) -> None:
        self._toggle_copy_cursor()
        if self.copy_cursor:
            column, row = self.copy_cursor
            self._put_copy_cursor(column + columns, row)
            self._toggle_copy_cursor()

    def _move_copy_cursor(self, columns: int, rows: int) -> None:
        column, row = self.copy_cursor or self._place()
        inside, column, row = self._inside(column + columns, row + rows)
        if inside:
            self._toggle_copy_cursor()
            self.copy_cursor = column, row
            self._toggle_copy_cursor()

    def _copy(self) -> None:
        back = self._place()
        if self.copy_cursor:
            self.text.set_cursor(self.stream, *self.copy_cursor)
            self.text.invert_cell(self._window)
        elif self.line:
            self._output(BELL)
            return
        else:
            self.copy_cursor = back
        code = self.text.read_char(self.stream)
        self.text.set_cursor(self.stream, *back)
        column, row = self.copy_cursor
        inside, column, row = self._inside(column + 1, row)
        if inside:
            self.copy_cursor = column, row
        self._toggle_copy_cursor()
        if code is None:
            self._output(BELL)
        elif code:
            self._type(code)

    def snapshot(self) -> dict[str, Any]:
        collaborators = {"text", "keyboard"}
        return {name: value for name, value in vars(self).items() if name not in collaborators} | {"line": self.line[:]}

    def restore(self, state: dict[str, Any]) -> None:
        vars(self).update(state | {"line": state["line"][:]})

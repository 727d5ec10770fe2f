"""The eight text windows: their cursors, pens and papers, and the characters that are written to them.

A window's cursor may stand outside the window, one column or row too far. As in the firmware, the wrap or scroll comes
when the cursor's place is needed. Columns and rows are kept as in the firmware: in the whole screen, from 0, in eight
bits. For the language they count from 1 in the window.
"""

import re
from collections.abc import Callable
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Protocol

from basic.ports import INTERRUPTS
from basic.records import field_names
from cpc.memory import ROWS
from cpc.picture.characters import NONE, Characters
from cpc.picture.control_codes import ControlCodes
from cpc.picture.graphics import GraphicsScreen
from cpc.picture.letters import pages_met
from cpc.picture.moment import MOST_US, character, in_steps
from cpc.picture.palette import Palette
from cpc.picture.printed import Printed
from cpc.picture.screen import Screen
from cpc.picture.text_window import CURSOR_DISABLED, CURSOR_OFF, Window

if TYPE_CHECKING:
    from cpc.picture.quick_text import QuickText

STREAMS = 8
FEW = 24                                # bytes side by side that are put one by one; more of them are put by pixel rows
_CONTROL = re.compile(rb"[\x00-\x1f]")


_FIELDS = attrgetter(*field_names(Window))

WindowState = tuple[Any, ...]           # a window's fields, in order
State = tuple[list[WindowState], bytes, int]    # the windows, a control code that waits, bytes printed


class Detours(Protocol):
    """Where a listing has put routines of its own into the firmware."""
    def takes(self, stream: int, data: bytes) -> bool: ...
    def lead_away(self) -> bool:
        """Whether characters go to a routine of the listing."""
    def draws_cursor(self) -> bool: ...
    def clears(self) -> bool: ...


class NoDetours:
    def lead_away(self) -> bool:
        return False

    def takes(self, stream: int, data: bytes) -> bool:
        return False

    def draws_cursor(self) -> bool:
        return True

    def clears(self) -> bool:
        return True


class TextScreen:
    """The firmware's text screen. `bell` sounds for CHR$(7)."""

    def __init__(self, screen: Screen, characters: Characters, graphics: GraphicsScreen, palette: Palette,
                 bell: Callable[[], None] | None = None) -> None:
        self.screen = screen
        self.characters = characters
        self.graphics = graphics
        self.palette = palette
        self.bell = bell
        self.clock = screen.clock
        self.costs = screen.costs
        self._cursor_us, self._width_us = int(self.costs.cursor), int(self.costs.width)
        self._locate_us, self._blob_us = int(self.costs.locate), int(self.costs.cursor_found)
        self._wrap_us = int(self.costs.cursor_wraps)
        self.windows = [Window() for _ in range(STREAMS)]
        self.codes = ControlCodes(self)
        self.detours: Detours = NoDetours()
        self.printed = Printed()
        for window in self.windows:
            self._reset(window, 1, 0)
        self._quick: QuickText | None = None

    def snapshot(self) -> State:
        return [_FIELDS(window) for window in self.windows], bytes(self.codes.waiting), self.printed.in_all

    def restore(self, state: State) -> None:
        windows, waiting, printed = state
        self.windows[:] = [Window(*fields) for fields in windows]
        self.codes.waiting[:] = waiting
        self.printed.go_back(printed)

    @property
    def quick(self) -> "QuickText":
        """What machine code prints with: most programs never need it."""
        if self._quick is None:
            from cpc.picture.quick_text import QuickText
            self._quick = QuickText(self)
        return self._quick

    # what the language calls

    def set_mode(self, mode: int) -> None:
        layout = self.screen.layout
        colours = [(layout.pen(window.pen), layout.pen(window.paper)) for window in self.windows]
        graphics_colours = self.graphics.colours()
        self.palette.begin_mode()
        self.screen.set_mode(mode, self.detours.clears())
        self.graphics.begin_mode(*graphics_colours)
        for window, (pen, paper) in zip(self.windows, colours, strict=True):
            self._reset(window, pen, paper)
        self.codes.waiting.clear()
        self.clock.us += int(self.costs.set_mode)
        self.palette.end_mode()

    def _reset(self, window: Window, pen: int, paper: int) -> None:
        layout = self.screen.layout
        window.cursor = CURSOR_OFF
        window.enabled = True
        window.pen, window.paper = layout.encoded[pen & 15], layout.encoded[paper & 15]
        window.tag = window.transparent = False
        self.enclose(window, 0, layout.columns - 1, 0, ROWS - 1)

    def write(self, stream: int, data: bytes, before_each: int = 0) -> None:
        """TXT OUTPUT of each byte, noted in `printed`. `before_each`: what the language takes before it gives one."""
        self.printed += data
        self.echo(stream, data, before_each)

    def is_ready(self, window: Window) -> bool:
        """Whether characters are just shown there."""
        return not (window.tag or not window.enabled or not window.cursor or self.codes.waiting or self.detours.lead_away())

    def has_room(self, stream: int, texts: tuple[bytes, ...], ends_line: bool) -> bool:
        """Whether `put_item` can do all of them, and behind them CR and LF need no wrap or scroll."""
        window, data = self.windows[stream], b"".join(texts)
        last = window.right + 1 - len(data) - ends_line
        if not window.left <= window.column <= last or not window.top <= window.row <= window.bottom:
            return False
        return all(texts) and not _CONTROL.search(data) and self.is_ready(window)

    def put_item(self, stream: int, data: bytes) -> bool:
        """As `cursor`, `width` and `write` one after the other, where all of it comes out on the cursor's row."""
        window = self.windows[stream]
        column, row, count = window.column, window.row, len(data)
        if not window.left <= column <= window.right + 1 - count or not window.top <= row <= window.bottom:
            return False
        if not count or (data[0] < 32 if count == 1 else _CONTROL.search(data)) or not self.is_ready(window):
            return False
        self.printed += data
        self.clock.us += self._cursor_us + self._width_us + int(self.costs.output * count)
        self._put_in_row(window, column, row, data, self.costs.output)
        return True

    def echo(self, stream: int, data: bytes, before_each: int = 0) -> None:
        """Writes without counting it as printed, for the line editor."""
        if self.detours.takes(stream, data):
            self.clock.us += before_each * len(data)
            return
        window = self.windows[stream]
        i, size, waiting = 0, len(data), self.codes.waiting
        while i < size:
            if window.tag:
                self.clock.us += before_each * (size - i)
                self.graphics.write(data[i:])
                return
            if data[i] < 32 or waiting:
                self.clock.us += before_each
                self.codes.take(window, data[i])
                i += 1
            else:
                control = _CONTROL.search(data, i) if size > i + 1 else None
                end = control.start() if control else size
                self.put(window, data[i:end], before_each + self.costs.output)
                i = end

    def clear(self, stream: int) -> None:
        self.clear_window(self.windows[stream])
        self.clock.us += int(self.costs.control_code[12])

    def cursor(self, stream: int) -> tuple[int, int]:
        """Column and row of the next character, from 1 in the window."""
        window = self.windows[stream]
        column, row = window.column, window.row
        if not (window.left <= column <= window.right and window.top <= row <= window.bottom):
            column, row, _ = window.inside(column, row)
        self.clock.us += self._cursor_us
        return column - window.left + 1, row - window.top + 1

    def width(self, stream: int) -> int:
        window = self.windows[stream]
        self.clock.us += self._width_us
        return window.right - window.left + 1

    def set_cursor(self, stream: int, column: int, row: int) -> None:
        self.locate(self.windows[stream], column, row)
        self.clock.us += self._locate_us

    def locate_at(self, column: int, row: int) -> int:
        """The same in stream 0, where the time that it takes is only told. Below 0: nothing has been done, since the cursor is
        shown, and what that takes depends on the clock."""
        window = self.windows[0]
        if not window.cursor:
            return -1
        self.locate(window, column, row)
        return self._locate_us

    def set_window(self, stream: int, left: int, right: int, top: int, bottom: int) -> None:
        self.enclose(self.windows[stream], left - 1, right - 1, top - 1, bottom - 1)
        self.clock.us += int(self.costs.window)

    def swap_windows(self, first: int, second: int, selected: int = 0) -> None:
        """The firmware selects the second window, and comes back from the first; one that is selected already costs less."""
        windows = self.windows
        windows[first], windows[second] = windows[second], windows[first]
        self.clock.us += int(self.costs.swap + self.costs.select * ((first != selected) + (second != selected)))

    def set_pen(self, stream: int, pen: int) -> None:
        self.colour(self.windows[stream], pen=pen)
        self.clock.us += int(self.costs.pen[self.screen.layout.number])

    def set_paper(self, stream: int, paper: int) -> None:
        self.colour(self.windows[stream], paper=paper)
        self.clock.us += int(self.costs.paper[self.screen.layout.number])

    def colour_at(self, is_pen: bool, number: int) -> int:
        """One of both in stream 0, likewise told."""
        window = self.windows[0]
        if not window.cursor:
            return -1
        if is_pen:
            self.colour(window, pen=number)
        else:
            self.colour(window, paper=number)
        costs = self.costs.pen if is_pen else self.costs.paper
        return int(costs[self.screen.layout.number])

    def set_transparent(self, stream: int, on: bool) -> None:
        self.windows[stream].transparent = bool(on)
        self.clock.us += int(self.costs.transparent)

    def set_tag(self, stream: int, on: bool) -> None:
        self.windows[stream].tag = bool(on)
        self.clock.us += int(self.costs.tag)

    def set_cursor_switches(self, stream: int, system: int | None, user: int | None) -> None:
        """CURSOR: the blob is shown if both switches are on; None leaves a switch."""
        window = self.windows[stream]
        if system is not None:
            self.switch_cursor(window, CURSOR_OFF, bool(system))
            self.clock.us += int(self.costs.switch)
        if user is not None:
            self.switch_cursor(window, CURSOR_DISABLED, bool(user))
            self.clock.us += int(self.costs.switch)

    def show_cursor(self, stream: int) -> None:
        self.set_cursor_switches(stream, system=1, user=None)

    def hide_cursor(self, stream: int) -> None:
        self.set_cursor_switches(stream, system=0, user=None)

    def turn_on(self, stream: int) -> None:
        """Makes the window fit for a message: no TAG, characters shown, and opaque but on the 464."""
        window = self.windows[stream]
        window.tag = False
        window.transparent = window.transparent and self.screen.model == "464"
        self.enable_window(window, True)

    def read_char(self, stream: int) -> int | None:
        """The character at the cursor, or None if the cell shows no character in the window's colours."""
        window = self.windows[stream]
        self.toggle_cursor(window)
        old = self.screen.model == "464"
        column, row = (window.column, window.row) if old else self.settle(window)
        rows = self.screen.get_rows(self.screen.cell(column, row), self.screen.layout.cell)
        by_pen, by_paper = self._dots(rows, window.pen), self._dots(rows, window.paper, reverse=True)
        us = 0.0
        for dots, doubted in ((by_pen, 32), (by_paper, None)) if old else ((by_paper, 0x8F), (by_pen, None)):
            code = self.characters.code(dots)
            tried = 256 if code is None else code
            us += self.costs.read_char[self.screen.mode] + self.costs.read_char_try * tried
            if code is not None and code != doubted:
                break
        self.clock.us += int(us)
        self.toggle_cursor(window)
        return code

    def set_symbol_table(self, first: int, address: int) -> None:
        self.characters.set_table(first, address)
        moved = NONE - first if first < NONE else 0
        self.clock.us += int(self.costs.symbol_table + self.costs.symbol_moved * moved)

    def define_symbol(self, number: int, rows: bytes) -> bool:
        self.clock.us += int(self.costs.symbol)
        return self.characters.define(number, rows)

    def symbol_table(self) -> tuple[int, int]:
        return self.characters.table()

    # what control codes and firmware entries call, too

    def settle(self, window: Window) -> tuple[int, int]:
        """Does a pending wrap and scroll; returns the place of the next character."""
        column, row = window.column, window.row
        if window.left <= column <= window.right and window.top <= row <= window.bottom:
            return column, row
        column, row, up = window.inside(column, row)
        window.column, window.row = column, row
        if up:
            window.scrolls = (window.scrolls - up) & 0xFF
            if window.whole:
                self.screen.roll_screen(up > 0, window.paper)
            else:
                box = window.left, window.top, window.right, window.bottom
                self.screen.roll_box(*box, up > 0, window.paper)
        return column, row

    def toggle_cursor(self, window: Window) -> None:
        """Draws the cursor blob, or removes it, if the cursor is on."""
        if not window.cursor and self.detours.draws_cursor():
            self.invert_cell(window)

    def invert_cell(self, window: Window) -> None:
        self.clock.us += self._blob_us
        before = window.column
        column, row = self.settle(window)
        if column != before:
            self.clock.us += self._wrap_us
        self.screen.invert(column, row, window.pen ^ window.paper)

    def put(self, window: Window, codes: bytes, each: float = 0.0) -> None:
        """Shows characters; control codes have shapes, too. `each`: what one takes before its place is looked for, which can
        scroll and wait for the flyback."""
        if not window.enabled:
            self.clock.us += int(each * len(codes)) + int(self.costs.not_shown) * len(codes)
            return
        done, size = 0, len(codes)
        while done < size:
            self.clock.us += int(each * (done + 1)) - int(each * done)
            if not window.cursor:
                self.invert_cell(window)
            column, row = self.settle(window)
            room = max(window.right - column + 1, 1)        # POKE can put the left edge right of the right one
            count = min(room, size - done) if window.cursor else 1
            self.clock.us += int(each * (done + count)) - int(each * (done + 1))
            self._put_in_row(window, column, row, codes[done:done + count], each)
            if not window.cursor:
                self.invert_cell(window)
            done += count

    def _put_in_row(self, window: Window, column: int, row: int, codes: bytes, each: float) -> None:
        """`each` has passed for all of them."""
        screen = self.screen
        if screen.moment.until - self.clock.us > MOST_US:
            self._draw_in_row(window, column, row, codes)
            return
        begun = self.clock.us - int(each * len(codes))
        before = screen.moment.before(begun)
        self._draw_in_row(window, column, row, codes)
        if before is not None:
            places = character(screen.cell(column, row), screen.layout.cell)
            screen.moment.after(before, begun, in_steps(len(codes), places))

    def _draw_in_row(self, window: Window, column: int, row: int, codes: bytes) -> None:
        screen = self.screen
        layout = screen.layout
        start = screen.cell(column, row)
        window.column = column + len(codes)
        if window.transparent:
            dots = self.characters.render(layout, 0xFF, 0, codes)
            under = screen.get_rows(start, len(codes) * layout.cell)
            screen.put_rows(start, [_overlay(*rows, window.pen) for rows in zip(under, dots, strict=True)])
            self.clock.us += int(self.costs.character_over[layout.number] * len(codes)) + self._dots_us(codes)
            return
        pages = pages_met(start, column, layout.cell, len(codes))
        self.clock.us += int(self.costs.character[layout.number] * len(codes)) + int(INTERRUPTS * pages)
        if len(codes) * layout.cell > FEW:
            screen.put_rows(start, self.characters.render(layout, window.pen, window.paper, codes))
        else:
            cells = self.characters.cells(layout, window.pen, window.paper)
            screen.put_columns(start, cells[codes[0]] if len(codes) == 1
                               else chain.from_iterable([cells[code] for code in codes]))
        self.clock.us += self._dots_us(codes)

    def _dots_us(self, codes: bytes) -> int:
        """What characters take by the dots that their shapes set."""
        dot = self.costs.character_dot[self.screen.layout.number]
        return int(dot * self.characters.dots(codes)) if dot else 0

    def clear_window(self, window: Window) -> None:
        self.toggle_cursor(window)
        window.column, window.row = window.left, window.top
        self.screen.fill_box(window.left, window.top, window.right, window.bottom, window.paper)
        self.toggle_cursor(window)

    def locate(self, window: Window, column: int, row: int) -> None:
        if not window.cursor:
            self.invert_cell(window)
        self.go(window, window.left + column - 1, window.top + row - 1)

    def go(self, window: Window, column: int, row: int) -> None:
        """Moves the cursor, whose blob is not on the screen now."""
        window.column, window.row = column & 0xFF, row & 0xFF
        if not window.cursor:
            self.invert_cell(window)

    def enclose(self, window: Window, left: int, right: int, top: int, bottom: int) -> None:
        """WINDOW, in columns and rows of the screen."""
        last = self.screen.layout.columns - 1
        window.left, window.right = sorted((_limited(left, last), _limited(right, last)))
        window.top, window.bottom = sorted((_limited(top, ROWS - 1), _limited(bottom, ROWS - 1)))
        window.whole = (window.left, window.right, window.top, window.bottom) == (0, last, 0, ROWS - 1)
        self.toggle_cursor(window)
        self.go(window, window.left, window.top)

    def colour(self, window: Window, pen: int | None = None, paper: int | None = None) -> None:
        encoded = self.screen.layout.encoded
        self.toggle_cursor(window)
        if pen is not None:
            window.pen = encoded[pen & 15]
        if paper is not None:
            window.paper = encoded[paper & 15]
        self.toggle_cursor(window)

    def swap_colours(self, window: Window) -> None:
        if self.screen.model != "464":
            self.toggle_cursor(window)
        window.pen, window.paper = window.paper, window.pen
        if self.screen.model != "464":
            self.toggle_cursor(window)

    def switch_cursor(self, window: Window, switch: int, on: bool) -> None:
        self.toggle_cursor(window)
        if on:
            window.cursor &= ~switch
            self.toggle_cursor(window)
        else:
            window.cursor |= switch

    def enable_window(self, window: Window, on: bool) -> None:
        """Whether characters are shown. A control code that waits for parameters is dropped."""
        self.switch_cursor(window, CURSOR_DISABLED, on)
        window.enabled = on
        self.codes.waiting.clear()

    def _dots(self, rows: list[bytes], colour: int, reverse: bool = False) -> bytes:
        """The dots of a cell that have this colour, as a character's rows; with `reverse`, those that do not."""
        masks = self.screen.layout.masks
        flip = 0xFF if reverse else 0
        dots = []
        for row in rows:
            bits = 0
            for byte in row:
                for mask in masks:
                    bits = bits << 1 | (not (byte ^ colour) & mask)
            dots.append(bits ^ flip)
        return bytes(dots)


def _limited(place: int, last: int) -> int:
    place &= 0xFF
    return 0 if place & 0x80 else min(place, last)


def _overlay(under: bytes, dots: bytes, pen: int) -> bytes:
    size = len(under)
    mask = int.from_bytes(dots)
    pens = int.from_bytes(bytes((pen,)) * size)
    return (int.from_bytes(under) & ~mask | pens & mask).to_bytes(size)

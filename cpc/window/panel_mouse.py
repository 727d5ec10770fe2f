"""The mouse on the debugger's panel: clicks, the wheel, and the border that can be dragged."""

import time
from contextlib import suppress
from typing import TYPE_CHECKING

import pygame

from cpc.debugger.panel.controls import Controls
from cpc.debugger.panel.pieces import Click
from cpc.window import frame

if TYPE_CHECKING:
    from cpc.window.debugger_panel import DebuggerPanel

WHEEL = 3
TWICE = 0.4                             # seconds between the two clicks of a double click
LEFT, RIGHT = 1, 3


class PanelMouse:
    def __init__(self, panel: "DebuggerPanel") -> None:
        self.panel = panel
        self.clicked: tuple[Click, float] | None = None     # what the last click was on, and when
        self.drags = ""                                     # border or nothing
        self.arrow = ""                                     # the mouse's shape

    @property
    def controls(self) -> Controls:
        return self.panel.controls

    def handle(self, event: pygame.event.Event) -> bool:
        """Whether it was for the debugger."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (LEFT, RIGHT):
            return self._down(event.button, *event.pos)
        if event.type == pygame.MOUSEMOTION:
            return self._moved(*event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button == LEFT and self.drags:
            self.drags = ""
            return True
        if event.type == pygame.MOUSEWHEEL:
            self._wheel(event)
            return True
        return False

    # dragging

    def _down(self, button: int, x: int, y: int) -> bool:
        size = self.panel.size()
        if button == LEFT and self.panel.layout.on_border(x, size):
            self.drags = "border"
            return True
        if self.panel.places().timeline.collidepoint(x, y):
            self._on_timeline(button, x, y)
            return True
        if button == RIGHT and self.controls.stands and self.panel.places().picture.collidepoint(x, y):
            if (pixel := self._pixel_at(x, y)) is not None:
                self.controls.answers.about_pixel(*pixel)
            else:
                self.controls.say(["Nothing is drawn in the border: BORDER gives it its colour."])
            return True
        return self._click(button, x, y)

    def _pixel_at(self, x: int, y: int) -> tuple[int, int] | None:
        """Of the CPC's picture, as in PLOT."""
        picture = frame.place(self.panel.places().picture.size, self.panel.window.picture.smooth)
        if not picture.collidepoint(x, y):
            return None
        return (x - picture.left) * frame.WIDTH // picture.width, (
            frame.HEIGHT - 1 - (y - picture.top) * frame.HEIGHT // picture.height)

    def _on_timeline(self, button: int, x: int, y: int) -> None:
        places = self.panel.places()
        click = self.panel.timeline.click_at(x - places.timeline.left, y - places.timeline.top, places.letter)
        if click is not None and click[0] == "plot":
            self.controls.commands.obey(f"plot {click[1]} off")
        elif click is not None:
            self._clicked(click, twice=False)
        elif y >= places.timeline.top + places.line * len(self.panel.timeline.shown) and self.controls.stands:
            self.drags = "time"
            self._moved(x, y)
        self.controls.version += 1

    def _moved(self, x: int, y: int) -> bool:
        size = self.panel.size()
        if self.drags == "border":
            self.panel.layout.dragged(x, size)
            self.panel.layout_changed()
            return True
        if self.drags == "time":
            self.controls.time.drag(x, self.panel.places().timeline.width)
            return True
        self._shape("border" if self.panel.layout.on_border(x, size) else "")
        return False

    def _shape(self, wanted: str) -> None:
        if wanted != self.arrow:
            self.arrow = wanted
            with suppress(pygame.error):            # not each display has shapes
                pygame.mouse.set_cursor(pygame.SYSTEM_CURSOR_SIZEWE if wanted else pygame.SYSTEM_CURSOR_ARROW)

    def leave(self) -> None:
        self._shape("")

    # the wheel

    def _wheel(self, event: pygame.event.Event) -> None:
        controls, rows = self.controls, -event.y
        if pygame.key.get_mods() & pygame.KMOD_CTRL:
            self.panel.zoom(event.y)
            return
        places = self.panel.places()
        if places.timeline.collidepoint(pygame.mouse.get_pos()):
            controls.time.zoom(event.y, pygame.mouse.get_pos()[0], places.timeline.width)
            return
        across = event.x if event.x else rows if pygame.key.get_mods() & pygame.KMOD_SHIFT else 0
        at = self.row_at(*pygame.mouse.get_pos())
        panels, view = controls.panels, controls.view
        if at in panels.answer and panels.more:
            view.said_from += WHEEL * rows
        elif at in panels.tables:
            if across:
                controls.move_across(across)
            else:
                controls.move_in_tables(WHEEL * rows, chooses=False)
        elif at in panels.below:
            view.variables_from += rows
        else:
            panels.listing.scroll(WHEEL * rows)

    # clicks

    def row_at(self, x: int, y: int) -> int | None:
        places = self.panel.places()
        return (y - places.panel.top) // places.line if places.panel.collidepoint(x, y) else None

    def click_at(self, x: int, y: int) -> Click | None:
        places, row, shown = self.panel.places(), self.row_at(x, y), self.panel.shown
        column = (x - places.panel.left) // places.letter
        for span in shown[row] if row is not None and row < len(shown) else ():
            if column < len(span.text):
                return span.click
            column -= len(span.text)
        return None

    def _click(self, button: int, x: int, y: int) -> bool:
        if self.row_at(x, y) is None:
            return False
        if click := self.click_at(x, y):
            if button == RIGHT:
                self._asked(click)
            else:
                now = time.perf_counter()
                twice = self.clicked is not None and self.clicked[0] == click and now - self.clicked[1] < TWICE
                self.clicked = None if twice else (click, now)
                self._clicked(click, twice)
        self.controls.version += 1
        return True

    def _asked(self, click: Click) -> None:
        """A right click: what last wrote a variable or an element; an array is copied; beside a line, a bookmark.
        On a row of a sheet it is as a click."""
        if click[0] == "watch" and self.controls.stands:
            self.controls.answers.about_variable(click[1])
        elif click[0] == "break":
            self.controls.bookmark_line(click[1])
        elif click[0] == "row":
            self.controls.choose_row(click[1])
        else:
            self.copy(click)

    def copy(self, click: Click | None) -> bool:
        """False: that is nothing to copy."""
        match click:
            case ("watch" | "board" as what, str(name)):
                self.controls.copy_out(what, name)
                return True
        return False

    def _clicked(self, click: Click, twice: bool) -> None:
        controls = self.controls
        match click:
            case ("key", str(name)):
                controls.press(name)
            case ("break", int(number)):
                controls.toggle_line(number)
            case ("row", int(number)):
                controls.choose_row(number)
            case ("watch", str(name)):
                controls.toggle_watch(name)
            case ("board", str(name)):
                controls.toggle_board(name)
            case (what, (int(number), int(statement))):
                if what == "statement" and twice:
                    controls.toggle_statement(number, statement)
                else:
                    controls.view.cursor = number, statement
                    controls.panels.listing.show_cursor()

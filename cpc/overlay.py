"""The debugger in the window: a panel beside the CPC's picture, with keys, a command line and the mouse.

While the program stands, the keys are the debugger's; while it runs they are the CPC's, but for the function keys.
"""

import time

import pygame

from . import frame
from .overlaygoing import Guide
from .overlaypanels import BLUE, Row

COLUMNS, HEIGHT = 80, 688               # with a picture of 640 x 400 it all fits on 1366 x 768
PICTURE = 704
LEAST_PICTURE = 352
LETTER, LINE = 16, 17                   # lines of dots: letters are twice as high as wide, as in MODE 2
PER_SECOND = 8                          # times that the panel is drawn anew while the program runs
KEPT_LETTERS = 600
WHEEL = 3

# The debugger's own keys, and whether with SHIFT.
KEYS = {
    (pygame.K_F5, False): "go_or_stop",
    (pygame.K_F10, False): "over", (pygame.K_F11, False): "into", (pygame.K_F11, True): "out",
    (pygame.K_F10, True): "back", (pygame.K_F6, False): "to_cursor", (pygame.K_F9, False): "breakpoint_here",
    (pygame.K_F7, False): "slow_or_not", (pygame.K_F1, False): "help", (pygame.K_PAUSE, False): "go_or_stop",
}
LEFT = pygame.K_F2, pygame.K_F3, pygame.K_F4, pygame.K_F8, pygame.K_F12       # to the window


class Overlay(Guide):
    """Open from the beginning on until `close`."""

    def __init__(self, window) -> None:
        self.size_before, self.place_before = window.desktop.size, window.desktop.position()
        self.letters: dict[tuple, pygame.Surface] = {}
        self.drawn: tuple = ()              # what the panel shows
        super().__init__(window)
        self._widen()

    def close(self) -> None:
        self.detach()
        if not self.window.desktop.full:
            self.window.desktop.place(self.size_before, self.place_before)
            self.window.drawn = ()

    def _widen(self) -> None:
        desktop = self.window.desktop
        if desktop.full:
            return
        wide, high = desktop.room()
        width = min(max(desktop.size[0], PICTURE + 8 * COLUMNS), wide)
        height = min(max(desktop.size[1], HEIGHT), high)
        left, top = self.place_before
        desktop.place((width, height), (max(0, min(left, wide - width)), max(0, min(top, high - height))))

    # what comes from outside

    def handle(self, event) -> bool:
        """Whether it was for the debugger."""
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.TEXTINPUT and self.stands:
            self.view.typed += event.text
            self.version += 1
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._click(*event.pos)
        if event.type == pygame.MOUSEWHEEL:
            self.panels.scroll(-WHEEL * event.y)
            self.version += 1
            return True
        return False

    def _key(self, event) -> bool:
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        if name := KEYS.get((event.key, shift)):
            getattr(self, name)()
            return True
        if event.key in LEFT or event.mod & pygame.KMOD_ALT and event.key == pygame.K_RETURN:
            return False
        if pygame.K_F1 <= event.key <= pygame.K_F12:
            return True
        if not self.stands or self.window.helping or self.window.paused:
            return False
        self._edit(event.key, shift)
        self.version += 1
        return True

    def _edit(self, key: int, shift: bool) -> None:
        view = self.view
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            line, view.typed = view.typed, ""
            self.obey(line)
        elif key == pygame.K_TAB:
            self.complete()
        elif key == pygame.K_BACKSPACE:
            view.typed = view.typed[:-1]
        elif key == pygame.K_ESCAPE:
            view.typed = ""
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            view.said_from += 10 if key == pygame.K_PAGEDOWN else -10
        elif key in (pygame.K_UP, pygame.K_DOWN):
            step = 1 if key == pygame.K_DOWN else -1
            if shift:
                self.recalled = max(0, min(self.recalled + step, len(self.earlier)))
                view.typed = [*self.earlier, ""][self.recalled]
            else:
                self.panels.move_cursor(step)

    def _click(self, x: int, y: int) -> bool:
        place = self.place(self.window.desktop.surface.get_size())
        if not place.collidepoint(x, y):
            return False
        scale = self.scale(place)
        row, column = (y - place.top) // (LINE * scale), (x - place.left) // (8 * scale)
        rows = self._rows(place)
        for span in rows[row] if row < len(rows) else ():
            if column < len(span.text):
                if span.click:
                    self._clicked(*span.click)
                break
            column -= len(span.text)
        self.version += 1
        return True

    def _clicked(self, what: str, which) -> None:
        if what == "break":
            self.toggle_breakpoint(which)
        elif what == "watch":
            self.toggle_watch(which)
        elif what == "board":
            self.view.board = None if self.view.board and self.view.board[0] == which else (which, "")
        else:
            self.view.cursor = which
            self.panels.show_cursor()

    # drawing

    def place(self, size: tuple[int, int]) -> pygame.Rect:
        """Where the panel is: at the right, and what is left is the picture's."""
        width, height = size
        scale = max(1, min(width // (PICTURE + 8 * COLUMNS), height // HEIGHT))
        panel = max(min(8 * COLUMNS * scale, width - LEAST_PICTURE), min(width // 2, 8 * COLUMNS))
        return pygame.Rect(width - panel, 0, panel, height)

    def scale(self, place: pygame.Rect) -> int:
        return max(1, min(place.width // (8 * COLUMNS), place.height // (HEIGHT - 2 * LINE)))

    def picture_part(self, surface: pygame.Surface) -> pygame.Surface:
        return surface.subsurface((0, 0, self.place(surface.get_size()).left, surface.get_height()))

    def seen(self) -> tuple:
        """What is different where the panel has to be drawn anew."""
        return self.version, 0 if self.stands else int(time.perf_counter() * PER_SECOND)

    def _rows(self, place: pygame.Rect) -> list[Row]:
        scale = self.scale(place)
        self.view.doing = "slow" if self.slow else "runs" if self.debugger.running else "stands"
        if self.view.doing == "runs":
            self.panels.follow()
        return self.panels.rows(place.width // (8 * scale), place.height // (LINE * scale))

    def draw(self, surface: pygame.Surface) -> None:
        place = self.place(surface.get_size())
        state = self.seen(), place.size
        if state != self.drawn:
            self.drawn = state
            self.panel = pygame.Surface(place.size).convert(surface)
            self._draw_rows(self._rows(place), self.scale(place))
        surface.blit(self.panel, place)

    def _draw_rows(self, rows: list[Row], scale: int) -> None:
        self.panel.fill(BLUE)
        for number, row in enumerate(rows):
            left, top = 0, number * LINE * scale
            for span in row:
                if span.text:
                    self.panel.fill(span.paper, (left, top, 8 * scale * len(span.text), LINE * scale))
                    if not span.text.isspace():
                        self.panel.blit(self._written(span.text, span.pen, span.paper, scale), (left, top))
                    left += 8 * scale * len(span.text)

    def _written(self, text: str, pen: tuple, paper: tuple, scale: int) -> pygame.Surface:
        key = text, pen, paper, scale
        found = self.letters.get(key)
        if found is None:
            if len(self.letters) >= KEPT_LETTERS:
                self.letters.clear()
            small = frame.written(text, pen, paper, 1)
            found = pygame.transform.scale(small, (small.get_width() * scale, LETTER * scale))
            self.letters[key] = found
        return found

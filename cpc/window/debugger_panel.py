"""The debugger's panel in the window, beside the CPC's picture: its keys, its mouse, and where it is drawn.

While the program stands, the keys are the debugger's; while it runs they are the CPC's, but for the function keys.
With CTRL, the function keys are always the window's.
"""

import time
from typing import TYPE_CHECKING

import pygame

from cpc.debugger.panel.controls import Controls
from cpc.debugger.panel.pieces import Click, Row
from cpc.keys.host_keys import spelt
from cpc.player.player import Player
from cpc.window import desktop, window_keys
from cpc.window.panel_painter import LINE, PanelPainter

if TYPE_CHECKING:
    from cpc.window.window import Window

COLUMNS, HEIGHT = 80, 688               # with a picture of 640 x 400 it all fits on 1366 x 768
PICTURE = 704
LEAST_PICTURE = 352
PER_SECOND = 4                          # times that the panel is redrawn while the program runs
WHEEL = 3
TWICE = 0.4                             # seconds between the two clicks of a double click
WINDOWS_PAGE = "the page of the window's own keys"

# The debugger's own keys, and whether with SHIFT.
KEYS = {
    (pygame.K_F5, False): "go_or_stop",
    (pygame.K_F10, False): "over", (pygame.K_F11, False): "into", (pygame.K_F11, True): "out",
    (pygame.K_F10, True): "back", (pygame.K_F6, False): "to_cursor", (pygame.K_F9, False): "breakpoint_here",
    (pygame.K_F7, False): "slow_or_not", (pygame.K_F1, False): "help", (pygame.K_PAUSE, False): "go_or_stop",
}
TAKEN = {key for key, _ in KEYS}
FUNCTION_KEYS = range(pygame.K_F1, pygame.K_F12 + 1)


class DebuggerPanel:
    """Open from the beginning on until `close`. It is the Face of its controls."""

    def __init__(self, window: "Window") -> None:
        self.window = window
        self.size_before, self.place_before = window.desktop.size, window.desktop.position()
        self.painter = PanelPainter()
        self.drawn: tuple[object, ...] = ()         # what the panel shows
        self.shown: list[Row] = []
        self.clicked: tuple[Click, float] | None = None     # what the last click was on, and when
        self.controls = Controls(self)
        self.controls.use_clipboard(desktop.put_in_clipboard)
        self._widen()

    def close(self) -> None:
        self.controls.detach()
        if not self.window.desktop.full:
            self.window.desktop.place(self.size_before, self.place_before)
        self.window.drawn = ()

    # what its controls need of it

    @property
    def player(self) -> Player:
        return self.window.player

    def machine_stands(self, on: bool) -> None:
        self.window.machine_stands(on)

    def time_went_back(self) -> None:
        self.window.loudspeaker.time_went_back()

    def close_debugger(self) -> None:
        self.window.debugger()

    def full_screen(self) -> None:
        self.window.full_screen()

    def keys_help(self) -> list[str]:
        """For keys that are the debugger's while it is open: what CTRL and the key do. Then the window's other keys."""
        with_ctrl = [f"{'CTRL+' + label.split(',')[0].split()[0]:18} {WINDOWS_PAGE if name == 'help' else what}"
                     for key, (name, label, what) in window_keys.COMMANDS.items() if key in TAKEN and label]
        others = [label for key, (_, label, _) in window_keys.COMMANDS.items() if key not in TAKEN and label]
        return [*with_ctrl, f"{', '.join(others):18} as ever", ""]

    # its place

    def _widen(self) -> None:
        place = self.window.desktop
        self.window.drawn = ()
        if place.full:
            return
        wide, high = place.room()
        scale = max(1, min(wide // (PICTURE + 8 * COLUMNS), high // HEIGHT))
        width = min(max(place.size[0], scale * (PICTURE + 8 * COLUMNS)), wide)
        height = min(max(place.size[1], scale * HEIGHT), high)
        left, top = self.place_before
        place.place((width, height), (max(0, min(left, wide - width)), max(0, min(top, high - height))))

    # keys

    def handle(self, event: pygame.event.Event) -> bool:
        """Whether it was for the debugger."""
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.TEXTINPUT and self._listens():
            self.controls.commands.insert(spelt(event.text))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            return self._click(event.button, *event.pos)
        elif event.type == pygame.MOUSEWHEEL:
            self._scroll(-event.y, self._row_at(*pygame.mouse.get_pos()))
        else:
            return False
        self.controls.version += 1
        return True

    def _listens(self) -> bool:
        return self.controls.stands and not self.window.helping and not self.window.player.paused

    def _key(self, event: pygame.event.Event) -> bool:
        shift, ctrl = bool(event.mod & pygame.KMOD_SHIFT), bool(event.mod & pygame.KMOD_CTRL)
        if event.key in TAKEN and ctrl or event.mod & pygame.KMOD_ALT and event.key == pygame.K_RETURN:
            return False
        if name := KEYS.get((event.key, shift)):
            self.controls.press(name)
            return True
        if event.key in FUNCTION_KEYS:
            return event.key in TAKEN
        if not self._listens() or ctrl and shift:
            return False
        if ctrl:
            self._with_ctrl(event.key)
        else:
            self._edit(event.key, shift)
        self.controls.version += 1
        return True

    def _with_ctrl(self, key: int) -> None:
        if key == pygame.K_v:
            self.controls.commands.insert(spelt(desktop.clipboard()).partition("\n")[0].strip())
        elif key == pygame.K_c and not self._copy(self._click_at(*pygame.mouse.get_pos())):
            self.controls.say(["The mouse has to be on a variable or an array: CTRL+C copies its value."])

    def _edit(self, key: int, shift: bool) -> None:
        commands, listing, view = self.controls.commands, self.controls.panels.listing, self.controls.view
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            commands.enter()
        elif key == pygame.K_TAB:
            commands.complete()
        elif key == pygame.K_BACKSPACE:
            commands.erase(1, 0)
        elif key == pygame.K_DELETE:
            commands.erase(0, 1)
        elif key in (pygame.K_HOME, pygame.K_END):
            commands.move(len(view.typed) * (1 if key == pygame.K_END else -1))
        elif key == pygame.K_ESCAPE:
            commands.put("")
            self.controls.say([])
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            step = 1 if key == pygame.K_PAGEDOWN else -1
            if self.controls.panels.more:
                view.said_from += max(1, len(self.controls.panels.answer) - 2) * step
            else:
                listing.page(step)
        else:
            self._move(key, shift)

    def _move(self, key: int, shift: bool) -> None:
        """With the cursor keys: in the listing, in the command line, or through earlier commands."""
        commands, listing = self.controls.commands, self.controls.panels.listing
        step = 1 if key in (pygame.K_DOWN, pygame.K_RIGHT) else -1
        if key in (pygame.K_UP, pygame.K_DOWN):
            if shift:
                commands.recall(step)
            else:
                listing.move_cursor(step)
        elif key in (pygame.K_LEFT, pygame.K_RIGHT):
            if self.controls.view.typed:
                commands.move(step)
            else:
                listing.move_in_line(step)

    # the mouse

    def _scroll(self, rows: int, at: int | None) -> None:
        if at in self.controls.panels.answer and self.controls.panels.more:
            self.controls.view.said_from += WHEEL * rows
        elif at in self.controls.panels.below:
            self.controls.view.variables_from += rows
        else:
            self.controls.panels.listing.scroll(WHEEL * rows)

    def _row_at(self, x: int, y: int) -> int | None:
        place = self.place(self.window.desktop.surface.get_size())
        return (y - place.top) // (LINE * self.scale(place)) if place.collidepoint(x, y) else None

    def _click_at(self, x: int, y: int) -> Click | None:
        place = self.place(self.window.desktop.surface.get_size())
        row = self._row_at(x, y)
        column = (x - place.left) // (8 * self.scale(place))
        for span in self.shown[row] if row is not None and row < len(self.shown) else ():
            if column < len(span.text):
                return span.click
            column -= len(span.text)
        return None

    def _click(self, button: int, x: int, y: int) -> bool:
        if self._row_at(x, y) is None:
            return False
        if click := self._click_at(x, y):
            if button == 3:
                self._copy(click)
            else:
                now = time.perf_counter()
                twice = self.clicked is not None and self.clicked[0] == click and now - self.clicked[1] < TWICE
                self.clicked = None if twice else (click, now)
                self._clicked(click, twice)
        self.controls.version += 1
        return True

    def _copy(self, click: Click | None) -> bool:
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

    def draw(self, surface: pygame.Surface, anew: bool) -> pygame.Rect:
        """Where it has drawn; while the program runs, it does so only now and then."""
        place = self.place(surface.get_size())
        seen = self.controls.version, place.size, 0 if self.controls.stands else int(time.perf_counter() * PER_SECOND)
        if seen == self.drawn and not anew:
            return pygame.Rect(0, 0, 0, 0)
        self.drawn = seen
        scale = self.scale(place)
        self.controls.view.doing = "slow" if self.controls.slow else "runs" if self.controls.debugger.running else "stands"
        self.shown = self.controls.panels.rows(place.width // (8 * scale), place.height // (LINE * scale))
        return self.painter.draw(surface.subsurface(place), self.shown, scale, anew).move(place.topleft)

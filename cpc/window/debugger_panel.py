"""The debugger's panel in the window, beside the CPC's picture: its keys, its mouse, and where it is drawn.

While the program stands, the keys are the debugger's; while it runs they are the CPC's, but for the function keys.
With CTRL, the function keys are always the window's.
"""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from cpc.charset import spelt
from cpc.debugger.panel.controls import Controls
from cpc.debugger.panel.pieces import Row
from cpc.debugger.panel.timeline_view import TimelineView
from cpc.player.player import Player
from cpc.window import desktop
from cpc.window.panel_layout import PanelLayout, Places, comfortable
from cpc.window.panel_mouse import PanelMouse
from cpc.window.panel_painter import PanelPainter
from cpc.window.panel_progress import PanelProgress
from cpc.window.timeline_painter import TimelinePainter

if TYPE_CHECKING:
    from cpc.window.window import Window

PER_SECOND = 4                          # times that the panel is redrawn while the program runs
BORDER_STEP = 0.02                      # of the window's width, by which keys move the border
WINDOWS_PAGE = "the page of the window's own keys"

# The debugger's own keys, and whether with SHIFT.
KEYS = {
    (pygame.K_F5, False): "go_or_stop",
    (pygame.K_F10, False): "over", (pygame.K_F11, False): "into", (pygame.K_F11, True): "out",
    (pygame.K_F10, True): "back", (pygame.K_F6, False): "to_cursor", (pygame.K_F9, False): "breakpoint_here",
    (pygame.K_F9, True): "bookmark", (pygame.K_F6, True): "next_bookmark",
    (pygame.K_F7, False): "slow_or_not", (pygame.K_F1, False): "help", (pygame.K_F1, True): "ask",
    (pygame.K_PAUSE, False): "go_or_stop",
}
TAKEN = {key for key, _ in KEYS}
JOYSTICKS = {pygame.JOYAXISMOTION, pygame.JOYHATMOTION, pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP}
SIDEWAYS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
THROUGH_TIME: dict[int, Callable[[TimelineView], None]] = {
    pygame.K_PAGEUP: lambda time: time.step(-1), pygame.K_PAGEDOWN: lambda time: time.step(1),
    pygame.K_HOME: lambda time: time.to_mark(-1), pygame.K_END: lambda time: time.to_mark(1)}
ZOOM = {pygame.K_PLUS: 1, pygame.K_KP_PLUS: 1, pygame.K_EQUALS: 1, pygame.K_MINUS: -1, pygame.K_KP_MINUS: -1,
        pygame.K_0: 0, pygame.K_KP0: 0}
FUNCTION_KEYS = range(pygame.K_F1, pygame.K_F12 + 1)


class DebuggerPanel:
    """Open from the beginning on until `close`. It is the Face of its controls."""

    def __init__(self, window: "Window") -> None:
        self.window = window
        self.size_before, self.place_before = window.desktop.size, window.desktop.position()
        self.painter = PanelPainter()
        self.timeline = TimelinePainter(self.painter)
        self.progress = PanelProgress(self)
        self.drawn: tuple[object, ...] = ()         # what the panel shows
        self.shown: list[Row] = []
        self.held: set[int] = set()                 # keys that went down for the debugger
        self.with_ctrl = False                      # the last key: what it would write is not meant
        self.layout = PanelLayout()
        self.mouse = PanelMouse(self)
        self.controls = Controls(self)
        self.controls.use_clipboard(desktop.put_in_clipboard)
        self._widen()

    def close(self) -> None:
        self.controls.detach()
        self.mouse.leave()
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

    def zoom(self, step: int) -> None:
        self.layout.zoomed(step, self.size())
        self.layout_changed()

    def keys_help(self) -> list[str]:
        """For keys that are the debugger's while it is open: what CTRL and the key do. Then the window's other keys."""
        spoken = self.controls.view.spoken
        with_ctrl = [f"{spoken('CTRL') + '+' + label:18} "
                     f"{spoken(WINDOWS_PAGE) if name == 'menu' else self.player.text_of(name)}"
                     for name, label, key in self.window.bindings.shown if key in TAKEN]
        others = [label for _, label, key in self.window.bindings.shown if key in FUNCTION_KEYS and key not in TAKEN]
        return [*with_ctrl, f"{', '.join(others):18} {spoken('as ever')}", ""]

    # its place

    def _widen(self) -> None:
        place = self.window.desktop
        self.window.drawn = ()
        if place.full:
            return
        wide, high = place.room()
        size = comfortable((wide, high))
        width, height = min(max(place.size[0], size[0]), wide), min(max(place.size[1], size[1]), high)
        left, top = self.place_before
        place.place((width, height), (max(0, min(left, wide - width)), max(0, min(top, high - height))))

    def size(self) -> tuple[int, int]:
        return self.window.desktop.surface.get_size()

    def places(self) -> Places:
        return self.layout.places(self.size())

    def layout_changed(self) -> None:
        """All is to be drawn anew."""
        self.window.drawn = ()

    # keys

    def handle(self, event: pygame.event.Event) -> bool:
        """Whether it was for the debugger."""
        if event.type == pygame.KEYUP:
            self.held.discard(event.scancode)       # the CPC may have seen it go down
            return False
        if event.type == pygame.KEYDOWN:
            self.with_ctrl = _with_ctrl(event)
            if self._key(event):
                self.held.add(event.scancode)
                return True
            return event.scancode in self.held      # it went down for the debugger, and repeats
        if event.type == pygame.TEXTINPUT and self._listens():
            if not self.with_ctrl:
                self.controls.commands.insert(spelt(event.text))
        elif event.type in JOYSTICKS:
            return self.controls.stands
        elif not self.mouse.handle(event):
            return False
        self.controls.version += 1
        return True

    def _listens(self) -> bool:
        return self.controls.stands and not self.window.helping and not self.window.player.paused

    def _key(self, event: pygame.event.Event) -> bool:
        shift, ctrl = bool(event.mod & pygame.KMOD_SHIFT), _with_ctrl(event)
        if event.key in TAKEN and event.mod & pygame.KMOD_CTRL or event.mod & pygame.KMOD_ALT and event.key == pygame.K_RETURN:
            return False
        if name := KEYS.get((event.key, shift)):
            self.controls.press(name)
            return True
        if event.key in FUNCTION_KEYS:
            return event.key in TAKEN
        if not self._listens():
            return False
        if ctrl and shift and event.key not in SIDEWAYS:
            bound = self.window.bindings.command(event) is not None
            if not bound and (event.key == pygame.K_EQUALS or event.unicode == "+"):
                self.zoom(1)
            return not bound                        # the CPC stands, and gets no key
        if ctrl and shift:
            self._move_border(SIDEWAYS[event.key])
        elif ctrl:
            self._do_with_ctrl(event)
        else:
            self._edit(event.key, shift)
        self.controls.version += 1
        return True

    def _move_border(self, step: int) -> None:
        places = self.places()
        self.layout.dragged(places.panel.left + round(step * BORDER_STEP * self.size()[0]), self.size())
        self.layout_changed()

    def _do_with_ctrl(self, event: pygame.event.Event) -> None:
        key, controls = event.key, self.controls
        if key in ZOOM or event.unicode and event.unicode in "+-":
            self.zoom(ZOOM.get(key, 1 if event.unicode == "+" else -1))
        elif key in (pygame.K_UP, pygame.K_DOWN):
            controls.move_in_tables(1 if key == pygame.K_DOWN else -1)
        elif key in THROUGH_TIME:
            THROUGH_TIME[key](controls.time)
        elif key in SIDEWAYS:
            controls.move_across(SIDEWAYS[key])
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            controls.choose_row()
        elif key == pygame.K_v:
            controls.commands.insert(spelt(desktop.clipboard()).partition("\n")[0].strip())
        elif key == pygame.K_c and not self.mouse.copy(self.mouse.click_at(*pygame.mouse.get_pos())):
            controls.say(["The mouse has to be on a variable or an array: CTRL+C copies its value."])

    def _edit(self, key: int, shift: bool) -> None:
        commands, listing, view = self.controls.commands, self.controls.panels.listing, self.controls.view
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if view.sheet is not None and not view.typed:
                self.controls.choose_row()
            else:
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
            self.controls.escape()
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            step = 1 if key == pygame.K_PAGEDOWN else -1
            if self.controls.panels.more:
                view.said_from += max(1, len(self.controls.panels.answer) - 2) * step
            elif view.sheet is not None:
                self.controls.move_in_tables(max(1, view.sheet.height - 1) * step)
            else:
                listing.page(step)
        else:
            self._move(key, shift)

    def _move(self, key: int, shift: bool) -> None:
        """With the cursor keys: in the sheet or else the listing, in the command line, or through earlier commands."""
        controls, commands, listing = self.controls, self.controls.commands, self.controls.panels.listing
        step = 1 if key in (pygame.K_DOWN, pygame.K_RIGHT) else -1
        if key in (pygame.K_UP, pygame.K_DOWN):
            if shift:
                commands.recall(step)
            elif controls.view.sheet is not None:
                controls.move_in_tables(step)
            else:
                listing.move_cursor(step)
        elif key in (pygame.K_LEFT, pygame.K_RIGHT):
            if controls.view.typed:
                commands.move(step)
            elif controls.view.sheet is not None:
                controls.move_across(step)
            else:
                listing.move_in_line(step)

    # drawing

    def picture_part(self, surface: pygame.Surface) -> pygame.Surface:
        return surface.subsurface(self.layout.places(surface.get_size()).picture)

    def draw(self, surface: pygame.Surface, anew: bool) -> pygame.Rect:
        """Where it has drawn; while the program runs, it does so only now and then."""
        self.controls.time.travel(time.perf_counter())
        places = self.layout.places(surface.get_size())
        seen = self.controls.version, places, 0 if self.controls.stands else int(time.perf_counter() * PER_SECOND)
        if seen == self.drawn and not anew:
            return pygame.Rect(0, 0, 0, 0)
        self.drawn = seen
        panel = places.panel
        self.controls.view.doing = "slow" if self.controls.slow else "runs" if self.controls.debugger.running else "stands"
        self.shown = self.controls.panels.rows(panel.width // places.letter, panel.height // places.line)
        self.timeline.draw(surface.subsurface(places.timeline), self.controls.time, places.letter)
        return self.painter.draw(surface.subsurface(panel), self.shown, places.letter, anew).move(panel.topleft).union(
            places.timeline)


def _with_ctrl(event: pygame.event.Event) -> bool:
    """Windows has AltGr as CTRL and ALT."""
    return bool(event.mod & pygame.KMOD_CTRL) and not event.mod & (pygame.KMOD_ALT | pygame.KMOD_MODE)

"""What each command of `cpc.player.commands` does in a window. Keys, the menu and the bar of buttons ask for it by its name."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from cpc.picture.monitors import MONITORS
from cpc.player.commands import shown
from cpc.window import desktop
from cpc.window.menu_page import MenuPage
from cpc.window.programs_page import ProgramsPage
from cpc.window.states_page import StatesPage

if TYPE_CHECKING:
    from cpc.window.window import Window

ASKS_SECONDS = 8                # long enough for the mouse, until a command that asks has to be asked for anew


class Commands:
    def __init__(self, window: "Window") -> None:
        self.window = window
        self.player = window.player
        self.text_of = window.player.text_of
        self.sure_until = 0.0               # a reset that comes before is done
        self.by_name: dict[str, Callable[[], None]] = {
            "menu": lambda: window.open(MenuPage(window)), "programs": self._programs, "states": self._states,
            "rewind": self._rewind, "pause": self.pause, "next speed": self.player.next_speed,
            "keyboard": window.switch_keyboard, "joystick": self._joystick,
            "paste": self._paste, "copy": self._copy, "screenshot": self._screenshot,
            "record": lambda: self._record(".gif"), "record pictures": lambda: self._record(""),
            "mute": window.loudspeaker.mute, "next disc": self.player.next_disc, "next monitor": self._next_monitor,
            "full screen": window.full_screen, "smooth or not": self._smooth, "debugger": window.debugger,
            "reset": self._reset, "set keys": self._set_keys, "quit": window.end}

    def pause(self) -> None:
        self.player.pause(not self.player.paused)
        self.window.loudspeaker.hold(self.player.paused)

    def _programs(self) -> None:
        if self.window.programs:
            self.window.open(ProgramsPage(self.window, self.window.programs.entries()))

    def _states(self) -> None:
        if self.player.slots:
            self.window.open(StatesPage(self.window, self.player.slots))

    def _rewind(self) -> None:
        """As long as the key is down, or the button: `Window.let_go` ends it."""
        if self.window.overlay:
            self.window.say(self.text_of("debugger goes back"))
            return
        self.player.go_back(True)
        self.window.loudspeaker.hold(True)

    def _joystick(self) -> None:
        self.player.keys.release_all()
        keys = self.window.window_keys
        keys.joystick = not keys.joystick
        self.window.say(self.text_of("is joystick" if keys.joystick else "is cursor"))

    def _paste(self) -> None:
        text = desktop.clipboard()
        if "\n" in text and not text.endswith("\n"):
            text += "\n"
        if not self.player.paste(text):
            self.window.say(self.text_of("no clipboard"))

    def _copy(self) -> None:
        desktop.put_in_clipboard(self.player.text())
        self.window.say(self.text_of("copied"))

    def _screenshot(self) -> None:
        self.window.camera.screenshot(self.player.screen)

    def _record(self, suffix: str) -> None:
        self.window.camera.start_or_stop(self.player.screen, suffix)

    def _next_monitor(self) -> None:
        picture = self.window.picture
        picture.use_monitor(MONITORS[(MONITORS.index(picture.monitor) + 1) % len(MONITORS)])
        if self.window.remembered:
            self.window.remembered.use_monitor(picture.monitor)
        self.window.say(self.text_of("monitor", self.text_of(picture.monitor)))

    def _smooth(self) -> None:
        picture = self.window.picture
        picture.smooth = not picture.smooth
        self.window.say(self.text_of("smooth" if picture.smooth else "whole steps"))

    def _reset(self) -> None:
        if time.perf_counter() > self.sure_until:
            self.sure_until = time.perf_counter() + ASKS_SECONDS
            key = shown(self.window.settings.key_of("reset"), self.text_of.language == "de")
            with_ctrl = "CTRL+" if self.window.overlay and key else ""
            self.window.say(self.text_of("reset again", f"{with_ctrl}{key or '…'}"), ASKS_SECONDS)
        else:
            self.player.reset()

    def _set_keys(self) -> None:
        """Where the file is; it is made if there is none yet."""
        settings = self.window.settings
        try:
            settings.write_example()
        except OSError as error:
            self.window.say(self.text_of("cannot write", settings.path, error.strerror))
        else:
            self.window.say(self.text_of("settings file", settings.path))

"""The CPC in a window: it shows what a player gives, 50 times a second, and hands keys in."""

import argparse
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "cpc")
if sys.platform == "linux":
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")     # by OpenGL it is slower where that is software

import pygame

from basic.debug.debugger import Debugger
from basic.debug.sentences import sentence
from basic.help.words import Language
from basic.records import record
from basic.session import Session
from cpc.api import CPC
from cpc.picture.monitors import MONITORS
from cpc.player.autosave import Autosave
from cpc.player.pacing import name_of
from cpc.player.player import MACHINE_SECONDS, Player, Speed, Until
from cpc.player.remembered import Remembered
from cpc.player.screen_keyboard import ScreenKeyboard
from cpc.player.settings import Settings
from cpc.player.shelf import Entry, Programs, Start
from cpc.recording.camera import Camera
from cpc.window import frame, window_keys
from cpc.window.bar import Bar
from cpc.window.commands import Commands
from cpc.window.desktop import Desktop, NoDisplay
from cpc.window.events import Events
from cpc.window.keyboard_strip import KeyboardStrip
from cpc.window.loop import frame_by_frame
from cpc.window.loudspeaker import Loudspeaker
from cpc.window.page import Page

if TYPE_CHECKING:
    from cpc.window.debugger_panel import DebuggerPanel

WRITING_SECONDS = 0.008         # of each frame, for a recording that is being written
MESSAGE_SECONDS = 4
ENDS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
KEY_EVENTS = (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT)


@record(frozen=True)
class Own:
    """What is the person's own, and where it is kept; all of it may be missing."""

    language: Language = "en"
    settings: Path | None = None                # the file of settings
    states: Path | None = None                  # the folder of states
    remembered: Remembered | None = None
    programs: Programs | None = None


class Window:
    """Shows `cpc`, with its program loaded; `make` switches another one on after a reset."""

    def __init__(self, cpc: CPC, make: Callable[[], CPC], *, speed: Speed = "auto", autosave: Autosave | None = None,
                 until: Until = None, muted: bool = False, pictures: Path | None = None, wav: Path | None = None,
                 own: Own | None = None, debugger: Callable[[Session], Debugger] = Debugger) -> None:
        own = own or Own()
        self.desktop = Desktop()
        self.events = Events()
        self.player = Player(cpc, make, time.perf_counter, speed=speed, until=until, autosave=autosave, debugger=debugger,
                             language=own.language, states=own.states)
        self.player.on_switch_on = self._switched_on
        self.settings = Settings(own.settings, window_keys.is_key, self.player.text_of)
        self.remembered, self.programs = own.remembered, own.programs
        self.closed = False
        self.latest, self.message_until = "", 0.0       # the notice that is shown
        self.camera = Camera(pictures or Path.cwd(), self.say, time.perf_counter, self.player.text_of)
        self.picture = frame.Frame()
        self.drawn: tuple[object, ...] = ()
        self.window_keys = window_keys.WindowKeys(self.player.keys, self.settings.on_cpc)
        self.bindings = window_keys.Bindings(self.settings.keys)
        self.gamepad = window_keys.Gamepad(self.player.keys)
        self.overlay: DebuggerPanel | None = None       # the debugger's panel, while it is open
        self.page: Page | None = None                   # the menu or another page that takes the keys
        self.keyboard: KeyboardStrip | None = None      # the CPC's keyboard, for the mouse
        self.bar = Bar(self)
        self.loudspeaker = Loudspeaker(self.player.samples, muted, self.say, self.player.text_of)
        self.commands = Commands(self)
        pygame.joystick.init()
        if wav:
            self.loudspeaker.record(wav)
        self._use_monitor()
        for fault in self.settings.faults[:1]:
            self.say(fault)

    def _use_monitor(self) -> None:
        wanted = self.settings.choices.get("monitor") or (self.remembered.monitor if self.remembered else "")
        if wanted in MONITORS:
            self.picture.use_monitor(wanted)

    @property
    def cpc(self) -> CPC:
        return self.player.cpc

    def _switched_on(self) -> None:
        self.commands.sure_until = self.message_until = 0.0
        self.loudspeaker.end_recording()
        self.window_keys.joystick = False
        if self.keyboard:
            self.keyboard.keyboard.let_go()
        if self.overlay:
            self.overlay.controls.attach()

    # fifty times a second

    def run(self) -> None:
        restore = self._mind_signals()
        try:
            frame_by_frame(self)
        finally:
            self.close()
            restore()

    def _mind_signals(self) -> Callable[[], None]:
        """The end of the terminal or of the host closes the window; what is not saved is kept."""
        def end(number: int, frame: FrameType | None) -> None:
            self.closed = True
        before = {number: signal.signal(number, end) for number in ENDS}

        def restore() -> None:
            for number, handler in before.items():
                signal.signal(number, handler)
        return restore

    def frame(self) -> None:
        begin = time.perf_counter()
        try:
            for event in self.events.new():
                self.handle(event)
            if self.page is None:
                self.player.frame(begin + MACHINE_SECONDS)
        except Exception:
            self._mishap()
        self.loudspeaker.frame()
        self.camera.frame(begin, begin + MACHINE_SECONDS + WRITING_SECONDS)
        try:
            self._draw()
        except Exception:
            if not self.overlay:
                raise
            self._mishap()
        self.closed = self.closed or self.player.over

    def _mishap(self) -> None:
        """A mistake of this emulator: the debugger is closed, and the prompt comes back."""
        report = traceback.format_exc()
        overlay, self.overlay = self.overlay, None
        if overlay:
            try:
                overlay.close()
            except Exception:           # it may be the one that is at fault
                self.player.pace()
        self.player.recover(report)

    def close(self) -> None:
        try:
            if said := self.player.close():
                print(said, flush=True)
            self.camera.finish()
        except OSError as error:
            print(f"The recording could not be kept: {error.strerror}.", flush=True)
        finally:
            self.loudspeaker.close()
            pygame.quit()

    # the picture

    def say(self, message: str, seconds: float = MESSAGE_SECONDS) -> None:
        self.latest, self.message_until = message, time.perf_counter() + seconds

    @property
    def message(self) -> str:
        """What was last to be told."""
        for notice in self.player.take_notices():
            self.say(notice.text)
        return self.latest

    def _draw(self) -> None:
        """Only what is not on the screen yet."""
        whole, now = self.desktop.surface, time.perf_counter()
        panel = self.overlay if self.page is None else None         # a page covers it
        surface = self._above_keyboard(panel.picture_part(whole) if panel else whole)
        message, progress = self._message()
        sign = self._sign()
        inside = self.player.media.contents()
        bar = self.bar.shown(now)
        self.mouse_seen()
        state = (message, progress, sign, inside, whole.get_size(), self.picture.smooth, self.page,
                 self.page and self.page.version, bar and (self.bar.over, self.bar.held),
                 self.strip and self.strip.state())
        drawn = [panel.draw(whole, anew=not self.drawn)] if panel else []
        if self.picture.changed(self.player.screen) or state != self.drawn:
            self.drawn = state
            self._draw_picture(surface, sign)
            if self.strip:
                self.strip.draw(whole)
            if self.page:
                self.page.draw(surface)
            if bar:
                self.bar.draw(surface)
            else:
                self.bar.forget()
            if message:
                frame.draw_message(surface, message, progress)
            drawn.append(whole.get_rect() if self.strip else surface.get_rect())
        if any(drawn):
            pygame.display.update(drawn)

    def _above_keyboard(self, surface: pygame.Surface) -> pygame.Surface:
        width, height = surface.get_size()
        return surface.subsurface((0, 0, width, height - self.strip.height((width, height)))) if self.strip else surface

    def _draw_picture(self, surface: pygame.Surface, sign: str) -> None:
        self.picture.draw(surface, self.player.screen, squeezed=self.strip is not None)
        if sign:
            frame.draw_sign(surface, sign)
        pygame.display.set_caption(f"CPC {self.cpc.model} - {self._state(sign, name_of(self.player.speed))}")

    def _state(self, sign: str, speed: str) -> str:
        """For the title: what is in the drives and the deck, and what goes on."""
        inside = self.player.media.contents()
        return f"{inside} - {sign.lower() or speed}" if inside else sign.lower() or speed

    def _message(self) -> tuple[str, float | None]:
        message, done, text_of = self.message, self.player.typing, self.player.text_of
        if done is not None:
            return text_of("typing in", f"{done * 100:.0f}"), done
        if self.camera.writing:
            return text_of("writing", f"{self.camera.written * 100:.0f}"), self.camera.written
        return (message if time.perf_counter() < self.message_until else ""), None

    def _sign(self) -> str:
        if self.player.rewind.goes_back:
            return "◀◀ " + self.player.text_of("REWIND")
        name = "PAUSE" if self.player.paused else "REC" if self.camera.recording else ""
        return self.player.text_of(name) if name else self.player.media.at_work()

    # events

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.end()
        elif self._takes_mouse(event) or self._covers(event):
            pass
        elif event.type in KEY_EVENTS:
            self._key(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self.do("menu")
        elif event.type == pygame.DROPFILE:
            self.load(Path(event.file), self._drive_below_mouse())
        elif event.type == pygame.VIDEORESIZE:
            self.desktop.resized(event.size)
            self.drawn = ()
        elif event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
            self.drawn = ()
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.let_go()
            self.player.keys.release_all()
        else:
            self.gamepad.handle(event)

    def _takes_mouse(self, event: pygame.event.Event) -> bool:
        """The bar of buttons, or the CPC's keyboard."""
        return self.bar.handle(event, time.perf_counter()) or self.strip is not None and self.strip.handle(event)

    @property
    def strip(self) -> KeyboardStrip | None:
        """The CPC's keyboard, where it is shown: the debugger's panel takes its place."""
        return None if self.overlay else self.keyboard

    def _covers(self, event: pygame.event.Event) -> bool:
        """Whether it is for the page that is open, or for the debugger. Keys of commands are the window's also where a page is
        open; the one that has opened it closes it."""
        if self.page is None:
            return self.overlay is not None and self.overlay.handle(event)
        name = self.bindings.command(event) if event.type == pygame.KEYDOWN and not self.page.moves_by(event) else None
        if name is None:
            return self.page.handle(event)
        if name != self.page.command:
            self.do(name)
        else:
            self.page.close()
        return True

    def _key(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYUP:
            if event.key == self.bindings.held:
                self.let_go()
            self.window_keys.key_up(event)
        elif event.type == pygame.TEXTINPUT:
            self.window_keys.text(event.text)
        elif name := self.bindings.command(event):
            self.do(name)
        elif self.player.paused and event.key not in window_keys.HELD:
            self.commands.pause()
        elif event.key == pygame.K_ESCAPE and self.player.typing is not None:
            self.player.stop_typing()
        else:
            self.window_keys.key_down(event)

    # commands

    def can(self, name: str) -> bool:
        """Whether the window has what a command needs."""
        needed = {"programs": self.programs, "states": self.player.slots, "set keys": self.settings.path}
        return needed.get(name, self) is not None

    def do(self, name: str) -> None:
        """A command of `cpc.player.commands`."""
        if not self.can(name):
            return
        if self.page and name != "screenshot":
            self.page.close()
        self.commands.by_name[name]()

    def let_go(self) -> None:
        """What goes on as long as its key or button is down, ends."""
        if self.player.rewind.goes_back:
            self.player.go_back(False)
            self.loudspeaker.time_went_back()
            self.loudspeaker.hold(self.player.paused)

    def end(self) -> None:
        self.closed = True

    def open(self, page: Page) -> None:
        """A page over the picture; the machine stands until it is closed."""
        self.let_go()
        self.player.keys.release_all()
        self.page = page
        self.message_until = 0.0
        self.loudspeaker.hold(True)
        self.drawn = ()

    def close_page(self) -> None:
        self.page = None
        self.drawn = ()
        self.player.resume()
        self.loudspeaker.hold(self.player.stands)

    def start(self, entry: Entry) -> None:
        """A program that was chosen."""
        if entry.there and self.programs and self.player.start(self.programs, entry.place):
            self.close_page()
        else:
            self.say(self.message if entry.there else entry.what)

    def switch_keyboard(self) -> None:
        if self.keyboard:
            self.keyboard.keyboard.let_go()
            self.desktop.lower(self.keyboard.added)
            self.keyboard = None
        else:
            self.keyboard = KeyboardStrip(ScreenKeyboard(self.player.keys))
            if not self.overlay:
                self.keyboard.added = self.desktop.heighten(self.keyboard.height(self.desktop.surface.get_size()))
        self.drawn = ()

    @property
    def helping(self) -> bool:
        """A page takes the keys."""
        return self.page is not None

    def debugger(self) -> None:
        self.let_go()
        if self.overlay:
            overlay, self.overlay = self.overlay, None
            overlay.close()
            return
        if self.player.paused:
            self.commands.pause()
        if self.keyboard:
            self.keyboard.keyboard.let_go()
        self.open_debugger()

    def open_debugger(self) -> "DebuggerPanel":
        from cpc.window.debugger_panel import DebuggerPanel  # only now: a start does not pay for it
        self.overlay = DebuggerPanel(self)
        return self.overlay

    def machine_stands(self, on: bool) -> None:
        """Then keys that are held down repeat as the host's do; the CPC's repeat by themselves."""
        self.loudspeaker.hold(on)
        self.events.repeats = on
        self.player.resume()

    def full_screen(self) -> None:
        self.desktop.switch_full_screen()
        self.drawn = ()

    def mouse_seen(self) -> None:
        """On a full screen it is only in the way, unless there is something to click on, or it was just moved."""
        shows = self.overlay or self.page or self.keyboard or self.bar.shown(time.perf_counter())
        wanted = bool(shows or not self.desktop.full)
        if wanted != pygame.mouse.get_visible():
            pygame.mouse.set_visible(wanted)

    def load(self, path: Path, drive: int = 0) -> None:
        """What was dropped on the window."""
        if self.page:
            self.close_page()
        if not self.player.insert(path, drive):
            return
        if self.remembered:
            self.remembered.used(path)
        if self.overlay:
            self.overlay.controls.changed_behind(sentence("{0} is loaded", path.name))

    def _drive_below_mouse(self) -> int:
        """A disc that is dropped on the right half goes into drive B. Where the mouse is, SDL knows only then."""
        width = self.desktop.surface.get_width()
        return int(pygame.mouse.get_pos()[0] >= width // 2)


def run_in_window(cpc: CPC, start: Start, options: argparse.Namespace, autosave: Autosave, own: Own, choose: bool,
                  debugger: Callable[[Session], Debugger] = Debugger) -> int:
    """`choose`: the programs are shown first."""
    lines = autosave.brought_back
    window = Window(cpc, start.make, speed=options.speed, autosave=autosave, until=options.until, muted=options.mute,
                    wav=options.wav, own=own, debugger=debugger)
    window.player.make_with_drives = start.make_with_drives
    if lines:
        window.say(window.player.text_of("is back", window.player.text_of.of_lines(lines)))
    elif choose:
        window.do("programs")
        if own.remembered:
            own.remembered.welcome()
    for fault in window.settings.faults:
        print(f"cpc: {fault}", file=sys.stderr, flush=True)
    window.run()
    return 0


__all__ = ["NoDisplay", "Own", "Window", "run_in_window"]

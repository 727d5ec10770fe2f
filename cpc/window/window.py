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
from cpc.api import CPC
from cpc.player.autosave import Autosave
from cpc.player.pacing import name_of
from cpc.player.player import MACHINE_SECONDS, Player, Speed, Until
from cpc.recording.camera import Camera
from cpc.window import desktop, frame, window_keys
from cpc.window.desktop import Desktop, NoDisplay
from cpc.window.loop import frame_by_frame
from cpc.window.loudspeaker import Loudspeaker

if TYPE_CHECKING:
    from cpc.window.debugger_panel import DebuggerPanel

WRITING_SECONDS = 0.008         # of each frame, for a recording that is being written
MESSAGE_SECONDS = 4
REPEAT = 400, 40                # milliseconds until a key repeats, and between
ENDS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
KEY_EVENTS = (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT)


class Window:
    """Shows `cpc`, with its program loaded; `make` switches another one on after a reset."""

    def __init__(self, cpc: CPC, make: Callable[[], CPC], *, speed: Speed = "auto", autosave: Autosave | None = None,
                 until: Until = None, muted: bool = False, pictures: Path | None = None, wav: Path | None = None) -> None:
        self.desktop = Desktop()
        self.player = Player(cpc, make, time.perf_counter, speed=speed, until=until, autosave=autosave, debugger=Debugger)
        self.player.on_switch_on = self._switched_on
        self.closed = self.helping = False
        self.latest, self.message_until = "", 0.0       # the notice that is shown
        self.reset_until = 0.0
        self.camera = Camera(pictures or Path.cwd(), self.say, time.perf_counter)
        self.picture = frame.Frame()
        self.drawn: tuple[object, ...] = ()
        self.window_keys = window_keys.WindowKeys(self.player.keys)
        self.gamepad = window_keys.Gamepad(self.player.keys)
        self.overlay: DebuggerPanel | None = None             # the debugger's panel, while it is open
        self.loudspeaker = Loudspeaker(self.player.samples, muted, self.say)
        pygame.joystick.init()
        if wav:
            self.loudspeaker.record(wav)

    @property
    def cpc(self) -> CPC:
        return self.player.cpc

    def _switched_on(self) -> None:
        self.reset_until = self.message_until = 0.0
        self.loudspeaker.end_recording()
        self.window_keys.joystick = False
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
            for event in pygame.event.get():
                self.handle(event)
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

    def say(self, message: str) -> None:
        self.latest, self.message_until = message, time.perf_counter() + MESSAGE_SECONDS

    @property
    def message(self) -> str:
        """What was last to be told."""
        for notice in self.player.take_notices():
            self.say(notice.text)
        return self.latest

    def _draw(self) -> None:
        """Only what is not on the screen yet."""
        whole = self.desktop.surface
        surface = self.overlay.picture_part(whole) if self.overlay else whole
        message, progress = self._message()
        sign = self._sign()
        inside = self.player.media.contents()
        state = message, progress, sign, inside, self.helping, whole.get_size(), self.picture.smooth
        drawn = [self.overlay.draw(whole, anew=not self.drawn)] if self.overlay else []
        if self.picture.changed(self.player.screen) or state != self.drawn:
            self.drawn = state
            self._draw_picture(surface, message, progress, sign)
            drawn.append(surface.get_rect())
        if any(drawn):
            pygame.display.update(drawn)

    def _draw_picture(self, surface: pygame.Surface, message: str, progress: float | None, sign: str) -> None:
        self.picture.draw(surface, self.player.screen)
        speed = name_of(self.player.speed)
        if sign:
            frame.draw_sign(surface, sign)
        if self.helping:
            frame.draw_page(surface, f"Schneider/Amstrad CPC {self.cpc.model}, speed {speed}", window_keys.HELP)
        if message:
            frame.draw_message(surface, message, progress)
        pygame.display.set_caption(f"CPC {self.cpc.model} - {self._state(sign, speed)}")

    def _state(self, sign: str, speed: str) -> str:
        """For the title: what is in the drives and the deck, and what goes on."""
        inside = self.player.media.contents()
        return f"{inside} - {sign.lower() or speed}" if inside else sign.lower() or speed

    def _message(self) -> tuple[str, float | None]:
        message, done = self.message, self.player.typing
        if done is not None:
            return f"Typing in: {done * 100:.0f} % (ESC stops it)", done
        if self.camera.writing:
            return f"Writing the recording: {self.camera.written * 100:.0f} %", self.camera.written
        return (message if time.perf_counter() < self.message_until else ""), None

    def _sign(self) -> str:
        return "PAUSE" if self.player.paused else "REC" if self.camera.recording else self.player.media.at_work()

    # events

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.closed = True
        elif self.overlay and self.overlay.handle(event):
            pass
        elif event.type in KEY_EVENTS:
            self._key(event)
        elif event.type == pygame.DROPFILE:
            self.load(Path(event.file), self._drive_below_mouse())
        elif event.type == pygame.VIDEORESIZE:
            self.desktop.resized(event.size)
            self.drawn = ()
        elif event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
            self.drawn = ()
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.player.keys.release_all()
        else:
            self.gamepad.handle(event)

    def _key(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYUP:
            self.window_keys.key_up(event)
        elif event.type == pygame.TEXTINPUT:
            self.window_keys.text(event.text)
        elif name := window_keys.command(event):
            getattr(self, name)(bool(event.mod & pygame.KMOD_SHIFT))
        elif (self.helping or self.player.paused) and event.key not in window_keys.HELD:
            self.helping = False
            if self.player.paused:
                self.pause()
        elif event.key == pygame.K_ESCAPE and self.player.typing is not None:
            self.player.stop_typing()
        else:
            self.window_keys.key_down(event)

    # what the function keys do

    def help(self, shift: bool = False) -> None:
        self.helping = not self.helping

    def screenshot(self, shift: bool = False) -> None:
        self.camera.screenshot(self.player.screen)

    def record(self, shift: bool = False) -> None:
        self.camera.start_or_stop(self.player.screen, "" if shift else ".gif")

    def joystick(self, shift: bool = False) -> None:
        self.player.keys.release_all()
        on = self.window_keys.joystick = not self.window_keys.joystick
        self.say("Cursor keys: joystick, fire is the left CTRL" if on else "Cursor keys: cursor keys")

    def pause(self, shift: bool = False) -> None:
        self.player.pause(not self.player.paused)
        self.loudspeaker.hold(self.player.paused)

    def paste(self, shift: bool = False) -> None:
        text = desktop.clipboard()
        if "\n" in text and not text.endswith("\n"):
            text += "\n"
        if not self.player.paste(text):
            self.say("There is no text in the clipboard.")

    def copy(self, shift: bool = False) -> None:
        desktop.put_in_clipboard(self.player.text())
        self.say("The text on the screen is in the clipboard.")

    def next_speed(self, shift: bool = False) -> None:
        self.player.next_speed()

    def mute(self, shift: bool = False) -> None:
        if shift:
            self.player.next_disc()
        else:
            self.loudspeaker.mute()

    def debugger(self, shift: bool = False) -> None:
        if self.overlay:
            overlay, self.overlay = self.overlay, None
            overlay.close()
            self.mouse_seen()
            return
        if self.player.paused:
            self.pause()
        self.open_debugger()

    def open_debugger(self) -> "DebuggerPanel":
        from cpc.window.debugger_panel import DebuggerPanel  # only now: a start does not pay for it
        self.overlay = DebuggerPanel(self)
        self.mouse_seen()
        return self.overlay

    def machine_stands(self, on: bool) -> None:
        """Then keys that are held down repeat as the host's do; the CPC's repeat by themselves."""
        self.loudspeaker.hold(on)
        pygame.key.set_repeat(*(REPEAT if on else ()))
        self.player.resume()

    def reset(self, shift: bool = False) -> None:
        if time.perf_counter() > self.reset_until:
            self.reset_until = time.perf_counter() + MESSAGE_SECONDS
            self.say(f"{'CTRL+' if self.overlay else ''}F10 again switches the CPC off and on.")
        else:
            self.player.reset()

    def full_screen(self, shift: bool = False) -> None:
        if shift:
            self.picture.smooth = not self.picture.smooth
            self.say("Picture: 4:3, smooth" if self.picture.smooth else "Picture: whole steps")
            return
        self.desktop.switch_full_screen()
        self.mouse_seen()
        self.drawn = ()

    def mouse_seen(self) -> None:
        """On a full screen it is only in the way, unless there is something to click on."""
        pygame.mouse.set_visible(not self.desktop.full or self.overlay is not None)

    def load(self, path: Path, drive: int = 0) -> None:
        """What was dropped on the window."""
        if self.player.insert(path, drive) and self.overlay:
            self.overlay.controls.changed_behind(f"{path.name} is loaded")

    def _drive_below_mouse(self) -> int:
        """A disc that is dropped on the right half goes into drive B. Where the mouse is, SDL knows only then."""
        width = self.desktop.surface.get_width()
        return int(pygame.mouse.get_pos()[0] >= width // 2)


def run_in_window(cpc: CPC, make: Callable[[], CPC], options: argparse.Namespace, autosave: Autosave) -> int:
    lines = autosave.brought_back

    def make_with_drives() -> CPC:
        options.amsdos = True
        return make()

    window = Window(cpc, make, speed=options.speed, autosave=autosave, until=options.until, muted=options.mute,
                    wav=options.wav)
    window.player.make_with_drives = make_with_drives
    if lines:
        window.say(f"The program that was not saved is back: {lines} line{'s' * (lines != 1)}. --fresh starts without it.")
    window.run()
    return 0


__all__ = ["NoDisplay", "Window", "run_in_window"]

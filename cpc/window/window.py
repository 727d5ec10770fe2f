"""The CPC in a window: its picture, the keys, the sound, 50 times a second, and what the function keys do."""

import os
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "cpc")
if sys.platform == "linux":
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")     # by OpenGL it is slower where that is software

import pygame

from basic.debug.debugger import Debugger
from basic.errors import BasicError
from basic.runtime.control import READY
from cpc.api import CPC
from cpc.autosave import Kept
from cpc.charset import readable
from cpc.keys.host_keys import HostKeys, codes_for
from cpc.pacing import FRAME, Pacing, Remembered, name_of
from cpc.recording.camera import Camera
from cpc.window import desktop, frame, window_keys
from cpc.window.desktop import Desktop, NoDisplay
from cpc.window.loudspeaker import Loudspeaker

MACHINE_SECONDS = 0.012         # of each frame are the machine's at most, so that keys are seen at once
WRITING_SECONDS = 0.008         # and so many a recording's that is being written
MESSAGE_SECONDS = 4
SPEEDS = ("auto", 1.0, "max")
REPEAT = 400, 40                # milliseconds until a key repeats, and between
KEY_EVENTS = (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT)


class Window:
    """`make` switches a CPC on; the first is given as `cpc`, with its program loaded."""

    def __init__(self, cpc: CPC, make: Callable[[], CPC], *, speed: str | float = "auto", kept: Kept | None = None,
                 muted: bool = False, pictures: Path | None = None, wav: Path | None = None) -> None:
        self.desktop = Desktop()
        self.make = make
        self.kept = kept
        self.speed = speed
        self.closed = self.paused = self.helping = self.smooth_scaling = False
        self.message, self.message_until = "", 0.0
        self.typed_in = 0                       # characters that are being typed in
        self.reset_until = 0.0
        self.camera = Camera(pictures or Path.cwd(), self.say)
        self.drawn: tuple = ()
        self.overlay = None                     # the debugger's panel, while it is open
        self.loudspeaker = Loudspeaker(cpc.machine.sound, muted, self.say)
        self.until: str | float | None = None       # when it closes by itself: `idle`, or emulated seconds
        self._switch_on(cpc)
        pygame.joystick.init()
        if wav:
            self.loudspeaker.record(wav)

    def _switch_on(self, cpc: CPC) -> None:
        self.loudspeaker.end_recording()
        self.cpc = cpc
        self.machine = cpc.machine
        self.switched_on = cpc.seconds
        self.keys = HostKeys(self.machine, self.say)
        self.window_keys = window_keys.WindowKeys(self.keys)
        self.gamepad = window_keys.Gamepad(self.keys)
        self.picture = frame.Frame(self.machine.screen)
        self.picture.smooth = self.smooth_scaling
        self.past = Debugger(cpc.session)       # it keeps the past, and stops nothing before F4
        self.pacing = Remembered(self.past, self.speed, time.perf_counter())
        if self.loudspeaker.sound is not self.machine.sound:
            self.loudspeaker.play(self.machine.sound)
        if self.overlay:
            self.overlay.attach()

    # fifty times a second

    def run(self) -> None:
        due = time.perf_counter()
        try:
            while not self.closed:
                self.frame()
                due = max(due + FRAME, time.perf_counter() - FRAME)
                time.sleep(max(due - time.perf_counter(), 0))
        except KeyboardInterrupt:
            pass
        finally:
            self.close()

    def frame(self) -> None:
        begin = time.perf_counter()
        try:
            for event in pygame.event.get():
                self.handle(event)
            if not self._stands():
                self._run_machine(begin)
        except Exception:
            self._mishap()
        if self.machine.keyboard.reset_asked:
            self._switch_off_and_on()
        self.loudspeaker.frame()
        self.camera.frame(begin, begin + MACHINE_SECONDS + WRITING_SECONDS)
        try:
            self._draw()
        except Exception:
            if not self.overlay:
                raise
            self._mishap()
        self.closed = self.closed or self._is_over()

    def _is_over(self) -> bool:
        if self.until == "idle":
            return self.cpc.session.executor.waiting == "key" and self.machine.keyboard.nothing_typed()
        return self.until is not None and self.cpc.seconds - self.switched_on >= self.until

    def _stands(self) -> bool:
        return self.paused or self.overlay is not None and self.overlay.stands

    def _run_machine(self, begin: float) -> None:
        now = begin
        while self.pacing.ahead(now) <= 0 and now - begin < MACHINE_SECONDS and not self._stands():
            self.pacing.step()
            self.keys.frame()
            now = time.perf_counter()

    def _mishap(self) -> None:
        """A fault of ours: the program is safe, and the prompt comes back; the debugger is closed."""
        text = traceback.format_exc()
        if self.kept:
            self.kept.path.parent.mkdir(parents=True, exist_ok=True)
            self.kept.path.with_name("fault.txt").write_text(text, encoding="utf-8")
            self.say(f"This emulator has made a mistake; what happened is in {self.kept.path.with_name('fault.txt')}.")
        else:
            self.say(f"This emulator has made a mistake: {text.splitlines()[-1]}")
        overlay, self.overlay = self.overlay, None
        if overlay:
            try:
                overlay.close()
            except Exception:           # it may be the one that is at fault
                self.pace()
        self._to_prompt()

    def _to_prompt(self) -> None:
        session = self.cpc.session
        session.executor.underway.clear()
        session.executor.clear_stack()
        session.editor_started = False
        session.executor.pc = READY
        self.past.forget_past()

    def close(self) -> None:
        try:
            if self.kept and (said := self.kept.at_the_end(self.cpc)):
                print(said, flush=True)
            self.camera.finish()
        except OSError as error:
            print(f"The recording could not be kept: {error.strerror}.", flush=True)
        finally:
            self.loudspeaker.close()
            pygame.quit()

    # the picture

    def say(self, message: str) -> None:
        self.message, self.message_until = message, time.perf_counter() + MESSAGE_SECONDS

    def _draw(self) -> None:
        """Only what is not on the screen yet."""
        whole = self.desktop.surface
        surface = self.overlay.picture_part(whole) if self.overlay else whole
        state = *self._message(), self._sign(), self.helping, whole.get_size(), self.picture.smooth
        drawn = [self.overlay.draw(whole, anew=not self.drawn)] if self.overlay else []
        if self.picture.changed() or state != self.drawn:
            self.drawn = state
            self._draw_picture(surface, *state[:3])
            drawn.append(surface.get_rect())
        if any(drawn):
            pygame.display.update(drawn)

    def _draw_picture(self, surface: pygame.Surface, message: str, progress: float | None, sign: str) -> None:
        self.picture.draw(surface)
        if sign:
            frame.draw_sign(surface, sign)
        if self.helping:
            title = f"Schneider/Amstrad CPC {self.cpc.model}, speed {name_of(self.speed)}"
            frame.draw_page(surface, title, window_keys.HELP)
        if message:
            frame.draw_message(surface, message, progress)
        pygame.display.set_caption(f"CPC {self.cpc.model} - {sign.lower() or name_of(self.speed)}")

    def _message(self) -> tuple[str, float | None]:
        left = len(self.machine.keyboard.typed)
        if self.typed_in and left:
            done = 1 - left / self.typed_in
            return f"Typing in: {done * 100:.0f} % (ESC stops it)", done
        self.typed_in = 0
        if self.camera.writing:
            return f"Writing the recording: {self.camera.written * 100:.0f} %", self.camera.written
        return (self.message if time.perf_counter() < self.message_until else ""), None

    def _sign(self) -> str:
        return "PAUSE" if self.paused else "REC" if self.camera.recording else ""

    # what comes from outside

    def handle(self, event) -> None:
        if event.type == pygame.QUIT:
            self.closed = True
        elif self.overlay and self.overlay.handle(event):
            pass
        elif event.type in KEY_EVENTS:
            self._key(event)
        elif event.type == pygame.DROPFILE:
            self.load(Path(event.file))
        elif event.type == pygame.VIDEORESIZE:
            self.desktop.resized(event.size)
            self.drawn = ()
        elif event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
            self.drawn = ()
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.keys.release_all()
        else:
            self.gamepad.handle(event)

    def _key(self, event) -> None:
        if event.type == pygame.KEYUP:
            self.window_keys.key_up(event)
        elif event.type == pygame.TEXTINPUT:
            self.window_keys.text(event.text)
        elif name := window_keys.command(event):
            getattr(self, name)(bool(event.mod & pygame.KMOD_SHIFT))
        elif (self.helping or self.paused) and event.key not in window_keys.HELD:
            self.helping = False
            if self.paused:
                self.pause()
        elif event.key == pygame.K_ESCAPE and self.typed_in:
            self.machine.keyboard.stop_typing()
        else:
            self.window_keys.key_down(event)

    # what the function keys do

    def help(self, shift: bool = False) -> None:
        self.helping = not self.helping

    def screenshot(self, shift: bool = False) -> None:
        self.camera.screenshot(self.machine.screen)

    def record(self, shift: bool = False) -> None:
        self.camera.start_or_stop(self.machine.screen, "" if shift else ".gif")

    def joystick(self, shift: bool = False) -> None:
        self.keys.release_all()
        on = self.window_keys.joystick = not self.window_keys.joystick
        self.say("Cursor keys: joystick, fire is the left CTRL" if on else "Cursor keys: cursor keys")

    def pause(self, shift: bool = False) -> None:
        self.paused = not self.paused
        self.keys.release_all()
        self.pacing.resume(time.perf_counter())
        self.loudspeaker.hold(self.paused)

    def paste(self, shift: bool = False) -> None:
        codes, unknown = codes_for(desktop.clipboard())
        if not codes:
            self.say("There is no text in the clipboard.")
            return
        if b"\r" in codes and not codes.endswith(b"\r"):
            codes += b"\r"
        self.machine.keyboard.type(codes)
        self.typed_in = len(self.machine.keyboard.typed)
        if unknown:
            self.say(f"Left out, because the CPC does not have it: {unknown[:20]}")

    def copy(self, shift: bool = False) -> None:
        rows = [readable(row.encode("latin-1")) for row in self.machine.screen.text()]
        desktop.put_in_clipboard("\n".join(rows).rstrip())
        self.say("The text on the screen is in the clipboard.")

    def next_speed(self, shift: bool = False) -> None:
        at = SPEEDS.index(self.speed) if self.speed in SPEEDS else -1
        self.speed = SPEEDS[(at + 1) % len(SPEEDS)]
        self.pacing.set_speed(self.speed, time.perf_counter())
        self.say(f"Speed: {name_of(self.speed)}")

    def mute(self, shift: bool = False) -> None:
        self.loudspeaker.mute()

    def debugger(self, shift: bool = False) -> None:
        if self.overlay:
            overlay, self.overlay = self.overlay, None
            overlay.close()
            self.mouse_seen()
            return
        from cpc.debugger.panel.panel import Overlay
        if self.paused:
            self.pause()
        self.overlay = Overlay(self)
        self.mouse_seen()

    def machine_stands(self, on: bool) -> None:
        """Then keys that are held down repeat as the host's do; the CPC's repeat by themselves."""
        self.loudspeaker.hold(on)
        pygame.key.set_repeat(*(REPEAT if on else ()))
        self.pacing.resume(time.perf_counter())

    def pace(self, make: Callable[[str | float, float], Pacing] | None = None) -> None:
        now = time.perf_counter()
        self.pacing = make(self.speed, now) if make else Remembered(self.past, self.speed, now)
        self.pacing.resume(now)

    def sound_again(self) -> None:
        """The machine's time has gone back."""
        self.loudspeaker.play(self.machine.sound)

    def reset(self, shift: bool = False) -> None:
        if time.perf_counter() > self.reset_until:
            self.reset_until = time.perf_counter() + MESSAGE_SECONDS
            self.say(f"{'CTRL+' if self.overlay else ''}F10 again switches the CPC off and on.")
        else:
            self._switch_off_and_on()

    def _switch_off_and_on(self) -> None:
        self.reset_until = self.message_until = 0.0
        self._set_aside()
        self._switch_on(self.make())

    def _set_aside(self) -> str:
        """An unsaved program, before it goes: a sentence that says where it is."""
        path = None
        try:
            path = self.kept and self.kept.set_aside(self.cpc)
        except OSError as error:
            self.say(f"The old program could not be kept: {error.strerror}.")
        if path:
            self.say(f"The old program was not saved; it is now {path}.")
        return self.message if path else ""

    def full_screen(self, shift: bool = False) -> None:
        if shift:
            self.smooth_scaling = self.picture.smooth = not self.smooth_scaling
            self.say("Picture: 4:3, smooth" if self.smooth_scaling else "Picture: whole steps")
            return
        self.desktop.switch_full_screen()
        self.mouse_seen()
        self.drawn = ()

    def mouse_seen(self) -> None:
        """On a full screen it is only in the way, unless there is something to click on."""
        pygame.mouse.set_visible(not self.desktop.full or self.overlay is not None)

    def load(self, path: Path) -> None:
        aside = self._set_aside()
        try:
            self.cpc.load(path)
        except OSError as error:
            self.say(f"{path.name} cannot be read: {error.strerror}.")
            return
        except BasicError as error:
            self.say(f"{path.name}: {error}")
            return
        self._to_prompt()
        if self.overlay:
            self.overlay.changed_behind(f"{path.name} is loaded")
        self.say(f"{path.name} is loaded: RUN starts it. {aside}")


def run_in_window(cpc: CPC, make: Callable[[], CPC], options, kept: Kept) -> int:
    lines = len(cpc.session.program.lines) if kept.ours else 0
    window = Window(cpc, make, speed=options.speed, kept=kept, muted=options.mute, wav=options.wav)
    if lines:
        window.say(f"The program that was not saved is back: {lines} lines. --fresh starts without it.")
    window.until = options.until
    window.run()
    return 0


__all__ = ["NoDisplay", "Window", "run_in_window"]

"""Sittings at the window: keys, the mouse and what then is to be read in the window, and what the CPC and the player come to.

Each row of a sitting is what a person does: `key SHIFT+F10`, `type text`, `click TEXT`, `asks TEXT` (with the right button),
`twice TEXT`, `holds` and `leaves TEXT`, `point TEXT`, `wheel -1 TEXT`, `frames 5` (of the wall clock), `size 800 600`, or
`put p.bas` (a file that is dropped on the window). Only what has become different is written down: `~` of pages and notices,
`:` of what the window and the CPC come to; of the debugger's panel rows with their colours."""

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from cpc.debugger.panel.pieces import Span
from cpc.player.samples import Samples
from cpc.window import desktop, frame, loudspeaker, window_keys
from cpc.window.window import Window
from tests.transcripts import PROGRAM, transcript
from tests.window_scenes import opened

FRAME = 0.02
SECONDS = re.compile(r"\b\d+\.\d\d\d? s?\b")          # when it stands somewhere: what statements take
MODS = {"SHIFT": pygame.KMOD_LSHIFT, "CTRL": pygame.KMOD_LCTRL, "ALT": pygame.KMOD_LALT}


class Sitting:
    def __init__(self, window: Window, folder: Path, now: list[float]) -> None:
        self.window, self.folder, self.now = window, folder, now
        self.pointer, self.mods = (0, 0), 0
        self.written: list[str] = []            # by the window itself: pages, the bar, notices
        self.rows: list[str] = []
        self.state: dict[str, object] = {}

    # what a person does

    def do(self, line: str) -> None:
        name, _, rest = line.partition(" ")
        getattr(self, f"_{name}")(rest)

    def _send(self, kind: int, **fields: object) -> None:
        self.window.handle(pygame.event.Event(kind, fields))

    def _key(self, text: str) -> None:
        self._down(text)
        self._up(text)

    def _down(self, text: str) -> None:
        *held, cap = text.split("+")
        code = window_keys.code_of(cap)
        self.mods = sum(MODS[one] for one in held)
        letter = cap if len(cap) == 1 else ""
        self._send(pygame.KEYDOWN, key=code, mod=self.mods, scancode=code, unicode=letter)

    def _up(self, text: str) -> None:
        code = window_keys.code_of(text.split("+")[-1])
        self._send(pygame.KEYUP, key=code, mod=self.mods, scancode=code, unicode="")
        self.mods = 0

    def _type(self, text: str) -> None:
        for letter in text:
            self._send(pygame.KEYDOWN, key=ord(letter), mod=0, scancode=ord(letter), unicode=letter)
            self._send(pygame.TEXTINPUT, text=letter)
            self._send(pygame.KEYUP, key=ord(letter), mod=0, scancode=ord(letter), unicode=letter)

    def _command(self, text: str) -> None:
        self._type(text)
        self._key("RETURN")

    def _place(self, text: str) -> tuple[int, int]:
        """Where the panel shows a text; two numbers are a place themselves."""
        overlay, words = self.window.overlay, text.split()
        if len(words) == 2 and all(word.isdigit() for word in words):
            return int(words[0]), int(words[1])
        assert overlay is not None
        rows = ["".join(span.text for span in row) for row in overlay.shown]
        row = next(number for number, one in enumerate(rows) if text in one)
        places = overlay.places()
        return (places.panel.left + places.letter * (rows[row].index(text) + len(text) - len(text.lstrip())) + 2,
                places.panel.top + places.line * row + 2)

    def _point(self, text: str) -> None:
        self.pointer = self._place(text)
        self._send(pygame.MOUSEMOTION, pos=self.pointer, rel=(0, 0), buttons=(0, 0, 0))

    def _click(self, text: str, button: int = 1, times: int = 1) -> None:
        self._point(text)
        for _ in range(times):
            self._send(pygame.MOUSEBUTTONDOWN, pos=self.pointer, button=button)
            self._send(pygame.MOUSEBUTTONUP, pos=self.pointer, button=button)

    def _asks(self, text: str) -> None:
        self._click(text, button=3)

    def _twice(self, text: str) -> None:
        self._click(text, times=2)

    def _holds(self, text: str) -> None:
        self._point(text)
        self._send(pygame.MOUSEBUTTONDOWN, pos=self.pointer, button=1)

    def _leaves(self, text: str) -> None:
        self._point(text)
        self._send(pygame.MOUSEBUTTONUP, pos=self.pointer, button=1)

    def _wheel(self, text: str) -> None:
        turns, _, place = text.partition(" ")
        held, _, turns = turns.rpartition("+")
        self.mods = MODS.get(held, 0)
        self._point(place)
        self._send(pygame.MOUSEWHEEL, x=0, y=int(turns))
        self.mods = 0

    def _frames(self, text: str) -> None:
        for _ in range(int(text)):
            self.now[0] += FRAME
            self.window.frame()

    def _size(self, text: str) -> None:
        width, height = map(int, text.split())
        pygame.display.set_mode((width, height), pygame.RESIZABLE)
        self._send(pygame.VIDEORESIZE, size=(width, height), w=width, h=height)

    def _put(self, text: str) -> None:
        self._send(pygame.DROPFILE, file=str(self.folder / text))

    def _pad(self, text: str) -> None:
        """axis 0 -1, or button 1"""
        what, *numbers = text.split()
        self.window.gamepad.pads[7] = 0, None
        if what == "axis":
            self._send(pygame.JOYAXISMOTION, instance_id=7, axis=int(numbers[0]), value=float(numbers[1]))
        elif what == "hat":
            self._send(pygame.JOYHATMOTION, instance_id=7, value=(int(numbers[0]), int(numbers[1])))
        else:
            self._send(pygame.JOYBUTTONDOWN if numbers[1] == "1" else pygame.JOYBUTTONUP, instance_id=7, button=int(numbers[0]))

    def _event(self, text: str) -> None:
        self._send(getattr(pygame, text))

    # what then is to be seen

    def seen(self) -> Iterator[str]:
        window = self.window
        self.written.clear()
        window._draw()
        overlay = window.overlay if window.page is None else None
        rows = [described(row) for row in overlay.shown] if overlay else []
        for number, row in enumerate(rows):
            if row != (self.rows[number] if number < len(self.rows) else ""):
                yield f"  {number:2} {row}".rstrip()
        self.rows = rows
        if window.page or not overlay:
            yield from (f"  ~ {text}" for text in self.written)
        state = dict(self.facts())
        if different := [f"{name}={state.get(name)}" for name in state | self.state if state.get(name) != self.state.get(name)]:
            yield f"  : {' '.join(different)}"
        self.state = state

    def facts(self) -> Iterator[tuple[str, object]]:
        window, player = self.window, self.window.player
        keyboard = player.machine.keyboard
        pressed = [str(8 * row + bit) for row, state in enumerate(keyboard.down) for bit in range(8) if state >> bit & 1]
        yield "title", repr(pygame.display.get_caption()[0])
        yield "size", "x".join(map(str, window.desktop.surface.get_size()))
        yield "page", type(window.page).__name__
        yield "speed", player.speed
        yield "pressed", ",".join(pressed)
        yield "typed", bytes(keyboard.typed)
        for name, value in (
                ("paused", player.paused), ("back", player.rewind.goes_back), ("joystick", window.window_keys.joystick),
                ("keyboard", window.keyboard is not None), ("full", window.desktop.full), ("smooth", window.picture.smooth),
                ("closed", window.closed), ("records", window.camera.recording is not None),
                ("seen", pygame.mouse.get_visible()), ("held", window.bar.held)):
            if value:
                yield name, value
        yield "monitor", window.picture.monitor
        yield "bar", [command for command, _ in window.bar.buttons]
        yield "clipboard", repr(desktop._own_clipboard)
        if window.overlay:
            overlay, controls = window.overlay, window.overlay.controls
            places, time = overlay.places(), controls.time
            yield "letter", places.letter
            yield "panel", tuple(places.panel)
            yield "picture", tuple(places.picture)
            yield "timeline", tuple(places.timeline)
            yield "part", time.part and "a part"
            yield "plays", time.plays
            yield "plots", [plot.expression.text for plot in time.timeline.plots]
            yield "arrow", overlay.mouse.arrow
            yield "drags", overlay.mouse.drags
            yield "cursor", controls.view.cursor
            yield "wait", controls.wait_until is not None
            yield "repeats", window.events.repeats


PENS = {(255, 255, 0): "y", (0, 0, 96): "b", (0, 255, 255): "c", (255, 255, 255): "w", (160, 160, 192): "g", (255, 96, 96): "r",
        (96, 255, 96): "G", (0, 0, 168): "l", (0, 0, 48): "d"}


def described(row: list[Span]) -> str:
    """A row of the panel: its letters, and of each piece its colours."""
    colours = " ".join(f"{PENS.get(span.pen, '?')}{PENS.get(span.paper, '?')}{len(span.text)}" for span in row if span.text)
    text = "".join(span.text for span in row)
    return f"{text.rstrip()}  |{colours}" if colours else ""


def blotted(match: re.Match[str]) -> str:
    return re.sub(r"\d", "#", match[0])


class Silent:
    """A loudspeaker that nobody hears, also where the computer has none."""

    def __init__(self, samples: Samples) -> None:
        """It asks for no samples."""

    def mute(self, on: bool) -> None:
        """Nothing is heard in any case."""

    def close(self) -> None:
        """Nothing has been opened."""


def sat(folder: Path, script: str, size: tuple[int, int] = (1100, 640), language: str = "en",
        program: str = PROGRAM) -> Iterator[str]:
    """What is seen after each row of a script."""
    (folder / "p.bas").write_text(program, encoding="ascii")
    (folder / "short.bas").write_text('10 PRINT "short"\n', encoding="ascii")
    now = [100.0]
    with mock.patch.object(loudspeaker, "Speaker", Silent), opened(folder, size) as window:
        window.player.text_of.speak(language)
        sitting = Sitting(window, folder, now)
        plain, plain_message = frame.written, frame.draw_message

        def draw_message(surface: pygame.Surface, text: str, *more: float | None) -> None:
            """How long its rows are depends on the folder's name."""
            before = len(sitting.written)
            plain_message(surface, text, *more)
            sitting.written[before:] = [text]

        def written(text: str, *more: object, **named: object) -> pygame.Surface:
            sitting.written.append(text)
            return plain(text, *more, **named)
        plain_mode = pygame.display.set_mode

        def set_mode(size: tuple[int, int], flags: int) -> pygame.Surface:
            """Without a screen, pygame and pygame-ce leave the full screen with different sizes."""
            return plain_mode(desktop.screen_size() if flags & pygame.FULLSCREEN else size, pygame.RESIZABLE)
        with mock.patch("time.perf_counter", lambda: now[0]), mock.patch.object(frame, "written", written), \
                mock.patch.object(pygame.display, "set_mode", set_mode), \
                mock.patch.object(frame, "draw_message", draw_message), \
                mock.patch.object(pygame.mouse, "get_pos", lambda: sitting.pointer), \
                mock.patch.object(pygame.key, "get_mods", lambda: sitting.mods), \
                mock.patch.object(desktop, "_has_clipboard", lambda: False), mock.patch.object(desktop, "_own_clipboard", ""), \
                mock.patch("time.localtime", lambda *_: time.gmtime(1e9)):
            window.player.clock = lambda: now[0]
            for line in script.strip().splitlines():
                yield f"> {line.strip()}"
                sitting.do(line.strip())
                yield from (SECONDS.sub(blotted, row) for row in sitting.seen())


@transcript
def at_the_debugger_s_panel(folder: Path) -> Iterator[str]:
    yield from sat(folder, """
        put p.bas
        key F4
        command run
        key F11
        key F11
        key F10
        key DOWN
        key DOWN
        key RIGHT
        key RIGHT
        key RIGHT
        key LEFT
        key UP
        key F9
        key SHIFT+F9
        key PAGE DOWN
        key PAGE UP
        key SHIFT+F6
        key F6
        key F5
        frames 3
        key SHIFT+F10
        key SHIFT+F11
        key F7
        frames 30
        key F7
        command slow 60
        command slow x
        command slow 40
        frames 9
        key F5
        command break 210
        key F5
        frames 5
        click  few(4)
        click  few(4)
        click  n=
        twice  n=
        asks  n=
        asks  few
        point  n=
        key CTRL+C
        point 5 5
        key CTRL+C
        type print na
        key LEFT
        key LEFT
        key DELETE
        key BACKSPACE
        type nam
        key END
        key HOME
        key END
        key TAB
        key RETURN
        key SHIFT+UP
        key SHIFT+UP
        key SHIFT+DOWN
        key ESCAPE
        type b
        key TAB
        type reak
        key TAB
        key TAB
        key RETURN
        type s
        key TAB
        key ESCAPE
        type zz
        key TAB
        key CTRL+V
        key ESCAPE
        key ESCAPE
        command array board 4
        command array few letters 2=B,0=.
        command array nothing
        command a board off
        command a
        click  board(9,3)
        click  few(4)
        key CTRL+DOWN
        key CTRL+DOWN
        key CTRL+UP
        key CTRL+RIGHT
        key CTRL+LEFT
        wheel 1  few()
        wheel -1  few()
        wheel 1  few()
        wheel SHIFT+-1  few()
        wheel -1 110 END
        wheel 1 200 REM
        wheel -1 Variables
        wheel 1 Variables
        command list 60
        command list 99999
        command list
        click 210 n
        twice 220
        click 220
        command wait 20
        frames 5
        command wait x
        command wait 2000
        frames 2
        key A
        key F5
        command quit
        """)


@transcript
def in_the_panel_s_past(folder: Path) -> Iterator[str]:
    yield from sat(folder, """
        put p.bas
        key F4
        command run
        command break 220
        command plot n
        command plot total*2
        command plot )
        key F5
        frames 9
        key F5
        frames 9
        key CTRL+PAGE UP
        key CTRL+PAGE UP
        key CTRL+PAGE DOWN
        key CTRL+HOME
        key CTRL+END
        click 20 606
        click 50 606
        click 90 606
        click 130 606
        click 180 606
        frames 40
        click 230 606
        key DOWN
        key DOWN
        key RETURN
        key ESCAPE
        holds 100 650
        point 200 650
        leaves 250 650
        wheel 2 200 650
        wheel -1 200 650
        wheel -9 200 650
        command play 2
        frames 9
        command play
        command play 0
        command play x
        command movie few
        frames 20
        key F11
        command movie few if few(2)>1 20 a second
        frames 4
        command movie few 90 a second
        command movie nothing
        command movie board
        command movie
        command sounds
        key SHIFT+F1
        key DOWN
        key UP
        key PAGE DOWN
        key RIGHT
        key LEFT
        key RETURN
        key SHIFT+F1
        key SHIFT+F1
        command log 300 n,total
        key DOWN
        key DOWN
        key CTRL+RETURN
        click  3
        asks 3
        command plot n off
        command plot off
        command plot
        asks 190 300
        asks 4 4
        command explain on
        key F11
        key F11
        command back 2
        command present
        command help
        key PAGE DOWN
        key PAGE UP
        key F1
        wheel -1 F5
        key ESCAPE
        command help plot
        command mark a
        command goto a
        command fly
        command explain off
        command do GOTO 900
        command edit 100 PRINT 1
        command set n=77
        command errors on
        key F5
        frames 9
        command who n
        put short.bas
        key F5
        frames 9
        key F4
        """, (1024, 700), "de")


# A stack, variables and arrays that grow step by step, until there is no room for them in the panel.
GROWING = """10 DIM a(2):d=d+1:IF d>24 THEN 50
20 IF d AND 1 THEN GOSUB 30 ELSE FOR i=1 TO 2:GOSUB 30
30 n$=n$+"x":a(0)=d:ON d GOTO 31,32,33,34
31 v1=1:DIM first(3,3):GOTO 40
32 v2=2:v3%=3:DIM second$(2),third%(20):GOTO 40
33 w1=1:w2=2:w3=3:w4=4:w5=5:w6=6:w7=7:w8=8:w9=9:DIM fourth(30,2),fifth(1):GOTO 40
34 long.name.of.a.variable=1/3:another.long.name$="a text that is longer than its cell is wide":DIM sixth(0)
40 d=d+1:IF d<24 THEN 20
50 WHILE d:d=d+1:WEND
60 NEXT:RETURN
"""


@transcript
def a_panel_that_fills(folder: Path) -> Iterator[str]:
    yield from sat(folder, f"""
        put p.bas
        key F4
        command run
        {chr(10).join(["key F11"] * 26)}
        command break 40
        {chr(10).join(["key F5", "frames 3"] * 9)}
        click Stack
        click Stack
        command array fourth width 12
        command array first
        command array third%
        command array second$
        key CTRL+RIGHT
        key CTRL+DOWN
        key CTRL+DOWN
        size 700 400
        size 500 300
        size 1600 1000
        key CTRL+=
        key CTRL+=
        key CTRL+-
        key CTRL+0
        key CTRL+SHIFT+LEFT
        key CTRL+SHIFT+RIGHT
        holds 700 100
        point 600 100
        leaves 650 100
        command vars
        key PAGE DOWN
        key PAGE DOWN
        key PAGE UP
        wheel -1 Variables
        wheel -1 Variables
        key CTRL+F1
        key F1
        key ESCAPE
        key F11
        key F4
        """, (1024, 600), program=GROWING)


@transcript
def at_the_window(folder: Path) -> Iterator[str]:
    yield from sat(folder, """
        type PRINT 1
        key RETURN
        frames 5
        down SHIFT
        down 2
        frames 2
        up 2
        up SHIFT
        key CTRL+A
        key ALT+1
        key INSERT
        key F13
        key KEYPAD 5
        down UP
        frames 1
        event WINDOWFOCUSLOST
        key F12
        down UP
        down LEFT CTRL
        up UP
        up LEFT CTRL
        key F12
        pad axis 0 -1
        pad axis 1 0.4
        pad axis 1 0.9
        pad button 1 1
        pad button 1 0
        pad button 2 1
        pad hat 1 -1
        pad hat 0 0
        pad axis 0 0
        key F5
        key X
        key F5
        down A
        key F8
        up A
        frames 2
        key F8
        key F8
        key SHIFT+F8
        key SHIFT+F8
        key SHIFT+F8
        key SHIFT+F11
        key SHIFT+F11
        key F9
        key F9
        key F7
        key F6
        frames 3
        key ESCAPE
        down PAGE UP
        frames 3
        up PAGE UP
        down SHIFT+F7
        frames 1
        event WINDOWFOCUSLOST
        key F10
        frames 2
        key F10
        frames 3
        key F11
        point 300 300
        frames 1
        frames 140
        key ALT+RETURN
        size 640 400
        size 1100 640
        point 60 12
        click 60 12
        key ESCAPE
        point 60 12
        holds 330 12
        frames 2
        leaves 330 12
        key SHIFT+F12
        click 300 620
        key F1
        key SHIFT+F12
        key F1
        key DOWN
        key DOWN
        key RIGHT
        key PAGE DOWN
        key HOME
        key UP
        wheel -1 500 300
        point 500 300
        click 500 300
        key F1
        asks 500 300
        asks 500 300
        key ESCAPE
        key SHIFT+F2
        key DOWN
        key END
        type maze
        key BACKSPACE
        type zzz
        key ESCAPE
        key SHIFT+F2
        key DOWN
        key RETURN
        frames 3
        key SHIFT+F5
        key RETURN
        key SHIFT+F5
        key RIGHT
        key DOWN
        key DELETE
        key RETURN
        key ESCAPE
        key F3
        frames 3
        key F3
        frames 20
        key SHIFT+F3
        frames 3
        key SHIFT+F3
        put p.bas
        put nothing.bas
        put short.bas
        event QUIT
        """, (1100, 640))


@transcript
def at_a_german_window(folder: Path) -> Iterator[str]:
    yield from sat(folder, """
        key F1
        key DOWN
        key ESCAPE
        key SHIFT+F2
        key ESCAPE
        key SHIFT+F5
        key ESCAPE
        key F5
        frames 2
        key F5
        key F10
        key F8
        key F9
        key F12
        key SHIFT+F8
        key F7
        key F6
        put short.bas
        size 320 240
        key F1
        """, (768, 576), "de")

"""Scenes of the window, drawn without a screen; `python3 -m tests.window_scenes` writes their pictures to tests/golden/window.

After a wanted change of what the window shows, write them again and look at each that is different.
"""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from unittest import mock

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from basic.debug.timeline import Kind, Plot, Timeline
from cpc import CPC
from cpc.debugger.panel.controls import Controls
from cpc.player.remembered import Remembered
from cpc.player.screen_keyboard import KEYS
from cpc.player.shelf import BARE, BOOKS, EXAMPLES, Entry, Start
from cpc.window.chess_window import ChessWindow, Table
from cpc.window.window import Own, Window
from tests.places import GOLDEN
from tests.transcripts import masked

PICTURES = GOLDEN / "window"
SCENES: dict[str, Callable[[Path], pygame.Surface]] = {}
# What is typed before a scene, and the debugger's program.
SCREEN = "MODE 1:INK 0,13:BORDER 11:PAPER 3:PEN 2:CLS:PLOT 0,0,1:DRAW 639,399:LOCATE 5,9:PRINT \"in the window\"\n"
PROGRAM = """10 DIM board(9,3),few(4):n=1:name$="Ada"
20 GOSUB 60:board(n,1)=n*100:REM a line that is longer than the listing has columns, so that it is folded
30 n=n+1:few(n)=n:PRINT n;:FOR i=1 TO 40:NEXT
40 IF n<4 THEN 20
50 depth=depth+1:GOSUB 50
60 sum=sum+n:half=n/2
70 RETURN
"""


class Programs:
    """A list that is longer than its page."""

    def entries(self) -> list[Entry]:
        return [Entry(BARE, "Begin with Ready", "an empty CPC", ""),
                *(Entry(EXAMPLES, f"example{number}", f"shows number {number}", "maze") for number in range(20)),
                Entry(BOOKS, "a very long name of a book", "which is not typed in; " * 9, "long", there=False),
                *(Entry(BOOKS, f"book{number}", "a listing", "maze") for number in range(9))]

    def start(self, place: str) -> Start:
        return Start(CPC(), CPC, CPC)


def scene(make: Callable[[Path], pygame.Surface]) -> Callable[[Path], pygame.Surface]:
    SCENES[make.__name__] = make
    return make


@contextmanager
def opened(folder: Path, size: tuple[int, int], typed: str = SCREEN) -> Iterator[Window]:
    """A window in whose time nothing moves."""
    standing = mock.patch.object(time, "perf_counter", lambda: 100.0)
    with mock.patch.dict(os.environ, SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy"), standing:
        cpc = CPC()
        cpc.type(typed)
        cpc.run_until_idle()
        cpc.run(0.1)
        window = Window(cpc, CPC, muted=True, pictures=folder, own=Own(
            "en", folder / "settings.toml", folder / "states", Remembered(folder), Programs()))
        pygame.display.set_mode(size, pygame.RESIZABLE)
        window.desktop.resized(size)
        try:
            yield window
        finally:
            window.loudspeaker.close()
            pygame.quit()


def drawn(window: Window) -> pygame.Surface:
    window._draw()
    return window.desktop.surface.copy()


@scene
def notice_sign_and_bar(folder: Path) -> pygame.Surface:
    with opened(folder, (800, 600)) as window:
        window.say("A notice that is so long that it does not fit into one row of the window, and goes on below")
        window.player.paused = True
        window.bar.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(300, 300)), 100)
        window._draw()
        window.bar.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(110, 12)), 100)
        return drawn(window)


@scene
def typing_in_on_a_green_monitor(folder: Path) -> pygame.Surface:
    with opened(folder, (768, 576)) as window:
        window.picture.use_monitor("green")
        window.picture.smooth = True
        window.player.paste("x" * 30)
        window.player.machine.keyboard.typed = window.player.machine.keyboard.typed[12:]
        return drawn(window)


@scene
def small(folder: Path) -> pygame.Surface:
    """Smaller than the picture in whole steps."""
    with opened(folder, (320, 200)) as window:
        window.say("small")
        return drawn(window)


@scene
def menu(folder: Path) -> pygame.Surface:
    with opened(folder, (1024, 600)) as window:
        window.do("menu")
        window.page.move(0, 3)
        return drawn(window)


@scene
def programs(folder: Path) -> pygame.Surface:
    with opened(folder, (768, 576)) as window:
        window.do("programs")
        window.page.move(0, 23)
        return drawn(window)


@scene
def programs_that_were_searched_for(folder: Path) -> pygame.Surface:
    with opened(folder, (768, 576)) as window:
        window.do("programs")
        window.page.typed("10 PRINT")
        return drawn(window)


@scene
def states(folder: Path) -> pygame.Surface:
    with opened(folder, (800, 600), "10 REM a title that is longer than its slot is wide\nCLS\n") as window:
        for slot in (1, 3, 6):
            window.player.slots.save(slot)
            os.utime(window.player.slots.states.path(slot), (1e9, 1e9))
        window.player.slots.states.path(6).write_bytes(b"not a state")
        with mock.patch("time.localtime", time.gmtime):
            window.do("states")
            window.page.at = 2
            window.page.delete()
            return drawn(window)


@scene
def keyboard(folder: Path) -> pygame.Surface:
    with opened(folder, (1200, 800)) as window:
        window.switch_keyboard()
        keys = window.keyboard.keyboard
        for name in ("SHIFT", "SHIFT", "CONTROL", "Q"):
            keys.press(next(key for key in KEYS if key.name == name))
            if name != "Q":
                keys.release()
        return drawn(window)


@contextmanager
def debugged(folder: Path, size: tuple[int, int]) -> Iterator[Window]:
    """The program has come to its last statement but one."""
    with opened(folder, size) as window:
        program = folder / "p.bas"
        program.write_text(PROGRAM, encoding="ascii")
        window.player.load(program)
        window.debugger()
        pygame.display.set_mode(size, pygame.RESIZABLE)
        window.desktop.resized(size)
        controls = window.overlay.controls
        controls.start()
        for command in ("break 60:2", "bookmark 50", "heat on", "c", "delete 1", "break 40", "watch few(2)", "plot n",
                        "plot sum-3", "c", "c", "c", "watch sum"):
            go(window, command)
        yield window


def go(window: Window, command: str) -> None:
    """Does a command, and what it sets going, up to the next stop."""
    controls = window.overlay.controls
    controls.commands.obey(command)
    if not controls.stands:
        controls.go_on(2_000_000)


class EvenTimeline:
    """The same plots and marks at even distances, whatever the statements take."""
    begin, end, now = 4_000_000, 6_000_000, 5_250_000

    def __init__(self, real: Timeline) -> None:
        self.real, self.history = real, real.history
        self.plots = [self._even(plot) for plot in real.plots]

    def _even(self, real: Plot) -> Plot:
        plot = Plot(real.expression)
        plot.values, plot.moments = real.values, self._moments(len(real.values))
        return plot

    def _moments(self, count: int) -> list[int]:
        return [self.begin + (self.end - self.begin) * (at + 1) // (count + 1) for at in range(count)]

    def moments(self, kind: Kind) -> list[int]:
        return self._moments(len(self.real.moments(kind)))


def show_even_times(window: Window) -> None:
    """From here on no time is shown that depends on what statements cost."""
    controls = window.overlay.controls
    heat = controls.debugger.heat_table()
    controls.debugger.heat_table = lambda: [one._replace(us=round(100 * one.statements ** 0.5)) for one in heat]
    controls.time.timeline = EvenTimeline(controls.time.timeline)
    controls.panels.debugger = copy(controls.debugger)
    controls.panels.debugger.clock = SimpleNamespace(us=4_392_000)


def stop_nowhere(controls: Controls) -> None:
    for one in (*controls.debugger.breakpoints, *controls.debugger.watches):
        controls.debugger.remove(one.id)


@scene
def debugger(folder: Path) -> pygame.Surface:
    with debugged(folder, (1344, 688)) as window:
        controls = window.overlay.controls
        controls.toggle_board("board")
        controls.toggle_board("few")
        controls.commands.obey("step")
        controls.commands.put("print n")
        controls.commands.move(-3)
        show_even_times(window)
        return drawn(window)


@scene
def debugger_deep_in_subroutines(folder: Path) -> pygame.Surface:
    """Large letters; more variables than there is room for; a key and prints in the timeline."""
    with debugged(folder, (1300, 1000)) as window:
        controls = window.overlay.controls
        stop_nowhere(controls)
        controls.commands.obey("do " + ":".join(f"v{number}={number}" for number in range(30)))
        window.player.machine.keyboard.type(b"x")
        for command in ("when depth=9", "c", "plot"):
            go(window, command)
        controls.console.obey("explain on")
        controls.back()
        controls.whole_stack()
        controls.toggle_board("few")
        window.overlay.layout.dragged(300, (1300, 1000))
        window.overlay.layout.zoomed(16 - window.overlay.places().letter, (1300, 1000))
        show_even_times(window)
        return drawn(window)


@scene
def debugger_with_a_sheet(folder: Path) -> pygame.Surface:
    with debugged(folder, (1024, 600)) as window:
        controls = window.overlay.controls
        controls.commands.obey("log 60 n,sum,few(n)")
        controls.move_in_tables(-1)
        controls.choose_row()
        controls.view.sheet.lines = [masked(line) for line in controls.view.sheet.lines]
        show_even_times(window)
        controls.time.zoom(1, 300, 600)
        controls.say([f"answer {number}" for number in range(9)])
        return drawn(window)


@scene
def debugger_while_it_runs(folder: Path) -> pygame.Surface:
    with debugged(folder, (700, 300)) as window:
        controls = window.overlay.controls
        stop_nowhere(controls)
        controls.commands.obey("c")
        controls.say(["words " * 30, "  a table's row      and what its last column says is too long and is folded"] * 3)
        show_even_times(window)
        return drawn(window)


class Game:
    """At a chess board: a check, a piece that is chosen, two CPCs."""
    holds, selected, choices, person_is_black, in_check, last = False, "e2", [], False, "e8", ("d8", "d2")
    targets = {"e3", "e4"}
    pieces = {square + rank: piece for rank, row in (("1", "RNBQKBNR"), ("7", "pppppppp"), ("8", "rnbqkbnr"))
              for square, piece in zip("abcdefgh", row, strict=True)} | {"e2": "P"}

    def __init__(self, colours: tuple[str, ...]) -> None:
        cpc = CPC()
        cpc.type(SCREEN)
        cpc.run_until_idle()
        self.machines = dict.fromkeys(colours, cpc)

    def lines(self) -> list[str]:
        return ["Your move (White), and a row that is longer than there is room for beside the board", "a second one", "",
                *(f"{number:3}. e4       e5" for number in range(1, 60))]


@contextmanager
def at_chess(size: tuple[int, int], *colours: str) -> Iterator[ChessWindow]:
    with mock.patch.dict(os.environ, SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy"):
        window = ChessWindow(cast(Table, Game(colours)), "Chess")
        window.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        try:
            yield window
        finally:
            pygame.quit()


@scene
def chess(folder: Path) -> pygame.Surface:
    with at_chess((800, 500), "black") as window:
        window.draw()
        return window.surface.copy()


@scene
def chess_of_two_programs(folder: Path) -> pygame.Surface:
    with at_chess((640, 480), "white", "black") as window:
        window.turned = True
        window.table.choices.extend("QRBN")
        try:
            window.draw()
        finally:
            window.table.choices.clear()
        return window.surface.copy()


def main() -> None:
    for name, make in SCENES.items():
        with tempfile.TemporaryDirectory() as folder:
            pygame.image.save(make(Path(folder)), PICTURES / f"{name}.png")


if __name__ == "__main__":
    main()

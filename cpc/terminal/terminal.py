"""The CPC in a terminal: the same screen in characters and colours, keys as the terminal sends them."""

import os
import select
import shutil
import signal
import sys
import time
import traceback
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import groupby
from types import FrameType
from typing import Any

from cpc.api import CPC
from cpc.keys.keymap import NUMBERS
from cpc.memory import ROWS
from cpc.picture.monitors import LEVELS, colour
from cpc.player.autosave import Autosave
from cpc.player.pacing import FRAME
from cpc.player.player import Player
from cpc.terminal import cells
from cpc.terminal.terminal_keys import Item, Key, Pasted, taken

PICTURE_SECONDS = 0.04          # between two pictures
ALONE_SECONDS = 0.03            # ESC, with nothing behind it for so long, is the key
TYPED_AT_ONCE = 8               # what comes in larger pieces was pasted
MESSAGE_SECONDS = 4
AS_TEXT = {Key(NUMBERS["RETURN"]): "\n", Key(NUMBERS["TAB"]): "\t"}
ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h"
LEAVE = "\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l"
CUBE = dict(zip(LEVELS, (0, 2, 5)))     # the nearest of the six levels in a terminal of 256 colours
HINT = "Ctrl-C: ESC ESC   F8: speed   F12: wide   Ctrl-Q: end"


class NoTerminal(Exception):
    """There is no terminal that the CPC can be shown on: a sentence says why."""


class Mishap(Exception):
    """A mistake of this emulator has ended it."""


class Palette:
    """How this terminal is told a colour of the CPC."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.plain = bool(environment.get("NO_COLOR"))
        self.exact = environment.get("COLORTERM") in ("truecolor", "24bit")

    def _one(self, kind: int, firmware: int) -> str:
        red, green, blue = colour(firmware)
        if self.exact:
            return f"{kind};2;{red};{green};{blue}"
        return f"{kind};5;{16 + 36 * CUBE[red] + 6 * CUBE[green] + CUBE[blue]}"

    def pair(self, pen: int, paper: int) -> str:
        if self.plain:
            return ""
        return f"\x1b[{self._one(38, pen)};{self._one(48, paper)}m"


class Terminal:
    """Raw mode and the other screen, from `enter` to `leave`."""

    def __init__(self) -> None:
        import termios
        self.termios = termios
        self.input, self.output = sys.stdin.fileno(), sys.stdout.fileno()
        self.before: list[Any] | None = None        # what termios says of the terminal

    def enter(self) -> None:
        import tty
        self.before = self.termios.tcgetattr(self.input)
        tty.setraw(self.input)
        self.write(ENTER)

    def leave(self) -> None:
        if self.before is not None:
            before, self.before = self.before, None
            self.write(LEAVE)
            with suppress(self.termios.error):          # the terminal may be closed
                self.termios.tcsetattr(self.input, self.termios.TCSAFLUSH, before)

    def write(self, text: str) -> None:
        data = text.encode("utf-8", "replace")
        while data:
            try:
                data = data[os.write(self.output, data):]
            except BlockingIOError:
                select.select([], [self.output], [])
            except OSError:             # the terminal is closed; `read` says so
                return

    def read(self, seconds: float) -> bytes | None:
        """What was typed within that time; None at the end of the input."""
        try:
            ready, _, _ = select.select([self.input], [], [], max(seconds, 0))
            return (os.read(self.input, 65536) or None) if ready else b""
        except InterruptedError:
            return b""
        except OSError:
            return None


class Face:
    """Shows what a player gives on a terminal, and hands it what is typed there."""

    def __init__(self, terminal: Terminal, player: Player) -> None:
        self.terminal = terminal
        self.player = player
        self.palette = Palette(dict(os.environ))
        self.pending = bytearray()
        self.came = 0.0
        self.wide = self.over = False
        self.resized = True
        self.message, self.message_until = "", 0.0
        self.lines: dict[int, str] = {}         # what stands on the terminal's rows
        self.border: int | None = None
        self.drawn_at = 0.0
        self.say(HINT)

    def say(self, message: str) -> None:
        self.message, self.message_until = message, time.monotonic() + MESSAGE_SECONDS

    def run(self) -> None:
        due = time.monotonic()
        while not self.over:
            due = max(due + FRAME, time.monotonic())
            self.frame(due)
            self.over |= self.player.over

    def frame(self, due: float) -> None:
        self.player.frame()
        now = time.monotonic()
        if now - self.drawn_at >= PICTURE_SECONDS or self.resized:
            self.drawn_at = now
            self._draw()
        self._take_keys(due)

    # keys

    def _take_keys(self, due: float) -> None:
        while True:
            data = self.terminal.read(due - time.monotonic())
            now = time.monotonic()
            if data is None:
                self.over = True
                return
            if data:
                self.pending += data
                self.came = now
            self._obey(taken(self.pending, now - self.came > ALONE_SECONDS))
            if now >= due or self.over:
                return

    def _obey(self, items: list[Item]) -> None:
        for item in gathered(items):
            if isinstance(item, Key):
                self.player.keys.press(item.number, item.states)
            elif isinstance(item, str):
                self.player.keys.text(item)
            elif isinstance(item, Pasted):
                self.player.paste(item.text)
            else:
                self._command(item.name)

    def _command(self, name: str) -> None:
        if name == "ctrl-c":
            self.player.stop_typing()
            self.player.keys.escape()
        elif name == "f10":
            self.over = True
        elif name == "f8":
            self.player.next_speed()
        elif name == "f12":
            self.wide = not self.wide
            self.resized = True
        elif name == "f1":
            self.say(HINT)

    # the picture

    def _draw(self) -> None:
        columns, height = shutil.get_terminal_size((80, 25))
        for notice in self.player.take_notices():
            self.say(notice.text)
        screen = self.player.screen
        inks, border = screen.inks, screen.border
        each = 640 // screen.shown.width if self.wide else 1
        found = cells.rows(screen, each)
        width = len(found[0])
        first_row, first_column = self._corner(columns // each, height)
        left, top = max((columns - width) // 2, 0), max((height - ROWS) // 2, 0)
        lines: dict[int, str] = {}
        for number, row in enumerate(found[first_row:first_row + height]):
            shown = row[first_column * each:first_column * each + columns]
            lines[top + number + 1] = f"\x1b[{top + number + 1};{left + 1}H" + self._coloured(shown, inks)
        message = self.message if time.monotonic() < self.message_until else ""
        if message or height > top + ROWS:
            plain = self.palette.pair(26, 0)
            below = self.palette.pair(border, border) + " " * columns if not message else \
                plain + message[:columns].center(columns)
            lines[height] = f"\x1b[{height};1H{below}"
        out = []
        if self.resized or border != self.border or len(lines) != len(self.lines):
            self.resized, self.border, self.lines = False, border, {}
            out.append(self.palette.pair(border, border) + "\x1b[2J")
        out += [line for place, line in lines.items() if self.lines.get(place) != line]
        self.lines = lines
        if out:
            self.terminal.write("".join(out) + "\x1b[0m")

    def _corner(self, columns: int, height: int) -> tuple[int, int]:
        """A terminal that is too small shows the part where the cursor is."""
        column, row = self.player.cursor
        across = min(max(column + 1 - columns, 0), max(self.player.screen.shown.columns - columns, 0))
        return min(max(row + 1 - height, 0), max(ROWS - height, 0)), across

    def _coloured(self, row: list[cells.Cell], inks: list[int]) -> str:
        out, last = [], None
        for cell in row:
            colours = inks[cell.pen], inks[cell.paper]
            if colours != last and not (last and cell.text == " " and colours[1] == last[1]):
                out.append(self.palette.pair(*colours))
                last = colours
            out.append(cell.text)
        return "".join(out)


def gathered(items: Iterable[Item]) -> Iterator[Item]:
    """More text at once than a person types was pasted, even if the terminal does not say so."""
    for is_text, group in groupby(items, lambda item: bool(_as_text(item))):
        run = list(group)
        text = "".join(map(_as_text, run))
        yield from [Pasted(text)] if is_text and len(text) > TYPED_AT_ONCE else run


def _as_text(item: Item) -> str:
    if isinstance(item, Key):
        return AS_TEXT.get(item, "")
    return item.text if isinstance(item, Pasted) else item if isinstance(item, str) else ""


def run_in_terminal(cpc: CPC, make: Callable[[], CPC], options: Namespace, autosave: Autosave) -> int:
    _check_terminal()
    terminal = Terminal()
    player = Player(cpc, make, time.monotonic, speed=options.speed, until=options.until, autosave=autosave)
    face = Face(terminal, player)
    restored = _mind_signals(terminal, face)
    report = None
    try:
        terminal.enter()
        face.run()
    except Exception:
        report = traceback.format_exc()
    finally:
        terminal.leave()
        restored()
        if said := player.close():
            print(said)
    if report:
        raise Mishap(f"This emulator has made a mistake; what happened is in {autosave.keep_report(report)}.")
    return 0


def _check_terminal() -> None:
    try:
        import termios  # noqa: F401
    except ModuleNotFoundError:
        raise NoTerminal("--terminal needs a Unix terminal; here there are the window and --headless.") from None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NoTerminal("--terminal needs a terminal; for programs and pipes there is --headless.")
    if os.environ.get("TERM") in (None, "", "dumb"):
        raise NoTerminal("This terminal can place no characters (TERM is dumb); --headless does without.")


def _mind_signals(terminal: Terminal, face: Face) -> Callable[[], None]:
    """However a signal ends or stops the program, the terminal is given back as it was."""
    def end(number: int, frame: FrameType | None) -> None:
        face.over = True

    def stop(number: int, frame: FrameType | None) -> None:
        terminal.leave()
        os.kill(os.getpid(), signal.SIGSTOP)
        terminal.enter()
        face.resized = True

    def resize(number: int, frame: FrameType | None) -> None:
        face.resized = True

    handlers = {signal.SIGTERM: end, signal.SIGHUP: end, signal.SIGINT: end, signal.SIGTSTP: stop,
                signal.SIGWINCH: resize}
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)
    return restore

"""The CPC in a terminal: the same screen in characters and colours, keys as the terminal sends them."""

import os
import select
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import groupby

from cpc.api import CPC
from cpc.autosave import Kept
from cpc.commands.fault import Fault
from cpc.keys.host_keys import HostKeys, codes_for
from cpc.keys.keymap import NUMBERS
from cpc.memory import ROWS
from cpc.pacing import FRAME, Pacing, name_of
from cpc.recording.png import LEVELS, colour
from cpc.terminal import cells
from cpc.terminal.terminal_keys import Key, Pasted, taken

MACHINE_SECONDS = 0.012         # of each frame
PICTURE_SECONDS = 0.04          # between two pictures
ALONE_SECONDS = 0.03            # ESC, with nothing behind it for so long, is the key
TYPED_AT_ONCE = 8               # what comes in larger pieces was pasted
MESSAGE_SECONDS = 4
AS_TEXT = {Key(NUMBERS["RETURN"]): "\n", Key(NUMBERS["TAB"]): "\t"}
SPEEDS = ("auto", 1.0, "max")
ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h"
LEAVE = "\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l"
CUBE = dict(zip(LEVELS, (0, 2, 5)))     # the nearest of the six levels in a terminal of 256 colours
HINT = "Ctrl-C: ESC ESC   F8: speed   F12: wide   Ctrl-Q: end"


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
        self.before = None

    def enter(self) -> None:
        import tty
        self.before = self.termios.tcgetattr(self.input)
        tty.setraw(self.input)
        self.write(ENTER)

    def leave(self) -> None:
        if self.before is not None:
            before, self.before = self.before, None
            self.write(LEAVE)
            with suppress(self.termios.error):          # nobody is there any more
                self.termios.tcsetattr(self.input, self.termios.TCSAFLUSH, before)

    def write(self, text: str) -> None:
        data = text.encode("utf-8", "replace")
        while data:
            try:
                data = data[os.write(self.output, data):]
            except BlockingIOError:
                select.select([], [self.output], [])
            except OSError:             # nobody is there any more; `read` says so
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


class Player:
    def __init__(self, terminal: Terminal, cpc: CPC, speed: str | float) -> None:
        self.terminal = terminal
        self.speed = speed
        self.switch_on(cpc)
        self.palette = Palette(dict(os.environ))
        self.pending = bytearray()
        self.came = 0.0
        self.wide = self.over = False
        self.resized = True
        self.message, self.message_until = HINT, time.monotonic() + MESSAGE_SECONDS
        self.lines: dict[int, str] = {}         # what stands on the terminal's rows
        self.border: int | None = None
        self.drawn_at = 0.0

    def switch_on(self, cpc: CPC) -> None:
        self.cpc = cpc
        self.machine = cpc.machine
        self.pacing = Pacing(cpc.session, self.speed, time.monotonic())
        self.keys = HostKeys(self.machine, self.say)

    def say(self, message: str) -> None:
        self.message, self.message_until = message, time.monotonic() + MESSAGE_SECONDS

    def frame(self, due: float) -> None:
        begin = now = time.monotonic()
        while self.pacing.ahead(now) <= 0 and now - begin < MACHINE_SECONDS:
            self.pacing.step()
            self.keys.frame()
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

    def _obey(self, items: list) -> None:
        for item in gathered(items):
            if isinstance(item, Key):
                self.keys.press(item.number, item.states)
            elif isinstance(item, str):
                self.keys.text(item)
            elif isinstance(item, Pasted):
                codes, unknown = codes_for(item.text)
                self.machine.keyboard.type(codes)
                if unknown:
                    self.say(f"Left out, because a CPC's keys do not have it: {unknown[:20]}")
            else:
                self._command(item.name)

    def _command(self, name: str) -> None:
        if name == "ctrl-c":
            self.machine.keyboard.stop_typing()
            self.keys.escape()
        elif name == "f10":
            self.over = True
        elif name == "f8":
            at = SPEEDS.index(self.speed) if self.speed in SPEEDS else -1
            self.speed = SPEEDS[(at + 1) % len(SPEEDS)]
            self.pacing.set_speed(self.speed, time.monotonic())
            self.say(f"Speed: {name_of(self.speed)}")
        elif name == "f12":
            self.wide = not self.wide
            self.resized = True
        elif name == "f1":
            self.say(HINT)

    # the picture

    def _draw(self) -> None:
        columns, height = shutil.get_terminal_size((80, 25))
        screen = self.machine.screen
        inks, border = screen.inks, screen.border
        each = 640 // screen.layout.width if self.wide else 1
        found = cells.rows(screen, each)
        width = len(found[0])
        first_row, first_column = self._corner(columns // each, height)
        left, top = max((columns - width) // 2, 0), max((height - ROWS) // 2, 0)
        lines = {}
        for number, row in enumerate(found[first_row:first_row + height]):
            shown = row[first_column * each:first_column * each + columns]
            lines[top + number + 1] = f"\x1b[{top + number + 1};{left + 1}H" + self._coloured(shown, inks)
        message = self.message if time.monotonic() < self.message_until else ""
        if message or height > top + ROWS:
            plain = self.palette.pair(26, 0)
            shown = self.palette.pair(border, border) + " " * columns if not message else \
                plain + message[:columns].center(columns)
            lines[height] = f"\x1b[{height};1H{shown}"
        out = []
        if self.resized or border != self.border or len(lines) != len(self.lines):
            self.resized, self.border, self.lines = False, border, {}
            out.append(self.palette.pair(border, border) + "\x1b[2J")
        out += [line for place, line in lines.items() if self.lines.get(place) != line]
        self.lines = lines
        if out:
            self.terminal.write("".join(out) + "\x1b[0m")

    def _corner(self, columns: int, height: int) -> tuple[int, int]:
        """Of a terminal that is too small one sees the part where the cursor is."""
        screen = self.machine.screen
        window = self.machine.text.windows[0]
        column, row, _ = window.inside(window.column, window.row)
        across = min(max(column + 1 - columns, 0), max(screen.layout.columns - columns, 0))
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


def gathered(items: list) -> Iterator:
    """More text than anybody types at once was pasted, even where the terminal does not say so."""
    for is_text, run in groupby(items, lambda item: bool(_as_text(item))):
        run = list(run)
        text = "".join(map(_as_text, run))
        yield from [Pasted(text)] if is_text and len(text) > TYPED_AT_ONCE else run


def _as_text(item) -> str:
    if isinstance(item, Key):
        return AS_TEXT.get(item, "")
    return item.text if isinstance(item, Pasted) else item if isinstance(item, str) else ""


def run_in_terminal(cpc: CPC, make: Callable[[], CPC], options, kept: Kept) -> int:
    try:
        import termios  # noqa: F401
    except ModuleNotFoundError:
        raise Fault("--terminal needs a Unix terminal; here there are the window and --headless.") from None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Fault("--terminal needs a terminal; for programs and pipes there is --headless.")
    if os.environ.get("TERM") in (None, "", "dumb"):
        raise Fault("This terminal can place no characters (TERM is dumb); --headless does without.")
    terminal = Terminal()
    player = Player(terminal, cpc, options.speed)
    restored = _mind_signals(terminal, player)
    fault = None
    try:
        terminal.enter()
        _play(player, make, kept, options.until)
    except Exception:
        fault = traceback.format_exc()
    finally:
        terminal.leave()
        restored()
        if said := kept.at_the_end(player.cpc):
            print(said)
    if fault:
        path = kept.path.with_name("fault.txt")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(fault, encoding="utf-8")
        raise Fault(f"This emulator has made a mistake; what happened is in {path}.", 1)
    return 0


def _play(player: Player, make: Callable[[], CPC], kept: Kept, until: str | float | None) -> None:
    begin, due = player.cpc.seconds, time.monotonic()
    while not player.over:
        due = max(due + FRAME, time.monotonic())
        player.frame(due)
        if until == "idle":
            player.over |= player.cpc.session.executor.waiting == "key" and player.machine.keyboard.nothing_typed()
        elif until is not None:
            player.over |= player.cpc.seconds - begin >= until
        if player.machine.keyboard.reset_asked:
            kept.set_aside(player.cpc)
            player.switch_on(make())


def _mind_signals(terminal: Terminal, player: Player) -> Callable[[], None]:
    """The terminal is given back as it was, whatever ends or stops the program."""
    def end(number, frame):
        player.over = True

    def stop(number, frame):
        terminal.leave()
        os.kill(os.getpid(), signal.SIGSTOP)
        terminal.enter()
        player.resized = True

    def resize(number, frame):
        player.resized = True

    handlers = {signal.SIGTERM: end, signal.SIGHUP: end, signal.SIGINT: end, signal.SIGTSTP: stop,
                signal.SIGWINCH: resize}
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)
    return restore

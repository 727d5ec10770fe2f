"""The CPC in a terminal, driven through a pseudo terminal; `Screen` is as much of a terminal as it writes for."""

import codecs
import os
import re
import select
import signal
import struct
import sys
import time
from pathlib import Path

import pytest

from cpc import CPC
from cpc.keys.keymap import NUMBERS
from cpc.keys.matrix import CONTROL_HELD, SHIFT_HELD
from cpc.player.autosave import Autosave
from cpc.terminal.terminal import cells, gathered
from cpc.terminal.terminal_keys import Command, Key, Pasted, taken
from tests.places import PATIENCE, REPO

fcntl = pytest.importorskip("fcntl", reason="pseudo terminals are Unix's")
pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")

ROOT = REPO
BEGUN = re.compile(r"(\x1b(\[[?0-9;]*)?)?$")
SEQUENCE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|([^\x1b])|\x1b")


class Screen:
    def __init__(self):
        self.rows = {}
        self.row = self.column = 1
        self.modes = set()
        self.colours = ""
        self.begun = ""

    def feed(self, text):
        """`text` may end within a sequence."""
        text = self.begun + text
        self.begun = BEGUN.search(text)[0]
        text = text.removesuffix(self.begun)
        for numbers, final, character in SEQUENCE.findall(text):
            if character:
                self.rows.setdefault(self.row, {})[self.column] = character
                self.column += 1
            elif final == "H":
                self.row, self.column = map(int, numbers.split(";"))
            elif final == "J":
                self.rows.clear()
            elif final == "m":
                self.colours += f"<{numbers}>"
            elif final in "hl":
                (self.modes.add if final == "h" else self.modes.discard)(numbers)
                if numbers == "?1049":              # to the other screen, or back
                    self.rows.clear()

    def text(self):
        return "\n".join("".join(self.rows[row].get(at, " ") for at in range(1, max(self.rows[row]) + 1)).strip()
                         for row in sorted(self.rows))


class Session:
    def __init__(self, folder, *arguments, columns=80, rows=25, **environment):
        master, slave = pty.openpty()
        self.master = master
        self.size(columns, rows)
        self.before = termios.tcgetattr(slave)
        environment = {"TERM": "xterm-256color", "XDG_DATA_HOME": str(folder), "PYTHONPATH": str(ROOT)} | environment
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "XDG_CACHE_HOME") if name in os.environ}
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            for number in range(3):
                os.dup2(slave, number)
            os.chdir(folder)
            os.execve(sys.executable, [sys.executable, "-m", "cpc", "run", "--terminal", *arguments],
                      kept | environment)
        self.slave = slave
        self.screen = Screen()
        self.decoder = codecs.getincrementaldecoder("utf-8")()

    def size(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds=0.05):
        """Whether something came."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if ready:
            self.screen.feed(self.decoder.decode(os.read(self.master, 65536)))
        return bool(ready)

    def ended(self):
        try:
            return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        except ChildProcessError:           # that has been waited for
            return True

    def until(self, sought):
        end = time.monotonic() + PATIENCE
        while not (sought(self.screen) if callable(sought) else sought in self.screen.text()):
            ended = self.ended()
            assert self.read() or not ended and time.monotonic() < end, f"{sought!r} does not come:\n{self.screen.text()}"

    def type(self, text):
        os.write(self.master, text.encode() if isinstance(text, str) else text)

    def wait(self):
        end = time.monotonic() + PATIENCE
        while (done := os.waitpid(self.pid, os.WNOHANG)) == (0, 0) and time.monotonic() < end:
            self.read(0.02)
        assert done[0] == self.pid, "it does not end"
        self.read(0.1)
        return done[1]


@pytest.fixture
def start(tmp_path):
    sessions = []

    def start(*arguments, **more):
        session = Session(tmp_path, *arguments, **more)
        sessions.append(session)
        return session
    yield start
    for session in sessions:
        try:
            os.kill(session.pid, signal.SIGKILL)
            os.waitpid(session.pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(session.master)
        os.close(session.slave)


def test_a_session(start):
    session = start()
    session.until("Ready")
    assert "<38;5;226;48;5;18>" in session.screen.colours       # bright yellow on blue
    session.type('PRINT "Grüße"')
    session.until('PRINT "Gruesse"')
    session.type("\r10 PRINT 6*7\r20 i=i+1:GOTO 20\rRUN\r")
    session.until("42")
    session.type("\x03")                                        # Ctrl-C is ESC ESC
    session.until("Break in 20")
    session.type("\x11")
    assert session.wait() == 0
    assert session.screen.modes == {"?7", "?25"}
    assert termios.tcgetattr(session.slave) == session.before
    again = start()
    again.until("Ready")
    again.type("LIST\r")
    again.until("20 i=i+1:GOTO 20")


def test_it_is_restored_when_it_is_ended(start):
    session = start("--fresh")
    session.until("Ready")
    os.kill(session.pid, signal.SIGTERM)
    assert session.wait() == 0
    assert "?1049" not in session.screen.modes and "?25" in session.screen.modes
    assert termios.tcgetattr(session.slave) == session.before


def test_a_program_outlives_its_terminal(start, tmp_path):
    session = start("--fresh")
    session.until("Ready")
    session.type("10 PRINT 1\rPRINT 6*7\r")
    session.until("42")                                         # the line has been entered
    os.close(session.slave)
    os.close(session.master)
    end = time.monotonic() + PATIENCE
    while (done := os.waitpid(session.pid, os.WNOHANG)) == (0, 0) and time.monotonic() < end:
        time.sleep(0.02)
    assert done[0] == session.pid
    session.master, session.slave = os.openpty()
    cpc = CPC()
    assert Autosave(tmp_path / "cpc-listings").bring_back(cpc) == 1


def test_what_cannot_be_kept_lies_elsewhere(start):
    session = start("--fresh", XDG_DATA_HOME="/dev/null")
    session.until("Ready")
    session.type("10 PRINT 1\rPRINT 6*7\r")
    session.until("42")                                         # the line has been entered
    session.type("\x11")
    assert session.wait() == 0
    place = re.compile(r"It is in (\S+\.bas)\.")
    session.until(lambda screen: place.search(screen.text()))
    path = Path(place.search(session.screen.text())[1])
    cpc = CPC()
    cpc.load(path)
    path.unlink()
    path.parent.rmdir()
    assert list(cpc.session.program.lines) == [10]


def test_other_sizes(start):
    session = start("--fresh", columns=100, rows=30)
    session.until("Ready")
    line = next(row for row in session.screen.rows.values() if "".join(row.values()).strip() == "Ready")
    assert min(at for at, character in line.items() if character == "R") == 31
    session.screen.rows.clear()
    session.size(30, 8)
    session.until(lambda screen: max(screen.rows, default=0) == 8 and "Ready" in screen.text())
    assert max(max(row) for row in session.screen.rows.values()) <= 30
    session.type("PRINT 1:PRINT 2:PRINT 3\r")
    session.until("\n1\n2\n3\nReady")


def test_pasted_text_is_typed_in(start):
    session = start("--fresh")
    session.until("Ready")
    session.type('\x1b[200~10 FOR i=1 TO 3\n20 PRINT "<";i;">"\n30 NEXT\nRUN\n\x1b[201~')
    session.until("< 3 >")


def test_without_a_terminal():
    import subprocess
    done = subprocess.run([sys.executable, "-m", "cpc", "run", "--terminal"], capture_output=True, text=True, cwd=ROOT,
                          stdin=subprocess.DEVNULL, timeout=PATIENCE)
    assert done.returncode == 2
    assert done.stderr == "cpc: --terminal needs a terminal; for programs and pipes there is --headless.\n"


def test_much_at_once_was_pasted_but_for_the_keys_among_it():
    left, command = Key(NUMBERS["LEFT"]), Command("ctrl-c")
    assert list(gathered([left] * 12 + [command])) == [left] * 12 + [command]
    line = ["PRINT 1234", Key(NUMBERS["TAB"]), "5", Key(NUMBERS["RETURN"])]
    assert list(gathered([*line, left, "67"])) == [Pasted("PRINT 1234\t5\n"), left, "67"]
    assert list(gathered(["abc", Pasted("long enough")])) == [Pasted("abclong enough")]


@pytest.mark.parametrize("sent, meant", [
    (b"a", ["a"]), ("ü€".encode(), ["ü€"]), (b"\x1b[A", [Key(NUMBERS["UP"])]), (b"\x1bOD", [Key(NUMBERS["LEFT"])]),
    (b"\x1b[1;2C", [Key(NUMBERS["RIGHT"], SHIFT_HELD)]), (b"\x1b[1;5B", [Key(NUMBERS["DOWN"], CONTROL_HELD)]),
    (b"\x1b[3~", [Key(NUMBERS["CLR"])]), (b"\x7f", [Key(NUMBERS["DEL"])]), (b"\x01", [Key(NUMBERS["A"], CONTROL_HELD)]),
    (b"\x03", [Command("ctrl-c")]), (b"\x1b[19~", [Command("f8")]), (b"\x1b5", [Key(NUMBERS["F5"])]),
    (b"\x1b[200~a\nb\x1b[201~c", [Pasted("a\nb"), "c"]), (b"1\r2", ["1", Key(NUMBERS["RETURN"]), "2"]),
    (b"\x1b\x1b", [Key(NUMBERS["ESC"])] * 2),
])
def test_what_a_terminal_sends(sent, meant):
    assert taken(bytearray(sent), waited=True) == meant


def test_a_sequence_in_two_pieces():
    pending = bytearray(b"x\x1b[")
    assert taken(pending, waited=False) == ["x"]
    pending += b"A"
    assert taken(pending, waited=False) == [Key(NUMBERS["UP"])]
    pending = bytearray(b"\xc3")
    assert taken(pending, waited=False) == []
    pending += b"\xa4"
    assert taken(pending, waited=False) == ["ä"]
    pending = bytearray(b"\x1b")
    assert taken(pending, waited=False) == []
    assert taken(pending, waited=True) == [Key(NUMBERS["ESC"])]


def test_cells_of_text_and_graphics():
    cpc = CPC()
    cpc.type('CLS:PEN 3:PAPER 2:PRINT "Ab";CHR$(143);:PEN 1:PAPER 0:PRINT " c":'
             'PLOT 0,6:DRAW 639,6:SYMBOL 240,240,240,240,240,15,15,15,15:LOCATE 1,10:PRINT CHR$(240)\n')
    cpc.run_until_idle()
    rows = cells.rows(cpc.screen)
    assert [tuple(cell) for cell in rows[0][:5]] == [("A", 3, 2), ("b", 3, 2), (" ", 3, 3), (" ", 0, 0), ("c", 1, 0)]
    assert {cell.text for cell in rows[24]} == {"▄"} and {cell.pen for cell in rows[24]} == {1}
    assert rows[9][0].text in "▚▞"
    assert [len(row) for row in cells.rows(cpc.screen, 2)] == [80] * 25

"""The debugger in a real window on a virtual screen, with keys and mouse; and its panel as rows of text."""

import contextlib
import struct
import time

import pytest

from basic.debugger import Debugger
from cpc import CPC
from cpc.charset import readable
from cpc.font import GLYPHS
from cpc.overlaypanels import Panels
from cpc.overlayview import View
from tests.test_window import MISSING, Window, headless, virtual_screen

PROGRAM = """10 DIM f(9):n=1
20 GOSUB 60
30 n=n+1:f(n)=n
40 IF n<5 THEN 20
50 PRINT "done";n:END
60 s=s+n
70 RETURN
"""
WIDTH, HEIGHT = 1366, 768
LEFT, TOP = 22 + 704, 80            # of the panel: the window has been moved so that it can be seen as a whole
COLUMNS, ROWS, LINE = 80, 40, 17
LETTERS = {GLYPHS[8 * code:8 * code + 8]: readable(bytes((code,))) for code in reversed(range(32, 256))}
LETTERS[bytes(8)] = " "


@pytest.fixture(scope="module")
def display(tmp_path_factory):
    if MISSING:
        pytest.skip(f"needs {' and '.join(MISSING)} (apt install xvfb xdotool xclip)")
    with virtual_screen(tmp_path_factory.mktemp("display"), f"{WIDTH}x{HEIGHT}") as display:
        yield display


class Debugged(Window):
    def panel(self):
        """The rows of the panel, read off the screen."""
        data = self.picture.read_bytes()
        head, line, colours = (struct.unpack_from(">I", data, at)[0] for at in (0, 48, 76))
        start, view = head + 12 * colours, memoryview(data)

        def letter(x, y):
            at = start + y * line + 4 * x
            paper = bytes(view[at + (LINE - 1) * line:][:4])
            rows = (bytes(view[at + 2 * row * line:][:32]) for row in range(8))
            dots = bytes(0 if row == 8 * paper else
                         sum((row[4 * dot:4 * dot + 4] != paper) << 7 - dot for dot in range(8)) for row in rows)
            return LETTERS.get(dots, "?")
        return ["".join(letter(LEFT + 8 * column, TOP + LINE * row) for column in range(COLUMNS)).rstrip()
                for row in range(ROWS)]

    def until(self, *texts):
        """Until all is shown, however many blanks are between the words. What is shown."""
        end = time.monotonic() + 8
        while True:
            panel = self.panel()
            shown = " " + " ".join(" ".join(panel).split()) + " "
            if all(text in shown for text in texts):
                return panel
            assert time.monotonic() < end, "\n".join([*texts, "is not all in", *panel])

    def click(self, text, at=0):
        panel = self.until(text.strip())
        row = next(number for number, line in enumerate(panel) if text in line)
        column = panel[row].index(text) + at
        self.tool("xdotool", "mousemove", str(LEFT + 8 * column + 4), str(TOP + LINE * row + 8), "click", "1")

    def command(self, text):
        self.type(text + "\n")


@pytest.fixture
def debugged(display, tmp_path):
    (tmp_path / "p.bas").write_text(PROGRAM)
    opened = []

    def start(*arguments):
        opened.append(Debugged(display, tmp_path, *arguments))
        return opened[-1]
    yield start
    for one in opened:
        with contextlib.suppress(ProcessLookupError):
            one.process.kill()
        one.process.wait()


def test_the_keys_move_the_program(debugged):
    window = debugged("debug", "p.bas")
    window.until("STANDS line 10 ", "10 DIM f(9):n=1", "F5 goes on")
    window.keys("F11", "F11")
    window.until("STANDS line 20", "f(9)", " n=1")
    window.keys("F11")
    window.until("line 60", "GOSUB 20 back to 30")
    window.keys("shift+F11")
    window.until("line 30", " s=1")
    window.keys("shift+F10", "shift+F10", "shift+F10")
    assert " s=1" not in "\n".join(window.until("STANDS line 20"))
    window.keys("F10")
    window.until("line 30", " s=1")
    window.keys("Down", "Down", "F9", "F5")
    window.until("line 50", "Breakpoint 1: 50.", "●▶▌50 PRINT")
    window.keys("shift+F10", "Up", "Up", "F6")
    window.until("line 50", " n=5")
    window.close()


def test_the_mouse_and_the_command_line(debugged):
    window = debugged("debug", "p.bas")
    window.click(" 40 IF", -1)
    window.keys("F5")
    window.until("Breakpoint 1: 40.", "●▶▌40 IF")
    window.click(" n=2", 1)
    window.until("It stops when n changes.")
    window.keys("F5")
    window.until("n was 2 and is now 3.", "line 30:2")
    window.click("  f(9)", 2)
    window.until(" f()", "0 0 2 0 0 0 0 0 0 0")
    window.type("arr")
    window.keys("Tab")
    window.until("> array ")
    window.type("f 5\n")
    window.until(" f() width 5", " 0 0 2 0 0 0 0 0 0 0 ")
    window.command("print n*100")
    window.until(" 300")
    window.command("brake 20")
    window.until("There is no command brake; perhaps back")
    window.command("break 25")
    window.until("There is no line 25.", "line 30:2")
    window.keys("shift+Up", "shift+Up")
    window.until("> brake 20")
    window.close()


def test_slow_motion_and_keys_for_the_cpc(debugged):
    (window := debugged("debug", "p.bas")).command("edit 50 a$=INKEY$:IF a$=\"\" THEN 50")
    window.command("run")
    window.until("STANDS line 10")
    window.command("slow 50")
    window.until("SLOW MOTION line 50", "The keys are the CPC's")
    window.keys("F5")
    window.until("STANDS line 50")
    window.command("break 60")
    window.keys("F5")
    window.until("RUNS line 50")
    window.type("x")
    window.until("STANDS line 60", 'a$="x"')
    window.close()


def test_it_opens_at_any_time_and_leaves_no_trace(debugged):
    program = '10 MODE 1:FOR i=1 TO 2500:NEXT:PRINT "end";i\nRUN\n'
    window = debugged("--fresh", "--speed", "real")
    window.type(program)
    time.sleep(0.5)
    window.keys("F4")
    window.until("STANDS line 10:3", "FOR 10:2 i = ")
    window.keys("F11", "F11", "shift+F10", "F5")
    window.until("RUNS line 10:3")
    window.keys("F4")
    window.type("PRINT 5\n")
    window.until_it_shows(headless(program + "PRINT 5\n"), 20)
    window.keys("F4")
    window.until("STANDS", "The CPC waits for a line.")
    window.close()


def panels(text):
    cpc = CPC()
    for line in text.splitlines():
        number, _, rest = line.partition(" ")
        cpc.session.store(int(number), rest.encode())
    debugger = Debugger(cpc.session)
    debugger.start()
    return debugger, Panels(debugger, View(doing="stands"))


def test_every_row_has_room():
    long = "20 " + ":".join(f"variable{number}={number}" for number in range(14))
    debugger, shown = panels(f"10 DIM {','.join(f'array{number}(3)' for number in range(20))}\n{long}\n30 STOP\n")
    debugger.to(30)
    while debugger.run(100_000) is None:
        pass
    debugger.back()
    shown.view.boards = {"array7": "width 2", "array3": "", "nothing": ""}
    shown.view.said = ["word " * 40] * 30
    shown.listing.follow()
    for columns, height in ((80, 40), (44, 30), (160, 60)):
        rows = shown.rows(columns, height)
        assert len(rows) == height
        assert all(sum(len(span.text) for span in row) <= columns for row in rows)
    marked = "".join(span.text for row in shown.rows(44, 30) for span in row if span.paper == (255, 255, 0))
    assert marked.endswith("variable13=13")


def test_what_has_changed_is_never_left_out():
    many = "".join(f"{number} v{number}=1\n" for number in range(10, 400))
    debugger, shown = panels(many + "500 v399=2\n510 END\n")
    debugger.to(500)
    while debugger.run(1_000_000) is None:
        pass
    debugger.step()
    while debugger.run(1_000_000) is None:
        pass
    spans = [span for row in shown.rows(80, 40) for span in row]
    assert "v399=2" in [span.text for span in spans]
    assert ("watch", "v399") in [span.click for span in spans]

"""The debugger in a real window on a virtual screen, with keys and mouse; and its panel as rows of text."""

import os
import struct
import time

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
import pytest

from basic.debug.debugger import Debugger
from cpc import CPC
from cpc.charset import readable
from cpc.debugger.panel.listing import ABOVE
from cpc.debugger.panel.pieces import View
from cpc.debugger.panel.rows import Panels
from cpc.debugger.panel.sheet import Sheet
from cpc.picture.font import GLYPHS
from tests.cpc.test_window import MISSING, Window, clipboard, headless, opening, running, shown_now, virtual_screen
from tests.everything import differences, everything
from tests.places import PATIENCE

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
LOOK = 0.05                         # seconds between two looks at the screen: the window needs the processor, too
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
        data = shown_now(self.picture)
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

    def run(self, program):
        """Until it runs: the CPC takes letters more slowly than they are typed here, and F4 would come between them."""
        self.type(program)
        self.until_it_shows(running(program))

    def until(self, *texts):
        """Until all is shown, however many blanks are between the words. What is shown."""
        end = time.monotonic() + PATIENCE
        while True:
            panel = self.panel()
            shown = " " + " ".join(" ".join(panel).split()) + " "
            if all(text in shown for text in texts):
                return panel
            assert time.monotonic() < end and self.process.poll() is None, "\n".join([*texts, "is not all in", *panel])
            time.sleep(LOOK)

    def until_gone(self, text):
        end = time.monotonic() + PATIENCE
        while any(text in " ".join(row.split()) for row in self.panel()):
            assert time.monotonic() < end, f"{text} is still there"
            time.sleep(LOOK)

    def clipboard(self):
        return clipboard(self.environment).decode()

    def click(self, text, at=0, button=1, times=1):
        panel = self.until(text.strip())
        row = next(number for number, line in enumerate(panel) if text in line)
        column = panel[row].index(text) + at
        self.tool("xdotool", "mousemove", str(LEFT + 8 * column + 4), str(TOP + LINE * row + 8),
                  "click", "--repeat", str(times), "--delay", "50", str(button))

    def command(self, text):
        self.type(text + "\n")


@pytest.fixture
def debugged(display, tmp_path):
    (tmp_path / "p.bas").write_text(PROGRAM)
    yield from opening(lambda *arguments: Debugged(display, tmp_path, *arguments))


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
    window.until(" f()", "+0 +1 +2 +3 +4 +5 +6 +7 +8 +9 0 0 0 2 0 0 0 0 0 0 0 ")
    window.type("arr")
    window.keys("Tab")
    window.until("> array ")
    window.type("f 5\n")
    window.until(" f() width 5", " +0 +1 +2 +3 +4 0 0 0 2 0 0 5 0 0 0 0 0 ")
    window.command("print n*100")
    window.until(" 300")
    window.command("brake 20")
    window.until("There is no command brake; perhaps back")
    window.command("break 25")
    window.until("There is no line 25.", "line 30:2")
    window.keys("shift+Up", "shift+Up")
    window.until("> brake 20")
    window.close()


def test_bookmarks_by_keys_and_by_mouse(debugged):
    window = debugged("debug", "p.bas")
    window.until("STANDS line 10 ")
    window.keys("shift+F6")
    window.until("There are no bookmarks")
    window.keys("Down", "shift+F9", "Down", "Down")
    window.until(" ♦ 20", "▌40 IF")
    window.click(" 50 PRINT", -1, button=3)
    window.until(" ♦ 50")
    window.keys("shift+F6")
    window.until("♦▌50 PRINT")
    window.keys("shift+F6")
    window.until("♦▌20")
    window.command("bookmark 30:2")
    window.until("Bookmark at 30:2.")
    window.keys("shift+F6", "shift+F9")
    window.until(" ▌30")
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
    program = '10 MODE 1:FOR i=1 TO 50000:IF i=9 THEN PRINT "in the loop"\n20 NEXT:PRINT "end";i\nRUN\n'
    window = debugged("--fresh", "--speed", "real")
    window.run(program)
    window.keys("F4")
    window.until("STANDS line", "FOR 10:2 i = ")
    window.keys("F11", "F11", "shift+F10", "F5")
    window.until("RUNS line", "FOR 10:2 i = ")
    window.keys("F4", "F8")             # at its greatest speed
    window.type("PRINT 5\n")
    window.until_it_shows(headless(program + "PRINT 5\n"))
    window.keys("F4")
    window.until("STANDS", "The CPC waits for a line.")
    window.close()


def test_statements_tables_and_copies(debugged):
    window = debugged("debug", "p.bas")
    window.click("n=1", 1, times=2)
    window.until("●▶▌10 DIM")
    window.keys("F5")
    window.until("Breakpoint 1: 10:2.")
    window.keys("F9", "Down", "Down", "Right", "F9", "F5")
    window.until("Breakpoint 2: 30:2.", " n=2")
    window.click("  f(9)", 2)
    window.command("dim")
    window.until("There is no command dim; perhaps delete, diff?")
    window.command("do DIM g(3,1):g(2,1)=7")
    window.click("g(3,1)", 1)
    window.until("f() X g() X", "0 0 0 0 0 0 0 0 0 0", "1 0 0 7 0")
    window.click("1 0 0 7 0", 6)
    window.until("It stops when g(2,1) changes.")
    window.click("g(3,1)", 1, button=3)
    window.until("g() is in the clipboard.")
    assert window.clipboard() == "0\t0\t0\t0\n0\t0\t7\t0"
    window.click(" n=2", 1, button=3)
    window.until("who n", "n: 1 -> 2 in line 30", "all its values")
    window.click("copies it")
    window.until("n is in the clipboard.")
    assert window.clipboard() == "2"
    window.keys("Escape", "Escape")
    window.click(" f()  ", 1)
    window.until_gone("f() X")
    window.command("copy g() to g.csv")
    window.until("g() is in g.csv.")
    assert (window.folder / "g.csv").read_text() == "0,0,0,0\n0,0,7,0\n"
    window.close()


def test_the_windows_own_keys_are_there_with_ctrl(debugged):
    window = debugged("--fresh")
    window.run("10 GOTO 10\nRUN\n")
    window.keys("F4")
    window.until("STANDS line 10", "F5 goes on")
    window.keys("F1")
    window.until("more: Page Down")
    window.keys("Next", "Next")
    window.until("CTRL+F11 full screen", "F2, F3, F4, F8, F12 as ever")
    window.keys("Escape", "ctrl+F10", "ctrl+F10")
    window.until("STANDS", "There is no program.")
    window.close()


def test_what_was_before_f4_is_remembered(debugged):
    window = debugged("--fresh")
    window.run("10 x=x+1:IF x<9 THEN 10\n20 GOTO 20\nRUN\n")
    window.keys("F4")
    window.until("STANDS line 20", "x=9")
    window.type("backto x\n")
    window.until("STANDS line 10", "x=8")
    window.type("back 100\n")
    window.until("This is the beginning.")
    window.type("present\n")
    window.until("STANDS line 20", "x=9")
    window.keys("F4", "Escape", "Escape")
    window.type("PRINT x\n")
    window.close()


def panels(text):
    cpc = CPC()
    for line in text.splitlines():
        number, _, rest = line.partition(" ")
        cpc.session.store(int(number), rest.encode())
    debugger = Debugger(cpc.session)
    debugger.start()
    return debugger, Panels(debugger, View(doing="stands"))


def test_the_listing_shows_some_lines_above_the_one_it_goes_to():
    _, shown = panels("".join(f"{number} PRINT\n" for number in range(10, 2000, 10)))
    shown.rows(80, 40)
    shown.view.cursor = (1000, 0)
    shown.listing.show_cursor()
    above = 100 - 1 - shown.view.first
    assert above == shown.listing.height // ABOVE > 0
    shown.view.cursor = (1010, 0)
    shown.listing.show_cursor()
    assert 100 - 1 - shown.view.first == above         # seen already


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


def test_long_lines_are_folded_and_their_statements_can_be_clicked_on():
    long = "20 " + ":".join(f"variable{number}={number}" for number in range(14))
    debugger, shown = panels(f"10 CLS\n{long}\n30 STOP\n")
    debugger.add_breakpoint(20, 5)
    rows = shown.listing.rows(50, 10)
    spans = [span for row in rows for span in row]
    assert "".join(span.text for span in spans if span.click == ("statement", (20, 5))) == "variable5=5:"
    assert [span.text for span in spans if span.paper == (160, 0, 0)] == ["variable5=5:"]
    listed = "".join(span.text for row in rows for span in row if span.click and span.click[0] == "statement")
    assert "".join(listed.split()) == "".join(f"10CLS{long}30STOP".split())
    shown.view.cursor = 20, 12
    shown.listing.move_in_line(1)
    assert shown.view.cursor == (20, 13)
    shown.listing.move_in_line(1)
    assert shown.view.cursor == (30, 0)
    shown.listing.move_in_line(-1)
    assert shown.view.cursor == (20, 13)


def texts(rows):
    return ["".join(span.text for span in row) for row in rows]


def test_the_listing_has_fifteen_lines_however_many_tables_there_are():
    names = [f"t{number}(9,9)" for number in range(6)]
    lines = "\n".join(f"{number} REM" for number in range(30, 60))
    debugger, shown = panels(f"10 DIM {','.join(names)}\n20 GOTO 60\n{lines}\n60 GOSUB 60\n")
    debugger.step()
    debugger.run(1_000_000)
    shown.view.boards = {name.partition("(")[0]: "" for name in names}
    shown.view.cursor = 20, 0
    shown.listing.show_cursor()
    for height, least in ((40, 15), (35, 15), (30, 12)):
        rows = shown.rows(80, height)
        assert sum(any(span.click and span.click[0] == "statement" for span in row) for row in rows) >= least
        assert "   more: the wheel, CTRL and cursor up, down" in texts(rows)
    seen = set()
    for first in range(0, 60, 5):
        shown.view.tables_from = first
        seen |= {span.click for row in shown.rows(80, 40) for span in row if span.click and span.click[0] == "watch"}
    assert {("watch", f"t{table}({x},{y})") for table in range(6) for x in range(10) for y in range(10)} <= seen


def test_tables_have_labels_and_all_their_columns_can_be_reached():
    debugger, shown = panels("10 DIM w(40,2),f(25):w(40,2)=7:f(23)=5\n20 END\n")
    debugger.to(20)
    while debugger.run(1_000_000) is None:
        pass
    shown.view.boards = {"w": "", "f": "width 10"}
    rows = texts(shown.rows(60, 40))
    at = next(number for number, row in enumerate(rows) if row.startswith(" w()"))
    assert rows[at].rstrip().endswith("→ X") and rows[at + 1].split()[:3] == ["0", "1", "2"]
    assert [row.split()[0] for row in rows[at + 2:at + 5]] == ["0", "1", "2"]
    assert any(row.split()[:11] == ["20", "0", "0", "0", "5"] + ["0"] * 2 for row in rows)
    assert any(row.split() == [f"+{number}" for number in range(10)] for row in rows)
    shown.view.tables_across = 100
    rows = texts(shown.rows(60, 40))
    assert "←" in rows[at] and rows[at + 1].split()[-1] == "40" and rows[at + 4].split()[-1] == "7"


def test_the_stack_opens_as_a_whole():
    debugger, shown = panels("10 n=n+1:IF n<20 THEN GOSUB 10\n20 STOP\n")
    debugger.to(20)
    while debugger.run(1_000_000) is None:
        pass
    assert [row.strip() for row in texts(shown.rows(80, 60)) if "and 15 more" in row]
    shown.view.whole_stack = True
    assert sum("GOSUB" in row and "back to" in row for row in texts(shown.rows(80, 60))) == 19


def test_heat_in_the_listing():
    debugger, shown = panels("10 FOR i=1 TO 300\n20 NEXT\n30 END\n40 END\n")
    debugger.heat(True)
    debugger.to(30)
    while debugger.run(1_000_000) is None:
        pass
    rows = ["".join(span.text for span in row[1:]) for row in shown.listing.rows(80, 4)]
    assert [row[2:14].split()[1:] for row in rows[:2]] == [["1"], ["300"]]
    assert [float(row[2:14].split("%")[0]) for row in rows[:2]] == pytest.approx([1, 99], abs=1)
    assert rows[3].strip() == "40 END"
    papers = [next(span.paper for span in row if "%" in span.text) for row in shown.listing.rows(80, 4)[:2]]
    assert papers[1] == (255, 160, 0) and papers[0][0] < 60


# the window without a screen

@pytest.fixture
def window(monkeypatch, tmp_path):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    from cpc.window.window import Window
    cpc = CPC()
    (tmp_path / "p.bas").write_text('10 k$=INKEY$:n=n+1:IF k$<>"" THEN a$=a$+k$:PRINT k$;\n'
                                    "20 IF n MOD 20=0 THEN FOR i=1 TO 300:NEXT\n30 GOTO 10\n")
    cpc.load(tmp_path / "p.bas")
    made = Window(cpc, CPC, muted=True)
    made.debugger()
    made.overlay.controls.start()
    yield made
    pygame.quit()


def frames(window, number):
    """So many of the window's, in a time made up."""
    for _ in range(number):
        window.player.pacing.step()
        window.player.keys.frame()


def key(window, key, text="", up=False, mod=0):
    kind = pygame.KEYUP if up else pygame.KEYDOWN
    window.handle(pygame.event.Event(kind, key=key, mod=mod, scancode=key & 255, unicode=text))
    if text and not up:
        window.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))


def test_keys_that_repeat_and_texts_broken_off_come_again_on_the_way_back(window):
    overlay = window.overlay
    overlay.controls.go_or_stop()
    for letter in "xy":
        frames(window, 30)
        key(window, ord(letter), letter)
        frames(window, 200)
        key(window, ord(letter), up=True)
        frames(window, 10)
    window.player.paste("abcdefghijklmnopqrstuvwxyz" * 9)
    frames(window, 60)
    key(window, pygame.K_ESCAPE)
    assert not window.player.machine.keyboard.typed
    frames(window, 100)
    overlay.controls.go_or_stop()
    names = {entry.name for entry in overlay.controls.debugger.history.log}
    assert {"repeat", "stop_typing", "press", "key"} <= names
    assert window.cpc.variables["a$"].count("x") > 4 and "abc" in window.cpc.variables["a$"]
    before, entries = everything(window.cpc.session), len(overlay.controls.debugger.history.log)
    for _ in range(2):
        overlay.controls.commands.obey("back 9000")
        assert window.cpc.variables["a$"].count("x") < 4
        overlay.controls.commands.obey("present")
        assert differences(before, everything(window.cpc.session)) == []
    overlay.controls.commands.obey("back 9000")
    overlay.controls.go_or_stop()
    while overlay.controls.debugger.history.in_the_past():
        frames(window, 1)
    assert len(overlay.controls.debugger.history.log) == entries


def test_a_dropped_file_ends_the_past(window, tmp_path):
    window.handle(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / "p.bas")))
    assert window.overlay.controls.view.said == ["p.bas is loaded; there is no way back to what was before."]
    window.overlay.controls.go_or_stop()
    frames(window, 50)
    window.overlay.controls.go_or_stop()
    window.overlay.controls.commands.obey("back 99999")
    assert window.overlay.controls.view.said == ["p.bas is loaded; there is no way back to what was before."]


def test_letters_grow_with_the_window_and_the_border_moves():
    from cpc.window.panel_layout import PanelLayout, comfortable
    layout = PanelLayout()
    assert {size: layout.places(size).letter for size in ((1024, 600), (1366, 768), (2560, 1440), (3840, 2160))} == {
        (1024, 600): 8, (1366, 768): 8, (2560, 1440): 16, (3840, 2160): 24}
    assert comfortable((1366, 768)) == (1344, 688) and layout.places(comfortable((2560, 1440))).letter >= 14
    for size in ((320, 200), (1024, 600), (2560, 1440)):
        for step in (*[1] * 50, 0, *[-1] * 50):
            layout.zoomed(step, size)
            for left in (-50, 0, 300, size[0], 9999):
                layout.dragged(left, size)
                places = layout.places(size)
                assert places.picture.width > 0 and places.panel.width // places.letter >= 40
                assert places.picture.right == places.panel.left and places.timeline.top == places.picture.bottom
    layout.zoomed(0, (2560, 1440))
    layout.dragged(1000, (2560, 1440))
    assert layout.places((2560, 1440)).panel.left == 1000 and layout.places((2560, 1440)).letter == 16


def test_keys_move_the_border_by_a_part_of_the_width(window):
    overlay = window.overlay
    before, step = overlay.places().panel.left, round(overlay.size()[0] / 50)
    for arrow, left in (pygame.K_LEFT, before - step), (pygame.K_RIGHT, before):
        key(window, arrow, mod=pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
        assert overlay.places().panel.left == left


def test_what_each_key_of_the_panel_does(window, monkeypatch):
    controls, done = window.overlay.controls, []

    def noted(owner, name):
        monkeypatch.setattr(type(owner), name, lambda self, *given: done.append((name, *given)))
    for owner, names in ((controls.commands, "move erase recall enter complete"), (window.overlay, "zoom"),
                         (controls.panels.listing, "page move_cursor move_in_line"), (controls.time, "step to_mark"),
                         (controls, "move_in_tables move_across choose_row escape")):
        for name in names.split():
            noted(owner, name)

    def does(*keys, mod=0):
        done.clear()
        for one in keys:
            key(window, one, mod=mod)
        return done
    assert does(pygame.K_RETURN, pygame.K_TAB, pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_ESCAPE) == [
        ("enter",), ("complete",), ("erase", 1, 0), ("erase", 0, 1), ("escape",)]
    arrows, pages = (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT), (pygame.K_PAGEUP, pygame.K_PAGEDOWN)
    assert does(*arrows, *pages) == [("move_cursor", -1), ("move_cursor", 1), ("move_in_line", -1), ("move_in_line", 1),
                                     ("page", -1), ("page", 1)]
    assert does(*arrows[:2], mod=pygame.KMOD_SHIFT) == [("recall", -1), ("recall", 1)]
    assert does(*arrows, *pages, pygame.K_HOME, pygame.K_END, pygame.K_RETURN, mod=pygame.KMOD_CTRL) == [
        ("move_in_tables", -1), ("move_in_tables", 1), ("move_across", -1), ("move_across", 1), ("step", -1), ("step", 1),
        ("to_mark", -1), ("to_mark", 1), ("choose_row",)]
    assert does(pygame.K_PLUS, pygame.K_MINUS, pygame.K_0, mod=pygame.KMOD_CTRL) == [("zoom", 1), ("zoom", -1), ("zoom", 0)]
    both = pygame.KMOD_CTRL | pygame.KMOD_SHIFT
    assert does(pygame.K_EQUALS, mod=both) == [("zoom", 1)]         # where + is above =
    assert does(pygame.K_PLUS, pygame.K_0, mod=pygame.KMOD_CTRL | pygame.KMOD_ALT) == []            # AltGr
    assert does(pygame.K_RETURN) == [("enter",)]
    controls.show_sheet(Sheet("", "", list("abcdefghijk"), height=5))
    assert does(*arrows, *pages, pygame.K_RETURN) == [
        ("move_in_tables", -1), ("move_in_tables", 1), ("move_across", -1), ("move_across", 1), ("move_in_tables", -4),
        ("move_in_tables", 4), ("choose_row",)]
    controls.view.typed = "print"
    assert does(pygame.K_RETURN) == [("enter",)]
    assert does(*arrows[2:], pygame.K_HOME, pygame.K_END) == [("move", -1), ("move", 1), ("move", -5), ("move", 5)]


def test_the_right_button_beside_the_picture_opens_no_menu(window):
    controls, place = window.overlay.controls, window.overlay.places().picture
    for spot, said in (((place.left + 1, place.top + 1), "BORDER"), (place.center, "")):
        window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=3, pos=spot))
        assert window.page is None and said in "".join(controls.view.said)
    assert controls.view.sheet.title.startswith("who pixel")


@pytest.mark.parametrize("columns", [8, 10, 17, 20, 31, 80])
def test_beside_a_narrow_picture_no_button_of_the_timeline_is_lost(window, columns):
    rows = window.overlay.controls.time.rows(columns)
    does = [span.click[1] for row in rows for span in row if span.click]
    assert does == ["first_moment", "earlier_mark", "play", "later_mark", "last_moment", "ask"]
    assert {sum(len(span.text) for span in row) for row in rows} == {columns}


def test_a_key_with_ctrl_writes_nothing_into_the_command_line(window):
    for mod, written in ((pygame.KMOD_CTRL, ""), (pygame.KMOD_CTRL | pygame.KMOD_ALT, "-"), (0, "--")):
        key(window, pygame.K_MINUS, mod=mod)
        window.overlay.handle(pygame.event.Event(pygame.TEXTINPUT, text="-"))
        assert window.overlay.controls.view.typed == written


def test_beside_a_long_answer_a_sheet_keeps_its_chosen_row(window):
    controls = window.overlay.controls
    controls.press("ask")
    controls.say(["an answer"] * 99)
    controls.view.doing = "stands"
    rows = controls.panels.rows(80, 34)
    assert len(rows) == 34 and [span.click for row in rows for span in row if span.click == ("row", 0)]


def test_what_waits_to_be_heard_is_forgotten_on_the_way_back(window, monkeypatch):
    heard = []
    monkeypatch.setattr(type(window.loudspeaker), "time_went_back", lambda self: heard.append(window.cpc.seconds))
    window.overlay.controls.commands.obey("step")
    frames(window, 3)
    assert heard == []
    window.overlay.controls.commands.obey("back")
    frames(window, 3)
    assert heard


def test_a_key_held_down_for_the_debugger_does_not_reach_the_program(window):
    window.overlay.controls.commands.put("slow 50")
    key(window, pygame.K_RETURN)
    assert not window.overlay.controls.stands
    key(window, pygame.K_RETURN)
    frames(window, 10)
    assert not window.player.machine.keyboard.typed and not window.player.keys.down
    key(window, pygame.K_RETURN, up=True)
    key(window, pygame.K_RETURN)
    assert window.player.keys.down


def test_the_rows_of_an_answer_lead_to_their_moments(window):
    controls = window.overlay.controls
    controls.go_or_stop()
    frames(window, 40)
    controls.go_or_stop()
    window.frame()
    last = window.cpc.variables["n"]
    controls.commands.obey("log 20 n,n*2 if n>10")
    sheet = controls.view.sheet
    assert sheet.head.split() == ["seconds", "line", "n", "n*2"] and len(sheet.lines) >= last - 12
    shown = texts(controls.panels.rows(80, 40))
    assert any(row.startswith(" log 20 n,n*2") and row.endswith(" X ") for row in shown)
    row = next(number for number, line in enumerate(sheet.lines) if line.split()[3:] == ["17", "34"])
    window.overlay.mouse._clicked(("row", row), twice=False)
    assert window.cpc.variables["n"] == 17 and controls.view.sheet is sheet and sheet.at == row
    key(window, pygame.K_DOWN, mod=pygame.KMOD_CTRL)
    key(window, pygame.K_RETURN, mod=pygame.KMOD_CTRL)
    assert window.cpc.variables["n"] == 18
    controls.say(["the answer to another question"])
    controls.answers.about_variable("n")
    assert controls.view.said == []
    sheet = controls.view.sheet
    assert "n: 17 -> 18 in line 10" in sheet.lines[0] and sheet.lines[-1].strip() == "copies it"
    controls.choose_row(0)
    assert window.cpc.variables["n"] == 17
    controls.answers.about_variable("n")
    controls.choose_row(len(controls.view.sheet.lines) - 2)
    assert [plot.text for plot in controls.time.timeline.plots] == ["n"]
    window.frame()
    timeline, places = window.overlay.timeline, window.overlay.places().timeline
    letter = window.overlay.places().letter
    row, spans = next((at, spans) for at, spans in enumerate(timeline.shown) if any(one.click and one.click[0] == "plot"
                                                                                    for one in spans))
    column = 0
    for span in spans:                          # each button is where it is shown
        for place in (column, column + len(span.text) - 1):
            assert timeline.click_at(place * letter, row * window.overlay.places().line, letter) == span.click
        if span.click and span.click[0] == "plot":
            cross = column
        column += len(span.text)
    assert timeline.click_at(column * letter, row * window.overlay.places().line, letter) is None
    window.overlay.mouse._on_timeline(1, places.left + cross * letter, places.top + row * window.overlay.places().line)
    assert controls.time.timeline.plots == []
    controls.answers.about_variable("nothing")
    controls.escape()
    controls.escape()
    assert controls.view.sheet is None
    controls.commands.obey("log 20 n if n<0")
    assert controls.view.sheet is None and controls.view.said == ["It never happened."]


def test_the_rows_of_what_sounds_lead_to_their_statements(window):
    controls = window.overlay.controls
    controls.commands.obey("edit 5 SOUND 2,284,9000,5")
    controls.commands.obey("run")
    for _ in range(3):
        controls.into()
    here = window.player.machine.clock.us
    controls.commands.obey("sounds")
    sheet = controls.view.sheet
    assert sheet.lines[1].startswith("B  A4 (440.1 Hz, period 284)") and sheet.lines[0] == "A  silent"
    window.overlay.mouse._asked(("row", 1))             # the right button
    assert controls.view.sheet.title == "who sound B" and "in line 5" in controls.view.sheet.lines[0]
    controls.commands.obey("sounds")
    key(window, pygame.K_DOWN, mod=pygame.KMOD_CTRL)
    key(window, pygame.K_RETURN, mod=pygame.KMOD_CTRL)
    assert controls.view.sheet.title == "who sound B"
    key(window, pygame.K_RETURN, mod=pygame.KMOD_CTRL)
    assert window.player.machine.clock.us < here and controls.view.cursor == (5, 0)


def test_the_timeline_is_travelled_by_mouse_and_keys(window):
    controls, mouse = window.overlay.controls, window.overlay.mouse
    controls.go_or_stop()
    frames(window, 300)
    controls.go_or_stop()
    present, last = controls.debugger.clock.us, window.cpc.variables["n"]
    window.frame()
    place = window.overlay.places().timeline

    def event(kind, x, y, **more):
        window.handle(pygame.event.Event(kind, pos=(x, y), **more))
        window.frame()
        return controls.debugger.clock.us
    event(pygame.MOUSEBUTTONDOWN, place.width // 2, place.bottom - 3, button=1)
    assert controls.time.timeline.begin < controls.debugger.clock.us < present and window.cpc.variables["n"] < last
    assert event(pygame.MOUSEMOTION, 0, place.top, buttons=(1, 0, 0)) == controls.time.timeline.begin
    assert event(pygame.MOUSEMOTION, 9999, 5, buttons=(1, 0, 0)) == present
    event(pygame.MOUSEBUTTONUP, 9999, 5, button=1)
    assert event(pygame.MOUSEMOTION, 0, place.top, buttons=(0, 0, 0)) == present and mouse.drags == ""
    for _ in range(60):
        key(window, pygame.K_PAGEUP, mod=pygame.KMOD_CTRL)
        window.frame()
    assert controls.debugger.clock.us == controls.time.timeline.begin
    key(window, pygame.K_PAGEDOWN, mod=pygame.KMOD_CTRL)
    window.frame()
    assert controls.debugger.clock.us > controls.time.timeline.begin
    whole = controls.time.span
    controls.time.zoom(3, 100, place.width)
    assert controls.time.span[1] - controls.time.span[0] < whole[1] - whole[0]
    controls.time.zoom(-9, 100, place.width)
    assert controls.time.span == whole
    controls.press("last_moment")
    window.frame()
    controls.commands.obey("play 0.2")
    end = time.monotonic() + PATIENCE
    while controls.time.film is not None:
        assert time.monotonic() < end
        window.frame()
    assert controls.debugger.clock.us == present and window.cpc.variables["n"] == last
    controls.commands.obey("play fast")
    assert controls.view.said == ["A film takes up to 3600 seconds."]


def test_keys_that_are_down_do_not_change_the_past(window):
    """A key that came up in the past made another future; keys with CTRL and SHIFT reached the machine that stands."""
    controls = window.overlay.controls
    controls.go_or_stop()
    frames(window, 50)
    controls.go_or_stop()
    history = controls.debugger.history
    present, entries = history.latest, len(history.log)
    controls.commands.obey("back 20")
    window.player.keys.down[1] = [69]
    for number in (pygame.K_a, pygame.K_MINUS, pygame.K_UP, pygame.K_DELETE):
        key(window, number, mod=pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
        key(window, number, up=True, mod=pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    window.handle(pygame.event.Event(pygame.JOYBUTTONDOWN, instance_id=0, button=0))
    controls.commands.obey("back 20")
    controls.go_to_time(controls.time.timeline.begin)
    assert (history.latest, len(history.log)) == (present, entries) and not window.player.keys.down


def test_the_command_line_can_be_edited(window):
    view = window.overlay.controls.view
    for letter in "pront nä":
        key(window, ord(letter), letter)
    for _ in range(6):
        key(window, pygame.K_LEFT)
    key(window, pygame.K_BACKSPACE)
    key(window, ord("i"), "i")
    key(window, pygame.K_END)
    key(window, pygame.K_BACKSPACE)
    key(window, pygame.K_BACKSPACE)
    assert (view.typed, view.at) == ("print n", 7)
    key(window, pygame.K_RETURN)
    assert (view.typed, view.said) == ("", ["0"])


def test_page_down_moves_the_listing_and_a_long_answer(window):
    overlay = window.overlay
    for line in range(100, 400):
        window.cpc.session.store(line, b"REM")
    window.frame()
    key(window, pygame.K_PAGEDOWN)
    window.frame()
    assert overlay.controls.view.first > 4
    first = overlay.controls.view.first
    key(window, pygame.K_F1)
    window.frame()
    key(window, pygame.K_PAGEDOWN)
    assert overlay.controls.view.said_from > 0 and overlay.controls.view.first == first


def test_a_fault_of_the_debugger_closes_it_and_loses_no_program(window, monkeypatch):
    def fails(*arguments):
        raise ZeroDivisionError("on purpose")
    lines = list(window.cpc.session.program.lines)
    for name in ("rows", "into"):
        if not window.overlay:
            window.debugger()
        overlay = window.overlay
        monkeypatch.setattr(overlay.controls.panels if name == "rows" else overlay.controls, name, fails)
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0, scancode=1, unicode=""))
        window.frame()
        assert window.overlay is None
        assert window.message == "This emulator has made a mistake: ZeroDivisionError: on purpose"
        assert list(window.cpc.session.program.lines) == lines
        window.player.cpc.session.input.type(b"CLS:PRINT 5\r")
        frames(window, 50)
        assert window.cpc.screen.text()[0] == " 5"


def clicked(window, wanted, behind=""):
    """A click on the first text that begins so where it can be clicked on, in the panel or below the picture; `behind` another
    text of its row."""
    window.frame()
    overlay = window.overlay
    places = overlay.places()
    for part, shown in ((places.panel, overlay.shown), (places.timeline, overlay.timeline.shown)):
        for number, row in enumerate(shown):
            column = 0
            for span in row if behind in "".join(one.text for one in row) else ():
                if span.click is not None and span.text.strip().startswith(wanted):
                    place = part.left + (column + 2) * places.letter, part.top + number * places.line + 2
                    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                        overlay.mouse.handle(pygame.event.Event(kind, button=1, pos=place))
                    window.frame()
                    return
                column += len(span.text)
    raise AssertionError([wanted, texts(overlay.shown), texts(overlay.timeline.shown)])


@pytest.mark.parametrize("size", [(1024, 600), (1366, 768), (2560, 1440)])
def test_the_past_is_asked_by_mouse_alone(window, size):
    pygame.display.set_mode(size, pygame.RESIZABLE)
    controls = window.overlay.controls
    clicked(window, "F5")
    assert not controls.stands
    frames(window, 40)
    clicked(window, "F5")
    assert controls.stands
    clicked(window, "20 IF")
    assert controls.view.cursor == (20, 0)
    for question in ("profile", "calls", "trace", "tree", "log 20 n", "history n", "plot n", "sounds", "heat on"):
        clicked(window, "ask")
        asked = controls.view.sheet
        assert asked.title == "What can be asked about the past"
        clicked(window, question)
        if question in ("log 20 n", "history n"):
            assert controls.view.sheet.title == question and len(controls.view.sheet.lines) > 10
        elif question in ("profile", "calls", "trace", "tree"):
            assert controls.view.said or controls.view.sheet is not asked, question
        clicked(window, "", behind=" X ")
        assert controls.view.sheet is None
    assert [one.text for one in controls.time.timeline.plots] == ["n"]
    assert controls.debugger.executor.hooks.heat_map is not None


def test_the_past_is_asked_by_keys_alone(window):
    controls = window.overlay.controls
    controls.go_or_stop()
    frames(window, 40)
    controls.go_or_stop()
    key(window, pygame.K_F1, mod=pygame.KMOD_SHIFT)
    assert controls.view.sheet.title == "What can be asked about the past"
    key(window, pygame.K_DOWN, mod=pygame.KMOD_CTRL)
    key(window, pygame.K_RETURN, mod=pygame.KMOD_CTRL)
    assert "main program" in controls.view.said[1]         # `calls`
    key(window, pygame.K_F1, mod=pygame.KMOD_SHIFT)
    assert controls.view.sheet is None

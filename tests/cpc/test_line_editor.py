"""The line editor against the screens that both firmwares showed after the same keys
(golden/editor.jsonl).

A case: what was printed before in a mode and window, from where on, the text that is edited, the keys,
what BASIC printed when a line was done, and the screen then, as text and as the SHA-256 of its pens. Some
are random sessions.
"""

import hashlib
import json

import pytest

from basic.errors import Break
from basic.ports import Clock
from cpc import CPC
from cpc.keys.keyboard import Keyboard
from cpc.keys.line_editor import LineEditor
from cpc.memory import new_ram
from cpc.picture.display import Display
from tests.places import GOLDEN

CASES = [json.loads(line) for line in GOLDEN.joinpath("editor.jsonl").open()]


class Desk:
    """Screen, keyboard and editor of one machine."""

    def __init__(self, model="464", mode=1):
        display = Display(new_ram(), Clock(), model)
        self.screen, self.text = display.screen, display.text
        self.keyboard = Keyboard()
        self.editor = LineEditor(self.text, self.keyboard)
        self.text.set_mode(mode)

    def enter(self, keys, **started):
        """The lines that these keys finish, None for a break."""
        lines = []
        self.editor.start(**started)
        self.keyboard.type(keys)
        while True:
            try:
                line = self.editor.go_on()
            except Break:
                line = None
            else:
                if line is None:
                    return lines
            lines.append(line)
            self.editor.start()


def first_cursor(case):
    text = case["text"]
    return len(text.split()[0]) + 1 if text and case["model"] == "6128" else 0


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['name']}.{case['model']}")
def test_screen(case):
    desk = Desk(case["model"], case["mode"])
    if case["colours"]:
        desk.text.set_pen(0, 2)
        desk.text.set_paper(0, 3)
    if case["window"]:
        desk.text.set_window(0, *case["window"])
    if case["at"]:
        desk.text.set_cursor(0, *case["at"])
    desk.text.write(0, case["printed"].encode("latin-1"))
    keys = case["keys"].encode("latin-1")
    desk.editor.start(case["text"].encode("latin-1"), first_cursor(case))
    for at in range(len(keys)):
        desk.keyboard.type(keys[at:at + 1])
        try:
            if desk.editor.go_on() is not None:
                desk.text.write(0, case["after"].encode("latin-1"))
                desk.editor.start()
        except Break:
            desk.editor.start()
    shown = {str(row): text for row, text in enumerate(desk.screen.text()) if text}
    assert shown == case["screen"]
    assert hashlib.sha256(b"".join(desk.screen.pens())).hexdigest() == case["pens"]


def test_the_finished_line_is_all_of_it():
    assert Desk().enter(b"PRINT 2\xf2\xf21+\n\n10 REM\x7f\x7fM\n") == [b"PRINT1+ 2", b"", b"10 RM"]


def test_a_line_has_255_characters_at_most():
    desk = Desk()
    bells = []
    desk.text.bell = lambda: bells.append(1)
    assert desk.enter(b"x" * 300 + b"\n") == [b"x" * 255]
    assert len(bells) == 45


def test_nothing_that_is_echoed_counts_as_printed():
    desk = Desk()
    desk.enter(b"abc\xf2\xf4\xe0\x07\xfcnext\n")
    assert desk.text.printed == b""


def test_break_and_the_slip_of_the_464():
    assert Desk("6128").enter(b"ab\xfc\xe1c\n") == [None, b"c"]
    assert Desk("464").enter(b"ab\xfc\xe1c\n") == [None, None, b"c"]


def desk_after_escape():
    """ESC was pressed in the matrix while the editor was open."""
    desk = Desk()
    desk.keyboard.arm_break()
    desk.editor.start()
    desk.keyboard.key(66, True)
    desk.keyboard.tick()
    with pytest.raises(Break):
        desk.editor.go_on()
    return desk


def test_escape_at_the_editor_breaks_nothing_later():
    desk = desk_after_escape()
    assert desk.enter(b"RUN\n") == [b"RUN"]
    assert not desk.keyboard.take_escape()


def test_a_program_still_sees_the_escape_that_ended_its_input():
    assert desk_after_escape().keyboard.take_escape()


def test_another_window():
    desk = Desk()
    desk.text.set_window(3, 10, 20, 5, 8)
    assert desk.enter(b"hello world\n", text=b"say:", cursor=4, stream=3) == [b"say:hello world"]
    assert [row for row in desk.screen.text() if row.strip()] == [" " * 9 + "say:hello w", " " * 9 + "orld"]


def test_a_snapshot_in_the_middle_of_a_line():
    desk = Desk()
    desk.editor.start()
    desk.keyboard.type(b"PRINT\xf2\xf2")
    desk.editor.go_on()
    state = desk.editor.snapshot()
    desk.keyboard.type(b"xyz\n")
    assert desk.editor.go_on() == b"PRIxyzNT"
    desk.editor.restore(state)
    desk.keyboard.type(b"-\n")
    assert desk.editor.go_on() == b"PRI-NT"


def in_matrix(cpc, keys, every):
    """Presses keys for a tenth of a second, one `every` so many seconds, whatever the machine does meanwhile."""
    for key in keys:
        cpc.key(key, True)
        cpc.run(0.1)
        cpc.key(key, False)
        cpc.run(every - 0.1)


ONE, TWO, THREE, RIGHT_KEY, ENTER_KEY, SPACE, Y = 64, 65, 57, 1, 18, 47, 43


@pytest.mark.parametrize("model, edited", [("464", ['10 PRINT "', '12103 PRINT "']), ("6128", ['10 12 PR3INT "'])])
def test_keys_come_at_their_moments_while_a_long_line_is_edited(model, edited):
    """Recorded on the machines: a letter at the begin of the line takes almost a second, in which others are pressed."""
    cpc = CPC(model=model, brand="amstrad")
    letters = "ab" * 105
    cpc.type(f'10 PRINT "{letters}\nEDIT 10\n')
    assert cpc.run_until_idle(10)
    cpc.run(1)
    in_matrix(cpc, (ONE, TWO, RIGHT_KEY, RIGHT_KEY, THREE, ENTER_KEY, SPACE, Y), every=0.3)
    cpc.run(3)
    assert " y" in [row.rstrip() for row in cpc.screen.text()]
    cpc.type("\nCLS:LIST\n")
    assert cpc.run_until_idle(10)
    listed = "".join(line.ljust(40) for line in cpc.screen.text()).split('ab' * 105)
    assert [one.strip() for one in listed] == [*edited, "Ready"]


def test_a_machine_whose_editor_is_at_work_is_not_idle():
    cpc = CPC()
    cpc.type('10 PRINT "' + "ab" * 105 + "\nEDIT 10\n")
    assert cpc.run_until_idle(10)
    before = cpc.seconds
    cpc.key(SPACE, True)
    cpc.run(0.1)
    cpc.key(SPACE, False)
    state = cpc.snapshot()
    for _ in range(2):
        assert cpc.run_until_idle(10)
        assert cpc.seconds - before > 0.5
        cpc.restore(state)
        assert cpc.seconds - before < 0.2


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("nothing", ["\xbb", " \xbb", "  \xbb \xbb ", " "])
def test_a_line_of_which_nothing_is_left_deletes_the_line(model, nothing):
    cpc = CPC(model=model)
    cpc.type(f"10 REM\n10{nothing}\n")
    assert cpc.run_until_idle(10)
    assert not cpc.session.program.lines
    cpc.type(f"10{nothing}\n")
    assert cpc.run_until_idle(10)
    assert "Line does not exist" in [row.rstrip() for row in cpc.screen.text()]

"""Keys of a host: characters reach the program as characters, games see the matrix, nothing arrives twice."""

import pytest

from cpc import CPC
from cpc.keys.host_keys import HostKeys, codes_for
from cpc.keys.keymap import ESC_KEY, NUMBERS, SHIFT_KEY
from cpc.keys.matrix import SHIFT_HELD


@pytest.fixture
def cpc():
    return CPC()


@pytest.fixture
def keys(cpc):
    hints = []
    keys = HostKeys(cpc.session, hints.append)
    keys.hints = hints
    return keys


def seen(cpc):
    return cpc.screen.text()[cpc.screen.text().index("Ready") + 1]


def pass_frames(cpc, keys, count):
    for _ in range(count):
        cpc.run(0.02)
        keys.frame()


def test_a_character_arrives_once_whatever_is_held(cpc, keys):
    keys.move(SHIFT_KEY, True, "shift")         # a German types / with SHIFT, an American without
    keys.text("/", "7")
    keys.text("A", "a")
    keys.text("[", "8")
    pass_frames(cpc, keys, 5)
    assert seen(cpc) == "/A["
    assert cpc.machine.keyboard.pressed(30) == 32       # the CPC's key of / is down, with SHIFT
    for host_key in ("7", "a", "8", "shift"):
        keys.release(host_key)
    pass_frames(cpc, keys, 3)
    assert not any(cpc.machine.keyboard.down) and seen(cpc) == "/A["


def test_umlauts_are_spelt_and_hinted_at_once(cpc, keys):
    for letter in "äßé":
        keys.text(letter)
    keys.text("ä")
    keys.text("ж")
    pass_frames(cpc, keys, 8)
    assert seen(cpc) == "aesseae"
    assert keys.hints == ["The CPC has no umlauts: “ä” is typed as “ae”.", "The CPC has no “ж”."]


def test_a_key_held_repeats_as_the_cpcs_do(cpc, keys):
    keys.text("x", "x")
    pass_frames(cpc, keys, 29)
    assert seen(cpc) == "x"
    pass_frames(cpc, keys, 6)
    assert 2 <= len(seen(cpc)) <= 5
    keys.release("x")
    pass_frames(cpc, keys, 3)
    before = seen(cpc)
    pass_frames(cpc, keys, 60)
    assert seen(cpc) == before


def test_a_repeat_keeps_the_character(cpc, keys):
    keys.move(SHIFT_KEY, True, "shift")
    keys.text("/", "7")
    pass_frames(cpc, keys, 36)
    assert set(seen(cpc)) == {"/"} and len(seen(cpc)) > 1


def test_a_short_tap_is_seen_by_inkey(cpc, keys):
    keys.text("q", "q")
    keys.release("q")
    keys.frame()
    cpc.run(0.02)
    assert cpc.machine.keyboard.pressed(NUMBERS["Q"]) == 0
    pass_frames(cpc, keys, 4)
    assert cpc.machine.keyboard.pressed(NUMBERS["Q"]) == -1


def test_a_key_is_never_seen_without_the_shift_that_went_down_before_it(cpc, keys):
    cpc.type("10 WHILE INKEY(67)<0:WEND:PRINT INKEY(67);INKEY(21)\nRUN\n")
    cpc.run(0.5)
    keys.move(SHIFT_KEY, True, "shift")
    keys.text("Q", "q")
    cpc.run(0.001)                              # no scan in between
    assert cpc.machine.keyboard.pressed(NUMBERS["Q"]) == cpc.machine.keyboard.pressed(SHIFT_KEY) == 32
    cpc.run(0.1)
    assert cpc.screen.text()[cpc.screen.text().index("RUN") + 1] == " 32  32"


def test_key_def_and_the_function_keys(cpc, keys):
    cpc.type('KEY 129,"hello":KEY DEF 69,1,98,66:CLS\n')
    cpc.run_until_idle()
    keys.text("a")
    keys.press(NUMBERS["F1"])
    keys.text("A")
    pass_frames(cpc, keys, 8)
    assert seen(cpc) == "bhelloB"


def test_shift_with_a_cursor_key_moves_the_copy_cursor(cpc, keys):
    keys.press(NUMBERS["UP"], SHIFT_HELD)
    pass_frames(cpc, keys, 2)
    assert cpc.machine.editor.copy_cursor == (1, 9)


def test_esc_esc_at_once_stops_a_program_that_reads_keys(cpc, keys):
    cpc.type('10 a$=INKEY$:GOTO 10\nRUN\n')
    cpc.run(0.5)
    from cpc.player.pacing import Pacing
    pacing = Pacing(cpc, 1.0, 0)
    keys.escape()
    for _ in range(4):
        pacing.step()
    assert "Break in 10" in cpc.screen.text()
    assert ESC_KEY in keys.let_go


def test_a_listing_from_the_clipboard():
    assert codes_for('10 PRINT "für €"\r\n20\tREM ↑–’\n') == (b'10 PRINT "fuer "\r20 REM ^-\'\r', "€")

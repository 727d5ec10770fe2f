"""The keyboard against what both firmwares made of the same keys (golden/keyboard.json).

Scenes: keys moved at frames of 1/50 s while a program prints the codes of INKEY$. Keys: each key alone,
with SHIFT and with CONTROL. Room: KEY number, STRING$(length,"a") one after the other, and which of them
were taken.
"""

import json

import pytest

from cpc import CPC
from cpc.keys import keymap
from cpc.keys.keyboard import BREAK_MARK, Keyboard
from tests import places

GOLDEN = json.loads(places.GOLDEN.joinpath("keyboard.json").read_text())
SETUP = {
    "expansion key": lambda keyboard: keyboard.set_expansion(128, b"hello"),
    "key def": lambda keyboard: keyboard.define_key(69, 0, (65, 66, 67)),
    "key def repeats": lambda keyboard: keyboard.define_key(18, 1, (None, None, None)),
    "speed key": lambda keyboard: keyboard.set_speed(5, 10),
}


def drain(keyboard):
    codes = []
    while (code := keyboard.read_char()) is not None:
        codes.append(code)
    return codes


def play(keyboard, keys, read_each_frame=True):
    codes = []
    for frame in range(keys[-1][0] + 60):
        for when, number, down in keys:
            if when == frame:
                keyboard.key(number, bool(down))
        keyboard.tick()
        if read_each_frame:
            codes += drain(keyboard)
    return codes + drain(keyboard)


def tap(keyboard, *numbers):
    return play(keyboard, [[frame, number, 1] for frame, number in enumerate(numbers)]
                + [[len(numbers) + 3, number, 0] for number in numbers])


@pytest.mark.parametrize("name", GOLDEN["scenes"])
def test_scene(name):
    keyboard = Keyboard()
    SETUP.get(name, lambda keyboard: None)(keyboard)
    scene = GOLDEN["scenes"][name]
    assert play(keyboard, scene["keys"], "nobody reads" not in name) == scene["codes"]


@pytest.mark.parametrize("state, held", [("normal", ()), ("shifted", (21,)), ("controlled", (23,))])
def test_every_key(state, held):
    for number, codes in enumerate(GOLDEN["keys"][state]):
        keyboard = Keyboard()
        for token in range(2, 32):
            keyboard.set_expansion(token, b"")
        if codes is not None:
            assert tap(keyboard, *held, number) == codes, number


def test_room_for_expansion_strings():
    keyboard = Keyboard()
    for number, length, taken in GOLDEN["room"]:
        assert (keyboard.set_expansion(number, b"a" * length) is not None) is taken, (number, length)


def test_setting_the_string_that_is_being_read_ends_it():
    keyboard = Keyboard()
    keyboard.set_expansion(140, b"abc")
    keyboard.key(keymap.CONTROL_KEY, True)
    keyboard.key(keymap.NUMBERS["ENTER"], True)
    keyboard.tick()
    first = keyboard.read_char()
    keyboard.set_expansion(140, b"xyz")
    assert (first, drain(keyboard)) == (ord("a"), [])


def test_inkey_sees_the_matrix_with_shift_and_control():
    keyboard = Keyboard()
    keyboard.tick()
    assert keyboard.pressed(69) == -1
    for number, expected in ((69, 0), (21, 32), (23, 160)):
        keyboard.key(number, True)
        keyboard.tick()
        assert keyboard.pressed(69) == expected


def test_joysticks():
    keyboard = Keyboard()
    keyboard.key(72, True)
    keyboard.key(76, True)
    keyboard.key(51, True)
    keyboard.tick()
    assert (keyboard.joystick(0), keyboard.joystick(1)) == (17, 8)


def test_escape_throws_away_what_was_typed_before_it():
    keyboard = Keyboard()
    keyboard.arm_break()
    play(keyboard, [[0, 69, 1], [3, 69, 0]], read_each_frame=False)
    keyboard.key(69, True)
    keyboard.tick()
    keyboard.key(66, True)
    keyboard.tick()
    keyboard.key(54, True)
    keyboard.tick()
    assert keyboard.take_escape() and not keyboard.take_escape()
    assert drain(keyboard) == [ord("b")]


def test_escape_without_a_taker_is_a_character():
    keyboard = Keyboard()
    keyboard.arm_break(False)
    assert tap(keyboard, 66) == [252]
    keyboard.arm_break()
    assert tap(keyboard, 66) == [252, BREAK_MARK]
    keyboard.forget_escape()
    assert not keyboard.take_escape()
    assert tap(keyboard, 66) and keyboard.take_escape()


def test_the_second_escape_is_a_character_and_the_third_a_break():
    keyboard = Keyboard()
    tap(keyboard, 66)
    assert keyboard.take_escape()
    assert tap(keyboard, 66) == [252]
    assert not keyboard.take_escape()
    tap(keyboard, 66)
    assert keyboard.take_escape()


def test_shift_control_escape_asks_for_a_reset_only_alone():
    keyboard = Keyboard()
    tap(keyboard, 23, 21, 69, 66)
    assert not keyboard.reset_asked
    tap(keyboard, 23, 21, 66)
    assert keyboard.reset_asked


def test_typed_codes_come_first_and_unexpanded():
    keyboard = Keyboard()
    keyboard.key(69, True)
    keyboard.tick()
    keyboard.put_back(33)
    keyboard.type(b"x\n\x80\xfc")
    assert drain(keyboard) == [ord("x"), 13, 128, 252, 33, ord("a")]


def test_reset_forgets_strings_but_not_tables():
    keyboard = Keyboard()
    keyboard.set_expansion(128, b"hello")
    keyboard.define_key(69, 1, (50, None, None))
    keyboard.reset()
    assert tap(keyboard, 15) == [ord("0")]
    assert tap(keyboard, 69) == [ord("2")]


def test_a_snapshot_comes_back_whole():
    keyboard = Keyboard()
    keyboard.type(b"abc")
    keyboard.set_expansion(129, b"hello")
    keyboard.key(13, True)
    keyboard.tick()
    state = keyboard.snapshot()
    assert drain(keyboard) == list(b"abchello")
    keyboard.set_expansion(129, b"")
    keyboard.restore(state)
    assert drain(keyboard) == list(b"abchello")


def test_every_character_can_be_typed_with_keys():
    for code in range(32, 127):
        keyboard = Keyboard()
        pressed = keymap.keys_for(code)
        assert pressed and tap(keyboard, *pressed) == [code]
    assert keymap.keys_for(200) is None


def test_esc_is_a_key_like_any_other_behind_on_break_cont():
    """Measured: the editor reads it when the program is over. INKEY$ takes it without giving it."""
    cpc = CPC(model="6128", brand="amstrad", dialect="locomotive")
    cpc.type("10 ON BREAK CONT\n20 FOR i=1 TO 500:NEXT\nRUN\n")
    cpc.run(0.5)
    cpc.key(66, True)
    cpc.run(0.1)
    cpc.key(66, False)
    cpc.run(2)
    assert [row for row in cpc.screen.text() if row][-2:] == ["Ready", "*Break*"]


@pytest.mark.parametrize(("basic_1_1", "events", "longer"), [
    (False, [(5, 1, 1), (50, 1, 0)], {5: 113, **dict.fromkeys(range(35, 50, 2), 132), 51: 30}),
    (True, [(5, 1, 1), (50, 1, 0)], {5: 111, **dict.fromkeys(range(35, 50, 2), 130), 51: 30}),
    (False, [(5, 71, 1), (50, 71, 0)], {5: 135, **dict.fromkeys(range(35, 50, 2), 139), 51: 30}),       # in ESC's row
    (True, [(5, 68, 1), (50, 68, 0)], {5: 115, 35: 30}),                                                # TAB
    (False, [(3, 21, 1), (5, 60, 1), (40, 60, 0), (50, 21, 0)], {5: 113, 35: 132, 37: 132, 39: 132, 41: 30}),      # with SHIFT
    (False, [(5, 60, 1), (5, 61, 1)], {5: 216}),
    (True, [(5, 60, 1), (5, 47, 1), (5, 9, 1)], {5: 349}),
])
def test_scans_that_find_keys_take_longer(basic_1_1, events, longer):
    keyboard, found = Keyboard(basic_1_1), {}
    for frame in range(60 if events[-1][2] == 0 else 30):
        for when, number, down in events:
            if when == frame:
                keyboard.key(number, bool(down))
        us = keyboard.tick()
        drain(keyboard)
        if us:
            found[frame] = us
    assert found == longer


def test_a_key_that_nobody_reads_takes_time_in_each_scan():
    keyboard = Keyboard()
    keyboard.key(60, True)
    assert [keyboard.tick() for _ in range(34)] == [113, *[0] * 29, 43, 43, 43, 43]

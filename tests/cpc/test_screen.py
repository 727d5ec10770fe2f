"""The picture as bytes in memory, its colours, its times, and going back to an earlier state."""

import random

import pytest

from basic.ports import FRAME_US
from cpc.memory import SCREEN_BASE
from tests.screen_scripts import both_models, call, name_of, new_display, next_frame, recorded

MODELS = pytest.mark.parametrize("model", ["464", "6128"])


@MODELS
@pytest.mark.parametrize(("mode", "byte", "pens"), [
    (0, 0b10100001, [5, 8]), (1, 0b10010001, [1, 0, 0, 3]), (2, 0b10010001, [1, 0, 0, 1, 0, 0, 0, 1])])
def test_a_byte_poked_is_seen(model, mode, byte, pens):
    display = new_display(model)
    display.text.set_mode(mode)
    display.screen.ram[SCREEN_BASE + 0x800] = byte
    rows = display.screen.pens()
    assert len(rows) == 200
    assert list(rows[1][:len(pens)]) == pens
    assert sum(map(sum, rows)) == sum(pens)


@MODELS
def test_scrolling_moves_the_offset_not_the_bytes(model):
    display = new_display(model)
    display.text.write(0, b"first\r\nsecond")
    row = display.screen.ram[SCREEN_BASE + 80:SCREEN_BASE + 160]
    assert any(row)
    display.text.write(0, b"\x1f\x01\x19\n ")
    assert display.screen.offset == 80
    assert display.screen.ram[SCREEN_BASE + 80:SCREEN_BASE + 160] == row
    assert display.screen.text()[0] == "second"


@pytest.mark.parametrize("case", recorded("palette"), ids=lambda case: f"{case['id']}-{case['model']}")
def test_colours_as_the_hardware_is_given_them(case):
    display = new_display(case["model"])
    calls = case["script"]
    shown = dict(case["shown"])
    colours = None
    for frame in range(1, 81):
        us = display.screen.clock.us
        for at, *what in calls:
            if at == frame - 1:
                if what[0] == "text.set_mode":          # it was recorded with no flyback between the clear screen and its end
                    display.screen.clock.us += (-display.screen.clock.us - int(display.text.costs.set_mode) - 1) % FRAME_US
                call(display, *what)
                if what[0] == "text.set_mode":          # was over before the frames were counted
                    us = display.screen.clock.us
                display.screen.clock.us = us            # the recorded calls are given their frame, whatever they take
        next_frame(display)
        colours = shown.get(frame, colours)
        assert [*display.screen.inks, display.screen.border] == colours, frame


@pytest.mark.parametrize("case", recorded("times"), ids=lambda case: f"{case['model']} {case['what']}")
def test_emulated_time_within_five_percent(case):
    display = new_display(case["model"])
    for what in case["script"]:
        call(display, *what)
    assert display.screen.clock.us == pytest.approx(case["us"], rel=0.05)


@pytest.mark.parametrize(("model", "case"), [*both_models("text")[:20], *both_models("graphics")[-20:]], ids=name_of)
def test_going_back_and_forth_again_gives_the_same(model, case):
    display = new_display(model)
    script = case["script"]
    half = random.Random(case["id"]).randrange(len(script))
    for what in script[:half]:
        call(display, *what)
    state, ram, us = display.snapshot(), bytes(display.screen.ram), display.screen.clock.us
    ends = []
    for _ in range(2):
        for what in script[half:]:
            call(display, *what)
        ends.append((display.snapshot(), bytes(display.screen.ram), display.screen.clock.us))
        display.restore(state)
        display.screen.ram[:] = ram
        display.screen.clock.us = us
    assert ends[0] == ends[1]
    assert display.snapshot() == state


@pytest.mark.parametrize("seed", range(20))
def test_many_frames_at_once_are_as_many_single_ones(seed):
    rng = random.Random(seed)
    once, singly = (new_display("464").palette for _ in range(2))
    for _ in range(40):
        flash = tuple(rng.choice([0, 1, 2, 10, 255, rng.randrange(256)]) for _ in range(2))
        ink, first, second = rng.randrange(16), rng.randrange(27), rng.randrange(27)
        count = rng.choice([0, 1, rng.randrange(50), rng.randrange(3000)])
        for palette in (once, singly):
            if flash[0] & 1:
                palette.set_flash(*flash)
            if flash[1] & 1:
                palette.set_ink(ink, first, second)
        once.frames(count)
        for _ in range(count):
            singly.frame()
        assert (once.in_force, once.border_in_force, once._frames & 0xFF) == (
            singly.in_force, singly.border_in_force, singly._frames & 0xFF)

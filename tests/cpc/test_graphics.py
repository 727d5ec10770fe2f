"""Graphics against the real firmware, and the things about them that one would get wrong."""

import random

import pytest

from tests.screen_scripts import both_models, name_of, new_display, play

MODELS = pytest.mark.parametrize("model", ["464", "6128"])


@pytest.mark.parametrize(("model", "case"), both_models("graphics"), ids=name_of)
def test_as_the_firmware(model, case):
    play(new_display(model), case, case[model])


def lit(display) -> list[tuple[int, int]]:
    """The pixels that are not pen 0: x, and y from below."""
    return [(x, 199 - line) for line, row in enumerate(display.screen.pens()) for x, pen in enumerate(row) if pen]


@pytest.mark.parametrize(("model", "runs"), [("464", [3, 4, 4]), ("6128", [3, 5, 3])])
@pytest.mark.parametrize("backwards", [False, True])
def test_each_model_has_its_own_lines(model, runs, backwards):
    display = new_display(model)
    display.text.set_mode(2)
    start, end = ((10, 4), (0, 0)) if backwards else ((0, 0), (10, 4))
    display.graphics.move(*start)
    display.graphics.draw(*end)
    rows = [y for _, y in lit(display)]
    assert [rows.count(y) for y in (0, 1, 2)] == runs


@MODELS
@pytest.mark.parametrize(("mode", "pixels"), [(0, [(0, 0)]), (1, [(0, 0)]), (2, [])])
def test_coordinates_are_cut_towards_zero(model, mode, pixels):
    display = new_display(model)
    display.text.set_mode(mode)
    display.graphics.plot(-1, -1)
    assert lit(display) == pixels


@MODELS
def test_outside_the_window_the_paper_is_found(model):
    graphics = new_display(model).graphics
    graphics.set_paper(2)
    assert graphics.test(-50, 0) == 2
    assert graphics.test(50, 0) == 0


@MODELS
def test_the_window_is_moved_out_to_whole_bytes(model):
    display = new_display(model)
    display.graphics.set_window(301, 303, 200, 200)
    display.graphics.set_paper(1)
    display.graphics.clear()
    assert lit(display) == [(x, 100) for x in range(148, 152)]


@MODELS
def test_characters_at_the_graphics_cursor_are_cut_not_wrapped(model):
    display = new_display(model)
    display.text.set_tag(0, True)
    display.graphics.move(9, 12)
    display.text.write(0, b"\x8f\r")
    assert {y for x, y in lit(display) if x < 12} == set(range(7))
    assert display.graphics.position() == (41, 12)


@MODELS
def test_xor_twice_is_nothing(model):
    display = new_display(model)
    display.text.write(0, b"some text below")
    before = display.screen.pixels()
    display.text.write(0, b"\x17\x01")
    for _ in range(2):
        display.graphics.move(0, 390)
        display.graphics.draw(300, 399)
    assert display.screen.pixels() == before


def test_a_fill_may_run_out_of_room():
    def filled(room: int) -> int:
        display = new_display("6128")
        place = random.Random(1)
        for _ in range(20000):
            display.graphics.plot(place.randrange(640), place.randrange(400))
        display.graphics.set_pen(1)
        display.graphics.move(2, 2)
        display.graphics.fill(2, room)
        return display.screen.pixels().count(2)
    assert filled(10000) > filled(36) > 100


def test_the_mask_goes_on_from_line_to_line():
    display = new_display("6128")
    display.graphics.set_mask(0b11001100)
    display.graphics.draw(20, 0)
    assert lit(display) == [(0, 0), (1, 0), (4, 0), (5, 0), (8, 0), (9, 0)]
    display.graphics.move(0, 2)
    display.graphics.draw(6, 2)
    assert [x for x, y in lit(display) if y == 1] == [1, 2]

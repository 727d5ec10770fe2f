"""The text screen against the real firmware, and the things about it that one would get wrong."""

import pytest

from cpc import CPC
from cpc.picture.characters import NONE
from cpc.picture.font import GLYPHS
from tests.screen_scripts import both_models, name_of, new_display, play

MODELS = pytest.mark.parametrize("model", ["464", "6128"])


@pytest.mark.parametrize(("model", "case"), both_models("text"), ids=name_of)
def test_as_the_firmware(model, case):
    display = new_display(model)
    play(display, case, case[model])
    if case.get("text"):
        assert display.screen.text() == case["text"][model]


@MODELS
def test_the_wrap_waits_for_the_next_character(model):
    display = new_display(model)
    text = display.text
    text.write(0, b"x" * 40)
    assert text.cursor(0) == (1, 2)
    text.write(0, b"\x08y")
    assert display.screen.text()[0] == "x" * 39 + "y"


@MODELS
def test_the_scroll_waits_too_and_locate_cancels_it(model):
    display = new_display(model)
    text = display.text
    text.write(0, b"top")
    text.set_cursor(0, 1, 25)
    text.write(0, b"\n")
    text.set_cursor(0, 1, 25)
    text.write(0, b"bottom")
    assert display.screen.offset == 0
    text.write(0, b"\n ")
    assert display.screen.offset == 80
    assert (display.screen.text()[0], display.screen.text()[23]) == ("", "bottom")


@MODELS
@pytest.mark.parametrize(("asked", "given"), [((255, 255), (40, 1)), ((50, 5), (1, 6)), ((1, 30), (1, 25))])
def test_locate_outside_the_window(model, asked, given):
    text = new_display(model).text
    text.set_cursor(0, *asked)
    assert text.cursor(0) == given


@pytest.mark.parametrize(("model", "shown"), [("464", "hello"), ("6128", "")])
def test_only_the_464_obeys_control_codes_while_nothing_is_shown(model, shown):
    display = new_display(model)
    display.text.write(0, b"hello\x15")
    display.text.write(0, b"\x0c" if model == "6128" else b"\x1f\x01\x02x")
    assert display.text.cursor(0) == ((6, 1) if model == "6128" else (1, 2))
    display.text.write(0, b"\x06")
    display.text.write(0, b"\x0c" if not shown else b"")
    assert display.screen.text()[0] == shown


@MODELS
def test_a_parameter_may_come_through_another_window(model):
    display = new_display(model)
    display.text.write(1, b"\x0f")
    display.text.write(2, b"\x03")
    layout = display.screen.layout
    assert [layout.pen(window.pen) for window in display.text.windows] == [1, 1, 3, 1, 1, 1, 1, 1]


@MODELS
def test_a_symbol_may_be_poked(model):
    display = new_display(model)
    display.text.set_symbol_table(255, 0x9000)
    assert display.text.symbol_table() == (255, 0x9000)
    assert display.screen.ram[0x9000:0x9008] == GLYPHS[-8:]
    display.screen.ram[0x9000:0x9008] = GLYPHS[8 * 65:8 * 66]
    display.text.write(0, b"\xff\xff")
    assert display.screen.text()[0] == "AA"
    assert not display.text.define_symbol(254, bytes(8))
    display.text.set_symbol_table(NONE, 0)
    display.text.write(0, b"\xff")
    assert display.screen.text()[0] == "AA\xff"


@MODELS
def test_modes_lose_the_pens_they_do_not_have(model):
    display = new_display(model)
    display.text.set_mode(0)
    display.text.set_pen(0, 13)
    display.text.set_mode(2)
    display.text.set_mode(0)
    assert display.screen.layout.pen(display.text.windows[0].pen) == 1


@MODELS
def test_what_is_printed_is_kept_but_not_what_is_echoed(model):
    text = new_display(model).text
    text.write(0, b"printed")
    text.echo(0, b"echoed")
    text.write(1, b"\x0c")
    assert text.printed == b"printed\x0c"


@MODELS
def test_the_bell_is_rung(model):
    rung = []
    display = new_display(model)
    display.text.bell = lambda: rung.append(True)
    display.text.write(0, b"\x01\x07\x07")
    assert rung == [True]


@MODELS
def test_the_cursor_blob_comes_and_goes(model):
    display = new_display(model)
    before = display.screen.pixels()
    display.text.show_cursor(0)
    shown = display.screen.pixels()
    assert sum(a != b for a, b in zip(before, shown, strict=True)) == 64
    display.text.hide_cursor(0)
    assert display.screen.pixels() == before


def test_what_was_printed_can_be_forgotten():
    cpc = CPC()
    cpc.type("FOR i=1 TO 100:PRINT i:NEXT\n")
    cpc.run_until_idle()
    text, before = cpc.machine.text, cpc.printed
    text.printed.forget(len(before))
    assert cpc.printed == before            # not twice as many
    state = cpc.snapshot()
    text.printed.forget(100)
    assert cpc.printed == before[-100:] and text.printed.in_all == len(before)
    assert text.printed.since(len(before) - 20) == before[-20:] and text.printed.since(0) == before[-100:]
    cpc.type("PRINT 5\n")
    cpc.run_until_idle()
    cpc.restore(state)
    assert cpc.printed == before[-100:] and text.printed.in_all == len(before)
    text.printed.forget(0)
    assert cpc.printed == b"" and text.printed.in_all == len(before)


@pytest.mark.parametrize("left", [40, 100, 161, 200, 255])
def test_a_window_whose_edges_were_poked_past_each_other_takes_text(left):
    text = new_display("464").text
    text.windows[0].left = text.windows[0].column = left
    for _ in range(3):
        text.write(0, b"a longer text\r\n")
    assert text.printed.in_all == 45


# Model, window, characters, assignments between two PRINTs, passes: ticks of the real machine. A scroll waits for the flyback.
# So a PRINT that comes to its scroll too late or too soon takes another frame in each pass.
SCROLLED = [
    ("464", "1,40,1,25", 10, 9, 20, 484), ("464", "1,40,1,25", 20, 0, 20, 602), ("464", "1,40,1,25", 20, 9, 20, 609),
    ("464", "1,40,1,25", 20, 15, 20, 722), ("464", "8,33,15,22", 30, 4, 10, 658), ("464", "8,33,15,22", 30, 8, 10, 664),
    ("464", "8,33,15,22", 30, 12, 10, 724), ("6128", "8,33,15,22", 30, 8, 10, 670), ("6128", "8,33,15,22", 100, 0, 10, 1558),
    ("6128", "8,33,15,22", 100, 12, 10, 1624), ("464", "8,33,4,18", 78, 0, 10, 1806), ("464", "8,33,4,18", 78, 5, 10, 1866)]
ONE_FRAME_MORE = 8          # ticks: the first pass meets its names for the first time, and can take a frame more


@pytest.mark.parametrize("model, window, characters, assignments, passes, ticks", SCROLLED)
def test_a_text_that_scrolls_comes_to_its_flyback_in_time(model, window, characters, assignments, passes, ticks):
    cpc = CPC(model=model, brand="amstrad")
    between = "12 " + ":".join(["m=1"] * assignments) + "\n" if assignments else ""
    cpc.type(f"1 MODE 1:WINDOW {window}:m=1\n5 FOR k=1 TO 30:PRINT:NEXT:t=TIME:FOR k=1 TO {passes}\n10 PRINT\n{between}"
             f'20 PRINT "{"a" * characters}"\n90 NEXT:t=TIME-t:PRINT t\nRUN\n')
    cpc.run_until_idle()
    assert abs(cpc.variables["t"] - ticks) <= ONE_FRAME_MORE


# Model, statement, assignments, characters of a remark: ticks of 50 passes on the real machine. At such a length some passes
# come to the flyback in time, and some too late.
AT_THE_EDGE = [("464", 'PRINT "a"', 12, 8, 321), ("464", 'PRINT "a"', 12, 20, 477), ("464", 'PRINT "a"', 12, 24, 604),
               ("464", "CALL &BD19", 30, 28, 317), ("464", "CALL &BD19", 30, 36, 443), ("464", "CALL &BD19", 30, 44, 605),
               ("6128", 'PRINT "a"', 12, 48, 327), ("6128", 'PRINT "a"', 12, 160, 603)]


@pytest.mark.parametrize("model, statement, assignments, remark, ticks", AT_THE_EDGE)
def test_a_flyback_is_seen_until_its_interrupt_hides_it(model, statement, assignments, remark, ticks):
    cpc = CPC(model=model, brand="amstrad")
    many = ":".join(["a%=1"] * assignments)
    cpc.type(f"1 MODE 1\n5 a%=0:FOR k=1 TO 30:PRINT:NEXT:t=TIME:FOR k=1 TO 50\n10 {statement}:{many}\n15 REM {'x' * remark}\n"
             "20 NEXT:t=TIME-t:PRINT t\nRUN\n")
    cpc.run_until_idle()
    assert abs(cpc.variables["t"] - ticks) < 30

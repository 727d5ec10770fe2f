"""How long a typed line takes, against both machines (golden/typed_lines.json)."""

import json
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basic.errors import BasicError
from basic.runtime.clock import INTERRUPTS
from basic.source.crunch import crunch
from basic.timing.typed_lines import FIGURES, counted, direct
from cpc import CPC
from tests.places import GOLDEN

RECORDED = json.loads(GOLDEN.joinpath("typed_lines.json").read_text(encoding="ascii"))
AN_INTERRUPT = 1750         # microseconds of the longest one, which the machine can have just before or just behind a line
ALONE = RECORDED["alone"]   # what ENTER takes below a clear screen, interrupts left out
OFF = 120


@pytest.mark.parametrize("model", ["464", "6128"])
def test_many_typed_lines_take_what_the_machine_takes(model):
    """Not only each of them: what they are wrong by does not add up. Some of them scroll, and wait for the flyback."""
    cpc = CPC(model=model, brand="amstrad", dialect="locomotive")
    cpc.run_until_idle()
    clock = cpc.machine.clock
    begun, wrong = clock.machine_time(clock.us), {}
    for line, real in zip(RECORDED["lines"], accumulate(RECORDED[model]), strict=True):
        cpc.type(line + "\n")
        cpc.run_until_idle()
        took = clock.machine_time(clock.us) - begun
        if abs(took - real) > AN_INTERRUPT:
            wrong[line] = took - real
    assert not wrong
    assert abs(took - real) < AN_INTERRUPT / 2


@pytest.mark.parametrize("model", ["464", "6128"])
def test_enter_takes_what_the_machine_takes(model):
    cpc = CPC(model=model, brand="amstrad", dialect="locomotive")
    wrong = {}
    for line, real in zip(ALONE["lines"], ALONE[model], strict=True):
        cpc.type("CLS\n")
        cpc.run_until_idle()
        cpc.type(line)
        cpc.run_until_idle()
        before = cpc.machine.clock.us
        cpc.type("\n")
        cpc.run_until_idle()
        took = (cpc.machine.clock.us - before) / INTERRUPTS
        if abs(took - real) > OFF:
            wrong[line] = round(took - real)
    assert not wrong


@pytest.mark.parametrize("model", ["464", "6128"])
def test_a_line_that_is_not_there_takes_the_same_in_a_long_program(model):
    """Measured: only a change makes 1.1 walk through the other lines."""
    times = []
    for lines in 1, 100:
        cpc = CPC(model=model)
        cpc.type("".join(f"{number} PRINT a,b:x=x+1\n" for number in range(10, 10 + lines)) + "CLS\n")
        cpc.run_until_idle()
        before = cpc.seconds
        cpc.type("7\n")
        cpc.run_until_idle()
        times.append(cpc.seconds - before)
    assert abs(times[0] - times[1]) < 2 * AN_INTERRUPT / 1e6


def test_a_word_far_down_its_list_takes_longer():
    assert direct(b"RAD", False) > direct(b"RUN", False) + 1000


def test_a_small_letter_takes_longer():
    assert direct(b"next", True) > direct(b"NEXT", True)


@given(st.binary(max_size=40), st.booleans())
def test_every_line_that_can_be_crunched_has_a_time(line, basic_1_1):
    try:
        crunch(line, basic_1_1)
    except BasicError:
        return
    assert counted(line, basic_1_1).keys() <= FIGURES.keys()

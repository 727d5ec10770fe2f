"""What lines take: the times in tests/golden/line_times.json were counted on the firmware, from the call of GRA LINE ABSOLUTE
to its return, without interrupts. Here a line is charged some microseconds more, of its statement, and one with a negative
coordinate less. Longer lines are up to 7 microseconds off, of 30,000."""

import json

import pytest

from basic.ports import SHARES
from cpc import CPC
from tests.places import GOLDEN

TIMES = json.loads((GOLDEN / "line_times.json").read_text(encoding="ascii"))
BESIDE = {"464": 16, "6128": 1}
STATEMENT = 2135
NEGATIVE = 5


@pytest.mark.parametrize("what", TIMES)
def test_a_line_takes_as_long_as_on_the_machine(what):
    model, mode, *mask = what.split(maxsplit=2)
    cpc = CPC(model=model, brand="amstrad")
    cpc.type(f"MODE {mode}" + "".join(f":{one}" for one in mask) + "\n")
    assert cpc.run_until_idle(5)
    graphics, clock = cpc.machine.graphics, cpc.session.executor.clock
    for *begin_and_end, us in TIMES[what]:
        x0, y0, x1, y1 = begin_and_end
        graphics.move(x0, y0)
        begun = clock.us
        graphics.draw(x1, y1)
        taken = (clock.us - begun) / SHARES[model != "464"] - BESIDE[model]
        assert taken == pytest.approx(us, abs=8 + NEGATIVE * sum(one < 0 for one in begin_and_end)), begin_and_end


def test_fill_takes_as_long_as_on_the_machine():
    """Each with its statement."""
    cpc = CPC(model="6128", brand="amstrad")
    cpc.type("10 MODE 1:MOVE 100,100:DRAW 300,120,1:DRAW 200,333:DRAW 100,100:GRAPHICS PEN 1\n20 GOTO 20\nRUN\n")
    cpc.run(2)
    graphics, clock = cpc.machine.graphics, cpc.session.executor.clock
    for place, ink, us in (((200, 200), 2, 636615), ((150, 105), 3, 5421830), ((2, 2), 3, 2871), ((700, 700), 1, 2627)):
        graphics.move(*place)
        begun = clock.us
        graphics.fill(ink)
        assert (clock.us - begun) / SHARES[1] + STATEMENT == pytest.approx(us, abs=10, rel=1e-4)


@pytest.mark.parametrize(("line", "longer"), [
    ((0, 100, 255, 100), 31), ((255, 100, 0, 100), -19), ((100, 0, 100, 200), -18), ((100, 200, 100, 0), -64),
    ((0, 0, 200, 100), -382), ((0, 0, 100, 200), -383), ((200, 100, 0, 0), -71), ((100, 200, 0, 0), -58),
    ((0, 100, 4, 100), 31)])
def test_a_line_without_its_first_point(line, longer):
    """By how much it takes longer on the firmware."""
    took = []
    for first in (0, 1):
        cpc = CPC(model="6128", brand="amstrad")
        cpc.type(f"MODE 1:MASK 255,{first}\n")
        assert cpc.run_until_idle(5)
        graphics, clock = cpc.machine.graphics, cpc.session.executor.clock
        graphics.move(*line[:2])
        begun = clock.us
        graphics.draw(*line[2:])
        took.append((clock.us - begun) / SHARES[1])
    assert abs(took[0] - took[1] - longer) < 5

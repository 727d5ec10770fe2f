"""What lines take: the times in tests/golden/line_times.json were counted on the firmware, from the call of GRA LINE ABSOLUTE
to its return, without interrupts. Here a line is charged some microseconds more, of its statement, and one with a negative
coordinate less. Longer lines are up to 7 microseconds off, of 30,000."""

import json

import pytest

from cpc import CPC
from cpc.picture.costs import INTERRUPTS
from tests.places import GOLDEN

TIMES = json.loads((GOLDEN / "line_times.json").read_text(encoding="ascii"))
BESIDE = {"464": 16, "6128": 1}
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
        taken = (clock.us - begun) / INTERRUPTS - BESIDE[model]
        assert taken == pytest.approx(us, abs=8 + NEGATIVE * sum(one < 0 for one in begin_and_end)), begin_and_end

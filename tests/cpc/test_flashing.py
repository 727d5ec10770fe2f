"""Flashing inks: what the changes of colours take, and CALL &BC02."""

import pytest

from cpc import CPC
from cpc.picture.palette import Palette

LOOP = "10 SPEED INK {}:FOR i=1 TO 50:CALL &BD19:NEXT:t=TIME:FOR i=1 TO 3000:NEXT:PRINT TIME-t"


# what the firmware printed
@pytest.mark.parametrize(("speed", "older", "newer"), [
    ("10,10", 950, 941), ("1,1", 979, 970), ("3,3", 957, 948), ("8,2", 953, 945), ("50,50", 948, 939), ("255,255", 947, 938)])
def test_quick_changes_of_colours_take_time_from_the_program(speed, older, newer):
    for model, theirs in (("464", older), ("6128", newer)):
        cpc = CPC(model=model)
        cpc.type(LOOP.format(speed) + "\nRUN\n")
        assert cpc.run_until_idle(60)
        assert int(cpc.printed.split()[0]) == pytest.approx(theirs, abs=4)


@pytest.mark.parametrize("speed", ["50,50", "1,1"])
def test_no_frame_begins_twice(speed):
    cpc = CPC()
    cpc.type(LOOP.format(speed) + "\nRUN\n")
    clock, frames = cpc.machine.clock, [0]
    for _ in range(1000):
        cpc.run(0.004)
        frames.append(clock.scans())
    assert frames == sorted(frames)


def test_the_turn_goes_on_where_the_colours_become_those_of_power_on():
    palette = Palette(CPC().machine.clock)
    assert palette.in_force[14:] == [24, 16]
    palette.frames(4)
    palette.set_ink(14, 3, 9)
    palette.set_defaults()
    palette.frames(5)
    assert palette.in_force[14:] == [24, 16]        # the first colours once more
    palette.frames(1)
    first = palette.in_force[14:]
    palette.frames(10)
    assert [first, palette.in_force[14:]] == [[24, 16], [1, 11]]

"""Speeds: what is held to the wall clock, whose seconds these tests make up."""

import pytest

from basic.machine import FRAME_US
from cpc import CPC
from cpc.pacing import FRAME, Pacing, name_of, speed_of

COMPUTING = "10 x=x+1:GOTO 10\nRUN\n"
WAITING = "10 FOR i=1 TO 1E6:NEXT\nRUN\n"


def frames(program, speed, seconds):
    """How many frames the machine runs in so many seconds on a host that computes about 50 of them in each 1/50 s."""
    cpc = CPC()
    cpc.type(program)
    cpc.run(1)
    pacing = Pacing(cpc.session, speed, 0.0)
    now, clock = 0.0, cpc.machine.clock
    begin = clock.us
    while now < seconds:
        before = clock.us
        if pacing.ahead(now) <= 0:
            pacing.step()
        now += (clock.us - before) / 1e6 / 50 or FRAME
    return (clock.us - begin) / FRAME_US


@pytest.mark.parametrize("program, speed, expected", [
    (WAITING, 1.0, 50), (COMPUTING, 1.0, 50), (COMPUTING, 2.0, 100), (WAITING, 0.5, 25),
    (WAITING, "auto", 50), (COMPUTING, "auto", 2500), ("", "auto", 50),
    (WAITING, "max", 2500), (COMPUTING, "max", 2500), ("", "max", 50), ("10 INPUT a$\nRUN\n", "max", 50),
])
def test_frames_a_second(program, speed, expected):
    assert frames(program, speed, 2) == pytest.approx(2 * expected, rel=0.1, abs=8)


def test_a_host_that_is_too_slow_does_not_run_after_the_time():
    cpc = CPC()
    pacing = Pacing(cpc.session, 1.0, 0.0)
    assert pacing.ahead(10.0) == pytest.approx(-0.1)
    for _ in range(7):
        pacing.step()
    assert pacing.ahead(10.0) > 0


def test_names():
    assert [speed_of(text) for text in ("real", "auto", "max", "2.5")] == [1.0, "auto", "max", 2.5]
    assert [name_of(speed) for speed in (1.0, "auto", 2.5)] == ["real", "auto", "2.5 x real"]
    for text in ("fast", "0", "-1", "nan", "1e9"):
        with pytest.raises(ValueError, match="A speed is real, auto, max or a number"):
            speed_of(text)

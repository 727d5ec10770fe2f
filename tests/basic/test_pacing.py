"""Speeds: what is held to the wall clock, whose seconds these tests make up."""

import random

import pytest

from basic.debug.debugger import Debugger
from basic.ports import FRAME_US
from cpc import CPC
from cpc.player.pacing import FRAME, Pacing, Remembered, name_of, speed_of
from tests.everything import differences, everything
from tests.places import EVERYTHING

COMPUTING = "10 x=x+1:GOTO 10\nRUN\n"
WAITING = "10 FOR i=1 TO 1E6:NEXT\nRUN\n"


def frames(program, speed, seconds):
    """How many frames the machine runs in so many seconds on a host that computes about 50 of them in each 1/50 s."""
    cpc = CPC()
    cpc.type(program)
    cpc.run(1)
    pacing = Pacing(cpc, speed, 0.0)
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
    pacing = Pacing(cpc, 1.0, 0.0)
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


ASKING = b"""10 ON BREAK GOSUB 100:EVERY 7 GOSUB 200:s=0
20 a$=INKEY$:IF a$<>"" THEN PRINT a$;:s=s+ASC(a$)
30 FOR i=1 TO 40:s=s+i MOD 7+RND*3:NEXT:IF s>5000 THEN s=0:SOUND 1,100+s/9,5:FRAME
40 IF a$="q" THEN INPUT b$:PRINT b$:MODE 1
50 GOTO 20
100 PRINT "break":RETURN
200 t=t+1:RETURN
"""
KEYS = 66, 69, 50, 47, 67, 6, 71          # ESC, a, r, SPACE, q, ENTER, z


@pytest.mark.parametrize("speed, seed", [(speed, seed) for speed in ("auto", "max", 1.0)
                                         for seed in range(20 if EVERYTHING else 2)])
def test_what_was_not_attended_to_is_remembered(speed, seed):
    """A window's evening, whose keys come when they come: the debugger, opened at last, goes back to its beginning."""
    rng = random.Random(seed)
    cpc = CPC(model="6128")
    debugger = Debugger(cpc.session)
    cpc.session.storage.load_raw(0x16, ASKING)
    debugger.forget_past()
    cpc.type("RUN\n")
    pacing, now, down, moments = Remembered(cpc, debugger, speed, 0.0), 0.0, set(), []
    for frame in range(500):
        if pacing.ahead(now) <= 0:
            pacing.step()
        now += FRAME
        if rng.random() < 0.15:
            key = rng.choice(KEYS)
            cpc.key(key, key not in down)
            down ^= {key}
        if frame % 125 == 124:
            moments.append((debugger.history.here(), everything(cpc.session)))
    debugger.back(1)
    for moment, state in reversed(moments):
        debugger.history.go_to(moment)
        assert differences(state, everything(cpc.session)) == []
    debugger.to_present()
    assert differences(moments[-1][1], everything(cpc.session)) == []
    debugger.to_count(0)
    assert cpc.session.executor.table.direct is None and cpc.variables["s"] == 0

"""Where the statement begins that comes behind a wait for the picture's flyback. The figures are the firmware's: microseconds
behind the flyback's begin, without interrupts."""

import pytest

from cpc import CPC
from tests.moments import noting_moments

NEAR = 45
PARTED, EACH = 62, 16       # more in each 16th scroll of the whole screen: what it clears is in two of 256 bytes
WAITS = [
    ("464", "", "CALL &BD19", 139), ("6128", "", "CALL &BD19", 141), ("6128", "", "FRAME", 83),
    ("464", "LOCATE 1,25", "PRINT", 2815), ("6128", "LOCATE 1,25", "PRINT", 2830),
    ("464", "WINDOW 1,20,20,25:LOCATE 1,6", "PRINT", 16806), ("464", "WINDOW 11,13,10,12:LOCATE 1,3", "PRINT", 3609),
    ("464", "MODE 2:WINDOW 1,40,20,22:LOCATE 1,3", "PRINT", 8559), ("464", "MODE 0:WINDOW 5,8,3,9:LOCATE 1,7", "PRINT", 11283),
    ("464", "MODE 2:WINDOW 30,39,5,7:LOCATE 1,3", "PRINT", 4306), ("464", "MODE 2:WINDOW 1,79,5,7:LOCATE 1,3", "PRINT", 14238),
    ("464", "MODE 1:LOCATE 1,1", "PRINT CHR$(11);", 2647), ("6128", "WINDOW 1,20,20,25:LOCATE 1,1", "PRINT CHR$(11);", 16853),
    ("6128", "MODE 2:WINDOW 1,10,5,10:LOCATE 1,6", "PRINT", 8015), ("6128", "WINDOW 1,10,24,25:LOCATE 1,2", "PRINT", 3875),
]


@pytest.mark.parametrize(("model", "before", "waits", "expected"), WAITS)
def test_the_next_statement_begins_behind_the_flyback(model, before, waits, expected):
    cpc = CPC(model=model, brand="amstrad")
    cpc.type(f"10 MODE 1:{before}\n20 x%=1:{waits}\n30 x%=2\n40 x%=3:x%=4:GOTO 20\n")
    assert cpc.run_until_idle(60)
    moments = noting_moments(cpc)
    cpc.type("RUN\n")
    cpc.run(1)
    share = cpc.session.executor.costs.interrupts
    clock, begins = cpc.machine.clock, [round(us * share) for us, line, _ in moments if line == 30]
    behind = [(us - clock.begin_of_frame(clock.frame_at(us))) / share for us in begins[2:]]
    assert len(behind) > 8
    others = [one for one in behind if abs(one - expected) >= NEAR]
    assert all(abs(one - expected - PARTED) < NEAR for one in others), behind
    assert len(others) <= len(behind) / EACH + 1


BESIDE_A_SOUND = """10 ENV 1,127,1,1,127,-1,1:ENT -1,10,1,2,10,-1,2
20 SOUND 2,100,2000,15,1,1
30 FOR k=1 TO 40
40 t=TIME:FOR j=1 TO k:NEXT:CALL &BD19:FOR j=1 TO k/2:NEXT:CALL &BD19:PRINT ROUND((TIME-t)/6);
50 NEXT
"""


@pytest.mark.parametrize(("model", "frames"), [("464", "2222222222223333333333334444445555555555"),
                                              ("6128", "2222222222223333333333333444445555555555")])
def test_what_sounds_take_comes_before_the_flyback_that_is_waited_for(model, frames):
    """How many frames each pass takes on the machine."""
    cpc = CPC(model=model, brand="amstrad")
    cpc.type(BESIDE_A_SOUND + "RUN\n")
    assert cpc.run_until_idle(60)
    assert cpc.printed.split(b"Ready")[-2].split() == [figure.encode() for figure in frames]

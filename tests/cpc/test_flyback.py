"""Where the statement begins that comes behind a wait for the picture's flyback. The figures are the firmware's: microseconds
behind the flyback's begin, without interrupts."""

import pytest

from basic.runtime.clock import INTERRUPTS
from cpc import CPC
from tests.moments import noting_moments

NEAR = 45
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
    cpc.type(f"10 MODE 1:{before}\n20 x%=1:{waits}\n30 x%=2\n40 GOTO 20\n")
    assert cpc.run_until_idle(60)
    moments = noting_moments(cpc)
    cpc.type("RUN\n")
    cpc.run(1)
    clock, begins = cpc.machine.clock, [round(us * INTERRUPTS) for us, line, _ in moments if line == 30]
    behind = [(us - clock.begin_of_frame(clock.frame_at(us))) / INTERRUPTS for us in begins[2:]]
    assert len(behind) > 8
    assert all(abs(one - expected) < NEAR for one in behind), behind

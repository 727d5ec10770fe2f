"""Which loops take their real time at the speed `auto`: those that only wait, and no others."""

import pytest

from basic.runtime.waits import Waits
from cpc import CPC
from cpc.machine import native_engine
from cpc.player.pacing import Pacing

WAITING = """
10 FOR i=1 TO 30000:NEXT
10 FOR i=1 TO 30000|20 NEXT i
10 FOR j=1 TO 100:FOR i=1 TO 300:NEXT i,j
10 IF INKEY$="" THEN 10
10 a$=INKEY$:IF a$="" THEN GOTO 10 ELSE PRINT a$
10 a$=INKEY$|20 IF a$="" GOTO 10
10 k=INKEY(47):m=k AND 128:IF m<>0 THEN 10
10 WHILE INKEY$="":WEND
10 t=TIME+30000:WHILE TIME<t:WEND
10 GOSUB 100:IF a$="" THEN 10|20 END|100 a$=UPPER$(INKEY$):RETURN
10 FOR i=1 TO 30000:a$=INKEY$:IF a$<>"" THEN END|20 NEXT
10 a$=INKEY$:ON INSTR("abc",a$)-1 GOTO 100,200:GOTO 10|100 END
10 GOTO 10
10 WHILE INKEY$="":PLOT 640*RND,400*RND:WEND
10 LOCATE 1,1:PRINT INT(TIME/300):IF INKEY$="" THEN 10
10 IF INKEY(1)=0 THEN x=x+4|20 PLOT x,y:GOTO 10
10 EVERY 50 GOSUB 100|20 x=SIN(x)+1:GOTO 20|100 n=n+1:RETURN
10 SOUND 1,200,32767|20 x=SIN(x)+1:GOTO 20
10 CALL &BD19:x=x+1:GOTO 10
10 SOUND 1,200,100:GOTO 10
10 LET a=TIME:IF a<300000 THEN 10
10 a=TIME:IF a<300000 THEN 10
10 LET a$=INKEY$|20 IF a$="" THEN GOTO 10
10 ' nothing|20 IF INKEY$="" GOTO 10
10 REM nothing|20 GO TO 10
10 ::IF INKEY$="" THEN 10 ELSE END
10 DATA 1|20 IF INKEY$="" THEN LET a=1 ELSE 30|25 GOTO 10|30 END
10 FOR i=1 TO 30000:'nothing|20 NEXT i
10 n=1|20 ON n GO SUB 100:GOTO 20|100 RETURN
10 INPUT a$
10 REM
""".strip().splitlines()

COMPUTING = """
10 DIM a(100)|15 FOR j=1 TO 30000|20 FOR i=1 TO 100:IF a(i)=7 THEN END|30 NEXT:NEXT
10 x=x+1:IF x<30000 THEN 10
10 LET x=x+1:IF x<30000 THEN 10
10 ?"hello":GOTO 10
10 DIM a(9)|20 LET a(1)=TIME:GOTO 20
10 FOR i=1 TO 30000:x=i*i:NEXT
10 FOR i=1 TO 30000:s=s+2:NEXT
10 x=1|20 FOR i=1 TO 30000:x=-x:NEXT
10 IF RND<2 THEN 10
10 PRINT "hello":GOTO 10
10 FOR i=1 TO 40:x=x+SIN(i):NEXT:IF INKEY$="" THEN 10
10 DIM a(9)|20 a(1)=TIME:GOTO 20
""".strip().splitlines()


def watched(program: str) -> float:
    cpc = CPC()
    executor = cpc.session.executor
    executor.real_time.watching = True
    cpc.type(program.replace("|", "\n") + "\nRUN\n")
    cpc.run(0.1)
    before, begin = executor.real_time.watched, cpc.machine.scans
    for _ in range(150):
        cpc.run(0.02)
    return (executor.real_time.watched - before) / (cpc.machine.scans - begin)


@pytest.mark.parametrize("program", WAITING)
def test_waits(program):
    assert watched(program) > 0.85


@pytest.mark.parametrize("program", COMPUTING)
def test_computes(program):
    assert watched(program) < 0.15


def test_delays_between_computing_take_their_part():
    assert 0.3 < watched("10 FOR i=1 TO 50:NEXT:x=x+1:y=SIN(x):z=SIN(y):GOTO 10") < 0.8


def test_a_subroutine_waits_for_one_of_its_callers_only():
    cpc = CPC()
    executor = cpc.session.executor
    executor.table.use_units(False)         # which would not stop in it
    cpc.type("""10 t=TIME+60
20 GOSUB 100:IF TIME<t THEN 20
30 x=0
40 GOSUB 100:x=x+1:IF x<50 THEN 40 ELSE 10
100 a=1:a=2:a=3:RETURN
RUN
""")
    cpc.run(0.5)
    inside = {}                 # places in the subroutine -> what is said of them
    for _ in range(1500):
        cpc.run(0.000997)
        pc = executor.runner.pc
        assert executor.waits.at(pc) == Waits(executor).at(pc)
        if executor.table.where[pc][0] == 4:           # the last line
            inside.setdefault(pc, set()).add(executor.waits.at(pc))
    assert {True, False} in inside.values()


def test_a_delay_in_direct_mode():
    cpc = CPC()
    cpc.session.executor.real_time.watching = True
    cpc.type("FOR i=1 TO 5000:NEXT\n")
    before = cpc.session.executor.real_time.watched
    cpc.run(4)
    assert cpc.session.executor.real_time.watched - before > 190


def test_a_key_held_while_computing_does_not_repeat():
    """A second of a finger's time is minutes of a program's at the speed auto."""
    cpc = CPC()
    cpc.type('10 a$=INKEY$:IF a$="" THEN 10\n20 n=n+1:FOR i=1 TO 20:x=SQR(i):NEXT:GOTO 10\nRUN\n')
    cpc.run(0.2)
    pacing = Pacing(cpc, "auto", 0.0)
    cpc.session.input.press(69)
    for _ in range(40):
        pacing.step()
    assert cpc.variables["n"] == 1


SEARCHES_AND_WAITS = """10 FOR n=1 TO 300:GOSUB 100:NEXT
20 t=TIME+300:WHILE TIME<t:WEND
30 waits=waits+1:GOTO 10
100 FOR j=1 TO 30:s=s+j*n-INT(s/7):GOSUB 200:NEXT:RETURN
200 IF s<0 THEN s=0:RETURN
210 s=s+1:RETURN
RUN
"""


@pytest.mark.skipif(native_engine() is None, reason="no engine: wasmtime is not installed")
def test_machine_code_is_left_at_frames_only_where_the_program_waits(monkeypatch):
    cpc = CPC()
    executor = cpc.session.executor
    executor.jit.native.patience, executor.jit.native.waits = 0, True
    cpc.type(SEARCHES_AND_WAITS)
    cpc.run(300)                            # all is machine code
    pacing, looks, now = Pacing(cpc, "auto", 0.0), [], 0.0
    passed = executor.real_time.frames_passed
    monkeypatch.setattr(executor.real_time, "frames_passed", lambda frames, pc: looks.append(frames) or passed(frames, pc))
    waits, watched = cpc.variables["waits"], executor.real_time.watched
    while cpc.variables["waits"] < waits + 3:
        now += max(pacing.ahead(now), 0)
        pacing.step()
    assert len(looks) < 0.2 * sum(looks)
    assert 3 * 47 <= executor.real_time.watched - watched <= 3 * 53


def test_machine_code_is_asked_again_when_a_subroutine_has_a_new_caller():
    cpc = CPC()
    executor = cpc.session.executor
    executor.table.use_units(False)
    cpc.type("""10 FOR x=1 TO 500:GOSUB 100:y=y+1:NEXT
20 t=TIME+300
30 GOSUB 100:IF TIME<t THEN 30
40 GOTO 10
100 a=1:a=2:a=3:RETURN
RUN
""")
    while "y" not in cpc.variables:
        cpc.run(0.1)
    waits, begin = executor.waits, executor.table.pc_of_line(100)
    assert waits.find_callers() and not waits.find_callers()
    assert waits.never_at(begin)
    while "t" not in cpc.variables:
        cpc.run(0.1)
    cpc.run(0.1)
    assert waits.find_callers()
    assert not waits.never_at(begin)

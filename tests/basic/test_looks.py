"""When a statement looks at the clock or at the keys: where that stands in it, and not at its begin or its end."""

from unittest.mock import patch

import pytest

from basic.runtime.clock import INTERRUPTS, Clock
from basic.runtime.runner import Runner
from cpc import CPC
from tests.moments import noting_moments

LEFT, SPACE, FIRE = 8, 47, 76

# Counted on the firmware, without interrupts: microseconds from the statement's begin to the call of the firmware that looks
# at the clock, at the buffered keys, at a key or at a joystick, in BASIC 1.0 and in 1.1.
LOOKS = [
    ("t=TIME", [378], [368]),
    ("IF TIME<3 THEN 900", [239], [241]),
    ("t=3+TIME", [650], [641]),
    ("t=FNt", [899], [871]),
    ("IF FNt<-3 THEN 900", [760], [744]),
    ("t=FNa(7)", [2727], [2663]),
    ("a$=INKEY$", [389], [370]),
    ('IF INKEY$="x" THEN 900', [247], [240]),
    ('WHILE INKEY$="x":WEND', [769], [793]),
    ("a$=UPPER$(INKEY$)", [540], [509]),
    ("PRINT INKEY$;", [570], [568]),
    ("i%=INKEY(1)", [699], [659]),
    ("IF INKEY(1)=0 THEN 900", [557], [529]),
    ("IF INKEY(1)=0 OR (i% AND 0) THEN 900", [557], [529]),
    ("IF FNk(1)=0 THEN 900", [3004], [2869]),
    ("IF INKEY(1)=-1 AND INKEY(8)=-1 AND INKEY(47)=-1 THEN i%=1", [557, 2217, 4076], [529, 2059, 3793]),
    ("IF JOY(0) AND 1 THEN 900", [494], [466]),
    ("d(1)=INKEY(1)", [1417], [1211]),
]


@pytest.mark.parametrize("model", ["464", "6128"])
def test_a_look_comes_where_it_stands_in_its_statement(model):
    lines = ["1 DIM d(3):DEF FNt=TIME-t:DEF FNa(q)=q+TIME:DEF FNk(n)=INKEY(n)",
             *(f"{10 + at} {text}" for at, (text, *_) in enumerate(LOOKS)), "900 n=n+1:IF n<3 THEN 10"]
    cpc = CPC(model=model)
    cpc.type("\n".join(lines) + "\n")
    assert cpc.run_until_idle(60)
    executor = cpc.session.executor
    table, clock, begun, found = executor.table, executor.clock, [0, 0], {}
    table.use_units(False)
    put_step, ticks_at, look_at_keys = table.put_step, Clock.ticks_at, Runner.look_at_keys

    def put_noting(pc, step):
        def noting():
            line = table.where[pc][0]
            number = -1 if line is None else executor.program.numbers[line]
            if table.where[pc][1] == 0:
                begun[:], found[number] = (clock.us - table.cost[pc], number), []
            return step()
        put_step(pc, noting)
    table.put_step = put_noting

    def note(us):
        found[begun[1]].append((us - begun[0]) / INTERRUPTS)

    def noting_ticks(self, us):
        note(us)
        return ticks_at(self, us)

    def noting_keys(self, later):
        note(self.clock.us - later)
        look_at_keys(self, later)
    with patch.object(Clock, "ticks_at", noting_ticks), patch.object(Runner, "look_at_keys", noting_keys):
        cpc.type("RUN\n")
        assert cpc.run_until_idle(60)
    for at, (text, *theirs) in enumerate(LOOKS):
        assert found[10 + at] == pytest.approx(theirs[model == "6128"], abs=70), text


@pytest.mark.parametrize(("look", "up", "down"), [
    ("INKEY(47)", b"-1", b"0"), ("JOY(0)", b"0", b"16"), ("LEN(INKEY$)", b"0", b"1"), ("FNk(47)", b"-1", b"0")])
@pytest.mark.parametrize("model", ["464", "6128"])
def test_a_scan_within_a_statement_counts_for_the_looks_behind_it(model, look, up, down):
    """The keys go down behind the scan that ends the loop; the next one comes while the stars are printed."""
    cpc = CPC(model=model)
    cpc.type('10 DEF FNk(n)=INKEY(n)\n20 IF INKEY(8)=-1 THEN 20\n25 a$=INKEY$\n'
             f'30 x={look}:PRINT STRING$(250,"*");x;{look}\nRUN\n')
    cpc.run(1)
    cpc.key(LEFT, True)
    clock = cpc.session.executor.clock
    cpc.run((clock.begin_of_scan(clock.scans() + 1) + 500) / 1e6 - cpc.seconds)
    for key in (SPACE, FIRE):
        cpc.key(key, True)
    assert cpc.run_until_idle(10)
    *_, before, behind, _ready = cpc.printed.split()
    assert (before.strip(b"*"), behind) == (up, down)


def test_runs_follow_each_other_to_the_microsecond_whatever_statements_take():
    cpc = CPC()
    cpc.type('10 PRINT STRING$(250,"*");:GOTO 10\nRUN\n')
    begun = cpc.seconds
    for seconds in (0.5, 0.01, 0.01, 2):        # a statement takes 0.8 s
        cpc.run(seconds)
    assert cpc.seconds - begun == pytest.approx(2.52, abs=1e-5)


@pytest.mark.parametrize(("model", "none", "least", "most"), [("464", 925, 1262, 1304), ("6128", 929, 1220, 1262)])
def test_inkey_takes_longer_with_a_key_that_is_pressed(model, none, least, most):
    """Counted on the firmware for thirty keys, without interrupts."""
    cpc = CPC(model=model)
    cpc.type('10 a$=INKEY$\n20 IF a$="" THEN 10\n30 GOTO 10\n')
    assert cpc.run_until_idle(60)
    moments = noting_moments(cpc)
    cpc.type("RUN\n")
    cpc.run(0.5)
    cpc.key(SPACE, True)
    cpc.run(0.1)
    took = {after - us for (us, line, _), (after, _, _) in zip(moments, moments[1:], strict=False) if line == 10}
    steady = sorted(round(us) for us in took if us < 1400)
    assert abs(steady[0] - none) <= 1
    assert least <= steady[-1] <= most

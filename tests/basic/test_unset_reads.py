"""A variable that was never assigned is looked for each time that it is read."""

import pytest

from basic.timing.figures import INTERRUPTS
from cpc import CPC

SETUP = "10 a=1:ab=1:abc=1:a%=1:x=0:x%=0:x$=\"\"\n20 {}\n"


def cost_of_line_20(model, statement, behind=""):
    cpc = CPC(model=model)
    cpc.type(SETUP.format(statement) + behind + "RUN\n")
    assert cpc.run_until_idle(60)
    table = cpc.session.executor.table
    return table.cost[table.pc_of_line(20)] / INTERRUPTS


# Counted on the firmware: what the statement takes more than with a variable that has been assigned.
@pytest.mark.parametrize(("unset", "same", "older", "newer"), [
    ("x=b", "x=y", 227, 251), ("x=b!", "x=y!", 191, 227), ("x%=b%", "x%=y%", 210, 246), ("x$=b$", "x$=y$", 238, 274),
    ("x=bbbb", "x=yyyy", 257, 281), ("x=b+b", "x=y+y", 453, 501), ("x=ad", "x=yy", 425, 449), ("x=abcd", "x=yyyy", 459, 483)])
def test_a_variable_that_was_never_assigned_is_looked_for_each_time(unset, same, older, newer):
    made = "30 y=1:y%=1:y$=\"1\":yy=1:yyyy=1\n40 GOTO 60\n50 END\n60 END\n"
    for model, theirs in (("464", older), ("6128", newer)):
        more = cost_of_line_20(model, unset) - cost_of_line_20(model, same, made)
        assert more == pytest.approx(theirs, abs=3)


MAKING = "10 FOR i=1 TO 900:x=x+b:IF i=300 THEN ba=1 ELSE IF i=600 THEN b=1\n20 NEXT\n"


def clock_behind(units):
    cpc = CPC()
    cpc.session.executor.table.use_units(units)
    cpc.type(MAKING + "RUN\n")
    assert cpc.run_until_idle(60)
    return cpc.session.executor.clock.us


def test_units_take_the_same_time_before_and_behind_the_moment_at_which_it_is_made():
    assert clock_behind(True) == clock_behind(False)


def test_what_was_made_since_is_to_be_looked_for_again_where_the_machine_goes_back():
    cpc = CPC()
    cpc.type("10 x=b:i=i+1:IF i=50 THEN b=1\n20 IF i<100 THEN 10\n")
    assert cpc.run_until_idle(60)
    cpc.type("RUN\n")
    cpc.run(0.12)
    assert not cpc.printed.endswith(b"Ready\r\n") and len(cpc.session.variables.created) == 2
    kept = cpc.snapshot()
    assert cpc.run_until_idle(60)
    behind = cpc.session.executor.clock.us
    cpc.restore(kept)
    assert cpc.run_until_idle(60)
    assert cpc.session.executor.clock.us == behind

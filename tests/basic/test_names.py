"""Names behind NEXT that are none, and what DIM takes its names for. What is expected was recorded from the real machines."""

import pytest

from cpc import CPC


def run(cpc: CPC, text: str) -> str:
    before = len(cpc.printed)
    cpc.type(text)
    assert cpc.run_until_idle(60)
    return cpc.printed[before:].decode("latin-1")


@pytest.mark.parametrize("last, names, printed, y", [
    (2, ",y", "Syntax error in 20", 0), (0, ",y:PRINT 9", "Syntax error in 20", 0),
    (2, "a(1),y", "Unexpected NEXT in 20", 1), (2, "x(1),y", "Unexpected NEXT in 20", 1),
    (0, "x[1],y:PRINT 9", " 9 ", 1), (2, "x+1,y", "NEXT missing in 10", 0),
])
def test_names_behind_next_that_are_none(last, names, printed, y):
    cpc = CPC()
    assert printed in run(cpc, f"10 FOR y=1 TO {last}:FOR x=1 TO 2\n20 NEXT {names}\nRUN\n")
    assert cpc.variables.get("y", 0) == y


@pytest.mark.parametrize("first, then", [("DEFREAL", "DEFINT"), ("DEFINT", "DEFREAL"), ("DEFSTR", "DEFREAL")])
def test_dim_makes_what_its_names_mean_now(first, then):
    """Other statements that have been reached keep what their names meant."""
    cpc = CPC()
    run(cpc, f"5 {first} a\n10 DIM a(10)\nRUN\n{then} a\n")
    assert run(cpc, "GOTO 10\n") == "\r\nReady\r\n"
    assert "Array already dimensioned in 10" in run(cpc, "GOTO 10\n")


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("typed, printed", [
    ("READ a", "DATA exhausted"), ("PRINT FNa(1)", "Memory full"), ("PRINT a+1", "Memory full"),
    ("INPUT n\n5", "? \r\nMemory full"),
])
def test_a_full_stack_has_no_room_for_a_name(model, typed, printed):
    """READ and INPUT look for the name when there is something to give."""
    cpc = CPC(model=model, brand="amstrad")
    run(cpc, "10 n=n+1:IF n<80 THEN GOSUB 10 ELSE STOP\nRUN\n")
    assert run(cpc, typed + "\n") == f"\r\n{printed}\r\nReady\r\n"


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("typed, fits", [
    ("PRINT i%+i%*i%", True), ("PRINT i%+(i%+i%*i%)", False), ("PRINT n+i%", True), ("PRINT n+i%*i%", False),
    ("PRINT n+n*n", False), ("PRINT MAX(n,n)", True), ("PRINT MAX(n,i%,i%+i%)", False), ("DEF FNa(x)=x+x*x", True),
])
def test_operands_that_wait_leave_less_room_for_a_name(model, typed, fits):
    cpc = CPC(model=model, brand="amstrad")
    run(cpc, "10 i%=0:n=n+1:x=0\n20 n=n+1:IF n<79 THEN GOSUB 20 ELSE STOP\nRUN\n")
    assert ("Memory full" not in run(cpc, typed + "\n")) == fits

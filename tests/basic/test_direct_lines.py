"""RETURN into a direct line, and events while one is typed or runs: what both machines print."""

import pytest

from cpc import CPC


def printed_by(model: str, *lines: str) -> bytes:
    """What the last line prints."""
    cpc = CPC(model=model, brand="amstrad", dialect="locomotive")
    cpc.run_until_idle()
    for line in lines:
        before = len(cpc.printed)
        cpc.type(line + "\n")
        cpc.run_until_idle(20)
    return cpc.printed[before:].removesuffix(b"Ready\r\n").strip()


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("typed, answer", [
    ("RETURN", b"7"),                           # what stood there before, behind the zeros that end the line
    ("RETURN:", b"7"),
    ("RETURN:?", b""),                          # one of these zeros
    ("RETURN:REM abc", b"Syntax error"),        # within a statement
    ("RETURN:PRINT 8:PRINT 9", b"9"),
    ("RETURN:?:?:?3:?4", b"3 \r\n 4"),
])
def test_return_goes_on_at_the_same_place_of_what_was_typed_last(model, typed, answer):
    assert printed_by(model, "10 STOP", "GOSUB 10:PRINT 7", typed) == answer


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("lines, answer", [
    (["GOSUB 10:PRINT 7", "CONT"], b"7"),
    (["GOSUB 10:PRINT 7", "GOTO 20:PRINT 8"], b"8"),
    (["GOSUB 10", "PRINT 1:PRINT 2:PRINT 3", "CONT"], b"Syntax error"),
    (["GOSUB 10:PRINT 7", "xxxxx:yyy", "CONT"], b"Syntax error"),
])
def test_the_programs_return_does_so_too(model, lines, answer):
    assert printed_by(model, "10 STOP", "20 RETURN", *lines) == answer


@pytest.mark.parametrize("model", ["464", "6128"])
def test_a_snapshot_knows_the_place(model):
    cpc = CPC(model=model, brand="amstrad", dialect="locomotive")
    for line in ("10 STOP", "GOSUB 10:PRINT 7", "PRINT 300:PRINT 2"):
        cpc.type(line + "\n")
        cpc.run_until_idle(20)
    kept = cpc.snapshot()
    cpc.type('PRINT "another line":PRINT\n')
    cpc.run_until_idle(20)
    cpc.restore(kept)
    before = len(cpc.printed)
    cpc.type("RETURN\n")
    cpc.run_until_idle(20)
    assert cpc.printed[before:].split() == [b"2", b"Ready"]


PROGRAM = "10 {0} 25 GOSUB 100:STOP", "50 PRINT 1:PRINT 2:STOP", '100 PRINT "tick":RETURN', "RUN"


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("timer, typed, answer", [
    ("AFTER", "GOTO 50" + 170 * " ", [b"1", b"2"]),                         # due while the line is typed: lost
    ("EVERY", "GOTO 50" + 170 * " ", [b"tick", b"1", b"2"]),                # comes once, before the program goes on
    ("EVERY", "a=1:GOTO 50" + 170 * " ", [b"1", b"2"]),                     # lost by the first statement
    ("AFTER", "FOR i=1 TO 900:NEXT:GOTO 50", [b"1", b"2"]),                 # due while a direct statement runs
])
def test_events_of_a_direct_line(model, timer, typed, answer):
    lines = [line.format(timer) for line in PROGRAM]
    assert printed_by(model, *lines, typed).split(b"Break")[0].split() == answer

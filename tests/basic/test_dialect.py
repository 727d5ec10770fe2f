"""The Commodore dialect: keywords anywhere in run-together text, and the clock in TI and TI$."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basic.source.dialect import Dialect, crunched_line, spaced
from basic.source.uncrunch import listed
from cpc import CPC

RUN_TOGETHER = "10 A=1:IFA=1THENPRINT\"YES\"\n"


class Clock:
    us = 0


def dialect(name, senseless=(), told=None):
    """One that takes texts as they are, where each of `senseless` makes no sense."""
    notices = [] if told is None else told
    return Dialect(name, lambda text: text, lambda text: text not in senseless, notices.append, Clock())


@pytest.mark.parametrize(("text", "apart"), [
    (b"IFF%=ST%ANDZ%=111THENGOTO100", b"IF F%=ST%AND Z%=111THEN GOTO 100"),
    (b"FORI=1TO10STEP2:NEXTI", b"FOR I=1TO 10STEP 2:NEXT I"),
    (b"PRINT\"GOTO\"TAB(5)\"IF", b"PRINT\"GOTO\"TAB(5)\"IF"),
    (b"a$=left$(b$,2)+chr$(x)", b"a$=left$(b$,2)+chr$(x)"),
    (b"REMGOTO 10:IFA", b"REM GOTO 10:IFA"), (b"REM", b"REM"), (b"REM IFA", b"REM IFA"), (b"REM:IFA", b"REM:IFA"),
    (b"DATAIF,ORT:PRINTX", b"DATAIF,ORT:PRINT X"), (b"DATA FOR", b"DATA FOR"),
    (b"DEFFNA(X)=X*2", b"DEF FNA(X)=X*2"), (b"X=FNA(3)", b"X=FNA(3)"),
    (b"A.5=1", b"A.5=1"), (b"PRINT.5", b"PRINT .5"), (b"X=A-INT(B)", b"X=A-INT(B)"), (b"ONXGOSUB10", b"ON X GOSUB 10"),
    (b"", b""), (b"\"", b"\""), (b"A=BORC", b"A=B OR C"), (b"?LEN(X$)OR1", b"?LEN(X$)OR 1"), (b"A1ORB", b"A1OR B")])
def test_blanks_stand_around_the_words(text, apart):
    assert spaced(text) == apart


@given(st.text("IFAORTHENGO1 \":", max_size=30))
def test_what_has_its_blanks_gets_no_more(text):
    once = spaced(text.encode())
    assert spaced(once) == once and once.replace(b" ", b"") == text.encode().replace(b" ", b"")


def test_bytes_of_a_line_come_from_the_places_of_its_text():
    text, places = b"IFA=1THENGOTO100", []
    crunched = crunched_line(text, commodore=True, places=places)
    assert listed(crunched) == b"IF A=1 THEN GOTO 100"
    assert {text[place:place + 4] for _, place in places} >= {b"IFA=", b"A=1T", b"=1TH", b"1THE", b"THEN", b"GOTO", b"100"}
    plain: list[tuple[int, int]] = []
    assert crunched_line(b"PRINT 1", places=plain) == crunched_line(b"PRINT1", commodore=True) and plain[0] == (0, 0)
    assert crunched_line(b"IFA=1THEN", commodore=False) != crunched_line(b"IFA=1THEN", commodore=True)


def test_which_way_a_line_is_read():
    text, apart = b"IFA=1THEN10", b"IF A=1THEN 10"
    told: list[str] = []
    assert dialect("commodore").crunch(text) == apart
    assert dialect("locomotive", [text], told).crunch(text, from_file=True) == text
    assert dialect("auto", [text], told).crunch(text) == text                       # typed, not from a file
    assert dialect("auto", [], told).crunch(text, from_file=True) == text
    assert dialect("auto", [text, apart], told).crunch(text, from_file=True) == text
    assert dialect("auto", [apart], told).crunch(apart, from_file=True) == apart
    assert not told
    auto = dialect("auto", [text], told)
    assert not auto.commodore and dialect("commodore").commodore
    assert [auto.crunch(text, from_file=True) for _ in range(2)] == [apart, apart]
    assert auto.commodore and len(told) == 1


def test_the_clock_counts_sixtieths_and_shows_hours_minutes_seconds():
    one = dialect("commodore")
    one._clock.us = 3_725_016_667
    assert one.jiffies() == 3725 * 60 + 1 and one.clock_text() == b"010205"
    one._clock.us = 3_725_016_666
    assert one.jiffies() == 3725 * 60
    one.set_clock(b"235958")
    assert one.clock_text() == b"235958" and one.jiffies() == (24 * 3600 - 2) * 60
    one._clock.us += 2_000_000
    assert one.clock_text() == b"000000"
    for wrong in (b"12345", b"1234567", b"12 456", b""):
        one.set_clock(wrong)
    assert one.clock_text() == b"000000"
    one.set_clock(b"010203")
    assert one.jiffies() == 3723 * 60


def test_a_dialect_is_brought_back():
    one, other = dialect("auto", [b"IFA"]), dialect("auto")
    one.crunch(b"IFA", from_file=True)
    one.clock_set_at = 7
    other.restore(one.snapshot())
    assert other.commodore and other.clock_set_at == 7


def test_ti_in_a_program():
    cpc = CPC(dialect="commodore")
    cpc.type('10 TI$="001000":A=TI:PRINTTI$;A>=36000;A<36100\nRUN\n')
    assert cpc.run_until_idle(10)
    assert b"001000-1 -1" in cpc.printed


def test_run_together_lines_of_a_file_are_told_of(tmp_path):
    (tmp_path / "a.bas").write_text(RUN_TOGETHER)
    cpc = CPC()
    cpc.load(tmp_path / "a.bas")
    cpc.type("RUN\n")
    assert cpc.run_until_idle(10) and cpc.printed.endswith(b"YES\r\nReady\r\n")

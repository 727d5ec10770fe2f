"""Equal statements are compiled once: that changes nothing, to the microsecond, wherever they stand."""

import pytest

from basic.runtime import statement_maker
from basic.session import Session
from tests.basic import test_units

PLACES = ["10 a=a+1: a=a+1: a=a+1:IF a>1 THEN a=a+1:b=7", "20 IF a=0 THEN b=7 ELSE a=a+1: a=a+1", "30 a=a+1", "40 a=a+1",
          "50 PRINT a;b:PRINT a;b", "60 PRINT a;b", "70 PRINT a;b", "80 IF a<40 THEN PRINT a;b:GOTO 10"]
KINDS = ["10 a=2.6:PRINT a:a=2.6:PRINT a", "20 DEFINT a", "30 a=2.6:PRINT a", "40 a=2.6:PRINT a:DEFSTR a", "50 PRINT a:a=2.6"]
TEXTS = ['10 a$="text":b$=a$+"s":a$="text":b$=a$+"s":PRINT FRE(0);a$;b$', "20 d$(1)=a$:d$(1)=b$:d$(1)=a$:d$(1)=b$",
         '30 PRINT FRE(0);a$;b$', '40 PRINT d$(1),:PRINT #0,d$(1),:PRINT d$(1),:PRINT #0,d$(1),', "50 n=n+1:IF n<6 GOTO 10"]
MADE = ["10 x=1:ERASE d:x=1", "20 y=x:DIM d(3):d(2)=y:y=x:d(2)=y:DIM e(y):y=x", "30 CLEAR:y=x:x=1:y=x:PRINT x;y;FRE(0)"]
CALLED = ["10 DEF FNa(x)=x+b:b=1", "20 y=FNa(2):b=b+1:y=FNa(2):PRINT y;:IF b<9 THEN 20", "30 DEF FNa(x)=x*b:y=FNa(2):PRINT y"]
SKIPPED = ["10 IF PEEK(40000) THEN 30", '20 a$="text":a$="text":c=1:c=1:REM', '30 a$="text":c=1:b$=a$:PRINT FRE(0);a$;c',
           '40 POKE 40000,1-PEEK(40000):a$="":b$=""']       # a run does only the last of them
PROGRAMS = {"skipped": SKIPPED, "places": PLACES, "kinds": KINDS, "texts": TEXTS, "made": MADE, "called": CALLED}


def outcome(lines: list[str], basic_1_1: bool, units: bool) -> list[tuple]:
    session = Session(basic_1_1=basic_1_1)
    session.executor.table.use_units(units)
    found = []
    for typed in ("\n".join(lines), "RUN", "RUN", "TRON:RUN"):
        session.type(typed.encode() + b"\n")
        session.run_until_idle(20_000_000)
        found.append(test_units.state(session)[:-1])
    return found


@pytest.mark.parametrize("units", [False, True])
@pytest.mark.parametrize("basic_1_1", [False, True])
@pytest.mark.parametrize("name", PROGRAMS)
def test_it_is_the_same_as_if_each_were_compiled(name, basic_1_1, units, monkeypatch):
    shared = outcome(PROGRAMS[name], basic_1_1, units)
    monkeypatch.setattr(statement_maker, "NEVER_FULL", 0)       # then none is
    assert outcome(PROGRAMS[name], basic_1_1, units) == shared


def test_only_the_first_of_equal_statements_is_compiled(monkeypatch):
    session = Session()
    session.type(b"10 x=x+1:PRINT x\n20 x=x+1:PRINT x\n30 PRINT x:x=x+1\n40 x=x+1:PRINT x\n50 x=x+1:PRINT x\n")
    session.run_until_idle(10**6)
    maker, compiled = session.executor.table.maker, []
    compile_one = maker._compiled
    monkeypatch.setattr(maker, "_compiled", lambda *given: compiled.append(given[1].line) or compile_one(*given))
    session.type(b"RUN\n")
    session.run_until_idle(10**7)
    assert bytes(session.machine.text.printed).split()[-6:] == [b"1", b"2", b"2", b"4", b"5", b"Ready"]
    assert 0 in compiled and not {3, 4} & set(compiled)

"""RUN takes again what the statements were compiled into: that changes nothing, to the microsecond."""


import pytest

from basic.session import Session
from tests import random_programs
from tests.basic import test_units
from tests.places import EVERYTHING

SEEDS = 1000 if EVERYTHING else 15
KINDS = ["10 a=1.6:PRINT a;", '20 IF b=0 THEN b=1:DEFINT a-c:GOTO 10', '30 a=2.5:PRINT a:DEFSTR a:a="x":PRINT a']
DEEP = ["10 FOR i=1 TO 3:GOSUB 100:NEXT:END", "100 d=d+1:IF d<70 THEN GOSUB 100:e=d", "110 d=d-1:f=f+1:RETURN"]
TEXTS = ['10 a$="text":b$=a$:c$="text"+b$:d$(2)="more":e$=d$(2)', "20 PRINT FRE(0);FRE(1);a$;b$;c$;d$(2);e$;@a$>0",
         "30 f$=f$+a$:IF LEN(f$)<40 THEN 30", "40 PRINT FRE(0):CLEAR:PRINT FRE(0)"]
WRONG = ["10 a=1:b=2:PRINT a;b;:c==3", "20 REM", "30 d=4:GOTO 500"]
AGAIN = ["10 x=x+1:PRINT x;:POKE 100,PEEK(100)+1", "20 IF PEEK(100)<9 THEN RUN", "30 RUN 40", "40 PRINT \"done\":POKE 100,0"]
PROGRAMS = {"kinds": KINDS, "deep": DEEP, "texts": TEXTS, "wrong": WRONG, "again": AGAIN}


def outcomes(lines: list[str], keep: bool, basic_1_1: bool, units: bool, monkeypatch: pytest.MonkeyPatch) -> list[tuple]:
    session = Session(basic_1_1=basic_1_1)
    table = session.executor.table
    table.use_units(units)
    if not keep:
        monkeypatch.setattr(table, "rebuild_for_run", table.rebuild)
    found = []
    for typed in ("\n".join(lines), "RUN", "RUN", "a=5:RUN", lines[-1] + ":REM", "RUN"):
        session.type(typed.encode("latin-1") + b"\n")
        session.run_until_idle(5_000_000)
        if not session.at_prompt():
            session.to_prompt()
        found.append(test_units.state(session)[:-1])
    return found


@pytest.mark.parametrize("basic_1_1", [False, True])
@pytest.mark.parametrize("name", PROGRAMS)
def test_it_is_the_same_as_if_all_were_compiled_anew(name, basic_1_1, monkeypatch):
    kept = outcomes(PROGRAMS[name], True, basic_1_1, True, monkeypatch)
    assert kept == outcomes(PROGRAMS[name], False, basic_1_1, True, monkeypatch)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_of_random_programs_too(seed, monkeypatch):
    lines = test_units.program(seed) if seed % 2 else random_programs.program(seed).decode("latin-1").split("\r\n")
    kept = outcomes(lines, True, bool(seed & 2), False, monkeypatch)
    assert kept == outcomes(lines, False, bool(seed & 2), False, monkeypatch)


def test_a_loop_takes_the_same_time_in_each_run():
    """Its statements have become a unit in the first."""
    session = Session()
    session.type(b'10 t=TIME:FOR i=1 TO 300:a=a+i:b=SQR(2):c$="x"+STR$(a):NEXT:PRINT TIME-t:a=0\n' + b"RUN\n" * 3)
    session.run_until_idle(10**8)
    assert session.executor.jit.units
    times = [int(word) for word in bytes(session.machine.text.printed).split() if word.isdigit()]
    assert len(times) == 3 and max(times) - min(times) <= 1         # TIME counts whole ticks


def test_most_statements_are_taken_again():
    session = Session()
    session.type(b"10 x=x+1:PRINT x:IF x<5 THEN 10\nRUN\n")
    session.run_until_idle(10**7)
    before = dict(session.executor.table.kept)
    session.type(b"RUN\n")
    session.run_until_idle(10**7)
    after = session.executor.table.kept
    assert len(before) == 4
    assert all(after[pc].step is one.step for pc, one in before.items())


def test_a_changed_program_is_compiled_anew():
    session = Session()
    session.type(b"10 x=1\n20 PRINT x\nRUN\n10 x=2\nRUN\n")
    session.run_until_idle(10**7)
    assert b" 1 " in session.machine.text.printed
    assert b" 2 " in session.machine.text.printed

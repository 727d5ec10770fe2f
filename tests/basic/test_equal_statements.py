"""Equal statements are compiled once: that changes nothing, to the microsecond, wherever they stand."""

import random

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
NUMBERS = ["10 x=x+300:y=-4000:z%=z%+31000:s=s+1.5", "20 x=x+255:y=-3000:z%=z%+40:s=s+2.75",
           "30 x=x+256:y=-2000:z%=z%+600:s=s+99.5", "40 x=x+12:y=-1:z%=z%+99:s=s+0.1",
           "50 IF x>1000 THEN PRINT 500;x ELSE PRINT 600", "60 IF x>2000 THEN PRINT 700;x ELSE PRINT 800",
           "70 IF x>9000 THEN PRINT 720;x ELSE PRINT 850", "80 a(20)=x*300:x=INT(x/777)", "90 a(30)=x*400:x=INT(x/11.5)",
           "100 a(40)=a(20)*500:x=INT(x/22.5)", "110 t=TIME+500:i=i+100:PRINT t", "120 t=TIME+600:i=i+110:PRINT t",
           "130 t=TIME+700:i=i+120:PRINT t", "140 IF i<5000 THEN 20", "150 IF i<9000 THEN 30", "160 DIM a(10)", "170 DIM a(20)"]
FORMS = ["x={0}", "x=x+{0}", "y={0}-x", "x%={0}", "y%=x%+{0}", "x=x*{0}/{1}", "a({2})=x+{0}", "x=a({2})-{0}:y%=x%-{0}",
         "PRINT {0};x", "IF x>{0} THEN y=y+{1} ELSE y=y-{0}:x=x/2", "IF x%<{0} THEN PRINT {1}", "IF x<{0} AND y>{1} THEN {3}",
         "x=INT(x/{0})+{1} MOD {0}", 'a$="text{2}":PRINT a$;{0}', "x=-{0}+y", "FOR i={2} TO {2}+2:y=y+{0}:NEXT",
         "x=SQR({0})+MAX({1},{0})", "x=x AND {2}", "z=z+{0}", "x={0}*{1}", "PRINT TAB({2});{1}", "GOSUB 9000:y={0}",
         "DEFINT z:z={0}", 'PRINT "value {2}";x', 'IF a$="text{2}" THEN x=x+{0}', 'a$=a$+"ab{2}":IF LEN(a$)>99 THEN a$=""',
         'PRINT "a"+"bc{2}";LEN("text"+a$)', 'PRINT #0,"open {2}', 'IF "t{2}">a$ THEN PRINT LEFT$("many {2}",3);VAL("{2}")',
         'POKE 40000,PEEK(@a$):PRINT STRING$(3,"x{2}")']
PROGRAMS = {"numbers": NUMBERS, "skipped": SKIPPED, "places": PLACES, "kinds": KINDS, "texts": TEXTS, "made": MADE,
            "called": CALLED}


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
    monkeypatch.setattr(maker, "_compiled", lambda *given: compiled.append(given[2].line) or compile_one(*given))
    session.type(b"RUN\n")
    session.run_until_idle(10**7)
    assert bytes(session.machine.text.printed).split()[-6:] == [b"1", b"2", b"2", b"4", b"5", b"Ready"]
    assert 0 in compiled and not {3, 4} & set(compiled)


def alike_lines(seed: int) -> list[str]:
    """A program in which few forms of statements come again and again, with other numbers."""
    chance = random.Random(seed)
    forms = chance.choices(FORMS, k=5)
    lines = []
    for number in range(10, 400, 10):
        given = (chance.choice((9, 10, 255, 256, 1000, 32767, 40000, 0.5, 1e9, 123.25)) for _ in range(2))
        form = ":".join(chance.choices(forms, k=chance.randrange(1, 4)))
        lines.append(f"{number} {form.format(*given, chance.choice((3, 10, 11, 14)), chance.choice((number, number + 10)))}")
    return ["1 ON ERROR GOTO 8000", "2 DIM a(20)", *lines, "400 n=n+1:IF n<3 THEN 10", "410 END",
            "8000 x=1:y=y/2:x%=0:RESUME NEXT", "9000 x=x+500:RETURN"]


@pytest.mark.parametrize("seed", range(12))
def test_statements_that_differ_in_their_numbers_are_what_they_are_alone(seed, monkeypatch):
    lines = alike_lines(seed)
    alike = outcome(lines, bool(seed % 2), seed % 3 != 0)
    monkeypatch.setattr(statement_maker, "NEVER_FULL", 0)
    assert outcome(lines, bool(seed % 2), seed % 3 != 0) == alike


def test_the_second_of_alike_statements_is_compiled_for_those_that_follow(monkeypatch):
    session = Session()
    session.type(b"".join(b"%d x=x+%d:IF x>%d THEN y=y+%d\n" % (at, 100 + at, 30 * at, 500 + at) for at in range(20, 40)))
    session.run_until_idle(10**7)
    maker, compiled = session.executor.table.maker, []
    compile_one = maker._alike.compile_one
    for it, name in ((maker, "_compiled"), (maker._alike, "compile_one")):
        monkeypatch.setattr(it, name, lambda *given: compiled.append(given[2].line) or compile_one(*given))
    session.type(b"RUN\n")
    session.run_until_idle(10**7)
    assert session.variables.values[session.variables.slots[b"X", "r"]] == sum(range(120, 140))
    assert {one for one in compiled if one is not None} == {0, 1, 6}        # in the others nothing is compiled

"""Jit paths change nothing: random programs run with and without them end in the same state, to the microsecond."""

import random
from collections.abc import Callable
from contextlib import suppress

import pytest

from basic.debug.debugger import CommandError, Debugger
from basic.session import Session
from basic.units import jit
from cpc import CPC
from tests.places import EVERYTHING

SEEDS, SLICED, WATCHED, HEATED = (80, 15, 40, 40) if EVERYTHING else (30, 6, 15, 15)


def expression(rng: random.Random, depth: int = 0) -> str:
    """A number, of mixed kinds and now and then out of range."""
    if depth > 2 or rng.random() < 0.3:
        return rng.choice(["a%", "b%", "x", "y", "i%", "j", "1", "2", "7", "0.5", "-3", "1000", "f%(a% AND 7)", "g(b% AND 7)",
                           "h%(a% AND 3,b% AND 3)", "LEN(t$)", "ABS(b%)", "SGN(x)", "INT(y)", "FIX(x)", "SQR(ABS(x))",
                           "SIN(a%)", "COS(x MOD 9)", "ATN(y)", "EXP(a% AND 3)", "LOG(ABS(b%)+1)", "ASC(t$)", "FNq(a%)",
                           "FNr(x,b%)", "(x^2)", "CINT(x/1000)", "TIME", "VAL(t$)", "VAL(STR$(x))", "VAL(s$(1))"])
    sign = rng.choice(["+", "-", "*", "+", "-", " AND ", " OR ", " XOR ", " MOD ", "\\", "/", "=", "<", ">", "<>", "<=", ">="])
    left, right = expression(rng, depth + 1), expression(rng, depth + 1)
    return f"({left}{sign}{right})"


def text(rng: random.Random) -> str:
    return rng.choice(["LEFT$(t$,20)+CHR$(65+(i% AND 7))", "MID$(t$,2)", '"abc"', "u$", "RIGHT$(t$,3)+u$", "s$(a% AND 3)",
                       "STR$(b%)", "STR$(x)", "MID$(STR$(y/7),2)", "UPPER$(RIGHT$(STR$(a%)+t$,b% AND 7))",
                       "STRING$(a% AND 7,66)", "UPPER$(u$)", "t$+u$", 'LEFT$(t$+"-"+u$,12)', "CHR$(a% AND 127)"])


def simple(rng: random.Random) -> str:
    kind = rng.randrange(14)
    value = expression(rng)
    if kind < 3:
        return f"{rng.choice(['a%', 'b%'])}=({value}) MOD 100"
    if kind < 5:
        return f"{rng.choice(['x', 'y'])}={value}"
    if kind == 5:
        return f"f%({expression(rng)} AND 7)=({value}) AND 255"
    if kind == 6:
        return f"g({rng.choice(['a%', 'i%', 'j'])} AND 7)={value}:h%(i% AND 3,{rng.choice(['1', 'b% AND 3'])})=a%"
    if kind == 7:
        return f"{rng.choice(['t$', 't$', 'u$', 's$(b% AND 3)'])}={text(rng)}"
    if kind == 8:
        return f"ON {rng.choice(['a%', 'a% AND 3', 'b%', 'x'])} GOSUB 900,920,930"
    if kind == 9:
        return rng.choice(["READ r", "READ d$", "READ a%", "RESTORE", "IF z% AND 1 THEN RESTORE 980"])
    if kind == 10:
        return rng.choice(["FOR k=1 TO 12:NEXT", "FOR k%=9 TO 1 STEP -2:NEXT k%", "FOR k=0 TO 1 STEP 0.125:NEXT",
                           "FOR k=1 TO a% AND 7:x=x+k:NEXT k", "FOR k%=a% TO b%:NEXT",
                           "FOR k=1 TO 3:FOR l%=1 TO k:z%=z% XOR l%:NEXT l%,k",
                           "k%=0:WHILE k%<4:k%=k%+1:WEND", f"FOR k%=1 TO 9:IF k%={value} THEN x=k%:NEXT ELSE NEXT"])
    if kind == 11:
        return f"IF {text(rng)}{rng.choice(['=', '<', '>='])}{text(rng)} THEN {simple(rng)}"
    if kind == 12:
        return rng.choice(["PRINT a%;", "PRINT x;y/7;", "q$=INKEY$", "s$(a% AND 3)=INKEY$", "READ s$(1)", "GOSUB 940",
                           f"POKE 40000+a%,{expression(rng)} AND 255",
                           "b%=PEEK(40000+a%)", "b%=PEEK(368+(a% AND 255))", "x=PEEK(i%*99 AND 32767)", "LOCATE 1,1",
                           "MID$(t$,2)=u$"])
    return f"IF {value} THEN {rng.choice(['a%=a%+1', 'x=x+0.5', 'GOSUB 900'])} ELSE {rng.choice(['b%=b%-1', 'y=y*2'])}"


TIMERS = ("EVERY 3 GOSUB 970", "AFTER 2,1 GOSUB 970", "EVERY 1,2 GOSUB 970:DI:EI", "EVERY 4 GOSUB 970:AFTER 9,3 GOSUB 970")


def program(seed: int) -> list[str]:
    """Loops of all kinds around statements that the hot paths hold and some that they do not."""
    rng = random.Random(seed)
    lines = ["10 DIM f%(7),g(7),h%(3,3),s$(3):t$=\"start\":ON ERROR GOTO 950",
             "15 DEF FNq(k)=k*2+a%:DEF FNr(x,y%)=x-y%+j", "20 a%=3:b%=5:x=1.5:y=-2"]
    if rng.random() < 0.3:
        lines.append(f"25 {rng.choice(TIMERS)}")
    number = 30
    for _ in range(rng.randint(2, 4)):
        loop = rng.randrange(6)
        body = [one for one in (simple(rng) for _ in range(rng.randint(1, 4))) if len(one) < 120] or ["x=1"]
        if rng.random() < 0.3:
            body[0] = f"IF {expression(rng)} THEN {number + 8} ELSE {body[0]}"
        if loop == 0:
            lines.append(f"{number} FOR i%=1 TO {rng.randint(20, 60)}:" + ":".join(body[:1]))
            lines += [f"{number + 1 + at} {one}" for at, one in enumerate(body[1:])]
            lines.append(f"{number + 8} NEXT")
        elif loop == 1:
            lines.append(f"{number} FOR j={rng.choice(['0', '9'])} TO 20 STEP {rng.choice(['0.5', '1', '3', '0.1'])}")
            lines.append(f"{number + 1} FOR i%=5 TO 1 STEP -{rng.randint(1, 2)}")
            lines += [f"{number + 2 + at} {one}" for at, one in enumerate(body)]
            lines.append(f"{number + 8} NEXT i%,j")
        elif loop == 2:
            lines.append(f"{number} c%=0:WHILE c%<{rng.randint(20, 50)}:c%=c%+1")
            lines += [f"{number + 1 + at} {one}" for at, one in enumerate(body)]
            lines.append(f"{number + 8} WEND")
        elif loop == 3:
            lines.append(f"{number} FOR j=1 TO {rng.randint(3, 9)}:c%=0")
            lines += [f"{number + 1 + at} {one}" for at, one in enumerate(body)]
            lines.append(f"{number + 7} c%=c%+1:IF c%<{rng.randint(3, 9)} GOTO {number + 1}")
            lines.append(f"{number + 8} NEXT j")
        elif loop == 4:
            step = rng.choice(["x", "SGN(m%-a%)", "2"])
            lines.append(f"{number} m%=b%:FOR j=a% TO m% STEP {step}:n%=n%+1:IF n%>200 THEN {number + 9}")
            lines += [f"{number + 1 + at} {one}" for at, one in enumerate(body)]
            lines.append(f"{number + 8} NEXT")
        else:
            lines.append(f"{number} c%=0")
            lines += [f"{number + 1 + at} {one}" for at, one in enumerate(body)]
            lines.append(f"{number + 8} c%=c%+1:IF c%<{rng.randint(20, 50)} GOTO {number + 1}")
        lines.append(f"{number + 9} PRINT a%;b%;x;y;t$;i%;j")
        number += 10
    lines += ["890 END", "900 z%=z%+1:IF z% AND 1 THEN RETURN", "910 z%=z% AND 127:RETURN",
              "920 FOR o%=1 TO 4:IF o%=z% AND 7 THEN RETURN", "925 GOSUB 930:NEXT:RETURN", "930 w%=w%+1 AND 255:RETURN",
              "940 IF w%>40 THEN w%=0:RETURN ELSE w%=w%+7:GOSUB 940:RETURN",
              "950 e%=e%+1:IF e%>200 THEN PRINT \"enough\":END", "960 s=s+ERR+ERL/1000:RESUME NEXT",
              "970 v=v+TIME/7:z%=z% XOR 3:RETURN", "980 DATA 1,2.5,-3,text,\"quoted\",7,1e3,&FF", "990 DATA 5,6,7,8"]
    return lines


def begun(lines: list[str], units: bool, basic_1_1: bool) -> Session:
    session = Session(basic_1_1=basic_1_1)
    session.executor.table.use_units(units)
    session.type(("\n".join(lines) + "\nRUN\nkeys\nPRINT s;e%;z%;v\n").encode())
    return session


def state(session: Session) -> tuple:
    executor, variables = session.executor, session.variables
    values = dict(zip(variables.names, variables.values, strict=True))
    return (bytes(session.machine.text.printed), executor.clock.us, values, variables.data, len(executor.stack.frames),
            variables.heap.used, executor.table.where[executor.runner.pc])


def plain_state(session: Session) -> tuple:
    """With lists for arrays that machine code has taken into its memory."""
    *first, data, depth, used, where = state(session)
    return (*first, [None if one is None else list(one) for one in data], depth, used, where)


def outcome(lines: list[str], units: bool, basic_1_1: bool = False) -> tuple:
    session = begun(lines, units, basic_1_1)
    session.run_until_idle(40_000_000)
    return state(session)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_units_change_nothing(seed, monkeypatch):
    monkeypatch.setattr(jit, "RUNS", 3)
    lines = program(seed)
    assert outcome(lines, True, seed % 3 == 0) == outcome(lines, False, seed % 3 == 0)


@pytest.mark.parametrize("seed", range(SLICED))
def test_units_stop_where_steps_do(seed, monkeypatch):
    """Looked at every so often: nobody sees a unit's statements late, or half done."""
    monkeypatch.setattr(jit, "RUNS", 3)
    lines = program(seed)
    fast, plain = begun(lines, True, False), begun(lines, False, False)
    for _ in range(40):
        fast.run(170_000)
        plain.run(170_000)
        assert state(fast) == state(plain)


def test_a_loop_becomes_a_unit(monkeypatch):
    """The comparison above would be empty if nothing ever got hot."""
    monkeypatch.setattr(jit, "RUNS", 3)
    session = Session()
    session.type(b"10 FOR i%=1 TO 50:a%=a%+i% MOD 7:NEXT\nRUN\n")
    session.run_until_idle(40_000_000)
    assert any(made.loops for made in session.executor.jit.units.values())


def test_a_unit_stays_that_gives_up_seldom(monkeypatch):
    """The string space is full again and again."""
    monkeypatch.setattr(jit, "RUNS", 3)
    session = Session()
    given_up, gave_up = [], jit.Jit.gave_up
    monkeypatch.setattr(jit.Jit, "gave_up", lambda *arguments: (given_up.append(1), gave_up(*arguments)))
    session.type(b'10 a$="":FOR i%=1 TO 20:a$=a$+CHR$(64+i%):NEXT:j=j+1:IF j<12000 THEN 10\nRUN\n')
    session.run_until_idle(2_000_000_000)
    assert len(given_up) > jit.FAILURES and not session.executor.jit.unfit


WATCHES = [("x", False), ("a%>90", True), ("f%(3)", False), ("g(b% AND 7)+j", False), ("i%", False), ("t$", False),
           ("k%*2=6", True), ("z%=77", True), ("h%(1,1)>b% OR y>1000", True), ("LEFT$(u$,2)<t$", True), ("c%", False)]


def stops(lines: list[str], watches: list[tuple[str, bool]], native: bool = False) -> list[tuple]:
    """Where the first watches stop the program, and the state there. `native`: all that gets hot is machine code, if it can."""
    cpc = CPC(model="464")
    if native:
        cpc.session.executor.jit.native.patience, cpc.session.executor.jit.native.waits = 0, True
    cpc.session.storage.load_raw(0x16, "\n".join(lines).encode())
    debugger = Debugger(cpc.session)
    debugger.start()
    debugger.to(20)
    debugger.run(10_000_000)
    for text, until_true in watches:
        with suppress(CommandError):            # a random program may lack the name
            debugger.add_watch(text, until_true)
    found = []
    for _ in range(25):
        debugger.go()
        stop = debugger.run(20_000_000)
        found.append((stop and (stop.reason, stop.text), *plain_state(cpc.session)[1:]))
        if stop is None or stop.reason == "ended":
            break
    return found


@pytest.mark.parametrize("seed", range(WATCHED))
def test_units_stop_where_something_watched_changes(seed, monkeypatch):
    lines = program(seed)
    watches = random.Random(seed).sample(WATCHES, 1 + seed % 2)
    monkeypatch.setattr(jit, "RUNS", 3)
    fast = stops(lines, watches, native=seed % 2 == 0)
    monkeypatch.setattr(jit, "RUNS", 1 << 60)
    assert fast == stops(lines, watches)


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.skipif(
    not CPC().session.executor.jit.native.on, reason="no machine code here"))])
def test_a_watched_loop_becomes_a_unit(native, monkeypatch):
    monkeypatch.setattr(jit, "RUNS", 3)
    cpc = CPC()
    if native:
        cpc.session.executor.jit.native.patience, cpc.session.executor.jit.native.waits = 0, True
    cpc.session.storage.load_raw(0x16, b"10 FOR i%=1 TO 2000:a%=a%+i% MOD 7:NEXT")
    debugger = Debugger(cpc.session)
    debugger.add_watch("a%>5000", until_true=True)
    debugger.start()
    debugger.go()
    assert debugger.run(60_000_000).reason == "watch"
    assert any(made.loops and made.watched and bool(made.native) == native for made in cpc.session.executor.jit.units.values())


def heats(lines: list[str], prepare: Callable[[Session], None] = lambda session: None) -> list:
    """The heat map, now and then."""
    cpc = CPC(model="464")
    cpc.session.storage.load_raw(0x16, "\n".join(lines).encode())
    prepare(cpc.session)
    debugger = Debugger(cpc.session)
    debugger.start()
    debugger.heat(True)
    found, begun = [], debugger.clock.us
    for us in (700_000, 1_300_000, 38_000_000):
        debugger.go()
        debugger.run(us)
        table = debugger.heat_table()
        found.append((sorted((heat.number or 0, heat.statements, heat.us) for heat in table), cpc.session.executor.clock.us))
        assert all(heat.statements >= 0 for heat in table)
        found.append(debugger.clock.us - begun - sum(heat.us for heat in table))
    return found


@pytest.mark.parametrize("seed", range(HEATED))
def test_units_count_what_steps_count(seed, monkeypatch):
    lines = program(seed)
    monkeypatch.setattr(jit, "RUNS", 3)
    fast = heats(lines)
    monkeypatch.setattr(jit, "RUNS", 1 << 60)
    assert fast == heats(lines)

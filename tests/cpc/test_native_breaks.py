"""ESC, timers and the end of a slice come between the same two statements when units run as machine code, and all is the same
then: also what is printed, and what becomes of strings."""

import hashlib
import random
from collections.abc import Callable

import pytest

from basic.units import jit
from cpc import CPC
from cpc.machine import native_engine
from tests import random_programs
from tests.places import EVERYTHING

SEEDS = 10_000 if EVERYTHING else 10
ESC = 66

pytestmark = pytest.mark.skipif(native_engine() is None, reason="no engine: wasmtime is not installed")


PLAIN, AS_TEXT, NATIVE = range(3)
LOOPS = ["FOR i={n} TO {m}", "FOR i%={n} TO {m} STEP {s}", "FOR i={m} TO {n} STEP -1.5", "FOR i%=1 TO LEN(t$)"]
BODIES = """LOCATE {x},{y} | LOCATE i%+1,1+(i AND 15) | PRINT "*"; | PRINT CHR$({c}); | PRINT CHR$(32+i%*3 AND 255); | PRINT t$;
PRINT | PRINT i% | PRINT i; | PRINT n%;t$;n%*2 | PRINT -i%;"=";r; | PRINT r | PRINT t$;u$; | PRINT LEFT$(t$,{x})
PRINT ""; | PRINT STR$(i%);MID$(u$,{x},{y}); | PRINT n%+1; | PRINT UPPER$(t$) | PRINT 30000+i%;40000 | t$=t$+CHR$({c})
t$=MID$(t$,{x}) | t$="{w}" | u$=t$ | u$=LEFT$(t$,3)+RIGHT$(u$,{x}) | t$=STR$(n%) | t$=STR$(i%*i%)
t$=STR$(r) | t$=STR$(i/7) | PRINT i/7; | READ n% | READ s$({x} AND 3) | RESTORE | t$=INKEY$
IF INKEY$<>"" THEN n%=n%+1 | u$=u$+INKEY$ | t$="" | n%=VAL(t$) | n%=VAL(MID$(t$,{x},1)) | r=VAL(u$) | r=VAL("{v}")
n%=ASC(t$) | n%=LEN(t$)+n% MOD 99
IF t$=u$ THEN n%=n%+1 | IF t$<"{w}" THEN u$=u$+"a" ELSE u$=LEFT$(u$,9) | IF LEN(t$)>40 THEN t$="x"
u$=LOWER$(t$) | u$=SPACE$({x}) | u$=STRING$({x},t$) | s$({x} AND 3)=t$ | t$=s$(i% AND 3) | u$=u$+t$
u$=t$+"{w}"+u$ | PEN {x} AND 3 | PAPER {y} AND 3
n%=FRE("") | r=r*1.25+0.5 | n%=i% | PLOT {x}*9,{y}*9 | POKE 40000+{x},n% AND 255 | READ t$ | SYMBOL 250,{x},{y},255,{c}
PRINT CHR$(250); | t$="A" | u$=MID$("CAB",2,1) | PRINT t$ | GOSUB 900 | PRINT USING "###";n%; | PRINT 1,2
LOCATE #1,2,2:PRINT #1,t$; | PRINT TAB({x});t$ | WINDOW {y},39,{y},25 | MODE {x} AND 1 | TAG:PRINT t$;:TAGOFF
PRINT CHR$(8+({x} AND 3)); | IF INSTR(t$,"a") THEN PRINT "!"; | CURSOR 1 | PRINT SPC({x});n%;TAB({y});i%; | PRINT t$,i%;
ZONE {x} | PRINT i%,TAB(i*1.5)u$, | LOCATE 1,{y}:PRINT n%,SPC(i)"x"; | PRINT TAB(i%-3); | n%=TEST({x}*9,{y}*9)+TEST(i,i%)"""



def printing(seed: int) -> bytes:
    """A program of short loops that print and make strings."""
    rng = random.Random(seed)
    words = ["", "A", "hello", "a b", "12", " 7", "-3 ", "3.5", "&F", "1e3", "+", "x" * 30]

    def filled(text: str) -> str:
        return text.format(n=rng.randint(-3, 5), m=rng.choice((9, 30, 60)), s=rng.choice((1, 1, 2, 3)), x=rng.randint(1, 25),
                           y=rng.randint(1, 25), c=rng.choice((65, 48, 32, 255, 9, 13, 200)),
                           w=rng.choice(words), v=rng.choice(words))
    bodies = [body for line in BODIES.splitlines() for body in line.split(" | ")]
    few = rng.sample(bodies, rng.choice((3, 6, 20)))
    begin = f'MODE {rng.randint(0, 2)}:DIM s$(3):t$="start":ON ERROR GOTO 950:SYMBOL AFTER {rng.choice((240, 240, 256))}'
    if rng.random() < 0.3:
        begin += f":EVERY {rng.randint(1, 20)} GOSUB 960"
    if rng.random() < 0.3:
        begin += f":WINDOW {rng.randint(1, 9)},{rng.randint(12, 20)},{rng.randint(1, 9)},{rng.randint(10, 25)}"
    lines = [f"5 {begin}"]
    for number in range(10, 10 + 10 * rng.randint(2, 8), 10):
        body = ":".join(filled(rng.choice(few)) for _ in range(rng.randint(1, 5)))
        lines.append(f"{number} {filled(rng.choice(LOOPS))}:{body}:NEXT")
    return "\r\n".join([*lines, "500 k=k+1:IF k<30 THEN 10", "510 END", "900 z=z+1:IF z AND 1 THEN RESTORE", "910 RETURN",
                        "950 e%=ERR:v=v+1:IF v>400 THEN END ELSE RESUME NEXT", "960 w=w+1:LOCATE 1,1:PRINT w;:RETURN",
                        '970 DATA A,bc,"d,e",12,,x']).encode("latin-1")


def moments(seed: int, tier: int, program: Callable[[int], bytes] = random_programs.program) -> list[tuple]:
    """The state after each of some slices, with ESC pressed at random."""
    rng = random.Random(seed)
    cpc = CPC(model=rng.choice(("464", "6128")))
    executor, variables = cpc.session.executor, cpc.session.variables
    if tier == NATIVE:
        executor.jit.native.patience, executor.jit.native.waits = 0, True
    elif tier == AS_TEXT:
        executor.jit.native.on = False
    else:
        executor.table.use_units(False)
    cpc.session.storage.load_raw(0x16, program(seed))
    cpc.type("RUN\n")
    found = []
    for _ in range(rng.choice((2, 6, 25))):
        cpc.run(rng.choice((0.02, 0.3, 1.1, 3.7)) * rng.random())
        if rng.random() < 0.15:
            cpc.key(ESC, True)
            cpc.run(rng.random() * 0.1)
            cpc.key(ESC, False)
            cpc.type(rng.choice(("", " ")))
        frames = [(one.size, one.key, one.pc, one.limit, one.step, one.sign, one.opener) for one in executor.stack.frames]
        found.append((executor.clock.us, bytes(cpc.printed), list(variables.values), frames, variables.heap.used, cpc.error,
                      [None if data is None else list(data) for data in variables.data], cpc.screen.inks,
                      executor.random.seed, hashlib.sha256(cpc.memory).digest()))
    return found


@pytest.mark.parametrize("seed", range(SEEDS))
def test_breaks_and_timers_come_at_the_same_statements(seed, monkeypatch):
    monkeypatch.setattr(jit, "RUNS", 3)
    assert moments(seed, NATIVE) == moments(seed, PLAIN)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_what_is_printed_is_the_same(seed, monkeypatch):
    monkeypatch.setattr(jit, "RUNS", 3)
    plain = moments(seed, PLAIN, printing)
    assert moments(seed, AS_TEXT, printing) == plain
    assert moments(seed, NATIVE, printing) == plain

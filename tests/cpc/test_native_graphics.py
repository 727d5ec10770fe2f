"""Graphics inside units change nothing, in machine code or as Python text: the same pixels, cursor and microseconds."""

import random

import pytest

from basic.units import jit
from cpc import CPC
from cpc.machine import native_engine
from tests.places import EVERYTHING

SEEDS = 600 if EVERYTHING else 10
TIERS = ("plain", "text", "native")


def place(rng: random.Random) -> str:
    return rng.choice(["i*7", "j*3-50", "RND*700-30", "i*j", "320+i*COS(j)", "200-j*SIN(i)", "-20", "i*400", "j MOD 400", "x"])


def dot(rng: random.Random) -> str:
    if rng.random() < 0.2:
        return rng.choice(["POKE 49152+i*80+j,i*j AND 255", "y=PEEK(49152+j*77)", "POKE 43000+RND*1500,i", "y=y+PEEK(i*4000)",
                           "POKE -i*100-j,255", "IF PEEK(49153+i)=3 THEN y=0"])
    word = rng.choice(["PLOT", "PLOTR", "DRAW", "DRAWR", "MOVE", "MOVER", "PLOT", "DRAW"])
    ink = rng.choice(["", "", ",i AND 15", ",j MOD 4", ",3", ",i", ",1,i AND 3"]) if word[0] != "M" else ""
    relative = word.endswith("R")
    x, y = (f"({place(rng)})/9" if relative else place(rng) for _ in range(2))
    return f"{word} {x},{y}{ink}"


def program(seed: int, basic_1_1: bool) -> str:
    rng = random.Random(seed)
    lines = [f"10 MODE {rng.randrange(3)}:DEG:x=100:ON ERROR GOTO 90"]
    if rng.random() < 0.5:
        lines.append(f"20 ORIGIN {rng.randint(-50, 300)},{rng.randint(-50, 200)},{rng.randint(0, 300)},{rng.randint(200, 639)},"
                     f"{rng.randint(200, 399)},{rng.randint(0, 250)}")
    if rng.random() < 0.3:
        lines.append(f"22 PRINT CHR$(23);CHR$({rng.randrange(4)});")
    if basic_1_1 and rng.random() < 0.4:
        lines.append(f"23 MASK {rng.randrange(256)},{rng.randrange(2)}")
    if rng.random() < 0.3:
        lines.append("24 EVERY 3 GOSUB 80")
    body = [dot(rng) for _ in range(rng.randint(2, 4))]
    lines.append("30 FOR i=1 TO 12:FOR j=0 TO 9 STEP 0.5:" + body[0])
    lines += [f"{40 + at} {one}" for at, one in enumerate(body[1:])]
    lines += ["60 x=x+i/7:NEXT:NEXT:END", "80 k=k+1:RETURN", "90 e=e+1:RESUME NEXT"]
    return "\n".join(lines) + "\nRUN\n"


def outcome(lines: str, model: str, tier: str) -> tuple:
    cpc = CPC(model=model, brand="amstrad")
    executor = cpc.session.executor
    if tier == "plain":
        executor.table.use_units(False)
    executor.jit.native.on = tier == "native"
    executor.jit.native.patience, executor.jit.native.waits = 0, True
    for line in lines.splitlines():
        cpc.type(line + "\n")
        cpc.run_until_idle(200)
    graphics = cpc.machine.graphics
    return (bytes(cpc.memory), cpc.seconds, graphics.position(), graphics.pen, graphics.mask, executor.random.seed,
            {name: cpc.variables[name] for name in cpc.variables if not name.endswith("()")}, bytes(cpc.printed))


def outcomes(lines: str, model: str) -> list[tuple]:
    """That of each tier that there is, the plain steps first."""
    return [outcome(lines, model, tier) for tier in (TIERS if native_engine() is not None else TIERS[:2])]


def machine_code_of(program: str) -> list:
    """The units of a program that have become machine code, which begins at once."""
    cpc = CPC()
    native = cpc.session.executor.jit.native
    native.patience, native.waits = 0, True
    cpc.type(program)
    cpc.run_until_idle(60)
    assert native.program is not None
    return native.program.units


@pytest.mark.parametrize("seed", range(SEEDS))
def test_graphics_in_units_change_nothing(seed, monkeypatch):
    monkeypatch.setattr(jit, "RUNS", 3)
    model = ("464", "6128")[seed % 2]
    plain, *others = outcomes(program(seed, model == "6128"), model)
    assert all(one == plain for one in others)


def printing(rng: random.Random) -> str:
    item = rng.choice(['"word"', "a$", "i", "i*j/3", "CHR$(65+i)", "LEFT$(a$,j)", "-x", '""', "a$+CHR$(97+j)", "CHR$(240)",
                       "j;i"])
    return f"PRINT {item}{rng.choice(['', ';', ';'])}"


def texts(seed: int) -> str:
    """A program that prints in a loop, in each mode, in windows, in several colours, and scrolls."""
    rng = random.Random(seed)
    window = rng.choice(["", "", f":WINDOW {rng.randint(1, 5)},{rng.randint(10, 20)},{rng.randint(1, 5)},{rng.randint(9, 25)}"])
    lines = [f'10 MODE {seed % 3}{window}:PEN {rng.randrange(4)}:PAPER {rng.randrange(4)}:a$="letters":x=100',
             *(["20 LOCATE 1,25:PRINT:PRINT"] if rng.random() < 0.5 else []),
             "30 FOR i=1 TO 9:FOR j=1 TO 8", f"40 {printing(rng)}"]
    if rng.random() < 0.7:
        lines.append(f"50 LOCATE {rng.choice(['j', 'i*2', '20-i', '1'])},{rng.choice(['i', 'j+3', '24'])}:{printing(rng)}")
    if rng.random() < 0.3:
        lines.append(f"60 {rng.choice(['PEN j AND 3', 'PAPER i AND 1', 'x=x+POS(#0)', 'x=x+VPOS(#0)'])}:{printing(rng)}")
    return "\n".join([*lines, "70 x=x+j/7:NEXT:NEXT"]) + "\nRUN\n"


@pytest.mark.parametrize("seed", range(4 * SEEDS))
def test_texts_in_units_change_nothing(seed, monkeypatch):
    monkeypatch.setattr(jit, "RUNS", 3)
    plain, *others = outcomes(texts(seed), ("464", "6128")[seed // 3 % 2])
    assert all(one == plain for one in others)

"""A zero has a sign, which a division by 0 shows: against what both firmwares gave (golden/reals/zeros.txt)."""

import re

import pytest

from basic.session import Session
from basic.text_machine import TextMachine
from basic.units import jit
from cpc.machine import native_engine
from tests import places

pytestmark = pytest.mark.skipif(native_engine() is None, reason="no engine: wasmtime is not installed")
BEFORE = "a=1.5:b=-1.5:p=0:n=a-a:DIM c(3):DEF FNr(x)=x:DEF FNs(x)=x-x:DEFINT i-j:i=0:j=1"
PASSES = 40


@pytest.fixture(autouse=True)
def eager(monkeypatch):
    monkeypatch.setattr(jit, "RUNS", 3)
    monkeypatch.setattr(TextMachine, "find_native_engine", staticmethod(native_engine))


def recorded() -> list[tuple[str, str, str]]:
    """The angle's unit, the expression and the sign."""
    unit, rows = "", []
    for line in (places.GOLDEN / "reals" / "zeros.txt").read_text(encoding="ascii").splitlines():
        if line.startswith("["):
            unit = line[1:-1]
        elif not line.startswith("#"):
            rows.append((unit, *line.rsplit(" ", 1)))
    return rows


def signs(ways: str) -> list[tuple[str, str, str]]:
    """What a program shows of z/0, each z worked out several times."""
    rows = recorded()
    lines = [f"1 {BEFORE}"]
    unit = ""
    for number, (angle, expression, _) in enumerate(rows):
        turn = "" if angle == unit else f"{angle.upper()}:"
        unit = angle
        lines.append(f"{number * 2 + 10} {turn}FOR k=1 TO {PASSES}:z={expression}:NEXT")
        lines.append(f"{number * 2 + 11} s=SGN(z/0):PRINT CHR$(60);s")
    session = Session(basic_1_1=True)
    units = session.executor.jit
    session.executor.table.use_units(ways != "steps")
    units.native.on = ways == "native" and units.native.on
    units.native.patience, units.native.waits = 1, True
    session.type("\n".join(lines).encode() + b"\nRUN\n")
    session.run_until_idle(10**9)
    shown = re.findall(rb"<[ -]1", bytes(session.machine.text.printed))
    return [(angle, expression, "-" if one == b"<-1" else "+") for (angle, expression, _), one in zip(rows, shown, strict=True)]


@pytest.mark.parametrize("ways", ["steps", "text", "native"])
def test_a_zero_has_the_sign_that_it_has_on_the_machine(ways):
    assert signs(ways) == recorded()


def test_the_sign_can_be_poked_and_peeked():
    session = Session()
    session.type(b"z=1.5-1.5:s=PEEK(@z+3) AND 128:POKE @z+3,1:t=SGN(z/0):POKE @z+3,129:y=z:u=SGN(y/0):PRINT CHR$(60);s;t;u\n")
    session.run_until_idle(10**8)
    assert bytes(session.machine.text.printed).split(b"<")[1].split()[:3] == [b"128", b"1", b"-1"]


@pytest.mark.parametrize("ways", ["steps", "text", "native"])
def test_a_zero_of_numbers_that_may_be_integers_has_no_sign(ways):
    """VAL gives integers here, whose 0 divides as a positive one."""
    session = Session()
    session.type(b'10 t$="0":FOR k=1 TO 40:x=0-VAL(t$):y=VAL(t$)*VAL("-3"):NEXT\r\n'
                 b"20 s=SGN(x/0):t=SGN(y/0):PRINT CHR$(60);s;t\r\nRUN\r\n")
    units = session.executor.jit
    session.executor.table.use_units(ways != "steps")
    units.native.on = ways == "native" and units.native.on
    units.native.patience, units.native.waits = 1, True
    session.run_until_idle(10**9)
    assert bytes(session.machine.text.printed).split(b"<")[1].split()[:2] == [b"1", b"1"]


def test_an_element_keeps_its_sign_where_machine_code_takes_the_array():
    session = Session()
    native = session.executor.jit.native
    native.patience, native.waits = 1, True
    session.type(b"10 DIM a(3):z=0:a(2)=z*-1\n20 FOR k=1 TO 40:GOSUB 40:NEXT\n30 s=SGN(a(2)/0):PRINT CHR$(60);s:END\n"
                 b"40 FOR i=1 TO 30:a(1)=i:NEXT:RETURN\nRUN\n")
    session.run_until_idle(10**8)
    assert session.executor.jit.tiers()[1] and b"<-1" in bytes(session.machine.text.printed)

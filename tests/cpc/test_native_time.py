"""TIME inside units is what steps see, on each machine's own interrupts."""

import pytest

from basic.units import jit
from cpc import CPC
from cpc.machine import native_engine
from tests.cpc.test_native_graphics import TIERS, outcome

LOOKING = """10 FOR i=1 TO 400:t=TIME:s=s+t:IF TIME-t>0 THEN k=k+1 ELSE IF TIME>t THEN k=k+100
20 FOR j=1 TO i MOD 40:NEXT:w=w+TIME:a%=i*7 MOD 5:GOSUB 90:NEXT:PRINT s;k;w;TIME
30 t=TIME+90:WHILE TIME<t:n=n+1:WEND:PRINT n:END
90 u=u+SIN(i)*TIME:v=v XOR (TIME AND 255):x=STR$(TIME)<"1":RETURN
"""


@pytest.mark.parametrize("model", ["464", "6128"])
def test_time_in_units_is_what_steps_see(model, monkeypatch):
    monkeypatch.setattr(jit, "RUNS", 3)
    tiers = TIERS if native_engine() is not None else TIERS[:2]
    plain, *others = [outcome(LOOKING + "RUN\n", model, tier) for tier in tiers]
    assert all(one == plain for one in others)


@pytest.mark.skipif(native_engine() is None, reason="no engine: wasmtime is not installed")
def test_a_loop_that_looks_at_the_time_is_machine_code(monkeypatch):
    monkeypatch.setattr(jit, "RUNS", 3)
    cpc = CPC()
    native = cpc.session.executor.jit.native
    native.patience, native.waits = 0, True
    cpc.type("10 FOR i=1 TO 90:IF TIME>s THEN s=TIME\n20 NEXT\nRUN\n")
    cpc.run_until_idle(60)
    assert native.program is not None and native.program.units

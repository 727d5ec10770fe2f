"""FN inside units is what steps do, also where a function is defined anew, calls others, fails, or asks for the time."""

import pytest

from basic.units import jit
from cpc.machine import native_engine
from tests.cpc.test_native_graphics import machine_code_of, outcomes

CALLING = """10 DEF FNa(x)=x*x+k:DEF FNb%(y%,z)=y%+FNa(z) MOD 7:DEF FNc=TIME+k:DEF FNd(x,y)=SQR(x)+SIN(y)*x
20 ON ERROR GOTO 90:FOR i=1 TO 300:k=i MOD 9:s=s+FNa(i)/7:t%=FNb%(i*2,i/3)
30 u=u+FNc-FNd(FNa(i),RND)+RND:IF FNa(i-250)<k THEN v=v+FNb%(i*200,3)
40 IF i=150 THEN DEF FNa(x)=x-k ELSE IF i=220 THEN DEF FNd(y,x)=x*FNa(y)
50 x=x+FNd(-i+190,i):NEXT:PRINT s;t%;u;v;x;e
60 END
90 e=e+1:RESUME NEXT
"""
AGAIN = """10 FOR i=1 TO 200:ON 1+i MOD 2 GOSUB 50,60:s=s+FNf(i):FOR j=1 TO 5:s=s-FNf(j)*2:NEXT:NEXT:PRINT s
20 CLEAR:ON ERROR GOTO 40:FOR i=1 TO 30:x=x+1:NEXT
30 FOR i=1 TO 30:y=FNf(i):NEXT:END
40 e=e+1:RESUME NEXT
50 DEF FNf(x)=x+1:RETURN
60 DEF FNf(x)=x*3:RETURN
"""


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("lines", [CALLING, AGAIN])
def test_functions_in_units_are_what_steps_do(lines, model, monkeypatch):
    monkeypatch.setattr(jit, "RUNS", 3)
    plain, *others = outcomes(lines + "RUN\nRUN\n", model)
    assert all(one == plain for one in others)


@pytest.mark.skipif(native_engine() is None, reason="no engine: wasmtime is not installed")
def test_a_loop_with_a_function_is_machine_code(monkeypatch):
    monkeypatch.setattr(jit, "RUNS", 3)
    assert machine_code_of("10 DEF FNa(x)=x*x+1:FOR i=1 TO 90:s=s+FNa(i)\n20 NEXT\nRUN\n")

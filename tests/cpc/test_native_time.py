"""TIME inside units is what steps see, on each machine's own interrupts."""

import pytest

from basic.units import jit
from cpc.machine import native_engine
from tests.cpc.test_native_graphics import machine_code_of, outcomes

LOOKING = """10 FOR i=1 TO 400:t=TIME:s=s+t:IF TIME-t>0 THEN k=k+1 ELSE IF TIME>t THEN k=k+100
20 FOR j=1 TO i MOD 40:NEXT:w=w+TIME:a%=i*7 MOD 5:GOSUB 90:NEXT:PRINT s;k;w;TIME
30 t=TIME+90:WHILE TIME<t:n=n+1:WEND:PRINT n:END
90 u=u+SIN(i)*TIME:v=v XOR (TIME AND 255):x=STR$(TIME)<"1":RETURN
"""
PRINTING = """10 DEF FNt(x)=TIME+x:MODE 1:FOR i=1 TO 200:LOCATE 1+i MOD 9,1+TIME MOD 20:PRINT "abc";i;TIME:PRINT TIME;SQR(i)>9
20 PRINT CHR$(65+i MOD 20);FNt(3);"xyz";FNt(i);STR$(TIME):LOCATE 1,1:PRINT CHR$(65+i MOD 20);PEEK(49152);PEEK(49153):NEXT
"""
ORDERS = """10 DIM a(20),b%(9,9):FOR i=1 TO 200:a(SQR(i))=TIME+SQR(TIME):b%(SQR(i)/3,i MOD 7)=TIME MOD 999
20 a$=STR$(SQR(i))+STR$(TIME):b$=STR$(TIME)+LEFT$(a$,TIME MOD 7):s=s+VAL(RIGHT$(a$,3)):POKE 45000+SQR(i)*9,TIME AND 255
30 PLOT SIN(i)*99,TIME MOD 400:DRAW TIME MOD 300,SQR(i)*TIME/300:FOR j=TIME MOD 50 TO SQR(TIME)+30 STEP 1+TIME MOD 3:n=n+1:NEXT
40 IF SQR(i)<TIME MOD 10 THEN q=q+TIME ELSE q=q+1
50 ON 1+TIME MOD 3 GOSUB 90,91,92:WHILE TIME MOD 5>SQR(2):k=k+1:WEND:NEXT:END
90 RETURN
91 x=x+1:RETURN
92 x=x+2:RETURN
"""
EQUAL = """10 FOR i=1 TO 300:t=TIME:t=TIME:s=s+t/300:t=TIME:NEXT
"""


@pytest.mark.parametrize("lines", [LOOKING, PRINTING, ORDERS, EQUAL])
@pytest.mark.parametrize("model", ["464", "6128"])
def test_time_in_units_is_what_steps_see(model, lines, monkeypatch):
    monkeypatch.setattr(jit, "RUNS", 3)
    plain, *others = outcomes(lines + "RUN\n", model)
    assert all(one == plain for one in others)


@pytest.mark.skipif(native_engine() is None, reason="no engine: wasmtime is not installed")
def test_a_loop_that_looks_at_the_time_is_machine_code(monkeypatch):
    monkeypatch.setattr(jit, "RUNS", 3)
    assert machine_code_of("10 FOR i=1 TO 90:IF TIME>s THEN s=TIME\n20 NEXT\nRUN\n")

"""Statements that machine code holds: a loop with them goes on there, and comes to what steps come to."""

import pytest

from basic.units import jit
from basic.units.native_state import NativeState
from cpc import CPC
from cpc.machine import Machine, native_engine
from tests.cpc.test_native_graphics import outcomes

STATEMENTS = {
    "a real as text": "a$=STR$(i/7):s=s+LEN(a$)",
    "a real with an exponent": "a$=STR$(i/7E9)+STR$(-i*1E20)",
    "text as a number": 'x=VAL(a$+".5"):y=VAL("-1E"+STR$(i MOD 9+1)):n%=VAL("&"+a$):z=VAL(" 12345"):a$=STR$(i MOD 100)',
    "a part of what is made on the way": 'b$=MID$(STR$(i),2):c$=LEFT$(b$+"x",i MOD 4)+RIGHT$(b$+c$,i MOD 3)'
                                         ':n%=VAL(MID$(c$+"12",2,i MOD 2))'
                                         ':IF UPPER$(MID$("a"+b$,2))=LOWER$(c$+"") THEN s=s+1',
    "INKEY$": 'b$=INKEY$:IF INKEY$="" THEN s=s+1:IF b$<>"" THEN s=s+1000',
    "READ": "READ x,n%,t$:s=s+x+n%+LEN(t$):READ z(n%),y:IF y=-1 THEN RESTORE",
    "RESTORE": "READ x:s=s*2 MOD 1000+x:RESTORE 40:READ y,t$:RESTORE 30:READ n%:t$=t$+u$:IF i MOD 7=0 THEN u$=t$",
    "a real that is printed": "LOCATE 1,1:PRINT i/7;-i/3;",
}
PROGRAM = ('10 a$="1":FOR i=1 TO 600:{}\n20 NEXT:PRINT @t$;PEEK(@t$+1)\n30 DATA 1.5, 2,"a,b",2.5,0\n'
           "35 REM\n40 DATA 7,2 , word,&1F,-1\n")


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_is_what_it_is_as_a_step(name, monkeypatch):
    monkeypatch.setattr(jit, "RUNS", 3)
    for model in ("464", "6128"):
        plain, *others = outcomes(PROGRAM.format(STATEMENTS[name]) + "RUN\nRUN\n", model)
        assert all(one == plain for one in others)


@pytest.mark.skipif(Machine.find_native_engine is None or native_engine() is None, reason="no engine")
@pytest.mark.parametrize("name", STATEMENTS)
def test_a_loop_stays_in_machine_code(name, monkeypatch):
    monkeypatch.setattr(jit, "RUNS", 3)
    cpc, entered = CPC(), []
    native = cpc.session.executor.jit.native
    native.patience, native.waits = 0, True
    cpc.type(PROGRAM.format(STATEMENTS[name]) + "RUN\n")
    cpc.run_until_idle(600)
    monkeypatch.setattr(NativeState, "begin", lambda *all, begin=NativeState.begin: entered.append(1) or begin(*all))
    cpc.type("RUN\n")
    cpc.run_until_idle(600)
    assert 0 < len(entered) < 60

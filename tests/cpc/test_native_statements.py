"""Statements that machine code holds: a loop with them goes on there, and comes to what steps come to."""

import re

import pytest

from basic.units import jit
from basic.units.native_state import NativeState
from cpc import CPC
from cpc.machine import Machine, native_engine
from tests.cpc.test_native_graphics import outcomes
from tests.line_transcripts import LINES, SET_UP, statements

STATEMENTS = {
    "a real as text": "a$=STR$(i/7):s=s+LEN(a$)",
    "a real with an exponent": "a$=STR$(i/7E9)+STR$(-i*1E20)",
    "text as a number": 'x=VAL(a$+".5"):y=VAL("-1E"+STR$(i MOD 9+1)):n%=VAL("&"+a$):z=VAL(" 12345"):a$=STR$(i MOD 100)',
    "a part of what is made on the way": 'b$=MID$(STR$(i),2):c$=LEFT$(b$+"x",i MOD 4)+RIGHT$(b$+c$,i MOD 3)'
                                         ':n%=VAL(MID$(c$+"12",2,i MOD 2))'
                                         ':IF UPPER$(MID$("a"+b$,2))=LOWER$(c$+"") THEN s=s+1',
    "zeros before a number": 'x=VAL(MID$("0012.50x0",1+i MOD 9,2)):t$=RIGHT$("x000",i MOD 5):n%=VAL(t$)+VAL(LEFT$(t$,1))',
    "INKEY$": 'b$=INKEY$:IF INKEY$="" THEN s=s+1:IF b$<>"" THEN s=s+1000',
    "INSTR and STRING$": 'a$=STRING$(i MOD 9,65+i MOD 3)+STRING$(i MOD 5,"bc"):x=INSTR(a$,"Ab"):y=y+INSTR(1+i MOD 7,a$+"b",t$)'
                         ':t$=STRING$(2,98):s=INSTR(STR$(i),"")',
    "INKEY and JOY": "x=x+INKEY(i MOD 80)+JOY(i AND 1):IF INKEY(47)>=0 THEN y=y+1",
    "READ": "READ x,n%,t$:s=s+x+n%+LEN(t$):READ z(n%),y:IF y=-1 THEN RESTORE",
    "RESTORE": "READ x:s=s*2 MOD 1000+x:RESTORE 40:READ y,t$:RESTORE 30:READ n%:t$=t$+u$:IF i MOD 7=0 THEN u$=t$",
    "elements of string arrays": 'd$(i MOD 7)=STR$(i)+d$(i MOD 3):d$(i MOD 5)=RIGHT$(d$(i MOD 7),9)'
                                 ':e$(1,i MOD 4)=d$(i MOD 7)+"x":s=s+LEN(d$(2))+ASC(e$(1,i MOD 4))'
                                 ':IF d$(i MOD 7)<e$(1,2) THEN d$(9)="word":t$=d$(9)',
    "PRINT USING": 'LOCATE 1,1:PRINT "a";USING "x ##.## **#,###.#- ";i/7;-i;:PRINT USING "! \\  \\&.#";STR$(i);a$;t$+"!";i/9;'
                   ':LOCATE 1,2:PRINT USING "+$$#.# a";VAL(STR$(i*9)+".5");i;i%:i%=i',
    "FN with strings": 't$=FNs$(STR$(i)):a$=FNi$("word")+FNj$("word")+FNi$(t$):s=s+FNl(RIGHT$(a$,1))+FNl("x")'
                       ':IF FNk$(LEFT$(t$,3))>FNi$(a$) THEN u$=FNj$(a$)',
    "blanks, or none": "LOCATE 1+i MOD 3,1:PRINT SPC(i MOD 2);TAB(6);SPC(0);",
    "PEN and PAPER": 'LOCATE 1,1:PEN i MOD 16:PAPER i/150:PRINT "a";:PEN 1:PRINT "b";:IF i=500 THEN MODE i MOD 3',
    "a real that is printed": "LOCATE 1,1:PRINT i/7;-i/3;",
}
PROGRAM = ('5 DEF FNs$(x$)=x$+"!":DEF FNi$(x$)=x$:DEF FNj$(x$)=LEFT$(x$,9):DEF FNk$(x$)=FNs$(FNi$(x$))+x$\n'
           '6 DEF FNl(x$)=LEN(x$)+ASC(x$)\n10 DIM d$(9),e$(3,4):a$="1"\n15 FOR i=1 TO 600:{}\n'
           '20 NEXT:PRINT @t$;PEEK(@t$+1)\n30 DATA 1.5, 2,"a,b",2.5,0\n'
           "35 REM\n40 DATA 7,2 , word,&1F,-1\n")
# Those that wait, stop, end, lead elsewhere or change the program; those of loops are not whole alone.
NOT_REPEATED = re.compile(r"""INPUT|LINE|LIST|DELETE|NEW|EDIT|AUTO|RENUM|GOTO|GOSUB|RETURN|END|STOP|CONT|RUN|LOAD|MERGE|CHAIN|
    SAVE|OPEN|CAT|WAIT|CLEAR|REM|DATA|ON|RESUME|EVERY|AFTER|TRON|FOR|NEXT|WHILE|WEND|MEMORY|ERROR|OUT|MODE|SPEED|DEF|DIM|ERASE|
    CALL\ &8000|KEY\ DEF|IF\ TIME|SYMBOL\ AFTER|WRITE\ \#9|1\+|\||.*(GOTO|THEN\ 10)""", re.VERBOSE)


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


def test_repeated_statements_of_all_kinds_are_what_they_are_as_steps(monkeypatch):
    """Those of tests/line_transcripts.py that can be done again and again, with errors that some of them make."""
    monkeypatch.setattr(jit, "RUNS", 3)
    every = dict.fromkeys(one for line in LINES.splitlines() for one in statements(line)
                          if not NOT_REPEATED.match(one))
    assert len(every) > 150
    lines = [SET_UP, "ON ERROR GOTO 9000:DIM b%(9),b(9,9),m%(9,9),a(9),a$(9),b$(9),c%(9,9),d%(9)",
             'DEF FNq(x)=x*2:DEF FNr=c+1:DEF FNs$(x$)=x$+"!"',
             *(f"i=1:i%=1:j%=2:j=2:k%=1:FOR zz%=1 TO 12:{one}:NEXT" for one in every)]
    program = "\n".join(f"{number} {line}" for number, line in enumerate(lines, 1))
    plain, *others = outcomes(f"{program}\n8990 END\n9000 e=e+1:IF e<100 THEN PRINT ERR;ERL;\n9010 RESUME NEXT\nRUN\n", "464")
    assert plain[-2]["e"] > 100 and all(one == plain for one in others)

"""What becomes of lines of BASIC: their tokens and trees, what they cost, the units that are made of them, and what the
debugger says that they will do."""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from basic.debug.debugger import Debugger
from basic.help.words import Language
from basic.session import Session
from basic.source.uncrunch import listed
from basic.syntax.as_text import tree_rows
from basic.syntax.lexer import statements_of
from basic.syntax.parser import node_of
from cpc import CPC
from cpc.commands import show
from tests.transcripts import transcript

# Each has to be a line that a CPC can read; each form of a statement and each function is in one of them.
ASCII = 0x16
LONGEST_CUT = 9                 # tokens
LINES = r"""FOR i%=1 TO 10:s=s+i%:NEXT
FOR i=1 TO 9.5 STEP 0.5:t=t-i*2:NEXT i
FOR i%=9 TO 0 STEP -3:a%(i%)=i%:NEXT
FOR i=x TO y STEP z:NEXT i
FOR i%=a% TO b%:FOR j%=1 TO i%:m%(i%,j%)=m%(j%,i%)+1:NEXT j%,i%
WHILE n<20:n=n*2:WEND
WHILE a%>0 AND b%<9:a%=a%-1:b%=b%+2:WEND
IF a=1 THEN b=2 ELSE b=3
IF a%<b% THEN 10 ELSE IF a%=c% THEN 10 ELSE GOTO 10
IF a$="x" OR b$<>c$ THEN a$=b$+c$
IF NOT(a%) XOR b% THEN GOTO 10
a=b+c:a=b-c:a=b*c:a=b/c:a=b^2:a=-b
a%=b%+c%:a%=b%-c%:a%=b%*c%:a%=b%\c%:a%=b% MOD c%:a%=-b%
a%=b% AND c%:a%=b% OR c%:a%=b% XOR c%:a%=NOT b%
a=b>c:a=b<c:a=b>=c:a=b<=c:a=b=c:a=b<>c
a%=b%>c%:a%=b%<c%:a%=b%>=c%:a%=b%<=c%:a%=b%=c%:a%=b%<>c%
a=b%+c:a%=b+c:a=b%/c%:a%=b/c:a=b%*c:a=1.5*b%
a=ABS(b)+INT(c)+FIX(b)+SGN(c)+ROUND(b,1)+CINT(b)+CREAL(a%)
a%=ABS(b%)+SGN(b%)+INT(c%)+FIX(b%):a=UNT(b)
a=SIN(b)+COS(b)+TAN(b)+ATN(b)+EXP(b)+LOG(b)+LOG10(b)+SQR(b)+PI
a=MIN(b,c,1)+MAX(b%,c%):a%=MAX(b%,2)
a=RND:a=RND(1)*6:a%=RND*6+1
a=LEN(a$)+ASC(b$)+VAL(c$)+INSTR(a$,b$)+INSTR(2,a$,"x")
a$=CHR$(b)+STR$(c)+HEX$(a%,4)+BIN$(b%)+SPACE$(3)+STRING$(5,"x")
a$=LEFT$(b$,2)+MID$(b$,2,3)+RIGHT$(b$,a%)+UPPER$(c$)+LOWER$(c$)
MID$(a$,2,1)=b$:a$=a$+"x":b$=DEC$(a,"##.#")
a$=INKEY$:IF a$="" THEN 10
IF INKEY(47)=0 THEN a%=JOY(0)
a=TIME:IF TIME-a>300 THEN 10
a=PEEK(49152+b%):POKE 49152+b%,a%:a=PEEK(&4000)
a=TEST(b,c)+TESTR(1,2)+XPOS+YPOS+POS(#0)+VPOS(#0)
a=HIMEM+FRE(0)+FRE("")+ERR+ERL+DERR+REMAIN(0)+SQ(1)+INP(&F500)+EOF
a=FNq(b)+FNr:DEF FNq(x)=x*2:DEF FNr=c+1:DEF FNs$(x$)=x$+"!"
a=@b:a=@c$:a=@d%(1)
a(1)=b(2):a(i%)=a(i%-1)*2:b(i,j)=a(b(i,j))
a$(i%)=b$(j%):IF a$(i%)<b$(j%) THEN c$=a$(i%)
a%(i%,j%,k%)=5:DIM z(10),y$(3,4):ERASE z
GOSUB 10:RETURN:GOTO 10
ON a% GOTO 10,10:ON a GOSUB 10,10,10
PRINT a;b%,c$;:PRINT:PRINT "text";TAB(5);SPC(3);a
PRINT #1,a%;:PRINT USING "##.##";a;b:PRINT #8,USING "&";a$
PRINT a$:PRINT a%:PRINT a:PRINT 1;2;3
LOCATE a%,b%:PRINT CHR$(a%);:LOCATE #1,2,3:PRINT #1,"x"
PEN 1:PAPER 2:PEN #1,a%:PAPER #1,b%:PEN ,1:PEN 1,0
INK 1,2:INK a%,b%,c%:BORDER 1:BORDER a%,b%:SPEED INK 10,20
MODE 1:CLS:CLS #1:WINDOW 1,20,2,24:WINDOW #1,a%,b%,c%,d%:WINDOW SWAP 0,1
PLOT x,y:PLOT x%,y%,1:DRAW x,y,a%:MOVE 1,2:DRAW 100,200,1,2
PLOTR 1,2:DRAWR x%,y%:MOVER 2,0,1:ORIGIN 320,200:ORIGIN 0,0,1,639,399,0
CLG:CLG 1:FILL 2:MASK 170,1:GRAPHICS PEN 1:GRAPHICS PAPER 2:TAG:TAGOFF:FRAME
TAG #1:CURSOR 1,1:ZONE 8:WIDTH 40:SYMBOL 255,1,2,3:SYMBOL AFTER 200
SOUND 1,200,30:SOUND 1,a%,b%,c%,1,2,3:ENV 1,5,3,2:ENT -1,5,1,1,=100,2:RELEASE 1
READ a,b$,c%:RESTORE:RESTORE 20:DATA 1,"x",three
EVERY 50 GOSUB 10:AFTER 10,1 GOSUB 10:DI:EI:ON BREAK GOSUB 10:ON BREAK STOP:ON BREAK CONT
ON SQ(1) GOSUB 10:ON ERROR GOTO 10:ON ERROR GOTO 0:RESUME:RESUME NEXT:RESUME 10:ERROR 5
INPUT a:INPUT "name";a$:INPUT #1,"x",b%,c:LINE INPUT a$:LINE INPUT "who",b$
OUT &BC00,1:WAIT &F500,1:WAIT &F500,1,2:CALL &BD19:CALL &8000,a%,@b%:MEMORY &7FFF
KEY 1,"LIST":KEY DEF 66,0,0,0,0:SPEED KEY 10,2:SPEED WRITE 1
OPENIN "a":OPENOUT "b":CLOSEIN:CLOSEOUT:CAT:WRITE #9,a,b$:WRITE a;b$
LOAD "a",&4000:SAVE "b",b,&4000,10,1:MERGE "c":CHAIN "d",20:CHAIN MERGE "e",10,DELETE 10-20:RUN "f"
RANDOMIZE 5:DEG:RAD:CLEAR:DEFINT a-c,x:DEFREAL z:DEFSTR s
|DIR,@a$:|ERA,"x":|USER,1
LIST 10-20:LIST ,#8:DELETE 5-:RENUM 100,10,5:AUTO 10,5:EDIT 10:NEW:TRON:TROFF
END:STOP:CONT:RUN:RUN 10:REM words:' more
a=1:b=10:c=256:d=-5:e=3.7:f=1E30:g=&FF:h=&X101:i=40000:j$="text"
a%=1.7:a%=b:b=a%
a=(b+c)*(d-e)/(f^g):a%=(b% AND 15)*16+(c%\16)
s$=s$+MID$("abc",a%,1):IF LEN(s$)>9 THEN s$=""
FOR i=0 TO 1:PLOT i,SIN(i):NEXT
WHILE INKEY$="":WEND:WHILE TIME<a:WEND
FOR i=1 TO LEN(a$):b=b+ASC(MID$(a$,i,1)):NEXT
b%(a%)=b%(a%)+1:IF b%(a%)>c%(a%,2) THEN b%(a%)=0:GOTO 10
WHILE a<b:IF c THEN d=1 ELSE d=2
NEXT:WEND:RETURN
PRINT 1+:GOTO:FOR i=1:IF
IF a THEN PRINT "yes";:GOSUB 10:b=1 ELSE PRINT "no":c=2
x=x+1:y=y+x:z=z+y:IF z<1000 THEN 10
CLEAR INPUT:SPEED INK a,b:PEN #1,a%,1:PAPER a:GRAPHICS PEN a%,1:COPYCHR$=1:a$=COPYCHR$(#0)
a%(b% AND 7)=c% AND 255:a%((b% AND 3) OR (c% AND 4))=a% XOR 1:a%(ABS(b%) MOD 10)=1
IF (a% AND 1)=0 AND (b% OR 2)>1 THEN a%=(a%+1) AND 15 ELSE a%=a%-(b%>0)
a%=b%*2+c%*3-1:a%=(b%+c%)\2:a%=-b%*-1:a=-(b%\3):a%=b% MOD 10+c% MOD -3
FOR i%=0 TO 255:POKE 49152+i%,i%:NEXT:FOR i%=32767 TO 32760 STEP -1:NEXT
FOR i=10 TO 1 STEP -1:a(i)=a(i)+i:NEXT:FOR a=1 TO 1E10 STEP b:NEXT
b=a*a+b*b-2*a*b*COS(c):b=(a+1)^2/(b-1):b=1/3+2/7:b=a<b AND b<c
WHILE a<>0 AND NOT b%=3:a=INT(a/2):b%=b% XOR 1:WEND
a$=a$+a$:a$=LEFT$(a$,3)+"-"+RIGHT$(a$,2):a$(a%)=STR$(b%)+a$(b%):b=VAL(a$)+LEN(a$+b$)
IF a$>=b$ AND LEN(a$)<5 OR INSTR(a$,"x") THEN a$="" ELSE b$=MID$(a$,2)
PRINT a$+b$;LEN(a$),-a%;1/3;:PRINT #2,a:PRINT TAB(a%);a;SPC(b%);b$:PRINT 1;:PRINT "a";"b"
PLOT a%*2,b%+1,c% AND 3:DRAW a+1,b*2:MOVE a%,b%:a%=TEST(a%,b%):DRAWR 1,-1:PLOTR -1,0,2
GOSUB 10:a=a+1:ON a% AND 1 GOSUB 10,10:IF a>9 THEN RETURN
LOCATE 1+a% MOD 40,1+b% MOD 25:PRINT CHR$(32+(a% AND 63));:PEN a% AND 3
READ a%,b%,a$:IF a%=-1 THEN RESTORE:DATA 1,2,x,-1,&1F,"a,b"
SOUND a% AND 7,100+b%*2,10,c% AND 15:IF SQ(1)<128 THEN RELEASE 1
a=RND*10:a%=INT(RND(1)*6)+1:IF RND>0.5 THEN b=b+1
a=FNq(a)+FNq(b%):a$=FNs$(b$)+FNs$("x"):a=FNr*FNr
FOR i%=a TO b STEP c:NEXT:FOR i%=1.5 TO 3.5:NEXT i%:FOR i=a% TO b% STEP c%:NEXT:FOR i=1 TO 0:NEXT
INK 0,a% MOD 27:BORDER a% MOD 27,b% MOD 27:a=PEEK(a%+49152)*256+PEEK(b%+1)
"""
SET_UP = "DIM a%(9):a=3:b=2.5:c=-4:a%=2:b%=1:c%=7:a$=\"xyz\":b$=\"12\":x=1:y=2:n=5:i=1:i%=2:j%=1"


def statements(line: str) -> Iterator[str]:
    """Each statement of a line as LIST shows it; IF with all that belongs to it."""
    crunched = Session().crunch(line.encode("latin-1"))
    begun = 0
    for text in statements_of(crunched):
        if text.start and crunched[text.start - 1:text.start] == b"\x01" and not depends(crunched[begun:text.start]):
            yield listed(crunched[begun:text.start - 1]).decode("latin-1")
            begun = text.start
    yield listed(crunched[begun:]).decode("latin-1")


def depends(crunched: bytes) -> bool:
    """Whether what follows belongs to an IF."""
    return any(text.tokens and text.tokens[0].type == "_IF" for text in statements_of(crunched))


@transcript
def what_becomes_of_lines(folder: Path) -> Iterator[str]:
    for at, line in enumerate(LINES.splitlines()):
        lines, wanted = show._lines(f"10 {line}", "464")
        stages = "\n".join(show.stages(lines, wanted[0], show.MODELS[at % 2])).split("\n\n")
        yield "\n\n".join(stage for stage in stages if at % 8 == 0 or not stage.startswith("Bytes"))


@transcript
def units_of_single_statements(folder: Path) -> Iterator[str]:
    done: set[str] = set()
    for line in LINES.splitlines():
        for statement in statements(line):
            if statement in done or statement.startswith(("IF", "GOTO", "REM", "DATA")) or "'" in statement:
                continue
            done.add(statement)
            session = show._machine(show._typed_in(f"10 {statement}:GOTO 10", "464")[0], "464")
            for heading, rows in show._unit(session, 10):
                if heading != "Unit":
                    yield f"{statement}: {heading}"
                    yield from (f"  {row}" for row in rows)


@transcript
def what_lines_will_do(folder: Path) -> Iterator[str]:
    """Said in both languages of each statement, whether that would fail or not."""
    every = [statement for line in LINES.splitlines() for statement in statements(line)]
    session = CPC().session
    session.storage.load_raw(ASCII, "\r\n".join(
        f"{number} {text}" for number, text in enumerate([SET_UP, "STOP", *every], 8)).encode("latin-1"))
    debugger = Debugger(session)
    debugger.start()
    debugger.go()
    while debugger.running:
        debugger.run(100_000)
    for number, statement in enumerate(every, 10):
        session.executor.runner.pc = session.executor.table.pc_of_line(number)
        for language in get_args(Language):
            said = debugger.explain(language)
            yield f"{statement}: {said and said.does}"


@transcript
def statements_cut_short(folder: Path) -> Iterator[str]:
    """The tree of each form of a statement that ends too early, in both BASICs where these differ."""
    done: set[str] = set()
    for line in LINES.splitlines():
        for statement in statements(line):
            for text in statements_of(Session().crunch(statement.encode("latin-1"))):
                form = " ".join(token.type for token in text.tokens)
                if form in done or len(text.tokens) > LONGEST_CUT:
                    continue
                done.add(form)
                yield statement
                for end in range(1, len(text.tokens)):
                    older, newer = (_tree_of(text.code[:text.tokens[end].at - text.start], later) for later in (False, True))
                    yield f"  {older}{'' if newer == older else f' | {newer}'}"


def _tree_of(crunched: bytes, basic_1_1: bool) -> str:
    text, = statements_of(crunched.rstrip(b" "), basic_1_1)[:1]
    rows = (row.strip() for row in tree_rows(node_of(text)))
    return f"{listed(crunched).decode('latin-1')}: {' / '.join(rows)}"

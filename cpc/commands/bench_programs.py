"""What the bench runs: loops of a statement or two, whole programs, replies of chess programs."""

from pathlib import Path
from typing import NamedTuple

from cpc import gallery

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
SCHACH = gallery.path_of("schach")
LISTINGS = SHARED / "listings"


class Loop(NamedTuple):
    """A micro-loop: `program` with the number of passes for {n}, and what a pass takes on a 464, in milliseconds."""
    program: str
    passes: int
    real_ms: float
    result: str         # what to look at afterwards
    expected: object    # ... after `passes` passes


# So many passes that a 464 would take three hours: then it counts what a pass takes, and not what making units of it does.
LOOPS = {
    "for real": Loop("10 FOR i=1 TO {n}:NEXT", 10_000_000, 1.056, "i", 10_000_001),
    "for integer": Loop("10 FOR r=1 TO {n}/30000:FOR i%=1 TO 30000:NEXT i%,r", 18_000_000, 0.552, "i%", 30_001),
    "mod xor": Loop("10 FOR r=1 TO {n}/30000:FOR i%=1 TO 30000:a%=(a% XOR i%) MOD 77:b%=b% XOR a%:NEXT i%,r", 2_400_000, 4.290,
                    "b%", 30),
    "sqr sin": Loop("10 FOR r=1 TO {n}/10000:FOR i=1 TO 10000:x=SQR(i)+SIN(i):NEXT i,r", 240_000, 42.589, "i", 10_001),
    "strings": Loop('10 FOR j=1 TO {n}:a$="":FOR i=1 TO 20:a$=a$+CHR$(64+i):NEXT i,j', 100_000, 101.322, "a$",
                    "ABCDEFGHIJKLMNOPQRST"),
    "sieve": Loop("10 DIM f%(2000):FOR r=1 TO {n}:FOR i=2 TO 2000:f%(i)=0:NEXT:FOR i=2 TO 44:IF f%(i)=0 THEN"
                  " FOR j=i*i TO 2000 STEP i:f%(j)=1:NEXT\n20 NEXT i,r", 700, 14_629.576, "f%(1999)", 0),
    "gosub": Loop("10 FOR i=1 TO {n}:GOSUB 100:NEXT:END\n100 GOSUB 200:RETURN\n200 GOSUB 300:RETURN\n300 RETURN",
                  3_600_000, 2.772, "i", 3_600_001),
    "if goto": Loop("10 DIM t(10):FOR r=1 TO {n}/30000:i=0\n20 i=i+1:IF t(i AND 7)=0 THEN s=s+1\n"
                    "30 IF i<30000 GOTO 20\n40 NEXT", 1_200_000, 8.237, "s", 1_200_000),
}
STATEMENTS = "10 FOR i=1 TO 30000:j%=i MOD 7\n20 IF j%=3 THEN k%=k%+1 ELSE x=x+0.5\n30 NEXT\n"


class Reply(NamedTuple):
    """A chess program's reply to a first move: what is typed before, the move, and what it prints when it is done."""
    path: Path
    before: tuple[str, ...]
    move: str
    asks: bytes
    memory: str = "cpc"
    least: float = 10.0     # emulated seconds that it thinks; a reply out of a book does not take as long


REPLIES = {
    "hamann 1": Reply(LISTINGS / "hamann.bas", ("RUN\n", "1"), "e2e4\n", b"Ihr"),
    "hamann 2": Reply(LISTINGS / "hamann.bas", ("RUN\n", "2"), "e2e4\n", b"Ihr"),
    "demoschach 3": Reply(LISTINGS / "demoschach-cpc-norem.bas", ("RUN\n", "G\n", "W\n", "3\n", "E2-E4\n"), "N\n", b"ZUG",
                          "large"),
    "schach": Reply(SCHACH, ("RUN\n", "D", "o"), "e2e4\n", b"Ihr Zug"),
}

# whole programs, with the kinds of statements that listings have
PROGRAMS = {
    "set": "10 MODE 1:FOR a=0 TO 639 STEP 8:FOR b=0 TO 399 STEP 8:u=0:v=0:n=0:p=a/210-2:q=b/200-1\n"
           "20 WHILE u*u+v*v<4 AND n<25:w=u*u-v*v+p:v=2*u*v+q:u=w:n=n+1:WEND:PLOT a,b,n MOD 4:NEXT:NEXT",
    "leaf": "10 MODE 2:RANDOMIZE 7:x=0:y=0:FOR n=1 TO 8000:r=RND\n20 IF r<0.02 THEN u=0:y=0.17*y:GOTO 50\n"
            "30 IF r<0.15 THEN u=0.2*x-0.25*y:y=0.22*x+0.23*y+1.5:GOTO 50\n40 u=0.84*x+0.05*y:y=0.84*y-0.05*x+1.7\n"
            "50 x=u:PLOT 320+x*40,y*35:NEXT",
    "globe": "10 MODE 1:DEG:FOR l=0 TO 165 STEP 15:ORIGIN 320,200:MOVE 0,150\n20 FOR b=0 TO 360 STEP 10:"
             "DRAW 150*SIN(b)*COS(l),150*COS(b)+20*SIN(b)*SIN(l),1+l MOD 3:NEXT:NEXT",
    "digits": "10 FOR n%=1 TO 600:s%=0:t$=STR$(n%):FOR i%=1 TO LEN(t$):d%=VAL(MID$(t$,i%,1)):s%=s%+d%*d%:NEXT:k=k+s%:NEXT",
    "cells": "10 MODE 1:DIM a(21,13),n(21,13):a(10,6)=1:a(11,6)=1\n"
             "20 FOR g=1 TO 12:FOR x=1 TO 20:FOR y=1 TO 12:LOCATE x,y:IF a(x,y) THEN PRINT CHR$(231); ELSE PRINT \".\";\n"
             "30 s=a(x-1,y)+a(x+1,y)+a(x,y-1)+a(x,y+1):n(x,y)=a(x,y):IF s=1 OR s=3 THEN n(x,y)=1-a(x,y)\n"
             "40 NEXT:NEXT:FOR x=1 TO 20:FOR y=1 TO 12:a(x,y)=n(x,y):NEXT:NEXT:NEXT",
    "powers": "10 MODE 2:DIM d(60):d(0)=1:t=0:FOR n=1 TO 150:c=0:FOR i=0 TO t:v=d(i)*7+c:c=INT(v/10000)\n"
              "20 d(i)=v-c*10000:NEXT:IF c THEN t=t+1:d(t)=c\n30 l=l+LOG(7):NEXT:PRINT INT(l/LOG(10))+1;\"digits\"\n"
              "40 FOR i=t TO 0 STEP -1:PRINT RIGHT$(\"0000\"+MID$(STR$(d(i)),2),4);\" \";:NEXT:PRINT",
    "words": "10 DIM w$(8):FOR i=1 TO 8:READ w$(i):NEXT:FOR n=1 TO 60:RESTORE:t$=\"\":FOR i=1 TO 8:READ a$\n"
             "20 t$=t$+UPPER$(LEFT$(a$,1))+MID$(a$,2)+\" \":IF INSTR(t$,w$(1+n MOD 8)) THEN k=k+1\n"
             "30 NEXT:PRINT n;t$:NEXT\n40 DATA one,two,three,four,five,six,seven,eight",
    "primes": "10 DEFINT a-z:DIM p(3000):FOR i=2 TO 54:IF p(i)=0 THEN FOR j=i*i TO 3000 STEP i:p(j)=1:NEXT\n"
              "20 NEXT:FOR i=2 TO 3000:k=k+1-p(i):NEXT:PRINT k",
}

PRINTING = "10 FOR i=1 TO 2500:PRINT \"The quick brown fox jumps over the dogs.\";:NEXT"
DRAWING = "10 MODE 1:FOR i=1 TO 500:MOVE 0,i MOD 400:DRAW 639,399-i MOD 400,i MOD 4:NEXT"
MANY_STRINGS = "10 DIM a$(99):FOR i=1 TO 10000:a$(i MOD 100)=STRING$(200,65+i MOD 26):NEXT"

"""Sessions with a face that speaks in text, and what it said (golden/transcripts). tests/record_transcripts.py records them.

What depends on how long statements take is masked: the digits of seconds and shares.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

from tests.places import GOLDEN

FOLDER = GOLDEN / "transcripts"
TRANSCRIPTS: dict[str, Callable[[Path], Iterator[str]]] = {}
TIMES = re.compile(r"\d+(?=\.\d{6}\b)|(?<=\d\.)\d{6}\b|\d+\.\d(?=%)|\d+(?=/50 s)|(?<=AFTER )\d+(?=,)|(?<= time )\d+"
                   r"|(?<= took )\d+ min \d+")
PROGRAM = """10 REM counts and calls
20 DIM board(9,3),few(4),word$(2):n=1:name$="Ada":size%=7
30 CLS:WINDOW #1,5,20,3,9:ORIGIN 20,40:INK 1,24,6:BORDER 3:SOUND 1,239,300,5
40 ON ERROR GOTO 900:AFTER 500 GOSUB 800
50 FOR i=1 TO 3:GOSUB 200:NEXT
60 WHILE n<20:n=n*2:GOSUB 300:WEND
70 word$(1)="one":board(2,1)=5:few(3)=2.5
80 PRINT "half";n/2:PLOT 100,50
90 x=ASC(""):y%=VAL("12"):DATA 1,two,"three, four"
100 READ a:IF a=1 THEN PRINT "read"
110 END
200 REM subroutine
210 n=n+i:GOSUB 300:few(i)=n
220 RETURN
300 total=total+n:RETURN
800 RETURN
900 PRINT "error";ERR;"in";ERL:RESUME NEXT
"""


def transcript(make: Callable[[Path], Iterator[str]]) -> Callable[[Path], Iterator[str]]:
    TRANSCRIPTS[make.__name__] = make
    return make


def masked(text: str) -> str:
    return TIMES.sub(lambda match: re.sub(r"\d", "#", match[0]), text)


def names_of(*modules: ModuleType) -> list[str]:
    """The sessions of these modules."""
    return [name for name, make in TRANSCRIPTS.items() if make.__module__ in [module.__name__ for module in modules]]


def said(name: str, folder: Path) -> str:
    """The whole transcript, with times masked."""
    return "".join(masked(line.replace(str(folder), "FOLDER")) + "\n" for line in TRANSCRIPTS[name](folder))


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"

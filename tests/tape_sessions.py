"""What is typed with a tape in the deck, and what the screen of the real machine showed then (`golden/tapes/screens.json`).

Keys: SPACE and ESC answer `Press PLAY then any key:`.
"""

import json
from pathlib import Path

from cpc import CPC
from cpc.tape import cassette, cdt
from cpc.tape.blocks import Header, blocks_of
from cpc.tape.stretches import Bits, Stretch
from tests.places import GOLDEN

SPACE, ESC = 47, 66             # in the key matrix
SCREENS = GOLDEN / "tapes" / "screens.json"
Blocks = list[tuple[Header, bytes]]

PROGRAM = bytes.fromhex("0e000a00bf202268656c6c6f22000e001400bf20227468657265220000 00".replace(" ", ""))
FILES = [(b"ONE", 0, 368, 0, PROGRAM), (b"TWO", 2, 1000, 1000, b"x" * 5000),
         (b"A LONGER NAME 16", 0x16, 0, 0, b"10 PRINT 1\r\n20 PRINT 2\r\n\x1a"), (b"", 1, 368, 0, PROGRAM),
         (b"LOWER", 0, 368, 0, PROGRAM)]
ALL = [block for file in FILES for block in blocks_of(*file)]
TEXT = list(blocks_of(b"TEXT", 0x16, 0, 0, b"".join(
    b"%d REM this is a line of some length, number %d\r\n" % (number, number) for number in range(1, 100)) + b"\x1a"))
TWO = list(blocks_of(b"TWO", 2, 20000, 1000, b"x" * 5000))
TWO_FILES = [*blocks_of(b"X", 2, 20000, 1000, b"x" * 5000), *blocks_of(b"LAST", 0x16, 0, 0, b"10 PRINT 1\r\n")]
LOAD_TWO = ["MEMORY 19999\n", 'LOAD "two"\n', SPACE]
COUNT = '10 OPENIN "TEXT":WHILE NOT EOF:LINE INPUT #9,a$:n=n+1:WEND:CLOSEIN:PRINT n;a$\n'
FIRST = '10 OPENIN "A LONGER NAME 16":PRINT EOF:INPUT #9,a$:PRINT a$:CLOSEIN\n'
WRITE = '10 SPEED WRITE 1:OPENOUT "O":FOR i=1 TO 30:PRINT #9,"line";i:NEXT:CLOSEOUT:PRINT "done"\n'
NOTHING = '10 SPEED WRITE 1:OPENOUT "O":CLOSEOUT:PRINT "done"\n'

# Name: the blocks on the tape, which of their sections (header, data, header, ...) are damaged, what is typed.
CASES: dict[str, tuple[Blocks, tuple[int, ...], list[str | int]]] = {
    "load": (ALL, (), ['LOAD ""\n', SPACE]),
    "run": (ALL, (), ['RUN ""\n', SPACE]),
    "by name": (ALL, (), ['LOAD "one"\n', SPACE]),
    "behind others": (ALL, (), ['LOAD "lower"\n', SPACE]),
    "silent": (ALL, (), ['LOAD "!one"\n']),
    "binary": (ALL, (), ["MEMORY 10000\n", 'LOAD "two",20000\n', SPACE, "PRINT PEEK(20000)\n"]),
    "mode 0": (TWO_FILES, (), ["MODE 0\n", 'LOAD "last"\n', SPACE]),
    "window": (ALL, (), ["WINDOW 5,30,5,20\n", 'LOAD "lower"\n', SPACE]),
    "damaged data": (TWO + TWO, (1,), LOAD_TWO),
    "damaged header": (TWO + TWO, (0,), LOAD_TWO),
    "damaged second block": (TWO + TWO, (3,), LOAD_TWO),
    "missing block": (TWO[:1] + TWO[2:] + TWO, (), LOAD_TWO),
    "begins in the middle": (TWO[1:] + TWO, (), LOAD_TWO),
    "cursor in the line": (ALL, (), ['PRINT "x";:LOAD ""\n', SPACE]),
    "ascii": (TEXT, (), ['LOAD "text"\n', SPACE, "LIST -3\n"]),
    "line input": (TEXT, (), [COUNT, "RUN\n", SPACE]),
    "input": (ALL, (), [FIRST, "RUN\n", SPACE]),
    "openin of a program": (ALL, (), ['OPENIN ""\n', SPACE]),
    "merge": (ALL, (), ["30 PRINT 3\n", 'MERGE ""\n', SPACE, "LIST\n"]),
    "chain": (ALL, (), ['a=5:CHAIN ""\n', SPACE]),
    "protected": (ALL[5:], (), ['LOAD ""\n', SPACE, "LIST\n"]),
    "protected, run": (ALL[5:], (), ['RUN ""\n', SPACE, "LIST\n"]),
    "save": ([], (), ["10 PRINT 1\n", "SPEED WRITE 1\n", 'SAVE "abc"\n', SPACE]),
    "save without a name": ([], (), ["SPEED WRITE 1\n", 'SAVE ""\n', SPACE]),
    "save with a long name": ([], (), ["SPEED WRITE 1\n", 'SAVE "a very long name of many letters.bas",B,1000,5000\n', SPACE]),
    "save silently": ([], (), ["SPEED WRITE 1\n", 'SAVE "!x"\n']),
    "save as text": ([], (), ["10 PRINT 1\n", "SPEED WRITE 1\n", 'SAVE "x",A\n', SPACE]),
    "save nothing": ([], (), ['SAVE "x",B,100,0\n']),
    "openout": ([], (), [WRITE, "RUN\n", SPACE]),
    "openout of nothing": ([], (), [NOTHING, "RUN\n"]),
    "escape": (ALL, (), ['LOAD ""\n', ESC]),
    "escape in a program": (ALL, (), ['10 LOAD ""\n', "RUN\n", ESC]),
    "escape in cat": (ALL, (), ["CAT\n", ESC]),
    "bar commands": (ALL, (), ["|TAPE\n", "|DISC\n"]),
}


def recording(name: str) -> list[Stretch]:
    """The tape of a case."""
    blocks, damaged, _ = CASES[name]
    out = cassette.recording_of(blocks, 1)
    places = [place for place, stretch in enumerate(out) if isinstance(stretch, Bits)]
    for section in damaged:
        bits = out[places[section]]
        assert isinstance(bits, Bits)
        data = bytearray(bits.data)
        data[50] ^= 255
        out[places[section]] = Bits(bytes(data), bits.zero, bits.one)
    return out


def ours(model: str, name: str, folder: Path) -> CPC:
    """A machine that has done a case."""
    tape = folder / "tape.cdt"
    tape.write_bytes(cdt.written(recording(name)))
    cpc = CPC(model=model, brand="amstrad", tape=tape)
    for keys in CASES[name][2]:
        cpc.type(" " if keys == SPACE else b"\xfc" if keys == ESC else str(keys))
        cpc.run_until_idle(1000)
    return cpc


def screens() -> dict[str, list[str]]:
    """For each model and case, the rows of the real machine's screen that are not empty at the end."""
    found: dict[str, list[str]] = json.loads(SCREENS.read_text(encoding="ascii"))
    return found

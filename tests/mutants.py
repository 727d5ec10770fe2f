"""Changes programs at random and runs them on the firmware and here.

    python -m tests.mutants --from 1 --count 200 [--model 464] [--realcpc FOLDER]

Run it by hand: it needs the ROMs, as tests.compare does. The programs are our examples and the random ones of tests.generate;
the changes are those of a hasty typist and of one who does not know BASIC. Where the outputs differ, the firmware runs the
session again at other moments of its frames; if that changes its own output, the difference counts as one of time.
"""

import argparse
import os
import random
import re
import sys
import time

from tests import compare, generate
from tests.places import REPO

EXAMPLES = sorted((REPO / "examples").glob("*.bas"))
LONGEST = 40                # lines of an example that are taken
PAIRS = [
    ("PRINT", "WRITE"), ("AND", "OR"), ("AND", "XOR"), ("+", "-"), ("*", "\\"), ("/", "MOD "), ("<", ">="), ("=", "<>"),
    ("INT", "FIX"), ("INT", "CINT"), ("LEFT$", "RIGHT$"), ("THEN", "GOTO"), ("GOTO", "GOSUB"), ("NEXT", "WEND"),
    ("WHILE", "IF"), ("TO", "STEP"), ("READ", "INPUT"), ("DATA", "REM"), ("(", "["), (";", ","), (",", ";"), ("%", "!"),
    ("$", ""), ("ELSE", ":"), (":", " ELSE "), ("ABS", "SGN"), ("SIN", "ATN"), ("LEN", "ASC"), ("STR$", "HEX$"),
    ("PRINT", "PRINT USING \"##.#\";"), ("DIM", "ERASE"), ("RETURN", "RESUME NEXT"), ("FOR", "LET"),
]
NUMBERS = [
    "0", "-1", "1", "255", "256", "32767", "32768", "65536", "1E9", "1E-9", "0.5", "&FF", "&8000", "40000", "1.70141E38",
]
STATEMENTS = [
    "DEFINT a-z", "DEFSTR s", "CLEAR", "RESTORE", "ON ERROR GOTO 0", "RESUME", "RESUME NEXT", "NEXT", "WEND", "RETURN",
    "STOP", "END", "TRON", "TROFF", "DEG", "DIM a(5)", "ERASE a", "a=a+1", "a$=a$+\"x\"", "PRINT a;a$;", "ERROR 5",
    "READ a", "READ a$", "GOSUB 10", "WHILE a<3", "FOR i=1 TO 3", "IF a THEN PRINT a ELSE PRINT", "ZONE 8", "WIDTH 40",
    "DEF FNa(x)=x+a", "PRINT FNa(2)", "SWAP a,b", "MID$(a$,1,1)=\"?\"", "PRINT POS(#0)", "LOCATE 1,1", "ON a GOTO 10,20",
    "RANDOMIZE 1", "PRINT RND", "ON ERROR GOTO 10", "LINE INPUT a$", "a%=a*1000", "PRINT ERR;ERL", "PRINT TAB(50);a",
    "MERGE", "RUN", "CHAIN",
]
AFTERWARDS = [
    "CONT", "PRINT a;b;i;a$", "LIST", "RENUM", "RENUM 100,20,5", "PRINT ERR;ERL", "PRINT FRE(0)", "GOTO 20", "RUN",
    "RETURN", "NEXT", "RESUME", "10", "15 PRINT 15", "DELETE 20", "GOSUB 10:PRINT 7", "CLEAR", "PRINT FNa(1)", "ERROR 3",
    "EDIT 20", "FOR i=1 TO 2:PRINT i:NEXT", "a=1/0:PRINT a", "TRON", "ON ERROR GOTO 10", "DEFINT a-z:PRINT a", "ERASE a",
    "READ a:PRINT a", "PRINT a$+b$", "AUTO 15,5\nPRINT 1\n\u00fc",
]
INPUTS = ["5", "a", "", "1,2", "\"a,b\"", "1E40", "x y", "-3"]


def lines_of(chance: random.Random) -> list[str]:
    """A part of an example, or the program of a random session."""
    if chance.random() < 0.4:
        lines = chance.choice(EXAMPLES).read_text(encoding="latin-1").splitlines()
        start = chance.randrange(max(1, len(lines) - LONGEST))
        return [line[:250] for line in lines[start:start + LONGEST] if line[:1].isdigit()]
    pieces = generate.session(chance.randrange(1 << 30))
    return [line for piece in pieces for line in piece.split("\n") if line[:1].isdigit()]


def changed(line: str, chance: random.Random) -> str:
    number, _, text = line.partition(" ")
    statements = text.split(":")
    kind = chance.randrange(9)
    if kind < 3:
        found = [(old, new) for pair in PAIRS for old, new in (pair, pair[::-1]) if old and old in text.upper()]
        if found:
            old, new = chance.choice(found)
            places = [match.start() for match in re.finditer(re.escape(old), text.upper())]
            at = chance.choice(places)
            text = text[:at] + new + text[at + len(old):]
    elif kind == 3:
        figures = list(re.finditer(r"(?<![A-Za-z0-9])\d+(\.\d+)?", text))
        if figures:
            one = chance.choice(figures)
            text = text[:one.start()] + chance.choice(NUMBERS) + text[one.end():]
    elif kind == 4:
        chance.shuffle(statements)
        text = ":".join(statements)
    elif kind == 5:
        statements.insert(chance.randrange(len(statements) + 1), chance.choice(STATEMENTS))
        text = ":".join(statements)
    elif kind == 6 and text:
        at = chance.randrange(len(text))
        text = text[:at] + text[at + 1:]
    elif kind == 7:
        text = f"IF {chance.choice(['0', '1', 'a', 'a$=b$', 'i>1'])} THEN {text} ELSE {chance.choice(STATEMENTS)}"
    elif text:
        names = list(re.finditer(r"\b[a-z][a-z0-9]*[%!$]?", text))
        if names:
            one = chance.choice(names)
            text = text[:one.start()] + chance.choice(["a", "b%", "a$", "i", "a(1)", "FNa(1)", "x!"]) + text[one.end():]
    return f"{number} {text}"[:250]


def session(seed: int) -> list[str]:
    chance = random.Random(seed)
    lines = lines_of(chance)
    for _ in range(chance.randint(1, 3)):
        if not lines:
            break
        at = chance.randrange(len(lines))
        if chance.random() < 0.1:
            del lines[at]
        else:
            lines[at] = changed(lines[at], chance)
    pieces = [line + "\n" for line in lines] + ["RUN\n"]
    pieces += [chance.choice(INPUTS) + "\n" for _ in range(chance.randint(0, 3))]
    return pieces + [line + "\n" for line in chance.sample(AFTERWARDS, chance.randint(2, 5))]


def steady(pieces: list[str], model: str, theirs: bytes) -> bool:
    """Whether the firmware's output is the same when it is typed at other moments."""
    from realcpc import RealCPC
    for ticks in (7000, 31000, 55000):
        machine, printed = RealCPC(f"cpc{model}").boot(), b""
        for piece in pieces:
            machine.lib.cpc_run(machine.c, ticks, 0)
            machine.type(piece)
            if not machine.until_idle(compare.FRAMES):
                machine.close()
                return False
            printed += machine.output()
        machine.close()
        if printed != theirs:
            return False
    return True


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--from", dest="first", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--model", choices=["464", "6128"])
    parser.add_argument("--realcpc", default=os.environ.get("REALCPC"))
    options = parser.parse_args()
    if options.realcpc:
        sys.path.insert(0, options.realcpc)
    total = 0
    for model in [options.model] if options.model else ["464", "6128"]:
        different, endless, of_time, start = [], 0, 0, time.time()
        for seed in range(options.first, options.first + options.count):
            pieces = session(seed)
            try:
                found = compare.differ(pieces, model)
            except compare.Endless:
                endless += 1
                continue
            if found is None:
                continue
            if not steady(pieces, model, found[0]):
                of_time += 1
                continue
            different.append(seed)
            print(f"{model} seed {seed}:\n" + "".join("      " + repr(piece)[1:-1] + "\n" for piece in pieces)
                  + compare.shown(*found), flush=True)
        total += len(different)
        print(f"{model}: {options.count} sessions, {endless} endless, {of_time} differ in time, {len(different)} differ "
              f"{different} {time.time() - start:.0f} s", flush=True)
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())

"""Random sequences of file commands on random discs, on the real firmware and here: messages and discs have to be equal.

    CPC_ROMS=... REALCPC=... python -m tests.disc_sequences [--count 1000] [--seed 0] [--model 464] [--show 5]

Each sequence runs on both models. What differs is printed with its seed; `--seed N --count 1` runs it again.
"""

import argparse
import os
import random
import sys
import tempfile
from pathlib import Path

from cpc import CPC
from tests import discs

NAMES = ["A", "B", "GAME", "GAME.BAS", "DATA.TXT", "X.BIN", "A.BAK", "LONGNAME.EXT", "game", "b.", "!A", "Z.DAT", "DATA"]
ODD = ["", "TOOLONGNAME", "A B", "A*", "1:A", "B:GAME", "3:DATA.TXT", "A.BCDE", "16:A", "X:A", ".BAS", " A ", "A?", "A:B"]
PATTERNS = ["*.*", "*", "*.BAK", "GAME.*", "?*.BAS", "A", "NOPE", "", "D*.T?T", "1:*.*", "B:*.*", "A.*", "LONG*.*"]


def program(chance: random.Random) -> bytes:
    """A tokenised program of REMs."""
    lines = b""
    for number in range(chance.randrange(4)):
        text = b"\xc5 " + bytes(chance.choices(b"abcdefgh ", k=chance.randrange(60))) + b"\0"
        lines += (len(text) + 4).to_bytes(2, "little") + (10 * number + 10).to_bytes(2, "little") + text
    return lines + b"\0\0"


def file_of(chance: random.Random, name: str) -> dict:
    kind = chance.choice(["text", "text", "basic", "binary", "protected"])
    made: dict = {"name": name}
    if kind == "text":
        rows = [bytes(chance.choices(b"abc 123,\"", k=chance.randrange(40))) for _ in range(chance.choice([1, 3, 20, 400]))]
        made["text"] = b"\r\n".join([*rows, b""]).decode("latin-1")
    else:
        size = chance.choice([1, 100, 3000, 20000])
        body = program(chance) if kind != "binary" else bytes(chance.choices(range(256), k=size))
        made |= {"kind": kind, "text": body.decode("latin-1"), "load": 0x170 if kind != "binary" else 0x4000}
    if chance.random() < 0.15:
        made["readonly"] = True
    if chance.random() < 0.1:
        made["system"] = True
    if chance.random() < 0.15:
        made["user"] = chance.choice([1, 3])
    return made


def disc_of(chance: random.Random) -> dict:
    made: dict = {"format": chance.choice(["data", "data", "system", "ibm"]), "files": []}
    pool = [name.upper().lstrip("!").rstrip(".") for name in NAMES]
    for name in sorted(set(chance.sample(pool, chance.randrange(6)))):
        made["files"].append(file_of(chance, name))
    full = chance.random()
    if full < 0.12:                 # the directory is nearly full
        made["files"] += [{"name": f"F{number}", "text": "x\r\n"} for number in range(chance.randrange(40, 52))]
    elif full < 0.25:               # the disc is
        made["files"] += [{"name": f"S{number}.DAT", "text": "y" * 16384} for number in range(chance.randrange(5, 7))]
        made["files"] += [{"name": f"T{number}.DAT", "text": "z" * 1024 * chance.randrange(1, 14)} for number in range(4)]
    made["files"] = fitting(made)
    return made


def fitting(disc: dict) -> list[dict]:
    """As many of the files as the disc has room for."""
    kept: list[dict] = []
    for file in disc["files"]:
        try:
            discs.image_of(disc | {"files": [*kept, file]})
        except Exception:           # it does not fit, or is there already
            continue
        kept.append(file)
    return kept


def name_of(chance: random.Random) -> str:
    return chance.choice(NAMES if chance.random() < 0.85 else ODD)


def command(chance: random.Random) -> str:
    name, other, pattern = name_of(chance), name_of(chance), chance.choice(PATTERNS)
    text = chance.choice(["hello", "1,2,3", "a,b", '"q"', "x" * 100])
    lines = chance.choice([1, 1, 3, 60, 200])
    return chance.choice([
        "CAT", "CAT", "|DIR", f'a$="{pattern}":|DIR,@a$', f'a$="{pattern}":|ERA,@a$', f'a$="{name}":|ERA,@a$',
        f'a$="{name}":b$="{other}":|REN,@a$,@b$', f'a$="{name}":b$="{other}":|REN,@a$,@b$',
        f'SAVE "{name}"', f'SAVE "{name}"', f'SAVE "{name}",A', f'SAVE "{name}",P',
        f'SAVE "{name}",B,&2000,{chance.choice([0, 1, 100, 1000, 5000, 17000, 30000])}',
        f'LOAD "{name}"', f'LOAD "{name}",&8000', f'MERGE "{name}"', f'CHAIN MERGE "{name}"', "NEW", "LIST", "10 REM new",
        f'OPENOUT "{name}":FOR i=1 TO {lines}:PRINT #9,"{text.replace(chr(34), "")}";i:NEXT:CLOSEOUT',
        f'OPENOUT "{name}"', "CLOSEOUT", 'PRINT #9,"more"', 'WRITE #9,1,"two"', f'OPENIN "{name}"', "INPUT #9,a$:PRINT a$;EOF",
        "LINE INPUT #9,a$:PRINT a$;EOF", "CLOSEIN", "PRINT EOF;HIMEM", "PRINT ERR", f"|USER,{chance.choice([0, 0, 1, 3, 16])}",
        chance.choice(["|A", "|B", "|B", "|DISC", 'a$="A":|DRIVE,@a$']), f'CAT:SAVE "{name}":|DIR', "20 PRINT 2",
        f'10 LOAD "{name}"', "RUN", 'ON ERROR GOTO 0', "|ERA", f'LIST #9:SAVE "{other}"',
    ])


def sequence(seed: int) -> dict:
    """A random session, in the form of the corpus."""
    chance = random.Random(seed)
    case: dict = {"disc": {"A": disc_of(chance)}, "needs": "disc"}
    if chance.random() < 0.4:
        case["disc"]["B"] = disc_of(chance)
    if chance.random() < 0.08:
        case["disc"]["A"]["protect"] = True
    lines = [command(chance) for _ in range(chance.randrange(4, 14))]
    case["lines"] = [line for line in lines if "B:" not in line and "|B" not in line or "B" in case["disc"]]
    return case


def answers(printed: bytes) -> bool:
    """Whether a question waits for its answer."""
    return printed.endswith(b"Retry, Ignore or Cancel? ")


def on_firmware(case: dict, model: str) -> tuple[bytes, dict]:
    real = _realcpc()
    machine = real.RealCPC("cpc" + model, disc=False).boot()
    for letter, disc in case["disc"].items():
        machine.insert("AB".index(letter), discs.image_of(disc), protect=bool(disc.get("protect")))
    printed = b""
    for line in case["lines"]:
        machine.type(line + "\n")
        machine.until_idle()
        printed += machine.output()
        while answers(printed):
            machine.type("C")
            machine.until_idle()
            printed += machine.output()
    left = {letter: discs.description(machine.disc("AB".index(letter))) for letter in case["disc"]}
    machine.close()
    return printed, left


def here(case: dict, model: str) -> tuple[bytes, dict]:
    cpc = CPC(model=model, brand="amstrad", dialect="locomotive", amsdos=True)
    with tempfile.TemporaryDirectory() as folder:
        for letter, disc in case["disc"].items():
            discs.put_in(cpc, Path(folder), "AB".index(letter), disc)
        for line in case["lines"]:
            cpc.type(line + "\n")
            cpc.run_until_idle()
            while answers(cpc.printed):
                cpc.type("C")
                cpc.run_until_idle()
    floppies = cpc.machine.drives.floppies
    left = {letter: discs.description(bytes(floppies["AB".index(letter)].image.data)) for letter in case["disc"]}
    return cpc.printed, left


def _realcpc():
    sys.path.insert(0, os.environ["REALCPC"])
    import realcpc
    sys.path.pop(0)
    return realcpc


def difference(case: dict, model: str) -> str | None:
    (ours, our_discs), (real, real_discs) = here(case, model), on_firmware(case, model)
    if ours != real:
        at = next((at for at, (a, b) in enumerate(zip(ours, real, strict=False)) if a != b), min(len(ours), len(real)))
        return f"printed {ours[max(0, at - 80):at + 70]!r}\n   real {real[max(0, at - 80):at + 70]!r}"
    for letter, left in real_discs.items():
        if our_discs[letter] != left:
            return f"disc {letter}: {discs.first_difference(our_discs[letter], left)}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.disc_sequences")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--model")
    parser.add_argument("--show", type=int, default=10)
    options = parser.parse_args()
    differing = 0
    for seed in range(options.seed, options.seed + options.count):
        case = sequence(seed)
        for model in (options.model,) if options.model else ("464", "6128"):
            try:
                found = difference(case, model)
            except Exception as error:      # a fault here is shown like any other difference
                found = f"{type(error).__name__}: {error}"
            if found is not None:
                differing += 1
                if differing <= options.show:
                    print(f"{seed} {model}: {case['lines']}\n   {found}", flush=True)
    print(f"{options.count} sequences, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())

"""Runs random sessions on the firmware itself and here.

    python -m tests.compare --from 1 --count 200 [--model 464]

    python -m tests.compare --keep FILE
    python -m tests.compare --sessions FILE

Run it by hand: it needs the ROMs (CPC_ROMS) and the folder of `realcpc` (REALCPC, or --realcpc). For each session whose output
differs, it prints the first difference and the session, without the lines that the difference does not need.
--keep records the firmware's output for the sessions in a file; a row of --- separates them. --sessions does so for sessions
that each have a title in their first line; they are in sessions.jsonl, and run in every test. Those whose title begins with
`disc: ` begin with an empty disc.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path

from cpc import CPC
from tests import corpus
from tests.generate import session
from tests.golden_programs import ARGUMENTS, record
from tests.places import GOLDEN

FRAMES, SECONDS = 3000, 60
SESSIONS = GOLDEN / "sessions.jsonl"
LONGEST_RECORDED = 1200
ON_DISC = "disc: "


class Endless(Exception):
    """The machine does not come to rest, so there is nothing to compare."""


def real(pieces: list[str], model: str, frames: int = FRAMES, disc: str | None = None) -> bytes:
    from realcpc import RealCPC
    machine = RealCPC(f"cpc{model}", disc=disc).boot()
    try:
        printed = b""
        for piece in pieces:
            machine.type(piece)
            if not machine.until_idle(frames):
                raise Endless
            printed += machine.output()
        return printed
    finally:
        machine.close()


def ours(pieces: list[str], model: str, seconds: float = SECONDS) -> bytes:
    cpc = CPC(model=model, brand="amstrad", dialect="locomotive")
    with tempfile.TemporaryDirectory() as folder:
        cpc.insert_tape(Path(folder, "empty.cdt"))      # as the machine without a drive, which records on any tape
        for piece in pieces:
            cpc.type(piece)
            if not cpc.run_until_idle(seconds):
                return cpc.printed + b"<never waits for a key>"
    return cpc.printed


def differ(pieces: list[str], model: str) -> tuple[bytes, bytes] | None:
    theirs = real(pieces, model)
    try:
        mine = ours(pieces, model)
    except Exception as error:      # a fault here is shown like any other difference
        mine = f"<{type(error).__name__}: {error}>".encode()
    return None if mine == theirs else (theirs, mine)


def smaller(pieces: list[str], model: str) -> list[str]:
    """The session without the lines that the difference does not need."""
    at = 0
    while at < len(pieces):
        without = pieces[:at] + pieces[at + 1:]
        try:
            keeps = bool(without) and differ(without, model)
        except Endless:
            keeps = False
        if keeps:
            pieces = without
        else:
            at += 1
    return pieces


def shown(theirs: bytes, mine: bytes) -> str:
    at = next((at for at, (a, b) in enumerate(zip(theirs, mine, strict=False)) if a != b),
              min(len(theirs), len(mine)))
    return f"   real {theirs[max(0, at - 30):at + 60]!r}\n   ours {mine[max(0, at - 30):at + 60]!r}"


def record_some(model: str, first: int, count: int) -> None:
    """Records the first sessions that come to rest, are not too long, and have the same output here."""
    recorded, seed = [], first
    while len(recorded) < count:
        pieces, seed = session(seed), seed + 1
        try:
            printed = real(pieces, model)
        except Endless:
            continue
        if sum(map(len, pieces)) < LONGEST_RECORDED and ours(pieces, model) == printed:
            recorded.append((pieces, printed))
    record(model, recorded)


def keep(path: Path, model: str) -> None:
    """Adds the sessions of a file to the recorded ones, if both have the same output."""
    for text in path.read_text(encoding="latin-1").strip("\n").split("\n---\n"):
        pieces = [line + "\n" for line in text.split("\n")]
        try:
            found = differ(pieces, model)
        except Endless:
            print(f"{model} not kept, without end:\n{text}")
            continue
        if found:
            print(f"{model} not kept:\n{text}\n{shown(*found)}")
        else:
            record(model, [(pieces, real(pieces, model))], ARGUMENTS, "a")


def record_sessions(path: Path) -> None:
    """Adds the sessions of a file to those in sessions.jsonl, in the place of those with their titles."""
    kept = {case["id"]: case for case in map(json.loads, SESSIONS.read_text(encoding="ascii").splitlines())}
    for text in path.read_text(encoding="latin-1").strip("\n").split("\n---\n"):
        title, *lines = text.split("\n")
        pieces = [line + "\n" for line in lines]
        for model in "464", "6128":
            name = f"{title}.{model}"
            case = {"id": name, "model": model, "type": "".join(pieces)}
            if title.startswith(ON_DISC):
                case["needs"] = "disc"
            try:
                printed = real(pieces, model, disc="data" if title.startswith(ON_DISC) else None)
            except Endless:
                print(f"{name} has no end")
                continue
            if (mine := corpus.run(case).printed) != printed:
                print(f"{name}:\n{shown(printed, mine)}", flush=True)
            kept[name] = case | {"printed": printed.decode("latin-1")}
    SESSIONS.write_text("".join(json.dumps(case) + "\n" for case in kept.values()), encoding="ascii")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.compare")
    parser.add_argument("--from", dest="first", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--model", choices=["464", "6128"])
    parser.add_argument("--realcpc", default=os.environ.get("REALCPC"))
    parser.add_argument("--show", type=int, default=10)
    parser.add_argument("--record", action="store_true",
                        help="write tests/golden/programs instead of comparing")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="add the sessions of a file to tests/golden/arguments")
    parser.add_argument("--sessions", type=Path, metavar="FILE", help="add those of a file to tests/golden/sessions.jsonl")
    options = parser.parse_args()
    if options.realcpc:
        sys.path.insert(0, options.realcpc)
    if options.sessions:
        record_sessions(options.sessions)
        return 0
    total = 0
    for model in [options.model] if options.model else ["464", "6128"]:
        if options.record:
            record_some(model, options.first, options.count)
            continue
        if options.keep:
            keep(options.keep, model)
            continue
        different, endless, start = [], 0, time.time()
        for seed in range(options.first, options.first + options.count):
            pieces = session(seed)
            try:
                found = differ(pieces, model)
            except Endless:
                endless += 1
                continue
            if found:
                different.append(seed)
                if len(different) <= options.show:
                    pieces = smaller(pieces, model)
                    print(f"{model} seed {seed}:\n" + "".join("      " + repr(piece)[1:-1] + "\n"
                                                              for piece in pieces) + shown(*differ(pieces,
                                                                      model)),
                          flush=True)
        total += len(different)
        took = time.time() - start
        print(f"{model}: {options.count} sessions, {endless} endless, {len(different)} differ {different} {took:.0f} s")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())

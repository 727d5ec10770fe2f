"""How long single statements take on the firmware and here, interrupts left out.

    python -m tests.moments [--model 464] [--realcpc FOLDER] FILE       # shows both times of each statement
    python -m tests.moments --record       # writes the records of times in tests/golden again
    python -m tests.moments --apart        # writes there only by how much our times part from the machine's: needs no ROMs

FILE has lines of BASIC that make variables, a line with --, and the statements, one to a line. By hand only: it needs the ROMs
(CPC_ROMS), the folder of `realcpc` (REALCPC, or --realcpc), its z80.h (Z80_H_DIR) and g++.
"""

import argparse
import ctypes
import json
import os
import subprocess
import sys
import tempfile
from bisect import bisect_right
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cpc import CPC
from tests.places import GOLDEN

RECORDED, EXACT = GOLDEN / "statement_times.json", GOLDEN / "exact_statement_times.json"
ALL = [RECORDED, EXACT, *(GOLDEN / f"{name}_times.json"
                          for name in ("figure", "other_figure", "later_figure", "bounds", "real", "game", "followed"))]
BEGIN = {"464": 0xDD7C, "6128": 0xDE60}     # where BASIC notes the place of the statement that begins
TICKS_A_US, SECONDS, ROOM = 4, 60, 200_000
FIRST, PROGRAM = 60, 0x170                  # the first statement's line; where the program begins


def listing(setup: Iterable[str], statements: list[str]) -> list[str]:
    """A program that does the statements three times: only then is all that they name known."""
    return [*(f"{number} {line}" for number, line in enumerate(setup, 1)), "50 FOR zz%=1 TO 3",
            *(f"{FIRST + at} {text}" for at, text in enumerate(statements)), f"{FIRST + len(statements)} NEXT"]


def times(moments: list[tuple[float, int]], count: int) -> list[float]:
    """What each of the statements took the last time, of the moments at which lines began or went on."""
    taken: dict[int, float] = {}
    begun, line = moments[0]
    for now, number in moments[1:]:
        if number != line:
            taken[line] = now - begun
            begun, line = now, number
    return [round(taken.get(FIRST + at, -1), 1) for at in range(count)]


def noting_moments(cpc: CPC) -> list[tuple[float, int, int]]:
    """What is told of each statement from now on: microseconds without interrupts at its begin, its line, its place in it."""
    executor = cpc.session.executor
    table, clock, numbers = executor.table, executor.clock, executor.program.numbers
    table.use_units(False)
    share = executor.costs.interrupts
    sound, pay = cpc.machine.sound, cpc.machine.sound.pay

    def pay_nothing() -> None:
        """What interrupts take for sounds is left out on the firmware, too."""
        sound.owed = 0
        pay()
    sound.pay = pay_nothing
    clock.turn_length = 0           # nor what the one takes that sends a changed ink
    keyboard, tick = cpc.machine.keyboard, cpc.machine.keyboard.tick
    keyboard.tick = lambda: 0 * tick()      # nor what a scan takes that finds a key
    palette, tell_turns = cpc.machine.palette, cpc.machine.palette.tell_turns

    def tell_only() -> None:
        """Nor is the clock settled when it is told of turns."""
        before = clock.us
        tell_turns()
        settled, clock.us = clock.us - before, before
        clock.late, clock.turn_at = clock.late + settled, clock.turn_at - settled
    palette.tell_turns = tell_only
    moments: list[tuple[float, int, int]] = []
    put_step, compiled, once = table.put_step, table.compile, [0]

    def compile_noted(*place: Any) -> int:
        once[0] = compiled(*place)
        return once[0]

    def put_noting(pc: int, step: Any) -> None:
        line, place = table.where[pc]

        def noting() -> int:
            if line is not None:
                moments.append(((clock.us - table.cost[pc] - once[0]) / share, numbers[line], place))
            once[0] = 0
            return step()
        put_step(pc, noting)
    table.compile, table.put_step = compile_noted, put_noting
    return moments


def ours(model: str, setup: list[str], statements: list[str]) -> list[float]:
    cpc = CPC(model=model, brand="amstrad", dialect="locomotive")
    cpc.type("\n".join(listing(setup, statements)) + "\n")
    assert cpc.run_until_idle(600)
    moments = noting_moments(cpc)
    cpc.type("RUN\n")
    cpc.run_until_idle(SECONDS)
    return times([(us, line) for us, line, _ in moments], len(statements))


def real_moments(model: str, lines: list[str], seconds: float) -> list[tuple[float, int, int]]:
    """The same of a program that runs on the firmware, with the place in memory instead of that in the line."""
    import realcpc

    class Moment(ctypes.Structure):
        _fields_ = [("ticks", ctypes.c_uint64), ("interrupts", ctypes.c_uint64), ("address", ctypes.c_uint32)]
    built = Path(tempfile.gettempdir(), f"libmoments-{os.getpid()}.so")
    folder = Path(realcpc.__file__).parent
    subprocess.check_call(["g++", "-O2", "-shared", "-fPIC", "-std=c++17", f"-I{folder}", f"-I{os.environ['Z80_H_DIR']}",
                           str(Path(__file__).with_suffix(".cpp")), "-o", str(built)])
    plain, realcpc.ctypes.CDLL = realcpc.ctypes.CDLL, lambda _: plain(str(built))
    try:
        realcpc._lib = realcpc.library()
    finally:
        realcpc.ctypes.CDLL = plain
        built.unlink()
    machine = realcpc.RealCPC(f"cpc{model}").boot()
    for line in lines:
        machine.type(line + "\n")
        assert machine.until_idle()
    starts, at = {}, PROGRAM
    while machine.ram[at] or machine.ram[at + 1]:
        starts[at] = machine.ram[at + 2] | machine.ram[at + 3] << 8
        at += machine.ram[at] | machine.ram[at + 1] << 8
    machine.type("RUN\n")
    out = (Moment * ROOM)()
    run = machine.lib.cpc_moments
    run.argtypes = [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_int, ctypes.c_void_p, ctypes.c_int]
    count = run(machine.c, int(seconds * 1_000_000) * TICKS_A_US, BEGIN[model], out, ROOM)
    machine.close()
    realcpc._lib = None
    begins = sorted(starts)
    return [((one.ticks - one.interrupts) / TICKS_A_US, starts[begins[bisect_right(begins, one.address) - 1]], one.address)
            for one in out[:count] if PROGRAM <= one.address < at]


def firmware(model: str, setup: list[str], statements: list[str]) -> list[float]:
    moments = real_moments(model, listing(setup, statements), SECONDS)
    return times([(us, line) for us, line, _ in moments], len(statements))


def sections(path: Path) -> tuple[list[str], list[str]]:
    setup, _, statements = path.read_text(encoding="ascii").partition("--\n")
    return setup.splitlines(), statements.splitlines()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.moments")
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--model", choices=list(BEGIN))
    parser.add_argument("--realcpc", default=os.environ.get("REALCPC"))
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--apart", action="store_true")
    options = parser.parse_args()
    if options.realcpc:
        sys.path.insert(0, options.realcpc)
    if options.record or options.apart:
        for record in ALL:
            kept = json.loads(record.read_text(encoding="ascii"))
            kept["apart"] = {}
            for model in [one for one in BEGIN if one in kept]:
                if options.record:
                    kept[model] = firmware(model, kept["setup"], kept["statements"])
                both = zip(ours(model, kept["setup"], kept["statements"]), kept[model], strict=True)
                kept["apart"][model] = [round(mine - theirs, 1) for mine, theirs in both]
            record.write_text(json.dumps(kept, indent=0) + "\n", encoding="ascii")
        return
    setup, statements = sections(options.file)
    for model in [options.model] if options.model else BEGIN:
        both = firmware(model, setup, statements), ours(model, setup, statements)
        for text, theirs, mine in zip(statements, *both, strict=True):
            print(f"{model} {theirs:10.0f} {mine - theirs:+8.1f} {text}")


if __name__ == "__main__":
    main()

"""`cpc bench`: how fast programs run on this computer, compared with plain Python and with the firmware in an emulator.

Times are processor time of this process, which a busy computer changes little; each is the median of several runs.
"""

import argparse
import importlib
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from math import exp, log
from pathlib import Path
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

from cpc.commands import bench_debugger, bench_growth
from cpc.commands.bench_plain import PLAIN, empty_passes
from cpc.commands.bench_programs import (
    DRAWING,
    LISTINGS,
    LOOPS,
    MANY_STRINGS,
    PRINTING,
    PROGRAMS,
    REPLIES,
    ROOT,
    SCHACH,
    SHARED,
    STATEMENTS,
    Loop,
    Reply,
)
from cpc.commands.fault import Fault, of_file
from cpc.commands.speech import Parser, report, reported, said
from cpc.host_files import save_file

if TYPE_CHECKING:
    from cpc.api import CPC

Row = dict[str, float]
Figures = dict[str, Row]

THINKING = 3000         # emulated seconds that a reply may take
PLAIN_PASSES = 100_000  # of a loop in Python


# what is measured: each gives seconds

def shown(figure: float) -> str:
    """Six digits, without an exponent."""
    if abs(figure) >= 1e5:
        return f"{figure:,.0f}"
    text = f"{figure:,.6g}"
    return f"{figure:.6f}".rstrip("0").rstrip(".") if "e" in text else text


def loop_seconds(loop: Loop, passes: int) -> tuple[float, int, int]:
    """And how many units there were as Python text and as machine code."""
    from cpc import CPC
    cpc = CPC(model="464")
    enter(cpc, loop.program.format(n=passes))
    cpc.type("RUN\n")
    begin = process_time()
    cpc.run_until_idle(1e7)
    seconds = process_time() - begin
    found = cpc.variables[loop.result]
    if passes == loop.passes and found != loop.expected:
        raise AssertionError(f"{loop.program}: {loop.result} is {found!r}, not {loop.expected!r}")
    return seconds, *cpc.session.executor.jit.tiers()


def enter(cpc: "CPC", program: str) -> None:
    for line in program.splitlines():
        cpc.type(line + "\n")
        cpc.run_until_idle(60)


def statements_seconds() -> float:
    from cpc import CPC
    cpc = CPC()
    enter(cpc, STATEMENTS)
    cpc.type("RUN\n")
    begin = process_time()
    cpc.run_until_idle(1e5)
    seconds = process_time() - begin
    if (cpc.variables["k%"], cpc.variables["x"]) != (4286, 12857.0):
        raise AssertionError("the loop of statements goes wrong")
    return seconds


def reply_seconds(reply: Reply) -> tuple[float, int, int]:
    from cpc import CPC
    cpc = CPC(model="464", memory=reply.memory)
    cpc.load(reply.path)
    for keys in reply.before:
        cpc.type(keys)
        cpc.run_until_idle(30)
    asked, since = cpc.printed.count(reply.asks), cpc.seconds
    cpc.type(reply.move)
    begin = process_time()
    while cpc.printed.count(reply.asks) <= asked:
        if cpc.seconds > since + THINKING:
            raise AssertionError(f"{reply.path.name} does not reply to {reply.move!r}")
        cpc.run(5)
    seconds = process_time() - begin
    if cpc.seconds < since + reply.least:
        raise AssertionError(f"{reply.path.name} replies without thinking")
    return seconds, *cpc.session.executor.jit.tiers()


def start_seconds() -> float:
    """A new Python: import, a machine of text, the first command."""
    code = ("from time import perf_counter as now; begin = now(); from basic.session import Session; session = Session();"
            "session.type(b'PRINT 1/3\\n'); session.run_until_idle(10**7); print(now() - begin)")
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return float(found.stdout)


def load_seconds(lines: int | Path) -> float:
    from basic.storage import ASCII
    from cpc import CPC
    cpc = CPC(memory="large")
    if isinstance(lines, Path):
        begin = process_time()
        cpc.load(lines)
        return process_time() - begin
    text = "\n".join(f"{number * 10} x=x+{number}:IF x>{number} THEN GOTO {number * 10}" for number in range(1, lines + 1))
    begin = process_time()
    cpc.session.storage.load_raw(ASCII, text.encode())
    return process_time() - begin


def typed_seconds(lines: int) -> float:
    """Lines that come one by one."""
    from cpc import CPC
    session = CPC(memory="large").session
    begin = process_time()
    for number in range(1, lines + 1):
        session.enter(b"%d x=x+%d" % (number * 10, number))
    return process_time() - begin


def run_seconds(program: str, seconds: float = 1e6) -> float:
    from cpc import CPC
    cpc = CPC()
    enter(cpc, program)
    cpc.type("RUN\n")
    begin = process_time()
    if not cpc.run_until_idle(seconds):
        raise AssertionError(f"{program} does not end")
    return process_time() - begin


def program_seconds(program: str, runs: int) -> tuple[list[float], int, int]:
    """Seconds of each run in one Python, and how many units the last one had as Python text and as machine code."""
    from cpc import CPC
    seconds = []
    for _ in range(runs):
        cpc = CPC()
        enter(cpc, program)
        cpc.type("RUN\n")
        begin = process_time()
        if not cpc.run_until_idle(1e6):
            raise AssertionError(f"{program} does not end")
        seconds.append(process_time() - begin)
    if cpc.error is not None:
        raise AssertionError(f"{program} ends with {cpc.error[1]} in {cpc.error[2]}")
    return seconds, *cpc.session.executor.jit.tiers()


def first_seconds(name: str) -> float:
    """The same for a first run, in a new Python; what the thread takes that compiles is not counted."""
    code = ("from cpc import CPC; from cpc.commands.bench import enter; from cpc.commands.bench_programs import PROGRAMS;"
            f"from time import thread_time; cpc = CPC(); enter(cpc, PROGRAMS[{name!r}]); cpc.type('RUN\\n');"
            "begin = thread_time(); cpc.run_until_idle(1e6); print(thread_time() - begin)")
    return float(subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout)


def memory_mb() -> float:
    """What a machine without a window takes."""
    code = ("import resource; from cpc import CPC; cpc = CPC(); cpc.type('PRINT 1\\n'); cpc.run_until_idle();"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)")
    return float(subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout)


# the real firmware, emulated

class Firmware:
    def __init__(self, roms: Path):
        os.environ["CPC_ROMS"] = str(roms)
        sys.path.insert(0, str(SHARED / "realcpc"))
        self.machine = importlib.import_module("realcpc").RealCPC

    def reply_seconds(self, reply: Reply) -> float:
        cpc = self.machine("cpc464", 5).boot()
        for line in reply.path.read_text(encoding="latin-1").splitlines():
            cpc.type(line + "\n")
            cpc.until_idle()
        for keys in reply.before:
            cpc.type(keys)
            cpc.run_frames(1500)
        asked = cpc.output(False).count(reply.asks)
        cpc.type(reply.move)
        begin, frames = process_time(), 0
        while cpc.output(False).count(reply.asks) <= asked and frames < THINKING * 50:
            cpc.run_frames(50)
            frames += 50
        seconds = process_time() - begin
        cpc.close()
        return seconds


# the whole

def tiers(text: int, native: int) -> Row:
    """What ran: how many units as Python text, how many as machine code. Neither: plain steps."""
    return {"as_text": text, "as_machine_code": native}


def _loop_row(name: str, runs: int) -> Row:
    loop = LOOPS[name]
    taken = [loop_seconds(loop, loop.passes) for _ in range(runs)]
    ours = median(seconds for seconds, *_ in taken) / loop.passes
    passes = min(loop.passes, PLAIN_PASSES)
    plain = median(PLAIN[name](passes) for _ in range(runs)) / passes
    return {"seconds": ours, "plain_python": plain, "times_the_464": loop.real_ms / 1000 / ours, **tiers(*taken[-1][1:])}


def _program_row(name: str, runs: int) -> Row:
    taken, *units = program_seconds(PROGRAMS[name], runs + 1)
    first = median(first_seconds(name) for _ in range(runs))
    return {"seconds": median(taken[1:]), "first_run": first, **tiers(*units)}


def _reply_row(reply: Reply, runs: int, firmware: Firmware | None) -> Row:
    taken = [reply_seconds(reply) for _ in range(runs)]
    figures = {"seconds": median(seconds for seconds, *_ in taken), **tiers(*taken[-1][1:])}
    if firmware and reply.memory == "cpc" and reply.path != SCHACH:
        figures["firmware"] = firmware.reply_seconds(reply)
        figures["times_as_fast"] = figures["firmware"] / figures["seconds"]
    return figures


def _statements_row(runs: int) -> Row:
    per_second = 90_000 / median(statements_seconds() for _ in range(runs))
    return {"per_second": per_second, "of_100_million_empty_passes": per_second * 1e8 / empty_passes()}


def _simple_row(measure: Callable[[], float], runs: int) -> Row:
    return {"seconds": median(measure() for _ in range(runs))}


def rows(runs: int, roms: Path | None) -> Iterator[tuple[str, Callable[[], Row]]]:
    """The names of the rows, and what measures them."""
    for name in LOOPS:
        yield name, partial(_loop_row, name, runs)
    for name in PROGRAMS:
        yield name, partial(_program_row, name, runs)
    yield "statements", partial(_statements_row, runs)
    firmware = Firmware(roms) if roms else None
    for name, reply in REPLIES.items():
        if reply.path.exists():
            yield name, partial(_reply_row, reply, runs, firmware)
    simple: dict[str, Callable[[], float]] = {
        "start": start_seconds, "load 5000 lines": lambda: load_seconds(5000), "load 1000 lines": lambda: load_seconds(1000),
        "type 1000 lines": lambda: typed_seconds(1000), "print 100,000": lambda: run_seconds(PRINTING),
        "draw 500": lambda: run_seconds(DRAWING), "10,000 strings": lambda: run_seconds(MANY_STRINGS)}
    if (LISTINGS / "hamann.bas").exists():
        simple["load hamann"] = lambda: load_seconds(LISTINGS / "hamann.bas")
    for name, measure in simple.items():
        yield name, partial(_simple_row, measure, runs)
    yield "picture", lambda: {"seconds": _picture_seconds()}
    yield "memory", lambda: {"mb": memory_mb()}


def measured(runs: int, roms: Path | None = None, say: Callable[[str], None] = lambda line: None,
             wanted: tuple[str, ...] = ()) -> Figures:
    """Name -> figures, seconds unless the key says otherwise. `wanted`: how the names of the rows begin; without any, all."""
    found: Figures = {}

    def enter_row(name: str, figures: Row) -> None:
        found[name] = {key: round(figure, 9) for key, figure in figures.items()}
        say(f"{name:24}" + "".join(f"  {reported(key)} {shown(figure)}" for key, figure in figures.items()))

    for name, measure in rows(runs, roms):
        if not wanted or name.startswith(wanted):
            enter_row(name, measure())
            if name == list(LOOPS)[-1] and LOOPS.keys() <= found.keys():
                speeds = [found[loop]["times_the_464"] for loop in LOOPS]
                enter_row("micro-loops", {"times_the_464": exp(sum(map(log, speeds)) / len(speeds))})
    if not wanted or "debugger".startswith(wanted):
        for name, ratio in bench_debugger.ratios(runs).items():
            enter_row(f"debugger: {name}", {"as_fast_as_without": ratio})
        for name, row in bench_debugger.windows(runs).items():
            enter_row(f"debugger: {name}", row)
        for name, seconds in bench_debugger.past().items():
            enter_row(f"debugger: {name}", {"seconds": seconds})
    return found


def _picture_seconds() -> float:
    from cpc import CPC
    cpc = CPC()
    begin = process_time()
    for _ in range(20):
        cpc.screen.pens()
    return (process_time() - begin) / 20


def sanity() -> None:
    """Checks that the results are right, and takes no times."""
    for loop in LOOPS.values():
        loop_seconds(loop._replace(passes=0), 60)
    loop_seconds(LOOPS["mod xor"], LOOPS["mod xor"].passes)
    loop_seconds(LOOPS["strings"], LOOPS["strings"].passes)
    statements_seconds()
    for program in PROGRAMS.values():
        program_seconds(program, 1)
    for plain in PLAIN.values():
        plain(60)
    for name in ("hamann 1", "schach"):
        if REPLIES[name].path.exists():
            reply_seconds(REPLIES[name])


def compared(now: Figures, before: Figures) -> list[str]:
    """How many times as fast as in an older measurement."""
    lines = []
    for name, figures in now.items():
        old = before.get(name, {}).get("seconds")
        if old and figures.get("seconds"):
            lines.append(f"{name:24}  {old / figures['seconds']:.2f} times as fast")
    return lines


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"it is a number from 1, not {text!r}")
    return int(text)


def _figures(path: Path) -> Figures:
    try:
        figures: Figures = json.loads(path.read_bytes())
        return figures
    except OSError as error:
        raise of_file(path, error) from None
    except ValueError:
        raise Fault(f"{path} has no figures of a bench in it.") from None


def bench(argv: list[str]) -> int:
    parser = Parser(prog="cpc bench", description="Measures how fast programs run on this computer.")
    parser.add_argument("rows", nargs="*", metavar="ROW", help="how the names of the wanted rows begin; without any, all")
    parser.add_argument("--growth", action="store_true",
                        help="only measure how time and memory grow with lines, arrays, strings, GOSUBs and printed characters")
    parser.add_argument("--rom", type=Path, metavar="FOLDER", help="the ROMs of a 464, to measure the firmware, too")
    parser.add_argument("--runs", type=_count, metavar="N", default=5, help="number of runs; the median counts")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file")
    parser.add_argument("--against", type=Path, metavar="FILE", help="compare with the figures in this file")
    parser.add_argument("--sanity", action="store_true", help="only check that the results are right")
    options = parser.parse_args(argv)
    if options.sanity:
        sanity()
        print(said("The results of all programs are right."))
        return 0
    if options.growth:
        for line in bench_growth.table():
            print(line)
        return 0
    before = _figures(options.against) if options.against else {}
    roms = options.rom if options.rom and (SHARED / "realcpc").exists() else None
    report(f"Python {platform.python_version()}, {platform.machine()}, median of {options.runs}")
    found = measured(options.runs, roms, print, tuple(options.rows))
    if not found:
        raise Fault(f"No row begins with {' or '.join(options.rows)}.")
    if options.json:
        save_file(options.json, json.dumps(found, indent=1).encode() + b"\n")
    for line in compared(found, before):
        report(line)
    return 0

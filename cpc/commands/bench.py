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
from collections.abc import Callable
from math import exp, log
from pathlib import Path
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from cpc import gallery
from cpc.commands import bench_debugger
from cpc.commands.bench_plain import PLAIN, empty_passes
from cpc.commands.fault import Fault, of_file
from cpc.host_files import save_file

if TYPE_CHECKING:
    from cpc.api import CPC

Figures = dict[str, dict[str, float]]

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
SCHACH = gallery.path_of("schach")
LISTINGS = SHARED / "listings"
THINKING = 3000         # emulated seconds that a reply may take


class Loop(NamedTuple):
    """A micro-loop: `program` with the number of passes for {n}, and what a pass takes on a 464, in milliseconds."""
    program: str
    passes: int
    real_ms: float
    result: str         # what to look at afterwards
    expected: object    # ... after `passes` passes


LOOPS = {
    "for real": Loop("10 FOR i=1 TO {n}:NEXT", 1_000_000, 1.056, "i", 1_000_001),
    "for integer": Loop("10 FOR i%=1 TO {n}:NEXT", 30_000, 0.552, "i%", 30_001),
    "mod xor": Loop("10 FOR i%=1 TO {n}:a%=(a% XOR i%) MOD 77:b%=b% XOR a%:NEXT", 30_000, 4.290, "b%", 46),
    "sqr sin": Loop("10 FOR i=1 TO {n}:x=SQR(i)+SIN(i):NEXT", 10_000, 42.589, "i", 10_001),
    "strings": Loop('10 FOR j=1 TO {n}:a$="":FOR i=1 TO 20:a$=a$+CHR$(64+i):NEXT i,j', 1000, 101.322, "a$",
                    "ABCDEFGHIJKLMNOPQRST"),
    "sieve": Loop("10 DIM f%(2000):FOR r=1 TO {n}:FOR i=2 TO 2000:f%(i)=0:NEXT:FOR i=2 TO 44:IF f%(i)=0 THEN"
                  " FOR j=i*i TO 2000 STEP i:f%(j)=1:NEXT\n20 NEXT i,r", 10, 14_629.576, "f%(1999)", 0),
    "gosub": Loop("10 FOR i=1 TO {n}:GOSUB 100:NEXT:END\n100 GOSUB 200:RETURN\n200 GOSUB 300:RETURN\n300 RETURN",
                  20_000, 2.772, "i", 20_001),
    "if goto": Loop("10 DIM t(10):i=0\n20 i=i+1:IF t(i AND 7)=0 THEN s=s+1\n30 IF i<{n} GOTO 20", 30_000, 8.237, "s", 30_000),
}
STATEMENTS = "10 FOR i=1 TO 30000:j%=i MOD 7\n20 IF j%=3 THEN k%=k%+1 ELSE x=x+0.5\n30 NEXT\n"


class Reply(NamedTuple):
    """A chess program's reply to a first move: what is typed before, the move, and what it prints when it is done."""
    path: Path
    before: tuple[str, ...]
    move: str
    asks: bytes
    memory: str = "cpc"


REPLIES = {
    "hamann 1": Reply(LISTINGS / "hamann.bas", ("RUN\n", "1"), "e2e4\n", b"Ihr"),
    "hamann 2": Reply(LISTINGS / "hamann.bas", ("RUN\n", "2"), "e2e4\n", b"Ihr"),
    "demoschach 3": Reply(LISTINGS / "demoschach-cpc-norem.bas", ("RUN\n", "G\n", "W\n", "3\n", "E2-E4\n"), "N\n", b"ZUG",
                          "large"),
    "schach": Reply(SCHACH, ("RUN\n", "Do"), "e2e4\n", b"Ihr Zug"),
}


# what is measured: each gives seconds

def shown(figure: float) -> str:
    """Six digits, without an exponent."""
    if abs(figure) >= 1e5:
        return f"{figure:,.0f}"
    text = f"{figure:,.6g}"
    return f"{figure:.6f}".rstrip("0").rstrip(".") if "e" in text else text


def loop_seconds(loop: Loop, passes: int) -> float:
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
    return seconds


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


def reply_seconds(reply: Reply) -> float:
    from cpc import CPC
    cpc = CPC(model="464", memory=reply.memory)
    cpc.load(reply.path)
    for keys in reply.before:
        cpc.type(keys)
        cpc.run_until_idle(30)
    asked, until = cpc.printed.count(reply.asks), cpc.seconds + THINKING
    cpc.type(reply.move)
    begin = process_time()
    while cpc.printed.count(reply.asks) <= asked:
        if cpc.seconds > until:
            raise AssertionError(f"{reply.path.name} does not reply to {reply.move!r}")
        cpc.run(5)
    return process_time() - begin


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


# whole programs: what is drawn, with the kinds of statements that such listings have
PROGRAMS = {
    "set": "10 MODE 1:FOR a=0 TO 639 STEP 8:FOR b=0 TO 399 STEP 8:u=0:v=0:n=0:p=a/210-2:q=b/200-1\n"
           "20 WHILE u*u+v*v<4 AND n<25:w=u*u-v*v+p:v=2*u*v+q:u=w:n=n+1:WEND:PLOT a,b,n MOD 4:NEXT:NEXT",
    "leaf": "10 MODE 2:RANDOMIZE 7:x=0:y=0:FOR n=1 TO 8000:r=RND\n20 IF r<0.02 THEN u=0:y=0.17*y:GOTO 50\n"
            "30 IF r<0.15 THEN u=0.2*x-0.25*y:y=0.22*x+0.23*y+1.5:GOTO 50\n40 u=0.84*x+0.05*y:y=0.84*y-0.05*x+1.7\n"
            "50 x=u:PLOT 320+x*40,y*35:NEXT",
    "globe": "10 MODE 1:DEG:FOR l=0 TO 165 STEP 15:ORIGIN 320,200:MOVE 0,150\n20 FOR b=0 TO 360 STEP 10:"
             "DRAW 150*SIN(b)*COS(l),150*COS(b)+20*SIN(b)*SIN(l),1+l MOD 3:NEXT:NEXT",
    "digits": "10 FOR n%=1 TO 600:s%=0:t$=STR$(n%):FOR i%=1 TO LEN(t$):d%=VAL(MID$(t$,i%,1)):s%=s%+d%*d%:NEXT:k=k+s%:NEXT",
}


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
    return seconds, *cpc.session.executor.jit.tiers()


PRINTING = "10 FOR i=1 TO 2500:PRINT \"The quick brown fox jumps over the dogs.\";:NEXT"
DRAWING = "10 MODE 1:FOR i=1 TO 500:MOVE 0,i MOD 400:DRAW 639,399-i MOD 400,i MOD 4:NEXT"
MANY_STRINGS = "10 DIM a$(99):FOR i=1 TO 10000:a$(i MOD 100)=STRING$(200,65+i MOD 26):NEXT"


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

def measured(runs: int, roms: Path | None = None, say: Callable[[str], None] = lambda line: None) -> Figures:
    """Name -> figures, seconds unless the key says otherwise."""
    found: Figures = {}

    def enter_row(name: str, **figures: float) -> None:
        found[name] = {key: round(figure, 9) for key, figure in figures.items()}
        say(f"{name:24}" + "".join(f"  {key} {shown(figure)}" for key, figure in figures.items()))

    for name, loop in LOOPS.items():
        ours = median(loop_seconds(loop, loop.passes) for _ in range(runs)) / loop.passes
        plain = median(PLAIN[name](loop.passes) for _ in range(runs)) / loop.passes
        enter_row(name, seconds=ours, plain_python=plain, times_the_464=loop.real_ms / 1000 / ours)
    enter_row("micro-loops", times_the_464=exp(sum(log(found[name]["times_the_464"]) for name in LOOPS) / len(LOOPS)))
    for name, program in PROGRAMS.items():
        taken, text, native = program_seconds(program, runs + 1)
        enter_row(name, seconds=median(taken[1:]), first_run=taken[0], units_as_text=text, units_as_machine_code=native)
    per_second = 90_000 / median(statements_seconds() for _ in range(runs))
    enter_row("statements", per_second=per_second, of_100_million_empty_passes=per_second * 1e8 / empty_passes())
    firmware = Firmware(roms) if roms else None
    for name, reply in REPLIES.items():
        if reply.path.exists():
            figures = {"seconds": median(reply_seconds(reply) for _ in range(runs))}
            if firmware and reply.memory == "cpc" and reply.path != SCHACH:
                figures["firmware"] = firmware.reply_seconds(reply)
                figures["times_as_fast"] = figures["firmware"] / figures["seconds"]
            enter_row(name, **figures)
    simple: dict[str, Callable[[], float]] = {
        "start": start_seconds, "load 5000 lines": lambda: load_seconds(5000), "load 1000 lines": lambda: load_seconds(1000),
        "type 1000 lines": lambda: typed_seconds(1000), "print 100,000": lambda: run_seconds(PRINTING),
        "draw 500": lambda: run_seconds(DRAWING), "10,000 strings": lambda: run_seconds(MANY_STRINGS)}
    if (LISTINGS / "hamann.bas").exists():
        simple["load hamann"] = lambda: load_seconds(LISTINGS / "hamann.bas")
    for name, measure in simple.items():
        enter_row(name, seconds=median(measure() for _ in range(runs)))
    for name, ratio in bench_debugger.ratios(runs).items():
        enter_row(f"debugger: {name}", as_fast_as_without=ratio)
    enter_row("picture", seconds=_picture_seconds())
    enter_row("memory", mb=memory_mb())
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
    parser = argparse.ArgumentParser(prog="cpc bench", description="Measures how fast programs run on this computer.")
    parser.add_argument("--rom", type=Path, metavar="FOLDER", help="the ROMs of a 464, to measure the firmware, too")
    parser.add_argument("--runs", type=_count, metavar="N", default=5, help="number of runs; the median counts")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file")
    parser.add_argument("--against", type=Path, metavar="FILE", help="compare with the figures in this file")
    parser.add_argument("--sanity", action="store_true", help="only check that the results are right")
    options = parser.parse_args(argv)
    if options.sanity:
        sanity()
        print("The results of all programs are right.")
        return 0
    before = _figures(options.against) if options.against else {}
    roms = options.rom if options.rom and (SHARED / "realcpc").exists() else None
    print(f"Python {platform.python_version()}, {platform.machine()}, median of {options.runs}")
    found = measured(options.runs, roms, print)
    if options.json:
        save_file(options.json, json.dumps(found, indent=1).encode() + b"\n")
    for line in compared(found, before):
        print(line)
    return 0

"""What the debugger costs: a program that it does not stop, a window with its panel, and questions about the past."""

import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from basic.debug.debugger import Debugger

PROGRAM = """\
10 DEFINT a-z:DIM f(2000)
20 FOR r=1 TO {rounds}:FOR i=2 TO 2000:f(i)=0:NEXT
30 FOR i=2 TO 44:IF f(i)=0 THEN FOR j=i*i TO 2000 STEP i:f(j)=1:NEXT
40 NEXT:n=n+1:NEXT
50 GOTO 70
60 n=0
70 END
"""
CALLING = b"10 b=1\r\n20 FOR j=1 TO 3:FOR i=1 TO 30000:GOSUB 100:IF i MOD 1000=0 THEN a=i\r\n30 NEXT i,j\r\n40 END\r\n" \
          b"100 c=c+i:d=c:c=c-i\r\n110 RETURN\r\n"
PRIMES_FROM_50 = 288        # of f(51) to f(2000) that stay 0
ROUNDS = 12_000
DRAWING = b"10 MODE 1:DIM f(20)\r\n20 i=(i+1) MOD 20:f(i)=f(i)+RND:PLOT 640*RND,400*RND,3*RND\r\n" \
          b"30 IF i=0 THEN PRINT f(3);\r\n40 GOTO 20\r\n"
SECONDS, FRAMES = 6, 50     # of the machine's, and how many of a window make one
ROOT = Path(__file__).parents[2]
LONG_ENOUGH = 10**12        # microseconds


Prepare = Callable[["Debugger"], None]


def _breakpoint(debugger: "Debugger") -> None:
    debugger.add_breakpoint(60)


def _watch(debugger: "Debugger") -> None:
    debugger.add_watch("j=-1", until_true=True)      # the variable of the innermost loop


def _heat(debugger: "Debugger") -> None:
    debugger.heat(True)


WAYS: dict[str, Prepare] = {"nothing set": lambda debugger: None, "a breakpoint": _breakpoint,
                                    "a watch": _watch, "heat": _heat}


def _seconds(prepare: Prepare | None, rounds: int) -> float:
    from basic.debug.debugger import Debugger
    from basic.storage import ASCII
    from cpc.api import CPC
    cpc = CPC(model="464")
    cpc.session.storage.load_raw(ASCII, PROGRAM.format(rounds=rounds).encode())
    debugger = None
    if prepare is not None:
        debugger = Debugger(cpc.session)
        prepare(debugger)
        debugger.go()
    cpc.type("RUN\n")
    begin = process_time()
    if debugger is None:
        cpc.session.run_until_idle(LONG_ENOUGH)
    else:
        while int(cpc.variables["n"]) < rounds:
            debugger.run(LONG_ENOUGH)
    seconds = process_time() - begin
    primes = sum(cpc.variables[f"f({number})"] == 0 for number in range(51, 2001))
    if primes != PRIMES_FROM_50:
        raise AssertionError(f"the sieve finds {primes} primes, not {PRIMES_FROM_50}")
    return seconds


def ratios(runs: int) -> dict[str, float]:
    """Name of what is set in the debugger -> the program's speed with it; 1 is as fast as without."""
    found = {}
    for name, prepare in WAYS.items():
        # in turn, so that a busy moment of the computer disturbs both
        found[name] = median(_seconds(None, ROUNDS) / _seconds(prepare, ROUNDS) for _ in range(2 * runs + 1))
    return found


def past() -> dict[str, float]:
    """What a person asks of the past -> seconds that the answer takes, with some 500,000 statements kept."""
    from basic.debug.calls import calls_of
    from basic.debug.debugger import Debugger
    from basic.storage import ASCII
    from cpc.api import CPC
    cpc = CPC(model="464")
    cpc.session.storage.load_raw(ASCII, CALLING)
    debugger = Debugger(cpc.session)
    debugger.start()
    debugger.go()
    while debugger.running:
        debugger.run(LONG_ENOUGH)
    asked: dict[str, Callable[[], object]] = {
        "back 100,000": lambda: debugger.back(100_000), "another step back": debugger.back,
        "present": debugger.to_present, "history": lambda: debugger.past.changes("a"),
        "who": lambda: debugger.past.last_change("b"), "calls": lambda: calls_of(debugger.past, lambda part: False)}
    found = {}
    for name, ask in asked.items():
        begin = process_time()
        ask()
        found[name] = process_time() - begin
    return found


def core_of_window(panel: bool) -> float:
    """The part of a core that a window takes at the CPC's own speed, without a display and a loudspeaker."""
    from basic.storage import ASCII
    from cpc.api import CPC
    from cpc.window.window import Window
    cpc, now = CPC(), perf_counter()
    cpc.session.storage.load_raw(ASCII, DRAWING)
    window = Window(cpc, CPC, muted=True, speed=1.0)
    window.player.clock = lambda: now
    cpc.type("RUN\n")
    if panel:
        window.debugger()
        assert window.overlay is not None
        window.overlay.controls.go_or_stop()
    begin = 0.0
    for number in range((SECONDS + 1) * FRAMES):
        if number == FRAMES:            # the first second prepares things
            begin = process_time()
        now += 1 / FRAMES
        window.frame()
    if cpc.machine.clock.us < SECONDS * 1_000_000:
        raise AssertionError("the window does not go on")
    return (process_time() - begin) / SECONDS


def windows(runs: int) -> dict[str, dict[str, float]]:
    """What a window takes of a core without the panel and with it, in turns; nothing where there is no pygame."""
    if find_spec("pygame") is None:
        return {}
    taken: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(runs):
        for panel, found in taken.items():
            code = f"from cpc.commands.bench_debugger import core_of_window; print(core_of_window({panel}))"
            own = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
            ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=own, capture_output=True, text=True, check=True)
            found.append(float(ended.stdout.split()[-1]))
    without, with_panel = (median(found) for found in taken.values())
    return {"window": {"core": without}, "panel open": {"core": with_panel, "times_the_window": with_panel / without}}

"""Drives the debugger's console with random commands: `python3 -m tests.commands --seconds 60 --seed 1`.

No command may fail otherwise than by a sentence, and none may lose the past: after each, the moments that are kept lie in
order, and going to the beginning of the past and back to here gives the same state. None may hang: each has a limit of time.
"""

import argparse
import random
import re
import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from basic.debug.debugger import Debugger
from basic.errors import RowError
from cpc import CPC
from cpc.debugger.console.commands import COMMANDS, Console
from tests.basic import test_units
from tests.everything import differences, everything

NAMES = ["x", "y", "a%", "b%", "i%", "t$", "f%", "g", "f%(3)", "h%(1,1)", "nosuch", "q(", "", "a%+", "1/0",
         "TEST(9,9)", "RND", "v"]
LINES = ["10", "20", "30", "38", "48:2", "900", "970", "7", "x", "20:9", ""]
CONDITIONS = ["", " if a%>20", " if t$", " if x>y", " if nosuch"]
NUMBERS = ["", "1", "2", "7", "400", "-1", "z", "99999"]
# The debugger's own, and what goes by pcs
NOT_THE_STATE = ("executor.loops.", "executor.hooks.", "addresses.image", "variables.created[",
                 "chip.us")
TEXTS = ["keys\\n", "x", "RUN\\n", "PRINT 1\\n", "30 x=x+1\\n", "NEW\\n", "CLEAR\\n"]


def command(rng: random.Random) -> str:
    name, line, condition, number = (rng.choice(part) for part in (NAMES, LINES, CONDITIONS, NUMBERS))
    return rng.choice([
        f"log {line} {name},x{condition}", f"history {name}{condition}", f"who {name}", "who pixel 10,10", "who char 1,1",
        "who sound A", f"at {number}", "profile", "calls", f"tree {line} {name}", f"tree {line} x depth i% value {line} y",
        f"diff type {rng.choice(TEXTS)}",
        f"bookmark {line}", "bookmarks",
        "tree", f"back {number}", "backline", f"backto {name}", "backstop", f"present {number}", "present", f"mark {name}",
        f"goto {name}", "c", "c", f"wait {rng.random():.2f}", f"count {number}", "step", "line", "over", "next", "out",
        f"to {line}", f"break {line}{condition}", f"watch {name}{condition}", f"when {name}", f"delete {number}", "stops",
        f"set {name}=5", f"do PRINT {name}", "do GOTO 30", f"edit {line} x=x", f"where {name}", f"trace {number}", "heat on",
        "heat off", "heat", f"array {name}", f"array {name} turn flip labels", f"vars {name}", "stack", "state", "screen",
        "list", f"print {name}", "explain", f"type {rng.choice(TEXTS)}", "run", "errors on", "errors off", f"help {name}", name,
        "array", f"movie {name} to", f"copy {name}", "history"])


FAILED = re.compile(r"The debugger has failed|The past could not be run again")
LIMIT_SECONDS = 120             # of a command, on a busy computer
EACH_MINUTE = 60


class Lost(AssertionError):
    pass


class Hang(BaseException):
    """No fault that a command may catch."""


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    """A Hang where it takes longer; 0: without a limit."""
    def ends(number: int, frame: FrameType | None) -> None:
        raise Hang
    if not seconds:
        yield
        return
    before = signal.signal(signal.SIGALRM, ends)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def drive(seed: int, most: int = 1 << 60, seconds: float = 1e9, slow: bool = True, limit: int = 0) -> int:
    """How many commands were obeyed; each within `limit` seconds."""
    rng, until, done = random.Random(seed), time.monotonic() + seconds, 0
    cpc = CPC(model=rng.choice(["464", "6128"]))
    try:
        cpc.session.storage.load_raw(0x16, "\n".join(test_units.program(seed)).encode())
    except RowError:            # a line that is too long
        return 0
    debugger = Debugger(cpc.session)
    console = Console(debugger)
    debugger.start()
    while done < most and time.monotonic() < until:
        text = command(rng)
        begun = debugger.clock.us
        console.interrupted = lambda begun=begun: debugger.clock.us - begun > 3_000_000
        console.progress = lambda part: rng.random() < 0.01
        done += 1
        where = f"seed {seed}, command {done}: {text}"
        try:
            with limited(limit):
                said = console.obey(text)
                if any(FAILED.match(line) for line in said):
                    raise Lost(f"{where}: {said}")
                if not in_order(debugger):
                    raise Lost(f"{where}: the past is out of order")
                if slow and done % 20 == 0:
                    _there_and_back(debugger, where)
        except Hang:
            traceback.print_exc()
            raise Lost(f"{where}: no end after {limit} seconds") from None
    return done


def in_order(debugger: Debugger) -> bool:
    past, log = debugger.past, debugger.history.log
    moments = [one.moment for one in debugger.history.checkpoints]
    return bool(moments) and moments == sorted(moments) and max(past.here, moments[-1]) <= past.end and (
        not log or log[-1].us <= past.end.us)


def _there_and_back(debugger: Debugger, where: str) -> None:
    """To the beginning and back: by the copy that was kept; and by all that ran, with units and without."""
    debugger.stop()
    here, kept, history = everything(debugger.session), debugger.history.place_in_time(), debugger.history

    def gone_to() -> None:
        debugger.travel.to_time(0)
        debugger.to_kept(kept)

    def run_again() -> None:
        debugger.travel.to_time(0)
        history.restore(history.checkpoints[0])
        debugger.movement.run_units(kept.moment.us - 1, heeding=False, exact=True)
        debugger.traps.plain_steps()
        if history.here() < kept.moment:
            history.forward(kept.moment.us, log_until=kept.moment.log_at)
        history.meet(kept.copy.standing)

    def step_by_step() -> None:
        debugger.travel.to_time(0)
        debugger.traps.plain_steps()
        history.go_to(kept.moment)
        history.meet(kept.copy.standing)

    for way in (run_again, step_by_step, gone_to):
        way()
        debugger.executor.runner.rest()
        unlike = [one for one in differences(here, everything(debugger.session))
                  if not any(part in one for part in NOT_THE_STATE)]
        if unlike:
            debugger.to_kept(kept)
            raise Lost(f"{where}: {way.__name__}: there and back: {unlike[:5]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begun = told = time.monotonic()
    seed, until, done, faults = options.seed, begun + options.seconds, 0, 0
    assert COMMANDS
    while time.monotonic() < until:
        try:
            done += drive(seed, most=150, seconds=until - time.monotonic(), limit=LIMIT_SECONDS)
        except Lost as lost:
            faults += 1
            print(lost, flush=True)
        seed += 1
        if time.monotonic() >= told + EACH_MINUTE:
            told = time.monotonic()
            print(f"{(told - begun) / 60:.0f} min: {done} commands, next seed {seed}, {faults} faults", flush=True)
    print(f"{done} commands, seeds {options.seed} to {seed - 1}, {faults} faults")


if __name__ == "__main__":
    main()

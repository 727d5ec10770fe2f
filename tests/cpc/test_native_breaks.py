"""ESC, timers and the end of a slice come between the same two statements when units run as machine code."""

import hashlib
import random

import pytest

from basic.units import jit
from cpc import CPC, native_engine
from tests import random_programs
from tests.places import EVERYTHING

SEEDS = 10_000 if EVERYTHING else 10
ESC = 66

pytestmark = pytest.mark.skipif(native_engine.engine() is None, reason="wasmtime is not installed")


def moments(seed: int, native: bool) -> list[tuple]:
    """The state after each of some slices, with ESC pressed at random."""
    rng = random.Random(seed)
    cpc = CPC(model=rng.choice(("464", "6128")))
    executor, variables = cpc.session.executor, cpc.session.variables
    if native:
        executor.jit.native.patience, executor.jit.native.waits = 0, True
    else:
        executor.table.use_units(False)
    cpc.session.storage.load_raw(0x16, random_programs.program(seed))
    cpc.type("RUN\n")
    found = []
    for _ in range(rng.choice((2, 6, 25))):
        cpc.run(rng.choice((0.02, 0.3, 1.1, 3.7)) * rng.random())
        if rng.random() < 0.15:
            cpc.key(ESC, True)
            cpc.run(rng.random() * 0.1)
            cpc.key(ESC, False)
            cpc.type(rng.choice(("", " ")))
        frames = [(one.size, one.key, one.pc, one.limit, one.step, one.sign, one.opener) for one in executor.stack.frames]
        found.append((executor.clock.us, bytes(cpc.printed), list(variables.values), frames, variables.heap.used, cpc.error,
                      [None if data is None else list(data) for data in variables.data], cpc.screen.inks,
                      executor.random.seed, hashlib.sha256(cpc.memory).digest()))
    return found


@pytest.mark.parametrize("seed", range(SEEDS))
def test_breaks_and_timers_come_at_the_same_statements(seed, monkeypatch):
    monkeypatch.setattr(jit, "RUNS", 3)
    assert moments(seed, True) == moments(seed, False)

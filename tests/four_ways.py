"""Random programs run four ways: as steps, as units of Python text, as machine code at once, and that cut up into slices. Keys
and ESC come at random moments. All four end in the same state, to the microsecond.

`python3 -m tests.four_ways FROM TO` runs the programs from one seed to another, and prints each that differs.
"""

import random
import sys

from basic.errors import RowError
from basic.units import jit
from cpc import CPC
from tests import random_programs
from tests.basic import test_units
from tests.cpc import test_native_breaks
from tests.everything import differences, everything

ASCII, ESC = 0x16, 66
KEYS = 0, 8, 16, 21, 23, 40, 48, 52, 72, 76         # SHIFT, CONTROL, of the joysticks, and others
SOON = 3                # runs until a statement is hot
WAYS = "steps", "text", "native", "slices"


def program(seed: int) -> bytes:
    kind = seed % 4
    return (test_native_breaks.printing(seed) if not kind else random_programs.program(seed) if kind % 2
            else "\r\n".join(test_units.program(seed)).encode())


def ran(seed: int, way: str) -> dict[str, object]:
    chance, cutting = random.Random(seed), random.Random(seed + 1)
    cpc = CPC(model="6128" if seed % 3 else "464")
    session, clock = cpc.session, cpc.machine.clock
    units = session.executor.jit
    session.executor.table.use_units(way != "steps")
    units.native.on = way in ("native", "slices") and units.native.on
    units.native.patience, units.native.waits = 0, True
    session.storage.load_raw(ASCII, program(seed))
    session.type(b"RUN\n")
    begun = clock.us
    for _ in range(8):
        begun += chance.randrange(50_000, 3_000_000)
        while clock.us < begun:
            session.run(min(cutting.choice((999, 20_000, 300_000)) if way == "slices" else begun, begun - clock.us))
        if chance.random() < 0.4:
            cpc.key(chance.choice(KEYS), chance.random() < 0.6)
        what = chance.randrange(6)
        if what < 3:
            session.type(chance.choice((b"x\n", b"CONT\n", b"keys", b"a", b"RUN\n")))
        else:
            cpc.key(ESC, what > 3)
    return everything(session)


def main(first: int, behind: int) -> None:
    jit.RUNS = SOON
    for seed in range(first, behind):
        try:
            steps = ran(seed, WAYS[0])
        except RowError:        # a line is too long
            continue
        for way in WAYS[1:]:
            if found := differences(steps, ran(seed, way)):
                print(seed, way, *found[:6], sep="\n    ", flush=True)
        if seed % 100 == 99:
            print(seed + 1 - first, "programs", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))

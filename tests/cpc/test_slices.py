"""A run is the same however it is cut up into slices: timers, waits and a debugger's looks come at the same moments."""

import random

import pytest

from basic.debug.debugger import Debugger
from cpc import CPC
from cpc.debugger.slices import LONGEST, SHORTEST, Slices
from tests.basic import test_units
from tests.everything import differences, everything
from tests.places import EVERYTHING

ASCII, WHOLE = 0x16, 1 << 40
TYPED_US = 217_003          # a line is typed that often


def program(seed: int) -> bytes:
    """With a timer, which is due while a statement runs that may last longer than a frame."""
    rng = random.Random(seed)
    lines = [one for one in test_units.program(seed) if not one.startswith(("25 ", "890 "))]
    timer = f"25 EVERY {rng.randint(1, 3)},{rng.randrange(4)} GOSUB 970"
    return "\r\n".join([*lines, timer, "880 INPUT n$:c=c+1:IF c<4 THEN 30", "890 END"]).encode()


def ran(seed: int, slice_us: int, model: str) -> dict[str, object]:
    cpc = CPC(model=model)
    session, clock = cpc.session, cpc.machine.clock
    session.storage.load_raw(ASCII, program(seed))
    session.type(b"RUN\n")
    begun = clock.us
    for number in range(1, 20):
        end = begun + number * TYPED_US
        while clock.us < end:
            session.run(min(slice_us, end - clock.us))
        session.type(b"x\n")
    return everything(session)


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("seed", [*range(40)] if EVERYTHING else [3054, 3113, 8])
def test_slices_change_nothing(seed, model):
    whole = ran(seed, WHOLE, model)
    for slice_us in (999, 20_000):
        assert differences(whole, ran(seed, slice_us, model)) == []


def test_timers_run_in_a_debugger_that_comes_to_a_cpc_that_has_run_for_a_time():
    cpc = CPC()
    cpc.session.storage.load_raw(ASCII, b"10 EVERY 5 GOSUB 90\r\n20 GOTO 20\r\n90 n=n+1:RETURN")
    cpc.run(1)
    debugger = Debugger(cpc.session)
    debugger.start()
    debugger.go()
    debugger.run(2_000_000)
    assert cpc.variables["n"] > 10


def sliced(program: bytes) -> tuple[Debugger, list[int]]:
    """How long the slices were that a program took until it waited for a key."""
    cpc = CPC()
    cpc.session.storage.load_raw(ASCII, program)
    debugger = Debugger(cpc.session)
    debugger.start()
    debugger.go()
    slices, lengths = Slices(debugger), []
    while not debugger.waits_for_key() and len(lengths) < 1000:
        begun = debugger.clock.us
        assert slices.run() is None
        lengths.append(debugger.clock.us - begun)
    return debugger, lengths


def test_under_a_debugger_slices_grow_while_a_program_computes_and_end_where_it_waits_for_a_key():
    debugger, lengths = sliced(b"10 FOR i=1 TO 9000:NEXT\r\n20 t=TIME\r\n30 INPUT n$")
    computed = sum(one >= LONGEST for one in lengths)
    assert computed * LONGEST > sum(lengths) * 0.7
    assert lengths[0] < 2 * SHORTEST and lengths[-1] < LONGEST
    assert debugger.clock.us - debugger.session.variables_by_name["t"] * 1e6 / 300 < 4 * SHORTEST   # and the prompt


def test_under_a_debugger_slices_are_short_while_a_program_asks_for_keys():
    _, lengths = sliced(b"10 FOR i=1 TO 3000:NEXT\r\n20 FOR i=1 TO 900:a$=INKEY$:NEXT\r\n30 INPUT n$")
    assert max(lengths[-10:]) < 2 * SHORTEST < max(lengths)


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("passes", [33, 58])
def test_colours_turn_at_the_same_moments_in_slices(model, passes):
    """SPEED INK makes the frames longer, and MODE hides a turn that has just been."""
    ends = []
    for longest in 900, 10_000_000:
        cpc = CPC(model=model)
        cpc.session.storage.load_raw(ASCII, f"10 SPEED INK 1,2:FOR i=1 TO {passes}:NEXT:MODE 2:t=TIME\r\n20 GOTO 20".encode())
        cpc.type("RUN\n")
        while (left := 5_000_000 - cpc.machine.clock.us) > 0:
            cpc.session.run(min(longest, left))
        ends.append((cpc.variables["t"], cpc.machine.display.palette.snapshot()))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("model", ["464", "6128"])
def test_who_looks_at_the_machine_between_two_runs_takes_no_scan_from_its_timers(model):
    """A run ends within a statement that lasts longer than a frame. ESC is seen behind the same statement, too."""
    ends = []
    for looks in (False, True):
        cpc = CPC(model=model)
        cpc.type('10 EVERY 3 GOSUB 90\n20 PRINT STRING$(30,"*");:GOTO 20\n90 n=n+1:t=TIME:RETURN\nRUN\n')
        cpc.run(1)
        for number in range(30):
            cpc.key(66, number == 29)
            cpc.run(0.107)
            if looks or number == 29:
                cpc.machine.catch_up()
        ends.append((cpc.variables["n"], cpc.variables["t"], cpc.printed, everything(cpc.session)))
    assert ends[0][:3] == ends[1][:3] and differences(ends[0][3], ends[1][3]) == []


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("typed", ["", "INK 1,6,24:BORDER 2,20", "SOUND 1,200,30", "SPEED INK 3,2", "EVERY 20 GOSUB 90"])
def test_a_quiet_slice_ends_as_if_all_had_been_looked_after(model, typed):
    """Of what is only looked for where it may have happened, nothing is missed: keys, sound, timers, colours."""
    ends = []
    for in_short in (True, False):
        cpc = CPC(model=model)
        machine, runner = cpc.machine, cpc.session.executor.runner
        if not in_short:
            machine.pass_quietly = lambda machine=machine, runner=runner: runner.catch_up(runner.pc)
        cpc.type(f"10 {typed}\n20 FOR i=1 TO 300:x=x+i:NEXT:PRINT x:GOTO 20\n90 n=n+1:RETURN\nRUN\n")
        for number in range(150):
            cpc.run(0.0213)
            if number % 50 > 47:
                cpc.key(47, number % 50 == 48)
        ends.append(everything(cpc.session))
    assert differences(*ends) == []

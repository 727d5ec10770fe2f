"""Frames as a program sees them: colours that change take their time in the frame in which they do. All figures are what the
firmware did."""

import pytest

from cpc import CPC
from tests.moments import noting_moments

IN_STEP = """10 CALL &BD19:FOR j%=1 TO 9:NEXT:t=TIME:FOR i%=1 TO 60:{}:FOR j%=1 TO {}:NEXT:{}NEXT:PRINT ROUND((TIME-t)/6)
RUN
"""


@pytest.mark.parametrize(("model", "waits", "passes", "more", "frames"), [
    ("464", "CALL &BD19", 28, "", 61), ("464", "CALL &BD19", 29, "x=2:", 93), ("464", "CALL &BD19", 30, "", 87),
    ("464", "CALL &BD19", 31, "x=2:", 120), ("6128", "FRAME", 36, "", 61), ("6128", "FRAME", 37, "x=2:", 69),
    ("6128", "FRAME", 38, "", 67), ("6128", "FRAME", 39, "x=2:", 120)])
def test_a_program_that_takes_almost_a_frame_misses_some(model, waits, passes, more, frames):
    """Sixty passes: those in which colours change are too long, and on a 464 a flyback is hidden then."""
    cpc = CPC(model=model)
    cpc.type(IN_STEP.format(waits, passes, more))
    assert cpc.run_until_idle(60)
    assert int(cpc.printed.split()[0]) == frames


@pytest.mark.parametrize(("model", "statement", "ticks"), [
    ("464", "PRINT 17;TAB(4);18;TAB(8);19", 758), ("464", 'PRINT i%;TAB(9);i%*2,"x"', 607),
    ("464", 'PRINT#1,"ab";i%;"cd";TAB(2);"e"', 758), ("6128", "PRINT 17;TAB(4);18;TAB(8);19", 758),
    ("6128", "PRINT 1,2,3,4,5", 1507)])
def test_what_stands_behind_an_item_that_scrolls_passes_behind_its_wait_for_the_flyback(model, statement, ticks):
    """In 25 lines: one that is too quick meets a flyback before the machine does."""
    cpc = CPC(model=model)
    cpc.type("10 WINDOW#1,3,20,5,9:FOR i%=1 TO 30:PRINT i%:PRINT#1,i%:NEXT:CALL &BD19:t=TIME\n"
             f'20 FOR i%=1 TO 25:{statement}:NEXT:PRINT "t";TIME-t\nRUN\n')
    assert cpc.run_until_idle(60)
    assert int(cpc.printed.rpartition(b"t")[2].split()[0]) == pytest.approx(ticks, abs=1)


@pytest.mark.parametrize(("model", "usual", "hidden", "behind"), [("464", 19969, 20560, 19377), ("6128", 19968, 20585, 19355)])
def test_the_interrupt_with_the_colours_delays_a_wait_for_the_flyback(model, usual, hidden, behind):
    """Microseconds of the machine from pass to pass."""
    cpc = CPC(model=model)
    cpc.type("10 CALL &BD19\n20 FOR i%=1 TO 10:NEXT\n30 GOTO 10\n")
    assert cpc.run_until_idle(10)
    moments, clock = noting_moments(cpc), cpc.machine.clock
    cpc.type("RUN\n")
    cpc.run(1)
    share = cpc.session.executor.costs.interrupts
    begins = [clock.machine_time(round(us * share)) for us, line, place in moments if (line, place) == (20, 0)]
    passes = [following - begin for begin, following in zip(begins[1:], begins[2:], strict=False)]
    at = next(at for at, one in enumerate(passes) if one == pytest.approx(hidden, abs=20))
    expected = [hidden, behind, *[usual] * 8] * 3
    assert passes[at:at + 30] == pytest.approx(expected, abs=20)


# Counts passes of 10 microseconds while port B shows the flyback, to &8100, without interrupts.
COUNTS = bytes.fromhex("F30100F5ED781F38FBED781F30FB21000023ED781F38FA220081FBC9")
# Waits for the flyback, and counts passes of 10 microseconds up to each of the next eight ticks of TIME, to &8102.
LENGTHS = "FB0100F5ED781F38FBED781F30FBDD2102811608210000" "3A{0}5F233A{0}BB28F9" "DD7500DD7401DD23DD231520E5C9"


def poked(code: bytes, at: int) -> str:
    return "".join(f"POKE {at + place},{byte}:" for place, byte in enumerate(code)).rstrip(":")


@pytest.mark.parametrize("model", ["464", "6128"])
def test_machine_code_sees_the_flyback_so_long(model):
    cpc = CPC(model=model)
    cpc.type(poked(COUNTS, 0x8000).replace(":", "\n") + "\nCALL &8000\n")
    assert cpc.run_until_idle(60)
    assert cpc.peek(0x8100) == 96


@pytest.mark.parametrize(("model", "time", "counts"), [
    ("464", "87B1", (12, 291, 247, 319, 319, 319, 319, 290)), ("6128", "B4B8", (11, 219, 319, 319, 319, 319, 319, 218))])
def test_interrupts_take_their_time_from_machine_code(model, time, counts):
    cpc = CPC(model=model)
    cpc.type(poked(bytes.fromhex(LENGTHS.format(time)), 0x8000).replace(":", "\n") + "\n")
    assert cpc.run_until_idle(60)
    while not 30 < cpc.machine.clock.ticks() % 60 < 40:     # colours do not change soon
        cpc.run(0.01)
    cpc.type("CALL &8000\n")
    assert cpc.run_until_idle(60)
    found = [cpc.peek(at) + 256 * cpc.peek(at + 1) for at in range(0x8102, 0x8112, 2)]
    assert found == pytest.approx(counts, abs=1)

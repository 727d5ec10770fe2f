"""Flashing inks: what the changes of colours take, and CALL &BC02."""

import pytest

from basic.ports import NEVER
from cpc import CPC
from cpc.picture.palette import Palette

LOOP = "10 SPEED INK {}:FOR i=1 TO 50:CALL &BD19:NEXT:t=TIME:FOR i=1 TO 3000:NEXT:PRINT TIME-t"


# what the firmware printed
@pytest.mark.parametrize(("speed", "older", "newer"), [
    ("10,10", 950, 941), ("1,1", 979, 970), ("3,3", 957, 948), ("8,2", 953, 945), ("50,50", 948, 939), ("255,255", 947, 938)])
def test_quick_changes_of_colours_take_time_from_the_program(speed, older, newer):
    for model, theirs in (("464", older), ("6128", newer)):
        cpc = CPC(model=model)
        cpc.type(LOOP.format(speed) + "\nRUN\n")
        assert cpc.run_until_idle(60)
        assert int(cpc.printed.split()[0]) == pytest.approx(theirs, abs=4)


@pytest.mark.parametrize("speed", ["50,50", "1,1"])
def test_no_frame_begins_twice(speed):
    cpc = CPC()
    cpc.type(LOOP.format(speed) + "\nRUN\n")
    clock, frames = cpc.machine.clock, [0]
    for _ in range(1000):
        cpc.run(0.004)
        frames.append(clock.scans())
    assert frames == sorted(frames)


def test_the_turn_goes_on_where_the_colours_become_those_of_power_on():
    palette = Palette(CPC().machine.clock)
    assert palette.in_force[14:] == [24, 16]
    palette.frames(4)
    palette.set_ink(14, 3, 9)
    palette.set_defaults()
    palette.frames(5)
    assert palette.in_force[14:] == [24, 16]        # the first colours once more
    palette.frames(1)
    first = palette.in_force[14:]
    palette.frames(10)
    assert [first, palette.in_force[14:]] == [[24, 16], [1, 11]]


@pytest.mark.parametrize(("model", "passes", "turn", "colour"), [     # as the firmware did, in milliseconds behind TIME 60000
    ("464", 0, 1129, 1), ("464", 5, 1149, 1), ("464", 40, 1169, 1), ("464", 80, 1189, 1), ("464", 120, 1209, 24),
    ("464", 160, 1029, 1), ("6128", 0, 1153, 24), ("6128", 20, 1153, 24), ("6128", 35, 1173, 24)])
def test_turns_count_from_where_mode_has_cleared_the_screen(model, passes, turn, colour):
    cpc = CPC(model=model)
    cpc.type(f"10 FOR i%=0 TO {passes}:NEXT:MODE 1\n20 GOTO 20\n")
    cpc.run_until_idle(10)
    cpc.run(199.68 - cpc.seconds)
    cpc.type("RUN\n")
    cpc.run(1.018)
    before = cpc.screen.inks[14]
    while cpc.screen.inks[14] == before:
        cpc.run(0.001)
    assert cpc.screen.inks[14] == colour
    assert (cpc.seconds - 199.68) * 1000 == pytest.approx(turn, abs=4)


@pytest.mark.parametrize(("model", "passes", "colour"), [      # as the firmware did, 0.3 seconds behind TIME 60000
    ("464", 99, 24), ("464", 101, 1), ("6128", 128, 1), ("6128", 132, 24)])
def test_a_flyback_shortly_before_mode_turns_no_inks(model, passes, colour):
    cpc = CPC(model=model)
    cpc.type(f"10 FOR i%=1 TO {passes}:NEXT\n20 BORDER 5,5:MODE 1\n30 GOTO 30\n")
    cpc.run_until_idle(10)
    cpc.run(199.68 - cpc.seconds)
    cpc.type("RUN\n")
    cpc.run(0.3)
    assert cpc.screen.inks[14] == colour


def test_inks_are_those_of_the_moment_that_was_asked_for_within_a_long_statement():
    cpc = CPC()
    cpc.type("".join(f"{line} REM {'x' * 200}\n" for line in range(10, 800, 10)))
    assert cpc.run_until_idle(600)
    at_rest = cpc.snapshot()
    for seconds in (0.1, 0.3, 0.5, 0.7):
        cpc.restore(at_rest)
        begun = cpc.seconds
        cpc.run(seconds)
        theirs = list(cpc.screen.inks)
        cpc.restore(at_rest)
        cpc.type("CLEAR\n")
        cpc.run(seconds)
        assert cpc.machine.clock.us / 1e6 > begun + 0.8
        assert list(cpc.screen.inks) == theirs


def test_interrupts_before_a_call_are_not_lost():
    cpc = CPC()
    cpc.type("POKE &8000,&C9:FOR i=1 TO 2000:NEXT:CALL &8000\n")
    cpc.run_until_idle(10)
    assert cpc.machine.clock.ahead == 0


@pytest.mark.parametrize("model", ["464", "6128"])
def test_the_colours_are_those_of_the_moment_also_while_the_editor_waits(model):
    """On the firmware the first turn behind the start is 116 to 118 ms after `Ready`, between two scans of the keys."""
    cpc = CPC(model=model)
    begun, turns, before = cpc.seconds, [], cpc.screen.inks
    while cpc.seconds < begun + 0.4:
        cpc.run(0.001)
        if cpc.screen.inks != before:
            turns.append(round((cpc.seconds - begun) * 1000))
            before = cpc.screen.inks
    assert turns[0] in (116, 117, 118) and turns[1] - turns[0] in (199, 200)


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("passes", [1, 40, 80, 120])
def test_scr_initialise_shows_the_first_colours_and_counts_the_turns_from_there(model, passes):
    """As the firmware does, whatever was shown before: the next turn comes with the tenth flyback."""
    cpc = CPC(model=model)
    cpc.type(f"10 FOR i=1 TO {passes}:NEXT:CALL &BBFF\n20 GOTO 20\nRUN\n")
    cpc.run(0.05)
    while cpc.session.executor.table.where[cpc.session.executor.runner.pc][0] != 1:
        cpc.run(0.001)
    ended = cpc.machine.clock.us / 1e6          # the CALL has gone on beyond the moment that was asked for
    cpc.run(ended + 0.001 - cpc.seconds)
    assert cpc.screen.inks[14] == 24
    while cpc.screen.inks[14] == 24:
        cpc.run(0.001)
    assert 0.178 < cpc.seconds - ended < 0.202


# what the firmware printed
@pytest.mark.parametrize(("statements", "older", "newer"), [
    ("INK 2,13", 326, 320), ("BORDER 13", 272, 268), ("INK 2,13:INK 3,26", 488, 477)])
def test_a_changed_ink_takes_time_at_the_next_flyback(statements, older, newer):
    for model, theirs in (("464", older), ("6128", newer)):
        cpc = CPC(model=model)
        cpc.type(f"10 t=TIME:FOR i=1 TO 500:{statements}:NEXT:PRINT TIME-t\nRUN\n")
        assert cpc.run_until_idle(60)
        assert int(cpc.printed.split()[0]) == pytest.approx(theirs, abs=1)


# Thirty passes that wait for the flyback, with ever more to do in each.
IN_STEP_WITH_INKS = """10 FOR n=22 TO 32
20 CALL &BD19:t=TIME
30 FOR k=1 TO 30:CALL &BD19:{}:FOR i%=1 TO n:NEXT:NEXT
40 PRINT ROUND((TIME-t)/6);:NEXT
"""


@pytest.mark.parametrize(("model", "changes", "frames"), [        # as the firmware did
    ("464", "INK 2,k MOD 27", [32, 46, *[60] * 9]), ("6128", "INK 2,k MOD 27", [*[31] * 7, 43, 46, 60, 60]),
    ("464", "BORDER 5", [31, 31, 31, 33, 46, *[60] * 6]), ("6128", "BORDER 5", [*[31] * 10, 33])])
def test_changed_colours_leave_less_time_up_to_the_next_flyback(model, changes, frames):
    cpc = CPC(model=model, brand="amstrad")
    cpc.type(IN_STEP_WITH_INKS.format(changes) + "RUN\n")
    assert cpc.run_until_idle(60)
    assert [int(one) for one in cpc.printed.split()[:-1]] == pytest.approx(frames, abs=2)


def test_changed_colours_are_paid_for_in_the_interrupt_of_their_flyback_but_not_behind_mode():
    machine = CPC(model="464").machine
    clock, palette = machine.clock, machine.palette
    clock.us = clock.begin_of_frame(clock.frame() + 3) + 1000
    palette.set_ink(1, 5, 5)
    due = palette.next_payment()
    assert due == clock.interrupt_of_flyback(clock.frame() + 1) == machine.next_tick()
    clock.us = due - 1
    palette.pay()
    assert clock.us == due - 1
    clock.us = due
    palette.pay()
    assert (clock.us - due, palette.next_payment()) == (638, NEVER)
    palette.set_ink(1, 6, 6)
    palette.begin_mode()
    palette.end_mode()
    assert palette.next_payment() == NEVER

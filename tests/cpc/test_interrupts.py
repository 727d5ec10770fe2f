"""When interrupts come, and how much they slow a program down: counts and moments of the firmware."""

import pytest

from basic.ports import FRAME_US
from cpc import CPC

COUNTING = "20 t=TIME+600:WHILE TIME<t:n=n+1:WEND:PRINT n"
PLAIN = {"464": 551, "6128": 561}
# How far the same loop counts on the firmware beside a sound or a timer.
BESIDE = [
    ("SOUND 1,200,5000,7", 547, 557),
    ("SOUND 1,200,5000,7:SOUND 2,300,5000,7:SOUND 4,100,5000,7", 543, 553),
    ("ENV 1,15,-1,1,15,1,1,15,-1,1,15,1,1:SOUND 1,200,-100,15,1", 516, 526),
    ("ENT -1,5,1,2,5,-1,2:SOUND 1,200,5000,15,0,1", 532, 539),
    ("ENT -1,5,1,1,5,-1,1:SOUND 1,200,5000,15,0,1", 515, 522),
    ("AFTER 5000 GOSUB 90:AFTER 5000,1 GOSUB 90:AFTER 5000,2 GOSUB 90", 544, 556),
    ("EVERY 5 GOSUB 90", 539, 552),
]


def counted(first: str, model: str) -> int:
    cpc = CPC(model=model)
    cpc.type(f"10 {first}\n{COUNTING}\n80 END\n90 RETURN\nRUN\n")
    assert cpc.run_until_idle(20)
    return int(cpc.variables["n"])


@pytest.mark.parametrize("model", PLAIN)
def test_sounds_and_timers_slow_a_program_down(model):
    plain, wrong = counted("REM", model), []
    for first, *theirs in BESIDE:
        share = theirs[model == "6128"] / PLAIN[model]
        mine = counted(first, model) / plain
        if abs(mine - share) > 0.008:
            wrong.append((first, share, mine))
    assert not wrong


@pytest.mark.parametrize("model", PLAIN)
def test_an_interrupt_is_counted_from_its_place_on(model):
    clock = CPC(model=model).machine.clock
    for number in range(12, 60):
        clock.us = clock.begin_of_interrupt(number)
        assert clock.interrupts() == number
        clock.us -= 1
        assert clock.interrupts() == number - 1
    assert clock.begin_of_interrupt(1120) - clock.begin_of_interrupt(1060) == 10 * FRAME_US


@pytest.mark.parametrize("model, turn", [("464", 27), ("6128", 28)])
def test_inks_turn_when_they_do_on_the_machine(model, turn):
    """TIME, divided by 60, at each turn."""
    cpc = CPC(model=model)
    before, turns = cpc.screen.inks[14:], []
    while len(turns) < 3:
        cpc.run(0.001)
        cpc.machine.catch_up()
        if cpc.screen.inks[14:] != before:
            before = cpc.screen.inks[14:]
            turns.append(cpc.machine.clock.ticks() % 60)
    assert turns == [turn] * 3


def test_a_key_counts_from_when_it_is_pressed():
    """CLS takes six scans of the keys: a key that is pressed meanwhile is seen behind it."""
    def seen(after: float) -> bool:
        cpc = CPC()
        cpc.type("10 CLS:k=INKEY(47)\n")
        cpc.run_until_idle()
        cpc.type("RUN\n")
        cpc.run(after)
        cpc.key(47, True)
        cpc.run_until_idle()
        return cpc.variables["k"] == 0
    assert [seen(after) for after in (0.05, 0.09, 0.16)] == [True, True, False]


@pytest.mark.parametrize("passes", [1, 9, 17, 25])
def test_an_entry_that_ends_in_another_frame_does_not_wait_for_the_next(passes):
    """The firmware takes 108.7 to 109.6 milliseconds for this one, wherever in a frame it begins."""
    cpc = CPC()
    cpc.type(f"10 FOR i%=0 TO {passes}:NEXT\n20 t=TIME:CALL &BBFF\n30 t=TIME-t\nRUN\n")
    assert cpc.run_until_idle(10)
    cpc.type("PRINT t\n")
    assert cpc.run_until_idle(10)
    assert int(cpc.screen.text()[cpc.machine.text.cursor(0)[1] - 3]) in (33, 34)


ENVELOPES_BEGUN = """10 ENV 2,127,1,1,127,-1,1,127,1,1,127,-1,1
20 FOR k=1 TO 9
30 CALL &BD19:FOR j=1 TO k:NEXT
40 SOUND 135,100,0,15,2
50 t=TIME:FOR i=1 TO 2500:NEXT:PRINT TIME-t;
60 NEXT
"""


@pytest.mark.parametrize(("model", "ticks"), [("464", (883, 888, 889, 889, 888, 888, 888, 888, 883)),
                                              ("6128", (873, 873, 878, 879, 879, 879, 878, 878, 879))])
def test_steps_of_an_envelope_in_the_flyback_s_interrupt_take_less(model, ticks):
    """By when the sound begins, a tick of the sounds comes in that interrupt, or never does. The ticks are the machine's."""
    cpc = CPC(model=model, brand="amstrad")
    cpc.type(ENVELOPES_BEGUN + "RUN\n")
    assert cpc.run_until_idle(60)
    mine = [int(word) for word in cpc.printed.split(b"Ready")[-2].split()]
    assert all(abs(one - other) <= 2 for one, other in zip(mine, ticks, strict=True))

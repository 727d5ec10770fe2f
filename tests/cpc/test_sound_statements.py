"""SOUND, ENV, ENT, RELEASE and SQ as they are typed: what both ROMs refuse, and with which error."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from basic.session import Session
from basic.text_machine import TextMachine
from cpc import CPC
from cpc.sound.manager import SoundManager

ERRORS = {
    "SOUND 0,100": 0, "SOUND -1,100": 5, "SOUND 255.4,0": 0, "SOUND 255.5,0": 5, "SOUND 65536,0": 6, "SOUND 1,4095": 0,
    "SOUND 1,4095.6": 5, "SOUND 1,-.4": 0, "SOUND 1,-1": 5, "SOUND 1,65535": 6, "SOUND 1,1,-32768": 0,
    "SOUND 1,1,32768": 6, "SOUND 1,1,1,15.5": 5, "SOUND 1,1,1,-1": 5, "SOUND 1,1,1,40000": 6, "SOUND 1,1,20,,1": 0,
    "SOUND 1,1,20,,,,5": 0, "SOUND 1,1,20,5,,1": 0, "SOUND 1,1,20,5,": 22, "SOUND 1,1,20,": 22, "SOUND 1,1,": 22,
    "SOUND 1,1,,5": 2, "SOUND 1,": 22, "SOUND 1": 2, "SOUND": 22, 'SOUND "a",1': 13,
    'SOUND 1,1,20,"a"': 13, "SOUND 1,1,1,1,1,1,1,1": 2, "SOUND 1,1,1,1,1,1,31.4": 0, "SOUND 1,1,1,1,1,1,32": 5,
    "SOUND 1,1,1,1,16": 5, "SOUND 1,1,1,1,1,16": 5, "SOUND 1,5000,1,1,1,1,1,1": 5,
    "RELEASE 8": 5, "RELEASE 7.4": 0, "RELEASE -1": 5, "RELEASE": 22, "RELEASE 1,2": 2, 'RELEASE "a"': 13,
    "ENV 0": 5, "ENV 16": 5, "ENV -1": 5, "ENV 70000": 6, "ENV": 22, "ENV 1": 0, "ENV 1,": 22, "ENV 1,1": 2,
    "ENV 1,1,1": 2, "ENV 1,1,1,": 22, "ENV 1,127,127,255": 0, "ENV 1,127,-128,255": 0, "ENV 1,127,-129,255": 5,
    "ENV 1,128,1,1": 5, "ENV 1,-1,1,1": 5, "ENV 1,1,128,1": 5, "ENV 1,1,1,-1": 5, "ENV 1,1,1,256": 5,
    "ENV 1,1,1,1,2,2,2,3,3,3,4,4,4,5,5,5": 0, "ENV 1,1,1,1,2,2,2,3,3,3,4,4,4,5,5,5,6,6,6": 2, "ENV 1,=15,65535": 0,
    "ENV 1,=15,65536": 6, "ENV 1,=15,-32768": 0, "ENV 1,=15,-32769": 6, "ENV 1,=16,1": 5, "ENV 1,=-1,1": 5,
    "ENV 1,=1": 2, "ENV 1,=1,1,1": 2, "ENV 1,=1,1,=2,2,1,1,1": 0, 'ENV 1,"a",1,1': 13, "ENV 1,,1,1": 2,
    "ENT 0": 5, "ENT 1": 0, "ENT 16": 5, "ENT -15": 0, "ENT -16": 5, "ENT 128": 5, "ENT -1,=4095,255": 0,
    "ENT 1,=4096,1": 5, "ENT 1,=-1,1": 5, "ENT 1,=1,256": 5, "ENT 1,=1": 2, "ENT 1,239,127,255": 0, "ENT 1,240,1,1": 5,
    "ENT 1,1,-128,0": 0, "ENT 1,1,-129,0": 5, "ENT 1,-1,1,1": 5, "ENT": 22,
    "a=SQ(0)": 5, "a=SQ(1.4)": 0, "a=SQ(3)": 5, "a=SQ(8)": 5, "a=SQ(257)": 5, 'a=SQ("a")': 13,
    "ON SQ(0) GOSUB 4": 5, "ON SQ(3) GOSUB 4": 5, "ON SQ(1) GOTO 4": 2, "ON SQ 1 GOSUB 4": 2,
}


def played(model, text, seconds=1.0):
    """The machine after that program has run for so long."""
    machine = TextMachine()
    machine.sound = SoundManager(machine.clock, model)
    session = Session(machine, basic_1_1=model == "6128")
    session.type(text.encode() + b"RUN\n")
    session.run(int(seconds * 1e6))
    return machine


def error_of(model, statement):
    """The number of its error, 0 for none."""
    machine = played(model, f'1 ON ERROR GOTO 9\n2 {statement}\n3 PRINT "<0>":END\n9 PRINT "<";ERR;">"\n')
    return int(bytes(machine.text.printed).rpartition(b"<")[2].partition(b">")[0])


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("statement", ERRORS)
def test_errors(model, statement):
    assert error_of(model, statement) == ERRORS[statement]


def chip(machine):
    writes = [write[1:] for write in machine.sound.writes]
    return writes[len(writes) - writes[::-1].index((10, 0)) + 1:]       # what came after the last reset


def test_missing_values():
    assert chip(played("6128", "1 SOUND 1,300\n", 0.1)) == [(0, 44), (1, 1), (8, 0), (7, 62), (8, 12)]
    assert chip(played("464", "1 SOUND 1,300\n", 0.1))[-1] == (8, 8)
    assert (6, 9) in chip(played("6128", "1 SOUND 1,300,20,,,,9\n", 0.1))


def test_sections_reach_the_chip():
    assert (13, 138) in chip(played("6128", "1 ENV 1,=10,-2:SOUND 1,1,9,9,1\n"))
    assert {(11, 254), (12, 255)} <= set(chip(played("6128", "1 ENV 1,=10,-2:SOUND 1,1,9,9,1\n")))
    assert {(0, 255), (1, 15)} <= set(chip(played("6128", "1 ENT 1,=4095,1:SOUND 1,1,9,9,0,1\n")))
    assert {(8, 9), (8, 7), (8, 5)} <= set(chip(played("6128", "1 ENV 1,3,-2,1:SOUND 1,1,9,11,1\n")))


def test_a_negative_tone_envelope_repeats():
    assert chip(played("6128", "1 ENT 1,1,5,1:SOUND 1,99,9,9,0,1\n")).count((0, 104)) == 1
    assert (0, 119) in chip(played("6128", "1 ENT -1,1,5,1:SOUND 1,99,9,9,0,1\n"))


def test_a_waiting_sound_evaluates_its_values_again():
    full = 'FOR i=1 TO 5:SOUND 1,1,20:NEXT'
    waited = played("464", f"1 {full}\n2 SOUND 1,RND+1\n3 PRINT RND\n", 3)
    straight = played("464", f"1 {full}\n2 SOUND 2,RND+1\n3 PRINT RND\n", 3)
    assert waited.text.printed != straight.text.printed


value = st.one_of(st.integers(-3, 20), st.integers(-40000, 70000), st.sampled_from([".5", '"x"', "", "1E20", "a", "-128"]))
words = st.sampled_from(["SOUND 1,", "SOUND 7,", "SOUND ", "ENV 1,", "ENV ", "ENT -1,", "ENT ", "RELEASE "])
statements = st.tuples(words, st.lists(st.tuples(st.sampled_from(["", "", "", "="]), value), max_size=16)).map(
    lambda made: made[0] + ",".join(sign + str(each) for sign, each in made[1]))


@settings(max_examples=60)
@given(st.sampled_from(["464", "6128"]), st.lists(statements, min_size=1, max_size=4))
def test_any_values_play_or_are_an_error(model, lines):
    program = "1 ON ERROR GOTO 9\n" + "".join(f"{at} {line}\n" for at, line in enumerate(lines, 2))
    machine = played(model, program + '8 PRINT "end":END\n9 PRINT "error";ERR:RESUME NEXT\n')
    assert all(0 <= byte <= 255 and 0 <= register <= 13 for _, register, byte in machine.sound.writes)


@pytest.mark.parametrize(("sounds", "ticks"), [("SOUND 1,100,10", 453), ("SOUND 1,100,5:SOUND 2,200,5", 228)])
@pytest.mark.parametrize("model", ["464", "6128"])
def test_a_full_queue_is_waited_for_as_long_as_on_the_machine(model, sounds, ticks):
    cpc = CPC(model=model)
    cpc.type(f"10 t=TIME:FOR i=1 TO 20:{sounds}:NEXT:PRINT TIME-t\nRUN\n")
    assert cpc.run_until_idle(30)
    assert abs(int(cpc.printed.split()[-2]) - ticks) <= 2


def test_a_printed_bell_costs_the_same_however_the_time_is_cut_up():
    ends = set()
    for piece in (8, 0.02, 0.005):
        cpc = CPC()
        cpc.type("10 FOR i=1 TO 40:PRINT CHR$(7);:a$=CHR$(65):PRINT a$;:WRITE a$:NEXT:PRINT TIME\nRUN\n")
        while cpc.seconds < 8:
            cpc.run(piece)
        ends.add(cpc.printed.split()[-2])
    assert len(ends) == 1


# Counted on the firmware: ticks of TIME that FOR q%=1 TO 6000:NEXT takes more while this plays.
@pytest.mark.parametrize(("sound", "older", "newer"), [
    ("SOUND 1,500,1000,15", 8.4, 6.7), ("SOUND 1,500,1000,15,0,1", 82.0, 63.7), ("SOUND 1,500,1000,15,0,3", 75.6, 58.3),
    ("SOUND 1,500,1000,15,4", 25.8, 22.0), ("SOUND 7,500,1000,15", 14.8, 11.8)])
def test_what_sounds_take(sound, older, newer):
    for model, theirs in (("464", older), ("6128", newer)):
        took = []
        for played in ("REM", sound):
            cpc = CPC(model=model)
            cpc.type(f"10 ENT -1,1,5,1:ENT -3,10,10,1,10,-12,1:ENV 4,100,1,1\n20 {played}\n30 t=TIME\n"
                     "40 FOR q%=1 TO 6000:NEXT\n50 t=TIME-t\nRUN\n")
            assert cpc.run_until_idle(30)
            took.append(cpc.variables["t"])
        assert took[1] - took[0] == pytest.approx(theirs, abs=2)

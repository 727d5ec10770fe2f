"""The sound manager against both firmwares: golden/sound/registers.jsonl has the calls that programs made of them, and
each byte that reached the sound chip, recorded with their times in microseconds from
the beginning of a frame, its flyback."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from basic.ports import FRAME_US, Clock
from basic.runtime.clock import INTERRUPT_US
from cpc import CPC
from cpc.sound.manager import SoundManager
from tests import places

GOLDEN = [json.loads(line) for line in places.GOLDEN.joinpath("sound/registers.jsonl").open()]


DONE_AGAIN_US = 5_100           # what a SOUND takes whose queue is full
MOST_APART_US = 5_100           # that is once an interrupt and what it takes; else 3 ms


def new_clock():
    return Clock(interrupts=tuple(range(128, FRAME_US, INTERRUPT_US)))


def manager(model="6128"):
    clock = new_clock()
    clock.us = 0
    return clock, SoundManager(clock, model)


def tone(sound, status=1, period=100, duration=10, volume=12, volume_envelope=0, tone_envelope=0, noise=0):
    return sound.queue(status, period, duration, volume, volume_envelope, tone_envelope, noise)


def chip(sound):
    return [(register, value) for _, register, value in sound.writes]


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: f"{case['why']}, {case['model']}")
def test_registers_as_on_the_machine(case):
    clock = new_clock()
    clock.us = case["calls"][0][0]
    sound = SoundManager(clock, case["model"])
    before = len(sound.log)
    for us, name, *arguments in case["calls"]:
        clock.us = max(us, clock.us)
        arguments = [bytes.fromhex(each) if isinstance(each, str) else each for each in arguments]
        if name == "queue":
            while not sound.queue(*arguments):      # of a SOUND that is done again, the record has the first time
                clock.us += DONE_AGAIN_US
        elif name == "status":
            assert sound.status(arguments[0].bit_length() - 1) == arguments[1]
        else:
            getattr(sound, name)(*arguments)
    clock.us = case["end"]
    sound.catch_up()
    assert [write[1:] for write in sound.log[before:]] == [tuple(write[1:]) for write in case["psg"]]
    assert all(abs(ours[0] - theirs[0]) < MOST_APART_US for ours, theirs in zip(sound.log[before:], case["psg"], strict=True))


def test_the_fifth_sound_waits_for_room():
    clock, sound = manager()
    assert [tone(sound) for _ in range(6)] == [True] * 5 + [False]
    assert sound.status(0) == 128
    clock.us += 120_000
    assert sound.status(0) == 129
    assert tone(sound)


def test_a_sound_for_two_channels_needs_room_in_both():
    _, sound = manager()
    for _ in range(5):
        tone(sound, 2)
    assert not tone(sound, 3)
    assert sound.status(0) == 4


def test_an_armed_channel_tells_once_when_there_is_room():
    clock, sound = manager()
    for _ in range(5):
        tone(sound)
    sound.arm(0)
    assert not sound.take_event(0)
    clock.us += 120_000
    assert sound.take_event(0)
    clock.us += 120_000
    assert not sound.take_event(0)


def test_arming_with_room_tells_at_once():
    _, sound = manager()
    sound.arm(1)
    assert sound.take_event(1)
    assert not sound.take_event(1)


@pytest.mark.parametrize("forget", [lambda sound: sound.status(0), tone])
def test_asking_and_sounding_disarm(forget):
    clock, sound = manager()
    for _ in range(5):
        tone(sound)
    sound.arm(0)
    forget(sound)
    clock.us += 500_000
    assert not sound.take_event(0)


def test_hold_silences_and_resume_goes_on():
    clock, sound = manager()
    assert not sound.hold() and clock.us == 0
    tone(sound, duration=100)
    clock.us += 200_000
    assert sound.hold()
    assert chip(sound)[-3:] == [(10, 0), (9, 0), (8, 0)]
    clock.us += 5_000_000
    assert sound.status(0) & 128
    sound.resume()
    assert chip(sound)[-1] == (8, 12)
    clock.us += 700_000
    assert sound.status(0) & 128
    clock.us += 200_000
    assert sound.status(0) == 4


def test_restored_state_plays_on_as_it_did():
    clock, sound = manager()
    sound.set_volume_envelope(1, bytes((5, 1, 3, 5, 255, 3)))
    sound.set_tone_envelope(1, True, bytes((3, 2, 2)))
    tone(sound, duration=-3, volume_envelope=1, tone_envelope=1)
    tone(sound, 17, period=50)
    clock.us += 123_456
    before, then = sound.snapshot(), clock.us
    clock.us += 2_000_000
    played = sound.writes
    assert len(played) > len(before["registers"])
    clock.us = then
    sound.restore(before)
    tone(sound, 130)
    clock.us = then
    sound.restore(before)
    clock.us += 2_000_000
    assert sound.writes == played


def section(first):
    return st.tuples(first, st.integers(0, 255), st.integers(0, 255)).map(bytes)


volume_sections = st.lists(section(st.integers(0, 127) | st.integers(128, 143)), max_size=5).map(b"".join)
tone_sections = st.lists(section(st.integers(0, 255)), max_size=5).map(b"".join)
number = st.integers(1, 15)
calls = st.one_of(
    st.tuples(st.just("queue"), st.integers(0, 255), st.integers(0, 4095), st.integers(-32768, 32767),
              st.integers(0, 15), st.integers(0, 15), st.integers(0, 15), st.integers(0, 31)),
    st.tuples(st.just("release"), st.integers(0, 7)),
    st.tuples(st.sampled_from(["status", "arm", "take_event"]), st.integers(0, 2)),
    st.tuples(st.just("set_volume_envelope"), number, volume_sections),
    st.tuples(st.just("set_tone_envelope"), number, st.booleans(), tone_sections),
    st.tuples(st.sampled_from(["hold", "resume", "bell", "reset"])),
)


@settings(max_examples=60)
@given(st.sampled_from(["464", "6128"]), st.lists(st.tuples(calls, st.integers(0, 3_000_000)), max_size=30))
def test_whatever_is_asked_it_only_plays(model, asked):
    clock = new_clock()
    sound = SoundManager(clock, model)
    for (name, *arguments), us in asked:
        getattr(sound, name)(*arguments)
        clock.us += us
    assert all(0 <= sound.status(channel) <= 255 for channel in range(3))
    times = [us for us, _, _ in sound.log]
    assert times == sorted(times)


def test_the_latest_writes_are_kept_in_a_fixed_room(monkeypatch):
    monkeypatch.setattr("cpc.sound.manager.LATEST", 50)
    cpc = CPC()
    sound = cpc.machine.sound
    for at in range(500):
        sound.write_register(at % 14, at % 256)
        assert len(sound.kept) <= 100
    assert [write[1:] for write in sound.writes] == [(at % 14, at % 256) for at in range(450, 500)]
    state, put_back = sound.snapshot(), sound.keep_writes()
    sound.write_register(3, 77)
    sound.restore(state)
    assert sound.writes[-1][1:] == (499 % 14, 499 % 256)
    sound.write_register(3, 78)
    put_back()
    assert sound.writes[-1][1:] == (499 % 14, 499 % 256) and len(sound.writes) == 50

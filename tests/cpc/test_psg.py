"""What the synthesised chip sounds like, measured from its samples."""

import wave
from array import array
from itertools import pairwise

import pytest

from basic.ports import Clock
from cpc.recording.wav import WavWriter
from cpc.sound.manager import SoundManager
from cpc.sound.psg import SAMPLE_RATE, Psg


def playing(*writes):
    psg = Psg()
    for register, value in writes:
        psg.write(0, register, value)
    return psg


def sides(data):
    both = array("h", data)
    return both[0::2], both[1::2]


def tone(channel, period, volume=15):
    mixer = 0x3F & ~(1 << channel)
    return (2 * channel, period & 255), (2 * channel + 1, period >> 8), (7, mixer), (8 + channel, volume)


def frequency(samples):
    """From the first rising zero crossing to the last, each placed between two samples."""
    rises = [place + before / (before - after) for place, (before, after)
             in enumerate(pairwise(samples)) if before < 0 <= after]
    return (len(rises) - 1) * SAMPLE_RATE / (rises[-1] - rises[0])


def jumps(samples):
    return sum(before != after for before, after in pairwise(samples))


@pytest.mark.parametrize("period", [20, 100, 142, 284, 478, 1000, 4095])
def test_pitch(period):
    left, _ = sides(playing(*tone(0, period)).render(SAMPLE_RATE))
    assert frequency(left) == pytest.approx(125000 / period, rel=0.002)


def test_pitch_does_not_depend_on_the_blocks():
    whole, pieces = playing(*tone(0, 333)), playing(*tone(0, 333))
    assert whole.render(3000) == b"".join(pieces.render(size) for size in (1, 7, 735, 257, 2000))


@pytest.mark.parametrize("period", [0, 1, 5])
def test_tones_too_high_to_hear_are_silent(period):
    assert not any(playing(*tone(0, period)).render(500))


def test_a_is_left_c_is_right_and_b_in_the_middle():
    peaks = []
    for channel in range(3):
        left, right = sides(playing(*tone(channel, 100)).render(2000))
        peaks.append((max(left), max(right)))
    (a_left, a_right), (b_left, b_right), (c_left, c_right) = peaks
    assert a_right == c_left == 0
    assert a_left == c_right > b_left == b_right > a_left // 2


def test_volumes_go_up_by_three_decibels():
    peaks = [max(sides(playing(*tone(0, 200, volume)).render(2000))[0]) for volume in range(16)]
    assert peaks[0] == 0
    for lower, higher in pairwise(peaks[1:]):
        assert higher / lower == pytest.approx(2 ** 0.5, rel=0.02)


def test_three_full_channels_fit_into_sixteen_bits():
    writes = [write for channel in range(3) for write in tone(channel, 300 + channel)]
    left, right = sides(playing(*writes, (7, 0x38)).render(SAMPLE_RATE))
    assert 30000 < max(left) <= 32767
    assert 30000 < max(right) <= 32767


def test_a_higher_noise_period_is_slower():
    rates = []
    for period in (4, 31):
        left, _ = sides(playing((6, period), (7, 0x37), (8, 15)).render(4 * SAMPLE_RATE))
        assert sum(left) / len(left) == pytest.approx(0, abs=500)
        rates.append(jumps(left) / 4)
    assert rates[0] == pytest.approx(1_000_000 / 16 / 4 / 2, rel=0.05)
    assert rates[1] == pytest.approx(1_000_000 / 16 / 31 / 2, rel=0.05)


def test_noise_chops_a_tone():
    left, _ = sides(playing(*tone(0, 1000), (7, 0x36), (6, 10)).render(SAMPLE_RATE))
    assert 0.2 < sum(value > 0 for value in left) / len(left) < 0.3


def loudness(samples, pieces):
    size = len(samples) // pieces
    return [max(samples[size * piece:size * (piece + 1)]) for piece in range(pieces)]


@pytest.mark.parametrize("shape, course", [
    (0, "down low low"), (4, "up low low"), (8, "down down down"), (9, "down low low"), (10, "down up down"),
    (11, "down high high"), (12, "up up up"), (13, "up high high"), (14, "up down up"), (15, "up low low"),
])
@pytest.mark.parametrize("bits", [0, 128])
def test_hardware_envelope(shape, course, bits):
    period = 1250           # 0.02 seconds to a step, 0.32 to a ramp
    psg = playing(*tone(0, 50, 16), (11, period & 255), (12, period >> 8), (13, shape | bits))
    left, _ = sides(psg.render(3 * 14112))
    for expected, ramp in zip(course.split(), (loudness(left[at:at + 14112], 16) for at in range(0, 42336, 14112)),
                              strict=True):
        if expected in ("up", "down"):
            assert ramp == sorted(ramp, reverse=expected == "down")
            assert min(ramp) < 200 and max(ramp) > 17000
        else:
            assert all(value < 200 if expected == "low" else value > 17000 for value in ramp[1:])


def test_an_envelope_faster_than_the_samples_is_its_average():
    psg = playing(*tone(0, 1000, 16), (11, 1), (13, 8))
    left, _ = sides(psg.render(SAMPLE_RATE))
    average = sum(2 ** ((volume - 15) / 2) for volume in range(1, 16)) / 16
    assert sum(map(abs, left)) / len(left) == pytest.approx(18000 * average, rel=0.05)


def test_a_faster_machine_plays_faster_but_not_higher():
    psg = Psg()
    for us, volume in ((0, 15), (100_000, 0)):
        for write in tone(0, 142, volume):
            psg.write(us, *write)
    left, _ = sides(psg.render(4410, until=200_000))
    assert frequency(left[:2200]) == pytest.approx(125000 / 142, rel=0.005)
    assert any(left[2100:2205]) and not any(left[2205:])


def recorded(path, model, seconds, *sounds):
    clock = Clock()
    sound = SoundManager(clock, model)
    writer = WavWriter(path, sound)
    sound.set_volume_envelope(1, bytes((15, 1, 4, 15, 255, 4)))
    sound.set_tone_envelope(1, False, bytes((0xF0 + 1, 0, 50)))
    for each in sounds:
        sound.queue(*each)
    for clock.us in range(0, int(seconds * 1e6) + 1, 50_000):
        writer.catch_up()
    writer.close()
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (2, 2, SAMPLE_RATE)
        return sides(file.readframes(file.getnframes()))


def test_wav_has_the_tones_in_their_time(tmp_path):
    left, right = recorded(tmp_path / "a.wav", "6128", 1.0, (1, 284, 40, 15, 0, 0, 0), (4, 142, 80, 15, 0, 0, 0))
    assert len(left) == len(right) == SAMPLE_RATE
    assert frequency(left[:17000]) == pytest.approx(125000 / 284, rel=0.005)
    assert frequency(right[:35000]) == pytest.approx(125000 / 142, rel=0.005)
    assert not any(left[18200:]) and any(right[18200:35000]) and not any(right[36000:])


def test_wav_has_the_volume_envelope(tmp_path):
    left, _ = recorded(tmp_path / "a.wav", "6128", 1.5, (1, 50, 0, 0, 1, 0, 0))
    heard = loudness(left[:SAMPLE_RATE * 12 // 10], 30)        # a step each 0.04 seconds
    for step, value in enumerate(heard[1:-1], 1):
        volume = step + 1 if step < 15 else 29 - step
        nearest = [18000 * 2 ** ((near - 15) / 2) for near in (volume, volume + 1)]
        assert any(value == pytest.approx(near, rel=0.03, abs=30) for near in nearest)


def test_wav_has_the_tone_envelope(tmp_path):
    left, _ = recorded(tmp_path / "a.wav", "6128", 1.2, (1, 100, 100, 15, 0, 1, 0))
    assert frequency(left[:SAMPLE_RATE // 2]) == pytest.approx(125000 / 256, rel=0.005)

"""Tapes as sound: .wav files of PCM, 8 or 16 bits, one channel or two.

Reading looks for the changes of the level, with a threshold that follows the loudness of each second, so that hum and
noise below a quarter of it do not count. Writing makes square waves, which a CPC's tape input likes best.
"""

import struct
from collections.abc import Iterable, Iterator

from cpc.tape.stretches import TICKS_PER_SECOND, Pause, Pulses, Stretch, TapeFault

RATE = 44100
HIGH, LOW, SILENCE = b"\xd0", b"\x30", b"\x80"
LONGEST = 120 << 20             # bytes: one side of a tape of 90 minutes
PCM, EXTENSIBLE = 1, 0xFFFE
NOISE = 1 / 4                   # of the loudness
QUIET = 4                       # of 128: below it there is nothing on the tape
MOST_PULSES = 10_000_000
AT_ONCE = 4096                  # pulses in a stretch


def is_wav(data: bytes) -> bool:
    return data[:4] == b"RIFF" and data[8:12] == b"WAVE"


# writing

def written(recording: Iterable[Stretch], rate: int = RATE) -> bytes:
    """A .wav file, 8 bits, one channel. A pause is silence behind a last change of the level."""
    out, level, time, at = bytearray(), False, 0.0, 0
    for stretch in recording:
        for pulse in stretch.pulses():
            time += pulse * rate / TICKS_PER_SECOND
            end = round(time)
            sign = SILENCE if isinstance(stretch, Pause) else HIGH if level else LOW
            out += sign * (end - at)
            at = end
            level = not level
        if len(out) > LONGEST:
            raise TapeFault("The sound would be longer than a tape can be.")
    out += SILENCE * (rate // 5)
    head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(out), b"WAVE", b"fmt ", 16, PCM, 1, rate, rate, 1, 8,
                       b"data", len(out))
    return head + bytes(out)


# reading

def stretches(data: bytes) -> Iterator[Stretch]:
    """The pulses of a .wav file, and its pauses. TapeFault if it is no sound that is read here."""
    rate, samples, signed = _samples(data)
    ticks = TICKS_PER_SECOND / rate
    lengths: list[int] = []
    count, before = 0, 0
    for change in _changes(samples, rate, signed):
        lengths.append(round((change - before) * ticks))
        before = change
        if len(lengths) == AT_ONCE:
            count += AT_ONCE
            if count > MOST_PULSES:
                raise TapeFault("The sound is longer than a tape can be.")
            yield from _parts(lengths)
            lengths = []
    yield from _parts(lengths)


def _parts(lengths: list[int]) -> Iterator[Stretch]:
    """Pulses, with the pauses among them as stretches of their own."""
    start = 0
    for place, length in enumerate(lengths):
        if length > TICKS_PER_SECOND // 200:
            if place > start:
                yield Pulses(tuple(lengths[start:place]))
            yield Pause(length)
            start = place + 1
    if start < len(lengths):
        yield Pulses(tuple(lengths[start:]))


def _samples(data: bytes) -> tuple[int, memoryview, bool]:
    """The rate, the first channel's samples, a byte each, and whether they have a sign; nothing is copied."""
    if not is_wav(data):
        raise TapeFault("It is not a .wav file.")
    at, form, sound = 12, b"", memoryview(b"")
    while at + 8 <= len(data) and not len(sound):
        name, size = data[at:at + 4], int.from_bytes(data[at + 4:at + 8], "little")
        if name == b"fmt ":
            form = data[at + 8:at + 8 + size]
        elif name == b"data":
            sound = memoryview(data)[at + 8:at + 8 + min(size, len(data))]
        at += 8 + size + size % 2
    if len(form) < 16:
        raise TapeFault("The .wav file does not say what form its sound has.")
    kind, channels, rate, _, _, bits = struct.unpack("<HHIIHH", form[:16])
    if kind not in (PCM, EXTENSIBLE) or bits not in (8, 16) or channels not in (1, 2) or not 8000 <= rate <= 200_000:
        raise TapeFault("The .wav file's sound is not PCM of 8 or 16 bits, one or two channels, 8000 to 200000 Hz.")
    if not len(sound):
        raise TapeFault("There is no sound in the .wav file.")
    if len(sound) > LONGEST * channels * bits // 8:
        raise TapeFault("The sound is longer than a tape can be.")
    wide = channels * bits // 8
    return rate, sound[bits // 8 - 1:len(sound) - len(sound) % wide:wide], bits == 16


_SIGNED = bytes(byte ^ 0x80 for byte in range(256))


def _changes(samples: memoryview, rate: int, signed: bool) -> Iterator[int]:
    """The samples at which the level changes. It has changed when it is beyond the threshold on the other side."""
    level, loud = False, 0.0
    for start in range(0, len(samples), rate):
        second = bytes(samples[start:start + rate])
        if signed:
            second = second.translate(_SIGNED)
        few = sorted(second[::16])
        low, high = few[len(few) // 50], few[-1 - len(few) // 50]
        middle, loud = (low + high) / 2, max((high - low) / 2, loud / 2)
        if loud < QUIET:
            continue
        up, down = middle + loud * NOISE, middle - loud * NOISE
        marked = second.translate(bytes((byte > up) + 2 * (byte < down) for byte in range(256)))
        at = 0
        while True:
            at = marked.find(b"\x02" if level else b"\x01", at)
            if at < 0:
                break
            yield start + at
            level = not level

"""The sound chip: makes samples, 44,100 a second, of the register writes and their times.

It has two clocks. Emulated time says when a register changes; tones run by the number of samples. So a machine that runs
faster or slower than a real one plays a tune faster or slower, but not higher or lower.
"""

from array import array
from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, pairwise, repeat
from operator import add

SAMPLE_RATE = 44100
# Tones have the frequencies of the machine's manual. The chip's clock of 1 MHz, which noise and envelope use here, would
# make them an octave lower: CHIP_HZ // 16.
TONE_HZ = 125_000
CHIP_HZ = 1_000_000
CYCLE = 1 << 32                 # a tone's phase counts up to this
STEPS = 10                      # bits of the phase that select a sample of the wave
SHIFT = 32 - STEPS

SIDE, MIDDLE = 18000, 12700     # the greatest level of A and C on their sides, and of B on both
LEVELS = (0.0, *(2 ** ((volume - 15) / 2) for volume in range(1, 16)))      # three decibels a step

NOISE_LENGTH = (1 << 17) - 1


@lru_cache(maxsize=1)
def noise_bits() -> bytes:
    """One round of the chip's shift register of 17 bits."""
    bits, register = bytearray(), NOISE_LENGTH
    for _ in range(NOISE_LENGTH):
        bits.append(register & 1)
        register = register >> 1 | ((register ^ register >> 3) & 1) << 16
    return bytes(bits)


@lru_cache(maxsize=256)
def square_wave(step: int, peak: int) -> list[int]:
    """A cycle of a square wave. Each value is the average over the sample that begins there; `step` is a sample's phase."""
    size, width = 1 << STEPS, step / (1 << SHIFT)
    half = size // 2
    ramp = [round(peak * (1 - 2 * min(max(place + width - half, 0) / width, 1))) for place in range(half)]
    return ramp + [-value for value in ramp]


@lru_cache(maxsize=16)
def envelope_shape(shape: int) -> tuple[list[float], list[float]]:
    """The levels of an envelope's first 16 steps, and those that repeat after them."""
    holds, alternates, rises, goes_on = shape & 1, shape & 2, shape & 4, shape & 8
    down = list(reversed(LEVELS))
    first = list(LEVELS) if rises else down
    if not goes_on:
        return first, [0.0]
    if holds:
        return first, [first[-1] if not alternates else first[0]]
    return first, (first[::-1] + first if alternates else first)


class Psg:
    """An AY-3-8912: three tones, noise, mixer, volumes and one envelope."""

    def __init__(self) -> None:
        self.pending: deque[tuple[int, int, int]] = deque()
        self.registers = bytearray(16)
        self.now = 0.0          # emulated microseconds rendered so far
        self.phases = [0, 0, 0]
        self.noise_phase = 0
        self.envelope_steps = 0.0       # since the shape was written

    def start(self, us: int, registers: bytes) -> None:
        """Begins at this time with these registers. Writes that were waiting are dropped."""
        self.pending.clear()
        self.now = float(us)
        self.registers[:] = registers
        self.envelope_steps = 0.0

    def write(self, us: int, register: int, value: int) -> None:
        """A register changes at this emulated time."""
        self.pending.append((us, register & 15, value & 255))

    def render(self, samples: int, until: float | None = None) -> bytes:
        """The next samples, 16 bits, left and right. They cover emulated time up to `until`, or their own length."""
        begin = self.now
        end = begin + samples * 1_000_000 / SAMPLE_RATE if until is None else max(until, begin)
        per_us = samples / (end - begin) if end > begin else 0.0
        left, right = array("h"), array("h")
        while self.pending and self.pending[0][0] < end:
            us, register, value = self.pending.popleft()
            place = min(max(int((us - begin) * per_us), len(left)), samples)
            self._play(place - len(left), left, right)
            self.registers[register] = value
            if register == 13:
                self.envelope_steps = 0.0
        self._play(samples - len(left), left, right)
        self.now = end
        both = array("h", bytes(4 * samples))
        both[0::2], both[1::2] = left, right
        return both.tobytes()

    def _play(self, samples: int, left: "array[int]", right: "array[int]") -> None:
        """Adds samples with the registers as they are."""
        if not samples:
            return
        envelope = self._envelope(samples)
        a, b, c = (self._channel(number, samples, peak, envelope)
                   for number, peak in enumerate((SIDE, MIDDLE, SIDE)))
        self.noise_phase += samples * self._noise_step()
        for side, outer in ((left, a), (right, c)):
            if outer and b:
                side.extend(map(add, outer, b))
            else:
                side.extend(outer or b or repeat(0, samples))

    def _channel(self, number: int, samples: int, peak: int, envelope: list[float] | None) -> list[int] | None:
        """A channel's wave around zero, or None if it is silent."""
        step = self._tone_step(number)
        phase = self.phases[number]
        self.phases[number] = (phase + samples * step) % CYCLE
        off = self.registers[7] >> number
        volume = self.registers[8 + number]
        own_envelope = envelope if volume & 16 else None
        if own_envelope is None:
            peak = round(peak * LEVELS[volume & 15])
        if not peak:
            return None
        if not off & 1:
            wave = self._tone(phase, step, samples, peak)
        elif not off & 8 or own_envelope:
            wave = [peak] * samples
        else:
            return None
        if not off & 8:
            wave = [value if bit else -peak for value, bit in zip(wave, self._noise(samples))]
        if own_envelope:
            wave = [int(value * level) for value, level in zip(wave, own_envelope)]
        return wave

    def _tone_step(self, number: int) -> int:
        low, high = self.registers[2 * number:2 * number + 2]
        return CYCLE * TONE_HZ // (SAMPLE_RATE * (((high & 15) << 8 | low) or 1))

    def _tone(self, phase: int, step: int, samples: int, peak: int) -> list[int]:
        if step >= CYCLE // 2:
            return [0] * samples        # too high for samples, and to hear
        wave, mask = square_wave(step, peak), CYCLE - 1
        return [wave[(place & mask) >> SHIFT] for place in range(phase, phase + samples * step, step)]

    def _noise_step(self) -> int:
        return (CHIP_HZ << 16) // (16 * SAMPLE_RATE * (self.registers[6] & 31 or 1))

    def _noise(self, samples: int) -> list[int]:
        bits, step, phase = noise_bits(), self._noise_step(), self.noise_phase
        return [bits[(place >> 16) % NOISE_LENGTH] for place in range(phase, phase + samples * step, step)]

    def _envelope(self, samples: int) -> list[float] | None:
        """The level of the chip's envelope for each sample, or None if no channel uses it."""
        period = (self.registers[12] << 8 | self.registers[11]) or 1
        steps = CHIP_HZ / (16 * SAMPLE_RATE * period)      # for each sample
        begin = self.envelope_steps
        self.envelope_steps += samples * steps
        if not any(volume & 16 for volume in self.registers[8:11]):
            return None
        first, later = envelope_shape(self.registers[13] & 15)
        places = [begin + steps * sample for sample in range(samples + (steps > 1))]
        if steps > 1:
            return [(after - before) / steps for before, after in pairwise(_areas(first, later, places))]
        count = len(later)
        return [first[place] if place < 16 else later[(place - 16) % count] for place in map(int, places)]


def _areas(first: list[float], later: list[float], places: list[float]) -> Iterator[float]:
    """The sum of all levels up to each place, for steps shorter than a sample."""
    sums, later_sums = list(accumulate(first, initial=0.0)), list(accumulate(later, initial=0.0))
    for place in places:
        step = int(place)
        if step < 16:
            yield sums[step] + (place - step) * first[step]
        else:
            rounds, rest = divmod(step - 16, len(later))
            yield sums[16] + rounds * later_sums[-1] + later_sums[rest] + (place - step) * later[rest]


class Both:
    """A chip for `SoundManager.attach` that two others stand behind."""

    def __init__(self, *chips: Psg) -> None:
        self.chips = chips

    def start(self, us: int, registers: bytes) -> None:
        for chip in self.chips:
            chip.start(us, registers)

    def write(self, us: int, register: int, value: int) -> None:
        for chip in self.chips:
            chip.write(us, register, value)

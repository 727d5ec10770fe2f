"""What a recording is made of: tones, single pulses, bits and pauses.

A pulse is the time between two changes of the level. All times are in ticks of 3.5 MHz, as tape files have them.
"""

from collections.abc import Iterable, Iterator
from typing import Protocol

from basic.records import record

TICKS_PER_SECOND = 3_500_000
LONGEST_PULSE = TICKS_PER_SECOND // 200         # what is longer is a pause


class TapeFault(Exception):
    """What is wrong with a tape, in a sentence."""


class Stretch(Protocol):
    def pulses(self) -> Iterable[int]: ...
    def ticks(self) -> int: ...


@record(frozen=True)
class Tone:
    """Pulses of one length."""
    length: int
    count: int

    def pulses(self) -> Iterable[int]:
        return (self.length for _ in range(self.count))

    def ticks(self) -> int:
        return self.length * self.count


@record(frozen=True)
class Pulses:
    """Pulses, each of its own length."""
    lengths: tuple[int, ...]

    def pulses(self) -> Iterable[int]:
        return self.lengths

    def ticks(self) -> int:
        return sum(self.lengths)


@record(frozen=True)
class Bits:
    """Bytes, the highest bit first; each bit is two pulses of a length. Of the last byte, only the first `used` bits count."""
    data: bytes
    zero: int
    one: int
    used: int = 8

    def pulses(self) -> Iterator[int]:
        zero, one, last = self.zero, self.one, len(self.data) - 1
        for place, byte in enumerate(self.data):
            for bit in range(7, 7 - (self.used if place == last else 8), -1):
                length = one if byte >> bit & 1 else zero
                yield length
                yield length

    def ticks(self) -> int:
        ones = sum(byte.bit_count() for byte in self.data)
        bits = 8 * len(self.data) - (8 - self.used if self.data else 0)
        if self.data:
            ones -= (self.data[-1] & (1 << 8 - self.used) - 1).bit_count()
        return 2 * (ones * self.one + (bits - ones) * self.zero)


@record(frozen=True)
class Samples:
    """The level itself, a bit each so many ticks, the highest bit first."""
    data: bytes
    every: int
    used: int = 8

    def pulses(self) -> Iterator[int]:
        count, level = 0, self.data[0] >> 7 if self.data else 0
        last = len(self.data) - 1
        for place, byte in enumerate(self.data):
            for bit in range(7, 7 - (self.used if place == last else 8), -1):
                if byte >> bit & 1 != level:
                    yield count * self.every
                    count, level = 0, level ^ 1
                count += 1
        if count:
            yield count * self.every

    def ticks(self) -> int:
        return max(0, 8 * len(self.data) - (8 - self.used)) * self.every


@record(frozen=True)
class Pause:
    """Nothing on the tape."""
    length: int

    def pulses(self) -> Iterable[int]:
        return (self.length,) if self.length else ()

    def ticks(self) -> int:
        return self.length

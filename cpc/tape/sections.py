"""The firmware's bits: a section is a leader, a byte that says what follows, and segments of 256 bytes with a checksum.

The leader is a row of ones, then a zero. The reader takes its idea of the speed from the leader, as the firmware does: a one is
two pulses of the leader's length, a zero two of about half of it.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

from basic.records import record
from cpc.tape.stretches import LONGEST_PULSE, TICKS_PER_SECOND, Bits, Pause, Pulses, Stretch, Tone

HEADER_MARK, DATA_MARK = 0x2C, 0x16
SEGMENT = 256
LEADER_PULSES = 4096
SHORTEST_LEADER = 200           # pulses
SHORTEST_PULSE = 100            # ticks
TRAILER = b"\xff" * 4
LENGTH_AT = 19                  # in a header: how many bytes follow
LONGEST_WAIT = 60 * TICKS_PER_SECOND    # for the end of a section
LONGEST_SECTION = 1 << 17       # bytes; the firmware writes 2K at most
# A zero's and a one's pulse, in ticks: SPEED WRITE 0 and 1, as the firmware writes them.
SPEEDS = ((1264, 2418), (676, 1244))


@record(frozen=True)
class Section:
    """The bytes behind a leader: the mark, and what follows it. `ticks` is how long it takes from the leader's begin."""
    mark: int
    raw: bytes
    ticks: int

    def segments(self, count: int) -> tuple[bytes, bool]:
        """The bytes of so many segments, and whether all of them are there with a right checksum."""
        out, right = bytearray(), True
        for place in range(count):
            at = place * (SEGMENT + 2)
            segment, check = self.raw[at:at + SEGMENT], self.raw[at + SEGMENT:at + SEGMENT + 2]
            right = right and len(check) == 2 and checksum(segment) == check[0] << 8 | check[1]
            out += segment
        return bytes(out), right


def _table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        value = byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
        table.append(value)
    return tuple(table)


_CRC = _table()


def checksum(segment: bytes) -> int:
    """CRC-CCITT, inverted."""
    value = 0xFFFF
    for byte in segment:
        value = (value << 8 & 0xFF00) ^ _CRC[value >> 8 ^ byte]
    return value ^ 0xFFFF


# writing

def written(mark: int, data: bytes, speed: int) -> tuple[Stretch, ...]:
    """A section of the recording; the last segment is filled up with zeros."""
    zero, one = SPEEDS[speed]
    data += bytes(-len(data) % SEGMENT)
    raw = bytearray((mark,))
    for at in range(0, len(data), SEGMENT):
        segment = data[at:at + SEGMENT]
        raw += segment + checksum(segment).to_bytes(2, "big")
    return Tone(one, LEADER_PULSES), Pulses((zero, zero)), Bits(bytes(raw) + TRAILER, zero, one)


# reading

def sections(stretches: Iterable[Stretch]) -> Iterator[Section | Pause]:
    """The sections of a recording, and what passes between them."""
    waiting: list[Stretch] = []
    passed = 0                          # ticks that are waiting
    length = SEGMENT                    # of the next section's data, as the last header has said
    for stretch in chain(stretches, (Pause(0),)):
        found: list[Section | Pause] = []
        if isinstance(stretch, Pause) and (stretch.length > LONGEST_PULSE or not stretch.length):
            found, waiting, passed = [*_decoded(waiting, length), stretch], [], 0
        elif (passed := passed + stretch.ticks()) > LONGEST_WAIT:      # noise without a pause
            found, waiting, passed = [*_decoded([*waiting, stretch], length)], [], 0
        else:
            waiting.append(stretch)
            if isinstance(stretch, Bits) and (known := _plain(waiting)):
                leader = next(place for place in range(len(waiting) - 1, -1, -1) if waiting[place] is known[0])
                found, waiting, passed = [*_decoded(waiting[:leader], length), known[1]], [], 0
        for part in found:
            if isinstance(part, Section):
                length = data_length(part)
        yield from found


def _plain(stretches: list[Stretch]) -> tuple[Tone, Section] | None:
    """A section whose leader, zero and bits are stretches of their own, as most files have it. Its bytes need no decoding."""
    bits, before = stretches[-1], [stretch for stretch in stretches[-4:-1] if stretch.ticks()]
    if not isinstance(bits, Bits) or len(bits.data) < 2 or not before:
        return None
    if isinstance(before[-1], Pulses):
        sync: tuple[int, ...] = before[-1].lengths
    elif isinstance(before[-1], Tone) and before[-1].count <= 2:
        sync = (before[-1].length,) * before[-1].count
    else:
        return None
    leader = before[-2] if len(before) > 1 else None
    if not isinstance(leader, Tone) or leader.count < SHORTEST_LEADER or leader.length < SHORTEST_PULSE or len(sync) != 2:
        return None
    limit = 3 * leader.length // 4
    if not (max(sync) < limit and bits.zero < limit <= bits.one):
        return None
    return leader, Section(bits.data[0], bits.data[1:], leader.ticks() + sum(sync) + bits.ticks())


def _decoded(stretches: list[Stretch], length: int) -> Iterator[Section | Pause]:
    """Finds the sections among pulses."""
    pulses = chain.from_iterable(stretch.pulses() for stretch in stretches)
    passed = 0
    for leader, before, first in _leaders(pulses):
        raw, ticks = _bytes(pulses, first, leader, length)
        passed += before + ticks
        if raw:
            section = Section(raw[0], bytes(raw[1:]), passed)
            yield section
            passed, length = 0, data_length(section)
    if passed:
        yield Pause(passed)


def data_length(section: Section) -> int:
    """How many bytes follow in the next section: 256 for a header, else what the header says, or 0 if it cannot be read."""
    header, right = section.segments(1)
    return SEGMENT if section.mark != HEADER_MARK else header[LENGTH_AT] | header[LENGTH_AT + 1] << 8 if right else 0


def _leaders(pulses: Iterator[int]) -> Iterator[tuple[int, int, int]]:
    """Each leader that ends in a short pulse: the length of its pulses, what passed until its end, and the short pulse."""
    mean, count, passed = 0.0, 0, 0
    for pulse in pulses:
        if count and 0.75 * mean <= pulse <= 1.3 * mean:
            count += 1
            mean += (pulse - mean) / min(count, 64)
            passed += pulse
        elif count >= SHORTEST_LEADER and SHORTEST_PULSE < pulse < 0.75 * mean:
            yield int(mean), passed, pulse
            mean, count, passed = 0.0, 0, 0
        else:
            usable = SHORTEST_PULSE < pulse < LONGEST_PULSE
            mean, count = (float(pulse), 1) if usable else (0.0, 0)
            passed += pulse


def _bytes(pulses: Iterator[int], first: int, leader: int, length: int) -> tuple[bytearray, int]:
    """The bytes behind a leader, up to a pulse that is no bit's or to the end of the section; and the ticks they took.

    `length` is what the header before has said. Each bit is two pulses."""
    limit, longest = 1.5 * leader, 2.8 * leader
    raw, byte, bits, ticks = bytearray(), 0, 0, first
    second = next(pulses, None)         # the zero that ends the leader
    if second is None or first + second >= limit:
        return raw, ticks
    ticks += second
    most = LONGEST_SECTION
    for one in pulses:
        other = next(pulses, 0)
        pair = one + other
        ticks += pair
        if pair > longest or not other:
            break
        byte = byte << 1 | (pair >= limit)
        bits += 1
        if bits == 8:
            raw.append(byte)
            byte, bits = 0, 0
            if len(raw) == 1:
                most = _whole(SEGMENT if raw[0] == HEADER_MARK else length) or most
            elif len(raw) >= most:
                break
    return raw, ticks


def _whole(length: int) -> int:
    """The bytes of a section with so much data."""
    return 1 + -(-length // SEGMENT) * (SEGMENT + 2) + len(TRAILER) if length else 0

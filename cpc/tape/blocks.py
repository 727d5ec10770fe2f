"""The firmware's blocks: a header and up to 2K of a file."""

from collections.abc import Iterable, Iterator
from struct import Struct

from basic.records import record
from cpc.tape.sections import DATA_MARK, HEADER_MARK, SEGMENT, Section, written
from cpc.tape.stretches import TICKS_PER_SECOND, Bits, Pause, Stretch

BLOCK = 2048
NAME = 16
FORM = Struct("<16sBBBHHBHH36x")
HEADER = FORM.size
BETWEEN_SECTIONS = 15 * TICKS_PER_SECOND // 1000
BETWEEN_BLOCKS = 266 * TICKS_PER_SECOND // 100
RECORDING_US = 36_400       # the two sections of a block take longer to record than they sound, with what lies between
BIT_US = 1.3                # and each of their bits


@record(frozen=True)
class Header:
    """What the firmware keeps before each block of a file."""
    name: bytes
    number: int
    last: bool
    kind: int
    length: int
    address: int            # where these bytes go
    first: bool
    total: int              # the length of the file
    entry: int

    def packed(self) -> bytes:
        return FORM.pack(self.name, self.number & 255, 255 * self.last, self.kind, self.length, self.address, 255 * self.first,
                         self.total, self.entry)


def header_in(data: bytes) -> Header:
    name, number, last, kind, length, address, first, total, entry = FORM.unpack(data[:HEADER])
    return Header(name.rstrip(b"\0 "), number, bool(last), kind, length, address, bool(first), total, entry)


@record(frozen=True)
class Block:
    """A block as it was found. `data` is None if it cannot be read, `header` None if even that cannot."""
    header: Header | None
    data: bytes | None
    ticks: int              # from the end of the block before to the end of this one


def blocks(recording: Iterable[Section | Pause]) -> Iterator[Block]:
    """The blocks among the sections of a recording."""
    header, passed = None, 0
    for part in recording:
        if isinstance(part, Pause):
            passed += part.length
            continue
        passed += part.ticks
        if part.mark == HEADER_MARK:
            if header is not None:
                yield Block(header, None, passed - part.ticks)
                passed = part.ticks
            data, right = part.segments(1)
            header = header_in(data) if right else None
            if header is None:
                yield Block(None, None, passed)
                passed = 0
        elif part.mark == DATA_MARK and header is not None:
            data, right = part.segments(-(-header.length // SEGMENT))
            yield Block(header, data[:header.length] if right else None, passed)
            header, passed = None, 0
    if header is not None:
        yield Block(header, None, passed)


def blocks_of(name: bytes, kind: int, address: int, entry: int, contents: bytes) -> Iterator[tuple[Header, bytes]]:
    """The blocks of a file, as SAVE makes them."""
    count = max(1, -(-len(contents) // BLOCK))
    for number in range(count):
        data = contents[number * BLOCK:(number + 1) * BLOCK]
        yield Header(name, number + 1, number == count - 1, kind, len(data), address + number * BLOCK & 0xFFFF, number == 0,
                     len(contents) & 0xFFFF, entry), data


def recorded(header: Header, data: bytes, speed: int) -> tuple[Stretch, ...]:
    """A block of the recording, with the silence before it."""
    return (Pause(BETWEEN_BLOCKS), *written(HEADER_MARK, header.packed(), speed), Pause(BETWEEN_SECTIONS),
            *written(DATA_MARK, data, speed))


def recording_us(header: Header, data: bytes, speed: int) -> int:
    """How long the machine takes to record a block, without the silence before it."""
    parts = [part for part in recorded(header, data, speed) if not isinstance(part, Pause)]
    bits = sum(8 * len(part.data) for part in parts if isinstance(part, Bits))
    return RECORDING_US + int(BIT_US * bits + sum(part.ticks() for part in parts) * 1e6 / TICKS_PER_SECOND)

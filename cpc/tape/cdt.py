"""Tape files: .cdt, and .tzx, which is the same form with other machines' tapes.

A file is a row of blocks, each with a number that says what it has. Blocks that only tell something are passed over.
"""

from collections.abc import Callable, Iterable, Iterator

from cpc.tape.stretches import TICKS_PER_SECOND, Bits, Pause, Pulses, Samples, Stretch, TapeFault, Tone

SIGNATURE = b"ZXTape!\x1a"
VERSION = bytes((1, 13))
MOST_BLOCKS = 50_000            # with those that loops repeat
MOST_TICKS = 4 * 3600 * TICKS_PER_SECOND
MOST_PULSES = 30_000_000
PILOT, SYNC, ZERO, ONE = 2168, (667, 735), 855, 1710       # of block &10, which gives no times
PILOT_OF_HEADER, PILOT_OF_DATA = 8063, 3223
LONGEST_BITS = 0xFFFFFF


def is_cdt(data: bytes) -> bool:
    return data.startswith(SIGNATURE)


# reading

class Fields:
    """The fields of a block, one after the other."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at

    def number(self, size: int) -> int:
        return int.from_bytes(self.bytes(size), "little")

    def bytes(self, size: int) -> bytes:
        found = self.data[self.at:self.at + size]
        if len(found) < size:
            raise TapeFault("The tape file ends in the middle of a block.")
        self.at += size
        return found


def _pause(fields: Fields) -> Pause:
    return Pause(fields.number(2) * TICKS_PER_SECOND // 1000)


def _standard(fields: Fields) -> list[Stretch]:
    pause, length = _pause(fields), fields.number(2)
    data = fields.bytes(length)
    count = PILOT_OF_HEADER if data[:1] < b"\x80" else PILOT_OF_DATA
    return [Tone(PILOT, count), Pulses(SYNC), Bits(data, ZERO, ONE), pause]


def _turbo(fields: Fields) -> list[Stretch]:
    pilot, first, second, zero, one, count = (fields.number(2) for _ in range(6))
    used, pause, length = fields.number(1), _pause(fields), fields.number(3)
    return [Tone(pilot, count), Pulses((first, second)), Bits(fields.bytes(length), zero, one, min(used, 8) or 8), pause]


def _tone(fields: Fields) -> list[Stretch]:
    return [Tone(fields.number(2), fields.number(2))]


def _pulses(fields: Fields) -> list[Stretch]:
    return [Pulses(tuple(fields.number(2) for _ in range(fields.number(1))))]


def _bits(fields: Fields) -> list[Stretch]:
    zero, one, used, pause, length = fields.number(2), fields.number(2), fields.number(1), _pause(fields), fields.number(3)
    return [Bits(fields.bytes(length), zero, one, min(used, 8) or 8), pause]


def _samples(fields: Fields) -> list[Stretch]:
    every, pause, used, length = fields.number(2), _pause(fields), fields.number(1), fields.number(3)
    return [Samples(fields.bytes(length), every, min(used, 8) or 8), pause]


def _silence(fields: Fields) -> list[Stretch]:
    return [_pause(fields)]


STRETCHES: dict[int, Callable[[Fields], list[Stretch]]] = {
    0x10: _standard, 0x11: _turbo, 0x12: _tone, 0x13: _pulses, 0x14: _bits, 0x15: _samples, 0x20: _silence}
LOOP, LOOP_END, JUMP, CALL, RETURN = 0x24, 0x25, 0x23, 0x26, 0x27
# How long other blocks are: so many bytes, with a length of so many bytes before them, each worth so many.
OTHERS: dict[int, tuple[int, int, int]] = {
    0x16: (4, 4, 1), 0x17: (4, 4, 1), 0x18: (0, 4, 1), 0x19: (0, 4, 1), 0x21: (0, 1, 1), 0x22: (0, 0, 0), 0x28: (0, 2, 1),
    0x2A: (4, 0, 0), 0x2B: (0, 4, 1), 0x30: (0, 1, 1), 0x31: (1, 1, 1), 0x32: (0, 2, 1), 0x33: (0, 1, 3), 0x34: (8, 0, 0),
    0x35: (16, 4, 1), 0x40: (1, 3, 1), 0x5A: (9, 0, 0)}
RARE = {0x16, 0x17, 0x18, 0x19}         # recordings in forms that are not read here


def _pass_over(fields: Fields, kind: int) -> None:
    fixed, size, worth = OTHERS.get(kind, (0, 4, 1))        # a kind of a later version begins with its length
    if kind in (0x16, 0x17):
        fixed = 0
        fields.bytes(max(0, fields.number(4) - 4))
        return
    fields.bytes(fixed)
    if size:
        fields.bytes(fields.number(size) * worth)


def _places(data: bytes) -> list[tuple[int, int]]:
    """The number of each block, and where its fields begin."""
    places, at = [], len(SIGNATURE) + 2
    while at < len(data):
        kind = data[at]
        places.append((kind, at + 1))
        if len(places) > MOST_BLOCKS:
            raise TapeFault("The tape file has too many blocks.")
        fields = Fields(data, at + 1)
        try:
            if kind in STRETCHES:
                STRETCHES[kind](fields)
            elif kind in (LOOP, JUMP):
                fields.bytes(2)
            elif kind == CALL:
                fields.bytes(2 * fields.number(2))
            elif kind not in (LOOP_END, RETURN):
                _pass_over(fields, kind)
        except TapeFault:
            if len(places) == 1:
                raise
            places.pop()            # the file is cut off: what is before can be read
            break
        at = fields.at
    return places


def stretches(data: bytes) -> Iterator[Stretch]:
    """What is recorded, in its order: jumps and loops are followed. TapeFault where that leads nowhere."""
    if not is_cdt(data):
        raise TapeFault("It is not a tape file.")
    places = _places(data)
    way, steps, ticks, pulses = Way(), 0, 0, 0
    while 0 <= way.at < len(places):
        steps += 1
        if steps > MOST_BLOCKS:
            raise TapeFault("The tape file goes round in circles.")
        kind, place = places[way.at]
        fields = Fields(data, place)
        if kind in RARE:
            raise TapeFault(f"The tape file has a block &{kind:02X}, a form of recording that is not read here.")
        way.go_on(kind, fields)
        for stretch in STRETCHES[kind](fields) if kind in STRETCHES else ():
            ticks += stretch.ticks()
            pulses += _pulses_in(stretch)
            if ticks > MOST_TICKS or pulses > MOST_PULSES:
                raise TapeFault("The tape is longer than a tape can be.")
            yield stretch


class Way:
    """Which block is next: loops, jumps and calls."""

    def __init__(self) -> None:
        self.at = 0
        self.loops: list[tuple[int, int]] = []          # where it begins, and how often it is still to be done
        self.calls: list[int] = []                      # the blocks that are still to be called
        self.called_at = 0

    def go_on(self, kind: int, fields: Fields) -> None:
        """Goes on from a block to the next one."""
        here = self.at
        self.at += 1
        if kind == LOOP:
            self.loops = [*self.loops[-9:], (self.at, fields.number(2))]
        elif kind == LOOP_END and self.loops:
            start, left = self.loops.pop()
            if left > 1:
                self.loops.append((start, left - 1))
                self.at = start
        elif kind == JUMP:
            self.at = here + _signed(fields.number(2))
        elif kind == CALL:
            self.called_at = here
            self.calls = [here + _signed(fields.number(2)) for _ in range(fields.number(2))]
            self._call()
        elif kind == RETURN:
            self._call()

    def _call(self) -> None:
        self.at = self.calls.pop(0) if self.calls else self.called_at + 1


def _signed(word: int) -> int:
    return (word + 0x8000 & 0xFFFF) - 0x8000


def _pulses_in(stretch: Stretch) -> int:
    if isinstance(stretch, Tone):
        return stretch.count
    if isinstance(stretch, Bits):
        return 16 * len(stretch.data)
    return 8 * len(stretch.data) if isinstance(stretch, Samples) else 1


# writing

def written(recording: Iterable[Stretch]) -> bytes:
    """A tape file: a turbo block for each leader, zero and bits, and pauses."""
    out = bytearray(SIGNATURE + VERSION)
    _append(out, recording)
    return bytes(out)


def appended(data: bytes, recording: Iterable[Stretch]) -> bytes:
    """A tape file with more behind its end."""
    out = bytearray(data)
    _append(out, recording)
    return bytes(out)


def _append(out: bytearray, recording: Iterable[Stretch]) -> None:
    parts = list(recording)
    at = 0
    while at < len(parts):
        match parts[at:at + 3]:
            case [Tone() as leader, Pulses(lengths=(first, second)), Bits() as bits]:
                behind = parts[at + 3] if at + 3 < len(parts) else None
                pause = behind if isinstance(behind, Pause) else None
                out += _turbo_block(leader, (first, second), bits, pause)
                at += 3 + (pause is not None)
            case [Pause() as pause, *_]:
                out += b"\x20" + _milliseconds(pause)
                at += 1
            case _:
                raise ValueError("only what the firmware records is written")


def _turbo_block(leader: Tone, sync: tuple[int, int], bits: Bits, pause: Pause | None) -> bytes:
    words = leader.length, *sync, bits.zero, bits.one, leader.count
    return (b"\x11" + b"".join(word.to_bytes(2, "little") for word in words) + bytes((bits.used,))
            + (_milliseconds(pause) if pause else b"\0\0") + len(bits.data).to_bytes(3, "little") + bits.data)


def _milliseconds(pause: Pause) -> bytes:
    """Never 0: that would stop the tape."""
    return min(max(1, -(-pause.length * 1000 // TICKS_PER_SECOND)), 0xFFFF).to_bytes(2, "little")

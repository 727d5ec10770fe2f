"""The form of .sna files: a header of 256 bytes, a copy of the memory, and in version 3 chunks behind or in its place."""

from basic.records import record

SIGNATURE = b"MV - SNA"
HEADER = 0x100
VERSION_AT, MODEL_AT, SIZE_AT = 0x10, 0x6D, 0x6B
MODELS = {0: "464", 1: "664", 2: "6128"}
KILOBYTE = 1024
STACK = 0xC000
SMALL, LARGE = 64, 128          # kilobytes
CHUNK = 64 * KILOBYTE           # of memory, in version 3
LONGEST = HEADER + 9 * CHUNK + 0x10000
PACKED = 0xE5                   # in a chunk: a byte with its count before it follows


class SnapshotFault(Exception):
    """What is wrong with a snapshot, in a sentence."""


def is_sna(data: bytes) -> bool:
    return data.startswith(SIGNATURE)


@record(frozen=True)
class Sna:
    """A snapshot as it lies in its file."""
    header: bytes
    memory: bytes               # 64K or 128K

    @property
    def version(self) -> int:
        return self.header[VERSION_AT]

    @property
    def model(self) -> str | None:
        """What version 2 and 3 say."""
        return MODELS.get(self.header[MODEL_AT]) if self.version >= 2 else None

    def word(self, at: int) -> int:
        return self.header[at] | self.header[at + 1] << 8

    @property
    def stack_pointer(self) -> int:
        return self.word(0x21)

    @property
    def hl(self) -> int:
        return self.word(0x17)

    @property
    def pens(self) -> bytes:
        """The gate array's colours of the pens and the border."""
        return self.header[0x2F:0x40]

    @property
    def mode(self) -> int:
        return self.header[0x40] & 3

    @property
    def arrangement(self) -> int:
        """Of the 6128's banks."""
        return self.header[0x41] & 7

    @property
    def start(self) -> int:
        """The CRTC's registers 12 and 13: where the picture begins."""
        return self.header[0x43 + 12] << 8 | self.header[0x43 + 13]


def read(data: bytes) -> Sna:
    """SnapshotFault if it is not a whole snapshot."""
    if not is_sna(data):
        raise SnapshotFault("It is not a snapshot.")
    if len(data) < HEADER:
        raise SnapshotFault("The snapshot ends in its header.")
    if len(data) > LONGEST:
        raise SnapshotFault("The snapshot is longer than a snapshot can be.")
    header = data[:HEADER]
    if not 1 <= header[VERSION_AT] <= 3:
        raise SnapshotFault(f"The snapshot is of version {header[VERSION_AT]}; versions 1 to 3 are read here.")
    size = (header[SIZE_AT] | header[SIZE_AT + 1] << 8) * KILOBYTE
    memory = bytearray(data[HEADER:HEADER + size])
    if len(memory) < size:
        raise SnapshotFault("The snapshot ends in the middle of the memory.")
    if header[VERSION_AT] == 3:
        for place, chunk in _chunks(data[HEADER + size:]):
            memory[len(memory):] = bytes(max(0, place + CHUNK - len(memory)))
            memory[place:place + CHUNK] = chunk
    if len(memory) < SMALL * KILOBYTE:
        raise SnapshotFault("The snapshot has less than 64K of memory.")
    return Sna(header, bytes(memory[:(LARGE if len(memory) >= LARGE * KILOBYTE else SMALL) * KILOBYTE]))


def _chunks(rest: bytes) -> list[tuple[int, bytes]]:
    """The pieces of memory of a version 3: where each belongs, and its 64K."""
    found, at = [], 0
    while at + 8 <= len(rest):
        name, size = rest[at:at + 4], int.from_bytes(rest[at + 4:at + 8], "little")
        body = rest[at + 8:at + 8 + size]
        if name[:3] == b"MEM" and name[3:4].isdigit():
            if len(body) < size:
                raise SnapshotFault("The snapshot ends in the middle of the memory.")
            found.append((int(name[3:4]) * CHUNK, body if size == CHUNK else _unpacked(body)))
        at += 8 + size
    return found


def _unpacked(body: bytes) -> bytes:
    out, at = bytearray(), 0
    while at < len(body) and len(out) < CHUNK:
        byte = body[at]
        if byte != PACKED:
            end = body.find(bytes((PACKED,)), at)
            end = len(body) if end < 0 else end
            out += body[at:end]
            at = end
            continue
        count = body[at + 1] if at + 1 < len(body) else 0
        if count == 0:
            out.append(PACKED)
            at += 2
        elif at + 2 < len(body):
            out += body[at + 2:at + 3] * count
            at += 3
        else:
            break
    if len(out) < CHUNK:
        raise SnapshotFault("The snapshot ends in the middle of the memory.")
    return bytes(out[:CHUNK])


def written(model: str, memory: bytes, start_at: int, pens: bytes, mode: int, start: int) -> bytes:
    """A snapshot, version 2, whose machine starts at an address with the lower ROM on. `start` is that of the picture."""
    header = bytearray(HEADER)
    header[:len(SIGNATURE)] = SIGNATURE
    header[VERSION_AT] = 2
    header[0x21:0x23] = STACK.to_bytes(2, "little")
    header[0x23:0x25] = start_at.to_bytes(2, "little")
    header[0x25] = 1                            # interrupts of kind 1, not allowed yet
    header[0x2F:0x40] = pens
    header[0x40] = 0x88 | mode
    header[0x43:0x43 + 18] = bytes((63, 40, 46, 142, 38, 0, 25, 30, 0, 7, 0, 0, start >> 8, start & 255, 192, 0, 0, 0))
    header[0x59] = 0x82
    header[SIZE_AT:SIZE_AT + 2] = (len(memory) // KILOBYTE).to_bytes(2, "little")
    header[MODEL_AT] = next(number for number, name in MODELS.items() if name == model)
    return bytes(header) + memory

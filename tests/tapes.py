"""Tapes for tests: a demodulator that shares nothing with cpc.tape, and recordings that the real firmware made.

`python3 -m tests.tapes [NUMBER]` damages tapes in many ways and looks that each is read or refused with a sentence.
"""

import base64
import json
import random
import struct
import sys
import zlib
from collections.abc import Iterator

from cpc.tape import cassette
from cpc.tape.blocks import blocks_of
from cpc.tape.stretches import Pulses, TapeFault
from tests.places import GOLDEN


def recordings() -> dict[str, Pulses]:
    """What the firmware recorded when a small program was saved, as pulses."""
    found = json.loads((GOLDEN / "tapes" / "saved.json").read_text(encoding="ascii"))
    return {name: Pulses(struct.unpack(f"<{len(raw) // 4}I", raw))
            for name, raw in ((name, zlib.decompress(base64.b64decode(text))) for name, text in found.items())}


def demodulated(wav: bytes) -> list[tuple[int, bytes]]:
    """The sections of a tape's sound, as marks and the bytes of right segments: by the periods of the wave, bit by bit.

    A bit may begin where the wave rises or where it falls."""
    sound = wav[wav.index(b"data") + 8:]
    up = [at for at in range(1, len(sound)) if sound[at - 1] <= 128 < sound[at]]
    down = [at for at in range(1, len(sound)) if sound[at - 1] >= 128 > sound[at]]
    found = sorted([*_sections(up), *_sections(down)])
    return [(mark, data) for _, mark, data in found if data]


def _sections(edges: list[int]) -> Iterator[tuple[int, int, bytes]]:
    periods = [later - earlier for earlier, later in zip(edges, edges[1:], strict=False)]
    at = 0
    while at < len(periods) - 300:
        leader = periods[at:at + 200]
        middle = sorted(leader)[100]
        if not all(0.9 * middle < period < 1.1 * middle for period in leader):
            at += 1
            continue
        while at < len(periods) and periods[at] > 0.8 * middle:
            at += 1
        at += 1                                         # the zero
        start, bits = at, []
        while at < len(periods) and periods[at] < 1.5 * middle:
            bits.append(int(periods[at] > 0.75 * middle))
            at += 1
        data = bytes(int("".join(map(str, bits[first:first + 8])), 2) for first in range(0, len(bits) - 7, 8))
        if data:
            yield edges[start], data[0], b"".join(_right_segments(data[1:]))


def _right_segments(data: bytes) -> Iterator[bytes]:
    for at in range(0, len(data) - 257, 258):
        remainder = 0xFFFF
        for byte in data[at:at + 256]:
            for bit in range(7, -1, -1):
                top = remainder >> 15 ^ byte >> bit & 1
                remainder = (remainder << 1 & 0xFFFF) ^ (0x1021 if top else 0)
        if remainder ^ 0xFFFF == data[at + 256] << 8 | data[at + 257]:
            yield data[at:at + 256]


# damage

def sample() -> bytes:
    """A tape with three files."""
    made = [*blocks_of(b"ONE", 0, 368, 0, bytes(range(200))), *blocks_of(b"TWO", 2, 0x4000, 0x4000, b"x" * 3000),
            *blocks_of(b"", 0x16, 0, 0, b"10 PRINT 1\r\n")]
    return cassette.as_cdt(made, 1)


def damaged(data: bytes, dice: random.Random) -> bytes:
    """The bytes with something done to them."""
    out = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 5, 20))):
        if not out:
            break
        at, end = sorted(dice.randrange(len(out) + 1) for _ in range(2))
        what = dice.randrange(7)
        if what == 0:
            del out[at:]
        elif what == 1:
            del out[at:min(end, at + dice.choice((1, 2, 300)))]
        elif what == 2:
            out[at:at] = out[at:min(end, at + 2000)]
        elif what == 3:
            out[at:at] = bytes((dice.choice((0x10, 0x12, 0x13, 0x15, 0x19, 0x20, 0x23, 0x24, 0x25, 0x26, 0x27, 0x5A)),)) \
                + dice.randbytes(dice.randrange(8))
        elif at < len(out):
            out[at] = dice.choice((0, 255, dice.randrange(256), out[at] ^ 1 << dice.randrange(8)))
    return bytes(out)


def outcome(data: bytes) -> str:
    """What comes of reading a tape: a sentence, or how many files there are."""
    try:
        return f"{len(cassette.files(cassette.read(data)))} files" if cassette.is_tape(data) else "It is no tape."
    except TapeFault as fault:
        return str(fault)


def main() -> int:
    import resource
    import time
    from collections import Counter
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    cdt = sample()
    wav = cassette.as_wav(list(blocks_of(b"ONE", 0, 368, 0, bytes(range(200)))), 1)
    counts: Counter[str] = Counter()
    slowest = 0.0
    for seed in range(number):
        began = time.process_time()
        counts[outcome(damaged(wav if seed % 50 == 0 else cdt, random.Random(seed)))] += 1
        slowest = max(slowest, time.process_time() - began)
    for sentence, count in counts.most_common():
        print(f"{count:7} {sentence}")
    print(f"at most {slowest:.2f} s and {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())

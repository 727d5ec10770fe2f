"""Moving pictures as GIF files, without a library: 16 colours a picture, and of each only the rows that changed."""

import struct
from collections.abc import Iterable, Iterator
from typing import BinaryIO

CODE_BITS = 4                   # a pen number
CLEAR, END = 1 << CODE_BITS, (1 << CODE_BITS) + 1
LARGEST_CODE = 4095

Picture = tuple[int, bytes, bytes]      # hundredths of a second, pens row after row, 16 colours of three bytes


def write(file: BinaryIO, width: int, height: int, pictures: Iterable[Picture]) -> Iterator[None]:
    """Writes picture after picture, giving way after each."""
    file.write(b"GIF89a" + struct.pack("<HHBBB", width, height, 0, 0, 0))
    file.write(b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")         # for ever again
    before, colours_before = None, b""
    for hundredths, pens, colours in pictures:
        if before is None or colours != colours_before:
            top, bottom = 0, height
        else:
            top, bottom = _changed_rows(before, pens, width, height)
        before, colours_before = pens, colours
        file.write(b"!\xf9\x04" + struct.pack("<BHBB", 4, hundredths, 0, 0))
        file.write(b"," + struct.pack("<HHHHB", 0, top, width, bottom - top, 0x80 | CODE_BITS - 1) + colours)
        data = packed(pens[top * width:bottom * width])
        file.write(bytes((CODE_BITS,)))
        for at in range(0, len(data), 255):
            block = data[at:at + 255]
            file.write(bytes((len(block),)) + block)
        file.write(b"\0")
        yield
    file.write(b";")


def _changed_rows(before: bytes, pens: bytes, width: int, height: int) -> tuple[int, int]:
    starts = range(0, width * height, width)
    rows = [at // width for at in starts if before[at:at + width] != pens[at:at + width]]
    return (rows[0], rows[-1] + 1) if rows else (0, 1)


def packed(pens: bytes) -> bytes:
    """LZW with codes that grow from 5 to 12 bits."""
    known: dict[int, int] = {}
    free, width = END + 1, CODE_BITS + 1
    bits, count = CLEAR, width
    out = bytearray()
    code = pens[0]
    for pen in pens[1:]:
        longer = known.get(code << CODE_BITS | pen)
        if longer is not None:
            code = longer
            continue
        bits |= code << count
        count += width
        while count >= 8:
            out.append(bits & 255)
            bits >>= 8
            count -= 8
        if free <= LARGEST_CODE:
            known[code << CODE_BITS | pen] = free
            width += free >> width
            free += 1
        else:
            bits |= CLEAR << count
            count += width
            known.clear()
            free, width = END + 1, CODE_BITS + 1
        code = pen
    bits |= code << count
    count += width
    if free <= LARGEST_CODE:
        width += free >> width
    bits |= END << count
    count += width
    return bytes(out) + bits.to_bytes(-(-count // 8), "little")

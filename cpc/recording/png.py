"""Pictures as PNG files, without a library."""

import struct
import zlib
from pathlib import Path
from typing import Protocol

from cpc.host_files import save_file
from cpc.picture.monitors import colour
from cpc.picture.palette import COLOURS
from cpc.picture.screen import Screen


class Shown(Protocol):
    """A screen, or a copy of what it showed."""
    @property
    def inks(self) -> list[int]: ...
    def pens(self) -> list[bytes]: ...


def encoded(width: int, height: int, rows: list[bytes], colours: list[int]) -> bytes:
    """A palette PNG: rows of pen numbers."""
    palette = b"".join(bytes(colour(number)) for number in colours)
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 6)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"PLTE", palette) + _chunk(b"IDAT", data)
            + _chunk(b"IEND", b""))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def picture(screen: Shown) -> bytes:
    """A PNG of 640 x 400, without the border."""
    rows: list[bytes] = []
    if isinstance(screen, Screen) and screen.beam.draws_more():
        for row in screen.beam.picture(screen):
            rows += (row, row)
        return encoded(640, 400, rows, list(range(COLOURS)))
    for row in screen.pens():
        factor = 640 // len(row)
        wide = row if factor == 1 else b"".join(bytes((pen,)) * factor for pen in row)
        rows += (wide, wide)
    return encoded(640, 400, rows, screen.inks)


def save(screen: Shown, path: Path) -> None:
    """The same as a file."""
    save_file(path, picture(screen))

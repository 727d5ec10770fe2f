"""Reads the picture back from the screen's bytes: as pens, and as text by the shapes of the ROM's characters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from cpc.memory import ROW_BYTES, ROWS
from cpc.picture.font import GLYPHS
from cpc.picture.modes import MODES, Mode

if TYPE_CHECKING:
    from cpc.picture.screen import Screen

UNKNOWN = 0
SPACE = 32
REMEMBERED = 10000                      # shapes, for each mode


class Picture(Protocol):
    """What can be read back: a screen, or a copy of what it showed."""
    @property
    def shown(self) -> Mode: ...
    def lines(self) -> bytes: ...


def pixels(screen: Picture) -> bytes:
    """The pens of the whole picture, row after row, a byte for each pixel."""
    lines = screen.lines()
    tables = screen.shown.pens
    step = len(tables)
    whole = bytearray(len(lines) * step)
    for i, table in enumerate(tables):
        whole[i::step] = lines.translate(table)
    return bytes(whole)


def text(screen: Screen) -> list[str]:
    """The 25 rows without the spaces at their ends. NUL stands for a cell that shows no character from 32 on in two pens."""
    layout = screen.shown
    cell = layout.cell
    known = _seen[layout.number]
    rows = []
    for row in range(ROWS):
        line = bytearray()
        planes = screen.row_bytes(row)
        for i in range(0, ROW_BYTES, cell):
            shape = b"".join([plane[i:i + cell] for plane in planes])
            code = known.get(shape)
            if code is None:
                if len(known) >= REMEMBERED:
                    known.clear()
                code = known[shape] = _recognise(layout, shape)
            line.append(code)
        rows.append(line.decode("latin-1").rstrip(" "))
    return rows


def _recognise(layout: Mode, shape: bytes) -> int:
    dots = bytes(table[byte] for byte in shape for table in layout.pens)
    pens = sorted(set(dots))
    if len(pens) == 1:
        return SPACE
    if len(pens) == 2:
        for pen in reversed(pens):
            glyph = bytes(sum((dots[i + k] == pen) << (7 - k) for k in range(8)) for i in range(0, 64, 8))
            if glyph in _CODES:
                return _CODES[glyph]
    return UNKNOWN


def _codes() -> dict[bytes, int]:
    codes: dict[bytes, int] = {}
    for code in (0, *range(32, 256)):
        codes.setdefault(GLYPHS[8 * code:8 * code + 8], code)
    codes[bytes(8)] = SPACE
    return codes


_CODES = _codes()
_seen: list[dict[bytes, int]] = [{} for _ in MODES]

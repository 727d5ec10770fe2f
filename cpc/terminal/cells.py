"""The screen as cells of a terminal: a character and its two colours each.

A cell of the CPC that shows a character of the ROM in two pens becomes that character. Any other cell becomes the quarter
block that is most like its dots, in the two pens that most of them have.
"""

from typing import NamedTuple

from cpc.charset import TO_UNICODE
from cpc.memory import ROW_BYTES, ROWS
from cpc.picture.font import GLYPHS
from cpc.picture.modes import MODES, Mode
from cpc.picture.screen import Screen

ENOUGH = 0.2                    # the part of a quarter's dots that makes it seen; a line has a quarter of them
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"       # bit 0 upper left, 1 upper right, 2 lower left, 3 lower right


class Cell(NamedTuple):
    text: str
    pen: int
    paper: int


def _codes() -> dict[bytes, str]:
    shapes = {bytes(8): " "}
    for code in range(33, 256):
        if code in TO_UNICODE:
            shapes.setdefault(GLYPHS[8 * code:8 * code + 8], TO_UNICODE[code])
    return shapes


_CHARACTERS = _codes()
_known: list[dict[bytes, list[Cell]]] = [{} for _ in MODES]
_MOST_KNOWN = 20_000


def rows(screen: Screen, columns_a_cell: int = 1) -> list[list[Cell]]:
    """25 rows; each cell of the CPC takes so many columns."""
    layout = screen.shown
    known = _known[layout.number]
    if len(known) > _MOST_KNOWN:
        known.clear()
    found = []
    for row in range(ROWS):
        planes = screen.row_bytes(row)
        cells: list[Cell] = []
        for at in range(0, ROW_BYTES, layout.cell):
            shape = b"".join([plane[at:at + layout.cell] for plane in planes]) + bytes((columns_a_cell,))
            seen = known.get(shape)
            if seen is None:
                seen = known[shape] = _cells(layout, shape[:-1], columns_a_cell)
            cells += seen
        found.append(cells)
    return found


def _cells(layout: Mode, shape: bytes, columns: int) -> list[Cell]:
    dots = bytes(table[byte] for byte in shape for table in layout.pens)
    pens = sorted(set(dots), key=dots.count)
    if len(pens) <= 2:
        for pen in pens:
            paper = pens[0] if pen == pens[-1] else pens[-1]
            glyph = bytes(sum((dots[at + k] == pen) << 7 - k for k in range(8)) for at in range(0, 64, 8))
            if len(pens) == 1:
                return [Cell(" ", pen, pen)] * columns
            if glyph in _CHARACTERS:
                return [Cell(_CHARACTERS[glyph], pen, paper)] + [Cell(" ", pen, paper)] * (columns - 1)
    width = 8 // columns
    return [_quartered([dots[at + left:at + left + width] for at in range(0, 64, 8)]) for left in range(0, 8, width)]


def _quartered(lines: list[bytes]) -> Cell:
    dots = b"".join(lines)
    pens = sorted(set(dots), key=dots.count)
    pen, paper = pens[0] if len(pens) == 1 else pens[-2], pens[-1]
    half = len(lines[0]) // 2
    dotted = []
    for top, left in ((0, 0), (0, half), (4, 0), (4, half)):
        quarter = b"".join(line[left:left + half] for line in lines[top:top + 4])
        dotted.append(1 - quarter.count(paper) / len(quarter))
    enough = min(ENOUGH, max(dotted))
    bits = sum((part >= enough > 0) << number for number, part in enumerate(dotted))
    return Cell(QUARTERS[bits], pen, paper)

"""A board in motion: a picture for each time that an array changed in the past, as a GIF.

    frames = frames_of(debugger, "b", "k=0")
    file.write(as_gif(frames))
"""

import io
from collections.abc import Sequence
from typing import NamedTuple

from basic.debug import boards
from basic.debug.debugger import Debugger
from basic.debug.past import Progress, nothing
from basic.debug.probes import Noted
from cpc.picture.font import GLYPHS
from cpc.recording import gif

MOST = 2000                     # pictures: the latest
SCALE, MARGIN = 2, 4            # of a letter, and around it in a square
GLYPH = 8
HUNDREDTHS = 50                 # that a picture stays
LAST = 200                      # and the last one
PALETTE = ((255, 255, 255), (240, 217, 181), (181, 136, 99), (32, 32, 32), (196, 60, 40), (246, 230, 120))
LIGHT, DARK, LETTER, CHANGED = 1, 2, 3, 5


class Frame(NamedTuple):
    noted: Noted
    cells: list[list[str]]
    is_board: bool


def frames_of(debugger: Debugger, name: str, condition: str = "", progress: Progress = nothing,
              most: int = MOST) -> list[Frame]:
    """The array each time it changed, where the condition held behind the statement that changed it."""
    board = debugger.board(name)
    arrangement = boards.arranged(debugger.session, name, board=board)
    found = debugger.past.array_changes(name, condition, progress, most)
    frames: list[Frame] = []
    for note in found.notes:
        values = note.values[1]
        if isinstance(values, tuple) and all(place < len(values) for row in arrangement.places for place in row):
            cells = [[boards.shown(values[place], arrangement.letters) for place in row] for row in arrangement.places]
            if not frames or frames[-1].cells != cells:
                frames.append(Frame(note, cells, board is not None))
    return frames


def as_gif(frames: Sequence[Frame], hundredths: int = HUNDREDTHS) -> bytes:
    """What has changed since the picture before is yellow."""
    rows, columns = len(frames[0].cells), max(map(len, frames[0].cells))
    longest = max(len(cell) for frame in frames for row in frame.cells for cell in row) or 1
    size = GLYPH * SCALE + 2 * MARGIN
    wide = longest * GLYPH * SCALE + 2 * MARGIN
    colours = bytes(part for colour in PALETTE for part in colour).ljust(48, b"\0")
    out = io.BytesIO()
    pictures = []
    before = None
    for at, frame in enumerate(frames):
        pens = bytearray(rows * size * columns * wide)
        for y, row in enumerate(frame.cells):
            for x, cell in enumerate(row):
                changed = before is not None and before[y][x] != cell
                _square(pens, x * wide, y * size, wide, size, columns * wide,
                        CHANGED if changed else DARK if (x + y) % 2 else LIGHT, "" if frame.is_board and cell == "." else cell)
        before = frame.cells
        pictures.append((LAST if at == len(frames) - 1 else hundredths, bytes(pens), colours))
    for _ in gif.write(out, columns * wide, rows * size, pictures):
        pass
    return out.getvalue()


def _square(pens: bytearray, left: int, top: int, wide: int, size: int, across: int, ground: int, text: str) -> None:
    for y in range(top, top + size):
        pens[y * across + left:y * across + left + wide] = bytes((ground,)) * wide
    begin = left + (wide - len(text) * GLYPH * SCALE) // 2
    for at, code in enumerate(text.encode("latin-1", "replace")):
        glyph = GLYPHS[GLYPH * code:GLYPH * code + GLYPH]
        for y in range(GLYPH * SCALE):
            for x in range(GLYPH * SCALE):
                if glyph[y // SCALE] & 0x80 >> x // SCALE:
                    pens[(top + MARGIN + y) * across + begin + at * GLYPH * SCALE + x] = LETTER

"""The three screen modes: the size of the picture, and the place of its pixels in the bytes of the screen."""

from functools import cache
from typing import NamedTuple

# For each mode the bits of a byte's leftmost pixel, bit 0 of its pen first. Each next pixel uses the bits one lower.
_LEFTMOST = ((7, 3, 5, 1), (7, 3), (7,))


class Mode(NamedTuple):
    """A screen mode's sizes and tables."""

    number: int
    columns: int                        # characters in a row
    width: int                          # pixels in a row
    pixels: int                         # in a byte
    cell: int                           # bytes of a character's pixel row
    shift: int                          # how often the language's x coordinates are halved
    advance: int                        # a character's width in the language's x coordinates
    masks: tuple[int, ...]              # bits of each pixel in a byte, from the left
    encoded: tuple[int, ...]            # for pen 0-15: the byte whose pixels all have it
    pens: tuple[bytes, ...]             # pens[pixel][byte]: translate tables
    expanded: tuple[bytes, ...]         # expanded[byte in cell][row of a glyph]: mask of the dots set

    def pen(self, byte: int) -> int:
        """The pen of the leftmost pixel."""
        return self.pens[0][byte]


def _mode(number: int, bits: tuple[int, ...]) -> Mode:
    pixels = 8 // len(bits)
    cell = 8 // pixels
    masks = tuple(sum(1 << bit - i for bit in bits) for i in range(pixels))
    every = [sum(1 << bit - i for i in range(pixels)) for bit in bits]
    encoded = tuple(sum(mask for k, mask in enumerate(every) if ink >> k & 1) for ink in range(16))
    pens = tuple(bytes(sum((byte >> bit - i & 1) << k for k, bit in enumerate(bits)) for byte in range(256))
                 for i in range(pixels))
    shift = 2 - number
    return Mode(number, 80 // cell, 80 * pixels, pixels, cell, shift, 8 << shift,
                masks, encoded, pens, _expanded(masks, cell))


def _expanded(masks: tuple[int, ...], cell: int) -> tuple[bytes, ...]:
    pixels = len(masks)
    return tuple(bytes(sum(mask for i, mask in enumerate(masks) if row >> 7 - k * pixels - i & 1) & 255
                       for row in range(256)) for k in range(cell))


@cache
def with_masks(number: int, masks: bytes) -> Mode:
    """A mode whose characters are made of other pixels."""
    mode = MODES[number]
    own = tuple(masks[:mode.pixels])
    return mode if own == mode.masks else mode._replace(masks=own, expanded=_expanded(own, mode.cell))


MODES = tuple(_mode(number, bits) for number, bits in enumerate(_LEFTMOST))

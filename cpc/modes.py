"""The three screen modes: how big a picture they make and how its pixels lie in the bytes of the screen."""

from typing import NamedTuple

# For each mode the bits of the leftmost pixel, bit 0 of its pen number first; the next pixel's are one place lower.
_LEFTMOST = ((7, 3, 5, 1), (7, 3), (7,))


class Mode(NamedTuple):
    number: int
    columns: int                        # characters to a row
    width: int                          # pixels to a row
    pixels: int                         # to a byte
    cell: int                           # bytes to a pixel row of a character
    shift: int                          # user x coordinates are halved so often
    advance: int                        # user x coordinates to a character
    masks: tuple[int, ...]              # bits of each pixel in a byte, from the left
    encoded: tuple[int, ...]            # byte all of whose pixels have pen 0-15
    pens: tuple[bytes, ...]             # pens[pixel][byte]: translate tables
    expanded: tuple[bytes, ...]         # expanded[byte in cell][row of a glyph]: mask of the dots that are set

    def pen(self, byte: int) -> int:
        """The pen of the leftmost pixel."""
        return self.pens[0][byte]


def _mode(number: int, bits: tuple[int, ...]) -> Mode:
    pixels = 8 // len(bits)
    cell = 8 // pixels
    masks = tuple(sum(1 << (bit - i) for bit in bits) for i in range(pixels))
    encoded = tuple(sum(_all_of_bit(bits, pixels, k) for k in range(len(bits)) if ink >> k & 1) for ink in range(16))
    pens = tuple(bytes(sum((byte >> (bit - i) & 1) << k for k, bit in enumerate(bits)) for byte in range(256))
                 for i in range(pixels))
    expanded = tuple(bytes(sum(masks[i] for i in range(pixels) if row >> (7 - k * pixels - i) & 1) for row in range(256))
                     for k in range(cell))
    shift = 2 - number
    return Mode(number, 80 // cell, 80 * pixels, pixels, cell, shift, 8 << shift, masks, encoded, pens, expanded)


def _all_of_bit(bits: tuple[int, ...], pixels: int, k: int) -> int:
    return sum(1 << (bits[k] - i) for i in range(pixels))


MODES = tuple(_mode(number, bits) for number, bits in enumerate(_LEFTMOST))

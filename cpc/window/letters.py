"""Letters for what the window writes: the CPC's own, and those of today's texts that the CPC does not have, in its manner."""

from cpc.charset import FROM_UNICODE
from cpc.picture.font import GLYPHS

LIKE = {"“": '"', "”": '"', "’": "'", "–": "-", "—": "-", "×": "x"}

# Eight rows of eight dots each.
OWN = {
    "ä": "6600780c7ccc7600", "ö": "66003c6666663c00", "ü": "6600666666663e00", "Ä": "c6386cc6fec6c600",
    "Ö": "c6386cc6c66c3800", "Ü": "6600666666663c00", "ß": "3c66667c66666c60", "„": "00000000006c6cd8",
    "…": "0000000000dbdb00", "é": "0c183c667e603c00", "☰": "007e007e007e0000",
}
_OWN = {letter: bytes.fromhex(rows) for letter, rows in OWN.items()}
UNKNOWN = 63                    # a question mark


def glyph(letter: str) -> bytes:
    """Its eight rows of eight dots."""
    if letter in _OWN:
        return _OWN[letter]
    code = FROM_UNICODE.get(LIKE.get(letter, letter), UNKNOWN)
    return GLYPHS[8 * code:8 * code + 8]

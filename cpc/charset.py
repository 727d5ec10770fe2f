"""The CPC's characters as Unicode, for files and faces of the host."""

from unicodedata import normalize

from cpc.picture.control_codes import PARAMETERS

# The characters from 128 on that Unicode has too. The arrow up is the CPC's 94.
SYMBOLS = {
    129: "▘▝▀▖▌▞▛▗▚▐▜▄▙▟█·╵╶└╷│┌├╴┘─┴┐┤┬┼",
    161: "´¨£©¶§‘¼½¾±÷¬¿¡αβγδεθλμπσφψχωΣΩ",
    224: "☺☹♣♦♥♠○●□■♂♀♩♪☼",
    241: "↓←→▲▼▶◀",
}
TO_UNICODE = {number: chr(number) for number in range(32, 127)} | {94: "↑"} | {
    first + offset: character for first, row in SYMBOLS.items() for offset, character in enumerate(row)}
FROM_UNICODE = {character: number for number, character in TO_UNICODE.items()} | {
    "^": 94, "\u00a0": 32, "’": 39, "“": 34, "”": 34, "„": 34, "µ": 183,
    **dict.fromkeys("‐‑‒–—―−", 45), **dict.fromkeys("‘‚‛′", 39), "¹": 49, "²": 50, "³": 51}

SPELT = {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"}
CONTROLS = {*range(32), 127}
SOFT_EOF = b"\x1a"              # ends the text in a file that a CPC saved


def spelt(text: str) -> str:
    """The text without umlauts and accents, which the CPC does not have; an accent may stand behind its letter."""
    def letter(character: str) -> str:
        if character in SPELT or character in FROM_UNICODE:
            return SPELT.get(character, character)
        plain = normalize("NFD", character)[0]
        return plain if plain.isascii() and plain.isalpha() else character
    return "".join(map(letter, normalize("NFC", text)))


def as_text(listing: bytes) -> bytes:
    """A listing as a file for the host: UTF-8 if Unicode has all its characters, else CPC bytes with a CPC's end of file."""
    text = listing.replace(b"\r\n", b"\n")
    known = TO_UNICODE | {94: "^"} | {code: chr(code) for code in CONTROLS}
    if not known.keys() >= set(text):
        return text + SOFT_EOF
    return "".join(map(known.__getitem__, text)).encode()


def readable(codes: bytes) -> str:
    """CPC characters for people to read: a dot stands for each character that Unicode does not have."""
    return "".join("^" if code == 94 else TO_UNICODE.get(code, "·") for code in codes)


class PlainText:
    """Printed bytes as lines of text, without control codes and their parameters. They may come in pieces."""

    def __init__(self) -> None:
        self.skip = 0           # parameters that are still to come

    def take(self, printed: bytes) -> str:
        out = []
        for code in printed:
            if self.skip:
                self.skip -= 1
            elif code == 10:
                out.append("\n")
            elif code == 9:
                out.append(" ")
            elif code >= 32:
                out.append(readable(bytes([code])))
            else:
                self.skip = PARAMETERS[code]
        return "".join(out)


def plain(printed: bytes) -> str:
    """A whole piece of it."""
    return PlainText().take(printed)

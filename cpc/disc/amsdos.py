"""AMSDOS's forms: names of eight and three characters, the header before a file, the cipher of SAVE ,P.

`listing_bytes` turns a listing that was written on a PC into the CPC's ASCII form.
"""

import re
from collections.abc import Callable
from unicodedata import normalize

from basic.errors import EOF_MET, FILE_TYPE, MEMORY_FULL, BasicError
from basic.records import record
from cpc.charset import CONTROLS, FROM_UNICODE, SOFT_EOF, spelt

BASIC, PROTECTED, BINARY, ASCII = 0, 1, 2, 0x16
HEADER = RECORD = 128
LARGEST = 1 << 20               # bytes that a file may have here: more than six discs hold

NAME = re.compile(rb"(?:0?[Aa]?:)?([A-Za-z0-9!#$&'+@^`{}~-]{1,8}) *(?:\.([A-Za-z0-9!#$&'+@^`{}~-]{0,3}) *)?")
PATTERN = re.compile(rb"(?:0?[Aa]?:)?([A-Za-z0-9!#$&'+@^`{}~*?-]{1,8})(?:\.([A-Za-z0-9!#$&'+@^`{}~*?-]{0,3}))?")
DEVICES = {b"CON", b"PRN", b"AUX", b"NUL"} | {b"%s%d" % (port, n) for port in (b"COM", b"LPT")
                                               for n in range(10)}

HARD_EOF = 143                  # what DERR gives for a file that ends too early


Say = Callable[[str, str, int], None]       # told which characters the CPC lacks, what stands for them, and the first line


def unheard(lacking: str, instead: str, line: int) -> None:
    """Where nobody is to be told."""


class ListingError(BasicError):
    """A file that is no CPC file and no listing: `sentence` says why; `number` is the error that LOAD gives."""

    def __init__(self, sentence: str, number: int = FILE_TYPE, derr: int | None = None) -> None:
        super().__init__(number, derr)
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence


def split_name(name: bytes) -> tuple[bytes, bytes | None] | None:
    """Name and extension in upper case; the extension is None if it was not given. None if it cannot be a name."""
    match = NAME.fullmatch(name.strip(b" "))
    if not match or match[1].upper() in DEVICES:
        return None
    return match[1].upper(), match[2] if match[2] is None else match[2].upper()


def pattern_of(name: bytes) -> bytes | None:
    """The pattern of `|ERA,"*.BAK"`: eleven characters, "?" for any character. None if it cannot be a pattern."""
    match = PATTERN.fullmatch(name.strip(b" "))
    if not match:
        return None
    parts = []
    for part, length in ((match[1], 8), (match[2] or b"", 3)):
        head, star, _ = part.upper().partition(b"*")
        parts.append(head.ljust(length, b"?" if star else b" ")[:length])
    return b"".join(parts)


def fits(pattern: bytes, name: bytes, extension: bytes | None) -> bool:
    """Whether a file's name fits a pattern of `pattern_of`."""
    return all(p in (63, c) for p, c in zip(pattern, b"%-8s%-3s" % (name, extension or b""), strict=True))


def printed_name(name: bytes, extension: bytes | None) -> bytes:
    """The name as CAT and AMSDOS's messages print it."""
    return b"%-8s.%-3s" % (name, extension or b"")


@record
class Header:
    """The record of 128 bytes before a file that is not ASCII."""

    kind: int
    address: int
    length: int
    entry: int
    user: int = 0

    def packed(self, name: bytes, extension: bytes) -> bytes:
        """Its 128 bytes."""
        data = bytearray(HEADER)
        data[0] = self.user
        data[1:12] = b"%-8s%-3s" % (name, extension)
        data[18] = self.kind
        data[21:23] = self.address.to_bytes(2, "little")
        data[23] = 255
        data[24:26] = self.length.to_bytes(2, "little")
        data[26:28] = self.entry.to_bytes(2, "little")
        data[64:67] = self.length.to_bytes(3, "little")
        data[67:69] = sum(data[:67]).to_bytes(2, "little")
        return bytes(data)


def header_of(data: bytes) -> Header | None:
    """The header at the start of a file, or None if it has no header."""
    checksum = sum(data[:67])
    if len(data) < HEADER or not checksum or checksum != word(data, 67):
        return None
    return Header(data[18], word(data, 21), word(data, 24), word(data, 26))


def word(data: bytes, at: int) -> int:
    """Two bytes, the low one first."""
    return data[at] | data[at + 1] << 8


def contents_of(raw: bytes, say: Say = unheard) -> tuple[int, int, int, bytes]:
    """Kind, address, entry and contents of a file. A file without a header is a listing; `say` is told how it was changed."""
    if len(raw) > LARGEST:
        raise ListingError("The file is too long for a CPC.", MEMORY_FULL)
    header = header_of(raw)
    if header is None:
        return ASCII, 0, 0, listing_bytes(raw, say)
    contents = raw[HEADER:HEADER + header.length]
    if header.kind == ASCII:
        return ASCII, header.address, header.entry, listing_bytes(contents, say)
    if len(contents) < header.length:
        raise ListingError("The file is shorter than its header says.", EOF_MET, HARD_EOF)
    if header.kind & PROTECTED:
        contents = unprotect(contents)
    return header.kind, header.address, header.entry, contents


KEYS = (bytes.fromhex("e29ddb1a422939c6b3c690458a"), bytes.fromhex("49b136f02e1e062a2819ea"))


def protect(data: bytes) -> bytes:
    """The cipher of SAVE ,P, with keys of 13 and 11 bytes that start again every 128 bytes. Applied twice, it undoes itself."""
    long, short = KEYS
    pad = bytes(long[i % 13] ^ short[i % 11] for i in range(RECORD))
    return bytes(byte ^ pad[i % RECORD] for i, byte in enumerate(data))


unprotect = protect


def listing_bytes(raw: bytes, say: Say = unheard) -> bytes:
    """A listing from a PC or a CPC, in CPC bytes with CR LF after each line.

    The bytes count as CPC characters if they are not UTF-8, or if the file ends with a CPC's end of file. Umlauts and accents
    are spelt as the keyboard spells them; `say` is told so.
    """
    text, saved_by_a_cpc, rest = raw.partition(SOFT_EOF)
    if text.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ListingError("The file is in UTF-16; a listing has to be in UTF-8 or plain ASCII.")
    bom = text.startswith(b"\xef\xbb\xbf")
    if bom:
        text = text[3:]
    if b"\0" in text or len(rest) > RECORD and b"\0" in rest:
        raise ListingError("The file is not a BASIC listing.")
    text = re.sub(rb"\r\n?", b"\n", text).replace(b"\t", b" ")
    lines = text.split(b"\n")
    try:
        characters = normalize("NFC", text.decode("utf-8"))
    except UnicodeDecodeError as error:
        if bom:
            line = text.count(b"\n", 0, error.start) + 1
            raise ListingError(f"Line {line} of the file is not UTF-8.") from None
    else:
        if not text.isascii() and (bom or not saved_by_a_cpc):
            lines = [encoded(spelt(line), number) for number, line in enumerate(characters.split("\n"), 1)]
            _tell_spelling(characters, say)
    if lines[-1] == b"":
        lines.pop()
    return b"".join(line + b"\r\n" for line in lines)


def _tell_spelling(text: str, say: Say) -> None:
    changed = [character for character in dict.fromkeys(text) if spelt(character) != character]
    if changed:
        where = text.count("\n", 0, min(map(text.index, changed))) + 1
        say(" ".join(changed[:20]), " ".join(map(spelt, changed[:20])), where)


def encoded(line: str, number: int) -> bytes:
    """A line of Unicode in CPC bytes; `number` is its place in the file, for the error message."""
    codes = bytearray()
    for character in line:
        code = FROM_UNICODE.get(character, ord(character) if ord(character) in CONTROLS else None)
        if code is None:
            raise ListingError(f"Line {number} of the file has a {character!r}, which the CPC does not have; "
                               "write another character there.")
        codes.append(code)
    return bytes(codes)

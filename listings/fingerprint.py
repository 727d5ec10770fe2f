"""What a line says, as 32 bits: two lines with the same checksum do the same on the machine."""

import zlib

from basic import statements  # noqa: F401  (they enter their words)
from basic.errors import BasicError
from basic.source.dialect import crunched_line
from basic.source.walker import Item, Kind, walk


def normal_form(text: bytes, basic_1_1: bool = False, commodore: bool = False) -> bytes:
    """The crunched line without what does not matter: case of names, blanks outside strings, the text of remarks."""
    line = crunched_line(text, basic_1_1, commodore)
    return b"".join(_normal_item(line, item) for item in walk(line))


def _normal_item(line: bytes, item: Item) -> bytes:
    if item.kind is Kind.NAME:
        name: bytes = item.value[0]
        return line[item.offset:item.offset + 1] + name.lower() + b"\0"
    if item.kind is Kind.REMARK:
        return line[item.offset:item.offset + 1]
    if item.kind is Kind.TEXT:
        return _data(item.value)
    as_kept = line[item.offset:item.offset + item.size]
    return as_kept if item.kind in (Kind.NUMBER, Kind.LINE) else as_kept.rstrip(b" ")


def _data(text: bytes) -> bytes:
    """DATA's items without the blanks around them, which READ skips."""
    parts = text.split(b'"')
    for at in range(0, len(parts), 2):
        parts[at] = b",".join(item.strip(b" ") for item in parts[at].split(b","))
    return b'"'.join(parts)


def checksum(text: bytes, basic_1_1: bool = False, commodore: bool = False) -> int:
    """CRC-32 of the line's normal form; -1 for a line that the machine does not take."""
    try:
        return zlib.crc32(normal_form(text, basic_1_1, commodore))
    except BasicError:
        return -1

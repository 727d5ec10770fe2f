"""What a line says, as 32 bits: two lines with the same checksum do the same on the machine."""

import zlib

from basic.errors import BasicError
from basic.source import tokens
from basic.source.dialect import spaced
from basic.syntax.lexer import Sort, scan

_NUMBER_SIZE = {tokens.BYTE_NUMBER: 2, tokens.REAL_NUMBER: 6} | dict.fromkeys(range(0x1A, 0x1F), 3)


def normal_form(text: bytes, basic_1_1: bool = False, commodore: bool = False) -> bytes:
    """The crunched line without what does not matter: case of names, blanks outside strings, the text of remarks."""
    crunched = tokens.crunch(spaced(text) if commodore else text, basic_1_1)
    parts = []
    start, kind = 0, None
    for token in scan(crunched, basic_1_1):
        parts.append(_normal_token(crunched[start:token.at], kind))
        start, kind = token.at, token.sort
    parts.append(_normal_token(crunched[start:], kind))
    return b"".join(parts)


def _normal_token(token: bytes, kind: Sort | None) -> bytes:
    if kind is Sort.NAME:
        return token[:1] + tokens.name_at(token, 0)[0].lower() + b"\0"
    if kind is Sort.REMARK:
        return token[:1]
    if kind is Sort.TEXT:
        return _data(token)
    if kind in (Sort.NUMBER, Sort.LINE):
        return token[:_NUMBER_SIZE.get(token[0], 1)]
    return token.rstrip(b" ")


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

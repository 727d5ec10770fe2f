"""Names as they are written in BASIC: `3:GAME.BAS`, `B:X`, `15A:*.BAK`."""

import re

from basic.records import record
from cpc.disc.amsdos import pattern_of

USERS = 16
LETTERS = rb"A-Za-z0-9!#$&'+@^`{}~\-"
WHERE = rb"(?:(?P<user>[0-9]{0,2})(?P<drive>[A-Za-z]?):)?"
NAME = re.compile(WHERE + rb" *(?P<stem>[%s]{1,8}) *(?:\. *(?P<extension>[%s]{0,3}) *)?" % (LETTERS, LETTERS))
PATTERN = re.compile(WHERE + rb" *(?P<pattern>[%s*?.]*) *" % LETTERS)


@record(frozen=True)
class Place:
    """A drive, a user and a name, or a pattern of `eleven` characters; None where it is not said."""

    unit: int | None = None
    user: int | None = None
    stem: bytes = b""
    extension: bytes | None = None
    eleven: bytes | None = None


def _where(match: re.Match[bytes]) -> tuple[int | None, int | None] | None:
    user, drive = match["user"], match["drive"]
    if user and int(user) >= USERS or drive and drive.upper() not in (b"A", b"B"):
        return None
    return b"AB".index(drive.upper()) if drive else None, int(user) if user else None


def parsed_file(name: bytes) -> Place | None:
    """The place of a file as LOAD and OPENOUT are given it: a `!` before the name does not count."""
    return parsed(name.strip(b" ").removeprefix(b"!"))


def parsed(name: bytes) -> Place | None:
    """The place of a file; None where it is no name."""
    match = NAME.fullmatch(name.strip(b" "))
    where = match and _where(match)
    if not match or where is None:
        return None
    extension = match["extension"]
    return Place(*where, match["stem"].upper(), None if extension is None else extension.upper())


def parsed_pattern(name: bytes) -> Place | None:
    """The place of a pattern with * and ?. None where it is no pattern."""
    match = PATTERN.fullmatch(name.strip(b" "))
    where = match and _where(match)
    if not match or where is None:
        return None
    eleven = pattern_of(match["pattern"]) if match["pattern"] else None
    return None if match["pattern"] and eleven is None else Place(*where, eleven=eleven)

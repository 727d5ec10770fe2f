"""What AMSDOS asks of a drive. A disc (`bdos.DiscMedium`) and a folder of the host (`folder.FolderMedium`) answer it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from basic.records import record
from cpc.disc.volume import FileName

RECORD = 128

# What DERR gives: AMSDOS's number with bit 7 set, because AMSDOS has printed the message itself.
BAD_COMMAND, NOT_FOUND, DIRECTORY_FULL, DISC_FULL, READ_ONLY, NO_FOLDER = 144, 146, 147, 148, 150, 200
DISC_CHANGED = 9                        # here it has not


@record
class Reading:
    """A file that is read from its start. `record` is the next one; a file of a folder is there as a whole."""

    name: FileName
    record: int = 0
    extent: int = 0                     # the 16K that `blocks` are of
    records: int = 0                    # in this extent
    blocks: tuple[int, ...] = ()
    contents: bytes = b""
    is_text: bool = True                # it has no header, or one that says so
    hidden: bool = False                # its bytes have gone through the cipher of SAVE ,P


@record
class Writing:
    """A file that is being written. It gets its name when it is complete."""

    name: FileName
    record: int = 0
    blocks: tuple[int, ...] = ()        # of the present extent
    first: tuple[int, ...] = ()         # of the first one
    contents: bytes = b""


class DiscMessage(Exception):
    """What AMSDOS says of a command that fails; `derr` is what DERR gives. Nothing is said where the message is empty."""

    def __init__(self, message: bytes, derr: int) -> None:
        super().__init__(message)
        self.message, self.derr = message, derr


@record(frozen=True)
class Found:
    """What the directory says of a file. `kilobytes` is the room that it takes."""

    name: FileName
    kilobytes: int
    read_only: bool = False
    system: bool = False
    entries: int = 1                    # of the directory


class Medium(Protocol):
    """A drive, as AMSDOS uses it. What fails is a DiscMessage; a drive may ask what to do, and is Cancelled."""

    character_us: int                   # how long a character of a text takes to be read or written
    has_listings: bool                  # a text is a listing of the host, which stands for a program

    def log_in(self, keep: bool) -> None:
        """A command begins: looks which disc is in; `keep`: a file is open on it, so it counts as the same."""
        ...

    def find(self, name: FileName) -> Found | None: ...

    def matching(self, pattern: bytes, user: int) -> Sequence[Found]:
        """The files of a user that a pattern of eleven characters fits, in the order of the directory."""
        ...

    def free(self) -> int:
        """The free room in kilobytes."""
        ...

    def load(self, name: FileName) -> tuple[int, int, int, bytes]:
        """Kind, address, entry and contents of a whole file."""
        ...

    def open(self, name: FileName) -> Reading: ...

    def read(self, file: Reading, size: int) -> bytes:
        """The next bytes, up to `size`; none at the end."""
        ...

    def create(self, name: FileName) -> Writing: ...

    def write(self, file: Writing, data: bytes) -> None: ...

    def closed(self, text: bytes) -> bytes:
        """The end of a text, as the medium keeps it."""
        ...

    def complete(self, file: Writing, header: bytes) -> None:
        """The end of a file: it gets `header` as its first record, if there is one, and its name. The old file is kept
        as .BAK."""
        ...

    def erase(self, name: FileName) -> None: ...

    def rename(self, old: FileName, new: FileName) -> None: ...

    def boot(self) -> None:
        """|CPM"""
        ...

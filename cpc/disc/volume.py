"""The seam between AMSDOS's commands and where the files lie: a volume says what files there are, and reads and writes them.

A disc image (`filesystem.ImageVolume`) is a volume; the folder of the host will be one. A volume knows names, users, attributes
and room. It prints nothing, keeps no .BAK and adds no header: that is the part of LOAD, SAVE and CAT. What cannot be
done is a `DiscError` with a sentence; its class says which of AMSDOS's messages it is.
"""

from collections.abc import Sequence
from typing import Protocol

from basic.records import record
from cpc.disc.amsdos import fits, pattern_of, printed_name


class DiscError(Exception):
    """What a disc, an image or an archive does not allow, as a sentence."""


class NotAnImage(DiscError):
    """The bytes are no disc image, or the disc in it is not formatted for AMSDOS."""


class ReadFault(DiscError):
    """A sector that is missing or damaged: AMSDOS's `read fail`."""


class DiscFull(DiscError):
    """No room for the file's contents."""


class DirectoryFull(DiscError):
    """No free directory entry."""


class ReadOnly(DiscError):
    """The file may not be changed."""


class NotFound(DiscError):
    """There is no such file."""


class AlreadyExists(DiscError):
    """The new name belongs to another file."""


@record(frozen=True, order=True)
class FileName:
    """A user area and a name: eight and three bytes at most, without the blanks behind."""

    user: int
    stem: bytes
    extension: bytes = b""

    def fits(self, pattern: bytes) -> bool:
        """Whether it fits a pattern with * and ?, as |ERA takes it. The user area does not count."""
        wanted = pattern_of(pattern)
        return wanted is not None and fits(wanted, self.stem, self.extension)

    def fits_eleven(self, pattern: bytes) -> bool:
        """Whether it fits a pattern of eleven characters, as `pattern_of` makes it."""
        return fits(pattern, self.stem, self.extension)

    def __str__(self) -> str:
        name = printed_name(self.stem, self.extension).decode("latin-1")
        text = "".join(letter if letter.isprintable() else "·" for letter in name.replace(" ", "").rstrip("."))
        return f"{self.user}:{text}" if self.user else text


@record(frozen=True)
class StoredFile:
    """What CAT can say of a file. `kilobytes` is the room that it takes."""

    name: FileName
    kilobytes: int
    records: int
    read_only: bool = False
    system: bool = False


class Volume(Protocol):
    """A place for files, with the rules of AMSDOS: a folder of the host or a disc image."""

    def files(self) -> Sequence[StoredFile]:
        """All files of all users, in the order of the directory."""
        ...

    def read(self, name: FileName) -> bytes:
        """A file's bytes, its header too. On a disc they are a multiple of 128. Raises NotFound or ReadFault."""
        ...

    def write(self, name: FileName, data: bytes, read_only: bool = False, system: bool = False) -> None:
        """Makes a file, whole or not at all. Raises AlreadyExists, DirectoryFull or DiscFull."""
        ...

    def erase(self, name: FileName) -> None:
        """Raises NotFound or ReadOnly."""
        ...

    def rename(self, old: FileName, new: FileName) -> None:
        """Raises NotFound, ReadOnly or AlreadyExists. The header inside the file keeps the old name."""
        ...

    def free(self) -> int:
        """The free room in kilobytes."""
        ...

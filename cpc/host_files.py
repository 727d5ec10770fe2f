"""Files of the host: read whole, and written whole or not at all."""

import os
import re
import secrets
import shutil
import time
from contextlib import suppress
from errno import EACCES, EFBIG
from pathlib import Path
from typing import BinaryIO

from cpc.disc import amsdos
from cpc.disc.amsdos import LARGEST, Say, unheard
from cpc.tape import cassette
from cpc.tape.stretches import TapeFault

OLD_SECONDS = 3600              # nothing takes so long to write
SHORT = 1 << 16                 # files below are copied: cut from the room for a megabyte, each would keep a page of memory
_LEFT_OVER = re.compile(r"\.[0-9a-f]{12}\.\$\$\$")

HostPath = str | os.PathLike[str]       # where a file of the host lies


def load_file(path: HostPath, say: Say = unheard) -> tuple[int, int, int, bytes]:
    """Kind, address, entry and contents of a file; of a tape, those of its first program. Raises OSError, or ListingError
    with a sentence."""
    return program_in(read_file(path), path, say)


def program_in(data: bytes, path: HostPath | None = None, say: Say = unheard) -> tuple[int, int, int, bytes]:
    """The same of a file's bytes; `path` is where the rest of them are, if they are not all. `say` is told how a
    listing was changed."""
    if cassette.is_tape(data):
        return _from_tape(read_whole(path, cassette.LARGEST) if path is not None and len(data) > LARGEST else data)
    return amsdos.contents_of(data[:LARGEST + 1], say)


def _from_tape(data: bytes) -> tuple[int, int, int, bytes]:
    try:
        file = cassette.program_in(data)
    except TapeFault as fault:
        raise amsdos.ListingError(str(fault)) from None
    contents = amsdos.listing_bytes(file.contents) if file.kind == amsdos.ASCII else file.contents
    return file.kind, file.address, file.entry, contents


def read_file(path: HostPath, largest: int = LARGEST) -> bytes:
    """The file's bytes. One byte more than `largest` shows that the file is too long."""
    with open(path, "rb") as file:
        data = file.read(largest + 1)
    return bytes(memoryview(data)) if len(data) < SHORT else data


def read_whole(path: HostPath, most: int = LARGEST) -> bytes:
    """The file's bytes. OSError where it has more than `most`, as devices have that never end."""
    data = read_file(path, most)
    if len(data) > most:
        raise OSError(EFBIG, f"it is longer than {most >> 20} MB", str(path))
    return data


class FreshFile:
    """A file that is written as a whole or not at all.

    An old file at `path` keeps its contents until `complete` is called; after `give_up` it keeps them for good.
    With `follow`, a link stays a link and its target is written; a device or a pipe is written directly. Do not use
    `follow` for names that a BASIC program made up.
    """

    def __init__(self, path: HostPath, follow: bool = True) -> None:
        self.path = self.new = Path(path)
        if not follow or self.path.is_file() or not self.path.exists():
            self.path = Path(os.path.realpath(path)) if follow else self.path
            if self.path.exists() and not os.access(self.path, os.W_OK):
                raise PermissionError(EACCES, os.strerror(EACCES), str(path))
            self.new = self.path.with_name(f".{secrets.token_hex(6)}.$$$")
        try:
            self.file: BinaryIO = open(self.new, "wb" if self.new is self.path else "xb")      # noqa: SIM115
        except OSError as error:
            error.filename = str(path)
            raise

    def complete(self) -> None:
        """Puts the new file in the old one's place."""
        self.file.close()
        if self.new is not self.path:
            if self.path.exists():
                shutil.copymode(self.path, self.new)
            os.replace(self.new, self.path)

    def give_up(self) -> None:
        """Drops the new file."""
        with suppress(OSError):         # closing writes the rest, and the disc may be full
            self.file.close()
        if self.new is not self.path:
            self.new.unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Deletes the new files that a killed run has left in a folder. Young ones may still be written by another run."""
    for path in list(folder.glob(".*.$$$")):
        with suppress(OSError):
            if _LEFT_OVER.fullmatch(path.name) and path.is_file() and path.stat().st_mtime < time.time() - OLD_SECONDS:
                path.unlink()


def save_file(path: HostPath, data: bytes, follow: bool = True) -> None:
    """Writes a whole file, or leaves the old one as it was."""
    fresh = FreshFile(path, follow)
    try:
        fresh.file.write(data)
        fresh.complete()
    except BaseException:
        fresh.give_up()
        raise


def also_at(path: Path, other: Path) -> None:
    """A second name for a file, so that it keeps its contents when a new file takes the first."""
    with suppress(OSError, AttributeError):     # os has no link where the host has none
        os.link(path, other)
        return
    shutil.copy2(path, other)       # a file system without second names


def free_name(folder: Path, stem: str, suffix: str) -> Path:
    """The first name in the row cpc-1.png, cpc-2.png, cpc-3.png that the folder does not have yet."""
    number = 1
    while (path := folder / f"{stem}-{number}{suffix}").exists():
        number += 1
    return path

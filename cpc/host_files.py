"""Files of the host: read whole, and written whole or not at all."""

import os
import secrets
import shutil
from contextlib import suppress
from errno import EACCES
from pathlib import Path

from cpc.disc import amsdos
from cpc.disc.amsdos import LARGEST


def load_file(path: str | os.PathLike) -> tuple[int, int, int, bytes]:
    """Kind, address, entry and contents of a file anywhere. OSError, or ListingError with a sentence."""
    return amsdos.contents_of(read_file(path))


def read_file(path: str | os.PathLike) -> bytes:
    with open(path, "rb") as file:
        return file.read(LARGEST + 1)


class FreshFile:
    """All of it or nothing: what is at `path` stays whole until the new file is `complete`, or for good if it is
    given up.

    `follow`: a link stays one, and a device or a pipe is written to as it is. Not for names that a program thought of.
    """

    def __init__(self, path: str | os.PathLike, follow: bool = True) -> None:
        self.path = self.new = Path(path)
        if not follow or self.path.is_file() or not self.path.exists():
            self.path = Path(os.path.realpath(path)) if follow else self.path
            if self.path.exists() and not os.access(self.path, os.W_OK):
                raise PermissionError(EACCES, os.strerror(EACCES), str(path))
            self.new = self.path.with_name(f".{secrets.token_hex(6)}.$$$")
        try:
            self.file = open(self.new, "wb" if self.new is self.path else "xb")      # noqa: SIM115
        except OSError as error:
            error.filename = str(path)
            raise

    def complete(self) -> None:
        self.file.close()
        if self.new is not self.path:
            if self.path.exists():
                shutil.copymode(self.path, self.new)
            os.replace(self.new, self.path)

    def give_up(self) -> None:
        with suppress(OSError):         # closing writes what is left, and there may be no room for it
            self.file.close()
        if self.new is not self.path:
            self.new.unlink(missing_ok=True)


def save_file(path: str | os.PathLike, data: bytes, follow: bool = True) -> None:
    fresh = FreshFile(path, follow)
    try:
        fresh.file.write(data)
        fresh.complete()
    except BaseException:
        fresh.give_up()
        raise


def free_name(folder: Path, stem: str, suffix: str) -> Path:
    """The first of cpc-1.png, cpc-2.png ... that is not there yet."""
    number = 1
    while (path := folder / f"{stem}-{number}{suffix}").exists():
        number += 1
    return path

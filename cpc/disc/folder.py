"""A folder of the host in place of a disc: its files are those of user 0, and a person sees what a program writes.

A BASIC program must not reach files outside the folder. A name of AMSDOS cannot lead out of it; a file is found by comparing
names with the folder's contents; links that lead out of the folder are ignored; a file is written under a new name, which then
replaces the old file. So there is no NAME.$$$ while a program writes, only the whole file when it is complete.
"""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from basic.errors import MEMORY_FULL, BasicError
from basic.host_log import HostLog
from cpc.charset import SOFT_EOF
from cpc.disc import amsdos
from cpc.disc.amsdos import ASCII, DEVICES, HEADER, LARGEST, ListingError
from cpc.disc.medium import BAD_COMMAND, DISC_FULL, NO_FOLDER, READ_ONLY, DiscMessage, Found, Reading, Writing
from cpc.disc.volume import FileName
from cpc.host_files import HostPath, load_file, read_file, save_file

Result = TypeVar("Result")
MOST_FREE = 999                 # kilobytes that CAT can show


def _facts(path: Path) -> tuple[bool, int]:
    """Whether a file may be written, and its size."""
    return os.access(path, os.W_OK), path.stat().st_size


def _may_be_written(path: Path) -> bool:
    return not (path.is_dir() or path.exists() and not os.access(path, os.W_OK))


def _copy(source: Path, target: Path) -> None:
    if not target.is_dir():
        save_file(target, source.read_bytes(), follow=False)


class FolderMedium:
    """A folder as a drive."""

    character_us = 0
    has_listings = True

    def __init__(self, folder: HostPath | None, host_log: HostLog, say: Callable[[bytes], None], letter: bytes = b"A") -> None:
        self.folder = None if folder is None else Path(folder).resolve()
        self.host_log = host_log
        self.say = say
        self.letter = letter

    def log_in(self, keep: bool) -> None:
        if self.folder is None or not self.host_log(self.folder.is_dir):
            raise DiscMessage(b"Drive %s: disc missing" % self.letter, NO_FOLDER)

    def free(self) -> int:
        return min(MOST_FREE, self._ask(shutil.disk_usage, self._place()).free // 1024)

    # the files

    def find(self, name: FileName) -> Found | None:
        path = self._path_of(_checked(name))
        return None if path is None else self._found(name, path)

    def matching(self, pattern: bytes, user: int) -> list[Found]:
        found = [(name, path) for name, path in self._files() if name.user == user and name.fits_eleven(pattern)]
        facts = [self._found(name, path) for name, path in found]
        return [one for one in facts if one is not None]

    def _found(self, name: FileName, path: Path) -> Found | None:
        try:
            writable, size = self.host_log(_facts, path)
        except OSError:
            return None                 # the file was deleted meanwhile
        return Found(name, min(MOST_FREE, -(-size // 1024)), not writable)

    def _place(self) -> Path:
        assert self.folder is not None
        return self.folder

    def _files(self) -> list[tuple[FileName, Path]]:
        """Each file whose name AMSDOS could write."""
        return self._ask(self._files_in, self._place())

    def _files_in(self, folder: Path) -> list[tuple[FileName, Path]]:
        return [(name, path) for path in sorted(folder.iterdir()) if (name := _name_of(path)) and self._within(path)]

    def _within(self, path: Path) -> bool:
        try:
            real = path.resolve(strict=True)
        except (OSError, RuntimeError):
            return False
        return real.is_file() and real.parent == self.folder

    def _path_of(self, name: FileName) -> Path | None:
        return next((path for other, path in self._files() if other == name), None)

    def _path(self, name: FileName) -> Path:
        path = self._path_of(name)
        if path is None:
            raise FileNotFoundError
        return path

    # reading

    def load(self, name: FileName) -> tuple[int, int, int, bytes]:
        try:
            return self._ask(load_file, self._path(name))
        except ListingError as error:
            self.say(b"\r\n" + error.sentence.encode("ascii", "replace") + b"\r\n")
            raise

    def open(self, name: FileName) -> Reading:
        raw = self._ask(read_file, self._path(name))
        if len(raw) > LARGEST:
            raise BasicError(MEMORY_FULL)
        header = amsdos.header_of(raw)
        if header is not None:
            return Reading(name, contents=raw[HEADER:HEADER + header.length], is_text=header.kind == ASCII)
        text = raw.partition(SOFT_EOF)[0]
        return Reading(name, contents=text if b"\r" in text else text.replace(b"\n", b"\r\n"))

    def read(self, file: Reading, size: int) -> bytes:
        data = file.contents[file.record:file.record + size]
        file.record += len(data)
        return data

    # writing

    def create(self, name: FileName) -> Writing:
        if name.user:
            raise DiscMessage(b"Bad command", BAD_COMMAND)
        return Writing(_checked(name))

    def write(self, file: Writing, data: bytes) -> None:
        if len(file.contents) + len(data) > LARGEST:
            raise self._full()
        file.contents += data

    def closed(self, text: bytes) -> bytes:
        """A file of the host knows its length."""
        return text

    def complete(self, file: Writing, header: bytes) -> None:
        name, data = file.name, header + file.contents[len(header):]
        old = self._path_of(name)
        path = old or self._place() / host_name(name)
        try:
            if not self.host_log(_may_be_written, path):
                raise PermissionError
            if old and name.extension != b"BAK":
                self._keep(old, FileName(0, name.stem, b"BAK"))
            self.host_log(save_file, path, data, False)
        except OSError as error:
            raise self._host_error(error, amsdos.printed_name(name.stem, name.extension)) from None

    def _keep(self, old: Path, backup: FileName) -> None:
        """Keeps the file that a new one replaces, as .BAK."""
        self.host_log(_copy, old, self._path_of(backup) or old.with_name(host_name(backup)))

    def erase(self, name: FileName) -> None:
        self._ask(self._path(name).unlink)

    def rename(self, old: FileName, new: FileName) -> None:
        if new.user:
            raise DiscMessage(b"Bad command", BAD_COMMAND)
        path = self._path(old)
        self._ask(path.rename, path.with_name(host_name(new)))

    def boot(self) -> None:
        raise DiscMessage(b"Bad command", BAD_COMMAND)

    # errors

    def _ask(self, call: Callable[..., Result], *arguments: object) -> Result:
        """Asks the host; what it cannot do is said as AMSDOS would."""
        try:
            return self.host_log(call, *arguments)
        except OSError as error:
            raise self._host_error(error) from None

    def _host_error(self, error: OSError, name: bytes = b"The file") -> DiscMessage:
        if isinstance(error, PermissionError):
            return DiscMessage(name + b" is read only", READ_ONLY)
        return self._full((error.strerror or "failed").encode("ascii", "replace"))

    def _full(self, why: bytes = b"disc full") -> DiscMessage:
        return DiscMessage(b"Drive %s: %s" % (self.letter, why), DISC_FULL)


def _checked(name: FileName) -> FileName:
    """A name that the host would take for one of its devices is none."""
    if name.stem in DEVICES:
        raise DiscMessage(b"Bad command", BAD_COMMAND)
    return name


def _name_of(path: Path) -> FileName | None:
    name = path.name
    if not name.isascii() or ":" in name or " " in name:
        return None
    parts = amsdos.split_name(name.encode("ascii"))
    return FileName(0, parts[0], parts[1] or b"") if parts else None


def host_name(name: FileName) -> str:
    """The name that a new file gets in the folder."""
    return (name.stem + (b"." + name.extension if name.extension else b"")).decode("ascii")

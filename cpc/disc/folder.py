"""The disc drive: a folder of the host, as AMSDOS would see it.

A BASIC program must not reach files outside the folder. `amsdos.split_name` accepts no name that could leave it; a file is
found by comparing names with the folder's contents; links that lead out of the folder are ignored; a file is written
under a new name, which then replaces the old file.
"""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from basic.errors import ALREADY_OPEN, BROKEN_IN, FILE_TYPE, MEMORY_FULL, NOT_OPEN, UNKNOWN_COMMAND, BasicError, Break
from basic.host_log import HostLog
from cpc.charset import SOFT_EOF
from cpc.disc import amsdos
from cpc.disc.amsdos import ASCII, BINARY, LARGEST, PROTECTED, Header, ListingError
from cpc.host_files import HostPath, load_file, read_file, save_file

BAR_COMMANDS = (b"A", b"B", b"CPM", b"DIR", b"DISC", b"DISC.IN", b"DISC.OUT", b"DRIVE", b"ERA", b"REN",
                b"TAPE", b"TAPE.IN", b"TAPE.OUT", b"USER")

STATE = "noisy", "input", "position", "output", "output_name"

# What DERR gives: AMSDOS's number with bit 7 set, because AMSDOS has printed the message itself.
BAD_COMMAND, NOT_FOUND, DISC_FULL, READ_ONLY, NO_DISC = 144, 146, 148, 150, 200


def _facts(path: Path) -> tuple[bool, int]:
    """Whether a file may be written, and its size."""
    return os.access(path, os.W_OK), path.stat().st_size


def _may_be_written(path: Path) -> bool:
    return not (path.is_dir() or path.exists() and not os.access(path, os.W_OK))


def _copy(source: Path, target: Path) -> None:
    if not target.is_dir():
        save_file(target, source.read_bytes(), follow=False)


class Drive:
    """Drive A: a folder, and the two files that a program can have open. Without a folder there is no disc."""

    def __init__(self, folder: HostPath | None, basic_1_1: bool = True,
                 say: Callable[[bytes], None] = lambda message: None,
                 width: Callable[[], int] = lambda: 40, host_log: HostLog | None = None) -> None:
        """`say` prints AMSDOS's messages; `width` gives the width of the window that CAT prints in."""
        self.host_log = host_log or HostLog()
        self.folder = None if folder is None else Path(folder).resolve()
        self.basic_1_1 = basic_1_1
        self.say = say
        self.width = width
        self.noisy = True
        self.input: bytes | None = None
        self.position = 0
        self.output: bytearray | None = None
        self.output_name = b"", b""

    # whole files

    def load(self, name: bytes) -> tuple[int, int, int, bytes]:
        self.abandon()
        path = self._find(name)
        try:
            loaded: tuple[int, int, int, bytes] = self.host_log(load_file, path)
            return loaded
        except ListingError as error:
            self._tell(error.sentence.encode("ascii", "replace"))
            raise
        except OSError as error:
            raise self._host_error(error) from None

    def save(self, name: bytes, kind: int, address: int, entry: int, contents: bytes) -> None:
        self.abandon()
        stem, extension = self._split(name)
        if kind == ASCII:
            data = contents
        else:
            if extension is None:
                extension = b"BIN" if kind & 14 == BINARY else b"BAS"
            header = Header(kind, address, len(contents), entry).packed(stem, extension)
            data = header + (amsdos.protect(contents) if kind & 1 == PROTECTED else contents)
        self._store(stem, extension or b"", data)

    # the two files that a program can have open

    def open_in(self, name: bytes) -> None:
        if self.input is not None:
            raise BasicError(ALREADY_OPEN)
        path = self._find(name)
        try:
            raw = self.host_log(read_file, path)
        except OSError as error:
            raise self._host_error(error) from None
        if len(raw) > LARGEST:
            raise BasicError(MEMORY_FULL)
        header = amsdos.header_of(raw)
        self.position = 0
        self.input = raw
        if header is not None:
            self.input = raw[amsdos.HEADER:amsdos.HEADER + header.length]
            if header.kind != ASCII:
                raise BasicError(FILE_TYPE)
        self.input = self.input.partition(SOFT_EOF)[0]
        if b"\r" not in self.input:
            self.input = self.input.replace(b"\n", b"\r\n")

    def open_out(self, name: bytes) -> None:
        if self.output is not None:
            raise BasicError(ALREADY_OPEN)
        stem, extension = self._split(name)
        self.output_name = stem, extension or b""
        self.output = bytearray()

    def close_in(self) -> None:
        self.input = None

    def close_out(self) -> None:
        if self.output is not None:
            data, self.output = bytes(self.output), None
            self._store(*self.output_name, data)

    def abandon(self) -> None:
        self.input = self.output = None

    def is_open_in(self) -> bool:
        return self.input is not None

    def is_open_out(self) -> bool:
        return self.output is not None

    def read(self) -> int | None:
        if self.input is None:
            if self.basic_1_1:
                raise BasicError(NOT_OPEN)
            return None
        if self.position >= len(self.input):
            return None
        self.position += 1
        return self.input[self.position - 1]

    def unread(self, byte: int) -> None:
        self.position = max(0, self.position - 1)

    def at_end(self) -> bool:
        return self.input is None or self.position >= len(self.input)

    def write(self, data: bytes) -> None:
        if self.output is None:
            raise BasicError(NOT_OPEN) if self.basic_1_1 else Break
        if len(self.output) + len(data) > LARGEST:
            raise self._failed(DISC_FULL, b"Drive A: disc full")
        self.output += data

    # the disc as a whole

    def catalogue(self) -> list[bytes]:
        self.abandon()
        entries = []
        for stem, extension, path in self._files():
            try:
                writable, size = self.host_log(_facts, path)
            except OSError:
                continue                # the file was deleted meanwhile
            locked, kilobytes = b" " if writable else b"*", min(999, -(-size // 1024))
            entries.append(b"%s%s%3dK" % (amsdos.printed_name(stem, extension), locked, kilobytes))
        entries.sort()
        height = -(-len(entries) // self._columns())
        return self._listed([b"   ".join(entries[row::height]) for row in range(height)])

    def _columns(self) -> int:
        return max(1, (self.width() + 3) // 20)

    def _listed(self, rows: list[bytes]) -> list[bytes]:
        try:
            free = min(999, self.host_log(shutil.disk_usage, self._disc()).free // 1024)
        except OSError as error:
            raise self._host_error(error) from None
        return [b"", b"Drive A: user  0", b"", *rows, b"", b"%3dK free" % free, b""]

    def directory(self, pattern: bytes = b"*.*") -> list[bytes]:
        """The lines that |DIR prints."""
        wanted = amsdos.pattern_of(pattern)
        if wanted is None:
            return [b"", b"Bad command"]
        names = [amsdos.printed_name(stem, extension) for stem, extension, _ in self._files()
                 if amsdos.fits(wanted, stem, extension)]
        columns = self._columns()
        return self._listed([b"   ".join(names[at:at + columns]) for at in range(0, len(names), columns)])

    def knows(self, name: bytes) -> bool:
        """Whether it is one of AMSDOS's bar commands. Without a folder there is no disc ROM."""
        return self.folder is not None and name.upper() in BAR_COMMANDS

    def bar_command(self, name: bytes, arguments: list[int | bytes]) -> None:
        """Does one of AMSDOS's bar commands."""
        texts = [argument for argument in arguments if isinstance(argument, bytes)]
        match name.upper(), len(arguments):
            case (b"DISC" | b"DISC.IN" | b"DISC.OUT" | b"TAPE" | b"TAPE.IN" | b"TAPE.OUT" | b"A", 0):
                pass
            case (b"USER", 1):
                pass
            case (b"DRIVE", 1) if texts in ([b"A"], [b"a"]):
                pass
            case b"DIR", (0 | 1) as count if len(texts) == count:
                self.say(b"".join(line + b"\r\n" for line in self.directory(*texts)))
            case b"ERA", 1 if texts:
                self.erase(texts[0])
            case b"REN", 2 if len(texts) == 2:
                self.rename(*texts)
            case command, _ if command in BAR_COMMANDS:
                self._tell(b"Bad command")
            case _:
                raise BasicError(UNKNOWN_COMMAND)

    def erase(self, name: bytes) -> None:
        """|ERA: prints what goes wrong; the program continues."""
        pattern = amsdos.pattern_of(name)
        if pattern is None:
            self._tell(b"Bad command")
            return
        found = [file for file in self._files() if amsdos.fits(pattern, file[0], file[1])]
        if not found:
            self._tell(b"%s.%s not found" % (pattern[:8], pattern[8:]))
        for stem, extension, path in found:
            try:
                self.host_log(path.unlink)
            except OSError:
                self._tell(amsdos.printed_name(stem, extension) + b" is read only")

    def rename(self, new: bytes, old: bytes) -> None:
        """|REN: prints what goes wrong; the program continues."""
        target, source = amsdos.split_name(new), amsdos.split_name(old)
        if target is None or source is None:
            self._tell(b"Bad command")
            return
        if self._named(*target):
            self._tell(amsdos.printed_name(*target) + b" already exists")
            return
        path = self._named(*source)
        if path is None:
            self._tell(amsdos.printed_name(*source) + b" not found")
            return
        try:
            self.host_log(path.rename, path.with_name(host_name(*target)))
        except OSError:
            self._tell(amsdos.printed_name(*source) + b" is read only")

    # names

    def _split(self, name: bytes) -> tuple[bytes, bytes | None]:
        self.noisy = not name.startswith(b"!")
        self._disc()
        parts = amsdos.split_name(name if self.noisy else name[1:])
        if parts is None:
            raise self._failed(BAD_COMMAND, b"Bad command")
        return parts

    def _disc(self) -> Path:
        if self.folder is None or not self.host_log(self.folder.is_dir):
            raise self._failed(NO_DISC, b"Drive A: disc missing")
        return self.folder

    def _find(self, name: bytes) -> Path:
        stem, extension = self._split(name)
        for tried in (b"", b"BAS", b"BIN") if extension is None else (extension,):
            path = self._named(stem, tried)
            if path:
                return path
        raise self._failed(NOT_FOUND, amsdos.printed_name(stem, extension) + b" not found")

    def _files(self) -> list[tuple[bytes, bytes, Path]]:
        """Name, extension and path of each file whose name AMSDOS could write."""
        disc = self._disc()
        try:
            found: list[tuple[bytes, bytes, Path]] = self.host_log(self._files_in, disc)
            return found
        except OSError as error:
            raise self._host_error(error) from None

    def _files_in(self, disc: Path) -> list[tuple[bytes, bytes, Path]]:
        return [(*parts, path) for path in sorted(disc.iterdir())
                if (parts := self._name_of(path)) and self._within(path)]

    def _name_of(self, path: Path) -> tuple[bytes, bytes] | None:
        name = path.name
        if not name.isascii() or ":" in name or " " in name:
            return None
        parts = amsdos.split_name(name.encode("ascii"))
        return parts and (parts[0], parts[1] or b"")

    def _within(self, path: Path) -> bool:
        try:
            real = path.resolve(strict=True)
        except (OSError, RuntimeError):
            return False
        return real.is_file() and real.parent == self.folder

    def _named(self, stem: bytes, extension: bytes | None) -> Path | None:
        for other_stem, other_extension, path in self._files():
            if (other_stem, other_extension) == (stem, extension or b""):
                return path
        return None

    def _store(self, stem: bytes, extension: bytes, data: bytes) -> None:
        if len(data) > LARGEST:
            raise self._failed(DISC_FULL, b"Drive A: disc full")
        old = self._named(stem, extension)
        path = old or self._disc() / host_name(stem, extension)
        try:
            if not self.host_log(_may_be_written, path):
                raise PermissionError
            if old and extension != b"BAK":
                self._keep(old, stem)
            self.host_log(save_file, path, data, False)
        except OSError as error:
            raise self._host_error(error, amsdos.printed_name(stem, extension)) from None

    def _keep(self, old: Path, stem: bytes) -> None:
        """Keeps the file that a new one replaces, as .BAK."""
        backup = self._named(stem, b"BAK") or old.with_name(host_name(stem, b"BAK"))
        self.host_log(_copy, old, backup)

    # errors

    def _tell(self, message: bytes) -> None:
        if self.noisy:
            self.say(b"\r\n" + message + b"\r\n")

    def _failed(self, derr: int, message: bytes) -> Exception:
        """What to raise: error 32 of BASIC 1.1; BASIC 1.0 has no disc errors and breaks."""
        self._tell(message)
        return BasicError(BROKEN_IN, derr) if self.basic_1_1 else Break()

    def _host_error(self, error: OSError, name: bytes = b"The file") -> Exception:
        if isinstance(error, PermissionError):
            return self._failed(READ_ONLY, name + b" is read only")
        return self._failed(DISC_FULL, b"Drive A: " + (error.strerror or "failed").encode("ascii", "replace"))

    def snapshot(self) -> dict[str, Any]:
        return self._copied(vars(self))

    def restore(self, state: dict[str, Any]) -> None:
        vars(self).update(self._copied(state))

    @staticmethod
    def _copied(state: dict[str, Any]) -> dict[str, Any]:
        output = state["output"]
        return {name: state[name] for name in STATE} | {"output": None if output is None else output[:]}


def host_name(stem: bytes, extension: bytes | None) -> str:
    """The name that a new file gets in the folder."""
    return (stem + (b"." + extension if extension else b"")).decode("ascii")

"""AMSDOS: what LOAD, SAVE, CAT, OPENIN and OPENOUT do with a drive, whichever medium is in it.

A command that fails says why. BASIC 1.1 then has error 32; BASIC 1.0 has no disc errors and breaks. After CAT in 1.0 and
after a bar command the program goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from basic.errors import ALREADY_OPEN, BROKEN_IN, FILE_TYPE, NOT_OPEN, BasicError, Break
from basic.records import replace
from cpc.charset import SOFT_EOF
from cpc.disc import amsdos
from cpc.disc.amsdos import ASCII, BINARY, HEADER, PROTECTED, Header
from cpc.disc.bar_commands import BarCommands
from cpc.disc.bdos import DiscChanged
from cpc.disc.catalogue import listed, sorted_rows
from cpc.disc.floppy import Motor
from cpc.disc.medium import BAD_COMMAND, DISC_CHANGED, NOT_FOUND, READ_ONLY, RECORD, DiscMessage, Medium, Reading, Writing
from cpc.disc.names import Place, parsed_file
from cpc.disc.open_files import Input, Output, Work
from cpc.disc.question import Cancelled, Notes
from cpc.disc.volume import FileName

Result = TypeVar("Result")
BUFFER = 2048                   # bytes of an open file that are in memory


class Amsdos:
    """The disc ROM. `medium` gives what is in a drive: 0 is A, 1 is B; None where there is no such drive."""

    def __init__(self, medium: Callable[[int], Medium | None], motor: Motor, notes: Notes, basic_1_1: bool,
                 say: Callable[[bytes], None], width: Callable[[], int]) -> None:
        """`say` prints; `width` gives the width of the window that CAT prints in."""
        self.medium = medium
        self.motor = motor
        self.notes = notes
        self.basic_1_1 = basic_1_1
        self.say = say
        self.width = width
        self.work = Work()
        self.kept = Work()              # as it was when the statement began
        self.bar_commands = BarCommands(self)

    # a statement

    def begin(self) -> bool:
        """A statement begins that uses files: True if it has begun before and waits for an answer."""
        again = self.notes.begin()
        if again:
            self.work = self.kept.copied()
        else:
            self.kept = self.work.copied()
        return again

    def forget_question(self) -> None:
        if self.notes.asking:
            self.work = self.kept.copied()
        self.notes.forget()

    def attempt(self, act: Callable[[], Result]) -> Result:
        """Does it; what fails is said, and is an error."""
        try:
            return act()
        except DiscMessage as fault:
            self.notes.tell(fault.message)
            raise self._failed(fault.derr) from None
        except Cancelled as fault:
            raise self._failed(fault.derr) from None
        except DiscChanged:
            self._close_all()
            raise self._failed(DISC_CHANGED) from None

    def _failed(self, derr: int) -> Exception:
        return BasicError(BROKEN_IN, derr) if self.basic_1_1 else Break(derr)

    def _close_all(self) -> None:
        """Another disc is in the drive: the files that were open are lost."""
        work = self.work
        letter = b"AB"[work.drive:work.drive + 1]
        names = [work.input.file.name] if work.input else []
        names += [replace(work.output.file.name, extension=b"$$$")] if work.output else []
        for name in names:
            self.notes.do(lambda name=name: self.say(                              # type: ignore[misc]
                b"\r\nDrive %s: disc changed, closing %s\r\n" % (letter, amsdos.printed_name(name.stem, name.extension))))
        self.abandon()

    def _takes(self, microseconds: int) -> None:
        self.notes.do(lambda: self._pass(microseconds))

    def _pass(self, microseconds: int) -> None:
        self.motor.clock.us += microseconds

    def drive(self, place: Place | None) -> tuple[int, Medium]:
        """The drive that a name says, ready. DiscMessage where it is no name."""
        unit = self.work.drive if place is None or place.unit is None else place.unit
        medium = self.medium(unit)
        if place is None or medium is None:
            raise DiscMessage(b"Bad command", BAD_COMMAND)
        work = self.work
        opened = [file.unit for file in (work.input, work.output) if file is not None]
        medium.log_in(unit in opened)
        return unit, medium

    def user_of(self, place: Place) -> int:
        return self.work.user if place.user is None else place.user

    def _find(self, name: bytes) -> tuple[int, Medium, FileName]:
        """The file that LOAD or OPENIN means: without an extension, one of three."""
        place = parsed_file(name)
        unit, medium = self.drive(place)
        assert place is not None
        tried = (b"", b"BAS", b"BIN") if place.extension is None else (place.extension,)
        for extension in tried:
            found = FileName(self.user_of(place), place.stem, extension)
            if medium.find(found) is not None:
                return unit, medium, found
        raise DiscMessage(amsdos.printed_name(place.stem, tried[0]) + b" not found", NOT_FOUND)

    def has(self, name: bytes) -> bool:
        """Whether LOAD or OPENIN would find the file."""
        try:
            self._find(name)
        except DiscMessage:
            return False
        return True

    # whole files

    def load(self, name: bytes) -> tuple[int, int, int, bytes]:
        """The file stays open until `close_in`, so that it still is where what is in it cannot be used."""
        self.begin()
        self.abandon()
        return self.attempt(lambda: self._load(name))

    def _load(self, name: bytes) -> tuple[int, int, int, bytes]:
        unit, medium, found = self._find(name)
        loaded = medium.load(found)
        if loaded[0] == ASCII:
            self._takes(medium.character_us * len(loaded[3]))
        self.work.input = Input(unit, Reading(found, is_text=loaded[0] == ASCII), loaded[3])
        return loaded

    def loaded_listing(self) -> bool:
        """It is asked behind `load`, while the file is still open."""
        return self.work.input is not None and self.medium_of(self.work.input.unit).has_listings

    def save(self, name: bytes, kind: int, address: int, entry: int, contents: bytes) -> None:
        self.begin()
        self.abandon()
        self.attempt(lambda: self._save(name, kind, address, entry, contents))

    def _save(self, name: bytes, kind: int, address: int, entry: int, contents: bytes) -> None:
        extension = b"" if kind == ASCII else b"BIN" if kind & 14 == BINARY else b"BAS"
        unit, medium, file = self._create(name, extension)
        output = self.work.output = Output(unit, file, is_text=kind == ASCII)
        if kind == ASCII:
            output.data = medium.closed(contents)
            self._takes(medium.character_us * len(contents))
        elif contents:
            full = file.name
            output.header = Header(kind, address, len(contents), entry, full.user).packed(full.stem, full.extension)
            output.data = bytes(HEADER) + (amsdos.protect(contents) if kind & 1 == PROTECTED else contents)
        self._complete(output)

    def _create(self, name: bytes, extension: bytes) -> tuple[int, Medium, Writing]:
        place = parsed_file(name)
        unit, medium = self.drive(place)
        assert place is not None
        full = FileName(self.user_of(place), place.stem, extension if place.extension is None else place.extension)
        return unit, medium, medium.create(full)

    # the two files that a program can have open

    def open_in(self, name: bytes) -> None:
        if self.work.input is not None:
            raise BasicError(ALREADY_OPEN)
        self.begin()
        self.attempt(lambda: self._open_in(name))
        assert self.work.input is not None
        if not self.work.input.file.is_text:
            raise BasicError(FILE_TYPE)

    def _open_in(self, name: bytes) -> None:
        unit, medium, found = self._find(name)
        file = medium.open(found)
        self.work.input = Input(unit, file, medium.read(file, BUFFER - file.record * RECORD))

    def open_out(self, name: bytes) -> None:
        if self.work.output is not None:
            raise BasicError(ALREADY_OPEN)
        self.begin()
        self.attempt(lambda: self._open_out(name))

    def _open_out(self, name: bytes) -> None:
        unit, _, file = self._create(name, b"")
        self.work.output = Output(unit, file)

    def close_in(self) -> None:
        if self.work.input is not None:
            self.work.input = None
            self.motor.stop()

    def close_out(self) -> None:
        if self.work.output is not None:
            self.begin()
            self.attempt(self._close_out)

    def _close_out(self) -> None:
        output = self.work.output
        assert output is not None
        medium = self.medium_of(output.unit)
        if output.is_text:
            output.data = medium.closed(output.data)
        self._complete(output)

    def _complete(self, output: Output) -> None:
        self._write_out(output)
        try:
            self.medium_of(output.unit).complete(output.file, output.header)
        except DiscMessage as fault:
            if fault.derr == READ_ONLY:         # the file is closed by then; its new name is all that it lacks
                self.work.output = None
            raise
        self.work.output = None

    def _write_out(self, output: Output) -> None:
        """Writes what is in memory. If that fails all of it stays there, and comes once more the next time."""
        self.medium_of(output.unit).write(output.file, output.data)
        output.data = b""

    def medium_of(self, unit: int) -> Medium:
        medium = self.medium(unit)
        assert medium is not None
        return medium

    def abandon(self) -> None:
        self.work.input = self.work.output = None

    def is_open_in(self) -> bool:
        return self.work.input is not None

    def is_open_out(self) -> bool:
        return self.work.output is not None

    def read(self) -> int | None:
        """The next byte; None at the end, which CTRL-Z is, too."""
        file = self.work.input
        if file is None:
            if self.basic_1_1:
                raise BasicError(NOT_OPEN)
            return None
        if self._ended(file):
            file.at += 1                # CTRL-Z is passed by; what stands behind it can be read
            return None
        file.at += 1
        self._pass(self.medium_of(file.unit).character_us)
        return file.data[file.at - 1]

    def _ended(self, file: Input) -> bool:
        if file.at >= len(file.data) and file.data:
            medium = self.medium_of(file.unit)
            more = self.attempt(lambda: medium.read(file.file, BUFFER))
            if more:
                file.data, file.at = more, 0
        return file.at >= len(file.data) or file.data[file.at:file.at + 1] == SOFT_EOF

    def unread(self, byte: int) -> None:
        file = self.work.input
        if file is not None:
            file.at = max(0, file.at - 1)

    def at_end(self) -> bool:
        file = self.work.input
        if file is None:
            return True
        if file.at >= len(file.data):
            self.begin()
        return self._ended(file)

    def write(self, data: bytes) -> None:
        output = self.work.output
        if output is None or not output.is_text:
            raise BasicError(NOT_OPEN) if self.basic_1_1 else Break
        self._pass(self.medium_of(output.unit).character_us * len(data))
        while data:
            if len(output.data) >= BUFFER:
                self.attempt(lambda: self._write_out(output))
            room = BUFFER - len(output.data)
            output.data += data[:room]
            data = data[room:]

    # CAT

    def catalogue(self) -> list[bytes]:
        self.begin()
        self.abandon()
        try:
            return self.attempt(self._catalogue)
        except Break:
            return []                   # 1.0 goes on with the next statement

    def _catalogue(self) -> list[bytes]:
        unit, medium = self.drive(Place())
        files = [file for file in medium.matching(b"?" * 11, self.work.user) if not file.system]
        return listed(unit, self.work.user, sorted_rows(files, self.width()), medium.free())

    # the machine's state

    def snapshot(self) -> dict[str, Any]:
        return {"work": self.work.copied(), "kept": self.kept.copied(), "notes": self.notes.snapshot(),
                "motor": self.motor.stops_at}

    def restore(self, state: dict[str, Any]) -> None:
        self.work, self.kept = state["work"].copied(), state["kept"].copied()
        self.notes.restore(state["notes"])
        self.motor.stops_at = state["motor"]

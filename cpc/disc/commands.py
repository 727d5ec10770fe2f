"""AMSDOS: what LOAD, SAVE, CAT, OPENIN, OPENOUT and the bar commands do with a drive, whichever medium is in it.

A command that fails says why. BASIC 1.1 then has error 32; BASIC 1.0 has no disc errors and breaks. After CAT in 1.0 and
after a bar command the program goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from basic.errors import ALREADY_OPEN, BROKEN_IN, FILE_TYPE, NOT_OPEN, UNKNOWN_COMMAND, BasicError, Break
from basic.records import field, record, replace
from cpc.charset import SOFT_EOF
from cpc.disc import amsdos
from cpc.disc.amsdos import ASCII, BINARY, HEADER, PROTECTED, Header
from cpc.disc.bdos import DiscChanged, DiscState
from cpc.disc.catalogue import directory_rows, listed, sorted_rows
from cpc.disc.floppy import Motor
from cpc.disc.medium import BAD_COMMAND, DISC_CHANGED, NOT_FOUND, READ_ONLY, RECORD, DiscMessage, Medium, Reading, Writing
from cpc.disc.names import Place, parsed, parsed_file, parsed_pattern
from cpc.disc.question import Cancelled, Notes
from cpc.disc.volume import FileName

Result = TypeVar("Result")
BUFFER = 2048                   # bytes of an open file that are in memory
USERS = 16
BAR_COMMANDS = (b"A", b"B", b"CPM", b"DIR", b"DISC", b"DISC.IN", b"DISC.OUT", b"DRIVE", b"ERA", b"REN",
                b"TAPE", b"TAPE.IN", b"TAPE.OUT", b"USER")
WITH_TEXTS = b"DIR", b"DRIVE", b"ERA", b"REN"


@record
class Input:
    """The file that is open for reading: what is in memory of it."""

    unit: int
    file: Reading
    data: bytes = b""
    at: int = 0


@record
class Output:
    """The file that is open for writing. One that is saved is open, too, and stays so if that fails."""

    unit: int
    file: Writing
    data: bytes = b""               # not yet written
    header: bytes = b""
    is_text: bool = True            # it can be printed to


@record
class Work:
    """All that AMSDOS keeps in memory."""

    drive: int = 0
    user: int = 0
    input: Input | None = None
    output: Output | None = None
    disc: DiscState = field(default_factory=DiscState)

    def copied(self) -> Work:
        return Work(self.drive, self.user,
                    self.input and replace(self.input, file=replace(self.input.file)),
                    self.output and replace(self.output, file=replace(self.output.file)), self.disc.copied())


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

    def _do(self, act: Callable[[], Result]) -> Result:
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
        return BasicError(BROKEN_IN, derr) if self.basic_1_1 else Break()

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

    def _drive(self, place: Place | None) -> tuple[int, Medium]:
        """The drive that a name says, ready. DiscMessage where it is no name."""
        unit = self.work.drive if place is None or place.unit is None else place.unit
        medium = self.medium(unit)
        if place is None or medium is None:
            raise DiscMessage(b"Bad command", BAD_COMMAND)
        work = self.work
        opened = [file.unit for file in (work.input, work.output) if file is not None]
        medium.log_in(unit in opened)
        return unit, medium

    def _user(self, place: Place) -> int:
        return self.work.user if place.user is None else place.user

    def _find(self, name: bytes) -> tuple[int, Medium, FileName]:
        """The file that LOAD or OPENIN means: without an extension, one of three."""
        place = parsed_file(name)
        unit, medium = self._drive(place)
        assert place is not None
        tried = (b"", b"BAS", b"BIN") if place.extension is None else (place.extension,)
        for extension in tried:
            found = FileName(self._user(place), place.stem, extension)
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
        return self._do(lambda: self._load(name))

    def _load(self, name: bytes) -> tuple[int, int, int, bytes]:
        unit, medium, found = self._find(name)
        loaded = medium.load(found)
        if loaded[0] == ASCII:
            self._takes(medium.character_us * len(loaded[3]))
        self.work.input = Input(unit, Reading(found, is_text=loaded[0] == ASCII), loaded[3])
        return loaded

    def save(self, name: bytes, kind: int, address: int, entry: int, contents: bytes) -> None:
        self.begin()
        self.abandon()
        self._do(lambda: self._save(name, kind, address, entry, contents))

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
        unit, medium = self._drive(place)
        assert place is not None
        full = FileName(self._user(place), place.stem, extension if place.extension is None else place.extension)
        return unit, medium, medium.create(full)

    # the two files that a program can have open

    def open_in(self, name: bytes) -> None:
        if self.work.input is not None:
            raise BasicError(ALREADY_OPEN)
        self.begin()
        self._do(lambda: self._open_in(name))
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
        self._do(lambda: self._open_out(name))

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
            self._do(self._close_out)

    def _close_out(self) -> None:
        output = self.work.output
        assert output is not None
        medium = self._medium(output.unit)
        if output.is_text:
            output.data = medium.closed(output.data)
        self._complete(output)

    def _complete(self, output: Output) -> None:
        self._write_out(output)
        try:
            self._medium(output.unit).complete(output.file, output.header)
        except DiscMessage as fault:
            if fault.derr == READ_ONLY:         # the file is closed by then; its new name is all that it lacks
                self.work.output = None
            raise
        self.work.output = None

    def _write_out(self, output: Output) -> None:
        """Writes what is in memory. If that fails all of it stays there, and comes once more the next time."""
        self._medium(output.unit).write(output.file, output.data)
        output.data = b""

    def _medium(self, unit: int) -> Medium:
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
        self._pass(self._medium(file.unit).character_us)
        return file.data[file.at - 1]

    def _ended(self, file: Input) -> bool:
        if file.at >= len(file.data) and file.data:
            medium = self._medium(file.unit)
            more = self._do(lambda: medium.read(file.file, BUFFER))
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
        self._pass(self._medium(output.unit).character_us * len(data))
        while data:
            if len(output.data) >= BUFFER:
                self._do(lambda: self._write_out(output))
            room = BUFFER - len(output.data)
            output.data += data[:room]
            data = data[room:]

    # the disc as a whole

    def catalogue(self) -> list[bytes]:
        self.begin()
        self.abandon()
        try:
            return self._do(self._catalogue)
        except Break:
            return []                   # 1.0 goes on with the next statement

    def _catalogue(self) -> list[bytes]:
        unit, medium = self._drive(Place())
        files = [file for file in medium.matching(b"?" * 11, self.work.user) if not file.system]
        return listed(unit, self.work.user, sorted_rows(files, self.width()), medium.free())

    def directory(self, pattern: bytes = b"") -> list[bytes]:
        """The lines that |DIR prints."""
        self.begin()
        return self._do(lambda: self._directory(pattern))

    def _directory(self, pattern: bytes) -> list[bytes]:
        place = parsed_pattern(pattern or b"*.*")
        unit, medium = self._drive(place)
        assert place is not None
        user = self._user(place)
        files = [file for file in medium.matching(place.eleven or b"?" * 11, user) if not file.system]
        return listed(unit, user, directory_rows(files, self.width()), medium.free())

    def knows(self, name: bytes) -> bool:
        """Whether it is one of AMSDOS's bar commands."""
        return name.upper() in BAR_COMMANDS

    def bar_command(self, name: bytes, arguments: Sequence[int | bytes], ram: bytearray) -> None:
        """Does one of AMSDOS's bar commands. It prints what goes wrong; the program goes on.

        A number where a string should be is the address of its descriptor in `ram`, as @a$ gives it.
        """
        if name.upper() not in BAR_COMMANDS:
            raise BasicError(UNKNOWN_COMMAND)
        self.begin()
        if name.upper() in WITH_TEXTS:
            arguments = [one if isinstance(one, bytes) else _described(ram, one) for one in arguments]
        try:
            self._do(lambda: self._bar_command(name.upper(), arguments))
        except Break:
            pass
        except BasicError as error:
            if error.number != BROKEN_IN:
                raise

    def _bar_command(self, name: bytes, arguments: Sequence[int | bytes]) -> None:
        texts = [argument for argument in arguments if isinstance(argument, bytes)]
        match name, len(arguments):
            case b"DISC" | b"DISC.IN" | b"DISC.OUT" | b"TAPE" | b"TAPE.IN" | b"TAPE.OUT", 0:
                pass
            case b"A" | b"B", 0:
                self._choose(name)
            case b"DRIVE", 1 if texts:
                self._choose(texts[0])
            case b"USER", 1 if not texts and isinstance(arguments[0], int) and arguments[0] in range(USERS):
                self.work.user = arguments[0]
            case b"DIR", (0 | 1) as count if len(texts) == count:
                rows = self._directory(texts[0] if texts else b"")
                self.notes.do(lambda: self.say(b"".join(line + b"\r\n" for line in rows)))
            case b"CPM", 0:
                self._medium(self.work.drive).boot()
            case b"ERA", 1 if texts:
                self._erase(texts[0])
            case b"REN", 2 if len(texts) == 2:
                self._rename(*texts)
            case _:
                raise DiscMessage(b"Bad command", BAD_COMMAND)

    def _choose(self, letter: bytes) -> None:
        place = Place(unit={b"A": 0, b"B": 1}.get(letter.strip().upper(), 2))
        unit, _ = self._drive(place)
        self.work.drive = unit

    def erase(self, pattern: bytes) -> None:
        self.begin()
        self._do(lambda: self._erase(pattern))

    def _erase(self, pattern: bytes) -> None:
        """|ERA: goes on behind files that are read only, and says so."""
        place = parsed_pattern(pattern)
        _, medium = self._drive(place)
        assert place is not None
        if place.eleven is None:
            raise DiscMessage(b"Bad command", BAD_COMMAND)
        found = medium.matching(place.eleven, self._user(place))
        if not found:
            raise DiscMessage(b"%s.%s not found" % (place.eleven[:8], place.eleven[8:]), NOT_FOUND)
        for file in found:
            if file.read_only:
                for _ in range(file.entries):
                    self.notes.tell(amsdos.printed_name(file.name.stem, file.name.extension) + b" is read only")
            else:
                medium.erase(file.name)

    def rename(self, new: bytes, old: bytes) -> None:
        self.begin()
        self._do(lambda: self._rename(new, old))

    def _rename(self, new: bytes, old: bytes) -> None:
        target, source = parsed(new), parsed(old)
        if target is None or source is None or \
                self._unit(target) != self._unit(source):
            raise DiscMessage(b"Bad command", BAD_COMMAND)
        _, medium = self._drive(source)
        names = [FileName(self._user(place), place.stem, place.extension or b"") for place in (target, source)]
        if medium.find(names[0]) is not None:
            raise DiscMessage(amsdos.printed_name(names[0].stem, names[0].extension) + b" already exists", READ_ONLY)
        found = medium.find(names[1])
        printed = amsdos.printed_name(names[1].stem, names[1].extension)
        if found is None:
            raise DiscMessage(printed + b" not found", NOT_FOUND)
        if found.read_only:
            raise DiscMessage(printed + b" is read only", READ_ONLY)
        medium.rename(names[1], names[0])

    def _unit(self, place: Place) -> int:
        return self.work.drive if place.unit is None else place.unit

    # the machine's state

    def snapshot(self) -> dict[str, Any]:
        return {"work": self.work.copied(), "kept": self.kept.copied(), "notes": self.notes.snapshot(),
                "motor": self.motor.stops_at}

    def restore(self, state: dict[str, Any]) -> None:
        self.work, self.kept = state["work"].copied(), state["kept"].copied()
        self.notes.restore(state["notes"])
        self.motor.stops_at = state["motor"]


def _described(ram: bytearray, address: int) -> bytes:
    """The string whose descriptor lies at an address."""
    length, low, high = (ram[address + place & 0xFFFF] for place in range(3))
    start = low | high << 8
    return bytes(ram[start + place & 0xFFFF] for place in range(length))

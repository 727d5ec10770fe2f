"""A disc image in a drive, as AMSDOS uses it: the directory, blocks and records, in the order in which AMSDOS reads and writes.

The order matters: it says how long a command takes, where a damaged sector is met, and what is left on the disc when it fails.
One buffer holds one sector; a sector of a file that was changed there is written when another one is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from basic.records import field, record, replace
from cpc.charset import SOFT_EOF
from cpc.disc import amsdos
from cpc.disc.amsdos import ASCII, HEADER, PROTECTED, header_of
from cpc.disc.dsk import BY_HIGH_BITS, EMPTY, FORMATS, SECTOR, Format
from cpc.disc.filesystem import BLOCKS_AT, DIRECTORY_BLOCKS, ENTRIES, ENTRY, EXTENT, Extent, entry_of
from cpc.disc.floppy import Floppy
from cpc.disc.medium import (
    BAD_COMMAND,
    DIRECTORY_FULL,
    DISC_FULL,
    READ_ONLY,
    RECORD,
    DiscMessage,
    Found,
    Reading,
    Writing,
)
from cpc.disc.question import Cancelled, Notes
from cpc.disc.volume import FileName

BOOT_SECTOR = 0x41
PER_SECTOR = SECTOR // ENTRY
EXTENT_RECORDS = EXTENT // RECORD
LOOK_US, SCAN_US, READ_US, WRITE_US = 4_000, 4_500, 3_200, 3_900    # a command begins; a directory's record, one read, written
SCRATCH = b"$$$"


class DiscChanged(Exception):
    """The directory is not the one that was looked at: another disc is in the drive."""


@record(frozen=True)
class Login:
    """What AMSDOS knows of the disc that it has looked at."""

    format: Format
    used: frozenset[int]
    last: int                       # behind the last entry of the directory that is in use
    sums: tuple[int, ...]           # of the records of the directory


@record
class Buffer:
    """The sector that is in memory."""

    unit: int = -1
    track: int = 0
    number: int = 0
    data: bytes = b""
    changed: bool = False


@record
class DiscState:
    """What AMSDOS knows of both drives."""

    logins: dict[int, Login] = field(default_factory=dict)
    buffer: Buffer = field(default_factory=Buffer)

    def copied(self) -> DiscState:
        return DiscState(dict(self.logins), replace(self.buffer))


class DiscMedium:
    """The disc in one of the drives."""

    character_us = 790
    has_listings = False

    def __init__(self, unit: int, floppies: tuple[Floppy, Floppy], state: Callable[[], DiscState], notes: Notes) -> None:
        self.unit = unit
        self.floppies = floppies
        self.floppy = floppies[unit]
        self.clock = self.floppy.clock
        self._state = state
        self.notes = notes

    @property
    def letter(self) -> bytes:
        return b"AB"[self.unit:self.unit + 1]

    @property
    def login(self) -> Login:
        return self._state().logins[self.unit]

    def _set(self, **changes: object) -> None:
        self._state().logins[self.unit] = replace(self.login, **changes)

    # the disc

    def log_in(self, keep: bool) -> None:
        state = self._state()
        if keep and self.unit in state.logins:
            return
        state.logins.pop(self.unit, None)
        if state.buffer.unit == self.unit:
            state.buffer = Buffer()
        self._takes(LOOK_US)
        try:
            numbers = self.notes.attempt(self.letter, self.floppy.numbers)
        except Cancelled:
            raise DiscMessage(b"Bad command", BAD_COMMAND) from None
        form = FORMATS[BY_HIGH_BITS.get(min(numbers) & 0xC0, "ibm")]
        state.logins[self.unit] = Login(form, frozenset(), ENTRIES, ())
        used: set[int] = set()
        last, sums = 0, []
        for sector in range(ENTRIES // PER_SECTOR):
            data = self._sector(sector)
            self._takes(4 * SCAN_US)
            sums += _sums(data)
            for at in range(0, SECTOR, ENTRY):
                if data[at] != EMPTY:
                    used.update(data[at + BLOCKS_AT:at + ENTRY])
                    last = (sector * SECTOR + at) // ENTRY + 1
        self._set(used=frozenset(used), last=last, sums=tuple(sums))

    def free(self) -> int:
        blocks = range(DIRECTORY_BLOCKS, self.login.format.blocks)
        return len(blocks) - len(self.login.used.intersection(blocks))

    # sectors

    def _takes(self, microseconds: int) -> None:
        self.notes.do(lambda: self._pass(microseconds))

    def _pass(self, microseconds: int) -> None:
        self.clock.us += microseconds

    def _place(self, logical: int) -> tuple[int, int]:
        form = self.login.format
        track, number = divmod(logical, form.sectors)
        return track + form.reserved, number + form.first

    def _sector(self, logical: int) -> bytes:
        """A sector's bytes, from the buffer if it is there."""
        track, number = self._place(logical)
        buffer = self._state().buffer
        if (buffer.unit, buffer.track, buffer.number) != (self.unit, track, number):
            self.flush()
            data = self.notes.attempt(self.letter, lambda: self.floppy.read(track, number))
            self._state().buffer = Buffer(self.unit, track, number, data.ljust(SECTOR, b"\0")[:SECTOR])
        return self._state().buffer.data

    def flush(self) -> None:
        """Writes the sector in the buffer, if it was changed."""
        buffer = self._state().buffer
        if buffer.changed:
            buffer.changed = False
            floppy = self.floppies[buffer.unit]
            try:
                self.notes.attempt(b"AB"[buffer.unit:buffer.unit + 1],
                                   lambda: floppy.write(buffer.track, buffer.number, buffer.data))
            except Cancelled:
                self._state().buffer = Buffer()
                raise

    def _change(self, logical: int, at: int, data: bytes, fresh: bool = False) -> None:
        """Puts a record into a sector in the buffer. `fresh`: nothing of it counts yet, so it is not read."""
        track, number = self._place(logical)
        buffer = self._state().buffer
        if fresh and (buffer.unit, buffer.track, buffer.number) != (self.unit, track, number):
            self.flush()
            self._state().buffer = Buffer(self.unit, track, number, bytes(SECTOR))
        else:
            self._sector(logical)
        buffer = self._state().buffer
        buffer.data = buffer.data[:at] + data + buffer.data[at + len(data):]
        buffer.changed = True

    # the directory

    def _entries(self) -> Iterator[tuple[int, bytes]]:
        """The entries up to the last that is in use. Raises DiscChanged."""
        for place in range(self.login.last):
            sector, at = divmod(place, PER_SECTOR)
            data = self._sector(sector)
            if not at % 4:
                self._check(sector, data, at // 4)
            yield place, data[at * ENTRY:(at + 1) * ENTRY]

    def _check(self, sector: int, data: bytes, record: int) -> None:
        if _sums(data)[record] != self.login.sums[4 * sector + record]:
            raise DiscChanged

    def _extents(self, name: FileName) -> Iterator[Extent]:
        for place, data in self._entries():
            extent = Extent(place, data)
            if data[0] == name.user and extent.name == name:
                yield extent

    def _set_entry(self, place: int, entry: bytes) -> None:
        """Writes an entry of the directory, at once."""
        sector, at = divmod(place, PER_SECTOR)
        self._takes(LOOK_US)
        data = self._sector(sector)
        self._check(sector, data, at // 4)
        self._change(sector, at * ENTRY, entry)
        self.flush()
        sums = list(self.login.sums)
        sums[4 * sector:4 * sector + 4] = _sums(self._state().buffer.data)
        self._set(sums=tuple(sums), last=max(self.login.last, place + 1))
        self._state().buffer = Buffer()

    def find(self, name: FileName) -> Found | None:
        for extent in self._extents(name):
            return _found(extent)
        return None

    def matching(self, pattern: bytes, user: int) -> list[Found]:
        found: dict[FileName, Found] = {}
        for place, data in self._entries():
            extent = Extent(place, data)
            name = extent.name
            if data[0] == user and name.fits_eleven(pattern):
                size = sum(1 for block in data[BLOCKS_AT:] if block)
                old = found.get(name)
                found[name] = replace(old, kilobytes=old.kilobytes + size, entries=old.entries + 1) if old else \
                    replace(_found(extent), kilobytes=size)
        return list(found.values())

    def erase(self, name: FileName) -> None:
        for extent in list(self._extents(name)):
            self._set_entry(extent.place, bytes([EMPTY]) + extent.data[1:])
            self._set(used=self.login.used - set(extent.data[BLOCKS_AT:]))

    def rename(self, old: FileName, new: FileName) -> None:
        for extent in list(self._extents(old)):
            self._set_entry(extent.place, bytes([new.user]) + b"%-8s%-3s" % (new.stem, new.extension) + extent.data[12:])

    def boot(self) -> None:
        """|CPM: CP/M itself does not run here, so that no boot sector counts as one."""
        while True:
            with suppress(Cancelled):
                self.notes.attempt(self.letter, lambda: self.floppy.read(0, BOOT_SECTOR))
            self.notes.ask(b"Failed to load boot sector")

    # reading

    def open(self, name: FileName) -> Reading:
        file = Reading(name)
        self._open_extent(file, 0)
        first = self.read(file, RECORD)
        header = header_of(first)
        if header is None:
            file.record = 0
        else:
            file.is_text, file.hidden = header.kind == ASCII, header.kind & 1 == PROTECTED
        return file

    def _open_extent(self, file: Reading, number: int) -> bool:
        for extent in self._extents(file.name):
            if extent.number == number:
                file.extent, file.records, file.blocks = number, extent.records, tuple(extent.data[BLOCKS_AT:])
                return True
        return False

    def read(self, file: Reading, size: int) -> bytes:
        out = b""
        while len(out) < size:
            record = self._record(file)
            if not record:
                break
            out += record
        return amsdos.unprotect(out) if file.hidden else out

    def _record(self, file: Reading) -> bytes:
        extent, record = divmod(file.record, EXTENT_RECORDS)
        if extent != file.extent and not self._open_extent(file, extent):
            return b""
        if record >= file.records:
            return b""
        self._takes(READ_US)
        data = self._sector(2 * file.blocks[record // 8] + record // 4 % 2)
        file.record += 1
        return data[record % 4 * RECORD:(record % 4 + 1) * RECORD]

    def load(self, name: FileName) -> tuple[int, int, int, bytes]:
        file = self.open(name)
        file.record, file.hidden = 0, False
        first = self.read(file, RECORD)
        header = header_of(first)
        if header is None:
            return ASCII, 0, 0, _lines_of_text(first + self.read(file, 1 << 24))
        contents = self.read(file, header.length)[:header.length]
        if header.kind & PROTECTED:
            contents = amsdos.unprotect(contents)
        return header.kind, header.address, header.entry, contents

    # writing

    def create(self, name: FileName) -> Writing:
        scratch = FileName(name.user, name.stem, SCRATCH)
        self.erase(scratch)
        return Writing(name)

    def write(self, file: Writing, data: bytes) -> None:
        """Adds records; the last may be shorter."""
        for at in range(0, len(data), RECORD):
            self._write_record(file, data[at:at + RECORD])

    def _write_record(self, file: Writing, data: bytes) -> None:
        extent, record = divmod(file.record, EXTENT_RECORDS)
        if not record and extent:
            self._close_extent(file, extent - 1, EXTENT_RECORDS)
        self._takes(WRITE_US)
        fresh = not record % 4
        if not record % 8:
            block = next((block for block in range(DIRECTORY_BLOCKS, self.login.format.blocks)
                          if block not in self.login.used), None)
            if block is None:
                raise DiscMessage(b"Drive %s: disc full" % self.letter, DISC_FULL)
            self._set(used=self.login.used | {block})
            file.blocks += block,
        self._change(2 * file.blocks[record // 8] + record // 4 % 2, record % 4 * RECORD, data.ljust(RECORD, b"\0"), fresh)
        file.record += 1

    def closed(self, text: bytes) -> bytes:
        """CTRL-Z ends a text, where the last record is not full."""
        text = text.removesuffix(SOFT_EOF)
        return text + (SOFT_EOF if len(text) % RECORD else b"")

    def _close_extent(self, file: Writing, extent: int, records: int) -> None:
        """Enters an extent in the directory."""
        self.flush()
        name = FileName(file.name.user, file.name.stem, SCRATCH)
        place = self._free_place()
        self._set_entry(place, entry_of(name, extent, records, list(file.blocks), False, False))
        if not extent:
            file.first = file.blocks
        file.blocks = ()

    def _free_place(self) -> int:
        for place, data in self._entries():
            if data[0] == EMPTY:
                return place
        if self.login.last == ENTRIES:
            raise DiscMessage(b"Drive %s: directory full" % self.letter, DIRECTORY_FULL)
        return self.login.last

    def complete(self, file: Writing, header: bytes) -> None:
        if not file.record:
            return
        if file.blocks:
            extent = (file.record - 1) // EXTENT_RECORDS
            self._close_extent(file, extent, file.record - extent * EXTENT_RECORDS)
        if header:
            self._change(2 * file.first[0], 0, header.ljust(HEADER, b"\0"))
            self.flush()
            self._state().buffer = Buffer()
        name = file.name
        backup = replace(name, extension=b"BAK")
        old = self.find(name)
        if old is not None:
            if old.read_only:
                raise DiscMessage(amsdos.printed_name(name.stem, name.extension) + b" is read only", READ_ONLY)
            older = self.find(backup)
            if name == backup or older is not None and older.read_only:     # a .BAK that is read only stays the only one
                self.erase(name)
            else:
                self.erase(backup)
                self.rename(name, backup)
        self.rename(replace(name, extension=SCRATCH), name)


def _sums(data: bytes) -> list[int]:
    """The sums by which AMSDOS knows the four records of a sector again."""
    return [sum(data[at:at + RECORD]) & 255 for at in range(0, SECTOR, RECORD)]


def _lines_of_text(data: bytes) -> bytes:
    """The lines of a program that is a text: CR ends one, and what stands behind the last CR is no line."""
    whole, end, _ = data.partition(SOFT_EOF)[0].rpartition(b"\r")
    return (whole + end).replace(b"\r\n", b"\r").replace(b"\n", b" ")


def _found(extent: Extent) -> Found:
    return Found(extent.name, 0, bool(extent.data[9] & 128), bool(extent.data[10] & 128))

"""Programs to and from files: LOAD, SAVE, MERGE, CHAIN, and the host's files for Python users."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basic.errors import DIRECT_FOUND, FILE_TYPE, IMPROPER, LINE_TOO_LONG, MEMORY_FULL, NO_LINE, BasicError, RowError
from basic.runtime.program import START, Program
from basic.source.crunch import line_number_at

if TYPE_CHECKING:
    from basic.session import Session

BASIC, PROTECTED, BINARY, ASCII = 0, 1, 2, 0x16
LONGEST_LINE = 255
BUFFER = 4096            # room for files: below HIMEM while one is open


class Storage:
    def __init__(self, session: Session) -> None:
        self.session = session
        self.files = session.machine.files

    # reading

    def lines_of(self, kind: int, contents: bytes) -> dict[int, bytes]:
        """The numbered lines of a program file, crunched."""
        if kind in (BASIC, PROTECTED):
            loaded = Program()
            loaded.load_image(contents)
            return loaded.lines
        if kind != ASCII:
            raise BasicError(FILE_TYPE)
        lines = {}
        rows = contents.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        for row, text in enumerate(rows, 1):
            text = text.partition(b"\x1a")[0].lstrip(b" \t")
            if not text:
                continue
            if len(text) > LONGEST_LINE:
                raise RowError(LINE_TOO_LONG, row)
            number, end = line_number_at(text, 0)
            if number is None:
                raise RowError(DIRECT_FOUND, row)
            rest = text[end:]
            lines[number] = self.session.crunch(rest[1:] if rest[:1] == b" " else rest, from_file=True)
        return lines

    def _fits(self, lines: dict[int, bytes]) -> None:
        size = sum(len(crunched) + 5 for crunched in lines.values()) + 2
        if size > self.session.space() + (BUFFER if self.session.buffer is not None else 0):
            raise BasicError(MEMORY_FULL)

    def load(self, name: bytes, address: int | None, run: bool = False) -> None:
        """LOAD and RUN: a program takes the place of the present one, a binary file goes into memory."""
        kind, start, _, contents = self.files.load(name)
        if kind & 14 == BINARY:
            self._load_binary(start if address is None else address, contents)
            return
        lines = self.lines_of(kind, contents)
        self._fits(lines)
        self.replace(lines, kind == PROTECTED and not run)

    def replace(self, lines: dict[int, bytes], protected: bool = False) -> None:
        session = self.session
        session.new()
        session.program.replace(lines)
        session.program.protected = protected
        session.program.in_file = session.program.version
        session.changed()

    def _load_binary(self, address: int, contents: bytes) -> None:
        session = self.session
        if address + len(contents) > 65536 or START <= address <= session.himem:
            raise BasicError(MEMORY_FULL)
        for at, byte in enumerate(contents):
            session.machine.poke(address + at, byte)

    def merge(self, name: bytes) -> None:
        kind, _, _, contents = self.files.load(name)
        self._merge(kind, contents)

    def _merge(self, kind: int, contents: bytes) -> None:
        session = self.session
        lines = {**session.program.lines, **self.lines_of(kind, contents)}
        self._fits(lines)
        session.clear_variables()
        session.program.replace(lines)
        session.changed()

    def chain(self, name: bytes, line: int | None, merging: bool, first: int | None, last: int | None) -> int:
        """CHAIN and CHAIN MERGE: the variables stay. Gives where to go on."""
        session, executor = self.session, self.session.executor
        kind, _, _, contents = self.files.load(name)
        lines = self.lines_of(kind, contents)
        if merging:
            kept = {number: text for number, text in session.program.lines.items()
                    if first is None or last is None or not first <= number <= last}
            lines = {**kept, **lines}
        self._fits(lines)
        session.program.replace(lines)
        if merging:
            executor.reset_control()
        else:
            session.program.in_file = session.program.version
            executor.errors.reset()
            executor.events.reset()
            executor.stack.clear()
            executor.functions.clear()
            executor.data.restore()
        executor.table.rebuild()
        if line is None:
            return executor.table.pc_of(0, 0)
        pc = executor.table.pc_of_line(line)
        if pc is None:
            raise BasicError(NO_LINE)
        return pc

    # writing

    def listing(self, ending: bytes = b"\r\n") -> bytes:
        return b"".join(self.session.list_line(number) + ending for number in self.session.program.numbers)

    def save(self, name: bytes, kind: bytes, start: int = 0, length: int = 0, entry: int = 0) -> None:
        session = self.session
        if kind == b"B":
            if start + length > 65536:
                raise BasicError(IMPROPER)
            contents = bytes(session.addresses.peek(start + at) for at in range(length))
            self.files.save(name, BINARY, start, entry, contents)
            return
        if kind == b"A":
            self.files.save(name, ASCII, 0, 0, self.listing() + b"\x1a")
        else:
            self.files.save(name, PROTECTED if kind == b"P" else BASIC, START, 0, session.program.image())
        session.program.in_file = session.program.version

    # files of the host, by their path

    def load_raw(self, kind: int, contents: bytes) -> None:
        """A program from outside the drive; one that cannot be read leaves the present one alone."""
        lines = self.lines_of(kind, contents)
        self._fits(lines)
        at_prompt = self.session.at_prompt()
        self.replace(lines)
        if not at_prompt:
            self.session.to_prompt()

    def merge_raw(self, kind: int, contents: bytes) -> None:
        at_prompt = self.session.at_prompt()
        self._merge(kind, contents)
        self.session.program.in_file = self.session.program.version
        if not at_prompt:           # what runs or is being edited is the program before
            self.session.to_prompt()

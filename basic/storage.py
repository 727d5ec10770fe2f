"""Programs to and from files: LOAD, SAVE, MERGE, CHAIN, and the host's files for Python users."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from basic.errors import DIRECT_FOUND, FILE_TYPE, LINE_TOO_LONG, MEMORY_FULL, NO_LINE, SYNTAX, BasicError, RowError
from basic.runtime.program import START, Program
from basic.runtime.top_of_memory import BUFFER
from basic.source.crunch import line_number_at

if TYPE_CHECKING:
    from basic.session import Session

BASIC, PROTECTED, BINARY, ASCII = 0, 1, 2, 0x16
LONGEST_LINE = 255


def _rows(contents: bytes) -> Iterator[tuple[int, int | None, bytes]]:
    """The rows of a program in a text file that are not empty: their place, line number and what stands behind it."""
    for row, text in enumerate(contents.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n"), 1):
        text = text.partition(b"\x1a")[0].lstrip(b" \t")
        if not text:
            continue
        if len(text) > LONGEST_LINE:
            raise RowError(LINE_TOO_LONG, row)
        number, end = line_number_at(text, 0)
        rest = text[end:]
        yield row, number, rest[1:] if rest[:1] == b" " else rest


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
        for row, number, text in _rows(contents):
            if number is None:
                raise RowError(DIRECT_FOUND, row)
            lines[number] = self.session.crunch(text, from_file=True)
        return lines

    def _read(self, lines: dict[int, bytes], kind: int, contents: bytes) -> BasicError | None:
        """Puts a file's lines to these. Those of a text come one by one, as if they were typed: where one is wrong, the lines
        before it count, and the error is given back."""
        if kind != ASCII:
            lines.update(self.lines_of(kind, contents))
            return None
        try:
            for _, number, text in _rows(contents):
                if number is None:
                    return BasicError(DIRECT_FOUND)
                if text.strip():
                    lines[number] = self.session.crunch(text, from_file=True)
                elif lines.pop(number, None) is None:
                    return BasicError(NO_LINE)
        except BasicError as error:
            return error
        return None

    def _fits(self, lines: dict[int, bytes]) -> None:
        size = sum(len(crunched) + 5 for crunched in lines.values()) + 2
        if size > self.session.space() + (BUFFER if self.session.top.buffer is not None else 0):
            raise BasicError(MEMORY_FULL)

    def load(self, name: bytes, address: Callable[[], int] | None) -> bool:
        """LOAD: a program takes the place of the present one. A binary file goes into memory; True: the program goes on."""
        kind, start, _, contents = self.files.load(name)
        if kind & 14 == BINARY:
            start = start if address is None else address()
            if start + len(contents) > 65536 or START <= start <= self.session.top.himem:
                raise BasicError(MEMORY_FULL)
            self._load_binary(start, contents)
            self.files.close_in()
            return True
        if address is not None:
            raise BasicError(SYNTAX)
        self._take_program(kind, contents)
        self.files.close_in()
        return False

    def run(self, name: bytes) -> int | None:
        """RUN: a program is loaded; of machine code, where it begins is given."""
        kind, start, entry, contents = self.files.load(name)
        if kind & 14 != BINARY:
            self._take_program(kind, contents)
            self.files.close_in()
            return None
        self._load_binary(start, contents)
        self.files.close_in()
        self.session.machine.text.set_mode(1)
        return entry

    def _take_program(self, kind: int, contents: bytes) -> None:
        lines: dict[int, bytes] = {}
        error = self._read(lines, kind, contents)
        self._fits(lines)
        degrees = self.session.executor.degrees
        self.replace(lines, kind == PROTECTED)
        self.session.executor.degrees = degrees
        if error is not None:
            raise error

    def replace(self, lines: dict[int, bytes], protected: bool = False) -> None:
        session = self.session
        session.new()
        session.program.replace(lines)
        session.program.protected = protected
        session.program.in_file = session.program.version
        session.changed()
        session.executor.jit.get_ready()

    def _load_binary(self, address: int, contents: bytes) -> None:
        for at, byte in enumerate(contents):
            self.session.machine.poke(address + at & 0xFFFF, byte)

    def merge(self, name: bytes) -> None:
        kind, _, _, contents = self.files.load(name)
        if kind == PROTECTED:
            raise BasicError(FILE_TYPE)
        self._merge(kind, contents)
        self._close(kind)

    def _close(self, kind: int) -> None:
        """Behind MERGE and CHAIN MERGE 1.0 forgets to close a file that is no text."""
        if self.session.basic_1_1 or kind == ASCII:
            self.files.close_in()

    def _merge(self, kind: int, contents: bytes) -> None:
        session = self.session
        lines = dict(session.program.lines)
        error = self._read(lines, kind, contents)
        self._fits(lines)
        session.clear_variables()
        session.program.replace(lines)
        session.changed()
        if error is not None:
            raise error

    def chain(self, name: bytes, line: int | None, merging: bool, first: int | None, last: int | None,
              place: int | None) -> int:
        """CHAIN and CHAIN MERGE: the variables stay, but for CHAIN of 1.0, and its CHAIN MERGE of a text. A listing of the host
        counts as a saved program, not as a text. Gives where to go on. `place` is that of the line with the statement."""
        session, executor = self.session, self.session.executor
        address = None if place is None else session.program.address(place)
        kind, _, _, contents = self.files.load(name)
        is_text = kind == ASCII and not self.files.loaded_listing()
        if kind not in (BASIC, ASCII) and (merging or kind != PROTECTED):
            if not merging:
                session.new()
            raise BasicError(FILE_TYPE)
        lines = {} if not merging else {number: text for number, text in session.program.lines.items()
                                        if first is None or last is None or not first <= number <= last}
        error = self._read(lines, kind, contents)
        self._fits(lines)
        if not session.basic_1_1 and (not merging or is_text):
            session.clear_variables()
        session.program.replace(lines)
        if merging:
            executor.reset_control()
        else:
            session.program.protected = kind == PROTECTED
            session.program.in_file = session.program.version
            executor.errors.reset()
            executor.events.reset()
            executor.stack.clear()
            executor.functions.clear()
            executor.data.restore()
        executor.table.rebuild()
        if error is not None:
            return executor.errors.fail_direct(error.number)
        self._close(kind if merging else ASCII)
        if line is None:
            return executor.table.pc_of(0, 0)
        pc = executor.table.pc_of_line(line)
        if pc is not None:
            return pc
        if session.basic_1_1 or kind == ASCII or address is None:
            return executor.errors.fail_direct(NO_LINE)
        return executor.errors.fail_at(NO_LINE, address)        # 1.0 looks where the line with the statement was

    # writing

    def listing(self, ending: bytes = b"\r\n") -> bytes:
        return b"".join(self.session.list_line(number) + ending for number in self.session.program.numbers)

    def save(self, name: bytes, kind: bytes, start: int = 0, length: int = 0, entry: int = 0) -> None:
        session = self.session
        if kind == b"B":
            contents = bytes(session.addresses.peek(start + at & 0xFFFF) for at in range(length))
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
        try:
            self._merge(kind, contents)
            self.session.program.in_file = self.session.program.version
        finally:                    # a line that makes no sense ends it half way
            if not at_prompt:       # what runs or is being edited is the program before
                self.session.to_prompt()

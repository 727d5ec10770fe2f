"""Programs and data on the drive: LOAD, SAVE, RUN, CHAIN, MERGE, OPENIN, OPENOUT, CAT."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from basic.errors import SYNTAX, BasicError
from basic.records import record
from basic.runtime.control import READY, Step
from basic.statements.editing import LineRange
from basic.statements.screen import failing_after
from basic.syntax.nodes import Expression
from basic.syntax.statement import ALWAYS, Cost, Place, Statement, Way, statement

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler, GetString


def file_name(c: Compiler, node: Expression, closing: bool = True) -> GetString:
    """The closure that gives a file's name. 1.1 takes the room for files before, 1.0 after the name is known.

    `closing`: whatever is open is given up first.
    """
    if fail := c.before_error(node, lambda known: file_name(c, known, closing)):
        return fail
    name, session, files, before = c.string(node), c.executor.session, c.machine.files, c.basic_1_1
    take_buffer = session.top.take_buffer

    def get() -> bytes:
        if closing:
            files.abandon()
            session.top.give_back_buffer()
        if before:
            take_buffer()
        text = name()
        take_buffer()
        return text
    return get


def opening(c: Compiler, node: Expression) -> Step:
    """The step of a statement that reads a file and then does not end where it should: it needs the file all the same."""
    name, load = file_name(c, node), c.machine.files.load

    def fail() -> int:
        load(name())
        raise BasicError(SYNTAX)
    return fail


@statement('"LOAD" expr ["," expr]', token=0xA8)
class Load(Statement):
    """LOAD file [, address]: a program, or bytes"""
    cost = Cost.nothing("it takes as long as the drive does")
    changes_everything = True
    sees_its_end = True
    name: Expression
    address: Expression | None = None

    def compile(self, c: Compiler) -> Step:
        executor, session, after = c.executor, c.executor.session, c.after
        if self.then_fails:
            return opening(c, self.name)
        name = file_name(c, self.name)
        address = c.address(self.address) if self.address is not None else None

        def step() -> int:
            goes_on = session.load(name(), address)
            session.top.give_back_buffer(held=goes_on and not session.basic_1_1)
            return executor.runner.look_again(after) if goes_on else READY
        return step


@statement('"SAVE" expr ["," NAME ["," expr "," expr ["," expr]]]', token=0xCB)
class Save(Statement):
    """SAVE file [, A ASCII | , P protected | , B binary, start, length [, entry]]: the program, or bytes"""
    cost = Cost.nothing("it takes as long as the drive does")
    sees_its_end = True
    name: Expression
    kind: tuple[bytes, int] | None = None
    start: Expression | None = None
    length: Expression | None = None
    entry: Expression | None = None

    def compile(self, c: Compiler) -> Step:
        session, name, after = c.executor.session, file_name(c, self.name), c.after
        kind = self.kind[0] if self.kind is not None else b""
        numbers = [c.address(part) for part in (self.start, self.length, self.entry) if part is not None]
        if self.then_fails or kind not in (b"", b"A", b"P", b"B") or (kind == b"B") != bool(numbers):
            def fail() -> int:
                name()
                raise BasicError(SYNTAX)
            return fail

        def step() -> int:
            session.save(name(), kind, *[number() for number in numbers])
            session.top.give_back_buffer()
            return after
        return step


@statement('"SAVE" expr "," BROKEN_ITEM')
class BrokenSave(Statement):
    """SAVE with something behind the name that is no kind of file"""
    cost = Cost.nothing("it ends in an error")
    name: Expression
    number: int

    def compile(self, c: Compiler) -> Step:
        return failing_after([file_name(c, self.name)], self.number)


@statement('"MERGE" expr', token=0xAB)
class Merge(Statement):
    """MERGE file: adds its lines to the program"""
    cost = Cost.nothing("it takes as long as the drive does")
    changes_everything = True
    sees_its_end = True
    name: Expression

    @property
    def successors(self) -> tuple[Way, ...]:
        return ()

    def compile(self, c: Compiler) -> Step:
        if self.then_fails:
            return opening(c, self.name)
        session, name = c.executor.session, file_name(c, self.name)

        def step() -> int:
            session.storage.merge(name())
            session.top.give_back_buffer()
            return READY
        return step


@record
class _Chain(Statement):
    name: Expression
    line: Expression | None = None
    lines: LineRange | None = None
    changes_everything = True
    merging = False
    sees_its_end = True

    @property
    def successors(self) -> tuple[Way, ...]:
        return (Way(Place.ELSEWHERE),)

    def compile(self, c: Compiler) -> Step:
        if self.then_fails:
            return opening(c, self.name)
        session = c.executor.session
        name = file_name(c, self.name)
        line = c.integer(self.line) if self.line is not None else lambda: None
        first, last = None, None
        if self.merging and self.lines is not None:
            first, last = self.lines.first, self.lines.last
        merging, place = self.merging, c.line

        def step() -> int:
            pc = session.storage.chain(name(), line(), merging, first, last, place)
            session.top.give_back_buffer()
            return pc
        return step


@statement('"CHAIN" expr ["," expr]', token=0x85)
class Chain(_Chain):
    """CHAIN file [, line]: runs another program with the same variables"""
    cost = Cost.nothing("it takes as long as the drive does")


@statement('"CHAIN" "MERGE" expr ["," [expr] ["," "DELETE" line_range]]')
class ChainMerge(_Chain):
    """CHAIN MERGE file [, line] [, DELETE lines]: adds its lines and goes on"""
    cost = Cost.nothing("it takes as long as the drive does")
    merging = True


@statement('"OPENIN" expr', token=0xB6)
class Openin(Statement):
    """OPENIN file: for INPUT #9"""
    cost = Cost.nothing("it takes as long as the drive does")
    name: Expression

    def compile(self, c: Compiler) -> Step:
        return c.calling(c.machine.files.open_in, file_name(c, self.name, closing=False))


@statement('"OPENOUT" expr', token=0xB7)
class Openout(Statement):
    """OPENOUT file: for PRINT #9"""
    cost = Cost.nothing("it takes as long as the drive does")
    name: Expression

    def compile(self, c: Compiler) -> Step:
        output, files = c.executor.output, c.machine.files

        def open_out(name: bytes) -> None:
            files.open_out(name)
            if c.basic_1_1:             # 1.0 never sets it
                output.file_column = 1
        return c.calling(open_out, file_name(c, self.name, closing=False))


def close(c: Compiler, do: Callable[[], object]) -> None:
    do()
    c.executor.session.top.give_back_buffer()


@statement('"CLOSEIN"', token=0x88)
class Closein(Statement):
    """CLOSEIN: closes the file that is read"""
    cost = Cost(202, 189)

    def compile(self, c: Compiler) -> Step:
        return c.calling(lambda: close(c, c.machine.files.close_in))


@statement('"CLOSEOUT"', token=0x89)
class Closeout(Statement):
    """CLOSEOUT: closes the file that is written"""
    cost = Cost(215, 196)

    def compile(self, c: Compiler) -> Step:
        return c.calling(lambda: close(c, c.machine.files.close_out))


@statement('"CAT"', token=0x84)
class Cat(Statement):
    """CAT: the files on the drive"""
    cost = Cost.nothing("it takes as long as the drive does")
    ends_first = ALWAYS

    def compile(self, c: Compiler) -> Step:
        output, files, session = c.executor.output, c.machine.files, c.executor.session

        def cat() -> None:
            lines = files.catalogue()
            session.top.give_back_buffer()
            for line in lines:
                output.write(0, line)
                output.new_line(0)
        return c.calling(cat)

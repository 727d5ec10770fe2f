"""The program as a text: LIST, DELETE, RENUM, AUTO, EDIT, NEW."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from basic.errors import IMPROPER, SYNTAX, BasicError
from basic.runtime.control import EDIT, READY, Step, Waiting
from basic.syntax.nodes import BareStream, LineNumber
from basic.syntax.statement import ALWAYS, Cost, Statement, Way, part, statement, syntax_error
from basic.timing.typed_lines import BYTE_MOVED

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler
    from basic.runtime.executor import Executor

LAST_LINE = 65535


@part('[line] "-" [line] | line')
class LineRange:
    """10-100, 10-, -100 or 10"""

    first: int
    last: int
    is_whole: bool

    def __init__(self, first: LineNumber | None, *last: LineNumber | None):
        self.is_whole = bool(last)
        self.first = int(first) if first is not None else 1
        end = last[0] if last else first
        self.last = int(end) if end is not None else LAST_LINE


@statement('"LIST" [line_range] ["," bare_stream] | "LIST" bare_stream | "LIST" [line_range] ","'
           ' | "LIST" [line_range] "," bare_stream "," | "LIST" bare_stream ","', token=0xA7)
class List(Statement):
    """LIST [lines] [, #stream]: shows the program"""
    cost = Cost(1420, 970)
    sees_its_end = True

    lines: LineRange | None
    stream: BareStream | None

    def __init__(self, lines: LineRange | BareStream | None = None, stream: BareStream | None = None):
        self.lines, self.stream = (None, lines) if isinstance(lines, BareStream) else (lines, stream)

    @property
    def successors(self) -> tuple[Way, ...]:
        return ()

    def compile(self, c: Compiler) -> Step:
        executor, session = c.executor, c.executor.session
        stream = c.stream(self.stream.expression if self.stream is not None else None)
        first, last = (self.lines.first, self.lines.last) if self.lines is not None else (1, LAST_LINE)
        then_fails, read_char = self.then_fails, c.machine.keyboard.read_char

        def step() -> int:
            if first > last and c.basic_1_1:
                raise BasicError(IMPROPER)
            number = stream()
            if then_fails:
                raise BasicError(SYNTAX)
            underway = executor.underway
            if "list" not in underway:
                underway["list"] = executor.program.between(first, last)
            todo = underway["list"]
            while todo:
                read_char()             # looking for ESC before each line takes any other character away
                put_listed(executor, number, session.shown_line(todo.pop(0)))
                if executor.clock.us >= executor.machine.next_tick() and todo:
                    raise Waiting("frame")
            if executor.program.numbers[-1:] > [last]:
                read_char()
            underway.clear()
            return READY
        return step


def put_listed(executor: Executor, stream: int, text: bytes) -> None:
    """On the screen, control codes are shown as their pictures."""
    if stream < 8:
        text = b"".join(b"\x01" + bytes((byte,)) if byte < 32 else bytes((byte,)) for byte in text)
    executor.output.write(stream, text)
    executor.output.new_line(stream)


@part('","')
class Comma:
    pass


@statement('"DELETE" [line_range] [comma]', token=0x92)
class Delete(Statement):
    """DELETE lines: takes lines out of the program"""
    cost = Cost(4780, 11650)
    sees_its_end = True
    lines: LineRange | None = None
    comma: Comma | None = None

    @property
    def successors(self) -> tuple[Way, ...]:
        return ()

    def compile(self, c: Compiler) -> Step:
        if self.then_fails and not (self.comma or self.lines and self.lines.is_whole):
            return syntax_error(c)
        session, table, clock, costs = c.executor.session, c.executor.table, c.machine.clock, c.costs
        first, last = (self.lines.first, self.lines.last) if self.lines is not None else (1, LAST_LINE)
        then_fails = self.then_fails

        def step() -> int:
            if first > last or not (session.basic_1_1 or session.program.between(first, last)):
                raise BasicError(IMPROPER)
            if then_fails:
                raise BasicError(SYNTAX)
            program = session.program
            us = table.walk.for_lines()
            if program.between(first, last):
                us += BYTE_MOVED * (session.addresses.free_from - program.address(bisect_right(program.numbers, last)))
            clock.us += costs.lasting(us)
            session.edit_lines(lambda: program.delete(first, last))
            if session.basic_1_1:
                clock.us += costs.lasting(table.walk.for_names())
            return READY
        return step


@statement('"NEW"', token=0xB1)
class New(Statement):
    """NEW: forgets program and variables"""
    cost = Cost(267300, 267800)
    changes_everything = True
    ends_first = ALWAYS

    @property
    def successors(self) -> tuple[Way, ...]:
        return ()

    def compile(self, c: Compiler) -> Step:
        session = c.executor.session

        def step() -> int:
            session.new()
            return READY
        return step


@statement('"EDIT" line', token=0x96)
class Edit(Statement):
    """EDIT line: a line, to be changed"""
    cost = Cost(2130, 1420)
    ends_first = ALWAYS
    number: LineNumber

    @property
    def targets(self) -> tuple[int, ...]:
        return ()

    @property
    def successors(self) -> tuple[Way, ...]:
        return ()

    def compile(self, c: Compiler) -> Step:
        session, line = c.executor.session, int(self.number)

        def step() -> int:
            return session.edit_line(line)
        return step


@statement('"AUTO" [line] ["," line]', token=0x81)
class Auto(Statement):
    """AUTO [first line] [, step]: numbers the lines that are typed"""
    cost = Cost(2370, 1610)
    ends_first = ALWAYS
    first: LineNumber | None = None
    step: LineNumber | None = None

    @property
    def targets(self) -> tuple[int, ...]:
        return ()

    @property
    def successors(self) -> tuple[Way, ...]:
        return ()

    def compile(self, c: Compiler) -> Step:
        session = c.executor.session
        first = 10 if self.first is None else int(self.first)
        step_ = 10 if self.step is None else int(self.step)

        def step() -> int:
            session.auto = (first, step_)
            return EDIT
        return step


@statement('"RENUM" [line] | "RENUM" [line] "," line | "RENUM" [line] "," [line] "," line', token=0xC6)
class Renum(Statement):
    """RENUM [new first line] [, old first line] [, step]: numbers the lines anew"""
    cost = Cost(360, 366)
    ends_first = ALWAYS
    new: LineNumber | None = None
    old: LineNumber | None = None
    step: LineNumber | None = None

    @property
    def targets(self) -> tuple[int, ...]:
        return ()

    @property
    def successors(self) -> tuple[Way, ...]:
        return ()

    def compile(self, c: Compiler) -> Step:
        session, table, clock, costs = c.executor.session, c.executor.table, c.machine.clock, c.costs
        new = 10 if self.new is None else int(self.new)
        old = 0 if self.old is None else int(self.old)
        by = 10 if self.step is None else int(self.step)

        def step() -> int:
            us = costs.lasting(table.walk.for_renumbering())
            session.renumber(new, old, by)
            clock.us += us
            return READY
        return step

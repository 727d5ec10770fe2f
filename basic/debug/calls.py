"""Which subroutines called which, how often, and where the time went: of the whole past or a part of it.

    calls = calls_of(debugger)
    calls.root.children[5800].own           # microseconds in lines of the subroutine at 5800, called from the main program
    calls.table()                           # by subroutine: calls, own and inclusive time

A subroutine is known by the line that it was called at. The main program is line None.
"""

from collections.abc import Iterator
from typing import NamedTuple

from basic.debug.past import Past, Progress, nothing
from basic.debug.probes import Before, Looks
from basic.debug.views import Place
from basic.runtime.control import ATTEND, GOSUB_SIZE
from basic.session import Session
from basic.statements import handlers, jumps, on_lines
from basic.syntax import parser
from basic.syntax.statement import Statement

CALLERS = (jumps.Gosub, on_lines.OnGosub)
BACK = "back"               # what RETURN does
UNKNOWN = "unknown"
EVENTS = (handlers.After, handlers.Every, handlers.OnBreakGosub, handlers.OnSq)


class Call:
    """All calls of one subroutine along one way of callers."""

    def __init__(self, line: int | None, caller: "Call | None") -> None:
        self.line = line
        self.caller = caller
        self.calls = 0
        self.own = 0                # microseconds, without what it called
        self.children: dict[int | None, Call] = {}

    @property
    def inclusive(self) -> int:
        return self.own + sum(child.inclusive for child in self.children.values())

    def walk(self, depth: int = 0) -> Iterator[tuple[int, "Call"]]:
        """It and all below it, each with its depth, those that took longest first."""
        yield depth, self
        for child in sorted(self.children.values(), key=lambda one: -one.inclusive):
            yield from child.walk(depth + 1)

    def is_recursive(self) -> bool:
        """Whether the same subroutine is among its callers."""
        caller = self.caller
        while caller is not None and caller.line != self.line:
            caller = caller.caller
        return caller is not None


class Subroutine(NamedTuple):
    line: int | None
    calls: int
    own: int
    inclusive: int


class Calls(NamedTuple):
    root: Call
    complete: bool              # the question was not ended early

    def table(self) -> list[Subroutine]:
        """By subroutine, those with the most time of their own first."""
        found: dict[int | None, list[int]] = {}
        for _, call in self.root.walk():
            row = found.setdefault(call.line, [0, 0, 0])
            row[0] += call.calls
            row[1] += call.own
            row[2] += 0 if call.is_recursive() else call.inclusive
        return sorted((Subroutine(line, *row) for line, row in found.items()), key=lambda one: -one.own)


def calls_of(past: Past, progress: Progress = nothing) -> Calls:
    """The calls of all that is kept."""
    counter = _Counter(past.session)
    looks = Looks(past.clock, lambda statement: isinstance(statement, (*CALLERS, jumps.Return)), counter.look)
    at_handlers = [Before(Place(line, 0), counter.at_handler) for line in sorted(counter.handlers)]
    counter.since = past.begin.us
    complete = past.run(at_handlers, [looks], progress, atlast=counter.finish)
    return Calls(counter.root, complete)


class _Counter:
    def __init__(self, session: Session) -> None:
        self.executor = session.executor
        self.program = session.program
        self.clock = session.machine.clock
        self.root = self.now = Call(None, None)
        self.root.calls = 1
        self.depth = 0
        self.since = 0
        self.version = -1           # of the program, for which the ways are known
        self.ways: dict[tuple[int, int], int | str | None] = {}     # (pc, pc that comes next): a call's line
        self.handlers = {line for statement in statements_of(session) if isinstance(statement, EVENTS)
                         for line in statement.targets if line in session.program.lines}

    def look(self, us: int, pc: int, after: int, exact: bool) -> None:
        """Behind a GOSUB or RETURN."""
        if after == ATTEND:
            after = self.executor.runner.attend_pc
        if self.version != self.program.version:
            self.version = self.program.version
            self.ways.clear()
        now = self.now
        now.own += us - self.since
        self.since = us
        way = self.ways.get((pc, after), UNKNOWN)
        if way is UNKNOWN:
            way = self.ways[pc, after] = self._way(pc, after)
        if way == BACK:
            if self.depth:
                self._leave()
        elif way is not None:
            assert isinstance(way, int)
            self._enter(way)
        if exact:
            self._as_deep_as(self._real_depth())

    def _way(self, pc: int, after: int) -> int | str | None:
        """What it is to go from a GOSUB or RETURN at pc to another statement: the line that is called, BACK, or neither."""
        table = self.executor.table
        line, at = table.where[pc]
        statement = parser.node_of(table.line_of(line).statements[at]).whole
        if not isinstance(statement, CALLERS):
            return BACK
        line, at = table.where[after]
        number = self.program.numbers[line] if line is not None and line < len(self.program.numbers) else None
        return number if not at and number in statement.targets else None

    def at_handler(self) -> None:
        """Before the first statement of a line that events lead to."""
        frames = [frame for frame in self.executor.stack.frames if frame.size == GOSUB_SIZE]
        if frames and isinstance(frames[-1].key, tuple) and len(frames) > self.depth:
            self._charge(self.clock.us)
            self._as_deep_as(len(frames) - 1)
            line = self.executor.table.where[self.executor.runner.pc][0]
            self._enter(None if line is None else self.program.numbers[line])

    def finish(self) -> None:
        self._charge(self.clock.us)

    def _real_depth(self) -> int:
        return sum(frame.size == GOSUB_SIZE for frame in self.executor.stack.frames)

    def _charge(self, us: int) -> None:
        self.now.own += us - self.since
        self.since = us

    def _enter(self, line: int | None) -> None:
        if line not in self.now.children:
            self.now.children[line] = Call(line, self.now)
        self.now = self.now.children[line]
        self.now.calls += 1
        self.depth += 1

    def _leave(self) -> None:
        assert self.now.caller is not None
        self.now = self.now.caller
        self.depth -= 1

    def _as_deep_as(self, depth: int) -> None:
        """RUN, CLEAR and errors forget GOSUBs; the past may begin within some."""
        while self.depth > depth:
            self._leave()
        while self.depth < depth:
            self._enter(None)


def statements_of(session: Session) -> Iterator[Statement]:
    """All statements of the program."""
    for line in range(len(session.program.numbers)):
        for text in session.executor.table.layout(line).statements:
            yield parser.node_of(text).whole

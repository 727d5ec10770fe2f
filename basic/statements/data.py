"""Values in the program: DATA, READ, RESTORE."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from basic.errors import DATA_EXHAUSTED, MEMORY_FULL, NO_LINE, SYNTAX, TYPE_MISMATCH, BasicError, SoftError
from basic.runtime.control import Step
from basic.runtime.program import LINE_HEAD
from basic.source.walker import BLANKS
from basic.syntax.nodes import Broken, Element, LineNumber, Variable
from basic.syntax.statement import Cost, Statement, statement
from basic.values import numerals
from basic.values.operators import REAL, STRING
from basic.values.texts import own

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler
    from basic.runtime.executor import Executor
    from basic.units.builder import UnitBuilder


@statement('"DATA" text', token=0x8C)
class Data(Statement):
    """DATA value, value ...: for READ"""
    step_lasts = True
    cost = Cost(40, 32)
    idle = True
    text: bytes

    def compile(self, c: Compiler) -> Step:
        after = c.after
        c.charge(c.costs.data_passed(self.text))
        return lambda: after

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        unit.go(c.after)


@statement('"RESTORE" [line]', token=0xC7)
class Restore(Statement):
    """RESTORE [line]: READ goes on with the DATA from there"""
    looks_anew = True
    cost = Cost(72, 72)
    line: LineNumber | None = None

    def looks_for_end(self, basic_1_1: bool) -> bool:
        return self.line is None

    def compile(self, c: Compiler) -> Step:
        executor, after = c.executor, c.after
        line = None if self.line is None else int(self.line)
        if line is not None:
            c.charge(c.costs.restored + c.costs.line_passed * executor.table.maker.lines_to(line, None))

        def step() -> int:
            if line is None:
                executor.data.at = (0, -1)
            else:
                pc = executor.table.pc_of_line(line)
                if pc is None:
                    raise BasicError(NO_LINE)
                executor.data.at = (executor.program.index(line), -1)
            return after
        return step


@statement('"READ" variables', token=0xC3)
class Read(Statement):
    """READ variable, variable ...: from DATA"""
    cost = Cost(30, 30)
    sets = ("variables",)
    variables: list[Variable | Element | Broken]

    def compile(self, c: Compiler) -> Step:
        executor, after = c.executor, c.after
        targets = c.assigners(self.variables)
        if targets is None:
            return self._without_room(executor)
        literals = c.variables.literals
        clock, taken = c.machine.clock, c.costs.item_read
        ends = b",\x01" if c.basic_1_1 else b","      # 1.0 does not know an item before a colon
        for target, _ in targets:
            c.charge(c.costs.reading_text if target.kind == STRING else c.costs.reading)
            c.charge(c.costs.to_real * (target.kind == REAL))

        data = executor.data

        def step() -> int:
            at = data.at
            for target, assign in targets:
                line, text, start = find_item(executor, *at)
                place = target.prepare()
                as_text = target.kind == STRING
                item = data.items.get((line, start, as_text))
                if item is None:
                    value, end = read_item(text, start, as_text, not executor.basic_1_1, executor.soft)
                    if value is None:
                        raise BasicError(TYPE_MISMATCH)
                    address = 0
                    if type(value) is bytes:
                        address = executor.program.address(line) + LINE_HEAD + text.find(value, start)
                    item = data.items[line, start, as_text] = value, end, taken(text[start:end], value), address
                value, end, us, address = item
                clock.us += us
                if type(value) is bytes:        # it stays in the program
                    literals.note(value, address)
                assign(place, value)
                if end < len(text) and text[end] not in ends:
                    raise BasicError(SYNTAX, line=line)
                at = line, end
            data.at = at
            return after
        return step

    @staticmethod
    def _without_room(executor: Executor) -> Step:
        def step() -> NoReturn:
            find_item(executor, *executor.data.at)
            raise BasicError(MEMORY_FULL)
        return step


def find_item(executor: Executor, line: int, at: int) -> tuple[int, bytes, int]:
    """The next DATA item: its line's place, the line's bytes, where in them it begins."""
    program, data = executor.program, executor.data
    if line < len(program.numbers):
        text = program.lines[program.numbers[line]]
        if 0 <= at < len(text) and text[at] == 44:
            return line, text, at + 1
    found = data.begins.get((line, at))
    if found is None:
        found = data.begins[line, at] = _first_data(executor, line, at)
    line, start, us = found
    executor.clock.us += us
    if start < 0:
        raise BasicError(DATA_EXHAUSTED)
    return line, program.lines[program.numbers[line]], start


def _first_data(executor: Executor, line: int, at: int) -> tuple[int, int, int]:
    """Where the first DATA behind a place begins: its line's place, the offset in it, -1 if there is none; and what looking for
    it takes."""
    program, costs, us = executor.program, executor.costs, 0
    while line < len(program.numbers):
        within = False      # behind THEN and ELSE no DATA is seen
        for one in executor.table.layout(line)[0]:
            if one.begins_with(Data) and one.tokens[0].at >= max(at, 0) and not within:
                return line, one.tokens[0].at + 1, us
            if one.start >= at:
                us += costs.read_over(one, within)
            within = one.opens_if or one.is_else
        us += costs.lasting(costs.read_line)
        line, at = line + 1, -1
    return line, -1, us


def read_item(text: bytes, at: int, string: bool, basic_1_0: bool,
              soft: Callable[[SoftError], object]) -> tuple[int | float | bytes | None, int]:
    """The value that begins at `at`, None for what is no number, and where what follows it stands. `soft` is told of
    numbers that are too large."""
    value: int | float | bytes
    while at < len(text) and text[at] in b" \t\n":
        at += 1
    if string:
        if at < len(text) and text[at] == 34:
            end = text.find(b'"', at + 1)
            if end < 0:
                value, at = text[at + 1:].rstrip(BLANKS), len(text) + 1
            else:
                value, at = text[at + 1:end], end + 1
        else:
            end = at
            stops = b"," if basic_1_0 else b",\x01"
            while end < len(text) and text[end] not in stops:
                end += 1
            value, at = text[at:end].rstrip(b" \t\n"), end
    else:
        try:
            number = numerals.read_number(text, at)
        except SoftError as error:
            soft(error)
            number = None
        if number is None:
            return None, at
        value, at = number.value, number.end
    if isinstance(value, bytes):
        value = own(value)
    while at < len(text) and text[at] in b" \t\n":
        at += 1
    return value, at

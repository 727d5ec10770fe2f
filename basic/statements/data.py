"""Values in the program: DATA, READ, RESTORE."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from basic.errors import DATA_EXHAUSTED, MEMORY_FULL, NO_LINE, SYNTAX, TYPE_MISMATCH, BasicError, SoftError
from basic.runtime.control import Step
from basic.runtime.data_pointer import BEFORE_THE_LINE, Item
from basic.runtime.program import LINE_HEAD
from basic.source.walker import BLANKS
from basic.syntax.function import FUNCTIONS
from basic.syntax.nodes import Broken, Call, Element, LineNumber, UserCall, Variable
from basic.syntax.statement import Cost, Statement, statement
from basic.timing.costs import made_real
from basic.units import effects as ef
from basic.units import operations as op
from basic.units.value_builder import CannotEmit
from basic.values import numerals
from basic.values.code import INTEGER, REAL, STRING
from basic.values.texts import own

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler
    from basic.runtime.executor import Executor
    from basic.runtime.targets import Assign, Target
    from basic.units.builder import UnitBuilder

SEVERAL, AHEAD = 8, 200         # items that have been read before more are, and how many those are


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
        return c.misread_line() or (lambda: after)

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        if c.misread_line() is not None:
            raise CannotEmit
        unit.go(c.after)


@statement('"RESTORE" [line]', token=0xC7)
class Restore(Statement):
    """RESTORE [line]: READ goes on with the DATA from there"""
    looks_anew = True
    cost = Cost(72, 72)
    finds_end = True
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
                executor.data.restore()
            else:
                pc = executor.table.pc_of_line(line)
                if pc is None:
                    raise BasicError(NO_LINE)
                executor.data.at = (executor.program.index(line), BEFORE_THE_LINE)
            return after
        return step

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        line = 0
        if self.line is not None:
            unit.pc_of_line(int(self.line))         # which has to be there
            line = c.executor.program.index(int(self.line))
        unit.do(ef.SetState(op.RuntimeState(c.executor.data, "place"), op.Constant(line, op.WHOLE)))
        unit.go(c.after)


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
        literals, clock, data = c.variables.literals, c.machine.clock, executor.data
        for target, _ in targets:
            c.charge(c.costs.reading_text if target.kind == STRING else c.costs.reading)
            c.charge(c.costs.to_real * (target.kind == REAL))
        items = [data.texts if target.kind == STRING else data.numbers for target, _ in targets]
        made, _ = made_real(c.costs)

        def step() -> int:
            at = data.place
            for (target, assign), known in zip(targets, items, strict=True):
                item = known.get(at)
                if item is None:
                    at = read_unknown(executor, at, target, assign)
                    continue
                value, at, found_us, us, address = item
                clock.us += found_us
                place = target.prepare()
                clock.us += us + made(value) if target.kind == REAL else us
                if address:             # it stays in the program
                    literals.note(value, address)       # type: ignore[arg-type]
                assign(place, value)
            data.place = at
            return after
        return step

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        """All is read before anything is assigned."""
        state = op.RuntimeState(c.executor.data, "place")
        place: op.Operation = state
        self._check_subscripts(c)
        found: list[tuple[Variable | Element, op.Operation, op.ElementAt | None]] = []
        for node in self.variables:
            if isinstance(node, Broken):
                raise CannotEmit
            kind = c.kind_of(node.name, node.token)
            item, place = unit.read_item(place, kind == STRING)
            value: op.Operation = unit.timed(op.ToReal(item), *made_real(c.costs)) if kind == REAL else item
            if kind == INTEGER:
                value = unit.temporary(op.WHOLE, op.Rounded(item, -32768, 32767))
            element = None
            if isinstance(node, Element):
                array, _ = c.array_of(node)
                if array.lost_name:
                    raise CannotEmit
                element = unit.checked_element(array.number, [c.whole(one) for one in node.subscripts])
            found.append((node, value, element))
        for node, value, element in found:
            if element is not None:
                unit.do(ef.SetElement(element, value))
            else:
                unit.assign(c.variable(node.name, node.token)[0], value)
        unit.do(ef.SetState(state, place))
        unit.go(c.after)

    def _check_subscripts(self, c: Compiler) -> None:
        """They may not use what the same READ reads, nor look at the time while it passes."""
        assigned = {(one.name, c.kind_of(one.name, one.token)) for one in self.writes} if len(self.variables) > 1 else ()
        for node in self.looked_at():
            if isinstance(node, UserCall) or isinstance(node, Call) and FUNCTIONS[node.token].name == "TIME":
                raise CannotEmit
            if isinstance(node, Variable | Element) and (node.name, c.kind_of(node.name, node.token)) in assigned:
                raise CannotEmit

    @staticmethod
    def _without_room(executor: Executor) -> Step:
        def step() -> NoReturn:
            *_, start, us = find_item(executor, *executor.data.at)
            executor.clock.us += us
            raise BasicError(DATA_EXHAUSTED if start < 0 else MEMORY_FULL)
        return step


def read_unknown(executor: Executor, at: int, target: Target, assign: Assign) -> int:
    """Reads an item that has not been read before; gives the place behind it."""
    data, as_text, literals = executor.data, target.kind == STRING, executor.variables.literals
    line, text, start, us = find_item(executor, *data.at_place(at))
    executor.clock.us += us
    if start < 0:
        raise BasicError(DATA_EXHAUSTED)
    place = target.prepare()
    item = _item(executor, line, text, start, us, as_text, executor.soft)
    if item is None:
        raise BasicError(TYPE_MISMATCH)
    executor.clock.us += item.us + made_real(executor.costs)[0](item.value) if target.kind == REAL else item.us
    if item.address:
        literals.note(item.value, item.address)     # type: ignore[arg-type]
    assign(place, item.value)
    if not _is_whole(executor, text, data.at_place(item.place)[1]):
        raise BasicError(SYNTAX, line=line)
    (data.texts if as_text else data.numbers)[at] = item
    data.missed += 1
    if data.missed > SEVERAL:
        read_ahead(executor, item.place)
    return item.place


def _item(executor: Executor, line: int, text: bytes, start: int, found_us: int, as_text: bool,
          soft: Callable[[SoftError], object]) -> Item | None:
    value, end = read_item(text, start, as_text, not executor.basic_1_1, soft)
    if value is None:
        return None
    address = executor.program.address(line) + LINE_HEAD + text.find(value, start) if isinstance(value, bytes) else 0
    us = executor.costs.item_read(text[start:end], value)
    return Item(value, executor.data.place_of(line, end), found_us, us, address)


def _is_whole(executor: Executor, text: bytes, end: int) -> bool:
    """Whether nothing else follows an item that ends there. 1.0 does not know one before a colon."""
    return end >= len(text) or text[end] in (b",\x01" if executor.basic_1_1 else b",")


def read_ahead(executor: Executor, at: int) -> None:
    """Reads the items that come next as the kinds that are read at all: machine code takes them as they are known."""
    data = executor.data
    for _ in range(AHEAD):
        line, text, start, us = find_item(executor, *data.at_place(at))
        if start < 0:
            return
        behind = at
        for known, as_text in ((data.texts, True), (data.numbers, False)):
            item = _item(executor, line, text, start, us, as_text, lambda error: None) if as_text or known else None
            if item is not None and _is_whole(executor, text, data.at_place(item.place)[1]):
                behind = item.place
                if known:
                    known.setdefault(at, item)
        if behind == at:
            return
        at = behind


def find_item(executor: Executor, line: int, at: int) -> tuple[int, bytes, int, int]:
    """The next DATA item: its line's place, the line's bytes, where in them it begins, -1 if there is none, and what finding it
    takes."""
    program, data = executor.program, executor.data
    if line < len(program.numbers):
        text = program.lines[program.numbers[line]]
        if 0 <= at < len(text) and text[at] == 44:
            return line, text, at + 1, 0
    found = data.begins.get((line, at))
    if found is None:
        found = data.begins[line, at] = _first_data(executor, line, at)
    line, start, us = found
    return line, program.lines[program.numbers[line]] if start >= 0 else b"", start, us


def _first_data(executor: Executor, line: int, at: int) -> tuple[int, int, int]:
    """Where the first DATA behind a place begins: its line's place, the offset in it, -1 if there is none; and what looking for
    it takes."""
    program, costs, us = executor.program, executor.costs, 0
    while line < len(program.numbers):
        within = False      # behind THEN and ELSE no DATA is seen
        for one in executor.table.layout(line)[0]:
            if one.begins_with(Data) and one.tokens[0].at >= max(at, 0) and not within:
                return line, one.tokens[0].at + 1, us + costs.lasting(costs.data_met)
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

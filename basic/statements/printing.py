"""What is printed: PRINT and WRITE."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from basic.errors import IMPROPER, BasicError
from basic.runtime.control import Step
from basic.syntax.nodes import BareStream, Expression
from basic.syntax.statement import Cost, Plan, Statement, part, statement
from basic.units import operations as op
from basic.units.builder import CannotEmit, UnitBuilder
from basic.values import columns, numerals, print_using
from basic.values.code import NUMBER, REAL, STRING, Code, Get
from basic.values.conversions import mismatch
from basic.values.texts import printed_number
from basic.values.using_format import numeric_field

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler
    from basic.runtime.executor import Executor
    from basic.runtime.statement_time import Look


Put = Callable[[int], None]         # prints on the stream of that number
WIDEST = 60                         # of a part of a format that machine code lays out


def _written(text: bytes) -> list[op.Operation]:
    return [op.Written(op.Constant(text, op.STRING))] if text else []


@part("expr")
class PrintValue:
    value: Expression
    ends_line = True

    def compile(self, c: Compiler) -> Put:
        code = c.made_text(c.code(self.value))
        get, output, costs = code.get, c.executor.output, c.costs
        if code.kind == STRING:
            c.charge(costs.printed_text)
            if not code.is_constant:
                c.charge(costs.printed_passing if code.passing else costs.printed_variable)
            put_text = output.string if c.basic_1_1 else output.item
            return lambda stream: put_text(stream, get())
        clock = c.machine.clock

        def print_number(stream: int) -> None:
            value = get()
            clock.us += costs.shown(value)
            output.item(stream, printed_number(value))
        return print_number

    def emit(self, c: Compiler, unit: UnitBuilder) -> op.Operation:
        """Its text."""
        code = c.made_text(c.code(self.value))
        value = unit.value(code)
        if code.kind == STRING:
            return value
        if code.kind == NUMBER:
            raise CannotEmit            # a unit may have a real where the steps have an integer
        weigh, most = c.costs.showing_real if code.kind == REAL else c.costs.showing_integer
        return op.Call(printed_number, [unit.timed(value, weigh, most)], op.STRING, fails=False)


@part('","')
class PrintZone:
    ends_line = False

    def compile(self, c: Compiler) -> Put:
        c.charge(c.costs.printed_comma)
        return c.executor.output.next_zone

    def emit(self, c: Compiler, unit: UnitBuilder) -> op.Operation:
        return op.Blanks(columns.blanks_to_zone, op.RuntimeState(c.executor.output, "zone"))


@part('";"')
class PrintNext:
    ends_line = False

    def compile(self, c: Compiler) -> Put:
        c.charge(c.costs.printed_semicolon)
        return _nothing


def _nothing(stream: int) -> None:
    """What a semicolon puts out."""


@part('"SPC" "(" expr ")"')
class PrintSpc:
    count: Expression
    ends_line = False

    def compile(self, c: Compiler) -> Put:
        c.charge(c.costs.printed_spc)
        count, spaces = c.integer(self.count), c.executor.output.spaces
        return lambda stream: spaces(stream, count())

    def emit(self, c: Compiler, unit: UnitBuilder) -> op.Operation:
        return op.Blanks(columns.blanks_of, unit.integer(c.whole(self.count)))


@part('"TAB" "(" expr ")"')
class PrintTab:
    column: Expression
    ends_line = False

    def compile(self, c: Compiler) -> Put:
        c.charge(c.costs.printed_tab)
        column, tab = c.integer(self.column), c.executor.output.tab
        return lambda stream: tab(stream, column())

    def emit(self, c: Compiler, unit: UnitBuilder) -> op.Operation:
        return op.Blanks(columns.blanks_to_column, unit.integer(c.whole(self.column)))


@part("BROKEN_ITEM")
class PrintNonsense:
    number: int
    ends_line = False

    def compile(self, c: Compiler) -> Put:
        number = self.number

        def fail(stream: int) -> None:
            raise BasicError(number)
        return fail


Item = PrintValue | PrintZone | PrintNext | PrintSpc | PrintTab | PrintNonsense


@part("print_value | print_nonsense | print_zone | print_next | print_spc | print_tab")
class PrintItem:
    item: Item


@part('"," | ";"')
class Separator:
    pass


@part('"USING" expr ";" expr (separator expr)* [separator] [print_nonsense]')
class PrintUsing:
    """USING format; value, value ..."""

    form: Expression
    values: list[Expression]
    nonsense: PrintNonsense | None
    ends_line: bool

    def __init__(self, form: Expression, *rest: Expression | Separator | PrintNonsense | None):
        *values, last = rest
        self.form, self.nonsense = form, last if isinstance(last, PrintNonsense) else None
        self.ends_line = not isinstance(values[-1], Separator)
        self.values = [one for one in values if isinstance(one, Expression)]

    def compile(self, c: Compiler) -> Put:          # noqa: C901  (three closures that share one layout)
        form, write = self._form(c), c.executor.output.write
        codes = [c.code(value) for value in self.values]
        for code in codes:
            c.charge(c.costs.laid_out_real if code.kind == REAL else c.costs.laid_out_integer)
        nonsense = self.nonsense.compile(c) if self.nonsense else None
        basic_1_1, leave, passing = c.basic_1_1, c.variables.heap.leave, form.passing

        def put_items(stream: int) -> None:
            layout = form.get()
            try:
                lay_out(stream, layout)
            except BasicError:
                if passing:
                    leave(layout)
                raise

        def show(stream: int, layout: bytes, at: int, value: Any) -> tuple[int, bool]:
            try:
                text, after, done = print_using.up_to_item(layout, at, value, basic_1_1)
            except BasicError:
                write(stream, print_using.up_to_field(layout, at, basic_1_1)[0])
                raise
            write(stream, text)
            return after, done

        def lay_out(stream: int, layout: bytes) -> None:
            at = 0
            for code in codes:
                value = code.get()
                try:
                    after, done = show(stream, layout, at, value)
                    if not done and at:
                        after, done = show(stream, layout, 0, value)
                    if not done:
                        raise BasicError(IMPROPER)
                except BasicError:
                    if code.passing:
                        code.passing(value)
                    raise
                if code.passing and not basic_1_1 and layout[after - 1:after] != b"&":
                    leave(value)            # 1.0 does not let go of a string it shows a part of
                at = after
            if nonsense:
                nonsense(stream)
            write(stream, print_using.tail(layout, at, basic_1_1))
        return put_items

    def emit(self, c: Compiler, unit: UnitBuilder) -> list[op.Operation]:
        """What is written, one after the other, where the format stands in the program and its fields suit the values."""
        form = self._form(c).value
        if not isinstance(form, bytes) or self.nonsense:
            raise CannotEmit
        at, found = 0, list[op.Operation]()
        for value in self.values:
            code = c.code(value)
            front, field = print_using.up_to_field(form, at, c.basic_1_1)
            if field == len(form) and at:
                found += _written(front)
                front, field = print_using.up_to_field(form, 0, c.basic_1_1)
            if field == len(form):
                raise CannotEmit
            text, at = self._in_field(c, unit, code, form, field, front)
            found.append(op.Written(text))
        return [*found, *_written(print_using.tail(form, at, c.basic_1_1))]

    def _in_field(self, c: Compiler, unit: UnitBuilder, code: Code, form: bytes, at: int,
                  front: bytes) -> tuple[op.Operation, int]:
        """A value in the field that begins there, and where that ends."""
        value, basic_1_1 = unit.value(code), c.basic_1_1
        if len(front) > WIDEST:
            raise CannotEmit
        if code.kind != STRING:
            number = numeric_field(form, at, basic_1_1)
            if number is None or number.exponent:
                raise CannotEmit
            return op.InField(op.Constant(front, op.STRING), value, number, basic_1_1), number.end
        text = print_using.string_field(form, at)
        if text is None:
            raise CannotEmit
        width, end = text
        if code.passing and not basic_1_1 and width is not None:
            value = unit.left_behind(value)         # 1.0 does not let go of a string it shows a part of
        if width is None and not front:
            return value, end
        if width is None or width > WIDEST:
            raise CannotEmit
        return op.InField(op.Constant(front, op.STRING), value, width, basic_1_1), end

    def _form(self, c: Compiler) -> Code:
        form = c.code(self.form)
        return form if form.kind == STRING else mismatch(form)


@statement('"PRINT" [stream] print_item* [print_using] | "PRINT" bare_stream', token=0xBF)
class Print(Statement):
    """PRINT [#stream,] values separated by , or ; [USING format; values]: shows them"""
    step_lasts = True
    cost = Cost(386, 403)
    finds_end = True

    stream: Expression | None
    items: list[Item | PrintUsing]

    def __init__(self, stream: Expression | BareStream | None, *items: PrintItem | PrintUsing | None):
        self.stream = stream.expression if isinstance(stream, BareStream) else stream
        self.items = [item.item if isinstance(item, PrintItem) else item for item in items if item is not None]

    def compile(self, c: Compiler) -> Step:
        return self.plan(c)(c)

    def plan(self, c: Compiler) -> Plan:
        stream = c.stream(self.stream)
        items = [(put, c.place()) for item in self.items if (put := item.compile(c)) is not _nothing]
        ends_line = not self.items or self.items[-1].ends_line
        new_line = c.executor.output.new_line
        c.charge(c.costs.printed_line * ends_line)
        c.charge(c.costs.printed_on * sum(isinstance(item, PrintNext) for item in self.items[:-1]))
        c.charge(c.costs.printed_nothing * (not self.items))
        if ends_line:
            items.append((new_line, c.place()))
        if self.stream is None:
            return partial(_printing, c.executor, items)
        return partial(_printing_on, c.executor, stream, items)

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        items = [item for item in self.items if not isinstance(item, PrintNext)]
        if self.stream is not None:
            raise CannotEmit
        texts = []
        for item in items:
            if isinstance(item, PrintNonsense):
                raise CannotEmit
            texts += item.emit(c, unit) if isinstance(item, PrintUsing) else [item.emit(c, unit)]
        unit.print_items(texts, not self.items or self.items[-1].ends_line)
        unit.go(c.after)


def _printed(executor: Executor, after: int) -> Step:
    """Gives the pc that follows what is printed. A CHR$(7) in it has begun a sound, or a CHR$(28) has changed an ink, which
    is looked after at once."""
    sounds, palette = executor.machine.sound.sounding, executor.machine.palette
    return lambda: executor.runner.look_again(after) if sounds() or palette.sends_at >= 0 else after


def _printing_on(executor: Executor, stream: Get, items: list[tuple[Put, Look]], c: Compiler) -> Step:
    """The step that prints on a stream."""
    done, put_all = _printed(executor, c.after), _putting(executor, items)

    def print_all() -> int:
        put_all(stream())
        return done()
    return print_all


def _printing(executor: Executor, items: list[tuple[Put, Look]], c: Compiler) -> Step:
    """The step that prints on the screen."""
    done, put_all = _printed(executor, c.after), _putting(executor, items)

    def print_all() -> int:
        put_all(0)
        return done()
    return print_all


def _putting(executor: Executor, items: list[tuple[Put, Look]]) -> Put:
    """Each item, which may scroll: what the others behind it take passes behind its wait for the flyback."""
    clock = executor.clock

    def put_all(stream: int) -> None:
        try:
            for put, place in items:
                clock.to_come = place.later
                put(stream)
        finally:
            clock.to_come = 0
    return put_all


@statement('"WRITE" [stream] expr (separator expr)* [print_nonsense] | "WRITE" | "WRITE" bare_stream | "WRITE" stream',
           token=0xD9)
class Write(Statement):
    """WRITE [#stream,] values: with commas between and strings in quotes"""
    cost = Cost(88, 80)

    stream: Expression | None
    values: list[Expression]
    nonsense: PrintNonsense | None

    def __init__(self, stream: Expression | BareStream | None = None, *values: Expression | Separator | PrintNonsense | None):
        self.stream = stream.expression if isinstance(stream, BareStream) else stream
        self.values = [value for value in values if isinstance(value, Expression)]
        self.nonsense = next((value for value in values if isinstance(value, PrintNonsense)), None)

    def compile(self, c: Compiler) -> Step:
        stream = c.stream(self.stream)
        codes = [c.code(value) for value in self.values]
        nonsense = self.nonsense.compile(c) if self.nonsense else None
        write, done = c.executor.output.write, _printed(c.executor, c.after)
        c.charge(c.costs.printed_text * sum(code.kind == STRING for code in codes))
        shown, clock = c.costs.shown, c.machine.clock

        def step() -> int:
            number = stream()
            for at, code in enumerate(codes):
                if at:
                    write(number, b",")
                value = code.get()
                if code.kind == STRING:
                    write(number, b'"')
                    write(number, value)
                    write(number, b'"')
                else:
                    clock.us += shown(value)
                    write(number, numerals.list_form(value))
            if nonsense:
                nonsense(number)
            write(number, b"\r\n")
            return done()
        return step

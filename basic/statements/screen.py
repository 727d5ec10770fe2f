"""The screen: MODE, windows and their colours, the cursor, INK and BORDER, symbols."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from basic.errors import IMPROPER, OPERAND_MISSING, SYNTAX, BasicError
from basic.runtime.clock import INTERRUPTS
from basic.runtime.control import Step, Waiting
from basic.syntax.nodes import BareStream, Expression
from basic.syntax.statement import Cost, Statement, Trailing, statement, syntax_error
from basic.units.builder import CannotEmit, UnitBuilder
from basic.values.code import Get

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler
    from basic.timing.costs import Costs

BEHIND_FLYBACK = round(81 * INTERRUPTS)      # microseconds that FRAME takes when it has seen the flyback


def stream_of(node: Expression | BareStream | None) -> Expression | None:
    """What stands behind the # of a stream, with or without a comma after it."""
    return node.expression if isinstance(node, BareStream) else node


def failing_after(values: Iterable[Get], number: int) -> Step:
    """What the machine does with a statement that is wrong at its end: all before is evaluated first."""
    def step() -> int:
        for value in values:
            value()
        raise BasicError(number)
    return step


def operand_missing(c: Compiler, stream: Expression | None = None) -> Step:
    """The step of a form in which everything is left out but the stream."""
    number = c.stream(stream, 0, 7)

    def fail() -> int:
        number()
        raise BasicError(OPERAND_MISSING)
    return fail

@statement('"MODE" expr', token=0xAD)
class Mode(Statement):
    """MODE 0, 1 or 2: 20, 40 or 80 columns"""
    cost = Cost(465, 430)
    mode: Expression

    def compile(self, c: Compiler) -> Step:
        return c.calling(c.machine.text.set_mode, c.byte(self.mode, 0, 2))


@statement('"CLS" [bare_stream | stream]', token=0x8A)
class Cls(Statement):
    """CLS [#stream]: clears a window"""
    step_lasts = True
    cost = Cost(431, 407)
    stream: Expression | BareStream | None = None

    def followed(self, costs: Costs) -> float:
        return costs.end_found if self.stream is None else costs.comma_missed

    def compile(self, c: Compiler) -> Step:
        text = c.machine.text
        clear = text.clear if c.basic_1_1 else lambda stream: text.write(stream, b"\x0c")
        return c.calling(clear, c.stream(stream_of(self.stream), 0, 7))


@statement('"PEN" [stream] [expr] ["," expr]', token=0xBB)
class Pen(Statement):
    """PEN [#stream,] pen [, transparent]: of the text"""
    step_lasts = True
    cost = Cost(445, 495)
    stream: Expression | None
    pen: Expression | None
    transparent: Expression | None = None

    def commas_missed(self, basic_1_1: bool) -> int:
        return int(basic_1_1 and self.transparent is None)

    def compile(self, c: Compiler) -> Step:
        if self.pen is None and self.transparent is None:
            return operand_missing(c, self.stream)
        if self.transparent is not None and not c.basic_1_1:
            return syntax_error(c) if self.pen is None else Trailing(Pen(self.stream, self.pen)).compile(c)
        text, after = c.machine.text, c.after
        stream = c.stream(self.stream, 0, 7)
        pen = c.byte(self.pen, 0, 15) if self.pen is not None else None
        transparent = c.byte(self.transparent, 0, 1) if self.transparent is not None else None
        c.charge(c.costs.pen_with_transparent * (pen is not None and transparent is not None))

        def step() -> int:
            number = stream()
            if pen is not None:
                text.set_pen(number, pen())
            if transparent is not None:
                text.set_transparent(number, bool(transparent()))
            return after
        return step

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        if self.stream is not None or self.transparent is not None or self.pen is None:
            raise CannotEmit
        unit.colour(True, unit.within(c.whole(self.pen), 0, 15))
        unit.go(c.after)


@statement('"PAPER" [stream] expr', token=0xBA)
class Paper(Statement):
    """PAPER [#stream,] pen: of what is behind the text"""
    step_lasts = True
    cost = Cost(448, 452)
    stream: Expression | None
    paper: Expression

    def compile(self, c: Compiler) -> Step:
        return c.calling(c.machine.text.set_paper, c.stream(self.stream, 0, 7), c.byte(self.paper, 0, 15))

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        if self.stream is not None:
            raise CannotEmit
        unit.colour(False, unit.within(c.whole(self.paper), 0, 15))
        unit.go(c.after)


@statement('"LOCATE" [stream] expr "," expr', token=0xA9)
class Locate(Statement):
    """LOCATE [#stream,] column, row: what is printed goes on there"""
    step_lasts = True
    cost = Cost(496, 506)
    stream: Expression | None
    column: Expression
    row: Expression

    def compile(self, c: Compiler) -> Step:
        return c.calling(c.machine.text.set_cursor, c.stream(self.stream, 0, 7), c.byte(self.column, 1), c.byte(self.row, 1))

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        if self.stream is not None:
            raise CannotEmit
        column, row = (unit.within(c.whole(place), 1, 255) for place in (self.column, self.row))
        unit.locate(column, row)
        unit.go(c.after)


@statement('"WINDOW" [stream] expr "," expr "," expr "," expr', token=0xD8)
class Window(Statement):
    """WINDOW [#stream,] left, right, top, bottom: of a stream"""
    cost = Cost(640.5, 644)
    stream: Expression | None
    left: Expression
    right: Expression
    top: Expression
    bottom: Expression

    def compile(self, c: Compiler) -> Step:
        edges = [c.byte(edge, 1) for edge in (self.left, self.right, self.top, self.bottom)]
        return c.calling(c.machine.text.set_window, c.stream(self.stream, 0, 7), *edges)


@statement('"WINDOW" "SWAP" expr ["," expr]')
class WindowSwap(Statement):
    """WINDOW SWAP stream [, stream]: they change their windows"""
    cost = Cost(93, 89)
    first: Expression
    second: Expression | None = None

    def compile(self, c: Compiler) -> Step:
        c.charge(c.costs.second_colour * (self.second is not None))
        second = c.byte(self.second, 0, 7) if self.second is not None else lambda: 0
        return c.calling(c.machine.text.swap_windows, c.byte(self.first, 0, 7), second)


@statement('"CURSOR" [stream] [expr] ["," expr]', token=0xE1, since=11)
class Cursor(Statement):
    """CURSOR [#stream,] [system] [, user]: whether the cursor is shown (1.1)"""
    cost = Cost(325, 325)
    stream: Expression | None
    system: Expression | None = None
    user: Expression | None = None

    def compile(self, c: Compiler) -> Step:
        if self.system is None and self.user is None:
            return operand_missing(c, self.stream)
        c.charge(c.costs.optional * ((self.system is not None) + (self.user is not None)))
        switches = [c.byte(part, 0, 1) if part is not None else (lambda: None) for part in (self.system, self.user)]
        return c.calling(c.machine.text.set_cursor_switches, c.stream(self.stream, 0, 7), *switches)


@statement('"TAG" [bare_stream | stream]', token=0xD0)
class Tag(Statement):
    """TAG [#stream]: text comes out at the graphics cursor"""
    cost = Cost(387, 390)
    stream: Expression | BareStream | None = None
    on = True

    def followed(self, costs: Costs) -> float:
        return costs.end_found if self.stream is None else costs.comma_missed

    def compile(self, c: Compiler) -> Step:
        set_tag, on = c.machine.text.set_tag, self.on
        return c.calling(lambda stream: set_tag(stream, on), c.stream(stream_of(self.stream), 0, 7))


@statement('"TAGOFF" [bare_stream | stream]', token=0xD1)
class Tagoff(Tag):
    """TAGOFF [#stream]: text comes out at the text cursor again"""
    cost = Cost(383, 386.5)
    on = False


@statement('"ZONE" expr', token=0xDA)
class Zone(Statement):
    """ZONE width: of the columns that a comma in PRINT moves to"""
    cost = Cost(66, 75)
    width: Expression

    def compile(self, c: Compiler) -> Step:
        output = c.executor.output

        def set_zone(width: int) -> None:
            output.zone = width
        return c.calling(set_zone, c.byte(self.width, 1))


@statement('"WIDTH" expr', token=0xD7)
class Width(Statement):
    """WIDTH columns: of the printer"""
    cost = Cost(66, 75)
    columns: Expression

    def compile(self, c: Compiler) -> Step:
        output = c.executor.output

        def set_width(columns: int) -> None:
            output.printer_width = columns
        return c.calling(set_width, c.byte(self.columns, 1))


@statement('"BORDER" expr ["," expr]', token=0x82)
class Border(Statement):
    """BORDER colour [, second colour]: of the picture's border"""
    cost = Cost(153, 158)
    last_option = "second"
    first: Expression
    second: Expression | None = None

    def compile(self, c: Compiler) -> Step:
        first = c.byte(self.first, 0, 31)
        second = c.byte(self.second, 0, 31) if self.second is not None else None
        c.charge(c.costs.second_colour * (second is not None))
        set_border, after, look_again = c.machine.palette.set_border, c.after, c.executor.runner.look_again

        def step() -> int:
            colour = first()
            set_border(colour, colour if second is None else second())
            return look_again(after)
        return step


@statement('"INK" expr "," expr ["," expr]', token=0xA2)
class Ink(Statement):
    """INK pen, colour [, second colour]: the colour that a pen has"""
    cost = Cost(241, 240)
    last_option = "second"
    pen: Expression
    first: Expression
    second: Expression | None = None

    def compile(self, c: Compiler) -> Step:
        pen, first = c.byte(self.pen, 0, 15), c.byte(self.first, 0, 31)
        second = c.byte(self.second, 0, 31) if self.second is not None else None
        c.charge(c.costs.second_colour * (second is not None))
        set_ink, after, look_again = c.machine.palette.set_ink, c.after, c.executor.runner.look_again

        def step() -> int:
            number = pen()
            colour = first()
            set_ink(number, colour, colour if second is None else second())
            return look_again(after)
        return step


@statement('"SPEED" "INK" expr "," expr', token=0xCD)
class SpeedInk(Statement):
    """SPEED INK first, second: fiftieths that flashing colours last"""
    cost = Cost(172, 182)
    first: Expression
    second: Expression

    def compile(self, c: Compiler) -> Step:
        first, second, set_flash = c.byte(self.first, 1), c.byte(self.second, 1), c.machine.palette.set_flash
        executor, pc, after = c.executor, c.pc, c.after

        def step() -> int:
            turns = first(), second()
            executor.runner.catch_up(pc)        # frames up to now count with the speed before
            set_flash(*turns)
            return executor.runner.look_again(after)
        return step


@statement('"FRAME"', token=0xE0, since=11)
class Frame(Statement):
    """FRAME: waits for the picture's next start (1.1)"""
    cost = Cost(77, 77)                 # before it looks at the picture

    def compile(self, c: Compiler) -> Step:
        clock, sound, palette, after = c.machine.clock, c.machine.sound, c.machine.palette, c.after

        def step() -> int:
            if clock.flyback is None:
                sound.settle()
                palette.pay()
            if not clock.wait_flyback():
                raise Waiting("frame")
            clock.us += BEHIND_FLYBACK
            return after
        return step


@statement('"SYMBOL" expr ("," expr)+', token=0xCF)
class Symbol(Statement):
    """SYMBOL character, row, row ...: draws a character"""
    cost = Cost(679, 718)

    number: Expression
    rows: tuple[Expression, ...]

    def __init__(self, number: Expression, *rows: Expression):
        self.number = number
        self.rows = rows

    def commas_missed(self, basic_1_1: bool) -> int:
        return max(8 - len(self.rows), 0)

    def compile(self, c: Compiler) -> Step:
        define, fails = c.machine.text.define_symbol, len(self.rows) > 8

        def symbol(number: int, *rows: int) -> None:
            if not define(number, bytes(rows).ljust(8, b"\0")):
                raise BasicError(IMPROPER)
            if fails:
                raise BasicError(SYNTAX)
        c.charge(-c.costs.symbol_row_missing * max(8 - len(self.rows), 0))
        return c.calling(symbol, c.byte(self.number), *[c.byte(row) for row in self.rows[:8]])


@statement('"SYMBOL" "AFTER" expr')
class SymbolAfter(Statement):
    """SYMBOL AFTER character: from there on SYMBOL may draw characters"""
    cost = Cost(11, 26)
    first: Expression

    def compile(self, c: Compiler) -> Step:
        clock, costs, table = c.machine.clock, c.costs, c.machine.text.symbol_table
        symbol_after, move_strings = c.executor.session.top.symbol_after, c.variables.heap.move_with_himem

        def make_room(first: int) -> None:
            old, _ = table()
            symbol_after(first)
            if old < 256:
                move_strings()
                clock.us += costs.symbols_released
            if first < 256:
                move_strings()
                clock.us += costs.symbols_placed
        return c.calling(make_room, c.byte(self.first, 0, 256))

"""Graphics: PLOT, DRAW and MOVE with their relatives, ORIGIN, FILL, MASK, the graphics pens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basic.errors import MEMORY_FULL, BasicError
from basic.ports import signed
from basic.records import record
from basic.runtime.control import Step
from basic.statements.screen import operand_missing
from basic.syntax.nodes import Broken, Expression
from basic.syntax.statement import Cost, Statement, Trailing, part, statement
from basic.units import operations as op
from basic.units.value_builder import CannotEmit

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler
    from basic.units.builder import UnitBuilder


@record
class _Drawn(Statement):
    """PLOT, DRAW or MOVE: to a place or by a distance, with an ink and an ink mode."""
    x: Expression
    y: Expression
    colours: Colours | None = None
    relative = False
    does = "move"

    def commas_missed(self, basic_1_1: bool) -> int:
        if not basic_1_1:
            return int(self.colours is None and self.does != "move")
        return 2 if self.colours is None else int(self.colours.mode is None)

    def compile(self, c: Compiler) -> Step:
        ink, mode = (self.colours.ink, self.colours.mode) if self.colours else (None, None)
        if not c.basic_1_1 and self.colours:
            if self.does == "move":
                return Trailing(type(self)(self.x, self.y)).compile(c)
            if ink is None:
                ink = Broken()
            elif mode is not None:
                return Trailing(type(self)(self.x, self.y, Colours(ink, None))).compile(c)
        graphics, after, relative = c.machine.graphics, c.after, self.relative
        x, y = c.integer(self.x), c.integer(self.y)
        get_ink = c.byte(ink, 0, 15) if ink is not None else None
        get_mode = c.byte(mode, 0, 3) if mode is not None else None
        c.charge(c.costs.drawn_ink * (ink is not None))
        if mode is not None:
            c.charge(c.costs.drawn_mode + c.costs.drawn_without_ink * (ink is None))
        do, set_pen, set_ink_mode, position = (getattr(graphics, self.does), graphics.set_pen, graphics.set_ink_mode,
                                               graphics.position)

        def step() -> int:
            across = x()
            up = y()
            if get_ink is not None:
                set_pen(get_ink())
            if get_mode is not None:
                set_ink_mode(get_mode())
            if relative:
                from_x, from_y = position()
                across, up = signed(from_x + across), signed(from_y + up)
            do(across, up)
            return after
        return step


    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        quick, colours = c.machine.graphics.quick, self.colours
        if quick is None or colours and (colours.ink is None or colours.mode is not None):
            raise CannotEmit
        if colours and self.does == "move" and not c.basic_1_1:
            raise CannotEmit
        x, y = (unit.temporary(op.WHOLE, unit.integer(c.whole(place))) for place in (self.x, self.y))
        does = self.does + "r" * self.relative
        if colours and colours.ink is not None:
            ink = unit.temporary(op.WHOLE, unit.within(c.whole(colours.ink), 0, 15))
            unit.draw(quick, "set_pen", ink, then=does)
        unit.draw(quick, does, x, y)
        unit.go(c.after)


@part('"," expr ["," expr] | "," "," expr')
class Colours:
    """Behind a place: an ink, an ink mode, or both"""

    ink: Expression | None
    mode: Expression | None

    def __init__(self, *parts: Expression | None):
        self.ink, self.mode = parts if len(parts) == 2 else (None, parts[0])


_ARGUMENTS = ' expr "," expr [colours]'


@statement('"MOVE"' + _ARGUMENTS, token=0xAE)
class Move(_Drawn):
    """MOVE x, y [, ink [, ink mode]]: sets the graphics cursor"""
    cost = Cost(127.3, 205.3)


@statement('"MOVER"' + _ARGUMENTS, token=0xAF)
class Mover(_Drawn):
    """MOVER dx, dy [, ink [, ink mode]]: moves the graphics cursor on"""
    cost = Cost(162, 243.4)
    relative = True


@statement('"PLOT"' + _ARGUMENTS, token=0xBC)
class Plot(_Drawn):
    """PLOT x, y [, ink [, ink mode]]: sets a point"""
    cost = Cost(168.4, 205.6)
    does = "plot"


@statement('"PLOTR"' + _ARGUMENTS, token=0xBD)
class Plotr(Plot):
    """PLOTR dx, dy [, ink [, ink mode]]: sets a point, from the graphics cursor on"""
    cost = Cost(204.4, 241)
    relative = True


@statement('"DRAW"' + _ARGUMENTS, token=0x94)
class Draw(_Drawn):
    """DRAW x, y [, ink [, ink mode]]: draws a line to there"""
    cost = Cost(145, 198)
    does = "draw"


@statement('"DRAWR"' + _ARGUMENTS, token=0x95)
class Drawr(Draw):
    """DRAWR dx, dy [, ink [, ink mode]]: draws a line, from the graphics cursor on"""
    cost = Cost(183, 236)
    relative = True


@statement('"ORIGIN" expr "," expr ["," expr "," expr "," expr "," expr]', token=0xB8)
class Origin(Statement):
    """ORIGIN x, y [, left, right, top, bottom]: where graphics begins, and its window"""
    cost = Cost(144.5, 148)
    last_option = "left"
    x: Expression
    y: Expression
    left: Expression | None = None
    right: Expression | None = None
    top: Expression | None = None
    bottom: Expression | None = None

    def compile(self, c: Compiler) -> Step:
        graphics, after = c.machine.graphics, c.after
        x, y = c.integer(self.x), c.integer(self.y)
        edges = [c.integer(edge) for edge in (self.left, self.right, self.top, self.bottom) if edge is not None]

        def step() -> int:
            place = x(), y()
            if edges:
                graphics.set_window(*[edge() for edge in edges])
            graphics.set_origin(*place)
            return after
        return step


@statement('"CLG" [expr]', token=0x87)
class Clg(Statement):
    """CLG [paper]: clears the graphics window"""
    cost = Cost(256, 279)
    paper: Expression | None = None

    def compile(self, c: Compiler) -> Step:
        c.charge(c.costs.paper_to_clear * (self.paper is not None))
        graphics, after = c.machine.graphics, c.after
        paper = c.byte(self.paper, 0, 15) if self.paper is not None else None

        def step() -> int:
            if paper is not None:
                graphics.set_paper(paper())
            graphics.clear()
            return after
        return step


@statement('"FILL" expr', token=0xDD, since=11)
class Fill(Statement):
    """FILL ink: the area around the graphics cursor (1.1)"""
    cost = Cost(49, 49)
    ink: Expression

    def compile(self, c: Compiler) -> Step:
        graphics, variables = c.machine.graphics, c.variables

        def fill(ink: int) -> None:
            variables.heap.collect()            # it works in the free memory
            if variables.free() < 29:
                raise BasicError(MEMORY_FULL)
            graphics.fill(ink)
        return c.calling(fill, c.byte(self.ink, 0, 15))


@statement('"MASK" [expr] ["," expr]', token=0xDF, since=11)
class Mask(Statement):
    """MASK [bits] [, first point]: of dashed lines (1.1)"""
    cost = Cost(43, 43)
    last_option = "first"
    bits: Expression | None = None
    first: Expression | None = None

    def compile(self, c: Compiler) -> Step:
        if self.bits is None and self.first is None:
            return operand_missing(c)
        graphics, after = c.machine.graphics, c.after
        c.charge(c.costs.optional * (self.bits is not None))
        if self.first is not None:
            c.charge(c.costs.optional + (c.costs.mask_alone if self.bits is None else c.costs.second_optional))
        bits = c.byte(self.bits) if self.bits is not None else None
        first = c.byte(self.first, 0, 1) if self.first is not None else None

        def step() -> int:
            if bits is not None:
                graphics.set_mask(bits())
            if first is not None:
                graphics.set_first_point(bool(first()))
            return after
        return step


@statement('"GRAPHICS" "PEN" [expr] ["," expr]', token=0xDE, since=11)
class GraphicsPen(Statement):
    """GRAPHICS PEN [ink] [, transparent]: what is drawn with (1.1)"""
    cost = Cost(18, 18)
    last_option = "transparent"
    ink: Expression | None = None
    transparent: Expression | None = None

    def compile(self, c: Compiler) -> Step:
        if self.ink is None and self.transparent is None:
            return operand_missing(c)
        graphics, after = c.machine.graphics, c.after
        c.charge(c.costs.optional * (self.ink is not None))
        if self.transparent is not None:
            c.charge(c.costs.optional + (c.costs.transparent_alone if self.ink is None else c.costs.second_optional))
        ink = c.byte(self.ink, 0, 15) if self.ink is not None else None
        transparent = c.byte(self.transparent, 0, 1) if self.transparent is not None else None

        def step() -> int:
            if ink is not None:
                graphics.set_pen(ink())
            if transparent is not None:
                graphics.set_transparent(bool(transparent()))
            return after
        return step


@statement('"GRAPHICS" "PAPER" expr')
class GraphicsPaper(Statement):
    """GRAPHICS PAPER ink: what is behind graphics (1.1)"""
    cost = Cost(114, 114)
    ink: Expression

    def compile(self, c: Compiler) -> Step:
        return c.calling(c.machine.graphics.set_paper, c.byte(self.ink, 0, 15))

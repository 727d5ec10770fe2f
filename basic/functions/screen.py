"""Where the cursors are, and what is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basic.errors import IMPROPER, BasicError
from basic.functions.strings import CHARACTERS
from basic.syntax.function import Made, function
from basic.syntax.nodes import INTEGER, STRING, Code

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler


@function("POS", 0x78, "t", INTEGER)
def _pos(c: Compiler, stream: Code) -> Made:
    """POS(#stream): the column"""
    get, output = stream.get, c.executor.output
    return lambda: output.column(get())


@function("VPOS", 0x7F, "w", INTEGER)
def _vpos(c: Compiler, stream: Code) -> Made:
    """VPOS(#stream): the row"""
    get, text = stream.get, c.machine.text

    def vpos() -> int:
        number = get()
        if number > 7:
            raise BasicError(IMPROPER)
        return text.cursor(number)[1]
    return vpos


@function("COPYCHR$", 0x7E, "w", STRING, since=11)
def _copychr(c: Compiler, stream: Code) -> Made:
    """COPYCHR$(#stream): the character at the cursor (1.1)"""
    get, text = stream.get, c.machine.text

    def copy() -> bytes:
        code = text.read_char(get())
        return b"" if code is None else CHARACTERS[code]
    return copy


@function("TEST", 0x7C, "ii", INTEGER)
def _test(c: Compiler, x: Code, y: Code) -> Made:
    """TEST(x, y): the ink of a point"""
    across, up, graphics = x.get, y.get, c.machine.graphics

    def ink() -> int:
        column = across()
        return graphics.test(column, up())
    return Code(INTEGER, ink, bounds=(0, 15), expr=lambda unit: unit.test(graphics.quick, x, y))


@function("TESTR", 0x7D, "ii", INTEGER)
def _testr(c: Compiler, x: Code, y: Code) -> Made:
    """TESTR(dx, dy): the ink of a point that far from the graphics cursor"""
    from basic.ports import signed
    across, up, graphics = x.get, y.get, c.machine.graphics

    def ink() -> int:
        column = across()
        row = up()
        at_x, at_y = graphics.position()
        return graphics.test(signed(at_x + column), signed(at_y + row))
    return ink


@function("XPOS", 0x47, "", INTEGER)
def _xpos(c: Compiler) -> Made:
    """XPOS: the graphics cursor's x"""
    position = c.machine.graphics.position
    return lambda: position()[0]


@function("YPOS", 0x48, "", INTEGER)
def _ypos(c: Compiler) -> Made:
    """YPOS: the graphics cursor's y"""
    position = c.machine.graphics.position
    return lambda: position()[1]

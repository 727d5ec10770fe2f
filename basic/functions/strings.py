"""Functions of strings, and of numbers as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basic.errors import IMPROPER, SYNTAX, TYPE_MISMATCH, BasicError, SoftError
from basic.functions.numbers import looked_at_late
from basic.syntax.function import Made, function
from basic.syntax.nodes import INTEGER, NUMBER, REAL, STRING, Code, failing
from basic.timing.costs import is_based
from basic.units import operations as op
from basic.units.value_builder import CannotEmit
from basic.values import numerals, reals, using_format
from basic.values.texts import found_in, left_of, middle_of, number_in, repeated, right_of, so_many, text_of
from basic.values.weighing import OfSearch

if TYPE_CHECKING:
    from collections.abc import Callable

    from basic.runtime.compiler import Compiler
    from basic.units.value_builder import ValueBuilder
    from basic.values.code import Emit

CHARACTERS = [bytes((code,)) for code in range(256)]


@function("ASC", 0x01, "s", INTEGER)
def _asc(c: Compiler, text: Code) -> Made:
    """ASC(text): the code of its first character"""
    get = text.get

    def code() -> int:
        value: bytes = get()
        if not value:
            raise BasicError(IMPROPER)
        return value[0]
    return Code(INTEGER, code, expr=lambda unit: op.FirstCode(unit.value(text)), bounds=(0, 255))


@function("CHR$", 0x03, "b", STRING)
def _chr(c: Compiler, code: Code) -> Made:
    """CHR$(code): the character"""
    get = code.get
    return Code(STRING, lambda: CHARACTERS[get()], expr=lambda unit: op.Character(unit.value(code), CHARACTERS))


@function("LEN", 0x0E, "s", INTEGER)
def _len(c: Compiler, text: Code) -> Made:
    """LEN(text): how many characters it has"""
    get = text.get
    return Code(INTEGER, lambda: len(get()), expr=lambda unit: op.Length(unit.value(text)), bounds=(0, 255))


@function("LOWER$", 0x11, "s", STRING)
def _lower(c: Compiler, text: Code) -> Made:
    """LOWER$(text): in small letters"""
    get = text.get
    expr: Emit = lambda unit: op.Call(bytes.lower, [unit.value(text)], op.STRING, fails=False)
    return c.measured_code("LOWER$", Code(STRING, lambda: get().lower(), expr=expr))


@function("UPPER$", 0x1C, "s", STRING)
def _upper(c: Compiler, text: Code) -> Made:
    """UPPER$(text): in capitals"""
    get = text.get
    expr: Emit = lambda unit: op.Call(bytes.upper, [unit.value(text)], op.STRING, fails=False)
    return c.measured_code("UPPER$", Code(STRING, lambda: get().upper(), expr=expr))


@function("SPACE$", 0x16, "b", STRING)
def _space(c: Compiler, count: Code) -> Made:
    """SPACE$(count): so many spaces"""
    get = count.get
    expr: Emit = lambda unit: op.Call(repeated, [op.Constant(b" ", op.STRING), unit.value(count)], op.STRING, fails=False)
    return c.measured_code("SPACE$", Code(STRING, lambda: b" " * get(), expr=expr))



@function("STRING$", 0x7B, "bx", STRING)
def _string(c: Compiler, count: Code, what: Code) -> Made:
    """STRING$(count, character): so many of it"""
    get = count.get
    if what.kind == STRING:
        text = what.get

        def repeat() -> bytes:
            number: int = get()
            character: bytes = text()
            return so_many(number, character)
        expr: Emit = lambda unit: op.Call(so_many, [unit.value(count), unit.value(what)], op.STRING)
        return c.measured_code("STRING$", Code(STRING, repeat, expr=expr))
    whole = c.converted(what, "b")
    code = whole.get

    def coded() -> bytes:
        number: int = get()
        return CHARACTERS[code()] * number

    def expr_of_code(unit: ValueBuilder) -> op.Operation:
        return op.Call(so_many, [unit.value(count), op.Character(unit.value(whole), CHARACTERS)], op.STRING)
    return c.measured_code("STRING$", Code(STRING, coded, expr=expr_of_code))


@function("STR$", 0x19, "n", STRING)
def _str(c: Compiler, x: Code) -> Made:
    """STR$(x): as PRINT shows it"""
    costs = c.costs
    shown = c.through(x, costs.turning_real_to_text if x.kind == REAL else
                      costs.turning_whole_to_text if x.kind == INTEGER else costs.turning_to_text)
    get = shown.get

    def expr(unit: ValueBuilder) -> op.Operation:
        if x.kind == NUMBER:
            raise CannotEmit            # a unit may have a real where the steps have an integer
        return op.Call(text_of, [unit.value(shown)], op.STRING, fails=False)
    return Code(STRING, lambda: text_of(get()), expr=expr)


@function("VAL", 0x1D, "s", NUMBER)
def _val(c: Compiler, text: Code) -> Made:
    """VAL(text): the number that stands in it"""
    based = c.called is not None and is_based(c.called.arguments[0])
    if not based:
        text = c.number_text(text)
    get, say = text.get, c.executor.soft

    def value() -> int | float:
        try:
            number = numerals.read_number(get(), 0)
        except SoftError as error:
            say(error)
            number = None
        if number is None:
            raise BasicError(TYPE_MISMATCH)
        return number.value
    expr: Emit = lambda unit: op.Call(number_in, [unit.value(text)], op.NUMBER)
    return c.measured_code("VAL", Code(NUMBER, value, expr=expr), based)



@function("LEFT$", 0x75, "sb", STRING)
def _left(c: Compiler, text: Code, count: Code) -> Made:
    """LEFT$(text, count): so many characters from the left"""
    get, length = text.get, count.get

    def left() -> bytes:
        value: bytes = get()
        return value[:length()]
    return Code(STRING, left, expr=lambda unit: op.Call(left_of, [unit.value(text), unit.value(count)], op.STRING, fails=False))



@function("RIGHT$", 0x79, "sb", STRING)
def _right(c: Compiler, text: Code, count: Code) -> Made:
    """RIGHT$(text, count): so many characters from the right"""
    get, length = text.get, count.get

    def right() -> bytes:
        value: bytes = get()
        return right_of(value, length())
    expr: Emit = lambda unit: op.Call(right_of, [unit.value(text), unit.value(count)], op.STRING, fails=False)
    return Code(STRING, right, expr=expr)



@function("MID$", 0xAC, "sob?", STRING)
def _mid(c: Compiler, text: Code, start: Code, count: Code | None = None) -> Made:
    """MID$(text, start [, count]): a part of it"""
    get, first, length = text.get, start.get, count.get if count else (lambda: 255)

    def mid() -> bytes:
        value: bytes = get()
        begin = first()
        return value[begin - 1:begin - 1 + length()]

    def expr(unit: ValueBuilder) -> op.Operation:
        wanted = unit.value(count) if count else op.Constant(255, op.WHOLE)
        return op.Call(middle_of, [unit.value(text), unit.value(start), wanted], op.STRING, fails=False)
    return Code(STRING, mid, expr=expr)



@function("INSTR", 0x74, "xx?x?x?", INTEGER, help="INSTR([start,] text, sought): where it first stands, 0 for nowhere")
def _instr(c: Compiler, first: Code, *rest: Code) -> Made:
    """The bracket's end is looked for when what is sought is known: an error there leaves the text behind."""
    has_start = first.kind != STRING
    starts = c.converted(first, "o") if has_start else None
    start = starts.get if starts is not None else lambda: 1
    if has_start and not rest:
        return failing(c, SYNTAX, [c.converted(first, "o")])
    text, *more = rest if has_start else (first, *rest)
    text = c.converted(text, "s")
    sought_text = c.converted(more[0], "s") if more else None
    sought = sought_text.get if sought_text is not None else None
    get, passing, whole = text.get, text.passing, len(more) == 1
    clock, weigh = c.machine.clock, OfSearch(c.costs.searched)

    def sought_in(value: bytes) -> bytes:
        try:
            if sought is not None:
                wanted: bytes = sought()
            if not whole:
                raise BasicError(SYNTAX)
        except BasicError:
            if passing:
                passing(value)
            raise
        return wanted

    def instr() -> int:
        begin = start()
        value: bytes = get()
        wanted = sought_in(value)
        found = found_in(begin, value, wanted)
        clock.us += weigh(found, begin, value, wanted)
        return found

    def expr(unit: ValueBuilder) -> op.Operation:
        if not whole or sought_text is None:
            raise CannotEmit
        begins = unit.value(starts) if starts is not None else op.Constant(1, op.WHOLE)
        operands = [begins, unit.value(text), unit.value(sought_text)]
        return op.Call(found_in, operands, op.WHOLE, fails=False, weigh=unit.weigh((weigh, 255 * c.costs.searched)))
    return c.measured_code("INSTR", Code(INTEGER, instr, expr=expr))


def _in_digits(c: Compiler, x: Code, width: Code | None, form: Callable[[int, int], bytes]) -> Made:
    """HEX$ and BIN$: 1.0 looks at the width before it looks at what the number is."""
    digits = width.get if width else lambda: 0
    if c.basic_1_1:
        address = x.get

        def text() -> bytes:
            value = address()
            return form(value, digits())
        return text
    get = x.get

    def text_1_0() -> bytes:
        value = get()
        try:
            count = digits()
            if type(value) is bytes:
                raise BasicError(TYPE_MISMATCH)
        except BasicError:
            if x.passing:
                x.passing(value)
            raise
        return form(reals.to_unsigned(value), count)
    return text_1_0


@function("HEX$", 0x73, "hd?", STRING)
def _hex(c: Compiler, x: Code, width: Code | None = None) -> Made:
    """HEX$(x [, width]): to base 16"""
    return _in_digits(c, x, width, numerals.hex_form)


@function("BIN$", 0x71, "hd?", STRING)
def _bin(c: Compiler, x: Code, width: Code | None = None) -> Made:
    """BIN$(x [, width]): to base 2"""
    return _in_digits(c, x, width, numerals.bin_form)


@function("DEC$", 0x72, "xs", STRING)
def _dec(c: Compiler, x: Code, form: Code) -> Made:
    """DEC$(x, form): as PRINT USING shows it"""
    if x.kind == STRING:
        return looked_at_late(x, form)
    get, layout, basic_1_1 = x.get, form.get, c.basic_1_1

    def text() -> bytes:
        value = get()
        return using_format.dec_form(value, layout(), basic_1_1)
    return text

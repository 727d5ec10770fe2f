"""Functions of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from basic.errors import TYPE_MISMATCH, BasicError, SoftError
from basic.ports import signed
from basic.syntax.function import Made, function
from basic.syntax.nodes import INTEGER, NUMBER, REAL, STRING, Code
from basic.units import operations as op
from basic.values import real_functions, reals
from basic.values.conversions import abandoned, seen_by_1_0, whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from basic.runtime.compiler import Compiler
    from basic.units.value_builder import ValueBuilder
    from basic.values.code import Get


@function("ABS", 0x00, "n", NUMBER)
def _abs(c: Compiler, x: Code) -> Made:
    """ABS(x): without its sign"""
    get = x.get

    def absolute() -> int | float:
        value: int | float = get()
        if value >= 0:
            return value                # a zero with its sign
        return -value if value != -32768 or type(value) is float else 32768.0
    if x.wide is not None and x.low is not None and x.high is not None:
        wide = x.wide
        return whole(lambda: abs(wide()), 0, max(-x.low, x.high), lambda unit: op.Absolute(unit.value(x), op.WHOLE))
    return Code(x.kind, absolute, expr=lambda unit: op.Absolute(unit.value(x), op.OF_KIND[x.kind]))


@function("SGN", 0x14, "n", INTEGER)
def _sgn(c: Compiler, x: Code) -> Made:
    """SGN(x): -1, 0 or 1"""
    get = x.get
    as_1_0 = not c.basic_1_1 and x.kind != REAL and (x.high is None or x.high > 255)

    def sign() -> int:
        value: int | float = get()
        return (value > 0) - (value < 0)

    def sign_1_0() -> int:
        value: int | float = seen_by_1_0(get())
        return (value > 0) - (value < 0)

    def expr(unit: ValueBuilder) -> op.Operation:
        if as_1_0 and x.kind != INTEGER:
            return op.Sign(op.Call(seen_by_1_0, [unit.value(x)], op.NUMBER, fails=False), low_byte=False)
        return op.Sign(unit.value(x), low_byte=as_1_0)
    return Code(INTEGER, sign_1_0 if as_1_0 else sign, expr=expr, bounds=(-1, 1))


@function("CINT", 0x04, "i", INTEGER)
def _cint(c: Compiler, x: Code) -> Made:
    """CINT(x): rounded to an integer"""
    return Code(INTEGER, x.get, expr=lambda unit: unit.integer(x))


@function("CREAL", 0x06, "n", REAL)
def _creal(c: Compiler, x: Code) -> Made:
    """CREAL(x): as a real"""
    get = x.get
    return lambda: float(get())


@function("FIX", 0x08, "n", NUMBER)
def _fix(c: Compiler, x: Code) -> Made:
    """FIX(x): without what stands behind the point"""
    x = c.rounded(x)
    get, fix = x.get, reals.fix
    if x.wide is not None and x.low is not None and x.high is not None:
        return whole(x.wide, x.low, x.high, x.expr)
    return Code(NUMBER, lambda: fix(get()), expr=lambda unit: op.Call(fix, [unit.value(x)], op.NUMBER, fails=False))


@function("INT", 0x0C, "n", NUMBER)
def _int(c: Compiler, x: Code) -> Made:
    """INT(x): the next whole number below"""
    x = c.rounded(x)
    get, floor = x.get, reals.int_

    def floored() -> int | float:
        value = get()
        return value if type(value) is int else floor(value)
    if x.wide is not None and x.low is not None and x.high is not None:
        return whole(x.wide, x.low, x.high, x.expr)
    return Code(NUMBER, floored, expr=lambda unit: op.Call(floor, [unit.value(x)], op.NUMBER, fails=False))


@function("UNT", 0x1B, "a", INTEGER)
def _unt(c: Compiler, x: Code) -> Made:
    """UNT(x): 0 to 65535 as an integer from -32768 to 32767"""
    get = x.get
    return lambda: signed(get())


def looked_at_late(x: Code, *others: Code) -> Get:
    """What a function makes of a string as its first argument: the others come first."""
    get = abandoned(x)

    def fail() -> NoReturn:
        get()
        for other in others:
            other.get()
        raise BasicError(TYPE_MISMATCH)
    return fail


@function("ROUND", 0x7A, "xi?", NUMBER)
def _round(c: Compiler, x: Code, places: Code | None = None) -> Made:
    """ROUND(x [, places]): rounded"""
    if x.kind == STRING:
        return looked_at_late(x, *[places] if places else [])
    x = c.rounded(x)
    get, digits = x.get, places.get if places else (lambda: 0)

    def rounded() -> int | float:
        value = get()
        count = digits()
        return soft(lambda: reals.round_to(value, count))
    soft = soft_of(c)
    return rounded


@function("MAX", 0x76, "xn?*", NUMBER)
def _max(c: Compiler, *values: Code) -> Made:
    """MAX(x, y ...): the largest"""
    if values[0].kind == STRING:
        return only_string(values)
    return chosen(c, values, is_least=False)


@function("MIN", 0x77, "xn?*", NUMBER)
def _min(c: Compiler, *values: Code) -> Made:
    """MIN(x, y ...): the smallest"""
    if values[0].kind == STRING:
        return only_string(values)
    return chosen(c, values, is_least=True)


def chosen(c: Compiler, values: tuple[Code, ...], is_least: bool) -> Made:
    """The least or the largest of numbers, the last of equal ones. With a real it is a real, too."""
    gets, clock, costs = [value.get for value in values], c.machine.clock, c.costs

    def best_of() -> int | float:
        best: int | float
        best, *others = [get() for get in gets]
        us = 0.0
        for number in others:
            keeps = best < number if is_least else best > number
            us += costs.chosen(best, number, keeps)
            taken = best if keeps else number
            best = taken if type(best) is type(number) else float(taken)
        clock.us += costs.lasting(us)
        return best
    return best_of


def only_string(values: tuple[Code, ...]) -> Made:
    """MAX and MIN of one string are the string."""
    return values[0] if len(values) == 1 else looked_at_late(*values[:2])


def soft_of(c: Compiler) -> Callable[[Callable[[], int | float]], int | float]:
    """Does a sum; what is too large for it is said, and goes on, as the machine does."""
    say = c.executor.soft

    def soft(calculate: Callable[[], int | float]) -> int | float:
        try:
            return calculate()
        except SoftError as error:
            return say(error)
    return soft


def _real_function(name: str, token: int, calculate: Callable[..., tuple[float, int]], help: str,
                   is_angle: bool = False) -> None:
    remembered = real_functions.remembering(calculate)

    def compile(c: Compiler, x: Code) -> Made:
        x = c.made_real(x)
        get, executor, clock, takes = x.get, c.executor, c.machine.clock, c.costs.of_series
        share, _ = takes

        def value() -> float:
            argument = float(get())
            try:
                result, us = remembered(argument, executor.degrees) if is_angle else remembered(argument)
            except SoftError as error:
                return executor.soft(error)
            clock.us += us * share >> 10
            return result

        def expr(unit: ValueBuilder) -> op.Operation:
            operands: list[op.Operation] = [op.ToReal(unit.value(x))]
            if is_angle:
                operands.append(op.RuntimeState(executor, "degrees"))
            return unit.timed_call(calculate, operands, takes)
        return Code(REAL, value, expr=expr)
    function(name, token, "n", REAL, help=help)(compile)


_real_function("SQR", 0x18, real_functions.sqr, "SQR(x): the square root")

_real_function("EXP", 0x07, real_functions.exp, "EXP(x): e to the power x")

_real_function("LOG", 0x0F, real_functions.log, "LOG(x): the natural logarithm")

_real_function("LOG10", 0x10, real_functions.log10, "LOG10(x): the logarithm to base 10")

_real_function("SIN", 0x15, real_functions.sin, "SIN(x): the sine", is_angle=True)

_real_function("COS", 0x05, real_functions.cos, "COS(x): the cosine", is_angle=True)

_real_function("TAN", 0x1A, real_functions.tan, "TAN(x): the tangent", is_angle=True)

_real_function("ATN", 0x02, real_functions.atn, "ATN(x): the arctangent", is_angle=True)


@function("PI", 0x44, "", REAL)
def _pi(c: Compiler) -> Made:
    """PI: 3.14159265"""
    return lambda: real_functions.PI


@function("RND", 0x45, "n?", REAL)
def _rnd(c: Compiler, x: Code | None = None) -> Made:
    """RND [(x)]: a random number from 0 to 1; RND(0) gives the last one again"""
    random = c.executor.random
    if x is None:
        return Code(REAL, random.next, expr=lambda unit: unit.random(random))
    get = x.get
    return lambda: random.rnd(float(get()))

"""What the operators do, as closures made for the kinds of their operands, and as operations for units."""

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING

from basic.errors import SoftError
from basic.source.words import AND, COMPARISONS, LOGIC, MINUS, MODULO, OR, OVER, PLUS, POWER, QUOTIENT, TIMES, XOR
from basic.units import operations as op
from basic.values import real_functions, reals
from basic.values.code import INTEGER, NUMBER, REAL, STRING, Code, Emit, Get, Kind
from basic.values.comparisons import compared
from basic.values.conversions import GetWhole, as_integer, constant, mismatch, whole
from basic.values.integer_division import quotient_of, remainder_of
from basic.values.text_operators import of_texts
from basic.values.weighing import Weighing

if TYPE_CHECKING:
    from basic.ports import Clock
    from basic.runtime.executor import Executor
    from basic.units.value_builder import ValueBuilder

Number = int | float

_EXACT = 1 << 31            # whole numbers up to here are exact reals
_SIGNS = {PLUS: "+", MINUS: "-", TIMES: "*", AND: "&", OR: "|", XOR: "^"}        # Python's
_OF_WHOLES: dict[int, Callable[[GetWhole, GetWhole], GetWhole]] = {
    PLUS: lambda a, b: lambda: a() + b(),
    MINUS: lambda a, b: lambda: a() - b(),
    TIMES: lambda a, b: lambda: a() * b(),
}
_LOGIC: dict[int, Callable[[GetWhole, GetWhole], GetWhole]] = {
    AND: lambda a, b: lambda: a() & b(),
    OR: lambda a, b: lambda: a() | b(),
    XOR: lambda a, b: lambda: a() ^ b(),
}
_WHOLE_ARITHMETIC: dict[int, Callable[[int, int], int]] = {PLUS: operator.add, MINUS: operator.sub, TIMES: operator.mul}
_REAL_ARITHMETIC: dict[int, Callable[[float, float], float]] = {
    PLUS: reals.add, MINUS: reals.sub, TIMES: reals.mul, OVER: reals.div}


def binary(token: int, left: Code, right: Code, executor: "Executor", weighing: Weighing | None) -> Code:
    """`weighing`: what it takes besides, by both operands and the result; of a comparison and of whole numbers, by the
    operands alone."""
    if left.kind == STRING or right.kind == STRING:
        return of_texts(token, left, right, executor.variables.heap, executor.clock, weighing)
    if token in COMPARISONS:
        return compared(token, left, right, executor.clock, weighing)
    if token in LOGIC:
        return _logic(token, left, right)
    if token in (QUOTIENT, MODULO):
        divided = quotient_of if token == QUOTIENT else remainder_of
        return divided(left, right, _both_integers(left, right), executor.clock, weighing)
    if stays_whole(token, left, right):
        assert left.wide is not None and right.wide is not None
        get = (_OF_WHOLES[token](left.wide, right.wide) if weighing is None else
               _measured(token, left.wide, right.wide, executor.clock, weighing[0]))
        return whole(get, *_bounds(token, left, right), _emit_whole(_SIGNS[token], left, right, weighing))
    if token == POWER:
        return _power(left, right, executor)
    kind = REAL if token == OVER or REAL in (left.kind, right.kind) else NUMBER
    assert weighing is not None
    get = _weighed(token, left.get, right.get, kind, executor, weighing[0])
    made = Code(kind, get, expr=_emit_real(token, left, right, weighing))
    made.is_real = kind == REAL or left.is_real or right.is_real
    return made


def _power(left: Code, right: Code, executor: "Executor") -> Code:
    power: Callable[[float, float], tuple[float, int]]
    power = real_functions.power if executor.basic_1_1 else real_functions.power_1_0
    a, b, soft, clock, takes = left.get, right.get, executor.soft, executor.clock, executor.costs.of_series
    share, _ = takes

    def raised() -> float:
        x = a()
        y = b()
        try:
            value, us = power(x, y)
        except SoftError as error:
            return soft(error)
        clock.us += us * share >> 10
        return value
    made = Code(NUMBER, raised, expr=lambda unit: unit.timed_call(power, [unit.value(left), unit.value(right)], takes))
    made.is_real = True
    return made


def stays_whole(token: int, left: Code, right: Code) -> bool:
    """A sum, difference or product of whole numbers that is exact."""
    if token not in _OF_WHOLES or left.wide is None or right.wide is None:
        return False
    low, high = _bounds(token, left, right)
    return low > -_EXACT and high < _EXACT


def _emit_whole(sign: str, left: Code, right: Code, weighing: Weighing | None) -> Emit:
    return lambda unit: op.Whole(sign, unit.value(left), unit.value(right), weigh=unit.weigh(weighing))


def _logic(token: int, left: Code, right: Code) -> Code:
    sign = _SIGNS[token]
    test: Emit | None = None
    if (left_test := left.test) and (right_test := right.test):
        one, other = left_test, right_test
        test = lambda unit: op.Logic(sign, one(unit), other(unit))
    return Code(INTEGER, _LOGIC[token](*_both_integers(left, right)), test=test, bounds=_logic_bounds(token, left, right),
                expr=lambda unit: op.Whole(sign, unit.integer(left), unit.integer(right)))


def _both_integers(left: Code, right: Code) -> tuple[GetWhole, GetWhole]:
    """The operands as integers: the left one is converted when the right one has its value."""
    if left.kind == INTEGER or right.value is not None or right.slot is not None:
        return as_integer(left), as_integer(right)
    a, b = left.get, right.get
    held: list[Number] = []

    def first() -> int:
        value = a()
        held[:] = [b()]
        return value if type(value) is int else reals.to_integer(value)

    def second() -> int:
        value, = held
        return value if type(value) is int else reals.to_integer(value)
    return first, second


def _bounds(token: int, left: Code, right: Code) -> tuple[int, int]:
    assert left.low is not None and left.high is not None and right.low is not None and right.high is not None
    if token == PLUS:
        return left.low + right.low, left.high + right.high
    if token == MINUS:
        return left.low - right.high, left.high - right.low
    corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    return min(corners), max(corners)


def _logic_bounds(token: int, left: Code, right: Code) -> tuple[int, int] | None:
    """Of what comes out where the bits of whole numbers are taken together that are not negative."""
    tops = [code.high for code in (left, right) if code.is_positive and code.high is not None]
    if token == AND and tops:
        return 0, min(min(tops), 32767)
    if len(tops) == 2 and max(tops) <= 32767:
        return 0, (1 << max(tops).bit_length()) - 1
    return (-1, 0) if (left.low, left.high, right.low, right.high) == (-1, 0, -1, 0) else None


def _emit_real(token: int, left: Code, right: Code, weighing: Weighing | None) -> Emit:
    def emit(unit: "ValueBuilder") -> op.Operation:
        if token == OVER:
            return op.Call(reals.div, [unit.value(left), unit.value(right)], op.REAL, weigh=unit.weigh(weighing))
        one, other = unit.value(left), unit.value(right)
        return op.Real(_SIGNS[token], one, other, _REAL_ARITHMETIC[token], weigh=unit.weigh(weighing),
                       may_be_whole=REAL not in (left.kind, right.kind))
    return emit


def negation(operand: Code) -> Code:
    if operand.kind == STRING:
        return mismatch(operand)
    value = operand.value
    if isinstance(value, int | float) and value != -32768 and (value or operand.kind == INTEGER):
        return constant(-value)
    if operand.wide is not None and operand.low is not None and operand.high is not None:
        wide = operand.wide
        return whole(lambda: -wide(), -operand.high, -operand.low, lambda unit: op.WholeNegation(unit.value(operand)))
    get = operand.get

    def negate() -> Number:
        value: Number = get()
        return -value
    return Code(operand.kind, negate, expr=lambda unit: op.RealNegation(unit.value(operand)))


def complement(operand: Code) -> Code:
    get = as_integer(operand)
    return Code(INTEGER, lambda: ~get(), expr=lambda unit: op.Complement(unit.integer(operand)))


def _measured(token: int, a: GetWhole, b: GetWhole, clock: "Clock", weigh: Callable[..., int]) -> GetWhole:
    operate = _WHOLE_ARITHMETIC[token]

    def measured() -> int:
        x = a()
        y = b()
        clock.us += weigh(x, y)
        return operate(x, y)
    return measured


def _weighed(token: int, a: Get, b: Get, kind: Kind, executor: "Executor", weigh: Callable[..., int]) -> Get:
    """+ - * and / where a real is in play or may be, with what they take by their operands."""
    clock, soft, operate, integers = executor.clock, executor.soft, _REAL_ARITHMETIC[token], _WHOLE_ARITHMETIC.get(token)

    def arithmetic() -> Number:
        x = a()
        y = b()
        if integers is not None and kind != REAL and type(x) is int and type(y) is int:
            value = integers(x, y)
            clock.us += weigh(value, x, y)
            return value if -32768 <= value <= 32767 else float(value)
        try:
            z = operate(x, y)
        except SoftError as error:
            return soft(error)
        clock.us += weigh(z, x, y)
        return z if kind == REAL else z + 0.0       # units cannot tell a real 0 from an integer: it has no sign
    return arithmetic

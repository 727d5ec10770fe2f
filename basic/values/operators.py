"""What the operators do, as closures made for the kinds of their operands, and as operations for units."""

import operator
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NoReturn

from basic.errors import DIVISION_BY_ZERO, OVERFLOW, STRING_TOO_COMPLEX, STRING_TOO_LONG, TYPE_MISMATCH, BasicError, SoftError
from basic.units import operations as op
from basic.values import real_functions, reals
from basic.values.code import INTEGER, NUMBER, REAL, STRING, Code, Emit, Get, Kind
from basic.values.weighing import Weighing

if TYPE_CHECKING:
    from basic.ports import Clock
    from basic.runtime.executor import Executor
    from basic.runtime.string_space import Heap
    from basic.units.value_builder import ValueBuilder

Number = int | float
GetWhole = Callable[[], int]

PASSING_STRINGS = 10        # that the machine can hold on to within an expression


def constant(value: int | float | bytes) -> Code:
    if isinstance(value, bytes):
        return Code(STRING, lambda: value, value, expr=lambda unit: op.Constant(value, op.STRING))
    return _integer(value) if isinstance(value, int) else _real_constant(value)


@lru_cache(1000)
def _integer(value: int) -> Code:
    return Code(INTEGER, lambda: value, value, expr=lambda unit: op.Constant(value, op.WHOLE), bounds=(value, value))


@lru_cache(1000)
def _real_constant(value: float) -> Code:
    return Code(REAL, lambda: value, value, expr=lambda unit: op.Constant(value, op.REAL))


def whole(wide: GetWhole, low: int, high: int, expr: Emit | None) -> Code:
    """A whole number that may go beyond 16 bits."""
    if low >= -32768 and high <= 32767:
        return Code(INTEGER, wide, expr=expr, bounds=(low, high))

    def get() -> Number:
        value = wide()
        return value if -32768 <= value <= 32767 else float(value)
    return Code(NUMBER, get, expr=expr, bounds=(low, high), wide=wide)


def mismatch(*codes: Code, number: int = TYPE_MISMATCH) -> Code:
    """Evaluates its operands, then fails."""
    gets = [abandoned(code) for code in codes]

    def get() -> NoReturn:
        for one in gets:
            one()
        raise BasicError(number)
    return Code(NUMBER if number == TYPE_MISMATCH else codes[0].kind, get)


def abandoned(code: Code) -> Get:
    """The closure of a value that an error follows: a passing string stays in the string space."""
    if not code.passing:
        return code.get
    get, leave = code.get, code.passing
    return lambda: leave(get())


def as_integer(code: Code) -> GetWhole:
    """The closure that gives CINT of the value."""
    if code.kind == INTEGER:
        return code.get
    if code.kind == STRING:
        return mismatch(code).get
    if code.wide is not None:
        wide = code.wide

        def in_range() -> int:
            value: int = wide()
            if -32768 <= value <= 32767:
                return value
            raise BasicError(OVERFLOW)
        return in_range
    get, to_integer = code.get, reals.to_integer

    def integer() -> int:
        value: Any = get()
        if type(value) is int:
            return value
        whole = int(value)
        return whole if whole == value and -32768 <= whole <= 32767 else to_integer(value)
    if isinstance(code.value, float):
        try:
            value = to_integer(code.value)
        except BasicError:
            return integer
        return lambda: value
    return integer


def binary(token: int, left: Code, right: Code, executor: "Executor", weighing: Weighing | None = None) -> Code:
    """`weighing`: what it takes besides, by both operands and the result; of a comparison and of whole numbers, by the
    operands alone."""
    if left.kind == STRING or right.kind == STRING:
        return _strings(token, left, right, executor.variables.heap, executor.clock, weighing)
    if token in _COMPARE:
        return _compared(token, left, right, executor.clock, weighing)
    if token in _LOGIC:
        return _logic(token, left, right)
    if token == 0xFB:
        get = _divided(remainder, *_both_integers(left, right), executor.clock, weighing)
        return Code(INTEGER, get, expr=_emit_remainder(left, right, weighing), bounds=_remainder_bounds(left, right))
    if token == 0xF9:
        get = _divided(divide_integers, *_both_integers(left, right), executor.clock, weighing)
        return Code(NUMBER, get, expr=_emit_quotient(left, right, weighing))
    if stays_whole(token, left, right):
        assert left.wide is not None and right.wide is not None
        get = (_INTEGER_ARITHMETIC[token](left.wide, right.wide) if weighing is None else
               _product(left.wide, right.wide, executor.clock, weighing[0]))
        return whole(get, *_bounds(token, left, right), _emit_whole(_SIGNS[token], left, right, weighing))
    if token == 0xF8:
        return _power(left, right, executor)
    kind = REAL if token == 0xF7 or REAL in (left.kind, right.kind) else NUMBER
    get = (_real(token, left.get, right.get, kind, executor.soft) if weighing is None else
           _weighed(token, left.get, right.get, kind, executor, weighing[0]))
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
    if token not in _INTEGER_ARITHMETIC or left.wide is None or right.wide is None:
        return False
    low, high = _bounds(token, left, right)
    return low > -EXACT and high < EXACT


def _emit_whole(sign: str, left: Code, right: Code, weighing: Weighing | None) -> Emit:
    return lambda unit: op.Whole(sign, unit.value(left), unit.value(right), weigh=unit.weigh(weighing))


def _logic(token: int, left: Code, right: Code) -> Code:
    sign = "&|^"[_LOGIC_ORDER.index(token)]
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


def _compared(token: int, left: Code, right: Code, clock: "Clock | None" = None, weighing: Weighing | None = None) -> Code:
    sign = _COMPARE_SIGNS[token]
    a, b = left.wide or left.get, right.wide or right.get
    get = _COMPARE[token](a, b)
    if weighing is not None and clock is not None:
        weigh, compare = weighing[0], _COMPARE_BY[token]

        def get() -> int:
            x = a()
            y = b()
            clock.us += weigh(x, y)
            return -1 if compare(x, y) else 0

    def test(unit: "ValueBuilder") -> op.Operation:
        one, other = unit.value(left), unit.value(right)
        return op.Compare(sign, one, other, weigh=unit.weigh(weighing))
    return Code(INTEGER, get, bounds=(-1, 0), test=test, expr=lambda unit: op.FromTruth(test(unit)))


def _bounds(token: int, left: Code, right: Code) -> tuple[int, int]:
    assert left.low is not None and left.high is not None and right.low is not None and right.high is not None
    if token == 0xF4:
        return left.low + right.low, left.high + right.high
    if token == 0xF5:
        return left.low - right.high, left.high - right.low
    corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    return min(corners), max(corners)


def _logic_bounds(token: int, left: Code, right: Code) -> tuple[int, int] | None:
    """Of what comes out where the bits of whole numbers are taken together that are not negative."""
    tops = [code.high for code in (left, right) if code.is_positive and code.high is not None]
    if token == 0xFA and tops:
        return 0, min(min(tops), 32767)
    if len(tops) == 2 and max(tops) <= 32767:
        return 0, (1 << max(tops).bit_length()) - 1
    return (-1, 0) if (left.low, left.high, right.low, right.high) == (-1, 0, -1, 0) else None


def _remainder_bounds(left: Code, right: Code) -> tuple[int, int] | None:
    if not isinstance(right.value, int) or not right.value:
        return None
    most = abs(right.value) - 1
    return 0 if left.is_positive else -most, most


def _emit_remainder(left: Code, right: Code, weighing: Weighing | None) -> Emit:
    def emit(unit: "ValueBuilder") -> op.Operation:
        if isinstance(right.value, int) and right.value and weighing is None:
            if left.is_positive:
                return op.Whole("%", unit.integer(left), op.Constant(abs(right.value), op.WHOLE))
            return op.SignedRemainder(unit.integer(left), abs(right.value))
        return op.Call(remainder, [unit.integer(left), unit.integer(right)], op.WHOLE, weigh=unit.weigh(weighing))
    return emit


def _emit_quotient(left: Code, right: Code, weighing: Weighing | None) -> Emit:
    def emit(unit: "ValueBuilder") -> op.Operation:
        if isinstance(right.value, int) and right.value > 0 and left.is_positive and weighing is None:
            return op.Whole("//", unit.integer(left), op.Constant(right.value, op.WHOLE))
        return op.Call(divide_integers, [unit.integer(left), unit.integer(right)], op.NUMBER, weigh=unit.weigh(weighing))
    return emit


def _emit_real(token: int, left: Code, right: Code, weighing: Weighing | None) -> Emit:
    def emit(unit: "ValueBuilder") -> op.Operation:
        if token == 0xF7:
            return op.Call(reals.div, [unit.value(left), unit.value(right)], op.REAL, weigh=unit.weigh(weighing))
        one, other = unit.value(left), unit.value(right)
        return op.Real(_SIGNS[token], one, other, _REAL_ARITHMETIC[token], weigh=unit.weigh(weighing))
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


def left_behind(code: Code, heap: "Heap") -> Code:
    """A passing string that what is made of it is put below: its own place in the string space is not given back."""
    if not code.passing:
        return code
    get, leave = code.get, heap.leave
    made = Code(STRING, lambda: leave(get()), expr=lambda unit: unit.left_behind(unit.value(code)))
    made.depth = code.depth
    return made


def _strings(token: int, left: Code, right: Code, heap: "Heap", clock: "Clock", weighing: Weighing | None) -> Code:
    if left.kind != right.kind:
        return _uneven(left, right) if left.kind != STRING and token in _OF_INTEGERS else mismatch(left, right)
    depth = max(left.depth, min(left.depth, 1) + right.depth, 1)
    if depth > PASSING_STRINGS:
        return mismatch(left, right, number=STRING_TOO_COMPLEX)
    if token in _COMPARE:
        compared = _compared(token, left, right, clock, weighing)
        if left.passing and right.value is None and right.slot is None:
            compared.get = _holding(_COMPARE_BY[token], left.get, left.passing, right.get, clock, weighing)
        return compared
    if token != 0xF4:
        return mismatch(left, right)
    left, right = left_behind(left, heap), left_behind(right, heap)
    a, b = left.get, right.get

    def join() -> bytes:
        text: bytes = a() + b()
        if len(text) > 255:
            raise BasicError(STRING_TOO_LONG)
        return text
    code = Code(STRING, join, expr=lambda unit: op.Join(unit.value(left), unit.value(right)))
    code.depth = depth
    code.passing = heap.leave
    return code


def _uneven(left: Code, right: Code) -> Code:
    """Where integers are wanted the number on the left is made one before the string on the right is looked at."""
    number, text = left.get, abandoned(right)

    def get() -> NoReturn:
        value = number()
        text()
        reals.to_integer(value)
        raise BasicError(TYPE_MISMATCH)
    return Code(NUMBER, get)


def _holding(compare: Callable[[bytes, bytes], bool], a: Get, leave: Callable[[bytes], bytes], b: Get, clock: "Clock",
             weighing: Weighing | None) -> GetWhole:
    """The comparison where an error on the right leaves the passing string on the left behind."""
    weigh = None if weighing is None else weighing[0]

    def compared() -> int:
        text = a()
        try:
            other = b()
        except BasicError:
            leave(text)
            raise
        if weigh is not None:
            clock.us += weigh(text, other)
        return -1 if compare(text, other) else 0
    return compared


EXACT = 1 << 31             # whole numbers up to here are exact reals
_SIGNS = {0xF4: "+", 0xF5: "-", 0xF6: "*"}
_COMPARE_SIGNS = {0xEE: ">", 0xEF: "==", 0xF0: ">=", 0xF1: "<", 0xF2: "!=", 0xF3: "<="}
_COMPARE_BY = {0xEE: operator.gt, 0xEF: operator.eq, 0xF0: operator.ge, 0xF1: operator.lt, 0xF2: operator.ne,
               0xF3: operator.le}
_OF_INTEGERS = (0xF9, 0xFA, 0xFB, 0xFC, 0xFD)
_LOGIC_ORDER = (0xFA, 0xFC, 0xFD)
_COMPARE: dict[int, Callable[[Get, Get], GetWhole]] = {
    0xEE: lambda a, b: lambda: -1 if a() > b() else 0,
    0xEF: lambda a, b: lambda: -1 if a() == b() else 0,
    0xF0: lambda a, b: lambda: -1 if a() >= b() else 0,
    0xF1: lambda a, b: lambda: -1 if a() < b() else 0,
    0xF2: lambda a, b: lambda: -1 if a() != b() else 0,
    0xF3: lambda a, b: lambda: -1 if a() <= b() else 0,
}

_LOGIC: dict[int, Callable[[GetWhole, GetWhole], GetWhole]] = {
    0xFA: lambda a, b: lambda: a() & b(),
    0xFC: lambda a, b: lambda: a() | b(),
    0xFD: lambda a, b: lambda: a() ^ b(),
}


_INTEGER_ARITHMETIC: dict[int, Callable[[GetWhole, GetWhole], GetWhole]] = {
    0xF4: lambda a, b: lambda: a() + b(),
    0xF5: lambda a, b: lambda: a() - b(),
    0xF6: lambda a, b: lambda: a() * b(),
}


def divide_integers(x: int, y: int) -> int | float:
    if y == 0:
        raise BasicError(DIVISION_BY_ZERO)
    value = abs(x) // abs(y)
    if (x < 0) != (y < 0):
        value = -value
    return value if value <= 32767 else float(value)


def remainder(x: int, y: int) -> int:
    """MOD: has the sign of x."""
    if y == 0:
        raise BasicError(DIVISION_BY_ZERO)
    value = abs(x) % abs(y)
    return value if x >= 0 else -value


def _divided(divide: Callable[[int, int], Any], a: GetWhole, b: GetWhole, clock: "Clock", weighing: Weighing | None) -> Get:
    def divided() -> Number:
        x = a()
        value: Number = divide(x, b())
        return value

    def weighed() -> Number:
        x = a()
        y = b()
        value: Number = divide(x, y)
        clock.us += weigh(value, x, y)
        return value
    if weighing is None:
        return divided
    weigh, _ = weighing
    return weighed


def _product(a: GetWhole, b: GetWhole, clock: "Clock", weigh: Callable[..., int]) -> GetWhole:
    def product() -> int:
        x = a()
        y = b()
        clock.us += weigh(x, y)
        return x * y
    return product


_WHOLE_ARITHMETIC: dict[int, Callable[[int, int], int]] = {0xF4: operator.add, 0xF5: operator.sub, 0xF6: operator.mul}
_REAL_ARITHMETIC: dict[int, Callable[[float, float], float]] = {
    0xF4: reals.add, 0xF5: reals.sub, 0xF6: reals.mul, 0xF7: reals.div}


def _real(token: int, a: Get, b: Get, kind: Kind, soft: Callable[[SoftError], float]) -> Get:
    """Arithmetic where a real is in play."""
    operate = _REAL_ARITHMETIC[token]
    if token == 0xF7 or kind == REAL:
        return _of_reals(operate, a, b, soft)
    return _of_either(_WHOLE_ARITHMETIC[token], operate, a, b, soft)


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
        return z
    return arithmetic


def _of_reals(operate: Callable[[float, float], float], a: Get, b: Get, soft: Callable[[SoftError], float]) -> Get:
    def arithmetic() -> float:
        x = a()
        y = b()
        try:
            return operate(x, y)
        except SoftError as error:
            return soft(error)
    return arithmetic


def _of_either(integers: Callable[[int, int], int], operate: Callable[[float, float], float], a: Get, b: Get,
               soft: Callable[[SoftError], float]) -> Get:
    """Two integers of kind NUMBER that meet here stay integers where they can."""
    def either() -> Number:
        x = a()
        y = b()
        if type(x) is int and type(y) is int:
            value = integers(x, y)
            return value if -32768 <= value <= 32767 else float(value)
        try:
            return operate(x, y)
        except SoftError as error:
            return soft(error)
    return either


def seen_by_1_0(value: int | float) -> int | float:
    """The number whose sign BASIC 1.0 takes for that of `value`: an integer that is not negative shows its low byte."""
    return value & 255 if type(value) is int and 0 <= value <= 32767 else value


def to_kind(value: Any, kind: Kind) -> Any:      # Any: what comes out is told by the kind
    """A number as a variable of the kind keeps it."""
    if kind == INTEGER:
        return value if type(value) is int else reals.to_integer(value)
    if kind == REAL:
        return float(value)
    return value


__all__ = ["INTEGER", "NUMBER", "OVERFLOW", "REAL", "STRING", "Code", "abandoned", "as_integer", "binary", "complement",
           "constant", "divide_integers", "mismatch", "negation", "seen_by_1_0", "stays_whole", "to_kind"]

"""Constants, and closures that make an integer, a whole number or an error of a value."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NoReturn

from basic.errors import OVERFLOW, TYPE_MISMATCH, BasicError
from basic.units import operations as op
from basic.values import reals
from basic.values.code import INTEGER, NUMBER, REAL, STRING, Code, Emit, Get, Kind

GetWhole = Callable[[], int]


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

    def get() -> int | float:
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

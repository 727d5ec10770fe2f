"""MOD and \\ of integers, as closures and as operations for units."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from basic.errors import DIVISION_BY_ZERO, BasicError
from basic.units import operations as op
from basic.values.code import INTEGER, NUMBER, Code, Emit, Get
from basic.values.conversions import GetWhole
from basic.values.weighing import Weighing

if TYPE_CHECKING:
    from basic.ports import Clock
    from basic.units.value_builder import ValueBuilder


def quotient_of(left: Code, right: Code, gets: tuple[GetWhole, GetWhole], clock: "Clock", weighing: Weighing | None) -> Code:
    """`gets` give the operands as integers."""
    return Code(NUMBER, _divided(divide_integers, *gets, clock, weighing), expr=_emit_quotient(left, right, weighing))


def remainder_of(left: Code, right: Code, gets: tuple[GetWhole, GetWhole], clock: "Clock", weighing: Weighing | None) -> Code:
    """The same for MOD."""
    return Code(INTEGER, _divided(remainder, *gets, clock, weighing), expr=_emit_remainder(left, right, weighing),
                bounds=_remainder_bounds(left, right))


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
    def divided() -> int | float:
        x = a()
        value: int | float = divide(x, b())
        return value

    def weighed() -> int | float:
        x = a()
        y = b()
        value: int | float = divide(x, y)
        clock.us += weigh(value, x, y)
        return value
    if weighing is None:
        return divided
    weigh, _ = weighing
    return weighed


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

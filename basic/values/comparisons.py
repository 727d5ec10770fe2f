"""Comparisons of numbers and of texts, as closures and as operations for units."""

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING

from basic.errors import BasicError
from basic.source.words import AT_LEAST, AT_MOST, EQUAL, GREATER, LESS, UNEQUAL
from basic.units import operations as op
from basic.values.code import INTEGER, Code, Get
from basic.values.conversions import GetWhole
from basic.values.weighing import Weighing

if TYPE_CHECKING:
    from basic.ports import Clock
    from basic.units.value_builder import ValueBuilder

_SIGNS = {GREATER: ">", EQUAL: "==", AT_LEAST: ">=", LESS: "<", UNEQUAL: "!=", AT_MOST: "<="}        # Python's
_COMPARED: dict[int, Callable[..., bool]] = {
    GREATER: operator.gt, EQUAL: operator.eq, AT_LEAST: operator.ge, LESS: operator.lt, UNEQUAL: operator.ne,
    AT_MOST: operator.le}
_GETS: dict[int, Callable[[Get, Get], GetWhole]] = {
    GREATER: lambda a, b: lambda: -1 if a() > b() else 0,
    EQUAL: lambda a, b: lambda: -1 if a() == b() else 0,
    AT_LEAST: lambda a, b: lambda: -1 if a() >= b() else 0,
    LESS: lambda a, b: lambda: -1 if a() < b() else 0,
    UNEQUAL: lambda a, b: lambda: -1 if a() != b() else 0,
    AT_MOST: lambda a, b: lambda: -1 if a() <= b() else 0,
}


def compared(token: int, left: Code, right: Code, clock: "Clock", weighing: Weighing | None) -> Code:
    """`weighing`: what it takes by both operands."""
    sign = _SIGNS[token]
    a, b = left.wide or left.get, right.wide or right.get
    get = _GETS[token](a, b)
    if weighing is not None:
        weigh, compare = weighing[0], _COMPARED[token]

        def get() -> int:
            x = a()
            y = b()
            clock.us += weigh(x, y)
            return -1 if compare(x, y) else 0

    def test(unit: "ValueBuilder") -> op.Operation:
        one, other = unit.value(left), unit.value(right)
        return op.Compare(sign, one, other, weigh=unit.weigh(weighing))
    return Code(INTEGER, get, bounds=(-1, 0), test=test, expr=lambda unit: op.FromTruth(test(unit)))


def holding(token: int, a: Get, leave: Callable[[bytes], bytes], b: Get, clock: "Clock", weighing: Weighing | None) -> GetWhole:
    """The comparison where an error on the right leaves the passing string on the left behind."""
    compare, weigh = _COMPARED[token], None if weighing is None else weighing[0]

    def get() -> int:
        text = a()
        try:
            other = b()
        except BasicError:
            leave(text)
            raise
        if weigh is not None:
            clock.us += weigh(text, other)
        return -1 if compare(text, other) else 0
    return get

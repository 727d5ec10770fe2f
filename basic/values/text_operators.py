"""What the operators do with texts: they are joined and compared; all else is an error."""

from typing import TYPE_CHECKING, NoReturn

from basic.errors import STRING_TOO_COMPLEX, STRING_TOO_LONG, TYPE_MISMATCH, BasicError
from basic.source.words import COMPARISONS, OF_INTEGERS, PLUS
from basic.units import operations as op
from basic.values import reals
from basic.values.code import NUMBER, STRING, Code
from basic.values.comparisons import compared, holding
from basic.values.conversions import abandoned, mismatch
from basic.values.weighing import Weighing

if TYPE_CHECKING:
    from basic.ports import Clock
    from basic.runtime.string_space import Heap

PASSING_STRINGS = 10        # that the machine can hold on to within an expression


def of_texts(token: int, left: Code, right: Code, heap: "Heap", clock: "Clock", weighing: Weighing | None) -> Code:
    if left.kind != right.kind:
        return _uneven(left, right) if left.kind != STRING and token in OF_INTEGERS else mismatch(left, right)
    depth = max(left.depth, min(left.depth, 1) + right.depth, 1)
    if depth > PASSING_STRINGS:
        return mismatch(left, right, number=STRING_TOO_COMPLEX)
    if token in COMPARISONS:
        code = compared(token, left, right, clock, weighing)
        if left.passing and not right.is_constant and right.slot is None:
            code.get = holding(token, left.get, left.passing, right.get, clock, weighing)
        return code
    if token != PLUS:
        return mismatch(left, right)
    left, right = _left_behind(left, heap), _left_behind(right, heap)
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


def _left_behind(code: Code, heap: "Heap") -> Code:
    """A passing string that what is made of it is put below: its own place in the string space is not given back."""
    if not code.passing:
        return code
    get, leave = code.get, heap.leave
    made = Code(STRING, lambda: leave(get()), expr=lambda unit: unit.left_behind(unit.value(code)))
    made.depth = code.depth
    return made


def _uneven(left: Code, right: Code) -> Code:
    """Where integers are wanted the number on the left is made one before the string on the right is looked at."""
    number, text = left.get, abandoned(right)

    def get() -> NoReturn:
        value = number()
        text()
        reals.to_integer(value)
        raise BasicError(TYPE_MISMATCH)
    return Code(NUMBER, get)

"""A compiled expression, as nodes and functions make it and statements use it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from basic.units.operations import Operation
    from basic.units.value_builder import ValueBuilder

Kind = Literal["i", "r", "n", "s"]
Get = Callable[[], Any]         # Any: what comes out is told by the kind, which is known when the closure is made
Emit = Callable[["ValueBuilder"], "Operation"]

INTEGER: Literal["i"] = "i"     # a Python int of 16 bits
REAL: Literal["r"] = "r"        # a float that a 40-bit real can hold
NUMBER: Literal["n"] = "n"      # one of these two: which of them, only the run can tell
STRING: Literal["s"] = "s"      # bytes
ALWAYS_ALIKE = 0.0, 0.0


class NotAlike(Exception):
    """Something depends on the value of a constant that is to be another one in each of several statements."""


class Code:
    """The kind of an expression's value and the closure that gives it.

    Whole numbers have bounds, `low` and `high`. Where these go beyond 16 bits `wide` gives a plain int all the same: the
    number is a real on the machine, but exact. For units there is `expr`, which gives the operation of the value that `wide` or
    else `get` gives, and for comparisons `test`, which gives the operation of a truth value. Without `expr` no unit can hold
    the expression.
    """

    __slots__ = ("kind", "get", "value", "slot", "depth", "low", "high", "wide", "expr", "test", "passing", "is_real",
                 "decided")

    kind: Kind
    get: Get
    value: int | float | bytes | None       # of a constant
    slot: int | None                        # of a plain variable
    depth: int                              # passing strings it needs at a time
    low: int | None
    high: int | None
    wide: Get | None
    expr: Emit | None
    test: Emit | None
    is_real: bool                           # on the machine, for what that costs; the value of a NUMBER may be a plain int here
    passing: Callable[[bytes], bytes] | None    # of a string made on the way, which nothing holds: what leaves it behind
    decided: tuple[float, float]            # what a comparison takes more where it is true, and where it is false
    varies = False                          # a Varying

    def __init__(self, kind: Kind, get: Get, value: int | float | bytes | None = None, slot: int | None = None,
                 expr: Emit | None = None, bounds: tuple[int, int] | None = None, wide: Get | None = None,
                 test: Emit | None = None):
        self.kind = kind
        self.get = get
        self.value = value
        self.slot = slot
        self.depth = 1 if kind == STRING and slot is None else 0
        self.low, self.high = bounds or ((-32768, 32767) if kind == INTEGER else (None, None))
        self.wide = wide or (get if kind == INTEGER else None)
        self.expr = expr
        self.test = test
        self.passing = None
        self.is_real = kind == REAL
        self.decided = ALWAYS_ALIKE

    def us_by_value(self, weigh: Callable[[Any], int]) -> int:
        """What a constant takes that takes its time by its value."""
        return weigh(self.value)

    @property
    def is_constant(self) -> bool:
        return self.value is not None

    @property
    def is_filled_text(self) -> bool:
        """A constant that is a text, and not an empty one."""
        return type(self.value) is bytes and bool(self.value)

    def is_within(self, low: int, high: int) -> bool:
        """A whole number that is known to be from low to high."""
        return self.low is not None and self.high is not None and low <= self.low and self.high <= high

    @property
    def is_positive(self) -> bool:
        """A whole number that is known not to be below 0."""
        return self.low is not None and self.low >= 0


class Varying(Code):
    """A constant of several statements that are compiled as one: `get` gives that of the statement that runs. Texts have one
    length, and are not empty. What a number takes by its value is kept in `weighs`, for each of them to work out. Nothing else
    may depend on the value."""

    __slots__ = ("weighs",)

    varies = True

    def __init__(self, kind: Kind, get: Get) -> None:
        self.kind = kind
        self.get = get
        self.slot = self.expr = self.test = self.passing = None
        self.depth = int(kind == STRING)
        self.wide = get if kind == INTEGER else None
        self.is_real = kind == REAL
        self.decided = ALWAYS_ALIKE
        self.weighs: list[Callable[[Any], int]] = []

    @property
    def is_constant(self) -> bool:
        return True

    @property
    def is_filled_text(self) -> bool:
        return self.kind == STRING

    def us_by_value(self, weigh: Callable[[Any], int]) -> int:
        self.weighs.append(weigh)
        return 0

    def _unknown(self) -> Any:
        raise NotAlike

    value = low = high = property(_unknown)

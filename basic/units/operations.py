"""The values of a unit, as data, each with its type. Printers turn them into Python text or other code.

A value gives something and may name values that it is made of; these are taken in the order of the fields. What it changes are
its effects (basic.units.effects). What a unit cannot do it gives up: the values and effects that may give up say so, and the
printer leads them to the exit of the statement (basic.units.exits). Nothing is changed for good before the last value that may
give up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from basic.records import record

if TYPE_CHECKING:
    from basic.runtime.string_space import Heap, Literals
    from basic.values.using_format import Field

Type = Literal["whole", "real", "number", "string", "bool", "object"]

WHOLE: Literal["whole"] = "whole"       # an integer of at most 32 bits; those of variables have 16
REAL: Literal["real"] = "real"          # a double that a 40-bit real can hold
NUMBER: Literal["number"] = "number"    # a whole number of 16 bits, or a real
STRING: Literal["string"] = "string"
BOOL: Literal["bool"] = "bool"
OBJECT: Literal["object"] = "object"    # of the runtime, given to a function that is called

OF_KIND: dict[str, Type] = {"i": WHOLE, "r": REAL, "n": NUMBER, "s": STRING}


class Operation:
    """A value; `gives` is its type."""
    __slots__ = ()
    gives: Type


# what is there already

@record(slots=True, eq=False)
class Constant(Operation):
    value: int | float | bytes
    gives: Type


@record(slots=True, eq=False)
class Scalar(Operation):
    """A plain variable."""
    slot: int
    gives: Type


@record(slots=True, eq=False)
class Element(Operation):
    """An array's element. The subscripts are whole numbers that are not negative; all but the last are within their
    dimension. The last one is too, unless it is a Subscript: then the load checks it, and may give up."""
    array: int
    subscripts: list[Operation]
    sizes: tuple[int, ...]
    gives: Type


@record(slots=True, eq=False)
class ElementAt(Operation):
    """An array's element by its place in the whole array, checked already."""
    array: int
    place: Operation
    gives: Type


@record(slots=True, eq=False)
class Index(Operation):
    """The place of an element in the whole array, of subscripts within their dimensions."""
    subscripts: list[Operation]
    sizes: tuple[int, ...]
    gives: Type = WHOLE


@record(slots=True, eq=False)
class Entry(Operation):
    """Part of a FOR that is on the stack: `limit` or `step`. `depth` counts from the lowest entry that the unit knows."""
    part: Literal["limit", "step"]
    depth: int
    gives: Type


@record(slots=True, eq=False)
class Temporary(Operation):
    """A passing value of one statement, set once."""
    number: int
    gives: Type


@record(slots=True, eq=False)
class Watched(Operation):
    """What a watched value was when the debugger last looked."""
    number: int
    watch: Any                  # basic.debug's; the unit only hands it on
    gives: Type = OBJECT


@record(slots=True, eq=False)
class RuntimeState(Operation):
    """An attribute of an object of the runtime, as it is now."""
    holder: object
    name: str
    gives: Type = OBJECT


# whole numbers

@record(slots=True, eq=False)
class Whole(Operation):
    """+ - * of whole numbers that stays within 32 bits, & | ^ of their bits, // and % of those that are not negative. It adds
    to the clock what `weigh` says of the operands."""
    sign: str
    left: Operation
    right: Operation
    gives: Type = WHOLE
    weigh: Callable[..., int] | None = None


@record(slots=True, eq=False)
class WholeNegation(Operation):
    operand: Operation
    gives: Type = WHOLE


@record(slots=True, eq=False)
class Complement(Operation):
    operand: Operation
    gives: Type = WHOLE


@record(slots=True, eq=False)
class SignedRemainder(Operation):
    """MOD a constant; it has the sign of the operand."""
    operand: Operation
    divisor: int
    gives: Type = WHOLE


@record(slots=True, eq=False)
class Bounded(Operation):
    """A whole number that has to be from low to high; gives up where it is not."""
    operand: Operation
    low: int
    high: int
    gives: Type = WHOLE


@record(slots=True, eq=False)
class Rounded(Operation):
    """CINT of a number that has to be from low to high; gives up where it is not."""
    operand: Operation
    low: int
    high: int
    gives: Type = WHOLE


@record(slots=True, eq=False)
class Subscript(Operation):
    """The last subscript of an Element: CINT of a number. Not below 0: gives up; not above `high`: the load sees to it."""
    operand: Operation
    high: int
    exact: bool                 # the operand is a whole number already
    positive: bool              # it is known not to be below 0
    gives: Type = WHOLE


# reals

@record(slots=True, eq=False)
class Real(Operation):
    """+ - * of reals with the machine's rounding; `exactly` is the function for results that need more than 32 bits. It may
    fail. It adds to the clock what `weigh` says of the operands and the result."""
    sign: str
    left: Operation
    right: Operation
    exactly: Callable[[float, float], float]
    gives: Type = REAL
    weigh: Callable[..., int] | None = None
    may_be_whole: bool = False      # both operands may be integers: then a 0 has no sign


@record(slots=True, eq=False)
class RealNegation(Operation):
    operand: Operation
    gives: Type = REAL


@record(slots=True, eq=False)
class ToReal(Operation):
    operand: Operation
    gives: Type = REAL


@record(slots=True, eq=False)
class Absolute(Operation):
    operand: Operation
    gives: Type


@record(slots=True, eq=False)
class Sign(Operation):
    """-1, 0 or 1. `low_byte`: of a whole number that is not negative only the low byte counts, as BASIC 1.0 does it."""
    operand: Operation
    low_byte: bool
    gives: Type = WHOLE


# truth

@record(slots=True, eq=False)
class Compare(Operation):
    """Of two numbers or two strings; the sign is Python's. It adds to the clock what `weigh` says of the operands."""
    sign: str
    left: Operation
    right: Operation
    gives: Type = BOOL
    weigh: Callable[..., int] | None = None


@record(slots=True, eq=False)
class Truth(Operation):
    """Whether a number is not 0."""
    operand: Operation
    gives: Type = BOOL


@record(slots=True, eq=False)
class LowByteTruth(Operation):
    """What BASIC 1.0 takes for true: a negative whole number, or one whose low byte is not 0."""
    operand: Operation
    gives: Type = BOOL


@record(slots=True, eq=False)
class Logic(Operation):
    """& | ^ of truth values; both are found out."""
    sign: str
    left: Operation
    right: Operation
    gives: Type = BOOL


@record(slots=True, eq=False)
class FromTruth(Operation):
    """-1 for true, 0 for false."""
    operand: Operation
    gives: Type = WHOLE


@record(slots=True, eq=False)
class GoesOn(Operation):
    """Whether a FOR makes another pass with this value; `sign` is that of its step, None where only the run can tell. It adds
    to the clock what `weigh` says of the values that are `weighed`."""
    value: Operation
    limit: Operation
    step: Operation
    sign: int | None
    weighed: list[Operation]
    gives: Type = BOOL
    weigh: Callable[..., int] | None = None


@record(slots=True, eq=False)
class IsOver(Operation):
    """Whether a FOR makes no pass at all. It adds to the clock what `weigh` says of limit and value."""
    value: Operation
    limit: Operation
    step: Operation
    sign: int | None
    gives: Type = BOOL
    weigh: Callable[..., int] | None = None


@record(slots=True, eq=False)
class OutOfRange(Operation):
    """Whether a whole number has more than 16 bits."""
    operand: Operation
    gives: Type = BOOL


@record(slots=True, eq=False)
class IsZero(Operation):
    """Whether the step of a FOR is 0. `low_byte` as with Sign."""
    operand: Operation
    low_byte: bool
    gives: Type = BOOL


@record(slots=True, eq=False)
class Differs(Operation):
    """Whether a watched value is not what it was."""
    operand: Operation
    before: Watched | RuntimeState
    gives: Type = BOOL


@record(slots=True, eq=False)
class Noted(Operation):
    """Never true. Where the condition holds, or where there is none, it tells `note` the time, the pc that comes next, and
    the values; `at_once`, since it also looks at the machine; `before` its statement, not behind it."""
    condition: Operation | None
    note: Callable[..., None]
    values: list[Operation]
    at_once: bool = False
    before: bool = False
    gives: Type = BOOL


# strings

@record(slots=True, eq=False)
class Join(Operation):
    """Two strings as one; gives up where that has more than 255 characters."""
    left: Operation
    right: Operation
    gives: Type = STRING


@record(slots=True, eq=False)
class Length(Operation):
    operand: Operation
    gives: Type = WHOLE


@record(slots=True, eq=False)
class FirstCode(Operation):
    """The code of the first character; fails where there is none."""
    operand: Operation
    gives: Type = WHOLE


@record(slots=True, eq=False)
class Character(Operation):
    """The string of one character with this code, out of a table."""
    code: Operation
    table: list[bytes]
    gives: Type = STRING


@record(slots=True, eq=False)
class LeftBehind(Operation):
    """A passing string whose room in the string space is not given back; gives up where the space is full."""
    operand: Operation
    heap: Heap
    gives: Type = STRING


@record(slots=True, eq=False)
class Made(Operation):
    """A string that is made on the way, which is none of the program's."""
    operand: Operation
    literals: Literals
    gives: Type = STRING


@record(slots=True, eq=False)
class KeptArgument(Operation):
    """A string that a parameter keeps: it takes room, unless it stands in the program, which none does that was `made` on the
    way; gives up where there is not enough. `doubled`: a single character takes it twice where it is the first, which is given
    up, too."""
    operand: Operation
    literals: Literals
    made: bool
    doubled: bool
    gives: Type = STRING


@record(slots=True, eq=False)
class PartOfPassing(Operation):
    """Keeps a passing string in a temporary, and takes a part of it; where that is empty, the string's room is given back."""
    temporary: Temporary
    text: Operation
    part: Operation
    heap: Heap
    gives: Type = STRING


# calls

@record(slots=True, eq=False)
class Call(Operation):
    """A function of the runtime, which has no effect but may fail. It adds to the clock what `weigh` says of the result and the
    operands."""
    function: Callable[..., Any]
    operands: list[Operation]
    gives: Type
    fails: bool = True
    weigh: Callable[..., int] | None = None


@record(slots=True, eq=False)
class TimedCall(Operation):
    """Likewise a function that gives a real and what it takes, of which the clock gets `share` of 1024; None: nothing."""
    function: Callable[..., tuple[float, int]]
    operands: list[Operation]
    share: int | None
    gives: Type = REAL


@record(slots=True, eq=False)
class UserFunction(Operation):
    """FN: the arguments are kept in temporaries, `us` is added to the clock, and then its expression is taken."""
    temporaries: list[Temporary]
    arguments: list[Operation]
    us: int
    expression: Operation
    gives: Type


@record(slots=True, eq=False)
class Blanks(Operation):
    """What SPC, TAB or a comma prints: as many as wanted, up to a column, or up to the next zone."""
    count: Callable[[int, int, int], int]
    wanted: Operation
    gives: Type = STRING


@record(slots=True, eq=False)
class InField(Operation):
    """A number as PRINT USING shows it in a field, or a part of a string with blanks behind it where the field is a width; both
    behind a text."""
    front: Constant
    value: Operation
    field: Field | int
    basic_1_1: bool
    gives: Type = STRING


@record(slots=True, eq=False)
class Written(Operation):
    """What PRINT USING prints: it goes on where it does not fit, as no item of a PRINT does."""
    operand: Operation
    gives: Type = STRING


@record(slots=True, eq=False)
class Timed(Operation):
    """The operand; it adds to the clock what `weigh` says of it."""
    operand: Operation
    weigh: Callable[..., int]
    gives: Type

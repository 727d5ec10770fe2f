"""The effects of a unit, as data: what it changes. They are made of values (basic.units.operations), which are taken in the
order of the fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from basic.records import record
from basic.units.operations import Element, ElementAt, Operation, RuntimeState, Temporary

if TYPE_CHECKING:
    from basic.ports import QuickGraphics, QuickText, Text
    from basic.runtime.data_pointer import DataPointer
    from basic.runtime.output import Output
    from basic.runtime.string_space import Heap, Literals
    from basic.units.jit import Jit
    from basic.values.real_functions import RandomNumbers


class Effect:
    __slots__ = ()


@record(slots=True, eq=False)
class SetTemporary(Effect):
    temporary: Temporary
    value: Operation


@record(slots=True, eq=False)
class SetState(Effect):
    """Changes an attribute of an object of the runtime."""
    state: RuntimeState
    value: Operation


@record(slots=True, eq=False)
class ReadItem(Effect):
    """READ: sets temporaries to the item of DATA that comes at a place, and to the place behind it; gives up where that is not
    known. What it takes, which may be long, is added to the clock."""
    data: DataPointer
    literals: Literals
    place: Operation
    value: Temporary
    after: Temporary


@record(slots=True, eq=False)
class SetScalar(Effect):
    slot: int
    value: Operation


@record(slots=True, eq=False)
class SetElement(Effect):
    """The value is taken before the subscripts."""
    element: Element | ElementAt
    value: Operation


@record(slots=True, eq=False)
class Poke(Effect):
    """The value is from 0 to 255."""
    address: Operation
    value: Operation
    ram: bytearray


@record(slots=True, eq=False)
class SetEntry(Effect):
    """FOR: part of its entry on the stack."""
    part: Literal["limit", "step"]
    depth: int
    value: Operation


@record(slots=True, eq=False)
class GiveUpIf(Effect):
    condition: Operation


@record(slots=True, eq=False)
class PauseIf(Effect):
    """Leaves the statement to the step, which is no failure."""
    condition: Operation


@record(slots=True, eq=False)
class ReturnToCaller(Effect):
    """RETURN from a GOSUB that the unit does not know: it ends, and goes on where the stack says. Gives up where no GOSUB is on
    the stack, or one of an event."""


@record(slots=True, eq=False)
class Save(Effect):
    """Keeps the clock, what is used of the string space, or where the random numbers are: the statement changes that and may
    give up all the same."""
    name: Literal["us", "used", "seed"]
    numbers: RandomNumbers | None = None
    keeper: Jit | None = None           # keeps the seed
    heap: Heap | None = None            # the string space


@record(slots=True, eq=False)
class Draw(Effect):
    """A function of the graphics, on whole numbers; it cannot fail. What it takes, which may be long, is added to the clock."""
    graphics: QuickGraphics
    function: Callable[..., int]
    operands: list[Operation]


@record(slots=True, eq=False)
class Print(Effect):
    """Items of a PRINT on stream 0; gives up where they do not all come out on the cursor's row. What it takes is added to the
    clock; `us_each` for each character is a part of it. Some of the texts may be Blanks."""
    output: Output
    quick: QuickText
    us_each: int
    texts: list[Operation]
    ends_line: bool


@record(slots=True, eq=False)
class Locate(Effect):
    """The cursor of stream 0 goes to a column and a row from 1 to 255; gives up where it is shown. What it takes is added to
    the clock."""
    text: Text
    quick: QuickText
    column: Operation
    row: Operation


@record(slots=True, eq=False)
class Colour(Effect):
    """The pen of stream 0, or its paper, becomes one from 0 to 15; gives up as Locate does."""
    text: Text
    quick: QuickText
    is_pen: bool
    number: Operation


@record(slots=True, eq=False)
class KeepString(Effect):
    """Sets a temporary to a string that a variable is to keep, and takes room for it; gives up where there is not enough.

    A string of the program itself takes no room, unless it was `made` on the way. `doubled`: a single character takes it twice
    where it is the first, which is given up, too. Then `us` and for each character `us_each`, in
    1024ths, or `us_empty`, are added to the clock.
    """
    temporary: Temporary
    value: Operation
    literals: Literals
    overhead: int
    made: bool
    doubled: bool
    us: int
    us_each: int
    us_empty: int

"""Values of a unit that look at the machine: at its memory, its screen, its keys and its clock; and the random numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from basic.records import field_names, record
from basic.units.operations import BOOL, REAL, STRING, WHOLE, Operation, RuntimeState, Type

if TYPE_CHECKING:
    from basic.ports import Clock, Keyboard, QuickGraphics
    from basic.runtime.real_time import RealTime
    from basic.runtime.string_space import Heap
    from basic.values.real_functions import RandomNumbers


@record(slots=True, eq=False)
class FreeAddress(Operation):
    """An address from 0 to 65535 at which nothing but the RAM is: above HIMEM, and not among the system's own variables. Gives
    up at any other."""
    operand: Operation
    himem: RuntimeState
    gives: Type = WHOLE


@record(slots=True, eq=False)
class Peek(Operation):
    """A byte of the memory: of the RAM where nothing else is, or of the program, from `begin` to `end`. Gives up
    at any other address, where BASIC or the system has what the RAM does not: from there to `free_from`, and from the strings
    on, which have what is used of the string space `heap`, to `himem`."""
    address: Operation
    ram: bytearray
    program: Callable[[], bytes]
    begin: int
    end: int
    free_from: RuntimeState
    himem: RuntimeState
    heap: Heap
    gives: Type = WHOLE


@record(slots=True, eq=False)
class Random(Operation):
    """The next random number."""
    numbers: RandomNumbers
    gives: Type = REAL


@record(slots=True, eq=False)
class Ticks(Operation):
    """TIME, as it was so many microseconds before the statement's end. The others are of the clock."""
    clock: Clock
    ahead: RuntimeState
    late: RuntimeState
    turn_at: RuntimeState
    later: int
    gives: Type = REAL


@record(slots=True, eq=False)
class Tested(Operation):
    """TEST: the ink of a point, where the graphics cursor goes. Done twice, it does the same. What it takes is added to the
    clock."""
    graphics: QuickGraphics
    x: Operation
    y: Operation
    gives: Type = WHOLE


@record(slots=True, eq=False)
class NearMoment(Operation):
    """Whether the moment up to which the run was asked for is so near that what takes `us` may end behind it."""
    us: int
    gives: Type = BOOL


@record(slots=True, eq=False)
class NoKey(Operation):
    """INKEY$ where there is no key: an empty string. Gives up where there is one."""
    real_time: RealTime
    gives: Type = STRING


@record(slots=True, eq=False)
class LookAtKeys(Operation):
    """INKEY or JOY of a number: `function` is one of the keyboard's."""
    real_time: RealTime
    keyboard: Keyboard
    function: Literal["pressed", "joystick"]
    number: Operation
    gives: Type = WHOLE


def sees_printing(part: Any) -> bool:
    """Whether what PRINT changes is in an operation, or in one of several: TIME, a byte of the RAM, or a point."""
    if isinstance(part, list):
        return any(map(sees_printing, part))
    if isinstance(part, Ticks | Peek | Tested):
        return True
    return isinstance(part, Operation) and any(sees_printing(getattr(part, name)) for name in field_names(part))

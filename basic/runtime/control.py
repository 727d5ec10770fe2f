"""What control flow is made of: steps, places, the fixed steps, what a waiting statement raises, the entries of the stack."""

from collections.abc import Callable
from typing import Any

from basic.records import record

Step = Callable[[], int]                    # does a statement, gives the next program counter
Position = tuple[int | None, int]              # the line's place in the program (None: the direct line), the statement's in it

READY, EDIT, END_OF_PROGRAM, PAUSED, ATTEND, FIRST_LINE = range(6)
BEHIND = 1 << 30                # a line's place: behind the last line, however many there are

PRINTER, FILE = 8, 9             # the streams that are no windows
STACK_SIZE = 507
NEARLY_FULL = 400           # from here on operands may be what does not fit
LONGEST_NAME = 40
NEVER_FULL = 22              # entries that fit, whatever they are
GOSUB_SIZE, WHILE_SIZE, INTEGER_FOR_SIZE, REAL_FOR_SIZE = 6, 7, 16, 22


class Diverted(Exception):
    """A statement has been done that changes when events are due; the program goes on at `pc`."""

    def __init__(self, pc: int) -> None:
        super().__init__(pc)
        self.pc = pc


class Trapped(Diverted):
    """A debugger stops the run at `pc`."""


class UnitLeft(Exception):
    """A unit has been left at the beginning of the statement at `pc`, whose cost has been added already: `step` is to go on.
    No step: the statement has not begun, and a debugger is to look first."""

    def __init__(self, pc: int, step: Step | None):
        super().__init__(pc)
        self.pc = pc
        self.step = step


class Waiting(Exception):
    """A statement waits: for a `key`, a `frame`, a `sound` queue. It runs again from its start."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class BasicStarts(Exception):
    """Machine code has started BASIC, as after switching on, with memory up to `himem`."""

    def __init__(self, himem: int) -> None:
        super().__init__(himem)
        self.himem = himem


@record(slots=True)
class Frame:
    """An entry of the BASIC stack: `size` tells GOSUB, WHILE and FOR apart, as on the machine."""
    size: int
    key: tuple[Any, int] | None = None      # FOR and WHILE: as `Loops.end_key` has it; an event's GOSUB: what kind, and the
                                            # priority before; GOSUB: None, or `DirectBytes.place_behind`
    pc: int = 0                             # GOSUB: where it returns; FOR and WHILE: the body
    slot: int = 0
    limit: float = 0
    step: float = 0
    sign: int = 0
    condition: Callable[[], Any] | None = None
    opener: int = 0                         # the pc of the FOR, WHILE or GOSUB itself

    @property
    def is_direct(self) -> bool:
        """Whether it is the GOSUB of a direct line."""
        return self.key is not None and isinstance(self.key[0], tuple)

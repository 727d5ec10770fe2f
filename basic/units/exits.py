"""The places where a unit can be left in the middle of its text, as data.

Each has a number. What a unit gives up says the number, as does what pauses it; for what may fail by itself (a load beyond an
array's end, a function of the runtime) the text keeps the number in `at`. Then compiled_unit.CompiledUnit writes back what the
exit says, and the plain steps go on.
"""

from typing import NamedTuple, NoReturn

from basic.units.flow_graph import Cycle
from basic.units.heat_tally import Part
from basic.units.nodes import Node, Stack


class Leaving(Exception):
    """Leads to the exit with the number that is its argument."""


class Deopt(Leaving):
    """The unit does not cover this: the plain step does it."""


class Pause(Leaving):
    """The time is over in the middle of a unit, or a debugger wants to look."""


def deopt(exit: int) -> NoReturn:
    raise Deopt(exit)


def pause(exit: int) -> NoReturn:
    raise Pause(exit)


class Counted(NamedTuple):
    """A loop that the clock does not show yet: each pass took `us`; how many there were, its variable tells."""
    us: int
    slot: int
    depth: int


class Exit(NamedTuple):
    """Where a unit is left: at the beginning of a statement, as far as the program goes."""
    pc: int
    which: int              # NEXT: the variable that it has come to
    covered: bool           # the statement is one of the unit's
    cost: int               # what the unit has counted for the statement
    us: int                 # what has passed up to and with the statement, but is not in the clock
    counted: Counted | None
    saves: frozenset[str]   # of "us", "used" and "seed": what is to be taken as it was before the statement
    looks: bool             # the statement has not begun; a debugger may want to stop before it does
    stack: Stack
    way: tuple[Part, ...]   # what has been done before, but not been counted yet for the heat map


class Place(NamedTuple):
    """What a line of the text stands for; it becomes an exit if the line can leave the unit."""
    node: Node
    us: int
    cycle: Cycle | None     # the counted loop whose passes are not in the clock
    saves: frozenset[str]
    looks: bool
    way: tuple[Part, ...]


class Exits:
    """The exits of a unit while it is printed."""

    def __init__(self) -> None:
        self.table: list[Exit] = []
        self._numbers: dict[Place, int] = {}

    def number(self, place: Place) -> int:
        number = self._numbers.get(place)
        if number is None:
            node, us, cycle, saves, looks, way = place
            number = self._numbers[place] = len(self.table)
            counted = None
            if cycle is not None and cycle.tail is not None and cycle.tail.counted is not None:
                counted = Counted(cycle.per_pass, cycle.tail.counted.slot, len(cycle.head.stack) - 1)
            self.table.append(Exit(node.pc, node.which, node.left is None, node.cost, us, counted, saves, looks, node.stack,
                                   way))
        return number

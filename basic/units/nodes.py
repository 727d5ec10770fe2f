"""The nodes of a unit's flow graph, and the entries of the BASIC stack as far as the unit knows them."""

from typing import Literal, NamedTuple

from basic.records import field, record
from basic.units.effects import Effect
from basic.units.operations import Noted, Operation


class StackEntry(NamedTuple):
    """An entry of the BASIC stack, as far as it is known while the unit is written."""
    size: int
    key: tuple[int, int] | None     # FOR and WHILE: their end
    pc: int                         # of the body; where a GOSUB returns to
    slot: int
    opener: int
    sign: int | None                # FOR: of its step, None where only the run can tell
    real: bool                      # it was there before the unit began


Stack = tuple[StackEntry, ...]


@record(eq=False, slots=True)
class Way:
    """A way from a node to the next."""
    condition: Operation | None     # None: whenever those before it do not apply
    to: "Node"
    us: int = 0                     # that the way takes
    effects: tuple[Effect, ...] = ()


@record(eq=False, slots=True)
class Node:
    """A statement in the company of what lies on the stack when it runs."""
    pc: int
    which: int                      # NEXT: the variable that it has come to
    stack: Stack
    cost: int = 0
    effects: list[Effect] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    assigned: set[int] = field(default_factory=set)
    left: Literal["written", "raised"] | None = None    # the unit ends here: at the end of its text, or where that is seldom
    most: int = 0                   # microseconds that its effects may add to the clock
    saves: set[str] = field(default_factory=set)        # of "us", "used", "seed": it changes them and may give up all the same
    counted: StackEntry | None = None                   # NEXT: the FOR that it counts on
    checks: list[Operation] = field(default_factory=list)       # conditions on which a debugger wants to look behind it
    notes: list[Noted] = field(default_factory=list)            # what a debugger is told where it begins
    temporaries: int = 0
    draws: bool = False             # it may take long: behind it the unit looks at the clock

    def leave_out(self) -> None:
        """The unit ends before this node."""
        self.effects, self.ways, self.most, self.saves, self.counted = [], [], 0, set(), None
        self.temporaries, self.draws = 0, False
        self.left = "raised" if self.which else "written"

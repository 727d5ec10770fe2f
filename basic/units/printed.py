"""What is known of a unit in machine code besides its instructions, as plain data: another run of the program can take it.

It fits a run in which everything is as it was that the printing depended on: the program and the machine (kept_units sees to
that), the places of its statements, what its names mean, and which statements have been reached.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from basic.runtime.control import FIRST_LINE
from basic.units.exits import Exit
from basic.units.nodes import Stack, StackEntry
from basic.units.user_functions import Signature
from basic.values.code import Kind

if TYPE_CHECKING:
    from basic.runtime.executor import Executor

# attributes of the runtime, by their places in the memory
STATES = {"himem": 0, "degrees": 1, "seed": 2, "seed_before": 3, "used": 4, "room": 5, "ahead": 6, "place": 7, "keyless": 8,
          "polls": 9, "polled_at": 10, "free_from": 11, "zone": 12, "late": 13, "turn_at": 14}
CHANGING = ("seed", "seed_before", "used", "place", "polls", "polled_at")   # those that units change
# what a unit needs: the screen, the RAM, that it is written back, a text window, the program beside the RAM
SCREEN, LOOKS, CHANGES, WINDOW, PROGRAM = 1, 2, 4, 8, 16


class PlaceOf(NamedTuple):
    """A statement that the unit has or leads to."""
    pc: int
    line: int | None
    statement: int
    cost: int               # -1: the unit does not have it
    known_lines: int        # by their places: a bit for each


class Slot(NamedTuple):
    number: int
    name: bytes
    kind: Kind


class ArrayOf(NamedTuple):
    number: int
    name: bytes
    kind: Kind
    sizes: tuple[int, ...]


class Surroundings(NamedTuple):
    """What a unit was made of."""
    places: list[PlaceOf]
    slots: list[Slot]
    arrays: list[ArrayOf]
    kinds: list[Kind]                   # what the first letters of names mean to its statements

    def fit(self, executor: "Executor") -> bool:
        """Whether they are there now."""
        table, variables, made = executor.table, executor.variables, executor.jit.made
        where, cost, kinds, lines_known = table.where, table.cost, table.kinds, table.known_lines.by_place
        here, own = len(where), self.kinds
        for pc, line, statement, us, known_lines in self.places:
            if pc >= here or (place := where[pc]) != (line, statement):
                return False
            if us >= 0 and (pc not in made or cost[pc] != us or kinds.get(pc) != own):
                return False
            if us >= 0 and lines_known.get(place, 0) != known_lines:
                return False
        for slot, name, kind in self.slots:
            if slot >= len(variables.names) or variables.names[slot] != name or variables.kinds[slot] != kind:
                return False
        for number, name, kind, sizes in self.arrays:
            if number >= len(variables.data) or variables.data[number] is None or variables.array_names[number] != name:
                return False
            if variables.array_kinds[number] != kind or variables.sizes[number] != sizes:
                return False
        return True


class Printed(NamedTuple):
    pc: int
    around: Stack
    surroundings: Surroundings | None   # None: no other run can have the same
    pcs: set[int]                       # of its statements
    ends: list[tuple[int, Stack]]       # where other units may begin when it ends
    exits: list[Exit]
    depths: list[int]                   # of the FORs that it may open
    changed: list[int]                  # variables
    scalars: list[int]                  # those that it uses
    opened: list[StackEntry]
    states: list[str]                   # attributes of the runtime that it uses
    needs: int
    worst: int                          # the most microseconds that pass before it looks at the clock again
    cost: int                           # of its first statement
    loops: bool
    arrays: list[int]
    shape: int                          # the number of the arrays' shape
    unknown: list[int]                  # where it ends because that had never been reached
    texts: list[tuple[int, bytes]]      # strings of the program, by their numbers
    functions: list[Signature]          # that it calls

    def fits(self, executor: "Executor") -> bool:
        """Whether all is there that it was made of, and no more of the program is known than was then."""
        if self.surroundings is None or not executor.jit.made.keys().isdisjoint(self.unknown):
            return False
        if not are_defined(self.functions, executor) or not self.surroundings.fit(executor):
            return False
        return executor.variables.created.keys() >= set(self.changed)


def are_defined(functions: Sequence[Signature], executor: "Executor") -> bool:
    """Whether these functions mean what they did."""
    known = executor.functions
    return not functions or all(
        (one := known.get(signature[:2])) is not None and one.signature == signature for signature in functions)


def surroundings(executor: "Executor", costs: dict[int, int], pcs: set[int], others: set[int], slots: set[int],
                 arrays: set[int]) -> Surroundings | None:
    """Those of a unit that is made now: its statements and what they cost, places that it leads to, what it uses."""
    table, variables = executor.table, executor.variables
    places = [PlaceOf(pc, *table.where[pc], costs.get(pc, -1), table.known_lines.of(table.where[pc]))
              for pc in sorted({*pcs, *others})]
    kinds, *more = [table.kinds.get(pc) for pc in pcs]
    if kinds is None or any(one != kinds for one in more):
        return None
    if any(place.line is None and place.pc >= FIRST_LINE and place.pc != table.end_pc() for place in places):
        return None             # it has to do with a line without a number
    return Surroundings(
        places, [Slot(slot, variables.names[slot], variables.kinds[slot]) for slot in sorted(slots)],
        [ArrayOf(number, variables.array_names[number], variables.array_kinds[number], tuple(variables.sizes[number]))
         for number in sorted(arrays)], list(kinds))


# as marshal takes it

def as_plain(printed: Any) -> Any:
    """With plain tuples for named ones."""
    if isinstance(printed, tuple):
        return tuple(map(as_plain, printed))
    return list(map(as_plain, printed)) if isinstance(printed, list) else printed


def from_plain(found: tuple[Any, ...]) -> Printed:
    pc, around, (places, slots, arrays, kinds), pcs, ends, exits, depths, changed, scalars, opened, *others = found
    known = Surroundings([PlaceOf(*one) for one in places], [Slot(*one) for one in slots], [ArrayOf(*one) for one in arrays],
                         kinds)
    return Printed(pc, _stack(around), known, pcs, [(to, _stack(stack)) for to, stack in ends], [_exit(*one) for one in exits],
                   depths, changed, scalars, [StackEntry(*one) for one in opened], *others)


def _stack(found: tuple[Any, ...]) -> Stack:
    return tuple([StackEntry(*one) for one in found])


def _exit(pc: int, which: int, covered: bool, cost: int, us: int, counted: None, saves: frozenset[str], looks: bool,
          stack: tuple[Any, ...], way: tuple[()]) -> Exit:
    return Exit(pc, which, covered, cost, us, counted, saves, looks, _stack(stack), way)

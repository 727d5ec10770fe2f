"""Variables and arrays, with the bytes they cost on the machine.

A plain variable is a slot in `values`; an array is a number in `data` (its elements, flat) and `sizes` (elements per
dimension). Steps hold the lists themselves, so both are only ever changed in place.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from basic.errors import ALREADY_DIMENSIONED, IMPROPER, MEMORY_FULL, SUBSCRIPT, BasicError
from basic.runtime.clock import Clock
from basic.runtime.string_space import Heap, Literals
from basic.syntax.forms import Named
from basic.timing.costs import MODELS
from basic.values.code import INTEGER, REAL, STRING, Code, Kind

ZERO: dict[Kind, int | float | bytes] = {INTEGER: 0, REAL: 0.0, STRING: b""}
KINDS: dict[int, Kind] = {2: INTEGER, 3: STRING, 4: REAL}      # by a name's type byte, where that tells the kind
SIZE = {INTEGER: 2, STRING: 3, REAL: 5}

Names = tuple[bytes, Kind]          # a variable's name and kind


Places = tuple[tuple[bytes, ...], tuple[Kind, ...], tuple[bytes, ...], tuple[Kind, ...]]


@lru_cache(maxsize=4096)
def _alike(one: bytes, other: bytes) -> int:
    """With how many letters both begin; a name's last letter is marked."""
    if one == other:
        return len(one)
    most = min(len(one), len(other)) - 1
    for alike in range(most):
        if one[alike] != other[alike]:
            return alike
    return most


class Variables:
    def __init__(self, basic_1_1: bool, room: Callable[[], int], clock: Clock) -> None:
        self.room_in_all = room             # bytes between the program and HIMEM
        self.clock = clock
        self.costs = MODELS[basic_1_1]
        self.zeros: dict[tuple[int, ...], bytes] = {}   # what was POKEd into reals that are 0: by slot, or array and place
        self.values: list[Any] = []         # of the slot's kind: steps know which
        self.kinds: list[Kind] = []
        self.names: list[bytes] = []
        self.slots: dict[Names, int] = {}
        self.slot_codes: dict[int, Code] = {}   # slot -> what reads it, the same in all statements
        self.created: dict[int, int] = {}   # slot -> its offset in the variables' area
        self.scalars_size = 0
        self.data: list[Any] = []           # a list of its elements, None before DIM: steps have it dimensioned first
        self.sizes: list[tuple[int, ...]] = []
        self.array_kinds: list[Kind] = []
        self.array_names: list[bytes] = []
        self.array_slots: dict[Names, int] = {}
        self.array_order: list[int] = []
        self.arrays_size = 0
        self.functions_size = 0
        self.functions: set[Names] = set()      # those that DEF FN or FN has named
        self.shape = [0]                    # grows whenever an array comes, goes or changes its size
        self.default_kinds: list[Kind] = [REAL] * 26    # what DEFINT, DEFREAL, DEFSTR say of each first letter
        self._passed: dict[Named, int] = {}     # what `passed_for` has found, with these kinds and the variables there are
        self._passed_kinds = self.default_kinds
        self.on_made: Callable[[int], None] = lambda slot: None     # a variable has been made
        self.heap = Heap(self, basic_1_1)
        self.literals = Literals(self.heap)

    # what is there

    def pointing_into_program(self) -> list[tuple[list[Any], int, int]]:
        """The strings that stand in the program: (where a variable has one, the place there, its address)."""
        places = self.literals.places
        found = [(self.values, slot, places.get(id(self.values[slot]))) for slot in self.created if self.kinds[slot] == STRING]
        for data, kind in zip(self.data, self.array_kinds, strict=True):
            if kind == STRING and data is not None:
                found += [(data, place, places.get(id(text))) for place, text in enumerate(data)]
        return [(holders, place, address) for holders, place, address in found if address is not None]

    def size(self) -> int:
        """The bytes behind the program."""
        return self.scalars_size + self.arrays_size + self.functions_size

    def room(self) -> int:
        return self.room_in_all() - self.size()

    def free(self) -> int:
        return self.room() - self.heap.bytes_used

    def kind_of(self, name: bytes, token: int, defaults: list[Kind] | None = None) -> Kind:
        """The kind of a variable: by its suffix, or by what its first letter was declared as: now, or then."""
        return KINDS.get(token) or (defaults or self.default_kinds)[name[0] - 65]

    def slot(self, name: bytes, kind: Kind) -> int:
        slot = self.slots.get((name, kind))
        if slot is None:
            slot = self.slots[name, kind] = len(self.values)
            self.values.append(ZERO[kind])
            self.kinds.append(kind)
            self.names.append(name)
        return slot

    def array(self, name: bytes, kind: Kind) -> int:
        array = self.array_slots.get((name, kind))
        if array is None:
            array = self.array_slots[name, kind] = len(self.data)
            self.data.append(None)
            self.sizes.append(())
            self.array_kinds.append(kind)
            self.array_names.append(name)
        return array

    # making and clearing

    def create(self, slot: int) -> None:
        """The variable gets its bytes, as when it is first assigned."""
        if slot not in self.created:
            size = len(self.names[slot]) + 3 + SIZE[self.kinds[slot]]
            self.make_room(size)
            self._passed.clear()
            self.created[slot] = self.scalars_size + self.functions_size + len(self.names[slot]) + 3
            self.clock.us += self.costs.created[self.kinds[slot]] + self.costs.lasting(self.costs.moved_byte * self.arrays_size)
            self.scalars_size += size
            self.on_made(slot)

    def passed_for(self, named: Named, kinds: list[Kind]) -> int:
        """What the machine takes to come past other variables before it finds those that a statement names."""
        if kinds is not self._passed_kinds:
            self._passed.clear()
            self._passed_kinds = kinds
        us = self._passed.get(named)
        if us is None:
            scalars, arrays = named
            us = 0
            for names, passed in ((scalars, self.passed), (arrays, self.passed_array)):
                for name, type_byte in names:
                    us += passed(name, self.kind_of(name, type_byte, kinds))
            self._passed[named] = us
        return us

    def passed_when_made(self, slot: int, named: Named) -> int:
        """What the statement that makes the variable takes to come past it, when it looks for its other ones."""
        made = self.names[slot]
        return sum(self._passing(name, made) for name, _ in named[0] if name[0] == made[0] and name != made)

    def passed(self, name: bytes, kind: Kind) -> int:
        """What the machine takes to come past other variables before it finds that one, or the end: those that begin with the
        same letter, the newest first."""
        sought, names, first, us = self.slots.get((name, kind)), self.names, name[0], 0
        for slot in reversed(self.created):
            if slot == sought:
                break
            other = names[slot]
            if other[0] == first:
                us += self._passing(name, other)
        return us

    def passed_array(self, name: bytes, kind: Kind) -> int:
        """The same for an array: those of its kind."""
        sought, us = self.array_slots.get((name, kind)), 0
        for array in reversed(self.array_order):
            if array == sought:
                break
            if self.array_kinds[array] == kind:
                us += self._passing(name, self.array_names[array])
        return us

    def _passing(self, name: bytes, other: bytes) -> int:
        us: int = self.costs.name_passed + self.costs.letter_passed * _alike(name, other)
        return us + self.costs.other_kind_passed * (name == other)

    def make_room(self, size: int) -> None:
        """Makes sure that `size` bytes are free: tidies the strings if need be. Memory full if there are not."""
        if size > self.free():
            self.heap.collect()
            if size > self.free():
                raise BasicError(MEMORY_FULL)

    def create_function(self, name: bytes, kind: Kind) -> None:
        """A function gets its bytes, as when it is first named."""
        if (name, kind) not in self.functions:
            self.make_room(len(name) + 5)
            self.functions.add((name, kind))
            self.functions_size += len(name) + 5
            self.clock.us += self.costs.created[INTEGER] + self.costs.lasting(self.costs.moved_byte * self.arrays_size)

    def dimension(self, array: int, tops: list[int]) -> None:
        if self.data[array] is not None:
            raise BasicError(ALREADY_DIMENSIONED)
        count = 1
        for top in tops:
            count *= top + 1
        kind = self.array_kinds[array]
        size = self._array_size(array, len(tops), count)
        if count * SIZE[kind] > 65535:
            raise BasicError(SUBSCRIPT)
        self.make_room(size)
        self.arrays_size += size
        self.clock.us += self.costs.lasting(self.costs.dimensioned * size + self.costs.further_dimension * (len(tops) - 1))
        self.data[array] = [ZERO[kind]] * count
        self.sizes[array] = tuple(top + 1 for top in tops)
        self._passed.clear()
        self.array_order.append(array)
        self.shape[0] += 1

    def _array_size(self, array: int, dimensions: int, count: int) -> int:
        return len(self.array_names[array]) + 6 + 2 * dimensions + count * SIZE[self.array_kinds[array]]

    def erase(self, array: int) -> None:
        data = self.data[array]
        if data is None:
            raise BasicError(IMPROPER)
        self.clock.us += self.passed_array(self.array_names[array], self.array_kinds[array])
        behind = self.array_order[self.array_order.index(array) + 1:]
        moved = sum(self._array_size(one, len(self.sizes[one]), len(self.data[one] or ())) for one in behind)
        self.clock.us += self.costs.lasting(self.costs.moved_byte * moved + self.costs.kept_array * (len(self.array_order) - 1))
        self.arrays_size -= self._array_size(array, len(self.sizes[array]), len(data))
        self.data[array] = None
        self.sizes[array] = ()
        self._passed.clear()
        self.array_order.remove(array)
        for place in [place for place in self.zeros if place[0] == array and len(place) == 2]:
            del self.zeros[place]
        self.shape[0] += 1

    def clear(self) -> None:
        for slot, kind in enumerate(self.kinds):
            self.values[slot] = ZERO[kind]
        self._passed.clear()
        self.created.clear()
        self.scalars_size = self.arrays_size = self.functions_size = 0
        self.data[:] = [None] * len(self.data)
        self.sizes[:] = [()] * len(self.sizes)
        self.array_order.clear()
        self.zeros.clear()
        self.shape[0] += 1
        self.heap.used = 0

    # elements

    def index(self, array: int, subscripts: list[int]) -> int:
        """The place of an element; dimensions the array with 10 where it is used undimensioned."""
        for subscript in subscripts:
            if subscript < 0:
                raise BasicError(IMPROPER)
        if self.data[array] is None:
            self.dimension(array, [10] * len(subscripts))
            self.clock.us += self.costs.lasting(self.costs.not_dimensioned)
        sizes = self.sizes[array]
        if len(sizes) != len(subscripts):
            raise BasicError(SUBSCRIPT)
        place, stride = 0, 1
        for subscript, size in zip(subscripts, sizes, strict=True):
            if subscript >= size:
                raise BasicError(SUBSCRIPT)
            place += subscript * stride
            stride *= size
        return place

    def reader(self, array: int, subscripts: list[Callable[[], int]]) -> Callable[[], Any]:
        """The closure that gives an element."""
        data, sizes, index = self.data, self.sizes, self.index
        if len(subscripts) == 1:
            first, = subscripts

            def read_1() -> Any:
                i = first()
                if i >= 0 and len(sizes[array]) == 1 and i < sizes[array][0]:
                    return data[array][i]
                place = index(array, [i])
                return data[array][place]
            return read_1
        if len(subscripts) == 2:
            first, second = subscripts

            def read_2() -> Any:
                i = first()
                if i < 0:
                    raise BasicError(IMPROPER)
                j = second()
                size = sizes[array]
                if j >= 0 and len(size) == 2 and i < size[0] and j < size[1]:
                    return data[array][i + size[0] * j]
                place = index(array, [i, j])
                return data[array][place]
            return read_2

        place_of = self.placer(array, subscripts)

        def read() -> Any:
            place = place_of()
            return data[array][place]
        return read

    def placer(self, array: int, subscripts: list[Callable[[], int]]) -> Callable[[], int]:
        """The closure that gives the place of an element to be assigned."""
        index = self.index
        if len(subscripts) == 1:
            only, = subscripts
            return lambda: index(array, [only()])

        def place() -> int:
            values = []
            for subscript in subscripts:
                value = subscript()
                if value < 0:           # before the next one is looked at
                    raise BasicError(IMPROPER)
                values.append(value)
            return index(array, values)
        return place

    # snapshots

    def snapshot(self) -> tuple[Any, ...]:
        return (list(self.values), [None if data is None else list(data) for data in self.data], list(self.sizes),
                dict(self.created), set(self.functions), self.scalars_size, self.arrays_size, self.functions_size,
                list(self.array_order),
                list(self.default_kinds), self.heap.used, self._places(), dict(self.zeros))

    def _places(self) -> Places:
        """Whose the slots are."""
        return tuple(self.names), tuple(self.kinds), tuple(self.array_names), tuple(self.array_kinds)

    def _take_places(self, places: Places) -> bool:
        """Another machine has met the names in another order. True: the slots are as there now, and steps stale."""
        if all(old[:len(new)] == new for old, new in zip(self._places(), places, strict=True)):
            return False
        self.names[:], self.kinds[:], self.array_names[:], self.array_kinds[:] = places
        arrays = self.array_slots, self.array_names, self.array_kinds
        for slots, names, kinds in ((self.slots, self.names, self.kinds), arrays):
            slots.clear()
            slots.update({key: at for at, key in enumerate(zip(names, kinds, strict=True))})
        self.data[:] = [None] * len(self.array_names)
        return True

    def restore(self, state: tuple[Any, ...]) -> bool:
        """Gives True if names without a suffix mean another kind now."""
        values, data, sizes, created, functions, *sums, order, kinds, used, places, zeros = state
        stale: bool = self._take_places(places) or self.default_kinds != kinds
        self.values[:] = values + [ZERO[kind] for kind in self.kinds[len(values):]]
        fresh = len(self.data) - len(data)
        self.data[:] = [None if one is None else list(one) for one in data] + [None] * fresh
        self.sizes[:] = sizes + [()] * fresh
        self._passed.clear()
        self.created.clear()
        self.created.update(created)
        self.functions.clear()
        self.functions.update(functions)
        self.scalars_size, self.arrays_size, self.functions_size = sums
        self.array_order[:] = order
        self.shape[0] += 1
        self.default_kinds = list(kinds)
        self.heap.used = used
        self.zeros.clear()
        self.zeros.update(zeros)
        return stale

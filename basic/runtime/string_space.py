"""The string space: it grows down from HIMEM and is tidied when it meets the arrays.

Strings that stand in the program take no room there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from basic.errors import STRING_SPACE_FULL, BasicError
from basic.values.code import STRING
from basic.values.texts import BYTES, COUNTED, copied

if TYPE_CHECKING:
    from basic.runtime.variables import Variables


class Heap:
    """`used` says how many bytes are used, and in 1.1 above them how many strings there are, those that no variable holds any
    more as well: tidying looks at each. `overhead` is what one adds besides its characters."""

    def __init__(self, variables: Variables, basic_1_1: bool):
        self.variables = variables
        self.overhead = COUNTED + 2 if basic_1_1 else 0
        self.used = 0

    @property
    def bytes_used(self) -> int:
        return self.used & BYTES

    @property
    def room(self) -> int:
        return self.variables.room()

    def leave(self, text: bytes) -> bytes:
        """A passing string that stays where it is until the space is tidied."""
        if text:
            self.take(len(text))
        return text

    def take(self, length: int) -> None:
        """Room for a string that a variable is to keep."""
        if length:
            self.used += length + self.overhead
            if self.used & BYTES > self.variables.room():
                self.collect()
                if (self.used & BYTES) + length > self.variables.room():
                    raise BasicError(STRING_SPACE_FULL)

    def take_passing(self, length: int) -> None:
        """Room for a string made on the way. At the very top 1.1 does not see one character, and copies it."""
        if length == 1 and not self.used:
            self.take(1)
        self.take(length)

    def copied(self, text: bytes) -> bytes:
        """A string of the program, as the string space keeps it."""
        self.take(len(text))
        return copied(text)

    def copy_literals(self, checked: bool = False) -> None:
        """The program is about to move: 1.1 copies the strings that variables have in it. `checked`: if there is room."""
        if self.overhead:
            literals = self.variables.literals
            needed = sum(len(text) + self.overhead for text in self.held() if text and id(text) in literals)
            if checked and needed & BYTES > self.variables.free():
                self.collect()
                if needed & BYTES > self.variables.free():
                    raise BasicError(STRING_SPACE_FULL)
            self.used += needed
            literals.forget()

    def held(self) -> list[bytes]:
        """The strings of all variables."""
        variables = self.variables
        strings = [variables.values[slot] for slot, kind in enumerate(variables.kinds) if kind == STRING]
        for data, kind in zip(variables.data, variables.array_kinds, strict=True):
            if kind == STRING and data is not None:
                strings += data
        return strings

    def move_with_himem(self) -> None:
        """HIMEM has changed: the strings are tidied and moved, and once more all variables are looked at."""
        self.collect()
        self.variables.clock.us += self._looking(1) + self.variables.costs.himem_moved_byte * self.bytes_used

    def checking(self) -> int:
        """What 1.1 takes to ask of all strings whether they stand in the program, which is about to change."""
        costs = self.variables.costs
        return costs.lasting(self._looked_at() + costs.checked_string * sum(1 for text in self.held() if text))

    def _looking(self, looks: int) -> int:
        """What looking at all variables takes in a garbage collection."""
        costs = self.variables.costs
        in_program = sum(1 for text in self.held() if text and id(text) in self.variables.literals)
        return costs.lasting(looks * (costs.tidied + self._looked_at() + costs.tidied_literal * in_program))

    def _looked_at(self) -> float:
        variables, costs = self.variables, self.variables.costs
        texts = sum(variables.kinds[slot] == STRING for slot in variables.created)
        arrays = [(name, len(data)) for name, data, kind in zip(variables.array_names, variables.data, variables.array_kinds,
                  strict=True) if kind == STRING and data is not None]
        letters = sum(len(variables.names[slot]) - 1 for slot in variables.created) + sum(len(name) - 1 for name, _ in arrays)
        return (costs.tidied_letter * letters + costs.tidied_array * len(arrays)
                + costs.tidying(len(variables.created) - texts, texts, sum(size for _, size in arrays)))

    def collect(self) -> None:
        """Leaves only what variables hold (strings that stand in the program cost nothing)."""
        literals = self.variables.literals
        strings = self.held()
        kept = [len(text) for text in strings if text and id(text) not in literals]
        costs, left = self.variables.costs, max(0, self.used // COUNTED - len(kept))
        self.used = sum(kept) + self.overhead * len(kept)
        self.variables.clock.us += costs.lasting(costs.tidied_left * left)
        self.variables.clock.us += self._looking(1 if costs.model else len(kept) + 1)
        self.variables.clock.us += costs.lasting(costs.moving_strings(len(kept), sum(kept)))


class Literals(dict[int, bytes]):
    """Strings that stand in the program, each by its id."""

    def __init__(self, heap: Heap):
        super().__init__()
        self.heap = heap
        self.version = 0            # changes when some are forgotten
        self.places: dict[int, int] = {}        # id -> its address, if that is known

    def note(self, text: bytes, address: int | None = None) -> None:
        """An empty string takes no room, wherever it stands."""
        if text:
            self[id(text)] = text
            if address is not None:
                self.places[id(text)] = address

    def clear(self) -> None:
        """Forgets the literals, since the steps are made anew; but not those that variables hold."""
        held = [(text, self.places.get(id(text))) for text in self.heap.held() if id(text) in self] if self else ()
        self.forget()
        for text, address in held:
            self.note(text, address)

    def forget(self) -> None:
        super().clear()
        self.places.clear()
        self.version += 1

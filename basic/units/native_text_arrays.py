"""Elements of string arrays in the linear memory: numbers as basic.values.packed_texts has them, and their characters.

Python goes on to have them as a list of objects. What either side sets while the other one does not run is noted, and goes over
when the other one comes to it; so what nobody changes costs nothing.
"""

from collections.abc import Callable, Iterable
from struct import Struct
from typing import SupportsIndex

from basic.native import memory
from basic.values.packed_texts import ARRAY

PLACE = (1 << ARRAY) - 1


class SharedTexts(list[bytes]):
    """An array's elements, which are in the memory from the address `here` on, too. `fresh`: where Python has set another."""

    def __init__(self, texts: Iterable[bytes], here: int):
        super().__init__(texts)
        self.here = here
        self.fresh = {place for place, text in enumerate(self) if text}

    def __setitem__(self, place: SupportsIndex, text: bytes) -> None:       # type: ignore[override]
        super().__setitem__(place, text)
        self.fresh.add(int(place))

    @property
    def nbytes(self) -> int:
        return memory.TEXT_END * len(self) + 7 & ~7

    def place_of(self, place: int) -> int:
        """The address of an element's characters."""
        return self.here + memory.TEXTS_OF * len(self) + 0x100 * place


class NativeTextArrays:
    """`numbered` gives a string of Python's as a number, which has an address to be put at; `as_object` the other way round."""

    def __init__(self, view: memoryview, data: list[object], numbered: Callable[[bytes, int], int],
                 as_object: Callable[[int, bytes], bytes]):
        self.memory = view
        self.data = data
        self.numbered = numbered
        self.as_object = as_object
        self.arrays: dict[int, SharedTexts] = {}
        self._set(memory.CHANGED, 0)

    def take_in(self, number: int, texts: Iterable[bytes], here: int) -> SharedTexts:
        made = self.arrays[number] = SharedTexts(texts, here)
        begin, end = here, made.place_of(0)
        self.memory[begin:end] = bytes(end - begin)
        return made

    def renew(self) -> None:
        """The strings of the program are others: so are the numbers of elements."""
        for texts in self.arrays.values():
            texts.fresh.update(range(len(texts)))

    def begin(self) -> None:
        """Units are about to run: they get what Python has set."""
        for number, texts in list(self.arrays.items()):
            if not texts.fresh:
                continue
            if self.data[number] is not texts:          # it is gone
                del self.arrays[number]
                continue
            for place in texts.fresh:
                self._set(texts.here + 8 * place, self.numbered(texts[place], texts.place_of(place)))
            texts.fresh.clear()

    def end(self) -> None:
        """Python gets what units have set."""
        count = self._number(memory.CHANGED)
        if not count:
            return
        self._set(memory.CHANGED, 0)
        view = self.memory
        for entry in Struct(f"<{count}q").unpack_from(view, memory.CHANGED + 8):
            texts, place = self.arrays[entry >> ARRAY], entry & PLACE
            view[texts.here + memory.MARKS * len(texts) + place] = 0
            list.__setitem__(texts, place, self.as_object(self._number(texts.here + 8 * place), texts[place]))

    def _number(self, address: int) -> int:
        return int.from_bytes(self.memory[address:address + 8], "little")

    def _set(self, address: int, number: int) -> None:
        self.memory[address:address + 8] = number.to_bytes(8, "little")

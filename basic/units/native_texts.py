"""Strings in the linear memory, for as long as units in machine code run: as basic.values.packed_texts has them.

The string of a variable lies at the variable's own place, or where the strings of the program lie. Those are known by their
bytes there; when they come back, their objects are looked up, since a string of the program is one by its id.
"""

from typing import TYPE_CHECKING

from basic.native import memory
from basic.units.native_text_arrays import NativeTextArrays
from basic.units.printed import Printed
from basic.values.packed_texts import AT, LENGTH, LITERAL, packed

if TYPE_CHECKING:
    from basic.runtime.executor import Executor
    from basic.runtime.string_space import Literals


FOR_STATEMENTS = 0x5000         # the room that strings of DATA leave to those of statements


class NativeTexts:
    def __init__(self, executor: "Executor", view: memoryview):
        self.executor = executor
        self.memory = view
        view[memory.CHARACTERS:memory.CHARACTERS + 256] = bytes(range(256))
        self.held: dict[int, tuple[bytes, int]] = {}    # by a variable's slot: its string, as an object and as a number
        self.used: dict[int, bytes] = {}                # strings of the program that units use, by their numbers
        self.places: dict[bytes, int] = {}              # strings of the program that are in the memory
        self.objects: dict[int, bytes] = {}             # what they are to Python
        self.items: dict[int, tuple[bytes, int]] = {}   # of DATA, by their numbers: what they are to Python, their addresses
        self.numbers: dict[int, int] = {}               # theirs, by the ids of what they are to Python
        self.end = memory.KEPT_TEXTS
        self.known = -1, 0                              # the state of the program's strings
        self.arrays = NativeTextArrays(view, executor.variables.data, self._numbered, self._as_object)

    def forget(self) -> None:
        for one in (self.held, self.used, self.places, self.objects, self.items, self.numbers):
            one.clear()
        self.end, self.known = memory.KEPT_TEXTS, (-1, 0)

    def share(self, unit: Printed) -> None:
        self.used.update(unit.texts)
        self.known = self.known[0], -1

    def begin(self) -> None:
        """Looks whether there are other strings of the program than there were. Arrays get what Python has set."""
        literals = self.executor.variables.literals
        if self.known != (literals.version, len(literals)):
            self._look_at(literals)
        if self.arrays.arrays:
            self.arrays.begin()

    def _look_at(self, literals: "Literals") -> None:
        """An object is one of the program's as long as it is there, unless all are forgotten."""
        if self.known[0] != literals.version:
            self.objects.clear()
            self.arrays.renew()
        self.known = literals.version, len(literals)
        self.held.clear()
        by_bytes = {text: text for text in literals.values()}
        for number, text in self.used.items():
            place = self._literal(by_bytes[text]) if text in by_bytes else self._place(text)
            self.memory[memory.LITERALS + 8 * number:memory.LITERALS + 8 * number + 8] = place.to_bytes(8, "little")

    def _place(self, text: bytes) -> int:
        place = self.places.get(text)
        if place is None:
            if self.end + len(text) > memory.KEPT_TEXTS_END:
                raise MemoryError("a program cannot have so many strings")
            place = self.places[text] = self._put_behind(text)
        return place

    def _put_behind(self, text: bytes) -> int:
        begin, self.end = self.end, self.end + len(text)
        self.memory[begin:self.end] = text
        return packed(begin, len(text))

    def item(self, text: bytes, address: int) -> int | None:
        """A string of DATA as a number; equal ones are several. None: there is no room."""
        if self.end + len(text) + FOR_STATEMENTS > memory.KEPT_TEXTS_END:
            return None
        number = self._put_behind(text) | LITERAL
        self.items[number] = text, address
        self.numbers[id(text)] = number
        return number

    def _literal(self, text: bytes) -> int:
        number = self.numbers.get(id(text))
        if number is not None:
            return number
        place = self._place(text) | LITERAL
        self.objects.setdefault(place, text)
        return place

    def put(self, slot: int, text: bytes) -> int:
        """A variable's string as a number."""
        known = self.held.get(slot)
        if known is not None and known[0] is text:
            return known[1]
        number = self._numbered(text, memory.TEXTS + 0x100 * slot)
        self.held[slot] = text, number
        return number

    def taken(self, slot: int, number: int) -> bytes:
        """What a variable has now."""
        known = self.held.get(slot)
        text = self._as_object(number, b"" if known is None else known[0])
        self.held[slot] = text, number
        return text

    def _numbered(self, text: bytes, place: int) -> int:
        """`place`: where its characters go, unless it is one of the program's."""
        if id(text) in self.executor.variables.literals:
            return self._literal(text)
        self.memory[place:place + len(text)] = text
        return packed(place, len(text))

    def _as_object(self, number: int, before: bytes) -> bytes:
        """`before`: what was there, which may be the same."""
        if number in self.items:
            text, address = self.items[number]
            self.executor.variables.literals.note(text, address)
            return text
        if number & LITERAL:
            return self.objects[number]
        text = bytes(self.memory[number >> AT:(number >> AT) + (number & LENGTH)])
        return before if before == text and id(before) not in self.executor.variables.literals else text

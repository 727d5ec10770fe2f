"""Where READ goes on in the program's DATA."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from basic.runtime.program import Program

BEFORE_THE_LINE = -1


class Item(NamedTuple):
    """An item of DATA as READ takes it. `place` is where it goes on then; `found_us` is what finding the item takes, `us` what
    reading it takes; `address` is a text's."""
    value: int | float | bytes
    place: int
    found_us: int
    us: int
    address: int


class DataPointer:
    """A place in the program is a number, by which units know it: those before lines are the numbers of the lines, all others
    are counted as they are met."""

    def __init__(self, program: "Program") -> None:
        self.program = program
        # What READ has found in the program: by its place, an item as a number or as a text. From a line's place and an offset
        # in it on: those of the first item behind DATA that comes, and what finding it takes.
        self.numbers: dict[int, Item] = {}
        self.texts: dict[int, Item] = {}
        self.begins: dict[tuple[int, int], tuple[int, int, int]] = {}
        self.place = self.lines = self.missed = self.version = 0
        self.met: list[tuple[int, int]] = []
        self.met_before: dict[tuple[int, int], int] = {}
        self.forget()

    @property
    def at(self) -> tuple[int, int]:
        """The line's place, and the offset in it."""
        return self.at_place(self.place)

    @at.setter
    def at(self, at: tuple[int, int]) -> None:
        self.place = self.place_of(*at)

    def at_place(self, place: int) -> tuple[int, int]:
        return (place, BEFORE_THE_LINE) if place < self.lines else self.met[place - self.lines]

    def place_of(self, line: int, offset: int) -> int:
        if offset == BEFORE_THE_LINE and line < self.lines:
            return line
        place = self.met_before.setdefault((line, offset), self.lines + len(self.met))
        if place == self.lines + len(self.met):
            self.met.append((line, offset))
        return place

    def forget(self) -> None:
        """The program may have changed."""
        at = self.at if self.lines else (0, BEFORE_THE_LINE)
        for known in (self.numbers, self.texts, self.begins, self.met_before, self.met):
            known.clear()
        self.lines, self.missed, self.version = len(self.program.numbers) + 1, 0, self.version + 1
        self.at = at

    def restore(self) -> None:
        """RESTORE: from the program's first line on."""
        self.place = 0

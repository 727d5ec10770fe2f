"""Which lines the statements of a program know by their places in memory. Once a statement has gone to a line, the machine puts
the line's place there where the statement names it. They are numbers again when the program is changed; RUN leaves them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from basic.runtime.control import Position

if TYPE_CHECKING:
    from basic.units.jit import Jit

Kept = list[tuple[int | None, int, int]]     # a line's and a statement's place, and its lines


class KnownLines:
    """By a statement's place in the program: a bit for each line that it names, the lowest for the first."""

    def __init__(self, jit: Jit) -> None:
        self.jit = jit
        self.version = 0            # grows with each change
        self.by_place: dict[Position, int] = {}

    def __bool__(self) -> bool:
        return bool(self.by_place)

    def of(self, place: Position) -> int:
        return self.by_place.get(place, 0)

    def note(self, place: Position, pc: int, which: int) -> None:
        """The statement at `pc` has gone to one of its lines: from now on it takes another time."""
        self.note_all(place, self.of(place) | 1 << which)
        self.jit.costs_changed({pc})

    def note_all(self, place: Position, lines: int) -> None:
        self.by_place[place] = lines
        self.version += 1

    def places(self) -> Iterator[tuple[Position, int]]:
        return iter(self.by_place.items())

    def forget(self) -> None:
        self.by_place.clear()
        self.version += 1

    def forget_direct(self, statements: Iterable[int]) -> None:
        for statement in statements:
            self.by_place.pop((None, statement), None)

    def snapshot(self) -> Kept:
        return [(*place, lines) for place, lines in self.by_place.items()]

    def restore(self, state: Kept) -> set[Position]:
        """Gives the places of the statements that know other lines now."""
        before, now = self.by_place, {(line, statement): lines for line, statement, lines in state}
        self.by_place = now
        self.version += 1
        return {place for place in before.keys() | now.keys() if before.get(place) != now.get(place)}

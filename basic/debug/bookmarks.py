"""Statements of the listing that a person wants to find again. A mark is a moment; a bookmark is a place."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from typing import NamedTuple

from basic.debug.copies import Moment
from basic.debug.history import History
from basic.debug.views import Place
from basic.session import Session


class Renumbering(NamedTuple):
    """A RENUM that has happened. At a moment before it, a bookmark's line has its old number."""
    moment: Moment
    cuts: int                           # how often the program had gone another way before
    new_of: Mapping[int, int]


class Bookmarks:
    """They stay where their lines stay: one whose line or statement is gone counts again when that comes back."""

    def __init__(self, session: Session, history: History) -> None:
        self.program = session.program
        self.table = session.executor.table
        self.history = history
        self.latest: list[tuple[int, int]] = []         # line's number behind the last RENUM, and statement
        self.renumberings: list[Renumbering] = []

    def renumbered(self, changed: Mapping[int, int]) -> None:
        """RENUM has given lines other numbers, now or in a replay."""
        self._forget_other_futures()
        here = self.history.here()
        if self.history.in_the_past() or any(one.moment >= here for one in self.renumberings):
            return
        self.renumberings.append(Renumbering(here, len(self.history.cuts), changed))
        self.latest = sorted((changed.get(number, number), statement) for number, statement in self.latest)

    def _forget_other_futures(self) -> None:
        """Takes back what was renumbered in a future that the program does not have any more."""
        cuts = self.history.cuts
        while self.renumberings and any(cut.moment < self.renumberings[-1].moment for cut in cuts[self.renumberings[-1].cuts:]):
            self.latest = self._before(self.renumberings.pop(), self.latest)

    def _before(self, renumbering: Renumbering, places: list[tuple[int, int]]) -> list[tuple[int, int]]:
        old_of = {new: old for old, new in renumbering.new_of.items()}
        return sorted((old_of.get(number, number), statement) for number, statement in places)

    @property
    def places(self) -> list[tuple[int, int]]:
        """Line's number and statement, in the listing's order, as the lines are numbered at this moment."""
        self._forget_other_futures()
        places = self.latest[:]
        for one in self._to_come():
            places = self._before(one, places)
        return places

    def _to_come(self) -> list[Renumbering]:
        """What is still to be renumbered, the latest first."""
        here = self.history.here()
        return [one for one in reversed(self.renumberings) if one.moment > here]

    def _put(self, places: list[tuple[int, int]]) -> None:
        for one in reversed(self._to_come()):
            places = [(one.new_of.get(number, number), statement) for number, statement in places]
        self.latest = sorted(places)

    def toggle(self, number: int, statement: int = 0) -> bool:
        """Sets it or removes it: whether it is there now."""
        places, place = self.places, (number, statement)
        if place in places:
            places.remove(place)
        else:
            places.append(place)
        self._put(places)
        return place in places

    def toggle_line(self, number: int) -> None:
        """Removes all of a line; where there is none, sets one at its beginning."""
        places = self.places
        if any(one[0] == number for one in places):
            self._put([one for one in places if one[0] != number])
        else:
            self.toggle(number)

    @property
    def there(self) -> list[Place]:
        return [Place(*one) for one in self.places if self._is_there(*one)]

    def _is_there(self, number: int, statement: int) -> bool:
        program = self.program
        return number in program.lines and statement < len(self.table.layout(program.index(number)).statements)

    def next(self, number: int, statement: int, direction: int = 1) -> Place | None:
        """The next one behind a statement or before it; behind the last one comes the first."""
        there = [(one.number or 0, one.statement) for one in self.there]
        if not there:
            return None
        place = number, statement
        at = bisect_right(there, place) if direction > 0 else bisect_left(there, place) - 1
        return Place(*there[at % len(there)])

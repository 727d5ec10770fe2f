"""Statements of the listing that a person wants to find again. A mark is a moment; a bookmark is a place."""

from bisect import bisect_left, bisect_right

from basic.debug.views import Place
from basic.session import Session


class Bookmarks:
    """They stay where their lines stay: one whose line is gone counts again when the line comes back."""

    def __init__(self, session: Session) -> None:
        self.program = session.program
        self.places: list[tuple[int, int]] = []         # line's number and statement, in the listing's order

    def toggle(self, number: int, statement: int = 0) -> bool:
        """Sets it or removes it: whether it is there now."""
        place = number, statement
        if place in self.places:
            self.places.remove(place)
            return False
        self.places.insert(bisect_left(self.places, place), place)
        return True

    def toggle_line(self, number: int) -> None:
        """Removes all of a line; where there is none, sets one at its beginning."""
        found = [one for one in self.places if one[0] == number]
        if found:
            self.places = [one for one in self.places if one not in found]
        else:
            self.toggle(number)

    @property
    def there(self) -> list[Place]:
        return [Place(*one) for one in self.places if one[0] in self.program.lines]

    def next(self, number: int, statement: int, direction: int = 1) -> Place | None:
        """The next one behind a statement or before it; behind the last one comes the first."""
        there = [(one.number or 0, one.statement) for one in self.there]
        if not there:
            return None
        place = number, statement
        at = bisect_right(there, place) if direction > 0 else bisect_left(there, place) - 1
        return Place(*there[at % len(there)])

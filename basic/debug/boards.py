"""Arrays as tables and boards: which element stands where, and what the rows and columns are called."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from basic.debug.expressions import CommandError, Value
from basic.debug.facts import BoardFacts
from basic.debug.views import elements, sizes_of, text_of
from basic.session import Session

ACROSS = 10                     # elements in a row of an array of one dimension


class Cut(NamedTuple):
    """How an array is cut into a table, where a person says so."""
    width: int = 0              # elements in a row, for arrays of one dimension
    border: int = 0             # rows and columns at each side that are left out
    turn: bool = False          # rows become columns
    flip: bool = False          # the last row comes first
    letters: Mapping[str, str] = {}     # what is shown for a value
    plain: bool = False         # not as the board that it is known to be
    labels: bool = False


AS_IT_IS = Cut()


class Arrangement(NamedTuple):
    places: list[list[int]]     # of the elements in memory, row by row
    rows: list[str]             # the rows' names
    columns: list[str]
    letters: Mapping[str, str]
    labelled: bool              # the names are to be shown


def arranged(session: Session, name: str, cut: Cut = AS_IT_IS, board: BoardFacts | None = None) -> Arrangement:
    """With one dimension it is cut into rows; with two it has a row for each last subscript; with more, a row for each
    combination of all subscripts but the first."""
    sizes = sizes_of(session, name)
    letters = dict(cut.letters)
    if board is not None and not cut.plain and not cut.width:
        found = _on_board(sizes, board)
        letters = {**board.letters, **letters}
    else:
        found = _in_rows(sizes, cut)
    places, rows, columns = found
    if cut.border:
        places = [row[cut.border:-cut.border] for row in places[cut.border:-cut.border]]
        rows, columns = rows[cut.border:-cut.border], columns[cut.border:-cut.border]
    if cut.turn:
        wide = max(map(len, places), default=0)
        places = [[row[at] for row in places if at < len(row)] for at in range(wide)]
        rows, columns = columns[:wide], rows
    if cut.flip:
        places, rows = places[::-1], rows[::-1]
    return Arrangement(places, rows, columns, letters, cut.labels or board is not None and not cut.plain and not cut.width)


def _in_rows(sizes: tuple[int, ...], cut: Cut) -> tuple[list[list[int]], list[str], list[str]]:
    whole = 1
    for size in sizes:
        whole *= size
    across = sizes[0] if len(sizes) > 1 else cut.width or min(ACROSS, whole)
    if across < 1:
        raise CommandError("A table has at least one column.")
    places = [list(range(at, min(at + across, whole))) for at in range(0, whole, across)]
    if len(sizes) == 1:
        return places, [str(row[0]) for row in places], [f"+{at}" for at in range(across)]
    return places, [",".join(map(str, subscripts_at(row[0], sizes)[1:])) for row in places], [str(at) for at in range(across)]


def _on_board(sizes: tuple[int, ...], board: BoardFacts) -> tuple[list[list[int]], list[str], list[str]]:
    places = []
    for row in board.squares:
        found = []
        for subscripts in row:
            if len(subscripts) != len(sizes) or any(one >= size for one, size in zip(subscripts, sizes, strict=True)):
                raise CommandError("{0}() is too small for the board that is known of this listing.", board.array)
            found.append(place_of_element(subscripts, sizes))
        places.append(found)
    return places, list(board.rows), list(board.columns)


def place_of_element(subscripts: Sequence[int], sizes: Sequence[int]) -> int:
    """Where an element lies in memory."""
    place, stride = 0, 1
    for subscript, size in zip(subscripts, sizes, strict=True):
        place += subscript * stride
        stride *= size
    return place


def subscripts_at(place: int, sizes: Sequence[int]) -> list[int]:
    found = []
    for size in sizes:
        place, subscript = divmod(place, size)
        found.append(subscript)
    return found


def grid(session: Session, name: str, cut: Cut = AS_IT_IS, board: BoardFacts | None = None,
         cells: Sequence[Value | str | None] | None = None) -> list[list[str]]:
    """The texts of an array's elements in rows, or of `cells`, one for each element."""
    arrangement = arranged(session, name, cut, board)
    data: Sequence[Value | str | None] = elements(session, name) if cells is None else cells
    return [[shown(data[place], arrangement.letters) for place in row] for row in arrangement.places]


def shown(value: Value | str | None, letters: Mapping[str, str]) -> str:
    return letters.get(text_of(value), text_of(value))

"""Tables of arrays and the stack in the debugger's panel: boxes side by side, as many as there is room for."""

from functools import lru_cache
from itertools import product

from basic.debug import views
from basic.debug.debugger import CommandError, Debugger
from basic.session import Session
from cpc.debugger.console.views import grid
from cpc.debugger.panel.pieces import (
    BLUE,
    CYAN,
    DARK,
    GREY,
    LIGHTER,
    RED,
    WHITE,
    YELLOW,
    Click,
    Row,
    Span,
    View,
    cut,
    shown,
)

MARGIN = 2
LEAST_STACK = 30                        # columns
MOST_STACK, MOST_BOARD = 6, 14          # rows
MOST_ELEMENTS = 2500                    # of an array that knows which of them is clicked on

Box = tuple[int, list[Row]]             # its columns, and its rows, each of them as wide at most


def boxes(debugger: Debugger, view: View, columns: int) -> list[Row]:
    """The rows of all boxes, in shelves, the tables first."""
    shelves = [Shelf(columns)]
    for name, options in view.boards.items():
        board = _board(debugger, name, options, columns)
        if not shelves[-1].take(board):
            shelves.append(Shelf(columns))
            shelves[-1].take(board)
    room = shelves[-1].room()
    if not shelves[-1].take((room, _stack(debugger.session, room)), LEAST_STACK):
        shelves.append(Shelf(columns))
        shelves[-1].take((columns, _stack(debugger.session, columns)))
    return [row for shelf in shelves for row in shelf.rows()]


class Shelf:
    """Boxes beside each other; where there is no more room for one, it goes below the last one, if that is lower."""

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self.piles: list[Box] = []

    def room(self) -> int:
        """Columns that a box may have."""
        used = sum(width + MARGIN for width, _ in self.piles)
        return self.columns - used if self.columns - used >= LEAST_STACK or not self.piles else (
            self.columns - used + self.piles[-1][0] + MARGIN)

    def take(self, box: Box, least: int = 0) -> bool:
        width, rows = box
        used = sum(width + MARGIN for width, _ in self.piles)
        if not self.piles or used + width <= self.columns and self.columns - used >= least:
            self.piles.append(box)
            return True
        below_width, below = self.piles[-1]
        if used - below_width - MARGIN + width > self.columns or len(self.piles) < 2 or (
                len(below) + len(rows) > max(len(pile) for _, pile in self.piles)):
            return False
        self.piles[-1] = max(width, below_width), below + rows
        return True

    def rows(self) -> list[Row]:
        found = []
        for number in range(max((len(pile) for _, pile in self.piles), default=0)):
            row: Row = []
            for width, pile in self.piles:
                part = pile[number] if number < len(pile) else []
                paper = DARK if number == 0 else BLUE
                row += [*part, Span(" " * (width - sum(len(span.text) for span in part) + MARGIN), GREY, paper)]
            found.append(_cut_row(row, self.columns))
        return found


def _cut_row(row: Row, columns: int) -> Row:
    found = []
    for span in row:
        found.append(span._replace(text=span.text[:columns]))
        columns -= len(span.text)
        if columns <= 0:
            break
    return found


def heading(text: str, columns: int) -> Row:
    return [Span(f" {text} ".ljust(columns), GREY, DARK)]


def _stack(session: Session, columns: int) -> list[Row]:
    entries = views.stack(session)
    if not entries:
        return []
    rows = [heading("Stack", columns)]
    for entry in entries:
        text = f"  {entry.kind:5} {entry.place!s:>7}  {shown(entry.text)}"
        click: Click | None = ("place", entry.place) if entry.place.number is not None else None
        rows.append([Span(cut(text, columns), CYAN, BLUE, click)])
    if len(rows) > MOST_STACK:
        rows[MOST_STACK - 1:] = [[Span(f"   and {len(rows) - MOST_STACK + 1} more", GREY)]]
    return rows


# a table

def _board(debugger: Debugger, name: str, options: str, columns: int) -> Box:
    try:
        cells, before, names = _cells(debugger, name, options)
    except CommandError as error:
        cells, before, names = [[str(error)]], [[str(error)]], [[""]]
    wide = max((len(cell) for row in cells for cell in row), default=0)
    watched = {watch.expression.text.lower() for watch in debugger.watches}
    rows = []
    for row, row_before, row_names in zip(cells, before, names, strict=True):
        spans = [Span("  ")]
        for cell, cell_before, element in zip(row, row_before, row_names, strict=True):
            changed = cell != cell_before
            paper = RED if element in watched else LIGHTER if changed else BLUE
            spans += [Span(" "), Span(shown(cell).rjust(wide), BLUE if paper == RED else YELLOW if changed else WHITE,
                                      paper, ("watch", element) if element else None)]
        rows.append(spans)
    if len(rows) > MOST_BOARD - 1:
        rows[MOST_BOARD - 2:] = [[Span(f"   and {len(rows) - MOST_BOARD + 2} more rows", GREY)]]
    title = f"{plain(name)}()"
    width = max([len(title) + 6] + [sum(len(span.text) for span in row) for row in rows])
    width = min(max(width, min(len(f"{title} {options}") + 6, columns // 3)), columns)
    text = cut(f" {title} {options}".rstrip(), width - 3).ljust(width - 3) + " X "
    head = [Span(text, GREY, DARK, ("board", plain(name)))]
    return width, [head] + [_cut_row(row, width) for row in rows]


def plain(name: str) -> str:
    return name.strip().partition("(")[0].lower()


def _cells(debugger: Debugger, name: str, options: str) -> tuple[list[list[str]], ...]:
    """The table now, as it was at the last stop, and what each of its elements is called."""
    session = debugger.session
    now, earlier = grid(session, name, options), views.earlier_elements(session, name, debugger.marked)
    before = grid(session, name, options, cells=earlier)
    if len(earlier) > MOST_ELEMENTS:
        return now, before, [[""] * len(row) for row in now]
    return now, before, grid(session, name, options, cells=_names(plain(name), views.sizes_of(session, name)))


@lru_cache(maxsize=8)
def _names(name: str, sizes: tuple[int, ...]) -> list[str]:
    """The elements' names, in the order in which they lie in memory."""
    return [f"{name}({','.join(map(str, reversed(places)))})" for places in product(*map(range, reversed(sizes)))]

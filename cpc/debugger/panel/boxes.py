"""Tables of arrays and the stack in the debugger's panel: boxes side by side, as many as there is room for."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from basic.debug import boards, views
from basic.debug.debugger import CommandError, Debugger
from basic.debug.expressions import Value
from basic.debug.sentences import sentence
from basic.session import Session
from cpc.debugger.console.views import cut_of
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
MOST_STACK = 6                          # rows, unless it is to be seen as a whole
MOST_ELEMENTS = 5000                    # of an array that knows which of them is clicked on
STEP = 8                                # columns by which wide tables are moved


class Box(NamedTuple):
    """`row(number)` is made when it is shown; each is as wide at most as the box."""
    width: int
    height: int
    row: Callable[[int], Row]


def shelves_of(debugger: Debugger, view: View, columns: int) -> list["Shelf"]:
    """All boxes, the tables first."""
    shelves = [Shelf(columns)]
    for name, options in view.boards.items():
        board = _board(debugger, view, name, options, columns)
        if not shelves[-1].take(board):
            shelves.append(Shelf(columns))
            shelves[-1].take(board)
    room = shelves[-1].room()
    if not shelves[-1].take(_stack(debugger.session, view, room), LEAST_STACK):
        shelves.append(Shelf(columns))
        shelves[-1].take(_stack(debugger.session, view, columns))
    return shelves


def rows_of(shelves: list["Shelf"], first: int, most: int) -> list[Row]:
    """So many rows of all shelves, below each other."""
    found: list[Row] = []
    for shelf in shelves:
        height = shelf.height()
        found += shelf.rows(max(first, 0), min(first + most - len(found), height)) if first < height else []
        first = max(first - height, 0)
        if len(found) >= most:
            break
    return found[:most]


class Shelf:
    """Boxes beside each other; where there is no more room for one, it goes below the last one, if that is lower."""

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self.piles: list[Box] = []

    def height(self) -> int:
        return max((pile.height for pile in self.piles), default=0)

    def room(self) -> int:
        """Columns that a box may have."""
        used = sum(pile.width + MARGIN for pile in self.piles)
        return self.columns - used if self.columns - used >= LEAST_STACK or not self.piles else (
            self.columns - used + self.piles[-1].width + MARGIN)

    def take(self, box: Box, least: int = 0) -> bool:
        used = sum(pile.width + MARGIN for pile in self.piles)
        if not self.piles or used + box.width <= self.columns and self.columns - used >= least:
            self.piles.append(box)
            return True
        below = self.piles[-1]
        if used - below.width - MARGIN + box.width > self.columns or len(self.piles) < 2 or (
                below.height + box.height > self.height()):
            return False

        def row(number: int) -> Row:
            return below.row(number) if number < below.height else box.row(number - below.height)
        self.piles[-1] = Box(max(box.width, below.width), below.height + box.height, row)
        return True

    def rows(self, first: int, end: int) -> list[Row]:
        found = []
        for number in range(first, end):
            row: Row = []
            for pile in self.piles:
                part = pile.row(number) if number < pile.height else []
                paper = DARK if number == 0 else BLUE
                row += [*part, Span(" " * (pile.width - sum(len(span.text) for span in part) + MARGIN), GREY, paper)]
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


def _stack(session: Session, view: View, columns: int) -> Box:
    entries, whole = views.stack(session), view.whole_stack
    if not entries:
        return Box(columns, 0, lambda number: [])
    left_out = 0 if whole or len(entries) < MOST_STACK else len(entries) - MOST_STACK + 2
    height = len(entries) + 1 - left_out + bool(left_out)

    def row(number: int) -> Row:
        if number == 0:
            sign = "-" if whole else "+" if left_out else " "
            return [Span(f" {view.spoken('Stack')} {sign} ".ljust(columns), GREY, DARK, ("key", "whole_stack"))]
        if left_out and number == height - 1:
            return [Span("   " + view.spoken(sentence("and {0} more", left_out)), GREY, BLUE, ("key", "whole_stack"))]
        entry = entries[number - 1]
        text = f"  {entry.kind:5} {entry.place!s:>7}  {view.readable(entry.text)}"
        click: Click | None = ("place", entry.place) if entry.place.number is not None else None
        return [Span(cut(text, columns), CYAN, BLUE, click)]
    return Box(columns, height, row)


# a table

class Table(NamedTuple):
    """An array as it is shown: its cells now and at the last stop, what each is called, and labels."""
    cells: list[list[str]]
    before: list[list[str]]
    names: list[list[str]]              # "3,4"; empty where there is no element
    across: list[str]
    down: list[str]


def _board(debugger: Debugger, view: View, name: str, options: str, columns: int) -> Box:
    try:
        table = _table(debugger, name, options)
    except CommandError as error:
        text = view.spoken(error.sentence)
        table = Table([[text]], [[text]], [[""]], [], [""])
    wide = max([len(cell) for row in table.cells for cell in row] + [len(label) for label in table.across], default=0)
    beside = max((len(label) for label in table.down), default=0) + 1
    most = max((len(row) for row in table.cells), default=0)
    title = f"{plain(name)}()"
    heading_width = min(max(len(title) + 6, min(len(f"{title} {options}") + 6, columns // 3)), columns)
    width = min(max(heading_width, beside + most * (wide + 1)), columns)
    hidden = min(view.tables_across * STEP // (wide + 1), max(0, most - max(1, (width - beside) // (wide + 1))))
    watched = {watch.expression.text.lower() for watch in debugger.watches}
    above = 1 + bool(table.across)

    def row(number: int) -> Row:
        if number == 0:
            arrows = "←" * bool(hidden) + "→" * (beside + (most - hidden) * (wide + 1) > width)
            text = cut(f" {title} {options}".rstrip(), width - 3 - len(arrows))
            return [Span(text.ljust(width - 3 - len(arrows)) + arrows + " X ", GREY, DARK, ("board", plain(name)))]
        if number < above:
            labels = " ".join(label.rjust(wide) for label in table.across[hidden:])
            return [Span(f"{' ' * beside} {labels}"[:width], GREY)]
        at = number - above
        spans = [Span(table.down[at].rjust(beside), GREY)]
        for cell, cell_before, element in list(zip(table.cells[at], table.before[at], table.names[at], strict=True))[hidden:]:
            changed = cell != cell_before
            full = f"{plain(name)}({element})"
            paper = RED if full in watched else LIGHTER if changed else BLUE
            spans += [Span(" "), Span(shown(cell).rjust(wide), BLUE if paper == RED else YELLOW if changed else WHITE,
                                      paper, ("watch", full) if element else None)]
        return _cut_row(spans, width)
    return Box(width, above + len(table.cells), row)


def plain(name: str) -> str:
    return name.strip().partition("(")[0].lower()


def _table(debugger: Debugger, name: str, options: str) -> Table:
    session, cut = debugger.session, cut_of(options)
    board = debugger.board(name)
    arrangement = boards.arranged(session, name, cut, board)
    earlier = views.earlier_elements(session, name, debugger.marked)
    sizes = views.sizes_of(session, name)

    def cells(values: Sequence[Value | str | None] | None) -> list[list[str]]:
        return boards.grid(session, name, cut, board, values)
    names = [[""] * len(row) for row in arrangement.places] if len(earlier) > MOST_ELEMENTS else [
        [",".join(map(str, boards.subscripts_at(place, sizes))) for place in row] for row in arrangement.places]
    one_column = all(len(row) == 1 for row in arrangement.places)
    return Table(cells(None), cells(earlier), names, [] if one_column else arrangement.columns, arrangement.rows)

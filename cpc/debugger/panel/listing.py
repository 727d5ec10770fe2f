"""The listing in the debugger's panel: long lines folded, with breakpoints, the cursor, the present statement and heat."""

from collections.abc import Iterator
from typing import NamedTuple

from basic.debug import views
from basic.debug.debugger import CommandError, Debugger
from cpc.debugger.panel.pieces import (
    BLUE,
    CYAN,
    DARK,
    GREEN,
    GREY,
    LIGHTER,
    RED,
    WHITE,
    YELLOW,
    Click,
    Colour,
    Row,
    Span,
    View,
    shown,
)

GUTTER = 3
BROKEN = (160, 0, 0)                    # paper of a statement with a breakpoint
HEAT = 12                               # columns
RAMP = ((0, 0, 96), (96, 0, 128), (176, 0, 96), (224, 64, 0), (255, 160, 0))    # from hardly ever to most of the time
LONGEST_INDENT = 8
RAGGED = 16                             # columns of a row that may be left free, to fold it behind a blank or a sign
ABOVE = 3                               # of so many rows of a listing that jumps, one is above its cursor


class Heat(NamedTuple):
    share: float                # of all the time
    warmth: float               # of the hottest line's time
    statements: int


class Listing:
    def __init__(self, debugger: Debugger, view: View) -> None:
        self.debugger = debugger
        self.session = debugger.session
        self.view = view
        self.height, self.columns = 15, 76          # as it was last drawn
        self.texts: dict[int, tuple[bytes, str]] = {}           # a line's bytes and its text
        self.starts: dict[int, tuple[bytes, list[int]]] = {}    # and where in it its statements begin
        self.booked: set[int | None] = set()        # lines with bookmarks
        self.folded: list[int] = []                 # the lines that are shown, a number for each row

    # the cursor

    def follow(self) -> None:
        """Moves the cursor to where the program stands."""
        at = views.here(self.session)
        if at.number is not None:
            self.view.cursor = at.number, at.statement
        self.show_cursor()

    def show_cursor(self) -> None:
        program, view = self.session.program, self.view
        if view.cursor is None or view.cursor[0] not in program.lines:
            view.cursor = (program.numbers[0], 0) if program.numbers else None
        if view.cursor is None:
            view.first = 0
            return
        index = program.numbers.index(view.cursor[0])
        lines = program.numbers[view.first:index + 1]
        if index < view.first or len(lines) > self.height or sum(map(self._rows_of, lines)) > self.height:
            view.first = max(0, index)
            above = 0
            while view.first and (above := above + self._rows_of(program.numbers[view.first - 1])) <= self.height // ABOVE:
                view.first -= 1
        self.scroll(0)

    def scroll(self, lines: int) -> None:
        last = len(self.session.program.numbers) - 1
        self.view.first = max(0, min(self.view.first + lines, last))

    def page(self, direction: int) -> None:
        lines = len(set(self.folded))
        self.scroll(direction * max(1, lines - 1))

    def move_cursor(self, lines: int) -> None:
        numbers, view = self.session.program.numbers, self.view
        if numbers:
            index = numbers.index(view.cursor[0]) if view.cursor and view.cursor[0] in self.session.program.lines else 0
            view.cursor = numbers[max(0, min(index + lines, len(numbers) - 1))], 0
        self.show_cursor()

    def move_in_line(self, statements: int) -> None:
        """Moves the cursor to the statement before or behind; from the last one of a line to the next line."""
        if self.view.cursor is None or self.view.cursor[0] not in self.session.program.lines:
            self.show_cursor()
            return
        number, statement = self.view.cursor
        statement += statements
        if 0 <= statement < len(self._starts(number)):
            self.view.cursor = number, statement
        elif statement < 0 and number != self.session.program.numbers[0]:
            self.move_cursor(-1)
            self.view.cursor = self.view.cursor[0], len(self._starts(self.view.cursor[0])) - 1
        elif statement > 0:
            self.move_cursor(1)
        self.show_cursor()

    # what it looks like

    def rows(self, columns: int, height: int) -> list[Row]:
        numbers = self.session.program.numbers
        if not numbers:
            return [[Span(" " + self.view.spoken("There is no program."), GREY)]] + [[] for _ in range(height - 1)]
        heat = self._heat()
        size = columns - GUTTER - (HEAT if heat is not None else 0), height
        if size != (self.columns, self.height):
            self.columns, self.height = size
            if not self.folded or self.view.cursor is not None and self.view.cursor[0] in self.folded:
                self.show_cursor()
        self.scroll(0)
        stops: dict[int, set[int]] = {}
        for one in self.debugger.breakpoints:
            stops.setdefault(one.number, set()).add(one.statement)
        at = views.here(self.session)
        self.booked = {one.number for one in self.debugger.bookmarks.there}
        rows: list[Row] = []
        self.folded = []
        for number in numbers[self.view.first:]:
            found = list(self._line_rows(number, at, stops.get(number, set()), heat))
            rows += found
            self.folded += [number] * len(found)
            if len(rows) >= height:
                break
        del rows[height:], self.folded[height:]
        return rows + [[] for _ in range(height - len(rows))]

    def _line_rows(self, number: int, at: views.Place, stops: set[int], heat: dict[int, Heat] | None) -> Iterator[Row]:
        text, starts = self._text(number), self._starts(number)
        here = number == at.number
        present = views.statement_range(self.session, number, at.statement) if here else (0, 0)
        cursor = self.view.cursor is not None and self.view.cursor[0] == number
        click: Click = ("break", number)
        gutter = [Span("●" if stops else " ", RED, DARK, click), self._mark(number, here, click),
                  Span("▌" if cursor else " ", WHITE, DARK, click)]
        hot = [] if heat is None else [_hot(heat.get(number))]
        pen = WHITE if here else GREY if heat is not None and number not in heat else CYAN
        for begin, end, indent in self._folds(text):
            row = [*gutter, *hot, Span(" " * indent, pen)]
            cuts = sorted({begin, end, *(cut for cut in (*starts, *present) if begin < cut < end)})
            for first, last in zip(cuts, cuts[1:], strict=False):
                statement = max((one for one, start in enumerate(starts) if start <= first), default=0)
                row.append(Span(text[first:last], *self._colours(
                    pen, present[0] <= first < present[1], statement in stops,
                    self.view.cursor == (number, statement)), ("statement", (number, statement))))
            row.append(Span(" " * (self.columns - indent - (end - begin)), pen, BLUE, ("statement", (number, len(starts) - 1))))
            yield row
            gutter = [Span("   ", WHITE, DARK, click)]
            hot = hot and [Span(" " * HEAT)]

    def _mark(self, number: int, here: bool, click: Click) -> Span:
        """Where the program stands, or a bookmark."""
        return Span("▶", YELLOW, DARK, click) if here else Span("♦" if number in self.booked else " ", GREEN, DARK, click)

    def _colours(self, pen: Colour, present: bool, stops: bool, cursor: bool) -> tuple[Colour, Colour]:
        if present:
            return (BROKEN if stops else BLUE), YELLOW
        if stops:
            return WHITE, BROKEN
        return (WHITE, LIGHTER) if cursor else (pen, BLUE)

    def _text(self, number: int) -> str:
        crunched = self.session.program.lines[number]
        if self.texts.get(number, (None,))[0] is not crunched:
            self.texts[number] = crunched, shown(views.line_text(self.session, number))
        return self.texts[number][1]

    def _starts(self, number: int) -> list[int]:
        session = self.session
        crunched = session.program.lines[number]
        if self.starts.get(number, (None,))[0] is not crunched:
            starts = [views.statement_range(session, number, one)[0] for one in range(views.statements_in(session, number))]
            self.starts[number] = crunched, [0, *starts[1:]]
        return self.starts[number][1]

    def _folds(self, text: str) -> list[tuple[int, int, int]]:
        """The parts of a long line, one for each row: where it begins and ends, and its indent."""
        indent = min(text.find(" ") + 1, LONGEST_INDENT, self.columns // 4)
        found: list[tuple[int, int, int]] = []
        begin = 0
        while begin < len(text) or not found:
            left = indent if found else 0
            end = begin + self.columns - left
            if end < len(text):
                end = max(text.rfind(sign, max(begin + 1, end - RAGGED), end) for sign in " :,") + 1 or end
            found.append((begin, min(end, len(text)), left))
            begin = end
        return found

    def _rows_of(self, number: int) -> int:
        return len(self._folds(self._text(number)))

    # heat

    def _heat(self) -> dict[int, Heat] | None:
        """The heat of each line that ran; None while the heat map is off."""
        try:
            table = self.debugger.heat_table()
        except CommandError:
            return None
        whole = sum(one.us for one in table) or 1
        most = max((one.us for one in table), default=0) or 1
        return {one.number: Heat(one.us / whole, one.us / most, one.statements) for one in table if one.number is not None}


def _hot(found: Heat | None) -> Span:
    if found is None:
        return Span(" " * HEAT, GREY, DARK)
    share, warmth, statements = found
    step = warmth * (len(RAMP) - 1)
    low = min(int(step), len(RAMP) - 2)
    red, green, blue = (round(a + (b - a) * (step - low)) for a, b in zip(RAMP[low], RAMP[low + 1], strict=True))
    return Span(f"{share:6.1%}{_short(statements):>5} ", WHITE if warmth < 0.8 else DARK, (red, green, blue))


def _short(count: int) -> str:
    """A number in five letters."""
    for letter in ("", "k", "M"):
        if count < 10_000:
            return f"{count}{letter}"
        count //= 1000
    return f"{count}G"

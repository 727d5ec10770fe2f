"""What the debugger shows in the window, as rows of coloured text with places to click on. It draws nothing."""

from collections.abc import Iterable, Iterator

from basic.debug import views
from basic.debug.debugger import Debugger
from basic.debug.sentences import sentence
from cpc.debugger.panel.boxes import heading, rows_of, shelves_of
from cpc.debugger.panel.listing import GUTTER, Listing
from cpc.debugger.panel.pieces import BLUE, CYAN, DARK, GREEN, GREY, LIGHTER, RED, WHITE, YELLOW, Row, Span, View, cut, shown

CELL = 15                       # columns of a variable
SAID = 3                        # rows for what commands say, at least
LEAST_LISTING, LEAST_VARIABLES, LEAST_SHEET = 15, 8, 4
BUTTONS = 2                     # rows of them
PROMPT = "> "
MORE_TABLES = "more: the wheel, CTRL and cursor up, down"
DOING = {"stands": "STANDS", "runs": "RUNS", "slow": "SLOW MOTION"}

# At the bottom: the key, what it does, and what a click there does.
GOING = [("F5", "go", "go_or_stop"), ("F11", "into", "into"), ("F10", "over", "over"), ("SHIFT+F11", "out", "out"),
         ("SHIFT+F10", "back", "back"), ("F7", "slow", "slow_or_not")]
ELSE = [("F9", "break here", "breakpoint_here"), ("F6", "go to here", "to_cursor"), ("F1", "help", "help"),
        ("F4", "close", "end"), ("CTRL -", "", "smaller"), ("CTRL +", "letters", "larger"),
        ("CTRL+F11", "full screen", "full_screen")]


class Panels:
    def __init__(self, debugger: Debugger, view: View) -> None:
        self.debugger = debugger
        self.session = debugger.session
        self.view = view
        self.listing = Listing(debugger, view)
        self.answer, self.below, self.tables = range(0), range(0), range(0)     # rows: what was said, variables, tables
        self.more = False                                   # than fits there

    def rows(self, columns: int, height: int) -> list[Row]:
        """The whole panel: `height` rows at most, and so many where there is anything to fill them."""
        view = self.view
        room = height - 2 - BUTTONS                         # title, buttons, command line
        least = max(3, min(LEAST_LISTING, room * 2 // 3 - SAID))
        beside = 1 if view.sheet is None else LEAST_SHEET
        said = self.said(columns, max(SAID, min(len(list(_folded(view.said, columns - 2))), room - least - beside)))
        room -= len(said)
        if view.sheet is not None:
            lines = max(least, room - 3 - len(view.sheet.lines))
            middle = [*self.listing.rows(columns, lines), *view.sheet.rows(columns, max(0, room - lines), view.spoken)]
            self.tables, self.below = range(1 + lines, 1 + room), range(0)
        else:
            tables = self.tables_rows(columns, room - least, hidden=len(said) > SAID + 5)
            fewest = LEAST_VARIABLES if len(said) <= SAID else 0
            variables = max(0, min(max(fewest, self.wanted(columns)), room - least - len(tables)))
            lines = room - len(tables) - variables
            middle = [*self.listing.rows(columns, lines), *tables, *self.variables(columns, variables)]
            self.tables = range(1 + lines, 1 + lines + len(tables))
            self.below = range(self.tables.stop, 1 + room)
        above = [self.title(columns), *middle][:1 + room]
        above += [[] for _ in range(1 + room - len(above))]
        self.answer = range(len(above), len(above) + len(said))
        return [*above, *said, self.buttons(GOING, columns), self.buttons(ELSE, columns), self.command_line(columns)]

    def tables_rows(self, columns: int, most: int, hidden: bool) -> list[Row]:
        """Tables and the stack, as many rows as there is room for beside some for the variables."""
        if hidden:
            return []
        shelves, view = shelves_of(self.debugger, self.view, columns), self.view
        whole = sum(shelf.height() for shelf in shelves)
        most = max(0, most - min(LEAST_VARIABLES // 2, self.wanted(columns)))
        if whole <= most:
            view.tables_from = 0
            return rows_of(shelves, 0, whole)
        if most < 2:
            return []
        view.tables_from = max(0, min(view.tables_from, whole - most + 1))
        return [*rows_of(shelves, view.tables_from, most - 1), [Span("   " + view.spoken(MORE_TABLES), GREY)]]

    def title(self, columns: int) -> Row:
        at = views.here(self.session)
        place = self.view.readable(sentence("line {0}", at) if at.number is not None else
                                   views.state_sentence(self.session) or "direct")
        time = f"{self.debugger.clock.us / 1e6:.3f} s"
        text = f" {self.view.spoken(DOING[self.view.doing])}  {place}"
        return [Span(cut(text, columns - len(time) - 2).ljust(columns - len(time) - 1) + time + " ", BLUE,
                     YELLOW if self.view.doing == "stands" else GREEN)]

    # the variables

    def variables(self, columns: int, height: int) -> list[Row]:
        """Those that have changed first of all; where there is no room for all, the mouse's wheel shows the others."""
        if height < 2:
            return []
        found = views.scalars(self.session, self.debugger.marked)
        across = max(1, (columns - GUTTER) // CELL)
        arrays, height = self.arrays(columns - 2), height - 1
        whole = len(arrays) + -(-len(found) // across)
        self.view.variables_from = max(0, min(self.view.variables_from, whole - height))
        if whole > height and not self.view.variables_from:
            del arrays[max(1, height // 3):]
            room = across * (height - len(arrays))
            changed = {one.name for one in found if one.changed}
            others = [one.name for one in found if not one.changed][:max(0, room - len(changed))]
            found = [one for one in found if one.name in changed or one.name in others][:room]
        rows = arrays + [self._cells(found[at:at + across]) for at in range(0, len(found), across)]
        rows = rows[self.view.variables_from:][:height]
        return [heading(self.view.spoken("Variables  more: the wheel" if whole > height else "Variables"), columns), *rows]

    def _cells(self, variables: list[views.Variable]) -> Row:
        watched = {watch.expression.text.lower() for watch in self.debugger.watches}
        row = [Span(" " * GUTTER)]
        for one in variables:
            text = cut(f"{one.name}={shown(one.text)}", CELL - 1)
            paper = RED if one.name in watched else LIGHTER if one.changed else BLUE
            row += [Span(text, BLUE if paper == RED else YELLOW if one.changed else CYAN, paper, ("watch", one.name)),
                    Span(" " * (CELL - len(text)))]
        return row

    def arrays(self, columns: int) -> list[Row]:
        rows: list[Row] = []
        used = columns
        for one in views.arrays(self.session, self.debugger.marked):
            text = f"{one.name}({','.join(map(str, one.tops))})"
            if used + len(text) + 1 > columns:
                rows.append([Span(" " * GUTTER)])
                used = GUTTER
            rows[-1] += [Span(text, YELLOW if one.changed else GREEN, LIGHTER if one.changed else BLUE,
                              ("board", one.name)), Span(" ")]
            used += len(text) + 1
        return rows

    def wanted(self, columns: int) -> int:
        """Rows that all variables would take, with their heading."""
        across = max(1, (columns - GUTTER) // CELL)
        return 1 + len(self.arrays(columns - 2)) + -(-len(self.session.variables.created) // across)

    # what is said and typed

    def said(self, columns: int, height: int) -> list[Row]:
        view = self.view
        lines = list(_folded(view.said, columns - 2))
        view.said_from = max(0, min(view.said_from, len(lines) - height))
        part = lines[view.said_from:view.said_from + height]
        rows = [[Span(f" {line}".ljust(columns), YELLOW, DARK)] for line in part]
        self.more = len(lines) > height
        if len(lines) > view.said_from + height:
            text = " " + view.spoken("more: Page Down, or the wheel; ESC ends it")
            rows[-1] = [Span(cut(text, columns).ljust(columns), GREY, DARK)]
        return rows + [[Span(" " * columns, YELLOW, DARK)] for _ in range(height - len(rows))]

    def buttons(self, keys: list[tuple[str, str, str]], columns: int) -> Row:
        row: Row = []
        for key, what, does in keys:
            if does == "go_or_stop" and self.view.doing != "stands":
                what = "stop"
            spoken = self.view.spoken(what)
            button = [Span(f" {self.view.spoken(key)} ", CYAN, DARK, ("key", does)),
                      Span(f"{spoken} " if what else "", GREY, DARK, ("key", does))]
            if sum(len(one.text) for one in [*row, *button]) <= columns:
                row += button
        return [*row, Span(" " * (columns - sum(len(one.text) for one in row)), GREY, DARK)]

    def command_line(self, columns: int) -> Row:
        if self.view.doing != "stands":
            text = " " + self.view.spoken("The keys are the CPC's; F5 stops the program.")
            return [Span(cut(text, columns).ljust(columns), GREY, BLUE)]
        room = columns - len(PROMPT) - 1
        first = max(0, self.view.at - room)
        typed = self.view.typed[first:first + room + 1].ljust(room + 1)
        at = self.view.at - first
        return [Span(PROMPT + typed[:at], WHITE, BLUE), Span(typed[at], BLUE, WHITE), Span(typed[at + 1:], WHITE, BLUE)]


def _folded(lines: Iterable[str], columns: int) -> Iterator[str]:
    """At blanks; in a table, what is left goes below its last column."""
    for line in lines:
        column = line.rfind("  ", 0, columns // 2) + 2
        indent = column if 1 < column < len(line) and line[column] != " " else 4
        while len(line) > columns:
            at = line.rfind(" ", indent + 1, columns + 1)
            at = columns if at < 0 else at
            yield line[:at]
            line = " " * indent + line[at:].lstrip()
        yield line

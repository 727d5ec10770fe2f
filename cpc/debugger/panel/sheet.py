"""A sheet in the debugger's panel: a long table in the place of tables and variables, whose rows can be clicked on."""

from collections.abc import Callable

from basic.debug.sentences import sentence
from basic.records import field, record
from cpc.debugger.panel.pieces import BLUE, CYAN, DARK, GREY, LIGHTER, WHITE, YELLOW, Row, Span, cut

STEP = 8                                # columns by which a wide sheet is moved


@record
class Sheet:
    """`go(number)` is done for the row that is chosen; without it, rows only show something."""
    title: str
    head: str                           # above the columns; may be empty
    lines: list[str]
    go: Callable[[int], None] | None = None
    at: int = 0                         # the chosen row
    first: int = 0                      # the first row that is shown
    across: int = 0                     # columns that are left out at the left
    marked: set[int] = field(default_factory=set)      # rows that stand out
    height: int = 1                     # rows that there was room for

    def move(self, rows: int) -> None:
        self.at = max(0, min(self.at + rows, len(self.lines) - 1))
        self.first = max(min(self.first, self.at), self.at - self.height + 1)

    def scroll(self, rows: int) -> None:
        self.first = max(0, min(self.first + rows, len(self.lines) - self.height))

    def move_across(self, steps: int) -> None:
        widest = max(map(len, [self.head, *self.lines]))
        self.across = max(0, min(self.across + steps * STEP, widest - STEP))

    def rows(self, columns: int, height: int, spoken: Callable[[str], str]) -> list[Row]:
        head = [[Span(self._part(self.head, columns), GREY, BLUE)]] if self.head else []
        self.height = max(1, height - 1 - len(head))
        self.first = max(0, min(self.first, len(self.lines) - self.height))
        part = self.lines[self.first:self.first + self.height]
        count = "" if len(self.lines) <= len(part) else " " + spoken(
            sentence("{0}-{1} of {2}", self.first + 1, self.first + len(part), len(self.lines)))
        title = cut(f" {self.title}", columns - len(count) - 3)
        rows = [[Span(title.ljust(columns - len(count) - 3) + count + " X ", GREY, DARK, ("key", "close_sheet"))], *head]
        for number, line in enumerate(part, self.first):
            pen = YELLOW if number in self.marked else WHITE if number == self.at else CYAN
            rows.append([Span(self._part(line, columns), pen, LIGHTER if number == self.at else BLUE, ("row", number))])
        return rows + [[] for _ in range(height - len(rows))]

    def _part(self, text: str, columns: int) -> str:
        return cut(" " + text[self.across:], columns).ljust(columns)

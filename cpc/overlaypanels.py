"""What the debugger shows in the window, as rows of coloured text with places to click on. It draws nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from basic import seeing
from basic.debugger import Debugger, Misunderstood

from .charset import readable
from .debugviews import grid_lines

YELLOW, BLUE, CYAN, WHITE, GREY = (255, 255, 0), (0, 0, 96), (0, 255, 255), (255, 255, 255), (160, 160, 192)
RED, GREEN, LIGHTER, DARK = (255, 96, 96), (96, 255, 96), (0, 0, 168), (0, 0, 48)
CELL = 15                       # columns of a variable
GUTTER = 3
SAID = 3                        # rows for what commands say, at least
MOST_STACK, MOST_BOARD = 5, 14
WRAPPED = 4                     # rows that a line of 255 characters may take
KEYS = " F5 go/stop  F10 over  F11 into  SHIFT: back, out  F6 to  F9 break  F7 slow"
PROMPT = "> "

Click = tuple[str, int | str]


class Span(NamedTuple):
    text: str
    pen: tuple = CYAN
    paper: tuple = BLUE
    click: Click | None = None


Row = list[Span]


@dataclass
class View:
    """What the person looks at."""
    first: int = 0                          # the listing's first line that is shown, by its place
    cursor: int | None = None               # the number of the line that F9 and F6 mean
    board: tuple[str, str] | None = None    # an array and how it is shown
    said: list[str] = field(default_factory=list)
    said_from: int = 0
    typed: str = ""
    doing: str = ""                         # stands, runs, slow


def shown(text: str) -> str:
    """Codes of the CPC, as Unicode knows them."""
    return readable(text.encode("latin-1", "replace"))


def cut(text: str, columns: int) -> str:
    return text if len(text) <= columns else text[:columns - 1] + "→"


class Panels:
    def __init__(self, debugger: Debugger, view: View) -> None:
        self.debugger = debugger
        self.session = debugger.session
        self.view = view
        self.listing_rows = 0

    def rows(self, columns: int, height: int) -> list[Row]:
        """The whole panel: `height` rows at most, and so many where there is anything to fill them."""
        view = self.view
        state = self.state(columns)
        room = height - 3                                   # title, keys, command line
        said = self.said(columns, max(SAID, min(len(view.said), room - 8)))
        room -= len(said)
        if len(said) > SAID + 5:
            state = []
        self.listing_rows = max(7, min(15 if len(state) <= MOST_STACK else 13, room - 4))
        above = [self.title(columns), *self.listing(columns, self.listing_rows), *state]
        left = height - 2 - len(said) - len(above)
        above += self.variables(columns, left)
        above = above[:height - 2 - len(said)]
        above += [[] for _ in range(height - 2 - len(said) - len(above))]
        return [*above, *said, [Span(cut(KEYS, columns).ljust(columns), GREY, DARK)], self.command_line(columns)]

    def title(self, columns: int) -> Row:
        at = seeing.here(self.session)
        doing = {"stands": "stands", "runs": "runs", "slow": "slow motion"}[self.view.doing]
        place = f"line {at}" if at.number is not None else seeing.state_sentence(self.session) or "direct"
        time = f"{self.debugger.clock.us / 1e6:.3f} s"
        text = f" {doing.upper()}  {shown(place)}"
        return [Span(cut(text, columns - len(time) - 2).ljust(columns - len(time) - 1) + time + " ", BLUE,
                     YELLOW if self.view.doing == "stands" else GREEN)]

    # the listing

    def follow(self) -> None:
        """The cursor is where the program stands."""
        at = seeing.here(self.session).number
        self.view.cursor = at if at is not None else self.view.cursor
        self.show_cursor()

    def show_cursor(self) -> None:
        numbers, view = self.session.program.numbers, self.view
        if view.cursor not in self.session.program.lines:
            view.cursor = numbers[0] if numbers else None
        if view.cursor is None:
            view.first = 0
            return
        index = numbers.index(view.cursor)
        rows = self.listing_rows or 15
        if not view.first <= index <= view.first + rows - 1 - WRAPPED:
            view.first = index - rows // 3
        self.scroll(0)

    def scroll(self, lines: int) -> None:
        last = len(self.session.program.numbers) - 1
        self.view.first = max(0, min(self.view.first + lines, last))

    def move_cursor(self, lines: int) -> None:
        numbers, view = self.session.program.numbers, self.view
        if numbers:
            index = numbers.index(view.cursor) if view.cursor in self.session.program.lines else 0
            view.cursor = numbers[max(0, min(index + lines, len(numbers) - 1))]
        self.show_cursor()

    def listing(self, columns: int, height: int) -> list[Row]:
        numbers = self.session.program.numbers
        if not numbers:
            return [[Span(" There is no program.", GREY)]] + [[] for _ in range(height - 1)]
        self.scroll(0)
        stops = {one.number for one in self.debugger.traps.breakpoints if not one.once}
        rows: list[Row] = []
        for line in seeing.listing(self.session, numbers[self.view.first], 0, height - 1):
            rows += self._line(line, columns - GUTTER, line.number in stops)
        rows = rows[:height]
        return rows + [[] for _ in range(height - len(rows))]

    def _line(self, line: seeing.Line, columns: int, stops: bool) -> Iterator[Row]:
        text, here = shown(line.text), line.marked is not None
        paper = LIGHTER if here else BLUE
        mark = Span("●" if stops else " ", RED, DARK, ("break", line.number))
        arrow = Span("▶" if here else " ", YELLOW, DARK, ("break", line.number))
        cursor = Span("▌" if line.number == self.view.cursor else " ", WHITE, DARK, ("break", line.number))
        click = "cursor", line.number
        if not here:
            yield [mark, arrow, cursor, Span(cut(text, columns).ljust(columns), CYAN, paper, click)]
            return
        first, last = line.marked
        for begin in range(0, len(text), columns):
            part = text[begin:begin + columns]
            low, high = (min(max(at - begin, 0), len(part)) for at in (first, last))
            yield [mark, arrow, cursor, Span(part[:low], WHITE, paper, click),
                   Span(part[low:high], BLUE, YELLOW, click),
                   Span(part[high:].ljust(columns - high), WHITE, paper, click)]
            mark, arrow, cursor = (Span(" ", CYAN, DARK) for _ in range(3))

    # the state

    def state(self, columns: int) -> list[Row]:
        """The board, and the stack beside it where there is room, or below."""
        board = self.board(columns // 2)
        wide = max((len(row[0].text.rstrip()) for row in board[1:]), default=columns)
        if not board or wide > columns // 2 - 2:
            return self.board(columns)[:MOST_BOARD] + self.stack(columns, MOST_STACK)
        board = board[:MOST_BOARD]
        stack = self.stack(columns - columns // 2, len(board)) or [self.heading("Stack", columns - columns // 2)]
        stack += [[] for _ in range(len(board) - len(stack))]
        return [[Span(left[0].text.ljust(columns // 2), *left[0][1:]), *right]
                for left, right in zip(board, stack, strict=True)]

    def stack(self, columns: int, most: int) -> list[Row]:
        entries = seeing.stack(self.session)
        if not entries:
            return []
        rows = [self.heading("Stack", columns)]
        for entry in entries:
            text = f"   {entry.kind:5} {entry.place!s:>7}  {shown(entry.text)}"
            click = ("cursor", entry.place.number) if entry.place.number is not None else None
            rows.append([Span(cut(text, columns), CYAN, BLUE, click)])
        if len(rows) > most:
            rows[most - 1:] = [[Span(f"   and {len(rows) - most + 1} more", GREY)]]
        return rows

    def heading(self, text: str, columns: int) -> Row:
        return [Span(f" {text} ".ljust(columns), GREY, DARK)]

    def variables(self, columns: int, height: int) -> list[Row]:
        """Those that have changed first of all; where there is no room for all, only some of the others."""
        if height < 2:
            return []
        arrays = self.arrays(columns - 2)
        if len(arrays) > max(1, height // 3):
            del arrays[max(1, height // 3):]
            arrays[-1].append(Span("→", GREY))
        rows = [self.heading("Variables", columns), *arrays]
        found = seeing.scalars(self.session, self.debugger.marked)
        across = max(1, (columns - GUTTER) // CELL)
        room = across * (height - len(rows))
        if len(found) > room:
            changed = {one.name for one in found if one.changed}
            others = max(0, room - len(changed))
            chosen = changed | {one.name for one in [one for one in found if not one.changed][:others]}
            found = [one for one in found if one.name in chosen][:room]
        watched = {watch.expression.text.lower() for watch in self.debugger.traps.watches}
        for at in range(0, len(found), across):
            row = [Span(" " * GUTTER)]
            for one in found[at:at + across]:
                text = cut(f"{one.name}={shown(one.text)}", CELL - 1)
                pen = YELLOW if one.changed else CYAN
                paper = RED if one.name in watched else LIGHTER if one.changed else BLUE
                row += [Span(text, BLUE if paper == RED else pen, paper, ("watch", one.name)),
                        Span(" " * (CELL - len(text)))]
            rows.append(row)
        return rows

    def arrays(self, columns: int) -> list[Row]:
        rows: list[Row] = []
        used = columns
        for one in seeing.arrays(self.session, self.debugger.marked):
            text = f"{one.name}({','.join(map(str, one.tops))})"
            if used + len(text) + 1 > columns:
                rows.append([Span(" " * GUTTER)])
                used = GUTTER
            rows[-1] += [Span(text, YELLOW if one.changed else GREEN, LIGHTER if one.changed else BLUE,
                              ("board", one.name)), Span(" ")]
            used += len(text) + 1
        return rows

    def board(self, columns: int) -> list[Row]:
        if self.view.board is None:
            return []
        name, options = self.view.board
        try:
            lines = list(grid_lines(self.session, name, options))
        except Misunderstood as error:
            lines = [str(error)]
        title = f"{name.partition('(')[0]}() {options}".rstrip()
        return [self.heading(cut(title, columns - 2), columns)] + [[Span(cut("   " + line, columns), WHITE)] for line in lines]

    # what is said and typed

    def said(self, columns: int, height: int) -> list[Row]:
        view = self.view
        lines = list(_folded(view.said, columns - 2))
        view.said_from = max(0, min(view.said_from, len(lines) - height))
        part = lines[view.said_from:view.said_from + height]
        rows = [[Span(f" {line}".ljust(columns), YELLOW, DARK)] for line in part]
        if len(lines) > view.said_from + height:
            rows[-1] = [Span(" more: Page Down".ljust(columns), GREY, DARK)]
        return rows + [[Span(" " * columns, YELLOW, DARK)] for _ in range(height - len(rows))]

    def command_line(self, columns: int) -> Row:
        if self.view.doing != "stands":
            return [Span(" The keys are the CPC's; F5 stops the program.".ljust(columns), GREY, BLUE)]
        room = columns - len(PROMPT) - 1
        typed = self.view.typed[-room:]
        return [Span(PROMPT + typed, WHITE, BLUE), Span(" ", BLUE, WHITE),
                Span(" " * (room - len(typed)), WHITE, BLUE)]


def _folded(lines: Iterable[str], columns: int) -> Iterator[str]:
    for line in lines:
        yield line[:columns]
        for at in range(columns, len(line), columns - 4):
            yield "    " + line[at:at + columns - 4]

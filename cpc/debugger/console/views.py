"""What the debugger shows as lines of plain text: tables, boards, the heat map, the machine's own state."""

import re
from collections.abc import Callable, Iterator, Sequence

from basic.debug import boards, views
from basic.debug.expressions import CommandError, Value
from basic.debug.facts import BoardFacts
from basic.debug.heat_map import LineHeat
from basic.debug.moments import Traced
from basic.debug.sentences import sentence
from basic.session import Session
from cpc.charset import readable
from cpc.machine import Machine

OPTION = re.compile(r"(?:(width|border|letters)\s+(\S+)|(turn|flip|labels|plain))(?:\s+|$)")


def table_of_arrays(session: Session, before: views.Values, begin: str = "") -> Iterator[str]:
    for one in views.arrays(session, before):
        if one.name.startswith(begin):
            yield f"{'*' if one.changed else ' '} {one.name}({','.join(map(str, one.tops))})"


def grid(session: Session, name: str, options: str = "", width: int = 0, cells: Sequence[Value | str | None] | None = None,
         board: BoardFacts | None = None) -> list[list[str]]:
    """An array in rows and columns, or `cells`, one for each element. `board`: what is known of this array."""
    cut = cut_of(options)
    return boards.grid(session, name, cut._replace(width=cut.width or width), board, cells)


def cut_of(options: str) -> boards.Cut:
    """Of: width 10, border 1, letters 1=B,5=T,0=., turn, flip, labels, plain."""
    cut = boards.Cut()
    rest = options.strip()
    while rest:
        match = OPTION.match(rest)
        if not match:
            raise CommandError("{0} is not an option; there are width N, border N, letters V=L,V=L, turn, flip, labels, plain.",
                               rest)
        word, value = match[1] or match[3], match[2]
        if word == "letters":
            pairs = [part.partition("=") for part in value.split(",")]
            if not all(sign for _, sign, _ in pairs):
                raise CommandError("Letters are given as: letters 1=B,5=T.")
            cut = cut._replace(letters={number: letter for number, _, letter in pairs})
        elif match[3]:
            cut = cut._replace(turn=cut.turn or word == "turn", flip=cut.flip or word == "flip",
                               labels=cut.labels or word == "labels", plain=cut.plain or word == "plain")
        elif not value.isdigit():
            raise CommandError("{0} is not a number.", value)
        else:
            cut = cut._replace(width=int(value)) if word == "width" else cut._replace(border=int(value))
        rest = rest[match.end():]
    return cut


def grid_lines(session: Session, name: str, options: str = "", board: BoardFacts | None = None) -> Iterator[str]:
    cut = cut_of(options)
    arrangement = boards.arranged(session, name, cut, board)
    rows = boards.grid(session, name, cut, board)
    if arrangement.labelled:
        rows = [[label, *row] for label, row in zip(arrangement.rows, rows, strict=True)]
        rows.append(["", *arrangement.columns])
    wide = max((len(cell) for row in rows for cell in row), default=0)
    for row in rows:
        yield readable(" ".join(cell.rjust(wide) for cell in row).rstrip().encode("latin-1", "replace"))


def heat_lines(session: Session, table: list[LineHeat], spoken: Callable[[str], str], most: int = 20) -> Iterator[str]:
    whole = sum(heat.us for heat in table) or 1
    share, seconds, statements, line = map(spoken, ("share", "seconds", "statements", "line"))
    yield f"{share:>7} {seconds:>12} {statements:>11}  {line}"
    for heat in table[:most]:
        text = spoken("direct") if heat.number is None else str(heat.number)
        if heat.number is not None and heat.number in session.program.lines:
            text = readable(views.line_text(session, heat.number).encode("latin-1"))
        yield f"{heat.us / whole:7.1%} {heat.us / 1e6:12.6f} {heat.statements:11}  {text}"
    if len(table) > most:
        yield sentence("{0} in {1} other lines", f"{sum(heat.us for heat in table[most:]) / whole:7.1%}", len(table) - most)


def trace_lines(session: Session, trace: list[Traced]) -> Iterator[str]:
    """A line for each statement that was done: how many statements ago, when, and its text."""
    for back, place, us in trace:
        text = views.statement_text(session, place)
        yield f"{back:6} {us / 1e6:12.6f} s  {place!s:>8}  {readable(text.encode('latin-1'))}".rstrip()


def machine_state(machine: Machine) -> list[tuple[str, str]]:
    """The state of the picture: mode, inks, windows, graphics cursor."""
    screen = machine.screen
    found = [("mode", str(screen.mode)), ("inks", " ".join(map(str, screen.inks))), ("border", str(screen.border))]
    whole = screen.layout.columns - 1, 24
    for number, window in enumerate(machine.text.windows):
        if number and (window.left, window.top, window.right, window.bottom) == (0, 0, *whole):
            continue
        cursor = f"{window.column - window.left + 1},{window.row - window.top + 1}" + (", TAG" if window.tag else "")
        found.append((sentence("window {0}", number), sentence(
            "columns {0}-{1}, rows {2}-{3}, cursor {4}", window.left + 1, window.right + 1, window.top + 1, window.bottom + 1,
            cursor)))
    found.append(("graphics cursor", "{},{}".format(*machine.graphics.position())))
    return found

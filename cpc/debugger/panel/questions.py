"""What can be asked about the past without typing: a sheet of commands, some of them about the statement at the cursor."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from basic.debug.expressions import written
from basic.debug.sentences import Sentence, sentence
from basic.debug.views import Place
from basic.syntax import parser
from basic.syntax.nodes import Element
from cpc.debugger.panel.sheet import Sheet

if TYPE_CHECKING:
    from cpc.debugger.panel.controls import Controls

MOST_NAMES = 6                  # of a statement
COLUMN = 22                     # where the explanations begin, if the commands are short


def questions(controls: "Controls") -> Sheet:
    """A click on a row asks."""
    rows = list(_rows(controls))
    spoken = controls.view.spoken
    width = max(COLUMN, *(len(command) + 2 for command, _ in rows))
    lines = [f"{command.ljust(width)}{spoken(what)}" for command, what in rows]
    return Sheet(spoken("What can be asked about the past"), "", lines, lambda number: controls.commands.obey(rows[number][0]))


def _rows(controls: "Controls") -> Iterator[tuple[str, Sentence]]:
    yield "profile", sentence("where the time goes, by subroutines")
    yield "calls", sentence("which subroutine called which, and how often")
    yield "tree", sentence("the moves that a chess program's search has looked at")
    yield "trace 100", sentence("the last hundred statements")
    yield "heat on", sentence("counts from here on how often and how long lines run")
    yield "sounds", sentence("what the channels play, and which statement sounds there")
    if (cursor := controls.view.cursor) is None:
        return
    plain, arrays = _names(controls, cursor)
    place = Place(*cursor)
    if plain:
        yield f"log {place} {','.join(plain)}", sentence("these values each time the statement at the cursor ran")
    for name in plain:
        yield f"history {name}", sentence("all values of {0}, with the lines that gave them", name)
        yield f"plot {name}", sentence("draws the values of {0} into the timeline", name)
    for name in arrays:
        yield f"movie {name}", sentence("shows the changes of {0}() like a film", name)


def _names(controls: "Controls", cursor: tuple[int, int]) -> tuple[list[str], list[str]]:
    """Of the variables and of the arrays that the statement reads and writes."""
    session, (number, at) = controls.debugger.session, cursor
    if number not in session.program.lines:
        return [], []
    statements = session.executor.table.layout(session.program.index(number)).statements
    if at >= len(statements):
        return [], []
    node = parser.node_of(statements[at])
    plain: list[str] = []
    arrays: list[str] = []
    for one in (*node.reads, *node.writes):
        names, name = arrays if isinstance(one, Element) else plain, written(one.name, one.token)
        if name not in names and len(names) < MOST_NAMES:
            names.append(name)
    return plain, arrays

"""What can be asked about the past without typing: a sheet of commands, some of them about the statement at the cursor."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from basic.debug.cross_reference import names_at
from basic.debug.sentences import Sentence, sentence
from basic.debug.views import Place
from cpc.debugger.panel.sheet import Sheet

if TYPE_CHECKING:
    from cpc.debugger.panel.controls import Controls

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
    place = Place(*cursor)
    plain, arrays = names_at(controls.debugger.session, place)
    if plain:
        yield f"log {place} {','.join(plain)}", sentence("these values each time the statement at the cursor ran")
    for name in plain:
        yield f"history {name}", sentence("all values of {0}, with the lines that gave them", name)
        yield f"plot {name}", sentence("draws the values of {0} into the timeline", name)
    for name in arrays:
        yield f"movie {name}", sentence("shows the changes of {0}() like a film", name)

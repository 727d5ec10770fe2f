"""The programs that a person may choose from: examples, listings of books, files used last, and those of
the folder; and the choosing, by keys or mouse.

What there is and how it starts is handed in; a face shows the rows.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from cpc.api import CPC

BARE, RECENT, HERE, EXAMPLES, BOOKS = "bare", "recent", "here", "examples", "books"
GROUPS = BARE, RECENT, HERE, EXAMPLES, BOOKS
SHORTEST = 3                    # letters that are also looked for in what a program does


class Entry(NamedTuple):
    group: str                  # one of GROUPS
    name: str
    what: str
    place: str                  # what `Programs.start` takes
    there: bool = True          # it can be started


class CannotStart(Exception):
    """Why a program cannot be started, in a sentence."""


class Start(NamedTuple):
    """A program on the machine that it wants."""
    cpc: CPC                    # with the program in it, and RUN typed
    make: Callable[[], CPC]     # for a reset
    make_with_drives: Callable[[], CPC]


class Programs(Protocol):
    """What there is to choose from."""

    def entries(self) -> list[Entry]: ...

    def start(self, place: str) -> Start:
        """Raises CannotStart."""


class Picker:
    """A person's way through the entries: a text to search for, and the entry that is chosen."""

    def __init__(self, entries: list[Entry]) -> None:
        self.all = entries
        self.query = ""
        self.at = 0

    @property
    def entries(self) -> list[Entry]:
        """Those that the text to search for leaves."""
        wanted = self.query.casefold()
        return [one for one in self.all if wanted in one.name.casefold()
                or len(wanted) >= SHORTEST and wanted in one.what.casefold()]

    @property
    def chosen(self) -> Entry | None:
        entries = self.entries
        return entries[self.at] if self.at < len(entries) else None

    def search(self, query: str) -> None:
        self.query, self.at = query, 0

    def move(self, rows: int) -> None:
        self.at = max(0, min(self.at + rows, len(self.entries) - 1))

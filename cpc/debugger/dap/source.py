"""Which row of a file is which line of the program. Lines that no file has are shown as LIST shows them."""

import os
from difflib import SequenceMatcher
from pathlib import Path

from basic.debug import views
from basic.debug.debugger import CommandError
from basic.session import Session
from basic.source.crunch import line_number_at
from cpc.charset import readable
from cpc.debugger.dap.arguments import Arguments, Body

LISTING = 1             # the reference of the listing as a source


class Sources:
    """A source is the path of a file, or None for the listing. Rows and columns are counted from 0."""

    def __init__(self, session: Session, files: list[Path]) -> None:
        self.session = session
        self.files = [path.absolute() for path in files]
        self.texts: dict[Path, list[str]] = {}
        self.places: dict[int, tuple[Path, int]] = {}       # of a line: the last file that has it, and its row
        for path in self.files:
            self._read(path)

    def _read(self, path: Path) -> None:
        """Lines of a file that is no text are shown as LIST shows them."""
        try:
            data = path.read_bytes()
        except OSError:
            return
        rows = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        numbers = [line_number_at(row.lstrip(b" \t"), 0)[0] for row in rows]
        known = {number for number in numbers if number is not None}
        if known and known <= set(self.session.program.lines):
            self.texts[path] = [_decoded(row) for row in rows]
            self.places.update({number: (path, row) for row, number in enumerate(numbers) if number is not None})

    def listing(self) -> str:
        return "".join(self._listed(number) + "\n" for number in self.session.program.numbers)

    def _listed(self, number: int) -> str:
        return readable(views.line_text(self.session, number).encode("latin-1"))

    def described(self, source: Path | None) -> Body:
        """A source in the protocol's words."""
        if source is not None:
            return {"name": source.name, "path": str(source)}
        name = self.files[0].stem if self.files else "program"
        return {"name": f"LIST of {name}.bas", "sourceReference": LISTING}      # .bas: an editor takes it for BASIC

    def all(self) -> list[Path | None]:
        program = self.session.program
        return [*self.texts, *([None] if any(number not in self.places for number in program.numbers) else [])]

    def named(self, source: Arguments) -> Path | None:
        """What the editor calls a source. CommandError for what is not of this program."""
        path = source.get("path") or source.get("name") or ""
        if source.get("sourceReference") == LISTING or path == self.described(None)["name"]:
            return None
        for mine in self.texts:
            if path and (os.path.normcase(path) == os.path.normcase(mine) or _same(path, mine)):
                return mine
        raise CommandError("{0} is not part of the program that runs.", path or "?")

    # between lines and rows

    def place_of(self, number: int) -> tuple[Path | None, int]:
        """The source and the row of a line."""
        if number in self.places:
            return self.places[number]
        return None, self.session.program.numbers.index(number)

    def number_at(self, source: Path | None, row: int) -> int:
        """The line in a row, or the next one below it."""
        numbers = self.session.program.numbers
        if source is None:
            below = numbers[max(row, 0):]
        else:
            below = [number for place, number in sorted((self.places[number][1], number) for number in self.places
                                                        if self.places[number][0] == source)
                     if place >= row and number in self.session.program.lines]
        if not below:
            raise CommandError("There is no line of the program here.")
        return below[0]

    # between statements and columns

    def range_of(self, number: int, statement: int) -> tuple[int, int]:
        """From which column to which a statement goes in its source."""
        first, last = views.statement_range(self.session, number, statement)
        source, row = self.place_of(number)
        if source is None:
            return first, last
        across = _aligned(self._listed(number), self.texts[source][row])
        return across[first], across[last]

    def statement_at(self, number: int, column: int) -> int:
        """The statement that a column of the line is in."""
        return sum(self.range_of(number, statement)[0] <= column for statement in range(1, self.statements(number)))

    def statements(self, number: int) -> int:
        return views.statements_in(self.session, number)


def _decoded(row: bytes) -> str:
    try:
        return row.decode("utf-8")
    except UnicodeDecodeError:
        return row.decode("latin-1")


def _same(path: str, mine: Path) -> bool:
    try:
        return os.path.samefile(path, mine)
    except (OSError, ValueError):
        return False


def _aligned(listed: str, written: str) -> list[int]:
    """For each column of the line in LIST, its column in the file: spaces, and ? for PRINT, may differ."""
    if listed.lower() == written.lower():
        return list(range(len(listed) + 1))
    across: list[int] = []
    reached = 0                         # what stands instead of a stretch of the one is a stretch of the other
    for one, other, length in SequenceMatcher(None, listed.lower(), written.lower(), autojunk=False).get_matching_blocks():
        across += [reached] * (one - len(across)) + list(range(other, other + length))
        reached = other + length
    return [*across, len(written)]

"""Lines of a program and rows of what an editor shows: a file, or the listing where there is no file."""

from pathlib import Path

from basic import seeing
from basic.debugger import Misunderstood
from basic.tokens import line_number_at

from .charset import readable

LISTING = 1             # the reference of the listing as a source


class Sources:
    def __init__(self, session, path: Path | None):
        self.session = session
        self.path = path
        self.rows = self._rows_of_file() if path else None

    def _rows_of_file(self) -> list[int | None] | None:
        """The line number in each row of the file; None for a file that is no text."""
        try:
            data = self.path.read_bytes()
        except OSError:
            return None
        rows = []
        for row in data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n"):
            rows.append(line_number_at(row.lstrip(b" \t"), 0)[0])
        known = {number for number in rows if number is not None}
        return rows if known and known <= set(self.session.program.lines) | {None} else None

    def listing(self) -> str:
        return "".join(readable(seeing.line_text(self.session, number).encode("latin-1")) + "\n"
                       for number in self.session.program.numbers)

    def source(self) -> dict:
        if self.rows is not None:
            return {"name": self.path.name, "path": str(self.path)}
        name = self.path.name if self.path else "program"
        return {"name": f"{name} (LIST)", "sourceReference": LISTING}

    def _numbers(self) -> list[int | None]:
        return self.rows if self.rows is not None else list(self.session.program.numbers)

    def row_of(self, number: int) -> int:
        """From 0."""
        numbers = self._numbers()
        return numbers.index(number) if number in numbers else 0

    def number_at(self, row: int) -> int:
        """The line in a row, or the next one below it."""
        for number in self._numbers()[max(row, 0):]:
            if number is not None and number in self.session.program.lines:
                return number
        raise Misunderstood("There is no line of the program here.")

    def statement_at(self, number: int, column: int) -> int:
        """The statement that a column (from 0) of the line is in."""
        found = 0
        for statement in range(self.statements(number)):
            if seeing.statement_range(self.session, number, statement)[0] <= column:
                found = statement
        return found

    def statements(self, number: int) -> int:
        session = self.session
        return len(session.executor.layout(session.program.index(number))[0])

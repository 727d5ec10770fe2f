"""What the subroutines of the program are called, looked up once for each version of it."""

from basic.session import Session
from basic.syntax.subroutines import subroutines


class SubroutineNames:
    def __init__(self, session: Session) -> None:
        self.program = session.program
        self.basic_1_1 = session.basic_1_1
        self.version = -1
        self.found: dict[int, str] = {}

    def by_line(self) -> dict[int, str]:
        """The names of those that have one, by their first line."""
        if self.version != self.program.version:
            found = subroutines(self.program.lines, self.basic_1_1)
            self.found = {line: name.decode("latin-1") for line, name in found.items() if name}
            self.version = self.program.version
        return self.found

"""Lines as statements, with what these have been parsed into. The same bytes always give the same statements: all machines of
this process share them, and nothing changes them.
"""

from typing import Any

from basic.runtime.program import Program
from basic.source.walker import around_constants
from basic.syntax import lexer, parser
from basic.syntax.statement_text import Outline, StatementText

LINES_AHEAD = 6             # parsed each time a key is waited for
MOST_KEPT = 30_000

_known: dict[bool, dict[bytes, list[StatementText]]] = {False: {}, True: {}}      # for BASIC 1.0 and 1.1
_outlines: dict[bool, dict[Any, list[Outline]]] = {False: {}, True: {}}      # by what is around a line's constants


class ParsedLines:
    def __init__(self, program: Program, basic_1_1: bool) -> None:
        self.program = program
        self.basic_1_1 = basic_1_1
        self.known = _known[basic_1_1]
        self.outlines = _outlines[basic_1_1]
        self.ahead = 0          # the place of the next line to be read ahead

    def statements(self, crunched: bytes) -> list[StatementText]:
        found = self.known.get(crunched)
        if found is None:
            if len(self.known) > MOST_KEPT:
                self.known.clear()
            found = self.known[crunched] = self._read(crunched)
        return found

    def _read(self, crunched: bytes) -> list[StatementText]:
        """The line as statements. A line that differs from one before only in its constants is cut as that one was."""
        likeness = around_constants(crunched)
        if likeness is None:
            return lexer.statements_of(crunched, self.basic_1_1)
        outlines = self.outlines.get(likeness)
        if outlines is not None:
            if not outlines[0].is_shared:
                for outline in outlines:
                    outline.is_shared = True
            return [StatementText(outline, crunched) for outline in outlines]
        if len(self.outlines) > MOST_KEPT:
            self.outlines.clear()
        found = lexer.statements_of(crunched, self.basic_1_1)
        self.outlines[likeness] = [text.outline for text in found]
        return found

    def read_from_start(self) -> None:
        """The program is another one."""
        self.ahead = 0

    def read_ahead(self, count: int = LINES_AHEAD) -> None:
        """Parses some lines before the program reaches them: done while it waits for a key, when time does not matter."""
        numbers, lines = self.program.numbers, self.program.lines
        if self.ahead < len(numbers):
            for number in numbers[self.ahead:self.ahead + count]:
                for statement in self.statements(lines[number]):
                    parser.node_of(statement)
            self.ahead = min(self.ahead + count, len(numbers))

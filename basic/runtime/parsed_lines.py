"""Lines as statements, with what these have been parsed into. The same bytes always give the same statements: all machines of
this process share them, and nothing changes them.
"""

from basic.runtime.program import Program
from basic.syntax import lexer, parser

LINES_AHEAD = 6             # parsed each time a key is waited for
MOST_KEPT = 30_000

_known: dict[bool, dict[bytes, list[lexer.StatementText]]] = {False: {}, True: {}}      # for BASIC 1.0 and 1.1


class ParsedLines:
    def __init__(self, program: Program, basic_1_1: bool) -> None:
        self.program = program
        self.basic_1_1 = basic_1_1
        self.known = _known[basic_1_1]
        self.ahead = 0          # the place of the next line to be read ahead

    def statements(self, crunched: bytes) -> list[lexer.StatementText]:
        found = self.known.get(crunched)
        if found is None:
            if len(self.known) > MOST_KEPT:
                self.known.clear()
            found = self.known[crunched] = lexer.statements_of(crunched, self.basic_1_1)
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

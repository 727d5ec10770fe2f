"""What the machine takes to walk through the whole program: what its statements know by places in memory is forgotten so."""

from basic.runtime.known_lines import KnownLines
from basic.runtime.parsed_lines import ParsedLines
from basic.runtime.program import Program
from basic.timing.costs import Costs
from basic.timing.walking import walked_program


class ProgramWalk:
    def __init__(self, program: Program, costs: Costs, parsed: ParsedLines, known_lines: KnownLines) -> None:
        self.program = program
        self.costs = costs
        self.parsed = parsed
        self.known_lines = known_lines
        self._for_names = (-1, 0.0)                 # the program's version, and what it takes

    def for_names(self) -> float:
        """Where the places of its names are forgotten."""
        if self._for_names[0] != self.program.version:
            self._for_names = self.program.version, walked_program(
                self.program.numbers, self.program.lines, self.costs.line_walked, self.costs.model)
        return self._for_names[1]

    def for_lines(self) -> float:
        """Where the lines that statements know by their places become numbers again, because the program is changed."""
        if not self.known_lines:
            return 0
        lines = self.program.lines.values()
        return sum(self.costs.lines_forgotten(self.parsed.statements(crunched)) for crunched in lines)

    def for_renumbering(self) -> float:
        lines, costs = self.program.lines.values(), self.costs
        statements = sum(len(self.parsed.statements(crunched)) for crunched in lines)
        return (costs.renumbered_line * len(lines) + costs.renumbered_statement * statements
                + costs.renumbering_walks * self.for_names())

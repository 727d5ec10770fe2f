"""TRON: each line shows its number before its first statement."""

from collections.abc import Sequence

from basic.ports import Clock
from basic.runtime.control import Position, Step
from basic.runtime.output import Output
from basic.runtime.program import Program
from basic.timing.costs import Costs


class LineTrace:
    """Whether it is on, and which line has shown its number already. `where` is the code table's: the place of each pc."""

    on: bool

    def __init__(self, where: Sequence[Position], program: Program, clock: Clock, costs: Costs, output: Output) -> None:
        self.where = where
        self.program = program
        self.clock = clock
        self.costs = costs
        self.output = output
        self.on = False
        self.shown: int | None = None           # the place of the line that has shown its number and has not begun

    def around(self, step: Step, line: int) -> Step:
        """The step of a line's first statement, with the number before it."""
        def traced() -> int:
            if self.shown != line:
                self._show(line)
            self.shown = None
            return step()
        return traced

    def _show(self, line: int) -> None:
        self.clock.us += self.costs.traced
        self.output.write(0, b"[%d]" % self.program.numbers[line])

    def arrive(self, pc: int) -> None:
        """Something comes between the program and the statement at pc: the number of a line that begins there comes first."""
        line, at = self.where[pc]
        if self.on and line is not None and at == 0 and self.shown != line:
            self._show(line)
            self.shown = line

    def come_back(self, pc: int) -> int:
        """The program comes to the statement at pc once more, or after what came between: its line's number is not shown."""
        line, at = self.where[pc]
        self.shown = line if self.on and at == 0 else None
        return pc

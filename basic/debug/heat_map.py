"""The heat map: how often each line ran, and for how many of the machine's microseconds.

While there is a heat map every step counts (`around`), and units count which ways were taken through them: their text
(basic.units.heat_tally), and their machine code (basic.units.native_heat). Each microsecond that passes is booked to one
statement.
"""

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from basic.debug.copies import Counted, Moment
from basic.runtime.control import Step, Waiting
from basic.units.heat_tally import Part

if TYPE_CHECKING:
    from basic.runtime.executor import Executor


class LineHeat(NamedTuple):
    number: int | None          # None: all lines without a number
    statements: int
    us: int


class HeatMap:
    """It counts by pc, and books the counts to lines when it is asked or when the program gets new steps.

    It has a table for each moment from `begin` on. Where a program is taken back behind that, what it counts on the way to
    `begin` is forgotten there.
    """

    def __init__(self, executor: "Executor", begin: Moment) -> None:
        self.executor = executor
        self.begin = begin
        self.begun = True
        self.counts: defaultdict[int, int] = defaultdict(int)      # statements done, by pc
        self.times: defaultdict[int, int] = defaultdict(int)       # microseconds, by pc
        self.ways: list[tuple[Part, ...]] = []      # through units
        self.passes: list[int] = []                 # how often each way was taken
        self.plain: dict[int, Step] = {}            # the steps that do not count
        self.line_of: dict[int, int] = {}           # pc -> its line's number
        self.lines: dict[int | None, tuple[int, int]] = {}         # line's number -> statements, microseconds
        self.codes = 0                              # how often the program got new steps

    def put_in(self) -> None:
        executor, steps = self.executor, self.executor.jit.steps
        for pc in executor.table.reached:
            self._replace(pc, self.around(pc, steps.get(pc, executor.table.code[pc])))

    def take_out(self) -> None:
        for pc, step in self.plain.items():
            self._replace(pc, step)

    def _replace(self, pc: int, step: Step) -> None:
        executor = self.executor
        executor.table.code[pc] = step
        if pc in executor.jit.steps:
            executor.jit.steps[pc] = step

    def around(self, pc: int, step: Step) -> Step:
        """A step that counts, and does the given one."""
        self.plain[pc] = step
        line = self.executor.table.where[pc][0]
        if line is not None:
            self.line_of[pc] = self.executor.program.numbers[line]
        return self.counting(pc, step)

    def counting(self, pc: int, step: Step, us: int | None = None) -> Step:
        """The same; with `us` for the rest of a statement, whose first part took so long, which the clock shows already."""
        clock, cost, counts, times = self.executor.clock, self.executor.table.cost, self.counts, self.times
        codes, line = self.codes, self.line_of.get(pc)

        def counted() -> int:
            begun = clock.us - (cost[pc] if us is None else us)
            waits = False
            try:
                return step()
            except Waiting:
                waits = True
                raise
            finally:
                done = us is None and not waits
                if codes == self.codes:
                    counts[pc] += done
                    times[pc] += clock.us - begun
                else:                   # the program has got new steps from it
                    self._book(line, done, clock.us - begun)
        return counted

    def _book(self, line: int | None, statements: int, us: int) -> None:
        if statements or us:
            before = self.lines.get(line, (0, 0))
            self.lines[line] = before[0] + statements, before[1] + us

    def way(self, parts: tuple[Part, ...]) -> int:
        """The number of a new way."""
        self.ways.append(parts)
        self.passes.append(0)
        return len(self.ways) - 1

    def settle(self) -> None:
        """Books all counts to their lines."""
        counts, times, passes = self.counts, self.times, self.passes
        for way, taken in enumerate(passes):
            if taken:
                for pc, statements, us in self.ways[way]:
                    counts[pc] += taken * statements
                    times[pc] += taken * us
                passes[way] = 0
        if (program := self.executor.jit.native.program) is not None:
            program.state.heat.book(self)
        for pc, us in times.items():
            self._book(self.line_of.get(pc), counts[pc], us)
        counts.clear()
        times.clear()

    def new_code(self) -> None:
        """The program has new steps."""
        self.settle()
        self.codes += 1
        self.plain.clear()
        self.line_of.clear()
        self.ways.clear()
        self.passes.clear()
        if (program := self.executor.jit.native.program) is not None:
            program.state.heat.forget()

    def forget_at(self, pc: int) -> None:
        """The statement at pc has no step any more."""
        self.plain.pop(pc, None)

    def start(self, begin: Moment) -> None:
        """Counts from nothing, from this moment on."""
        self.settle()
        self.begin, self.begun, self.lines = begin, True, {}

    def reach(self, moment: Moment) -> None:
        """The program has come to this moment."""
        if not self.begun and moment >= self.begin:
            self.start(self.begin)

    def snapshot(self) -> Counted:
        self.settle()
        return Counted(self.begin, dict(self.lines))

    def forget_since(self, counted: Counted) -> None:
        """What it has counted since that snapshot does not count."""
        self.settle()
        self.lines = dict(counted.lines)

    def restore(self, moment: Moment, counted: Counted | None) -> None:
        """At a moment with what was counted up to it."""
        self.settle()
        self.begun = moment >= self.begin
        self.lines = dict(counted.lines) if counted else {}

    def table(self) -> list[LineHeat]:
        """The lines by their time, the longest first."""
        self.settle()
        if not self.begun:
            return []
        found = [LineHeat(number, statements, us) for number, (statements, us) in self.lines.items()]
        return sorted(found, key=lambda heat: -heat.us)

"""How often each line ran, and for how many of the machine's microseconds.

While there is a heat map every step counts (`around`), and units of basic.units.jit are written so that they count the ways
gone through them (`Tally`). All time that a program takes is some statement's.
"""

from collections import defaultdict
from typing import NamedTuple

from basic.runtime.control import Waiting


class LineHeat(NamedTuple):
    number: int | None          # None: lines typed without a number
    statements: int
    us: int


class Part(NamedTuple):
    """What a statement adds."""
    pc: int
    statements: int
    us: int


class HeatMap:
    def __init__(self, executor):
        self.executor = executor
        self.counts: defaultdict[int, int] = defaultdict(int)      # by pc
        self.times: defaultdict[int, int] = defaultdict(int)
        self.ways: list[tuple[Part, ...]] = []      # through units
        self.passes: list[int] = []                 # how often each has been gone
        self.plain: dict[int, object] = {}          # the steps as they are without
        self.line_of: dict[int, int] = {}           # the line's number, of the program that the steps are of
        self.lines: dict[int | None, tuple[int, int]] = {}
        self.codes = 0                              # how often the steps have been made anew

    def put_in(self) -> None:
        executor, steps = self.executor, self.executor.jit.steps
        for pc in executor.table.reached:
            self._replace(pc, self.around(pc, steps.get(pc, executor.table.code[pc])))

    def take_out(self) -> None:
        for pc, step in self.plain.items():
            self._replace(pc, step)

    def _replace(self, pc: int, step) -> None:
        executor = self.executor
        executor.table.code[pc] = step
        if pc in executor.jit.steps:
            executor.jit.steps[pc] = step

    def around(self, pc: int, step):
        """The step, counting."""
        self.plain[pc] = step
        line = self.executor.table.where[pc][0]
        if line is not None:
            self.line_of[pc] = self.executor.program.numbers[line]
        return self.counting(pc, step)

    def counting(self, pc: int, step, us: int | None = None):
        """The same for the rest of a statement, of which `us` have gone by already and are in the clock."""
        clock, cost, counts, times = self.executor.clock, self.executor.table.cost, self.counts, self.times
        codes, line = self.codes, self.line_of.get(pc)

        def counted():
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
                else:                   # it has had the steps made anew
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
        """Books what has been counted to its lines."""
        counts, times, passes = self.counts, self.times, self.passes
        for at, gone in enumerate(passes):
            if gone:
                for pc, statements, us in self.ways[at]:
                    counts[pc] += gone * statements
                    times[pc] += gone * us
                passes[at] = 0
        for pc, us in times.items():
            self._book(self.line_of.get(pc), counts[pc], us)
        counts.clear()
        times.clear()

    def new_code(self) -> None:
        """The steps have been made anew."""
        self.settle()
        self.codes += 1
        self.plain.clear()
        self.line_of.clear()
        self.ways.clear()
        self.passes.clear()

    def snapshot(self) -> dict[int | None, tuple[int, int]]:
        self.settle()
        return dict(self.lines)

    def restore(self, lines: dict[int | None, tuple[int, int]]) -> None:
        self.settle()
        self.lines = dict(lines)

    def table(self) -> list[LineHeat]:
        """The lines by their time, the longest first."""
        self.settle()
        found = [LineHeat(number, statements, us) for number, (statements, us) in self.lines.items()]
        return sorted(found, key=lambda heat: -heat.us)


class Tally:
    """What the text of a unit counts: `way` is what has been done since something was last counted, `last` the node that
    its last part is of.

    Inside loops the text counts in names of its own, which are booked when the unit is left. Without a heat map nothing
    is counted.
    """

    def __init__(self, heat_map: HeatMap | None):
        self.heat_map = heat_map
        self.way: tuple[Part, ...] = ()
        self.last: object = None
        self.loops = 0                              # around what is being written
        self.names: dict[str, int] = {}             # in the text -> the way's number
        self.weighed: dict[int, str] = {}           # pc -> the name of what it took besides its cost

    def afresh(self) -> None:
        """Nothing has been done since."""
        self.way, self.last = (), None

    def done(self, node) -> None:
        """NEXT that comes to its second variable goes on with the same statement."""
        if self.heat_map is not None:
            self.way, self.last = (*self.way, Part(node.pc, int(not node.which), node.cost)), node

    def undone(self, node) -> None:
        """It has been counted, but will be done over."""
        if self.heat_map is not None:
            self.way, self.last = (Part(node.pc, -int(not node.which), -node.cost),), None

    def took(self, node, us: int) -> None:
        if self.heat_map is not None and us:
            *before, last = self.way if self.last is node else (*self.way, Part(node.pc, 0, 0))
            self.way, self.last = (*before, last._replace(us=last.us + us)), node

    def before(self, node) -> tuple[Part, ...]:
        """What has been done when the statement is to be done over."""
        return self.way[:-1] if self.last is node else self.way

    def begins(self, node) -> list[str]:
        """The lines before those of a node that adds to `us` by itself."""
        return ["begun = us"] if self._weighs(node) else []

    def _weighs(self, node) -> bool:
        return self.heat_map is not None and (node.most > 0 or "us" in node.saves)

    def ends(self, node) -> list[str]:
        if not self._weighs(node):
            return []
        return [f"{self.weighed.setdefault(node.pc, f'd{node.pc}')} += us - begun"]

    def counted(self, times: str = "1") -> list[str]:
        """The line that counts the way up to here."""
        if not self.way:
            return []
        number = self.heat_map.way(self.way)
        self.afresh()
        if not self.loops:
            return [f"passes[{number}] += {times}"]
        name = f"h{number}"
        self.names[name] = number
        return [f"{name} += {times}"]

    def at_zero(self) -> list[str]:
        names = [*self.names, *self.weighed.values()]
        return [f"{' = '.join(names)} = 0"] if names else []

    def booked(self) -> str:
        """One line, for where the unit is left."""
        book = [f"passes[{number}] += {name}" for name, number in self.names.items()]
        return "; ".join(book + [f"times[{pc}] += {name}" for pc, name in self.weighed.items()]) or "pass"

    def write_back(self, local: dict, way: tuple[Part, ...]) -> None:
        """The unit has been left in the middle."""
        heat_map = self.heat_map
        if heat_map is None:
            return
        for name, number in self.names.items():
            heat_map.passes[number] += local[name]
        for pc, name in self.weighed.items():
            heat_map.times[pc] += local[name]
        for pc, statements, us in way:
            heat_map.counts[pc] += statements
            heat_map.times[pc] += us

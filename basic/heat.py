"""How often each line ran, and for how many of the machine's microseconds."""

from collections import defaultdict
from typing import NamedTuple


class LineHeat(NamedTuple):
    number: int | None          # None: lines typed without a number
    statements: int
    us: int


class Heat:
    def __init__(self, executor):
        self.executor = executor
        self.counts: defaultdict[int, int] = defaultdict(int)
        self.times: defaultdict[int, int] = defaultdict(int)
        self.lines: dict[int | None, list[int]] = {}

    def add(self, pc: int, us: int, done: bool) -> None:
        self.counts[pc] += done
        self.times[pc] += us

    def settle(self) -> None:
        """Books what has been counted to its lines, before the steps are made anew or somebody looks."""
        where, numbers = self.executor.where, self.executor.program.numbers
        for pc, us in self.times.items():
            line = where[pc][0]
            booked = self.lines.setdefault(numbers[line] if line is not None and line < len(numbers) else None, [0, 0])
            booked[0] += self.counts[pc]
            booked[1] += us
        self.counts.clear()
        self.times.clear()

    def table(self) -> list[LineHeat]:
        """The lines by their time, the longest first."""
        self.settle()
        found = [LineHeat(number, count, us) for number, (count, us) in self.lines.items()]
        return sorted(found, key=lambda heat: -heat.us)

"""Statements that read variables which have never been assigned. The machine looks for these each time, since there is no place
to keep: each such statement takes longer, until something makes the variable."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler
    from basic.runtime.variables import Variables
    from basic.timing.costs import Costs
    from basic.units.jit import Jit


class UnsetReads:
    """`cost` is what each statement takes, by its pc."""

    def __init__(self, variables: Variables, costs: Costs, cost: list[int], jit: Jit) -> None:
        self.variables = variables
        self.costs = costs
        self.cost = cost
        self.jit = jit
        self.readers: dict[int, tuple[Compiler, int]] = {}      # pc -> what reads variables, and what it takes without looking
        self.waiting: dict[int, set[int]] = {}                  # by an initial: pcs of those that look in vain
        variables.on_made = self._made_one

    def note(self, pc: int, compiler: Compiler, us: int) -> int:
        """A statement has been reached. Gives how much less that takes: what it looks for each time is in its cost."""
        self.readers[pc] = compiler, us
        looks, finds = self._looks(pc, compiler)
        self.cost[pc] = us + looks
        return finds

    def forget_at(self, pc: int) -> None:
        self.readers.pop(pc, None)

    def forget(self) -> None:
        self.readers.clear()
        self.waiting.clear()

    def look_again(self) -> None:
        """There may be quite other variables now."""
        self.waiting.clear()
        self._weigh(self.readers)

    def _made_one(self, slot: int) -> None:
        waiting = self.waiting.pop(self.variables.names[slot][0], None)
        if waiting:
            self._weigh(waiting)

    def _weigh(self, pcs: Iterable[int]) -> None:
        changed = set()
        for pc in pcs:
            if pc in self.readers:
                compiler, us = self.readers[pc]
                us += self._looks(pc, compiler)[0]
                if self.cost[pc] != us:
                    self.cost[pc] = us
                    changed.add(pc)
        if changed:
            self.jit.costs_changed(changed)

    def _looks(self, pc: int, compiler: Compiler) -> tuple[int, int]:
        """What looking in vain takes each time, and what finding these variables would take once."""
        looks = finds = 0
        for name, type_byte, slot, kind in compiler.reads:
            if slot not in self.variables.created and slot != compiler.makes:
                self.waiting.setdefault(name[0], set()).add(pc)
                passed = self.variables.passed(name, kind)
                looks += self.costs.lasting(self.costs.looked_in_vain(name, type_byte, kind)) + passed
                finds += self.costs.lasting(self.costs.found_anew([(name, type_byte)]) + self.costs.read_name) + passed
        return looks, finds

"""A unit at work, and how it is left in the middle."""

from time import perf_counter
from typing import TYPE_CHECKING, Any, NoReturn

from basic.runtime.clock import NEVER
from basic.runtime.control import GOSUB_SIZE, WHILE_SIZE, Frame, Step, UnitLeft
from basic.units.exits import Exit, Leaving, Pause
from basic.units.heat_tally import Tally
from basic.units.nodes import Stack, StackEntry

if TYPE_CHECKING:
    from basic.runtime.executor import Executor
    from basic.units.jit import Jit
    from basic.units.printed import Printed
    from basic.units.python_unit import PythonUnit


def watched_among(pcs: set[int], executor: "Executor") -> dict[int, list[Any]]:
    """What a debugger watches behind these."""
    return {pc: executor.hooks.watches[pc] for pc in pcs & executor.hooks.watches.keys()}


SLICE_WORTH = 70            # beginnings that a slice of time counts as much as


class CompiledUnit:
    """Of Python text if `text` is given, or else `native`."""

    def __init__(self, jit: "Jit", text: "PythonUnit | None", native: "Printed | None" = None):
        self.jit = jit
        self.executor = jit.executor
        self.native = native
        self.source = ""
        self.keeps_strings = False
        self.tally = Tally(None)
        around: Stack = ()
        if text is not None:
            unit = text.unit
            self.pc, around = unit.start.pc, unit.around
            self.pcs = {node.pc for node in unit.nodes.values() if node.left is None}
            self.source = text.source
            self.exits, self.depths, self.tally = text.exits, text.depths, text.tally
            self.loops = bool(text.graph.cycles)
            self.changed = sorted(unit.changed)
            self.keeps_strings = unit.keeps_strings
            self.functions = sorted(unit.functions)
        elif native is not None:
            self.pc, around, self.pcs, self.loops = native.pc, native.around, native.pcs, native.loops
            self.exits, self.depths, self.changed = native.exits, native.depths, native.changed
            self.functions = native.functions
            self.tally = Tally(self.executor.hooks.heat_map)
        self.real = len(around)
        self.frames = {entry: Frame(GOSUB_SIZE, pc=entry.pc, opener=entry.opener)
                       for one in self.exits for entry in one.stack if entry.size == GOSUB_SIZE}
        self.watched = watched_among(self.pcs, self.executor)
        self.failures = 0
        self.failed_at = 0          # by the machine's clock
        self.heat = [NEVER]         # how often it begins until it asks to be promoted
        self.since: int = self.executor.clock.us
        self.made_at = perf_counter()
        self.again = False          # an earlier run of the program had it, too

    def leave(self, error: Exception, at: int, us: int, us_before: int, used: int, used_before: int,
              variables: tuple[Any, ...], entries: tuple[Any, ...], counts: tuple[int, ...]) -> NoReturn:
        """Puts everything as it is at an exit; basic.units.python_unit says what is handed over. Then the plain step of the
        exit's statement goes on."""
        exit = self.exits[error.args[0] if isinstance(error, Leaving) else at]
        executor = self.executor
        values = executor.variables.values
        for slot, value in zip(self.changed, variables, strict=True):
            values[slot] = value
        if self.keeps_strings:
            executor.variables.heap.used = used_before if "used" in exit.saves else used
        parts = {depth: entries[3 * at:3 * at + 3] for at, depth in enumerate(self.depths)}
        self.leave_at(exit, isinstance(error, Pause), us, us_before, parts, counts)

    def leave_at(self, exit: Exit, pauses: bool, us: int, us_before: int, parts: dict[int, tuple[Any, ...]],
                 counts: tuple[int, ...] = ()) -> NoReturn:
        """The same where variables and strings are as they are to be. `parts`: limit, step and first value of the FORs that it
        opened, by their depths; `pauses`: it was not to blame."""
        executor = self.executor
        if "seed" in exit.saves:
            executor.random.seed = self.jit.seed_before
        executor.clock.us = self._clock(exit, us_before if "us" in exit.saves else us, parts)
        self._stack(exit, parts)
        self.tally.write_back(counts, exit.way)
        if exit.looks:
            self.heat[0] -= SLICE_WORTH
            raise UnitLeft(exit.pc, None) from None
        step = self._step(exit)
        if not pauses:
            self.jit.gave_up(self, exit)
        raise UnitLeft(exit.pc, step) from None

    def _clock(self, exit: Exit, us: int, parts: dict[int, tuple[Any, ...]]) -> int:
        executor = self.executor
        us += exit.us
        if not exit.which and not exit.looks:
            us += executor.table.cost[exit.pc] - exit.cost
        if exit.counted is not None:
            value = executor.variables.values[exit.counted.slot]
            _, step, first = parts[exit.counted.depth]
            passes = (value - first) // step if type(value) is int else int((value - first) / step + 0.5)
            us += exit.counted.us * passes
        return us

    def _stack(self, exit: Exit, parts: dict[int, tuple[Any, ...]]) -> None:
        stack = self.executor.stack.frames
        dropped = self.real - sum(entry.real for entry in exit.stack)
        if dropped:
            del stack[-dropped:]
        for depth, entry in enumerate(exit.stack):
            if not entry.real:
                stack.append(self._frame(entry, parts.get(depth)))

    def _frame(self, entry: StackEntry, parts: tuple[Any, ...] | None) -> Frame:
        if entry.size == GOSUB_SIZE:
            return self.frames[entry]
        if entry.size == WHILE_SIZE:
            condition = self.executor.loops.whiles[entry.opener]
            return Frame(WHILE_SIZE, entry.key, entry.pc, condition=condition, opener=entry.opener)
        assert parts is not None
        limit, step, _ = parts
        sign = (step > 0) - (step < 0)
        return Frame(entry.size, entry.key, entry.pc, entry.slot, limit, step, sign, None, entry.opener)

    def _step(self, exit: Exit) -> Step:
        """The plain step of the exit's statement, or of the rest of a NEXT."""
        executor = self.executor
        if not exit.which:
            stub = executor.table.code[exit.pc]         # of a statement that has not been reached: the debugger has gone back
            return self.jit.steps.get(exit.pc, stub) if exit.pc in executor.table.reached else stub
        count_on, which = executor.loops.nexts[exit.pc], exit.which
        step: Step = lambda: count_on(which, True)
        if executor.hooks.heat_map is not None:
            step = executor.hooks.heat_map.counting(exit.pc, step, exit.cost)
        if exit.pc in executor.hooks.watches and executor.hooks.observer is not None:
            step = executor.hooks.observer.watching(exit.pc, step)
        return step

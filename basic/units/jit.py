"""When units are made, kept and dropped.

Every step counts its first runs (`Jit.count_runs`). When one has run often, it becomes the start of a unit: the statements that
can be reached from it, as far as they can `emit` themselves (basic.units tells the whole way).
"""

from collections import OrderedDict
from types import CodeType
from typing import TYPE_CHECKING, Any

from basic.ports import NEVER
from basic.runtime.control import GOSUB_SIZE, Step
from basic.units.builder import UnitBuilder
from basic.units.compiled_unit import CompiledUnit, watched_among
from basic.units.exits import Exit, deopt, pause
from basic.units.flow_graph import Graph
from basic.units.kept_units import KeptProgram, Place, kept_program
from basic.units.native_tier import NativeTier
from basic.units.printed import are_defined
from basic.units.python_unit import PythonUnit

if TYPE_CHECKING:
    from basic.runtime.executor import Executor
    from basic.runtime.statement_maker import Made

RUNS = 100              # of a step before it is made hot
RUNS_IF_NATIVE = 30     # once the program has machine code: more of it takes no Python text
RUNS_IF_LED_TO = 5      # of a step to which machine code leads: to come out of that takes as long as many steps
AGAIN = 10              # runs until a step looks whether it has machine code
RUNS_IF_KNOWN = 10      # the same where an earlier run of the program made a unit
RUNS_IF_KEPT = 3        # and where there is machine code of that
FAILURES = 40           # of a unit before another one is made
SELDOM = 500_000        # microseconds of the machine's time from one failure to the next, if they do not count
REWRITINGS = 4          # units that are made for a step before it stays a plain step
FEWEST = 4              # statements of a unit without a loop
KEPT_TEXTS = 2000
MOST_LINES_AHEAD = 1000     # that are parsed when the program is loaded

# of all sessions: the same program gives the same text, and is hot in the same places
_compiled: OrderedDict[str, CodeType] = OrderedDict()
_hot: set[Place] = set()
_promoted: set[Place] = set()


def compiled(text: str, names: dict[str, Any]) -> Step:
    """The function that runs the unit; `names` are its globals."""
    code = _compiled.get(text)
    if code is None:
        code = _compiled[text] = compile(text, "<unit>", "exec")
        if len(_compiled) > KEPT_TEXTS:
            _compiled.popitem(last=False)
    exec(code, names)
    unit: Step = names["unit"]
    return unit


def graph_of(unit: UnitBuilder, counts: bool = True) -> Graph:
    """The unit's graph, cut where it has loops with two entrances; `counts` as in Graph."""
    graph = Graph(unit.start, counts)
    while (node := graph.second_entrance) is not None:
        node.ways, node.left = [], "raised" if node.which else "written"
        graph = Graph(unit.start, counts)
    return graph


class Jit:
    """The units of a program."""

    def __init__(self, executor: "Executor") -> None:
        self.executor = executor
        self.on = True
        self.units: dict[int, CompiledUnit] = {}
        self.steps: dict[int, Step] = {}            # the plain steps of all that has been compiled
        # four times from `Runner.unit_limits`; then, for Python text, the second, or the end of its slice if that is sooner
        self.limit = [0, 0, 0, 0, 0, NEVER]
        self.native = NativeTier(self, executor, executor.machine.find_native_engine, graph_of)
        self.made: dict[int, Made] = {}             # pc -> what its statement was compiled into
        self.covered: set[int] = set()
        self.suspended: dict[int, tuple[CompiledUnit, Step]] = {}       # pc -> the unit, and the step that runs it
        self.aside: dict[int, tuple[CompiledUnit, Step]] = {}           # the same, as long as a debugger is in it
        self.seed_before = 0                        # where the random numbers go back to if a unit gives up
        self.changed: set[int] = set()              # statements that take another time than when units were suspended
        self.unfit: set[int] = set()                # statements at which units gave up too often
        self.rewritings: dict[int, int] = {}
        self._kept: KeptProgram | None = None
        self._observed = False                      # by a debugger, when that was found

    def kept(self) -> KeptProgram:
        """What earlier runs of the program have made."""
        observed = self.executor.hooks.observer is not None
        if self._kept is None or self._observed != observed:
            self._kept, self._observed = kept_program(self.executor), observed
            _hot.update(self._kept.hot)
            _promoted.update(self._kept.promoted)
        return self._kept

    def get_ready(self) -> None:
        """The program has been loaded. If an earlier run of it had machine code, RUN is to find all that it needs. A face that
        waits for a person does the rest while it waits."""
        if not (self.on and self.native.on and self.kept().promoted):
            return
        self.native.get_ready(self.kept())
        if not self.executor.real_time.paced:
            self.executor.table.parsed.read_ahead(MOST_LINES_AHEAD)

    def note_change(self) -> None:
        """More is known than is kept."""
        self.kept().changed = self.native.on and not self.native.waits

    def tiers(self) -> tuple[int, int]:
        """How many units run as Python text, and how many as machine code."""
        program = self.native.program
        return sum(made.native is None for made in self.units.values()), 0 if program is None else len(program.units)

    def forget(self) -> None:
        """The program gets new steps."""
        self.made.clear()
        self.steps.clear()
        self.unfit.clear()
        self.rewritings.clear()
        self.suspended.clear()
        self.aside.clear()
        self._kept = None
        self.native.forget()
        self._forget_units()

    def suspend(self) -> None:
        """Puts all the plain steps back, and keeps the units."""
        code = self.executor.table.code
        self.changed.clear()
        for pc, made in self.units.items():
            self.suspended[pc] = made, code[pc]
            code[pc] = self.steps[pc]
        if self.native.program is not None:
            self.native.program.suspend()
        self._forget_units()

    def resume(self) -> None:
        """Suspended units come back if no trap stands in them, watches and heat map are as they were, and all their statements
        have been reached."""
        executor = self.executor

        def fits(made: CompiledUnit) -> bool:
            hooks = executor.hooks
            fits = not made.pcs & hooks.traps and made.watched == watched_among(made.pcs, executor)
            fits = fits and made.tally.heat_map is hooks.heat_map and made.pcs <= executor.table.reached
            return fits and are_defined(made.functions, executor) and self.changed.isdisjoint(made.pcs)

        if self.native.program is not None:
            self.native.program.resume(fits)
        units, self.aside = [*self.suspended.values(), *self.aside.values()], {}
        for made, step in units:
            if made.pc not in self.units and fits(made):
                self.put_unit(made, step)
            elif not made.watched and made.tally.heat_map is None:
                self.aside[made.pc] = made, step
        self.suspended.clear()

    def functions_changed(self) -> None:
        """Units that call functions which mean something else now are dropped."""
        units = [*self.units.values(), *(self.native.program.units.values() if self.native.program is not None else ())]
        for pc in {made.pc for made in units if not are_defined(made.functions, self.executor)}:
            self._drop(pc)

    def costs_changed(self, pcs: set[int]) -> None:
        """Units with these statements are dropped: the statements take another time now."""
        program = self.native.program
        units = [*self.units.values(), *(program.units.values() if program is not None else ())]
        for pc in {made.pc for made in units if not pcs.isdisjoint(made.pcs)}:
            if program is not None:
                program.drop(pc)
            self.take_unit(pc)
        self.changed |= pcs

    def put_unit(self, made: CompiledUnit, step: Step) -> None:
        """A unit takes the place of the step that it begins with."""
        self.units[made.pc] = made
        self.covered |= made.pcs - {made.pc}
        self.executor.table.code[made.pc] = step

    def take_unit(self, pc: int) -> None:
        """The plain step comes back, and may become hot again."""
        if self.units.pop(pc, None) is not None:
            self.executor.table.code[pc] = self.count_runs(pc, self.steps[pc])

    def _forget_units(self) -> None:
        self.units.clear()
        self.covered.clear()

    def count_runs(self, pc: int, step: Step) -> Step:
        """The step as it runs at first: after some runs the place becomes hot."""
        ran, runs = 0, self._first_look(pc)
        code = self.executor.table.code
        self.steps[pc] = step

        def counted() -> int:
            nonlocal ran, runs
            runs -= 1
            if runs < 0:
                ran, runs = self._look(pc, ran)
                if runs < 0 and pc not in self.units:
                    code[pc] = step
            return step()
        return counted

    def _first_look(self, pc: int) -> int:
        return min(RUNS, 0 if self.native.leads_to(pc) else RUNS_IF_KEPT)

    def _look(self, pc: int, ran: int) -> tuple[int, int]:
        """A step has run that often: makes a unit if that is enough. Gives the number of runs from which on it looks again,
        and how many are left until then; below 0: never."""
        place, led_to = self._place(pc), self.native.leads_to(pc)
        if not ran and led_to and RUNS_IF_LED_TO < RUNS and not self.native.goes_on_there(pc):
            return 1, RUNS_IF_LED_TO
        if ran < RUNS_IF_KEPT < RUNS and not led_to and not self.native.is_kept(self._begin(pc)):
            return RUNS_IF_KEPT, RUNS_IF_KNOWN - RUNS_IF_KEPT
        if ran < RUNS_IF_KNOWN < RUNS and not led_to:
            ran = RUNS_IF_KNOWN
            if self.native.on:
                self.kept()
            if place not in _hot:
                return ran, min(RUNS, RUNS_IF_NATIVE) - ran
        if ran < RUNS_IF_NATIVE < RUNS and place not in _hot:
            ran = RUNS_IF_NATIVE
            if self.native.program is None and not led_to:
                return ran, RUNS - ran
        begin = pc if led_to else self._begin(pc)
        if pc not in self.covered or led_to:
            self.make(begin)
        if pc in self.covered:                  # by a unit that begins before it: that one's turn may come
            self.covered.discard(pc)
            return RUNS, RUNS if self.native.program is None else min(RUNS, RUNS_IF_NATIVE)
        return RUNS, AGAIN if self.native.is_wanted(begin) else -1

    def _place(self, pc: int) -> Place | None:
        """A statement by its line's bytes, which another run of the program has, too."""
        table, program = self.executor.table, self.executor.program
        line, statement = table.where[pc]
        return None if line is None or line >= len(program.numbers) else (program.lines[program.numbers[line]], statement)

    def _begin(self, pc: int) -> int:
        """Where a unit with pc in it had best begin: with the loop that pc is in."""
        stack = self.executor.stack.frames
        if stack and stack[-1].size != GOSUB_SIZE and stack[-1].pc not in self.units and self.known(stack[-1].pc):
            return stack[-1].pc
        return pc

    def known(self, pc: int) -> bool:
        """Whether the statement at pc has been compiled: what never ran is left to the steps."""
        return pc in self.made

    def make(self, pc: int) -> None:
        """Makes the unit that begins at pc, if one is worth it."""
        executor = self.executor
        if not self.on or executor.table.trace.on or pc in self.units or pc in executor.hooks.traps or pc in self.unfit:
            return
        place = self._place(pc)
        if self.native.takes(pc, place in _promoted):
            self._note_promoted(place)
            return
        unit = UnitBuilder(executor, pc)
        graph = graph_of(unit)
        if unit.start.left or not graph.cycles and len(graph.order) < FEWEST:
            return
        text = PythonUnit(unit, graph)
        made = CompiledUnit(self, text)
        made.heat[0] = self.native.patience
        made.again = place in _hot
        try:
            step = compiled(text.source, self._globals(made, text.bound))
        except SyntaxError:         # nested too deeply for Python
            self.unfit.add(pc)
            return
        self.put_unit(made, step)
        self.native.prepare()
        if place is not None:
            if len(_hot) >= KEPT_TEXTS:
                _hot.clear()
            _hot.add(place)
            if self.native.on:
                self.kept().hot.add(place)
                self.note_change()

    def _globals(self, made: CompiledUnit, bound: dict[str, Any]) -> dict[str, Any]:
        executor, plain = self.executor, self.steps[made.pc]
        variables, heat_map = executor.variables, executor.hooks.heat_map
        names = {
            "V": variables.values, "D": variables.data, "S": executor.stack.frames, "H": variables.heap,
            "shape": variables.shape, "clock": executor.clock, "limit": self.limit, "deopt": deopt, "pause": pause,
            "leave": made.leave, "again": plain, "guard_failed": self._guard_failed(made.pc, plain),
            "heat": made.heat, "promote": lambda: self._promote(made), **bound,
        }
        if heat_map is not None:
            names.update(passes=heat_map.passes, times=heat_map.times)
        return names

    def _promote(self, made: CompiledUnit) -> None:
        place = self._place(made.pc)
        if self.native.promote(made) and place is not None:
            _promoted.add(place)            # the next run in this process does not come too early for the engine
            if self.native.is_wanted(made.pc):
                self._note_promoted(place)

    def _note_promoted(self, place: Place | None) -> None:
        """The next run has machine code there at once, in a later process, too."""
        if place is not None and not (place in _promoted and place in self.kept().promoted):
            if len(_promoted) >= KEPT_TEXTS:
                _promoted.clear()
            for places in (_hot, _promoted, self.kept().hot, self.kept().promoted):
                places.add(place)
            self.note_change()

    def note_native(self, pcs: set[int]) -> None:
        """Statements that have machine code now. Where a unit of Python text began, the next run has that instead."""
        for place in map(self._place, pcs):
            if place in _hot:
                self._note_promoted(place)

    def _guard_failed(self, pc: int, plain: Step) -> Step:
        """The step for a unit that arrays or the stack do not suit."""
        def guard_failed() -> int:
            self.failed(self.units[pc])
            return plain()
        return guard_failed

    def gave_up(self, made: CompiledUnit, exit: Exit) -> None:
        """A unit did not cover what happened at the exit; a statement that is to blame once too often is left to its step."""
        self._forget_old_failures(made)
        if exit.covered and made.failures >= FAILURES and exit.pc != made.pc:
            self.unfit.add(exit.pc)
        self.failed(made)

    def _forget_old_failures(self, made: CompiledUnit) -> None:
        """What happens seldom does no harm, such as a string space that is full, or a row of the screen."""
        now = self.executor.clock.us
        if now - made.failed_at > SELDOM:
            made.failures = 0
        made.failed_at = now

    def failed(self, made: CompiledUnit) -> None:
        self._forget_old_failures(made)
        made.failures += 1
        if made.failures > FAILURES:
            self._drop(made.pc)

    def _drop(self, pc: int) -> None:
        """The plain step comes back, and may become hot again."""
        program = self.native.program
        if program is not None:
            program.drop(pc)
        self.rewritings[pc] = self.rewritings.get(pc, 0) + 1
        self.take_unit(pc)
        if self.rewritings[pc] > REWRITINGS:
            if program is not None:
                program.refused.add(pc)
            self.executor.table.code[pc] = self.steps[pc]

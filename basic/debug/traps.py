"""Traps for breakpoints and watches, in the program's steps.

While a program runs freely they cost nothing where they are not. A statement with a breakpoint has a trap in the place of
its step. Behind a statement that could change a watched value that value is compared: by a step around its own, or by a
line in the text of a unit. All other statements stay as they are.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, NamedTuple

from basic.debug.breakpoints import Behind, Breakpoint, Watch
from basic.debug.probes import Logged
from basic.runtime.code_table import Layout
from basic.runtime.control import READY, Diverted, Position, Step, Trapped, Waiting
from basic.session import Session
from basic.syntax import parser
from basic.syntax.statement import Statement

BURST, SELDOM = 500, 25         # looks of a probe at a statement, in all and in each part of the past, up to which that is left
                                # out of units


class Here(NamedTuple):
    """What is set at a statement: what stops before it, and what is compared behind it."""
    breakpoints: list[Breakpoint]
    behind: list[Behind]


Caught = Breakpoint | Watch | Literal["ended"]


class Traps:
    """All breakpoints and watches. `caught` is what stopped the run; "ended" is the Ready prompt."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.executor = session.executor
        self.breakpoints: list[Breakpoint] = []
        self.watches: list[Watch] = []
        self.probes: list[Behind] = []
        self.looks: dict[Position, int] = {}        # how often probes have looked behind a statement that no unit has in it
        self.parts = 0                              # of the past that have been looked through
        self.often: set[Position] = set()           # where they look so often that units have it in them
        self.set = False                    # the traps are in the code
        self.covered: dict[int, Step] = {}
        self.places: dict[int, Here] | None = None
        self.passing: int | None = None     # the pc whose breakpoints have been asked already
        self.caught: Caught | None = None
        self.numbered = 0
        self.ends = True                    # the program's end stops the run

    # what there is

    def add(self, trap: Breakpoint | Watch) -> None:
        if isinstance(trap, Watch) or not trap.once:
            self.numbered += 1
            trap.id = self.numbered
            self.passing = None
        self.take_out()
        if isinstance(trap, Breakpoint):
            self.breakpoints.append(trap)
        else:
            self.watches.append(trap)
        self.places = None

    def remove(self, traps: Collection[Breakpoint | Watch]) -> None:
        self.take_out()
        self.breakpoints[:] = [one for one in self.breakpoints if one not in traps]
        self.watches[:] = [one for one in self.watches if one not in traps]
        self.places = None

    @property
    def all(self) -> list[Breakpoint | Watch]:
        return [*self.breakpoints, *self.watches]

    def cut(self) -> None:
        """Forgets the hits that are still to come."""
        for one in self.all:
            if one.hits is not None:
                one.hits.cut()

    @property
    def need_every_statement(self) -> bool:
        """There is a watch on something that changes without an assignment: TIME, a key, FN."""
        return any(not watch.expression.steady for watch in self.watches)

    def breakpoints_at(self, pc: int) -> list[Breakpoint]:
        here = self._places().get(pc)
        return here.breakpoints if here else []

    @contextmanager
    def replaced(self, breakpoints: list[Breakpoint], probes: list[Behind]) -> Iterator[None]:
        """For a while these are set in place of all others, and the program's end stops nothing."""
        self.take_out()
        kept = self.breakpoints, self.watches, self.passing, self.caught
        self.breakpoints, self.watches, self.probes = breakpoints, [], probes
        self.ends, self.places, self.passing, self.parts = False, None, None, 0
        self.looks.clear()
        try:
            yield
        finally:
            self.take_out()
            self.breakpoints, self.watches, self.passing, self.caught = kept
            self.probes = []
            self.ends, self.places = True, None
            for one in self.all:
                one.forget()

    # in the code

    def plain_steps(self) -> None:
        """Takes traps and units out: every statement is a plain step."""
        self.take_out()
        self.executor.table.use_units(False)

    def put_in(self) -> None:
        if self.set:
            return
        executor, code, steps = self.executor, self.executor.table.code, self.executor.jit.steps
        units_on = executor.jit.on
        executor.table.use_units(False)
        for pc, (breakpoints, behind) in self._places().items():
            self.covered[pc] = steps.get(pc, code[pc])
            code[pc] = self._trap(pc, breakpoints)
            logged = [one for one in breakpoints if isinstance(one, Logged)]
            if len(breakpoints) > len(logged) or pc == READY or self._is_apart(pc, behind):
                executor.hooks.traps.add(pc)
            else:
                executor.hooks.watches[pc] = [*behind, *logged]
                if pc in steps:
                    steps[pc] = code[pc]
        self.set = True
        if units_on:
            executor.table.use_units(True)

    def _is_apart(self, pc: int, behind: Sequence[Behind]) -> bool:
        """Whether units end before the statement, so that all the others can be machine code: probes look there at once, and
        not often."""
        at_once = any(one.at_once for one in behind) and not any(isinstance(one, Watch) for one in behind)
        return at_once and self.executor.table.where[pc] not in self.often

    def part_seldom_from_often(self) -> None:
        """From here on units have in them what probes look at often: to leave and enter a unit takes longer than the rest."""
        self.parts += 1
        often = {place for place, looks in self.looks.items() if looks > BURST + SELDOM * self.parts} - self.often
        if often:
            self.often |= often
            self._put_in_anew()

    def _put_in_anew(self) -> None:
        units_on = self.executor.jit.on
        self.take_out()
        self.put_in()
        self.executor.table.use_units(units_on)

    def take_out(self) -> None:
        if self.set:
            executor = self.executor
            executor.table.use_units(False)
            for pc, step in self.covered.items():
                executor.table.code[pc] = step
                if pc in executor.jit.steps:
                    executor.jit.steps[pc] = step
            self._forget_places()
            self.set = False

    def _forget_places(self) -> None:
        self.covered.clear()
        self.executor.hooks.traps.clear()
        self.executor.hooks.watches.clear()

    def covers(self, pc: int, step: Step) -> Step:
        """The statement at pc has a new step: the trap that stands in its place."""
        self.covered[pc] = step
        return self._trap(pc, self._places()[pc].breakpoints)

    def new_code(self) -> None:
        """The program has new steps, and names may mean something else."""
        self.places = None
        self._forget_places()
        self.passing = None
        everything: list[Breakpoint | Behind] = [*self.breakpoints, *self.watches, *self.probes]
        for one in everything:
            one.forget()
        if self.set:
            self.set = False
            self.put_in()

    def direct_laid_out(self) -> None:
        """A line without a number is about to run, and it may change what is watched."""
        if self.watches or self.probes:
            self.places = None
            if self.set:
                self._put_in_anew()

    def _places(self) -> dict[int, Here]:
        if self.places is None:
            executor, program = self.executor, self.session.program
            places: dict[int, Here] = {}
            for breakpoint in self.breakpoints:
                if breakpoint.number in program.lines:
                    found, pcs = executor.table.layout(program.index(breakpoint.number))
                    if breakpoint.statement < len(pcs):
                        places.setdefault(pcs[breakpoint.statement], Here([], [])).breakpoints.append(breakpoint)
            if self.watches or self.probes:
                self._place_watches(places)
            if self.ends:
                places[READY] = Here([], [])
            self.places = places
        return self.places

    def _place_watches(self, places: dict[int, Here]) -> None:
        executor = self.executor
        lines = [executor.table.layout(line) for line in range(len(self.session.program.numbers))]
        if executor.table.direct:
            lines.append(Layout(executor.table.direct.statements, executor.table.direct.pcs))
        nodes = [(parser.node_of(text), pc) for found, pcs in lines for text, pc in zip(found, pcs, strict=True)]
        counted = {variable.name for node, _ in nodes if node.whole.is_counted for variable in node.writes}
        for node, pc in nodes:
            changed = counted if node.whole.counts else _changes(node)
            behind = [one for one in (*self.watches, *self.probes) if one.concerns(node.whole, changed)]
            if behind:
                places.setdefault(pc, Here([], [])).behind.extend(behind)

    def _trap(self, pc: int, breakpoints: list[Breakpoint]) -> Step:
        clock, cost, covered = self.executor.clock, self.executor.table.cost, self.covered
        watching = self.watching(pc, lambda: covered[pc]())

        def trap() -> int:
            if self.passing != pc:
                clock.us -= cost[pc]
                if self.breakpoint_of(pc, breakpoints):
                    raise Trapped(pc)
                clock.us += cost[pc]
            self.passing = pc
            try:
                after = watching()
            except Waiting:
                raise
            except Exception:
                self.passing = None
                raise
            self.passing = None
            return after
        if breakpoints or pc == READY:
            return trap
        behind = self._places()[pc].behind
        return self._counted(pc, watching) if self._is_apart(pc, behind) else watching

    def _counted(self, pc: int, step: Step) -> Step:
        looks, place = self.looks, self.executor.table.where[pc]

        def counted() -> int:
            looks[place] = looks.get(place, 0) + 1
            return step()
        return counted

    def watching(self, pc: int, step: Step) -> Step:
        """The step, and then a look at what is watched at pc."""
        behind = self._places()[pc].behind

        def watching() -> int:
            try:
                after = step()
            except Diverted as ended:
                if isinstance(ended, Trapped) or ended.pc == pc:        # it is not done, or will be done again
                    raise
                if self.watch_of(behind, pc, ended.pc):
                    raise Trapped(ended.pc) from None
                raise
            if self.watch_of(behind, pc, after):
                raise Trapped(after)
            return after
        return watching if behind else step

    def breakpoint_of(self, pc: int, breakpoints: list[Breakpoint]) -> bool:
        """Whether one of the breakpoints at pc stops the program, or its end does."""
        stops = [breakpoint for breakpoint in breakpoints if breakpoint.stops()]
        if stops or pc == READY and self.ends:
            self.caught = stops[0] if stops else "ended"
            return True
        return False

    def watch_of(self, behind: Sequence[Behind], done: int | None = None, after: int | None = None) -> bool:
        """Whether one of them stops the program now, behind the statement at the pc `done`."""
        fired = [one for one in behind if one.fires(done, after)]
        if fired and isinstance(fired[0], Watch):
            self.caught = fired[0]
        return bool(fired)

    # without traps, while every statement is looked at

    def look(self) -> None:
        """Of what is watched, only changes from here on count."""
        for watch in self.watches:
            watch.look()

    def seen(self, begin: int) -> Callable[[int, int], bool]:
        """For `Stepper.walk`: stops where the traps would, but not at the statement it begins at."""
        watches = self.watches
        last = begin

        def seen(count: int, pc: int) -> bool:
            nonlocal last
            if count == last:
                return False
            last = count
            if self.watch_of(watches):
                return True
            return self.breakpoint_of(pc, self.breakpoints_at(pc))
        return seen


def _changes(node: Statement) -> set[bytes] | None:
    """The names of the variables that a statement may change; None for all."""
    whole = node.whole
    if whole.changes_everything:
        return None
    return {variable.name for variable in (*node.writes, *(node.reads if whole.passes_variables else ()))}

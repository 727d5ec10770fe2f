"""Units: a stretch of steps that runs often becomes one Python function, made of generated source.

Every step counts its first runs (`Jit.count_runs`). When one has run often, it becomes the start of a unit
(basic.units.unit): the statements that can be reached from it, as far as they can `emit` themselves.
basic.units.flow_graph finds its loops, basic.units.python_text writes it. While such a function runs, the plain
variables, the clock and what its loops and GOSUBs push on the stack are Python's own.

A unit changes nothing but the speed. It runs only while nothing is due that the plain steps would have attended to in
between (`limit`), and it leaves everything that goes wrong to them: whatever a line of it raises, what has been done so
far is written back, and the statement is done again by its plain step (`recover`).
"""

from collections import OrderedDict

from basic.debug.heat_map import Tally
from basic.runtime.control import GOSUB_SIZE, WHILE_SIZE, Frame
from basic.units.flow_graph import Graph
from basic.units.python_text import Place, Writer
from basic.units.unit import Pause, Unit, deopt, pause

RUNS = 100              # of a step before it is made hot
FAILURES = 40           # of a unit before it is written anew
REWRITINGS = 4          # before its start is left to the plain step for good
FEWEST = 4              # statements of a unit without a loop
KEPT_TEXTS = 2000

_compiled: OrderedDict[str, object] = OrderedDict()     # of all sessions: the same program gives the same text


def compiled(text: str):
    """The function that makes the unit."""
    code = _compiled.get(text)
    if code is None:
        code = _compiled[text] = compile(text, "<unit>", "exec")
        if len(_compiled) > KEPT_TEXTS:
            _compiled.popitem(last=False)
    names: dict = {}
    exec(code, names)
    return names["make"]


class CompiledUnit:
    """A unit at work: what is needed when one of its lines has raised."""

    def __init__(self, unit: Unit, places: list[Place], tally: Tally, loops: bool):
        self.pcs = {node.pc for node in unit.nodes.values() if node.left is None}
        self.places = places
        self.tally = tally
        self.loops = loops
        self.changed = sorted(unit.changed)
        self.keeps_strings = unit.keeps_strings
        self.real = len(unit.around)
        self.returning = unit.returning
        self.watched = watched_among(self.pcs, unit.executor)
        self.failures = 0


def watched_among(pcs: set[int], executor) -> dict[int, list]:
    """What a debugger watches behind these."""
    return {pc: executor.hooks.watches[pc] for pc in pcs & executor.hooks.watches.keys()}


class Jit:
    """The units of a program."""

    def __init__(self, executor):
        self.executor = executor
        self.on = True
        self.units: dict[int, CompiledUnit] = {}
        self.steps: dict[int, object] = {}          # the plain steps of all that has been compiled
        self.limit = [0, 0, 0]                      # as `Executor.unit_limits` has it
        self.nodes: dict[int, tuple] = {}           # pc -> its statement and the Compiler that it had
        self.covered: set[int] = set()
        self.suspended: dict[int, tuple] = {}         # units, and the steps they are, while there are none
        self.unfit: set[int] = set()                # what units have failed at
        self.rewritings: dict[int, int] = {}

    def forget(self) -> None:
        """The program's steps are made anew."""
        self.nodes.clear()
        self.steps.clear()
        self.unfit.clear()
        self.rewritings.clear()
        self.suspended.clear()
        self._forget_units()

    def suspend(self) -> None:
        """Puts all the plain steps back; the units rest."""
        code = self.executor.table.code
        for pc, made in self.units.items():
            self.suspended[pc] = made, code[pc]
            code[pc] = self.steps[pc]
        self._forget_units()

    def resume(self) -> None:
        """Units that rested come back, but for those that would pass by a trap, a watch or the heat map, and those with a
        statement that has not been reached now."""
        executor = self.executor
        for pc, (made, step) in self.suspended.items():
            fits = not made.pcs & executor.hooks.traps and made.watched == watched_among(made.pcs, executor)
            fits = fits and made.tally.heat_map is executor.hooks.heat_map
            if fits and made.pcs <= executor.table.reached:
                self.units[pc] = made
                self.covered |= made.pcs - {pc}
                executor.table.code[pc] = step
        self.suspended.clear()

    def _forget_units(self) -> None:
        self.units.clear()
        self.covered.clear()

    def count_runs(self, pc: int, step):
        """The step as it runs at first: after some runs the place becomes hot."""
        runs = RUNS
        code = self.executor.table.code
        self.steps[pc] = step

        def counted():
            nonlocal runs
            runs -= 1
            if runs < 0:
                if pc not in self.covered:
                    self.make(self._begin(pc))
                if pc in self.covered:          # by a unit that begins before it: that one's turn may come
                    self.covered.discard(pc)
                    runs = RUNS
                elif pc not in self.units:
                    code[pc] = step
            return step()
        return counted

    def _begin(self, pc: int) -> int:
        """Where a unit with pc in it had best begin: with the loop that pc is in."""
        stack = self.executor.stack.frames
        if stack and stack[-1].size != GOSUB_SIZE and stack[-1].pc not in self.units and self.known(stack[-1].pc):
            return stack[-1].pc
        return pc

    def known(self, pc: int) -> bool:
        """Whether the statement at pc has been compiled: what never ran is left to the steps."""
        return pc in self.nodes

    def note(self, pc: int, node, compiler) -> None:
        self.nodes[pc] = node, compiler

    def make(self, pc: int) -> None:
        """Makes the unit that begins at pc, if one is worth it."""
        executor = self.executor
        if not self.on or executor.table.trace or pc in self.units or pc in executor.hooks.traps or pc in self.unfit:
            return
        unit = Unit(executor, pc)
        graph = Graph(unit.start)
        while (irreducible := graph.irreducible()) is not None:
            irreducible.exits, irreducible.left = [], "raised" if irreducible.which else "written"
            graph = Graph(unit.start)
        if unit.start.left or not graph.rings and len(graph.order) < FEWEST:
            return
        writer = Writer(unit, graph)
        try:
            make = compiled(writer.source())
        except SyntaxError:         # nested too deeply for Python
            self.unfit.add(pc)
            return
        plain = self.steps[pc]
        made = self.units[pc] = CompiledUnit(unit, writer.places, writer.tally, bool(graph.rings))
        self.covered |= made.pcs - {pc}
        variables, heat_map = executor.variables, executor.hooks.heat_map
        counts = (heat_map.passes, heat_map.times) if heat_map is not None else (None, None)
        executor.table.code[pc] = make(variables.values, variables.data, executor.stack.frames, variables.heap, variables.shape,
                                 executor.clock, self.limit, deopt, pause, plain, self._guard_failed(pc, plain),
                                 *counts, *[thing for _, thing in unit.bound.values()])

    def _guard_failed(self, pc: int, plain):
        """The step for a unit that arrays or the stack do not suit."""
        def guard_failed():
            self._failed(pc)
            return plain()
        return guard_failed

    def _failed(self, pc: int) -> None:
        made = self.units[pc]
        made.failures += 1
        if made.failures > FAILURES:
            self._drop(pc)

    def _drop(self, pc: int) -> None:
        """The plain step comes back, and may become hot again."""
        step = self.steps[pc]
        del self.units[pc]
        self.rewritings[pc] = self.rewritings.get(pc, 0) + 1
        self.executor.table.code[pc] = self.count_runs(pc, step) if self.rewritings[pc] <= REWRITINGS else step

    def recover(self, error: BaseException, pc: int):
        """After an exception in the unit at pc: everything is put as it was at the beginning of the statement that raised
        it. Gives that statement's pc and its plain step; no step where it has not begun, and a debugger is to look first;
        None where no unit raised it."""
        made = self.units.get(pc)
        trace = error.__traceback__
        while made is not None and trace is not None:
            frame = trace.tb_frame
            if frame.f_code.co_filename == "<unit>" and frame.f_code.co_name == "unit":
                break
            trace = trace.tb_next
        else:
            return None
        place = made.places[trace.tb_lineno - 1]
        if place is None:
            return None
        node = place.node
        self._write_back(made, place, frame.f_locals)
        made.tally.write_back(frame.f_locals, place.way)
        if place.looks:
            return node.pc, None
        step = self.steps.get(node.pc, self.executor.table.code[node.pc])
        if node.which:
            count_on, which = self.executor.loops.nexts[node.pc], node.which
            step = lambda: count_on(which, True)        # noqa: E731
            if self.executor.hooks.heat_map is not None:
                step = self.executor.hooks.heat_map.counting(node.pc, step, node.cost)
            if node.pc in self.executor.hooks.watches:
                step = self.executor.hooks.observer.watching(node.pc, step)
        if not isinstance(error, Pause):
            if node.left is None and made.failures >= FAILURES and node.pc != pc:
                self.unfit.add(node.pc)
            self._failed(pc)
        return node.pc, step

    def _write_back(self, made: CompiledUnit, place: Place, local: dict) -> None:
        executor, node = self.executor, place.node
        values, stack = executor.variables.values, executor.stack.frames
        for slot in made.changed:
            values[slot] = local[f"v{slot}"]
        if made.keeps_strings:
            executor.variables.heap.used = local["used_" if "used" in place.saved else "used"]
        us = local["us_" if "us" in place.saved else "us"] + place.us
        if not node.which and not place.looks:
            us += executor.table.cost[node.pc] - node.cost
        if place.ring is not None:
            us += place.ring.per_pass * place.ring.passes(local)
        executor.clock.us = us
        dropped = made.real - sum(entry.real for entry in node.stack)
        if dropped:
            del stack[-dropped:]
        for depth, entry in enumerate(node.stack):
            if entry.real:
                continue
            if entry.size == GOSUB_SIZE:
                stack.append(made.returning(entry))
            elif entry.size == WHILE_SIZE:
                stack.append(Frame(WHILE_SIZE, entry.key, entry.pc, condition=executor.loops.whiles[entry.opener],
                                   opener=entry.opener))
            else:
                step = local[f"s{depth}"]
                sign = (step > 0) - (step < 0)
                stack.append(Frame(entry.size, entry.key, entry.pc, entry.slot, local[f"l{depth}"], step, sign, None,
                                   entry.opener))


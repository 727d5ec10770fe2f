"""What of a program is machine code: units that run on into each other without Python (`run` in basic.native.library).

They end at each other's beginnings, at subroutines and behind them. Python can go in at the units that it often comes to: these
are doors. A door through which the program does not stay long is closed again, since to go in and out takes longer than some
plain steps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any

from basic.native import memory
from basic.ports import NativeSpace
from basic.runtime.control import GOSUB_SIZE, READY, Step
from basic.units.builder import UnitBuilder, found_stack
from basic.units.compiled_unit import CompiledUnit, watched_among
from basic.units.flow_graph import Graph
from basic.units.kept_units import KeptGroup
from basic.units.native_state import NativeState
from basic.units.nodes import Node, Stack
from basic.units.printed import Printed, are_defined
from basic.units.workshop import Workshop

if TYPE_CHECKING:
    from basic.units.jit import Jit
    from basic.units.native_group import Group

AT_ONCE, AT_ONCE_WATCHED = 0.03, 0.003      # seconds that may be spent on printing in one go, and if a person watches
MOST_UNITS = 30_000         # in the table: a debugger has new ones made for each of its questions
BEGINNINGS = 24             # of a door before it is asked whether
TIMES = 4               # that a loop is printed anew
STAYED = 8_000              # microseconds of the machine's time in which plain steps would take as long as to go in and out

try:                        # Python in a browser has no clock of a thread
    from time import thread_time as own_time
except ImportError:
    own_time = perf_counter


class NativeProgram:
    """`waits`: for tests, what is wanted is there at once."""

    def __init__(self, jit: Jit, graph_of: Callable[[UnitBuilder, bool], Graph], works: Workshop, space: NativeSpace,
                 waits: bool):
        self.jit = jit
        self.executor = jit.executor
        self.graph_of = graph_of
        self.works = works
        self.waits = waits
        self.space = space
        self.state = NativeState(self.executor, self.space)
        self.units: dict[int, CompiledUnit] = {}
        self.places: dict[int, int] = {}                # pc -> where its unit is in the table
        self.suspended: dict[int, tuple[CompiledUnit, int]] = {}        # pc -> a unit and its place
        self.aside: dict[int, tuple[CompiledUnit, int]] = {}            # the same, as long as a debugger is in it
        self.closed: set[int] = set()                   # doors
        self.refused: set[int] = set()                  # no unit can begin there
        self.looked_at: tuple[set[int], dict[int, list[Any]]] = set(), {}       # by a debugger, when that was found out
        self.wanted: set[int] = set()                   # where a door is to be as soon as there is code
        self.pending: set[int] = set()                  # of units that have been printed, but are not there yet
        self.to_do: deque[tuple[int, Stack]] = deque()
        self.seen: set[int] = set()                     # pcs that have been in to_do
        self.groups: list[Group] = []                   # that are being compiled
        self.leads: dict[int, set[int]] = {}            # where loops are left because it was not known -> their units
        self.times: dict[int, int] = {}                 # that a unit has been printed anew
        self.called: dict[int, int] = {}                # pc -> how many GOSUBs lead there
        self.counted = 0                                # statements among which these have been counted

    @property
    def under_way(self) -> bool:
        return bool(self.to_do or self.groups)

    def declines(self, pc: int) -> bool:
        return pc in self.closed or pc in self.refused or bool(self.suspended)

    def forget(self) -> None:
        """The program gets new steps."""
        self._clear(self.places)
        for one in (self.units, self.places, self.suspended, self.aside, self.closed, self.refused, self.wanted, self.to_do,
                    self.seen, self.groups, self.called, self.leads, self.times, self.pending):
            one.clear()
        self.counted = 0
        self.state.forget()

    def suspend(self) -> None:
        """No unit may run on into another."""
        self._clear(self.places)
        self.suspended.update((pc, (made, self.places[pc])) for pc, made in self.units.items())
        self.units.clear()

    def resume(self, fits: Callable[[CompiledUnit], bool]) -> None:
        """Units that do not fit what a debugger has put into the steps wait until they do, if they tell it nothing."""
        others = list(self.aside.items())
        self.aside.clear()
        for pc, (made, place) in [*self.suspended.items(), *others]:
            if pc in self.units or not fits(made):
                self.seen.discard(pc)
                if not made.watched and made.tally.heat_map is None:
                    self.aside[pc] = made, place
            else:
                self.units[pc] = made
                self.places[pc] = place
                self._lead(pc, place)
        self.seen |= self.units.keys()
        self.suspended.clear()
        hooks = self.executor.hooks
        if (hooks.traps, hooks.watches) != self.looked_at:
            self.looked_at = set(hooks.traps), dict(hooks.watches)
            self.refused.clear()
        if not self.groups and not any(made.watched for made in self.units.values()):
            self.state.notes.forget()

    def drop(self, pc: int) -> None:
        if self.units.pop(pc, None) is not None:
            self._lead(pc, 0)
            self.seen.discard(pc)

    def _lead(self, pc: int, place: int) -> None:
        here = memory.UNITS + 2 * pc
        self.state.memory[here:here + 2] = place.to_bytes(2, "little")

    def _clear(self, pcs: dict[int, int]) -> None:
        for pc in pcs:
            self._lead(pc, 0)

    # what becomes machine code

    def is_wanted(self, pc: int) -> bool:
        """Whether it is to be machine code soon, if only in the middle of a unit."""
        return pc in self.wanted or pc in self.pending

    def want(self, pc: int) -> None:
        """A door, as soon as there is code."""
        if self.is_wanted(pc) or self._is_done_anew(pc):
            return
        self.wanted.add(pc)
        if pc in self.units:
            self._open(pc)
        elif pc not in self.seen:
            self.seen.add(pc)
            self.to_do.append((pc, found_stack(self.executor)))
        if self.waits:
            while self.to_do or self.groups:
                self.go_on()

    def _is_done_anew(self, pc: int) -> bool:
        """Loops that have been left to there, because that was not known yet, take it in."""
        loops = [one for one in self.leads.pop(pc, ()) if one in self.units and
                 (self.times.get(one, 0) < TIMES or self._has_kept(one, self._printed(one).around))]
        for one in loops:
            self.wanted.add(one)
            self.to_do.append((one, self._printed(one).around))
        return bool(loops) and pc not in self.units

    def _printed(self, pc: int) -> Printed:
        native = self.units[pc].native
        assert native is not None
        return native

    def goes_on_there(self, pc: int) -> bool:
        """Whether earlier runs made units that go on where those at work lead out of machine code."""
        loops = [one for one in self.leads.get(pc, ()) if one in self.units]
        return any(self._has_kept(one, self._printed(one).around) for one in loops) or self.is_kept(pc)

    def go_on(self) -> None:
        """Prints some of what is to be done, and takes what has been compiled."""
        if self.to_do:
            watched = self.executor.runner.real_time.watching
            now = perf_counter if watched else own_time
            end = now() + (AT_ONCE_WATCHED if watched else AT_ONCE)
            group: Group | None = None
            self._count_calls()
            while self.to_do and now() < end:
                pc, around = self.to_do.popleft()
                if pc >= memory.PLACES or not self.jit.known(pc):
                    continue
                if self._is_known_refused(pc) or len(self.space) > MOST_UNITS:
                    self._refuse(pc)
                elif not self._found(pc, around):
                    if pc in self.units:
                        self.times[pc] = self.times.get(pc, 0) + 1
                    group = group or self._new_group()
                    self._print(group, pc, around)
            if group is not None and group.texts:
                self._compile(group)
        for group in [one for one in self.groups if one.job is not None and (self.waits or one.job.done.is_set())]:
            self.groups.remove(group)
            self._take(group)
            if not self.under_way:
                self.pending.clear()

    def _count_calls(self) -> None:
        """Subroutines that several GOSUBs lead to are units of their own."""
        table = self.executor.table
        new = list(islice(self.jit.made.values(), self.counted, None))
        self.counted += len(new)
        for made in new:
            for way in made.node.successors if made.text.contents().lines else ():
                if way.comes_back and isinstance(way.to, int):
                    pc = table.pc_of_line(way.to)
                    if pc is not None:
                        self.called[pc] = self.called.get(pc, 0) + 1

    def _apart(self, node: Node) -> bool:
        if node.pc in self.units or node.pc in self.seen:
            return not node.which
        stack = node.stack
        if not stack or stack[-1].real or stack[-1].size != GOSUB_SIZE:
            return False
        return self.called.get(node.pc, 0) > 1 or any(one.opener == stack[-1].opener for one in stack[:-1])

    def _may_be_kept(self) -> bool:
        """Whether units are as the program alone makes them: a debugger stops nowhere in it, looks at nothing, and counts
        nothing."""
        hooks = self.executor.hooks
        return not hooks.watches and hooks.heat_map is None and hooks.traps <= {READY} and not self.jit.unfit

    def _is_known_refused(self, pc: int) -> bool:
        return self._may_be_kept() and self.jit.kept().refuses(pc, self.jit.made)

    def is_kept(self, pc: int) -> bool:
        """Whether an earlier run made a unit that fits."""
        return self._has_kept(pc, found_stack(self.executor))

    def _has_kept(self, pc: int, around: Stack) -> bool:
        return self._may_be_kept() and self.jit.kept().find(pc, around, self.executor) is not None

    def _found(self, pc: int, around: Stack) -> bool:
        """Takes the unit that an earlier run made, if that fits."""
        if not self._may_be_kept():
            return False
        found = self.jit.kept().find(pc, around, self.executor)
        if found is None:
            return False
        group, number, unit = found
        if group.job is None:
            group.job = self.works.compiled(group.wasm, not self.waits)
        if self.waits:
            group.job.wait()
        if not group.job.done.is_set() or group.job.result is None:
            return False
        if unit.arrays and not self.state.has_shape(unit.shape):
            return False
        self._follow(unit)
        self._install(unit, self.space.place(group.job.result, len(group.pcs))[number])
        return True

    def _new_group(self) -> Group:
        from basic.units.native_group import Group  # here, since many processes find all that they need
        return Group(self.jit, self.graph_of, self.works.functions, self._apart, self.state)

    def _print(self, group: Group, pc: int, around: Stack) -> None:
        unit = group.print(pc, around)
        if unit is not None:
            self.pending |= unit.pcs
            self._follow(unit)
            return
        self._refuse(pc)
        if self._may_be_kept() and group.refused is not None:
            self.jit.kept().refuse(pc, group.refused)
            self.jit.note_change()

    def _follow(self, unit: Printed) -> None:
        """Where the program goes on behind it, other units may begin: at once, or when it has come there."""
        for other, stack in unit.ends:
            if not self.jit.known(other):
                self.leads.setdefault(other, set())
            elif other not in self.seen:
                self.seen.add(other)
                self.to_do.append((other, stack))

    def _refuse(self, pc: int) -> None:
        self.refused.add(pc)
        self.wanted.discard(pc)

    def _compile(self, group: Group) -> None:
        wasm = group.wasm()
        group.job = self.works.compiled(wasm, not self.waits)
        self.groups.append(group)
        units = group.units
        if self._may_be_kept() and all(unit.surroundings is not None for unit in units):
            group.kept = KeptGroup(wasm, [unit.pc for unit in units], list(units))
            group.kept.job = group.job

    def _take(self, group: Group) -> None:
        """Compiled units come to work."""
        assert group.job is not None
        code = group.job.wait()
        if group.job.error is not None and self.waits:
            raise group.job.error
        if code is None:
            for unit in group.units:
                self._refuse(unit.pc)
            return
        if group.kept is not None:
            self.jit.kept().add(group.kept)
            self.jit.note_change()
        for place, unit, watched in zip(self.space.place(code, len(group.texts)), group.units, group.watched, strict=True):
            hooks, same = self.executor.hooks, watched == watched_among(unit.pcs, self.executor)
            if same and group.heat_map is hooks.heat_map and not unit.pcs & hooks.traps:
                if self._install(unit, place):
                    self.jit.note_native(unit.pcs)
            else:                   # a debugger has come between
                self.seen.discard(unit.pc)

    def _install(self, unit: Printed, place: int) -> bool:
        """Whether it is at work."""
        pc, state, made = unit.pc, self.state, CompiledUnit(self.jit, None, unit)
        reached = made.pcs <= self.executor.table.reached           # or else the debugger has gone back meanwhile
        if not are_defined(unit.functions, self.executor):          # or others have been defined
            self.seen.discard(pc)
            return False
        if not reached or not all(map(state.take_in, unit.arrays)):
            self._refuse(pc)
            return False
        state.share(unit)
        for other in unit.unknown:
            self.leads.setdefault(other, set()).add(pc)
        self.units[pc] = made
        self.places[pc] = place
        self._lead(pc, place)
        if pc in self.wanted or unit.loops:
            self._open(pc)
        return True

    # doors

    def _open(self, pc: int) -> None:
        self.wanted.discard(pc)
        self.jit.put_unit(self.units[pc], self._door(self.units[pc]))

    def _door(self, made: CompiledUnit) -> Step:
        """The step that runs the unit, and those that it runs on into."""
        state, unit, pc, jit = self.state, made.native, made.pc, self.jit
        assert unit is not None
        clock, limit, plain, run = self.executor.clock, jit.limit, jit.steps[pc], state.run
        cost, worst, needs = unit.cost, unit.worst, unit.needs
        begin, end = state.begin, state.end
        times = stayed = 0

        def door() -> int:
            nonlocal times, stayed, needs
            us = clock.us - cost
            if us >= limit[0] - worst or us >= limit[1]:
                return plain()
            top = begin(pc, us, limit, needs)
            run()
            result, at, now, before = end(top, needs)
            times += 1
            stayed += now - us
            if times == BEGINNINGS:
                if stayed < BEGINNINGS * STAYED:
                    self.close(pc)
                times = stayed = 0
            if result == memory.REFUSED and at in self.units:
                needs |= self._printed(at).needs            # of what it ran on into: that need not be entered again
            elif result >= memory.EXITS:
                self._leave(at, result - memory.EXITS, now, before)
            if at == pc and now == us and result != memory.RUNS_ON:
                if result == memory.GUARD_FAILED and pc in jit.units:
                    jit.failed(made)
                return plain()
            clock.us = now
            return at
        return door

    def close(self, pc: int) -> None:
        if not self.waits:
            self.closed.add(pc)
            self.jit.take_unit(pc)

    def _leave(self, at: int, exit: int, us: int, us_before: int) -> None:
        made = self.units[at]
        left = made.exits[exit >> 1]
        made.leave_at(left, bool(exit & 1), us, us_before, self.state.parts(made.depths, left.stack))

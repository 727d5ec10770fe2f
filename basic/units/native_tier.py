"""The second tier: units that have run for long are compiled to machine code, in a thread, while their Python text goes on.

A unit asks to be promoted when it has begun PATIENCE times (a slice of SLICE microseconds of the machine's time counts for
many: compiled_unit) and EARNED microseconds of the machine's time have passed since it was made. Then its next beginnings
are timed: it has to stay in itself for WORTH seconds each time, since to begin and end takes machine code longer than Python.
To print units that stay shorter than LONG may not take more than SHARE of the time since the first one asked.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import cache
from queue import SimpleQueue
from threading import Event, Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any

from basic.native import memory
from basic.ports import NEVER, NativeEngine, NativeSpace
from basic.units.builder import UnitBuilder
from basic.values.code import INTEGER, REAL

if TYPE_CHECKING:
    from basic.native.library import Library
    from basic.runtime.executor import Executor
    from basic.units.compiled_unit import CompiledUnit
    from basic.units.flow_graph import Graph
    from basic.units.native_unit import NativeUnit

PATIENCE = 20
EARNED = 8_000_000
SLICE, FIRST_SLICES = 10_000_000, 3_000_000
EARLY = 60_000_000          # so long the first slices last
SHARE = 0.05
LONG = 80e-6
PROBES = 6
WORTH = 20e-6
NOT_WORTH_IT = 3000         # beginnings until a unit is timed again that stays too short
AGAIN = 10                  # beginnings until a unit asks again whether its code is there
KEPT_CODES = 500
FREE_SPACES = 4


class Job:
    """Something that the thread does. If it fails, there is no result: what was to be machine code stays Python."""

    def __init__(self, work: Callable[[], Any]):
        self.work = work
        self.result: Any = None
        self.error: Exception | None = None
        self.done = Event()

    def do(self) -> None:
        try:
            self.result = self.work()
        except Exception as error:      # the thread has to go on with the next one
            self.error = error
        self.done.set()

    def wait(self) -> Any:
        self.done.wait()
        return self.result


class Workshop:
    """Compiles in one thread, for all machines of this process: the engine, the library and units, each text once."""

    def __init__(self, find_engine: Callable[[], NativeEngine | None]):
        self._find_engine = find_engine
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._units: dict[bytes, Job] = {}
        self._free: list[NativeSpace] = []
        self.ready = self._given(self._begin)           # gives (engine, library, its code), or None: there is no engine
        Thread(target=self._work, name="native", daemon=True).start()

    def _given(self, work: Callable[[], Any]) -> Job:
        job = Job(work)
        self._jobs.put(job)
        return job

    def _work(self) -> None:
        while True:
            self._jobs.get().do()

    def _begin(self) -> tuple[NativeEngine, Library, Any] | None:
        engine = self._find_engine()
        if engine is None:
            return None
        from basic.native.library import Library
        library = Library(engine.functions)
        return engine, library, engine.compile(library.wasm)

    def unit(self, wasm: bytes) -> Job:
        made = self._units.get(wasm)
        if made is None:
            if len(self._units) >= KEPT_CODES:
                self._units.clear()
            made = self._units[wasm] = self._given(lambda: self.ready.result[0].compile(wasm))
        return made

    def space(self, owner: object) -> NativeSpace:
        """A space for as long as the owner is there, whose elements are in it."""
        engine, _, code = self.ready.result
        space = self._free.pop() if self._free else engine.space(code)
        weakref.finalize(owner, self._take_back, space).atexit = False
        return space

    def _take_back(self, space: NativeSpace) -> None:
        if len(self._free) < FREE_SPACES and len(space) < KEPT_CODES:
            self._free.append(space)


workshop = cache(Workshop)
Native = tuple["NativeUnit", UnitBuilder, Callable[[], object]]         # what is printed, of what, and what runs it


class NativeTier:
    """Of one program. `patience` and `waits` are there for tests: to promote early, and to wait for the compiler."""

    def __init__(self, executor: Executor, find_engine: Callable[[], NativeEngine | None] | None):
        self.executor = executor
        self._find_engine = find_engine
        self.on = find_engine is not None
        self.patience = PATIENCE
        self.since = 0                  # when the program got its steps
        self.waits = False
        self.space: NativeSpace | None = None
        self.addresses: list[int] = []                          # of the arrays, by their numbers
        self.under_way: dict[int, tuple[NativeUnit, UnitBuilder, Job]] = {}     # pc -> what is being compiled
        self.begun = self.spent = 0.0                           # when the first unit asked; seconds spent since

    @property
    def slice(self) -> int:
        """After so many microseconds units of Python text are interrupted, so that they may be promoted."""
        if not self.on:
            return NEVER
        return FIRST_SLICES if self.executor.clock.us < self.since + EARLY else SLICE

    def forget(self) -> None:
        """The program gets new steps."""
        self.under_way.clear()
        self.since = self.executor.clock.us

    def promoted(self, made: CompiledUnit, pc: int, graph_of: Callable[[UnitBuilder], Graph]) -> Native | None:
        """The unit in machine code, if it is ready; None: it is asked for again when it has earned more, or never."""
        made.heat[0] = AGAIN
        if not self.on or self._find_engine is None:
            made.heat[0] = NEVER
            return None
        now = perf_counter()
        self.begun = self.begun or now
        if not self.waits:
            if not made.stays and self.executor.clock.us < made.since + EARNED or not self._stays(made, pc):
                return None
            if max(made.stays) < LONG and self.spent > SHARE * (now - self.begun):
                return None
        works = workshop(self._find_engine)
        if not works.ready.done.is_set() and not self.waits:
            return None
        if works.ready.wait() is None:
            self.on = False
            return None
        try:
            return self._made(made, pc, graph_of, works)
        finally:
            self.spent += perf_counter() - now

    def _stays(self, made: CompiledUnit, pc: int) -> bool:
        """Whether the unit is known to stay long enough; if that is not known, its next beginnings are timed."""
        if sum(made.stays) >= PROBES * WORTH:
            return True
        if len(made.stays) < PROBES:
            self._time(made, pc)
            return False
        made.stays.clear()
        made.heat[0] = NOT_WORTH_IT
        return False

    def _time(self, made: CompiledUnit, pc: int) -> None:
        code, stays = self.executor.table.code, made.stays
        step = code[pc]

        def timed() -> int:
            begin = perf_counter()
            try:
                return step()
            finally:
                stays.append(perf_counter() - begin)
                if code[pc] is timed and (len(stays) >= PROBES or sum(stays) >= PROBES * WORTH):
                    code[pc] = step
                    made.heat[0] = 0
        code[pc] = timed
        made.heat[0] = PROBES + 1

    def _made(self, made: CompiledUnit, pc: int, graph_of: Callable[[UnitBuilder], Graph], works: Workshop) -> Native | None:
        from basic.units.native_unit import NativeUnit, NotNative
        if pc not in self.under_way:
            try:
                unit = UnitBuilder(self.executor, pc)
                text = NativeUnit(unit, graph_of(unit), works.ready.result[1].functions)
            except NotNative:
                made.heat[0] = NEVER
                return None
            self.under_way[pc] = text, unit, works.unit(text.wasm)
        text, unit, job = self.under_way[pc]
        if not job.done.is_set() and not self.waits:
            return None
        del self.under_way[pc]
        found = self._finished(text, unit, job, works)
        if found is None:
            made.heat[0] = NEVER
        return found

    def _finished(self, text: NativeUnit, unit: UnitBuilder, job: Job, works: Workshop) -> Native | None:
        code = job.wait()
        if job.error is not None and self.waits:
            raise job.error
        if self.space is None:
            self.space = works.space(self.executor.variables)
        if code is None or not all(map(self._takes_in, unit.arrays)):
            return None
        return text, unit, self.space.link(code)

    def at_once(self, unit: UnitBuilder, graph: Callable[[], Graph]) -> Native | None:
        """The same for a unit that an earlier run of the program had as machine code, if that is still there."""
        if not self.on or self._find_engine is None:
            return None
        works = workshop(self._find_engine)
        if not works.ready.done.is_set() or works.ready.result is None:
            return None
        from basic.units.native_unit import NativeUnit, NotNative
        try:
            text = NativeUnit(unit, graph(), works.ready.result[1].functions)
        except NotNative:
            return None
        job = works.unit(text.wasm)
        return self._finished(text, unit, job, works) if job.done.is_set() else None

    def _takes_in(self, number: int) -> bool:
        """Moves an array into the linear memory."""
        assert self.space is not None
        variables = self.executor.variables
        data = variables.data[number]
        if isinstance(data, memoryview):
            return True
        kind = variables.array_kinds[number]
        if data is None or kind not in (INTEGER, REAL):
            return False
        self.addresses += [0] * (number + 1 - len(self.addresses))
        here = max([memory.ARRAYS, *(self.addresses[other] + one.nbytes for other, one in enumerate(variables.data)
                                     if isinstance(one, memoryview))])
        size = 8 * len(data)
        if here + size > memory.END:
            return False
        room = self.space.memory[here:here + size]
        room[:] = bytes(size)
        elements: memoryview[Any] = room.cast("q") if kind == INTEGER else room.cast("d")
        for place, value in enumerate(data):
            if value:
                elements[place] = value
        self.addresses[number] = here
        variables.data[number] = elements
        return True

"""The second tier: units that have run for long are compiled to machine code, in a thread, while their Python text goes on.

What a unit has earned is counted in `heat`: it begins with PATIENCE, each beginning takes 1 and each slice of SLICE
microseconds of the machine's time many more (compiled_unit). At 0 the unit asks to be promoted.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from basic.native import memory
from basic.ports import NEVER, NativeEngine, NativeSpace
from basic.units.builder import UnitBuilder
from basic.values.code import INTEGER, REAL

if TYPE_CHECKING:
    from concurrent.futures import Future

    from basic.native.library import Library
    from basic.runtime.executor import Executor
    from basic.units.compiled_unit import CompiledUnit
    from basic.units.flow_graph import Graph
    from basic.units.native_unit import NativeUnit

PATIENCE = 200
SLICE = 20_000_000
AGAIN = 20                  # beginnings until a unit asks again whether its code is there
KEPT_CODES = 500
FREE_SPACES = 4


class Workshop:
    """Compiles in one thread, for all machines of this process: the engine, the library and units, each text once."""

    def __init__(self, find_engine: Callable[[], NativeEngine | None]):
        from concurrent.futures import ThreadPoolExecutor  # here, since few programs run for so long
        self._thread = ThreadPoolExecutor(1, "native")
        self._find_engine = find_engine
        self.ready: Future[tuple[NativeEngine, Library, Any] | None] = self._thread.submit(self._begin)
        self._units: dict[bytes, Future[Any]] = {}
        self._free: list[NativeSpace] = []

    def _begin(self) -> tuple[NativeEngine, Library, Any] | None:
        engine = self._find_engine()
        if engine is None:
            return None
        from basic.native.library import Library
        library = Library(engine.functions)
        return engine, library, engine.compile(library.wasm)

    def space(self, owner: object) -> NativeSpace:
        """A space for as long as the owner is there, whose elements are in it."""
        ready = self.ready.result()
        assert ready is not None
        space = self._free.pop() if self._free else ready[0].space(ready[2])
        weakref.finalize(owner, self._take_back, space).atexit = False
        return space

    def _take_back(self, space: NativeSpace) -> None:
        if len(self._free) < FREE_SPACES and len(space) < KEPT_CODES:
            self._free.append(space)

    def unit(self, wasm: bytes) -> Future[Any]:
        made = self._units.get(wasm)
        if made is None:
            if len(self._units) >= KEPT_CODES:
                self._units.clear()
            made = self._units[wasm] = self._thread.submit(self._compiled, wasm)
        return made

    def _compiled(self, wasm: bytes) -> Any:
        ready = self.ready.result()
        assert ready is not None
        return ready[0].compile(wasm)


workshop = cache(Workshop)


class NativeTier:
    """Of one program. `patience` and `waits` are there for tests: to promote early, and to wait for the compiler."""

    def __init__(self, executor: Executor, find_engine: Callable[[], NativeEngine | None] | None):
        self.executor = executor
        self._find_engine = find_engine
        self.on = find_engine is not None
        self.patience = PATIENCE
        self.waits = False
        self.space: NativeSpace | None = None
        self.addresses: list[int] = []                          # of the arrays, by their numbers
        self.under_way: dict[int, tuple[NativeUnit, UnitBuilder, Future[Any]]] = {}     # pc -> what is being compiled

    @property
    def slice(self) -> int:
        """After so many microseconds units of Python text are interrupted, so that they may be promoted."""
        return SLICE if self.on else NEVER

    def forget(self) -> None:
        self.under_way.clear()

    def promoted(self, made: CompiledUnit, pc: int, graph_of: Callable[[UnitBuilder], Graph]
                 ) -> tuple[NativeUnit, UnitBuilder, Callable[[], object]] | None:
        """The unit in machine code, if it is ready; None: it is asked for again when it has earned more, or never."""
        made.heat[0] = AGAIN
        if not self.on or self._find_engine is None:
            made.heat[0] = NEVER
            return None
        works = workshop(self._find_engine)
        if not works.ready.done() and not self.waits:
            return None
        ready = works.ready.result()
        if ready is None:
            self.on = False
            return None
        from basic.units.native_unit import NativeUnit, NotNative
        _, library, _ = ready
        if pc not in self.under_way:
            try:
                unit = UnitBuilder(self.executor, pc)
                text = NativeUnit(unit, graph_of(unit), library.functions)
            except NotNative:
                made.heat[0] = NEVER
                return None
            self.under_way[pc] = text, unit, works.unit(text.wasm)
        text, unit, future = self.under_way[pc]
        if not future.done() and not self.waits:
            return None
        del self.under_way[pc]
        if self.space is None:
            self.space = works.space(self.executor.variables)
        call = self.space.link(future.result())
        if not all(self._take_in(number) for number in unit.arrays):
            made.heat[0] = NEVER
            return None
        return text, unit, call

    def _take_in(self, number: int) -> bool:
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

"""The second tier: what has run for long is compiled to machine code, in a thread, while the program goes on.

A unit of Python text asks to be promoted when it has begun PATIENCE times (a slice of SLICE microseconds of the machine's time
counts for many: compiled_unit). It is when EARNED microseconds of the machine's time have passed since it was made, and WORTH
seconds: about half of what it costs, unless an earlier run made the unit, too. Then it becomes machine code with all that can
be reached from it. From then on, what becomes hot is machine code at once (native_program).
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING

from basic.ports import NEVER, NativeEngine
from basic.units.workshop import THREADS, workshop

if TYPE_CHECKING:
    from basic.runtime.executor import Executor
    from basic.units.builder import UnitBuilder
    from basic.units.compiled_unit import CompiledUnit
    from basic.units.flow_graph import Graph
    from basic.units.jit import Jit
    from basic.units.kept_units import KeptProgram
    from basic.units.native_program import NativeProgram

PATIENCE = 5
EARNED = 2_000_000
WORTH, WORTH_MORE = 0.006, 0.002    # seconds of a unit of Python text after which it pays: with the engine to begin, or without
SLICE, FIRST_SLICES, SHORT_SLICE = 10_000_000, 3_000_000, 1_000_000
EARLY = 60_000_000          # so long the first slices last
READY_SOON = 0.05           # seconds to wait for the engine where it pays
READY_SOON_WATCHED = 0.003  # if a person watches, and once
AGAIN = 4                   # beginnings until a unit asks again whether its code is there


class NativeTier:
    """Of one program. `patience` and `waits` are there for tests: to promote early, and to wait for the compiler."""

    def __init__(self, jit: Jit, executor: Executor, find_engine: Callable[[], NativeEngine | None] | None,
                 graph_of: Callable[[UnitBuilder, bool], Graph]):
        self.jit = jit
        self.executor = executor
        self.graph_of = graph_of
        self._find_engine = find_engine
        self.on = find_engine is not None
        self.patience = PATIENCE
        self.since = 0                  # when the program got its steps
        self.waits = False
        self.program: NativeProgram | None = None       # None: nothing has been promoted yet
        self._has_waited = False

    @property
    def slice(self) -> int:
        """After so many microseconds units of Python text are interrupted, so that they may be promoted."""
        if not self.on:
            return NEVER
        program = self.program
        if program is not None and (program.to_do or program.groups):
            return SHORT_SLICE
        return FIRST_SLICES if self.executor.clock.us < self.since + EARLY else SLICE

    def forget(self) -> None:
        """The program gets new steps."""
        if self.program is not None:
            self.program.forget()
        self.since = self.executor.clock.us

    def computes(self, pc: int) -> None:
        """A face watches the frames, and at one of them the program computed. Where no loop waits, machine code is not left
        for that again."""
        if self.program is None:
            return
        waits, state = self.executor.waits, self.program.state
        if waits.find_callers():
            state.forget_computing()
        if waits.never_at(pc):
            state.note_computing(pc)

    def get_ready(self, kept: KeptProgram) -> None:
        """The program has been loaded, and this is known of it. Where a person watches, the thread reads it."""
        if self._find_engine is None or self.executor.hooks.heat_map is not None:       # for which what is kept does not count
            return
        if self.executor.real_time.paced and THREADS:
            works = workshop(self._find_engine)
            works.prepare()
            works.do_later(lambda: kept.get_ready(works) if works.ready.result is not None else None)
        elif (program := self._program(known=True)) is not None:
            kept.get_ready(program.works, not self.waits)

    def prepare(self) -> None:
        """A first unit has been made: machine code may be wanted soon. Where an earlier run had some, that asks for it; where
        nobody watches, the engine is there sooner if it begins when it is wanted."""
        if self.on and self._find_engine is not None and self.executor.real_time.watching and not self.jit.kept().promoted:
            workshop(self._find_engine).prepare()

    def promote(self, made: CompiledUnit) -> bool:
        """A unit of Python text has begun often: whether it is to be machine code, as soon as there is an engine."""
        made.heat[0] = AGAIN
        if not self.on or self.program is not None and self.program.declines(made.pc):
            made.heat[0] = NEVER
            return False
        if not self.waits and not self._has_earned(made):
            return False
        program = self._program()
        if program is not None:
            self._want(program, made.pc)
        return self.on

    def _has_earned(self, made: CompiledUnit) -> bool:
        """What was hot in an earlier run, too, need not run for long."""
        if self.executor.clock.us < made.since + EARNED:
            return False
        return made.again or perf_counter() >= made.made_at + (WORTH if self.program is None else WORTH_MORE)

    def takes(self, pc: int, known: bool) -> bool:
        """Whether a hot statement has machine code, or is to have it soon. `known`: an earlier run of the program had it."""
        if not self.on:
            return False
        program = self._program(known) if known else self.program
        if program is None or program.declines(pc):
            return False
        self._want(program, pc)
        return not program.declines(pc)

    def is_kept(self, pc: int) -> bool:
        """Whether there is machine code of an earlier run that fits."""
        if not self.on or not self.jit.kept().has_units(pc):
            return False
        program = self._program(known=True)
        return program is not None and program.is_kept(pc)

    @staticmethod
    def _want(program: NativeProgram, pc: int) -> None:
        """Begins at once, so that what belongs to the unit is known, and takes what has been compiled in an earlier run."""
        was = pc in program.wanted
        program.want(pc)
        if not was and program.under_way:
            program.go_on()

    def leads_to(self, pc: int) -> bool:
        return self.program is not None and pc in self.program.leads

    def goes_on_there(self, pc: int) -> bool:
        """Whether an earlier run made machine code that goes on where what is at work leads out of it."""
        return self.on and self.program is not None and self.program.goes_on_there(pc)

    def is_wanted(self, pc: int) -> bool:
        return self.program is not None and self.program.is_wanted(pc)

    def _program(self, known: bool = False) -> NativeProgram | None:
        """None: what compiles it is not ready, or there is nothing that does. `known`: it pays to wait for a moment."""
        if self.program is not None or self._find_engine is None:
            return self.program
        works, watched = workshop(self._find_engine), self.executor.runner.real_time.watching
        if not watched or self.waits or not THREADS:
            works.begin()
        else:
            works.prepare()
        patience = 0.0 if not known else READY_SOON if not watched else 0 if self._has_waited else READY_SOON_WATCHED
        self._has_waited |= known
        if not self.waits and not works.ready.done.wait(patience):
            return None
        space = works.space(self.executor.variables) if works.ready.wait() is not None else None
        if space is None:
            self.on = False
            return None
        from basic.units.native_program import NativeProgram  # here, since most processes never need it
        self.program = NativeProgram(self.jit, self.graph_of, works, space, self.waits)
        return self.program

"""The executor: the parts that run a program, and how they hang together.

    code table      lines as steps              control stack   GOSUB, FOR, WHILE
    runner          does the steps              error state     ON ERROR, RESUME, CONT
    events          AFTER, EVERY, ON SQ, ESC    real time       what has to take its time
    hooks           what a debugger puts in     snapshots       all of it as plain data, and back

Statements reach all of them as `c.executor`. The parts themselves are handed only those that they need.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from basic.runtime.code_table import CodeTable
from basic.runtime.compiler import Compiler
from basic.runtime.control import READY
from basic.runtime.control_stack import ControlStack
from basic.runtime.data_pointer import DataPointer
from basic.runtime.error_state import ErrorState
from basic.runtime.events import Events
from basic.runtime.hooks import Hooks
from basic.runtime.loops import Loops
from basic.runtime.output import Output
from basic.runtime.real_time import RealTime
from basic.runtime.runner import Runner
from basic.runtime.waits import Waits
from basic.timing.costs import MODELS
from basic.units.jit import Jit
from basic.values.real_functions import RandomNumbers

if TYPE_CHECKING:
    from basic.session import Session
    from basic.units.user_functions import Definition


class Executor:

    table: CodeTable
    errors: ErrorState
    output: Output
    def __init__(self, session: Session) -> None:
        machine, program, basic_1_1 = session.machine, session.program, session.basic_1_1
        self.session = session
        self.machine = machine
        self.clock = machine.clock
        self.program = program
        self.variables = session.variables
        self.addresses = session.addresses
        self.basic_1_1 = basic_1_1
        self.costs = MODELS[basic_1_1]
        self.degrees = False                    # DEG
        self.functions: dict[tuple[bytes, str], Definition] = {}       # what DEF FN has defined: name and kind -> Definition
        # what it had defined before lines were edited: 1.0's statements that ran before still know that; None: it is gone
        self.functions_before: dict[tuple[bytes, str], Any] = {}
        self.underway: dict[str, Any] = {}      # what a waiting statement has done so far
        self.random = RandomNumbers()
        self.hooks = Hooks()
        self.loops = Loops()
        self.data = DataPointer(program)
        self.output = Output(machine, self.costs, basic_1_1)
        self.stack = ControlStack(basic_1_1)
        self.jit = Jit(self)
        self.waits = Waits(self)
        self.table = CodeTable(program, self.variables, self.clock, self.costs, self.output, self.stack, self.loops, self.jit,
                               self.hooks, basic_1_1, partial(Compiler, self))
        self.events = Events(machine, self.table, self.stack, self.costs)
        self.errors = ErrorState(program, self.table, self.output, machine.sound, self.underway, basic_1_1,
                                 session.addresses.peek)
        self.soft = self.errors.soft            # once: many closures hold it
        self.real_time = RealTime(machine, self.events, self.waits)
        self.runner = Runner(machine, program, self.table, self.events, self.errors, self.output, self.real_time, self.jit,
                             self.hooks, self.underway, basic_1_1, session.close_files)
        self.table.made_from_names += [self.jit.forget, self.waits.forget, self.loops.met.clear]
        self.table.made_from += [*self.table.made_from_names, self.loops.forget, self.variables.literals.clear,
                                 self.data.forget]
        self.table.begin([session.ready, session.edit, self.runner.end_of_program, self.runner.paused,
                          self.runner.attended])

    def renumber(self, changed: dict[int, int]) -> None:
        """RENUM: the lines keep their places, and what is under way in them goes on."""
        self.errors.renumber(changed)
        self.events.renumber(changed)
        if self.hooks.observer is not None:
            self.hooks.observer.renumbered(changed)
        self.table.refresh(READY)

    def define(self, key: tuple[bytes, str], definition: Definition) -> None:
        """DEF FN."""
        before, self.functions[key] = self.functions.get(key), definition
        if before is not None and before.signature != definition.signature:
            self.jit.functions_changed()

    def reset_control(self) -> None:
        """What editing the program or CLEAR forgets."""
        self.errors.reset()
        self.data.restore()
        self.functions.clear()
        self.jit.functions_changed()
        self.variables.functions.clear()
        self.stack.clear()
        self.events.reset()

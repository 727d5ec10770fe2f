"""Where the program goes: IF, GOTO, GOSUB, RUN, END, STOP and CONT."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from basic.errors import CANNOT_CONTINUE, SYNTAX, BasicError
from basic.runtime.control import GOSUB_SIZE, READY, BasicStarts, Frame, Step, Waiting
from basic.statements.files import file_name, opening
from basic.syntax.nodes import Binary, Expression, LineNumber
from basic.syntax.statement import (
    ALWAYS,
    IN_1_1,
    Cost,
    Place,
    Plan,
    Statement,
    Trailing,
    Way,
    statement,
    syntax_error,
)
from basic.timing.costs import is_truth
from basic.units.builder import CannotEmit, UnitBuilder
from basic.values.code import REAL, Code, Get
from basic.values.conversions import abandoned

if TYPE_CHECKING:
    from basic.ports import Clock
    from basic.runtime.compiler import Compiler


@statement('"REM"', token=0xC5)
class Rem(Statement):
    """REM text: a remark"""
    step_lasts = True
    cost = Cost(85, 53)
    idle = True

    def compile(self, c: Compiler) -> Step:
        after = c.after
        return c.misread_line() or (lambda: after)

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        if c.misread_line() is not None:
            raise CannotEmit
        unit.go(c.after)


@statement('"IF" expr', token=0xA1)
class If(Statement):
    """IF condition THEN statements [ELSE statements]: the first where it is true"""
    step_lasts = True
    idle = True
    sees_its_end = True
    cost = Cost(125, 97)
    condition: Expression

    @property
    def successors(self) -> tuple[Way, ...]:
        return (Way(Place.THEN), Way(Place.FALSE))

    def _decided(self, c: Compiler, code: Code) -> tuple[float, float]:
        """What it takes more where it is true, and where it is false. A comparison gives -1, which saves something."""
        if_true, if_false = code.decided
        return if_true + c.costs.true_comparison * is_truth(self.condition), if_false

    def compile(self, c: Compiler) -> Step:
        plan = self.plan(c)
        return self._failing(c) if plan is None else plan(c)

    def plan(self, c: Compiler) -> Plan | None:
        if c.false_pc is None or self.then_fails:
            return None
        c.begun -= c.costs.if_ends
        code = c.truth(c.code(self.condition))
        if_true, if_false = self._decided(c, code)
        test, clock, false_us = c.number_of(code), c.machine.clock, c.false_us + c.costs.lasting(if_false - if_true)
        if code.kind == REAL:
            c.charge(c.costs.real_test)
        c.charge(if_true)
        return partial(_going_on, test, clock, false_us)

    def _failing(self, c: Compiler) -> Step:
        """The step of an IF that neither THEN nor GOTO follows."""
        condition = abandoned(c.code(self.condition))

        def fail() -> int:
            condition()
            raise BasicError(SYNTAX)
        return fail

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        if c.false_pc is None:
            raise CannotEmit
        code = c.truth(c.code(self.condition))
        if_true, if_false = self._decided(c, code)
        unit.fork(unit.condition(code), c.after)
        unit.fork(None, c.false_pc, c.false_us + c.costs.lasting(if_false - if_true))


def _going_on(test: Get, clock: Clock, false_us: int, c: Compiler) -> Step:
    true_pc, false_pc = c.after, c.false_pc
    assert false_pc is not None

    def step() -> int:
        if test():
            return true_pc
        clock.us += false_us
        return false_pc
    return step


@statement('"GOTO" line', token=0xA0)
class Goto(Statement):
    """GOTO line: goes on there"""
    step_lasts = True
    cost = Cost(101, 119)
    leaves_line = True
    keeps_place = True
    idle = True
    ends_first = IN_1_1
    line: LineNumber

    @property
    def successors(self) -> tuple[Way, ...]:
        return (Way(int(self.line)),)

    def compile(self, c: Compiler) -> Step:
        c.charge(c.costs.jump_in_line * (not c.ends_line))
        if not c.basic_1_1:             # which does not look at what stands behind the line
            text = c.executor.table.line_of(c.line).statements[c.statement]
            c.charge(-c.costs.space * text.spaces_behind(len(text.tokens)))
        return c.jump(int(self.line))

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        unit.go(unit.pc_of_line(int(self.line)))


@statement('"GOSUB" line', token=0x9F)
class Gosub(Statement):
    """GOSUB line: goes there, and comes back at RETURN"""
    step_lasts = True
    cost = Cost(237, 229)
    keeps_place = True
    idle = True
    ends_first = IN_1_1
    line: LineNumber

    @property
    def successors(self) -> tuple[Way, ...]:
        return (Way(int(self.line), comes_back=True),)

    def compile(self, c: Compiler) -> Step:
        c.charge(c.costs.ends_in_gosub * c.ends_line)
        return gosub(c, c.jump(int(self.line)), c.after)

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        unit.go(unit.pc_of_line(int(self.line)), unit.open(GOSUB_SIZE, None, c.after))


def gosub(c: Compiler, target: Step, after: int) -> Step:
    push, table = c.executor.stack.push, c.executor.table
    frame = Frame(GOSUB_SIZE, pc=after, opener=c.pc)        # says the same each time: one will do
    if c.line is None and table.direct is not None:
        frame.key = table.direct_bytes.place_behind(table.direct, c.statement)

    def step() -> int:
        pc = target()
        push(frame)
        return pc
    return step


@statement('"RETURN"', token=0xC9)
class Return(Statement):
    """RETURN: back behind the GOSUB"""
    step_lasts = True
    cost = Cost(140, 146)
    leaves_line = True
    idle = True
    ends_first = ALWAYS

    @property
    def successors(self) -> tuple[Way, ...]:
        return (Way(Place.CALLER),)

    def compile(self, c: Compiler) -> Step:
        executor, pop_gosub = c.executor, c.executor.stack.pop_gosub

        def step() -> int:
            frame = pop_gosub()
            if frame.key is None:
                return frame.pc
            if frame.is_direct:
                return executor.table.return_to_direct(frame)
            executor.events.leave(frame)
            return executor.runner.attend(executor.table.trace.come_back(frame.pc))
        return step

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        stack = unit.node.stack
        while stack and stack[-1].size != GOSUB_SIZE:
            stack = stack[:-1]
        if stack:
            unit.go(stack[-1].pc, stack[:-1])
        else:
            unit.return_to_caller()


@statement('"END"', token=0x98)
class End(Statement):
    """END: of the program"""
    step_lasts = True
    cost = Cost(500, 500)
    ends_first = ALWAYS

    @property
    def successors(self) -> tuple[Way, ...]:
        return ()

    def compile(self, c: Compiler) -> Step:
        executor, session, place = c.executor, c.executor.session, (c.line, c.statement + 1)

        def step() -> int:
            if place[0] is not None:
                executor.errors.continue_at = executor.table.place_to_continue(*place)
            executor.errors.direct_in = None
            session.close_files()
            return READY
        return step


@statement('"STOP"', token=0xCE)
class Stop(Statement):
    """STOP: CONT goes on behind it"""
    cost = Cost(693, 831)
    ends_first = ALWAYS

    @property
    def successors(self) -> tuple[Way, ...]:
        return ()

    def compile(self, c: Compiler) -> Step:
        executor, pc, place = c.executor, c.pc, (c.line, c.statement + 1)
        return lambda: executor.runner.stop(pc, executor.table.place_to_continue(*place))


@statement('"CONT"', token=0x8B)
class Cont(Statement):
    """CONT: goes on after STOP, END or a break"""
    cost = Cost.nothing("measured: it takes no longer than going on to a statement does")
    ends_first = ALWAYS

    @property
    def successors(self) -> tuple[Way, ...]:
        return (Way(Place.ELSEWHERE),)

    def compile(self, c: Compiler) -> Step:
        executor = c.executor

        def step() -> int:
            if executor.errors.continue_at is None:
                raise BasicError(CANNOT_CONTINUE)
            executor.machine.sound.resume()
            return executor.table.trace.come_back(executor.table.pc_of(*executor.errors.continue_at))
        return step


def first_of(node: Expression) -> Expression:
    """The operand that an expression begins with."""
    while isinstance(node, Binary):
        node = node.left
    return node


@statement('"RUN" [expr]', token=0xCA)
class Run(Statement):
    """RUN [line], RUN file: begins a program"""
    cost = Cost.nothing("beginning a program takes its time: started")
    changes_everything = True
    keeps_place = True
    sees_its_end = True
    what: Expression | None = None

    @property
    def successors(self) -> tuple[Way, ...]:
        return (Way(int(self.what)) if isinstance(self.what, LineNumber) else Way(Place.ELSEWHERE),)

    def compile(self, c: Compiler) -> Step:
        session = c.executor.session
        if self.what is None or isinstance(self.what, LineNumber):
            line = None if self.what is None else int(self.what)
            if self.then_fails and c.basic_1_1:
                return syntax_error(c) if line is None else c.jump(line, SYNTAX)
            return lambda: session.start_run(line)
        if isinstance(first := first_of(self.what), LineNumber):
            return Trailing(Run(first)).compile(c)
        if self.then_fails:
            return opening(c, self.what)
        name, machine, underway = file_name(c, self.what), c.machine, c.executor.underway

        def step() -> int:
            code = underway.pop("run", None)
            if code is None:
                code = session.storage.run(name())
                if code is None:
                    return session.start_run(None)
            try:
                done = machine.call(code, [], 0)
            except BasicStarts as start:
                return session.start_again(clear_screen=False, himem=start.himem)
            if not done:
                underway["run"] = code
                raise Waiting(machine.waits_for())
            return session.start_again(clear_screen=False)
        return step


@statement('"TRON"', token=0xD3)
class Tron(Statement):
    """TRON: shows the number of each line that runs"""
    cost = Cost(28, 28)
    on = True
    sees_its_end = True

    def compile(self, c: Compiler) -> Step:
        executor, after, on, then_fails, pc = c.executor, c.after, self.on, self.then_fails, c.pc

        def step() -> int:
            if then_fails:
                executor.table.trace.on = on
                return executor.errors.fail(SYNTAX, executor.table.refresh(pc))
            if executor.table.trace.on == on:
                return after
            executor.table.trace.on = on
            return executor.table.refresh(after, forgets=False)
        return step


@statement('"TROFF"', token=0xD2)
class Troff(Tron):
    """TROFF: no more line numbers"""
    cost = Cost(28, 28)
    on = False

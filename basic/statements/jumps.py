"""Where the program goes: IF, GOTO, GOSUB, ON, RUN, END, STOP and CONT."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from basic.errors import CANNOT_CONTINUE, SYNTAX, BasicError
from basic.records import record
from basic.runtime.control import GOSUB_SIZE, READY, Frame, Step, Waiting
from basic.statements.files import file_name, opening
from basic.syntax.nodes import Binary, Broken, Expression, LineNumber
from basic.syntax.statement import (
    ALWAYS,
    BEHIND,
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
from basic.syntax.tokens import Sort
from basic.timing.costs import is_truth
from basic.units import effects as ef
from basic.units import operations as op
from basic.units.builder import CannotEmit, UnitBuilder
from basic.units.nodes import Stack
from basic.values.code import REAL, Get
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

    def _true_us(self, c: Compiler) -> float:
        """What it saves that a comparison gives -1 where it is true."""
        return c.costs.true_comparison if is_truth(self.condition) else 0

    def compile(self, c: Compiler) -> Step:
        plan = self.plan(c)
        return self._failing(c) if plan is None else plan(c)

    def plan(self, c: Compiler) -> Plan | None:
        if c.false_pc is None or self.then_fails:
            return None
        c.begun -= c.costs.if_ends
        code = c.truth(c.code(self.condition))
        test, clock, false_us = c.number_of(code), c.machine.clock, c.false_us - c.costs.lasting(self._true_us(c))
        if code.kind == REAL:
            c.charge(c.costs.real_test)
        c.charge(self._true_us(c))
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
        unit.fork(unit.condition(c.truth(c.code(self.condition))), c.after)
        unit.fork(None, c.false_pc, c.false_us - c.costs.lasting(self._true_us(c)))


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
            return executor.runner.attend(executor.table.come_back(frame.pc))
        return step

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        stack = unit.node.stack
        while stack and stack[-1].size != GOSUB_SIZE:
            stack = stack[:-1]
        if stack:
            unit.go(stack[-1].pc, stack[:-1])
        else:
            unit.return_to_caller()


class _Times:
    """What an ON takes besides its cost. `known`: the lines whose places it knows, a bit for each."""

    def __init__(self, c: Compiler, node: _OnLines) -> None:
        self.c = c
        self.comes_back = node.comes_back
        self.count = len(node.lines)
        self.ways = sum(not isinstance(line, Broken) for line in node.lines)
        self.statements = c.executor.table.line_of(c.line).statements[c.statement:]
        self._known: dict[int, list[int]] = {}

    def of(self, chosen: int, known: int) -> int:
        """Where the line is chosen that stands at this place, from 1 on."""
        times = self._known.get(known)
        if times is None:
            times = self._known[known] = [self._of_none(known), *(self._of(one, known) for one in range(1, self.ways + 1))]
        return times[chosen]

    def of_none(self, known: int) -> int:
        return self.of(0, known)

    def finding(self, chosen: int) -> int:
        """What finding that line takes."""
        tokens, begin = self.statements[0].tokens, self._behind(chosen)
        rest = self.c.costs.rest_passed(self.statements[0], begin) + self.c.costs.item_in_rest * len(tokens[begin:])
        return self.c.executor.table.maker.finding([int(tokens[begin - 1].value)], self.c.line, self.statements[1:], rest)

    def _behind(self, chosen: int) -> int:
        """The token that stands behind that line."""
        lines = [at for at, token in enumerate(self.statements[0].tokens, 1) if token.sort is Sort.LINE]
        return lines[chosen - 1]

    def _before(self, count: int, known: int) -> float:
        costs = self.c.costs
        return costs.target * count + costs.known_target * (known & (1 << count) - 1).bit_count()

    def _of_none(self, known: int) -> int:
        costs = self.c.costs
        none = costs.no_sub_target if self.comes_back else costs.no_target
        return costs.lasting(self._before(self.count, known) + none + costs.line * self.c.ends_line)

    def _of(self, chosen: int, known: int) -> int:
        costs, ends_line, behind = self.c.costs, self.c.ends_line, self.count - chosen
        us = self._before(chosen - 1, known)
        if behind:
            us += costs.target_first_behind + costs.target_in_line * (not ends_line)
        if self.comes_back:
            return costs.lasting(us + costs.sub_target_behind * behind + (costs.line + costs.ends_in_gosub) * ends_line)
        if not self.c.basic_1_1:        # it does not look at what stands behind
            us -= costs.space * self.statements[0].spaces_behind(self._behind(chosen))
        return costs.lasting(us + costs.target_behind * behind)


@record
class _OnLines(Statement):
    """What follows the line chosen is never looked at; where none is, the list has to end with the statement."""
    step_lasts = True
    keeps_place = True
    keeps_one_place = True
    leaves_line = True
    selector: Expression
    lines: list[LineNumber | Broken]
    idle = True
    sees_its_end = True
    comes_back = False

    def way(self, c: Compiler, target: Step) -> Step:
        """The step of one of its ways."""
        return target

    def stack(self, c: Compiler, unit: UnitBuilder) -> Stack:
        """The stack that a unit has behind a way."""
        return unit.node.stack

    @property
    def successors(self) -> tuple[Way, ...]:
        lines = [int(line) for line in self.lines if isinstance(line, LineNumber)]
        return *(Way(line, self.comes_back) for line in lines), BEHIND

    def compile(self, c: Compiler) -> Step:
        selector, after = c.byte(self.selector), c.after
        ways = [self.way(c, c.jump(int(line))) for line in self.lines if not isinstance(line, Broken)]
        fails = self.then_fails or len(ways) < len(self.lines)
        clock, known_lines, place, pc = c.machine.clock, c.executor.table.known_lines, (c.line, c.statement), c.pc
        times = _Times(c, self)

        def step() -> int:
            chosen, known = selector(), known_lines.of(place)
            if not 0 < chosen <= len(ways):
                if fails:
                    raise BasicError(SYNTAX)
                clock.us += times.of_none(known)
                return after
            to = ways[chosen - 1]()
            clock.us += times.of(chosen, known)
            if not known >> chosen - 1 & 1:
                clock.us += times.finding(chosen)
                known_lines.note(place, pc, chosen - 1)
            return to
        return step

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        """The ways of ON. The step does what is out of range, since it knows the error, and finds lines."""
        lines = [int(line) for line in self.lines if isinstance(line, LineNumber)]
        if self.then_fails or len(lines) < len(self.lines):
            raise CannotEmit
        chosen = unit.temporary(op.WHOLE, unit.within(c.whole(self.selector), 0, 255))
        stack, times, known = self.stack(c, unit), _Times(c, self), c.executor.table.known_lines.of((c.line, c.statement))
        ways = [(op.Compare("==", chosen, op.Constant(number, op.WHOLE)), number, line) for number, line in enumerate(lines, 1)]
        for is_chosen, number, _ in ways:
            if not known >> number - 1 & 1:
                unit.do(ef.GiveUpIf(is_chosen))
        for is_chosen, number, line in ways:
            if known >> number - 1 & 1:
                unit.fork(is_chosen, unit.pc_of_line(line), times.of(number, known), stack=stack)
        unit.fork(None, c.after, times.of_none(known))


@statement('"ON" expr "GOTO" lines', token=0xB2)
class OnGoto(_OnLines):
    """ON number GOTO line, line ...: with 1 to the first, with 2 to the second ..."""
    cost = Cost(174.5, 182)


@statement('"ON" expr "GOSUB" lines')
class OnGosub(_OnLines):
    """ON number GOSUB line, line ...: with 1 to the first, with 2 to the second ..."""
    cost = Cost(351.5, 331)
    comes_back = True

    def way(self, c: Compiler, target: Step) -> Step:
        return gosub(c, target, c.after)

    def stack(self, c: Compiler, unit: UnitBuilder) -> Stack:
        return unit.open(GOSUB_SIZE, None, c.after)


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
    cost = Cost(2540, 2000)
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
            return executor.table.come_back(executor.table.pc_of(*executor.errors.continue_at))
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
            if not machine.call(code, [], 0):
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
                executor.table.trace = on
                return executor.errors.fail(SYNTAX, executor.table.refresh(pc))
            if executor.table.trace == on:
                return after
            executor.table.trace = on
            return executor.table.refresh(after)
        return step


@statement('"TROFF"', token=0xD2)
class Troff(Tron):
    """TROFF: no more line numbers"""
    cost = Cost(28, 28)
    on = False

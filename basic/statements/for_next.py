"""FOR with its NEXT."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import TYPE_CHECKING, Any, NamedTuple

from basic.errors import (
    NEXT_MISSING,
    OVERFLOW,
    SYNTAX,
    TYPE_MISMATCH,
    UNEXPECTED_NEXT,
    BasicError,
)
from basic.runtime.clock import FRAME_US, INTERRUPTS
from basic.runtime.control import INTEGER_FOR_SIZE, REAL_FOR_SIZE, Frame, Step
from basic.statements.loop_ends import looking_over, statements_from
from basic.syntax.nodes import Broken, Expression, Name, Negation, Number, Variable, constant_in
from basic.syntax.statement import BEHIND, Cost, Place, Statement, Way, statement
from basic.syntax.tokens import Token
from basic.timing.costs import of_bounds
from basic.timing.counting import Counting, counting_real, counting_whole
from basic.units import effects as ef
from basic.units import operations as op
from basic.units.builder import CannotEmit, UnitBuilder
from basic.values import reals
from basic.values.code import INTEGER, REAL, STRING
from basic.values.conversions import mismatch, seen_by_1_0, to_kind

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler
    from basic.values.code import Code, Kind


def constant_of(node: Expression) -> float | None:
    """A number as it stands in the program, with its sign; None for anything else."""
    if isinstance(node, Negation):
        value = constant_of(node.operand)
        return None if value is None else -value
    known = constant_in(node)
    return None if known is None or isinstance(known, bytes) else float(known)


class Failing(NamedTuple):
    """The error that a FOR ends with at once, whose line's number it shows, and an element that is looked up before."""
    number: int
    line: int | None
    element: Sequence[Token] = ()


def find_next(c: Compiler, passed: list[Name]) -> tuple[int | None, int, int, Name | None] | Failing:
    """The NEXT of this FOR: (its line, pc of its statement, which of its variables, the variable's name or None).

    The names that are met on the way go to `passed`.
    """
    depth = 1
    for line, at, text in statements_from(c.executor, c.line, c.statement + 1):
        word = text.word
        if word == For.word:
            depth += 1
            c.charge(c.costs.looked_deeper)
        elif word == Next.word:
            names, elements, is_whole = text.counted_names()
            which, is_last = depth - 1, depth == len(names)
            looked_up = [name for place, name in enumerate(names[:depth]) if name is not None and place not in elements]
            passed += looked_up
            pc = c.executor.table.pc_of(line, at)
            if pc not in c.executor.loops.met:
                c.executor.loops.met[pc] = c.pc
                c.first_us += c.costs.found_anew(looked_up)
            depth -= len(names)
            c.charge(sum(c.costs.looked_up + c.costs.name_character * (len(name) - 1) for name, _ in looked_up))
            if depth > 0:       # blanks before it are passed over once, those before other statements twice
                c.charge(c.costs.not_passed_again * len(looked_up) - c.costs.space * text.indented)
            else:
                c.charge(c.costs.looked_up_behind * which + c.costs.space * text.indented)
                if which in elements:
                    return Failing(UNEXPECTED_NEXT, line, elements[which])
                if None in names[:which] or names[which] is None and not (is_last and is_whole):
                    return Failing(SYNTAX, line)
                c.charge(looking_over(c, line, at))
                return line, c.executor.table.pc_of(line, at), which, names[which]
    return Failing(NEXT_MISSING, c.line)


class _For(Statement):
    """The machine looks for the NEXT before it reads on behind the variable."""
    named: list[int]        # the variables that it makes: its own and those of each NEXT that is met on the way

    def found_next(self, c: Compiler, kind: str, slot: int) -> tuple[int, int] | Failing:
        """The NEXT's key, or how the FOR fails."""
        passed: list[Name] = []
        text = c.executor.table.line_of(c.line).statements[c.statement]
        variable, *rest = text.outline.tokens[1:]
        c.charge(c.costs.rest_looked_over(text, 2))
        if rest:
            c.charge(-c.costs.space * (rest[0].at - variable.at - variable.size))       # the search begins behind these
        found = find_next(c, passed)
        self.named = [slot, *dict.fromkeys(other for name in passed if (other := c.variable(*name)[0]) != slot)]
        if isinstance(found, Failing):
            return found
        line, next_pc, which, next_name = found
        if next_name is not None and c.variable(*next_name)[0] != slot:
            return Failing(UNEXPECTED_NEXT, line)
        return Failing(TYPE_MISMATCH, c.line) if kind == STRING else c.executor.loops.end_key(next_pc, which)


@statement('"FOR" scalar "=" expr "TO" expr ["STEP" expr]', token=0x9E)
class For(_For):
    """FOR variable = start TO end [STEP step]: repeats all up to NEXT"""
    is_counted = True
    cost = Cost(1304, 1229)
    sets = ("variable",)
    variable: Variable
    start: Expression
    end: Expression
    step: Expression | None = None

    @property
    def successors(self) -> tuple[Way, ...]:
        return BEHIND, Way(Place.LOOP_END)

    @staticmethod
    def _bound(c: Compiler, node: Expression, kind: Kind, real: float) -> Code:
        code = c.code(node)
        if code.kind == REAL:
            c.charge(c.costs.rounded_bound if kind == INTEGER else real)
        elif kind == REAL and isinstance(code.value, int):
            c.charge(c.costs.real_of(code) - c.costs.to_real)
        return mismatch(code) if code.kind == STRING else c.fitting(code, kind)

    def _counting(self, c: Compiler, kind: str) -> Counting:
        """What its NEXT takes."""
        start, limit, step = (constant_of(node) for node in (self.start, self.end, self.step or Number(1)))
        if kind == INTEGER:
            return counting_whole(c.costs, *(None if one is None else round(one) for one in (start, limit, step)))
        return counting_real(c.costs, start, limit, step)

    def compile(self, c: Compiler) -> Step:
        executor, variables, stack = c.executor, c.variables, c.executor.stack
        slot, kind = c.variable(self.variable.name, self.variable.token)
        key = self.found_next(c, kind, slot)
        if isinstance(key, Failing):
            return _failing_for(c, self.named, key)
        named, c.made_first = self.named, slot
        start, end = (self._bound(c, node, kind, c.costs.real_bound).get for node in (self.start, self.end))
        increment = self._bound(c, self.step, kind, c.costs.real_step).get if self.step is not None else None
        c.charge(c.costs.step_given * (self.step is not None))
        after, pc, values, basic_1_1 = c.after, c.pc, variables.values, c.basic_1_1
        size, frames = INTEGER_FOR_SIZE if kind == INTEGER else REAL_FOR_SIZE, stack.frames
        clock, passed_to, looks = c.machine.clock, stack.passed_to, c.costs.for_looks
        counting = self._counting(c, kind)
        if key != (c.after, 0):
            counting = counting._replace(passes=0)      # it is not empty
        executor.loops.openers.setdefault(key, (counting, c.ends_line))
        weigh = None
        if kind != INTEGER:
            c.charge(c.costs.real_for + c.costs.real_step_given * (self.step is not None))
            weigh, _ = of_bounds(c.costs)
            bounds = constant_of(self.end), constant_of(self.start)
            if None not in bounds:
                c.charge(weigh(*bounds) / INTERRUPTS)
                weigh = None

        def step() -> int:
            for one in named:
                variables.create(one)
            looked_us = passed_to(key, looks) if frames else 0
            depth = stack.find(key)
            if depth is not None:
                stack.drop_to(depth)
            frame = Frame(size, key, after, slot, opener=pc)
            stack.push(frame)
            try:
                first = to_kind(start(), kind)
                frame.limit = to_kind(end(), kind)
                frame.step = to_kind(increment(), kind) if increment is not None else to_kind(1, kind)
            except BasicError:
                stack.drop_to(len(frames) - 1)
                raise
            way = frame.step if basic_1_1 else seen_by_1_0(frame.step)
            frame.sign = (way > 0) - (way < 0)
            values[slot] = first
            limit = frame.limit
            clock.us += looked_us
            if weigh is not None:
                clock.us += weigh(limit, first)
            return after if (first > limit) - (first < limit) != frame.sign else executor.table.next_step(*key)
        return step

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        slot, kind = c.variable(self.variable.name, self.variable.token)
        key = self.found_next(c, kind, slot)
        if isinstance(key, Failing):
            raise CannotEmit
        one = to_kind(1, kind)
        start, end = (unit.as_kind(c.fitting(c.code(node), kind), kind) for node in (self.start, self.end))
        step: op.Operation = op.Constant(one, op.OF_KIND[kind])
        sign: int | None = 1
        if self.step is not None:
            code = c.fitting(c.code(self.step), kind)
            step, sign = unit.as_kind(code, kind), None
            if code.value is not None:
                way = to_kind(code.value, kind)
                way = way if c.basic_1_1 else seen_by_1_0(way)
                sign = (way > 0) - (way < 0)
                if not sign and code.value:
                    raise CannotEmit
        below = unit.below(key)
        looked_us = unit.passed_to(key, c.costs.for_looks)
        stack = unit.open(INTEGER_FOR_SIZE if kind == INTEGER else REAL_FOR_SIZE, key, c.after, slot, sign)
        depth, type = len(below), op.OF_KIND[kind]
        first, limit, by = unit.temporary(type, start), unit.temporary(type, end), unit.temporary(type, step)
        if sign is None:
            unit.do(ef.GiveUpIf(op.IsZero(by, low_byte=not c.basic_1_1 and kind == INTEGER)))
        known = None not in (constant_of(self.end), constant_of(self.start))
        weighing = None if kind == INTEGER or known else of_bounds(c.costs)
        ends = op.IsOver(first, limit, by, sign, weigh=unit.weigh(weighing))
        unit.assign(slot, first)
        next_pc, which = key
        made = c.executor.jit.made.get(next_pc)
        node = made.node if made is not None else None
        if made is not None and isinstance(node, Next) and which + 1 == len(node.names or [None]):
            unit.fork(ends, made.compiler.after, Next.ending(made.compiler, which) + looked_us, below)
        else:
            unit.do(ef.GiveUpIf(ends))
        unit.fork(None, c.after, looked_us, stack, (ef.SetEntry("limit", depth, limit), ef.SetEntry("step", depth, by)))


@statement('"FOR" scalar ["=" expr ["TO" expr ["STEP" expr]]] BROKEN_ITEM')
class BrokenFor(_For):
    """A FOR that stops making sense somewhere."""
    cost = Cost.nothing("it ends in an error")
    sets = ("variable",)

    variable: Variable
    parts: list[Expression]
    number: int

    def __init__(self, variable: Variable, *rest: Any):
        self.variable = variable
        self.parts = [part for part in rest[:-1] if part is not None]
        self.number = rest[-1]

    def compile(self, c: Compiler) -> Step:
        slot, kind = c.variable(self.variable.name, self.variable.token)
        key = self.found_next(c, kind, slot)
        if isinstance(key, Failing):
            return _failing_for(c, self.named, key)
        parts, number, create = [c.number(part) for part in self.parts], self.number, c.variables.create

        def fail() -> int:
            create(slot)
            for part in parts:
                to_kind(part(), kind)
            raise BasicError(number)
        return fail


def _failing_for(c: Compiler, named: list[int], failing: Failing) -> Step:
    create = c.variables.create
    look_up = c.reading(list(failing.element)) if failing.element else None

    def step() -> int:
        for slot in named:
            create(slot)
        if look_up:
            try:
                look_up()
            except BasicError as error:
                error.line = failing.line
                raise
        raise BasicError(failing.number, line=failing.line)
    return step


def _counted_on(value: float, step: float) -> float:
    if type(value) is float:
        return reals.add(value, step)
    value += step
    if not -32768 <= value <= 32767:
        raise BasicError(OVERFLOW)
    return value


@statement('"NEXT" [arrays]', token=0xB0)
class Next(Statement):
    """NEXT [variable, variable ...]: counts on, and goes back until the end is reached"""
    cost = Cost.nothing("counting takes its time: basic.timing.counting")
    counts = True
    names_are_found = True          # by FOR
    idle = True
    sees_its_end = True
    names: list[Name | Broken] | None = None

    @property
    def successors(self) -> tuple[Way, ...]:
        return BEHIND, Way(Place.LOOP)

    def _counting(self, c: Compiler, count: int) -> list[Counting]:
        """What each variable takes. Charges for the first; each further one takes it when its turn comes."""
        openers, costs, before, found = c.executor.loops.openers, c.costs, float(c.ends_line), []
        for which in range(count):
            counting, to_line = openers.get((c.pc, which), (Counting(costs.counting), False))
            us = counting.us + costs.line * (to_line - before) + costs.counted_back * (not to_line)
            if count > 1:
                us += costs.counted_further if which else costs.counted_in_list
            else:
                us += costs.counted_by_name * bool(self.names)
            found.append(counting._replace(us=us))
            before = to_line
        c.charge(found[0].us + costs.counted_in_line * (not c.ends_line) - self._blanks_behind(c))
        return found

    @staticmethod
    def _blanks_behind(c: Compiler) -> float:
        """What the blanks behind its last variable take: that only passes where the loop ends."""
        text = c.executor.table.line_of(c.line).statements[c.statement]
        return c.costs.space * text.spaces_behind(len(text.tokens)) * (len(text.tokens) > 1)

    @staticmethod
    def _left_over(c: Compiler, counting: Counting) -> int:
        """Each pass of an empty loop between known numbers takes whole microseconds. Gives what all of them take besides, which
        passes at the loop's end. A loop that is not empty may be left before, or change its variable."""
        if not counting.passes:
            return 0
        us = c.cost * c.costs.interrupts
        c.cost = floor(us) / c.costs.interrupts
        return min(round((us - floor(us)) * counting.passes), FRAME_US)

    @staticmethod
    def ending(c: Compiler, which: int) -> int:
        """What it takes besides where the loop ends: going on into another line, if only the way back stays in this one."""
        to_line = c.executor.loops.openers.get((c.pc, which), (0, False))[1]
        return c.costs.lasting(c.costs.loop_ended + c.costs.line * (c.ends_line - to_line)
                               + c.costs.ended_behind * (not to_line) + Next._blanks_behind(c))

    def compile(self, c: Compiler) -> Step:
        executor, pc, after = c.executor, c.pc, c.after
        names, _, is_whole = executor.table.line_of(c.line).statements[c.statement].counted_names()
        keys = [executor.loops.end_key(pc, which) for which in range(len(names))]
        stack, frames, values = executor.stack, executor.stack.frames, c.variables.values
        clock, ending_us = c.machine.clock, self.ending(c, len(names) - 1)
        found = self._counting(c, len(names))
        countings = [(c.costs.lasting(one.us), one.weighing and one.weighing[0]) for one in found]
        left_over = executor.loops.left_over[pc] = self._left_over(c, found[0])

        def advance(which: int, counting: bool) -> int:
            for key in keys[which:]:
                us, weigh = countings[key[1]]
                if key[1] > which:
                    clock.us += us
                if frames and frames[-1].key is key:
                    frame = frames[-1]
                else:
                    depth = stack.find(key)
                    if depth is None:
                        raise BasicError(UNEXPECTED_NEXT)
                    stack.drop_to(depth + 1)
                    frame = frames[-1]
                value = values[frame.slot]
                if counting:
                    before, value = value, _counted_on(value, frame.step)
                    values[frame.slot] = value
                    if weigh is not None:
                        by = (frame.step, before) if type(value) is float else ()
                        clock.us += weigh(frame.limit, value, *by)
                limit = frame.limit
                if (value > limit) - (value < limit) != frame.sign:
                    return frame.pc
                stack.drop_to(len(frames) - 1)
            if not is_whole:
                raise BasicError(SYNTAX, line=executor.table.where[pc][0])
            clock.us += ending_us + left_over if counting else ending_us
            return after

        executor.loops.nexts[pc] = advance
        return lambda: advance(0, True)

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        if self.then_fails:
            raise CannotEmit
        node, which = unit.node, unit.node.which
        names = len(self.names or [None])
        stack = unit.loop(c.executor.loops.end_key(c.pc, which))
        entry, depth = stack[-1], len(stack) - 1
        if entry.sign == 0 and entry.size == INTEGER_FOR_SIZE and not c.basic_1_1:
            raise CannotEmit        # its step may be a multiple of 256
        countings = self._counting(c, names)
        counting = countings[which]
        node.counted = entry if counting.weighing is None else None
        kind = INTEGER if entry.size == INTEGER_FOR_SIZE else REAL
        variable, type = unit.scalar(entry.slot, kind), op.OF_KIND[kind]
        limit, step = op.Entry("limit", depth, type), op.Entry("step", depth, type)
        weighed: list[op.Operation] = [limit, variable]
        if kind == INTEGER:
            value = unit.temporary(type, op.Whole("+", variable, step))
            unit.do(ef.GiveUpIf(op.OutOfRange(value)))
        else:
            if counting.weighing is not None:
                weighed += step, unit.temporary(type, variable)
            value = unit.temporary(type, op.Real("+", variable, step, reals.add))
        unit.assign(entry.slot, value)
        goes_on = op.GoesOn(variable, limit, step, entry.sign, weigh=unit.weigh(counting.weighing), weighed=weighed)
        unit.fork(goes_on, entry.pc, stack=stack)
        if which + 1 < names:
            unit.fork(None, c.pc, stack=stack[:-1], which=which + 1).cost = c.costs.lasting(countings[which + 1].us)
        else:
            unit.fork(None, c.after, self.ending(c, which) + c.executor.loops.left_over[c.pc], stack[:-1])

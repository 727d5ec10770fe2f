"""WHILE with its WEND."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basic.errors import SYNTAX, UNEXPECTED_WEND, WEND_MISSING, BasicError
from basic.runtime.control import WHILE_SIZE, Frame, Step
from basic.statements.loop_ends import looking_over, statements_from
from basic.syntax.nodes import Expression
from basic.syntax.statement import ALWAYS, BEHIND, Cost, Place, Statement, Way, statement
from basic.units.builder import CannotEmit, UnitBuilder
from basic.values.code import REAL

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler


@statement('"WHILE" expr', token=0xD6)
class While(Statement):
    """WHILE condition: repeats all up to WEND as long as it is true"""
    cost = Cost(377.5, 371)
    idle = True
    condition: Expression

    @property
    def successors(self) -> tuple[Way, ...]:
        return BEHIND, Way(Place.LOOP_END)

    def compile(self, c: Compiler) -> Step:
        executor, after = c.executor, c.after
        end = self._find_wend(c)
        text = executor.table.line_of(c.line).statements[c.statement]
        c.charge(c.costs.rest_looked_over(text, 1) if end is not None else 0)
        before = c.cost
        code = c.truth(c.code(self.condition))
        c.charge(c.costs.real_test * (code.kind == REAL))
        test = c.number_of(code)
        blanks = text.tokens[0].at - text.start     # and one behind the word: there WEND begins
        condition_us = c.cost - before + c.costs.whole(text.outline) - c.costs.space * min(text.outline.spaces, blanks + 1)
        if end is None:
            def missing() -> int:
                raise BasicError(WEND_MISSING)
            return missing
        wend_pc, behind, sound = end
        executor.loops.openers.setdefault((wend_pc, 0), (condition_us, c.ends_line))
        pc, basic_1_1 = c.pc, c.basic_1_1
        executor.loops.whiles[pc] = test
        stack, frames = executor.stack, executor.stack.frames
        key, clock = executor.loops.end_key(wend_pc), c.machine.clock
        ended_us = self._ending(c, wend_pc)
        passed_to, looks = stack.passed_to, c.costs.while_looks

        def step() -> int:
            looked_us = passed_to(key, looks) if frames else 0
            depth = stack.find(key)
            if depth is not None:
                stack.drop_to(depth)
            stack.push(Frame(WHILE_SIZE, key, after, condition=test, opener=pc))
            try:
                holds = test()
            except BasicError:
                if not basic_1_1:
                    stack.drop_to(len(frames) - 1)
                raise
            clock.us += looked_us
            if holds:
                return after
            stack.drop_to(len(frames) - 1)
            if not sound:
                raise BasicError(SYNTAX, line=executor.table.where[wend_pc][0])
            clock.us += ended_us
            return behind
        return step

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        end = self._find_wend(c)
        if end is None or not end[2]:
            raise CannotEmit
        key = c.executor.loops.end_key(end[0])
        stack, below = unit.open(WHILE_SIZE, key, c.after), unit.below(key)
        looked_us = unit.passed_to(key, c.costs.while_looks)
        unit.fork(unit.condition(c.truth(c.code(self.condition))), c.after, looked_us, stack)
        unit.fork(None, end[1], self._ending(c, end[0]) + looked_us, below)

    @staticmethod
    def _ending(c: Compiler, wend_pc: int) -> int:
        """What it takes besides where it passes over the whole loop: going on into another line behind the WEND."""
        line, at = c.executor.table.where[wend_pc]
        to_line = at + 1 == len(c.executor.table.line_of(line).statements)
        return c.costs.lasting(c.costs.while_ended + c.costs.line * (to_line - c.ends_line))

    @staticmethod
    def _find_wend(c: Compiler) -> tuple[int, int, bool] | None:
        """(pc of the WEND, of what follows it, whether nothing else stands in its statement)."""
        depth = 1
        for line, at, text in statements_from(c.executor, c.line, c.statement + 1):
            if text.begins_with(While):
                depth += 1
            elif text.begins_with(Wend):
                depth -= 1
                if depth == 0:
                    c.charge(looking_over(c, line, at) + 2 * c.costs.space * text.indented)
                    return c.executor.table.pc_of(line, at), c.executor.table.pc_of(line, at + 1), len(text.tokens) == 1
        return None


@statement('"WEND"', token=0xD5)
class Wend(Statement):
    """WEND: back to WHILE"""
    cost = Cost(244, 223)
    idle = True
    ends_first = ALWAYS

    @property
    def successors(self) -> tuple[Way, ...]:
        return BEHIND, Way(Place.LOOP)

    def compile(self, c: Compiler) -> Step:
        executor, after, key = c.executor, c.after, c.executor.loops.end_key(c.pc)
        condition_us, to_line = executor.loops.openers.get((c.pc, 0), (0, False))
        stack, frames = executor.stack, executor.stack.frames
        c.charge(condition_us + c.costs.line * (to_line - c.ends_line))
        clock, ended_us = c.machine.clock, self._ending(c)

        def step() -> int:
            depth = stack.find(key)
            if depth is None:
                raise BasicError(UNEXPECTED_WEND)
            stack.drop_to(depth + 1)
            frame = frames[-1]
            try:
                if frame.condition is not None and frame.condition():
                    return frame.pc
            except BasicError as error:
                error.line = executor.table.where[frame.opener][0]
                raise
            stack.drop_to(depth)
            clock.us += ended_us
            return after
        return step

    @staticmethod
    def _ending(c: Compiler) -> int:
        """What it takes besides where the loop ends: going on into another line, if only the way back stays in this one."""
        to_line = c.executor.loops.openers.get((c.pc, 0), (0, False))[1]
        return c.costs.lasting(c.costs.while_ended + c.costs.line * (c.ends_line - to_line))

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        stack = unit.loop(c.executor.loops.end_key(c.pc))
        opener = c.executor.jit.made.get(stack[-1].opener)
        if opener is None:
            raise CannotEmit
        assert isinstance(opener.node, While)
        compiler = opener.compiler
        unit.fork(unit.condition(compiler.truth(compiler.code(opener.node.condition))), stack[-1].pc, stack=stack)
        unit.fork(None, c.after, self._ending(c), stack[:-1])

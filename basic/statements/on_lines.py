"""ON number GOTO and ON number GOSUB."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basic.errors import SYNTAX, BasicError
from basic.records import record
from basic.runtime.control import GOSUB_SIZE, Step
from basic.statements.jumps import gosub
from basic.syntax.nodes import Broken, Expression, LineNumber
from basic.syntax.statement import BEHIND, Cost, Statement, Way, statement
from basic.syntax.tokens import Sort
from basic.units import effects as ef
from basic.units import operations as op
from basic.units.builder import CannotEmit, UnitBuilder
from basic.units.nodes import Stack

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler


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

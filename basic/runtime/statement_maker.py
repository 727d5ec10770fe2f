"""A statement of a line as a step: what its node is compiled into, and what it costs.

Equal statements have one node (basic.syntax.parser). If that has a `plan`, what it is compiled into is the same, too, but for
the place where the program goes on: the plan is made once, and each statement gets a step of it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from basic.runtime.alike_statements import AlikeStatements, lasting
from basic.runtime.control import FIRST_LINE, NEVER_FULL, READY, Step
from basic.runtime.control_stack import ControlStack
from basic.runtime.program import Program
from basic.source.bars import BAR, swallowed_by
from basic.syntax import parser
from basic.syntax.forms import Named
from basic.syntax.statement_text import StatementText
from basic.timing.costs import Costs
from basic.values.code import Kind

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler
    from basic.syntax.statement import Plan, Statement

LOOKED_AT_LOW_BYTE = 0.07       # of what looking at a line's number takes: its low byte is looked at, too
LOOKED_FROM_START = 0.26        # going back to the first line


class Made(NamedTuple):
    """What a statement was compiled into. `lasts`: the next RUN of the same program may take it again."""
    text: StatementText
    compiler: Compiler
    step: Step
    us: int                     # what it takes; `compiler.cost` goes on to grow where a unit is made of it
    names_us: int               # what reaching it for the first time takes for its names, but for passing other variables
    lines_us: int               # what finding its lines takes, as long as it does not know their places
    names: Named | None         # the variables that it finds; None: none
    lasts: bool
    alone: bool = True          # its step is its own; else that of others, which is told its constants

    @property
    def node(self) -> Statement:
        return parser.node_of(self.text)


class Shared(NamedTuple):
    """What an equal statement was compiled into, and what gives the others their steps."""
    made: Made
    plan: Plan


class StatementMaker:
    """`compiler_for` makes the Compiler for (pc, pc behind it, line, statement)."""

    def __init__(self, program: Program, costs: Costs, stack: ControlStack, basic_1_1: bool,
                 compiler_for: Callable[[int, int, int | None, int], Compiler]) -> None:
        self.program = program
        self.costs = costs
        self.stack = stack
        self.basic_1_1 = basic_1_1
        self.compiler_for = compiler_for
        self._shared: dict[tuple[int, bool, bool], Shared] = {}     # by the node's id, and what its cost depends on besides
        self._alike = AlikeStatements(costs, self._compiled)

    def forget(self) -> None:
        """All steps are thrown away."""
        self._shared.clear()
        self._alike.forget()

    def made(self, line: int | None, at: int, found: list[StatementText], pcs: list[int], kinds: list[Kind],
             alone: bool = True) -> Made:
        """Compiles a statement. `kinds`: what names without a suffix mean. `alone`: into a step of its own."""
        statement, compiler = found[at], self._compiler(line, at, found, pcs, kinds)
        joined = at > 0 and ((before := found[at - 1].outline).opens_if or before.is_else)
        may_share = line is not None and len(self.stack.frames) < NEVER_FULL
        if not alone and may_share and statement.outline.is_shared:
            alike = self._alike.known(statement.outline, kinds)
            if alike is None and statement.outline not in self._alike.refused:
                alike = self._alike.compiled(statement, self._compiler(line, at, found, pcs, kinds), found, pcs, joined)
            if alike is not None:
                return alike.made_for(statement, compiler, pcs, self.costs)
        node = parser.node_of(statement)
        if not statement.is_known or not may_share:
            statement.is_known = True
            return self._compiled(statement, node, compiler, found, pcs, joined)[0]
        key = id(node), compiler.ends_line, joined
        shared = self._shared.get(key)
        if shared is not None and shared.made.compiler.default_kinds is kinds:
            compiler.share(shared.made.compiler)
            return shared.made._replace(text=statement, compiler=compiler, step=shared.plan(compiler))
        made, plan = self._compiled(statement, node, compiler, found, pcs, joined)
        if plan is not None and made.lasts and not statement.outline.opens_if and not statement.contents().lines:
            self._shared[key] = Shared(made, plan)
        return made

    def _compiler(self, line: int | None, at: int, found: list[StatementText], pcs: list[int], kinds: list[Kind]) -> Compiler:
        last = at + 1 == len(found)
        end = READY if line is None else FIRST_LINE + line + 1
        if line is not None and BAR in found[at].line:
            end += self._swallowed(line)
        compiler = self.compiler_for(pcs[at], end if last else pcs[at + 1], line, at)
        compiler.default_kinds = kinds
        compiler.ends_line, compiler.line_end = last, end
        return compiler

    def _compiled(self, statement: StatementText, node: Statement, compiler: Compiler, found: list[StatementText],
                  pcs: list[int], joined: bool) -> tuple[Made, Plan | None]:
        line, costs, whole, outline = compiler.line, self.costs, node.whole, statement.outline
        contents, own = statement.contents(), whole.cost.on(self.basic_1_1)
        compiler.cost = self._cost(whole, own, compiler, found, joined)
        compiler.begun = costs.begun(own) - compiler.cost
        if outline.opens_if:
            self._note_way_if_false(compiler, found, pcs)
        plan = node.plan(compiler)
        step = plan(compiler) if plan is not None else node.compile(compiler)
        if compiler.looks or compiler.places:
            compiler.know_looks()
        compiler.notes_reads = False
        lasts = line is not None and node.step_lasts and compiler.step_lasts
        us = lasting(costs, compiler.cost)
        if whole.looks_anew:
            return Made(statement, compiler, step, us, 0, 0, None, lasts), plan
        if whole.names_are_found:
            return Made(statement, compiler, step, us, 0, 0, None, lasts), plan
        names_us, lines_us = costs.names_found(outline, whole), 0
        if compiler.first_us:
            names_us += costs.lasting(compiler.first_us)
        if contents.lines and not whole.keeps_one_place:
            rest = found[compiler.statement + 1:]
            lines_us = self.finding(contents.lines, line, rest, costs.space * statement.spaces_behind(len(statement.tokens)))
        return Made(statement, compiler, step, us, names_us, lines_us, contents.variables, lasts), plan

    def _cost(self, whole: Statement, own: float, compiler: Compiler, found: list[StatementText], joined: bool) -> float:
        """What it takes besides what its node charges, of which its class says its `own`. `joined`: it stands behind THEN or
        ELSE."""
        costs, at, last = self.costs, compiler.statement, compiler.ends_line
        outline = found[at].outline
        jumps = outline.is_bare_jump
        us: float = 0
        if last and not (jumps or whole.leaves_line):
            us += costs.line
        if not last:
            us += whole.followed(costs)
        if not joined:
            us += costs.statement
        if outline.is_else:
            us += costs.rest_of_line(found[at + 1:])
        elif outline.tokens:
            us += costs.then_line if jumps else own
            us += costs.whole(outline)
        if outline.opens_if and at + 1 < len(found) and found[at + 1].outline.stands_for_then:
            us += costs.without_then
        return us

    def _note_way_if_false(self, compiler: Compiler, found: list[StatementText], pcs: list[int]) -> None:
        """Where an IF goes on that is false, and what the machine takes to get there."""
        costs, at = self.costs, compiler.statement
        compiler.false_pc = else_of(found, pcs, at, compiler.line_end)
        missed = pcs.index(compiler.false_pc) if compiler.false_pc in pcs else len(pcs)
        passed = costs.passed(found[at + 1:missed]) + costs.found_else * (missed < len(pcs))
        compiler.false_us = costs.lasting(costs.false + passed)

    def _swallowed(self, line: int) -> int:
        """How many lines behind this one do not follow it, since they belong to its remark or DATA."""
        return swallowed_by(self.program.numbers, self.program.lines, line, self.basic_1_1).lines

    def finding(self, lines: list[int], line: int | None, rest: list[StatementText], in_statement: float = 0) -> int:
        """What finding lines by their numbers takes. From here on, the rest of the line is passed over, too; `in_statement` is
        what the rest of the statement takes then."""
        us = sum(self.costs.new_line + self.costs.line_passed * self.lines_to(number, line) for number in lines)
        if line is not None and max(lines, default=0) > self.program.numbers[line]:
            us += in_statement + (self.costs.passed_to_line(rest) if rest else 0)
        return self.costs.lasting(us)

    def lines_to(self, number: int, line: int | None) -> float:
        """How many lines the machine looks at to find one by its number: those from here, or from the beginning. One whose
        number has the same high byte takes longer."""
        numbers = self.program.numbers
        there, here = bisect_left(numbers, number), 0 if line is None else line
        begin = here + 1 if there > here else 0
        alike = there - max(bisect_left(numbers, int(number) & ~255), begin)
        return there - begin + LOOKED_AT_LOW_BYTE * alike + (1 if there > here else LOOKED_FROM_START)


def else_of(found: list[StatementText], pcs: list[int], at: int, end: int) -> int:
    """Where a false IF goes on: behind its own ELSE in the line, or at the next line."""
    depth = 1
    for later in range(at + 1, len(found)):
        if found[later].is_else:
            depth -= 1
            if depth == 0:
                return pcs[later + 1] if later + 1 < len(pcs) else end
        depth += found[later].outline.form.ifs
    return end

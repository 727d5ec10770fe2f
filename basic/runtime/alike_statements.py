"""Statements that differ only in their constants, as `x=500` and `x=700` at the same place of two lines. As soon as it is known
that there are several, one is compiled for all that follow. Each of these has a step that tells the common one its constants,
and takes its time by them.

That is for statements that are run once. One that is run again is compiled by itself (basic.runtime.code_table).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from basic.errors import BasicError
from basic.runtime.control import Step
from basic.syntax import parser
from basic.syntax.nodes import VaryingConstant
from basic.syntax.statement import Plan, Statement
from basic.syntax.statement_text import Outline, StatementText
from basic.timing.costs import Costs
from basic.values.code import Kind, NotAlike

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler
    from basic.runtime.statement_maker import Made

SAME_SUM = 6        # decimals of microseconds: what is added up in another order may differ by less


def lasting(costs: Costs, us: float) -> int:
    """What a statement takes that takes `us` without interrupts."""
    return costs.lasting(round(us, SAME_SUM))


class Alike:
    """`made` is of the statement that was compiled for all; `us` is what they take besides what each takes by its numbers."""

    def __init__(self, made: Made, plan: Plan, constants: list[Any], nodes: list[VaryingConstant], us: float,
                 pcs: list[int]) -> None:
        self.made = made
        self.plan = plan
        self.constants = constants      # of the statement that runs
        self.weighs = [(which, weigh) for which, node in enumerate(nodes) for weigh in node.code.weighs]
        self.us = us
        false_pc = made.compiler.false_pc
        self.behind_if = pcs.index(false_pc) if false_pc in pcs else None       # where a false IF goes on in its line

    def made_for(self, statement: StatementText, compiler: Compiler, pcs: list[int], costs: Costs) -> Made:
        made, us = self.made, self.us
        compiler.share(made.compiler)
        if statement.outline.opens_if:
            compiler.false_us = made.compiler.false_us
            compiler.false_pc = compiler.line_end if self.behind_if is None else pcs[self.behind_if]
        step = self.plan(compiler)
        if not self.constants:
            return made._replace(text=statement, compiler=compiler, step=step)
        constants = statement.constants()
        for which, weigh in self.weighs:
            us += weigh(constants[which])
        return made._replace(text=statement, compiler=compiler, step=_told(self.constants, constants, step),
                             us=lasting(costs, us))


def _told(places: list[Any], constants: list[Any], step: Step) -> Step:
    if len(constants) == 1:
        only, = constants

        def step_with_its_constant() -> int:
            places[0] = only
            return step()
        return step_with_its_constant

    def step_with_its_constants() -> int:
        places[:] = constants
        return step()
    return step_with_its_constants


class AlikeStatements:
    """`compile_one` is the statement maker's."""

    def __init__(self, costs: Costs, compile_one: Callable[..., tuple[Made, Plan | None]]) -> None:
        self.costs = costs
        self.compile_one = compile_one
        self.found: dict[Outline, Alike] = {}
        self.refused: set[Outline] = set()                  # of which there is none

    def forget(self) -> None:
        self.found.clear()
        self.refused.clear()

    def known(self, outline: Outline, kinds: list[Kind]) -> Alike | None:
        alike = self.found.get(outline)
        return alike if alike is not None and alike.made.compiler.default_kinds is kinds else None

    def compiled(self, statement: StatementText, compiler: Compiler, found: list[StatementText], pcs: list[int],
                 joined: bool) -> Alike | None:
        """Compiles it for all that follow; None where their constants decide more than what they take."""
        try:
            alike = self._compiled(statement, compiler, found, pcs, joined)
        except (NotAlike, BasicError):
            alike = None
        if alike is None:
            self.refused.add(statement.outline)
        else:
            self.found[statement.outline] = alike
        return alike

    def _compiled(self, statement: StatementText, compiler: Compiler, found: list[StatementText], pcs: list[int],
                  joined: bool) -> Alike | None:
        if statement.is_else or statement.contents().lines:
            return None
        constants: list[Any] = []
        nodes: list[VaryingConstant] = []

        def varying(constant: int | float | bytes) -> VaryingConstant:
            nodes.append(VaryingConstant(constant, constants, len(constants)))
            constants.append(constant)
            return nodes[-1]
        node = parser.node_with(statement, varying)
        if node is None or type(node).plan is Statement.plan:
            return None
        made, plan = self.compile_one(statement, node, compiler, found, pcs, joined)
        if plan is None or not made.lasts or compiler.looks:
            return None
        return Alike(made._replace(alone=not constants), plan, constants, nodes, compiler.cost, pcs)

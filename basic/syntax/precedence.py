"""Precedence climbing: which operator of an expression is done first.

The grammar gives an expression as a flat run of operands and operators. The machine's evaluator takes an operator at once
when the one behind it does not bind more tightly; a table of the language says how tightly each binds (source/words.py).
"""

from typing import Any

from basic.source.words import NEGATION_PRECEDENCE, NOT_PRECEDENCE, PRECEDENCE, SIGNS
from basic.syntax.nodes import Binary, Expression, Negation, Not

Prefixed = list[Any]        # the tokens of the prefixes before an operand, and then its node


def climb(operands: list[Prefixed], signs: list[int]) -> Expression:
    """The tree of a flat run of operands with signs between them."""
    at = 0

    def operand(parts: Prefixed) -> Expression:
        if len(parts) == 1:
            node: Expression = parts[0]
            return node
        prefix, rest = parts[0], parts[1:]
        if prefix == SIGNS["+"]:
            return operand(rest)
        if prefix == SIGNS["-"]:
            return Negation(expression(NEGATION_PRECEDENCE, operand(rest)))
        return Not(expression(NOT_PRECEDENCE, operand(rest)))

    def expression(floor: int, left: Expression) -> Expression:
        nonlocal at
        while at < len(signs) and PRECEDENCE[signs[at]] > floor:
            sign = signs[at]
            at += 1
            left = Binary(sign, left, expression(PRECEDENCE[sign], operand(operands[at])))
        return left

    return expression(0, operand(operands[0]))

"""Precedence climbing: which operator of an expression is done first.

The grammar gives an expression as a flat run of operands and operators. The machine's evaluator takes an operator at once
when the one behind it does not bind more tightly; a table of the language says how tightly each binds (source/words.py).
"""

from typing import Any

from basic.source.words import NEGATION_PRECEDENCE, NOT_PRECEDENCE, PRECEDENCE, SIGNS
from basic.syntax.nodes import Binary, Expression, Negation, Not

_PLUS, _MINUS = SIGNS["+"], SIGNS["-"]
Prefixed = list[Any]        # the tokens of the prefixes before an operand, and then its node


def climb(operands: list[Prefixed], signs: list[int]) -> Expression:
    """The tree of a flat run of operands with signs between them."""
    left, used = _operand(operands[0], operands, signs, 0)
    return _with_more(0, left, operands, signs, used)[0]


# Each of these gives what it has made and how many signs are in that and before it.

def _operand(parts: Prefixed, operands: list[Prefixed], signs: list[int], used: int) -> tuple[Expression, int]:
    """An operand with its prefixes."""
    if len(parts) == 1:
        return parts[0], used
    prefix = parts[0]
    inner, used = _operand(parts[1:], operands, signs, used)
    if prefix == _PLUS:
        return inner, used
    if prefix == _MINUS:
        inner, used = _with_more(NEGATION_PRECEDENCE, inner, operands, signs, used)
        return Negation(inner), used
    inner, used = _with_more(NOT_PRECEDENCE, inner, operands, signs, used)
    return Not(inner), used


def _with_more(floor: int, left: Expression, operands: list[Prefixed], signs: list[int], used: int
               ) -> tuple[Expression, int]:
    """An operand with what follows, as long as the sign between binds more tightly than `floor`."""
    while used < len(signs) and (precedence := PRECEDENCE[signs[used]]) > floor:
        sign = signs[used]
        right, used = _operand(operands[used + 1], operands, signs, used + 1)
        right, used = _with_more(precedence, right, operands, signs, used)
        left = Binary(sign, left, right)
    return left, used

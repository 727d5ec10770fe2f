"""Precedence climbing: which operator of an expression is done first.

The grammar gives an expression as a flat run of operands and operators. The machine's evaluator takes an operator at once
when the one behind it does not bind more tightly; a table of the language says how tightly each binds (source/words.py).
"""

from typing import Any, NamedTuple

from basic.source.words import NEGATION_PRECEDENCE, NOT_PRECEDENCE, PRECEDENCE, SIGNS
from basic.syntax.nodes import Binary, Expression, Negation, Not

_PLUS, _MINUS = SIGNS["+"], SIGNS["-"]
Prefixed = list[Any]        # the tokens of the prefixes before an operand, and then its node


def climb(operands: list[Prefixed], signs: list[int]) -> Expression:
    """The tree of a flat run of operands with signs between them."""
    if len(signs) == 1 and len(operands[0]) == len(operands[1]) == 1:       # nothing to weigh, and by far the most
        return Binary(signs[0], operands[0][0], operands[1][0])
    run = _Run(operands, signs, [0] * len(signs))
    left, used = _operand(operands[0], run, 0)
    return _with_more(0, left, run, used)[0]


class _Run(NamedTuple):
    operands: list[Prefixed]
    signs: list[int]
    refused: list[int]      # how often each sign was not taken yet


# Each of these gives what it has made and how many signs are in that and before it.

def _operand(parts: Prefixed, run: _Run, used: int) -> tuple[Expression, int]:
    """An operand with its prefixes."""
    if len(parts) == 1:
        return parts[0], used
    prefix = parts[0]
    inner, used = _operand(parts[1:], run, used)
    if prefix == _PLUS:
        return inner, used
    if prefix == _MINUS:
        inner, used = _with_more(NEGATION_PRECEDENCE, inner, run, used)
        return Negation(inner), used
    inner, used = _with_more(NOT_PRECEDENCE, inner, run, used)
    return Not(inner), used


def _with_more(floor: int, left: Expression, run: _Run, used: int) -> tuple[Expression, int]:
    """An operand with what follows, as long as the sign between binds more tightly than `floor`."""
    operands, signs, refused = run
    while used < len(signs) and (precedence := PRECEDENCE[signs[used]]) > floor:
        at = used
        right, used = _operand(operands[used + 1], run, used + 1)
        right, used = _with_more(precedence, right, run, used)
        left = Binary(signs[at], left, right, refused[at])
    if used < len(signs):
        refused[used] += 1
    return left, used

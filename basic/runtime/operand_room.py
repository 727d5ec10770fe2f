"""What expressions take of the BASIC stack while they are worked out: operands stand there until the next one is known.

Asked only once the stack is nearly full (`ControlStack.on_nearly_full`): an operator then may be what finds no more room.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basic.runtime.control import LONGEST_NAME
from basic.syntax.nodes import Binary, Call, Element, Expression, Negation, Not, UserCall, Variable
from basic.syntax.statement import Statement, children
from basic.values.operators import INTEGER, STRING

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler

INTEGER_SIZE, REAL_SIZE = 2, 5


def room_needed(statement: Statement, c: Compiler) -> int:
    """The bytes that the statement's expressions take at most, as its variables are now."""
    return max((_of(node, c) for node in children(statement.whole) if isinstance(node, Expression)), default=0)


def _of(node: Expression, c: Compiler) -> int:
    if isinstance(node, Variable):
        return _of_name(node, c)
    if isinstance(node, Binary):
        return max(_of(node.left, c), _size(node.left, c) + _of(node.right, c))
    if isinstance(node, Element):
        return max([_of_name(node, c), INTEGER_SIZE * len(node.subscripts),
                    *(INTEGER_SIZE * at + _of(one, c) for at, one in enumerate(node.subscripts))])
    if isinstance(node, Negation | Not):
        return _of(node.operand, c)
    if isinstance(node, Call | UserCall):
        arguments = node.arguments or []
        before = [0, *(_size(one, c) for one in arguments)]
        return max((size + _of(one, c) for size, one in zip(before, arguments, strict=False)), default=0)
    return max((_of(one, c) for one in children(node) if isinstance(one, Expression)), default=0)


def _of_name(node: Variable | Element, c: Compiler) -> int:
    """A name that is there is found by its address; any other is looked for with a copy on the stack."""
    kind, variables = c.kind_of(node.name, node.token), c.variables
    if isinstance(node, Element):
        array = variables.array_slots.get((node.name, kind))
        there = array is not None and variables.data[array] is not None
    else:
        there = variables.slots.get((node.name, kind)) in variables.created or c.parameter(node.name, node.token) is not None
    return 0 if there else LONGEST_NAME


def _size(node: Any, c: Compiler) -> int:
    """The bytes of a value while it waits for the next one."""
    cost = c.cost
    kind = c.code(node).kind
    c.cost = cost
    return 0 if kind == STRING else INTEGER_SIZE if kind == INTEGER else REAL_SIZE

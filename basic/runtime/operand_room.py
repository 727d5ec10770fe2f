"""What expressions take of the BASIC stack while they are worked out: operands stand there until the next one is known.

Asked only once the stack is nearly full (`ControlStack.on_nearly_full`): an operator then may be what finds no more room.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from basic.runtime.control import LONGEST_NAME
from basic.syntax.nodes import Binary, Call, Element, Expression, Negation, Not, UserCall, Variable
from basic.syntax.statement import Statement, children, flat
from basic.values.code import INTEGER, STRING

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler

INTEGER_SIZE, REAL_SIZE = 2, 5


def room_needed(statement: Statement, c: Compiler, ran: bool) -> int:
    """The bytes that the statement's expressions take at most, as its variables are now. `ran`: it has run before. A variable
    that is only set does not count: READ and INPUT look for it when there is something to give."""
    whole = statement.whole
    if not whole.evaluates:
        return 0
    targets = {id(one) for name in whole.sets for one in flat(getattr(whole, name)) if isinstance(one, Variable)}
    return max((_of(node, c, ran) for node in _expressions(whole) if id(node) not in targets), default=0)


def _expressions(node: Any) -> Iterator[Expression]:
    """Those of a statement and of its parts."""
    for child in children(node):
        if isinstance(child, Expression):
            yield child
        else:
            yield from _expressions(child)


def _of(node: Expression, c: Compiler, ran: bool) -> int:
    if isinstance(node, Variable):
        return _of_name(node, c, ran)
    if isinstance(node, Binary):
        return max(_of(node.left, c, ran), _size(node.left, c) + _of(node.right, c, ran))
    if isinstance(node, Element):
        return max([_of_name(node, c, ran), INTEGER_SIZE * len(node.subscripts),
                    *(INTEGER_SIZE * at + _of(one, c, ran) for at, one in enumerate(node.subscripts))])
    if isinstance(node, Negation | Not):
        return _of(node.operand, c, ran)
    if isinstance(node, Call | UserCall):
        arguments = node.arguments or []
        before = accumulate((_size(one, c) for one in arguments), max, initial=0)
        return max((size + _of(one, c, ran) for size, one in zip(before, arguments, strict=False)), default=0)
    return max((_of(one, c, ran) for one in children(node) if isinstance(one, Expression)), default=0)


def _of_name(node: Variable | Element, c: Compiler, ran: bool) -> int:
    """What ran before finds a name that is there by its address; any other is looked for with a copy on the stack."""
    kind, variables = c.kind_of(node.name, node.token), c.variables
    if isinstance(node, Element):
        array = variables.array_slots.get((node.name, kind))
        there = array is not None and variables.data[array] is not None
    else:
        there = variables.slots.get((node.name, kind)) in variables.created or c.parameter(node.name, node.token) is not None
    return 0 if there and ran else LONGEST_NAME


def _size(node: Any, c: Compiler) -> int:
    """The bytes of a value while it waits for the next one."""
    cost = c.cost
    kind = c.code(node).kind
    c.cost = cost
    return 0 if kind == STRING else INTEGER_SIZE if kind == INTEGER else REAL_SIZE

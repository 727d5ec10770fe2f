"""A slip of BASIC 1.0: FN with parameters among an element's subscripts takes the array's name away.

The machine keeps the name of an array that it has not met at this place before while it works out the subscripts, and names of
parameters go to the same place. So `f(FNa(4))` is an element of the array `j` where a parameter is called j, of f's kind, and
stays that as long as the place knows it. The name itself is left on the BASIC stack, and hides what is open there: NEXT, WEND
and RETURN find nothing. An element among the subscripts has the name of its own array back when it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from basic.records import is_record
from basic.syntax.nodes import Element, UserCall
from basic.syntax.statement import children

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler
    from basic.runtime.control_stack import ControlStack

Result = TypeVar("Result")


def name_instead(c: Compiler, element: Element) -> bytes | None:
    """The name of the array that the machine takes, if that is not the element's own."""
    return None if c.basic_1_1 or c.parameters is not None else _left_behind(c, element.subscripts)


def _left_behind(c: Compiler, nodes: Iterable[Any]) -> bytes | None:
    """The parameter whose name was read last."""
    left = None
    for node in nodes:
        if isinstance(node, Element) or not is_record(node):
            continue
        if isinstance(node, UserCall):
            definition = c.executor.functions.get((node.name, c.kind_of(node.name, node.token)))
            if definition is not None:
                left = definition.last_parameter or left
                left = _left_behind(c, children(node)) or left
                left = _left_behind(c, definition.inside) or left
        else:
            left = _left_behind(c, children(node)) or left
    return left


def hiding(stack: ControlStack, get: Callable[[], Result]) -> Callable[[], Result]:
    """The first time, the name is left on the BASIC stack behind the subscripts."""
    met = False

    def found() -> Result:
        nonlocal met
        result = get()
        if not met:
            met = True
            stack.drop_to(0)
        return result
    return found

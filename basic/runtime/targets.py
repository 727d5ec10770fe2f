"""Variables as something to assign to: READ, INPUT, FOR, LET of an element and their like."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from basic.errors import OVERFLOW, TYPE_MISMATCH, BasicError
from basic.syntax.nodes import Broken, Element, Variable
from basic.values import reals
from basic.values.code import INTEGER, STRING, Get, Kind

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler

Assign = Callable[[Any, Any], None]


class Target(NamedTuple):
    """A variable to be assigned."""
    kind: Kind | None           # None where something else stands in its place
    prepare: Get                # evaluates subscripts, makes the variable: gives the place
    store: Assign               # (place, value): the value is of that kind already


def _no_store(place: Any, value: Any) -> None:
    """What stands in the place of a variable and is none: it has failed before this."""


def target_of(c: Compiler, node: Variable | Element | Broken) -> Target:
    """A variable as something to assign to."""
    variables = c.variables
    if isinstance(node, Broken):
        return Target(None, c.value(node), _no_store)
    if isinstance(node, Element):
        array, kind = c.array_of(node)
        codes = [c.subscript_code(part) for part in node.subscripts]
        subscripts = c.subscripts(codes)
        c.charge(c.costs.array_element(kind, codes))
        data, number = variables.data, array.number

        def store_element(place: int, value: Any) -> None:
            data[number][place] = value
        return Target(kind, array.placer(subscripts), store_element)
    slot, kind = c.variable(node.name, node.token)
    c.charge(c.costs.named(kind, node.token))
    values, created, create = variables.values, variables.created, variables.create

    def prepare() -> None:
        if slot not in created:
            create(slot)

    def store(place: None, value: Any) -> None:
        values[slot] = value
    return Target(kind, prepare, store)


def assigner_of(c: Compiler, node: Variable | Element | Broken, passing: bool) -> tuple[Target, Assign]:
    """(target, assign): assign(place, value) converts, keeps strings and stores, as READ, INPUT and LET do."""
    target = target_of(c, node)
    store, kind, heap, literals = target.store, target.kind, c.variables.heap, c.variables.literals
    take = heap.take_passing if passing and c.basic_1_1 else heap.take
    if kind == STRING:
        def assign(place: Any, value: Any) -> None:
            if type(value) is not bytes:
                raise BasicError(TYPE_MISMATCH)
            if id(value) not in literals:
                take(len(value))
            store(place, value)
    elif kind == INTEGER:
        def assign(place: Any, value: Any) -> None:
            if type(value) is not int:
                if type(value) is bytes:
                    raise BasicError(TYPE_MISMATCH)
                value = reals.to_integer(value)
            elif not -32768 <= value <= 32767:
                raise BasicError(OVERFLOW)
            store(place, value)
    else:
        def assign(place: Any, value: Any) -> None:
            if type(value) is bytes:
                raise BasicError(TYPE_MISMATCH)
            store(place, float(value))
    return target, assign

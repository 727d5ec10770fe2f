"""Units for people to read: operations and exits as lines of text."""

from collections.abc import Callable
from functools import partial
from typing import Any

from basic.records import field_names, is_record
from basic.units import operations as op
from basic.units.builder import UnitBuilder
from basic.units.exits import Exit
from basic.units.flow_graph import Graph
from basic.units.nodes import Way
from basic.units.python_unit import PythonUnit
from basic.values.weighing import OfLeadingZeros, OfLength, OfSearch, OfTexts

UNSAID = "gives", "literals", "table", "heap", "data"       # parts of operations


def operations_of(unit: UnitBuilder, graph: Graph) -> list[str]:
    """What each statement of a unit does, and where it leads."""
    where, lines = _places(unit), []
    for node in graph.order:
        title = where(node.pc) + (f", variable {node.which + 1}" if node.which else "")
        if node.left:
            lines.append(f"{title}: the unit ends")
            continue
        lines.append(f"{title}: {node.cost} us")
        lines += [f"    {described(effect)}" for effect in node.effects]
        for way in node.ways:
            lines += [f"    {line}" for line in _way(way, where)]
    return lines


def exits_of(unit: UnitBuilder, text: PythonUnit) -> list[str]:
    """Where a unit can be left in the middle."""
    where = _places(unit)
    return [f"{number}: {_exit(exit, where)}" for number, exit in enumerate(text.exits)]


def _places(unit: UnitBuilder) -> Callable[[int], str]:
    """How a pc is shown: the line's number and the statement's place in it."""
    table, numbers = unit.executor.table, unit.executor.program.numbers

    def place(pc: int) -> str:
        line, statement = table.where[pc]
        return "end" if line is None or line >= len(numbers) else f"{numbers[line]}:{statement + 1}"
    return place


def _way(way: Way, where: Callable[[int], str]) -> list[str]:
    when = f"if {described(way.condition)} " if way.condition is not None else ""
    takes = f", {way.us} us" if way.us else ""
    return [f"{when}-> {where(way.to.pc)}{takes}", *[f"    {described(effect)}" for effect in way.effects]]


def _exit(exit: Exit, where: Callable[[int], str]) -> str:
    parts = [f"before {where(exit.pc)}", f"{exit.us} us pending"]
    if exit.counted is not None:
        parts.append(f"{exit.counted.us} us a pass of v{exit.counted.slot}")
    parts += [f"{name} as before the statement" for name in sorted(exit.saves)]
    if exit.looks:
        parts.append("a debugger looks")
    return ", ".join(parts)


def described(it: Any) -> str:      # Any: an operation, or what one is made of
    """An operation as text: its class, then what it is made of."""
    if isinstance(it, op.Constant):
        return repr(it.value)
    if isinstance(it, op.Scalar):
        return f"v{it.slot}"
    if isinstance(it, op.Temporary):
        return f"t{it.number}"
    if isinstance(it, op.Entry):
        return f"{it.part}{it.depth}"
    if isinstance(it, list):
        return f"[{', '.join(described(one) for one in it)}]"
    if is_record(it) and not isinstance(it, type):
        parts = [described(getattr(it, name)) for name in field_names(it) if name not in UNSAID]
        return f"{type(it).__name__}({', '.join(parts)})"
    if isinstance(it, OfSearch):
        return f"OfSearch({it.each})"
    if isinstance(it, OfLeadingZeros | OfLength | OfTexts):
        return f"{type(it).__name__}({described(it.weigh)})"
    if isinstance(it, partial):
        return f"{described(it.func)}({', '.join(map(described, it.args))})"
    if callable(it):
        return str(getattr(it, "__qualname__", it)).replace(".<locals>", "")
    return it if isinstance(it, str) else repr(it) if isinstance(it, int | float | tuple | bool | None) else type(it).__name__

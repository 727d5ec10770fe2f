"""Units for people to read: what becomes of a program's hot stretches, as operations and as Python text.

    print(operations_of(Session(), "FOR i=1 TO 10:a=a+i:NEXT"))
"""

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from basic.units import operations as op
from basic.units.builder import UnitBuilder
from basic.units.exits import Exit
from basic.units.nodes import Node, Way
from basic.units.python_unit import PythonUnit

if TYPE_CHECKING:
    from basic.session import Session

SOON = 1                # passes before a statement counts as hot: short programs have units, too
SHORTLY = 5_000_000     # microseconds of the machine that a program is run for


class Shown(NamedTuple):
    """A unit: where it begins, what it does, its exits and its Python text."""
    place: str
    operations: str
    exits: str
    python: str


def units_of(session: "Session", source: str, us: int = SHORTLY) -> list[Shown]:
    """Runs the program in a session that is new, and gives the units that are made meanwhile. A line without a number gets
    one."""
    shown: list[Shown] = []
    executor = session.executor
    executor.jit.hot_after = SOON
    executor.jit.on_made = lambda unit, text: shown.append(_shown(unit, text))
    for number, line in enumerate(source.splitlines(), 1):
        session.type((line if line[:1].isdigit() else f"{10 * number} {line}").encode("latin-1") + b"\n")
    session.type(b"RUN\n")
    session.run_until_idle(us)
    return shown


def operations_of(session: "Session", source: str) -> str:
    """The operations of a program's units, with their exits."""
    return "\n".join(f"unit from {one.place}\n{one.operations}{one.exits}" for one in units_of(session, source))


def python_of(session: "Session", source: str) -> str:
    """The Python text of a program's units."""
    return "\n".join(one.python for one in units_of(session, source))


def _shown(unit: UnitBuilder, text: PythonUnit) -> Shown:
    where = _places(unit)
    exits = "".join(f"    exit {number}: {_exit(one, where)}\n" for number, one in enumerate(text.exits))
    return Shown(where(unit.start.pc), _nodes(unit, text.graph.order, where), exits, text.source)


def _places(unit: UnitBuilder) -> Callable[[int], str]:
    """How a pc is shown: the line's number and the statement's place in it."""
    table, numbers = unit.executor.table, unit.executor.program.numbers

    def place(pc: int) -> str:
        line, statement = table.where[pc]
        number = "direct" if line is None or line >= len(numbers) else str(numbers[line])
        return f"{number}:{statement + 1}"
    return place


def _nodes(unit: UnitBuilder, nodes: Iterable[Node], where: Callable[[int], str]) -> str:
    lines: list[str] = []
    for node in nodes:
        title = where(node.pc) + (f", variable {node.which + 1}" if node.which else "")
        if node.left:
            lines.append(f"    {title}: the unit ends")
            continue
        lines.append(f"    {title}: {node.cost} us")
        lines += [f"        {described(effect)}" for effect in node.effects]
        for way in node.ways:
            lines += [f"        {line}" for line in _way(way, where)]
    return "".join(line + "\n" for line in lines)


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
    if is_dataclass(it) and not isinstance(it, type):
        parts = [described(getattr(it, field.name)) for field in fields(it) if field.name not in ("gives", "literals", "table")]
        return f"{type(it).__name__}({', '.join(parts)})"
    if callable(it):
        return str(getattr(it, "__qualname__", it)).replace(".<locals>", "")
    return it if isinstance(it, str) else repr(it) if isinstance(it, int | float | tuple | bool | None) else type(it).__name__

"""Which statements have been reached: the first time, a statement takes longer, since it looks for its names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basic.runtime.control import Position

if TYPE_CHECKING:
    from basic.runtime.code_table import CodeTable


def reached(table: CodeTable) -> dict[str, list[Position]]:
    """What gives `reach` the same again."""
    return {"reached": [table.where[pc] for pc in table.reached],
            "reached_before": [table.where[pc] for pc in table.reached_before - table.reached]}


def reach(table: CodeTable, reached: list[Position], reached_before: list[Position]) -> None:
    """Makes these statements the ones that have been reached. `reached_before`: before an ERASE, from when a NEXT may know its
    FOR."""
    wanted = {table.pc_of(*place) for place in reached}
    older = {table.pc_of(*place) for place in reached_before} - wanted
    gone, with_units = table.reached - wanted, table.jit.on
    if gone:
        table.use_units(False)
    for pc in gone:
        if table.where[pc][0] is not None or table.direct is not None and pc in table.direct.pcs:
            table.forget_at(pc)         # else it was a direct line's that is gone
    in_order = sorted((table.where[pc][0] is None, table.where[pc], pc) for pc in (wanted | older) - table.reached)
    for _, _, pc in in_order:             # WHILE before its WEND, which takes as long as its condition
        table.compile_at(pc)
    for pc in older:
        table.forget_at(pc)
    table.reached_before.clear()
    table.reached_before.update(older)
    table.reached.clear()
    table.reached.update(wanted)
    if gone:
        table.use_units(with_units)

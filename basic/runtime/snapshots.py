"""A moment of the executor as plain data, and back to it.

Places stand for pcs: what is made of the program later has other ones.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from basic.runtime.code_table import CodeTable
from basic.runtime.control import FIRST_LINE, WHILE_SIZE, Frame
from basic.runtime.reached import reach, reached

if TYPE_CHECKING:
    from basic.runtime.executor import Executor


def snapshot(executor: Executor) -> dict[str, Any]:
    runner, table = executor.runner, executor.table
    return {"at": (runner.pc if runner.pc < FIRST_LINE else None, table.place_of(runner.pc)),
            "direct": (table.direct.crunched, table.direct.begin) if table.direct else None,
            "direct_bytes": table.direct_bytes.snapshot(),
            "stack": [_of_frame(table, frame) for frame in executor.stack.frames],
            "attend": table.place_of(runner.attend_pc), "paused": table.place_of(runner.paused_pc),
            "waiting": runner.waiting, "editor_until": runner.editor_until, "underway": deepcopy(executor.underway),
            "kinds": table.older_kinds(executor.variables.default_kinds),
            **reached(table),
            "known_lines": table.known_lines.snapshot(),
            "literals": dict(executor.variables.literals), "literal_places": dict(executor.variables.literals.places),
            "run_before": dict(executor.addresses.run_before),
            "functions": dict(executor.functions), "functions_before": dict(executor.functions_before),
            "angles": executor.degrees, "trace": table.trace.on, "traced": table.trace.shown,
            "errors": executor.errors.snapshot(), "data": executor.data.at, "random": executor.random.seed,
            "events": executor.events.snapshot(), "output": executor.output.snapshot()}


def _of_frame(table: CodeTable, frame: Frame) -> tuple[Any, ...]:
    ends = table.key_place(frame.key)
    return (frame.size, None if ends else frame.key, ends, table.place_of(frame.pc), frame.slot, frame.limit, frame.step,
            frame.sign, table.where[frame.opener])


def restore(executor: Executor, state: dict[str, Any], stale: bool = True) -> None:
    """Puts the executor back. `stale`: names have another kind now, so that the steps must be made again."""
    runner, table = executor.runner, executor.table
    executor.stack.clear()
    ran_before = executor.addresses.run_before != state["run_before"]       # steps hold whether their statement did
    if stale or ran_before or table.trace.on != state["trace"] or table.built != executor.program.version:
        table.trace.on = state["trace"]
        table.rebuild()
    executor.variables.literals.forget()
    executor.variables.literals.update(state["literals"])
    executor.variables.literals.places.update(state["literal_places"])
    executor.addresses.run_before.clear()
    executor.addresses.run_before.update(state["run_before"])
    if state["direct"] is None:
        table.forget_direct()
    elif table.direct is None or (table.direct.crunched, table.direct.begin) != state["direct"]:
        table.lay_out_direct(*state["direct"])
    table.direct_bytes.restore(state["direct_bytes"])
    table.kinds.clear()
    table.keep_kinds(state["kinds"])
    reach(table, state["reached"], state.get("reached_before", []))
    others = table.known_lines.restore(state.get("known_lines", []))
    executor.jit.costs_changed({table.pc_of(*place) for place in others})
    table.unset_reads.look_again()
    table.untouched = False
    table.trace.shown = state["traced"]
    fixed, place = state["at"]
    runner.pc = fixed if fixed is not None else table.pc_of(*place)
    runner.attend_pc, runner.paused_pc = table.pc_of(*state["attend"]), table.pc_of(*state["paused"])
    runner.waiting, runner.editor_until = state["waiting"], state["editor_until"]
    executor.underway.clear()
    executor.underway.update(deepcopy(state["underway"]))
    executor.stack.frames[:] = [_frame_of(executor, kept) for kept in state["stack"]]
    executor.stack.look_whether_nearly_full()
    executor.functions.clear()
    executor.functions.update(state["functions"])
    executor.jit.functions_changed()
    executor.functions_before = dict(state["functions_before"])
    executor.degrees = state["angles"]
    executor.errors.restore(state["errors"])
    executor.data.at = state["data"]
    executor.random.seed = state["random"]
    executor.events.restore(state["events"])
    executor.output.restore(state["output"])


def _frame_of(executor: Executor, kept: tuple[Any, ...]) -> Frame:
    table, whiles = executor.table, executor.loops.whiles
    size, key, ends, place, slot, limit, step, sign, opener = kept
    if ends is not None:
        key = table.key_at(*ends)
    frame = Frame(size, key, table.pc_of(*place), slot, limit, step, sign, None, table.pc_of(*opener))
    if size == WHILE_SIZE:
        if frame.opener not in whiles:
            table.compile_at(frame.opener)
        frame.condition = whiles[frame.opener]
    return frame

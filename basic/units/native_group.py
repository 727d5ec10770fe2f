"""Units that are printed as machine code and compiled as one module."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from basic.native import memory
from basic.native.encoder import Module
from basic.native.functions import Function, Imported
from basic.units.builder import Rules, UnitBuilder
from basic.units.compiled_unit import watched_among
from basic.units.flow_graph import Graph
from basic.units.kept_units import KeptGroup, Refusal
from basic.units.native_state import NativeState
from basic.units.native_unit import Imports, NativeUnit, NotNative
from basic.units.nodes import Node, Stack
from basic.units.printed import Printed
from basic.units.wasm_operations import is_native

if TYPE_CHECKING:
    from basic.units.jit import Jit
    from basic.units.workshop import Job

FEWEST = 6              # statements of a unit that leads to one that Python has to do


class Group:
    """`is_apart`: which nodes another unit begins with. `refused`: why the last unit was not worth while."""

    def __init__(self, jit: Jit, graph_of: Callable[[UnitBuilder, bool], Graph], functions: dict[Function, Imported],
                 is_apart: Callable[[Node], bool], state: NativeState):
        self.jit = jit
        self.graph_of = graph_of
        self.functions = functions
        self.state = state
        self.heat_map = jit.executor.hooks.heat_map         # for which its units count
        self.rules = Rules(is_apart, lambda part: is_native(part, functions))
        self.imports = Imports()
        self.texts: list[NativeUnit] = []
        self.watched: list[dict[int, list[Any]]] = []       # what a debugger watched when each was printed
        self.refused: Refusal | None = None
        self.job: Job | None = None
        self.kept: KeptGroup | None = None

    @property
    def units(self) -> list[Printed]:
        return [text.printed for text in self.texts]

    def print(self, pc: int, around: Stack) -> Printed | None:
        """Adds the unit that begins at pc; None if it is not worth while, or cannot be printed."""
        unit = UnitBuilder(self.jit.executor, pc, around, self.rules)
        try:
            graph = self.graph_of(unit, False)
            if unit.start.left or not graph.cycles and (unit.only_python or unit.barriers and len(graph.order) < FEWEST):
                raise NotNative("not enough for a unit")
            text = NativeUnit(unit, graph, self.functions, self.imports, self.state, self.jit.kept().number_of_text)
        except NotNative:
            known = {node.pc for node in unit.nodes.values() if self.jit.known(node.pc)}
            self.refused = Refusal(sorted(known), sorted(unit.unknown))
            return None
        self.texts.append(text)
        self.watched.append(watched_among(text.printed.pcs, self.jit.executor))
        return text.printed

    def wasm(self) -> bytes:
        module = Module(memory.PAGES, own_memory=False)
        for function in self.imports.used:
            module.import_function(function.name, *function.types)
        for number, text in enumerate(self.texts):
            module.add_function([], ["i64"], text.body, str(number))
        return module.encoded()

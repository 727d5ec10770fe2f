"""What a unit in machine code counts for the heat map, as WebAssembly (basic.units.native_heat has the cells)."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from basic.native.encoder import Body
from basic.units.heat_tally import Part, Tally
from basic.units.native_heat import NativeHeat
from basic.units.nodes import Node
from basic.units.wasm_printer import NotNative

if TYPE_CHECKING:
    from basic.debug.heat_map import HeatMap


class WasmHeat(Tally):
    """A tally that writes to the body of a unit; `us` is the local that has the clock."""

    def __init__(self, heat_map: "HeatMap | None", cells: NativeHeat, body: Body, us: int) -> None:
        super().__init__(heat_map)
        self.cells = cells
        self.body = body
        self.us = us
        self.begun: dict[Node, int] = {}            # locals: the clock before a node that adds to it

    def count(self) -> None:
        """Counts the way up to here."""
        if way := self.way:
            self._add(way, lambda: self.body.whole(1))
        self.afresh()

    def begin(self, node: Node) -> None:
        """Before a node that adds to the clock by itself."""
        if self.times(node):
            begun = self.begun[node] = self.body.local("i64")
            self.body.at("local.get", self.us)
            self.body.at("local.set", begun)

    def end(self, node: Node) -> None:
        def put_passed() -> None:
            self.body.at("local.get", self.us)
            self.body.at("local.get", self.begun[node])
            self.body.put("i64.sub")
        if self.times(node):
            self._add(node.pc, put_passed)

    def _add(self, counts: tuple[Part, ...] | int, put: Callable[[], None]) -> None:
        assert self.heat_map is not None
        address, body = self.cells.cell(self.heat_map, counts), self.body
        if address is None:
            raise NotNative("so much to count")
        body.truth(0)
        body.truth(0)
        body.memory("i64.load", address)
        put()
        body.put("i64.add")
        body.memory("i64.store", address)

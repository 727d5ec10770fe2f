"""What machine code counts for a heat map, in cells of the linear memory: one for each way through a unit.

They are read when the map is asked.
"""

from typing import TYPE_CHECKING, Any

from basic.native import memory
from basic.units.heat_tally import Part

if TYPE_CHECKING:
    from basic.debug.heat_map import HeatMap

CELL = 8


class NativeHeat:
    """Of one memory. A cell says how often a way was taken, or how many microseconds a statement took besides its cost."""

    def __init__(self, view: Any) -> None:
        self.memory = view
        self.heat_map: HeatMap | None = None            # that the cells are of
        self.cells: list[tuple[Part, ...] | int] = []   # a way; or the pc of a statement that takes time
        self.known: dict[tuple[Part, ...] | int, int] = {}

    def cell(self, heat_map: "HeatMap", counts: tuple[Part, ...] | int) -> int | None:
        """Its address; None where there is no more room."""
        if self.heat_map is not heat_map:
            self.forget()
            self.heat_map = heat_map
        if counts not in self.known:
            if memory.COUNTS + CELL * len(self.cells) >= memory.COUNTS_END:
                return None
            self.known[counts] = memory.COUNTS + CELL * len(self.cells)
            self.cells.append(counts)
        return self.known[counts]

    def book(self, heat_map: "HeatMap") -> None:
        """Hands over what has been counted since the last time."""
        if self.heat_map is not heat_map or not self.cells:
            return
        view = self.memory[memory.COUNTS:memory.COUNTS + CELL * len(self.cells)]
        for counts, number in zip(self.cells, view.cast("q"), strict=True):
            if number and isinstance(counts, int):
                heat_map.times[counts] += number
            elif number and not isinstance(counts, int):
                for pc, statements, us in counts:
                    heat_map.counts[pc] += number * statements
                    heat_map.times[pc] += number * us
        view[:] = bytes(len(view))

    def forget(self) -> None:
        """No unit counts any more."""
        if self.cells:
            self.memory[memory.COUNTS:memory.COUNTS_END] = bytes(memory.COUNTS_END - memory.COUNTS)
        self.heat_map = None
        self.cells.clear()
        self.known.clear()

"""Graphics inside units: the functions of cpc.picture.dots with what they work on.

As Python they work on the cells and the RAM themselves; before machine code runs, these are copied into its memory, and back
when it ends: the cells and the 16K of the screen take about a microsecond each way.
"""

from collections.abc import Callable, Sequence
from struct import Struct

from cpc.memory import SCREEN_SIZE
from cpc.picture import dots, lines

CELLS, FIGURES = Struct(f"<{dots.CELLS}q"), Struct(f"<{dots.FIGURES_IN_ALL}d")
NATIVE = (dots.move, dots.mover, dots.plot, dots.plotr, lines.draw_464, lines.drawr_464, lines.draw_6128, lines.drawr_6128,
          dots.set_pen, dots.test)
Function = Callable[..., int]


class QuickGraphics:
    """`functions` by what a statement does: move, mover, plot, plotr, draw, drawr, set_pen."""

    def __init__(self, cells: list[int], ram: bytearray, figures: Sequence[float], is_464: bool):
        self.cells = cells
        self.ram = ram
        self.figures = figures
        self.functions: dict[str, Function] = {
            "move": dots.move, "mover": dots.mover, "plot": dots.plot, "plotr": dots.plotr, "set_pen": dots.set_pen,
            "draw": lines.draw_464 if is_464 else lines.draw_6128, "drawr": lines.drawr_464 if is_464 else lines.drawr_6128}
        self.test = dots.test
        self._packed_figures = FIGURES.pack(*figures)
        self._view = memoryview(ram)

    def enter(self, memory: memoryview, state: int, ram: int) -> None:
        """Copies what the functions work on: the cells to `state`, the figures behind them, the screen behind `ram`."""
        cells = self.cells
        CELLS.pack_into(memory, state, *cells)
        memory[state + CELLS.size:state + CELLS.size + FIGURES.size] = self._packed_figures
        base = cells[dots.BASE]
        memory[ram + base:ram + base + SCREEN_SIZE] = self._view[base:base + SCREEN_SIZE]

    def leave(self, memory: memoryview, state: int, ram: int) -> None:
        self.cells[:] = CELLS.unpack_from(memory, state)
        base = self.cells[dots.BASE]
        self._view[base:base + SCREEN_SIZE] = memory[ram + base:ram + base + SCREEN_SIZE]

    @staticmethod
    def figures_at(state: int) -> int:
        return state + CELLS.size

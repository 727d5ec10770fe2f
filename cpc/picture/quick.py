"""Graphics and characters inside units: the functions of cpc.picture.dots and cpc.picture.letters with what they work on.

As Python those of graphics work on the cells and the RAM themselves. Before machine code runs, both are copied into its
memory, and back when it ends: the cells and the 16K of the screen take about a microsecond each way.
"""

from collections.abc import Callable, Sequence
from struct import Struct
from typing import TYPE_CHECKING

from cpc.memory import SCREEN_SIZE
from cpc.picture import dots, letters
from cpc.picture.modes import MODES

if TYPE_CHECKING:
    from cpc.picture.text import TextScreen

CELLS, FIGURES = Struct(f"<{dots.CELLS}q"), Struct("<32d")
NATIVE = (dots.move, dots.mover, dots.plot, dots.plotr, dots.draw_464, dots.drawr_464, dots.draw_6128, dots.drawr_6128,
          dots.set_pen, letters.size_with, letters.has_room, letters.put, letters.new_line,
          letters.may_move, letters.locate)
TEXT_CELLS, TEXT_FIGURES = Struct(f"<{letters.CELLS}q"), Struct(f"<{letters.FIGURES}d")
Function = Callable[..., int]


class QuickGraphics:
    """`functions` by what a statement does: move, mover, plot, plotr, draw, drawr, set_pen."""

    def __init__(self, cells: list[int], ram: bytearray, figures: Sequence[float], is_464: bool):
        self.cells = cells
        self.ram = ram
        self.figures = figures
        self.functions: dict[str, Function] = {
            "move": dots.move, "mover": dots.mover, "plot": dots.plot, "plotr": dots.plotr, "set_pen": dots.set_pen,
            "draw": dots.draw_464 if is_464 else dots.draw_6128, "drawr": dots.drawr_464 if is_464 else dots.drawr_6128}
        self._view = memoryview(ram)

    def enter(self, memory: memoryview, state: int, ram: int) -> None:
        """Copies what the functions work on: the cells to `state`, the figures behind them, the screen behind `ram`."""
        cells = self.cells
        CELLS.pack_into(memory, state, *cells)
        FIGURES.pack_into(memory, state + CELLS.size, *self.figures)
        base = cells[dots.BASE]
        memory[ram + base:ram + base + SCREEN_SIZE] = self._view[base:base + SCREEN_SIZE]

    def leave(self, memory: memoryview, state: int, ram: int) -> None:
        self.cells[:] = CELLS.unpack_from(memory, state)
        base = self.cells[dots.BASE]
        self._view[base:base + SCREEN_SIZE] = memory[ram + base:ram + base + SCREEN_SIZE]

    @staticmethod
    def figures_at(state: int) -> int:
        return state + CELLS.size


class QuickText:
    """The text window of stream 0, for machine code."""

    functions: dict[str, Function] = {
        "size_with": letters.size_with, "has_room": letters.has_room, "put": letters.put, "new_line": letters.new_line,
        "may_move": letters.may_move, "locate": letters.locate}

    def __init__(self, text: "TextScreen"):
        self._text = text
        self.graphics = text.graphics.quick
        costs = text.costs
        self._figures = (float(int(costs.cursor) + int(costs.width)), costs.output, *costs.character,
                         float(text.codes.taking(13) + text.codes.taking(10)), float(int(costs.locate)))

    @property
    def glyphs(self) -> bytes:
        return self._text.characters.present()

    def enter(self, memory: memoryview, state: int, room: int) -> None:
        """Copies what the functions work on to `state`; `room` is there for what is printed."""
        text, window = self._text, self._text.windows[0]
        ready = text.is_ready(window) and not window.transparent and text.screen.layout is MODES[text.screen.layout.number]
        TEXT_CELLS.pack_into(memory, state, window.column, window.row, window.left, window.right, window.top, window.bottom,
                             window.pen, window.paper, ready, bool(window.cursor), 0, room)
        TEXT_FIGURES.pack_into(memory, state + TEXT_CELLS.size, *self._figures)

    def leave(self, memory: memoryview, state: int, printed: int) -> None:
        """Takes it back; what was printed stands from `printed` on."""
        window = self._text.windows[0]
        window.column, window.row, *_, count, _ = TEXT_CELLS.unpack_from(memory, state)
        if count:
            self._text.printed += memory[printed:printed + count]

    @staticmethod
    def figures_at(state: int) -> int:
        return state + TEXT_CELLS.size

"""Characters in machine code: the functions of cpc.picture.letters with the text window that they work on.

Python puts characters by slices of the RAM and tables of bytes (TextScreen), which is faster there. So the window is copied
into the memory of machine code before that runs, and back when it ends.
"""

from collections.abc import Callable
from struct import Struct
from typing import TYPE_CHECKING

from basic.ports import INTERRUPTS
from cpc.picture import letters
from cpc.picture.modes import MODES

if TYPE_CHECKING:
    from cpc.picture.text import TextScreen

CELLS, FIGURES = Struct(f"<{letters.CELLS}q"), Struct(f"<{letters.FIGURES}d")
NATIVE = (letters.size_with, letters.has_room, letters.put, letters.put_on, letters.new_line, letters.may_move, letters.locate,
          letters.column_behind, letters.width, letters.zones_passed, letters.put_blanks, letters.may_colour, letters.set_pen,
          letters.set_paper)


class QuickText:
    """The text window of stream 0, for machine code."""

    functions: dict[str, Callable[..., int]] = {function.__name__: function for function in NATIVE}

    def __init__(self, text: "TextScreen"):
        self._text = text
        self.graphics = text.graphics.quick
        costs = text.costs
        self._figures = (float(int(costs.cursor) + int(costs.width)), costs.output, *costs.character,
                         float(text.codes.taking(13) + text.codes.taking(10)), float(int(costs.locate)),
                         float(int(costs.cursor)), float(int(costs.width)), *costs.character_dot,
                         INTERRUPTS, *map(float, map(int, costs.pen)), *map(float, map(int, costs.paper)))

    @property
    def glyphs(self) -> bytes:
        return self._text.characters.present()

    def enter(self, memory: memoryview, state: int, room: int) -> None:
        """Copies what the functions work on to `state`; `room` is there for what is printed."""
        text, window = self._text, self._text.windows[0]
        ready = text.is_ready(window) and not window.transparent and text.screen.layout is MODES[text.screen.layout.number]
        CELLS.pack_into(memory, state, window.column, window.row, window.left, window.right, window.top, window.bottom,
                             window.pen, window.paper, ready, bool(window.cursor), 0, room)
        FIGURES.pack_into(memory, state + CELLS.size, *self._figures)

    def leave(self, memory: memoryview, state: int, printed: int) -> None:
        """Takes it back; what was printed stands from `printed` on."""
        window = self._text.windows[0]
        window.column, window.row, _, _, _, _, window.pen, window.paper, *_, count, _ = CELLS.unpack_from(memory, state)
        if count:
            self._text.printed += memory[printed:printed + count]

    @staticmethod
    def figures_at(state: int) -> int:
        return state + CELLS.size

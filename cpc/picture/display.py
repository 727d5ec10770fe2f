"""The parts of the picture, put together."""

from collections.abc import Callable

from basic.ports import Clock
from cpc.memory import SYMBOLS_ADDRESS, SYMBOLS_FIRST
from cpc.picture import graphics, palette, screen, text
from cpc.picture.characters import Characters
from cpc.picture.graphics import GraphicsScreen
from cpc.picture.palette import Palette
from cpc.picture.screen import Screen
from cpc.picture.text import TextScreen

State = tuple[screen.State, palette.State, tuple[int, int], graphics.State, text.State]


class Display:
    """Screen, inks, characters, graphics and text windows of one model. `bell` sounds for CHR$(7); `pass_to_flyback` moves the
    clock on to the next flyback."""

    def __init__(self, ram: bytearray, clock: Clock, model: str = "464",
                 bell: Callable[[], None] | None = None, pass_to_flyback: Callable[[], None] | None = None) -> None:
        self.palette = Palette(clock, model)
        self.screen = Screen(ram, clock, self.palette, model, pass_to_flyback)
        self.palette.told = self.screen.beam.note
        self.characters = Characters(ram)
        self.characters.set_table(SYMBOLS_FIRST, SYMBOLS_ADDRESS)
        self.graphics = GraphicsScreen(self.screen, self.characters)
        self.text = TextScreen(self.screen, self.characters, self.graphics, self.palette, bell)

    def snapshot(self) -> State:
        """The state without the RAM."""
        return (self.screen.snapshot(), self.palette.snapshot(), self.characters.snapshot(),
                self.graphics.snapshot(), self.text.snapshot())

    def restore(self, state: State) -> None:
        screen, palette, characters, graphics, text = state
        self.screen.restore(screen)
        self.palette.restore(palette)
        self.characters.restore(characters)
        self.graphics.restore(graphics)
        self.text.restore(text)

"""What lies over the picture and takes keys and mouse while it is open: the menu, the programs, the states."""

from typing import TYPE_CHECKING

import pygame
from pygame.event import Event

from cpc.window.sheet import Sheet

if TYPE_CHECKING:
    from cpc.window.window import Window

FIRST_LETTER = 32
ENTER = pygame.K_RETURN, pygame.K_KP_ENTER
MOVES = {pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1), pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0)}
PAGES = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1, pygame.K_HOME: -10_000, pygame.K_END: 10_000}


class Page:
    """Open until `close`. `version` grows with each change of what it shows."""

    command = ""                # the one that opens it

    def __init__(self, window: "Window") -> None:
        self.window = window
        self.text_of = window.player.text_of
        self.sheet = Sheet(1, 1)
        self.version = 0

    def close(self) -> None:
        if self.window.page is self:
            self.window.close_page()

    # what it takes

    def moves_by(self, event: Event) -> bool:
        """Whether a key moves the choice, whatever it does where no page is open."""
        return event.key in MOVES or event.key in PAGES

    def handle(self, event: Event) -> bool:
        """Whether it was for the page: all keys are, and the mouse's buttons."""
        if event.type == pygame.KEYDOWN:
            self.key(event)
        elif event.type == pygame.TEXTINPUT:
            self.typed(event.text)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            self._pressed(event)
        elif event.type == pygame.MOUSEMOTION:
            if (where := self.sheet.at(*event.pos)) and self.moved(*where):
                self.version += 1
            return False                # the bar of buttons follows the mouse, too
        elif event.type == pygame.MOUSEWHEEL:
            self.move(0, -event.y)
        else:
            return False
        self.version += 1
        return True

    def _pressed(self, event: Event) -> None:
        where = self.sheet.at(*event.pos)
        if event.button == 3 or where is None:
            self.close()
        else:
            self.clicked(*where)

    def key(self, event: Event) -> None:
        if event.key == pygame.K_ESCAPE:
            self.close()
        elif event.key in ENTER:
            self.enter()
        elif event.key in MOVES:
            self.move(*MOVES[event.key])
        elif event.key in PAGES:
            self.move(0, PAGES[event.key] * self.rows_of_a_page())

    # what a page does

    def rows_of_a_page(self) -> int:
        return 10

    def typed(self, text: str) -> None:
        """Letters."""

    def enter(self) -> None:
        """Does what is chosen."""

    def move(self, columns: int, rows: int) -> None:
        """To another choice."""

    def moved(self, column: float, row: float) -> bool:
        """The mouse is over a place: whether that changes the choice."""
        return False

    def clicked(self, column: float, row: float) -> None:
        """On a place of the sheet."""

    def draw(self, surface: pygame.Surface) -> None:
        raise NotImplementedError

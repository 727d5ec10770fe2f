"""The bar of buttons at the top: it comes when the mouse moves, and goes when it rests. All else is in the menu."""

from typing import TYPE_CHECKING

import pygame
from pygame.event import Event

from cpc.window import frame
from cpc.window.sheet import OFF

if TYPE_CHECKING:
    from cpc.window.window import Window

REST_SECONDS = 2.5              # of the mouse, until the bar goes
EDGE = 6
LABELS = {                      # the command, and a text or a sign
    "menu": "menu", "programs": "programs button", "states": "states title", "rewind": "◀◀", "keyboard": "keyboard button",
    "full screen": "full screen button",
}


class Bar:
    def __init__(self, window: "Window") -> None:
        self.window = window
        self.until = 0.0                            # when it goes, on the wall clock
        self.over: str | None = None                # the command of the button that the mouse is on
        self.held: str | None = None                # the command whose button is held down
        self.buttons: list[tuple[str, pygame.Rect]] = []

    def shown(self, now: float) -> bool:
        return now < self.until or self.held is not None

    def handle(self, event: Event, now: float) -> bool:
        """Whether it was for the bar."""
        if event.type == pygame.MOUSEMOTION:
            self.until = now + REST_SECONDS
            self.over = self._at(event.pos)
            return False
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.held:
            self.window.let_go()
            self.held = None
            return True
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        self.until = now + REST_SECONDS
        command = self._at(event.pos)
        if command is None:
            return False
        if command == "rewind":
            self.held = command
        self.window.do(command)
        return True

    def _at(self, where: tuple[int, int]) -> str | None:
        return next((command for command, place in self.buttons if place.collidepoint(where)), None)

    def forget(self) -> None:
        self.buttons, self.over = [], None

    def draw(self, surface: pygame.Surface) -> None:
        """Where not all buttons have room, the first ones."""
        scale = max(1, min(frame.letter_scale(surface, 72), 3))
        left, high = EDGE, 8 * scale * 2 + EDGE
        self.buttons = []
        for command, label in LABELS.items():
            if not self.window.can(command):
                continue
            text = f" {label if label == '◀◀' else self.window.player.text_of(label)} "
            marked = command in (self.over, self.held)
            paper = frame.INK if marked else OFF
            letters = frame.written(text, frame.PAPER if marked else frame.INK, paper, scale, tall=True)
            if left + letters.get_width() + EDGE > surface.get_width():
                break
            place = pygame.Rect(left, EDGE, letters.get_width(), high)
            surface.fill(paper, place)
            surface.blit(letters, letters.get_rect(center=place.center))
            pygame.draw.rect(surface, frame.PAPER, place, 1)
            self.buttons.append((command, pygame.Rect(place.left, 0, place.width + EDGE, place.bottom)))     # up to the edge
            left = place.right + EDGE

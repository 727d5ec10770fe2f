"""The CPC's picture in a window of its own, beside a game that is played elsewhere."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from cpc.api import CPC
from cpc.window import frame
from cpc.window.desktop import NoDisplay, open_display

SIZE = 768, 544


class View:
    """Opens the window. `show` draws what has changed; closing the window hides it for good."""

    def __init__(self, title: str = "CPC") -> None:
        self.surface: pygame.Surface | None = open_display(SIZE)
        pygame.display.set_caption(title)
        self.picture = frame.Frame()

    def show(self, cpc: CPC) -> None:
        if self.surface is None:
            return
        drawn = False
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                self.close()
                return
            drawn = drawn or event.type in (pygame.VIDEORESIZE, pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED)
        if self.picture.changed(cpc.screen) or drawn:
            self.surface = pygame.display.get_surface()
            self.picture.draw(self.surface, cpc.screen)
            pygame.display.update()

    def close(self) -> None:
        if self.surface is not None:
            self.surface = None
            pygame.display.quit()


__all__ = ["NoDisplay", "View"]

"""The progress bar of a question about the past, or of a long way back: ESC or a click ends it."""

import time
from typing import TYPE_CHECKING

import pygame

from basic.debug.sentences import sentence
from cpc.window import frame

if TYPE_CHECKING:
    from cpc.window.debugger_panel import DebuggerPanel

PATIENCE = 0.3                          # seconds before a bar is shown
OFTEN = 0.1                             # between two looks at the keys


class PanelProgress:
    def __init__(self, panel: "DebuggerPanel") -> None:
        self.panel = panel
        self.due = 0.0
        self.drawn = self.ended = False

    def begin(self) -> None:
        self.due, self.drawn, self.ended = time.perf_counter() + PATIENCE, False, False

    def __call__(self, part: float) -> bool:
        """Shows how much is done; True: a person has ended it."""
        now = time.perf_counter()
        if now < self.due or self.ended:
            return self.ended
        self.due, self.drawn = now + OFTEN, True
        surface = self.panel.window.desktop.surface
        frame.draw_message(surface, self.panel.controls.view.spoken(
            sentence("Looking through the past: {0} (ESC ends it)", f"{part:.0%}")), part)
        pygame.display.flip()
        self.ended = self.panel.window.events.ends()
        return self.ended

    def end(self) -> None:
        if self.drawn:
            self.panel.layout_changed()
            self.panel.player.resume()          # the machine does not make up for the time

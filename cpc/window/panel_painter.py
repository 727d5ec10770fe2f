"""Draws the rows of the debugger's panel on a surface, in the CPC's letters; only rows that have changed."""

import pygame

from cpc.debugger.panel.pieces import BLUE, Colour, Row
from cpc.window import frame

LETTER, LINE = 16, 17           # lines of dots: letters are twice as high as wide, as in MODE 2
KEPT_LETTERS = 1000


class PanelPainter:
    def __init__(self) -> None:
        self.letters: dict[tuple[str, Colour, Colour, int], pygame.Surface] = {}
        self.shown: list[Row] = []

    def draw(self, surface: pygame.Surface, rows: list[Row], scale: int, anew: bool) -> pygame.Rect:
        """Where it has drawn: from the first row that is different to the last one."""
        width, height = surface.get_width(), LINE * scale
        if anew:
            surface.fill(BLUE)
            self.shown = []
        self.shown += [[] for _ in range(len(rows) - len(self.shown))]
        different = [number for number, row in enumerate(rows) if row != self.shown[number]]
        self.shown = rows
        for number in different:
            surface.fill(BLUE, (0, number * height, width, height))
            self._draw_row(surface, rows[number], number * height, scale)
        if anew:
            return surface.get_rect()
        if not different:
            return pygame.Rect(0, 0, 0, 0)
        return pygame.Rect(0, different[0] * height, width, (different[-1] - different[0] + 1) * height)

    def _draw_row(self, surface: pygame.Surface, row: Row, top: int, scale: int) -> None:
        left = 0
        for span in row:
            if span.text:
                width = 8 * scale * len(span.text)
                surface.fill(span.paper, (left, top, width, LINE * scale))
                if not span.text.isspace():
                    surface.blit(self._written(span.text, span.pen, span.paper, scale), (left, top))
                left += width

    def _written(self, text: str, pen: Colour, paper: Colour, scale: int) -> pygame.Surface:
        key = text, pen, paper, scale
        found = self.letters.get(key)
        if found is None:
            if len(self.letters) >= KEPT_LETTERS:
                self.letters.clear()
            small = frame.written(text, pen, paper, 1)
            found = pygame.transform.scale(small, (small.get_width() * scale, LETTER * scale))
            self.letters[key] = found
        return found

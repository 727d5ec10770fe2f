"""Draws the rows of the debugger's panel on a surface, in the CPC's letters; only rows that have changed."""

import pygame

from cpc.debugger.panel.pieces import BLUE, Colour, Row
from cpc.window import frame
from cpc.window.panel_layout import line_height

KEPT_LETTERS = 1000
SHARP = 8                       # dots of a glyph: a letter of so many is drawn as it is, others are made smooth


class PanelPainter:
    def __init__(self) -> None:
        self.letters: dict[tuple[str, Colour, Colour, int], pygame.Surface] = {}
        self.shown: list[Row] = []

    def draw(self, surface: pygame.Surface, rows: list[Row], letter: int, anew: bool) -> pygame.Rect:
        """Where it has drawn: from the first row that is different to the last one. `letter`: a letter's width."""
        width, height = surface.get_width(), line_height(letter)
        if anew:
            surface.fill(BLUE)
            self.shown = []
        self.shown += [[] for _ in range(len(rows) - len(self.shown))]
        different = [number for number, row in enumerate(rows) if row != self.shown[number]]
        self.shown = rows
        for number in different:
            surface.fill(BLUE, (0, number * height, width, height))
            self.row(surface, rows[number], 0, number * height, letter)
        if anew:
            return surface.get_rect()
        if not different:
            return pygame.Rect(0, 0, 0, 0)
        return pygame.Rect(0, different[0] * height, width, (different[-1] - different[0] + 1) * height)

    def row(self, surface: pygame.Surface, row: Row, left: int, top: int, letter: int) -> None:
        for span in row:
            if span.text:
                width = letter * len(span.text)
                surface.fill(span.paper, (left, top, width, line_height(letter)))
                if not span.text.isspace():
                    surface.blit(self._written(surface, span.text, span.pen, span.paper, letter), (left, top))
                left += width

    def _written(self, surface: pygame.Surface, text: str, pen: Colour, paper: Colour, letter: int) -> pygame.Surface:
        key = text, pen, paper, letter
        found = self.letters.get(key)
        if found is None:
            if len(self.letters) >= KEPT_LETTERS:
                self.letters.clear()
            size = letter * len(text), 2 * letter
            if letter % SHARP:
                large = frame.written(text, pen, paper, 2 * -(-letter // SHARP)).convert(surface)
                found = pygame.transform.smoothscale(pygame.transform.scale(large, (large.get_width(), 2 * large.get_height())),
                                                     size)
            else:
                found = pygame.transform.scale(frame.written(text, pen, paper, 1), size)
            self.letters[key] = found
        return found

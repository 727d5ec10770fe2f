"""A sheet of letters in the middle of the picture: as large as the window allows, smaller where it must be."""

import pygame

from cpc.window import frame
from cpc.window.frame import Colour

COLUMN, ROW = 8, 18             # dots of a letter's cell: the letters are 16 high
ON, OFF = (0, 0, 96), (40, 60, 170)


class Sheet:
    """Drawn by a page; `at` tells which letter the mouse is on."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.scale = 1
        self.canvas = pygame.Surface((1, 1), 0, 24)
        self.place = pygame.Rect(0, 0, 1, 1)

    def begin(self, surface: pygame.Surface) -> None:
        """An empty sheet with a frame around it."""
        width, height = surface.get_size()
        self.scale = max(1, min(width // (COLUMN * self.columns), height // (ROW * self.rows)))
        size = COLUMN * self.columns * self.scale, ROW * self.rows * self.scale
        self.canvas = pygame.Surface(size, 0, 24)
        self.canvas.fill(frame.PAPER)
        part = min(width / size[0], height / size[1], 1)
        shown = max(int(size[0] * part), 1), max(int(size[1] * part), 1)
        self.place = pygame.Rect((width - shown[0]) // 2, (height - shown[1]) // 2, *shown)

    def end(self, surface: pygame.Surface) -> None:
        pygame.draw.rect(self.canvas, frame.DIM, self.canvas.get_rect(), self.scale)
        if self.place.size == self.canvas.get_size():
            surface.blit(self.canvas, self.place)
        else:
            surface.blit(pygame.transform.smoothscale(self.canvas, self.place.size), self.place)

    def write(self, column: float, row: float, text: str, pen: Colour, paper: Colour | None = None) -> None:
        if not text:
            return
        letters = frame.written(text, pen, paper or frame.PAPER, self.scale, tall=True)
        self.canvas.blit(letters, (column * COLUMN * self.scale, (row * ROW + 1) * self.scale))

    def fill(self, column: float, row: float, columns: float, rows: float, colour: Colour) -> pygame.Rect:
        return self.canvas.fill(colour, self.rect(column, row, columns, rows))

    def rect(self, column: float, row: float, columns: float, rows: float) -> pygame.Rect:
        wide, high = COLUMN * self.scale, ROW * self.scale
        return pygame.Rect(int(column * wide), int(row * high), int(columns * wide), int(rows * high))

    def button(self, column: float, row: float, label: str, marked: bool = False) -> None:
        """As wide as `label` and a blank at each side."""
        paper = frame.INK if marked else OFF
        self.fill(column, row, len(label) + 2, 1, paper)
        self.write(column + 1, row, label, frame.PAPER if marked else frame.INK, paper)

    def at(self, x: int, y: int) -> tuple[float, float] | None:
        """Column and row of a place on the surface; None beside the sheet."""
        if not self.place.collidepoint(x, y):
            return None
        left, top = x - self.place.left, y - self.place.top
        return left * self.columns / self.place.width, top * self.rows / self.place.height


def cut(text: str, room: int) -> str:
    """The text, or its beginning where there is no room for it."""
    return text if len(text) <= room else text[:max(room - 1, 0)] + "…"

"""The picture in the window: decoded, coloured, scaled, with its border around it and text on top of it.

A CPC fills a television's 768 x 576 dots: 640 x 400 of picture, each line doubled, in the middle of the border.
"""

import textwrap

import pygame

from cpc.memory import LINES
from cpc.picture import beam
from cpc.picture.monitors import MONITORS, Rgb, palette
from cpc.picture.screen import Screen
from cpc.window import television
from cpc.window.letters import glyph

WIDTH, HEIGHT = 640, 400
WITH_BORDER = 768, 576
LEAST_BORDER = 8                # lines and columns at each side, before a whole step more is taken

INK, PAPER, DIM, BAR = (255, 255, 0), (0, 0, 96), (0, 255, 255), (0, 128, 255)
Colour = Rgb
_DOTS = [bytes(byte >> (7 - dot) & 1 for dot in range(8)) for byte in range(256)]


def place(window: tuple[int, int], smooth: bool) -> pygame.Rect:
    """Where in a window of this size the picture without its border goes."""
    width, height = window
    steps = min(width // (WIDTH // 2 + 2 * LEAST_BORDER), height // (LINES + 2 * LEAST_BORDER))
    if smooth or steps == 0:
        scale = min(width / WITH_BORDER[0], height / WITH_BORDER[1])
        size = max(int(WIDTH * scale), 1), max(int(HEIGHT * scale), 1)
    else:
        size = WIDTH // 2 * steps, LINES * steps
    return pygame.Rect((width - size[0]) // 2, (height - size[1]) // 2, *size)


class Frame:
    """The picture of a screen on a surface; to be drawn when it has `changed`."""

    def __init__(self) -> None:
        self.smooth = False
        self.monitor = MONITORS[0]
        self.colours = palette()
        self.shown: tuple[object, ...] = ()

    def use_monitor(self, name: str) -> None:
        self.monitor, self.colours, self.shown = name, palette(name), ()

    def changed(self, screen: Screen) -> bool:
        seen: tuple[object, ...] = screen.lines(), screen.mode, screen.inks, screen.border
        if screen.beam.draws_more():
            seen = *seen, screen.beam.frame(screen)
        if seen == self.shown:
            return False
        self.shown = seen
        return True

    def draw(self, surface: pygame.Surface, screen: Screen, squeezed: bool = False) -> None:
        """`squeezed`: something else takes a part of the window, and whole steps would waste what is left."""
        if screen.beam.draws_more():
            where = place(surface.get_size(), self.smooth or squeezed)
            self._draw_whole(surface, b"".join(screen.beam.frame(screen)), where)
            return
        picture = pygame.image.frombuffer(screen.pixels(), (screen.shown.width, LINES), "P")
        picture.set_palette([self.colours[ink] for ink in screen.inks])
        smooth = self.smooth or squeezed
        where = place(surface.get_size(), smooth)
        _fill_around(surface, where, self.colours[screen.border])
        target = surface.subsurface(where)
        width, height = where.size
        if self.monitor == "tv":
            television.draw(picture.convert(surface), target)
        elif width % WIDTH == 0 and height % LINES == 0 or not smooth and width % (WIDTH // 2) == 0:
            pygame.transform.scale(picture.convert(surface), where.size, target)
        else:
            sharp = pygame.transform.scale(picture, (WIDTH, HEIGHT))
            pygame.transform.smoothscale(sharp.convert(surface), where.size, target)

    def _draw_whole(self, surface: pygame.Surface, dots: bytes, where: pygame.Rect) -> None:
        """A frame with its border; what does not fit into the window is cut off."""
        frame = pygame.image.frombuffer(dots, (beam.WIDTH, beam.LINES), "P")
        frame.set_palette(self.colours)
        width, height = where.width * beam.WIDTH // WIDTH, where.height * beam.LINES // LINES
        left, top = where.left - where.width * 16 * beam.LEFT // WIDTH, where.top - where.height * beam.TOP // LINES
        surface.fill(self.colours[dots[0]])
        surface.blit(pygame.transform.scale(frame.convert(surface), (width, height)), (left, top))


def _fill_around(surface: pygame.Surface, where: pygame.Rect, border: Colour) -> None:
    width, height = surface.get_size()
    beside = where.top, where.height
    for strip in ((0, 0, width, where.top), (0, where.bottom, width, height - where.bottom),
                  (0, beside[0], where.left, beside[1]), (where.right, beside[0], width - where.right, beside[1])):
        surface.fill(border, strip)


# writing on top, in the CPC's own letters

def written(text: str, pen: Colour, paper: Colour, scale: int, tall: bool = False) -> pygame.Surface:
    """A row of letters; `tall`: twice as high as wide, as in MODE 2."""
    glyphs = [glyph(character) for character in text or " "]
    dots = b"".join(_DOTS[one[row]] for row in range(8) for one in glyphs)
    surface = pygame.image.frombuffer(dots, (8 * len(glyphs), 8), "P")
    surface.set_palette([paper, pen])
    return pygame.transform.scale(surface, (8 * len(glyphs) * scale, 8 * scale * (1 + tall)))


def letter_scale(surface: pygame.Surface, columns: int = 48) -> int:
    width, height = surface.get_size()
    return max(1, min(height // 288, width // (8 * columns)))


def draw_message(surface: pygame.Surface, text: str, progress: float | None = None) -> None:
    """A line at the bottom; `progress` from 0 to 1 draws a bar below it."""
    scale = letter_scale(surface)
    room = surface.get_width() // (8 * scale) - 2
    lines = folded(text, room)
    height = (len(lines) * 10 + 6) * scale
    top = surface.get_height() - height
    pygame.draw.rect(surface, PAPER, (0, top, surface.get_width(), height))
    for number, line in enumerate(lines):
        letters = written(line, INK, PAPER, scale)
        left = (surface.get_width() - letters.get_width()) // 2
        surface.blit(letters, (left, top + (4 + 10 * number) * scale))
    if progress is not None:
        width = int(surface.get_width() * min(max(progress, 0), 1))
        pygame.draw.rect(surface, BAR, (0, surface.get_height() - 3 * scale, width, 3 * scale))


def draw_sign(surface: pygame.Surface, text: str) -> None:
    """A short word in the corner, as long as something goes on."""
    letters = written(f" {text} ", PAPER, INK, letter_scale(surface))
    surface.blit(letters, (surface.get_width() - letters.get_width(), 0))


def folded(text: str, room: int) -> list[str]:
    """Rows of at most `room` letters; a word that is longer, as a path may be, goes on in the next row."""
    return textwrap.wrap(" ".join(text.split()), max(room, 1), break_on_hyphens=False) or [""]

"""Where the debugger's panel, the CPC's picture and the timeline lie in a window, and how large the panel's letters are."""

from typing import NamedTuple

import pygame

COLUMNS = 80                    # of the panel, where there is room
LEAST_COLUMNS = 40
LINES = 42                      # rows of the panel that a window's height is made for
LEAST_PICTURE = 352             # columns of dots of the host, unless a person wants it smaller
SMALLEST_PICTURE = 160
SMALLEST, LARGEST = 6, 48       # a letter's width in dots of the host
USUAL = 8
TIMELINE = 6                    # rows of letters
GRIP = 5                        # dots beside the border where the mouse takes hold of it
SMALL = 1344, 688               # of a window in which everything fits, with letters of the usual size


class Places(NamedTuple):
    picture: pygame.Rect
    timeline: pygame.Rect
    panel: pygame.Rect
    letter: int                 # a letter's width

    @property
    def line(self) -> int:
        """The height of a row: letters are twice as high as wide, as in MODE 2."""
        return line_height(self.letter)


def line_height(letter: int) -> int:
    return 2 * letter + max(1, letter // 8)


class PanelLayout:
    """`zoom` and `share` are a person's; without them all follows from the window's size."""

    def __init__(self) -> None:
        self.zoom = 0                       # a letter is so much wider than what suits the window
        self.share: float | None = None     # the panel's part of the window's width

    def places(self, size: tuple[int, int]) -> Places:
        width, height = size
        suits = _suits(size)
        if self.share is None:
            panel = max(min(COLUMNS * suits, width - LEAST_PICTURE), min(width // 2, COLUMNS * suits))
        else:
            panel = max(LEAST_COLUMNS * SMALLEST, min(round(width * self.share), width - SMALLEST_PICTURE))
        panel = max(1, min(panel, width - 1))
        letter = max(SMALLEST, min(suits + self.zoom, LARGEST, panel // LEAST_COLUMNS))
        below = min(TIMELINE * line_height(letter), height // 4)
        left = width - panel
        return Places(pygame.Rect(0, 0, left, height - below), pygame.Rect(0, height - below, left, below),
                      pygame.Rect(left, 0, panel, height), letter)

    def zoomed(self, step: int, size: tuple[int, int]) -> None:
        """Larger or smaller letters; 0: those that suit the window."""
        self.zoom = self.places(size).letter + step - _suits(size) if step else 0

    def dragged(self, left: int, size: tuple[int, int]) -> None:
        """The border between picture and panel is to be there."""
        self.share = (size[0] - left) / size[0]

    def on_border(self, x: int, size: tuple[int, int]) -> bool:
        return abs(x - self.places(size).panel.left) <= GRIP


def _suits(size: tuple[int, int]) -> int:
    """The width of letters that can be read at arm's length, however fine the dots are."""
    width, height = size
    return max(USUAL, min(8 * height // (17 * LINES), width // 150))


def comfortable(room: tuple[int, int]) -> tuple[int, int]:
    """The size of a window with the panel, on a screen of this size."""
    factor = max(1.0, min(room[0] * 0.97 / SMALL[0], (room[1] - 90) / SMALL[1]))
    return min(round(SMALL[0] * factor), room[0]), min(round(SMALL[1] * factor), room[1])

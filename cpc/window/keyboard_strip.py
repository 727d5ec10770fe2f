"""The CPC's keyboard below the picture, for the mouse."""

import pygame
from pygame.event import Event

from cpc.player.screen_keyboard import BLUE, DARK, GREEN, KEYS, RED, ROWS, WIDTH, Key, ScreenKeyboard, key_at
from cpc.window import frame
from cpc.window.frame import Colour

CASE = (40, 40, 44)
CAPS: dict[str, Colour] = {RED: (176, 32, 32), BLUE: (40, 72, 192), GREEN: (24, 112, 56), DARK: (84, 84, 92)}
CAP_DOWN, LETTER = (250, 220, 60), (255, 255, 255)
HIGH = 0.92                     # of a key, for one that is 1 wide
MOST = 0.45                     # of the window's height
EDGE = 8


class KeyboardStrip:
    def __init__(self, keyboard: ScreenKeyboard) -> None:
        self.keyboard = keyboard
        self.place = pygame.Rect(0, 0, 0, 0)
        self.added = 0                  # by which the window is higher because of it

    def height(self, size: tuple[int, int]) -> int:
        """How much of a window of this size it takes."""
        return int(min(self._unit(size) * HIGH * len(ROWS) + 2 * EDGE, size[1] * MOST))

    def _unit(self, size: tuple[int, int]) -> float:
        """How wide a key is."""
        return min((size[0] - 2 * EDGE) / WIDTH, (size[1] * MOST - 2 * EDGE) / len(ROWS) / HIGH)

    def handle(self, event: Event) -> bool:
        """Whether it was for the keyboard."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.place.collidepoint(event.pos):
            if key := self._key_at(*event.pos):
                self.keyboard.press(key)
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.keyboard.pressed:
            self.keyboard.release()
            return True
        return False

    def state(self) -> tuple[object, ...]:
        return self.keyboard.pressed, *self.keyboard.held.values()

    def _key_at(self, x: int, y: int) -> Key | None:
        unit, left, top = self._origin()
        return key_at((x - left) / unit, (y - top) / (unit * HIGH))

    def _origin(self) -> tuple[float, float, float]:
        """How wide a key is, and where the first one is."""
        unit = (self.place.height - 2 * EDGE) / len(ROWS) / HIGH
        return unit, self.place.left + (self.place.width - unit * WIDTH) / 2, self.place.top + EDGE

    def draw(self, surface: pygame.Surface) -> None:
        """At the surface's bottom."""
        width, height = surface.get_size()
        high = self.height((width, height))
        self.place = pygame.Rect(0, height - high, width, high)
        surface.fill(CASE, self.place)
        for key in KEYS:
            self._draw_key(surface, key)

    def _draw_key(self, surface: pygame.Surface, key: Key) -> None:
        unit, left, top = self._origin()
        place = pygame.Rect(int(left + key.left * unit) + 1, int(top + key.row * unit * HIGH) + 1,
                            int(key.width * unit) - 2, int(unit * HIGH) - 2)
        down = self.keyboard.is_down(key)
        locked = self.keyboard.held.get(key.name) == 2
        cap = CAP_DOWN if down else CAPS[key.colour]
        pygame.draw.rect(surface, cap, place, border_radius=max(int(unit / 8), 2))
        if locked:
            pygame.draw.rect(surface, LETTER, place, max(int(unit / 12), 1), border_radius=max(int(unit / 8), 2))
        pen = (0, 0, 0) if down else LETTER
        scale = max(1, int(unit) // 24)
        if key.shifted:
            self._write(surface, place, key.shifted, pen, cap, scale, 0.28)
            self._write(surface, place, key.label, pen, cap, scale, 0.7)
        elif key.label:
            self._write(surface, place, key.label, pen, cap, scale, 0.5)

    def _write(self, surface: pygame.Surface, place: pygame.Rect, label: str, pen: Colour, cap: Colour, scale: int,
               at: float) -> None:
        letters = frame.written(label, pen, cap, scale)
        if letters.get_width() > place.width - 2:
            size = max(place.width - 2, 1), letters.get_height()
            letters = pygame.transform.smoothscale(letters.convert(24), size)
        surface.blit(letters, letters.get_rect(center=(place.centerx, place.top + int(place.height * at))))

"""The picture as a colour television shows it: dots run into each other, and between the lines it is darker."""

from functools import lru_cache

import pygame

SHARP = 320                     # dots of a line that an aerial's signal tells from each other, about
DARKER = 200                    # a line between two, as a part of 255
LEAST_STEP = 2                  # dots of the host that a line needs to be seen as one


def draw(picture: pygame.Surface, target: pygame.Surface) -> None:
    size, lines = target.get_size(), picture.get_height()
    blurred = pygame.transform.smoothscale(picture, (SHARP, lines))
    target.blit(pygame.transform.smoothscale(blurred, size), (0, 0))
    if size[1] >= LEAST_STEP * lines:
        target.blit(_between_lines(size, lines), (0, 0), special_flags=pygame.BLEND_RGB_MULT)


@lru_cache(1)
def _between_lines(size: tuple[int, int], lines: int) -> pygame.Surface:
    width, height = size
    made = pygame.Surface(size, 0, 24)
    made.fill((255, 255, 255))
    dark = max(height // lines // 2, 1)
    for line in range(1, lines + 1):
        made.fill((DARKER, DARKER, DARKER), (0, line * height // lines - dark, width, dark))
    return made

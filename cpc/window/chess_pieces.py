"""Chess pieces as outlines, drawn in any size."""

import pygame

DETAIL = 4                      # times the size that they are drawn in, before they are made smaller
LIGHT, DARK = (250, 246, 232), (38, 34, 32)
EDGE = 0.022                    # of the square

Point = tuple[float, float]
BASE: list[Point] = [(0.24, 0.86), (0.76, 0.86), (0.76, 0.78), (0.70, 0.73), (0.30, 0.73), (0.24, 0.78)]

# Polygons, in parts of a square; the last list has circles as middle and radius.
SHAPES: dict[str, tuple[list[list[Point]], list[tuple[float, float, float]]]] = {
    "p": ([BASE, [(0.38, 0.73), (0.62, 0.73), (0.55, 0.48), (0.45, 0.48)]], [(0.50, 0.38, 0.13)]),
    "r": ([BASE, [(0.34, 0.73), (0.66, 0.73), (0.63, 0.42), (0.37, 0.42)],
           [(0.29, 0.42), (0.71, 0.42), (0.71, 0.20), (0.61, 0.20), (0.61, 0.28), (0.55, 0.28), (0.55, 0.20), (0.45, 0.20),
            (0.45, 0.28), (0.39, 0.28), (0.39, 0.20), (0.29, 0.20)]], []),
    "n": ([BASE, [(0.34, 0.73), (0.70, 0.73), (0.72, 0.52), (0.66, 0.32), (0.52, 0.21), (0.46, 0.13), (0.42, 0.22),
                  (0.33, 0.34), (0.22, 0.50), (0.27, 0.58), (0.34, 0.57), (0.47, 0.47), (0.45, 0.56)]], []),
    "b": ([BASE, [(0.37, 0.73), (0.63, 0.73), (0.57, 0.58), (0.43, 0.58)],
           [(0.41, 0.60), (0.59, 0.60), (0.65, 0.46), (0.60, 0.33), (0.50, 0.22), (0.40, 0.33), (0.35, 0.46)]],
          [(0.50, 0.18, 0.05)]),
    "q": ([BASE, [(0.32, 0.73), (0.68, 0.73), (0.80, 0.30), (0.66, 0.50), (0.61, 0.24), (0.50, 0.48), (0.39, 0.24),
                  (0.34, 0.50), (0.20, 0.30)]],
          [(0.20, 0.27, 0.05), (0.39, 0.21, 0.05), (0.61, 0.21, 0.05), (0.80, 0.27, 0.05)]),
    "k": ([BASE, [(0.33, 0.73), (0.67, 0.73), (0.78, 0.50), (0.72, 0.38), (0.60, 0.37), (0.50, 0.46), (0.40, 0.37),
                  (0.28, 0.38), (0.22, 0.50)],
           [(0.44, 0.46), (0.56, 0.46), (0.56, 0.30), (0.44, 0.30)], [(0.47, 0.32), (0.53, 0.32), (0.53, 0.10), (0.47, 0.10)],
           [(0.39, 0.22), (0.61, 0.22), (0.61, 0.16), (0.39, 0.16)]], []),
}

_drawn: dict[tuple[str, int], pygame.Surface] = {}


def piece(letter: str, size: int) -> pygame.Surface:
    """The piece for a square of this size; large letters are White's."""
    key = letter, size
    if key not in _drawn:
        if len(_drawn) > 60:
            _drawn.clear()
        _drawn[key] = _draw(letter, size)
    return _drawn[key]


def _draw(letter: str, size: int) -> pygame.Surface:
    large = pygame.Surface((size * DETAIL, size * DETAIL), pygame.SRCALPHA)
    fill, edge = (LIGHT, DARK) if letter.isupper() else (DARK, LIGHT)
    polygons, circles = SHAPES[letter.lower()]
    scale, width = size * DETAIL, max(1, round(EDGE * size * DETAIL))
    rows = [[(x * scale, y * scale) for x, y in polygon] for polygon in polygons]
    for points in rows:                         # first all edges, then all insides: so parts that overlap are one
        for one, other in zip(points, points[1:] + points[:1], strict=True):
            pygame.draw.line(large, edge, one, other, 2 * width)
        for point in points:
            pygame.draw.circle(large, edge, point, width)
    for x, y, radius in circles:
        pygame.draw.circle(large, edge, (x * scale, y * scale), radius * scale + width)
    for points in rows:
        pygame.draw.polygon(large, fill, points)
    for x, y, radius in circles:
        pygame.draw.circle(large, fill, (x * scale, y * scale), radius * scale)
    if letter.lower() == "n":
        pygame.draw.circle(large, edge, (0.44 * scale, 0.33 * scale), 0.025 * scale)
    if letter.lower() == "b":
        pygame.draw.line(large, edge, (0.50 * scale, 0.34 * scale), (0.50 * scale, 0.52 * scale), width)
        pygame.draw.line(large, edge, (0.42 * scale, 0.43 * scale), (0.58 * scale, 0.43 * scale), width)
    return pygame.transform.smoothscale(large, (size, size))

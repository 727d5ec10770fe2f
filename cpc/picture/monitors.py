"""The monitors of the CPC: what each makes of the 27 colours. A number is green, red and blue, each with 0, 1 or 2.

A monochrome monitor gets one signal for all three, in which green counts nine times blue and red three times: the number of a
colour is its brightness.
"""

MONITORS = "colour", "green", "white", "tv"
LEVELS = 0, 128, 255            # of each of the three, on the colour monitor
BRIGHTEST = 26
DARKEST = 0.06                  # of its full light: what a tube gives even for black

Rgb = tuple[int, int, int]
LIT = {"green": (0x38, 0xFF, 0x50), "white": (0xF4, 0xF4, 0xFF)}


def colour(number: int, monitor: str = "colour") -> Rgb:
    """Red, green and blue of one of the 27 colours."""
    if monitor in LIT:
        light = DARKEST * (number > 0) + (1 - DARKEST) * number / BRIGHTEST
        red, green, blue = (round(part * light) for part in LIT[monitor])
        return red, green, blue
    return LEVELS[number // 3 % 3], LEVELS[number // 9], LEVELS[number % 3]


def palette(monitor: str = "colour") -> list[Rgb]:
    return [colour(number, monitor) for number in range(BRIGHTEST + 1)]

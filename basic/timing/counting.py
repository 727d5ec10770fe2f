"""How long NEXT of a real variable takes: the machine shifts the step until it has the variable's exponent."""

from math import ceil, floor, frexp

from basic.timing.figures import Figures

MOST = 32767.0


def usual_counting(figures: Figures, start: float, limit: float, step: float) -> float:
    """What a pass takes on the average, in a loop between known numbers. Each stretch of them has one exponent."""
    usual = figures.real_counting
    if not step or start * limit < 0 or abs(start) > MOST or abs(limit) > MOST or frexp(abs(step))[1] < -8:
        return usual
    value, end, by, counted, us = abs(start), abs(limit), step if start >= 0 and limit >= 0 else -step, 0, 0.0
    while (value <= end) if by > 0 else (value >= end):
        exponent = frexp(value)[1]
        bound = 2.0 ** exponent if by > 0 else max(2.0 ** (exponent - 1), end)
        passes = ceil((min(bound, end) - value) / by) if by > 0 else floor((value - bound) / -by) + 1
        passes = max(passes, 1)
        shifts = abs(exponent - frexp(step)[1]) if value else 0
        each = figures.counted_real + figures.shifted * (shifts % 8) + figures.shifted_byte * (shifts // 8)
        if not value:
            each += figures.counted_from_0
        elif by < 0:
            each += figures.counted_down
        if exponent == frexp(end)[1]:
            each += figures.near_limit
        us += each * passes + (figures.carried if by > 0 else figures.borrowed)
        counted, value = counted + passes, value + passes * by
    return us / counted if counted else usual

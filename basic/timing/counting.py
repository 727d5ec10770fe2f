"""How long NEXT takes. The machine shifts a real step until it has the variable's exponent, and compares an integer's low byte
only where its high byte is that of the limit."""

from math import ceil, floor, frexp

from basic.timing.figures import Figures

MOST = 32767.0


def usual_whole_counting(figures: Figures, start: int | None, limit: int | None, step: int | None) -> float:
    """What a pass with an integer takes on the average. Where its bounds are not known, it is taken to be near its limit."""
    us = figures.counting + figures.counted_down_whole * (step is not None and step < 0)
    if start is None or limit is None or not step or (limit - start) * step <= 0:
        return us + figures.same_sign + figures.same_byte
    values = range(start + step, limit + (1 if step > 0 else -1), step)
    if not values:
        return us + figures.same_sign + figures.same_byte
    near = _among(values, limit & ~255, limit | 255)
    alike = _among(values, 0, 32767) if limit >= 0 else _among(values, -32768, -1)
    return us + (figures.same_sign * alike + figures.same_byte * near) / len(values)


def _among(values: range, low: int, high: int) -> int:
    """How many of them are from low to high."""
    values = values if values.step > 0 else values[::-1]
    first = max(0, -((values.start - low) // values.step))
    last = min(len(values) - 1, (high - values.start) // values.step)
    return max(0, last - first + 1)


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
        passes = max(passes, 1) if value else 1
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

"""How long NEXT takes: by its variable, the limit and the step. Between numbers that stand in the program it is the average of
all passes."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, frexp
from typing import TYPE_CHECKING, NamedTuple

from basic.timing.costs import of_real_limit, of_whole_limit
from basic.values import reals, weighing

if TYPE_CHECKING:
    from basic.timing.costs import Costs
    from basic.values.weighing import Weighing

WHOLE = 1024                # of what something takes: without a share of the interrupts
SAMPLES = 16                # of the passes in which the variable has one exponent
MOST = 1e9                  # a larger bound is not looked at


class Counting(NamedTuple):
    """What each pass takes; what it takes besides by the limit and the variable, and a real one by the step and by what it was
    before. None: that is in the average of so many `passes`."""
    us: float
    weighing: Weighing | None = None
    passes: int = 0


def counting_whole(costs: Costs, start: int | None, limit: int | None, step: int | None) -> Counting:
    """Of an integer; a bound is None where it is not known."""
    if start is None or limit is None or not step or (limit - start) * step < 0:
        return Counting(costs.counting, of_whole_limit(costs))
    passes = (limit - start) // step + 1
    values = range(start + step, start + step * passes + (1 if step > 0 else -1), step)
    alike = _among(values, 0, 65535) if limit >= 0 else _among(values, -65536, -1)
    near = _among(values, limit & ~255, limit | 255)
    us = 2 * _among(values, limit + 1, 65535) - 3 * (limit in values) - 4 * (alike - near) - 7 * (passes - alike)
    return Counting(costs.counting + us / passes, passes=passes)


def _among(values: range, low: int, high: int) -> int:
    """How many of them are from low to high."""
    values = values if values.step > 0 else values[::-1]
    first = max(0, -((values.start - low) // values.step))
    last = min(len(values) - 1, (high - values.start) // values.step)
    return max(0, last - first + 1)


def counting_real(costs: Costs, start: float | None, limit: float | None, step: float | None) -> Counting:
    """The same of a real."""
    if start is None or limit is None or not step or (limit - start) * step < 0 or max(abs(start), abs(limit)) > MOST:
        return Counting(costs.real_counting, of_real_limit(costs))
    return Counting(_average(costs, start, limit, step), passes=int((limit - start) / step) + 1)


@lru_cache(maxsize=1000)
def _average(costs: Costs, start: float, limit: float, step: float) -> float:
    """A part of the passes in which the variable has one exponent stands for them all; the last of these has its own time."""
    passes, at, us = int((limit - start) / step) + 1, 0, 0.0
    while at < passes:
        value = start + at * step
        begin, bound = at, 2.0 ** (frexp(value)[1] - (value * step < 0))
        if value:
            at = min(max(ceil(abs(bound - abs(value)) / abs(step)) - 1, 0) + begin, passes - 1)
        if at > begin:
            samples = min(SAMPLES, at - begin)
            us += sum(_pass(costs, start + (begin + one * (at - begin) // samples) * step, limit, step)
                      for one in range(samples)) * (at - begin) / samples
        us += _pass(costs, start + at * step, limit, step)
        at += 1
    return costs.real_counting + us / passes


def _pass(costs: Costs, value: float, limit: float, step: float) -> float:
    """What one takes besides, without the interrupts."""
    before = reals.round40(value)
    return weighing.real_counted(WHOLE, *costs.of_counting, limit, reals.add(step, before), step, before)

"""How long NEXT takes: by its variable, the limit and the step. Between numbers that stand in the program it is the average of
all passes."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, frexp
from typing import TYPE_CHECKING, NamedTuple

from basic.timing.costs import of_whole_limit
from basic.values import reals, weighing

if TYPE_CHECKING:
    from basic.timing.costs import Costs
    from basic.values.weighing import Weighing

WHOLE = 1024                # of what something takes: without a share of the interrupts
SAMPLES = 16                # of the passes in which the variable has one exponent
MOST = 1e9                  # a larger bound is not looked at
SOME = 30                   # passes, where it is not known how many there are


class Counting(NamedTuple):
    """What each pass takes; what it takes besides by the limit and the variable. None: that is in the average."""
    us: float
    compared: Weighing | None = None


def counting_whole(costs: Costs, start: int | None, limit: int | None, step: int | None) -> Counting:
    """Of an integer; a bound is None where it is not known."""
    if start is None or limit is None or not step or (limit - start) * step < 0:
        return Counting(costs.counting, of_whole_limit(costs))
    passes = (limit - start) // step + 1
    values = range(start + step, start + step * passes + (1 if step > 0 else -1), step)
    alike = _among(values, 0, 65535) if limit >= 0 else _among(values, -65536, -1)
    near = _among(values, limit & ~255, limit | 255)
    us = 2 * _among(values, limit + 1, 65535) - 3 * (limit in values) - 4 * (alike - near) - 7 * (passes - alike)
    return Counting(costs.counting + us / passes)


def _among(values: range, low: int, high: int) -> int:
    """How many of them are from low to high."""
    values = values if values.step > 0 else values[::-1]
    first = max(0, -((values.start - low) // values.step))
    last = min(len(values) - 1, (high - values.start) // values.step)
    return max(0, last - first + 1)


def counting_real(costs: Costs, start: float | None, limit: float | None, step: float | None) -> Counting:
    """The same of a real. What is not known is taken to be such that there are some passes."""
    step = step if step and abs(step) < MOST else 1.0
    if start is None:
        start = 1.0 if limit is None or step > 0 else limit - SOME * step
    if limit is None or (limit - start) * step < 0 or max(abs(start), abs(limit)) > MOST:
        limit = start + SOME * step
    return Counting(_average(costs, start, limit, step))


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
    value = reals.round40(value)
    result = reals.add(step, value)
    rounded_up = 3 if abs(result) > abs(value + step) else 0
    summed = weighing.real_sum(WHOLE, False, int(costs.difference_kept), int(costs.difference_reduced), result, step, value)
    return summed + rounded_up + _compared(costs, limit, result)


def _compared(costs: Costs, limit: float, value: float) -> float:
    """The comparison more exactly than where it is made by an operator: the bytes of the mantissas up to the first that
    differs, and the way to the result."""
    us: float = weighing.reals_compared(WHOLE, limit, value)
    if not limit or not value or frexp(limit)[1] != frexp(value)[1]:
        if limit < 0.0 or value < 0.0:
            return us + (-2 if limit > value else costs.limit_below * (limit != value))
        return us + costs.limit_apart * (limit > value)
    if (limit < 0.0) == (value < 0.0) and limit != value:
        apart = abs(frexp(limit)[0] - frexp(value)[0])
        us += 12 * sum(apart < 2.0**-bits for bits in (8, 16, 24))
    return us - 2 * (limit > value)

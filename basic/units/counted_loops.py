"""How a FOR counts when it runs as a Python loop: its values one after the other, or the end of an empty one at once.

`exit` is where it is left where the loop cannot be run so.
"""

from collections.abc import Iterable, Iterator

from basic.errors import SoftError
from basic.units.exits import Deopt
from basic.values import reals

MOST_PASSES = 10_000        # of a loop that counts in fractions: afterwards they could not be told from the counter


def counted(exit: int, first: float, limit: float, step: float, most: int = 1 << 62) -> Iterable[float]:
    """The values of a FOR's variable, as many as may be gone through."""
    most = max(most, 0) + 1
    if isinstance(first, int):
        values = _whole_values(first, int(limit) + (1 if step > 0 else -1), int(step), most)
        if not values:
            raise Deopt(exit)
        return values
    if (first > limit) if step > 0 else (first < limit) if step else True:
        raise Deopt(exit)
    if _exact(first, limit, step):
        end = int(limit // 1) + 1 if step > 0 else -int(-limit // 1) - 1
        return map(float, _whole_values(int(first), end, int(step), most))
    return _fractions(first, limit, step, min(most, MOST_PASSES))


def _whole_values(first: int, end: int, step: int, most: int) -> range:
    last = first + most * step
    return range(first, min(end, last) if step > 0 else max(end, last), step)


def _exact(first: float, limit: float, step: float) -> bool:
    return first.is_integer() and step.is_integer() and max(abs(first), abs(limit), abs(step)) < 1 << 30


def _fractions(value: float, limit: float, step: float, most: int) -> Iterator[float]:
    add = reals.add
    for _ in range(most):
        yield value
        try:
            value = add(value, step)
        except SoftError:
            return
        if (value > limit) if step > 0 else (value < limit):
            return


def run_out(exit: int, value: float, limit: float, step: float, most: int) -> tuple[float, int]:
    """(value, how often it counted): an empty loop goes on until its variable is beyond the limit, `most` times at most."""
    if not step:
        raise Deopt(exit)
    most = max(most, 0) + 1
    if isinstance(value, int) and isinstance(limit, int) and isinstance(step, int):
        times = min(max((limit - value) // step + 1, 1), most)
        if not -32768 <= value + times * step <= 32767:
            times -= 1
        if not times:
            raise Deopt(exit)
        return value + times * step, times
    if _exact(value, limit, step):
        times = min(max(int((limit - value) // step) + 1, 1), most)
        return value + times * step, times
    add, times = reals.add, 0
    while times < most:
        try:
            value = add(value, step)
        except SoftError:
            raise Deopt(exit) from None
        times += 1
        if (value > limit) if step > 0 else (value < limit):
            break
    return value, times

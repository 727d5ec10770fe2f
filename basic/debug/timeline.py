"""The whole past at a glance: when keys were pressed, something was printed, errors and breakpoints came; and plots of values.

Keys, breakpoints and errors are noted as they come. Whether something was printed is looked at while the program goes on
(`look`), and for what ran before by `survey`. A plot has each value that its expression had when it was asked for; from then
on it has the values at each look.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from contextlib import suppress
from sys import maxsize
from typing import Literal

from basic.debug.debugger import Debugger
from basic.debug.expressions import CommandError, Expression
from basic.debug.past import Progress
from basic.debug.probes import Shown

MOST = 200_000                  # values of a plot, moments of a kind
KEYS = ("press", "type")        # entries of the history's log that are keys, beside keys that go down

Kind = Literal["key", "print", "error", "break"]
KINDS: tuple[Kind, ...] = ("key", "print", "error", "break")


class Plot:
    """The values of an expression, each from a moment on."""

    def __init__(self, expression: Expression) -> None:
        self.expression = expression
        self.text = expression.text
        self.moments: list[int] = []
        self.values: list[float] = []

    def add(self, us: int, value: Shown) -> None:
        if isinstance(value, int | float) and (not self.values or value != self.values[-1]):
            self.moments.append(us)
            self.values.append(float(value))

    def cut(self, us: int) -> None:
        """Forgets what came later."""
        at = bisect_right(self.moments, us)
        del self.moments[at:], self.values[at:]

    def columns(self, begin: int, end: int, width: int) -> list[tuple[float, float] | None]:
        """For each of so many equal parts of the time the lowest and the highest value; None where there was none yet."""
        found: list[tuple[float, float] | None] = []
        for column in range(width):
            first = bisect_right(self.moments, begin + (end - begin) * column // width) - 1
            last = bisect_left(self.moments, begin + (end - begin) * (column + 1) // width)
            part = self.values[max(first, 0):max(last, first + 1)]
            found.append((min(part), max(part)) if part else None)
        return found


class Timeline:
    """`printed` says how many bytes the machine has printed."""

    def __init__(self, debugger: Debugger, printed: Callable[[], int]) -> None:
        self.debugger = debugger
        self.session = debugger.session
        self.clock = debugger.clock
        self.history = debugger.history
        self.printed = printed
        self.last = printed()                               # bytes, at the last look
        self.prints: list[int] = []
        self.keys: tuple[object, list[int]] = None, []      # of which log, and when
        self.plots: list[Plot] = []
        self.version = self.session.program.version

    @property
    def begin(self) -> int:
        return self.history.checkpoints[0].us

    @property
    def end(self) -> int:
        return max(self.history.latest, self.begin + 1)

    @property
    def now(self) -> int:
        return self.clock.us

    # what happened

    def look(self) -> None:
        """The program has gone on: in the present, what there is to see is added."""
        if not self.history.in_the_past():
            self._add()
            self.debugger.errors.hits.cut()
            version, self.version = self.version, self.session.program.version
            for plot in self.plots:
                if version != self.version:
                    plot.expression.forget()
                plot.cut(self.clock.us - 1)
                with suppress(CommandError):        # an array that is not there for a while
                    plot.add(self.clock.us, plot.expression.value())

    def _add(self) -> None:
        us, before, self.last = self.clock.us, self.last, self.printed()
        if self.prints and self.prints[-1] >= us:
            del self.prints[bisect_left(self.prints, us):]      # another future
        if self.last > before:
            self.prints.append(us)
            if len(self.prints) > MOST:
                del self.prints[:MOST // 2]

    def survey(self, progress: Progress) -> bool:
        """Looks at all that is kept. False: it was ended early."""
        live, last = self.prints, self.last
        self.prints, self.last, at = [], maxsize, -1

        def look(part: float) -> bool:
            nonlocal at
            at = self.clock.us
            self._add()
            return progress(part)
        try:
            return self.debugger.past.run([], [], look)
        finally:
            self.last = last
            self.prints += [us for us in live if us > at]

    def moments(self, kind: Kind) -> list[int]:
        """When it happened, the earliest first."""
        if kind == "key":
            log = self.history.log
            state = len(log), log[-1] if log else None
            if self.keys[0] != state:
                self.keys = state, [entry.us for entry in log
                                    if entry.name in KEYS or entry.name == "key" and entry.arguments[1:] == (True,)]
            return self.keys[1]
        if kind == "break":
            return sorted(us for one in self.debugger.traps.all if one.hits is not None for us in one.hits.moments)
        return self.prints if kind == "print" else self.debugger.errors.hits.moments

    # plots

    def plot(self, text: str, progress: Progress) -> bool:
        """Adds a plot of an expression over all that is kept. False: it was ended early, and has a part."""
        past = self.debugger.past
        expression = past.expression(text)
        expression.check_condition()            # a number
        expression.value()
        plot = Plot(expression)
        found = past.changes(text, progress=progress, most=MOST)
        for note in found.notes:
            if not plot.values:
                plot.add(self.begin, note.values[0])
            plot.add(note.us, note.values[1])
        if not plot.values:
            plot.add(self.begin, expression.value())
        self.plots = [one for one in self.plots if one.text != plot.text] + [plot]
        return found.complete

    def remove(self, text: str = "") -> None:
        """One plot, or all of them."""
        self.plots = [one for one in self.plots if text and one.text != text]

    def next_mark(self, direction: int) -> int:
        """When something happened, next behind now or before it; where nothing did, the end or the beginning."""
        found = []
        for kind in KINDS:
            moments = self.moments(kind)
            at = bisect_right(moments, self.now) if direction > 0 else bisect_left(moments, self.now) - 1
            found += moments[at:at + 1] if at >= 0 else []
        if direction > 0:
            return min([us for us in found if us <= self.end], default=self.end)
        return max([us for us in found if us >= self.begin], default=self.begin)

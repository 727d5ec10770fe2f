"""Breakpoints and watches: what stops a program."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable

from basic.debug.expressions import CommandError, Expression, Value
from basic.debug.sentences import Sentence, sentence
from basic.ports import Clock
from basic.records import record
from basic.syntax.statement import Statement
from basic.units.builder import UnitBuilder
from basic.units.operations import Differs, Operation


class Hits:
    """When something happened. Only what happened up to now counts: after going back, the rest is still to come."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.moments: list[int] = []

    def count(self) -> int:
        return bisect_right(self.moments, self.clock.us)

    def one_more(self) -> int:
        """It happens now; what happens again after going back counts once."""
        at = bisect_left(self.moments, self.clock.us)
        if self.moments[at:at + 1] != [self.clock.us]:
            self.moments.insert(at, self.clock.us)
        return at + 1

    def cut(self) -> None:
        """Forgets what is still to come."""
        del self.moments[self.count():]


@record(eq=False)
class Breakpoint:
    number: int                         # the line's
    statement: int                      # its place in the line, from 0
    condition: Expression | None = None
    passes: int = 1                     # it stops the program from this pass on
    hits: Hits | None = None            # None: passes are not counted
    once: bool = False                  # it is removed as soon as the program stops, wherever that is
    guard: Callable[[], bool] | None = None
    id: int = 0

    def holds(self) -> bool:
        return (self.guard is None or self.guard()) and (self.condition is None or is_true(self.condition))

    def stops(self) -> bool:
        """The program has come here: whether it is to stop."""
        return self.holds() and (self.hits is None or self.hits.one_more() >= self.passes)

    def forget(self) -> None:
        """What names mean may have changed."""
        if self.condition is not None:
            self.condition.forget()

    @property
    def described(self) -> Sentence:
        place = f"{self.number}" + (f":{self.statement + 1}" if self.statement else "")
        return _with_conditions(place, self.condition, self.passes)

    def __str__(self) -> str:
        return str(self.described)


class Behind:
    """What looks at the program behind statements. `at_once`: it also looks at the machine, so it cannot be told later."""

    at_once = False
    looks_before = False            # it looks before a statement (basic.debug.probes.Logged)

    def concerns(self, statement: Statement, changed: set[bytes] | None) -> bool:
        """Whether it looks behind this statement, which may change these variables, None for all."""
        raise NotImplementedError

    def look(self) -> None:
        """Only what changes from here on counts."""

    def fires(self, done: int | None = None, after: int | None = None) -> bool:
        """Whether it stops the program behind the statement at the pc `done`, which leads to the pc `after`."""
        raise NotImplementedError

    def forget(self) -> None:
        """What names mean may have changed."""

    def emit(self, unit: UnitBuilder) -> Operation:
        """A condition that is true where it may fire."""
        raise NotImplementedError


class Watch(Behind):
    """A value that stops the program when it changes, or with `until_true` when it becomes true.

    With a condition, only changes count at which that is true; the program stops at the `passes`th of those.
    """

    def __init__(self, expression: Expression, until_true: bool = False, condition: Expression | None = None,
                 passes: int = 1) -> None:
        self.expression = expression
        self.until_true = until_true
        self.condition = condition
        self.passes = passes
        self.hits = Hits(expression.session.machine.clock)
        self.id = 0
        self.last = self.before = self._now()

    def _now(self) -> Value | None:
        try:
            return self.expression.is_true() if self.until_true else self.expression.value()
        except CommandError:
            return None             # an array that does not exist

    def look(self) -> None:
        self.last = self._now()

    def concerns(self, statement: Statement, changed: set[bytes] | None) -> bool:
        return changed is None or bool(changed & self.expression.names)

    def forget(self) -> None:
        self.expression.forget()
        if self.condition is not None:
            self.condition.forget()

    def fires(self, done: int | None = None, after: int | None = None) -> bool:
        now = self._now()
        if now == self.last:
            return False
        self.before, self.last = self.last, now
        if self.until_true and not now or self.condition is not None and not is_true(self.condition):
            return False
        return self.hits.one_more() >= self.passes

    def emit(self, unit: UnitBuilder) -> Operation:
        code = self.expression.unit_code()
        return Differs(unit.condition(code) if self.until_true else unit.value(code), unit.before(self))

    @property
    def described(self) -> Sentence:
        text = self.expression.text
        return _with_conditions(sentence("{0} becomes true", text) if self.until_true else text, self.condition, self.passes)

    def __str__(self) -> str:
        return str(self.described)


def is_true(condition: Expression) -> bool:
    try:
        return condition.is_true()
    except CommandError:
        return False


def _with_conditions(text: str, condition: Expression | None, passes: int) -> Sentence:
    if condition:
        text = sentence("{0} if {1}", text, condition.text)
    return sentence("{0}, from pass {1} on", text, passes) if passes > 1 else sentence("{0}", text)

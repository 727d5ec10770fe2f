"""What looks at a program while its past is run again, and notes what it sees; nothing stops there.

`Before` looks each time a statement is about to run, and `Logged` notes values there; `Changes` notes each new value of an
expression, `Looks` looks behind statements of some kinds, and `Readings` notes there what changed in the machine. They stand
where breakpoints and watches stand (basic.debug.breakpoints), so all other statements run at full speed; a unit tells a probe
what happens within it (`Noted` in basic.units.operations).
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from basic.debug.breakpoints import Behind, Breakpoint, is_true
from basic.debug.copies import Moment
from basic.debug.expressions import CommandError, Expression, Value
from basic.debug.views import Place, place_of
from basic.ports import Clock
from basic.session import Session
from basic.syntax.statement import Statement
from basic.units import operations as op
from basic.units.value_builder import CannotEmit

if TYPE_CHECKING:
    from basic.debug.history import History
    from basic.units.builder import UnitBuilder

MOST = 1_000_000                # notes that a probe keeps: the latest
NOWHERE = Place(None, 0)

Shown = Value | tuple[Value, ...] | None        # a value, all elements of an array, or None where there was an error


class Noted(NamedTuple):
    """What a probe saw once."""
    us: int                     # when, on the machine's clock
    log_at: int                 # entries of the history's log before it
    place: Place                # the statement
    values: tuple[Shown, ...]
    behind: bool                # it was seen behind the statement, not before it
    cuts: int                   # how often the program had gone another way before

    @property
    def moment(self) -> Moment:
        return Moment(self.us, self.log_at)


class Notes:
    """What a probe noted, the latest last."""

    def __init__(self, session: Session, history: "History", most: int = MOST) -> None:
        self.session = session
        self.history = history
        self.clock = session.machine.clock
        self.kept: deque[Noted] = deque(maxlen=most)
        self.count = 0          # of all, kept or not

    def add(self, us: int, place: Place, values: tuple[Shown, ...], behind: bool = True) -> None:
        self.kept.append(Noted(us, self.history.log_at, place, values, behind, len(self.history.cuts)))
        self.count += 1

    def clear(self) -> None:
        self.kept.clear()
        self.count = 0

    def place(self, pc: int | None) -> Place:
        if pc is None or pc >= len(self.session.executor.table.where):      # a direct line that is gone
            return NOWHERE
        return place_of(self.session, pc)


class Before(Breakpoint):
    """Calls a function each time a statement is about to run, where a condition holds."""

    def __init__(self, place: Place, look: Callable[[], None], condition: Expression | None = None) -> None:
        assert place.number is not None
        super().__init__(place.number, place.statement, condition, guard=self._asked)
        self.looking = look

    def _asked(self) -> bool:
        if self.condition is None or is_true(self.condition):
            self.looking()
        return False


class Logged(Before):
    """Notes what expressions come to each time a statement is about to run, where a condition holds."""

    looks_before = True

    def __init__(self, notes: Notes, place: Place, expressions: Sequence[Expression], condition: Expression | None) -> None:
        super().__init__(place, self._note, condition)
        self.notes = notes
        self.place = place
        self.expressions = expressions
        self.latest = -1                # a statement that a unit gives up is told twice

    def forget(self) -> None:
        super().forget()
        for one in self.expressions:
            one.forget()

    def _note(self) -> None:
        us = self.notes.clock.us
        if us != self.latest:
            self._add(us, tuple(map(value_or_none, self.expressions)))

    def _add(self, us: int, values: tuple[Shown, ...]) -> None:
        self.latest = us
        self.notes.add(us, self.place, values, behind=False)

    def emit(self, unit: "UnitBuilder") -> op.Operation:
        everything = [*self.expressions, self.condition] if self.condition is not None else self.expressions
        if any(not one.steady or value_or_none(one) is None for one in everything):
            raise CannotEmit            # what fails would leave the unit each time
        values = [unit.value(one.unit_code()) for one in self.expressions]
        holds = None if self.condition is None else unit.condition(self.condition.unit_code())
        return unit.noted(holds, lambda us, pc, *values: self._add(us, values), values, before=True)


class Changes(Behind):
    """Notes an expression's value before and behind each statement that changed it, where a condition holds behind it."""

    def __init__(self, notes: Notes, expression: Expression, condition: Expression | None = None) -> None:
        self.notes = notes
        self.expression = expression
        self.condition = condition
        self.last: Shown = None
        self.look()

    def concerns(self, statement: Statement, changed: set[bytes] | None) -> bool:
        return changed is None or bool(changed & self.expression.names)

    def look(self) -> None:
        self.last = value_or_none(self.expression)

    def forget(self) -> None:
        self.expression.forget()
        if self.condition is not None:
            self.condition.forget()

    def fires(self, done: int | None = None, after: int | None = None) -> bool:
        now = value_or_none(self.expression)
        if now != self.last:
            holds = self.condition is None or is_true(self.condition)
            self._note(self.notes.clock.us, self.notes.place(done), now, holds)
        return False

    def _note(self, us: int, place: Place, now: Shown, holds: object) -> None:
        before, self.last = self.last, now
        if holds:
            self.notes.add(us, place, (before, now))

    def emit(self, unit: "UnitBuilder") -> op.Operation:
        if self.last is None and value_or_none(self.expression) is None:
            raise CannotEmit            # what fails would leave the unit each time
        place = self.notes.place(unit.node.pc)
        value = unit.value(self.expression.unit_code())
        holds = op.Constant(1, op.WHOLE) if self.condition is None else (
            op.FromTruth(unit.condition(self.condition.unit_code())))
        differs = op.Differs(value, op.RuntimeState(self, "last"))
        return unit.noted(differs, lambda us, after, now, holds: self._note(us, place, now, holds), [value, holds])


Look = Callable[[int, int, int, bool], None]


class Looks(Behind):
    """Calls a function behind each statement of some kinds, with the time, the statement's pc, the one that comes next, and
    whether the program's variables and its stack are up to date: within a unit only the machine is."""

    def __init__(self, clock: Clock, kinds: Callable[[Statement], bool], look: Look) -> None:
        self.clock = clock
        self.kinds = kinds
        self.looking = look
        self.latest = -1, -1

    def concerns(self, statement: Statement, changed: set[bytes] | None) -> bool:
        return self.kinds(statement)

    def fires(self, done: int | None = None, after: int | None = None) -> bool:
        now = self.clock.us
        if done is not None and after is not None and self.latest != (now, done):   # the first run of a statement comes twice
            self.latest = now, done
            self.looking(now, done, after, True)
        return False

    def emit(self, unit: "UnitBuilder") -> op.Operation:
        pc, looking = unit.node.pc, self.looking
        return unit.noted(None, lambda us, after: looking(us, pc, after, False), [], self.at_once)


class Readings(Looks):
    """Notes what `read` says of the machine, behind each statement of some kinds that changed it."""

    def __init__(self, notes: Notes, kinds: Callable[[Statement], bool], read: Callable[[], Shown]) -> None:
        super().__init__(notes.clock, kinds, self._look)
        self.notes = notes
        self.read = read
        self.last = read()
        self.at_once = True

    def look(self) -> None:
        self.last = self.read()

    def _look(self, us: int, pc: int, after: int, exact: bool) -> None:
        now = self.read()
        if now != self.last:
            before, self.last = self.last, now
            self.notes.add(us, self.notes.place(pc), (before, now))


def value_or_none(expression: Expression) -> Value | None:
    try:
        return expression.value()
    except CommandError:
        return None

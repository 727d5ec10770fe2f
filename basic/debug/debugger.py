"""The debugger: stops a program, lets it go on by statements and lines, and takes it back. It draws nothing.

    debugger = Debugger(session)
    debugger.add_breakpoint(310, condition="n>5")
    debugger.start()                        # as RUN does
    while (stop := debugger.run(20_000)) is None:
        ...                                 # some emulated microseconds at a time, between which keys may come in
    debugger.back()

What is there to see is in `basic.debug.views`. A command that cannot be done raises Misunderstood with a sentence, and
nothing has changed.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from basic.debug.breakpoints import Breakpoint, Hits, Watch
from basic.debug.edits import Changes
from basic.debug.expressions import Expression, Misunderstood
from basic.debug.heat_map import HeatMap, LineHeat
from basic.debug.history import History
from basic.debug.movement import LINE, STATEMENT, Going, Stop
from basic.errors import BasicError
from basic.source import tokens

TRACE = 256
FROM_OUTSIDE = "type", "key", "press", "repeat", "stop_typing"      # what is done to a keyboard, and has to be done again


class Debugger(Going):
    def __init__(self, session):
        super().__init__(session)
        self._heat_from = 0             # when the heat map was turned on, or to where somebody has gone back since
        changes = Changes(session, self._first_error)
        acts = {"direct": changes.direct, "assign": changes.assign, "edit": changes.edit, "start": changes.start,
                "look": self._look}
        keyboard = session.machine.keyboard
        for name in FROM_OUTSIDE:
            if hasattr(keyboard, name):
                acts[name] = getattr(keyboard, name)
                setattr(keyboard, name, self._entering(name))
        self.history = History(session, self.stepper, acts, self._still, self.traps.cut)
        self.executor.hooks.observer = self

    def _entering(self, name: str):
        return lambda *arguments: self.history.enter(name, *arguments)

    def unattended(self, us: int) -> None:
        """Goes on for so long as if nobody debugged: nothing stops the program, but the past is kept."""
        if self.history.in_the_past():
            self.history.cut()
        self.plan = None
        self.traps.take_out()
        self.executor.table.use_units(True)
        self._on(self.clock.us + us, self.executor.runner.run, False)

    def look(self) -> None:
        """ESC, before the program reads what was typed behind it."""
        self.history.enter("look")

    def _look(self) -> None:
        self.executor.runner.pc = self.executor.runner.poll(self.executor.runner.pc)

    def let_go(self) -> None:
        """Forgets what is to stop the program, and what is counted."""
        self.stop()
        self.heat(False)
        self.stops_on_error = False
        self.traps.remove([*self.traps.breakpoints, *self.traps.watches])

    def forget_past(self) -> None:
        """To be called when the program or the machine has been changed behind the debugger's back."""
        self._still()
        self.history.forget()

    # what the executor tells its observer

    def new_code(self) -> None:
        self.traps.new_code()

    def direct_laid_out(self) -> None:
        self.traps.direct_laid_out()

    def covers(self, pc: int, step):
        return self.traps.covers(pc, step)

    def watching(self, pc: int, step):
        return self.traps.watching(pc, step)

    def stops_after(self, pc: int) -> bool:
        """Something watched has changed; the program has come to pc."""
        return self.traps.watch_of(self.traps.watches)

    def stops_at(self, error: BasicError, pc: int) -> bool:
        if self._heeds is None or not self._heeds(error, pc):
            return False
        self._error = error
        return True

    @contextmanager
    def _first_error(self) -> Iterator[list[BasicError]]:
        errors: list[BasicError] = []

        def heeds(error: BasicError, pc: int) -> bool:
            errors.append(error)
            return True
        before, self._heeds = self._heeds, heeds
        try:
            yield errors
        finally:
            self._heeds, self._error = before, None

    # going back

    def back(self, statements: int = 1) -> None:
        self._travel(lambda: self.history.back(statements))

    def back_line(self) -> None:
        """To the beginning of this line, or of the one before."""
        before: tuple | None = None

        def begins(count: int, pc: int) -> int | None:
            nonlocal before
            line, statement = self.executor.table.where[pc]
            entered = statement == 0 or before is not None and before[0] == count - 1 and before[1] != line
            before = count, line
            return count if entered and line is not None else None
        self._travel(lambda: self.history.back_to(begins))

    def back_to_change(self, text: str) -> None:
        """Before the statement that last changed a variable's or an expression's value."""
        expression = Expression(self.session, text)
        last: list = []

        def changes(count: int, pc: int) -> int | None:
            try:
                now = expression.value()
            except Misunderstood:
                now = None
            changed = count and last and last[0] != now
            last[:] = [now]
            return count - 1 if changed else None

        def change_before() -> bool:
            last.clear()
            return self.history.back_to(changes)
        self._travel(change_before)

    def back_to_stop(self) -> None:
        """To the last breakpoint or watch before here, or to the beginning."""
        watches = [Watch(watch.expression, watch.until_true, watch.condition) for watch in self.traps.watches]
        last = -1

        def stops(count: int, pc: int) -> int | None:
            nonlocal last
            followed, last = count == last + 1, count
            fired = [watch.fires() for watch in watches]
            here = self.traps.breakpoints_at(pc)
            return count if followed and any(fired) or any(one.holds() for one in here) else None
        self._travel(lambda: self.history.back_to(stops))

    def to_present(self) -> None:
        """Forward again to where the program had come."""
        self._begin()
        latest = self.history.latest
        self._still()
        self.executor.table.use_units(True)
        self._on(latest, self.executor.runner.run, False)
        self.history.apply_due()
        self._halt("step", "This is the present.")

    def _travel(self, go: Callable[[], bool]) -> None:
        self._begin()
        self._forgiven = False
        arrived = go()
        if self.executor.hooks.heat_map is not None and self.clock.us < self._heat_from:
            self.executor.hooks.heat_map.restore({})
            self._heat_from = self.clock.us
        if arrived:
            self._halt("step", "")
        else:
            self._halt("step", "This is the beginning.")

    def to_count(self, count: int) -> None:
        """To where so many statements have been done since the debugger began."""
        if count < 0:
            raise Misunderstood("Statements are counted from 0.")
        total = self.history.count()
        if count <= total:
            self.back(total - count)
            return
        self._begin()
        most = self.stepper.count + count - total

        def plan(until: int) -> None:
            if self._walk(until, most, None) == "count":
                self._halt("step", f"{count} statements have been done.")
        self.plan = plan

    def trace(self, statements: int = TRACE) -> list:
        return self.history.recent(statements)

    # breakpoints, watches, heat

    def add_breakpoint(self, number: int, statement: int = 0, condition: str = "", passes: int = 1) -> Breakpoint:
        self.known_line(number, statement)
        breakpoint = Breakpoint(number, statement, self._proviso(condition, passes), passes, Hits(self.clock))
        self.traps.add(breakpoint)
        return breakpoint

    def add_watch(self, text: str, until_true: bool = False, condition: str = "", passes: int = 1) -> Watch:
        expression = Expression(self.session, text)
        if until_true:
            expression.check_condition()
        expression.value()
        watch = Watch(expression, until_true, self._proviso(condition, passes), passes)
        self.traps.add(watch)
        return watch

    def _proviso(self, condition: str, passes: int) -> Expression | None:
        if passes < 1:
            raise Misunderstood("Passes are counted from 1.")
        if not condition.strip():
            return None
        expression = Expression(self.session, condition)
        expression.check_condition()
        return expression

    def remove(self, id: int) -> Breakpoint | Watch:
        for one in [*self.traps.breakpoints, *self.traps.watches]:
            if one.id == id:
                self.traps.remove([one])
                return one
        raise Misunderstood(f"There is no breakpoint or watch {id}.")

    def heat(self, on: bool) -> None:
        """Whether it is to be counted how often and how long each line runs, from now on."""
        self._still()
        executor = self.executor
        if executor.hooks.heat_map is not None:
            executor.hooks.heat_map.take_out()
        executor.hooks.heat_map = HeatMap(executor) if on else None
        if on:
            executor.hooks.heat_map.put_in()
            self.history.keep()
            self._heat_from = self.clock.us

    def heat_table(self) -> list[LineHeat]:
        """The lines that ran between `heat(True)` and now, the longest first."""
        if self.executor.hooks.heat_map is None:
            raise Misunderstood("The heat map is off.")
        return self.executor.hooks.heat_map.table()

    # changing

    def evaluate(self, text: str):
        return Expression(self.session, text).value()

    def assign(self, name: str, text: str) -> None:
        """A variable gets the value of an expression."""
        Expression(self.session, text)
        self._change("assign", f"{name}={text}")

    def direct(self, text: str) -> None:
        """A command as typed at Ready. Where it goes into the program, that goes on from there."""
        number, _ = tokens.line_number_at(text.encode("latin-1", "replace").lstrip(b" "), 0)
        if number is not None:
            raise Misunderstood("A line with a number is not a command.")
        self._change("direct", text)

    def edit(self, text: str) -> None:
        """A line is typed in. As on the machine the program cannot go on where it was; the variables stay."""
        number, _ = tokens.line_number_at(text.encode("latin-1", "replace").lstrip(b" "), 0)
        if number is None:
            raise Misunderstood("A line of a program begins with its number.")
        self._change("edit", text)

    def _change(self, name: str, text: str) -> None:
        try:
            text.encode("latin-1")
        except UnicodeEncodeError:
            raise Misunderstood("The CPC does not have all of these characters.") from None
        self._begin()
        self.plan = None
        self._still()
        self.history.enter(name, text)
        self._halt("step", "")

__all__ = ["LINE", "STATEMENT", "Breakpoint", "Debugger", "Misunderstood", "Stop", "Watch"]

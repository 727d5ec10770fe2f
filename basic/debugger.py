"""The debugger: stops a program, lets it go on by statements and lines, and takes it back. It draws nothing.

    debugger = Debugger(session)
    debugger.add_breakpoint(310, condition="n>5")
    debugger.start()                        # as RUN does
    while (stop := debugger.run(20_000)) is None:
        ...                                 # some emulated microseconds at a time, between which keys may come in
    debugger.back()

What is there to see is in `basic.seeing`. A command that cannot be done raises Misunderstood with a sentence, and
nothing has changed.
"""

from collections.abc import Callable
from typing import NamedTuple

from basic import tokens
from basic.control import END_OF_PROGRAM, FIRST_LINE, GOSUB_SIZE, READY
from basic.errors import BasicError
from basic.heat import Heat, LineHeat
from basic.history import History
from basic.looking import Expression, Misunderstood, said
from basic.seeing import text_of, values_of
from basic.stepping import NEVER, Stepper
from basic.traps import Breakpoint, Traps, Watch

DIRECT_US = 600_000_000         # of emulated time that a direct command may take
TRACE = 256
STATEMENT, LINE = "statement", "line"


class Stop(NamedTuple):
    reason: str                 # step, breakpoint, watch, error, ended, break
    text: str                   # why, as a sentence
    trap: Breakpoint | Watch | None = None


class Debugger:
    def __init__(self, session):
        self.session = session
        self.executor = session.executor
        self.clock = session.machine.clock
        self.stepper = Stepper(self.executor)
        self.traps = Traps(session)
        self.stops_on_error = False
        self.plan: Callable[[int], None] | None = None      # what is under way; None: the program stands
        self.last_stop: Stop | None = None
        self.marked: dict = {}                              # what the variables were at the last stop
        self._error: BasicError | None = None
        self._heeds: Callable[[BasicError, int], bool] | None = None
        self._heat_from: tuple[int, int] | None = None      # when the heat map was turned on; None: it is off
        self._forgiven = False                              # the next error has been shown already
        acts = {"direct": self._direct, "assign": self._assign, "edit": self._edit, "start": self._start}
        keyboard = session.machine.keyboard
        for name in ("type", "key", "press"):
            if hasattr(keyboard, name):
                acts[name] = getattr(keyboard, name)
                setattr(keyboard, name, self._entering(name))
        self.history = History(session, self.stepper, acts, self._still)
        self.executor.observer = self

    def _entering(self, name: str):
        return lambda *arguments: self.history.enter(name, *arguments)

    def detach(self) -> None:
        """The program goes on without a debugger."""
        self._still()
        self.executor.set_fusing(True)
        self.executor.observer = None
        self.session.machine.outside.forget()
        for name in ("type", "key", "press"):
            vars(self.session.machine.keyboard).pop(name, None)

    def forget_past(self) -> None:
        """To be called when the program or the machine has been changed behind the debugger's back."""
        self._still()
        self.history.forget()

    # what the executor tells its observer

    def before_rebuild(self) -> None:
        if self.stepper.heat is not None:
            self.stepper.heat.settle()

    def after_rebuild(self) -> None:
        self.traps.new_code()

    def direct_laid_out(self) -> None:
        self.traps.direct_laid_out()

    def covers(self, pc: int, step) -> None:
        self.traps.covers(pc, step)

    def stops_at(self, error: BasicError, pc: int) -> bool:
        if self._heeds is None or not self._heeds(error, pc):
            return False
        self._error = error
        return True

    def _heeds_program_errors(self, error: BasicError, pc: int) -> bool:
        forgiven, self._forgiven = self._forgiven, False
        return self.executor.where[pc][0] is not None and not forgiven

    # going

    def run(self, us: int) -> Stop | None:
        """Goes on for so many emulated microseconds at most: a Stop where the program now stands."""
        until = self.clock.us + us
        self.last_stop = None
        while self.plan is not None and self.clock.us < until:
            self.plan(until)
        return self.last_stop

    @property
    def running(self) -> bool:
        return self.plan is not None

    def waits_for_key(self) -> bool:
        """The program wants a key, and nothing is left of what was typed."""
        return self.executor.waiting == "key" and self.session.machine.keyboard.nothing_typed() and (
            not self.history.in_the_past())

    def start(self, number: int | None = None) -> None:
        """RUN, up to the first statement."""
        if not self.session.program.lines:
            raise Misunderstood("There is no program.")
        if number is not None:
            self._known_line(number)
        self._begin()
        self.history.enter("start", number)
        self.plan = None
        self._halt("step", "The program begins.")

    def _start(self, number: int | None) -> None:
        session, executor = self.session, self.executor
        session.editor_started, session.editing = False, b""
        session.machine.keyboard.arm_break(True)
        executor.underway.clear()
        executor.waiting = None
        executor.pc = session.start_run(number)

    def go(self) -> None:
        """Continue."""
        self._begin()
        self.plan = self._freely

    def step(self, unit: str = STATEMENT, into: bool = True) -> None:
        """To the next statement or line; with `into` false, over what a GOSUB does."""
        self._begin()
        executor, begin, depth = self.executor, self.stepper.count, self._depth()
        line = executor.where[executor.pc][0]
        done = False

        def arrives(pc: int) -> bool:
            here, statement = executor.where[pc]
            return unit == STATEMENT or here != line or statement == 0 or pc == READY

        def seen(count: int, pc: int) -> bool:
            nonlocal done
            if count == begin:
                return False
            if self.trapped(count, pc):
                return True
            if not into and self._depth() > depth:
                return True
            done = arrives(pc)
            return done

        def plan(until: int) -> None:
            nonlocal done
            if not into and self._depth() > depth:
                self._freely(until, self._return_trap(depth))
                done = self.plan is not None and self._depth() <= depth and arrives(executor.pc)
            else:
                ended = self._walk(until, NEVER, seen)
                if ended == "trap" or ended == "seen" and self.traps.caught is not None:
                    self._caught()
            if done and self.plan is not None:
                self._halt("step", "")
        self.plan = plan

    def out(self) -> None:
        """Up to the return from the GOSUB that runs."""
        depth = self._depth()
        if not depth:
            raise Misunderstood("There is no GOSUB to come out of.")
        self._begin()
        self._return_trap(depth - 1)
        self.plan = self._freely

    def to(self, number: int, statement: int = 0) -> None:
        """Up to a line or a statement of it."""
        self._known_line(number, statement)
        self._begin()
        self.traps.add(Breakpoint(number, statement, once=True))
        self.plan = self._freely

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

    def stop(self) -> None:
        """Break now."""
        if self.plan is not None:
            self._halt("break", "Stopped.")

    def _begin(self) -> None:
        self.marked = values_of(self.session.variables)
        self.traps.passing = self.executor.pc
        self.traps.caught = None
        self._error = None
        self.traps.look()
        self.trapped = self.traps.seen(self.stepper.count)
        self.plan = None

    def _halt(self, reason: str, text: str, trap: Breakpoint | Watch | None = None) -> None:
        self.plan = None
        if once := [one for one in self.traps.breakpoints if one.once]:
            self.traps.remove(once)
        self.executor.catch_up(self.executor.pc)
        self.last_stop = Stop(reason, text, trap)

    def _depth(self) -> int:
        """How many GOSUBs are open."""
        return sum(frame.size == GOSUB_SIZE for frame in self.executor.stack)

    def _return_trap(self, depth: int) -> Breakpoint | None:
        """Stops where the GOSUB returns above which there are `depth`; None where that is no line."""
        executor = self.executor
        frame = [frame for frame in executor.stack if frame.size == GOSUB_SIZE][depth]
        line, statement = executor.where[frame.pc]
        if line is None:
            return None
        number = self.session.program.numbers[line]
        for one in self.traps.breakpoints:
            if one.once and (one.number, one.statement) == (number, statement):
                return one
        trap = Breakpoint(number, statement, once=True, guard=lambda: self._depth() <= depth)
        self.traps.add(trap)
        return trap

    def _freely(self, until: int, own: Breakpoint | None = None) -> None:
        """Runs; where it stops at the trap `own`, it does not stop."""
        if self.traps.need_every_statement:
            ended = self._walk(until, NEVER, self.trapped)
        else:
            ended = self._run(until)
        if ended in ("trap", "seen"):
            if own is not None and self.traps.caught is own and self._error is None:
                self.traps.remove([own])
                self.traps.passing, self.traps.caught = self.executor.pc, None
            else:
                self._caught()

    def _run(self, until: int) -> str | None:
        self.traps.put_in()
        self.executor.set_fusing(True)
        return self._on(until, self.executor.run)

    def _walk(self, until: int, most: int, seen) -> str | None:
        self._still()
        return self._on(until, lambda stop: self.stepper.walk(stop, most, seen))

    def _on(self, until: int, go: Callable[[int], str | None], heeding: bool = True) -> str | None:
        """Goes on, with what the log still has, and leaves copies of the state behind."""
        history, clock = self.history, self.clock
        self._heeds = self._heeds_program_errors if self.stops_on_error and heeding else None
        try:
            while clock.us < until:
                stop = min(until, history.due)
                if history.log_at < len(history.log):
                    history.apply_due()
                    stop = min(stop, history.next_entry())
                ended = go(stop)
                history.latest = max(history.latest, clock.us)
                if ended == "key":
                    self.executor.pass_time(stop)
                    history.latest = max(history.latest, clock.us)
                elif ended:
                    return ended
                if clock.us >= history.due:
                    history.keep()
        finally:
            self._heeds = None
        return None

    def _caught(self) -> None:
        """Something has stopped the run."""
        caught = self.traps.caught
        if self._error is not None:
            self._before_the_error(self._error)
        elif isinstance(caught, Watch):
            text = f"{caught}." if caught.until_true else (
                f"{caught} was {shown(caught.before)} and is now {shown(caught.last)}.")
            self._halt("watch", text, caught)
        elif isinstance(caught, Breakpoint):
            text = "" if caught.once else f"Breakpoint {caught.id}: {caught}."
            self._halt("step" if caught.once else "breakpoint", text, caught)
        else:
            self._halt("ended", "The program has ended.")

    def _before_the_error(self, error: BasicError) -> None:
        """The statement that fails has begun: back to before it."""
        counts: list[int] = []

        def note(error: BasicError, pc: int) -> bool:
            counts.append(self.stepper.count)
            return False
        self._still()
        self._heeds = note
        try:
            self.history.back_within(lambda: counts[-1])
        finally:
            self._heeds = None
        self._forgiven = True
        text = f"{said(error, self.session.basic_1_1)} is about to happen"
        handler = self.executor.on_error
        handled = f": line {handler} will handle it." if handler and not self.executor.in_handler else "."
        self._halt("error", text + handled)

    def _still(self) -> None:
        """Plain steps, and no traps."""
        self.traps.take_out()
        self.executor.set_fusing(False)

    # going back

    def back(self, statements: int = 1) -> None:
        self._travel(lambda: self.history.back(statements))

    def back_line(self) -> None:
        """To the beginning of this line, or of the one before."""
        before: tuple | None = None

        def begins(count: int, pc: int) -> int | None:
            nonlocal before
            line, statement = self.executor.where[pc]
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
        watches = [Watch(watch.expression, watch.until_true) for watch in self.traps.watches]
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
        self.executor.set_fusing(True)
        self._on(latest, self.executor.run, False)
        self.history.apply_due()
        self._halt("step", "This is the present.")

    def _travel(self, go: Callable[[], bool]) -> None:
        self._begin()
        self._forgiven = False
        if go():
            self._halt("step", "")
        else:
            self._halt("step", "This is the beginning.")

    def trace(self, statements: int = TRACE) -> list:
        return self.history.recent(statements)

    # breakpoints, watches, heat

    def add_breakpoint(self, number: int, statement: int = 0, condition: str = "", passes: int = 1) -> Breakpoint:
        self._known_line(number, statement)
        if passes < 1:
            raise Misunderstood("A breakpoint stops from pass 1 on, or later.")
        expression = None
        if condition.strip():
            expression = Expression(self.session, condition)
            expression.check_condition()
        breakpoint = Breakpoint(number, statement, expression, passes)
        self.traps.add(breakpoint)
        return breakpoint

    def add_watch(self, text: str, until_true: bool = False) -> Watch:
        expression = Expression(self.session, text)
        if until_true:
            expression.check_condition()
        expression.value()
        watch = Watch(expression, until_true)
        self.traps.add(watch)
        return watch

    def remove(self, id: int) -> Breakpoint | Watch:
        for one in [*self.traps.breakpoints, *self.traps.watches]:
            if one.id == id:
                self.traps.remove([one])
                return one
        raise Misunderstood(f"There is no breakpoint or watch {id}.")

    def heat(self, on: bool) -> None:
        """Whether one is going to ask how often and how long each line ran, from now on."""
        self._heat_from = self._heat_to = None
        if on:
            self._still()
            self.history.keep()
            self._heat_from = self._heat_to = self.history.moment()
            self._heat = Heat(self.executor)

    def heat_table(self) -> list[LineHeat]:
        """The lines that ran between `heat(True)` and now, the longest first: counted in a replay."""
        if self._heat_from is None:
            raise Misunderstood("The heat map is off.")
        now = self.history.moment()
        if now < self._heat_to:
            self._heat = Heat(self.executor)
            self._heat_to = min(self._heat_from, now)
        if now > self._heat_to:
            self.history.replay(self._heat_to, self._heat)
            self._heat_to = now
        return self._heat.table()

    def _known_line(self, number: int, statement: int = 0) -> None:
        if number not in self.session.program.lines:
            raise Misunderstood(f"There is no line {number}.")
        found, _ = self.executor.layout(self.session.program.index(number))
        if not 0 <= statement < len(found):
            raise Misunderstood(f"Line {number} has {len(found)} statement{'s' * (len(found) != 1)}.")

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

    def _assign(self, text: str) -> None:
        us = self.clock.us
        self._direct(text)
        self.clock.us = us

    def _direct(self, text: str) -> None:
        session, executor = self.session, self.executor
        machine_state, session_state = session.machine.snapshot(), session.snapshot()
        place = executor.pc if executor.pc < FIRST_LINE else executor.where[executor.pc]
        direct, version = executor.direct, session.program.version
        walker = Stepper(executor)
        heeds, self._heeds = self._heeds, lambda error, pc: True
        self._error = None
        try:
            executor.pc = session.enter(text.encode("latin-1"))
            ended = None
            if executor.pc != READY:
                ended = walker.walk(self.clock.us + DIRECT_US, NEVER, self._leaves_direct)
        finally:
            self._heeds = heeds
        error, self._error = self._error, None
        if error is not None or ended not in (None, "seen"):
            session.machine.restore(machine_state)
            session.restore(session_state)
            raise Misunderstood(f"{said(error, session.basic_1_1)}." if error else "That waits for a key.")
        if executor.pc == READY and session.program.version == version:
            if isinstance(place, int):
                executor.pc = place
            else:
                if place[0] is None and direct is not None:
                    executor.lay_out_direct(direct[0])
                executor.pc = executor.pc_of(*place)

    def _leaves_direct(self, count: int, pc: int) -> bool:
        return pc in (READY, END_OF_PROGRAM) or self.executor.where[pc][0] is not None

    def _edit(self, text: str) -> None:
        session, executor = self.session, self.executor
        number, end = tokens.line_number_at(text.encode("latin-1").lstrip(b" "), 0)
        try:
            session.store(number, text.encode("latin-1").lstrip(b" ")[end:])
        except BasicError as error:
            raise Misunderstood(f"{said(error, session.basic_1_1)}.") from None
        executor.underway.clear()
        session.editor_started, session.editing = False, b""
        executor.pc = READY


def shown(value) -> str:
    """A value as a person wants to see it."""
    return "nothing" if value is None else text_of(value)


__all__ = ["LINE", "STATEMENT", "Breakpoint", "Debugger", "Misunderstood", "Stop", "Watch"]

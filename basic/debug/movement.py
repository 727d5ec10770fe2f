"""Going on: by statements, by lines, over and out of GOSUBs, and freely, until something stops the program.

What is under way is a plan: it is asked again and again to go on up to some time, and ends itself by halting.
"""

from collections.abc import Callable
from typing import NamedTuple

from basic.debug.breakpoints import Breakpoint, Traps, Watch
from basic.debug.expressions import Misunderstood, said
from basic.debug.history import History
from basic.debug.stepper import Stepper
from basic.debug.views import text_of, values_of
from basic.errors import BasicError
from basic.ports import NEVER
from basic.runtime.control import GOSUB_SIZE, READY

STATEMENT, LINE = "statement", "line"
LATE_US = 60_000_000        # of emulated time that a copy of the state may wait for a good moment


class Stop(NamedTuple):
    reason: str                 # step, breakpoint, watch, error, ended, break
    text: str                   # why, as a sentence
    trap: Breakpoint | Watch | None = None


class Going:
    """The part of the Debugger that moves the program."""

    def __init__(self, session):
        self.session = session
        self.executor = session.executor
        self.clock = session.machine.clock
        self.stepper = Stepper(self.executor)
        self.traps = Traps(session)
        self.history: History
        self.stops_on_error = False
        self.plan: Callable[[int], None] | None = None      # what is under way; None: the program stands
        self.last_stop: Stop | None = None
        self.marked: dict = {}                              # what the variables were at the last stop
        self._error: BasicError | None = None
        self._heeds: Callable[[BasicError, int], bool] | None = None
        self._forgiven = False                              # the next error has been shown already

    def _heeds_program_errors(self, error: BasicError, pc: int) -> bool:
        forgiven, self._forgiven = self._forgiven, False
        return self.executor.table.where[pc][0] is not None and not forgiven

    def known_line(self, number: int, statement: int = 0) -> None:
        if number not in self.session.program.lines:
            raise Misunderstood(f"There is no line {number}.")
        found, _ = self.executor.table.layout(self.session.program.index(number))
        if not 0 <= statement < len(found):
            raise Misunderstood(f"Line {number} has {len(found)} statement{'s' * (len(found) != 1)}.")

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
        return self.executor.runner.waiting == "key" and self.session.machine.keyboard.nothing_typed() and (
            not self.history.in_the_past())

    def start(self, number: int | None = None) -> None:
        """RUN, up to the first statement."""
        if not self.session.program.lines:
            raise Misunderstood("There is no program.")
        if number is not None:
            self.known_line(number)
        self._begin()
        self.history.enter("start", number)
        self.plan = None
        self._halt("step", "The program begins.")

    def go(self) -> None:
        """Continue."""
        self._begin()
        self.plan = self._freely

    def step(self, unit: str = STATEMENT, into: bool = True) -> None:
        """To the next statement or line; with `into` false, over what a GOSUB does."""
        self._begin()
        executor, begin, depth = self.executor, self.stepper.count, self._depth()
        line = executor.table.where[executor.runner.pc][0]
        done = False

        def arrives(pc: int) -> bool:
            here, statement = executor.table.where[pc]
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
                done = self.plan is not None and self._depth() <= depth and arrives(executor.runner.pc)
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
        self.known_line(number, statement)
        self._begin()
        self.traps.add(Breakpoint(number, statement, once=True))
        self.plan = self._freely

    def stop(self) -> None:
        """Break now."""
        if self.plan is not None:
            self._halt("break", "Stopped.")

    def _begin(self) -> None:
        self.marked = values_of(self.session.variables)
        self.traps.passing = self.executor.runner.pc
        self.traps.caught = None
        self._error = None
        self.traps.look()
        self.trapped = self.traps.seen(self.stepper.count)
        self.plan = None

    def _halt(self, reason: str, text: str, trap: Breakpoint | Watch | None = None) -> None:
        self.plan = None
        if once := [one for one in self.traps.breakpoints if one.once]:
            self.traps.remove(once)
        self.executor.runner.catch_up(self.executor.runner.pc)
        self.last_stop = Stop(reason, text, trap)

    def _depth(self) -> int:
        """How many GOSUBs are open."""
        return sum(frame.size == GOSUB_SIZE for frame in self.executor.stack.frames)

    def _return_trap(self, depth: int) -> Breakpoint | None:
        """Stops where the GOSUB returns above which there are `depth`; None where that is no line."""
        executor = self.executor
        frame = [frame for frame in executor.stack.frames if frame.size == GOSUB_SIZE][depth]
        line, statement = executor.table.where[frame.pc]
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
                self.traps.passing, self.traps.caught = self.executor.runner.pc, None
            else:
                self._caught()

    def _run(self, until: int) -> str | None:
        self.traps.put_in()
        self.executor.table.use_units(True)
        return self._on(until, self.executor.runner.run)

    def _walk(self, until: int, most: int, seen) -> str | None:
        self._still()
        return self._on(until, lambda stop, due: self.stepper.walk(min(stop, due), most, seen))

    def _on(self, until: int, go: Callable[[int, int], str | None], heeding: bool = True) -> str | None:
        """Goes on, with what the log still has, and leaves copies of the state behind."""
        history, clock = self.history, self.clock
        self._heeds = self._heeds_program_errors if self.stops_on_error and heeding else None
        try:
            while clock.us < until:
                stop = min(until, history.due + LATE_US)
                if history.log_at < len(history.log):
                    history.apply_due()
                    stop = min(stop, history.next_entry())
                ended = go(stop, history.due)
                history.latest = max(history.latest, clock.us)
                if ended == "key":
                    self.executor.runner.pass_time(stop)
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
                f"{caught.expression.text} was {shown(caught.before)} and is now {shown(caught.last)}.")
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
        handler = self.executor.errors.on_error
        handled = f": line {handler} will handle it." if handler and not self.executor.errors.in_handler else "."
        self._halt("error", text + handled)

    def _still(self) -> None:
        """Plain steps, and no traps."""
        self.traps.take_out()
        self.executor.table.use_units(False)


def shown(value) -> str:
    """A value as a person wants to see it."""
    return "nothing" if value is None else text_of(value)

"""Going forward: by statements, by lines, over and out of GOSUBs, and freely, until something stops the program.

A movement under way is a plan. The plan is asked again and again to go on up to some time, and ends itself by halting.
"""

from collections.abc import Callable
from typing import NamedTuple

from basic.debug.breakpoints import Breakpoint, Watch
from basic.debug.error_stops import ErrorStops
from basic.debug.expressions import CommandError, Value, error_text
from basic.debug.sentences import sentence
from basic.debug.stepper import Seen, Stepper
from basic.debug.traps import Traps
from basic.debug.views import NOTHING, Values, text_of, values_of
from basic.debug.way_back import WayBack
from basic.debug.whole_array import WholeArray
from basic.errors import BasicError
from basic.ports import NEVER
from basic.runtime.control import GOSUB_SIZE, READY
from basic.session import Session

STATEMENT, LINE = "statement", "line"
LATE_US = 60_000_000        # of emulated time that a copy of the state may wait for a good moment

Plan = Callable[[int], None]


class Stop(NamedTuple):
    reason: str                 # step, breakpoint, watch, error, ended, break
    text: str                   # why, as a sentence
    trap: Breakpoint | Watch | None = None


class Movement:
    """Moves the program forward, and knows where and why it stands."""

    def __init__(self, session: Session, stepper: Stepper, traps: Traps, errors: ErrorStops, way_back: WayBack) -> None:
        self.session = session
        self.executor = session.executor
        self.clock = session.machine.clock
        self.stepper = stepper
        self.traps = traps
        self.errors = errors
        self.way_back = way_back
        self.history = way_back.history
        self.plan: Plan | None = None                   # what is under way; None: the program stands
        self.last_stop: Stop | None = None
        self.marked: Values = NOTHING                   # the variables at the last stop
        self.until_key = False                          # it goes on no further than where the program waits for a key
        self._trapped: Seen = traps.seen(0)             # whether breakpoints and watches stop the movement

    # standing and going

    def begin(self) -> None:
        """Something moves or changes the program."""
        self.marked = values_of(self.session.variables)
        self.traps.passing = self.executor.runner.pc
        self.traps.caught = None
        self.errors.caught = None
        self.traps.look()
        self._trapped = self.traps.seen(self.stepper.count)
        self.plan = None

    def halt(self, reason: str, text: str, trap: Breakpoint | Watch | None = None) -> None:
        """The program stands."""
        self.plan = None
        if once := [one for one in self.traps.breakpoints if one.once]:
            self.traps.remove(once)
        self.executor.runner.rest()
        self.history.latest = max(self.history.latest, self.clock.us)       # what came due has taken time, too
        self.last_stop = Stop(reason, text, trap)

    def run(self, us: int, until_key: bool = False) -> Stop | None:
        """Goes on for that many emulated microseconds at most, with `until_key` also no further than where the program waits
        for a key: a Stop where it now stands."""
        until = self.clock.us + us
        self.last_stop, self.until_key = None, until_key
        try:
            while self.plan is not None and self.clock.us < until:
                self.plan(until)
                if until_key and self.waits_for_key():
                    break
        finally:
            self.until_key = False
        return self.last_stop

    def waits_for_key(self) -> bool:
        """The program wants a key, and nothing is left of what was typed."""
        return self.executor.runner.waiting == "key" and self.session.machine.keyboard.nothing_typed() and (
            not self.history.in_the_past())

    # plans

    def start(self, number: int | None) -> None:
        """RUN, up to the first statement."""
        if not self.session.program.lines:
            raise CommandError("There is no program.")
        if number is not None:
            self.known_line(number)
        self.begin()
        self.history.enter("start", number)
        self.halt("step", "The program begins.")

    def go(self) -> None:
        self.begin()
        self.plan = self._freely

    def step(self, unit: str, into: bool) -> None:
        """To the next statement or line; with `into` false, over what a GOSUB does."""
        self.begin()
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
            if self._trapped(count, pc):
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
                ended = self.walk(until, NEVER, seen)
                if ended == "trap" or ended == "seen" and self.traps.caught is not None:
                    self._caught()
            if done and self.plan is not None:
                self.halt("step", "")
        self.plan = plan

    def out(self) -> None:
        """Up to the return from the GOSUB that runs."""
        depth = self._depth()
        if not depth:
            raise CommandError("There is no GOSUB to come out of.")
        self.begin()
        self._return_trap(depth - 1)
        self.plan = self._freely

    def to(self, number: int, statement: int) -> None:
        self.known_line(number, statement)
        self.begin()
        self.traps.add(Breakpoint(number, statement, once=True))
        self.plan = self._freely

    def forward_by(self, statements: int, text: str) -> None:
        """That many statements forward, then it halts with `text`."""
        self.begin()
        most = self.stepper.count + statements

        def plan(until: int) -> None:
            ended = self.walk(until, most, None)
            if ended == "trap":
                self._caught()
            elif ended == "count":
                self.halt("step", text)
        self.plan = plan

    def known_line(self, number: int, statement: int = 0) -> None:
        """CommandError where there is no such statement."""
        if number not in self.session.program.lines:
            raise CommandError("There is no line {0}.", number)
        found, _ = self.executor.table.layout(self.session.program.index(number))
        if not 0 <= statement < len(found):
            raise CommandError("Line {0} has one statement." if len(found) == 1 else "Line {0} has {1} statements.", number,
                               len(found))

    def _depth(self) -> int:
        """How many GOSUBs are open."""
        return sum(frame.size == GOSUB_SIZE for frame in self.executor.stack.frames)

    def _return_trap(self, depth: int) -> Breakpoint | None:
        """A breakpoint where the GOSUB with `depth` others around it returns; None where that is no line."""
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

    # running

    def _freely(self, until: int, own: Breakpoint | None = None) -> None:
        """Runs; the breakpoint `own` is the plan's, and does not halt it."""
        if self.traps.need_every_statement:
            ended = self.walk(until, NEVER, self._trapped)
        else:
            self.traps.put_in()
            ended = self.run_units(until)
        if ended in ("trap", "seen"):
            if own is not None and self.traps.caught is own and self.errors.caught is None:
                self.traps.remove([own])
                self.traps.passing, self.traps.caught = self.executor.runner.pc, None
            else:
                self._caught()

    def run_units(self, until: int, heeding: bool = True, exact: bool = False) -> str | None:
        """Runs at full speed, with units. `exact`: as far as plain steps would."""
        self.executor.table.use_units(True)
        return self._on(until, self.executor.runner.run, heeding, exact)

    def walk(self, until: int, most: int, seen: Seen | None, heeding: bool = True) -> str | None:
        """Runs statement by statement, and lets `seen` look at each."""
        self.traps.plain_steps()
        ended = self._on(until, lambda stop, due: self.stepper.walk(min(stop, due), most, seen), heeding)
        if ended == "count":
            self.stepper.attend()
        return ended

    def _on(self, until: int, go: Callable[[int, int], str | None], heeding: bool, exact: bool = False) -> str | None:
        """Goes on, with the entries that the log still has, and leaves copies of the state behind."""
        history, clock, runner = self.history, self.clock, self.executor.runner
        with self.errors.heeding(heeding):
            while clock.us < until:
                stop = min(until, history.due + LATE_US)
                if history.in_the_past():
                    history.apply_due(until=until)
                    stop = min(stop, history.next_stop())
                runner.exact = exact or history.next_stop() < NEVER
                try:
                    ended = go(stop, history.due)
                finally:
                    runner.exact = False
                history.latest = max(history.latest, clock.us)
                if ended == "key":
                    runner.pass_time(stop)
                    history.latest = max(history.latest, clock.us)
                elif ended == "shown":          # by a face, before the program goes on
                    return None
                elif ended:
                    return ended
                if history.is_due():
                    history.keep()
                if self.until_key and self.waits_for_key():
                    return None
        return None

    def _caught(self) -> None:
        """Halts for what has stopped the run."""
        caught = self.traps.caught
        if self.errors.caught is not None:
            self._before_the_error(self.errors.caught)
        elif isinstance(caught, Watch):
            self.halt("watch", watched_text(caught), caught)
        elif isinstance(caught, Breakpoint):
            text = "" if caught.once else sentence("Breakpoint {0}: {1}.", caught.id, caught.described)
            self.halt("step" if caught.once else "breakpoint", text, caught)
        else:
            self.halt("ended", "The program has ended.")

    def _before_the_error(self, error: BasicError) -> None:
        """The statement that fails has begun: back to before it."""
        counts: dict[int, int] = {}         # statements before each error of the replay, by its time
        newest, us = not self.history.in_the_past(), self.clock.us
        self.traps.plain_steps()
        with self.errors.noting(lambda: counts.update({self.clock.us: self.stepper.count})):
            # where the statement takes no time before it fails, a replay ends before it
            self.way_back.back_within(lambda: counts.get(us, self.stepper.count))
        if newest:
            self.history.is_present()
        self.errors.forgiven = True
        text, handler = error_text(error, self.session.basic_1_1), self.executor.errors.on_error
        if handler and not self.executor.errors.in_handler:
            self.halt("error", sentence("{0} is about to happen: line {1} will handle it.", text, handler))
        else:
            self.halt("error", sentence("{0} is about to happen.", text))


def watched_text(watch: Watch) -> str:
    """What has fired."""
    if watch.until_true:
        return sentence("{0}.", watch.described)
    if isinstance(watch.expression, WholeArray):
        return sentence("{0} has changed.", watch.expression.text)
    return sentence("{0} was {1} and is now {2}.", watch.expression.text, shown(watch.before), shown(watch.last))


def shown(value: Value | None) -> str:
    return sentence("nothing") if value is None else text_of(value)

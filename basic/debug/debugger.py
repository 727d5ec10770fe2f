"""The debugger's public interface: it stops a program, lets it go on by statements and lines, and takes it back.

    debugger = Debugger(session)
    debugger.add_breakpoint(310, condition="n>5")
    debugger.start()                        # as RUN does
    while (stop := debugger.run(20_000)) is None:
        ...                                 # some emulated microseconds at a time; keys may come in between
    debugger.back()

What there is to see is in `basic.debug.views`; `debugger.past` answers questions about the past (`basic.debug.past`). A
command that cannot be done raises CommandError with a sentence; the program then stands where it stood.
"""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from basic.debug.bookmarks import Bookmarks
from basic.debug.breakpoints import Breakpoint, Hits, Watch
from basic.debug.copies import Checkpoint, Moment
from basic.debug.cross_reference import known, named
from basic.debug.edits import Edits
from basic.debug.error_stops import ErrorStops
from basic.debug.explanation import Explanation, explain
from basic.debug.expressions import CommandError, Expression, Value
from basic.debug.facts import BoardFacts, Facts
from basic.debug.heat_map import LineHeat
from basic.debug.history import History
from basic.debug.moments import Kept, Traced
from basic.debug.movement import LINE, STATEMENT, Movement, Stop
from basic.debug.past import Past
from basic.debug.probes import Noted
from basic.debug.stepper import Stepper
from basic.debug.subroutine_names import SubroutineNames
from basic.debug.traps import Traps
from basic.debug.travel import Travel
from basic.debug.views import Values, array_number, values_of
from basic.debug.way_back import WayBack
from basic.errors import BasicError
from basic.help.words import Language
from basic.ports import NEVER
from basic.runtime.control import FIRST_LINE, Position, Step
from basic.session import Session
from basic.source.crunch import line_number_at

TRACE = 256


class Now(NamedTuple):
    us: int
    at: int | Position          # the step, where it is none of the program


class Debugger:
    def __init__(self, session: Session) -> None:
        session.machine.asked_until = NEVER     # keys come as they come
        self.session = session
        self.executor = session.executor
        self.clock = session.machine.clock
        self.stepper = Stepper(self.executor)
        self.traps = Traps(session)
        self.errors = ErrorStops(self.executor)
        edits = Edits(session, self.errors.first)
        actions: dict[str, Callable[..., object]] = {
            "direct": edits.direct, "assign": edits.assign, "edit": edits.edit, "start": edits.start,
            "look": self._look, **session.input.acts}
        self.history = History(session, self.stepper, self.traps, actions)
        self.way_back = WayBack(self.history)
        self.movement = Movement(session, self.stepper, self.traps, self.errors, self.way_back)
        self.travel = Travel(self.movement, self.way_back)
        self.names = SubroutineNames(session)
        self.bookmarks = Bookmarks(session, self.history)
        self.find_facts: Callable[[Mapping[int, bytes]], Facts | None] = lambda lines: None     # of crunched lines
        self._facts: tuple[int, Facts | None] | None = None
        self.past = Past(session, self.history, self.traps)
        self.executor.hooks.observer = self
        session.input.recorder = self.history.enter

    # what the executor tells its observer

    def new_code(self) -> None:
        """The program has new steps."""
        self.traps.new_code()

    def direct_laid_out(self) -> None:
        """A line without a number has steps."""
        self.traps.direct_laid_out()

    def renumbered(self, changed: dict[int, int]) -> None:
        """RENUM: lines have other numbers now."""
        self.bookmarks.renumbered(changed)

    def covers(self, pc: int, step: Step) -> Step:
        """What takes the place of a step at a breakpoint or watch."""
        return self.traps.covers(pc, step)

    def watching(self, pc: int, step: Step) -> Step:
        """A step that looks afterwards at what is watched at pc."""
        return self.traps.watching(pc, step)

    def stops_after(self, pc: int) -> bool:
        """Something watched has changed, and the program has come to pc: whether it stops."""
        return self.traps.set and self.traps.watch_of(self.traps.watches)

    def stops_at(self, error: BasicError, pc: int) -> bool:
        """Whether an error of the statement at pc stops the program."""
        return self.errors.stops_at(error, pc)

    # where it stands

    @property
    def running(self) -> bool:
        return self.movement.plan is not None

    @property
    def last_stop(self) -> Stop | None:
        return self.movement.last_stop

    @property
    def marked(self) -> Values:
        """The variables at the last stop, to see what has changed since."""
        return self.movement.marked

    def mark(self) -> None:
        """What changes from here on counts as changed."""
        self.movement.marked = values_of(self.session.variables)

    def waits_for_key(self) -> bool:
        """The program wants a key, and nothing is left of what was typed."""
        return self.movement.waits_for_key()

    def polls_keys(self) -> bool:
        """The program asks for a key again and again, and nothing is left of what was typed."""
        return self.executor.real_time.polls_keys() and self.session.machine.keyboard.nothing_typed() and (
            not self.history.in_the_past())

    def now(self) -> Now:
        """Where and when the program stands, to see whether a command has moved it."""
        pc = self.executor.runner.pc
        return Now(self.clock.us, pc if pc < FIRST_LINE else self.executor.table.place_of(pc))

    def known_line(self, number: int, statement: int = 0) -> None:
        """CommandError where there is no such statement."""
        self.movement.known_line(number, statement)

    # going forward: each begins a movement, which `run` carries on

    def run(self, us: int, until_key: bool = False) -> Stop | None:
        """Goes on for that many emulated microseconds at most, with `until_key` also no further than where the program waits
        for a key: a Stop where it now stands."""
        return self.movement.run(us, until_key)

    def start(self, number: int | None = None) -> None:
        """RUN, up to the first statement."""
        self.movement.start(number)

    def go(self) -> None:
        """Until something stops it."""
        self.movement.go()

    def step(self, unit: str = STATEMENT, into: bool = True) -> None:
        """To the next statement or line; with `into` false, over what a GOSUB does."""
        self.movement.step(unit, into)

    def out(self) -> None:
        """Up to the return from the GOSUB that runs."""
        self.movement.out()

    def to(self, number: int, statement: int = 0) -> None:
        """Up to a line or a statement of it."""
        self.movement.to(number, statement)

    def stop(self) -> None:
        """Break now."""
        if self.running:
            self.movement.halt("break", "Stopped.")

    def unattended(self, us: int) -> None:
        """Goes on for so long as without a debugger: nothing stops the program, but the past is kept."""
        if self.history.in_the_past():
            self.history.cut()
        self.movement.plan = None
        self.traps.take_out()
        self.movement.run_units(self.clock.us + us, heeding=False)

    def look(self) -> None:
        """ESC is noticed, before the program reads what was typed behind it."""
        self.history.enter("look")

    def _look(self) -> None:
        self.executor.runner.pc = self.executor.runner.poll(self.executor.runner.pc)

    # going back: each arrives at once

    def back(self, statements: int = 1) -> None:
        """That many statements back."""
        self.travel.back(statements)

    def back_line(self) -> None:
        """To the beginning of this line, or of the one before."""
        self.travel.back_line()

    def back_to_change(self, text: str) -> None:
        """Before the statement that last changed a variable's or an expression's value."""
        self.travel.back_to_change(text)

    def back_to_stop(self) -> None:
        """To the last breakpoint or watch before here, or to the beginning."""
        self.travel.back_to_stop()

    def go_to(self, noted: Noted) -> None:
        """Before the statement that a question about the past has found, back or forward."""
        self.travel.to_noted(noted)

    def to_time(self, us: int) -> None:
        """To a time on the machine's clock, back or forward within the past."""
        self.travel.to_time(us)

    def to_present(self) -> None:
        """Forward again to where the program had come."""
        self.travel.to_present()

    @property
    def left(self) -> list[Kept]:
        """Where the program stood when it was taken elsewhere, as far as it is kept; the latest last."""
        return [one for one in self.travel.left if self.history.is_kept(one)]

    @property
    def marks(self) -> dict[str, Kept]:
        """The moments that a person has given names."""
        return self.travel.marks

    def to_kept(self, kept: Kept) -> None:
        """To a moment of `left` or `marks`."""
        self.travel.to_kept(kept)

    def to_count(self, count: int) -> None:
        """To where so many statements have been done since the debugger began; forward, `run` carries it on."""
        self.travel.to_count(count)

    def trace(self, statements: int = TRACE) -> list[Traced]:
        """The last statements, the oldest first."""
        return self.way_back.recent(statements)

    def copy(self, before: Checkpoint | None = None) -> Checkpoint:
        """The present moment, for `return_to`; what is as in the copy `before` is shared with it."""
        return self.history.copy(before)

    def begins(self) -> Moment:
        """The beginning of the past."""
        return self.history.checkpoints[0].moment

    def return_to(self, copy: Checkpoint) -> None:
        """To a moment of the past. What came after it is forgotten as soon as the program goes on."""
        self.traps.plain_steps()
        self.movement.begin()
        self.history.restore(copy)

    def forget_past(self) -> None:
        """The program or the machine has been changed otherwise than by the debugger: the past begins now."""
        self.traps.plain_steps()
        self.history.forget()

    # breakpoints, watches, errors

    @property
    def breakpoints(self) -> list[Breakpoint]:
        """Those that a person has set."""
        return [one for one in self.traps.breakpoints if not one.once]

    @property
    def watches(self) -> list[Watch]:
        return list(self.traps.watches)

    @property
    def stops_on_error(self) -> bool:
        """Whether it stops before an error, also where ON ERROR would take it."""
        return self.errors.wanted

    @stops_on_error.setter
    def stops_on_error(self, on: bool) -> None:
        self.errors.wanted = on

    def add_breakpoint(self, number: int, statement: int = 0, condition: str = "", passes: int = 1) -> Breakpoint:
        self.known_line(number, statement)
        return self.add(Breakpoint(number, statement, self.condition(condition, passes), passes, Hits(self.clock)))

    def add(self, breakpoint: Breakpoint) -> Breakpoint:
        """Sets a breakpoint that has been made already."""
        self.traps.add(breakpoint)
        return breakpoint

    def add_watch(self, text: str, until_true: bool = False, condition: str = "", passes: int = 1) -> Watch:
        expression = known(self.session, text) if until_true else named(self.session, text)
        if until_true:
            expression.check_condition()
        expression.value()
        watch = Watch(expression, until_true, self.condition(condition, passes), passes)
        self.traps.add(watch)
        return watch

    def condition(self, text: str, passes: int = 1) -> Expression | None:
        """What a breakpoint or watch depends on. CommandError where it is no condition, or a pass below 1."""
        if passes < 1:
            raise CommandError("Passes are counted from 1.")
        if not text.strip():
            return None
        expression = known(self.session, text)
        expression.check_condition()
        return expression

    def remove(self, id: int) -> Breakpoint | Watch:
        for one in self.traps.all:
            if one.id == id:
                self.traps.remove([one])
                return one
        raise CommandError("There is no breakpoint or watch {0}.", id)

    def remove_all(self, of: Collection[Breakpoint | Watch] | None = None) -> None:
        """All breakpoints and watches, or these."""
        self.traps.remove(self.traps.all if of is None else of)

    def stops_here(self) -> Breakpoint | None:
        """The breakpoint at which the program stops where it stands; its passes are counted."""
        return next((one for one in self.traps.breakpoints_at(self.executor.runner.pc) if one.stops()), None)

    def let_go(self) -> None:
        """Forgets what is to stop the program, and what is counted."""
        self.stop()
        self.heat(False)
        self.stops_on_error = False
        self.remove_all()

    # the heat map

    def heat(self, on: bool) -> None:
        """Whether it counts, from now on, how often and how long each line runs."""
        self.traps.plain_steps()
        executor = self.executor
        if executor.hooks.heat_map is not None:
            executor.hooks.heat_map.take_out()
            executor.hooks.heat_map = None
        if on:
            self.history.count_heat()

    def heat_table(self) -> list[LineHeat]:
        """The lines that ran between `heat(True)` and now, the longest first; at a moment before that there are none."""
        heat_map = self.executor.hooks.heat_map
        if heat_map is None:
            raise CommandError("The heat map is off.")
        heat_map.reach(self.history.here())
        return heat_map.table()

    # what is known of the listing

    @property
    def facts(self) -> Facts | None:
        """What is known of the program, found once for each version of it."""
        version = self.session.program.version
        if self._facts is None or self._facts[0] != version:
            self._facts = version, self.find_facts(self.session.program.lines)
        return self._facts[1]

    def board(self, name: str) -> BoardFacts | None:
        """Of an array that is known to be a board."""
        board = self.facts.board if self.facts else None
        try:
            known = board is not None and array_number(self.session, name) == array_number(self.session, board.array)
        except CommandError:
            known = False               # one of them is not there yet
        return board if known else None

    # changing

    def evaluate(self, text: str) -> Value:
        return Expression(self.session, text).value()

    def asked(self, text: str) -> Value:
        """The same for a person who asks. CommandError where a name means nothing in the program."""
        return known(self.session, text).value()

    def explain(self, language: Language = "en") -> Explanation | None:
        """What the statement that comes next is about to do; None where no statement of the program does."""
        return explain(self.session, language, self.names.by_line())

    def assign(self, name: str, text: str) -> None:
        """A variable gets the value of an expression."""
        Expression(self.session, text)
        self._change("assign", f"{name}={text}")

    def direct(self, text: str) -> None:
        """A command as typed at Ready. Where it leads into the program, that goes on from there."""
        if _number_of(text) is not None:
            raise CommandError("A line with a number is not a command.")
        self._change("direct", text)

    def edit(self, text: str) -> None:
        """A line is typed in. As on the machine the program cannot go on where it was; the variables stay."""
        if _number_of(text) is None:
            raise CommandError("A line of a program begins with its number.")
        self._change("edit", text)

    def _change(self, name: str, text: str) -> None:
        try:
            text.encode("latin-1")
        except UnicodeEncodeError:
            raise CommandError("The CPC does not have all of these characters.") from None
        self.movement.begin()
        self.traps.plain_steps()
        self.history.enter(name, text)
        self.movement.halt("step", "")


def _number_of(line: str) -> int | None:
    return line_number_at(line.encode("latin-1", "replace").lstrip(b" "), 0)[0]


__all__ = ["LINE", "STATEMENT", "Breakpoint", "CommandError", "Debugger", "Stop", "Watch"]

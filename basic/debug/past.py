"""Questions about the past: it is run again, from its copies of the state, and probes note what they see.

    past = debugger.past
    found = past.log(Place(4360, 0), ["a", "fm(a,1)"], "a>3")      # each time line 4360 ran
    found = past.changes("v")                                   # all values of v
    past.last_change("b(35)")                                   # the statement that wrote it last, before here
    debugger.go_to(found.notes[3])                              # stands before that statement

Each question takes a `progress`: it is called now and then with the part that is done, from 0 to 1, and ends the
question with True; what was found until then is the answer. The program stands where it stood when a question is answered,
also when something goes wrong. All that is kept is asked, also what lies ahead of a person who has gone back, if nothing
else is said.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from basic.debug.breakpoints import Behind, Breakpoint
from basic.debug.copies import Checkpoint, Moment
from basic.debug.cross_reference import known, named
from basic.debug.expressions import CommandError, Expression
from basic.debug.history import History
from basic.debug.probes import Changes, Logged, Noted, Notes
from basic.debug.stepper import MOST_STILL
from basic.debug.traps import Traps
from basic.debug.views import Place
from basic.debug.whole_array import WholeArray
from basic.session import Session

Progress = Callable[[float], bool]          # True ends the question

LONGER = 6                      # times as many copies lie in the next part of a search backwards: each makes units of its own
SLICES = 200                    # in which the past is run again: the progress is told behind each


def nothing(part: float) -> bool:
    return False


class Found(NamedTuple):
    """The answer to a question."""
    notes: list[Noted]          # the earliest first
    left_out: int               # earlier ones that were too many to keep
    complete: bool              # it was not ended early


class Past:
    def __init__(self, session: Session, history: History, traps: Traps) -> None:
        self.session = session
        self.executor = session.executor
        self.clock = session.machine.clock
        self.history = history
        self.traps = traps

    # what is kept

    @property
    def begin(self) -> Moment:
        return self.history.checkpoints[0].moment

    @property
    def end(self) -> Moment:
        """The present, also while the program stands in the past."""
        return Moment(self.history.latest, len(self.history.log))

    @property
    def here(self) -> Moment:
        return self.history.here()

    # questions

    def log(self, place: Place, texts: Sequence[str], condition: str = "", progress: Progress = nothing,
            most: int | None = None) -> Found:
        """What expressions came to each time the statement was about to run, where the condition held."""
        if place.number is None:
            raise CommandError("Only lines of the program are kept.")
        notes = self.notes(most)
        wanted = known(self.session, condition) if condition else None
        probe = Logged(notes, place, [named(self.session, text) for text in texts], wanted)
        return self._found(notes, self.run([probe], [], progress))

    def changes(self, text: str, condition: str = "", progress: Progress = nothing, most: int | None = None) -> Found:
        """All changes of an expression: its values before and behind the statement that made each."""
        notes = self.notes(most)
        probe = Changes(notes, self.named(text), self.expression(condition) if condition else None)
        return self._found(notes, self.run([], [probe], progress))

    def array_changes(self, name: str, condition: str = "", progress: Progress = nothing, most: int | None = None) -> Found:
        """All changes of an array: its elements before and behind the statement that made each."""
        notes = self.notes(most)
        probe = Changes(notes, WholeArray(self.session, name), self.expression(condition) if condition else None)
        return self._found(notes, self.run([], [probe], progress))

    def last_change(self, text: str, progress: Progress = nothing) -> Noted | None:
        """The change before here that made the expression what it is; None where it has not changed in all that is kept."""
        notes = self.notes(1)
        return self.last_note(notes, [], [Changes(notes, self.named(text))], progress)

    def expression(self, text: str) -> Expression:
        """An expression whose names mean what they mean where the program stands, wherever it goes. CommandError where a name
        means nothing in the program."""
        expression = known(self.session, text)
        expression.settle()
        return expression

    def named(self, text: str) -> Expression:
        """The same; the name of an array alone is the whole array."""
        expression = named(self.session, text)
        expression.settle()
        return expression

    def notes(self, most: int | None = None) -> Notes:
        return Notes(self.session, self.history) if most is None else Notes(self.session, self.history, most)

    def _found(self, notes: Notes, complete: bool) -> Found:
        return Found(list(notes.kept), notes.count - len(notes.kept), complete)

    # running it again

    def run(self, breakpoints: Sequence[Breakpoint], probes: Sequence[Behind], progress: Progress = nothing,
            begin: Moment | None = None, end: Moment | None = None, atlast: Callable[[], None] | None = None) -> bool:
        """Runs the past again, from a copy of the state at `begin` or before it, and lets probes look; `atlast` is called where
        it ends. False: `progress` has ended it."""
        end, begin = end or self.end, begin or self.begin
        checkpoints = self.history.checkpoints
        first = next((one for one in reversed(checkpoints) if one.moment <= begin), checkpoints[0])
        with self._probing(breakpoints, probes):
            complete = self._again(first, end, probes, progress, 0.0, 1.0)
            if atlast is not None:
                atlast()
            return complete

    def last_note(self, notes: Notes, breakpoints: Sequence[Breakpoint], probes: Sequence[Behind],
                  progress: Progress = nothing) -> Noted | None:
        """The last thing that the probes note before here. The latest part of the past is looked through first."""
        end, whole = self.here, max(1, self.here.us - self.begin.us)
        with self._probing(breakpoints, probes):
            for checkpoint in self._backwards():
                if checkpoint.moment >= end:
                    continue
                done, share = 1 - (end.us - self.begin.us) / whole, (end.us - checkpoint.us) / whole
                notes.clear()
                if not self._again(checkpoint, end, probes, progress, done, share):
                    return None
                if notes.kept:
                    return notes.kept[-1]
                end = checkpoint.moment
        return None

    def _backwards(self) -> Iterator[Checkpoint]:
        """Copies of the state at which to begin, from here back: each time a longer part of the past."""
        checkpoints = self.history.checkpoints
        at, step = len(checkpoints) - 1, 1
        while at > 0:
            yield checkpoints[at]
            at, step = at - step, LONGER * step
        yield checkpoints[0]

    def _again(self, first: Checkpoint, end: Moment, probes: Sequence[Behind], progress: Progress, done: float,
               share: float) -> bool:
        history, clock, runner = self.history, self.clock, self.executor.runner
        self.traps.plain_steps()
        history.restore(first)
        for one in probes:
            one.look()
        self.traps.put_in()
        self.executor.table.use_units(True)
        slice_us = max(20_000, (end.us - first.us) // SLICES)
        slice_end = clock.us + slice_us
        still = 0
        while (here := history.here()) < end:
            history.apply_due(end.log_at)
            stop = min(end.us, slice_end)
            if history.log_at < end.log_at:
                stop = min(stop, history.next_entry())
            if runner.run(stop) == "key":
                runner.pass_time(stop)
            still = still + 1 if history.here() == here else 0
            if still > MOST_STILL:
                raise CommandError("The past could not be run again beyond {0} s.", f"{here.us / 1e6:.6f}")
            if clock.us >= slice_end:
                slice_end = clock.us + slice_us
                self.traps.part_seldom_from_often()
                if progress(done + share * (clock.us - first.us) / max(1, end.us - first.us)):
                    return False
        return True

    @contextmanager
    def kept_as_it_is(self) -> Iterator[None]:
        """Whatever is run meanwhile, the program then stands where it stood, and the heat map has not counted."""
        with self.history.not_counting(), self._staying():
            yield

    @contextmanager
    def _probing(self, breakpoints: Sequence[Breakpoint], probes: Sequence[Behind]) -> Iterator[None]:
        """Only the probes look, and the heat map does not count. Afterwards the program stands where it stood."""
        with self.kept_as_it_is(), self.traps.replaced(list(breakpoints), list(probes)):
            yield

    @contextmanager
    def _staying(self) -> Iterator[None]:
        history, real_time = self.history, self.executor.real_time
        self.traps.plain_steps()
        here = Checkpoint(self.clock.us, history.log_at, self.session.machine.snapshot(), self.session.snapshot(), None, 0)
        present = history.present
        count, watching = history.stepper.count, real_time.watching
        real_time.watching = False
        try:
            yield
        finally:
            self.traps.plain_steps()
            history.restore(here)
            history.present = present
            history.stepper.count, real_time.watching = count, watching

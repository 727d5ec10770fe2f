"""Going back in time: by statements and lines, to a change, to a breakpoint; and forward again to the present."""

import time
from collections.abc import Callable

from basic.debug.breakpoints import Watch
from basic.debug.copies import Checkpoint, Moment
from basic.debug.cross_reference import named
from basic.debug.expressions import CommandError, Value
from basic.debug.moments import Kept
from basic.debug.movement import Movement, Stop, shown, watched_text
from basic.debug.probes import Noted, value_or_none
from basic.debug.sentences import sentence
from basic.debug.views import place_of
from basic.debug.way_back import WayBack
from basic.debug.whole_array import WholeArray

FAR = 0.05                      # seconds that a way may take before a copy of the state is left at its end
MOST_LEFT = 20                  # moments left that are remembered


class Travel:
    """Takes the program elsewhere at once, by the history and the way back; then it stands there."""

    def __init__(self, movement: Movement, way_back: WayBack) -> None:
        self.movement = movement
        self.way_back = way_back
        self.history = way_back.history
        self.session = movement.session
        self.executor = movement.executor
        self.traps = movement.traps
        self.left: list[Kept] = []      # where the program stood when it was taken elsewhere, the latest last
        self.marks: dict[str, Kept] = {}        # a person's, by their names

    def back(self, statements: int) -> None:
        self._go(lambda: self.way_back.back(statements))

    def back_line(self) -> None:
        before: tuple[int, int | None] | None = None        # the statements done so far, and the line's place

        def begins(count: int, pc: int) -> int | None:
            nonlocal before
            line, statement = self.executor.table.where[pc]
            entered = statement == 0 or before is not None and before[0] == count - 1 and before[1] != line
            before = count, line
            return count if entered and line is not None else None
        self._go(lambda: self.way_back.back_to(begins))

    def back_to_change(self, text: str) -> None:
        expression = named(self.session, text)
        expression.settle()
        last: list[Value | None] = []
        change: list[Value | None] = []

        def changes(count: int, pc: int) -> int | None:
            now = value_or_none(expression)
            changed = count and last and last[0] != now
            if changed:
                change[:] = [last[0], now]
            last[:] = [now]
            return count - 1 if changed else None

        def change_before() -> bool:
            last.clear()
            return self.way_back.back_to(changes)
        def told() -> str:
            place = place_of(self.session, self.executor.runner.pc)
            if isinstance(expression, WholeArray):
                return (sentence("{0} changes in line {1}.", expression.text, place) if place.number is not None else
                        sentence("{0} changes in a direct command.", expression.text))
            values = [expression.text, *map(shown, change)]
            return "" if not change else sentence("{0}: {1} -> {2} in line {3}.", *values, place) if (
                place.number is not None) else sentence("{0}: {1} -> {2} in a direct command.", *values)
        self._go(change_before, told)

    def back_to_stop(self) -> None:
        watches = [Watch(watch.expression, watch.until_true, watch.condition) for watch in self.traps.watches]
        last = -1
        reasons: dict[int, Stop] = {}

        def stops(count: int, pc: int) -> int | None:
            nonlocal last
            followed, last = count == last + 1, count
            if not count:
                reasons.clear()
            fired = [at for at, watch in enumerate(watches) if watch.fires()]
            here = [one for one in self.traps.breakpoints_at(pc) if one.holds()]
            if here:
                reasons[count] = Stop("breakpoint", sentence("Breakpoint {0}: {1}.", here[0].id, here[0].described), here[0])
            elif followed and fired:
                reasons[count] = Stop("watch", watched_text(watches[fired[0]]), self.traps.watches[fired[0]])
            return count if followed and fired or here else None

        def go() -> bool:
            arrived = self.way_back.back_to(stops)
            counts = [count for count in reasons if count <= self.way_back.arrived_at]
            if arrived and counts:
                stop[:] = [reasons[max(counts)]]
            return arrived
        stop: list[Stop] = []
        self._go(go)
        if stop:
            self.movement.last_stop = stop[0]

    def to_noted(self, noted: Noted) -> None:
        moment, history = noted.moment, self.history
        if not history.is_noted(noted):
            raise CommandError("That moment is not kept any more.")

        def go() -> bool:
            self.traps.plain_steps()
            if noted.place.number is None:
                history.go_to(moment)
            elif noted.behind:
                self.way_back.before(moment)
            else:
                history.go_to(moment, lambda: place_of(self.session, self.executor.runner.pc) == noted.place)
            return True
        self._go(go)

    def to_time(self, us: int) -> None:
        """To the first statement that does not begin before this time; with units, so it is there soon."""
        movement, history = self.movement, self.history
        movement.begin()
        movement.errors.forgiven = False
        self.traps.plain_steps()
        us = max(history.checkpoints[0].us, min(us, history.latest))
        present = self._present()
        if us == history.latest and present is not None:
            history.return_to(present)
            movement.halt("step", "")
            return
        checkpoint = next((one for one in reversed(history.checkpoints) if one.us <= us), history.checkpoints[0])
        begun = time.perf_counter()
        if not checkpoint.us < movement.clock.us <= us:
            history.restore(checkpoint)
        self._forward(us)
        if us >= history.latest:
            history.apply_due()
        if time.perf_counter() - begun > FAR and history.in_the_past():
            self.traps.plain_steps()
            history.keep()              # others near it are soon wanted, too
        movement.halt("step", "")

    def _forward(self, us: int) -> None:
        self.movement.run_units(us, heeding=False, exact=True)
        self.traps.plain_steps()

    def to_present(self) -> None:
        """A copy of it has been kept."""
        movement, history = self.movement, self.history
        movement.begin()
        self.traps.plain_steps()
        present = self._present()
        if present is not None:
            history.return_to(present)
        else:
            self._forward(history.latest)
            history.apply_due()
        history.present = None
        movement.halt("step", "This is the present.")

    def _present(self) -> Checkpoint | None:
        """The copy of it, where the program has not gone on since. A replay may come to another step of its microsecond."""
        history = self.history
        present = history.present
        return present if present is not None and present.moment == Moment(history.latest, len(history.log)) else None

    def to_count(self, count: int) -> None:
        if count < 0:
            raise CommandError("Statements are counted from 0.")
        total = self.way_back.count()
        if count <= total:
            self.back(total - count)
        else:
            self.movement.forward_by(count - total, sentence("{0} statements have been done.", count))

    def to_kept(self, kept: Kept) -> None:
        if not self.history.is_kept(kept):
            raise CommandError("That moment is not kept any more.")

        def go() -> bool:
            self.traps.plain_steps()
            self.history.return_to(kept.copy)
            return True
        self._go(go)

    def _go(self, go: Callable[[], bool], told: Callable[[], str] = lambda: "") -> None:
        movement = self.movement
        movement.begin()
        movement.errors.forgiven = False
        left = self.history.place_in_time()
        arrived = go()
        if not self.left or (self.left[-1].moment, self.left[-1].copy.standing) != (left.moment, left.copy.standing):
            self.left = [*self.left[1 - MOST_LEFT:], left]
        movement.halt("step", told() if arrived else "This is the beginning.")

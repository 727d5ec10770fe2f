"""The way back to earlier statements: the past is run again from its copies of the state, the latest part of it first."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from basic.debug.copies import Checkpoint, Moment
from basic.debug.expressions import CommandError
from basic.debug.history import History
from basic.debug.moments import Measured, Segment, Traced
from basic.debug.standing import standing_of
from basic.debug.views import Place, place_of
from basic.ports import NEVER

MEASURED = 25_000               # statements between two copies in a stretch whose statements were counted
NEAR = 2000                     # statements between a copy and the place behind it that was gone back to


class WayBack:
    """`progress` is told how much of a way is done; True ends it. `arrived_at`: statements behind the copy from which the
    program was last taken elsewhere."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.session = history.session
        self.clock = history.clock
        self.executor = history.executor
        self.stepper = history.stepper
        self.traps = history.traps
        self.progress: Callable[[float], bool] = lambda part: False
        self.arrived_at = 0

    @contextmanager
    def _or_stay(self) -> Iterator[None]:
        """Where something goes wrong on the way, the program is back where it stood, and no moment is lost."""
        here = self.history.copy()
        try:
            yield
        except BaseException:
            self.history.restore(here)
            raise

    def _goes_on(self, segment: Segment) -> None:
        """Before a further part of the past is looked through."""
        begin, end = self.history.checkpoints[0].us, max(self.history.latest, 1)
        if self.progress(1 - (segment.end.us - begin) / max(1, end - begin)):
            raise CommandError("Ended early.")

    def _segments(self) -> list[Segment]:
        """The past up to here, cut at its copies, the latest part first."""
        end = self.history.here()
        at = bisect_right(self.history.checkpoints, end.us, key=lambda one: one.us)
        found: list[Segment] = []
        for checkpoint in reversed(self.history.checkpoints[:at]):
            if checkpoint.moment <= end:
                found.append(Segment(checkpoint, end, whole=bool(found)))
                end = checkpoint.moment
        return found

    def _measured(self, segment: Segment) -> list[Measured]:
        """The segment with its statements counted: in parts, the latest first. Each part begins at a copy."""
        checkpoint, end, whole = segment
        if whole and checkpoint.length is not None:
            return [Measured(checkpoint, end, checkpoint.length)]
        self.history.restore(checkpoint)
        parts: list[Measured] = []
        while True:
            self.stepper.count = 0
            counted = self.history.here() != end and self.history.forward(end.us, MEASURED, None, end.log_at) == "count"
            length = self.stepper.count
            parts.append(Measured(checkpoint, self.history.here() if counted else end, length))
            following = self.history.copy_here() if counted else None
            if counted or whole:
                checkpoint.length = length
            if following is None:
                self.history.thin_out()
                return parts[::-1]
            checkpoint = following

    def back(self, statements: int) -> bool:
        """That many statements back. False: it would be before the beginning of the past, and it stands there."""
        self.traps.plain_steps()
        if not statements:
            return True
        with self._or_stay():
            for segment in self._segments():
                self._goes_on(segment)
                for checkpoint, end, length in self._measured(segment):
                    if length >= statements:
                        self._arrive(checkpoint, end, length - statements)
                        return True
                    statements -= length
            self.history.restore(self.history.checkpoints[0])
        return False

    def _arrive(self, checkpoint: Checkpoint, end: Moment, count: int) -> None:
        """To the `count`th statement behind a copy; leaves a copy near it, because a person often goes back again."""
        self.arrived_at = count
        if count > 2 * NEAR:
            self.history.replay(checkpoint, end, count - NEAR)
            self.history.keep()
            self.stepper.count = 0
            self.history.forward(end.us, NEAR, None, end.log_at)
        else:
            self.history.replay(checkpoint, end, count)
        self.history.apply_due(end.log_at)
        self._where_it_was_led(end.log_at)
        self.stepper.attend()

    def _where_it_was_led(self, log_until: int) -> None:
        """While the program waits, the debugger's commands may take it to another statement: that comes next then."""
        if self.history.log_at >= log_until:
            return
        count, led = self.stepper.count, self.history.copy()
        while self.history.log_at < log_until:
            ended = self.history.forward(self.history.next_entry(), count + 1, log_until=self.history.log_at)
            if ended or self.stepper.count > count:
                break
            entry, before = self.history.log[self.history.log_at], standing_of(self.executor)
            self.history.apply_due(self.history.log_at + 1)
            if entry.name not in self.session.input.acts and standing_of(self.executor) != before:
                led = self.history.copy()
        self.history.put_back(led)
        self.stepper.count = count

    def back_to(self, wanted: Callable[[int, int], int | None]) -> bool:
        """To the latest earlier statement that `wanted(count, pc)` names. It is asked at each statement behind a copy, in
        their order. False: it named none, and the program stands at the beginning of the past.
        """
        self.traps.plain_steps()
        with self._or_stay():
            for segment in self._segments():
                self._goes_on(segment)
                checkpoint, end, _ = segment
                found: int | None = None

                def look(count: int, pc: int) -> None:
                    nonlocal found
                    named = wanted(count, pc)
                    found = found if named is None else named
                length = self.history.replay(checkpoint, end, NEVER, look)
                before = found
                look(length, self.executor.runner.pc)
                if found is not None and found >= length:
                    found = before
                if found is not None:
                    self._arrive(checkpoint, end, found)
                    return True
            self.history.restore(self.history.checkpoints[0])
        return False

    def back_within(self, choose: Callable[[], int]) -> None:
        """Replays from the copy before here, then goes to the statement behind it that `choose` names."""
        with self._or_stay():
            checkpoint, end, _ = self._segments()[0]
            self.history.replay(checkpoint, end)
            self._arrive(checkpoint, end, choose())

    def before(self, moment: Moment) -> None:
        """To before the last statement that was done at this moment."""
        with self._or_stay():
            copies = self.history.checkpoints
            checkpoint = next((one for one in reversed(copies) if one.moment < moment), copies[0])
            self._arrive(checkpoint, moment, max(0, self.history.replay(checkpoint, moment) - 1))

    def recent(self, statements: int) -> list[Traced]:
        """The last statements, the oldest first."""
        with self.history.not_counting():
            return self._recent(statements)

    def _recent(self, statements: int) -> list[Traced]:
        self.traps.plain_steps()
        here = self.history.copy()
        found: list[tuple[Place, int]] = []
        try:
            for checkpoint, end, _ in self._segments():
                part: dict[int, tuple[Place, int]] = {}

                def look(count: int, pc: int, part: dict[int, tuple[Place, int]] = part) -> None:
                    part[count] = place_of(self.session, pc), self.clock.us
                    part.pop(count - statements, None)
                length = self.history.replay(checkpoint, end, NEVER, look)
                part.pop(length, None)
                found = list(part.values()) + found
                if len(found) >= statements:
                    break
        finally:
            self.history.restore(here)
        found = found[-statements:]
        return [Traced(len(found) - at, place, us) for at, (place, us) in enumerate(found)]

    def count(self) -> int:
        """Statements from the beginning to here."""
        self.traps.plain_steps()
        here = self.history.copy()
        try:
            return sum(part.length for segment in self._segments() for part in self._measured(segment))
        finally:
            self.history.restore(here)

"""Going back: copies of the whole state, taken now and then, and replay from them with what came from outside.

Everything a session does follows from its state, from emulated time and from the entries of the log: keys, and what the
person who debugs has changed. So any moment of the past is a copy of the state before it, the log, and a number of
statements; and going on from there comes to the present again, until something new comes from outside.
"""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from basic.debug.stepper import Seen, Stepper
from basic.ports import NEVER

KEPT = 200                      # copies of the state, in all
EVERY_US = 600_000_000          # of emulated time: some hundred thousand statements
MEASURED = 25_000               # statements after which there is one more, where they have been counted anyway
NEAR = 2000                     # ... and before a place that was gone back to


class Entry(NamedTuple):
    us: int
    name: str
    arguments: tuple


@dataclass
class Checkpoint:
    us: int
    log_at: int
    state: tuple
    length: int | None = None   # statements to the next one


class History:
    """`acts` are what the log's names stand for. `still()` is called before any replay: no traps, plain steps.
    `cut_too()` when the past becomes another one: what was still to come is forgotten elsewhere too."""

    def __init__(self, session, stepper: Stepper, acts: dict[str, Callable], still: Callable[[], None],
                 cut_too: Callable[[], None]):
        self.session = session
        self.machine = session.machine
        self.clock = session.machine.clock
        self.executor = session.executor
        self.stepper = stepper
        self.acts = acts
        self.still = still
        self.cut_too = cut_too
        self.forget()

    def forget(self) -> None:
        """The past begins here."""
        self.log: list[Entry] = []
        self.log_at = 0
        self.latest = self.clock.us
        self.machine.host_log.remember()
        self.checkpoints: list[Checkpoint] = []
        self.due = 0                    # when the next copy is to be made
        self.keep()

    # the present

    def keep(self) -> None:
        """One more copy, of now."""
        self._copied()
        self._thin_out()

    def _copied(self) -> Checkpoint:
        self.due = max(self.due, self.clock.us + EVERY_US)
        at = bisect_right(self.checkpoints, self.clock.us, key=lambda one: one.us)
        before = self.checkpoints[at - 1] if at else None
        if before is not None and (before.us, before.log_at) == self.here():
            return before
        if before is not None:
            before.length = None
        heat_map = self.executor.hooks.heat_map
        state = self.machine.snapshot(), self.session.snapshot(), heat_map.snapshot() if heat_map else {}
        made = Checkpoint(self.clock.us, self.log_at, state)
        self.checkpoints.insert(at, made)
        return made

    def _thin_out(self) -> None:
        """Where there are too many, the older half loses every other copy."""
        while len(self.checkpoints) > KEPT:
            old = self.checkpoints[:KEPT // 2]
            for first, second in zip(old[::2], old[1::2], strict=True):
                first.length = None if None in (first.length, second.length) else first.length + second.length
            self.checkpoints[:len(old)] = old[::2]

    def in_the_past(self) -> bool:
        return self.clock.us < self.latest or self.log_at < len(self.log)

    def enter(self, name: str, *arguments: Any) -> Any:
        """Something comes from outside: from here on the past is another one."""
        if self.in_the_past():
            self.cut()
        self.log.append(Entry(self.clock.us, name, arguments))
        self.log_at = len(self.log)
        try:
            return self.acts[name](*arguments)
        except Exception:
            self.log.pop()
            self.log_at = len(self.log)
            raise
        finally:
            self.latest = self.clock.us

    def cut(self) -> None:
        """What was still to come is forgotten."""
        del self.log[self.log_at:]
        del self.checkpoints[bisect_right(self.checkpoints, self.clock.us, key=lambda one: one.us):]
        self.checkpoints[-1].length = None
        self.due = self.checkpoints[-1].us + EVERY_US
        self.latest = self.clock.us
        self.machine.host_log.cut()
        self.cut_too()

    # going on

    def next_entry(self) -> int:
        """When the log has something, NEVER where it has no more."""
        return self.log[self.log_at].us if self.log_at < len(self.log) else NEVER

    def apply_due(self, log_until: int = NEVER) -> None:
        while self.log_at < log_until and self.next_entry() <= self.clock.us:
            entry = self.log[self.log_at]
            self.log_at += 1
            self.acts[entry.name](*entry.arguments)

    def forward(self, until: int, most: int = NEVER, seen: Seen | None = None,
                log_until: int | None = None) -> str | None:
        """Goes on statement by statement, with what the log holds; `Stepper.walk` says what it gives back."""
        log_until = len(self.log) if log_until is None else log_until
        while True:
            self.apply_due(log_until)
            stop = min(until, self.next_entry() if self.log_at < log_until else NEVER)
            ended = self.stepper.walk(stop, most, seen)
            if ended == "key":
                self.executor.runner.pass_time(stop)
                if self.clock.us < stop:
                    continue
            elif ended:
                return ended
            if self.clock.us >= until:
                self.apply_due(log_until)
                return None

    # going back

    def restore(self, checkpoint: Checkpoint) -> None:
        machine_state, session_state, heat = checkpoint.state
        self.machine.restore(machine_state)
        self.session.restore(session_state)
        if self.executor.hooks.heat_map is not None:
            self.executor.hooks.heat_map.restore(heat)
        self.log_at = checkpoint.log_at
        self.stepper.count = 0

    def here(self) -> tuple[int, int]:
        """Now, for `go_to`."""
        return self.clock.us, self.log_at

    def _travel(self, checkpoint: Checkpoint, end: tuple[int, int], most: int = NEVER,
                seen: Seen | None = None) -> int:
        """From a copy to `end`, or so many statements: how many it were."""
        self.restore(checkpoint)
        until, log_until = end
        if until > self.clock.us or self.log_at < log_until:
            self.forward(until, most, seen, log_until)
        return self.stepper.count

    def _segments(self):
        """The copies up to here, the latest first, each with where its part of the past ends."""
        end = self.here()
        at = bisect_right(self.checkpoints, end[0], key=lambda one: one.us) - 1
        whole = False
        while at >= 0:
            checkpoint = self.checkpoints[at]
            if (checkpoint.us, checkpoint.log_at) <= end:
                yield checkpoint, end, whole
                end = checkpoint.us, checkpoint.log_at
                whole = True
            at -= 1

    def _lengths(self, checkpoint: Checkpoint, end: tuple[int, int], whole: bool):
        """The statements from a copy to `end`, counted: in parts, the latest first, as (copy, end, length)."""
        if whole and checkpoint.length is not None:
            return [(checkpoint, end, checkpoint.length)]
        self.restore(checkpoint)
        until, log_until = end
        parts = []
        while True:
            self.stepper.count = 0
            counted = self.here() != end and self.forward(until, MEASURED, None, log_until) == "count"
            length = self.stepper.count
            parts.append((checkpoint, self.here() if counted else end, length))
            following = self._copied() if counted else None
            if counted or whole:
                checkpoint.length = length
            if following is None:
                self._thin_out()
                return parts[::-1]
            checkpoint = following

    def back(self, statements: int) -> bool:
        """So many statements back; False: that was before the beginning, which is here now."""
        self.still()
        if not statements:
            return True
        for segment in list(self._segments()):
            for checkpoint, end, length in self._lengths(*segment):
                if length >= statements:
                    self._arrive(checkpoint, end, length - statements)
                    return True
                statements -= length
        self.restore(self.checkpoints[0])
        return False

    def _arrive(self, checkpoint: Checkpoint, end: tuple[int, int], count: int) -> None:
        """To the `count`th statement behind a copy; leaves a copy near it, because one goes back more than once."""
        if count > 2 * NEAR:
            self._travel(checkpoint, end, count - NEAR)
            self.keep()
            self.stepper.count = 0
            self.forward(end[0], NEAR, None, end[1])
        else:
            self._travel(checkpoint, end, count)
        self.apply_due(end[1])

    def back_to(self, wanted: Callable[[int, int], int | None]) -> bool:
        """To the latest earlier statement that `wanted(count, pc)` named, given all in their order from a copy on.

        Where it named none, to the beginning.
        """
        self.still()
        for checkpoint, end, _ in list(self._segments()):
            found = None

            def look(count: int, pc: int) -> None:
                nonlocal found
                named = wanted(count, pc)
                found = found if named is None else named
            length = self._travel(checkpoint, end, NEVER, look)
            before = found
            look(length, self.executor.runner.pc)
            if found is not None and found >= length:
                found = before
            if found is not None:
                self._arrive(checkpoint, end, found)
                return True
        self.restore(self.checkpoints[0])
        return False

    def back_within(self, choose: Callable[[], int]) -> None:
        """Replays from the copy before here, then goes to the statement behind it that `choose` names."""
        checkpoint, end, _ = next(self._segments())
        self._travel(checkpoint, end)
        self._arrive(checkpoint, end, choose())

    def recent(self, statements: int) -> list[tuple[int, tuple[int | None, int], int]]:
        """The last statements, the oldest first: how many back, (line's number, statement's place), when it began."""
        self.still()
        here = self.here()
        where, program = self.executor.table.where, self.session.program
        found: list[tuple] = []
        for checkpoint, end, _ in list(self._segments()):
            part: dict[int, tuple] = {}

            def look(count: int, pc: int, part=part) -> None:
                line, statement = where[pc]
                number = program.numbers[line] if line is not None and line < len(program.numbers) else None
                part[count] = (number, statement), self.clock.us
                part.pop(count - statements, None)
            length = self._travel(checkpoint, end, NEVER, look)
            part.pop(length, None)
            found = list(part.values()) + found
            if len(found) >= statements:
                break
        self.go_to(here)
        found = found[-statements:]
        return [(len(found) - at, place, us) for at, (place, us) in enumerate(found)]

    def go_to(self, here: tuple[int, int]) -> None:
        """To a moment that has been, which is where everything is to stay."""
        checkpoint = next(one for one in reversed(self.checkpoints) if (one.us, one.log_at) <= here)
        self._travel(checkpoint, here)

    def count(self) -> int:
        """Statements from the beginning to here."""
        self.still()
        here = self.here()
        total = sum(length for segment in list(self._segments()) for _, _, length in self._lengths(*segment))
        self.go_to(here)
        return total

"""The past: copies of the whole state, taken now and then, and a replay from them with what came from outside.

What a session does follows from its state, from emulated time and from the entries of the log: keys, and the changes that
a person made in the debugger. So any moment of the past can be reached by a copy of an earlier state, the log, and a number
of statements. Going on from there leads to the present again, unless something new comes from outside.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from basic.debug.copies import Checkpoint, Counted, Moment, same_texts, small, whole
from basic.debug.heat_map import HeatMap
from basic.debug.moments import FORGOTTEN, Cut, Entry, Kept
from basic.debug.probes import Noted
from basic.debug.standing import Standing, standing_of
from basic.debug.stepper import Seen, Stepper
from basic.debug.traps import Traps
from basic.ports import NEVER
from basic.session import Session

KEPT = 100                      # copies of the state, in all
EVERY_US = 600_000_000          # of emulated time between two copies: some hundred thousand statements
MOST = 24 << 20                 # bytes of the past; beyond, the oldest is forgotten
FEW = 50                        # copies that may take half of them; beyond, there are fewer
MOST_READ = 4 << 20             # bytes of that which files may have given: some twenty discs full
MOST_ANSWERS = MOST_READ // 4   # of these, after which a copy is made, so that older ones can be forgotten
ENTRY = 400                     # bytes of an entry of the log, about


class History:
    """`actions` are what the names in the log stand for. A replay is done in plain steps, without traps."""

    def __init__(self, session: Session, stepper: Stepper, traps: Traps,
                 actions: dict[str, Callable[..., Any]]) -> None:       # each with arguments of its own
        self.session = session
        self.machine = session.machine
        self.clock = session.machine.clock
        self.executor = session.executor
        self.stepper = stepper
        self.traps = traps
        self.actions = actions
        self.forget()

    def forget(self) -> None:
        """The past begins now."""
        self.log: list[Entry] = []
        self.log_at = 0
        self.latest = self.clock.us
        self.machine.host_log.remember()
        self.cuts: list[Cut] = []       # where the program went another way than before
        self.output: tuple[int, Callable[[], None]] | None = None       # of the machine up to a time: what puts it back
        self.present: Checkpoint | None = None      # where the program stood when it left the present
        self.checkpoints: list[Checkpoint] = []
        self.due = 0                    # when the next copy is to be made
        if (heat_map := self.executor.hooks.heat_map) is not None:
            heat_map.begin, heat_map.begun = self.here(), True
        self.copied_size = 0            # of the host log, at the latest copy
        self.keep()

    # the present

    def keep(self) -> None:
        """Copies the present state."""
        self.copy_here()
        self.thin_out()
        self._forget_oldest()
        self.copied_size = self.machine.host_log.size

    def is_due(self) -> bool:
        """Whether the next copy is to be made: some time has passed, or much has been read from files."""
        return self.clock.us >= self.due or self.machine.host_log.size > self.copied_size + MOST_ANSWERS

    def copy_here(self) -> Checkpoint:
        self.due = max(self.due, self.clock.us + EVERY_US)
        at = bisect_right(self.checkpoints, self.here(), key=lambda one: one.moment)
        before = self.checkpoints[at - 1] if at else None
        if before is not None and before.moment == self.here():
            return before
        if before is not None:
            before.length = None
        made = self.copy(before)
        self.checkpoints.insert(at, made)
        return made

    def copy(self, before: Checkpoint | None = None) -> Checkpoint:
        """The present state, for `restore`; what is as in the copy `before` is shared with it. It is not kept here."""
        like = (before.machine, before.session) if before else (None, None)
        machine, size = small(self.machine.snapshot(), like[0])
        session, more = small(self.session.snapshot(), like[1], same_texts)
        return Checkpoint(self.clock.us, self.log_at, machine, session, self._counted(), size + more,
                          standing_of(self.executor))

    def _counted(self) -> Counted | None:
        heat_map = self.executor.hooks.heat_map
        if heat_map is None:
            return None
        heat_map.reach(self.here())
        return heat_map.snapshot()

    def count_heat(self) -> None:
        """A heat map begins to count here. Copies of later moments do not know what it will have counted there."""
        del self.checkpoints[bisect_right(self.checkpoints, self.here(), key=lambda one: one.moment):]
        self.checkpoints[-1].length = None
        heat_map = self.executor.hooks.heat_map = HeatMap(self.executor, self.here())
        heat_map.put_in()
        self.keep()

    def thin_out(self) -> None:
        """Where there are too many, the older half loses every other copy."""
        while (many := len(self.checkpoints)) > KEPT or many > FEW and sum(one.size for one in self.checkpoints) > MOST // 2:
            old = self.checkpoints[:many // 4 * 2]
            for first, second in zip(old[::2], old[1::2], strict=True):
                if first.length is not None:
                    first.length = None if second.length is None else first.length + second.length
            self.checkpoints[:len(old)] = old[::2]

    def _forget_oldest(self) -> None:
        host_log, first = self.machine.host_log, self.checkpoints[0]
        size = sum(one.size for one in self.checkpoints) + ENTRY * (len(self.log) - first.log_at) + host_log.size
        gone = 0
        most = bisect_right(self.checkpoints, self.here(), key=lambda one: one.moment) - 1      # what is before here
        while (size > MOST or host_log.size > MOST_READ) and gone < most:
            old, first = self.checkpoints[gone:gone + 2]
            gone += 1
            size -= old.size + ENTRY * (first.log_at - old.log_at) + host_log.size
            host_log.forget_before(first.machine["host_log"])
            size += host_log.size
        if gone:
            del self.checkpoints[:gone]
            self.log[:first.log_at] = [FORGOTTEN] * first.log_at

    def place_in_time(self) -> Kept:
        """Here, to come back to."""
        return Kept(self.copy(), len(self.cuts))

    def is_kept(self, kept: Kept) -> bool:
        """Whether the moment is in the past that there is now."""
        return self._reaches(kept.moment) and all(
            cut.moment > kept.moment or (cut.moment, cut.standing) == (kept.moment, kept.copy.standing)
            for cut in self.cuts[kept.cuts:])

    def is_noted(self, noted: Noted) -> bool:
        """The same of a moment that a question has found."""
        return self._reaches(noted.moment) and all(cut.moment >= noted.moment for cut in self.cuts[noted.cuts:])

    def _reaches(self, moment: Moment) -> bool:
        return self.checkpoints[0].moment <= moment <= Moment(self.latest, len(self.log))

    def in_the_past(self) -> bool:
        return self.clock.us < self.latest or self.log_at < len(self.log)

    def enter(self, name: str, *arguments: Any) -> Any:
        """Something comes from outside: it is done and logged, and what was still to come is forgotten.

        Where it fails, nothing is forgotten.
        """
        undo = self._cut_for_now() if self.in_the_past() else None
        self._forget_others_here()
        self.log.append(Entry(self.clock.us, name, arguments, standing_of(self.executor)))
        self.log_at = len(self.log)
        try:
            result = self.actions[name](*arguments)
        except BaseException:
            self.log.pop()
            self.log_at = len(self.log)
            self.latest = self.clock.us
            if undo:
                undo()
            raise
        self.latest = self.clock.us
        return result

    def _cut_for_now(self) -> Callable[[], None]:
        """Cuts, and gives what puts back all that was cut off."""
        log, checkpoints, due, latest = self.log[:], self.checkpoints[:], self.due, self.latest
        put_back, output = self.machine.host_log.copy(), self.output
        hits = [(one.hits, one.hits.moments[:]) for one in self.traps.all if one.hits is not None]
        heat_map = self.executor.hooks.heat_map
        counted = None if heat_map is None else (heat_map.snapshot(), heat_map.begun)

        def undo() -> None:
            self.log[:], self.checkpoints[:], self.due, self.latest = log, checkpoints, due, latest
            self.output = output
            self.cuts.pop()
            put_back()
            if heat_map is not None and counted is not None:
                (heat_map.begin, heat_map.lines), heat_map.begun = counted
            for one, moments in hits:
                one.moments[:] = moments
        self.cut()
        return undo

    def is_present(self) -> None:
        """What came behind here has not happened, since a statement that began here was stopped; but what came from outside
        while it waited has."""
        self.latest = max(self.clock.us, self.log[-1].us if self.log_at < len(self.log) else 0)
        del self.checkpoints[bisect_right(self.checkpoints, Moment(self.latest, len(self.log)), key=lambda one: one.moment):]
        self.present = self.output = None

    def cut(self) -> None:
        """Forgets what is still to come."""
        del self.log[self.log_at:]
        del self.checkpoints[bisect_right(self.checkpoints, self.here(), key=lambda one: one.moment):]
        self._forget_others_here()
        self.checkpoints[-1].length = None
        self.due = self.checkpoints[-1].us + EVERY_US
        self.latest = self.clock.us
        self.cuts.append(Cut(self.here(), standing_of(self.executor)))
        self.output = self.present = None
        self.machine.host_log.cut()
        self.traps.cut()
        if (heat_map := self.executor.hooks.heat_map) is not None and not heat_map.begun:
            heat_map.start(self.here())

    def _forget_others_here(self) -> None:
        """A copy of this time, but of another of its steps, may lie behind what comes now."""
        last = self.checkpoints[-1]
        if last.moment == self.here() and last.standing != standing_of(self.executor):
            self.checkpoints[-1] = self.copy()

    # going on

    def next_entry(self) -> int:
        """When the log has something, NEVER where it has no more."""
        return self.log[self.log_at].us if self.log_at < len(self.log) else NEVER

    def next_stop(self, log_until: int = NEVER) -> int:
        """When `apply_due` has something to do, NEVER where there is no more."""
        heat_map = self.executor.hooks.heat_map
        begin = NEVER if heat_map is None or heat_map.begun else max(heat_map.begin.us, self.clock.us + 1)
        return min(begin, self.next_entry() if self.log_at < log_until else NEVER)

    def apply_due(self, log_until: int = NEVER, until: int = NEVER) -> None:
        """Does what the log has for now, and for later as far as that takes time, but nothing from `until` on. Where the heat
        map's counting begins, it begins."""
        while self.log_at < log_until and self.next_entry() <= self.clock.us < until:
            entry = self.log[self.log_at]
            self.meet(entry.standing)
            self.log_at += 1
            with self._unwatched():
                if entry.name in self.session.input.acts or self.traps.probes:
                    self.actions[entry.name](*entry.arguments)
                else:
                    with self._plain_steps():       # nothing may stop it halfway
                        self.actions[entry.name](*entry.arguments)
                    self.traps.look()
        if (heat_map := self.executor.hooks.heat_map) is not None:
            heat_map.reach(self.here())

    def meet(self, standing: Standing | None) -> None:
        """Does the steps that take no time until the program stands so. Where it never does, it stays as it was."""
        if standing is not None:
            self._until(lambda: standing_of(self.executor) == standing)

    def _until(self, stands: Callable[[], bool]) -> None:
        if stands():
            return
        with self._plain_steps():
            here, count = self.copy(), self.stepper.count
            if not self.stepper.meet(stands):
                self.put_back(here)
            self.stepper.count = count

    @contextmanager
    def _plain_steps(self) -> Iterator[None]:
        """For a while there are no traps and no units."""
        with_traps, with_units = self.traps.set, self.executor.jit.on
        self.traps.plain_steps()
        try:
            yield
        finally:
            if with_traps:
                self.traps.put_in()
            self.executor.table.use_units(with_units)

    def forward(self, until: int, most: int = NEVER, seen: Seen | None = None,
                log_until: int | None = None) -> str | None:
        """Goes on statement by statement, with the entries of the log; it gives what `Stepper.walk` gives."""
        log_until = len(self.log) if log_until is None else log_until
        with self._unwatched():
            while True:
                self.apply_due(log_until)
                if self.clock.us >= until and self.stepper.count < most:
                    return None
                stop = min(until, self.next_stop(log_until))
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

    @contextmanager
    def _unwatched(self) -> Iterator[None]:
        """For a while no face sees the program: what it shows and waits for ends no replay."""
        real_time = self.executor.real_time
        watching, real_time.watching = real_time.watching, False
        try:
            yield
        finally:
            real_time.watching = watching

    # going back

    def restore(self, checkpoint: Checkpoint) -> None:
        is_present = self.clock.us == self.latest and not self.in_the_past()        # a replay may come a statement further
        if is_present and (self.present is None or self.present.moment != self.here()):
            self.present = self.copy()          # the one that there is may be a few steps of the same time further
            self.output = None                  # a replay that came further may have had other output
        if self.output is None or self.clock.us > self.output[0]:
            self.output = self.clock.us, self.machine.keep_output()
        elif checkpoint.us >= self.clock.us:
            self.output[1]()
        self.put_back(checkpoint)

    def put_back(self, checkpoint: Checkpoint) -> None:
        self.machine.restore(whole(checkpoint.machine))
        self.session.restore(whole(checkpoint.session))
        if self.executor.hooks.heat_map is not None:
            self.executor.hooks.heat_map.restore(checkpoint.moment, checkpoint.heat)
        self.log_at = checkpoint.log_at
        self.stepper.count = 0

    def here(self) -> Moment:
        """Now, to the microsecond."""
        return Moment(self.clock.us, self.log_at)

    def replay(self, checkpoint: Checkpoint, end: Moment, most: int = NEVER, seen: Seen | None = None) -> int:
        """From a copy to `end`, or as many statements as `most`: how many they were."""
        self.restore(checkpoint)
        if end.us > self.clock.us or self.log_at < end.log_at:
            self.forward(end.us, most, seen, end.log_at)
        return self.stepper.count

    @contextmanager
    def not_counting(self) -> Iterator[None]:
        """What is run again meanwhile does not count for the heat map, and the copy of the present stays one that knows it."""
        hooks = self.executor.hooks
        if hooks.heat_map is None:
            yield
            return
        present = self.present
        self.traps.plain_steps()
        counted, begun = hooks.heat_map.snapshot(), hooks.heat_map.begun
        hooks.heat_map.take_out()
        hooks.heat_map = None
        try:
            yield
        finally:
            self.traps.plain_steps()
            hooks.heat_map = HeatMap(self.executor, counted.begin)
            hooks.heat_map.begun, hooks.heat_map.lines = begun, counted.lines
            hooks.heat_map.put_in()
            self.present = present

    def go_to(self, moment: Moment, stands: Callable[[], bool] | None = None) -> None:
        """To a time of the past or the future, of which nothing is to change; there to the first step where it `stands` so."""
        checkpoint = next(one for one in reversed(self.checkpoints) if one.moment < moment or one is self.checkpoints[0])
        self.replay(checkpoint, moment)
        if stands is not None:
            self._until(stands)

    def return_to(self, copy: Checkpoint) -> None:
        """To a moment exactly. What the heat map has up to there is counted again, where the copy does not know it."""
        heat_map = self.executor.hooks.heat_map
        if heat_map is None or copy.moment < heat_map.begin or copy.heat is not None and copy.heat.begin == heat_map.begin:
            self.restore(copy)
            return
        self.go_to(copy.moment)
        counted = heat_map.snapshot()
        self.restore(copy)
        heat_map.restore(copy.moment, counted)

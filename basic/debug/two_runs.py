"""Two runs, and the first statement where they part.

    parting = where_they_part(debugger, other)      # None: as far as this one has come, both do the same
    parting.here, parting.there                     # the statements; parting.values: what one of them has changed otherwise

The first run is the past that a debugger keeps. The other is made from its beginning: another program with the same keys, or
the same program with other keys. Both are run statement by statement. They part where one goes to another statement, changes a
variable otherwise, or waits for a key that the other does not want. Of arrays and variables only those count that both have.
What comes of TIME does not count, as long as it leads to no other statement.
"""

from typing import NamedTuple

from basic.debug.debugger import Debugger
from basic.debug.expressions import CommandError, nodes_in
from basic.debug.history import History
from basic.debug.moments import Entry
from basic.debug.past import Progress, nothing
from basic.debug.probes import Noted, Shown
from basic.debug.views import Place, array_number, elements_of, name_of, place_of
from basic.ports import NEVER
from basic.runtime.control import FIRST_LINE
from basic.session import Session
from basic.syntax import parser
from basic.syntax.function import FUNCTIONS
from basic.syntax.nodes import Call, Element

AT_ONCE = 2000                  # statements that one run does before the other does them
PATIENCE_US = 5_000_000         # of emulated time that the other may wait for what has been typed


class Parting(NamedTuple):
    """The first statement that differs."""
    statements: int             # done before it, the same in both
    here: Noted | None          # in the run that the debugger keeps; None: it waits there
    there: Place | None         # in the other; None: it waits for a key
    there_us: int
    values: tuple[tuple[str, Shown, Shown], ...] = ()   # names that it has given another value: here, there
    went: tuple[Place, Place] | None = None             # where it led, if to another statement: here, there


class Source(NamedTuple):
    """What a statement writes, and of what it makes that."""
    written: tuple[tuple[bytes, int, bool], ...] = ()   # name, sign, whether it is an array
    read: frozenset[str] = frozenset()
    reads_clock: bool = False


class Done(NamedTuple):
    """A statement that is about to run, and what the one before it changed."""
    us: int
    log_at: int
    place: Place
    changed: tuple[tuple[str, Shown], ...] = ()
    source: Source = Source()


def where_they_part(one: Debugger, other: Debugger, keys: bytes | None = None, progress: Progress = nothing) -> Parting | None:
    """`other` stands where the past of `one` begins. With `keys` it gets these, each where `one` has got one."""
    with one.past.kept_as_it_is():
        return _Race(one, other, keys, progress).run()


class _Runner:
    """One of the two: does statements, and notes them."""

    def __init__(self, debugger: Debugger) -> None:
        self.debugger = debugger
        self.session = debugger.session
        self.history: History = debugger.history
        self.stepper = debugger.stepper
        self.noted: list[Done] = []
        self.seen_at = -1
        self.last_pc: int | None = None
        self.sources: dict[int, tuple[int, Source]] = {}        # by pc: for which version of the program

    def walk(self, until: int, most: int) -> str | None:
        """Up to a time or a number of statements: what `Stepper.walk` gives."""
        return self.stepper.walk(until, most, self._see)

    def _see(self, count: int, pc: int) -> None:
        if count == self.seen_at:
            return
        self.seen_at = count
        source = Source() if self.last_pc is None else self._source_of(self.last_pc)
        changed = tuple(_value(self.session, *one) for one in source.written) if source.written else ()
        self.noted.append(Done(self.session.machine.clock.us, self.history.log_at, place_of(self.session, pc), changed, source))
        self.last_pc = pc

    def _source_of(self, pc: int) -> Source:
        version, source = self.sources.get(pc, (-1, Source()))
        if version != self.session.program.version:
            source = self._found(pc)
            self.sources[pc] = self.session.program.version, source
        return source

    def _found(self, pc: int) -> Source:
        table = self.session.executor.table
        if pc < FIRST_LINE or pc >= len(table.where) or table.where[pc][0] is None:
            return Source()
        line, at = table.where[pc]
        node = parser.node_of(table.line_of(line).statements[at]).whole
        calls = {FUNCTIONS[part.token].name for part in nodes_in(node) if isinstance(part, Call)}
        return Source(tuple((one.name, one.token, isinstance(one, Element)) for one in node.writes),
                      frozenset(_name(self.session, one.name, one.token) for one in node.reads), "TIME" in calls)


def _name(session: Session, name: bytes, token: int) -> str:
    return name_of(session.variables, name, session.variables.kind_of(name, token))


def _value(session: Session, name: bytes, token: int, is_array: bool) -> tuple[str, Shown]:
    variables = session.variables
    kind, text = variables.kind_of(name, token), _name(session, name, token)
    if is_array:
        try:
            number = array_number(session, text)
        except CommandError:
            return text + "()", None
        return text + "()", tuple(elements_of(variables, number))
    slot = variables.slots.get((name, kind))
    return text, None if slot is None else variables.values[slot]


class _Race:
    def __init__(self, one: Debugger, other: Debugger, keys: bytes | None, progress: Progress) -> None:
        self.one, self.other = _Runner(one), _Runner(other)
        self.debugger = one
        self.keys = keys
        self.progress = progress
        self.done = 0               # statements that were the same
        self.before = self.before_there = Done(0, 0, Place(None, 0))
        self.of_clock: set[str] = set()         # names whose values differ because they come of TIME

    def run(self) -> Parting | None:
        one, history = self.one, self.one.history
        clock, end = one.session.machine.clock, self.debugger.past.end
        self.debugger.traps.plain_steps()
        self.other.debugger.traps.plain_steps()
        history.restore(history.checkpoints[0])
        begin = clock.us
        one.stepper.count = self.other.stepper.count = 0
        while history.here() < end:
            while history.log_at < len(history.log) and history.next_entry() <= clock.us:
                self._enter(history.log[history.log_at])
            if clock.us >= end.us:
                break
            stop = min(end.us, history.next_entry())
            ended = one.walk(stop, one.stepper.count + AT_ONCE)
            if ended == "key":
                one.session.executor.runner.pass_time(stop)
            parting = self._compare(one.stepper.count)
            if parting is not None:
                return parting
            if self.progress((clock.us - begin) / max(1, end.us - begin)):
                raise CommandError("Ended early.")
        return None

    def _enter(self, entry: Entry) -> None:
        """What comes from outside comes to both."""
        history = self.one.history
        is_key = entry.name in self.one.session.input.acts
        history.apply_due(history.log_at + 1)
        if not is_key or self.keys is None:
            self.other.history.actions[entry.name](*entry.arguments)
        else:
            self._type(entry)

    def _type(self, entry: Entry) -> None:
        """As many keys as the first run gets here; with its last ones all the rest."""
        assert self.keys is not None
        history = self.one.history
        typed = {"type": len(entry.arguments[0]) if entry.arguments else 0, "press": 1}.get(entry.name, 0)
        if typed and not any(one.name in ("type", "press") for one in history.log[history.log_at:]):
            typed = len(self.keys)
        if typed and self.keys:
            self.other.session.input.acts["type"](self.keys[:typed])
            self.keys = self.keys[typed:]

    def _compare(self, count: int) -> Parting | None:
        """Has the other do as many statements, and looks whether they are the same."""
        other, waited = self.other, 0
        while other.stepper.count < count:
            ended = other.walk(NEVER, count)
            if ended != "key":
                break
            if waited >= PATIENCE_US:
                break
            us = other.session.machine.clock.us
            other.session.executor.runner.pass_time(us + PATIENCE_US - waited)
            waited += max(1, other.session.machine.clock.us - us)
        ours, theirs = self.one.noted, other.noted
        for at, done in enumerate(ours):
            if at >= len(theirs):
                if other.stepper.count < count:
                    return Parting(self.done + at, self._noted(done), None, other.session.machine.clock.us)
                break
            before, before_there = (ours[at - 1], theirs[at - 1]) if at else (self.before, self.before_there)
            values, led = self._unlike(done, theirs[at]), (done.place, theirs[at].place)
            if values or led[0] != led[1]:
                return Parting(self.done + at - 1, self._noted(before), before_there.place, before_there.us, values,
                               None if values else led)
        same = min(len(ours), len(theirs))
        if same:
            self.before, self.before_there = ours[same - 1], theirs[same - 1]
        self.done += same
        del ours[:same], theirs[:same]
        return None

    def _unlike(self, ours: Done, theirs: Done) -> tuple[tuple[str, Shown, Shown], ...]:
        if not ours.changed:
            return ()
        there, source = dict(theirs.changed), ours.source
        found = tuple((name, value, there[name]) for name, value in ours.changed if name in there and there[name] != value)
        names = {name.removesuffix("()") for name, _ in ours.changed}
        if found and (source.reads_clock or source.read & self.of_clock):
            self.of_clock |= names
            return ()
        if not found and self.of_clock:
            self.of_clock -= names
        return found

    def _noted(self, done: Done) -> Noted:
        return Noted(done.us, done.log_at, done.place, (), False, len(self.one.history.cuts))

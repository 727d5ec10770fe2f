"""Breakpoints and watches. While a program runs freely they cost nothing where they are not: a statement with a
breakpoint, or one that could change what is watched, has a trap in the place of its step; all others stay as they are.
"""

from collections.abc import Callable
from dataclasses import dataclass

from basic.control import READY, Trapped, Waiting
from basic.looking import Expression, Misunderstood

# Statements that change variables without naming them.
SWEEPING = {"_POKE", "_CALL", "_RUN", "_CLEAR", "_NEW", "_LOAD", "_CHAIN", "_MERGE", "_ERASE", "_DEFINT", "_DEFREAL",
            "_DEFSTR"}
# Statements that change what they name; LET and FOR change the first name only.
ASSIGNING = {"_INPUT", "_LINE", "_READ", "_MID_S", "_DIM", "BAR"}


@dataclass
class Breakpoint:
    number: int                         # the line's
    statement: int = 0                  # its place in the line, from 0
    condition: Expression | None = None
    passes: int = 1                     # it stops the program from this pass on
    hits: int = 0
    once: bool = False                  # gone when the program stops, wherever that is
    guard: Callable[[], bool] | None = None
    id: int = 0

    def holds(self) -> bool:
        if self.guard is not None and not self.guard():
            return False
        try:
            return self.condition is None or self.condition.is_true()
        except Misunderstood:
            return False

    def stops(self) -> bool:
        """The program has come here: is it to stop?"""
        if not self.holds():
            return False
        self.hits += 1
        return self.hits >= self.passes

    def __str__(self) -> str:
        place = f"{self.number}" + (f":{self.statement + 1}" if self.statement else "")
        return place + (f" if {self.condition.text}" if self.condition else "") + (
            f", from pass {self.passes} on" if self.passes > 1 else "")


class Watch:
    """A value that stops the program when it changes, or with `until_true` when it becomes true."""

    def __init__(self, expression: Expression, until_true: bool, id: int = 0):
        self.expression = expression
        self.until_true = until_true
        self.id = id
        self.last = self.before = self._now()

    def _now(self):
        try:
            return self.expression.is_true() if self.until_true else self.expression.value()
        except Misunderstood:
            return None             # an array that is not there

    def look(self) -> None:
        self.last = self._now()

    def fires(self) -> bool:
        now = self._now()
        if now == self.last:
            return False
        self.before, self.last = self.last, now
        return now is True if self.until_true else True

    def __str__(self) -> str:
        return f"{self.expression.text} becomes true" if self.until_true else self.expression.text


class Traps:
    """`caught` is what stopped the run: a Breakpoint, a Watch, or "ended" at the Ready prompt."""

    def __init__(self, session):
        self.session = session
        self.executor = session.executor
        self.breakpoints: list[Breakpoint] = []
        self.watches: list[Watch] = []
        self.stops_at_end = True
        self.direct_is_new = True           # the direct line has been laid out in the present code
        self.set = False                    # the traps are in the code
        self.covered: dict[int, object] = {}
        self.places: dict[int, tuple[list[Breakpoint], list[Watch]]] | None = None
        self.passing: int | None = None     # the pc whose trap has had its say
        self.caught: Breakpoint | Watch | str | None = None
        self.numbered = 0

    # what there is

    def add(self, trap: Breakpoint | Watch) -> None:
        if not getattr(trap, "once", False):
            self.numbered += 1
            trap.id = self.numbered
        self.take_out()
        self.passing = None
        (self.breakpoints if isinstance(trap, Breakpoint) else self.watches).append(trap)
        self.places = None

    def remove(self, traps) -> None:
        self.take_out()
        self.breakpoints[:] = [one for one in self.breakpoints if one not in traps]
        self.watches[:] = [one for one in self.watches if one not in traps]
        self.places = None

    @property
    def need_every_statement(self) -> bool:
        """A watch on what no single statement changes: TIME, a key, FN."""
        return any(not watch.expression.steady for watch in self.watches)

    def breakpoints_at(self, pc: int) -> list[Breakpoint]:
        here = self._places().get(pc)
        return here[0] if here else []

    # in the code

    def put_in(self) -> None:
        if self.set:
            return
        executor, code = self.executor, self.executor.code
        places = self._places()
        fusing = executor.hot.on
        executor.set_fusing(False)
        executor.traps.clear()
        executor.traps.update(places)
        for pc in places:
            self.covered[pc] = executor.hot.steps.get(pc, code[pc])
            code[pc] = self._trap(pc, *places[pc])
        self.set = True
        if fusing:
            executor.set_fusing(True)

    def take_out(self) -> None:
        if self.set:
            for pc, step in self.covered.items():
                self.executor.code[pc] = step
            self.covered.clear()
            self.set = False
            self.executor.traps.clear()
            self.executor.set_fusing(False)

    def covers(self, pc: int, step) -> None:
        """The step that belongs under a trap is another one now."""
        self.covered[pc] = step

    def new_code(self) -> None:
        """The steps have been made anew."""
        self.places = None
        self.direct_is_new = False
        self.covered.clear()
        self.executor.traps.clear()
        self.passing = None
        for one in [*self.watches, *self.breakpoints]:
            expression = one.expression if isinstance(one, Watch) else one.condition
            if expression is not None:
                expression.forget()
        if self.set:
            self.set = False
            self.put_in()

    def direct_laid_out(self) -> None:
        """A line without a number is about to run, which may change what is watched."""
        self.direct_is_new = True
        if self.watches:
            self.places = None
            if self.set:
                self.take_out()
                self.put_in()

    def _places(self) -> dict[int, tuple[list[Breakpoint], list[Watch]]]:
        if self.places is None:
            executor, program = self.executor, self.session.program
            places: dict[int, tuple[list, list]] = {}
            for breakpoint in self.breakpoints:
                if breakpoint.number in program.lines:
                    found, pcs = executor.layout(program.index(breakpoint.number))
                    if breakpoint.statement < len(pcs):
                        places.setdefault(pcs[breakpoint.statement], ([], []))[0].append(breakpoint)
            if self.watches:
                self._place_watches(places)
            if self.stops_at_end:
                places[READY] = [], []
            self.places = places
        return self.places

    def _place_watches(self, places: dict) -> None:
        executor = self.executor
        lines = [executor.layout(line) for line in range(len(self.session.program.numbers))]
        if executor.direct and self.direct_is_new:
            lines.append(executor.direct[1:])
        statements = [(statement.tokens, pc) for found, pcs in lines for statement, pc in zip(found, pcs, strict=True)]
        counted = set().union(*(_changes(tokens) for tokens, _ in statements if tokens and tokens[0].type == "_FOR"))
        for tokens, pc in statements:
            changed = counted if tokens and tokens[0].type == "_NEXT" else _changes(tokens)
            watches = [watch for watch in self.watches if changed is None or changed & watch.expression.names]
            if watches:
                places.setdefault(pc, ([], []))[1].extend(watches)

    def _trap(self, pc: int, breakpoints: list[Breakpoint], watches: list[Watch]):
        clock, cost, covered = self.executor.clock, self.executor.cost, self.covered

        def catch(caught) -> None:
            clock.us -= cost[pc]
            self.caught = caught
            raise Trapped(pc)

        def trap():
            if self.passing != pc:
                for breakpoint in breakpoints:
                    if breakpoint.stops():
                        catch(breakpoint)
                if pc == READY:
                    catch("ended")
            self.passing = pc
            try:
                after = watching()
            except Waiting:
                raise
            except Exception:
                self.passing = None
                raise
            self.passing = None
            return after

        def watching():
            after = covered[pc]()
            for watch in watches:
                if watch.fires():
                    self.caught = watch
                    raise Trapped(after)
            return after
        return trap if breakpoints or pc == READY else watching

    # without traps, while every statement is looked at

    def look(self) -> None:
        """What is watched is as it is now: only what changes from here on counts."""
        for watch in self.watches:
            watch.look()

    def seen(self, begin: int) -> Callable[[int, int], bool]:
        """For `Stepper.walk`: stops where the traps would. The statement it begins at has been stopped at already."""
        watches = self.watches
        last = begin

        def seen(count: int, pc: int) -> bool:
            nonlocal last
            if count == last:
                return False
            last = count
            for watch in watches:
                if watch.fires():
                    self.caught = watch
                    return True
            here = self._places().get(pc)
            if here is not None:
                for breakpoint in here[0]:
                    if breakpoint.stops():
                        self.caught = breakpoint
                        return True
                if pc == READY:
                    self.caught = "ended"
                    return True
            return False
        return seen


def _changes(tokens: list) -> set[bytes] | None:
    """The names of the variables that a statement may change; None for all."""
    if not tokens:
        return set()
    kind = tokens[0].type
    if kind in SWEEPING:
        return None
    names = [token.value[0] for token in tokens if token.type == "NAME"]
    if kind in ("NAME", "_LET", "_FOR"):
        return set(names[:1])
    return set(names) if kind in ASSIGNING else set()

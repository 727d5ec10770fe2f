"""Writes the shapes of basic.units.flow_graph as the text of a Python function, and keeps for each line what it stands for.

Time is added up on the way: what the statements take is known beforehand, so `us` is only brought up to date where ways of
different lengths meet, and at the ends of loops. `Place.us` says what is missing of it at a line.
"""

from collections.abc import Iterable
from typing import NamedTuple

from basic.debug.heat_map import Part, Tally
from basic.runtime.control import GOSUB_SIZE, INTEGER_FOR_SIZE, NEVER_FULL, WHILE_SIZE, Frame
from basic.units.counted_loops import counted, going_on, run_out
from basic.units.flow_graph import Branch, Code, Graph, Jump, Loop, Meeting, Ring, escapes, shaped
from basic.units.unit import Node, Unit
from basic.values import reals

BOOKED = "booked()"         # a line that is known when all have been written


class Place(NamedTuple):
    """What a line of the text stands for."""
    node: Node
    us: int             # gone by up to and with this statement, but not in `us` yet
    ring: Ring | None   # the counted loop whose passes so far are not in `us` either
    saved: frozenset    # of `us` and `used`: what is to be taken as it was before the statement
    looks: bool         # the statement has not begun; a debugger may want to stop before it does
    way: tuple[Part, ...]       # what has been done before, but not been counted yet for the heat map


class _Nest:
    """A loop of the text that is being written."""

    def __init__(self, again: Node | None, behind: Node | None):
        self.again = again          # where `continue` leads
        self.behind = behind        # where `break` leads
        self.broken = False
        self.through: list[Node] = []       # where ways lead that leave this loop and another one around it


class Writer:
    def __init__(self, unit: Unit, graph: Graph):
        self.unit = unit
        self.graph = graph
        self.shapes = shaped(graph)
        self.worst = max(us + max((way.us for way in node.exits), default=0) for node, us in graph.longest(unit.start).items())
        self.base: dict[Node, int] = {}
        self.arrivals: dict[Node, list[int]] = {}
        self.lines: list[str] = []
        self.places: list[Place | None] = []        # None: before anything has been done
        self.depth = 2
        self.nests: list[_Nest] = []
        self.ring: Ring | None = None
        self.marks: dict[Node, int] = {}
        self.tally = Tally(unit.executor.hooks.heat_map)
        self._add_up(self.shapes, 0)

    # time

    def _add_up(self, items: list, pending: int | None) -> None:
        """Finds out what has gone by at each shape."""
        for item in items:
            if isinstance(item, Code):
                pending += item.node.cost
                item.pending = pending
            elif isinstance(item, Branch):
                for _, way in item.ways:
                    self._add_up(way, pending)
            elif isinstance(item, Jump):
                pending += item.us
                item.pending = pending
                if not item.onward:
                    self.arrivals.setdefault(item.to, []).append(pending)
            elif isinstance(item, Meeting):
                self._add_up(item.body, pending)
                pending = self.base[item.node] = min(self.arrivals[item.node])
            else:
                ring = item.ring
                ring.base = self.base[ring.head] = pending
                self._add_up(item.body, pending)
                if ring.tail is not None:
                    at_tail = pending if ring.tail is ring.head else min(self.arrivals[ring.tail])
                    self.base[ring.tail] = at_tail
                    ring.per_pass = at_tail + ring.tail.cost - pending
                    self._add_up(item.behind, pending)

    # lines

    def line(self, text: str, node: Node, us: int, saved: Iterable[str] = (), looks: bool = False) -> None:
        self.lines.append("    " * self.depth + text)
        self.places.append(Place(node, us, self.ring, frozenset(saved), looks, self.tally.before(node)))

    def _count(self, node: Node, us: int, times: str = "1") -> None:
        for text in self.tally.counted(times):
            self.line(text, node, us)

    def write(self, items: list, fall: Node | None) -> bool:
        """True: the text can come to its end, where `fall` follows."""
        falls, ring = True, self.ring
        for at, item in enumerate(items):
            follows = fall if at + 1 == len(items) else None
            if isinstance(item, Code):
                falls = self._code(item)
            elif isinstance(item, Branch):
                falls = self._branch(item, follows)
            elif isinstance(item, Jump):
                falls = self._jump(item, follows)
            else:
                if isinstance(item, Meeting):
                    falls = self._meeting(item)
                elif item.ring.tail is item.ring.head:
                    falls = self._delay(item, follows)
                else:
                    falls = self._loop(item, follows)
                self.tally.afresh()
        self.ring = ring        # a way out of the loop has added its passes to `us`
        return falls

    def _code(self, item: Code) -> bool:
        node = item.node
        if node.left:
            self._leave(node, item.pending - node.cost)
            return False
        for text in [*self.tally.begins(node), *node.lines]:
            self.line(text, node, item.pending, node.saves)
        self.tally.done(node)
        return True

    def _leave(self, node: Node, us: int) -> None:
        """Writes back, and gives where the program goes on."""
        unit = self.unit
        self._count(node, us)
        if self.tally.heat_map is not None:
            self.line(BOOKED, node, us)
        for slot in sorted(unit.changed):
            self.line(f"V[{slot}] = v{slot}", node, us)
        if unit.keeps_strings:
            self.line("H.used = used", node, us)
        dropped = len(unit.around) - sum(entry.real for entry in node.stack)
        if dropped:
            self.line(f"del S[-{dropped}:]", node, us)
        for depth, entry in enumerate(node.stack):
            if not entry.real:
                self.line(f"S.append({self._frame(depth, entry)})", node, us)
        self.line(f"clock.us = us + {us}" if us else "clock.us = us", node, us)
        self.line(f"return {node.pc}", node, us)

    def _frame(self, depth: int, entry) -> str:
        bind = self.unit.bind
        if entry.size == GOSUB_SIZE:
            return bind(self.unit.returning(entry))
        if entry.size == WHILE_SIZE:
            condition = self.unit.executor.loops.whiles[entry.opener]
            return f"{bind(Frame)}({entry.size}, {bind(entry.key)}, {entry.pc}, 0, 0, 0, 0, {bind(condition)}, {entry.opener})"
        sign = f"(s{depth} > 0) - (s{depth} < 0)" if entry.sign is None else entry.sign
        return (f"{bind(Frame)}({entry.size}, {bind(entry.key)}, {entry.pc}, {entry.slot}, l{depth}, s{depth}, {sign}, None,"
                f" {entry.opener})")

    def _branch(self, item: Branch, fall: Node | None) -> bool:
        node, depth, falls = item.node, self.depth, False
        us, done = item.ways[0][1][0].pending - item.ways[0][1][0].us, (self.tally.way, self.tally.last)
        for condition, way in item.ways:
            self.tally.way, self.tally.last = done
            if condition is None:
                here = len(self.lines)
                falls = self.write(way, fall) or falls
                if here == len(self.lines) and self.lines[-1].endswith("else:"):
                    del self.lines[-1], self.places[-1]
                continue
            self.line(f"if {condition}:", node, us, node.saves)
            self.depth += 1
            here = len(self.lines)
            fell = self.write(way, fall)
            if here == len(self.lines):
                self.line("pass", node, us)
            self.depth -= 1
            if fell:
                falls = True
                self.line("else:", node, us)
                self.depth += 1
        self.depth = depth
        return falls

    def _jump(self, jump: Jump, fall: Node | None) -> bool:
        source, to = jump.source, jump.to
        for text in [*self.tally.ends(source), *jump.lines]:
            self.line(text, source, jump.pending)
        self.tally.took(source, jump.us)
        if source.pc != to.pc or not to.which:
            self._look(source, to, jump.pending)
        if to.left == "raised":
            self.line("pause()" if to.which else "deopt()", to, jump.pending + to.cost)
            return False
        inner = self.ring
        if inner is not None and source in inner.members and to not in inner.members:
            self.line(f"us += {inner.per_pass} * {self._passes(inner)}", source, jump.pending)
            self.ring = None
        if jump.onward:
            return True
        ring = self.graph.rings.get(to)
        turning = ring is not None and source in ring.members
        tail = next((ring for ring in self.graph.rings.values() if ring.tail is to and source in ring.members), None)
        if tail is None:
            self._count(source, jump.pending)
        us = jump.pending - self.base[to]
        if tail is not None and not tail.simple:
            us, turning = jump.pending + to.cost - tail.base, True
        if us:
            self.line(f"us += {us}", source, jump.pending)
        limit = "rest" if self.tally.loops == 1 else "lim"
        if turning and tail is not None:
            self.line(f"if us >= {limit}: pause()", to, tail.base)
        elif turning:
            self.line(f"if us >= {limit}: pause()", to, self.base[to], looks=True)
        if tail is not None:
            self.tally.done(to)
            self._count(source, jump.pending)
        return self._control(to, fall, source, jump.pending)

    def _look(self, done: Node, to: Node, us: int) -> None:
        for check in done.checks:
            self.line(f"if {check}: pause()", to, us, looks=True)

    def _control(self, to: Node, fall: Node | None, node: Node, us: int) -> bool:
        """Gets there: by falling through, by `continue` or `break`, or out of several loops with a mark in `g`."""
        if to is fall:
            return True
        inner = self.nests[-1]
        if inner.again is to:
            self.line("continue", node, us)
        elif inner.behind is to:
            inner.broken = True
            self.line("break", node, us)
        else:
            self.line(f"g = {self.marks.setdefault(to, len(self.marks) + 1)}", node, us)
            self._break_through(to, node, us)
        return False

    def _break_through(self, to: Node, node: Node, us: int) -> None:
        self.line("break", node, us)
        if to not in self.nests[-1].through:
            self.nests[-1].through.append(to)

    def _passes(self, ring: Ring) -> str:
        """How many passes have been gone through."""
        depth = len(ring.head.stack) - 1
        name = f"v{ring.tail.counted.slot}"
        if ring.tail.counted.size == INTEGER_FOR_SIZE:
            return f"(({name} - f{depth}) // s{depth})"
        return f"int(({name} - f{depth}) / s{depth} + 0.5)"

    # loops

    def _meeting(self, item: Meeting) -> bool:
        if not escapes(item.body, item.node, True):
            self.write(item.body, item.node)
            return True
        us, nest = self.base[item.node], _Nest(None, item.node)
        self.line("while True:", item.node, us)
        self._nested(item.body, nest, item.node, us)
        self._after(nest, item.node, item.node, us)
        return True

    def _nested(self, body: list, nest: _Nest, end: Node, us: int) -> None:
        """The body of a Python loop; `end` is what its last line leads to."""
        self.nests.append(nest)
        self.depth += 1
        here = len(self.lines)
        if self.write(body, end) and nest.again is not end:
            self.line("break", end, us)
            nest.broken = True
        elif len(self.lines) == here:
            self.line("pass", end, us)
        self.depth -= 1
        self.nests.pop()

    def _after(self, nest: _Nest, fall: Node | None, node: Node, us: int) -> None:
        """Behind a loop: ways that lead out of the next one too."""
        for to in nest.through:
            self.line(f"if g == {self.marks[to]}:", node, us)
            self.depth += 1
            near = self.nests[-1] if self.nests else None
            if to is fall or near is not None and to in (near.again, near.behind):
                self.line("g = 0", node, us)
                self._control(to, fall, node, us)
            else:
                self._break_through(to, node, us)
            self.depth -= 1

    def _loop(self, item: Loop, fall: Node | None) -> bool:
        ring, head = item.ring, item.ring.head
        us = ring.base + head.cost
        self._count(head, us)
        self.tally.loops += 1
        if ring.tail is None:
            nest = _Nest(head, fall)
            self.line("while True:", head, us)
            self._nested(item.body, nest, head, us)
            self.tally.loops -= 1
            self._after(nest, fall, head, us)
            return nest.broken or fall in nest.through
        tail, nest = ring.tail, _Nest(ring.tail, fall)
        entry, depth = tail.counted, len(ring.head.stack) - 1
        name, limit, step = f"v{entry.slot}", f"l{depth}", f"s{depth}"
        most = ""
        if ring.simple:
            most = f", (lim - us) // {self.graph.longest(head, ring.members)[tail]}"
            self.line(f"f{depth} = {name}", head, us)
        self.line(f"for {name} in {self.unit.bind(counted)}({name}, {limit}, {step}{most}):", head, us)
        outer, self.ring = self.ring, ring if ring.simple else None
        self.depth += 1
        self._look(tail, head, ring.base)
        self.depth -= 1
        self._nested(item.body, nest, tail, us)
        self.ring = outer
        self.tally.loops -= 1
        self.tally.undone(tail)
        self.line("else:", tail, ring.base)
        self.depth += 1
        if ring.simple:
            self.line(f"us += {ring.per_pass} * ({self._passes(ring)} + 1)", tail, ring.base)
        value = self.unit.temporary()
        if entry.size == INTEGER_FOR_SIZE:
            self.line(f"{value} = {name} + {step}", tail, ring.base)
            beyond = f" or not -32768 <= {value} <= 32767"
        else:
            self.line(f"{value} = {self.unit.bind(reals.add)}({name}, {step})", tail, ring.base)
            beyond = ""
        self.line(f"if {going_on(value, limit, step, entry.sign)}{beyond}: pause()", tail, ring.base)
        self.line(f"{name} = {value}", tail, ring.base)
        self.tally.afresh()
        falls = self.write(item.behind, fall)
        self.depth -= 1
        self._after(nest, fall, tail, ring.base)
        return falls or nest.broken or fall in nest.through

    def _delay(self, item: Loop, fall: Node | None) -> bool:
        """A loop of nothing: its end is computed."""
        ring, tail = item.ring, item.ring.tail
        entry, depth = tail.counted, len(ring.head.stack) - 1
        name, limit, step, us = f"v{entry.slot}", f"l{depth}", f"s{depth}", ring.base + tail.cost
        times = self.unit.temporary()
        self._count(tail, us)
        self.line(f"{name}, {times} = {self.unit.bind(run_out)}({name}, {limit}, {step}, (lim - us - 1) // {tail.cost})",
                  tail, us)
        self.line(f"us += {tail.cost} * {times}", tail, us)
        self.tally.done(tail)
        self._count(tail, us, times)
        self.line(f"if {going_on(name, limit, step, entry.sign)}: pause()", tail, us)
        return self.write(item.behind, fall)

    # the whole

    def source(self) -> str:
        unit = self.unit
        self.write(self.shapes, None)
        arrays = sorted(unit.arrays)
        begin = [f"us = clock.us - {unit.start.cost}", f"lim = min(limit[0] - {self.worst}, limit[1])",
                 "if us >= lim: return again()"]
        guards = self._guards()
        if guards:
            begin.append(f"if {' or '.join(guards)}: return guard_failed()")
        begin += [f"v{slot} = V[{slot}]" for slot in sorted(unit.scalars)]
        begin += [f"a{number} = D[{number}]" for number in arrays]
        for depth, entry in enumerate(unit.around):
            from_top = len(unit.around) - depth
            if from_top <= unit.guarded and entry.size != WHILE_SIZE:
                begin += [f"l{depth} = S[-{from_top}].limit", f"s{depth} = S[-{from_top}].step"]
        begin += [f"{name} = {unit.bind(watch)}.last" for watch, name in unit.watches.items()]
        if unit.keeps_strings:
            begin += ["used = H.used", "room = H.variables.room()"]
        if self.graph.rings:
            begin.append("rest = min(lim, limit[2])")
        if self.marks:
            begin.append("g = 0")
        begin += self.tally.at_zero()
        self.lines = [text.replace(BOOKED, self.tally.booked()) for text in self.lines]
        names = ", ".join(name for name, _ in unit.bound.values())
        head = [f"def make(V, D, S, H, shape, clock, limit, deopt, pause, again, guard_failed, passes, times, {names}):",
                "    def unit():"]
        head += ["        " + text for text in begin]
        self.places = [None] * len(head) + self.places
        return "\n".join([*head, *self.lines, "    return unit", ""])

    def _guards(self) -> list[str]:
        unit = self.unit
        guards = [f"shape[0] != {unit.variables.shape[0]}"] if unit.arrays else []
        own = max(sum(not entry.real for entry in node.stack) for node in self.graph.order)
        if own:
            guards.append(f"len(S) > {NEVER_FULL - own}")
        depth = len(unit.around) if unit.guards_all else unit.guarded
        if depth:
            guards.append(f"len(S) < {depth}")
        for from_top in range(1, depth + 1):
            entry = unit.around[-from_top]
            guards.append(f"S[-{from_top}].opener != {entry.opener} or S[-{from_top}].sign != {entry.sign}")
        if unit.guards_all:
            guards.append(f"len(S) > {depth} and S[-{depth + 1}].size != {GOSUB_SIZE}")
        return guards

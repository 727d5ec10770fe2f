"""The shapes of a unit as Python text: operations line by line, loops as Python's, jumps as `break` and `continue`."""

from collections.abc import Callable, Iterable

from basic.runtime.control import INTEGER_FOR_SIZE
from basic.units.builder import UnitBuilder
from basic.units.counted_loops import counted, run_out
from basic.units.exits import Exits, Place
from basic.units.flow_graph import Cycle, Graph
from basic.units.heat_tally import Tally
from basic.units.nodes import Node
from basic.units.python_effects import EffectPrinter
from basic.units.python_lines import Line
from basic.units.python_operations import counter, going_on, passes
from basic.units.shapes import Branch, Jump, Lines, Loop, Meeting, Shapes, escapes, shaped
from basic.units.unit_time import UnitTime
from basic.values import reals

BOOKED = "booked()"         # a line that is known when all have been written


class _Nest:
    """A loop of the text that is being written."""

    def __init__(self, again: Node | None, behind: Node | None):
        self.again = again          # where `continue` leads
        self.behind = behind        # where `break` leads
        self.broken = False
        self.through: list[Node] = []       # where ways lead that leave this loop and another one around it


class TextWriter:
    """Writes the body of a unit to `lines`; the exits that it uses are in `exits`."""

    def __init__(self, unit: UnitBuilder, graph: Graph):
        self.unit = unit
        self.graph = graph
        self.shapes = shaped(graph)
        self.time = UnitTime(graph, self.shapes)
        self.exits = Exits()
        self.printer = EffectPrinter(self.exits)
        self.lines: list[Line] = []
        self.depth = 0
        self.nests: list[_Nest] = []
        self.cycle: Cycle | None = None
        self.marks: dict[Node, int] = {}
        self.tally = Tally(unit.executor.hooks.heat_map)
        self.stack_lines: Callable[[Node], list[str]] = lambda node: []     # a PythonUnit's

    # lines

    def at(self, node: Node, us: int, saves: Iterable[str] = (), looks: bool = False) -> EffectPrinter:
        """The printer, for lines that leave the unit at the beginning of the node, or just before it where a debugger looks;
        `us` are pending."""
        self.printer.place = Place(node, us, self.cycle, frozenset(saves), looks, self.tally.before(node))
        return self.printer

    def line(self, text: str) -> None:
        need = None
        if self.printer.fails:
            self.printer.fails = False
            need = self.printer.exit()
        self.lines.append(Line(self.depth, text, need))

    def _count(self, times: str = "1") -> None:
        for text in self.tally.counted(times):
            self.line(text)

    def write(self, items: Shapes, fall: Node | None) -> bool:
        """True: the text can come to its end, where `fall` follows."""
        falls, cycle = True, self.cycle
        for at, item in enumerate(items):
            follows = fall if at + 1 == len(items) else None
            if isinstance(item, Lines):
                falls = self._node(item)
            elif isinstance(item, Branch):
                falls = self._branch(item, follows)
            elif isinstance(item, Jump):
                falls = self._jump(item, follows)
            else:
                if isinstance(item, Meeting):
                    falls = self._meeting(item)
                elif item.cycle.tail is item.cycle.head:
                    falls = self._delay(item, follows)
                else:
                    falls = self._loop(item, follows)
                self.tally.afresh()
        self.cycle = cycle        # a way out of the loop has added its passes to the clock
        return falls

    def _node(self, item: Lines) -> bool:
        node = item.node
        if node.left:
            self._leave(node, item.pending - node.cost)
            return False
        for text in self.tally.begins(node):
            self.line(text)
        for note in node.notes:
            self.line(self.at(node, item.pending).value(note))
        printer = self.at(node, item.pending, node.saves)
        printer.passing = 0
        for effect in node.effects:
            for text in printer.lines(effect):
                self.line(text)
        self.tally.done(node)
        return True

    def _leave(self, node: Node, us: int) -> None:
        """Writes back, and gives where the program goes on."""
        unit = self.unit
        self._count()
        if self.tally.heat_map is not None:
            self.line(BOOKED)
        for slot in sorted(unit.changed):
            self.line(f"V[{slot}] = v{slot}")
        if unit.keeps_strings:
            self.line("H.used = used")
        for text in self.stack_lines(node):
            self.line(text)
        self.line(f"clock.us = us + {us}" if us else "clock.us = us")
        self.line(f"return {node.pc}")

    def _branch(self, item: Branch, fall: Node | None) -> bool:
        node, depth, falls = item.node, self.depth, False
        first = item.ways[0][1][0]
        assert isinstance(first, Jump)
        us, done = first.pending - first.us, (self.tally.way, self.tally.last)
        for condition, way in item.ways:
            self.tally.way, self.tally.last = done
            if condition is None:
                here = len(self.lines)
                falls = self.write(way, fall) or falls
                if here == len(self.lines) and self.lines[-1].text == "else:":
                    del self.lines[-1]
                continue
            self.line(f"if {self.at(node, us, node.saves).value(condition)}:")
            self.depth += 1
            here = len(self.lines)
            fell = self.write(way, fall)
            if here == len(self.lines):
                self.line("pass")
            self.depth -= 1
            if fell:
                falls = True
                self.line("else:")
                self.depth += 1
        self.depth = depth
        return falls

    def _jump(self, jump: Jump, fall: Node | None) -> bool:
        source, to = jump.source, jump.to
        for text in self.tally.ends(source):
            self.line(text)
        for effect in jump.effects:
            for text in self.at(source, jump.pending).lines(effect):
                self.line(text)
        self.tally.took(source, jump.us)
        if source.pc != to.pc or not to.which:
            self._look(source, to, jump.pending)
        if source.draws and to.left is None:
            self.line(f"if us >= lim: pause({self.at(to, jump.pending, looks=True).exit()})")
        if to.left == "raised":
            number = self.at(to, jump.pending + to.cost).exit()
            self.line(f"pause({number})" if to.which else f"deopt({number})")
            return False
        inner = self.cycle
        if inner is not None and source in inner.members and to not in inner.members:
            self.line(f"us += {inner.per_pass} * {passes(inner)}")
            self.cycle = None
        if jump.onward:
            return True
        self._clock_at(jump)
        return self._control(to, fall)

    def _clock_at(self, jump: Jump) -> None:
        """Brings the clock up to date where ways meet; another pass of a loop begins only if there is time."""
        source, to = jump.source, jump.to
        cycle = self.graph.cycles.get(to)
        turning = cycle is not None and source in cycle.members
        tail = next((one for one in self.graph.cycles.values() if one.tail is to and source in one.members), None)
        if tail is None:
            self._count()
        us = jump.pending - self.time.base[to]
        if tail is not None and not tail.simple:
            us, turning = jump.pending + to.cost - tail.base, True
        if us:
            self.line(f"us += {us}")
        limit = "rest" if self.tally.loops == 1 else "lim"
        if turning:
            place = self.at(to, tail.base) if tail is not None else self.at(to, self.time.base[to], looks=True)
            self.line(f"if us >= {limit}: pause({place.exit()})")
        if tail is not None:
            self.tally.done(to)
            self._count()

    def _look(self, done: Node, to: Node, us: int) -> None:
        for check in done.checks:
            printer = self.at(to, us, looks=True)
            self.line(f"if {printer.value(check)}: pause({printer.exit()})")

    def _control(self, to: Node, fall: Node | None) -> bool:
        """Gets there: by falling through, by `continue` or `break`, or out of several loops with a mark in `g`."""
        if to is fall:
            return True
        inner = self.nests[-1]
        if inner.again is to:
            self.line("continue")
        elif inner.behind is to:
            inner.broken = True
            self.line("break")
        else:
            self.line(f"g = {self.marks.setdefault(to, len(self.marks) + 1)}")
            self._break_through(to)
        return False

    def _break_through(self, to: Node) -> None:
        self.line("break")
        if to not in self.nests[-1].through:
            self.nests[-1].through.append(to)

    # loops

    def _meeting(self, item: Meeting) -> bool:
        if not escapes(item.body, item.node, True):
            self.write(item.body, item.node)
            return True
        nest = _Nest(None, item.node)
        self.line("while True:")
        self._nested(item.body, nest, item.node)
        self._after(nest, item.node)
        return True

    def _nested(self, body: Shapes, nest: _Nest, end: Node) -> None:
        """The body of a Python loop; `end` is what its last line leads to."""
        self.nests.append(nest)
        self.depth += 1
        here = len(self.lines)
        if self.write(body, end) and nest.again is not end:
            self.line("break")
            nest.broken = True
        elif len(self.lines) == here:
            self.line("pass")
        self.depth -= 1
        self.nests.pop()

    def _after(self, nest: _Nest, fall: Node | None) -> None:
        """Behind a loop: ways that lead out of the next one too."""
        for to in nest.through:
            self.line(f"if g == {self.marks[to]}:")
            self.depth += 1
            near = self.nests[-1] if self.nests else None
            if to is fall or near is not None and to in (near.again, near.behind):
                self.line("g = 0")
                self._control(to, fall)
            else:
                self._break_through(to)
            self.depth -= 1

    def _loop(self, item: Loop, fall: Node | None) -> bool:
        cycle, head = item.cycle, item.cycle.head
        self._count()
        self.tally.loops += 1
        if cycle.tail is None:
            nest = _Nest(head, fall)
            self.line("while True:")
            self._nested(item.body, nest, head)
            self.tally.loops -= 1
            self._after(nest, fall)
            return nest.broken or fall in nest.through
        return self._counted_loop(item, cycle.tail, fall)

    def _counted_loop(self, item: Loop, tail: Node, fall: Node | None) -> bool:
        """A FOR that its NEXT alone leads back to is a `for`. Where that ends, NEXT has its last word."""
        cycle, head, nest = item.cycle, item.cycle.head, _Nest(tail, fall)
        name, limit, step, first = counter(cycle)
        most = ""
        if cycle.simple:
            most = f", (lim - us) // {self.graph.longest(head, cycle.members)[tail]}"
            self.line(f"{first} = {name}")
        number = self.at(head, cycle.base + head.cost).exit()
        self.line(f"for {name} in {self.printer.bind(counted)}({number}, {name}, {limit}, {step}{most}):")
        outer, self.cycle = self.cycle, cycle if cycle.simple else None
        self.depth += 1
        self._look(tail, head, cycle.base)
        self.depth -= 1
        self._nested(item.body, nest, tail)
        self.cycle = outer
        self.tally.loops -= 1
        self.tally.undone(tail)
        self.line("else:")
        self.depth += 1
        if cycle.simple:
            self.line(f"us += {cycle.per_pass} * ({passes(cycle)} + 1)")
        self._last_count(cycle, tail)
        self.tally.afresh()
        falls = self.write(item.behind, fall)
        self.depth -= 1
        self._after(nest, fall)
        return falls or nest.broken or fall in nest.through

    def _last_count(self, cycle: Cycle, tail: Node) -> None:
        entry = tail.counted
        assert entry is not None
        name, _, step, _ = counter(cycle)
        printer = self.at(tail, cycle.base)
        value, beyond = printer.passing_name(), ""
        if entry.size == INTEGER_FOR_SIZE:
            self.line(f"{value} = {name} + {step}")
            beyond = f" or not -32768 <= {value} <= 32767"
        else:
            printer.fails = True
            self.line(f"{value} = {printer.bind(reals.add)}({name}, {step})")
        self.line(f"if {self._goes_on(cycle, value)}{beyond}: pause({printer.exit()})")
        self.line(f"{name} = {value}")

    def _delay(self, item: Loop, fall: Node | None) -> bool:
        """A loop of nothing: its end is computed."""
        cycle, tail = item.cycle, item.cycle.head
        name, limit, step, _ = counter(cycle)
        printer = self.at(tail, cycle.base + tail.cost)
        times = printer.passing_name()
        self._count()
        self.line(f"{name}, {times} = {printer.bind(run_out)}({printer.exit()}, {name}, {limit}, {step},"
                  f" (lim - us - 1) // {tail.cost})")
        self.line(f"us += {tail.cost} * {times}")
        self.tally.done(tail)
        self._count(times)
        number = self.at(tail, cycle.base + tail.cost).exit()
        self.line(f"if {self._goes_on(cycle, name)}: pause({number})")
        return self.write(item.behind, fall)

    def _goes_on(self, cycle: Cycle, value: str) -> str:
        assert cycle.tail is not None and cycle.tail.counted is not None
        _, limit, step, _ = counter(cycle)
        return going_on(value, limit, step, cycle.tail.counted.sign)

"""Hot paths: a stretch of steps that runs often becomes one Python function, made of generated source.

Every step counts its first runs (`Hot.warm`). When one has run often, the statements that follow it in the program are
gathered into a unit, as long as they are of the kinds that know how to write themselves (`heat(unit)` beside their
`compile`): jumps inside it are followed, a jump back to its start becomes a loop, and the variables of a loop are kept in
Python's own while it runs. Everything else stays with the plain steps, and so does everything that goes wrong: a unit
that meets what its text does not cover (an error, a result outside the common case) raises, whatever it raises; what it
has done so far is written back, and the statement is done again by its plain step (`recover`).

The machine's time is added up in the text, statement by statement, so a unit leaves the clock as its steps would.
"""

from basic import reals
from basic.errors import OVERFLOW, BasicError
from basic.nodes import Broken
from basic.operators import INTEGER, REAL, STRING, Code

RUNS = 100              # of a step before it is made hot
LONGEST = 60            # statements in a unit
DEEPEST = 12            # IFs within IFs


class Deopt(Exception):
    """The text does not cover this: the plain step does it."""


class CannotHeat(Exception):
    """A statement or expression that a unit cannot hold."""


def deopt():
    raise Deopt


def to_integer(value):
    """CINT of a number whose kind is only known when it is there."""
    if type(value) is int:
        if -32768 <= value <= 32767:
            return value
        raise BasicError(OVERFLOW)
    return reals.to_integer(value)


class Unit:
    """One function being written."""

    def __init__(self, executor, start: int, looping: bool):
        self.executor = executor
        self.variables = executor.variables
        self.start = start
        self.looping = looping          # keeps scalars in locals
        self.text_lines: list[str] = []
        self.places: list[tuple[int, int]] = []     # for each line of text: pc, microseconds gone by before that statement
        self.bound: dict[int, tuple[str, object]] = {}
        self.scalars: set[int] = set()
        self.changed: set[int] = set()
        self.arrays: dict[int, tuple] = {}
        self.depth = 0
        self.cost = 0                   # microseconds not yet added to `us`
        self.pc = start
        self.before = 0
        self.temporaries = 0
        self.statements = 0
        self.entered: set[int] = set()
        self.loops = False
        self.returns: list[tuple[str, int]] = []    # of the GOSUBs that the text has gone into: frame's name, pc behind

    # names

    def bind(self, thing) -> str:
        """A name for an object that the text uses."""
        known = self.bound.get(id(thing))
        if known is None:
            known = self.bound[id(thing)] = f"k{len(self.bound)}", thing
        return known[0]

    def temporary(self) -> str:
        self.temporaries += 1
        return f"t{self.temporaries}"

    def scalar(self, slot: int) -> str:
        if not self.looping or self.variables.kinds[slot] == STRING:
            return f"V[{slot}]"
        self.scalars.add(slot)
        return f"v{slot}"

    def set_scalar(self, slot: int, text: str) -> None:
        target = self.scalar(slot)
        if target[0] == "v":
            self.changed.add(slot)
        self.line(f"{target} = {text}")

    def element(self, number: int, subscripts: list[Code]) -> str:
        """An element as text that can be read or assigned."""
        sizes = self.variables.sizes[number]
        if len(sizes) != len(subscripts) or self.variables.data[number] is None:
            raise CannotHeat
        self.arrays[number] = sizes
        parts, stride = [], 1
        for at, (code, size) in enumerate(zip(subscripts, sizes, strict=True)):
            text = self.text(code) if code.low is not None else self.integer(code)
            sure = code.low is not None and code.low >= 0 and code.high < size
            if not sure and (at < len(sizes) - 1 or code.low is None or code.low < 0):
                name = self.temporary()
                low = f"0 <= ({name} := {text})"
                text = f"({name} if {low} < {size} else deopt())" if at < len(sizes) - 1 or size == 1 else \
                    f"({name} if {low} else deopt())"
            parts.append(text if stride == 1 else f"{stride} * {text}")
            stride *= size
        return f"a{number}[{' + '.join(parts)}]"

    # expressions

    def text(self, code: Code) -> str:
        if code.expr is None:
            raise CannotHeat
        return code.expr(self)

    def integer(self, code: Code) -> str:
        """The text of CINT of a value."""
        if code.kind == STRING:
            raise CannotHeat
        text = self.text(code)
        if code.low is not None and code.low >= -32768 and code.high <= 32767:
            return text
        if code.low is not None:
            name = self.temporary()
            return f"({name} if -32768 <= ({name} := {text}) <= 32767 else deopt())"
        return f"{self.bind(to_integer)}({text})"

    def real(self, sign: str, left: str, right: str, operate) -> str:
        """A sum, difference or product of reals: exact doubles are kept, all others go to `operate`."""
        a, b, x, t = (self.temporary() for _ in range(4))
        return (f"({x} if ({t} := ({x} := ({a} := {left}) {sign} ({b} := {right})) * {reals.PROBE!r}) - ({t} - {x}) == {x}"
                f" and {reals.LEAST!r} < {x} * {x} < {reals.GREATEST!r} else {self.bind(operate)}({a}, {b}))")

    def condition(self, code: Code) -> str:
        if code.kind == STRING:
            raise CannotHeat
        return code.test(self) if code.test else self.text(code)

    def as_kind(self, code: Code, kind: str) -> str:
        """The text of a value as a variable of the kind takes it."""
        if (kind == STRING) != (code.kind == STRING):
            raise CannotHeat
        if kind == INTEGER:
            return self.integer(code)
        if kind == REAL and code.kind != REAL:
            return repr(float(code.value)) if code.value is not None else f"float({self.text(code)})"
        return self.text(code)

    def known_line(self, number: int) -> int:
        pc = self.executor.pc_of_line(number)
        if pc is None:
            raise CannotHeat
        return pc

    # lines

    def line(self, text: str) -> None:
        self.text_lines.append("    " * self.depth + text)
        self.places.append((self.pc, self.before))

    def spend(self) -> None:
        """Adds the time gone by to the running sum."""
        if self.cost:
            self.line(f"us += {self.cost}")
            self.cost = 0

    def leave(self, pc: int | str) -> None:
        """Writes back, and gives where the program goes on."""
        self.line("#store")
        self.line(f"clock.us += us + {self.cost}" if self.cost else "clock.us += us")
        self.line(f"return {pc}")

    # statements

    def go(self, pc: int, until: int | None = None) -> bool:
        """Writes the statements from pc on; True where the text comes out at `until`."""
        executor = self.executor
        while pc != until:
            if pc == self.start and self.statements:
                self._loop_back()
                return False
            if (pc in self.entered or self.statements >= LONGEST or self.depth > DEEPEST or pc in executor.traps
                    or pc in executor.hot.units or not executor.hot.known(pc)):
                self.leave(pc)
                return False
            node, compiler = executor.hot.node_of(pc)
            writer = getattr(node, "heat", None)
            if writer is None:
                self.leave(pc)
                return False
            mark = (len(self.text_lines), self.cost, set(self.entered))
            self.pc = pc
            self.before = self.cost
            self.entered.add(pc)
            if self.statements:
                self.cost += executor.cost[pc]      # the start's own is on the clock already
            self.statements += 1
            try:
                pc = writer(compiler, self, pc, until)
            except CannotHeat:
                del self.text_lines[mark[0]:], self.places[mark[0]:]
                self.cost, self.entered = mark[1], mark[2]
                self.statements -= 1
                self.leave(pc)
                return False
            if pc is None:
                return False
        return True

    def _loop_back(self) -> None:
        self.loops = True
        self.spend()
        self.line("if clock.us + us < limit[0]:")
        self.line(f"    us += {self.executor.cost[self.start]}")
        self.line("    continue")
        self.leave(self.start)

    def branch(self, condition: str, true_pc: int, false_pc: int, join: int | None, false_us: int = 0) -> int | None:
        """IF: both ways are written; gives where they meet, or None where they do not."""
        cost = self.cost
        self.line(f"if {condition}:")
        self.depth += 1
        here = len(self.text_lines)
        entered, returns = set(self.entered), list(self.returns)
        met = self.go(true_pc, join)
        if met:
            self.spend()
        if len(self.text_lines) == here:
            self.line("pass")
        self.depth -= 1
        self.entered, self.returns = entered, returns
        self.cost = cost = cost + false_us
        if not met:
            return false_pc
        if false_pc == join:
            if cost:
                self.line("else:")
                self.depth += 1
                self.spend()
                self.depth -= 1
            self.cost = 0
            return join
        self.line("else:")
        self.depth += 1
        here = len(self.text_lines)
        met = self.go(false_pc, join)
        if met:
            self.spend()
        if len(self.text_lines) == here:
            self.line("pass")
        self.depth -= 1
        self.cost = 0
        return join

    def source(self) -> str:
        """The whole text."""
        stores = [f"V[{slot}] = v{slot}" for slot in sorted(self.changed)] if self.looping else []
        head = ["def make(V, D, S, shape, clock, limit, deopt, outdated, " + ", ".join(name for name, _ in self.bound.values()) + "):",
                "  def unit():"]
        begin = [f"    v{slot} = V[{slot}]" for slot in sorted(self.scalars)] if self.looping else []
        if self.arrays:
            begin.insert(0, f"    if shape[0] != {self.variables.shape[0]}: return outdated({self.start})")
        begin += [f"    a{number} = D[{number}]" for number in sorted(self.arrays)]
        begin.append("    us = 0")
        if self.loops:
            begin.append("    while True:")
        lines, places = head + begin, [(self.start, 0)] * (len(head) + len(begin))
        deeper = "    " if self.loops else ""
        for text, place in zip(self.text_lines, self.places, strict=True):
            text = deeper + text
            stripped = text.lstrip()
            if stripped == "#store":
                indent = text[:len(text) - len(stripped)]
                for store in stores:
                    lines.append(indent + store)
                    places.append(place)
                continue
            lines.append(text)
            places.append(place)
        self.places = places
        return "\n".join(lines) + "\n  return unit\n"


class Hot:
    """The units of a program."""

    def __init__(self, executor):
        self.executor = executor
        self.on = True
        self.units: dict[int, Unit] = {}
        self.plain: dict[int, object] = {}          # the steps that units stand in for
        self.code_cache: dict[str, object] = {}
        self.limit = [0]
        self.nodes: dict[int, tuple] = {}
        self.covered: set[int] = set()

    def forget(self) -> None:
        """The program's steps are made anew."""
        self.units.clear()
        self.plain.clear()
        self.nodes.clear()
        self.covered.clear()

    def cool(self) -> None:
        """Puts all the plain steps back."""
        for pc, step in self.plain.items():
            self.executor.code[pc] = step
        self.units.clear()
        self.plain.clear()
        self.covered.clear()

    def warm(self, pc: int, step):
        """The step as it runs at first: after some runs the place becomes hot."""
        step = getattr(step, "cold", step)
        runs = RUNS
        code = self.executor.code

        def counted():
            nonlocal runs
            runs -= 1
            if runs < 0:
                if pc in self.covered:          # a unit that begins before it has it already
                    self.covered.discard(pc)
                    runs = RUNS
                else:
                    code[pc] = step
                    self.heat(pc)
            return step()
        counted.cold = step
        return counted

    def known(self, pc: int) -> bool:
        """Whether the statement at pc has been compiled: what never ran is left to the steps."""
        return pc in self.nodes

    def note(self, pc: int, node, compiler) -> None:
        self.nodes[pc] = node, compiler

    def node_of(self, pc: int) -> tuple:
        return self.nodes[pc]

    def heat(self, pc: int) -> None:
        executor = self.executor
        if not self.on or executor.trace or pc in self.units or pc in executor.traps:
            return
        unit = self._written(pc, True)
        if unit is not None and not unit.loops:
            unit = self._written(pc, False)
        if unit is None or (unit.statements < 2 and not unit.loops):
            return
        text = unit.source()
        code = self.code_cache.get(text)
        if code is None:
            code = self.code_cache[text] = compile(text, "<hot>", "exec")
        names: dict = {}
        exec(code, names)
        variables = executor.variables
        step = names["make"](variables.values, variables.data, executor.stack, variables.shape, executor.clock,
                             self.limit, deopt, self.outdated,
                             *[thing for _, thing in unit.bound.values()])
        self.units[pc] = unit
        self.covered |= unit.entered - {pc}
        self.plain[pc] = executor.code[pc]
        executor.code[pc] = step

    def outdated(self, pc: int) -> int:
        """The unit at pc counts on arrays that have changed their sizes: its plain step comes back."""
        executor = self.executor
        executor.code[pc] = executor.hot.warm(pc, self.plain.pop(pc))
        del self.units[pc]
        executor.clock.us -= executor.cost[pc]
        return pc

    def _written(self, pc: int, looping: bool) -> Unit | None:
        unit = Unit(self.executor, pc, looping)
        unit.depth = 1
        try:
            unit.go(pc)
        except CannotHeat:
            return None
        if any(isinstance(node, Broken) for node, _ in (self.nodes[one] for one in unit.entered)):
            return None
        return unit

    def recover(self, error: BaseException, pc: int) -> int | None:
        """After an exception in the unit at pc: the clock and the variables as they were before the statement that raised
        it but for its cost, and that statement's pc. None where no unit raised it."""
        unit = self.units.get(pc)
        if unit is None:
            return None
        trace = error.__traceback__
        while trace is not None:
            frame = trace.tb_frame
            if frame.f_code.co_filename == "<hot>" and frame.f_code.co_name == "unit":
                break
            trace = trace.tb_next
        else:
            return None
        place, gone_by = unit.places[trace.tb_lineno - 1]
        if place != pc:
            gone_by += self.executor.cost[place]
        local = frame.f_locals
        values = self.executor.variables.values
        if unit.looping:
            for slot in unit.changed:
                values[slot] = local[f"v{slot}"]
        self.executor.clock.us += local["us"] + gone_by
        return place


__all__ = ["REAL", "INTEGER", "CannotHeat", "Hot", "Unit"]

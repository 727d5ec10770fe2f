"""A unit: a stretch of hot statements on its way to becoming a Python function (basic.units.jit says when and why).

The statements are gathered as nodes of a flow graph. A node is a statement in the company of what lies on the BASIC stack
when it runs: inside a unit GOSUB, FOR and WHILE push nothing, they only lead to nodes with another stack, and the entries
are made when the unit is left. Each node is written by the statement's `emit(c, unit)`, beside its `compile`: some lines
of Python, by the services below, and exits, by `go`, `fork` and their kin. What is not covered raises: `CannotEmit` while
the text is written, `Deopt` or any error whatever while it runs.

Names in the text: `v7` is the plain variable in slot 7, `a2` array 2, `l0`, `s0`, `f0` limit, step and first value of the
FOR that is lowest on the stack, `us` the clock, `k5` an object bound to the text, `t9` a passing value.
"""

from collections import deque
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from basic.errors import BasicError
from basic.runtime.control import GOSUB_SIZE, Frame
from basic.values import reals
from basic.values.operators import INTEGER, REAL, STRING, Code

LONGEST = 90            # nodes of a unit
DEEPEST = 8             # entries of the stack that a unit keeps to itself


class Deopt(Exception):
    """The text does not cover this: the plain step does it."""


class CannotEmit(Exception):
    """A statement or expression that a unit cannot hold."""


class Pause(Exception):
    """The time is over in the middle of a unit, or a debugger wants to look."""


def deopt():
    raise Deopt


def pause():
    raise Pause


@cache
def rounding(low: int, high: int):
    """CINT of a number whose kind is only known when it is there, within bounds."""
    def rounded(value):
        number = value if type(value) is int else reals.to_integer(value)
        if low <= number <= high:
            return number
        raise Deopt
    return rounded


class Entry(NamedTuple):
    """An entry of the BASIC stack, as far as it is known while the text is written."""
    size: int
    key: tuple | None       # FOR and WHILE: their end
    pc: int                 # of the body; where a GOSUB returns to
    slot: int
    opener: int
    sign: int | None        # FOR: of its step, None where only the run can tell
    real: bool              # it was there before the unit began


@dataclass(eq=False, slots=True)
class Exit:
    """A way from a node to the next."""
    condition: str | None   # None: whenever those before it do not apply
    to: "Node"
    us: int = 0             # that the way takes
    lines: tuple = ()


@dataclass(eq=False, slots=True)
class Node:
    pc: int
    which: int              # NEXT: the variable that it has come to
    stack: tuple[Entry, ...]
    cost: int = 0
    lines: list[str] = field(default_factory=list)
    exits: list[Exit] = field(default_factory=list)
    assigned: set[int] = field(default_factory=set)
    left: str | None = None     # the unit ends here: "written" back in its text, or "raised" where that is seldom
    most: int = 0               # microseconds that its lines may add to `us`
    saves: set[str] = field(default_factory=set)    # `us_` and `used_` hold what `us` and `used` were before they did
    counted: Entry | None = None    # NEXT: the FOR that it counts on
    checks: list[str] = field(default_factory=list)     # conditions on which a debugger wants to look behind it


class Unit:
    def __init__(self, executor, start: int):
        self.executor = executor
        self.variables = executor.variables
        self.bound: dict[int, tuple[str, object]] = {}
        self.frames: dict[Entry, Frame] = {}
        self.scalars: set[int] = set()
        self.changed: set[int] = set()
        self.arrays: set[int] = set()
        self.temporaries = 0
        self.keeps_strings = False      # counts the string space
        self.watches: dict[object, str] = {}    # what a debugger watches, and the name of its last value
        self.looking = False            # what is written takes no time on the machine
        self.guarded = 0                # entries of the real stack that the text counts on
        self.guards_all = False         # ... and that above the last GOSUB there are no others
        self.around = self._found_stack()
        self.nodes: dict[tuple, Node] = {}
        self.waiting: deque[Node] = deque()
        self.start = self.node = self.at(start, self.around)
        self._gather()

    # nodes

    def at(self, pc: int, stack: tuple[Entry, ...], which: int = 0) -> Node:
        key = pc, which, stack
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = Node(pc, which, stack)
            self.waiting.append(node)
        return node

    def _gather(self) -> None:
        """Writes the nodes from the start on, the nearest first."""
        jit, count = self.executor.jit, 0
        while self.waiting:
            self.node = node = self.waiting.popleft()
            if not jit.known(node.pc):
                node.left = "raised"
            elif count >= LONGEST or node.pc in jit.unfit or self._is_outside(node):
                node.left = "raised" if node.which else "written"
            else:
                count += 1
                self._write(*jit.nodes[node.pc])

    def _is_outside(self, node: Node) -> bool:
        """Out of the loop that the unit is for, too deep in loops and subroutines, or in a debugger's hands."""
        real = sum(entry.real for entry in node.stack)
        return real < len(self.around) or len(node.stack) > DEEPEST + real or node.pc in self.executor.hooks.traps

    def _write(self, statement, compiler) -> None:
        node = self.node
        if not node.which:
            node.cost = self.executor.table.cost[node.pc]
        try:
            if not hasattr(statement, "emit"):
                raise CannotEmit
            statement.emit(compiler, self)
            if node.pc in self.executor.hooks.watches:
                self._watch(self.executor.hooks.watches[node.pc])
        except (CannotEmit, BasicError):
            node.lines, node.exits, node.most, node.saves, node.counted = [], [], 0, set(), None
            node.left = "raised" if node.which else "written"

    def _watch(self, watches: list) -> None:
        """Behind this node the text finds out whether one of them has changed."""
        self.looking = True
        try:
            self.node.checks = [watch.emit(self) for watch in watches]
        finally:
            self.looking = False

    def last(self, watch) -> str:
        """The name of what a watched value was."""
        return self.watches.setdefault(watch, f"w{len(self.watches)}")

    def line(self, text: str) -> None:
        self.node.lines.append(text)

    def go(self, pc: int, stack: tuple[Entry, ...] | None = None, lines: tuple = ()) -> None:
        self.fork(None, pc, 0, stack, lines)

    def fork(self, condition: str | None, pc: int, us: int = 0, stack: tuple[Entry, ...] | None = None, lines: tuple = (),
             which: int = 0) -> Node:
        """Goes on at pc where the condition holds and none before it did."""
        to = self.at(pc, self.node.stack if stack is None else stack, which)
        self.node.exits.append(Exit(condition, to, us, lines))
        return to

    def known_line(self, number: int) -> int:
        pc = self.executor.table.pc_of_line(number)
        if pc is None:
            raise CannotEmit
        return pc

    # the stack

    def _found_stack(self) -> tuple[Entry, ...]:
        """What lies above the last GOSUB now: the unit is made for that."""
        entries = []
        for frame in reversed(self.executor.stack.frames):
            if frame.size == GOSUB_SIZE:
                break
            entries.append(Entry(frame.size, frame.key, frame.pc, frame.slot, frame.opener, frame.sign, True))
        return tuple(reversed(entries))

    def count_on(self, stack: tuple[Entry, ...]) -> None:
        """The text takes the real entries of this stack, and those above them, for what they are now."""
        if stack and stack[-1].real:
            self.guarded = max(self.guarded, len(self.around) - len(stack) + 1)

    def below(self, key: tuple) -> tuple[Entry, ...]:
        """The stack when the loop that ends at `key` is entered: without one of the same, looking down to the last GOSUB."""
        stack = self.node.stack
        for depth in range(len(stack) - 1, -1, -1):
            if stack[depth].size == GOSUB_SIZE:
                return stack
            if stack[depth].key == key:
                self.count_on(stack[:depth + 1])
                return stack[:depth]
        self.guards_all = True
        return stack

    def loop(self, key: tuple) -> tuple[Entry, ...]:
        """The stack with the loop that ends at `key` on top."""
        stack = self.node.stack
        while stack and stack[-1].size != GOSUB_SIZE and stack[-1].key != key:
            stack = stack[:-1]
        if not stack or stack[-1].key != key:
            raise CannotEmit
        self.count_on(stack)
        return stack

    def open(self, size: int, key: tuple | None, pc: int, slot: int = 0, sign: int | None = None) -> tuple[Entry, ...]:
        """The stack with a new entry of this node's on top."""
        stack = self.below(key) if key is not None else self.node.stack
        return (*stack, Entry(size, key, pc, slot, self.node.pc, sign, False))

    def returning(self, entry: Entry) -> Frame:
        """A GOSUB's entry says the same each time: one will do."""
        if entry not in self.frames:
            self.frames[entry] = Frame(GOSUB_SIZE, pc=entry.pc, opener=entry.opener)
        return self.frames[entry]

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
        self.scalars.add(slot)
        return f"v{slot}"

    def assigned(self, slot: int) -> str:
        """The name to assign to."""
        if slot not in self.variables.created:
            raise CannotEmit
        self.changed.add(slot)
        self.node.assigned.add(slot)
        return self.scalar(slot)

    def element(self, number: int, subscripts: list[Code], checked: bool = False) -> str:
        """An element as text that can be read or assigned; `checked`: nothing can fail any more where it stands."""
        sizes = self.variables.sizes[number]
        if len(sizes) != len(subscripts) or self.variables.data[number] is None:
            raise CannotEmit
        self.arrays.add(number)
        parts, stride = [], 1
        for at, (code, size) in enumerate(zip(subscripts, sizes, strict=True)):
            seen = at == len(sizes) - 1 and size > 1 and not checked    # beyond the array's end Python sees for itself
            text = self.within(code, 0, None if seen else size - 1)
            parts.append(text if stride == 1 else f"{stride} * {text}")
            stride *= size
        index = " + ".join(parts)
        if checked:
            name = self.temporary()
            self.line(f"{name} = {index}")
            index = name
        return f"a{number}[{index}]"

    # expressions

    def text(self, code: Code) -> str:
        if code.expr is None:
            raise CannotEmit
        return code.expr(self)

    def integer(self, code: Code) -> str:
        """The text of CINT of a value."""
        if code.kind == STRING:
            raise CannotEmit
        return self.within(code, -32768, 32767)

    def within(self, code: Code, low: int, high: int | None) -> str:
        """The text of CINT of a value that has to lie in bounds; above `high` None Python sees for itself."""
        if code.kind == STRING:
            raise CannotEmit
        text = self.text(code)
        if code.low is not None and low <= code.low and (high is None or code.high <= high):
            return text
        if code.low is None:
            whole, (name, first) = self.temporary(), self.once(text)
            test = f"{whole} >= {low}" if high is None else f"{low} <= {whole} <= {high}"
            rounded = self.bind(rounding(low, 32767 if high is None else high))
            return f"({whole} if ({whole} := int({first})) == {name} and {test} else {rounded}({name}))"
        name, first = self.once(text)
        return f"({name} if {f'{first} >= {low}' if high is None else f'{low} <= {first} <= {high}'} else deopt())"

    def real(self, sign: str, left: str, right: str, operate) -> str:
        """A sum, difference or product of reals: exact doubles are kept, all others go to `operate`."""
        x, t = self.temporary(), self.temporary()
        (a, first), (b, second) = self.once(left), self.once(right)
        in_range = f" and {reals.LEAST!r} < {x} * {x} < {reals.GREATEST!r}"
        if sign != "*" and (_is_plain(a) or _is_plain(b)):      # far from the ends of the range, or 0
            in_range = ""
        return (f"({x} if ({t} := ({x} := {first} {sign} {second}) * {reals.PROBE!r}) - ({t} - {x}) == {x}{in_range}"
                f" else {self.bind(operate)}({a}, {b}))")

    def once(self, text: str) -> tuple[str, str]:
        """Names what is used twice: (the name, what stands where it is used first)."""
        if text.isidentifier() or text.replace(".", "", 1).isdigit():
            return text, text
        name = self.temporary()
        return name, f"({name} := {text})"

    def condition(self, code: Code) -> str:
        if code.kind == STRING:
            raise CannotEmit
        return code.test(self) if code.test else self.text(code)

    def as_kind(self, code: Code, kind: str) -> str:
        """The text of a value as a variable of the kind takes it."""
        if (kind == STRING) != (code.kind == STRING):
            raise CannotEmit
        if kind == INTEGER:
            return self.integer(code)
        if kind == REAL and code.kind != REAL:
            return repr(float(code.value)) if code.value is not None else f"float({self.text(code)})"
        return self.text(code)

    def joined(self, left: str, right: str) -> str:
        name = self.temporary()
        return f"({name} if len({name} := {left} + {right}) < 256 else deopt())"

    # what a statement adds to as it goes

    def weighed(self, text: str, weigh, most: int) -> str:
        """A number that takes what `weigh` says of it."""
        if self.looking:
            return text
        self._saving("us")
        self.node.most += most
        name = self.temporary()
        return f"((us := {self.bind(weigh)}({name} := {text}) + us) and {name})"     # `us` last: the text may change it

    def left_behind(self, text: str) -> str:
        """A passing string whose room is not given back."""
        if self.looking:
            return text
        self.keeps_strings = True
        self._saving("used")
        name = self.temporary()
        return f"({name} if (used := {self._size(f'({name} := {text})', name)} + used) <= room else deopt())"

    def _saving(self, name: str) -> None:
        """What follows may add to it and fail all the same."""
        if name not in self.node.saves:
            self.node.saves.add(name)
            self.node.lines.insert(0, f"{name}_ = {name}")

    def _size(self, first: str, name: str) -> str:
        """What a string takes of the string space; `first` is how it is named for the first time."""
        overhead = self.variables.heap.overhead
        return f"len({first}) + ({overhead} if {name} else 0)" if overhead else f"len({first})"

    def keep_string(self, text: str, doubled: bool, us: int = 0, us_each: int = 0) -> str:
        """The name of a string that a variable is to keep: room is taken for it. Nothing may fail after this.

        `doubled`: a single character takes it twice where it is the first.
        """
        self.keeps_strings = True
        name, total = self.temporary(), self.temporary()
        self.line(f"{name} = {text}")
        self.line(f"if id({name}) not in {self.bind(self.variables.literals)}:")
        self.line(f"    if ({total} := used + {self._size(name, name)}) > room: deopt()")
        if doubled:
            self.line(f"    if not used and len({name}) == 1: deopt()")
        if us or us_each:
            length = f"len({name})" if self.variables.heap.overhead else f"({total} - used)"
            self.line(f"    us += {f'{us} + ' if us else ''}{us_each} * {length}")
            self.node.most += us + 255 * us_each
        self.line(f"    used = {total}")
        return name


def _is_plain(text: str) -> bool:
    """A constant that is neither tiny nor huge."""
    return text.replace(".", "", 1).isdigit() and 1e-20 < float(text) < 1e20

"""The builder of a unit: a stretch of hot statements as a flow graph of operations (basic.units.jit says when and why).

A node is a statement in the company of what lies on the BASIC stack when it runs: inside a unit GOSUB, FOR and WHILE push
nothing, they only lead to nodes with another stack, and the entries are made when the unit is left. Each node is made by the
statement's `emit(c, unit)`, beside its `compile`: effects, by `do` and its kin, and ways to other nodes, by `go` and `fork`.
What a unit cannot hold raises CannotEmit while it is built; what it does not cover while it runs, it gives up.

An `emit` takes its values first (`value`, `as_kind`, `scalar`, `checked_element`), since these may give up and the plain step
then does the whole statement again. It keeps what it needs later with `temporary`. Then it changes variables (`assign`, or
`do(ef.SetElement(...))`), and ends with `go(c.after)`. Let in basic.statements.assignment is an example.
"""

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from basic.errors import BasicError
from basic.runtime.control import GOSUB_SIZE, Frame
from basic.units import effects as ef
from basic.units import operations as op
from basic.units.nodes import Node, Stack, StackEntry, Way
from basic.values.code import INTEGER, REAL, STRING, Code, Emit, Kind

if TYPE_CHECKING:
    from basic.debug.breakpoints import Watch
    from basic.debug.probes import Logged
    from basic.ports import Clock, QuickGraphics
    from basic.runtime.executor import Executor
    from basic.units.user_functions import Definition, Signature
    from basic.values.real_functions import RandomNumbers
    from basic.values.weighing import Weighing

LONGEST = 90            # nodes of a unit
DRAWS_UP_TO_US = {"plot": 1_000, "plotr": 1_000, "draw": 160_000, "drawr": 160_000}
PRINTS_UP_TO_US = 160_000
TESTS_UP_TO_US = 1_000
DEEPEST = 8             # entries of the stack that a unit keeps to itself
LONGEST_LOOKED_AT = 8000    # bytes of a program that machine code has a copy of


class CannotEmit(Exception):
    """A statement or expression that a unit cannot hold."""


def found_stack(executor: "Executor") -> Stack:
    """What lies above the last GOSUB now."""
    entries = []
    for frame in reversed(executor.stack.frames):
        if frame.size == GOSUB_SIZE:
            break
        entries.append(StackEntry(frame.size, frame.key, frame.pc, frame.slot, frame.opener, frame.sign, True))
    return tuple(reversed(entries))


class Rules(NamedTuple):
    """Of units that can run on into others: which nodes another unit begins with, and which operations they can hold."""
    is_apart: Callable[[Node], bool]
    holds: Callable[[Any], bool]


class UnitBuilder:
    """`around` is the stack above the last GOSUB that the unit begins with; if that is not given, it is what is there now.

    `rules` are given if it can run on into others when it ends.
    """

    def __init__(self, executor: "Executor", start: int, around: Stack | None = None,
                 rules: "Rules | None" = None):
        self.executor = executor
        self.rules = rules
        self.unknown: set[int] = set()  # where it ends because that has never been reached
        self.only_python = False        # statements that a unit of Python text holds have been left out
        self.barriers: list[tuple[int, Stack]] = []     # what comes behind the statements that no unit can hold
        self.variables = executor.variables
        self.frames: dict[StackEntry, Frame] = {}
        self.scalars: set[int] = set()
        self.changed: set[int] = set()
        self.arrays: set[int] = set()
        self.keeps_strings = False      # counts the string space
        self.functions: set[Signature] = set()      # that it calls
        self.called: list[Definition] = []          # those whose expressions are taken now, the outermost first
        self.behind_call = 0                        # what passes behind them in their statement
        self.parameters: dict[tuple[int, int], op.Temporary] = {}       # theirs: by cells and place
        self.passing: dict[int, op.Temporary] = {}      # passing strings of which something is made now, by their codes' ids
        self.watches: dict[Any, op.Watched] = {}    # what a debugger watches
        self.watching = False           # what is built belongs to a watch: it takes no time on the machine
        self.guarded = 0                # entries of the real stack that the unit counts on
        self.guards_all = False         # the unit counts on there being no others above the last GOSUB
        self.around = found_stack(executor) if around is None else around
        self.nodes: dict[tuple[int, int, Stack], Node] = {}
        self.waiting: deque[Node] = deque()
        self.start = self.node = self.at(start, self.around)
        self._gather()

    # nodes

    def at(self, pc: int, stack: Stack, which: int = 0) -> Node:
        key = pc, which, stack
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = Node(pc, which, stack)
            self.waiting.append(node)
        return node

    def _gather(self) -> None:
        """Builds the nodes from the start on, the nearest first."""
        jit, count = self.executor.jit, 0
        while self.waiting:
            self.node = node = self.waiting.popleft()
            if not jit.known(node.pc):
                node.left = "raised" if self.rules is None or node.which else "written"
                self.unknown.add(node.pc)
            elif count >= LONGEST or node.pc in jit.unfit or self._is_outside(node) or self._is_apart(node):
                node.leave_out()
            else:
                count += 1
                self._build(*jit.nodes[node.pc])

    def _is_outside(self, node: Node) -> bool:
        """Out of the loop that the unit is for, too deep in loops and subroutines, or in a debugger's hands."""
        if node.which and self.rules is not None:
            return False
        real = sum(entry.real for entry in node.stack)
        return real < len(self.around) or len(node.stack) > DEEPEST + real or node.pc in self.executor.hooks.traps

    def _is_apart(self, node: Node) -> bool:
        return self.rules is not None and node is not self.start and self.rules.is_apart(node)

    def _build(self, statement: Any, compiler: Any) -> None:
        node, waiting = self.node, len(self.waiting)
        if not node.which:
            node.cost = self.executor.table.cost[node.pc]
        try:
            if not hasattr(statement, "emit"):
                raise CannotEmit
            statement.emit(compiler, self)
            if self.rules is not None and not self._is_held(node):
                self.only_python = True
                raise CannotEmit
            if node.pc in self.executor.hooks.watches:
                self._watch(self.executor.hooks.watches[node.pc])
                if self.rules is not None and not all(map(self.rules.holds, [*node.checks, *node.notes])):
                    self.only_python, node.checks, node.notes = True, [], []
                    raise CannotEmit
        except (CannotEmit, BasicError):
            node.leave_out()
            while len(self.waiting) > waiting:
                lost = self.waiting.pop()
                del self.nodes[lost.pc, lost.which, lost.stack]
            if not node.which:
                self.barriers.append((compiler.after, node.stack))

    def _is_held(self, node: Node) -> bool:
        assert self.rules is not None
        holds = self.rules.holds
        ways = all(holds(way.condition) and all(map(holds, way.effects)) for way in node.ways)
        return ways and all(map(holds, node.effects))

    def _watch(self, watches: "list[Watch | Logged]") -> None:
        """Behind this node the unit finds out whether one of them has changed; where the node begins, it tells those that want
        that."""
        self.watching = True
        try:
            found = [watch.emit(self) for watch in watches if self.node.which == 0 or not watch.looks_before]
        finally:
            self.watching = False
        self.node.notes = [one for one in found if isinstance(one, op.Noted) and one.before]
        self.node.checks = [one for one in found if one not in self.node.notes]

    def before(self, watch: "Watch") -> op.Watched:
        """What a watched value was."""
        return self.watches.setdefault(watch, op.Watched(len(self.watches), watch))

    def noted(self, condition: op.Operation | None, note: Callable[..., None], values: list[op.Operation],
              at_once: bool = False, before: bool = False) -> op.Operation:
        """A check that only tells a debugger something. What `note` does must not depend on the unit's variables, and without
        `at_once` not on the machine either."""
        return op.Noted(condition, note, values, at_once, before)

    def do(self, effect: ef.Effect) -> None:
        self.node.effects.append(effect)

    def go(self, pc: int, stack: Stack | None = None, effects: tuple[ef.Effect, ...] = ()) -> None:
        self.fork(None, pc, 0, stack, effects)

    def fork(self, condition: op.Operation | None, pc: int, us: int = 0, stack: Stack | None = None,
             effects: tuple[ef.Effect, ...] = (), which: int = 0) -> Node:
        """Goes on at pc where the condition holds and none before it did."""
        to = self.at(pc, self.node.stack if stack is None else stack, which)
        self.node.ways.append(Way(condition, to, us, effects))
        return to

    def pc_of_line(self, number: int) -> int:
        pc = self.executor.table.pc_of_line(number)
        if pc is None:
            raise CannotEmit
        return pc

    # the stack

    def count_on(self, stack: Stack) -> None:
        """The unit takes the real entries of this stack, and those above them, for what they are now."""
        if stack and stack[-1].real:
            self.guarded = max(self.guarded, len(self.around) - len(stack) + 1)

    def return_to_caller(self) -> None:
        if self.rules is None:
            raise CannotEmit
        self.do(ef.ReturnToCaller())

    def below(self, key: tuple[int, int]) -> Stack:
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

    def passed_to(self, key: tuple[int, int], us: dict[int, int]) -> int:
        """The same as `ControlStack.passed_to`, where `below` has been asked."""
        total = 0
        for entry in reversed(self.node.stack):
            if entry.size == GOSUB_SIZE or entry.key == key:
                break
            total += us[entry.size]
        return total

    def loop(self, key: tuple[int, int]) -> Stack:
        """The stack with the loop that ends at `key` on top."""
        stack = self.node.stack
        while stack and stack[-1].size != GOSUB_SIZE and stack[-1].key != key:
            stack = stack[:-1]
        if not stack or stack[-1].key != key:
            raise CannotEmit
        self.count_on(stack)
        return stack

    def open(self, size: int, key: tuple[int, int] | None, pc: int, slot: int = 0, sign: int | None = None) -> Stack:
        """The stack with a new entry of this node's on top."""
        stack = self.below(key) if key is not None else self.node.stack
        return (*stack, StackEntry(size, key, pc, slot, self.node.pc, sign, False))

    def returning(self, entry: StackEntry) -> Frame:
        """A GOSUB's entry says the same each time: one will do."""
        if entry not in self.frames:
            self.frames[entry] = Frame(GOSUB_SIZE, pc=entry.pc, opener=entry.opener)
        return self.frames[entry]

    # variables

    def scalar(self, slot: int, kind: Kind) -> op.Scalar:
        self.scalars.add(slot)
        return op.Scalar(slot, op.OF_KIND[kind])

    def assign(self, slot: int, value: op.Operation) -> None:
        if slot not in self.variables.created:
            raise CannotEmit
        self.changed.add(slot)
        self.scalars.add(slot)
        self.node.assigned.add(slot)
        self.do(ef.SetScalar(slot, value))

    def element(self, number: int, subscripts: list[Code]) -> op.Element:
        """An element to be read or assigned; its load sees whether the last subscript is too large."""
        sizes = self._sizes(number, subscripts)
        *first, last = subscripts
        parts = [self.within(code, 0, size - 1) for code, size in zip(first, sizes[:-1], strict=True)]
        parts.append(self._last_subscript(last, sizes[-1] - 1))
        return op.Element(number, parts, sizes, op.OF_KIND[self.variables.array_kinds[number]])

    def checked_element(self, number: int, subscripts: list[Code]) -> op.ElementAt:
        """An element whose subscripts have been seen to: nothing can fail where it is assigned."""
        sizes = self._sizes(number, subscripts)
        parts = [self.within(code, 0, size - 1) for code, size in zip(subscripts, sizes, strict=True)]
        place = self.temporary(op.WHOLE, op.Index(parts, sizes))
        return op.ElementAt(number, place, op.OF_KIND[self.variables.array_kinds[number]])

    def _sizes(self, number: int, subscripts: list[Code]) -> tuple[int, ...]:
        sizes = self.variables.sizes[number]
        if len(sizes) != len(subscripts) or self.variables.data[number] is None:
            raise CannotEmit
        self.arrays.add(number)
        return tuple(sizes)

    def _last_subscript(self, code: Code, high: int) -> op.Operation:
        if not high or code.kind == STRING or code.is_within(0, high):
            return self.within(code, 0, high)
        return op.Subscript(self.value(code), high, code.low is not None, code.is_positive)

    def temporary(self, type: op.Type, value: op.Operation) -> op.Temporary:
        """A passing value of this statement."""
        made = op.Temporary(self.node.temporaries, type)
        self.node.temporaries += 1
        self.do(ef.SetTemporary(made, value))
        return made

    # expressions

    def value(self, code: Code) -> op.Operation:
        if code.expr is None:
            raise CannotEmit
        return code.expr(self)

    def integer(self, code: Code) -> op.Operation:
        """CINT of a value."""
        return self.within(code, -32768, 32767)

    def within(self, code: Code, low: int, high: int) -> op.Operation:
        """CINT of a value that has to lie in bounds."""
        if code.kind == STRING:
            raise CannotEmit
        value = self.value(code)
        if code.low is None:
            return op.Rounded(value, low, high)
        if code.is_within(low, high):
            return value
        return op.Bounded(value, low, high)

    def free_address(self, code: Code) -> op.Operation:
        """Of POKE: where only the RAM has to be asked."""
        return op.FreeAddress(self.address(code), op.RuntimeState(self.executor.session, "himem"))

    def address(self, code: Code) -> op.Operation:
        """From 0 to 65535."""
        if self.executor.session.large:     # which has variables above HIMEM, too
            raise CannotEmit
        return op.Whole("&", self.within(code, -32768, 65535), op.Constant(0xFFFF, op.WHOLE))

    def peek(self, address: op.Operation) -> op.Operation:
        executor, addresses = self.executor, self.executor.addresses
        begin, end = addresses.of_program()
        if end - begin > LONGEST_LOOKED_AT:
            end = begin
        self.keeps_strings = True           # what is used of the string space
        return op.Peek(address, executor.machine.ram, addresses.program_image, begin, end,
                       op.RuntimeState(addresses, "free_from"), op.RuntimeState(executor.session, "himem"), self.variables.heap)

    def condition(self, code: Code) -> op.Operation:
        if code.kind == STRING:
            raise CannotEmit
        return code.test(self) if code.test else op.Truth(self.value(code))

    def as_kind(self, code: Code, kind: Kind) -> op.Operation:
        """A value as a variable of the kind takes it."""
        if (kind == STRING) != (code.kind == STRING):
            raise CannotEmit
        if kind == INTEGER:
            return self.integer(code)
        if kind == REAL and code.kind != REAL:
            return op.Constant(float(code.value), op.REAL) if code.value is not None else op.ToReal(self.value(code))
        return self.value(code)

    # what a statement adds to as it goes

    def timed(self, value: op.Operation, weigh: Callable[..., int], most: int) -> op.Operation:
        """A number that takes what `weigh` says of it."""
        if self.watching:
            return value
        self._save("us")
        self.node.most += most
        return op.Timed(value, weigh, value.gives)

    def timed_call(self, function: Callable[..., tuple[float, int]], operands: list[op.Operation],
                   takes: tuple[int, int]) -> op.Operation:
        """`takes`: the share of what it takes, and the most."""
        if self.watching:
            return op.TimedCall(function, operands, None)
        share, most = takes
        self._save("us")
        self.node.most += most
        return op.TimedCall(function, operands, share)

    def weigh(self, weighing: "Weighing | None") -> Callable[..., int] | None:
        """What an operation takes by its operands."""
        if weighing is None or self.watching:
            return None
        weigh, most = weighing
        self._save("us")
        self.node.most += most
        return weigh

    def draw(self, quick: "QuickGraphics", does: str, *operands: op.Operation) -> None:
        """Nothing may fail after this."""
        if does in DRAWS_UP_TO_US:
            self._leaves_near_moment(DRAWS_UP_TO_US[does])
        self.node.draws = True
        self.do(ef.Draw(quick, quick.functions[does], list(operands)))

    def test(self, quick: "QuickGraphics | None", x: Code, y: Code) -> op.Operation:
        if quick is None or self.watching:
            raise CannotEmit
        self._save("us")
        self.node.most += TESTS_UP_TO_US
        return op.Tested(quick, self.value(x), self.value(y))

    def print_items(self, texts: list[op.Operation], ends_line: bool) -> None:
        """PRINT on stream 0. Nothing may fail after this."""
        output, quick = self.executor.output, self.executor.machine.text.quick
        if quick is None or op.sees_printing(texts[1:]):      # a step prints one before it takes the next
            raise CannotEmit
        self._leaves_near_moment(PRINTS_UP_TO_US)
        self.node.draws = True
        self.do(ef.Print(output, quick, output.costs.printed_character, texts, ends_line))

    def _leaves_near_moment(self, us: int) -> None:
        """The step does it that shows how far a picture has come."""
        if not self.node.draws:
            self.do(ef.PauseIf(op.NearMoment(us)))

    def read_item(self, place: op.Operation, as_text: bool) -> tuple[op.Temporary, op.Temporary]:
        """What READ finds at a place, a number or a text, and the place behind it."""
        self._save("us")
        self.node.draws = True
        first = self.node.temporaries
        value, after = op.Temporary(first, op.STRING if as_text else op.NUMBER), op.Temporary(first + 1, op.WHOLE)
        self.node.temporaries += 2
        self.do(ef.ReadItem(self.executor.data, self.variables.literals, place, value, after))
        return value, after

    def locate(self, column: op.Operation, row: op.Operation) -> None:
        text = self.executor.machine.text
        if text.quick is None:
            raise CannotEmit
        self.node.draws = True
        self.do(ef.Locate(text, text.quick, column, row))

    def left_behind(self, text: op.Operation) -> op.Operation:
        """A passing string whose room is not given back."""
        if self.watching:
            return text
        self.keeps_strings = True
        self._save("used")
        return op.LeftBehind(text, self.variables.heap)

    def kept_argument(self, text: op.Operation, made: bool, doubled: bool) -> op.Operation:
        """A string that a parameter keeps."""
        if self.watching:
            return text
        self.keeps_strings = True
        self._save("used")
        return op.KeptArgument(text, self.variables.literals, made, doubled)

    def part_of_passing(self, text: Code, part: Emit) -> op.Operation:
        """What a function makes of a passing string, whose room is given back where that is empty."""
        if self.watching:
            raise CannotEmit
        kept = op.Temporary(self.node.temporaries, op.STRING)
        self.node.temporaries += 1
        value, around = self.left_behind(self.value(text)), self.passing
        self.passing = around | {id(text): kept}
        try:
            return op.PartOfPassing(kept, value, part(self), self.variables.heap)
        finally:
            self.passing = around

    def passing_text(self, text: Code) -> op.Operation:
        """Of which a function makes something now."""
        return self.passing[id(text)]

    def parameter(self, cells: list[Any], at: int) -> op.Operation:
        """Of the function whose expression is taken now."""
        if (id(cells), at) not in self.parameters:
            raise CannotEmit
        return self.parameters[id(cells), at]

    def user_function(self, definition: "Definition", given: list[op.Operation], us: int, later: int) -> op.Operation:
        """FN; `us`: what calling it takes; `later`: what passes behind it."""
        if definition.code is None or definition in self.called:
            raise CannotEmit
        first, before = self.node.temporaries, self.parameters
        self.node.temporaries += len(given)
        temporaries = [op.Temporary(first + at, op.OF_KIND[kind]) for at, kind in enumerate(definition.kinds)]
        self.parameters = before | {(id(definition.cells), at): one for at, one in enumerate(temporaries)}
        self.called.append(definition)
        self.behind_call += later
        try:
            expression = self.as_kind(definition.code, definition.kind)
        finally:
            self.parameters = before
            self.behind_call -= later
            self.called.pop()
        if definition.makes:
            expression = op.Made(expression, self.variables.literals)
        self.functions.add(definition.signature)
        if self.watching:
            us = 0
        else:
            self._save("us")
            self.node.most += us
        return op.UserFunction(temporaries, given, us, expression, op.OF_KIND[definition.kind])

    def ticks(self, clock: "Clock", later: int) -> op.Operation:
        """TIME."""
        return op.Ticks(clock, op.RuntimeState(clock, "ahead"), later + self.behind_call)

    def no_key(self) -> op.Operation:
        if self.watching:
            raise CannotEmit
        return op.NoKey(self.executor.real_time)

    def look_at_keys(self, function: Literal["pressed", "joystick"], number: Code, most: int) -> op.Operation:
        keyboard = self.executor.machine.keyboard
        if self.watching or function not in keyboard.functions:
            raise CannotEmit
        return op.LookAtKeys(self.executor.real_time, keyboard, function, self.within(number, 0, most))

    def random(self, numbers: "RandomNumbers") -> op.Operation:
        """The next random number. Under a debugger RND ends a unit: going back into a loop that takes time by its values, as
        with SIN, too, can stop one statement early."""
        if self.watching or self.executor.hooks.observer is not None:
            raise CannotEmit
        self._save("seed", numbers)
        return op.Random(numbers)

    def _save(self, name: Literal["us", "used", "seed"], numbers: "RandomNumbers | None" = None) -> None:
        """What follows may change it and give up all the same."""
        if name not in self.node.saves:
            self.node.saves.add(name)
            self.node.effects.insert(0, ef.Save(name, numbers, self.executor.jit, self.variables.heap))

    def keep_string(self, text: op.Operation, made: bool, doubled: bool, us: int = 0, us_each: int = 0,
                    us_empty: int = 0) -> op.Temporary:
        """A string that a variable is to keep: room is taken for it. Nothing may fail after this. `made`: on the way;
        `doubled`: a single character may be copied."""
        self.keeps_strings = True
        kept = op.Temporary(self.node.temporaries, op.STRING)
        self.node.temporaries += 1
        overhead = self.variables.heap.overhead
        self.do(ef.KeepString(kept, text, self.variables.literals, overhead, made, doubled, us, us_each,
                              us_empty))
        self.node.most += us + 255 * us_each
        return kept

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
from typing import TYPE_CHECKING, Any, NamedTuple

from basic.errors import BasicError
from basic.runtime.control import GOSUB_SIZE, Frame
from basic.units import effects as ef
from basic.units import looks
from basic.units import operations as op
from basic.units.nodes import Node, Stack, StackEntry, Way
from basic.units.value_builder import CannotEmit, ValueBuilder

if TYPE_CHECKING:
    from basic.debug.breakpoints import Watch
    from basic.debug.probes import Logged
    from basic.ports import QuickGraphics
    from basic.runtime.executor import Executor

__all__ = ["CannotEmit", "Rules", "UnitBuilder", "found_stack"]

LONGEST = 90            # nodes of a unit
DRAWS_UP_TO_US = {"plot": 1_000, "plotr": 1_000, "draw": 160_000, "drawr": 160_000}
PRINTS_UP_TO_US = 160_000
DEEPEST = 8             # entries of the stack that a unit keeps to itself


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


class UnitBuilder(ValueBuilder):
    """`around` is the stack above the last GOSUB that the unit begins with; if that is not given, it is what is there now.

    `rules` are given if it can run on into others when it ends.
    """

    def __init__(self, executor: "Executor", start: int, around: Stack | None = None,
                 rules: "Rules | None" = None):
        super().__init__(executor)
        self.rules = rules
        self.unknown: set[int] = set()  # where it ends because that has never been reached
        self.only_python = False        # statements that a unit of Python text holds have been left out
        self.barriers: list[tuple[int, Stack]] = []     # what comes behind the statements that no unit can hold
        self.frames: dict[StackEntry, Frame] = {}
        self.changed: set[int] = set()
        self.watches: dict[Any, op.Watched] = {}    # what a debugger watches
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
                made = jit.made[node.pc]
                self._build(made.node, made.compiler)

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

    def assign(self, slot: int, value: op.Operation) -> None:
        if slot not in self.variables.created:
            raise CannotEmit
        self.changed.add(slot)
        self.scalars.add(slot)
        self.node.assigned.add(slot)
        self.do(ef.SetScalar(slot, value))

    # what a statement adds to as it goes

    def draw(self, quick: "QuickGraphics", does: str, *operands: op.Operation, then: str = "") -> None:
        """Nothing may fail after this. `then`: what the statement does behind it."""
        if (us := max(DRAWS_UP_TO_US.get(does, 0), DRAWS_UP_TO_US.get(then, 0))):
            self._leaves_near_moment(us)
        self.node.draws = True
        self.do(ef.Draw(quick, quick.functions[does], list(operands)))

    def print_items(self, texts: list[op.Operation], ends_line: bool) -> None:
        """PRINT on stream 0. Nothing may fail after this."""
        output, quick = self.executor.output, self.executor.machine.text.quick
        if quick is None or looks.sees_printing(texts[1:]):      # a step prints one before it takes the next
            raise CannotEmit
        self._leaves_near_moment(PRINTS_UP_TO_US)
        self.node.draws = True
        self.do(ef.Print(output, quick, output.costs.printed_character, texts, ends_line))

    def _leaves_near_moment(self, us: int) -> None:
        """The step does it that shows how far a picture has come."""
        if not self.node.draws:
            self.do(ef.PauseIf(looks.NearMoment(us)))

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

    def colour(self, is_pen: bool, number: op.Operation) -> None:
        text = self.executor.machine.text
        if text.quick is None:
            raise CannotEmit
        self.node.draws = True
        self.do(ef.Colour(text, text.quick, is_pen, number))

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
        self.node.most += us + (255 * us_each >> 10)
        return kept

"""The builder of a unit's values: what a compiled expression asks for (`Code.expr`). basic.units.builder makes the rest."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from basic.units import effects as ef
from basic.units import looks
from basic.units import operations as op
from basic.values.code import INTEGER, REAL, STRING, Code, Emit, Kind

if TYPE_CHECKING:
    from basic.ports import Clock, QuickGraphics
    from basic.runtime.executor import Executor
    from basic.units.nodes import Node
    from basic.units.user_functions import Definition, Signature
    from basic.values.real_functions import RandomNumbers
    from basic.values.weighing import Weighing

TESTS_UP_TO_US = 1_000
LONGEST_LOOKED_AT = 8000    # bytes of a program that machine code has a copy of


class CannotEmit(Exception):
    """A statement or expression that a unit cannot hold."""


class ValueBuilder:
    """Of values that belong to `node`."""
    node: "Node"

    def __init__(self, executor: "Executor"):
        self.executor = executor
        self.variables = executor.variables
        self.scalars: set[int] = set()
        self.arrays: set[int] = set()
        self.keeps_strings = False      # counts the string space
        self.functions: set[Signature] = set()      # that it calls
        self.called: list[Definition] = []          # those whose expressions are taken now, the outermost first
        self.behind_call = 0                        # what passes behind them in their statement
        self.parameters: dict[tuple[int, int], op.Temporary] = {}       # theirs: by cells and place
        self.passing: dict[int, op.Temporary] = {}      # passing strings of which something is made now, by their codes' ids
        self.watching = False           # what is built belongs to a watch: it takes no time on the machine

    def do(self, effect: ef.Effect) -> None:
        self.node.effects.append(effect)

    # variables

    def scalar(self, slot: int, kind: Kind) -> op.Scalar:
        self.scalars.add(slot)
        return op.Scalar(slot, op.OF_KIND[kind])

    def element(self, number: int, subscripts: list[Code]) -> op.Element:
        """An element to be read or assigned; its load sees whether the last subscript is too large."""
        sizes = self._sizes(number, subscripts)
        *first, last = subscripts
        parts = [self.within(code, 0, size - 1) for code, size in zip(first, sizes[:-1], strict=True)]
        parts.append(self._scaled(subscripts, self._last_subscript(last, sizes[-1] - 1)))
        return op.Element(number, parts, sizes, op.OF_KIND[self.variables.array_kinds[number]])

    def checked_element(self, number: int, subscripts: list[Code]) -> op.ElementAt:
        """An element whose subscripts have been seen to: nothing can fail where it is assigned."""
        sizes = self._sizes(number, subscripts)
        parts = [self.within(code, 0, size - 1) for code, size in zip(subscripts, sizes, strict=True)]
        parts[-1] = self._scaled(subscripts, parts[-1])
        place = self.temporary(op.WHOLE, op.Index(parts, sizes))
        return op.ElementAt(number, place, op.OF_KIND[self.variables.array_kinds[number]])

    def _scaled(self, subscripts: list[Code], last: op.Operation) -> op.Operation:
        """The last of several subscripts takes its time by its size; that of a constant is charged already."""
        if len(subscripts) < 2 or subscripts[-1].value is not None:
            return last
        return self.timed(last, *self.executor.costs.of_subscript)

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

    # expressions

    def temporary(self, type: op.Type, value: op.Operation) -> op.Temporary:
        """A passing value of this statement."""
        made = op.Temporary(self.node.temporaries, type)
        self.node.temporaries += 1
        self.do(ef.SetTemporary(made, value))
        return made

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
        return looks.FreeAddress(self.address(code), op.RuntimeState(self.executor.session.top, "himem"))

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
        return looks.Peek(address, executor.machine.ram, addresses.program_image, begin, end,
                          op.RuntimeState(addresses, "free_from"), op.RuntimeState(executor.session.top, "himem"),
                          self.variables.heap)

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

    def test(self, quick: "QuickGraphics | None", x: Code, y: Code) -> op.Operation:
        if quick is None or self.watching:
            raise CannotEmit
        self._save("us")
        self.node.most += TESTS_UP_TO_US
        return looks.Tested(quick, self.value(x), self.value(y))

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
        return looks.Ticks(clock, op.RuntimeState(clock, "ahead"), op.RuntimeState(clock, "late"),
                           op.RuntimeState(clock, "turn_at"), later + self.behind_call)

    def no_key(self) -> op.Operation:
        if self.watching:
            raise CannotEmit
        return looks.NoKey(self.executor.real_time)

    def look_at_keys(self, function: Literal["pressed", "joystick"], number: Code, most: int) -> op.Operation:
        keyboard = self.executor.machine.keyboard
        if self.watching or function not in keyboard.functions:
            raise CannotEmit
        return looks.LookAtKeys(self.executor.real_time, keyboard, function, self.within(number, 0, most))

    def random(self, numbers: "RandomNumbers") -> op.Operation:
        """The next random number. Under a debugger RND ends a unit: going back into a loop that takes time by its values, as
        with SIN, too, can stop one statement early."""
        if self.watching or self.executor.hooks.observer is not None:
            raise CannotEmit
        self._save("seed", numbers)
        return looks.Random(numbers)

    def _save(self, name: Literal["us", "used", "seed"], numbers: "RandomNumbers | None" = None) -> None:
        """What follows may change it and give up all the same."""
        if name not in self.node.saves:
            self.node.saves.add(name)
            self.node.effects.insert(0, ef.Save(name, numbers, self.executor.jit, self.variables.heap))

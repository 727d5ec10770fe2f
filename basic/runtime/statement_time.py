"""What a statement takes: what it always takes, and what hangs on its values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basic.runtime.clock import INTERRUPTS
from basic.source.words import MINUS, PLUS
from basic.syntax.nodes import Call, Expression
from basic.timing import costs
from basic.values.code import INTEGER, REAL, STRING, Code, Get, Kind
from basic.values.operators import stays_whole
from basic.values.weighing import Weighing

if TYPE_CHECKING:
    from basic.ports import Machine
    from basic.timing.costs import Costs


class Look:
    """A look at the clock or the keys within a statement: at the cost that comes before it, `later` microseconds before the
    rest is over, which has been added to the clock when the look is taken."""

    __slots__ = ("at", "later", "known")

    def __init__(self, at: float):
        self.at = at
        self.later = 0
        self.known = False


class StatementTime:
    """The time of the statement that is being compiled. What it always takes is charged; what hangs on a value is added to the
    clock when the step runs, by a closure around that value."""

    __slots__ = ("machine", "costs", "cost", "begun", "called", "looks", "places")

    def __init__(self, machine: Machine, costs: Costs) -> None:
        self.machine = machine
        self.costs = costs
        self.cost: float = 0
        self.begun: float = 0       # what passes before the place being compiled and is charged behind it; less the opposite
        self.called: Call | None = None     # the function that is being compiled
        self.looks: dict[int, Look] = {}    # at the clock or the keys, by the node's id
        self.places: list[Look] = []        # where it may wait for the picture

    def charge(self, microseconds: float) -> None:
        """What this part of the statement costs each time the statement runs."""
        self.cost += microseconds

    def look(self) -> Look:
        """That of the function that is being compiled."""
        assert self.called is not None
        return self.look_of(self.called, self.costs.behind_look(self.called.token))

    def look_of(self, node: Expression, behind: float = 0) -> Look:
        """That of a node, the same each time that it is compiled; `behind`: what is charged of it and passes behind."""
        look = self.looks.get(id(node))
        if look is None:
            look = self.looks[id(node)] = Look(self.cost + self.begun - behind)
        return look

    def place(self) -> Look:
        """What is charged up to here passes before a wait for the picture, the rest behind it."""
        self.places.append(Look(self.cost + self.begun))
        return self.places[-1]

    def delay_looks(self, microseconds: float) -> None:
        """The looks that have been compiled so far come that much later."""
        for look in self.looks.values():
            look.at += microseconds

    def know_looks(self) -> None:
        """The whole cost of the statement, or of a function's expression, is known."""
        for look in (*self.looks.values(), *self.places):
            if not look.known:
                look.later = self.costs.lasting(self.cost) - self.costs.lasting(look.at)
                look.known = True

    def weighed(self, operator: int, left: Code, right: Code) -> tuple[Code, Code]:
        """The operands, where the time of the operator depends on their values."""
        if STRING in (left.kind, right.kind):
            return left, right
        if costs.divides_by_number(operator, left, right):
            return self.through(left, costs.quotient(self.costs, operator, right)), right
        return left, right

    def weighing(self, operator: int) -> Weighing | None:
        """What an operator of reals takes by both operands."""
        return costs.of_both(self.costs, operator)

    def whole_weighing(self, operator: int, left: Code, right: Code) -> Weighing | None:
        """What an operator of integers, or of texts, takes by both operands."""
        if left.kind == right.kind == STRING:
            return costs.of_texts(self.costs, operator, left, right)
        if STRING in (left.kind, right.kind) or costs.divides_by_number(operator, left, right):
            return None
        are_whole = stays_whole(operator, left, right)
        if are_whole and operator in (PLUS, MINUS) and left.is_within(-32768, 32767) and right.is_within(-32768, 32767):
            return None             # their sum seldom has more than 16 bits
        return costs.of_integers(self.costs, operator, are_whole)

    def quick(self, name: str, codes: list[Code]) -> list[Code]:
        """The arguments of a function that is quick for some of them."""
        if name == "ABS" and codes and codes[0].value is None and codes[0].kind != STRING:
            return [self.through(codes[0], costs.turned_positive(self.costs, codes[0].is_real))]
        return codes

    def through(self, code: Code, weighing: Weighing) -> Code:
        """The same number, which takes what `weigh` says of it."""
        clock, (weigh, most) = self.machine.clock, weighing

        def weighed(get: Get) -> Get:
            def number() -> float:
                value: float = get()
                clock.us += weigh(value)
                return value
            return number
        made = Code(code.kind, weighed(code.get), slot=code.slot, wide=code.wide and weighed(code.wide),
                    bounds=None if code.low is None or code.high is None else (code.low, code.high),
                    expr=lambda unit: unit.timed(unit.value(code), weigh, most))
        made.is_real = code.is_real
        return made

    def made_text(self, code: Code) -> Code:
        """A text that what stands behind it makes nothing else of than a text or a number."""
        return code if code.passing is None else self._through_text(code, costs.made_text(self.costs))

    def number_text(self, code: Code) -> Code:
        """The text of a number that VAL reads."""
        return code if code.is_constant else self._through_text(code, costs.zeros_read(self.costs))

    def _through_text(self, code: Code, weighing: Weighing) -> Code:
        made = self.through(code, weighing)
        made.passing, made.depth = code.passing, code.depth
        return made

    def measured(self, name: str, get: Get, based: bool = False) -> Get:
        """A function that takes longer the longer its string, or with a fraction."""
        weighing = self.costs.result(name, based)
        if weighing is None:
            return get
        clock, (weigh, _) = self.machine.clock, weighing

        def result() -> Any:
            value = get()
            clock.us += weigh(value)
            return value
        return result

    def measured_code(self, name: str, code: Code, based: bool = False) -> Code:
        """The same for a function that units hold. `based`: VAL of a text that begins with "&"."""
        expr, weighing = code.expr, self.costs.result(name, based)
        assert expr is not None
        if weighing is not None:
            code.get = self.measured(name, code.get, based)
            weigh, most = weighing
            code.expr = lambda unit: unit.timed(expr(unit), weigh, most)
        return code

    def rounded(self, code: Code, negative: float | None = None) -> Code:
        """A number of which an integer is made: a real takes its time by its size; `negative` is for one below 0."""
        if not code.is_real:
            return code
        weighing = costs.rounded(self.costs, self.costs.negative_rounded if negative is None else negative)
        if isinstance(code.value, float):
            self.charge(weighing[0](code.value) / INTERRUPTS)
            return code
        return self.through(code, weighing)

    def made_real(self, code: Code, spared: float | None = None) -> Code:
        """A number of which a real is made: an integer takes its time by its size. `spared`: what is charged for that, where it
        is not what an assignment takes."""
        if code.is_real or code.kind == STRING or code.is_constant:
            return code
        if code.is_within(-32768, 32767):
            return self.through(code, costs.made_real(self.costs))
        return self.through(code, costs.number_made_real(self.costs, self.costs.to_real if spared is None else spared))

    def rounded_address(self, code: Code) -> Code:
        return self.rounded(code, self.costs.negative_address)

    def fitting(self, code: Code, kind: Kind) -> Code:
        """A number that a variable of the kind is to keep."""
        return self.rounded(code) if kind == INTEGER else self.made_real(code) if kind == REAL else code

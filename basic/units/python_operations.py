"""Operations as Python text.

Names in the text: `v7` is the plain variable in slot 7, `a2` array 2, `l0`, `s0`, `f0` limit, step and first value of the FOR
that is lowest on the stack, `us` the clock, `used` what is used of the string space and `room` what there is, `w0` the last
value of what is watched, `t1` a temporary of a statement, `x1` a passing value of a line, `k5` an object bound to the text.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from basic.errors import BasicError
from basic.runtime.control import INTEGER_FOR_SIZE
from basic.units import looks
from basic.units import operations as op
from basic.units.exits import Deopt, Exits, Place
from basic.units.flow_graph import Cycle
from basic.values import real_functions, reals
from basic.values.texts import BYTES, Written, copied, part_in_field
from basic.values.using_format import using

SYSTEM, SCREEN = 0xAC00, 0xC000         # between them are the variables of the system
PROBE = repr(reals.PROBE)
IN_RANGE = f" and {reals.LEAST!r} < {{x}} * {{x}} < {reals.GREATEST!r}"


@cache
def rounding(low: int, high: int) -> Callable[[int | float, int], int]:
    """CINT of a number whose type is only known when it is there, within bounds."""
    def rounded(value: int | float, exit: int) -> int:
        try:
            number = value if isinstance(value, int) else reals.to_integer(value)
        except BasicError:
            raise Deopt(exit) from None
        if low <= number <= high:
            return number
        raise Deopt(exit)
    return rounded


class OperationPrinter:
    """Prints values, and effects as lines. `place` says where the text belongs; after printing, `fails` says whether the text
    may raise errors that do not say their exit."""

    def __init__(self, exits: Exits):
        self.exits = exits
        self.place: Place | None = None
        self.fails = False
        self.passing = 0
        self.bound: dict[int, tuple[str, object]] = {}

    def exit(self) -> int:
        assert self.place is not None
        return self.exits.number(self.place)

    def bind(self, thing: object) -> str:
        """A name for an object that the text uses."""
        known = self.bound.get(id(thing))
        if known is None:
            known = self.bound[id(thing)] = f"k{len(self.bound)}", thing
        return known[0]

    def passing_name(self) -> str:
        self.passing += 1
        return f"x{self.passing}"

    def once(self, text: str) -> tuple[str, str]:
        """Names what is used twice: (the name, what stands where it is used first)."""
        if text.isidentifier() or text.replace(".", "", 1).isdigit():
            return text, text
        name = self.passing_name()
        return name, f"({name} := {text})"

    def value(self, value: op.Operation) -> str:
        return _VALUES[type(value)](self, value)

    # values

    def constant(self, it: op.Constant) -> str:
        return self.bind(it.value) if it.gives is op.STRING else repr(it.value)

    def scalar(self, it: op.Scalar) -> str:
        return f"v{it.slot}"

    def temporary(self, it: op.Temporary) -> str:
        return f"t{it.number}"

    def entry(self, it: op.Entry) -> str:
        return f"{it.part[0]}{it.depth}"

    def watched(self, it: op.Watched) -> str:
        return f"w{it.number}"

    def runtime_state(self, it: op.RuntimeState) -> str:
        return f"{self.bind(it.holder)}.{it.name}"

    def element(self, it: op.Element) -> str:
        return f"a{it.array}[{self._place(it.subscripts, it.sizes)}]"

    def element_at(self, it: op.ElementAt) -> str:
        return f"a{it.array}[{self.value(it.place)}]"

    def index(self, it: op.Index) -> str:
        return self._place(it.subscripts, it.sizes)

    def _place(self, subscripts: list[op.Operation], sizes: tuple[int, ...]) -> str:
        parts, stride = [], 1
        for subscript, size in zip(subscripts, sizes, strict=True):
            text = self.value(subscript)
            parts.append(text if stride == 1 else f"{stride} * {text}")
            stride *= size
        return " + ".join(parts)

    def whole(self, it: op.Whole) -> str:
        if it.weigh is None:
            return f"({self.value(it.left)} {it.sign} {self.value(it.right)})"
        (a, first), (b, second) = self.once(self.value(it.left)), self.once(self.value(it.right))
        # a condition, since what is weighed may be 0
        return f"({a} {it.sign} {b} if (us := {self.bind(it.weigh)}({first}, {second}) + us) else 0)"

    def whole_negation(self, it: op.WholeNegation) -> str:
        return f"(-{self.value(it.operand)})"

    def complement(self, it: op.Complement) -> str:
        return f"(~{self.value(it.operand)})"

    def signed_remainder(self, it: op.SignedRemainder) -> str:
        name, first = self.once(self.value(it.operand))
        return f"({name} % {it.divisor} if {first} >= 0 else -(-{name} % {it.divisor}))"

    def bounded(self, it: op.Bounded) -> str:
        name, first = self.once(self.value(it.operand))
        return f"({name} if {it.low} <= {first} <= {it.high} else deopt({self.exit()}))"

    def rounded(self, it: op.Rounded) -> str:
        text, whole = self.value(it.operand), self.passing_name()
        return self._rounded(text, whole, f"{it.low} <= {whole} <= {it.high}", it.low, it.high)

    def _rounded(self, text: str, whole: str, test: str, low: int, high: int) -> str:
        name, first = self.once(text)
        return (f"({whole} if ({whole} := int({first})) == {name} and {test}"
                f" else {self.bind(rounding(low, high))}({name}, {self.exit()}))")

    def subscript(self, it: op.Subscript) -> str:
        """Beyond the array's end Python sees for itself."""
        text = self.value(it.operand)
        self.fails = True
        if not it.exact:
            whole = self.passing_name()
            return self._rounded(text, whole, f"{whole} >= 0", 0, 32767)
        if it.positive:
            return text
        name, first = self.once(text)
        return f"({name} if {first} >= 0 else deopt({self.exit()}))"

    def real(self, it: op.Real) -> str:
        """Exact doubles are kept, all others go to the function."""
        left, right = self.value(it.left), self.value(it.right)
        x, t = self.passing_name(), self.passing_name()
        (a, first), (b, second) = self.once(left), self.once(right)
        if it.sign != "*" and (_is_plain(a) or _is_plain(b)):      # far from the ends of the range, or 0: it cannot overflow
            in_range = f" and {x}"              # the function knows the sign of a 0
        else:
            in_range, self.fails = IN_RANGE.format(x=x), True
        result = (f"({x} if ({t} := ({x} := {first} {it.sign} {second}) * {PROBE}) - ({t} - {x}) == {x}{in_range}"
                  f" else {self.bind(it.exactly)}({a}, {b}))")
        if it.may_be_whole:
            result = f"({result} + 0.0)"
        if it.weigh is None:
            return result
        z = self.passing_name()
        # `us` comes last: what is before it may change it
        return f"({z} if (us := {self.bind(it.weigh)}({z} := {result}, {a}, {b}) + us) else {z})"

    def real_negation(self, it: op.RealNegation) -> str:
        negated = f"(-{self.value(it.operand)})"
        return negated if it.operand.gives is op.REAL else f"float{negated}"

    def to_real(self, it: op.ToReal) -> str:
        return f"float({self.value(it.operand)})"

    def absolute(self, it: op.Absolute) -> str:
        text = self.value(it.operand)
        if it.gives is op.WHOLE:
            return f"abs({text})"
        name, first = self.once(text)
        return f"({name} if {first} >= 0 else -{name})"         # a 0 keeps its sign

    def sign(self, it: op.Sign) -> str:
        value = self.value(it.operand)
        name = self.passing_name()
        seen = f" and {name} & 255 > 0" if it.low_byte else ""
        return f"((({name} := {value}) > 0{seen}) - ({name} < 0))"

    def compare(self, it: op.Compare) -> str:
        if it.weigh is None:
            return f"{self.value(it.left)} {it.sign} {self.value(it.right)}"
        (a, first), (b, second) = self.once(self.value(it.left)), self.once(self.value(it.right))
        return f"((us := {self.bind(it.weigh)}({first}, {second}) + us) and {a} {it.sign} {b})"

    def truth(self, it: op.Truth) -> str:
        return self.value(it.operand)

    def low_byte_truth(self, it: op.LowByteTruth) -> str:
        name, first = self.once(self.value(it.operand))
        return f"({first} and ({name} & 255 or {name} < 0))"

    def logic(self, it: op.Logic) -> str:
        return f"(({self.value(it.left)}) {it.sign} ({self.value(it.right)}))"

    def from_truth(self, it: op.FromTruth) -> str:
        return f"(-1 if {self.value(it.operand)} else 0)"

    def goes_on(self, it: op.GoesOn) -> str:
        value, limit, step = self.value(it.value), self.value(it.limit), self.value(it.step)
        return self._weighed(it.weigh, it.weighed, going_on(value, limit, step, it.sign))

    def _weighed(self, weigh: Callable[..., int] | None, operands: list[op.Operation], condition: str) -> str:
        if weigh is None:
            return condition
        return f"((us := {self.bind(weigh)}({', '.join(map(self.value, operands))}) + us) and {condition})"

    def is_over(self, it: op.IsOver) -> str:
        value, limit, step = self.value(it.value), self.value(it.limit), self.value(it.step)
        over = f"({value} > {limit} if {step} > 0 else {value} < {limit})"
        if it.sign is not None:
            over = f"{value} {('==', '>', '<')[it.sign]} {limit}"
        return self._weighed(it.weigh, [it.limit, it.value], over)

    def out_of_range(self, it: op.OutOfRange) -> str:
        return f"not -32768 <= {self.value(it.operand)} <= 32767"

    def is_zero(self, it: op.IsZero) -> str:
        name, first = self.once(self.value(it.operand))
        return f"not ({name} if {first} < 0 else {name} & 255)" if it.low_byte else f"not {first}"

    def differs(self, it: op.Differs) -> str:
        if it.operand.gives is op.BOOL:
            return f"(not {self.value(it.operand)}) is {self.value(it.before)}"
        return f"{self.value(it.operand)} != {self.value(it.before)}"

    def noted(self, it: op.Noted) -> str:
        assert self.place is not None
        values = "".join(f", {self.value(value)}" for value in it.values)
        early = self.place.node.cost if it.before else 0
        tell = f"{self.bind(it.note)}({self._now(early)}, {self.place.node.pc}{values})"
        return tell if it.condition is None else f"{self.value(it.condition)} and {tell}"

    def _now(self, early: int = 0) -> str:
        """The clock at `place`, or some microseconds before."""
        assert self.place is not None
        us = self.place.us - early
        passed = f"us + {us}" if us else "us"
        cycle = self.place.cycle
        return passed if cycle is None else f"{passed} + {cycle.per_pass} * {passes(cycle)}"

    def join(self, it: op.Join) -> str:
        left, right = self.value(it.left), self.value(it.right)
        name = self.passing_name()
        return f"({name} if len({name} := {left} + {right}) < 256 else deopt({self.exit()}))"

    def length(self, it: op.Length) -> str:
        return f"len({self.value(it.operand)})"

    def first_code(self, it: op.FirstCode) -> str:
        self.fails = True
        return f"{self.value(it.operand)}[0]"

    def character(self, it: op.Character) -> str:
        return f"{self.bind(it.table)}[{self.value(it.code)}]"

    def left_behind(self, it: op.LeftBehind) -> str:
        text = self.value(it.operand)
        name = self.passing_name()
        size = size_of_text(f"({name} := {text})", name, it.heap.overhead)
        return f"({name} if (used := {size} + used){in_bytes(it.heap.overhead)} <= room else deopt({self.exit()}))"

    def made(self, it: op.Made) -> str:
        name, text = self.once(self.value(it.operand))
        return f"({self.bind(copied)}({name}) if id({text}) in {self.bind(it.literals)} else {name})"

    def kept_argument(self, it: op.KeptArgument) -> str:
        name, overhead = self.passing_name(), it.literals.heap.overhead
        in_program = f"id({name} := {self.value(it.operand)}) in {self.bind(it.literals)}"
        kept = f"(used := {size_of_text(name, name, overhead)} + used){in_bytes(overhead)} <= room"
        if it.doubled:
            kept = f"(used or len({name}) != 1) and {kept}"
        if it.made:
            in_program = f"({in_program}) and False"
        return f"({name} if {in_program} or {kept} else deopt({self.exit()}))"

    def part_of_passing(self, it: op.PartOfPassing) -> str:
        name, text = f"t{it.temporary.number}", self.value(it.text)
        part, size = self.value(it.part), size_of_text(name, name, it.heap.overhead)
        given_back = f"((used := max(used - ({size}), 0)) and b'' or b'')"
        return f"((({name} := {text}),) and ({part}) or {given_back})"

    def call(self, it: op.Call) -> str:
        self.fails = self.fails or it.fails
        if it.weigh is None:
            return f"{self.bind(it.function)}({', '.join([self.value(operand) for operand in it.operands])})"
        operands = [self.once(self.value(operand)) for operand in it.operands]
        names, firsts = (", ".join(parts) for parts in zip(*operands, strict=True))
        z = self.passing_name()
        weighed = f"{self.bind(it.weigh)}({z} := {self.bind(it.function)}({firsts}), {names})"
        return f"({z} if (us := {weighed} + us) else {z})"

    def timed_call(self, it: op.TimedCall) -> str:
        self.fails = True
        function = real_functions.remembering(it.function)
        called = f"{self.bind(function)}({', '.join([self.value(operand) for operand in it.operands])})"
        if it.share is None:
            return f"{called}[0]"
        pair = self.passing_name()
        # `us` comes last: an operand may change it
        return f"((us := (({pair} := {called})[1] * {it.share} >> 10) + us) and {pair}[0])"

    def timed(self, it: op.Timed) -> str:
        text = self.value(it.operand)
        name = self.passing_name()
        # `us` comes last: the text may change it
        return f"((us := {self.bind(it.weigh)}({name} := {text}) + us) and {name})"

    def ticks(self, it: looks.Ticks) -> str:
        return f"float({self.bind(it.clock)}.ticks_at({self._now()} - {it.later}))"

    def tested(self, it: looks.Tested) -> str:
        quick, pair = self.bind(it.graphics), self.passing_name()
        called = f"{quick}.test({quick}.cells, {quick}.ram, {quick}.figures, {self.value(it.x)}, {self.value(it.y)})"
        return f"((us := ({pair} := {called})[1] + us) and {pair}[0])"

    def blanks(self, it: op.Blanks) -> str:
        return f"({self.bind(it.count)}, {self.value(it.wanted)})"

    def in_field(self, it: op.InField) -> str:
        self.fails = True
        front = f"{self.value(it.front)} + " if it.front.value else ""
        if isinstance(it.field, int):
            return f"({front}{self.bind(part_in_field)}({self.value(it.value)}, {it.field}))"
        return f"({front}{self.bind(using)}({self.bind(it.field)}, {self.value(it.value)}, {it.basic_1_1}))"

    def written(self, it: op.Written) -> str:
        return f"{self.bind(Written)}({self.value(it.operand)})"

    def near_moment(self, it: looks.NearMoment) -> str:
        return f"us >= limit[5] - {it.us}"

    def no_key(self, it: looks.NoKey) -> str:
        return f"(b'' if {self.bind(it.real_time)}.finds_no_key({self._now()}) else deopt({self.exit()}))"

    def look_at_keys(self, it: looks.LookAtKeys) -> str:
        name, number = self.passing_name(), self.value(it.number)
        asked = f"{self.bind(it.real_time)}.asked_for_key({self._now()})"
        return f"(({name} := {number}) is None or {asked} or {self.bind(it.keyboard)}.{it.function}({name}))"

    def user_function(self, it: op.UserFunction) -> str:
        parts = [f"t{one.number} := {self.value(given)}" for one, given in zip(it.temporaries, it.arguments, strict=True)]
        first = ", ".join(f"({part})" for part in [*parts, f"us := us + {it.us}"])
        return f"(({first},) and {self.value(it.expression)})"

    def free_address(self, it: looks.FreeAddress) -> str:
        text, name = self.value(it.operand), self.passing_name()
        himem = self.value(it.himem)
        return (f"({name} if ({name} := {text}) >= {SCREEN} or {himem} < {name} < {SYSTEM}"
                f" else deopt({self.exit()}))")

    def peek(self, it: looks.Peek) -> str:
        name, ram, program = self.passing_name(), self.bind(it.ram), self.bind(it.program)
        address, free_from, himem = self.value(it.address), self.value(it.free_from), self.value(it.himem)
        plain = (f"({name} := {address}) >= {SCREEN} or {himem} < {name} < {SYSTEM} or {name} < {it.begin}"
                 f" or {free_from} <= {name} <= {himem} - (used{in_bytes(it.heap.overhead)})")
        other = f"deopt({self.exit()})"
        if it.end > it.begin:
            other = f"{program}()[{name} - {it.begin}] if {it.begin} <= {name} < {it.end} else {other}"
        return f"({ram}[{name}] if {plain} else {other})"

    def random(self, it: looks.Random) -> str:
        return f"{self.bind(it.numbers)}.next()"


def counter(cycle: Cycle) -> tuple[str, str, str, str]:
    """The names of a FOR: its variable, limit, step and first value."""
    assert cycle.tail is not None and cycle.tail.counted is not None
    depth = len(cycle.head.stack) - 1
    return f"v{cycle.tail.counted.slot}", f"l{depth}", f"s{depth}", f"f{depth}"


def passes(cycle: Cycle) -> str:
    """How many passes of a FOR have been gone through."""
    assert cycle.tail is not None and cycle.tail.counted is not None
    name, _, step, first = counter(cycle)
    if cycle.tail.counted.size == INTEGER_FOR_SIZE:
        return f"(({name} - {first}) // {step})"
    return f"int(({name} - {first}) / {step} + 0.5)"


def going_on(value: str, limit: str, step: str, sign: int | None) -> str:
    """Whether a FOR makes another pass with this value."""
    if sign is not None:
        return f"{value} {('!=', '<=', '>=')[sign]} {limit}"
    return f"({value} <= {limit} if {step} > 0 else {value} >= {limit} if {step} else {value} != {limit})"


def size_of_text(first: str, name: str, overhead: int) -> str:
    """What a string takes of the string space; `first` is how it is named for the first time."""
    return f"len({first}) + ({overhead} if {name} else 0)" if overhead else f"len({first})"


def in_bytes(overhead: int) -> str:
    """Behind what is used of the string space: the bytes of it."""
    return f" & {BYTES}" if overhead else ""


def _is_plain(text: str) -> bool:
    """A constant that is neither tiny nor huge."""
    return text.replace(".", "", 1).isdigit() and 1e-20 < float(text) < 1e20


# Any: each method takes the operation that it stands beside
_VALUES: dict[type[op.Operation], Callable[[OperationPrinter, Any], str]] = {
    op.Constant: OperationPrinter.constant, op.Scalar: OperationPrinter.scalar, op.Temporary: OperationPrinter.temporary,
    op.Entry: OperationPrinter.entry, op.Watched: OperationPrinter.watched, op.RuntimeState: OperationPrinter.runtime_state,
    op.Element: OperationPrinter.element, op.ElementAt: OperationPrinter.element_at, op.Index: OperationPrinter.index,
    op.Whole: OperationPrinter.whole, op.WholeNegation: OperationPrinter.whole_negation,
    op.Complement: OperationPrinter.complement, op.SignedRemainder: OperationPrinter.signed_remainder,
    op.Bounded: OperationPrinter.bounded, op.Rounded: OperationPrinter.rounded, op.Subscript: OperationPrinter.subscript,
    op.Real: OperationPrinter.real, op.RealNegation: OperationPrinter.real_negation, op.ToReal: OperationPrinter.to_real,
    op.Absolute: OperationPrinter.absolute, op.Sign: OperationPrinter.sign, op.Compare: OperationPrinter.compare,
    op.Truth: OperationPrinter.truth, op.LowByteTruth: OperationPrinter.low_byte_truth, op.Logic: OperationPrinter.logic,
    op.FromTruth: OperationPrinter.from_truth, op.GoesOn: OperationPrinter.goes_on, op.IsOver: OperationPrinter.is_over,
    op.OutOfRange: OperationPrinter.out_of_range, op.IsZero: OperationPrinter.is_zero, op.Differs: OperationPrinter.differs,
    op.Join: OperationPrinter.join, op.Length: OperationPrinter.length, op.FirstCode: OperationPrinter.first_code,
    op.Character: OperationPrinter.character, op.LeftBehind: OperationPrinter.left_behind,
    op.PartOfPassing: OperationPrinter.part_of_passing, op.Made: OperationPrinter.made,
    op.KeptArgument: OperationPrinter.kept_argument, op.Call: OperationPrinter.call,
    looks.FreeAddress: OperationPrinter.free_address, looks.Peek: OperationPrinter.peek, op.Timed: OperationPrinter.timed,
    op.TimedCall: OperationPrinter.timed_call,
    looks.Random: OperationPrinter.random, op.Noted: OperationPrinter.noted,
    looks.Ticks: OperationPrinter.ticks, looks.NoKey: OperationPrinter.no_key, looks.NearMoment: OperationPrinter.near_moment,
    op.UserFunction: OperationPrinter.user_function, looks.Tested: OperationPrinter.tested,
    op.Blanks: OperationPrinter.blanks, op.InField: OperationPrinter.in_field, op.Written: OperationPrinter.written,
    looks.LookAtKeys: OperationPrinter.look_at_keys,
}

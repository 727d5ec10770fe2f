"""The nodes of expressions.

A node compiles itself into a `Code`: what kind of value it gives and a closure that gives it. `c` is the Compiler.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from basic.errors import SYNTAX, BasicError
from basic.records import record
from basic.source.words import COMPARISONS, MINUS, MODULO, OF_INTEGERS, OVER, PLUS, POWER, QUOTIENT, TIMES
from basic.syntax.function import FUNCTIONS
from basic.values import operators
from basic.values.code import INTEGER, NUMBER, REAL, STRING, Code, Emit, Get, Kind, NotAlike, Varying
from basic.values.conversions import abandoned, constant

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler
    from basic.runtime.string_space import Heap
    from basic.source.dialect import Dialect


Name = tuple[bytes, int]            # of a variable, an array or a function, with the type byte that it is written with


class Expression:
    """What the nodes of expressions are: `c` is what a node sees while it compiles."""
    __slots__ = ()

    @abstractmethod
    def compile(self, c: "Compiler") -> Code:
        raise NotImplementedError


@record(slots=True)
class Number(Expression):
    value: int | float

    def compile(self, c: "Compiler") -> Code:
        code = constant(self.value)
        c.cost += c.costs.constant(code)
        return code


@record(slots=True)
class LineNumber(Number):
    """A number crunched as a line's, as behind GOTO or ERL =."""

    def __int__(self) -> int:
        return int(self.value)


class VaryingConstant(Expression):
    """A number or a text of several statements that are compiled as one: the `which`th of `constants`, those of the statement
    that runs. `first` is that of the statement that is compiled."""
    __slots__ = ("first", "code")

    def __init__(self, first: int | float | bytes, constants: list[Any], which: int) -> None:
        self.first = first
        kind: Kind = STRING if isinstance(first, bytes) else INTEGER if isinstance(first, int) else REAL
        self.code = Varying(kind, lambda: constants[which])

    def compile(self, c: "Compiler") -> Code:
        c.cost += c.costs.text(self.first) if isinstance(self.first, bytes) else c.costs.constant(self.code)
        return self.code


def constant_in(node: Expression) -> int | float | bytes | None:
    """The number or the text that stands there; None for anything else. NotAlike where several statements differ in it."""
    if isinstance(node, VaryingConstant):
        raise NotAlike
    return node.value if isinstance(node, Number) else node.text if isinstance(node, String) else None


@record(slots=True)
class String(Expression):
    text: bytes

    def compile(self, c: "Compiler") -> Code:
        c.charge(c.costs.text(self.text))
        return constant(self.text)


@record(slots=True)
class Variable(Expression):
    name: bytes
    token: int

    def compile(self, c: "Compiler") -> Code:
        if c.parameters is not None and (parameter := c.parameter(self.name, self.token)) is not None:
            return parameter
        slot, kind = c.variable(self.name, self.token)
        if self.name == b"TI" and c.dialect.commodore:
            return _commodore_clock(c.dialect, kind)
        c.cost += c.costs.named(kind, self.token)
        if c.notes_reads:
            c.reads.append((self.name, self.token, slot, kind))
        codes = c.variables.slot_codes
        code = codes.get(slot)
        if code is None:
            code = codes[slot] = _variable_code(c.variables.values, slot, kind)
        return code


def _variable_code(values: list[Any], slot: int, kind: Kind) -> Code:
    return Code(kind, lambda: values[slot], slot=slot, expr=lambda unit: unit.scalar(slot, kind))


def _commodore_clock(dialect: "Dialect", kind: Kind) -> Code:
    """TI and TI$"""
    return Code(kind, dialect.clock_text if kind == STRING else lambda: float(dialect.jiffies()))


@record(slots=True)
class Element(Expression):
    """An array's element."""
    name: bytes
    token: int
    subscripts: list[Expression]

    def compile(self, c: "Compiler") -> Code:
        array, kind = c.array_of(self)
        codes = [c.subscript_code(node) for node in self.subscripts]
        subscripts = c.subscripts(codes)
        c.charge(c.costs.array_element(kind, codes))
        expr: Emit | None = None if array.lost_name else lambda unit: unit.element(array.number, codes)
        return Code(kind, array.reader(subscripts), expr=expr)


WEIGHED = frozenset((QUOTIENT, MODULO))      # what they take depends on an operand
WEIGHED_TOGETHER = COMPARISONS | {PLUS, MINUS, TIMES, OVER}     # on both


@record(slots=True)
class Binary(Expression):
    operator: int
    left: Expression
    right: Expression
    refused: int = 0        # how often it had to wait for operators before it, which bind as tightly

    def compile(self, c: "Compiler") -> Code:
        left = self.left.compile(c)
        c.begun += c.costs.operator_begun
        right = self.right.compile(c)
        c.begun -= c.costs.operator_begun
        c.cost += c.costs.operator(self, left, right)
        if self.operator in OF_INTEGERS:
            left, right = c.rounded(left), c.rounded(right)
        if self.operator in WEIGHED:
            left, right = c.weighed(self.operator, left, right)
        if self.operator == POWER:
            left, right = c.made_real(left, c.costs.power_of_integer), c.made_real(right, c.costs.power_to_integer)
        if left.kind == right.kind == STRING:
            left, right = c.made_text(left), c.made_text(right)
        of_reals = left.is_real or right.is_real or self.operator == OVER
        if self.operator not in WEIGHED_TOGETHER or not of_reals or STRING in (left.kind, right.kind):
            made = operators.binary(self.operator, left, right, c.executor, c.whole_weighing(self.operator, left, right))
            if self.operator in COMPARISONS and STRING not in (left.kind, right.kind):
                made.decided = c.costs.decided[self.operator]
            return made
        left, right = c.made_real(left, c.costs.to_real_left), c.made_real(right, c.costs.to_real_right)
        return operators.binary(self.operator, left, right, c.executor, c.weighing(self.operator))


@record(slots=True)
class Negation(Expression):
    operand: Expression

    def compile(self, c: "Compiler") -> Code:
        operand = self.operand.compile(c)
        c.charge(c.costs.real_negation if operand.is_real else c.costs.negation)
        return operators.negation(operand)


@record(slots=True)
class Not(Expression):
    operand: Expression

    def compile(self, c: "Compiler") -> Code:
        operand = self.operand.compile(c)
        c.charge(c.costs.complement + c.costs.integer_operand * operand.is_real)
        return operators.complement(c.rounded(operand))


# The functions whose string is made before the one they are given is let go, in 1.0 and in 1.1.
LEAVING = ({"LEFT$", "RIGHT$", "MID$", "UPPER$", "LOWER$"}, {"LEFT$", "RIGHT$", "MID$"})


KEEPS_REALS = {"MAX", "MIN", "ROUND"}       # of several numbers, of which one is a real, they make a real
FIRST_OF_SEVERAL = 0x171        # from here on functions look at each argument before what comes behind it


@record(slots=True)
class Call(Expression):
    """A built-in function or system variable."""
    token: int
    arguments: list[Expression]

    def compile(self, c: "Compiler") -> Code:
        entry = FUNCTIONS[self.token]
        kinds = entry.arguments
        if entry.since > 10 and not c.basic_1_1:
            return failing(c, SYNTAX)
        required, most = entry.arity
        given, codes = [], []
        several = self.token >= FIRST_OF_SEVERAL or entry.name == "MID$"
        flat = kinds.replace("?", "").replace("*", "")
        c.begun += c.costs.function_begun
        for at, node in enumerate(self.arguments[:most]):
            kind = flat[min(at, len(flat) - 1)]
            broken = node if several and isinstance(node, Broken) and not node.sealed else None
            before = broken.before if broken is not None else None
            code = (before or node).compile(c)
            given.append(code)
            code = c.converted(c.made_text(code), kind)
            codes.append(failing(c, broken.number, [code]) if broken is not None and before is not None else code)
        c.begun -= c.costs.function_begun
        leaving = bool(codes) and entry.name in LEAVING[c.basic_1_1] and codes[0].passing
        if leaving:
            passing = codes[0]
            codes[0], give_back = _left_behind_for_now(passing, c.variables.heap)
        if entry.name == "DEC$" and len(codes) == 2:
            codes[1].passing = None     # it is done with before the bracket's end is looked for
        if not required <= len(self.arguments) <= most:
            return failing(c, SYNTAX, codes if several else given)
        c.charge(c.costs.function(entry.name, given, self.arguments))
        c.called = self
        made = entry.compile(c, *c.quick(entry.name, codes))
        made = made if isinstance(made, Code) else Code(entry.gives, c.measured(entry.name, made))
        made.is_real = made.kind == REAL or entry.name in KEEPS_REALS and len(given) > 1 and any(code.is_real for code in given)
        if leaving:
            made.get = give_back(made.get)
            if (part := made.expr) is not None:
                made.expr = lambda unit: unit.part_of_passing(passing, part)
        if made not in codes:
            made.passing = c.variables.heap.leave if made.kind == STRING else None
        return made


def _left_behind_for_now(code: Code, heap: "Heap") -> tuple[Code, Callable[[Get], Get]]:
    """The passing string a function is given, and what wraps the function: where that gives an empty string, nothing
    is put below the one it was made of, whose place is free again."""
    get, leave, size = code.get, heap.leave, 0

    def text() -> bytes:
        nonlocal size
        value: bytes = leave(get())
        size = len(value) + heap.overhead if value else 0
        return value

    def give_back(function: Get) -> Get:
        def result() -> bytes:
            value: bytes = function()
            if not value:
                heap.used = max(heap.used - size, 0)
            return value
        return result
    left = Code(STRING, text, expr=lambda unit: unit.passing_text(code))
    left.depth = code.depth
    return left, give_back


def failing(c: "Compiler", number: int, before: Sequence[Code] = ()) -> Code:
    """What evaluates the codes and then stops with an error."""
    gets = [abandoned(code) for code in before]

    def get() -> NoReturn:
        for one in gets:
            one()
        raise BasicError(number)
    return Code(NUMBER, get)


@record(slots=True)
class BareStream:
    """#stream with nothing behind it."""
    expression: Expression


@record(slots=True)
class UserCall(Expression):
    """FN name(arguments)"""
    name: bytes
    token: int
    arguments: list[Expression] | None

    def compile(self, c: "Compiler") -> Code:
        return c.user_call(self)


def is_made(code: Code, node: Expression) -> bool:
    """Whether a string is made on the way; what FN gives may be one that it was given."""
    return code.passing is not None and not isinstance(node, UserCall)


@record(slots=True)
class AddressOf(Expression):
    """@variable"""
    variable: Variable | Element

    def compile(self, c: "Compiler") -> Code:
        return Code(NUMBER, c.address_of(self.variable))


@record(slots=True)
class Broken(Expression):
    """The place where a statement stops making sense: fails when it is reached, after what stands before it."""
    number: int = SYNTAX
    before: Expression | None = None
    sealed: bool = False        # within brackets: what stands before it is not what the bracket gives

    def compile(self, c: "Compiler") -> Code:
        return failing(c, self.number, [self.before.compile(c)] if self.before is not None else [])


__all__ = ["INTEGER", "NUMBER", "REAL", "STRING", "AddressOf", "BareStream", "Binary", "Broken", "Call", "Code",
           "Element", "LineNumber", "Negation", "Not", "Number", "String", "UserCall", "Variable", "failing", "is_made"]

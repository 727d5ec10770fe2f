"""What the operators do, as closures made for the kinds of their operands.

Kinds: INTEGER is a Python int of 16 bits, REAL a float of 32 bits of mantissa, NUMBER either, STRING bytes.
"""

from basic import realfunctions, reals
from basic.errors import OVERFLOW, STRING_TOO_COMPLEX, STRING_TOO_LONG, TYPE_MISMATCH, BasicError, SoftError

INTEGER, REAL, NUMBER, STRING = "i", "r", "n", "s"
PASSING_STRINGS = 10        # that the machine can hold on to within an expression


class Code:
    """A compiled expression: the kind of its value and the closure that gives it."""

    __slots__ = ("kind", "get", "value", "slot", "depth")

    def __init__(self, kind: str, get, value=None, slot: int | None = None):
        self.kind = kind
        self.get = get
        self.value = value      # of a constant
        self.slot = slot        # of a plain variable
        self.depth = 1 if kind == STRING and slot is None else 0    # passing strings it needs at a time


def constant(value) -> Code:
    kind = INTEGER if isinstance(value, int) else REAL if isinstance(value, float) else STRING
    return Code(kind, lambda: value, value)


def mismatch(*codes: Code, number: int = TYPE_MISMATCH) -> Code:
    """Evaluates its operands, then fails."""
    gets = [code.get for code in codes]

    def get():
        for one in gets:
            one()
        raise BasicError(number)
    return Code(NUMBER if number == TYPE_MISMATCH else codes[0].kind, get)


def as_integer(code: Code):
    """The closure that gives CINT of the value."""
    if code.kind == INTEGER:
        return code.get
    if code.kind == STRING:
        return mismatch(code).get
    get, to_integer = code.get, reals.to_integer

    def integer():
        value = get()
        return value if type(value) is int else to_integer(value)
    if code.value is not None:
        try:
            value = to_integer(code.value)
        except BasicError:
            return integer
        return lambda: value
    return integer


def binary(token: int, left: Code, right: Code, executor) -> Code:
    if left.kind == STRING or right.kind == STRING:
        return _strings(token, left, right)
    if token in _COMPARE:
        return Code(INTEGER, _COMPARE[token](left.get, right.get))
    if token in _LOGIC:
        return Code(INTEGER, _LOGIC[token](as_integer(left), as_integer(right)))
    if token == 0xFB:
        return Code(INTEGER, _modulo(as_integer(left), as_integer(right)))
    if token == 0xF9:
        return Code(NUMBER, _integer_quotient(as_integer(left), as_integer(right)))
    both_integer = left.kind == INTEGER and right.kind == INTEGER
    if token in _INTEGER_ARITHMETIC and both_integer:
        return Code(NUMBER, _INTEGER_ARITHMETIC[token](left.get, right.get))
    kind = REAL if token in (0xF7,) or REAL in (left.kind, right.kind) and token != 0xF8 else NUMBER
    return Code(kind, _real(token, left.get, right.get, kind, executor.soft, executor.basic_1_1))


def negation(operand: Code) -> Code:
    if operand.kind == STRING:
        return mismatch(operand)
    if operand.value is not None and operand.value != -32768:
        return constant(-operand.value if operand.value else operand.value)
    get = operand.get

    def negate():
        value = get()
        if value == -32768 and type(value) is int:
            return 32768.0
        return -value if value else value
    return Code(REAL if operand.kind == REAL else NUMBER, negate)


def complement(operand: Code) -> Code:
    get = as_integer(operand)
    return Code(INTEGER, lambda: ~get())


def _strings(token: int, left: Code, right: Code) -> Code:
    if left.kind != right.kind:
        return mismatch(left, right)
    a, b = left.get, right.get
    depth = max(left.depth, min(left.depth, 1) + right.depth, 1)
    if depth > PASSING_STRINGS:
        return mismatch(left, right, number=STRING_TOO_COMPLEX)
    if token in _COMPARE:
        return Code(INTEGER, _COMPARE[token](a, b))
    if token != 0xF4:
        return mismatch(left, right)

    def join():
        text = a() + b()
        if len(text) > 255:
            raise BasicError(STRING_TOO_LONG)
        return text
    code = Code(STRING, join)
    code.depth = depth
    return code


_COMPARE = {
    0xEE: lambda a, b: lambda: -1 if a() > b() else 0,
    0xEF: lambda a, b: lambda: -1 if a() == b() else 0,
    0xF0: lambda a, b: lambda: -1 if a() >= b() else 0,
    0xF1: lambda a, b: lambda: -1 if a() < b() else 0,
    0xF2: lambda a, b: lambda: -1 if a() != b() else 0,
    0xF3: lambda a, b: lambda: -1 if a() <= b() else 0,
}

_LOGIC = {
    0xFA: lambda a, b: lambda: a() & b(),
    0xFC: lambda a, b: lambda: a() | b(),
    0xFD: lambda a, b: lambda: a() ^ b(),
}


def _add(a, b):
    def add():
        value = a() + b()
        return value if -32768 <= value <= 32767 else float(value)
    return add


def _subtract(a, b):
    def subtract():
        value = a() - b()
        return value if -32768 <= value <= 32767 else float(value)
    return subtract


def _multiply(a, b):
    def multiply():
        value = a() * b()
        return value if -32768 <= value <= 32767 else float(value)
    return multiply


_INTEGER_ARITHMETIC = {0xF4: _add, 0xF5: _subtract, 0xF6: _multiply}


def divide_integers(x: int, y: int) -> int | float:
    if y == 0:
        raise BasicError(11)
    value = abs(x) // abs(y)
    if (x < 0) != (y < 0):
        value = -value
    return value if value <= 32767 else float(value)


def _integer_quotient(a, b):
    def quotient():
        x = a()
        return divide_integers(x, b())
    return quotient


def _modulo(a, b):
    def modulo():
        x = a()
        y = b()
        if y == 0:
            raise BasicError(11)
        value = abs(x) % abs(y)
        return value if x >= 0 else -value
    return modulo


_REAL_ARITHMETIC = {0xF4: reals.add, 0xF5: reals.sub, 0xF6: reals.mul, 0xF7: reals.div, 0xF8: realfunctions.power}


def _power_1_0(a: float, b: float) -> float:
    return realfunctions.power(a, b, False)


def _real(token: int, a, b, kind: str, soft, basic_1_1: bool):
    """Arithmetic where a real is in play; two integers of kind NUMBER meeting here stay integers where they can."""
    operate = _REAL_ARITHMETIC[token] if token != 0xF8 or basic_1_1 else _power_1_0
    if token in (0xF7, 0xF8) or kind == REAL:
        def arithmetic():
            x = a()
            y = b()
            try:
                return operate(x, y)
            except SoftError as error:
                return soft(error)
        return arithmetic
    integers = _INTEGER_ARITHMETIC[token]

    def either():
        x = a()
        y = b()
        if type(x) is int and type(y) is int:
            return integers(lambda: x, lambda: y)()
        try:
            return operate(x, y)
        except SoftError as error:
            return soft(error)
    return either


def to_kind(value, kind: str):
    """A number as a variable of the kind keeps it."""
    if kind == INTEGER:
        return value if type(value) is int else reals.to_integer(value)
    if kind == REAL:
        return float(value)
    return value


__all__ = ["INTEGER", "NUMBER", "OVERFLOW", "REAL", "STRING", "Code", "as_integer", "binary", "complement", "constant",
           "divide_integers", "mismatch", "negation", "to_kind"]

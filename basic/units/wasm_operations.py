"""Operations as WebAssembly: each value is put on the stack.

Whole numbers are i64, reals are f64, truth is i32. A "number", whole or real, is f64: the units that are printed so do not need
to know which. What gives up leads to an exit: the number of the exit is set, and the block around the whole unit is left.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from basic.native import memory
from basic.native.encoder import Body
from basic.native.functions import Function, Imported
from basic.ports import QuickGraphics
from basic.records import field_names
from basic.units import operations as op
from basic.units.exits import Exits, Place
from basic.units.python_operations import SCREEN, SYSTEM
from basic.values import operators, real_functions, reals

_TYPES = {op.WHOLE: "i64", op.REAL: "f64", op.NUMBER: "f64", op.BOOL: "i32", op.OBJECT: "i64"}
_WHOLE = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor", "//": "div", "%": "rem"}
_REAL = {"+": "add", "-": "sub", "*": "mul"}
_COMPARE = {"==": "eq", "!=": "ne", "<": "lt", ">": "gt", "<=": "le", ">=": "ge"}
_LOGIC = {"&": "and", "|": "or", "^": "xor"}


class NotNative(Exception):
    """The unit has something that only Python can do."""


class WasmPrinter:
    """`functions` are those of the library, `use` gives the number that one has in the module; `cell` gives the local in which
    something of Python's is, by the Python text that says what it is. `leave` is the label of the block around the unit."""

    def __init__(self, body: Body, exits: Exits, functions: dict[Function, Imported], use: Callable[[Imported], int],
                 cell: Callable[[str, str], int], bind: Callable[[object], str]):
        self.body = body
        self.exits = exits
        self.functions = functions
        self.use = use
        self.cell = cell
        self.bind = bind
        self.leave = 0
        self.graphics: QuickGraphics | None = None          # what the unit draws with
        self.ram: bytearray | None = None                   # what it looks at
        self.pokes = False                                  # and changes
        self.place: Place | None = None
        self.returns: Callable[[], None] = lambda: None     # prints a RETURN
        self.us = self.us_before = self.exit = self.seed = self.seed_before = 0            # locals
        self.temporaries: dict[int, int] = {}               # of the statement that is being printed
        self.passing: dict[tuple[str, int], int] = {}
        self.used: dict[str, int] = {}

    def begin_statement(self) -> None:
        self.temporaries.clear()
        self.used.clear()

    def fresh(self, type: str) -> int:
        """A local for a passing value of the statement."""
        at = self.used.get(type, 0)
        self.used[type] = at + 1
        if (type, at) not in self.passing:
            self.passing[type, at] = self.body.local(type)
        return self.passing[type, at]

    def get(self, number: int) -> None:
        self.body.at("local.get", number)

    def keep(self, type: str) -> int:
        """What is on the stack, in a local, and still on the stack."""
        number = self.fresh(type)
        self.body.at("local.tee", number)
        return number

    # leaving

    def go_to_exit(self, pause: bool = False) -> None:
        assert self.place is not None
        if "us" in self.place.saves:
            self.get(self.us_before)
            self.body.at("local.set", self.us)
        if "seed" in self.place.saves:
            self.get(self.seed_before)
            self.body.at("local.set", self.seed)
        self.body.whole(memory.EXITS + 2 * self.exits.number(self.place) + pause)
        self.body.at("local.set", self.exit)
        self.body.branch(self.leave)

    def exit_if(self, pause: bool = False) -> None:
        """Leaves if there is a 1 on the stack."""
        self.body.open("if")
        self.go_to_exit(pause)
        self.body.put("end")

    # values

    def value(self, value: op.Operation) -> str:
        """Puts it; gives its WebAssembly type."""
        method = _VALUES.get(type(value))
        if method is None:
            raise NotNative(type(value).__name__)
        return method(self, value)

    def as_real(self, value: op.Operation) -> None:
        if self.value(value) == "i64":
            self.body.put("f64.convert")

    def as_whole(self, value: op.Operation) -> None:
        if self.value(value) != "i64":
            raise NotNative("a whole number that is none")

    def truth_of(self, value: op.Operation) -> None:
        type = self.value(value)
        if type == "i64":
            self.body.whole(0)
            self.body.put("i64.ne")
        elif type == "f64":
            self.body.real(0.0)
            self.body.put("f64.ne")

    def constant(self, it: op.Constant) -> str:
        if it.gives is op.STRING:
            raise NotNative("a string")
        if isinstance(it.value, int):
            self.body.whole(it.value)
            return "i64"
        assert isinstance(it.value, float)
        self.body.real(it.value)
        return "f64"

    def scalar(self, it: op.Scalar) -> str:
        if it.gives is op.STRING:
            raise NotNative("a string")
        type = _TYPES[it.gives]
        self.get(self.cell(f"V[{it.slot}]", type))
        return type

    def temporary(self, it: op.Temporary) -> str:
        number = self.temporaries[it.number]
        self.get(number)
        return self.body.types[number]

    def entry(self, it: op.Entry) -> str:
        self.get(self.cell(f"{it.part[0]}{it.depth}", _TYPES[it.gives]))
        return _TYPES[it.gives]

    def runtime_state(self, it: op.RuntimeState) -> str:
        self.get(self.cell(f"{self.bind(it.holder)}.{it.name}", "i64"))
        return "i64"

    def _address(self, array: int, place: Callable[[], None]) -> None:
        self.get(self.cell(f"P[{array}]", "i64"))
        place()
        self.body.whole(3)
        self.body.put("i64.shl", "i64.add", "i32.wrap")

    def address(self, it: op.Element | op.ElementAt) -> str:
        if it.gives is op.STRING:
            raise NotNative("a string")
        if isinstance(it, op.Element):
            self._address(it.array, lambda: self._place(it.subscripts, it.sizes))
        else:
            self._address(it.array, lambda: self.as_whole(it.place))
        return _TYPES[it.gives]

    def element(self, it: op.Element | op.ElementAt) -> str:
        type = self.address(it)
        self.body.memory(f"{type}.load")
        return type

    def index(self, it: op.Index) -> str:
        self._place(it.subscripts, it.sizes)
        return "i64"

    def _place(self, subscripts: list[op.Operation], sizes: tuple[int, ...]) -> None:
        stride = 1
        for at, (subscript, size) in enumerate(zip(subscripts, sizes, strict=True)):
            self.as_whole(subscript)
            if stride != 1:
                self.body.whole(stride)
                self.body.put("i64.mul")
            if at:
                self.body.put("i64.add")
            stride *= size

    def whole(self, it: op.Whole) -> str:
        self.as_whole(it.left)
        self.as_whole(it.right)
        self.body.put(f"i64.{_WHOLE[it.sign]}")
        return "i64"

    def whole_negation(self, it: op.WholeNegation) -> str:
        self.body.whole(0)
        self.as_whole(it.operand)
        self.body.put("i64.sub")
        return "i64"

    def complement(self, it: op.Complement) -> str:
        self.as_whole(it.operand)
        self.body.whole(-1)
        self.body.put("i64.xor")
        return "i64"

    def signed_remainder(self, it: op.SignedRemainder) -> str:
        self.as_whole(it.operand)
        self.body.whole(it.divisor)
        self.body.put("i64.rem")
        return "i64"

    def _leave_outside(self, number: int, low: int, high: int) -> None:
        """Gives up if the whole number in a local is not from low to high."""
        self.get(number)
        self.body.whole(low)
        self.body.put("i64.lt")
        self.get(number)
        self.body.whole(high)
        self.body.put("i64.gt", "i32.or")
        self.exit_if()

    def bounded(self, it: op.Bounded) -> str:
        self.as_whole(it.operand)
        self._leave_outside(self.keep("i64"), it.low, it.high)
        return "i64"

    def rounded(self, it: op.Rounded) -> str:
        self._rounded(it.operand, it.low, it.high)
        return "i64"

    def _rounded(self, operand: op.Operation, low: int, high: int) -> None:
        """CINT: half away from zero. What is far out of range stays out of range as a whole number of 64 bits."""
        if self.value(operand) == "f64":
            number = self.keep("f64")
            self.body.put("f64.abs")
            self.body.real(0.5)
            self.body.put("f64.add", "f64.floor")
            size = self.keep("f64")
            self.body.put("f64.neg")
            self.get(size)
            self.get(number)
            self.body.real(0.0)
            self.body.put("f64.lt", "select")
            self.body.truncate()
        self._leave_outside(self.keep("i64"), low, high)

    def subscript(self, it: op.Subscript) -> str:
        if it.exact:
            self.as_whole(it.operand)
            self._leave_outside(self.keep("i64"), 0, it.high)
        else:
            self._rounded(it.operand, 0, it.high)
        return "i64"

    def real(self, it: op.Real) -> str:
        """A double that is exact is kept, all others go to the library's function."""
        self.as_real(it.left)
        left = self.fresh("f64")
        self.body.at("local.set", left)
        self.as_real(it.right)
        right, x, t = self.fresh("f64"), self.fresh("f64"), self.fresh("f64")
        self.body.at("local.set", right)
        self.get(left)
        self.get(right)
        self.body.put(f"f64.{_REAL[it.sign]}")
        self.body.at("local.tee", x)
        self.body.real(reals.PROBE)
        self.body.put("f64.mul")
        self.body.at("local.tee", t)
        self.get(t)
        self.get(x)
        self.body.put("f64.sub", "f64.sub")
        self.get(x)
        self.body.put("f64.ne")
        self._square_beyond(x)
        self.body.put("i32.or")
        self.body.open("if")
        self.get(left)
        self.get(right)
        self._library(it.exactly)
        self.body.at("local.set", x)
        self.body.put("end")
        self.get(x)
        return "f64"

    def _square_beyond(self, x: int) -> None:
        """Whether a result may be too large or too small; 0 may be -0."""
        self.get(x)
        self.get(x)
        self.body.put("f64.mul")
        square = self.keep("f64")
        self.body.real(reals.LEAST)
        self.body.put("f64.gt")
        self.get(square)
        self.body.real(reals.GREATEST)
        self.body.put("f64.lt", "i32.and", "i32.eqz")

    def _library(self, function: Any) -> Imported:
        """Calls it; NaN is given up."""
        imported = self.functions.get(function)
        if imported is None:
            raise NotNative(getattr(function, "__qualname__", "a function"))
        self.body.at("call", self.use(imported))
        if imported.fails:
            number = self.keep("f64")
            self.get(number)
            self.body.put("f64.ne")
            self.exit_if()
            self.get(number)
        return imported

    def real_negation(self, it: op.RealNegation) -> str:
        self.body.real(0.0)
        self.as_real(it.operand)
        self.body.put("f64.sub")
        return "f64"

    def to_real(self, it: op.ToReal) -> str:
        self.as_real(it.operand)
        return "f64"

    def absolute(self, it: op.Absolute) -> str:
        if self.value(it.operand) == "f64":
            self.body.put("f64.abs")
            return "f64"
        number = self.keep("i64")
        self.body.whole(0)
        self.get(number)
        self.body.put("i64.sub")
        self.get(number)
        self.body.whole(0)
        self.body.put("i64.ge", "select")
        return "i64"

    def sign(self, it: op.Sign) -> str:
        type = self.value(it.operand)
        number = self.fresh(type)
        self.body.at("local.set", number)
        if it.low_byte:
            if type != "i64":
                raise NotNative("the sign of a number as BASIC 1.0 sees it")
            self.get(number)
            self.body.whole(255)
            self.body.put("i64.and")
            self.body.whole(0)
            self.body.put("i64.gt")
            self._compare_zero(number, "gt")
            self.body.put("i32.and")
        else:
            self._compare_zero(number, "gt")
        self.body.put("i64.extend_u")
        self._compare_zero(number, "lt")
        self.body.put("i64.extend_u", "i64.sub")
        return "i64"

    def _compare_zero(self, number: int, how: str) -> None:
        type = self.body.types[number]
        self.get(number)
        if type == "i64":
            self.body.whole(0)
        else:
            self.body.real(0.0)
        self.body.put(f"{type}.{how}")

    # truth

    def _compare(self, left: op.Operation, sign: str, right: op.Operation) -> None:
        if left.gives is op.STRING or right.gives is op.STRING:
            raise NotNative("strings")
        if left.gives is op.WHOLE and right.gives is op.WHOLE:
            self.as_whole(left)
            self.as_whole(right)
            self.body.put(f"i64.{_COMPARE[sign]}")
        else:
            self.as_real(left)
            self.as_real(right)
            self.body.put(f"f64.{_COMPARE[sign]}")

    def compare(self, it: op.Compare) -> str:
        self._compare(it.left, it.sign, it.right)
        return "i32"

    def truth(self, it: op.Truth) -> str:
        self.truth_of(it.operand)
        return "i32"

    def low_byte_truth(self, it: op.LowByteTruth) -> str:
        self.as_whole(it.operand)
        number = self.keep("i64")
        self.body.whole(255)
        self.body.put("i64.and")
        self.body.whole(0)
        self.body.put("i64.ne")
        self._compare_zero(number, "lt")
        self.body.put("i32.or")
        return "i32"

    def logic(self, it: op.Logic) -> str:
        self.truth_of(it.left)
        self.truth_of(it.right)
        self.body.put(f"i32.{_LOGIC[it.sign]}")
        return "i32"

    def from_truth(self, it: op.FromTruth) -> str:
        self.body.whole(0)
        self.truth_of(it.operand)
        self.body.put("i64.extend_u", "i64.sub")
        return "i64"

    def _by_sign(self, it: op.GoesOn | op.IsOver, signs: tuple[str, str, str]) -> str:
        """Compares value and limit in the way that goes with the sign of the step: 0, 1 or -1."""
        if it.sign is not None:
            self._compare(it.value, signs[it.sign], it.limit)
            return "i32"
        zero, up, down = signs
        none = op.Constant(0, op.WHOLE)
        self._compare(it.step, ">", none)
        self.body.open("if", "i32")
        self._compare(it.value, up, it.limit)
        self.body.put("else")
        self._compare(it.step, "<", none)
        self.body.open("if", "i32")
        self._compare(it.value, down, it.limit)
        self.body.put("else")
        self._compare(it.value, zero, it.limit)
        self.body.put("end", "end")
        return "i32"

    def goes_on(self, it: op.GoesOn) -> str:
        return self._by_sign(it, ("!=", "<=", ">="))

    def is_over(self, it: op.IsOver) -> str:
        return self._by_sign(it, ("==" if it.sign is not None else "<", ">", "<"))

    def out_of_range(self, it: op.OutOfRange) -> str:
        self.as_whole(it.operand)
        self.body.whole(32768)
        self.body.put("i64.add")
        self.body.whole(-65536)
        self.body.put("i64.and")
        self.body.whole(0)
        self.body.put("i64.ne")
        return "i32"

    def is_zero(self, it: op.IsZero) -> str:
        if it.low_byte:
            self.low_byte_truth(op.LowByteTruth(it.operand))
        else:
            self.truth_of(it.operand)
        self.body.put("i32.eqz")
        return "i32"

    # memory

    def free_address(self, it: op.FreeAddress) -> str:
        self.as_whole(it.operand)
        number = self.keep("i64")
        self.body.whole(SCREEN)
        self.body.put("i64.lt")
        self.value(it.himem)
        self.get(number)
        self.body.put("i64.ge")
        self.get(number)
        self.body.whole(SYSTEM)
        self.body.put("i64.ge", "i32.or", "i32.and")
        self.exit_if()
        self.get(number)
        return "i64"

    def peek(self, it: op.Peek) -> str:
        self.ram = it.ram
        self.as_whole(it.address)
        self.body.put("i32.wrap")
        self.body.memory("i64.load8", memory.RAM)
        return "i64"

    def poke(self, it: op.Poke) -> None:
        self.ram, self.pokes = it.ram, True
        self.as_whole(it.address)
        self.body.put("i32.wrap")
        self.as_whole(it.value)
        self.body.memory("i64.store8", memory.RAM)

    # calls

    def call(self, it: op.Call) -> str:
        function: Any = it.function
        if function in SPECIAL:
            return SPECIAL[function](self, it)
        imported = self.functions.get(function)
        if imported is None:
            raise NotNative(getattr(it.function, "__qualname__", "a function"))
        for operand, type in zip(it.operands, imported.parameters, strict=True):
            if type == "float":
                self.as_real(operand)
            else:
                self.as_whole(operand)
                if type == "bool":
                    self.body.put("i32.wrap")
        self._library(it.function)
        return imported.types[1][0]

    def floored(self, it: op.Call) -> str:
        self.as_real(it.operands[0])
        self.body.put("f64.floor")
        return "f64"

    def truncated(self, it: op.Call) -> str:
        self.as_real(it.operands[0])
        self.body.put("f64.trunc")
        self.body.real(0.0)             # makes 0 of -0
        self.body.put("f64.add")
        return "f64"

    def _both_whole(self, it: op.Call) -> tuple[int, int]:
        """MOD and \\: the locals of the operands; division by 0 is given up."""
        left, right = self.fresh("i64"), self.fresh("i64")
        for operand, number in zip(it.operands, (left, right), strict=True):
            self.as_whole(operand)
            self.body.at("local.set", number)
        self.get(right)
        self.body.put("i64.eqz")
        self.exit_if()
        self.get(left)
        self.get(right)
        return left, right

    def remainder(self, it: op.Call) -> str:
        self._both_whole(it)
        self.body.put("i64.rem")
        return "i64"

    def quotient(self, it: op.Call) -> str:
        self._both_whole(it)
        self.body.put("i64.div", "f64.convert")
        return "f64"

    def timed(self, it: op.Timed) -> str:
        if not isinstance(it.weigh, partial):
            raise NotNative("what something takes")
        type = self.value(it.operand)
        number = self.fresh(type)
        self.body.at("local.set", number)
        for figure in it.weigh.args:
            self.body.whole(figure)
            if isinstance(figure, bool):
                self.body.put("i32.wrap")
        if it.state is not None:
            self.value(it.state)
            self.body.put("i32.wrap")
        self.get(number)
        if type == "i64":
            self.body.put("f64.convert")
        self._library(it.weigh.func)
        self.get(self.us)
        self.body.put("i64.add")
        self.body.at("local.set", self.us)
        self.get(number)
        return type

    # effects

    def effect(self, effect: op.Effect) -> None:
        method = _EFFECTS.get(type(effect))
        if method is None:
            raise NotNative(type(effect).__name__)
        method(self, effect)

    def set_temporary(self, it: op.SetTemporary) -> None:
        type = self.value(it.value)
        wanted = _TYPES.get(it.temporary.gives, type)
        if (type, wanted) == ("i64", "f64"):
            self.body.put("f64.convert")
        number = self.fresh(wanted)
        self.temporaries[it.temporary.number] = number
        self.body.at("local.set", number)

    def set_scalar(self, it: op.SetScalar) -> None:
        type = self.value(it.value)
        self.body.at("local.set", self.cell(f"V[{it.slot}]", type))

    def set_element(self, it: op.SetElement) -> None:
        type = self.value(it.value)
        number = self.fresh(type)
        self.body.at("local.set", number)
        kind = self.address(it.element)
        if kind != type:
            raise NotNative("a number of another kind")
        self.get(number)
        self.body.memory(f"{type}.store")

    def set_entry(self, it: op.SetEntry) -> None:
        type = self.value(it.value)
        self.body.at("local.set", self.cell(f"{it.part[0]}{it.depth}", type))

    def give_up_if(self, it: op.GiveUpIf) -> None:
        self.truth_of(it.condition)
        self.exit_if()

    def random(self, it: op.Random) -> str:
        self.get(self.seed)
        self._library(real_functions.next_seed)
        self.body.at("local.tee", self.seed)
        self.body.put("f64.convert")
        self.body.real(2.0**-32)
        self.body.put("f64.mul")
        return "f64"

    def save(self, it: op.Save) -> None:
        if it.name == "seed":
            self.seed = self.cell(f"{self.bind(it.numbers)}.seed", "i64")
            self.seed_before = self.cell(f"{self.bind(it.keeper)}.seed_before", "i64")
            self.get(self.seed)
            self.body.at("local.set", self.seed_before)
            return
        if it.name != "us":
            raise NotNative("strings")
        self.get(self.us)
        self.body.at("local.set", self.us_before)


    def return_to_caller(self, _: op.ReturnToCaller) -> None:
        self.returns()

    def draw(self, it: op.Draw) -> None:
        self.graphics = it.graphics
        for address in (memory.STATE, memory.RAM, it.graphics.figures_at(memory.STATE)):
            self.body.whole(address)
        for operand in it.operands:
            self.as_whole(operand)
        self._library(it.function)
        self.get(self.us)
        self.body.put("i64.add")
        self.body.at("local.set", self.us)


LEAVES = {op.Constant, op.Scalar, op.Temporary, op.Entry, op.RuntimeState}


def is_native(part: Any, functions: dict[Function, Imported]) -> bool:
    """Whether an operation, an effect, or what they are made of can be printed."""
    if type(part) in LEAVES:
        return part.gives is not op.STRING
    if isinstance(part, list):
        return all(is_native(one, functions) for one in part)
    if isinstance(part, op.Operation):
        if part.gives is op.STRING or type(part) not in _VALUES:
            return False
        if isinstance(part, op.Call):
            return (part.function in functions or part.function in SPECIAL) and is_native(part.operands, functions)
        if isinstance(part, op.Timed) and not isinstance(part.weigh, partial):
            return False
    elif isinstance(part, op.Effect):
        if type(part) not in _EFFECTS:
            return False
    else:
        return True
    return all(is_native(getattr(part, name), functions) for name in field_names(part))


# Any: each method takes the operation that it stands beside
_VALUES: dict[type[op.Operation], Callable[[WasmPrinter, Any], str]] = {
    op.Constant: WasmPrinter.constant, op.Scalar: WasmPrinter.scalar, op.Temporary: WasmPrinter.temporary,
    op.Entry: WasmPrinter.entry, op.RuntimeState: WasmPrinter.runtime_state, op.Element: WasmPrinter.element,
    op.ElementAt: WasmPrinter.element, op.Index: WasmPrinter.index, op.Whole: WasmPrinter.whole,
    op.WholeNegation: WasmPrinter.whole_negation, op.Complement: WasmPrinter.complement,
    op.SignedRemainder: WasmPrinter.signed_remainder, op.Bounded: WasmPrinter.bounded, op.Rounded: WasmPrinter.rounded,
    op.Subscript: WasmPrinter.subscript, op.Real: WasmPrinter.real, op.RealNegation: WasmPrinter.real_negation,
    op.ToReal: WasmPrinter.to_real, op.Absolute: WasmPrinter.absolute, op.Sign: WasmPrinter.sign,
    op.Compare: WasmPrinter.compare, op.Truth: WasmPrinter.truth, op.LowByteTruth: WasmPrinter.low_byte_truth,
    op.Logic: WasmPrinter.logic, op.FromTruth: WasmPrinter.from_truth, op.GoesOn: WasmPrinter.goes_on,
    op.IsOver: WasmPrinter.is_over, op.OutOfRange: WasmPrinter.out_of_range, op.IsZero: WasmPrinter.is_zero,
    op.Call: WasmPrinter.call, op.FreeAddress: WasmPrinter.free_address,
    op.Peek: WasmPrinter.peek, op.Timed: WasmPrinter.timed, op.Random: WasmPrinter.random,
}
_EFFECTS: dict[type[op.Effect], Callable[[WasmPrinter, Any], None]] = {
    op.SetTemporary: WasmPrinter.set_temporary, op.SetScalar: WasmPrinter.set_scalar, op.SetElement: WasmPrinter.set_element,
    op.SetEntry: WasmPrinter.set_entry, op.GiveUpIf: WasmPrinter.give_up_if, op.Save: WasmPrinter.save,
    op.Draw: WasmPrinter.draw, op.Poke: WasmPrinter.poke, op.ReturnToCaller: WasmPrinter.return_to_caller,
}
SPECIAL: dict[Any, Callable[[WasmPrinter, op.Call], str]] = {
    reals.int_: WasmPrinter.floored, reals.fix: WasmPrinter.truncated, operators.remainder: WasmPrinter.remainder,
    operators.divide_integers: WasmPrinter.quotient}

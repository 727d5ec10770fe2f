"""Numbers as WebAssembly: arithmetic of whole numbers and reals, rounding, functions."""

from collections.abc import Callable
from functools import partial
from typing import Any

from basic.runtime.clock import FRAME_US, TICKS_A_FRAME, USUAL_TURNS
from basic.units import looks
from basic.units import operations as op
from basic.units.wasm_printer import VALUES, NotNative, WasmPrinter
from basic.values import integer_division, packed_texts, real_functions, reals, weighing

_WHOLE = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor", "//": "div", "%": "rem"}


def whole(printer: WasmPrinter, it: op.Whole) -> str:
    if it.weigh is None:
        printer.as_whole(it.left)
        printer.as_whole(it.right)
    else:
        numbers = []
        for operand in (it.left, it.right):
            printer.as_whole(operand)
            numbers.append(printer.fresh("i64"))
            printer.body.at("local.set", numbers[-1])
        printer.weigh(it.weigh, *numbers)
        for number in numbers:
            printer.get(number)
    printer.body.put(f"i64.{_WHOLE[it.sign]}")
    return "i64"


def whole_negation(printer: WasmPrinter, it: op.WholeNegation) -> str:
    printer.body.whole(0)
    printer.as_whole(it.operand)
    printer.body.put("i64.sub")
    return "i64"


def complement(printer: WasmPrinter, it: op.Complement) -> str:
    printer.as_whole(it.operand)
    printer.body.whole(-1)
    printer.body.put("i64.xor")
    return "i64"


def signed_remainder(printer: WasmPrinter, it: op.SignedRemainder) -> str:
    printer.as_whole(it.operand)
    printer.body.whole(it.divisor)
    printer.body.put("i64.rem")
    return "i64"


def _leave_outside(printer: WasmPrinter, number: int, low: int, high: int) -> None:
    """Gives up if the whole number in a local is not from low to high."""
    printer.get(number)
    printer.body.whole(low)
    printer.body.put("i64.lt")
    printer.get(number)
    printer.body.whole(high)
    printer.body.put("i64.gt", "i32.or")
    printer.exit_if()


def bounded(printer: WasmPrinter, it: op.Bounded) -> str:
    printer.as_whole(it.operand)
    _leave_outside(printer, printer.keep("i64"), it.low, it.high)
    return "i64"


def rounded(printer: WasmPrinter, it: op.Rounded) -> str:
    _rounded(printer, it.operand, it.low, it.high)
    return "i64"


def _rounded(printer: WasmPrinter, operand: op.Operation, low: int, high: int) -> None:
    """CINT: half away from zero. What is far out of range stays out of range as a whole number of 64 bits."""
    if printer.value(operand) == "f64":
        number = printer.keep("f64")
        printer.body.put("f64.abs")
        printer.body.real(0.5)
        printer.body.put("f64.add", "f64.floor")
        size = printer.keep("f64")
        printer.body.put("f64.neg")
        printer.get(size)
        printer.get(number)
        printer.body.real(0.0)
        printer.body.put("f64.lt", "select")
        printer.body.truncate()
    _leave_outside(printer, printer.keep("i64"), low, high)


def subscript(printer: WasmPrinter, it: op.Subscript) -> str:
    if it.exact:
        printer.as_whole(it.operand)
        _leave_outside(printer, printer.keep("i64"), 0, it.high)
    else:
        _rounded(printer, it.operand, 0, it.high)
    return "i64"


def real(printer: WasmPrinter, it: op.Real) -> str:
    numbers = []
    for operand in (it.left, it.right):
        printer.as_real(operand)
        numbers.append(printer.keep("f64"))
    printer.library(it.exactly)
    if it.may_be_whole:
        printer.body.real(0.0)
        printer.body.put("f64.add")
    if it.weigh is not None:
        result = printer.keep("f64")
        printer.weigh(it.weigh, result, *numbers)
    return "f64"


def real_negation(printer: WasmPrinter, it: op.RealNegation) -> str:
    if it.operand.gives is op.REAL:
        printer.as_real(it.operand)
        printer.body.put("f64.neg")
        return "f64"
    if not isinstance(it.operand, op.Call) or it.operand.function not in SPECIAL:
        raise NotNative("the sign of a zero that may be real or whole")
    printer.body.real(0.0)
    printer.as_real(it.operand)
    printer.body.put("f64.sub")
    return "f64"


def to_real(printer: WasmPrinter, it: op.ToReal) -> str:
    printer.as_real(it.operand)
    return "f64"


def absolute(printer: WasmPrinter, it: op.Absolute) -> str:
    if printer.value(it.operand) == "f64":
        number = printer.keep("f64")
        printer.body.put("f64.neg")
        printer.get(number)
        printer.get(number)
        printer.body.real(0.0)
        printer.body.put("f64.lt", "select")        # a 0 keeps its sign
        return "f64"
    number = printer.keep("i64")
    printer.body.whole(0)
    printer.get(number)
    printer.body.put("i64.sub")
    printer.get(number)
    printer.body.whole(0)
    printer.body.put("i64.ge", "select")
    return "i64"


def sign(printer: WasmPrinter, it: op.Sign) -> str:
    type = printer.value(it.operand)
    number = printer.fresh(type)
    printer.body.at("local.set", number)
    if it.low_byte:
        if type != "i64":
            raise NotNative("the sign of a number as BASIC 1.0 sees it")
        printer.get(number)
        printer.body.whole(255)
        printer.body.put("i64.and")
        printer.body.whole(0)
        printer.body.put("i64.gt")
        printer.compare_zero(number, "gt")
        printer.body.put("i32.and")
    else:
        printer.compare_zero(number, "gt")
    printer.body.put("i64.extend_u")
    printer.compare_zero(number, "lt")
    printer.body.put("i64.extend_u", "i64.sub")
    return "i64"


def floored(printer: WasmPrinter, it: op.Call) -> str:
    printer.as_real(it.operands[0])
    printer.body.put("f64.floor")
    printer.body.real(0.0)              # makes 0 of -0
    printer.body.put("f64.add")
    return "f64"


def truncated(printer: WasmPrinter, it: op.Call) -> str:
    printer.as_real(it.operands[0])
    printer.body.put("f64.trunc")
    printer.body.real(0.0)
    printer.body.put("f64.add")
    return "f64"


def _both_whole(printer: WasmPrinter, it: op.Call) -> tuple[int, int]:
    """MOD and \\: the locals of the operands; division by 0 is given up."""
    left, right = printer.fresh("i64"), printer.fresh("i64")
    for operand, number in zip(it.operands, (left, right), strict=True):
        printer.as_whole(operand)
        printer.body.at("local.set", number)
    printer.get(right)
    printer.body.put("i64.eqz")
    printer.exit_if()
    printer.get(left)
    printer.get(right)
    return left, right


def remainder(printer: WasmPrinter, it: op.Call) -> str:
    operands = _both_whole(printer, it)
    printer.body.put("i64.rem")
    _weighed_division(printer, it, *operands)
    return "i64"


def quotient(printer: WasmPrinter, it: op.Call) -> str:
    operands = _both_whole(printer, it)
    printer.body.put("i64.div")
    _weighed_division(printer, it, *operands)
    printer.body.put("f64.convert")
    return "f64"


def _weighed_division(printer: WasmPrinter, it: op.Call, left: int, right: int) -> None:
    """The result is on the stack."""
    if it.weigh is None:
        return
    result = printer.fresh("i64")
    printer.body.at("local.set", result)
    printer.weigh(it.weigh, result, left, right)
    printer.get(result)


def timed(printer: WasmPrinter, it: op.Timed) -> str:
    weigh: Any = it.weigh.weigh if isinstance(it.weigh, weighing.OfLength | weighing.OfLeadingZeros) else it.weigh
    if not isinstance(weigh, partial):
        raise NotNative("what something takes")
    function, figures = weigh.func, weigh.args
    if function in TIMED:
        return TIMED[function](printer, it)
    type = printer.value(it.operand)
    number = printer.fresh(type)
    printer.body.at("local.set", number)
    if function is weighing.quotient and type == "i64":
        _time_of_quotient(printer, number, *figures)
        printer.get(number)
        return type
    printer.figures(figures)
    printer.get(number)
    if it.gives is op.STRING:
        printer.body.whole(packed_texts.LENGTH)
        printer.body.put("i64.and")
    elif type == "i64":
        printer.body.put("f64.convert")
    printer.library(function)
    printer.pass_time()
    printer.get(number)
    return type


def timed_subscript(printer: WasmPrinter, it: op.Timed) -> str:
    printer.as_whole(it.operand)
    printer.weigh(it.weigh, printer.keep("i64"))
    return "i64"


def ticks(printer: WasmPrinter, it: looks.Ticks) -> str:
    """The clock at `place` is told in frames, on their scale, and the interrupts of the last one. If colours change at another
    speed than the usual one, units are left in each frame: at most one change has come since then."""
    assert printer.place is not None and printer.place.cycle is None
    body, now, over, frame = printer.body, printer.fresh("i64"), printer.fresh("i64"), printer.fresh("i64")
    printer.get(printer.us)
    body.whole(printer.place.us - it.later)
    body.put("i64.add")
    body.at("local.tee", now)
    printer.value(it.turn_at)
    body.put("i64.sub")
    body.at("local.tee", over)
    body.whole(0)
    body.put("i64.ge")
    body.open("if")
    printer.get(over)
    body.whole(USUAL_TURNS[0] * FRAME_US)
    body.put("i64.div")
    body.whole(1)
    body.put("i64.add")
    body.whole(it.clock.turn_us)
    body.put("i64.mul")
    printer.get(now)
    body.put("i64.add")
    body.at("local.set", now)
    body.put("end")
    printer.get(now)
    printer.value(it.late)
    body.put("i64.add")
    body.at("local.tee", now)
    body.whole(it.clock.frame_us)
    body.put("i64.div")
    body.at("local.tee", frame)
    body.whole(TICKS_A_FRAME)
    body.put("i64.mul")
    body.whole(1)
    body.put("i64.sub")
    printer.get(now)
    printer.get(frame)
    body.whole(it.clock.frame_us)
    body.put("i64.mul", "i64.sub")
    body.at("local.set", now)
    for place in it.clock.places:
        printer.get(now)
        body.whole(place)
        body.put("i64.ge", "i64.extend_u", "i64.add")
    printer.value(it.ahead)
    body.put("i64.add")
    body.whole(0xFFFFFFFF)
    body.put("i64.and", "f64.convert")
    return "f64"


def _time_of_quotient(printer: WasmPrinter, number: int, share: int, each: int, ones: int, nothing: int, negative: int,
                      divisor: int) -> None:
    """`weighing.quotient` of a whole number, without a call: loops with MOD take twice as long with one."""
    body, result = printer.body, printer.fresh("i64")
    printer.get(number)
    body.whole(divisor)
    body.put("i64.div")             # which the remainder needs, too
    body.at("local.set", result)
    printer.get(result)
    body.whole(0)
    printer.get(result)
    body.put("i64.sub")
    printer.get(result)
    body.whole(0)
    body.put("i64.ge", "select")
    body.at("local.set", result)
    body.whole(63)
    printer.get(result)
    body.put("i64.clz", "i64.sub")
    body.whole(each)
    body.put("i64.mul")
    printer.get(result)
    body.put("i64.popcnt")
    body.whole(ones)
    body.put("i64.mul", "i64.add")
    body.whole(ones)
    body.put("i64.sub")
    printer.get(result)
    body.whole(255)
    body.put("i64.gt", "i64.extend_u")
    body.whole(100)
    body.put("i64.mul", "i64.sub")
    body.whole(nothing)
    printer.get(result)
    body.is_not_zero("i64")
    body.put("select")
    if divisor > 255:
        body.whole(4)
        body.put("i64.sub")
    printer.get(number)
    body.whole(0)
    body.put("i64.lt", "i64.extend_u")
    body.whole(negative)
    body.put("i64.mul", "i64.add")
    body.whole(share)
    body.put("i64.mul")
    body.whole(10)
    body.put("i64.shr")
    printer.get(printer.us)
    body.put("i64.add")
    body.at("local.set", printer.us)


def random(printer: WasmPrinter, it: looks.Random) -> str:
    printer.get(printer.seed)
    printer.library(real_functions.next_seed)
    printer.body.at("local.tee", printer.seed)
    printer.body.put("f64.convert")
    printer.body.real(2.0**-32)
    printer.body.put("f64.mul")
    return "f64"


def call(printer: WasmPrinter, it: op.Call) -> str:
    function: Any = it.function
    if function in SPECIAL:
        return SPECIAL[function](printer, it)
    imported = printer.functions.get(function)
    if imported is None:
        raise NotNative(getattr(it.function, "__qualname__", "a function"))
    numbers = []
    for operand, type in zip(it.operands, imported.parameters, strict=True):
        if type == "float":
            printer.as_real(operand)
            if it.weigh is not None:
                numbers.append(printer.keep("f64"))
        else:
            printer.as_whole(operand)
            if type == "bool":
                printer.body.put("i32.wrap")
    printer.library(it.function)
    made = imported.types[1][0]
    if it.weigh is not None:
        result = printer.fresh(made)
        printer.body.at("local.set", result)
        printer.weigh(it.weigh, result, *numbers)
        printer.get(result)
    return made


def timed_call(printer: WasmPrinter, it: op.TimedCall) -> str:
    function: Any = it.function
    for operand, type in zip(it.operands, printer.functions[function].parameters, strict=True):
        if type == "float":
            printer.as_real(operand)
        else:
            printer.as_whole(operand)
            printer.body.put("i32.wrap")
    printer.library(function)
    if it.share is None:
        printer.body.put("drop")
        return "f64"
    printer.body.whole(it.share)
    printer.body.put("i64.mul")
    printer.body.whole(10)
    printer.body.put("i64.shr")
    printer.pass_time()
    return "f64"


SPECIAL: dict[Any, Callable[[WasmPrinter, op.Call], str]] = {
    reals.int_: floored, reals.fix: truncated, integer_division.remainder: remainder,
    integer_division.divide_integers: quotient}
TIMED: dict[Any, Callable[[WasmPrinter, op.Timed], str]] = {       # by what says how long they take
    weighing.subscript: timed_subscript}
VALUES.update({
    op.Whole: whole, op.WholeNegation: whole_negation, op.Complement: complement, op.SignedRemainder: signed_remainder,
    op.Bounded: bounded, op.Rounded: rounded, op.Subscript: subscript, op.Real: real, op.RealNegation: real_negation,
    op.ToReal: to_real, op.Absolute: absolute, op.Sign: sign, op.Call: call, op.Timed: timed, op.TimedCall: timed_call,
    looks.Random: random, looks.Ticks: ticks})

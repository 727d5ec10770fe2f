"""Truth as WebAssembly: comparisons and conditions, as i32."""

from collections.abc import Callable
from functools import partial
from typing import Any

from basic.units import operations as op
from basic.units.wasm_printer import VALUES, WasmPrinter
from basic.values import packed_texts
from basic.values.weighing import reals_compared_apart

_COMPARE = {"==": "eq", "!=": "ne", "<": "lt", ">": "gt", "<=": "le", ">=": "ge"}
_EXPONENT = 0x7FF << 52         # of the bits of a double
_LOGIC = {"&": "and", "|": "or", "^": "xor"}


def _compare(printer: WasmPrinter, left: op.Operation, sign: str, right: op.Operation) -> None:
    if left.gives is op.STRING:
        printer.body.whole(0)
        printer.as_whole(left)
        printer.as_whole(right)
        printer.library(packed_texts.compared)
        printer.body.whole(0)
        printer.body.put(f"i64.{_COMPARE[sign]}")
    elif left.gives is op.WHOLE and right.gives is op.WHOLE:
        printer.as_whole(left)
        printer.as_whole(right)
        printer.body.put(f"i64.{_COMPARE[sign]}")
    else:
        printer.as_real(left)
        printer.as_real(right)
        printer.body.put(f"f64.{_COMPARE[sign]}")


def compare(printer: WasmPrinter, it: op.Compare) -> str:
    if it.weigh is None:
        _compare(printer, it.left, it.sign, it.right)
        return "i32"
    if it.left.gives is op.STRING:
        return _texts(printer, it)
    weigh: Any = it.weigh
    numbers = []
    for operand in (it.left, it.right):
        printer.as_real(operand)
        numbers.append(printer.fresh("f64"))
        printer.body.at("local.set", numbers[-1])
    for number in numbers:
        printer.get(number)
        printer.body.put("i64.reinterpret")
    printer.body.put("i64.xor")
    printer.body.whole(_EXPONENT)
    printer.body.put("i64.and", "i64.eqz")
    printer.body.open("if")
    printer.weigh(weigh, *numbers)
    printer.body.put("else")        # as mostly, which is quicker to see
    printer.weigh(partial(reals_compared_apart, *weigh.args), *numbers)
    printer.body.put("end")
    for number in numbers:
        printer.get(number)
    printer.body.put(f"f64.{_COMPARE[it.sign]}")
    return "i32"


def _texts(printer: WasmPrinter, it: op.Compare) -> str:
    weigh: Any = it.weigh
    numbers = printer.fresh("i64"), printer.fresh("i64")
    for operand, number in zip((it.left, it.right), numbers, strict=True):
        printer.as_whole(operand)
        printer.body.at("local.set", number)
    count = printer.fresh("i64")
    _of_texts(printer, packed_texts.characters_compared, numbers)
    printer.body.at("local.set", count)
    printer.weigh(weigh.weigh, count)
    _of_texts(printer, packed_texts.compared, numbers)
    printer.body.whole(0)
    printer.body.put(f"i64.{_COMPARE[it.sign]}")
    return "i32"


def _of_texts(printer: WasmPrinter, function: Callable[..., int], numbers: tuple[int, int]) -> None:
    printer.body.whole(0)
    for number in numbers:
        printer.get(number)
    printer.library(function)


def truth(printer: WasmPrinter, it: op.Truth) -> str:
    printer.truth_of(it.operand)
    return "i32"


def low_byte_truth(printer: WasmPrinter, it: op.LowByteTruth) -> str:
    printer.as_whole(it.operand)
    number = printer.keep("i64")
    printer.body.whole(255)
    printer.body.put("i64.and")
    printer.body.whole(0)
    printer.body.put("i64.ne")
    printer.compare_zero(number, "lt")
    printer.body.put("i32.or")
    return "i32"


def logic(printer: WasmPrinter, it: op.Logic) -> str:
    printer.truth_of(it.left)
    printer.truth_of(it.right)
    printer.body.put(f"i32.{_LOGIC[it.sign]}")
    return "i32"


def from_truth(printer: WasmPrinter, it: op.FromTruth) -> str:
    printer.body.whole(0)
    printer.truth_of(it.operand)
    printer.body.put("i64.extend_u", "i64.sub")
    return "i64"


def _by_sign(printer: WasmPrinter, it: op.GoesOn | op.IsOver, signs: tuple[str, str, str]) -> str:
    """Compares value and limit in the way that goes with the sign of the step: 0, 1 or -1."""
    if it.sign is not None:
        _compare(printer, it.value, signs[it.sign], it.limit)
        return "i32"
    zero, up, down = signs
    none = op.Constant(0, op.WHOLE)
    _compare(printer, it.step, ">", none)
    printer.body.open("if", "i32")
    _compare(printer, it.value, up, it.limit)
    printer.body.put("else")
    _compare(printer, it.step, "<", none)
    printer.body.open("if", "i32")
    _compare(printer, it.value, down, it.limit)
    printer.body.put("else")
    _compare(printer, it.value, zero, it.limit)
    printer.body.put("end", "end")
    return "i32"


def _weigh(printer: WasmPrinter, it: op.GoesOn | op.IsOver, operands: list[op.Operation]) -> None:
    if it.weigh is not None:
        numbers = []
        for operand in operands:
            numbers.append(printer.fresh(printer.value(operand)))
            printer.body.at("local.set", numbers[-1])
        printer.weigh(it.weigh, *numbers)


def goes_on(printer: WasmPrinter, it: op.GoesOn) -> str:
    _weigh(printer, it, it.weighed)
    return _by_sign(printer, it, ("!=", "<=", ">="))


def is_over(printer: WasmPrinter, it: op.IsOver) -> str:
    _weigh(printer, it, [it.limit, it.value])
    return _by_sign(printer, it, ("==" if it.sign is not None else "<", ">", "<"))


def out_of_range(printer: WasmPrinter, it: op.OutOfRange) -> str:
    printer.as_whole(it.operand)
    printer.body.whole(32768)
    printer.body.put("i64.add")
    printer.body.whole(-65536)
    printer.body.put("i64.and")
    printer.body.whole(0)
    printer.body.put("i64.ne")
    return "i32"


def is_zero(printer: WasmPrinter, it: op.IsZero) -> str:
    if it.low_byte:
        low_byte_truth(printer, op.LowByteTruth(it.operand))
    else:
        printer.truth_of(it.operand)
    printer.body.put("i32.eqz")
    return "i32"


VALUES.update({
    op.Compare: compare, op.Truth: truth, op.LowByteTruth: low_byte_truth, op.Logic: logic, op.FromTruth: from_truth,
    op.GoesOn: goes_on, op.IsOver: is_over, op.OutOfRange: out_of_range, op.IsZero: is_zero})

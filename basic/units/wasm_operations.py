"""Which operations can be printed as WebAssembly, and all that prints them: wasm_printer, with what the other modules of
its name enter into its tables."""

from functools import partial
from typing import Any

from basic.native.functions import Function, Imported
from basic.records import field_names
from basic.units import effects as ef
from basic.units import operations as op
from basic.units import wasm_effects, wasm_keys, wasm_notes, wasm_numbers, wasm_printing, wasm_texts, wasm_truth
from basic.units.wasm_printer import EFFECTS, VALUES, NotNative, WasmPrinter
from basic.values.weighing import OfLeadingZeros, OfLength

__all__ = ["NotNative", "WasmPrinter", "is_native"]
PRINTERS = (wasm_effects, wasm_keys, wasm_notes, wasm_numbers, wasm_printing, wasm_texts, wasm_truth)
LEAVES = {op.Constant, op.Scalar, op.Temporary, op.Entry, op.RuntimeState, op.Watched}


def is_native(part: Any, functions: dict[Function, Imported]) -> bool:
    """Whether an operation, an effect, or what they are made of can be printed."""
    if type(part) in LEAVES:
        return True
    if isinstance(part, list):
        return all(is_native(one, functions) for one in part)
    if isinstance(part, op.Noted):
        return wasm_notes.can_be_noted(part) and is_native(part.condition, functions) and is_native(part.values, functions)
    if isinstance(part, op.Operation):
        if isinstance(part, op.Differs) and not wasm_notes.can_be_compared(part):
            return False
        if type(part) not in VALUES:
            return False
        if isinstance(part, op.TimedCall) and part.function not in functions:
            return False
        if isinstance(part, op.Call):
            return (part.function in functions or part.function in wasm_numbers.SPECIAL) and is_native(part.operands, functions)
        if isinstance(part, op.Timed) and not isinstance(part.weigh, partial | OfLength | OfLeadingZeros):
            return False
    elif isinstance(part, ef.Effect):
        if type(part) not in EFFECTS:
            return False
    else:
        return True
    return all(is_native(getattr(part, name), functions) for name in field_names(part))

"""What tells a debugger something, as WebAssembly (basic.units.native_notes reads it)."""

from collections.abc import Callable

from basic.native import memory
from basic.units import operations as op
from basic.units.native_notes import MOST_VALUES
from basic.units.wasm_printer import VALUES, NotNative, WasmPrinter

KINDS = {op.WHOLE: "i64", op.REAL: "f64"}


def can_be_noted(it: op.Noted) -> bool:
    """Whether machine code can tell it: it need not be seen at once, and its values are numbers of one kind."""
    return not it.at_once and len(it.values) <= MOST_VALUES and all(value.gives in KINDS for value in it.values)


def can_be_compared(it: op.Differs) -> bool:
    return it.operand.gives in TYPES_BEFORE


TYPES_BEFORE = {op.WHOLE: "i64", op.REAL: "f64", op.NUMBER: "f64", op.BOOL: "i64"}


def _before(printer: WasmPrinter, it: op.Differs) -> tuple[int, str]:
    assert printer.notes is not None
    type = TYPES_BEFORE[it.operand.gives]
    address = printer.notes.address_before(it, type)
    if address is None:
        raise NotNative("so much is watched")
    return address, type


def _put(printer: WasmPrinter, value: op.Operation, wanted: str) -> None:
    if value.gives is op.BOOL:
        printer.truth_of(value)
        printer.body.put("i64.extend_u")
    elif printer.value(value) != wanted:
        if wanted != "f64":
            raise NotNative("a number of another kind")
        printer.body.put("f64.convert")


def _is_another(printer: WasmPrinter, address: int, type: str) -> None:
    """Whether what is on the stack is not what it was."""
    printer.body.truth(0)
    printer.body.memory(f"{type}.load", address)
    printer.body.put(f"{type}.ne")


def differs(printer: WasmPrinter, it: op.Differs) -> str:
    address, type = _before(printer, it)
    _put(printer, it.operand, type)
    _is_another(printer, address, type)
    return "i32"


def note(printer: WasmPrinter, it: op.Noted, us: int, put_after: Callable[[], None]) -> None:
    """Notes it, where its condition holds; there has to be room for one more note then."""
    assert printer.notes is not None
    body, condition = printer.body, it.condition
    values = []
    for value in it.values:
        _put(printer, value, KINDS[value.gives])
        values.append(printer.fresh(KINDS[value.gives]))
        body.at("local.set", values[-1])
    if isinstance(condition, op.Differs):
        assert condition.operand is it.values[0]
        address, type = _before(printer, condition)
        printer.get(values[0])
        _is_another(printer, address, type)
        body.open("if")
        body.truth(0)
        printer.get(values[0])
        body.memory(f"{type}.store", address)
    elif condition is not None:
        printer.truth_of(condition)
        body.open("if")
    here = printer.fresh("i32")
    body.truth(0)
    body.memory("i32.load", memory.NOTED)
    body.at("local.set", here)
    printer.get(here)
    printer.get(printer.us)
    body.whole(us)
    body.put("i64.add")
    body.memory("i64.store", memory.NOTE_US)
    printer.get(here)
    body.whole(printer.notes.site(it))
    body.memory("i64.store", memory.NOTE_SITE)
    printer.get(here)
    put_after()
    body.memory("i64.store", memory.NOTE_AFTER)
    for at, number in enumerate(values):
        printer.get(here)
        printer.get(number)
        body.memory(f"{body.types[number]}.store", memory.NOTE_VALUES + 8 * at)
    body.truth(0)
    printer.get(here)
    body.truth(memory.NOTE_SIZE)
    body.put("i32.add")
    body.memory("i32.store", memory.NOTED)
    if condition is not None:
        body.put("end")


def are_full(printer: WasmPrinter) -> None:
    """Whether there is hardly any room left for notes."""
    printer.body.truth(0)
    printer.body.memory("i32.load", memory.NOTED)
    printer.body.truth(memory.NOTES_END)
    printer.body.put("i32.lt", "i32.eqz")


VALUES.update({op.Differs: differs})

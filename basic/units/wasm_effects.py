"""Effects as WebAssembly, and what looks at the machine's memory."""

from collections.abc import Callable

from basic.native import memory
from basic.units import effects as ef
from basic.units import looks
from basic.units import operations as op
from basic.units.python_operations import SCREEN, SYSTEM
from basic.units.wasm_printer import EFFECTS, TYPES, VALUES, NotNative, WasmPrinter
from basic.values import packed_texts
from basic.values.texts import BYTES


def set_temporary(printer: WasmPrinter, it: ef.SetTemporary) -> None:
    _keep(printer, it.temporary, it.value)


def _keep(printer: WasmPrinter, temporary: op.Temporary, value: op.Operation) -> None:
    type = printer.value(value)
    wanted = TYPES.get(temporary.gives, type)
    if (type, wanted) == ("i64", "f64"):
        printer.body.put("f64.convert")
    number = printer.fresh(wanted)
    printer.temporaries[temporary.number] = number
    printer.body.at("local.set", number)


def user_function(printer: WasmPrinter, it: op.UserFunction) -> str:
    for temporary, argument in zip(it.temporaries, it.arguments, strict=True):
        _keep(printer, temporary, argument)
    printer.get(printer.us)
    printer.body.whole(it.us)
    printer.body.put("i64.add")
    printer.body.at("local.set", printer.us)
    return printer.value(it.expression)


def set_state(printer: WasmPrinter, it: ef.SetState) -> None:
    printer.as_whole(it.value)
    printer.body.at("local.set", printer.cell(f"{printer.bind(it.state.holder)}.{it.state.name}", "i64"))


def read_item(printer: WasmPrinter, it: ef.ReadItem) -> None:
    """Places that are too many have no item."""
    body, address, place = printer.body, printer.fresh("i32"), printer.fresh("i64")
    begin = memory.ITEMS + memory.ITEM_AS_TEXT * (it.value.gives is op.STRING)
    printer.as_whole(it.place)
    body.at("local.tee", place)
    body.whole((memory.ITEMS_END - memory.ITEMS) // memory.ITEM_SIZE)
    body.put("i64.ge")
    printer.exit_if()
    printer.get(place)
    body.whole(memory.ITEM_SIZE)
    body.put("i64.mul", "i32.wrap")
    body.at("local.tee", address)
    body.memory("i64.load", begin + memory.ITEM_NEXT)
    body.at("local.tee", place)
    body.put("i64.eqz")
    printer.exit_if()
    for part, temporary in ((memory.ITEM_VALUE, it.value), (memory.ITEM_NEXT, it.after)):
        type = TYPES[temporary.gives]
        number = printer.temporaries[temporary.number] = printer.fresh(type)
        printer.get(address)
        body.memory(f"{type}.load", begin + part)
        if temporary is it.after:
            body.whole(1)
            body.put("i64.sub")
        body.at("local.set", number)
    printer.get(address)
    body.memory("i64.load", begin + memory.ITEM_US)
    printer.get(printer.us)
    body.put("i64.add")
    body.at("local.set", printer.us)


def set_scalar(printer: WasmPrinter, it: ef.SetScalar) -> None:
    if it.value.gives is op.STRING:
        printer.body.whole(0)
        printer.body.whole(memory.TEXTS + 0x100 * it.slot)
    type = printer.value(it.value)
    if it.value.gives is op.STRING:
        printer.library(packed_texts.kept)
    printer.body.at("local.set", printer.cell(f"V[{it.slot}]", type))


def set_element(printer: WasmPrinter, it: ef.SetElement) -> None:
    type = printer.value(it.value)
    number = printer.fresh(type)
    printer.body.at("local.set", number)
    if it.value.gives is op.STRING:
        _set_text(printer, it.element, number)
        return
    kind = printer.address(it.element)
    if kind != type:
        raise NotNative("a number of another kind")
    printer.get(number)
    printer.body.memory(f"{type}.store")


def _set_text(printer: WasmPrinter, element: op.Element | op.ElementAt, text: int) -> None:
    body, count = printer.body, printer.count_of(element.array)

    def put_behind(size: int) -> None:
        printer.get(printer.cell(f"P[{element.array}]", "i64"))
        body.whole(size)
        body.put("i64.add")
    body.whole(0)
    put_behind(0)
    body.whole(memory.CHANGED)
    put_behind(memory.MARKS * count)
    put_behind(memory.TEXTS_OF * count)
    printer.place_in_array(element)
    body.whole(element.array << packed_texts.ARRAY)
    printer.get(text)
    printer.library(packed_texts.set_element)


def set_entry(printer: WasmPrinter, it: ef.SetEntry) -> None:
    type = printer.value(it.value)
    printer.body.at("local.set", printer.cell(f"{it.part[0]}{it.depth}", type))


def near_moment(printer: WasmPrinter, it: looks.NearMoment) -> str:
    body = printer.body
    printer.get(printer.us)
    body.truth(0)
    body.memory("i64.load", memory.MOMENT)
    body.whole(it.us)
    body.put("i64.sub", "i64.ge")
    return "i32"


def give_up_if(printer: WasmPrinter, it: ef.GiveUpIf) -> None:
    printer.truth_of(it.condition)
    printer.exit_if()


def pause_if(printer: WasmPrinter, it: ef.PauseIf) -> None:
    printer.truth_of(it.condition)
    printer.exit_if(pause=True)


def save(printer: WasmPrinter, it: ef.Save) -> None:
    if it.name == "seed":
        printer.seed = printer.cell(f"{printer.bind(it.numbers)}.seed", "i64")
        printer.seed_before = printer.cell(f"{printer.bind(it.keeper)}.seed_before", "i64")
        printer.get(printer.seed)
        printer.body.at("local.set", printer.seed_before)
        return
    if it.name == "used":
        assert it.heap is not None
        printer.get(printer.used_of(it.heap))
        printer.body.at("local.set", printer.used_before)
        return
    printer.get(printer.us)
    printer.body.at("local.set", printer.us_before)


def return_to_caller(printer: WasmPrinter, _: ef.ReturnToCaller) -> None:
    printer.returns()


def draw(printer: WasmPrinter, it: ef.Draw) -> None:
    printer.graphics = it.graphics
    for address in (memory.STATE, memory.RAM, it.graphics.figures_at(memory.STATE)):
        printer.body.whole(address)
    for operand in it.operands:
        printer.as_whole(operand)
    printer.library(it.function)
    printer.pass_time()


def tested(printer: WasmPrinter, it: looks.Tested) -> str:
    printer.graphics = it.graphics
    numbers = []
    for operand in (it.x, it.y):
        printer.as_whole(operand)
        numbers.append(printer.fresh("i64"))
        printer.body.at("local.set", numbers[-1])
    for address in (memory.STATE, memory.RAM, it.graphics.figures_at(memory.STATE)):
        printer.body.whole(address)
    for number in numbers:
        printer.get(number)
    printer.library(it.graphics.test)
    printer.pass_time()
    return "i64"


def free_address(printer: WasmPrinter, it: looks.FreeAddress) -> str:
    printer.as_whole(it.operand)
    number = printer.keep("i64")
    printer.body.whole(SCREEN)
    printer.body.put("i64.lt")
    printer.value(it.himem)
    printer.get(number)
    printer.body.put("i64.ge")
    printer.get(number)
    printer.body.whole(SYSTEM)
    printer.body.put("i64.ge", "i32.or", "i32.and")
    printer.exit_if()
    printer.get(number)
    return "i64"


def peek(printer: WasmPrinter, it: looks.Peek) -> str:
    """The memory has the program beside the RAM."""
    body = printer.body
    printer.ram, printer.looks_at_program = it.ram, printer.looks_at_program or it.end > it.begin
    printer.as_whole(it.address)
    number = printer.keep("i64")

    def within(low: Callable[[], object], high: Callable[[], object]) -> None:
        """Puts whether the address is below the one or from the other on."""
        printer.get(number)
        low()
        body.put("i64.lt")
        printer.get(number)
        high()
        body.put("i64.ge", "i32.or")
    within(lambda: body.whole(0), lambda: body.whole(it.end))
    body.open("if")
    within(lambda: printer.value(it.free_from), lambda: _above_free(printer, it))
    within(lambda: _at_himem(printer, it), lambda: body.whole(SYSTEM))
    body.put("i32.and")
    printer.get(number)
    body.whole(SCREEN)
    body.put("i64.lt", "i32.and")
    printer.exit_if()
    body.put("end")
    body.put("i32.wrap")
    printer.body.memory("i64.load8", memory.RAM)
    return "i64"


def poke(printer: WasmPrinter, it: ef.Poke) -> None:
    printer.ram, printer.pokes = it.ram, True
    printer.as_whole(it.address)
    printer.body.put("i32.wrap")
    printer.as_whole(it.value)
    printer.body.memory("i64.store8", memory.RAM)


def _above_free(printer: WasmPrinter, it: looks.Peek) -> None:
    """The lowest address that strings have."""
    _at_himem(printer, it)
    printer.get(printer.used_of(it.heap))
    if it.heap.overhead:
        printer.body.whole(BYTES)
        printer.body.put("i64.and")
    printer.body.put("i64.sub")


def _at_himem(printer: WasmPrinter, it: looks.Peek) -> None:
    printer.value(it.himem)
    printer.body.whole(1)
    printer.body.put("i64.add")


VALUES.update({looks.FreeAddress: free_address, looks.NearMoment: near_moment, looks.Peek: peek, looks.Tested: tested,
               op.UserFunction: user_function})
EFFECTS.update({
    ef.SetTemporary: set_temporary, ef.SetScalar: set_scalar, ef.SetElement: set_element, ef.SetEntry: set_entry,
    ef.GiveUpIf: give_up_if, ef.PauseIf: pause_if, ef.Save: save, ef.Draw: draw, ef.Poke: poke,
    ef.ReturnToCaller: return_to_caller,
    ef.SetState: set_state, ef.ReadItem: read_item})

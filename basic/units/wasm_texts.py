"""Strings as WebAssembly: each is a number, as basic.values.packed_texts says.

A string that is made on the way has a place of its own for each operation of a statement, so none is in the way of another.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from basic.native import memory
from basic.units import effects as ef
from basic.units import operations as op
from basic.units.wasm_numbers import SPECIAL, TIMED
from basic.units.wasm_printer import EFFECTS, VALUES, NotNative, WasmPrinter
from basic.values import columns, packed_numbers, packed_texts, packed_using, texts, weighing


def _length(printer: WasmPrinter, text: int) -> None:
    printer.get(text)
    printer.body.whole(packed_texts.LENGTH)
    printer.body.put("i64.and")


def _address(printer: WasmPrinter, text: int) -> None:
    printer.get(text)
    printer.body.whole(packed_texts.AT)
    printer.body.put("i64.shr")


def join(printer: WasmPrinter, it: op.Join) -> str:
    left, right = _kept(printer, it.left), _kept(printer, it.right)
    _length(printer, left)
    _length(printer, right)
    printer.body.put("i64.add")
    printer.body.whole(packed_texts.LENGTH)
    printer.body.put("i64.gt")
    printer.exit_if()
    _made(printer, packed_texts.joined, left, right)
    return "i64"


def _kept(printer: WasmPrinter, value: op.Operation) -> int:
    """Puts it into a local."""
    number = printer.fresh(printer.value(value))
    printer.body.at("local.set", number)
    return number


def _made(printer: WasmPrinter, function: Callable[..., float], *locals: int) -> None:
    """What a function of the library makes at a place of its own."""
    printer.body.whole(0)
    printer.body.whole(printer.room_for_text())
    for number in locals:
        printer.get(number)
    printer.library(function)


def length(printer: WasmPrinter, it: op.Length) -> str:
    _length(printer, _kept(printer, it.operand))
    return "i64"


def first_code(printer: WasmPrinter, it: op.FirstCode) -> str:
    text = _kept(printer, it.operand)
    _length(printer, text)
    printer.body.put("i64.eqz")
    printer.exit_if()
    _address(printer, text)
    printer.body.put("i32.wrap")
    printer.body.memory("i64.load8")
    return "i64"


def character(printer: WasmPrinter, it: op.Character) -> str:
    """Out of the table of all characters."""
    printer.as_whole(it.code)
    printer.body.whole(packed_texts.AT)
    printer.body.put("i64.shl")
    printer.body.whole(packed_texts.packed(memory.CHARACTERS, 1))
    printer.body.put("i64.add")
    return "i64"


def _size(printer: WasmPrinter, text: int, overhead: int) -> None:
    """What a string takes of the string space."""
    _length(printer, text)
    if overhead:
        printer.body.whole(overhead)
        printer.body.whole(0)
        _length(printer, text)
        printer.body.is_not_zero("i64")
        printer.body.put("select", "i64.add")


def _take_room(printer: WasmPrinter, text: int, heap: object, overhead: int) -> None:
    """Counts it as used; gives up where there is no room."""
    used, total = printer.used_of(heap), printer.fresh("i64")
    _size(printer, text, overhead)
    printer.get(used)
    printer.body.put("i64.add")
    printer.body.at("local.tee", total)
    printer.get(printer.cell(f"{printer.bind(heap)}.room", "i64"))
    printer.body.put("i64.gt")
    printer.exit_if()
    printer.get(total)
    printer.body.at("local.set", used)


def left_behind(printer: WasmPrinter, it: op.LeftBehind) -> str:
    text = _kept(printer, it.operand)
    _take_room(printer, text, it.heap, it.heap.overhead)
    printer.get(text)
    return "i64"


def made(printer: WasmPrinter, it: op.Made) -> str:
    """Nothing that is made here is marked as one of the program's."""
    return printer.value(it.operand)


def kept_argument(printer: WasmPrinter, it: op.KeptArgument) -> str:
    text = _kept(printer, it.operand)
    if not it.made:
        _if_not_of_program(printer, text)
    _take_room_for(printer, text, it.literals.heap, it.doubled, it.literals.heap.overhead)
    if not it.made:
        printer.body.put("end")
    printer.get(text)
    return "i64"


def _if_not_of_program(printer: WasmPrinter, text: int) -> None:
    printer.get(text)
    printer.body.whole(packed_texts.LITERAL)
    printer.body.put("i64.and", "i64.eqz")
    printer.body.open("if")


def _take_room_for(printer: WasmPrinter, text: int, heap: object, doubled: bool, overhead: int) -> None:
    if doubled:
        printer.get(printer.used_of(heap))
        printer.body.put("i64.eqz")
        _length(printer, text)
        printer.body.whole(1)
        printer.body.put("i64.eq", "i32.and")
        printer.exit_if()
    _take_room(printer, text, heap, overhead)


def part_of_passing(printer: WasmPrinter, it: op.PartOfPassing) -> str:
    body = printer.body
    text = printer.temporaries[it.temporary.number] = _kept(printer, it.text)
    part, used, rest = _kept(printer, it.part), printer.used_of(it.heap), printer.fresh("i64")
    _length(printer, part)
    body.put("i64.eqz")
    body.open("if")
    printer.get(used)
    _size(printer, text, it.heap.overhead)
    body.put("i64.sub")
    body.at("local.tee", rest)
    body.whole(0)
    printer.get(rest)
    body.whole(0)
    body.put("i64.gt", "select")
    body.at("local.set", used)
    body.put("end")
    printer.get(part)
    return "i64"


def keep_string(printer: WasmPrinter, it: ef.KeepString) -> None:
    heap = it.literals.heap
    text = printer.temporaries[it.temporary.number] = _kept(printer, it.value)
    _if_not_of_program(printer, text)
    _take_room_for(printer, text, heap, it.doubled, it.overhead)
    if it.us_each:
        _length(printer, text)
        printer.body.whole(it.us_each)
        printer.body.put("i64.mul")
        printer.body.whole(it.us)
        printer.body.put("i64.add")
        printer.body.whole(it.us_empty)
        _length(printer, text)
        printer.body.is_not_zero("i64")
        printer.body.put("select")
        printer.get(printer.us)
        printer.body.put("i64.add")
        printer.body.at("local.set", printer.us)
    printer.body.put("end")


# functions

def _part(function: Callable[..., int]) -> Callable[[WasmPrinter, op.Call], str]:
    def part(printer: WasmPrinter, it: op.Call) -> str:
        for operand in it.operands:
            printer.as_whole(operand)
        printer.library(function)
        return "i64"
    return part


def _converted(function: Callable[..., int]) -> Callable[[WasmPrinter, op.Call], str]:
    def converted(printer: WasmPrinter, it: op.Call) -> str:
        _made(printer, function, *[_kept(printer, operand) for operand in it.operands])
        return "i64"
    return converted


def text_of(printer: WasmPrinter, it: op.Call) -> str:
    number = _kept(printer, it.operands[0])
    if printer.body.types[number] == "i64":
        _made(printer, packed_numbers.of_whole, number)
    else:
        _made(printer, packed_numbers.of_real, number)
        printer.body.truncate()
    return "i64"


def printed_number(printer: WasmPrinter, it: op.Call) -> str:
    text_of(printer, it)
    text = printer.keep("i64")
    printer.body.put("drop")
    printer.body.whole(0)
    printer.get(text)
    printer.library(packed_texts.with_blank)
    return "i64"


def number_in(printer: WasmPrinter, it: op.Call) -> str:
    read_number(printer, it)
    return "f64"


def read_number(printer: WasmPrinter, it: op.Call) -> int:
    """Puts what VAL reads; gives the address at which its kind is then."""
    text, kind = _kept(printer, it.operands[0]), printer.room_for_text()
    printer.body.whole(0)
    printer.body.whole(kind)
    printer.get(text)
    printer.library(packed_numbers.number_in)
    return kind


def timed_number(printer: WasmPrinter, it: op.Timed) -> str:
    """What VAL reads, and its time."""
    assert isinstance(it.operand, op.Call) and isinstance(it.weigh, partial)
    body, number = printer.body, printer.fresh("f64")
    none, digit, long, fraction = it.weigh.args
    kind = read_number(printer, it.operand)
    body.at("local.set", number)
    body.truth(0)
    body.memory("i64.load8", kind)
    body.is_not_zero("i64")
    body.open("if", "i64")
    for function, figures in ((weighing.real_read, (long, fraction)), (weighing.whole_read, (none, digit))):
        printer.figures(figures)
        printer.get(number)
        printer.library(function)
        if function is weighing.real_read:
            body.put("else")
    body.put("end")
    _pass_time(printer)
    printer.get(number)
    return "f64"


def no_key(printer: WasmPrinter, it: op.NoKey) -> str:
    """Where a frame has ended that a person should see, the unit ends first; else it counts the question."""
    place = printer.place
    assert place is not None
    body, now = printer.body, printer.fresh("i64")
    real_time = printer.bind(it.real_time)
    keyless, polls, polled_at = (printer.cell(f"{real_time}.{name}", "i64") for name in ("keyless", "polls", "polled_at"))
    printer.get(printer.us)
    body.whole(place.us)
    body.put("i64.add")
    body.at("local.tee", now)
    body.truth(0)
    body.memory("i64.load", memory.LIMITS + 8)
    body.put("i64.ge")
    printer.place = place._replace(us=place.us - place.node.cost, looks=True)
    printer.exit_if(pause=True)
    printer.place = place
    printer.get(keyless)
    body.put("i64.eqz")
    printer.exit_if()
    printer.get(polls)
    body.whole(1)
    body.put("i64.add")
    body.whole(0)
    printer.get(now)
    printer.get(polled_at)
    body.put("i64.sub")
    body.whole(it.real_time.POLLING)
    body.put("i64.lt", "select")
    body.at("local.set", polls)
    printer.get(now)
    body.at("local.set", polled_at)
    body.whole(packed_texts.packed(memory.CHARACTERS, 0))
    return "i64"


def in_field(printer: WasmPrinter, it: op.InField) -> str:
    body, field = printer.body, it.field
    front, value = _kept(printer, it.front), _kept(printer, it.value)
    body.whole(0)
    body.whole(printer.room_for_text())
    printer.get(value)
    if isinstance(field, int):
        body.whole(field)
        printer.get(front)
        printer.library(packed_using.part_in_field)
        return "i64"
    printer.figures((field.before, field.after, field.currency[0] if field.currency else 0, field.stars, field.commas,
                     field.plus, field.trailing_sign, it.basic_1_1))
    printer.get(front)
    whole = body.types[value] == "i64"
    printer.library(packed_using.whole_in_field if whole else packed_using.real_in_field)
    body.truncate()
    return "i64"


# what is printed

def print_items(printer: WasmPrinter, it: ef.Print) -> None:
    body, do = printer.body, it.quick.functions
    printer.window = it.quick
    printer.graphics = it.quick.graphics
    figures = it.quick.figures_at(memory.WINDOW)
    texts = [printer.fresh("i64") if isinstance(text, op.Blanks) else
             _kept(printer, text.operand if isinstance(text, op.Written) else text) for text in it.texts]
    wanted = [_kept(printer, text.wanted) if isinstance(text, op.Blanks) else 0 for text in it.texts]
    size = printer.fresh("i64")
    body.whole(0)
    body.at("local.set", size)
    for text, number, count in zip(it.texts, texts, wanted, strict=True):
        if isinstance(text, op.Blanks):
            printer.get(count)
            body.whole(memory.WINDOW)
            printer.get(size)
            printer.library(do["column_behind"])
            body.whole(memory.WINDOW)
            printer.library(do["width"])
            printer.library(text.count)
            body.at("local.tee", number)
            printer.get(size)
            body.put("i64.add")
        else:
            _address(printer, number)
            _length(printer, number)
            printer.get(size)
            printer.library(do["size_with"])
        body.at("local.set", size)
    body.whole(memory.WINDOW)
    printer.get(size)
    body.truth(it.ends_line)
    printer.library(do["has_room"])
    body.put("i32.eqz")
    printer.exit_if()
    for text, number in zip(it.texts, texts, strict=True):
        if isinstance(text, op.Blanks):
            _blanks(printer, it, text.count, number)
            continue
        _what_is_worked_on(printer, figures)
        _address(printer, number)
        _length(printer, number)
        printer.library(do["put_on" if isinstance(text, op.Written) else "put"])
        _length(printer, number)
        body.whole(it.us_each)
        body.put("i64.mul", "i64.add")
        _pass_time(printer)
    if it.ends_line:
        for address in (memory.WINDOW, figures, memory.PRINTED):
            body.whole(address)
        printer.library(do["new_line"])
        body.whole(2 * it.us_each)
        body.put("i64.add")
        _pass_time(printer)


def _what_is_worked_on(printer: WasmPrinter, figures: int) -> None:
    for address in (memory.WINDOW, memory.STATE, memory.RAM, figures, memory.PRINTED, memory.GLYPHS):
        printer.body.whole(address)


def _blanks(printer: WasmPrinter, it: ef.Print, how: Callable[[int, int, int], int], count: int) -> None:
    """What the passing of zones takes is told by the column, which is not moved yet."""
    body, costs, figures = printer.body, it.output.costs, it.quick.figures_at(memory.WINDOW)
    if how is columns.blanks_to_zone:
        body.whole(memory.WINDOW)
        printer.value(op.RuntimeState(it.output, "zone"))
        printer.library(it.quick.functions["zones_passed"])
        body.whole(costs.zone_passed)
        body.put("i64.mul")
        body.whole(costs.to_zone)
        body.put("i64.add")
        _pass_time(printer)
    _what_is_worked_on(printer, figures)
    printer.get(count)
    body.whole(LOOKS[how])
    body.whole(it.us_each)
    printer.library(it.quick.functions["put_blanks"])
    printer.get(count)
    body.whole(costs.printed_blank)
    body.put("i64.mul", "i64.add")
    _pass_time(printer)


# how often SPC, TAB and a comma ask where the cursor is
LOOKS: dict[Callable[[int, int, int], int], int] = {
    columns.blanks_of: 0, columns.blanks_to_column: 1, columns.blanks_to_zone: 2}


def no_value(printer: WasmPrinter, it: op.Blanks | op.Written) -> str:
    raise NotNative("it is printed at once")


def _pass_time(printer: WasmPrinter) -> None:
    printer.get(printer.us)
    printer.body.put("i64.add")
    printer.body.at("local.set", printer.us)


def locate(printer: WasmPrinter, it: ef.Locate) -> None:
    printer.window = it.quick
    printer.graphics = it.quick.graphics
    column, row = _kept(printer, it.column), _kept(printer, it.row)
    printer.body.whole(memory.WINDOW)
    printer.library(it.quick.functions["may_move"])
    printer.body.put("i32.eqz")
    printer.exit_if()
    printer.body.whole(memory.WINDOW)
    printer.body.whole(it.quick.figures_at(memory.WINDOW))
    printer.get(column)
    printer.get(row)
    printer.library(it.quick.functions["locate"])
    _pass_time(printer)


FUNCTIONS: dict[Any, Callable[[WasmPrinter, op.Call], str]] = {
    texts.left_of: _part(packed_texts.left_part), texts.right_of: _part(packed_texts.right_part),
    texts.middle_of: _part(packed_texts.middle_part), texts.repeated: _converted(packed_texts.repeated),
    bytes.upper: _converted(packed_texts.in_capitals), bytes.lower: _converted(packed_texts.in_small_letters),
    texts.text_of: text_of, texts.printed_number: printed_number, texts.number_in: number_in}
SPECIAL.update(FUNCTIONS)
TIMED[weighing.number_read] = timed_number
VALUES.update({op.Join: join, op.Length: length, op.FirstCode: first_code, op.Character: character, op.LeftBehind: left_behind,
               op.PartOfPassing: part_of_passing, op.Made: made, op.KeptArgument: kept_argument,
               op.NoKey: no_key, op.Blanks: no_value, op.Written: no_value, op.InField: in_field})
EFFECTS.update({ef.KeepString: keep_string, ef.Print: print_items, ef.Locate: locate})

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
from basic.units.wasm_printer import EFFECTS, VALUES, WasmPrinter
from basic.values import packed_numbers, packed_texts, texts, weighing
from basic.values.texts import BYTES


def put_length(printer: WasmPrinter, text: int) -> None:
    printer.get(text)
    printer.body.whole(packed_texts.LENGTH)
    printer.body.put("i64.and")


def put_address(printer: WasmPrinter, text: int) -> None:
    printer.get(text)
    printer.body.whole(packed_texts.AT)
    printer.body.put("i64.shr")


def join(printer: WasmPrinter, it: op.Join) -> str:
    left, right = printer.kept(it.left), printer.kept(it.right)
    put_length(printer, left)
    put_length(printer, right)
    printer.body.put("i64.add")
    printer.body.whole(packed_texts.LENGTH)
    printer.body.put("i64.gt")
    printer.exit_if()
    _made(printer, packed_texts.joined, left, right)
    return "i64"


def _made(printer: WasmPrinter, function: Callable[..., float], *locals: int) -> None:
    """What a function of the library makes at a place of its own."""
    printer.body.whole(0)
    printer.body.whole(printer.room_for_text())
    for number in locals:
        printer.get(number)
    printer.library(function)


def length(printer: WasmPrinter, it: op.Length) -> str:
    put_length(printer, printer.kept(it.operand))
    return "i64"


def first_code(printer: WasmPrinter, it: op.FirstCode) -> str:
    text = printer.kept(it.operand)
    put_length(printer, text)
    printer.body.put("i64.eqz")
    printer.exit_if()
    put_address(printer, text)
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
    put_length(printer, text)
    if overhead:
        printer.body.whole(overhead)
        printer.body.whole(0)
        put_length(printer, text)
        printer.body.is_not_zero("i64")
        printer.body.put("select", "i64.add")


def _take_room(printer: WasmPrinter, text: int, heap: object, overhead: int) -> None:
    """Counts it as used; gives up where there is no room."""
    used, total = printer.used_of(heap), printer.fresh("i64")
    _size(printer, text, overhead)
    printer.get(used)
    printer.body.put("i64.add")
    printer.body.at("local.tee", total)
    if overhead:
        printer.body.whole(BYTES)
        printer.body.put("i64.and")
    printer.get(printer.cell(f"{printer.bind(heap)}.room", "i64"))
    printer.body.put("i64.gt")
    printer.exit_if()
    printer.get(total)
    printer.body.at("local.set", used)


def left_behind(printer: WasmPrinter, it: op.LeftBehind) -> str:
    text = printer.kept(it.operand)
    _take_room(printer, text, it.heap, it.heap.overhead)
    printer.get(text)
    return "i64"


def made(printer: WasmPrinter, it: op.Made) -> str:
    """Nothing that is made here is marked as one of the program's."""
    return printer.value(it.operand)


def kept_argument(printer: WasmPrinter, it: op.KeptArgument) -> str:
    text = printer.kept(it.operand)
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
        put_length(printer, text)
        printer.body.whole(1)
        printer.body.put("i64.eq", "i32.and")
        printer.exit_if()
    _take_room(printer, text, heap, overhead)


def part_of_passing(printer: WasmPrinter, it: op.PartOfPassing) -> str:
    body = printer.body
    text = printer.temporaries[it.temporary.number] = printer.kept(it.text)
    part, used, rest = printer.kept(it.part), printer.used_of(it.heap), printer.fresh("i64")
    put_length(printer, part)
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
    text = printer.temporaries[it.temporary.number] = printer.kept(it.value)
    _if_not_of_program(printer, text)
    _take_room_for(printer, text, heap, it.doubled, it.overhead)
    if it.us_each:
        put_length(printer, text)
        printer.body.whole(it.us_each)
        printer.body.put("i64.mul")
        printer.body.whole(10)
        printer.body.put("i64.shr")
        printer.body.whole(it.us)
        printer.body.put("i64.add")
        printer.body.whole(it.us_empty)
        put_length(printer, text)
        printer.body.is_not_zero("i64")
        printer.body.put("select")
        printer.get(printer.us)
        printer.body.put("i64.add")
        printer.body.at("local.set", printer.us)
    printer.body.put("end")


# functions

def so_many(printer: WasmPrinter, it: op.Call) -> str:
    count, text = [printer.kept(operand) for operand in it.operands]
    put_length(printer, text)
    printer.body.put("i64.eqz")
    printer.exit_if()
    _made(printer, packed_texts.repeated, text, count)
    return "i64"


def found_in(printer: WasmPrinter, it: op.Call) -> str:
    operands, found = [printer.kept(operand) for operand in it.operands], printer.fresh("i64")
    printer.body.whole(0)
    for number in operands:
        printer.get(number)
    printer.library(packed_texts.found_in)
    printer.body.at("local.set", found)
    if isinstance(it.weigh, weighing.OfSearch):
        for number in (found, *operands):
            printer.get(number)
        printer.library(packed_texts.places_searched)
        printer.body.whole(it.weigh.each)
        printer.body.put("i64.mul")
        printer.pass_time()
    printer.get(found)
    return "i64"


def _part(function: Callable[..., int]) -> Callable[[WasmPrinter, op.Call], str]:
    def part(printer: WasmPrinter, it: op.Call) -> str:
        for operand in it.operands:
            printer.as_whole(operand)
        printer.library(function)
        return "i64"
    return part


def _converted(function: Callable[..., int]) -> Callable[[WasmPrinter, op.Call], str]:
    def converted(printer: WasmPrinter, it: op.Call) -> str:
        _made(printer, function, *[printer.kept(operand) for operand in it.operands])
        return "i64"
    return converted


def text_of(printer: WasmPrinter, it: op.Call) -> str:
    number = printer.kept(it.operands[0])
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
    text, kind = printer.kept(it.operands[0]), printer.room_for_text()
    printer.body.whole(0)
    printer.body.whole(kind)
    printer.get(text)
    printer.library(packed_numbers.number_in)
    return kind


def timed_number(printer: WasmPrinter, it: op.Timed) -> str:
    """What VAL reads, and its time."""
    assert isinstance(it.operand, op.Call) and isinstance(it.weigh, partial)
    body, number = printer.body, printer.fresh("f64")
    share, none, digit, further, long, fraction = it.weigh.args
    kind = read_number(printer, it.operand)
    body.at("local.set", number)
    body.truth(0)
    body.memory("i64.load8", kind)
    body.is_not_zero("i64")
    body.open("if", "i64")
    for function, figures in ((weighing.real_read, (long, fraction)), (weighing.whole_read, (share, none, digit, further))):
        printer.figures(figures)
        printer.get(number)
        printer.library(function)
        if function is weighing.real_read:
            body.put("else")
    body.put("end")
    printer.pass_time()
    printer.get(number)
    return "f64"


def timed_zeros(printer: WasmPrinter, it: op.Timed) -> str:
    """The text of a number, and the time that VAL takes for the zeros that it begins with."""
    assert isinstance(it.weigh, weighing.OfLeadingZeros) and isinstance(it.weigh.weigh, partial)
    text = printer.kept(it.operand)
    printer.figures(it.weigh.weigh.args)
    printer.body.whole(0)
    printer.get(text)
    printer.library(packed_numbers.leading_zeros)
    printer.library(weighing.zeros_read)
    printer.pass_time()
    printer.get(text)
    return "i64"


FUNCTIONS: dict[Any, Callable[[WasmPrinter, op.Call], str]] = {
    texts.left_of: _part(packed_texts.left_part), texts.right_of: _part(packed_texts.right_part),
    texts.middle_of: _part(packed_texts.middle_part), texts.repeated: _converted(packed_texts.repeated),
    texts.so_many: so_many, texts.found_in: found_in,
    bytes.upper: _converted(packed_texts.in_capitals), bytes.lower: _converted(packed_texts.in_small_letters),
    texts.text_of: text_of, texts.printed_number: printed_number, texts.number_in: number_in}
SPECIAL.update(FUNCTIONS)
TIMED[weighing.number_read] = timed_number
TIMED[weighing.zeros_read] = timed_zeros
VALUES.update({op.Join: join, op.Length: length, op.FirstCode: first_code, op.Character: character, op.LeftBehind: left_behind,
               op.PartOfPassing: part_of_passing, op.Made: made, op.KeptArgument: kept_argument})
EFFECTS.update({ef.KeepString: keep_string})

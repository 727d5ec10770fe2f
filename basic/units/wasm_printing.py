"""PRINT and LOCATE as WebAssembly: items are looked at first, whether all come out on the cursor's row, and then put there."""

from collections.abc import Callable

from basic.native import memory
from basic.units import effects as ef
from basic.units import operations as op
from basic.units.wasm_printer import EFFECTS, VALUES, NotNative, WasmPrinter
from basic.units.wasm_texts import put_address, put_length
from basic.values import columns, packed_using


def in_field(printer: WasmPrinter, it: op.InField) -> str:
    body, field = printer.body, it.field
    front, value = printer.kept(it.front), printer.kept(it.value)
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


def print_items(printer: WasmPrinter, it: ef.Print) -> None:
    body, do = printer.body, it.quick.functions
    printer.window = it.quick
    printer.graphics = it.quick.graphics
    figures = it.quick.figures_at(memory.WINDOW)
    texts = [printer.fresh("i64") if isinstance(text, op.Blanks) else
             printer.kept(text.operand if isinstance(text, op.Written) else text) for text in it.texts]
    wanted = [printer.kept(text.wanted) if isinstance(text, op.Blanks) else 0 for text in it.texts]
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
            put_address(printer, number)
            put_length(printer, number)
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
        put_address(printer, number)
        put_length(printer, number)
        printer.library(do["put_on" if isinstance(text, op.Written) else "put"])
        put_length(printer, number)
        body.whole(it.us_each)
        body.put("i64.mul", "i64.add")
        printer.pass_time()
    if it.ends_line:
        for address in (memory.WINDOW, figures, memory.PRINTED):
            body.whole(address)
        printer.library(do["new_line"])
        body.whole(2 * it.us_each)
        body.put("i64.add")
        printer.pass_time()


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
        printer.pass_time()
    _what_is_worked_on(printer, figures)
    printer.get(count)
    body.whole(LOOKS[how])
    body.whole(it.us_each)
    printer.library(it.quick.functions["put_blanks"])
    printer.get(count)
    body.whole(costs.printed_blank)
    body.put("i64.mul", "i64.add")
    printer.pass_time()


# how often SPC, TAB and a comma ask where the cursor is
LOOKS: dict[Callable[[int, int, int], int], int] = {
    columns.blanks_of: 0, columns.blanks_to_column: 1, columns.blanks_to_zone: 2}


def no_value(printer: WasmPrinter, it: op.Blanks | op.Written) -> str:
    raise NotNative("it is printed at once")


def locate(printer: WasmPrinter, it: ef.Locate) -> None:
    printer.window = it.quick
    printer.graphics = it.quick.graphics
    column, row = printer.kept(it.column), printer.kept(it.row)
    printer.body.whole(memory.WINDOW)
    printer.library(it.quick.functions["may_move"])
    printer.body.put("i32.eqz")
    printer.exit_if()
    printer.body.whole(memory.WINDOW)
    printer.body.whole(it.quick.figures_at(memory.WINDOW))
    printer.get(column)
    printer.get(row)
    printer.library(it.quick.functions["locate"])
    printer.pass_time()


def colour(printer: WasmPrinter, it: ef.Colour) -> None:
    printer.window = it.quick
    printer.graphics = it.quick.graphics
    number = printer.kept(it.number)
    printer.body.whole(memory.WINDOW)
    printer.library(it.quick.functions["may_colour"])
    printer.body.put("i32.eqz")
    printer.exit_if()
    for address in (memory.WINDOW, memory.STATE, it.quick.figures_at(memory.WINDOW)):
        printer.body.whole(address)
    printer.get(number)
    printer.library(it.quick.functions["set_pen" if it.is_pen else "set_paper"])
    printer.pass_time()


VALUES.update({op.Blanks: no_value, op.Written: no_value, op.InField: in_field})
EFFECTS.update({ef.Print: print_items, ef.Locate: locate, ef.Colour: colour})

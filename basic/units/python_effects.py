"""Effects as Python text."""

from collections.abc import Callable
from typing import Any

from basic.units import effects as ef
from basic.units import operations as op
from basic.units.python_operations import OperationPrinter, in_bytes, size_of_text
from basic.values.texts import copied


class EffectPrinter(OperationPrinter):
    def lines(self, effect: ef.Effect) -> list[str]:
        return _EFFECTS[type(effect)](self, effect)

    def poke(self, it: ef.Poke) -> list[str]:
        address = self.value(it.address)
        return [f"{self.bind(it.ram)}[{address}] = {self.value(it.value)}"]

    def set_temporary(self, it: ef.SetTemporary) -> list[str]:
        return [f"t{it.temporary.number} = {self.value(it.value)}"]

    def set_state(self, it: ef.SetState) -> list[str]:
        return [f"{self.value(it.state)} = {self.value(it.value)}"]

    def read_item(self, it: ef.ReadItem) -> list[str]:
        value, name, found, address = f"t{it.value.number}", self.passing_name(), self.passing_name(), self.passing_name()
        as_text = it.value.gives is op.STRING
        items = self.bind(it.data.texts if as_text else it.data.numbers)
        return [f"if ({name} := {items}.get({self.value(it.place)})) is None: deopt({self.exit()})",
                f"{value}, t{it.after.number}, {found}, {name}, {address} = {name}", f"us += {found} + {name}",
                *[f"if {address}: {self.bind(it.literals)}.note({value}, {address})"] * as_text]

    def set_scalar(self, it: ef.SetScalar) -> list[str]:
        return [f"v{it.slot} = {self.value(it.value)}"]

    def set_element(self, it: ef.SetElement) -> list[str]:
        value = self.value(it.value)
        return [f"{self.value(it.element)} = {value}"]

    def set_entry(self, it: ef.SetEntry) -> list[str]:
        return [f"{it.part[0]}{it.depth} = {self.value(it.value)}"]

    def give_up_if(self, it: ef.GiveUpIf) -> list[str]:
        return [f"if {self.value(it.condition)}: deopt({self.exit()})"]

    def pause_if(self, it: ef.PauseIf) -> list[str]:
        return [f"if {self.value(it.condition)}: pause({self.exit()})"]

    def save(self, it: ef.Save) -> list[str]:
        if it.name == "seed":
            return [f"{self.bind(it.keeper)}.seed_before = {self.bind(it.numbers)}.seed"]
        return [f"{it.name}_ = {it.name}"]

    def draw(self, it: ef.Draw) -> list[str]:
        quick = self.bind(it.graphics)
        operands = "".join(f", {self.value(operand)}" for operand in it.operands)
        return [f"us += {self.bind(it.function)}({quick}.cells, {quick}.ram, {quick}.figures{operands})"]

    def print_items(self, it: ef.Print) -> list[str]:
        texts, name = "".join([f"{self.value(text)}, " for text in it.texts]), self.passing_name()
        return [f"if ({name} := {self.bind(it.output)}.put_at_once(({texts}), {it.ends_line})) < 0: deopt({self.exit()})",
                f"us += {name}"]

    def locate(self, it: ef.Locate) -> list[str]:
        column, row, name = self.value(it.column), self.value(it.row), self.passing_name()
        return [f"if ({name} := {self.bind(it.text)}.locate_at({column}, {row})) < 0: deopt({self.exit()})", f"us += {name}"]

    def colour(self, it: ef.Colour) -> list[str]:
        number, name = self.value(it.number), self.passing_name()
        told = f"{self.bind(it.text)}.colour_at({it.is_pen}, {number})"
        return [f"if ({name} := {told}) < 0: deopt({self.exit()})", f"us += {name}"]

    def keep_string(self, it: ef.KeepString) -> list[str]:
        name, total = f"t{it.temporary.number}", self.passing_name()
        size, in_total = size_of_text(name, name, it.overhead), in_bytes(it.overhead)
        lines = [f"{name} = {self.value(it.value)}",
                 *[f"if id({name}) in {self.bind(it.literals)}: {name} = {self.bind(copied)}({name})"] * it.made,
                 f"if id({name}) not in {self.bind(it.literals)}:",
                 f"    if ({total} := used + {size}){in_total} > room: deopt({self.exit()})"]
        if it.doubled:
            lines.append(f"    if not used and len({name}) == 1: deopt({self.exit()})")
        if it.us_each:
            copying = f"{it.us} + ({it.us_each} * len({name}) >> 10)"
            lines.append(f"    us += {copying} if {name} else {it.us_empty}")
        lines.append(f"    used = {total}")
        return lines


_EFFECTS: dict[type[ef.Effect], Callable[[EffectPrinter, Any], list[str]]] = {
    ef.SetTemporary: EffectPrinter.set_temporary, ef.SetScalar: EffectPrinter.set_scalar,
    ef.SetElement: EffectPrinter.set_element, ef.SetEntry: EffectPrinter.set_entry,
    ef.GiveUpIf: EffectPrinter.give_up_if, ef.PauseIf: EffectPrinter.pause_if,
    ef.Save: EffectPrinter.save, ef.KeepString: EffectPrinter.keep_string,
    ef.Draw: EffectPrinter.draw, ef.Poke: EffectPrinter.poke, ef.Print: EffectPrinter.print_items,
    ef.Locate: EffectPrinter.locate, ef.Colour: EffectPrinter.colour,
    ef.SetState: EffectPrinter.set_state, ef.ReadItem: EffectPrinter.read_item,
}

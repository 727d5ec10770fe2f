"""Questions for keys as WebAssembly: INKEY$, INKEY and JOY."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basic.native import memory
from basic.units import looks
from basic.units.wasm_printer import VALUES, WasmPrinter
from basic.values import packed_texts

if TYPE_CHECKING:
    from basic.runtime.real_time import RealTime


def no_key(printer: WasmPrinter, it: looks.NoKey) -> str:
    """INKEY$ where no key waits."""
    keyless = printer.cell(f"{printer.bind(it.real_time)}.keyless", "i64")
    now = _before_frame(printer)
    printer.get(keyless)
    printer.body.put("i64.eqz")
    printer.exit_if()
    _count_question(printer, it.real_time, now)
    printer.body.whole(packed_texts.packed(memory.CHARACTERS, 0))
    return "i64"


def look_at_keys(printer: WasmPrinter, it: looks.LookAtKeys) -> str:
    number = printer.kept(it.number)
    _count_question(printer, it.real_time, _before_frame(printer))
    printer.body.whole(memory.KEYS)
    printer.get(number)
    printer.library(it.keyboard.functions[it.function])
    return "i64"


def _before_frame(printer: WasmPrinter) -> int:
    """Where a frame has ended, in which keys are looked at, and that a person may have to see, the unit ends first. Gives the
    local that has the clock."""
    place = printer.place
    assert place is not None
    body, now = printer.body, printer.fresh("i64")
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
    return now


def _count_question(printer: WasmPrinter, asked: RealTime, now: int) -> None:
    """Counts a question for a key."""
    body, real_time = printer.body, printer.bind(asked)
    polls, polled_at = (printer.cell(f"{real_time}.{name}", "i64") for name in ("polls", "polled_at"))
    printer.get(polls)
    body.whole(1)
    body.put("i64.add")
    body.whole(0)
    printer.get(now)
    printer.get(polled_at)
    body.put("i64.sub")
    body.whole(asked.POLLING)
    body.put("i64.lt", "select")
    body.at("local.set", polls)
    printer.get(now)
    body.at("local.set", polled_at)


VALUES.update({looks.NoKey: no_key, looks.LookAtKeys: look_at_keys})

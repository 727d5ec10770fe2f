"""What comes before the body of a unit in machine code, and behind it: it takes its values from the linear memory, looks
whether it fits, and puts back what has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basic.native import memory
from basic.native.encoder import Body
from basic.runtime.control import GOSUB_SIZE, NEARLY_FULL, WHILE_SIZE

if TYPE_CHECKING:
    from basic.units.native_unit import NativeUnit


class Edges:
    """Puts instructions into the body of `text`, whose cells are all known now."""

    def __init__(self, text: NativeUnit):
        self.text = text
        self.body: Body = text.body

    def _load(self, address: int, type: str, local: int) -> None:
        self.body.truth(0)
        self.body.memory(f"{type}.load", address)
        self.body.at("local.set", local)

    def _stop_if(self, result: int) -> None:
        """Ends the unit before it has begun if there is a 1 on the stack."""
        body = self.body
        body.open("if")
        body.truth(0)
        body.whole(result)
        body.memory("i64.store", memory.RESULT)
        body.whole(1)
        body.put("return", "end")

    def begin(self) -> None:
        """The unit does not begin where something could be due before it looks at the clock, or where it does not fit."""
        body, unit = self.body, self.text.unit
        self._load(memory.CLOCK, "i64", self.text.us)
        self._load(memory.LIMITS, "i64", self.text.lim)
        body.at("local.get", self.text.lim)
        body.whole(self.text.time.worst)
        body.put("i64.sub")
        body.at("local.set", self.text.lim)
        body.at("local.get", self.text.lim)
        body.at("local.set", self.text.far)
        self._keep_less(self.text.lim, 1)
        self._keep_less(self.text.far, 3)
        body.at("local.get", self.text.us)
        body.at("local.get", self.text.lim)
        body.at("local.get", self.text.far)
        self.text.computes(unit.start.pc)
        body.put("i64.eqz", "select", "i64.ge")
        if self.text.needs:
            body.truth(0)
            body.memory("i64.load", memory.HAS_SCREEN)
            body.whole(self.text.needs)
            body.put("i64.and")
            body.whole(self.text.needs)
            body.put("i64.ne", "i32.or")
        self._stop_if(memory.REFUSED)
        body.at("local.get", self.text.us)
        body.at("local.get", self.text.lim)
        body.put("i64.ge")
        body.open("if")
        self.text.note_overrun()
        body.put("end")
        self.text.stack.load_top()
        own = max(sum(entry.size for entry in node.stack if not entry.real) for node in self.text.graph.order)
        if own:
            self.text.stack.part(memory.ROOM)
            body.whole(NEARLY_FULL - own)
            body.put("i64.gt")
            self._stop_if(memory.REFUSED)
        self._guard()
        body.at("local.get", self.text.lim)
        body.at("local.set", self.text.rest)
        self._keep_less(self.text.rest, 2)
        for cell in self.text.cells.values():
            if cell.address:
                self._load(cell.address, cell.holds, cell.local)
        for depth, entry in enumerate(unit.around):
            from_top = len(unit.around) - depth
            if from_top <= unit.guarded and entry.size != WHILE_SIZE:
                for name, part in (("l", memory.LIMIT), ("s", memory.STEP)):
                    known = self.text.cells.get(f"{name}{depth}")
                    if known is not None:
                        self.text.stack.part(part, known.holds, from_top)
                        body.at("local.set", known.local)

    def _keep_less(self, local: int, limit: int) -> None:
        body = self.body
        body.at("local.get", local)
        body.truth(0)
        body.memory("i64.load", memory.LIMITS + 8 * limit)
        body.put("i64.gt")
        body.open("if")
        self._load(memory.LIMITS + 8 * limit, "i64", local)
        body.put("end")

    def _guard(self) -> None:
        """Arrays and stack have to be as they were when the unit was made."""
        body, unit = self.body, self.text.unit
        if unit.arrays:
            body.truth(0)
            body.memory("i64.load", memory.SHAPE)
            body.whole(self.text.shape)
            body.put("i64.ne")
            self._stop_if(memory.GUARD_FAILED)
        depth = len(unit.around) if unit.guards_all else unit.guarded
        if depth:
            self.text.stack.compare_depth(depth, "lt")
            self._stop_if(memory.GUARD_FAILED)
        for from_top in range(1, depth + 1):
            entry = unit.around[-from_top]
            self.text.stack.part(memory.OPENER, from_top=from_top)
            body.whole(entry.opener)
            body.put("i64.ne")
            if entry.size not in (GOSUB_SIZE, WHILE_SIZE):
                self.text.stack.part(memory.SIGN, from_top=from_top)
                body.whole(entry.sign or 0)
                body.put("i64.eq" if entry.sign is None else "i64.ne", "i32.or")
            self._stop_if(memory.GUARD_FAILED)
        if unit.guards_all:
            self.text.stack.part(memory.SIZE, from_top=depth + 1)
            body.whole(GOSUB_SIZE)
            body.put("i64.ne")
            self.text.stack.compare_depth(depth, "gt")
            body.put("i32.and")
            self._stop_if(memory.GUARD_FAILED)

    def end(self) -> None:
        """All goes back to the memory."""
        body, exit = self.body, self.text.printer.exit
        stores = [(memory.CLOCK, self.text.us), (memory.CLOCK_BEFORE, self.text.printer.us_before), (memory.RESULT, exit)]
        stores += [(cell.address, cell.local) for cell in self.text.cells.values() if cell.changes]
        for address, local in stores:
            body.truth(0)
            body.at("local.get", local)
            body.memory(f"{body.types[local]}.store", address)
        if self.text.depths:
            body.at("local.get", exit)
            body.whole(memory.EXITS)
            body.put("i64.ge")
            body.open("if")
            for depth in self.text.depths:
                for at, name in enumerate("ls"):
                    cell = self.text.cells.get(f"{name}{depth}")
                    if cell is not None:
                        body.truth(0)
                        body.at("local.get", cell.local)
                        body.memory(f"{cell.holds}.store", memory.PARTS + 16 * depth + 8 * at)
            body.put("end")
        body.at("local.get", exit)

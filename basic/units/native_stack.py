"""The control stack in the linear memory, as machine code sees it: instructions that read its entries and make new ones."""

from collections.abc import Callable

from basic.native import memory
from basic.native.encoder import Body
from basic.runtime.control import GOSUB_SIZE, WHILE_SIZE
from basic.units.nodes import StackEntry


class StackCode:
    """Puts instructions into a body. `top` is the local with the address behind the last entry."""

    def __init__(self, body: Body):
        self.body = body
        self.top = body.local("i32")

    def load_top(self) -> None:
        self.body.truth(0)
        self.body.memory("i32.load", memory.TOP)
        self.body.at("local.set", self.top)

    def store_top(self) -> None:
        self.body.truth(0)
        self.body.at("local.get", self.top)
        self.body.memory("i32.store", memory.TOP)

    def move_top(self, by: int) -> None:
        self.body.at("local.get", self.top)
        self.body.truth(by)
        self.body.put("i32.add")
        self.body.at("local.set", self.top)

    def part(self, part: int, type: str = "i64", from_top: int = 1) -> None:
        """Puts a part of the entry that is so many below the top."""
        self.body.at("local.get", self.top)
        self.body.truth(memory.ENTRY_SIZE * from_top)
        self.body.put("i32.sub")
        self.body.memory(f"{type}.load", part)

    def compare_depth(self, entries: int, how: str) -> None:
        """Compares the top with where it is when the stack has so many entries."""
        self.body.at("local.get", self.top)
        self.body.truth(memory.STACK + memory.ENTRY_SIZE * entries)
        self.body.put(f"i32.{how}")

    def note_lowest(self) -> None:
        body = self.body
        body.at("local.get", self.top)
        body.truth(0)
        body.memory("i32.load", memory.LOWEST)
        body.put("i32.lt")
        body.open("if")
        body.truth(0)
        body.at("local.get", self.top)
        body.memory("i32.store", memory.LOWEST)
        body.put("end")

    def push(self, entry: StackEntry, limit: int, step: int) -> None:
        """A new entry; `limit` and `step` are the locals of a FOR."""
        body = self.body

        def store(part: int, put: Callable[[], None], type: str = "i64") -> None:
            body.at("local.get", self.top)
            put()
            body.memory(f"{type}.store", part)
        store(memory.SIZE, lambda: body.whole(entry.size))
        store(memory.OPENER, lambda: body.whole(entry.opener))
        store(memory.RETURNS, lambda: body.whole(entry.pc if entry.size == GOSUB_SIZE else -1))
        sign: Callable[[], None] = lambda: body.whole(entry.sign or 0)
        if entry.size not in (GOSUB_SIZE, WHILE_SIZE):
            type = body.types[limit]
            store(memory.LIMIT, lambda: body.at("local.get", limit), type)
            store(memory.STEP, lambda: body.at("local.get", step), type)
            if entry.sign is None:
                sign = lambda: self._sign_of(step)
        store(memory.SIGN, sign)
        body.at("local.get", self.top)
        self.part(memory.ROOM)
        body.whole(entry.size)
        body.put("i64.add")
        body.memory("i64.store", memory.ROOM)
        self.move_top(memory.ENTRY_SIZE)

    def _sign_of(self, number: int) -> None:
        body, type = self.body, self.body.types[number]
        for sign in ("gt", "lt"):
            body.at("local.get", number)
            if type == "i64":
                body.whole(0)
            else:
                body.real(0.0)
            body.put(f"{type}.{sign}", "i64.extend_u")
        body.put("i64.sub")

"""The bytes of a WebAssembly module.

A function's code is a `Body`: each instruction is put at its end by name. Types are "i32", "i64" and "f64".

A module can be moved: where its memory is a part of a larger one, `moved` adds the address at which that begins. So each
address takes five bytes, and the last section, which engines pass over, tells where they are.
"""

import struct
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from basic.native.functions import ADDRESS, LOCAL, Imported, Template

TYPES = {"i32": 0x7F, "i64": 0x7E, "f64": 0x7C}
NO_RESULT = 0x40

OPCODES = {
    "unreachable": 0x00, "else": 0x05, "end": 0x0B, "return": 0x0F, "drop": 0x1A, "select": 0x1B,
    "i32.eqz": 0x45, "i32.eq": 0x46, "i32.ne": 0x47,
    "i64.eqz": 0x50, "i64.eq": 0x51, "i64.ne": 0x52, "i64.lt": 0x53, "i64.gt": 0x55, "i64.le": 0x57, "i64.ge": 0x59,
    "f64.eq": 0x61, "f64.ne": 0x62, "f64.lt": 0x63, "f64.gt": 0x64, "f64.le": 0x65, "f64.ge": 0x66,
    "i32.lt": 0x48, "i32.gt": 0x4A, "i32.add": 0x6A, "i32.sub": 0x6B, "i32.and": 0x71, "i32.or": 0x72, "i32.xor": 0x73,
    "i32.shl": 0x74,
    "i64.clz": 0x79, "i64.popcnt": 0x7B, "i64.add": 0x7C, "i64.sub": 0x7D, "i64.mul": 0x7E, "i64.div": 0x7F, "i64.rem": 0x81,
    "i64.and": 0x83, "i64.or": 0x84, "i64.xor": 0x85, "i64.shl": 0x86, "i64.shr": 0x87,
    "f64.abs": 0x99, "f64.neg": 0x9A, "f64.ceil": 0x9B, "f64.floor": 0x9C, "f64.trunc": 0x9D,
    "f64.add": 0xA0, "f64.sub": 0xA1, "f64.mul": 0xA2, "f64.div": 0xA3,
    "i32.wrap": 0xA7, "i64.extend": 0xAC, "i64.extend_u": 0xAD, "f64.convert": 0xB9, "i64.reinterpret": 0xBD,
    "f64.reinterpret": 0xBF,
}
WITH_INDEX = {"br": 0x0C, "br_if": 0x0D, "call": 0x10, "local.get": 0x20, "local.set": 0x21, "local.tee": 0x22,
              "global.get": 0x23, "global.set": 0x24}
BLOCKS = {"block": 0x02, "loop": 0x03, "if": 0x04}
WITH_MEMORY = {"i32.load": (0x28, 2), "i64.load": (0x29, 3), "f64.load": (0x2B, 3), "i64.load8": (0x31, 0),
               "i64.load16": (0x32, 1), "i32.store": (0x36, 2), "i64.store": (0x37, 3), "f64.store": (0x39, 3),
               "i64.store8": (0x3C, 0), "i64.store16": (0x3D, 1)}
TRUNCATE = b"\xfc\x06"          # i64.trunc_sat_f64_s
Written = TypeVar("Written")
ADDRESS_SIZE = 5
PLACE = struct.Struct("<I")     # of an address in a module; behind them stands how many there are


def unsigned(value: int) -> bytes:
    """LEB128."""
    found = bytearray()
    while value >= 0x80:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)


def signed(value: int) -> bytes:
    found = bytearray()
    while not -0x40 <= value < 0x40:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value & 0x7F)
    return bytes(found)


def address(value: int) -> bytes:
    """LEB128 with room for any address, signed or not."""
    return bytes((*(value >> shift & 0x7F | 0x80 for shift in (0, 7, 14, 21)), value >> 28))


def moved(wasm: bytes, by: int) -> bytes:
    """The module for a memory that begins at the address `by`."""
    found = bytearray(wasm)
    end = len(wasm) - PLACE.size
    count, = PLACE.unpack_from(wasm, end)
    for place, in PLACE.iter_unpack(wasm[end - PLACE.size * count:end]):
        value = 0
        for byte in reversed(wasm[place:place + ADDRESS_SIZE]):
            value = value << 7 | byte & 0x7F
        found[place:place + ADDRESS_SIZE] = address(value + by)
    return bytes(found)


class Body:
    """The code of a function. `depth` counts the blocks that are open: a label is the depth inside its block."""

    def __init__(self, parameters: Sequence[str] = ()):
        self.code = bytearray()
        self.addresses: list[int] = []          # where they are in the code
        self.parameters = len(parameters)
        self.types: list[str] = list(parameters)
        self.depth = 0

    def local(self, type: str) -> int:
        """A new local variable."""
        self.types.append(type)
        return len(self.types) - 1

    def put(self, *names: str) -> None:
        for name in names:
            self.code.append(OPCODES[name])
            self.depth -= name == "end"

    def at(self, name: str, index: int) -> None:
        code = self.code
        code.append(WITH_INDEX[name])
        if index < 0x80:
            code.append(index)
        else:
            code += unsigned(index)

    def open(self, name: str, result: str | None = None) -> int:
        """Begins a block; gives its label."""
        self.code += bytes((BLOCKS[name], TYPES[result] if result else NO_RESULT))
        self.depth += 1
        return self.depth

    def branch(self, label: int, name: str = "br") -> None:
        self.at(name, self.depth - label)

    def whole(self, value: int) -> None:
        self._number(0x42, value)

    def truth(self, value: int) -> None:
        self._number(0x41, value)

    def _number(self, opcode: int, value: int) -> None:
        code = self.code
        code.append(opcode)
        if 0 <= value < 0x40:
            code.append(value)
        else:
            code += signed(value)

    def real(self, value: float) -> None:
        self.code.append(0x44)
        self.code += struct.pack("<d", value)

    def is_not_zero(self, type: str) -> None:
        """Makes 1 or 0 of a number; a truth stays."""
        if type == "i64":
            self.whole(0)
            self.put("i64.ne")
        elif type == "f64":         # without its sign, by its bits: that takes half as long
            self.put("i64.reinterpret")
            self.whole(1)
            self.put("i64.shl")
            self.whole(0)
            self.put("i64.ne")

    def memory(self, name: str, offset: int = 0) -> None:
        opcode, align = WITH_MEMORY[name]
        self.code += bytes((opcode, align))
        self.addresses.append(len(self.code))
        self.code += address(offset)

    def call_of_table(self, type: int) -> None:
        """Calls the function at the place in the table that is on the stack."""
        self.code += b"\x11" + unsigned(type) + b"\x00"

    def truncate(self) -> None:
        self.code += TRUNCATE

    def tried(self, write: Callable[[], Written]) -> Written:
        """What `write` puts is thrown away."""
        code, addresses, depth = len(self.code), len(self.addresses), self.depth
        result = write()
        del self.code[code:], self.addresses[addresses:]
        self.depth = depth
        return result

    def put_in_front(self, write: Callable[[], None]) -> None:
        """What `write` puts comes before all that is there."""
        code, addresses = self.code, self.addresses
        self.code, self.addresses = bytearray(), []
        write()
        self.addresses += [len(self.code) + place for place in addresses]
        self.code += code

    def finished(self) -> "Item":
        types = self.types[self.parameters:]
        declared = vector([unsigned(1) + bytes((TYPES[type],)) for type in types])
        head = unsigned(len(declared) + len(self.code) + 1) + declared
        return Item(head + bytes(self.code) + b"\x0b", [len(head) + place for place in self.addresses])


    def insert(self, template: Template, locals: Sequence[int], number_of: Callable[[Imported], int]) -> None:
        """Puts a function's code here. `locals`: those that stand for its own."""
        code, given, at = self.code, template.code, 0
        for place, what in template.places:
            code += given[at:place]
            at = place
            if what == ADDRESS:
                self.addresses.append(len(code))
            else:
                code += unsigned(locals[given[place]] if what == LOCAL else number_of(template.called[what]))
                at += 1
        code += given[at:]


class TemplateBody(Body):
    """Notes where its code has the numbers of locals and of functions, each in one byte."""

    def __init__(self, parameters: Sequence[str]):
        super().__init__(parameters)
        self.places: list[tuple[int, int]] = []
        self.called: list[int] = []

    def at(self, name: str, index: int) -> None:
        if name == "call":
            if index not in self.called:
                self.called.append(index)
            self.places.append((len(self.code) + 1, self.called.index(index)))
            index = 0
        elif name.startswith("local"):
            if index >= 0x80:
                raise MemoryError("a template has so many locals")
            self.places.append((len(self.code) + 1, LOCAL))
        super().at(name, index)

    def tried(self, write: Callable[[], Written]) -> Written:
        places = len(self.places)
        result = super().tried(write)
        del self.places[places:]
        return result

    def template(self, imported: Callable[[int], Imported]) -> Template:
        places = sorted([*self.places, *((place, ADDRESS) for place in self.addresses)])
        return Template(bytes(self.code), self.types, places, [imported(number) for number in self.called])


class Item(NamedTuple):
    """Of a section, and where addresses are in it."""
    content: bytes
    addresses: Sequence[int] = ()


def vector(items: Sequence[bytes]) -> bytes:
    return unsigned(len(items)) + b"".join(items)


def text(name: str) -> bytes:
    data = name.encode()
    return unsigned(len(data)) + data


class Module:
    """A module with one memory: its own, which others may import, or an imported one."""

    def __init__(self, pages: int, own_memory: bool):
        self.pages = pages
        self.own_memory = own_memory
        self._types: list[bytes] = []
        self._imports: list[bytes] = []
        self._functions: list[tuple[int, Body]] = []
        self._exports: list[bytes] = []
        self._data: list[Item] = []
        self.table = 0              # places in the module's table of functions

    def type(self, parameters: Iterable[str], results: Iterable[str]) -> int:
        """The number of a function's type."""
        made = b"\x60" + b"".join(vector([bytes((TYPES[one],)) for one in types]) for types in (parameters, results))
        if made not in self._types:
            self._types.append(made)
        return self._types.index(made)

    def import_function(self, name: str, parameters: Iterable[str], results: Iterable[str]) -> int:
        """All imports come before the first function of the module's own."""
        self._imports.append(text("library") + text(name) + b"\x00" + unsigned(self.type(parameters, results)))
        return len(self._imports) - 1

    def add_function(self, parameters: Iterable[str], results: Iterable[str], body: Body, name: str | None = None) -> int:
        number = len(self._imports) + len(self._functions)
        self._functions.append((self.type(parameters, results), body))
        if name is not None:
            self._exports.append(text(name) + b"\x00" + unsigned(number))
        return number

    def add_data(self, where: int, data: bytes) -> None:
        self._data.append(Item(b"\x00\x41" + address(where) + b"\x0b" + unsigned(len(data)) + data, [2]))

    def encoded(self) -> bytes:
        imports, exports = list(self._imports), list(self._exports)
        if self.own_memory:
            exports.append(text("memory") + b"\x02\x00")
        else:
            imports.append(text("library") + text("memory") + b"\x02\x00" + unsigned(self.pages))
        if self.table:
            exports.append(text("table") + b"\x01\x00")
        plain = {1: self._types, 2: imports, 3: [unsigned(type) for type, _ in self._functions],
                 4: [b"\x70\x00" + unsigned(self.table)] if self.table else [],
                 5: [b"\x01" + unsigned(self.pages) * 2] if self.own_memory else [], 7: exports}
        sections = {number: list(map(Item, items)) for number, items in plain.items()}
        sections |= {10: [body.finished() for _, body in self._functions], 11: self._data}
        made, addresses = bytearray(b"\0asm\x01\0\0\0"), []
        for number, items in sections.items():
            if items:
                head = unsigned(len(items))
                size = len(head) + sum(len(item.content) for item in items)
                made += bytes((number,)) + unsigned(size) + head
                for content, places in items:
                    addresses += [len(made) + place for place in places]
                    made += content
        told = text("addresses") + b"".join(map(PLACE.pack, [*addresses, len(addresses)]))
        return bytes(made) + b"\x00" + unsigned(len(told)) + told

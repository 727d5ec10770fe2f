"""What prints operations as WebAssembly: each value is put on the stack.

Whole numbers are i64, reals are f64, truth is i32. A "number", whole or real, is f64: the units that are printed so do not need
to know which. What gives up leads to an exit: the number of the exit is set, and the block around the whole unit is left.
"""

from collections.abc import Callable
from typing import Any

from basic.native import memory
from basic.native.encoder import Body
from basic.native.functions import Function, Imported
from basic.ports import QuickGraphics, QuickText
from basic.units import effects as ef
from basic.units import operations as op
from basic.units.exits import Exits, Place
from basic.units.native_notes import NativeNotes

TYPES = {op.WHOLE: "i64", op.REAL: "f64", op.NUMBER: "f64", op.STRING: "i64", op.BOOL: "i32", op.OBJECT: "i64"}


LONG = 40_000           # bytes of a unit, from which on it calls functions whose code it would have: it takes long to compile


class NotNative(Exception):
    """The unit has something that only Python can do."""


class WasmPrinter:
    """`functions` are those of the library, `use` gives the number that one has in the module; `cell` gives the local in which
    something of Python's is, by the Python text that says what it is. `leave` is the label of the block around the unit."""

    def __init__(self, body: Body, exits: Exits, functions: dict[Function, Imported], use: Callable[[Imported], int],
                 cell: Callable[[str, str], int], bind: Callable[[object], str], literal: Callable[[bytes], int],
                 notes: NativeNotes | None = None):
        self.body = body
        self.exits = exits
        self.functions = functions
        self.use = use
        self.cell = cell
        self.bind = bind
        self.literal = literal                              # gives the local that has a string of the program
        self.notes = notes                                  # for a debugger
        self.leave = 0
        self.graphics: QuickGraphics | None = None          # what the unit draws with
        self.window: QuickText | None = None                # what it prints in
        self.ram: bytearray | None = None                   # what it looks at
        self.pokes = False                                  # and changes
        self.looks_at_program = False
        self.place: Place | None = None
        self.returns: Callable[[], None] = lambda: None     # prints a RETURN
        self.count_of: Callable[[int], int] = lambda _: 0   # how many elements an array has
        self.us = self.us_before = self.exit = self.seed = self.seed_before = self.used = self.used_before = 0      # locals
        self.temporaries: dict[int, int] = {}               # of the statement that is being printed
        self.passing: dict[tuple[str, int], int] = {}
        self.taken: dict[str, int] = {}                     # passing locals of each type, and places for strings

    def fresh(self, type: str) -> int:
        """A local for a passing value of the statement."""
        at = self.taken.get(type, 0)
        self.taken[type] = at + 1
        if (type, at) not in self.passing:
            self.passing[type, at] = self.body.local(type)
        return self.passing[type, at]

    def room_for_text(self) -> int:
        """The address of a place for a passing string of the statement."""
        at = self.taken.get("text", 0)
        self.taken["text"] = at + 1
        address = memory.ROOMS + 0x100 * at
        if address >= memory.ROOMS_END:
            raise NotNative("so many strings in one statement")
        return address

    def used_of(self, heap: object) -> int:
        """The local that says how much of the string space is used."""
        self.used = self.cell(f"{self.bind(heap)}.used", "i64")
        return self.used

    def get(self, number: int) -> None:
        self.body.at("local.get", number)

    def kept(self, value: op.Operation) -> int:
        """Puts it into a local."""
        number = self.fresh(self.value(value))
        self.body.at("local.set", number)
        return number

    def pass_time(self) -> None:
        """Adds to the clock what is on the stack."""
        self.get(self.us)
        self.body.put("i64.add")
        self.body.at("local.set", self.us)

    def keep(self, type: str) -> int:
        """What is on the stack, in a local, and still on the stack."""
        number = self.fresh(type)
        self.body.at("local.tee", number)
        return number

    # leaving

    def go_to_exit(self, pause: bool = False) -> None:
        assert self.place is not None
        if "us" in self.place.saves:
            self.get(self.us_before)
            self.body.at("local.set", self.us)
        if "seed" in self.place.saves:
            self.get(self.seed_before)
            self.body.at("local.set", self.seed)
        if "used" in self.place.saves:
            self.get(self.used_before)
            self.body.at("local.set", self.used)
        self.body.whole(memory.EXITS + 2 * self.exits.number(self.place) + pause)
        self.body.at("local.set", self.exit)
        self.body.branch(self.leave)

    def exit_if(self, pause: bool = False) -> None:
        """Leaves if there is a 1 on the stack."""
        self.body.open("if")
        self.go_to_exit(pause)
        self.body.put("end")

    # values

    def value(self, value: op.Operation) -> str:
        """Puts it; gives its WebAssembly type."""
        method = VALUES.get(type(value))
        if method is None:
            raise NotNative(type(value).__name__)
        return method(self, value)

    def as_real(self, value: op.Operation) -> None:
        if self.value(value) == "i64":
            self.body.put("f64.convert")

    def as_whole(self, value: op.Operation) -> None:
        if self.value(value) != "i64":
            raise NotNative("a whole number that is none")

    def truth_of(self, value: op.Operation) -> None:
        self.body.is_not_zero(self.value(value))

    def constant(self, it: op.Constant) -> str:
        if isinstance(it.value, bytes):
            self.get(self.literal(it.value))
            return "i64"
        if isinstance(it.value, int):
            self.body.whole(it.value)
            return "i64"
        assert isinstance(it.value, float)
        self.body.real(it.value)
        return "f64"

    def scalar(self, it: op.Scalar) -> str:
        type = TYPES[it.gives]
        self.get(self.cell(f"V[{it.slot}]", type))
        return type

    def temporary(self, it: op.Temporary) -> str:
        number = self.temporaries[it.number]
        self.get(number)
        return self.body.types[number]

    def entry(self, it: op.Entry) -> str:
        self.get(self.cell(f"{it.part[0]}{it.depth}", TYPES[it.gives]))
        return TYPES[it.gives]

    def runtime_state(self, it: op.RuntimeState) -> str:
        self.get(self.cell(f"{self.bind(it.holder)}.{it.name}", "i64"))
        return "i64"

    def _address(self, array: int, place: Callable[[], None]) -> None:
        self.get(self.cell(f"P[{array}]", "i64"))
        place()
        self.body.whole(3)
        self.body.put("i64.shl", "i64.add", "i32.wrap")

    def address(self, it: op.Element | op.ElementAt) -> str:
        self._address(it.array, lambda: self.place_in_array(it))
        return TYPES[it.gives]

    def place_in_array(self, it: op.Element | op.ElementAt) -> None:
        if isinstance(it, op.Element):
            self._place(it.subscripts, it.sizes)
        else:
            self.as_whole(it.place)

    def element(self, it: op.Element | op.ElementAt) -> str:
        type = self.address(it)
        self.body.memory(f"{type}.load")
        return type

    def index(self, it: op.Index) -> str:
        self._place(it.subscripts, it.sizes)
        return "i64"

    def _place(self, subscripts: list[op.Operation], sizes: tuple[int, ...]) -> None:
        stride = 1
        for at, (subscript, size) in enumerate(zip(subscripts, sizes, strict=True)):
            self.as_whole(subscript)
            if stride != 1:
                self.body.whole(stride)
                self.body.put("i64.mul")
            if at:
                self.body.put("i64.add")
            stride *= size

    def library(self, function: Any) -> Imported:
        """Calls it; NaN is given up."""
        imported = self.functions.get(function)
        if imported is None:
            raise NotNative(getattr(function, "__qualname__", "a function"))
        if imported.template is not None and len(self.body.code) < LONG:
            locals = [self.fresh(type) for type in imported.template.types]
            for number in reversed(locals[:len(imported.parameters)]):
                self.body.at("local.set", number)
            self.body.insert(imported.template, locals, self.use)
        else:
            self.body.at("call", self.use(imported))
        if imported.fails:
            others = [self.fresh(type) for type in imported.types[1][1:]]
            for other in reversed(others):
                self.body.at("local.set", other)
            number = self.keep("f64")
            self.get(number)
            self.body.put("f64.ne")
            self.exit_if()
            self.get(number)
            for other in others:
                self.get(other)
        return imported

    def figures(self, figures: tuple[Any, ...]) -> None:
        for figure in figures:
            self.body.whole(figure)
            if isinstance(figure, bool):
                self.body.put("i32.wrap")

    def weigh(self, weigh: Any, *numbers: int) -> None:
        """Adds to the clock what it says of the numbers in these locals."""
        self.figures(weigh.args)
        for number in numbers:
            self.get(number)
        self.library(weigh.func)
        self.pass_time()

    def compare_zero(self, number: int, how: str) -> None:
        type = self.body.types[number]
        self.get(number)
        if type == "i64":
            self.body.whole(0)
        else:
            self.body.real(0.0)
        self.body.put(f"{type}.{how}")

    def effect(self, effect: ef.Effect) -> None:
        method = EFFECTS.get(type(effect))
        if method is None:
            raise NotNative(type(effect).__name__)
        method(self, effect)


# Any: each function takes the operation that it is for
VALUES: dict[type[op.Operation], Callable[[WasmPrinter, Any], str]] = {
    op.Constant: WasmPrinter.constant, op.Scalar: WasmPrinter.scalar, op.Temporary: WasmPrinter.temporary,
    op.Entry: WasmPrinter.entry, op.RuntimeState: WasmPrinter.runtime_state, op.Element: WasmPrinter.element,
    op.ElementAt: WasmPrinter.element, op.Index: WasmPrinter.index}
EFFECTS: dict[type[ef.Effect], Callable[[WasmPrinter, Any], None]] = {}

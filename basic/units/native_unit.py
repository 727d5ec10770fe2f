"""A unit in machine code: its body as WebAssembly, and a few lines of Python that hand over what it needs and take back what it
gives.

They share cells of 8 bytes at the beginning of the linear memory: where the unit was left, the clock, what the unit may
change, then what it only reads. Each cell is a local variable of the unit while it runs.
"""

from struct import Struct
from typing import NoReturn

from basic.native import memory
from basic.native.encoder import Body, Module
from basic.native.functions import Function, Imported
from basic.records import field, record
from basic.runtime.control import GOSUB_SIZE, INTEGER_FOR_SIZE, WHILE_SIZE
from basic.units.builder import UnitBuilder
from basic.units.exits import Deopt, Exits, Pause, Place
from basic.units.flow_graph import Graph
from basic.units.heat_tally import Tally
from basic.units.nodes import Node, StackEntry
from basic.units.python_unit import UnitText
from basic.units.shapes import Branch, Jump, Lines, Loop, Meeting, Shapes, shaped
from basic.units.unit_time import UnitTime
from basic.units.wasm_operations import NotNative, WasmPrinter

FORMATS = {"i64": "q", "f64": "d"}
__all__ = ["NativeUnit", "NotNative"]

FAULT = -1                  # what the exit's cell holds before the unit begins
NOT_LEFT = 1 << 30


def fault() -> NoReturn:
    raise RuntimeError("a unit in machine code ended where no unit ends")


@record
class Cell:
    """What a local is to Python."""
    text: str
    holds: str              # the WebAssembly type
    local: int


@record
class _Statement:
    """What the printer keeps of a statement: ways of a branch come back to it."""
    temporaries: dict[int, int] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)


class NativeUnit(UnitText):
    """`wasm` exports `unit`; `source` defines the Python function around it, whose globals are those of a PythonUnit and: M,
    the memory, P, the addresses of the arrays, and `call`, which runs the unit."""

    is_native = True

    def __init__(self, unit: UnitBuilder, graph: Graph, functions: dict[Function, Imported]):
        if unit.keeps_strings or unit.watches or unit.is_noted or unit.executor.hooks.heat_map is not None:
            raise NotNative("what Python counts")
        self.unit = unit
        self.graph = graph
        self.shapes = shaped(graph)
        self.time = UnitTime(graph, self.shapes)
        self.table = Exits()
        self.tally = Tally(None)
        self.module = Module(memory.PAGES, own_memory=False)
        self.imports: dict[str, int] = {}
        self.cells: dict[str, Cell] = {}
        self.bound: dict[str, object] = {}
        self.statements: dict[Node, _Statement] = {}
        self.labels: dict[Node, int] = {}
        self.loops = 0
        self.leavings: list[tuple[Node, int]] = []
        self.body = body = Body()
        self.us, self.lim, self.rest, us_before, exit = (body.local("i64") for _ in range(5))
        self.printer = printer = WasmPrinter(body, self.table, functions, self._import, self._cell, self.bind)
        printer.us, printer.us_before, printer.exit = self.us, us_before, exit
        for slot in sorted(unit.changed):
            self._cell(f"V[{slot}]", "")
        printer.leave = body.open("block")
        self._write(self.shapes)
        body.put("unreachable", "end")
        self.exits = self.table.table
        self.depths = self.depths_of_exits()
        stacks = [*(one.stack for one in self.exits), *(node.stack for node, _ in self.leavings)]
        for stack in stacks:
            for depth, entry in enumerate(stack):
                if not entry.real and entry.size not in (GOSUB_SIZE, WHILE_SIZE):
                    self._entry_cell(depth, entry)
        self._finish()
        self.source = self._python()

    # what the printer asks for

    def _import(self, function: Imported) -> int:
        if function.name not in self.imports:
            self.imports[function.name] = self.module.import_function(function.name, *function.types)
        return self.imports[function.name]

    def bind(self, thing: object) -> str:
        for name, one in self.bound.items():
            if one is thing:
                return name
        name = f"k{len(self.bound)}"
        self.bound[name] = thing
        return name

    def _cell(self, text: str, type: str) -> int:
        if text not in self.cells:
            if text.startswith("V["):
                kind = self.unit.variables.kinds[int(text[2:-1])]
                known = {"i": "i64", "r": "f64"}.get(kind)
                if known is None or type not in ("", known):
                    raise NotNative("a variable of another kind")
                type = known
            self.cells[text] = Cell(text, type, self.body.local(type))
        cell = self.cells[text]
        if type and cell.holds != type:
            raise NotNative("a value of another kind")
        return cell.local

    def _entry_cell(self, depth: int, entry: StackEntry) -> None:
        for part in "ls":
            self._cell(f"{part}{depth}", "i64" if entry.size == INTEGER_FOR_SIZE else "f64")

    # the body

    def _at(self, node: Node, us: int, saves: frozenset[str] = frozenset(), looks: bool = False) -> WasmPrinter:
        self.printer.place = Place(node, us, None, saves, looks, ())
        return self.printer

    def _statement(self, node: Node) -> None:
        statement = self.statements.setdefault(node, _Statement())
        self.printer.temporaries, self.printer.used = statement.temporaries, statement.used

    def _write(self, items: Shapes) -> None:
        for item in items:
            if isinstance(item, Lines):
                self._node(item)
            elif isinstance(item, Branch):
                self._branch(item)
            elif isinstance(item, Jump):
                self._jump(item)
            elif isinstance(item, Meeting):
                self.labels[item.node] = self.body.open("block")
                self._write(item.body)
                self.body.put("end")
            else:
                self._loop(item)

    def _node(self, item: Lines) -> None:
        node = item.node
        if node.left:
            self.body.whole(NOT_LEFT + len(self.leavings))
            self.leavings.append((node, item.pending - node.cost))
            self.body.at("local.set", self.printer.exit)
            self.body.branch(self.printer.leave)
            return
        self._statement(node)
        printer = self._at(node, item.pending, frozenset(node.saves))
        for effect in node.effects:
            printer.effect(effect)

    def _branch(self, item: Branch) -> None:
        node, open = item.node, 0
        first = item.ways[0][1][0]
        assert isinstance(first, Jump)
        us = first.pending - first.us
        for condition, way in item.ways:
            if condition is None:
                self._write(way)
                continue
            self._statement(node)
            self._at(node, us, frozenset(node.saves)).truth_of(condition)
            self.body.open("if")
            open += 1
            self._write(way)
            self.body.put("else")
        for _ in range(open):
            self.body.put("end")

    def _jump(self, jump: Jump) -> None:
        source, to = jump.source, jump.to
        self._statement(source)
        for effect in jump.effects:
            self._at(source, jump.pending).effect(effect)
        if to.left == "raised":
            self._at(to, jump.pending + to.cost).go_to_exit(pause=bool(to.which))
            return
        if source.draws and to.left is None:
            self._pause_from(self.lim, to, jump.pending)
        if jump.onward:
            return
        body, cycle = self.body, self.graph.cycles.get(to)
        us = jump.pending - self.time.base[to]
        if us:
            body.at("local.get", self.us)
            body.whole(us)
            body.put("i64.add")
            body.at("local.set", self.us)
        if cycle is not None and source in cycle.members:
            self._pause_from(self.rest if self.loops == 1 else self.lim, to, self.time.base[to])
        body.branch(self.labels[to])

    def _pause_from(self, limit: int, to: Node, us: int) -> None:
        self.body.at("local.get", self.us)
        self.body.at("local.get", limit)
        self.body.put("i64.ge")
        self._at(to, us, looks=True).exit_if(pause=True)

    def _loop(self, item: Loop) -> None:
        self.loops += 1
        self.labels[item.cycle.head] = self.body.open("loop")
        self._write(item.body)
        self.body.put("unreachable", "end", "unreachable")
        self.loops -= 1

    def _finish(self) -> None:
        """The instructions before and behind the body, which are known now."""
        self._order = ordered = [*(cell for cell in self.cells.values() if self._changes(cell)),
                                 *(cell for cell in self.cells.values() if not self._changes(cell))]
        self._outputs = [cell for cell in ordered if self._changes(cell)]
        if memory.VALUES + 8 * (len(ordered) + 8) > memory.VALUES_END:
            raise NotNative("so many variables")
        head, tail = Body(), Body()
        fixed = [(1, self.us, "i64"), (2, self.printer.us_before, "i64")]
        places = [(3 + at, cell.local, cell.holds) for at, cell in enumerate(ordered)]
        limits = [(3 + len(ordered), self.lim, "i64"), (4 + len(ordered), self.rest, "i64")]
        for at, local, type in [*fixed, *places, *limits]:
            head.truth(memory.VALUES)
            head.memory(f"{type}.load", 8 * at)
            head.at("local.set", local)
        outputs = [(0, self.printer.exit, "i64"), *fixed, *places[:len(self._outputs)]]
        for at, local, type in outputs:
            tail.truth(memory.VALUES)
            tail.at("local.get", local)
            tail.memory(f"{type}.store", 8 * at)
        self.body.code = head.code + self.body.code + tail.code
        self.module.add_function([], [], self.body, "unit")
        self.wasm: bytes = self.module.encoded()

    def _changes(self, cell: Cell) -> bool:
        if cell.text.startswith("V["):
            return int(cell.text[2:-1]) in self.unit.changed
        return cell.text[0] in "ls" or cell.text.endswith((".seed", ".seed_before"))

    # the text around it

    def _python(self) -> str:
        unit = self.unit
        begin = self.entry_lines(self.time.worst, "limit[1]")
        shown = [cell.text for cell in self._outputs]
        known = [depth for depth in range(len(unit.around)) if f"l{depth}" in self.cells or f"s{depth}" in self.cells]
        for depth in known:
            from_top = len(unit.around) - depth
            if from_top <= unit.guarded and unit.around[depth].size != WHILE_SIZE:
                begin.append(f"l{depth}, s{depth} = S[-{from_top}].limit, S[-{from_top}].step")
            else:
                begin.append(f"l{depth} = s{depth} = 0")
        begin += [f"{text} = 0" for text in self.cells if text[0] in "ls" and int(text[1:]) not in known]
        begin.append("rest = min(lim, limit[2])")
        handed = ", ".join(["-1", "us", "us", *(cell.text for cell in self._order), "lim", "rest"])
        formats = "".join(FORMATS[cell.holds] for cell in self._order)
        given, taken = Struct(f"<qqq{formats}qq"), Struct(f"<qqq{formats[:len(self._outputs)]}")
        self.bound.update(pack=given.pack_into, unpack=taken.unpack_from, pause_error=Pause, deopt_error=Deopt, fault=fault)
        begin.append(f"pack(M, {memory.VALUES}, {handed})")
        begin += self._memory_lines()
        begin.append(f"at, us, us_, {''.join(f'{text}, ' for text in shown)}= unpack(M, {memory.VALUES})")
        lines = []
        for number, (node, us) in enumerate(self.leavings):
            lines.append(f"if at == {NOT_LEFT + number}:")
            lines += ["    " + line for line in self.stack_lines(node)]
            lines += [f"    clock.us = us + {us}", f"    return {node.pc}"]
        changed = "".join(f"V[{slot}], " for slot in sorted(unit.changed))
        names = "".join(f"l{depth}, s{depth}, 0, " for depth in self.depths)
        lines += ["if at < 0: fault()",
                  f"leave((pause_error if at & 1 else deopt_error)(at >> 1), 0, us, us_, 0, 0, ({changed}), ({names}), ())"]
        return "\n".join(["def unit():", *["    " + line for line in [*begin, *lines]], ""])

    def _memory_lines(self) -> list[str]:
        """The call, with what the unit needs of the RAM in the linear memory around it."""
        before, after = [], []
        if self.printer.ram is not None:
            ram, here = self.bind(self.printer.ram), f"M[{memory.RAM}:{memory.RAM + memory.RAM_SIZE}]"
            before.append(f"{here} = {ram}")
            after += [f"{ram}[:] = {here}"] * self.printer.pokes
        if self.printer.graphics is not None:
            quick, places = self.bind(self.printer.graphics), f"(M, {memory.STATE}, {memory.RAM})"
            before.append(f"{quick}.enter{places}")
            after.append(f"{quick}.leave{places}")
        return [*before, "call()", *after]

"""A unit in machine code: a function of WebAssembly, which takes all that it needs from the linear memory and leaves it there.

basic.native.memory says where everything is. A variable is a local of the function while it runs. What the function gives is 0
if the unit that begins at PC may run next, of which the library's `run` sees; otherwise RESULT says why it stops.
"""

from collections.abc import Callable

from basic.native import memory
from basic.native.encoder import Body
from basic.native.functions import Function, Imported
from basic.records import field, record
from basic.runtime.control import GOSUB_SIZE, INTEGER_FOR_SIZE, NEARLY_FULL, WHILE_SIZE
from basic.units.builder import UnitBuilder
from basic.units.exits import Exit, Exits, Place
from basic.units.flow_graph import Graph
from basic.units.nodes import Node, Stack, StackEntry
from basic.units.printed import CHANGES, LOOKS, SCREEN, STATES, Printed, surroundings
from basic.units.python_unit import depths_of
from basic.units.shapes import Branch, Jump, Lines, Loop, Meeting, Shapes, shaped
from basic.units.unit_time import UnitTime
from basic.units.wasm_operations import NotNative, WasmPrinter

__all__ = ["NativeUnit", "NotNative"]



class Imports:
    """The library's functions that the units of a module call."""

    def __init__(self) -> None:
        self.used: list[Imported] = []

    def number(self, function: Imported) -> int:
        if function not in self.used:
            self.used.append(function)
        return self.used.index(function)


@record
class Cell:
    """What a local is to Python."""
    text: str
    holds: str              # the WebAssembly type
    local: int
    address: int            # 0: it is not in the memory while the unit does not run
    changes: bool


@record
class _Statement:
    """What the printer keeps of a statement: ways of a branch come back to it."""
    temporaries: dict[int, int] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)


class NativeUnit:
    """The function of a unit, `body`, and what is `printed` of it for its work. `shape`: what SHAPE has to be. Nothing that
    depends on earlier runs of the program is in the function, so that it is compiled once."""

    exits: list[Exit]
    depths: list[int]
    changed: list[int]          # variables

    def __init__(self, unit: UnitBuilder, graph: Graph, functions: dict[Function, Imported], imports: Imports,
                 shape: int):
        if unit.watches or unit.is_noted or unit.executor.hooks.heat_map is not None:
            raise NotNative("what Python counts")
        self.unit = unit
        self.graph = graph
        self.shape = shape
        self.shapes = shaped(graph)
        self.time = UnitTime(graph, self.shapes)
        self.table = Exits()
        self.cells: dict[str, Cell] = {}
        self.holders: dict[str, object] = {}
        self.states: set[str] = set()               # attributes of the runtime
        self.statements: dict[Node, _Statement] = {}
        self.labels: dict[Node, int] = {}
        self.loops = 0
        self.opened: set[StackEntry] = set()
        self.body = body = Body()
        self.us, self.lim, self.rest, us_before, exit = (body.local("i64") for _ in range(5))
        self.top = body.local("i32")
        self.printer = printer = WasmPrinter(body, self.table, functions, imports.number, self._cell, self._bind)
        printer.us, printer.us_before, printer.exit = self.us, us_before, exit
        self.assigned = {slot for node in graph.order if not node.left for slot in node.assigned}
        for slot in sorted(self.assigned):
            self._cell(f"V[{slot}]", "")
        printer.leave = body.open("block")
        self._write(self.shapes)
        body.put("unreachable", "end")
        self.exits = self.table.table
        self.depths = depths_of(self.exits)
        for one in self.exits:
            self._open(one.stack)
        variables = [cell for cell in self.cells.values() if memory.SCALARS <= cell.address < memory.SCALARS_END]
        self.scalars = [cell.address - memory.SCALARS >> 3 for cell in variables]
        self.changed = sorted(cell.address - memory.SCALARS >> 3 for cell in variables if cell.changes)
        self.needs = ((printer.graphics is not None) * SCREEN | (printer.ram is not None) * LOOKS | printer.pokes * CHANGES)
        self._finish()
        self.printed = self._printed()

    def _printed(self) -> Printed:
        unit, graph, nodes = self.unit, self.graph, self.unit.nodes.values()
        own = [node for node in nodes if node.left is None]
        ends = ends_of(unit, graph)
        others, slots = {*(node.pc for node in nodes), *(pc for pc, _ in ends)}, {*self.scalars, *self.changed}
        for entry in {entry for node in nodes for entry in node.stack}:
            others |= {entry.pc, entry.opener, *(entry.key or ())[:1]}
            if entry.size not in (GOSUB_SIZE, WHILE_SIZE):
                slots.add(entry.slot)
        around = surroundings(unit.executor, {node.pc: node.cost for node in own if not node.which}, {node.pc for node in own},
                              others, slots, unit.arrays)
        return Printed(
            unit.start.pc, unit.around, around, {node.pc for node in own}, ends, self.exits, self.depths,
            self.changed, self.scalars, list(self.opened), list(self.states), self.needs, self.time.worst, unit.start.cost,
            bool(graph.cycles), sorted(unit.arrays), self.shape, sorted(unit.unknown))

    # what the printer asks for

    def _bind(self, thing: object) -> str:
        for name, one in self.holders.items():
            if one is thing:
                return name
        name = f"k{len(self.holders)}"
        self.holders[name] = thing
        return name

    def _cell(self, text: str, type: str) -> int:
        if text not in self.cells:
            known, address, changes = self._place(text, type)
            self.cells[text] = Cell(text, known, self.body.local(known), address, changes)
        cell = self.cells[text]
        if type and cell.holds != type:
            raise NotNative("a value of another kind")
        return cell.local

    def _place(self, text: str, type: str) -> tuple[str, int, bool]:
        """Type, address and whether it changes, of what the Python text says."""
        number = int(text[2:-1]) if text[1] == "[" else 0
        if text[0] == "V":
            known = {"i": "i64", "r": "f64"}.get(self.unit.variables.kinds[number])
            if known is None or memory.SCALARS + 8 * number >= memory.SCALARS_END:
                raise NotNative("a variable of another kind")
            return known, memory.SCALARS + 8 * number, number in self.assigned
        if text[0] == "P":
            if memory.ADDRESSES + 8 * number >= memory.ADDRESSES_END:
                raise NotNative("so many arrays")
            return type, memory.ADDRESSES + 8 * number, False
        name = text.partition(".")[2]
        if not name:
            return type, 0, False
        self.states.add(name)
        return type, memory.STATES + 8 * STATES[name], name.startswith("seed")

    def _open(self, stack: Stack) -> None:
        """Makes sure that limit and step of the FORs that the unit opens are there."""
        for depth, entry in enumerate(stack):
            if not entry.real:
                self.opened.add(entry)
                if entry.size not in (GOSUB_SIZE, WHILE_SIZE):
                    self._entry_cell(depth, entry)

    def _entry_cell(self, depth: int, entry: StackEntry) -> tuple[int, int]:
        type = "i64" if entry.size == INTEGER_FOR_SIZE else "f64"
        return self._cell(f"l{depth}", type), self._cell(f"s{depth}", type)

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
            self._go_to(node, item.pending - node.cost)
            return
        self._statement(node)
        printer = self._at(node, item.pending, frozenset(node.saves))
        for effect in node.effects:
            printer.returns = lambda: self._return_to_caller(item.pending)
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

    # the control stack

    def _part(self, part: int, type: str = "i64") -> None:
        """Puts a part of the entry below the top."""
        self.body.at("local.get", self.top)
        self.body.truth(memory.ENTRY_SIZE)
        self.body.put("i32.sub")
        self.body.memory(f"{type}.load", part)

    def _move_top(self, by: int) -> None:
        self.body.at("local.get", self.top)
        self.body.truth(by)
        self.body.put("i32.add")
        self.body.at("local.set", self.top)

    def _store_top(self) -> None:
        self.body.truth(0)
        self.body.at("local.get", self.top)
        self.body.memory("i32.store", memory.TOP)

    def _note_lowest(self) -> None:
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

    def _push(self, depth: int, entry: StackEntry) -> None:
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
            limit, step = self._entry_cell(depth, entry)
            type = self.body.types[limit]
            store(memory.LIMIT, lambda: body.at("local.get", limit), type)
            store(memory.STEP, lambda: body.at("local.get", step), type)
            if entry.sign is None:
                sign = lambda: self._sign_of(step)
        store(memory.SIGN, sign)
        body.at("local.get", self.top)
        self._part(memory.ROOM)
        body.whole(entry.size)
        body.put("i64.add")
        body.memory("i64.store", memory.ROOM)
        self._move_top(memory.ENTRY_SIZE)

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

    def _go_to(self, node: Node, us: int) -> None:
        """Leaves at the beginning of a node: its stack is made, and another unit may go on there."""
        self._open(node.stack)
        if node.pc >= memory.PLACES:
            raise NotNative("so long a program")
        dropped = len(self.unit.around) - sum(entry.real for entry in node.stack)
        if dropped:
            self._move_top(-memory.ENTRY_SIZE * dropped)
            self._note_lowest()
        new = [(depth, entry) for depth, entry in enumerate(node.stack) if not entry.real]
        for depth, entry in new:
            self._push(depth, entry)
        if dropped or new:
            self._store_top()
        self._run_on(us, lambda: self.body.whole(node.pc))

    def _run_on(self, us: int, put_pc: Callable[[], None]) -> None:
        body = self.body
        body.truth(0)
        put_pc()
        body.memory("i64.store", memory.PC)
        if us:
            body.at("local.get", self.us)
            body.whole(us)
            body.put("i64.add")
            body.at("local.set", self.us)
        body.whole(memory.RUNS_ON)
        body.at("local.set", self.printer.exit)
        body.branch(self.printer.leave)

    def _return_to_caller(self, us: int) -> None:
        """RETURN: takes all down to the last GOSUB, if that is none of an event."""
        body, top = self.body, self.printer.fresh("i32")
        body.at("local.get", self.top)
        body.at("local.set", top)
        again = body.open("loop")
        body.at("local.get", self.top)
        body.truth(memory.STACK + 1)
        body.put("i32.lt")
        self.printer.exit_if()
        self._move_top(-memory.ENTRY_SIZE)
        body.at("local.get", self.top)
        body.memory("i64.load", memory.SIZE)
        body.whole(GOSUB_SIZE)
        body.put("i64.ne")
        body.branch(again, "br_if")
        body.put("end")
        body.at("local.get", self.top)
        body.memory("i64.load", memory.RETURNS)
        body.whole(0)
        body.put("i64.lt")
        self.printer.exit_if()
        self._note_lowest()
        self._store_top()

        def put_pc() -> None:
            body.at("local.get", self.top)
            body.memory("i64.load", memory.RETURNS)
        self._run_on(us, put_pc)

    # what comes before the body, and behind it

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

    def _begin(self) -> None:
        """The unit does not begin where something could be due before it looks at the clock, or where it does not fit."""
        body, unit = self.body, self.unit
        self._load(memory.CLOCK, "i64", self.us)
        self._load(memory.LIMITS, "i64", self.lim)
        body.at("local.get", self.lim)
        body.whole(self.time.worst)
        body.put("i64.sub")
        body.at("local.set", self.lim)
        self._keep_less(self.lim, 1)
        body.at("local.get", self.us)
        body.at("local.get", self.lim)
        body.put("i64.ge")
        if self.needs:
            body.truth(0)
            body.memory("i64.load", memory.HAS_SCREEN)
            body.whole(self.needs)
            body.put("i64.and")
            body.whole(self.needs)
            body.put("i64.ne", "i32.or")
        self._stop_if(memory.REFUSED)
        body.truth(0)
        body.memory("i32.load", memory.TOP)
        body.at("local.set", self.top)
        own = max(sum(entry.size for entry in node.stack if not entry.real) for node in self.graph.order)
        if own:
            self._part(memory.ROOM)
            body.whole(NEARLY_FULL - own)
            body.put("i64.gt")
            self._stop_if(memory.REFUSED)
        self._guard()
        body.at("local.get", self.lim)
        body.at("local.set", self.rest)
        self._keep_less(self.rest, 2)
        for cell in self.cells.values():
            if cell.address:
                self._load(cell.address, cell.holds, cell.local)
        for depth, entry in enumerate(unit.around):
            from_top = len(unit.around) - depth
            if from_top <= unit.guarded and entry.size != WHILE_SIZE:
                for name, part in (("l", memory.LIMIT), ("s", memory.STEP)):
                    known = self.cells.get(f"{name}{depth}")
                    if known is not None:
                        self._around(from_top, part, known.holds)
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

    def _around(self, from_top: int, part: int, type: str = "i64") -> None:
        self.body.at("local.get", self.top)
        self.body.truth(memory.ENTRY_SIZE * from_top)
        self.body.put("i32.sub")
        self.body.memory(f"{type}.load", part)

    def _guard(self) -> None:
        """Arrays and stack have to be as they were when the unit was made."""
        body, unit = self.body, self.unit
        if unit.arrays:
            body.truth(0)
            body.memory("i64.load", memory.SHAPE)
            body.whole(self.shape)
            body.put("i64.ne")
            self._stop_if(memory.GUARD_FAILED)
        depth = len(unit.around) if unit.guards_all else unit.guarded
        if depth:
            body.at("local.get", self.top)
            body.truth(memory.STACK + memory.ENTRY_SIZE * depth)
            body.put("i32.lt")
            self._stop_if(memory.GUARD_FAILED)
        for from_top in range(1, depth + 1):
            entry = unit.around[-from_top]
            self._around(from_top, memory.OPENER)
            body.whole(entry.opener)
            body.put("i64.ne")
            if entry.size not in (GOSUB_SIZE, WHILE_SIZE):
                self._around(from_top, memory.SIGN)
                body.whole(entry.sign or 0)
                body.put("i64.eq" if entry.sign is None else "i64.ne", "i32.or")
            self._stop_if(memory.GUARD_FAILED)
        if unit.guards_all:
            self._around(depth + 1, memory.SIZE)
            body.whole(GOSUB_SIZE)
            body.put("i64.ne")
            body.at("local.get", self.top)
            body.truth(memory.STACK + memory.ENTRY_SIZE * depth)
            body.put("i32.gt", "i32.and")
            self._stop_if(memory.GUARD_FAILED)

    def _end(self) -> None:
        """All goes back to the memory."""
        body, exit = self.body, self.printer.exit
        stores = [(memory.CLOCK, self.us), (memory.CLOCK_BEFORE, self.printer.us_before), (memory.RESULT, exit)]
        stores += [(cell.address, cell.local) for cell in self.cells.values() if cell.changes]
        for address, local in stores:
            body.truth(0)
            body.at("local.get", local)
            body.memory(f"{body.types[local]}.store", address)
        if self.depths:
            body.at("local.get", exit)
            body.whole(memory.EXITS)
            body.put("i64.ge")
            body.open("if")
            for depth in self.depths:
                for at, name in enumerate("ls"):
                    cell = self.cells.get(f"{name}{depth}")
                    if cell is not None:
                        body.truth(0)
                        body.at("local.get", cell.local)
                        body.memory(f"{cell.holds}.store", memory.PARTS + 16 * depth + 8 * at)
            body.put("end")
        body.at("local.get", exit)

    def _finish(self) -> None:
        """The instructions before and behind the body, which are known now."""
        if memory.PARTS + 16 * (max(self.depths, default=0) + 1) > memory.SCALARS:
            raise NotNative("so many loops within loops")
        body = self.body
        inside, body.code = body.code, bytearray()
        self._begin()
        body.code += inside
        self._end()


def ends_of(unit: UnitBuilder, graph: Graph) -> list[tuple[int, Stack]]:
    """Where the program goes on when the unit ends: there, other units may begin."""
    found = [(node.pc, node.stack) for node in graph.order if node.left == "written"] + unit.barriers
    for _, stack in found[:]:
        found += [(entry.pc, stack[:at]) for at, entry in enumerate(stack) if entry.size == GOSUB_SIZE and not entry.real]
    return [(pc, _above_gosub(stack)) for pc, stack in found]


def _above_gosub(stack: Stack) -> Stack:
    first = max((at + 1 for at, entry in enumerate(stack) if entry.size == GOSUB_SIZE), default=0)
    return tuple(entry._replace(real=True) for entry in stack[first:])

"""A unit in machine code: a function of WebAssembly, which takes all that it needs from the linear memory and leaves it there.

basic.native.memory says where everything is. A variable is a local of the function while it runs. What the function gives is 0
if the unit that begins at PC may run next, of which the library's `run` sees; otherwise RESULT says why it stops.
"""

from collections.abc import Callable

from basic.native import memory
from basic.native.encoder import Body
from basic.native.functions import Function, Imported
from basic.records import field, record
from basic.runtime.control import GOSUB_SIZE, INTEGER_FOR_SIZE, WHILE_SIZE
from basic.units import operations as op
from basic.units import wasm_notes
from basic.units.builder import UnitBuilder
from basic.units.exits import Exit, Exits, Place
from basic.units.flow_graph import Graph
from basic.units.native_edges import Edges
from basic.units.native_stack import StackCode
from basic.units.native_state import NativeState
from basic.units.nodes import Node, Stack, StackEntry
from basic.units.printed import CHANGES, CHANGING, LOOKS, PROGRAM, SCREEN, STATES, WINDOW, Printed, surroundings
from basic.units.python_unit import depths_of
from basic.units.shapes import Branch, Jump, Lines, Loop, Meeting, Shapes, shaped
from basic.units.unit_time import UnitTime
from basic.units.wasm_heat import WasmHeat
from basic.units.wasm_operations import NotNative, WasmPrinter
from basic.values.code import INTEGER, REAL, STRING

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
    taken: dict[str, int] = field(default_factory=dict)


class NativeUnit:
    """The function of a unit, `body`, and what is `printed` of it for its work. `shape`: what SHAPE has to be. Nothing that
    depends on earlier runs of the program is in the function, so that it is compiled once."""

    exits: list[Exit]
    depths: list[int]
    changed: list[int]          # variables

    def __init__(self, unit: UnitBuilder, graph: Graph, functions: dict[Function, Imported], imports: Imports,
                 state: NativeState, number_of_text: Callable[[bytes], int]):
        self.unit = unit
        self.graph = graph
        self.shape = state.shape()
        self.number_of_text = number_of_text
        self.texts: dict[int, bytes] = {}
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
        self.body: Body = Body()
        body = self.body
        self.us, self.lim, self.rest, self.far, us_before, used_before, exit = (body.local("i64") for _ in range(7))
        self.stack = StackCode(body)
        self.tally = WasmHeat(unit.executor.hooks.heat_map, state.heat, body, self.us)
        self.printer = printer = WasmPrinter(body, self.table, functions, imports.number, self._cell, self._bind, self._literal,
                                                  state.notes)
        printer.count_of = lambda array: len(unit.variables.data[array])
        printer.us, printer.us_before, printer.used_before, printer.exit = self.us, us_before, used_before, exit
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
        self.needs = ((printer.graphics is not None) * SCREEN | (printer.ram is not None) * LOOKS | printer.pokes * CHANGES
                      | (printer.window is not None) * WINDOW | printer.looks_at_program * PROGRAM)
        if printer.window is not None and printer.pokes:
            raise NotNative("shapes of characters may change")
        if memory.PARTS + 16 * (max(self.depths, default=0) + 1) > memory.SCALARS:
            raise NotNative("so many loops within loops")
        edges = Edges(self)
        body.put_in_front(edges.begin)
        edges.end()
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
            bool(graph.cycles), sorted(unit.arrays), self.shape, sorted(unit.unknown), sorted(self.texts.items()),
            sorted(unit.functions))

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
            kind = self.unit.variables.kinds[number]
            known = {INTEGER: "i64", REAL: "f64", STRING: "i64"}.get(kind)
            if kind == STRING and memory.TEXTS + 0x100 * number >= memory.TEXTS_END:
                raise NotNative("so many variables")
            if known is None or memory.SCALARS + 8 * number >= memory.SCALARS_END:
                raise NotNative("a variable of another kind")
            return known, memory.SCALARS + 8 * number, number in self.assigned
        if text[0] == "P":
            if memory.ADDRESSES + 8 * number >= memory.ADDRESSES_END:
                raise NotNative("so many arrays")
            return type, memory.ADDRESSES + 8 * number, False
        if text[0] == "L":
            return type, memory.LITERALS + 8 * number, False
        name = text.partition(".")[2]
        if not name:
            return type, 0, False
        self.states.add(name)
        return type, memory.STATES + 8 * STATES[name], name in CHANGING

    def _literal(self, text: bytes) -> int:
        number = self.number_of_text(text)
        if memory.LITERALS + 8 * number >= memory.LITERALS_END:
            raise NotNative("so many strings")
        self.texts[number] = text
        return self._cell(f"L[{number}]", "i64")

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
        self.printer.place = Place(node, us, None, saves, looks, self.tally.before(node))
        return self.printer

    def _statement(self, node: Node) -> None:
        statement = self.statements.setdefault(node, _Statement())
        self.printer.temporaries, self.printer.taken = statement.temporaries, statement.taken

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
                self.tally.afresh()
            else:
                self._loop(item)
                self.tally.afresh()

    def _node(self, item: Lines) -> None:
        node = item.node
        if node.left:
            self._go_to(node, item.pending - node.cost)
            return
        self._statement(node)
        self.tally.begin(node)
        for note in node.notes:
            wasm_notes.are_full(self._at(node, item.pending - node.cost, looks=True))
            self.printer.exit_if(pause=True)
            wasm_notes.note(self._at(node, item.pending), note, item.pending - node.cost, lambda: self.body.whole(node.pc))
        printer = self._at(node, item.pending, frozenset(node.saves))
        for effect in node.effects:
            printer.returns = lambda: self._return_to_caller(node, item.pending)
            printer.effect(effect)
        self.tally.done(node)

    def _branch(self, item: Branch) -> None:
        node, open = item.node, 0
        first = item.ways[0][1][0]
        assert isinstance(first, Jump)
        us, done = first.pending - first.us, (self.tally.way, self.tally.last)
        for condition, way in item.ways:
            self.tally.way, self.tally.last = done
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
        self.tally.end(source)
        for effect in jump.effects:
            self._at(source, jump.pending).effect(effect)
        self.tally.took(source, jump.us)
        if source.pc != to.pc or not to.which:
            self._look(source, to, jump.pending)
        if to.left == "raised":
            self._at(to, jump.pending + to.cost).go_to_exit(pause=bool(to.which))
            return
        if source.draws and to.left is None:
            self._pause_from(to, jump.pending)
        if jump.onward:
            return
        self.tally.count()
        body, cycle = self.body, self.graph.cycles.get(to)
        us = jump.pending - self.time.base[to]
        if us:
            body.at("local.get", self.us)
            body.whole(us)
            body.put("i64.add")
            body.at("local.set", self.us)
        if cycle is not None and source in cycle.members:
            self._pause_from(to, self.time.base[to], outermost=self.loops == 1)
        body.branch(self.labels[to])

    def _look(self, done: Node, to: Node, us: int) -> None:
        """A debugger looks behind a statement: the unit is left for it, or it is told later."""
        for check in done.checks:
            printer = self._at(to, us, looks=True)
            if isinstance(check, op.Noted):
                wasm_notes.note(printer, check, us, lambda: self.body.whole(to.pc))
                wasm_notes.are_full(printer)
            else:
                printer.truth_of(check)
            printer.exit_if(pause=True)

    def _pause_from(self, to: Node, us: int, outermost: bool = False) -> None:
        """Leaves before the node if the time is over; where the program surely computes, only if all of it is."""
        body = self.body
        body.at("local.get", self.us)
        body.at("local.get", self.rest if outermost else self.lim)
        body.put("i64.ge")
        body.open("if")
        self.computes(to.pc)
        body.put("i64.eqz")
        body.at("local.get", self.us)
        body.at("local.get", self.far)
        body.put("i64.ge", "i32.or")
        if outermost:
            body.at("local.get", self.us)
            body.truth(0)
            body.memory("i64.load", memory.LIMITS + 16)
            body.put("i64.ge", "i32.or")
        self._at(to, us, looks=True).exit_if(pause=True)
        self.note_overrun()
        body.put("end")

    def computes(self, pc: int) -> None:
        """Puts whether the program surely computes there."""
        if pc >= memory.PLACES:
            raise NotNative("so long a program")
        self.body.truth(0)
        self.body.memory("i64.load8", memory.COMPUTES + pc)

    def note_overrun(self) -> None:
        self.body.truth(0)
        self.body.whole(1)
        self.body.memory("i64.store", memory.OVERRAN)

    def _loop(self, item: Loop) -> None:
        self.tally.count()
        self.loops += 1
        self.labels[item.cycle.head] = self.body.open("loop")
        self._write(item.body)
        self.body.put("unreachable", "end", "unreachable")
        self.loops -= 1

    # how it is left

    def _go_to(self, node: Node, us: int) -> None:
        """Leaves at the beginning of a node: its stack is made, and another unit may go on there."""
        self.tally.count()
        self._open(node.stack)
        if node.pc >= memory.PLACES:
            raise NotNative("so long a program")
        dropped = len(self.unit.around) - sum(entry.real for entry in node.stack)
        if dropped:
            self.stack.move_top(-memory.ENTRY_SIZE * dropped)
            self.stack.note_lowest()
        new = [(depth, entry) for depth, entry in enumerate(node.stack) if not entry.real]
        for depth, entry in new:
            is_for = entry.size not in (GOSUB_SIZE, WHILE_SIZE)
            self.stack.push(entry, *(self._entry_cell(depth, entry) if is_for else (0, 0)))
        if dropped or new:
            self.stack.store_top()
        self._run_on(us, lambda: self.body.whole(node.pc))

    def _run_on(self, us: int, put_pc: Callable[[], None], noted: bool = False) -> None:
        body = self.body
        body.truth(0)
        put_pc()
        body.memory("i64.store", memory.PC)
        if us:
            body.at("local.get", self.us)
            body.whole(us)
            body.put("i64.add")
            body.at("local.set", self.us)
        if noted:
            wasm_notes.are_full(self.printer)
            body.put("i64.extend_u")
            body.whole(memory.FULL)
            body.put("i64.mul")
        else:
            body.whole(memory.RUNS_ON)
        body.at("local.set", self.printer.exit)
        body.branch(self.printer.leave)

    def _return_to_caller(self, node: Node, us: int) -> None:
        """RETURN: takes all down to the last GOSUB, if that is none of an event."""
        body, stack = self.body, self.stack
        again = body.open("loop")
        stack.compare_depth(1, "lt")
        self.printer.exit_if()
        stack.move_top(-memory.ENTRY_SIZE)
        body.at("local.get", stack.top)
        body.memory("i64.load", memory.SIZE)
        body.whole(GOSUB_SIZE)
        body.put("i64.ne")
        body.branch(again, "br_if")
        body.put("end")
        body.at("local.get", stack.top)
        body.memory("i64.load", memory.RETURNS)
        body.whole(0)
        body.put("i64.lt")
        self.printer.exit_if()
        stack.note_lowest()
        stack.store_top()
        self.tally.done(node)
        self.tally.count()

        def put_pc() -> None:
            body.at("local.get", stack.top)
            body.memory("i64.load", memory.RETURNS)
        for check in node.checks:
            if not isinstance(check, op.Noted):
                raise NotNative("a watch on what comes behind a subroutine")
            wasm_notes.note(self.printer, check, us, put_pc)
        self._run_on(us, put_pc, bool(node.checks))


def ends_of(unit: UnitBuilder, graph: Graph) -> list[tuple[int, Stack]]:
    """Where the program goes on when the unit ends: there, other units may begin."""
    found = [(node.pc, node.stack) for node in graph.order if node.left == "written"] + unit.barriers
    for _, stack in found[:]:
        found += [(entry.pc, stack[:at]) for at, entry in enumerate(stack) if entry.size == GOSUB_SIZE and not entry.real]
    return [(pc, _above_gosub(stack)) for pc, stack in found]


def _above_gosub(stack: Stack) -> Stack:
    first = max((at + 1 for at, entry in enumerate(stack) if entry.size == GOSUB_SIZE), default=0)
    return tuple(entry._replace(real=True) for entry in stack[first:])

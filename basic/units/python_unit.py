"""The whole of a unit as Python text: what it fetches and looks at when it begins, its body, and how it is left by an error."""

from basic.runtime.control import GOSUB_SIZE, NEVER_FULL, WHILE_SIZE, Frame
from basic.units.builder import UnitBuilder
from basic.units.exits import Exit
from basic.units.flow_graph import Graph
from basic.units.heat_tally import Tally
from basic.units.nodes import Node, StackEntry
from basic.units.python_lines import plain, with_exits
from basic.units.python_text import BOOKED, TextWriter


def depths_of(exits: list[Exit]) -> list[int]:
    """Where the stack has entries of FORs that an exit needs to know about."""
    depths = {one.counted.depth for one in exits if one.counted is not None}
    for one in exits:
        depths.update(depth for depth, entry in enumerate(one.stack)
                      if not entry.real and entry.size not in (GOSUB_SIZE, WHILE_SIZE))
    return sorted(depths)


class PythonUnit:
    """`source` defines the function `unit`. Its globals are those of `bound`, and what the Jit adds: the variables V, arrays D,
    stack S and string space H, the clock and its limits, what it calls to be left, and what the heat map counts in.

    When the unit has to be left in the middle it calls `leave` with the error, the number of the exit that goes with an error
    that does not name one, the clock and the string space as they are and as they were before the statement, and the values of
    the `changed` variables, of limit, step and first value at the `depths` of the stack, and of its counts for the heat map.
    """

    is_native = False

    def __init__(self, unit: UnitBuilder, graph: Graph):
        self.unit = unit
        self.graph = graph
        self.writer = writer = TextWriter(unit, graph)
        writer.stack_lines = self.stack_lines
        writer.write(writer.shapes, None)
        self.exits: list[Exit] = writer.exits.table
        self.tally: Tally = writer.tally
        self.depths: list[int] = depths_of(self.exits)
        begin = self._beginning()
        if self.exits:
            body = ["    try:", *with_exits(writer.lines, 2), "    except Exception as error:", f"        {self._left()}"]
        else:
            body = plain(writer.lines, 1)
        if self.tally.heat_map is not None:
            body = [text.replace(BOOKED, self.tally.booked()) for text in body]
        self.bound = dict(writer.printer.bound.values())
        self.source: str = "\n".join(["def unit():", *["    " + text for text in begin], *body, ""])

    def bind(self, thing: object) -> str:
        return self.writer.printer.bind(thing)

    def _saves(self, name: str) -> bool:
        return any(name in one.saves for one in self.exits)

    def _left(self) -> str:
        unit = self.unit
        used = "used" if unit.keeps_strings else "0"
        changed = "".join(f"v{slot}, " for slot in sorted(unit.changed))
        entries = "".join(f"l{depth}, s{depth}, f{depth}, " for depth in self.depths)
        counts = "".join(f"{name}, " for name in self.tally.names())
        us_before, used_before = "us_" if self._saves("us") else "us", "used_" if self._saves("used") else used
        return f"leave(error, at, us, {us_before}, {used}, {used_before}, ({changed}), ({entries}), ({counts}))"

    def _beginning(self) -> list[str]:
        unit, writer = self.unit, self.writer
        begin = ["heat[0] -= 1", "if heat[0] < 0: promote()"] if unit.executor.jit.native.on else []
        begin += self.entry_lines()
        begin += [f"v{slot} = V[{slot}]" for slot in sorted(unit.scalars)]
        begin += [f"a{number} = D[{number}]" for number in sorted(unit.arrays)]
        begin += self._unset()
        for depth, entry in enumerate(unit.around):
            from_top = len(unit.around) - depth
            if from_top <= unit.guarded and entry.size != WHILE_SIZE:
                begin += [f"l{depth} = S[-{from_top}].limit", f"s{depth} = S[-{from_top}].step"]
        begin += [f"w{watched.number} = {writer.printer.bind(watch)}.last" for watch, watched in unit.watches.items()]
        if unit.keeps_strings:
            begin += ["used = H.used", "room = H.variables.room()"]
        if self.graph.cycles:
            begin.append("rest = min(lim, limit[2])")
        if writer.marks:
            begin.append("g = 0")
        return begin

    def _unset(self) -> list[str]:
        """What an exit hands on has to be there, whether it has been set or not."""
        names = [f"{part}{depth}" for depth in self.depths for part in "lsf"]
        names += [f"{name}_" for name in ("us", "used") if self._saves(name)] + self.tally.names()
        return [f"{' = '.join(names)} = 0"] if names else []

    def entry_lines(self) -> list[str]:
        """The unit does not begin where something could be due before it looks at the clock, or where it does not fit."""
        begin = [f"us = clock.us - {self.unit.start.cost}", f"lim = min(limit[0] - {self.writer.time.worst}, limit[4])",
                 "if us >= lim: return again()"]
        guards = self._guards()
        if guards:
            begin.append(f"if {' or '.join(guards)}: return guard_failed()")
        return begin

    def _guards(self) -> list[str]:
        unit = self.unit
        guards = [f"shape[0] != {unit.variables.shape[0]}"] if unit.arrays else []
        own = max(sum(not entry.real for entry in node.stack) for node in self.graph.order)
        if own:
            guards.append(f"len(S) > {NEVER_FULL - own}")
        depth = len(unit.around) if unit.guards_all else unit.guarded
        if depth:
            guards.append(f"len(S) < {depth}")
        for from_top in range(1, depth + 1):
            entry = unit.around[-from_top]
            guards.append(f"S[-{from_top}].opener != {entry.opener} or S[-{from_top}].sign != {entry.sign}")
        if unit.guards_all:
            guards.append(f"len(S) > {depth} and S[-{depth + 1}].size != {GOSUB_SIZE}")
        return guards

    def stack_lines(self, node: Node) -> list[str]:
        """Puts the BASIC stack as it is at a node."""
        unit, lines = self.unit, []
        dropped = len(unit.around) - sum(entry.real for entry in node.stack)
        if dropped:
            lines.append(f"del S[-{dropped}:]")
        lines += [f"S.append({self._frame(depth, entry)})" for depth, entry in enumerate(node.stack) if not entry.real]
        return lines

    def _frame(self, depth: int, entry: StackEntry) -> str:
        bind = self.bind
        if entry.size == GOSUB_SIZE:
            return bind(self.unit.returning(entry))
        if entry.size == WHILE_SIZE:
            condition = self.unit.executor.loops.whiles[entry.opener]
            return f"{bind(Frame)}({entry.size}, {bind(entry.key)}, {entry.pc}, 0, 0, 0, 0, {bind(condition)}, {entry.opener})"
        sign = f"(s{depth} > 0) - (s{depth} < 0)" if entry.sign is None else entry.sign
        return (f"{bind(Frame)}({entry.size}, {bind(entry.key)}, {entry.pc}, {entry.slot}, l{depth}, s{depth}, {sign}, None,"
                f" {entry.opener})")

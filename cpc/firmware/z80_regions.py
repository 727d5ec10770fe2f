"""Regions: stretches of machine code with their jumps and loops, each made into one Python function.

A region begins at one address. It reaches as far as jumps with known targets lead, and ends at calls, returns, and what is
left to the interpreter. Where several ways meet is a joint; between joints the ways are printed as a tree. The function has
a loop with the joints as its cases. It does the same as the interpreter, instruction by instruction, up to the same moment:
`span` says how much time has to be left for a way from one joint to the next.
"""

from collections.abc import Callable, Collection
from typing import Any

from basic.records import field, record
from cpc.firmware.ports import Bus
from cpc.firmware.z80_decode import ALL, BRANCHES, FALLS, JUMPS, LEAVES, WZ, Instruction, decode
from cpc.firmware.z80_flags import IN_F, tables
from cpc.firmware.z80_printer import Printer
from cpc.firmware.z80_variables import PAIRS, REGISTERS, pairs_in_one

MOST_INSTRUCTIONS = 80
DEEPEST = 40                            # ways within ways; then there is a joint
EVERYTHING = ALL | WZ
SHOW_Q = (0x37, 0x3F)                   # SCF and CCF show whether the instruction before has set flags
WRITERS = {(0, 2, 0), (0, 2, 2), (0, 2, 4), (0, 2, 6), (3, 3, 4)}


@record
class Region:
    start: int
    code: list[tuple[int, bytes]]       # what it was made of
    span: int                           # microseconds
    text: str
    run: Callable[[Any, int], None]
    addresses: frozenset[int] = field(default_factory=frozenset)


def may_write(one: Instruction) -> bool:
    """Whether it can be left for a write to a guarded byte."""
    x, y, z = one.xyz
    if one.group == "ed":
        return z == 3 and not y & 1
    if one.group == "cb":
        return one.memory and x != 1
    return (one.memory and (x == 1 and y == 6 or x == 0)) or (x == 3 and z == 5) or (x, z, y) in WRITERS


class Graph:
    """The instructions of a region by address, and which flags are needed after each."""

    def __init__(self, bus: Bus, start: int, stops: Callable[[int], bool], changing: Collection[int]) -> None:
        self.start = start
        self.instructions: dict[int, Instruction] = {}
        waiting = [start]
        while waiting and len(self.instructions) < MOST_INSTRUCTIONS:
            address = waiting.pop(0)
            while address not in self.instructions and not stops(address) and len(self.instructions) < MOST_INSTRUCTIONS:
                one = decode(bus.fetch, address, changing)
                if one is None:
                    break
                self.instructions[address] = one
                if one.flow in (JUMPS, BRANCHES):
                    waiting.append(one.target)
                if one.flow == JUMPS or one.flow == LEAVES and not self.conditional(one):
                    break
                address = one.next
        self.joints = self._joints()
        self.needed = self._needed()

    @staticmethod
    def conditional(one: Instruction) -> bool:
        return one.flow == LEAVES and one.code & 7 in (0, 4)

    def ways(self, one: Instruction) -> list[int]:
        """The addresses that may follow within the region."""
        following = []
        if one.flow in (JUMPS, BRANCHES):
            following.append(one.target)
        if one.flow in (FALLS, BRANCHES) or self.conditional(one):
            following.append(one.next)
        return [address for address in following if address in self.instructions]

    def _joints(self) -> list[int]:
        arrivals: dict[int, int] = {self.start: 2}
        for one in self.instructions.values():
            for address in self.ways(one):
                arrivals[address] = arrivals.get(address, 0) + 1
        joints = [address for address, count in arrivals.items() if count > 1 and address in self.instructions]
        for address in joints:
            if address != self.start and self.instructions[address].code in SHOW_Q:
                del self.instructions[address]
                return self._joints()
        return joints

    def _needed(self) -> dict[int, int]:
        before: dict[int, int] = {}
        after: dict[int, int] = {}
        again = True
        while again:
            again = False
            for address, one in reversed(self.instructions.items()):
                ways = self.ways(one)
                out = EVERYTHING if one.flow != FALLS or not ways or may_write(one) else 0
                for way in ways:
                    out |= EVERYTHING if way in self.joints else before.get(way, 0)
                reads, sets = one.uses()
                now = reads | out & ~sets
                again |= before.get(address) != now
                before[address], after[address] = now, out
        self.needed_before = before
        return after


class RegionPrinter:
    """Makes the text of a region's function."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.printer = Printer(pairs_in_one(graph.instructions.values()), self._leave_for_write)
        self.us = self.refresh = 0          # since the last joint, not yet in the variables
        self.after = ""                     # where a write leads on
        self.span = 0
        self.joints = list(graph.joints)

    def text(self) -> str:
        bodies = []
        at = 0
        while at < len(self.joints):        # printing may find that more joints are wanted
            bodies.append(self._joint(self.joints[at]))
            at += 1
        lines = ["def region(cpu, limit, ram=ram, guarded=guarded, write=write):", *self._entry(), "    while True:"]
        if len(bodies) == 1:
            lines += bodies[0]
        else:
            for number, body in enumerate(bodies):
                lines += [f"        {'el' if number else ''}if at == {number}:", *("    " + line for line in body)]
        return "\n".join([*lines, *self._exit()]) + "\n"

    def _entry(self) -> list[str]:
        used = self.printer.used
        lines = [f"    limit -= {self.span}", "    us, refresh, others = cpu.us, cpu.refresh, cpu.others", "    at = 0"]
        return lines + [f"    {name} = {self._home(name, False)}" for name in sorted(used)]

    @staticmethod
    def _home(name: str, storing: bool) -> str:
        if len(name) == 1 and name != "f":
            return f"cpu.r[{REGISTERS.index(name)}]"
        if name in PAIRS[:3]:
            at = 2 * PAIRS.index(name)
            return f"cpu.r[{at}:{at + 2}]" if storing else f"cpu.r[{at}] << 8 | cpu.r[{at + 1}]"
        return f"cpu.{name}"

    def _exit(self) -> list[str]:
        lines = ["    cpu.pc, cpu.us, cpu.q, cpu.refresh = pc, us, q, cpu.refresh & 128 | refresh & 127"]
        for name in sorted(self.printer.changed):
            value = f"{name} >> 8, {name} & 255" if name in PAIRS[:3] else name
            lines.append(f"    {self._home(name, True)} = {value}")
        return lines

    # joints, and the ways between them

    def _joint(self, address: int) -> list[str]:
        printer = self.printer
        printer.lines, printer.indent = [], "        "
        printer.flags, printer.wz, printer.previous_set_flags = IN_F, "", False
        self.us = self.refresh = 0
        self._way(address, 0)
        return printer.lines

    def _way(self, address: int, depth: int) -> None:
        """Prints from an address to the ends of all ways."""
        graph, printer = self.graph, self.printer
        while True:
            one = graph.instructions[address]
            self.span = max(self.span, self.us)
            if one.copies:
                self._leave_before(one)
            self.us, self.refresh = self.us + one.us, self.refresh + one.refresh
            self.after = str(one.next)
            if one.flow != FALLS:
                self._flow(one, depth)
                return
            printer.print(one, graph.needed[address])
            printer.previous_set_flags = printer.set_flags_now
            address = one.next
            if address not in graph.instructions or address in self.joints:
                self._go(address, depth)
                return

    def _flow(self, one: Instruction, depth: int) -> None:
        printer = self.printer
        printer.live, printer.set_flags_now = self.graph.needed[one.address], False
        printer.previous_set_flags = False
        x, y, z = one.xyz
        if one.copies:
            printer.print(one, printer.live)
            self._branch(one, printer.pair("bc"), depth, lambda: self._again(one, depth))
        elif one.code == 0xE9:
            self._leave(printer.pair(one.index or "hl"))
        elif one.flow == JUMPS:
            printer.give_wz(str(one.target))
            self._go(one.target, depth)
        elif one.code == 0x10:
            value = printer.temporary(f"{printer.get(0, one)} - 1 & 255")
            printer.put(0, value, one)
            self._branch(one, value, depth, lambda: self._jump(one, depth))
        elif x == 0:
            self._branch(one, printer.condition(y - 4), depth, lambda: self._jump(one, depth))
        elif z == 2:
            printer.give_wz(one.operand)
            self._branch(one, printer.condition(y), depth, lambda: self._go(one.target, depth + 1))
        else:
            if z in (4, 5):
                printer.give_wz(one.operand)
            leave = self._return if z in (0, 1) else self._call
            if z in (0, 4):
                self._branch(one, printer.condition(y), depth, lambda: leave(one))
            else:
                leave(one)

    def _jump(self, one: Instruction, depth: int) -> None:
        self.printer.give_wz(str(one.target))
        self._go(one.target, depth + 1)

    def _again(self, one: Instruction, depth: int) -> None:
        self.printer.again(one)
        self._go(one.address, depth + 1)

    def _return(self, one: Instruction) -> None:
        value = self.printer.pop()
        self.printer.give_wz(value)
        self._leave(value)

    def _call(self, one: Instruction) -> None:
        target = str(one.code & 0x38) if one.code & 7 == 7 else one.operand
        self.after = target
        self.printer.give_wz(target)
        self.printer.push(str(one.next))
        self._leave(target)

    def _branch(self, one: Instruction, condition: str, depth: int, met: Callable[[], None]) -> None:
        """Prints the way of a met condition, then the way on."""
        printer = self.printer
        before = printer.flags, printer.wz, printer.wz_uses, self.us, self.refresh, printer.indent
        printer.line(f"if {condition}:")
        printer.indent += "    "
        self.us += one.taken
        met()
        printer.flags, printer.wz, printer.wz_uses, self.us, self.refresh, printer.indent = before
        self._go(one.next, depth)

    def _go(self, address: int, depth: int) -> None:
        """On to an address: out of the region, to a joint, or on along the way."""
        if address not in self.graph.instructions:
            self._leave(str(address))
        elif address not in self.joints and depth < DEEPEST:
            self._way(address, depth)
        else:
            if address not in self.joints:
                self.joints.append(address)
            self._to_joint(address)

    def _to_joint(self, address: int) -> None:
        printer = self.printer
        printer.line(f"us += {self.us}")
        printer.line(f"refresh += {self.refresh}")
        outer, us, refresh = printer.indent, self.us, self.refresh
        printer.line("if us >= limit:")
        printer.indent += "    "
        self.us = self.refresh = 0
        self._leave(str(address))
        printer.indent, self.us, self.refresh = outer, us, refresh
        needed = self.graph.needed_before[address]
        if needed & ALL and printer.flags is not IN_F:
            printer.line(f"f = {printer.flags.text}")
        if needed & WZ and printer.wz:
            printer.line(f"wz = {printer.wz}")
        if len(self.joints) > 1:
            printer.line(f"at = {self.joints.index(address)}")
        printer.line("continue")

    def _leave(self, pc: str) -> None:
        """Prints an exit. What the printer remembers stays as it is, for other ways."""
        printer = self.printer
        if self.us:
            printer.line(f"us += {self.us}")
            printer.line(f"refresh += {self.refresh}")
        if printer.flags is not IN_F:
            printer.line(f"f = {printer.flags.text}")
            printer.changed.add("f")
            printer.used.add("f")
        if printer.wz:
            printer.line(f"wz = {printer.wz}")
            printer.changed.add("wz")
            printer.used.add("wz")
        if printer.set_flags_now:
            printer.used.add("f")
        printer.line(f"q = {'f' if printer.set_flags_now else 0}")
        printer.line(f"pc = {pc}")
        printer.line("break")

    def _leave_before(self, one: Instruction) -> None:
        """Leaves a round of LDI or LDIR that writes to a guarded byte to the interpreter."""
        printer, outer = self.printer, self.printer.indent
        printer.line(f"if guarded[{printer.pair('de')}]:")
        printer.indent += "    "
        self._leave(str(one.address))
        printer.indent = outer

    def _leave_for_write(self) -> None:
        self._leave(self.after)


def make_region(bus: Bus, start: int, stops: Callable[[int], bool], changing: Collection[int]) -> Region | None:
    """The region that begins at an address, or None where the first instruction is left to the interpreter."""
    graph = Graph(bus, start, stops, changing)
    if start not in graph.instructions or graph.instructions[start].code in SHOW_Q:
        return None
    printer = RegionPrinter(graph)
    text = printer.text()
    names: dict[str, Any] = {"ram": bus.ram, "guarded": bus.guarded, "write": bus.write, **tables()}
    exec(compile(text, f"<machine code at &{start:04X}>", "exec"), names)
    constant = {one.address + at & 0xFFFF for one in graph.instructions.values() for at in range(one.size)} - set(changing)
    return Region(start, pieces(bus, sorted(constant)), printer.span, text, names["region"], frozenset(constant))


def pieces(bus: Bus, addresses: list[int]) -> list[tuple[int, bytes]]:
    """Addresses as stretches, with the bytes there."""
    found: list[tuple[int, int]] = []
    for address in addresses:
        if found and found[-1][0] + found[-1][1] == address:
            found[-1] = found[-1][0], found[-1][1] + 1
        else:
            found.append((address, 1))
    return [(address, bus.fetch(address, count)) for address, count in found]

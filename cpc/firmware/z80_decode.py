"""Bytes of machine code as instructions, for the translator: how long they are, where they lead, which flags they use."""

from collections.abc import Callable, Collection

from basic.records import record
from cpc.firmware.registers import PV, XY, C, H, N, S, Z
from cpc.firmware.z80_times import MICROSECONDS, near_index

ALL = 0xFF                              # all flags
WZ = 0x100                              # stands beside the flags in what is used and set
CONDITIONS = (Z, C, PV, S)
FALLS, BRANCHES, JUMPS, LEAVES = range(4)


@record(frozen=True)
class Instruction:
    address: int
    index: str                          # "", or "ix" or "iy" that stands for HL
    group: str                          # "" or the prefix: "cb", "ed"
    code: int
    size: int
    operand: str                        # the number in it, as Python text: what it was, or where it lies if it changes
    away: int                           # displacement of (IX+d)
    us: int
    taken: int                          # microseconds more when the condition is met
    refresh: int                        # what it adds to R

    @property
    def next(self) -> int:
        return self.address + self.size & 0xFFFF

    @property
    def xyz(self) -> tuple[int, int, int]:
        return self.code >> 6, self.code >> 3 & 7, self.code & 7

    @property
    def memory(self) -> bool:
        """Whether it uses (HL) or (IX+d) as an operand of eight bits."""
        return near_index(self.code) if self.group == "" else self.group == "cb" and (self.code & 7 == 6 or bool(self.index))

    @property
    def copies(self) -> bool:
        """LDI, LDD, LDIR, LDDR."""
        return self.group == "ed" and self.code >= 0xA0

    @property
    def flow(self) -> int:
        if self.group:
            return BRANCHES if self.copies and self.code >= 0xB0 else FALLS
        x, y, z = self.xyz
        if x == 0 and z == 0 and y >= 2:
            return JUMPS if y == 3 else BRANCHES
        if x == 3:
            if z == 2 or self.code == 0xC3:
                return BRANCHES if z == 2 else JUMPS
            if z in (0, 4, 7) or self.code in (0xC9, 0xCD, 0xE9):
                return LEAVES
        return FALLS

    @property
    def target(self) -> int:
        """Where a jump leads; a repeating instruction leads to itself."""
        if self.copies:
            return self.address
        jump = int(self.operand)
        return jump if self.code >= 0xC0 else self.next + (jump ^ 128) - 128 & 0xFFFF

    def uses(self) -> tuple[int, int]:
        """The flags that it reads, and those that it sets whatever they were; WZ among them."""
        x, y, z = self.xyz
        wz = WZ if self.index and self.memory else 0
        if self.group == "cb":
            if x == 1:
                return (0 if z != 6 or self.index else WZ), ALL & ~C | wz
            return (C if y in (2, 3) and not x else 0), (0 if x else ALL) | wz
        if self.copies:                 # may be left before it has begun
            return ALL | WZ, 0
        if self.group == "ed":
            return {2: (C, ALL | WZ), 3: (0, WZ), 4: (0, ALL)}[z]
        reads, sets = (USES[x](y, z) if x != 1 else (0, 0))
        return reads, sets | wz


def _low_uses(y: int, z: int) -> tuple[int, int]:
    if z == 0:
        return (ALL, ALL) if y == 1 else (CONDITIONS[y - 4 >> 1], 0) if y >= 4 else (0, WZ if y == 3 else 0)
    if z == 7:
        reads = (0, 0, C, C, C | H | N, 0, XY, XY | C)[y]
        return reads, H | N | XY if y == 5 else H | N | XY | C
    return 0, {1: (H | N | XY | C | WZ) * (y & 1), 2: WZ, 4: ALL & ~C, 5: ALL & ~C}.get(z, 0)


def _calculation_uses(y: int, z: int) -> tuple[int, int]:
    return (C if y in (1, 3) else 0), ALL


def _high_uses(y: int, z: int) -> tuple[int, int]:
    if z in (0, 2, 4):
        return CONDITIONS[y >> 1], WZ if z else 0
    if z == 6:
        return _calculation_uses(y, z)
    if z in (1, 5) and y == 6:
        return (0, ALL) if z == 1 else (ALL, 0)
    return 0, WZ if z == 7 or z == 3 and y in (0, 4) or y == 1 else 0


USES: dict[int, Callable[[int, int], tuple[int, int]]] = {0: _low_uses, 2: _calculation_uses, 3: _high_uses}


def operand_size(code: int) -> int:
    """Bytes behind the code of an instruction without prefix."""
    x, y, z = code >> 6, code >> 3 & 7, code & 7
    if x == 0:
        return 2 if z == 1 and not y & 1 or z == 2 and y >= 4 else int(z == 6 or z == 0 and y >= 2)
    if x == 3:
        return 2 if z in (2, 4) or code in (0xC3, 0xCD) else int(z == 6 or code in (0xD3, 0xDB))
    return 0


def translatable(instruction: Instruction) -> bool:
    """Others are left to the interpreter: ports, interrupts, blocks, and what is rare."""
    x, y, z = instruction.xyz
    if instruction.group == "cb":
        return not instruction.index or z == 6 or x == 1
    if instruction.group == "ed":
        return x == 1 and (z in (2, 3) or instruction.code == 0x44) or instruction.code in (0xA0, 0xA8, 0xB0, 0xB8)
    return instruction.code not in (0x27, 0x76, 0xD3, 0xDB, 0xF3, 0xFB, 0xCB, 0xDD, 0xED, 0xFD)


def decode(fetch: Callable[[int, int], bytes], address: int, changing: Collection[int]) -> Instruction | None:
    """The instruction at an address, or None if it is left to the interpreter.

    Bytes at `changing` addresses are written to by the program: only operands may be.
    """
    data = fetch(address, 4)
    index = {0xDD: "ix", 0xFD: "iy"}.get(data[0], "")
    at = 1 if index else 0
    group = {0xCB: "cb", 0xED: "ed"}.get(data[at], "")
    if index and (group == "ed" or data[at] in (0xDD, 0xFD)):
        return None
    away, refresh = 0, 2 if index or group else 1
    if group == "cb" and index:
        away, at = (data[2] ^ 128) - 128, 3
    elif group:
        at += 1
    code = data[at]
    at += 1
    if index and not group and near_index(code):
        away = (data[at] ^ 128) - 128
        at += 1
    count = operand_size(code) if not group else 2 if group == "ed" and code & 0xC7 == 0x43 else 0
    table = (MICROSECONDS.indexed_bits if group and index else MICROSECONDS.bits if group == "cb" else
             MICROSECONDS.extended if group else MICROSECONDS.indexed if index else MICROSECONDS.plain)
    place = address + at & 0xFFFF
    operand = str(int.from_bytes(fetch(place, count), "little"))
    found = Instruction(address, index, group, code, at + count, operand, away, table[code],
                        MICROSECONDS.again[code] if group == "ed" else 0 if group else MICROSECONDS.taken[code], refresh)
    if not translatable(found):
        return None
    written = [byte for byte in range(found.size) if address + byte & 0xFFFF in changing]
    if written:
        if written[0] < at or found.flow != FALLS or found.code == 0xCD or place + count > 0x10000:
            return None
        return Instruction(**{**vars(found), "operand": f"ram[{place}]" if count == 1 else
                              f"(ram[{place}] | ram[{place + 1}] << 8)"})
    return found

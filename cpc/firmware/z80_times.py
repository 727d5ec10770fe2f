"""How long each instruction takes, from its machine cycles.

The cycles are written one sign each, with what the processor does by itself added to the cycle before: a hexadecimal digit is
a fetch, read or write of as many T-states; `o` is a port (4 T-states), `p` one with 5 more.

The gate array lets the processor at the memory once in a microsecond: each cycle waits until its second T-state, or the third
of a port's, falls there. So all instructions take whole microseconds on the CPC.
"""

from collections.abc import Callable

PORT_CYCLES = {"o": 4, "p": 9}


def t_states(cycles: str) -> int:
    """The time without waiting."""
    return sum(PORT_CYCLES.get(cycle) or int(cycle, 16) for cycle in cycles)


def microseconds(cycles: str) -> int:
    """The time on the CPC."""
    now = 0
    for cycle in cycles:
        access = 3 if cycle in PORT_CYCLES else 2
        now += (2 - now - access) % 4 + t_states(cycle)
    return (now + 3) // 4


def plain_cycles(code: int) -> tuple[str, str]:
    """Cycles of an instruction without prefix: condition not met, condition met."""
    x, y, z = code >> 6, code >> 3 & 7, code & 7
    if x == 0:
        return _low_cycles(y, z)
    if x == 3:
        return _high_cycles(y, z)
    cycles = "43" if (z == 6 or x == 1 and y == 6) and code != 0x76 else "4"
    return cycles, cycles


def _low_cycles(y: int, z: int) -> tuple[str, str]:
    if z == 0:
        return ("4", "4") if y < 2 else ("53", "58") if y == 2 else ("48", "48") if y == 3 else ("43", "48")
    cycles = {1: "b" if y & 1 else "433", 2: ("43", "43", "43333", "4333")[y >> 1], 3: "6", 4: "443" if y == 6 else "4",
              5: "443" if y == 6 else "4", 6: "433" if y == 6 else "43", 7: "4"}[z]
    return cycles, cycles


def _high_cycles(y: int, z: int) -> tuple[str, str]:
    if z == 0:
        return "5", "533"
    if z == 4:
        return "433", "43433"
    cycles = {1: ("433", "433", "433", "4", "433", "4", "433", "6")[y], 2: "433",
              3: ("433", "4", "43o", "43o", "43435", "4", "4", "4")[y],
              5: "43433" if y & 1 else "533", 6: "43", 7: "533"}[z]
    return cycles, cycles


def bit_cycles(code: int) -> tuple[str, str]:
    """Behind CB."""
    cycles = "44" if code & 7 != 6 else "444" if code >> 6 == 1 else "4443"
    return cycles, cycles


def indexed_bit_cycles(code: int) -> tuple[str, str]:
    """Behind DD CB or FD CB."""
    cycles = "44354" if code >> 6 == 1 else "443543"
    return cycles, cycles


def near_index(code: int) -> bool:
    """Whether an instruction uses (HL), and behind DD or FD so (IX+d) or (IY+d)."""
    x, y, z = code >> 6, code >> 3 & 7, code & 7
    return x in (1, 2) and 6 in (z, y if x == 1 else z) and code != 0x76 or 0x34 <= code <= 0x36


def indexed_cycles(code: int) -> tuple[str, str]:
    """Behind DD or FD."""
    if code == 0x36:
        return "44353", "44353"
    short, long = plain_cycles(code)
    between = "48" if near_index(code) else "4"
    return (between[0] + short[0] + between[1:] + short[1:], between[0] + long[0] + between[1:] + long[1:])


def extended_cycles(code: int) -> tuple[str, str]:
    """Behind ED: the last round, and a round that is followed by another one."""
    x, y, z = code >> 6, code >> 3 & 7, code & 7
    if x == 2 and y >= 4 and z < 4:
        return (("4435", "443a"), ("448", "44d"), ("45o3", "45o8"), ("453o", "453p"))[z]
    cycles = "44"
    if x == 1:
        cycles = ("44o", "44o", "4b", "443333", "44", "4433", "44",
                  "45" if y < 4 else "4473" if y < 6 else "44")[z]
    return cycles, cycles


class Times:
    """The times of all instructions in one unit: in T_STATES, or in MICROSECONDS of the CPC.

    Each is a list by the last byte of the instruction; `taken` has what a met condition or another round adds.
    """

    def __init__(self, measure: Callable[[str], int]) -> None:
        def table(cycles: Callable[[int], tuple[str, str]]) -> tuple[list[int], list[int]]:
            short = [measure(cycles(code)[0]) for code in range(256)]
            return short, [measure(cycles(code)[1]) - short[code] for code in range(256)]

        self.plain, self.taken = table(plain_cycles)
        self.bits, _ = table(bit_cycles)
        self.indexed, _ = table(indexed_cycles)
        self.indexed_bits, _ = table(indexed_bit_cycles)
        self.extended, self.again = table(extended_cycles)
        self.one = measure("4")
        self.interrupt = measure("733")
        self.interrupt_by_table = measure("73333")


T_STATES = Times(t_states)
MICROSECONDS = Times(microseconds)

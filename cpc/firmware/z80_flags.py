"""Flags in translated machine code: tables of them, and the text that computes them when they are asked for."""

from functools import cache

from basic.records import field, record
from cpc.firmware.registers import PV, XY, C, H, N, S, Z
from cpc.firmware.z80_plain import SZ, SZP

Tables = dict[str, bytes]


@cache
def tables() -> Tables:
    """By carry, first and second operand, the carry highest; with one operand by the result."""
    add, subtract = bytearray(), bytearray()
    for carry in (0, 1):
        for a in range(256):
            for b in range(256):
                result = a + b + carry
                low = result & 255
                add.append(SZ[low] | (a ^ b ^ low) & H | ((a ^ low) & (b ^ low) & 128) >> 5 | result >> 8)
                result = a - b - carry
                low = result & 255
                subtract.append(SZ[low] | N | (a ^ b ^ low) & H | ((a ^ b) & (a ^ low) & 128) >> 5 | result >> 8 & C)
    compare = bytes(flags & ~XY | at & XY for at, flags in enumerate(subtract[:0x10000]))
    increase = bytes(SZ[value] | (H if not value & 15 else 0) | (PV if value == 128 else 0) for value in range(256))
    decrease = bytes(SZ[value] | N | (H if value & 15 == 15 else 0) | (PV if value == 127 else 0) for value in range(256))
    return {"ADD": bytes(add), "SUB": bytes(subtract), "CP": compare, "INC": increase, "DEC": decrease, "SZP": SZP, "SZ": SZ}


@record
class Flags:
    """Flags as text over the names in `uses`. `met` has shorter texts that are true if a single flag is set."""
    text: str
    uses: set[str]
    met: dict[int, str] = field(default_factory=dict)

    def condition(self, flag: int) -> str:
        return self.met.get(flag) or f"({self.text}) & {flag}"

    def carry(self) -> str:
        """The carry as a number."""
        return f"({self.met[C]})" if C in self.met else f"(({self.text}) & 1)"

    def kept(self, mask: int) -> str:
        """Some of the flags, in their places."""
        if mask == C:
            return self.carry()
        return f"({self.text}) & {mask}"


IN_F = Flags("f", {"f"})


def of_result(text: str, value: str, uses: set[str], carry: str, signed: bool = True) -> Flags:
    """Flags of an operation with the result `value`; `carry` is text that is true with a carry, or empty."""
    met = {Z: f"not {value}", S: f"{value} > 127"} if signed else {}
    return Flags(text, uses, met | ({C: carry} if carry else {}))

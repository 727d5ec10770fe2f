"""The firmware's entries for sums, differences, products and quotients of reals.

HL and DE are where the two reals lie; the result comes to where HL is, and carry says that it fits. Below &4000 the machine
finds its ROM there, so nothing is done. Nothing is done for a CALL of BASIC, either: HL is where its statement ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from basic.errors import SoftError
from basic.values import reals
from cpc.firmware import jump_block

if TYPE_CHECKING:
    from cpc.firmware.calls import Firmware
    from cpc.firmware.entries import Entry
    from cpc.firmware.z80 import Z80

Operation = Callable[[float, float], float]

SIZE = 5
ROM_END = 0x4000
# Their places in the arithmetic's part of the jump block. BASIC 1.0 has a difference of its own.
OPERATIONS: dict[int, Operation] = {9: reals.add, 11: lambda x, y: reals.sub(y, x), 12: reals.mul, 13: reals.div}
DIFFERENCE = 10


def entries(model: str) -> dict[int, Entry]:
    """These entries by their addresses."""
    first = next(first for first, opcode, _ in jump_block.BLOCKS[model] if opcode == jump_block.FIRM_JUMP)
    operations = OPERATIONS | ({DIFFERENCE: reals.sub} if model == "464" else {})
    return {first + 3 * number: _entry(operation) for number, operation in operations.items()}


def _entry(operation: Operation) -> Entry:
    def calculate(firmware: Firmware, cpu: Z80) -> None:
        left, right, ram = cpu.hl, cpu.de, cpu.ram
        if not firmware.in_ram or min(left, right) < ROM_END:
            return
        x, y = (reals.from_bytes(bytes(ram[at:at + SIZE])) for at in (left, right))
        try:
            result, cpu.carry = operation(x, y), True
        except SoftError as error:
            result, cpu.carry = error.result, False
        ram[left:left + SIZE] = reals.to_bytes(result)
    return calculate

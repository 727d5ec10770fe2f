"""How long the firmware's entries take when they are called by their addresses, besides what their work takes anywhere. Counted
in cycles on the firmware, without interrupts, with the registers that a CALL without values gives."""

from basic.ports import INTERRUPTS

THROUGH_A_JUMP = 92         # microseconds: the jump at the address, the ROM that it switches on, and the way back
BESIDES: dict[int, tuple[int, int]] = {         # by the address: on the 464, with BASIC 1.1
    0xBB03: (577, 616), 0xBB09: (71, 71), 0xBB1B: (32, 32), 0xBB24: (8, 8), 0xBB48: (77, 77), 0xBB4E: (66, 72),
    0xBB51: (700, 700), 0xBB54: (68, 64), 0xBB57: (58, 51), 0xBB69: (11, 11), 0xBB78: (29, 29), 0xBB7B: (46, 48),
    0xBB7E: (34, 35), 0xBB81: (33, 35), 0xBB84: (21, 22), 0xBB87: (88, 88), 0xBB93: (160, 191), 0xBB99: (160, 191),
    0xBB9C: (7, 41), 0xBB9F: (-94, -94), 0xBBA5: (57, 57), 0xBBBA: (675, 768), 0xBBC0: (-94, -94), 0xBBC3: (-56, -56),
    0xBBDB: (95, 102), 0xBBDE: (-95, -97), 0xBBE1: (160, 194), 0xBC02: (78, 78), 0xBC14: (99804, 99831), 0xBC1A: (97, 97),
    0xBC3B: (69, 69), 0xBCA7: (-25, 82), 0xBCB6: (6, 6), 0xBCC8: (1742, 1859), 0xBD0D: (7, 7), 0xBD10: (12, 12),
    0xBD19: (-47, -47), 0xBD1C: (12, 12), 0xBD22: (40, -26), 0xBD2B: (73, 210), 0xBD37: (7660, 6827),
}


def time_of(entry: int, basic_1_1: bool) -> int:
    return round((THROUGH_A_JUMP + BESIDES.get(entry, (0, 0))[basic_1_1]) * INTERRUPTS)

"""The gate array, and the memory banks of the 6128, which listen to the same port."""

from cpc.memory import BANK
from cpc.picture.palette import BORDER, Palette, colour_of
from cpc.picture.screen import Screen

# For each of the eight arrangements, the block of 16K at &0000, &4000, &8000 and &C000; blocks 4 to 7 are the second 64K.
ARRANGEMENTS = ((0, 1, 2, 3), (0, 1, 2, 7), (4, 5, 6, 7), (0, 3, 2, 7), (0, 4, 2, 3), (0, 5, 2, 3), (0, 6, 2, 3), (0, 7, 2, 3))

State = tuple[int, int, int, dict[int, bytes]]      # pen selected, mode and ROMs, arrangement, blocks that are not seen


class Banks:
    """The 128K of the 6128. The 64K that are seen lie in `ram`; the blocks that are not seen are put aside here."""

    def __init__(self, ram: bytearray) -> None:
        self.ram = ram
        self.arrangement = 0
        self.aside = {block: bytes(BANK) for block in range(4, 8)}

    def arrange(self, number: int) -> None:
        old, new = ARRANGEMENTS[self.arrangement], ARRANGEMENTS[number]
        if new == old:
            return
        for place, block in enumerate(old):
            if block not in new or new[place] != block:
                self.aside[block] = bytes(self.ram[place * BANK:(place + 1) * BANK])
        for place, block in enumerate(new):
            if old[place] != block:
                self.ram[place * BANK:(place + 1) * BANK] = self.aside[block]
        for block in new:
            self.aside.pop(block, None)
        self.arrangement = number


class GateArray:
    """Pens, inks and border; the register of modes and ROMs; the banks of the 6128."""

    def __init__(self, palette: Palette, screen: Screen, banks: Banks | None) -> None:
        self.palette = palette
        self.screen = screen
        self.banks = banks
        self.pen = 0
        self.switches = 0x89        # mode and ROMs

    def write(self, value: int) -> None:
        kind = value >> 6
        if kind == 0:
            self.pen = BORDER if value & 16 else value & 15
        elif kind == 1:
            self.palette.show_colour(self.pen, colour_of(value))
        elif kind == 2:
            self.switches = value
            self.screen.show_mode_for_now(value & 3)
        elif self.banks is not None:
            self.banks.arrange(value & 7)

    def snapshot(self) -> State:
        banks = self.banks
        return self.pen, self.switches, banks.arrangement if banks else 0, dict(banks.aside) if banks else {}

    def restore(self, state: State) -> None:
        """The RAM that is seen is restored by the machine."""
        self.pen, self.switches, arrangement, aside = state
        if self.banks is not None:
            self.banks.arrangement, self.banks.aside = arrangement, dict(aside)

"""The registers and flags of the Z80: eight single ones, and the pairs that most of them form."""

S, Z, Y, H, X, PV, N, C = 0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01
XY = X | Y                      # undocumented; mostly bits of the result
BC, DE, HL, SP = range(4)


class Registers:
    """The registers by their names. The instructions reach the eight single ones by number, in `r`."""

    def __init__(self) -> None:
        self.r = [0] * 8                # B C D E H L - A
        self.f = 0
        self.others = [0] * 9           # the second set, F last
        self.ix = self.iy = self.sp = self.pc = 0
        self.i = self.refresh = 0       # I and R
        self.iff1 = self.iff2 = self.im = 0
        self.wz = 0                     # inner register for addresses; BIT shows some of it
        self.q = 0                      # F if the last instruction has set flags, else 0; SCF and CCF show it

    def pair(self, number: int) -> int:
        return self.sp if number == SP else self.r[2 * number] << 8 | self.r[2 * number + 1]

    def set_pair(self, number: int, value: int) -> None:
        if number == SP:
            self.sp = value & 0xFFFF
        else:
            self.r[2 * number], self.r[2 * number + 1] = value >> 8 & 255, value & 255

    @property
    def a(self) -> int:
        return self.r[7]

    @a.setter
    def a(self, value: int) -> None:
        self.r[7] = value & 255

    @property
    def b(self) -> int:
        return self.r[0]

    @b.setter
    def b(self, value: int) -> None:
        self.r[0] = value & 255

    @property
    def c(self) -> int:
        return self.r[1]

    @c.setter
    def c(self, value: int) -> None:
        self.r[1] = value & 255

    @property
    def d(self) -> int:
        return self.r[2]

    @d.setter
    def d(self, value: int) -> None:
        self.r[2] = value & 255

    @property
    def e(self) -> int:
        return self.r[3]

    @e.setter
    def e(self, value: int) -> None:
        self.r[3] = value & 255

    @property
    def h(self) -> int:
        return self.r[4]

    @h.setter
    def h(self, value: int) -> None:
        self.r[4] = value & 255

    @property
    def l(self) -> int:  # noqa: E743
        return self.r[5]

    @l.setter
    def l(self, value: int) -> None:  # noqa: E743
        self.r[5] = value & 255

    @property
    def bc(self) -> int:
        return self.pair(BC)

    @bc.setter
    def bc(self, value: int) -> None:
        self.set_pair(BC, value)

    @property
    def de(self) -> int:
        return self.pair(DE)

    @de.setter
    def de(self, value: int) -> None:
        self.set_pair(DE, value)

    @property
    def hl(self) -> int:
        return self.pair(HL)

    @hl.setter
    def hl(self, value: int) -> None:
        self.set_pair(HL, value)

    @property
    def carry(self) -> bool:
        return bool(self.f & C)

    @carry.setter
    def carry(self, on: bool) -> None:
        self.f = self.f | C if on else self.f & ~C

    @property
    def zero(self) -> bool:
        return bool(self.f & Z)

    @zero.setter
    def zero(self, on: bool) -> None:
        self.f = self.f | Z if on else self.f & ~Z

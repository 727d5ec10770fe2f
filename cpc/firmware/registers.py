"""The registers and flags of the processor: eight single ones, and the pairs that most of them form."""

S, Z, H, PV, N, C = 0x80, 0x40, 0x10, 0x04, 0x02, 0x01
BC, DE, HL, SP = range(4)


class Registers:
    def __init__(self) -> None:
        self.r = [0] * 8                # B C D E H L - A
        self.f = 0
        self.others = [0] * 9           # the second set, F last
        self.ix = self.iy = self.sp = self.pc = 0

    def pair(self, number: int) -> int:
        return self.sp if number == SP else self.r[2 * number] << 8 | self.r[2 * number + 1]

    def set_pair(self, number: int, value: int) -> None:
        if number == SP:
            self.sp = value & 0xFFFF
        else:
            self.r[2 * number], self.r[2 * number + 1] = value >> 8 & 255, value & 255

    a = property(lambda self: self.r[7], lambda self, value: self.r.__setitem__(7, value & 255))
    b = property(lambda self: self.r[0], lambda self, value: self.r.__setitem__(0, value & 255))
    c = property(lambda self: self.r[1], lambda self, value: self.r.__setitem__(1, value & 255))
    d = property(lambda self: self.r[2], lambda self, value: self.r.__setitem__(2, value & 255))
    e = property(lambda self: self.r[3], lambda self, value: self.r.__setitem__(3, value & 255))
    h = property(lambda self: self.r[4], lambda self, value: self.r.__setitem__(4, value & 255))
    l = property(lambda self: self.r[5], lambda self, value: self.r.__setitem__(5, value & 255))  # noqa: E741
    bc = property(lambda self: self.pair(BC), lambda self, value: self.set_pair(BC, value))
    de = property(lambda self: self.pair(DE), lambda self, value: self.set_pair(DE, value))
    hl = property(lambda self: self.pair(HL), lambda self, value: self.set_pair(HL, value))

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

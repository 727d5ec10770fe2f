"""The processor's instructions without a prefix, one by one. This is the reference: plain, and exact in each flag."""

from cpc.firmware.ports import Bus
from cpc.firmware.registers import PV, XY, C, H, N, Registers, S, Z
from cpc.firmware.z80_times import MICROSECONDS, Times

PARITY = bytes(0 if byte.bit_count() & 1 else PV for byte in range(256))
SZ = bytes(byte & (S | XY) | (0 if byte else Z) for byte in range(256))
SZP = bytes(SZ[byte] | PARITY[byte] for byte in range(256))


class Plain(Registers):
    """What sets flags writes `self.f = self.q = ...`, so that `q` is F; what sets F otherwise leaves `q` at 0."""

    def __init__(self, bus: Bus, times: Times = MICROSECONDS) -> None:
        super().__init__()
        self.bus = bus
        self.ram = bus.ram
        self.read, self.write = bus.read, bus.write
        self.times = times
        self.us = 0                 # time, in what `times` counts
        self.halted = False
        self.interrupt_waits = False
        self.shielded = False       # EI holds interrupts off until the next instruction is done
        self.old_q = 0              # `q` of the instruction before

    # memory

    def word(self, address: int) -> int:
        return self.read(address & 0xFFFF) | self.read(address + 1 & 0xFFFF) << 8

    def set_word(self, address: int, value: int) -> None:
        self.write(address & 0xFFFF, value & 255)
        self.write(address + 1 & 0xFFFF, value >> 8 & 255)

    def push(self, value: int) -> None:
        self.sp = self.sp - 2 & 0xFFFF
        self.set_word(self.sp, value)

    def pop(self) -> int:
        value = self.word(self.sp)
        self.sp = self.sp + 2 & 0xFFFF
        return value

    def fetch(self) -> int:
        byte = self.read(self.pc)
        self.pc = self.pc + 1 & 0xFFFF
        return byte

    def fetch_code(self) -> int:
        """A byte that says what to do; each refreshes a row of memory and counts R up."""
        self.refresh = self.refresh & 128 | self.refresh + 1 & 127
        return self.fetch()

    def fetch_word(self) -> int:
        return self.fetch() | self.fetch() << 8

    def fetch_address(self) -> int:
        self.wz = self.fetch_word()
        return self.wz

    # instructions

    def get(self, number: int, address: int) -> int:
        return self.read(address) if number == 6 else self.r[number]

    def put(self, number: int, value: int, address: int) -> None:
        if number == 6:
            self.write(address, value)
        else:
            self.r[number] = value

    def plain(self, code: int, address: int) -> None:
        """Does the instruction `code`; (HL) is the byte at `address`."""
        self.us += self.times.plain[code]
        x, y, z = code >> 6, code >> 3 & 7, code & 7
        if x == 1:
            if code == 0x76:
                self.halted = True
            else:
                self.put(y, self.get(z, address), address)
        elif x == 2:
            self.calculate(y, self.get(z, address))
        elif x == 0:
            self._low(y, z, address)
        else:
            self._high(y, z, code)

    def _low(self, y: int, z: int, address: int) -> None:
        if z == 0:
            self._relative(y)
        elif z == 1:
            if y & 1:
                self.hl = self._add16(self.hl, self.pair(y >> 1))
            else:
                self.set_pair(y >> 1, self.fetch_word())
        elif z == 2:
            self._indirect(y)
        elif z == 3:
            self.set_pair(y >> 1, self.pair(y >> 1) + (-1 if y & 1 else 1))
        elif z == 4:
            value = self.get(y, address) + 1 & 255
            half, over = value & 15 == 0, value == 128
            self.f = self.q = self.f & C | SZ[value] | half * H | over * PV
            self.put(y, value, address)
        elif z == 5:
            value = self.get(y, address) - 1 & 255
            half, over = value & 15 == 15, value == 127
            self.f = self.q = self.f & C | SZ[value] | N | half * H | over * PV
            self.put(y, value, address)
        elif z == 6:
            self.put(y, self.fetch(), address)
        else:
            self._accumulator(y)

    def _relative(self, y: int) -> None:
        if y == 0:
            return
        if y == 1:
            self.r[7], self.f, self.others[7:] = self.others[7], self.others[8], [self.r[7], self.f]
            return
        jump = self.fetch()
        if y == 2:
            self.r[0] = self.r[0] - 1 & 255
            met = self.r[0] != 0
        else:
            met = y == 3 or self._condition(y - 4)
        if met:
            self.us += self.times.taken[8 * y]
            self.pc = self.wz = self.pc + (jump ^ 128) - 128 & 0xFFFF

    def _indirect(self, y: int) -> None:
        address = self.fetch_word() if y >= 4 else self.pair(y >> 1)
        self.wz = address + 1 & 0xFFFF
        if y == 4:
            self.set_word(address, self.hl)
        elif y == 5:
            self.hl = self.word(address)
        elif y & 1:
            self.r[7] = self.read(address)
        else:
            self.write(address, self.r[7])
            self.wz = self.wz & 255 | self.r[7] << 8

    def _accumulator(self, y: int) -> None:
        a, f = self.r[7], self.f
        kept = f & (S | Z | PV)
        if y < 4:
            if y & 1:
                out, result = a & 1, a >> 1 | (f & C if y == 3 else a & 1) << 7
            else:
                out, result = a >> 7, a << 1 & 255 | (f & C if y == 2 else a >> 7)
            self.f = kept | result & XY | out
            self.r[7] = result
        elif y == 4:
            self._decimal(a, f)
        elif y == 5:
            self.r[7] = a ^ 255
            self.f = f & (S | Z | PV | C) | H | N | self.r[7] & XY
        else:
            undocumented = ((self.old_q ^ f) | a) & XY
            self.f = kept | undocumented | (C if y == 6 or not f & C else H)
        self.q = self.f

    def _decimal(self, a: int, f: int) -> None:
        low = 6 if f & H or a & 15 > 9 else 0
        high = 0x60 if f & C or a > 0x99 else 0
        result = (a - low - high if f & N else a + low + high) & 255
        self.r[7] = result
        self.f = SZP[result] | f & N | (a ^ result) & H | (C if high else 0)

    def _condition(self, number: int) -> bool:
        return bool(self.f & (Z, C, PV, S)[number >> 1]) == bool(number & 1)

    def _high(self, y: int, z: int, code: int) -> None:
        if z == 0:
            if self._condition(y):
                self.us += self.times.taken[code]
                self.pc = self.wz = self.pop()
        elif z == 1:
            self._pop_group(y)
        elif z == 2:
            target = self.fetch_address()
            if self._condition(y):
                self.pc = target
        elif z == 3:
            self._jump_group(y)
        elif z == 4:
            target = self.fetch_address()
            if self._condition(y):
                self.us += self.times.taken[code]
                self.push(self.pc)
                self.pc = target
        elif z == 5:
            if y & 1:
                target = self.fetch_address()
                self.push(self.pc)
                self.pc = target
            else:
                self.push(self.r[7] << 8 | self.f if y == 6 else self.pair(y >> 1))
        elif z == 6:
            self.calculate(y, self.fetch())
        else:
            self.push(self.pc)
            self.pc = self.wz = y * 8

    def _pop_group(self, y: int) -> None:
        if y == 6:
            value = self.pop()
            self.r[7], self.f = value >> 8, value & 255
        elif not y & 1:
            self.set_pair(y >> 1, self.pop())
        elif y == 1:
            self.pc = self.wz = self.pop()
        elif y == 3:
            self.r[:6], self.others[:6] = self.others[:6], self.r[:6]
        elif y == 5:
            self.pc = self.hl
        else:
            self.sp = self.hl

    def _jump_group(self, y: int) -> None:
        a = self.r[7]
        if y == 0:
            self.pc = self.fetch_address()
        elif y == 2:
            port = a << 8 | self.fetch()
            self.bus.out(port, a)
            self.wz = a << 8 | port + 1 & 255
        elif y == 3:
            port = a << 8 | self.fetch()
            self.r[7] = self.bus.in_(port)
            self.wz = port + 1 & 0xFFFF
        elif y == 4:
            self.wz = self.word(self.sp)
            self.set_word(self.sp, self.hl)
            self.hl = self.wz
        elif y == 5:
            self.de, self.hl = self.hl, self.de
        else:
            self.iff1 = self.iff2 = int(y == 7)
            self.shielded = y == 7

    def calculate(self, y: int, value: int) -> None:
        a = self.r[7]
        if y in (4, 5, 6):
            self.r[7] = a & value if y == 4 else a ^ value if y == 5 else a | value
            self.f = self.q = SZP[self.r[7]] | (H if y == 4 else 0)
            return
        carry = self.f & C if y in (1, 3) else 0
        if y < 2:
            result = a + value + carry
            overflow = (a ^ result) & (value ^ result) & 128
            flags = 0
        else:
            result = a - value - carry
            overflow = (a ^ value) & (a ^ result) & 128
            flags = N
        flags |= SZ[result & 255] | (PV if overflow else 0) | (a ^ value ^ result) & H | (C if result & 256 else 0)
        if y == 7:
            self.f = self.q = flags & ~XY | value & XY
        else:
            self.f = self.q = flags
            self.r[7] = result & 255

    def _add16(self, first: int, second: int) -> int:
        result = first + second
        self.wz = first + 1 & 0xFFFF
        self.f = self.q = (self.f & (S | Z | PV) | (first ^ second ^ result) >> 8 & H | result >> 8 & XY
                           | result >> 16)
        return result & 0xFFFF

"""The processor's instructions without a prefix, its memory and its ports."""

from collections.abc import Callable

from cpc.firmware.registers import PV, C, H, N, Registers, S, Z

PARITY = bytes(0 if byte.bit_count() & 1 else PV for byte in range(256))
SZP = bytes(byte & S | (Z if byte == 0 else 0) | PARITY[byte] for byte in range(256))


class Plain(Registers):
    """Reads and writes `ram` directly, and ports through `read_port` and `write_port`."""

    def __init__(self, ram: bytearray, read_port: Callable[[int], int],
                 write_port: Callable[[int, int], None]) -> None:
        super().__init__()
        self.ram = ram
        self.read_port = read_port
        self.write_port = write_port
        self.halted = False
        self.us = 0

    # memory

    def word(self, address: int) -> int:
        return self.ram[address & 0xFFFF] | self.ram[address + 1 & 0xFFFF] << 8

    def set_word(self, address: int, value: int) -> None:
        self.ram[address & 0xFFFF] = value & 255
        self.ram[address + 1 & 0xFFFF] = value >> 8 & 255

    def push(self, value: int) -> None:
        self.sp = self.sp - 2 & 0xFFFF
        self.set_word(self.sp, value)

    def pop(self) -> int:
        value = self.word(self.sp)
        self.sp = self.sp + 2 & 0xFFFF
        return value

    def fetch(self) -> int:
        byte = self.ram[self.pc]
        self.pc = self.pc + 1 & 0xFFFF
        return byte

    def fetch_word(self) -> int:
        return self.fetch() | self.fetch() << 8

    # instructions

    def get(self, number: int, address: int) -> int:
        return self.ram[address] if number == 6 else self.r[number]

    def put(self, number: int, value: int, address: int) -> None:
        if number == 6:
            self.ram[address] = value
        else:
            self.r[number] = value

    def plain(self, code: int, address: int) -> None:
        """Does the instruction `code`; (HL) is the byte at `address`."""
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
            self._high(y, z)

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
            self.f = self.f & C | SZP[value] & (S | Z) | half * H | over * PV
            self.put(y, value, address)
        elif z == 5:
            value = self.get(y, address) - 1 & 255
            half, over = value & 15 == 15, value == 127
            self.f = self.f & C | SZP[value] & (S | Z) | N | half * H | over * PV
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
            self.us += y != 3
            self.pc = self.pc + (jump ^ 128) - 128 & 0xFFFF

    def _indirect(self, y: int) -> None:
        if y in (0, 2):
            self.ram[self.pair(y >> 1)] = self.r[7]
        elif y in (1, 3):
            self.r[7] = self.ram[self.pair(y >> 1)]
        else:
            address = self.fetch_word()
            if y == 4:
                self.set_word(address, self.hl)
            elif y == 5:
                self.hl = self.word(address)
            elif y == 6:
                self.ram[address] = self.r[7]
            else:
                self.r[7] = self.ram[address]

    def _accumulator(self, y: int) -> None:
        a, f = self.r[7], self.f
        kept = f & (S | Z | PV)
        if y == 0:
            self.r[7], self.f = (a << 1 | a >> 7) & 255, kept | a >> 7
        elif y == 1:
            self.r[7], self.f = (a >> 1 | a << 7) & 255, kept | a & 1
        elif y == 2:
            self.r[7], self.f = (a << 1 | f & C) & 255, kept | a >> 7
        elif y == 3:
            self.r[7], self.f = a >> 1 | (f & C) << 7, kept | a & 1
        elif y == 4:
            low = 6 if f & H or a & 15 > 9 else 0
            high = 0x60 if f & C or a > 0x99 else 0
            result = a - low - high if f & N else a + low + high
            half = (a & 15 < 6 if f & H else 0) if f & N else a & 15 > 9
            self.r[7] = result & 255
            self.f = SZP[result & 255] | f & N | (H if half else 0) | (C if high else 0)
        elif y == 5:
            self.r[7], self.f = a ^ 255, f | H | N
        elif y == 6:
            self.f = kept | C
        else:
            self.f = kept | (H if f & C else C)

    def _condition(self, number: int) -> bool:
        return bool(self.f & (Z, C, PV, S)[number >> 1]) == bool(number & 1)

    def _high(self, y: int, z: int) -> None:
        if z == 0:
            if self._condition(y):
                self.us += 2
                self.pc = self.pop()
        elif z == 1:
            self._pop_group(y)
        elif z == 2:
            target = self.fetch_word()
            if self._condition(y):
                self.pc = target
        elif z == 3:
            self._jump_group(y)
        elif z == 4:
            target = self.fetch_word()
            if self._condition(y):
                self.us += 2
                self.push(self.pc)
                self.pc = target
        elif z == 5:
            if y & 1:
                target = self.fetch_word()
                self.push(self.pc)
                self.pc = target
            else:
                self.push(self.r[7] << 8 | self.f if y == 6 else self.pair(y >> 1))
        elif z == 6:
            self.calculate(y, self.fetch())
        else:
            self.push(self.pc)
            self.pc = y * 8

    def _pop_group(self, y: int) -> None:
        if y == 6:
            value = self.pop()
            self.r[7], self.f = value >> 8, value & 255
        elif not y & 1:
            self.set_pair(y >> 1, self.pop())
        elif y == 1:
            self.pc = self.pop()
        elif y == 3:
            self.r[:6], self.others[:6] = self.others[:6], self.r[:6]
        elif y == 5:
            self.pc = self.hl
        else:
            self.sp = self.hl

    def _jump_group(self, y: int) -> None:
        if y == 0:
            self.pc = self.fetch_word()
        elif y == 2:
            self.write_port(self.r[7] << 8 | self.fetch(), self.r[7])
        elif y == 3:
            self.r[7] = self.read_port(self.r[7] << 8 | self.fetch())
        elif y == 4:
            value = self.word(self.sp)
            self.set_word(self.sp, self.hl)
            self.hl = value
        elif y == 5:
            self.de, self.hl = self.hl, self.de

    def calculate(self, y: int, value: int) -> None:
        a = self.r[7]
        if y in (4, 5, 6):
            self.r[7] = a & value if y == 4 else a ^ value if y == 5 else a | value
            self.f = SZP[self.r[7]] | (H if y == 4 else 0)
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
        self.f = (SZP[result & 255] & (S | Z) | flags | (PV if overflow else 0) | (a ^ value ^ result) & H
                  | (C if result & 256 else 0))
        if y != 7:
            self.r[7] = result & 255

    def _add16(self, first: int, second: int) -> int:
        result = first + second
        self.f = self.f & (S | Z | PV) | ((first ^ second ^ result) >> 8) & H | result >> 16
        return result & 0xFFFF

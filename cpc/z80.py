"""The processor, for the few bytes of machine code that listings POKE and CALL.

All documented instructions, on the 64K of RAM; the ROMs are not there. Times are those of the CPC, where
an instruction takes whole microseconds. `step` does one instruction; who runs it looks at `pc` for the
firmware's addresses.
"""

from collections.abc import Callable

from .registers import PV, C, H, N, Registers, S, Z

# Microseconds of the plain instructions, conditions not met; those of a memory operand count it.
TIMES = bytes.fromhex(
    "01030202010102010103020201010201" "03030202010102010303020201010201"
    "02030502010102010203050201010201" "02030402030303010203040201010201"
    + "01010101010102010101010101010201" * 3 + "02020202020201020101010101010201"
    + "01010101010102010101010101010201" * 4
    + "02030303030402040203030203050204" "02030303030402040201030303010204"
    "02030306030402040201030103010204" "02030301030402040202030103010204")

PARITY = bytes(0 if byte.bit_count() & 1 else PV for byte in range(256))
SZP = bytes(byte & S | (Z if byte == 0 else 0) | PARITY[byte] for byte in range(256))


class Z80(Registers):
    def __init__(self, ram: bytearray, read_port: Callable[[int], int],
                 write_port: Callable[[int, int], None]) -> None:
        super().__init__()
        self.ram = ram
        self.read_port = read_port
        self.write_port = write_port
        self.halted = False
        self.us = 0

    def snapshot(self) -> dict:
        return {name: list(value) if isinstance(value, list) else value for name, value in vars(self).items()
                if isinstance(value, int | list)}

    def restore(self, state: dict) -> None:
        for name, value in state.items():
            setattr(self, name, list(value) if isinstance(value, list) else value)

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

    def step(self) -> None:
        code = self.fetch()
        if code == 0xCB:
            self._bits()
        elif code == 0xED:
            self._extended()
        elif code in (0xDD, 0xFD):
            self._indexed("ix" if code == 0xDD else "iy")
        else:
            self.us += TIMES[code]
            self._plain(code, self.hl)

    def get(self, number: int, address: int) -> int:
        return self.ram[address] if number == 6 else self.r[number]

    def put(self, number: int, value: int, address: int) -> None:
        if number == 6:
            self.ram[address] = value
        else:
            self.r[number] = value

    def _plain(self, code: int, address: int) -> None:
        """`address` is that of a memory operand."""
        x, y, z = code >> 6, code >> 3 & 7, code & 7
        if x == 1:
            if code == 0x76:
                self.halted = True
            else:
                self.put(y, self.get(z, address), address)
        elif x == 2:
            self._calculate(y, self.get(z, address))
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
            self._calculate(y, self.fetch())
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

    def _calculate(self, y: int, value: int) -> None:
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

    # the groups behind a prefix

    def _bits(self) -> None:
        code = self.fetch()
        self.us += 2 + (0 if code & 7 != 6 else 1 if 64 <= code < 128 else 2)
        self._bit_operation(code, code & 7, self.hl)

    def _bit_operation(self, code: int, target: int, address: int) -> None:
        value = self.get(target, address)
        bit = 1 << (code >> 3 & 7)
        if code < 64:
            self.put(target, self._shifted(code >> 3, value), address)
        elif code < 128:
            self.f = self.f & C | H | (S if value & bit & 128 else 0) | (0 if value & bit else Z | PV)
        else:
            self.put(target, value & ~bit if code < 192 else value | bit, address)

    def _shifted(self, kind: int, value: int) -> int:
        carry = value & 1 if kind & 1 else value >> 7
        if kind & 1:
            top = (value << 7, (self.f & C) << 7, value & 128, 0)[kind >> 1]
            result = value >> 1 | top & 128
        else:
            result = value << 1 & 255 | (value >> 7, self.f & C, 0, 1)[kind >> 1]
        self.f = SZP[result] | carry
        return result

    def _indexed(self, name: str) -> None:
        """HL becomes IX or IY, and (HL) a byte near it."""
        code = self.fetch()
        index = getattr(self, name)
        if code == 0xCB:
            address = index + (self.fetch() ^ 128) - 128 & 0xFFFF
            code = self.fetch()
            self.us += 6 if 64 <= code < 128 else 7
            self._bit_operation(code, 6, address)
            return
        x, y, z = code >> 6, code >> 3 & 7, code & 7
        if (x in (1, 2) and 6 in (z, y if x == 1 else z) and code != 0x76) or 0x34 <= code <= 0x36:
            address = index + (self.fetch() ^ 128) - 128 & 0xFFFF
            self.us += TIMES[code] + 3
            self._plain(code, address)
            return
        self.us += 1 + TIMES[code]
        if code == 0xEB:
            self._plain(code, 0)
            return
        real, self.hl = self.hl, index
        self._plain(code, index)
        setattr(self, name, self.hl)
        self.hl = real

    def _extended(self) -> None:
        code = self.fetch()
        x, y, z = code >> 6, code >> 3 & 7, code & 7
        if x == 1:
            self.us += (4, 4, 4, 6, 2, 4, 2, 3)[z]
            self._extended_one(y, z)
        elif x == 2 and y >= 4 and z < 4:
            self._block(y, z)
        else:
            self.us += 2

    def _extended_one(self, y: int, z: int) -> None:
        if z == 0:
            value = self.read_port(self.bc)
            self.f = self.f & C | SZP[value]
            if y != 6:
                self.r[y] = value
        elif z == 1:
            self.write_port(self.bc, 0 if y == 6 else self.r[y])
        elif z == 2:
            self._carry16(y & 1, self.pair(y >> 1))
        elif z == 3:
            address = self.fetch_word()
            if y & 1:
                self.set_pair(y >> 1, self.word(address))
            else:
                self.set_word(address, self.pair(y >> 1))
        elif z == 4:
            value, self.r[7] = self.r[7], 0
            self._calculate(2, value)
        elif z == 5:
            self.pc = self.pop()
        elif z == 7 and y in (4, 5):
            self._rotate_digits(y == 5)
        elif z == 7 and y in (2, 3):
            self.r[7] = self.us & 127 if y == 3 else 0
            self.f = self.f & C | SZP[self.r[7]] & (S | Z) | PV

    def _carry16(self, add: int, value: int) -> None:
        hl, carry = self.hl, self.f & C
        result = hl + value + carry if add else hl - value - carry
        overflow = (hl ^ result) & (value ^ result if add else hl ^ value) & 0x8000
        self.hl = result
        self.f = (result >> 8 & S | (0 if result & 0xFFFF else Z) | (hl ^ value ^ result) >> 8 & H
                  | (PV if overflow else 0) | (0 if add else N) | result >> 16 & C)

    def _rotate_digits(self, left: bool) -> None:
        self.us += 2
        a, value = self.r[7], self.ram[self.hl]
        if left:
            self.ram[self.hl], a = value << 4 & 255 | a & 15, a & 0xF0 | value >> 4
        else:
            self.ram[self.hl], a = value >> 4 | a << 4 & 255, a & 0xF0 | value & 15
        self.r[7] = a
        self.f = self.f & C | SZP[a]

    def _block(self, y: int, z: int) -> None:
        """LDI, CPI, INI, OUTI and their kin: one round; those that repeat come here again."""
        step = -1 if y & 1 else 1
        value = self.ram[self.hl]
        again = y >= 6
        if z == 0:
            self.us += 5
            self.ram[self.de] = value
            self.de, self.bc = self.de + step, self.bc - 1
            self.f = self.f & (S | Z | C) | (PV if self.bc else 0)
            again &= self.bc != 0
        elif z == 1:
            self.us += 4
            carry = self.f & C
            self._calculate(7, value)
            self.bc -= 1
            self.f = self.f & ~(C | PV) | carry | (PV if self.bc else 0)
            again &= self.bc != 0 and not self.f & Z
        else:
            self.us += 5
            if z == 2:
                self.ram[self.hl] = self.read_port(self.bc)
            self.b -= 1
            if z == 3:
                self.write_port(self.bc, value)
            self.f = self.f & C | N | SZP[self.b] & (S | Z)
            again &= self.b != 0
        self.hl += step
        if again:
            self.us += 2 if z == 1 else 1
            self.pc = self.pc - 2 & 0xFFFF

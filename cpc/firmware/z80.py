"""The processor, for the machine code that listings POKE and CALL.

It has all documented instructions and the 64K of RAM, but no ROM. Its times are those of the CPC, where an instruction takes
whole microseconds. `step` does one instruction; the caller looks at `pc` for the firmware's entries.
"""

from typing import Any

from cpc.firmware.registers import PV, C, H, N, S, Z
from cpc.firmware.z80_plain import SZP, Plain

# Microseconds of the instructions without a prefix, with conditions not met and memory operands included.
TIMES = bytes.fromhex(
    "01030202010102010103020201010201" "03030202010102010303020201010201"
    "02030502010102010203050201010201" "02030402030303010203040201010201"
    + "01010101010102010101010101010201" * 3 + "02020202020201020101010101010201"
    + "01010101010102010101010101010201" * 4
    + "02030303030402040203030203050204" "02030303030402040201030303010204"
    "02030306030402040201030103010204" "02030301030402040202030103010204")


class Z80(Plain):
    """The instructions behind the prefixes CB, ED, DD and FD, and all others."""

    def snapshot(self) -> dict[str, Any]:
        return {name: list(value) if isinstance(value, list) else value for name, value in vars(self).items()
                if isinstance(value, int | list)}

    def restore(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, list(value) if isinstance(value, list) else value)

    def step(self) -> None:
        """Does one instruction and adds its time to `us`."""
        code = self.fetch()
        if code == 0xCB:
            self._bits()
        elif code == 0xED:
            self._extended()
        elif code in (0xDD, 0xFD):
            self._indexed("ix" if code == 0xDD else "iy")
        else:
            self.us += TIMES[code]
            self.plain(code, self.hl)

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
        """HL stands for IX or IY, and (HL) for a byte near the address in it."""
        code = self.fetch()
        index: int = getattr(self, name)
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
            self.plain(code, address)
            return
        self.us += 1 + TIMES[code]
        if code == 0xEB:
            self.plain(code, 0)
            return
        real, self.hl = self.hl, index
        self.plain(code, index)
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
            self.calculate(2, value)
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
        """One round of LDI, CPI, INI, OUTI and the like. A repeating instruction is done again."""
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
            self.calculate(7, value)
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

"""The processor: the instructions behind a prefix, interrupts and HALT.

All documented and undocumented instructions are here, with all flags and times. `step` does one instruction or accepts an
interrupt; the caller looks at `pc` for the firmware's entries. Machine code that runs often is translated (`z80_runner`).
"""

from typing import Any

from cpc.firmware.registers import PV, XY, C, H, N, S, Z
from cpc.firmware.z80_plain import PARITY, SZ, SZP, Plain
from cpc.firmware.z80_times import near_index

STATE = ("r", "f", "others", "ix", "iy", "sp", "pc", "i", "refresh", "iff1", "iff2", "im", "wz", "q", "us", "halted",
         "shielded", "interrupt_waits")
MODES = (0, 0, 1, 2)


class Z80(Plain):
    """One instruction a step."""

    def snapshot(self) -> dict[str, Any]:
        state = {name: getattr(self, name) for name in STATE}
        return {name: list(value) if isinstance(value, list) else value for name, value in state.items()}

    def restore(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, list(value) if isinstance(value, list) else value)

    def step(self) -> None:
        """Does one instruction, or what else is due, and adds its time to `us`."""
        if self.interrupt_waits and self.iff1 and not self.shielded:
            self._accept_interrupt()
            return
        self.shielded = False
        self.old_q, self.q = self.q, 0
        if self.halted:
            self.refresh = self.refresh & 128 | self.refresh + 1 & 127
            self.us += self.times.one
            return
        code = self.fetch_code()
        if code == 0xCB:
            self._bits()
        elif code == 0xED:
            self._extended()
        elif code in (0xDD, 0xFD):
            self._indexed("ix" if code == 0xDD else "iy")
        else:
            self.plain(code, self.hl)

    # interrupts

    def request_interrupt(self) -> None:
        """The interrupt is accepted before the next instruction for which interrupts are allowed."""
        self.interrupt_waits = True

    def _accept_interrupt(self) -> None:
        """The CPC's bus has 255 then, which is RST &38 in mode 0, and half of an address in mode 2."""
        self.interrupt_waits = self.halted = False
        self.iff1 = self.iff2 = self.q = 0
        self.refresh = self.refresh & 128 | self.refresh + 1 & 127
        self.push(self.pc)
        if self.im == 2:
            self.us += self.times.interrupt_by_table
            self.pc = self.word(self.i << 8 | 255)
        else:
            self.us += self.times.interrupt
            self.pc = 0x38
        self.wz = self.pc

    # the groups behind a prefix

    def _bits(self) -> None:
        code = self.fetch_code()
        self.us += self.times.bits[code]
        self._bit_operation(code, self.hl, self.wz >> 8 if code & 7 == 6 else self.r[code & 7], code & 7)

    def _bit_operation(self, code: int, address: int, shown: int, source: int) -> None:
        """`shown`: where BIT takes the undocumented flags from."""
        value = self.get(source, address)
        bit = 1 << (code >> 3 & 7)
        if 64 <= code < 128:
            self.f = self.q = self.f & C | H | value & bit & S | shown & XY | (0 if value & bit else Z | PV)
            return
        result = self._shifted(code >> 3, value) if code < 64 else value & ~bit if code < 192 else value | bit
        self.put(source, result, address)
        if code & 7 not in (6, source):         # behind DD CB and FD CB, a register gets it as well
            self.r[code & 7] = result

    def _shifted(self, kind: int, value: int) -> int:
        carry = value & 1 if kind & 1 else value >> 7
        if kind & 1:
            top = (value << 7, (self.f & C) << 7, value & 128, 0)[kind >> 1]
            result = value >> 1 | top & 128
        else:
            result = value << 1 & 255 | (value >> 7, self.f & C, 0, 1)[kind >> 1]
        self.f = self.q = SZP[result] | carry
        return result

    def _indexed(self, name: str) -> None:
        """HL stands for IX or IY, and (HL) for a byte near the address in it."""
        if self.read(self.pc) in (0xDD, 0xED, 0xFD):
            self.us += self.times.one           # another prefix follows: this one does nothing
            self.shielded = True
            return
        code = self.fetch_code()
        index: int = getattr(self, name)
        if code == 0xCB:
            self.wz = index + (self.fetch() ^ 128) - 128 & 0xFFFF
            code = self.fetch()
            self.us += self.times.indexed_bits[code]
            self._bit_operation(code, self.wz, self.wz >> 8, 6)
            return
        self.us += self.times.indexed[code] - self.times.plain[code]
        if near_index(code):
            self.wz = index + (self.fetch() ^ 128) - 128 & 0xFFFF
            self.plain(code, self.wz)
        elif code in (0xEB, 0xD9):
            self.plain(code, 0)
        else:
            real, self.hl = self.hl, index
            self.plain(code, index)
            setattr(self, name, self.hl)
            self.hl = real

    def _extended(self) -> None:
        code = self.fetch_code()
        self.us += self.times.extended[code]
        x, y, z = code >> 6, code >> 3 & 7, code & 7
        if x == 1:
            self._extended_one(y, z)
        elif x == 2 and y >= 4 and z < 4:
            self._block(code, -1 if y & 1 else 1)

    def _extended_one(self, y: int, z: int) -> None:
        if z == 0:
            value = self.bus.in_(self.bc)
            self.wz = self.bc + 1 & 0xFFFF
            self.f = self.q = self.f & C | SZP[value]
            if y != 6:
                self.r[y] = value
        elif z == 1:
            self.bus.out(self.bc, 0 if y == 6 else self.r[y])
            self.wz = self.bc + 1 & 0xFFFF
        elif z == 2:
            self._carry16(y & 1, self.pair(y >> 1))
        elif z == 3:
            address = self.fetch_word()
            self.wz = address + 1 & 0xFFFF
            if y & 1:
                self.set_pair(y >> 1, self.word(address))
            else:
                self.set_word(address, self.pair(y >> 1))
        elif z == 4:
            value, self.r[7] = self.r[7], 0
            self.calculate(2, value)
        elif z == 5:
            self.iff1 = self.iff2
            self.pc = self.wz = self.pop()
        elif z == 6:
            self.im = MODES[y & 3]
        elif y in (4, 5):
            self._rotate_digits(y == 5)
        elif y < 4:
            self._transfer(y)

    def _transfer(self, y: int) -> None:
        """LD I,A; LD R,A; LD A,I; LD A,R."""
        if y == 0:
            self.i = self.r[7]
        elif y == 1:
            self.refresh = self.r[7]
        else:
            self.r[7] = self.i if y == 2 else self.refresh
            self.f = self.q = self.f & C | SZ[self.r[7]] | self.iff2 * PV

    def _carry16(self, add: int, value: int) -> None:
        hl, carry = self.hl, self.f & C
        result = hl + value + carry if add else hl - value - carry
        overflow = (hl ^ result) & (value ^ result if add else hl ^ value) & 0x8000
        self.wz = hl + 1 & 0xFFFF
        self.hl = result
        self.f = self.q = (result >> 8 & (S | XY) | (0 if result & 0xFFFF else Z) | (hl ^ value ^ result) >> 8 & H
                           | (PV if overflow else 0) | (0 if add else N) | result >> 16 & C)

    def _rotate_digits(self, left: bool) -> None:
        a, value = self.r[7], self.read(self.hl)
        if left:
            result, a = value << 4 & 255 | a & 15, a & 0xF0 | value >> 4
        else:
            result, a = value >> 4 | a << 4 & 255, a & 0xF0 | value & 15
        self.write(self.hl, result)
        self.wz = self.hl + 1 & 0xFFFF
        self.r[7] = a
        self.f = self.q = self.f & C | SZP[a]

    # LDI, CPI, INI, OUTI and the like

    def _block(self, code: int, step: int) -> None:
        """One round. A repeating instruction is then done again."""
        z = code & 3
        if z == 0:
            again = self._copy(step)
        elif z == 1:
            again = self._compare(step)
        else:
            again = self._port_round(z == 2, step)
        if again and code >= 0xB0:
            self.us += self.times.again[code]
            self.pc = self.pc - 2 & 0xFFFF
            self.wz = self.pc + 1 & 0xFFFF
            flags = self.f & ~XY | self.pc >> 8 & XY
            self.f = self.q = self._port_round_again(flags) if z >= 2 else flags

    def _copy(self, step: int) -> bool:
        value = self.read(self.hl)
        self.write(self.de, value)
        self.hl, self.de, self.bc = self.hl + step, self.de + step, self.bc - 1
        shown = self.r[7] + value
        self.f = self.q = self.f & (S | Z | C) | shown & 8 | shown << 4 & 32 | (PV if self.bc else 0)
        return self.bc != 0

    def _compare(self, step: int) -> bool:
        carry, value = self.f & C, self.read(self.hl)
        self.calculate(7, value)
        self.hl, self.bc, self.wz = self.hl + step, self.bc - 1, self.wz + step & 0xFFFF
        shown = self.r[7] - value - (1 if self.f & H else 0)
        self.f = self.q = (self.f & (S | Z | H | N) | carry | shown & 8 | shown << 4 & 32 | (PV if self.bc else 0))
        return bool(self.bc) and not self.f & Z

    def _port_round(self, reads: bool, step: int) -> bool:
        if reads:
            value = self.bus.in_(self.bc)
            self.wz = self.bc + step & 0xFFFF
            self.write(self.hl, value)
            self.b = self.b - 1
            total = value + (self.c + step & 255)
        else:
            value = self.read(self.hl)
            self.b = self.b - 1
            self.bus.out(self.bc, value)
            self.wz = self.bc + step & 0xFFFF
            total = value + (self.hl + step & 255)
        self.hl += step
        self.f = self.q = (SZ[self.b] | value >> 6 & N | (H | C if total > 255 else 0) | PARITY[total & 7 ^ self.b])
        return self.b != 0

    def _port_round_again(self, flags: int) -> int:
        """The flags when INIR, INDR, OTIR or OTDR is about to repeat, as the step back of PC leaves them."""
        b = self.b
        if not flags & C:
            return flags ^ PARITY[b & 7] ^ PV
        if flags & N:
            half = b & 15 == 0
            flags ^= PARITY[b - 1 & 7] ^ PV
        else:
            half = b & 15 == 15
            flags ^= PARITY[b + 1 & 7] ^ PV
        return flags & ~H | (H if half else 0)

"""Instructions of machine code as lines of Python, over the variables of `z80_variables`."""

from cpc.firmware.registers import PV, XY, C, H, N, S, Z
from cpc.firmware.z80_decode import ALL, Instruction
from cpc.firmware.z80_flags import IN_F, Flags, of_result
from cpc.firmware.z80_variables import PAIRS, REGISTERS, Variables


class Printer(Variables):
    """Prints one instruction after the other."""

    def print(self, one: Instruction, live: int) -> None:
        """`live`: flags and WZ that something after the instruction can still see."""
        self.live, self.set_flags_now = live, False
        if one.index and one.memory:
            self.give_wz(self.temporary(self.near(one)))
            self.wz_uses = set()
        x, _, _ = one.xyz
        if one.group == "cb":
            self._bits(one)
        elif one.copies:
            self._copy(one)
        elif one.group == "ed":
            self._extended(one)
        elif x == 1:
            self._load(one)
        elif x == 2:
            self.calculate(one, self.get(one.code & 7, one))
        else:
            (self._high if x else self._low)(one)

    def _load(self, one: Instruction) -> None:
        _, y, z = one.xyz
        if y != z:
            self.put(y, self.get(z, one), one)

    def _low(self, one: Instruction) -> None:
        _, y, z = one.xyz
        hl = one.index or "hl"
        pair = hl if y >> 1 == 2 else PAIRS[y >> 1]
        if z == 1 and y & 1:
            self._add16(hl, pair)
        elif z == 1:
            self.put_pair(pair, one.operand)
        elif z == 2:
            self._indirect(one, hl)
        elif z == 3:
            self.put_pair(pair, f"{self.pair(pair)} {'-' if y & 1 else '+'} 1 & 65535")
        elif z in (4, 5):
            self._count(one, y, "DEC" if z == 5 else "INC")
        elif z == 6:
            self.put(y, one.operand, one)
        elif z == 7:
            self._accumulator(y)
        elif y == 1:
            self._exchange([("a", 7), ("f", 8)])

    def _count(self, one: Instruction, y: int, kind: str) -> None:
        value = self.temporary(f"{self.get(y, one)} {'-' if kind == 'DEC' else '+'} 1 & 255")
        if self.live & ALL:
            text, uses, carry = f"{kind}[{value}]", set(), ""
            if self.live & C:
                old = self.old_flags()
                text, uses, carry = f"{old.carry()} | {text}", old.uses, old.met.get(C, "")
            self.give_flags(of_result(text, value, uses, carry))
        self.set_flags_now = True
        self.put(y, value, one)

    def _indirect(self, one: Instruction, hl: str) -> None:
        y = one.code >> 3 & 7
        if y < 4:
            address = self.pair(PAIRS[y >> 1])
            after = (f"{address} + 1 & 65535", *PAIRS[y >> 1], PAIRS[y >> 1])
        else:
            address = self.short(one.operand)
            after = ((str(int(address) + 1 & 0xFFFF),) if address.isdecimal() else (f"{address} + 1 & 65535",))
        if y & 1 or y == 4:
            self.give_wz(*after)
        if y == 4:
            self.write_word(address, self.pair(hl))
        elif y == 5:
            self.put_pair(hl, self.word(address))
        elif y & 1:
            self.assign("a", f"ram[{address}]")
        else:
            self.give_wz(f"{self.name('a')} << 8 | {address} + 1 & 255", "a", *after[1:])
            self.write([(address, "a")])

    def _add16(self, first: str, second: str) -> None:
        old = self.temporary(self.pair(first))
        other = old if first == second else self.pair(second)
        total = self.temporary(f"{old} + {other}")
        if self.live & ALL:
            flags = self.old_flags()
            text = f"{flags.kept(S | Z | PV)} | ({old} ^ {other} ^ {total}) >> 8 & {H} | {total} >> 8 & {XY} | {total} >> 16"
            met = {flag: flags.met[flag] for flag in (S, Z, PV) if flag in flags.met}
            self.give_flags(Flags(text, flags.uses | {second, *second}, met | {C: f"{total} > 65535"}))
        self.set_flags_now = True
        self.give_wz(f"{old} + 1 & 65535")
        self.put_pair(first, f"{total} & 65535")

    def _accumulator(self, y: int) -> None:
        a, old = self.temporary(self.name("a")), self.old_flags()
        met = {flag: old.met[flag] for flag in (S, Z, PV) if flag in old.met}
        kept = old.kept(S | Z | PV)
        if y == 5:
            result = self.temporary(f"{a} ^ 255")
            met |= {C: old.met[C]} if C in old.met else {}
            flags = Flags(f"{old.kept(S | Z | PV | C)} | {H | N} | {result} & {XY}", old.uses, met)
        elif y >= 6:
            shown = a if self.previous_set_flags else f"({a} | {old.text})"
            carry = "1" if y == 6 else f"(0 if {old.condition(C)} else 1)"
            half = "" if y == 6 else f" | ({H} if {old.condition(C)} else 0)"
            flags = Flags(f"{kept} | {shown} & {XY} | {carry}{half}", old.uses, met | {C: carry})
            result = a
        else:
            out = f"{a} & 1" if y & 1 else f"{a} >> 7"
            carry = old.carry() if y >= 2 else f"({out})"
            result = self.temporary(f"{a} >> 1 | {carry} << 7" if y & 1 else f"{a} << 1 & 255 | {carry}")
            flags = Flags(f"{kept} | {result} & {XY} | {out}", old.uses, met | {C: f"({out})"})
        if self.live & ALL:
            self.give_flags(flags)
        self.set_flags_now = True
        self.assign("a", result)

    def _high(self, one: Instruction) -> None:
        _, y, z = one.xyz
        hl = one.index or "hl"
        pair = hl if y >> 1 == 2 else PAIRS[y >> 1]
        if z == 6:
            self.calculate(one, one.operand)
        elif z == 1 and y == 6:
            value = self.pop()
            self.assign("a", f"{value} >> 8")
            self.assign("f", f"{value} & 255")
            self.flags = IN_F
        elif z == 1 and not y & 1:
            self.put_pair(pair, self.pop())
        elif z == 5 and y == 6:
            self.need_flags()
            self.push(f"{self.name('a')} << 8 | f")
        elif z == 5:
            self.push(self.pair(pair))
        elif one.code == 0xF9:
            self.assign("sp", self.pair(hl))
        elif one.code == 0xE3:
            value, old = self.temporary(self.word(self.name("sp"))), self.temporary(self.pair(hl))
            self.give_wz(value)
            self.put_pair(hl, value)
            self.write_word("sp", old)
        elif one.code == 0xEB:
            value = self.temporary(self.pair("de"))
            self.put_pair("de", self.pair("hl"))
            self.put_pair("hl", value)
        elif one.code == 0xD9:
            self._exchange([(name, at) for at, name in enumerate("bcdehl")])

    def _exchange(self, registers: list[tuple[str, int]]) -> None:
        """EXX, and EX AF,AF'."""
        if registers[0][0] == "a":
            self.need_flags()
        one = Instruction(0, "", "", 0, 0, "", 0, 0, 0, 0)
        for name, at in registers:
            number = REGISTERS.find(name)
            value = self.temporary("f" if name == "f" else self.get(number, one))
            if name == "f":
                self.assign("f", f"others[{at}]")
            else:
                self.put(number, f"others[{at}]", one)
            self.line(f"others[{at}] = {value}")

    def calculate(self, one: Instruction, text: str) -> None:
        """ADD, ADC, SUB, SBC, AND, XOR, OR, CP."""
        y = one.code >> 3 & 7
        self.set_flags_now = True
        if y in (4, 5, 6):
            sign = "&^|"[y - 4]
            same = "0" if y == 5 else "a"
            self.assign("a", same if text == "a" else f"{self.name('a')} {sign} {text}")
            if self.live & ALL:
                self.give_flags(of_result(f"SZP[a] | {H}" if y == 4 else "SZP[a]", "a", {"a"}, "False"))
            return
        if y == 7:
            value = text if text.isdecimal() or text in REGISTERS else self.temporary(text)
            if self.live & ALL:
                met = {Z: f"a == {value}", C: f"a < {value}", S: f"a - {value} & 128"}
                self.give_flags(Flags(f"CP[{self.name('a')} << 8 | {value}]", {"a", value}, met))
            return
        self._add8(y, text)

    def _add8(self, y: int, text: str) -> None:
        carry, sign, table = "", "-" if y >= 2 else "+", "SUB" if y >= 2 else "ADD"
        old = self.temporary(self.name("a")) if self.live & ALL else self.name("a")
        value = text if text.isdecimal() else old if text == "a" else self.temporary(text)
        if y & 1:
            carry = self.short(self.old_flags().carry())
        total = f"{old} {sign} {value}" + (f" {sign} {carry}" if carry else "")
        if self.live & ALL:
            total = self.temporary(total)
            result = self.temporary(f"{total} & 255")
            index = f"{old} << 8 | {value}" + (f" | {carry} << 16" if carry else "")
            self.give_flags(of_result(f"{table}[{index}]", result, set(), f"{total} < 0" if y >= 2 else f"{total} > 255"))
            self.assign("a", result)
        else:
            self.assign("a", f"{total} & 255")

    def _bits(self, one: Instruction) -> None:
        x, y, z = one.xyz
        target = 6 if one.index else z
        value = self.temporary(self.get(target, one))
        if x == 1:
            if self.live & ALL:
                self._test_bit(one, 1 << y, value)
            self.set_flags_now = True
            return
        self.put(target, self._shift(y, value) if x == 0 else f"{value} & {255 - (1 << y)}" if x == 2 else
                 f"{value} | {1 << y}", one)

    def _test_bit(self, one: Instruction, bit: int, value: str) -> None:
        shown = value
        if one.index or one.code & 7 == 6:
            shown = self.temporary(f"({self.wz or self.name('wz')}) >> 8")
        carry = self.old_flags().kept(C) if self.live & C else "0"
        uses = self.flags.uses if self.live & C else set()
        text = f"{carry} | {H} | {value} & {bit & S} | {shown} & {XY} | (0 if {value} & {bit} else {Z | PV})"
        met = {C: self.flags.met[C]} if C in self.flags.met else {}
        self.give_flags(Flags(text, uses, met | {Z: f"not {value} & {bit}"}))

    def _shift(self, kind: int, value: str) -> str:
        out = f"{value} & 1" if kind & 1 else f"{value} >> 7"
        carry = self.old_flags().carry() if kind >> 1 == 1 else ""
        if kind & 1:
            top = (f" | ({out}) << 7", f" | {carry} << 7", f" | {value} & 128", "")[kind >> 1]
            result = self.temporary(f"{value} >> 1{top}")
        else:
            low = (f" | {out}", f" | {carry}", "", " | 1")[kind >> 1]
            result = self.temporary(f"{value} << 1 & 255{low}")
        if self.live & ALL:
            self.give_flags(of_result(f"SZP[{result}] | {out}", result, set(), f"({out})"))
        self.set_flags_now = True
        return result

    def _extended(self, one: Instruction) -> None:
        _, y, z = one.xyz
        pair = PAIRS[y >> 1]
        if z == 2:
            self._carry16(pair, y & 1)
        elif z == 3:
            address = self.short(one.operand)
            self.give_wz(str(int(address) + 1 & 0xFFFF) if address.isdecimal() else f"{address} + 1 & 65535")
            if y & 1:
                self.put_pair(pair, self.word(address))
            else:
                self.write_word(address, self.pair(pair))
        else:
            old = self.temporary(self.name("a"))
            if self.live & ALL:
                self.give_flags(Flags(f"SUB[{old}]", set(), {C: f"({old} > 0)", Z: f"not {old}"}))
            self.set_flags_now = True
            self.assign("a", f"-{old} & 255")

    def _carry16(self, pair: str, add: int) -> None:
        carry = self.old_flags().carry()
        old, other = self.temporary(self.pair("hl")), self.temporary(self.pair(pair))
        sign = "+" if add else "-"
        total = self.temporary(f"{old} {sign} {other} {sign} {carry}")
        result = self.temporary(f"{total} & 65535")
        if self.live & ALL:
            over = f"{other} ^ {total}" if add else f"{old} ^ {other}"
            text = (f"{result} >> 8 & {S | XY} | (0 if {result} else {Z}) | ({old} ^ {other} ^ {total}) >> 8 & {H}"
                    f" | (({old} ^ {total}) & ({over}) & 32768) >> 13 | {0 if add else N} | {total} >> 16 & 1")
            met = {Z: f"not {result}", S: f"{result} > 32767", C: f"{total} > 65535" if add else f"{total} < 0"}
            self.give_flags(Flags(text, set(), met))
        self.set_flags_now = True
        self.give_wz(f"{old} + 1 & 65535")
        self.put_pair("hl", result)

    def _copy(self, one: Instruction) -> None:
        """One round. Whether the byte is guarded has been looked at."""
        sign = "-" if one.code & 8 else "+"
        source, target = self.temporary(self.pair("hl")), self.temporary(self.pair("de"))
        value, left = self.temporary(f"ram[{source}]"), self.temporary(f"{self.pair('bc')} - 1 & 65535")
        self.line(f"ram[{target}] = {value}")
        if self.live & ALL:
            old, shown = self.old_flags(), f"({self.name('a')} + {value})"
            text = f"{old.kept(S | Z | C)} | {shown} & 8 | {shown} << 4 & 32 | ({PV} if {left} else 0)"
            met = {flag: old.met[flag] for flag in (S, Z, C) if flag in old.met}
            self.give_flags(Flags(text, old.uses | {"a"}, met | {PV: left}))
        self.set_flags_now = True
        self.put_pair("hl", f"{source} {sign} 1 & 65535")
        self.put_pair("de", f"{target} {sign} 1 & 65535")
        self.put_pair("bc", left)

    def again(self, one: Instruction) -> None:
        """LDIR and LDDR: PC goes back, which shows in the flags."""
        self.give_wz(str(one.address + 1 & 0xFFFF))
        text = f"{self.flags.kept(ALL & ~XY)} | {one.address >> 8 & XY}"
        self.flags = Flags(text, self.flags.uses, self.flags.met)

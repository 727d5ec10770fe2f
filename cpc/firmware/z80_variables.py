"""The processor's registers and memory in translated machine code: registers are local variables of a Python function.

A pair of registers is one variable or two, whichever is used more. Flags, and the inner register WZ, are kept as text until
something needs them, or until a variable in the text is about to change; often nothing needs them before they are set again.
"""

from collections import Counter
from collections.abc import Callable, Iterable

from cpc.firmware.z80_decode import ALL, CONDITIONS, WZ, Instruction
from cpc.firmware.z80_flags import IN_F, Flags

PAIRS = ("bc", "de", "hl", "sp")
REGISTERS = "bcdehl?a"


def pairs_in_one(instructions: Iterable[Instruction]) -> set[str]:
    """The pairs that are better kept in one variable."""
    gain: Counter[str] = Counter()
    for one in instructions:
        x, y, z = one.xyz
        hl = one.index or "hl"
        if one.memory:
            gain["hl"] += not one.index
        elif one.copies:
            gain.update({"bc": 2, "de": 2, "hl": 2})
        elif one.group == "ed" and z in (2, 3) or one.group == "" and (x == 0 and z in (1, 2, 3) or x == 3 and z in (1, 5)):
            pair = ("bc", "de", hl, "sp")[y >> 1]
            gain[pair] += 2
            gain[hl] += z == 1
        if one.group != "ed" and (one.group or x in (1, 2)):
            gain[REGISTERS[z & 6:][:2]] -= 1 if z < 6 else 0
        if one.group == "" and (x == 1 or x == 0 and z in (4, 5, 6)):
            gain[REGISTERS[y & 6:][:2]] -= 2 if y < 6 else 0
        gain["bc"] -= 2 * (one.group == "" and one.code == 0x10)
        gain["hl"] += one.code in (0xE3, 0xEB, 0xE9, 0xF9)
        gain["de"] += one.code == 0xEB
    return {pair for pair in ("bc", "de", "hl") if gain[pair] > 0}


class Variables:
    """`lines` grows. `leave` prints how the code is left after the instruction that is being printed."""

    def __init__(self, whole: set[str], leave: Callable[[], None]) -> None:
        self.whole = whole | {"ix", "iy", "sp"}
        self.leave = leave
        self.lines: list[str] = []
        self.indent = ""
        self.used: set[str] = set()             # variables that hold registers
        self.changed: set[str] = set()
        self.flags = IN_F
        self.wz = ""                            # text, or empty: in its variable
        self.wz_uses: set[str] = set()
        self.set_flags_now = False              # the present instruction has set flags
        self.previous_set_flags = False         # the one before it has
        self.live = 0                           # what is needed after the present instruction
        self.temporaries = 0

    # variables

    def line(self, text: str) -> None:
        self.lines.append(self.indent + text)

    def temporary(self, text: str) -> str:
        self.temporaries += 1
        self.line(f"x{self.temporaries} = {text}")
        return f"x{self.temporaries}"

    def name(self, name: str) -> str:
        self.used.add(name)
        return name

    def assign(self, name: str, text: str) -> None:
        self._about_to_change(name)
        self.used.add(name)
        self.changed.add(name)
        if name != text:
            self.line(f"{name} = {text}")

    def _about_to_change(self, name: str) -> None:
        if name in self.flags.uses and name != "f":
            if self.live & ALL:
                self.need_flags()
            self.flags = IN_F
        if name in self.wz_uses and self.wz:
            if self.live & WZ:
                self.need_wz()
            self.wz = ""

    def need_flags(self) -> None:
        """Puts the flags into their variable."""
        if self.flags is not IN_F:
            self.line(f"f = {self.flags.text}")
            self.flags = IN_F
        self.used.add("f")
        self.changed.add("f")

    def need_wz(self) -> None:
        if self.wz:
            self.line(f"wz = {self.wz}")
            self.wz = ""
        self.used.add("wz")
        self.changed.add("wz")

    def old_flags(self) -> Flags:
        """The flags before the instruction, short enough to be part of another text."""
        if len(self.flags.text) > 80:
            self.need_flags()
        self.used |= {"f"} & self.flags.uses
        return self.flags

    def give_flags(self, flags: Flags) -> None:
        self.flags = flags
        self.set_flags_now = True

    def give_wz(self, text: str, *uses: str) -> None:
        self.wz, self.wz_uses = text, set(uses)

    # registers

    def get(self, number: int, one: Instruction) -> str:
        """A register or the byte in memory that takes its place."""
        if number == 6:
            return f"ram[{self.near(one)}]"
        pair = PAIRS[number >> 1] if number < 6 else ""
        if one.index and not one.memory and pair == "hl":
            pair = one.index
        if pair in self.whole:
            return f"({self.name(pair)} & 255)" if number & 1 else f"({self.name(pair)} >> 8)"
        return self.name(REGISTERS[number])

    def put(self, number: int, text: str, one: Instruction) -> None:
        pair = PAIRS[number >> 1] if number < 6 else ""
        if one.index and not one.memory and pair == "hl":
            pair = one.index
        if number == 6:
            self.write([(self.near(one), text)])
        elif pair in self.whole:
            self.name(pair)
            self.assign(pair, f"{pair} & 65280 | {text}" if number & 1 else f"{pair} & 255 | ({text}) << 8")
        else:
            self.assign(REGISTERS[number], text)

    def pair(self, name: str) -> str:
        if name in self.whole:
            return self.name(name)
        return f"({self.name(name[0])} << 8 | {self.name(name[1])})"

    def put_pair(self, name: str, text: str) -> None:
        if name in self.whole:
            self.assign(name, text)
        elif text.isdecimal():
            self.assign(name[0], str(int(text) >> 8))
            self.assign(name[1], str(int(text) & 255))
        else:
            value = self.temporary(text)
            self.assign(name[0], f"{value} >> 8")
            self.assign(name[1], f"{value} & 255")

    def near(self, one: Instruction) -> str:
        """The address of (HL) or (IX+d)."""
        if not one.index:
            return self.pair("hl")
        return f"{self.name(one.index)} + {one.away} & 65535"

    # memory

    def write(self, bytes_: list[tuple[str, str]]) -> None:
        """Writes bytes as the instruction's last act; where others have to know it, the code is left then."""
        places = [(self.short(address), self.short(value)) for address, value in bytes_]
        self.line("if " + " or ".join(f"guarded[{address}]" for address, _ in places) + ":")
        for address, value in places:
            self.line(f"    write({address}, {value})")
        outer, self.indent = self.indent, self.indent + "    "
        self.leave()
        self.indent = outer
        for address, value in places:
            self.line(f"ram[{address}] = {value}")

    def short(self, text: str) -> str:
        """A text that may stand twice."""
        return text if text.isalnum() else self.temporary(text)

    def write_word(self, address: str, text: str) -> None:
        value, first = self.short(text), self.short(address)
        second = str(int(first) + 1 & 0xFFFF) if first.isdecimal() else f"{first} + 1 & 65535"
        self.write([(first, f"{value} & 255"), (second, f"{value} >> 8")])

    def word(self, address: str) -> str:
        if address.isdecimal():
            return f"ram[{address}] | ram[{int(address) + 1 & 0xFFFF}] << 8"
        address = self.short(address)
        return f"ram[{address}] | ram[{address} + 1 & 65535] << 8"

    def push(self, text: str) -> None:
        value = self.short(text)
        self.assign("sp", f"{self.name('sp')} - 2 & 65535")
        self.write([("sp", f"{value} & 255"), ("sp + 1 & 65535", f"{value} >> 8")])

    def pop(self) -> str:
        value = self.temporary(self.word(self.name("sp")))
        self.assign("sp", "sp + 2 & 65535")
        return value

    def condition(self, y: int) -> str:
        """The condition of a jump, call or return."""
        flag = CONDITIONS[y >> 1]
        if flag not in self.flags.met and self.flags is not IN_F:
            self.need_flags()
        self.used |= self.flags.uses & {"f", "a"}
        text = self.flags.condition(flag)
        return text if y & 1 else f"not ({text})"

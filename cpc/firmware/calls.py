"""CALL: firmware entries by their address, and machine code in RAM.

BASIC calls a routine with the number of values in A, the last value in DE (the address if there is no value), and all values
at IX. So a listing calls MODE 2 as `CALL &BC0E,1,1`: two values make A = 2. `entries` says what each entry does. Code that
a listing has POKEd runs on the Z80 of `z80`, and can call the entries too. An entry is done where the jump block has its own
bytes; where a listing has changed them, or calls an address within them, they run as code. A copy of an entry elsewhere finds
the entry by the address of its routine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from basic.errors import IMPROPER, BasicError
from basic.ports import INTERRUPT_US, INTERRUPTS, NEVER
from cpc.firmware import (  # noqa: F401  (they register)
    arithmetic_entries,
    dot_entries,
    event_entries,
    indirections,
    jump_block,
    kernel_entries,
    screen_entries,
    tape_entries,
    text_entries,
)
from cpc.firmware.entries import ENTRIES, ENTRIES_6128, Waits
from cpc.firmware.entry_times import time_of
from cpc.firmware.file_entries import OpenFiles
from cpc.firmware.interrupts import VECTOR, Interrupts
from cpc.firmware.ports import PlainBus
from cpc.firmware.rom_header import RomHeader
from cpc.firmware.z80 import Z80
from cpc.firmware.z80_runner import Runner
from cpc.picture.text_window import Window

if TYPE_CHECKING:
    from cpc.machine import Machine

GATE_ARRAY, SWITCHES = 0x4000, 0x80     # its port, and the bits of a value that switches ROMs and the mode
ROMS = 0x8C                     # as BASIC calls, besides the mode: both ROMs off
STACK = 0xBFFE                  # where BASIC's return address is when it calls
FLAGS, FLAGS_WITHOUT_VALUES = 0x28, 0x68
IY = {"464": 0x2F18, "664": 0x30C1, "6128": 0x30C1}
HIGH_JUMPS = 0xB900             # from here on there are entries; those below &BB00 show no bytes
NOTHING = bytes(3)
LONGEST_TABLE = 0x1000          # of names of bar commands
RETURN = 0x0001                 # the return address that ends a CALL
LONG_ENTRY_US = 500_000         # that entries together may take at once
SOON_US = 300                   # less than a CALL takes by itself: a wait for a flyback that long ago is over at once
ASIDE = 0x0002                  # and the one that ends what runs beside it
BEHIND_CALL = round(97 * INTERRUPTS)    # microseconds that a CALL takes behind its routine
BELOW_BASIC, BELOW_CODE = 64, 24        # bytes of the stack that BASIC and the interrupt take
RESET, LOW_JUMP, FAR_CALL, LOAD_FROM_RAM = 0x00, 0x08, 0x18, 0x20
FIRM_JUMP, USER_RESTART = 0x28, 0x30
BANK_SWITCH = 0xBD5B            # only the 6128 has it
ROUTINE = 0x3FFF               # of an entry's two bytes, the address of its routine
USERS_OWN = 0xC7                # what lies at RST 6 until a listing uses it
DESCRIPTORS, STRINGS = 0xB07E, 0xB064       # where BASIC 1.1 keeps descriptors of strings; below them there is room for a few


def extension_names(ram: bytearray, address: int) -> Iterator[bytes]:
    """The names in a table of bar commands: bit 7 ends a name, 0 the table."""
    name = bytearray()
    for place in range(address, min(address + LONGEST_TABLE, len(ram))):
        byte = ram[place]
        if byte == 0:
            return
        name.append(byte & 127)
        if byte & 128:
            yield bytes(name)
            name.clear()


class Firmware:
    """CALL, and the state of machine code that has not yet returned."""

    stream: int                     # whose window is selected

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.entries = dict(ENTRIES if machine.model == "464" else ENTRIES_6128)
        if machine.model == "664":
            self.entries.pop(BANK_SWITCH)
        self.entries.update(arithmetic_entries.entries(machine.model))
        self.cpu = Z80(PlainBus(machine.ram, self._in, self._out))
        self.cpu.im = 1
        self.runner = Runner(self.cpu, self._is_outside)
        self.left_at = NEVER            # the time when machine code was left for others to have their turn
        self.jumps = jump_block.entries(machine.model)
        self.routines = {int.from_bytes(code[1:], "little") & ROUTINE: address for address, code in self.jumps.items()
                         if address in self.entries}
        self.stream = 0
        self.extensions = 0             # the newest block of KL LOG EXT in RAM; each names the next one
        self.files = OpenFiles()
        self.roms = ROMS                # which are switched off: bit 3 the upper, bit 2 the lower one
        self.rom_header = RomHeader(machine.ram, machine.model)
        self.in_ram = False             # what is called is code in RAM, not only an entry
        self.calling: tuple[int, tuple[int | bytes, ...]] | None = None
        self.waits_for = "frame"
        self.interrupts = Interrupts(self)
        self.detours = indirections.Detours(self)

    def _in(self, port: int) -> int:
        self.machine.clock.us = self.cpu.us     # the chips look at the clock
        return self.machine.input_port(port)

    def _out(self, port: int, value: int) -> None:
        self.machine.clock.us = self.cpu.us
        self.machine.output_port(port, value)
        if port & 0xC000 == GATE_ARRAY and value & 0xC0 == SWITCHES:
            self.roms = value
            self.rom_header.show(not value & kernel_entries.UPPER_ROM)

    def call(self, address: int, arguments: list[int | bytes], text_pointer: int = 0) -> bool:
        """True: it has returned. False: it waits for what `waits_for` says; call again."""
        this = address, tuple(arguments)
        if self.calling != this:
            self.interrupts.catch_up()      # what was due before the call is not lost in it
            self._begin(address, arguments, text_pointer)
            self.calling = this
            self.machine.clock.us -= BEHIND_CALL
            if self.in_ram:
                self.machine.clock.begin_code()
        elif self.left_at <= self.machine.clock.us < self.left_at + INTERRUPT_US:
            self.machine.clock.us = self.left_at        # the statement's own time has passed already
        self.left_at = NEVER
        try:
            done = self._execute(RETURN, self.machine.clock.next_frame())
        except BaseException:
            self._end()
            raise
        if self.in_ram:
            self.machine.variables.take_from(self.machine.ram)
        if done:
            self._end()
            self.machine.clock.us += BEHIND_CALL
        return done

    def _end(self) -> None:
        self.calling = None
        if self.machine.clock.machine_ahead is not None:
            self.interrupts.serve_last()
            self.machine.clock.end_code()
            self.machine.palette.catch_up()
            self.machine.palette.tell_turns()

    def _begin(self, address: int, arguments: list[int | bytes], text_pointer: int) -> None:
        cpu = self.cpu
        self.stream, self.roms = 0, ROMS | self.machine.screen.kept.number
        cpu.halted = cpu.interrupt_waits = False
        cpu.iff1 = cpu.iff2 = 1
        cpu.sp = STACK
        cpu.set_word(STACK, RETURN)
        for place, value in enumerate(arguments):
            cpu.push(value & 0xFFFF if isinstance(value, int) else self._descriptor(place, value))
        cpu.ix = cpu.sp
        cpu.push(RETURN)
        cpu.a, cpu.f = len(arguments), FLAGS if arguments else FLAGS_WITHOUT_VALUES
        cpu.bc = (32 - len(arguments)) << 8 | 0xFF
        cpu.de = cpu.word(cpu.ix) if arguments else address
        cpu.hl = text_pointer
        cpu.iy = IY[self.machine.model]
        cpu.pc = address
        self.in_ram = not self._is_entry(address)

    def _descriptor(self, place: int, text: bytes) -> int:
        """The address of a string's length and address, as BASIC 1.1 hands a string to a routine. The string lies below
        the descriptors of the others, at the end of the string space."""
        ram = self.machine.ram
        descriptor = DESCRIPTORS + 3 * place
        below = STRINGS if place == 0 else ram[descriptor - 2] | ram[descriptor - 1] << 8
        start = below - len(text)
        ram[start:below] = text
        ram[descriptor:descriptor + 3] = bytes((len(text), start & 255, start >> 8))
        return descriptor

    def _is_entry(self, address: int) -> bool:
        """Whether an entry is at this address, as the firmware left it."""
        return address in self.entries and self.machine.ram[address:address + 3] == self.jumps.get(address, NOTHING)

    def extension(self, name: bytes) -> int | None:
        """The routine of a bar command that machine code has added."""
        ram, block, wanted = self.machine.ram, self.extensions, name.upper()
        while block not in (0, kernel_entries.AMSDOS_COMMANDS):
            table = ram[block + 2] | ram[block + 3] << 8
            names, routine = ram[table] | ram[table + 1] << 8, table + 2
            for found in extension_names(ram, names):
                if found == wanted:
                    return routine
                routine += 3
            block = ram[block] | ram[block + 1] << 8
        return None

    def _is_outside(self, pc: int) -> bool:
        """Whether it is no machine code in RAM: the end of the CALL, an entry, a restart, or nothing."""
        if pc < jump_block.LOW_SIZE:        # a listing's own code for interrupts may take all bytes from there on
            return pc < VECTOR or self.machine.ram[VECTOR:VECTOR + 3] == self.interrupts.vector
        return pc >= HIGH_JUMPS and (pc >= 0xC000 or self._is_entry(pc) or self._is_handler(pc))

    def _is_handler(self, pc: int) -> bool:
        """Whether it is the firmware's routine for interrupts, as the firmware left it."""
        return pc == self.interrupts.handler and not self.machine.ram[pc]

    def _execute(self, back: int, limit: int) -> bool:
        """Runs until it comes back, or up to the time `limit`. Then keys, events and the face have their turn. After an entry
        that takes longer, CALL goes on up to the next frame: a wait would last until then."""
        cpu, ram, clock = self.cpu, self.machine.ram, self.machine.clock
        longest = limit + LONG_ENTRY_US if back == RETURN else limit
        variables, interrupts = self.machine.variables, self.interrupts
        if self.in_ram:
            variables.put_into(ram)
        while clock.us < limit:
            pc = cpu.pc
            if pc == back:
                return True
            if self._is_outside(pc):
                if self.in_ram:
                    variables.take_from(ram)
                if not self._enter(pc):
                    return False
                interrupts.catch_up()
                if limit + SOON_US < clock.us < longest:
                    limit = clock.next_frame()
                continue
            cpu.us = clock.us
            self.rom_header.show(not self.roms & kernel_entries.UPPER_ROM)
            try:
                self.runner.run(min(limit, interrupts.next_moment()))
            finally:
                self.rom_header.show(False)
            clock.us = cpu.us
            if cpu.halted:
                clock.us = max(clock.us, min(limit, interrupts.next_moment()))
            interrupts.request()
        if cpu.pc == back:              # it has come back, late in the next frame
            return True
        self.waits_for = "frame"
        self.left_at = clock.us
        return False

    def run_aside(self, address: int, hl: int, de: int, a: int, allow: bool, limit: int) -> None:
        """Runs a routine, as an interrupt or an event does, beside what runs, and gives it up at `limit`."""
        cpu, clock = self.cpu, self.machine.clock
        if self.calling and self.in_ram:
            self.machine.variables.take_from(self.machine.ram)
        before = cpu.snapshot(), clock.flyback, self.waits_for, self.left_at, self.in_ram
        cpu.sp = cpu.sp - BELOW_CODE & 0xFFFF if self.calling else STACK - BELOW_BASIC
        cpu.push(ASIDE)
        cpu.pc, cpu.hl, cpu.de, cpu.a = address, hl, de, a
        cpu.iff1 = cpu.iff2 = int(allow)
        cpu.halted = cpu.interrupt_waits = False
        clock.flyback, self.in_ram = None, True
        try:
            while clock.us < limit and not self._execute(ASIDE, limit):
                clock.us = clock.next_frame()       # it waits
        finally:
            self.machine.variables.take_from(self.machine.ram)
            state, clock.flyback, self.waits_for, self.left_at, self.in_ram = before
            cpu.restore(state)
            if self.calling and self.in_ram:
                self.machine.variables.put_into(self.machine.ram)

    @property
    def runs_code(self) -> bool:
        """A CALL of machine code is under way: then interrupts come at their moments, and take their time."""
        return self.calling is not None and self.in_ram

    def show_time(self) -> None:
        """TIME goes on in the RAM, where machine code reads it."""
        if self.in_ram:
            self.machine.variables.show_time(self.machine.ram)

    def _enter(self, pc: int) -> bool:
        """An entry of the firmware, or a restart. False: it waits."""
        cpu = self.cpu
        if pc == RESET:
            self.machine.keyboard.reset_asked = True
            self.waits_for = "reset"
            return False
        if pc == LOAD_FROM_RAM:
            cpu.a = self.machine.ram[cpu.hl]
        elif pc in (LOW_JUMP, FIRM_JUMP):
            return self._jump(self.routines.get(cpu.word(cpu.word(cpu.sp)) & ROUTINE))
        elif pc == FAR_CALL:
            after = cpu.pop()
            cpu.push(after + 2)
            cpu.pc = cpu.word(cpu.word(after))
            kernel_entries.goes_on_in_rom(self, cpu)
            return True
        elif pc == USER_RESTART and self.machine.ram[pc] != USERS_OWN:
            cpu.step()
            return True
        elif pc in self.entries:
            try:
                self.entries[pc](self, cpu)
            except Waits as wait:
                self.waits_for = str(wait)
                return False
            self.machine.clock.us += time_of(pc, self.machine.model != "464")
        elif pc == VECTOR or self._is_handler(pc):
            self.interrupts.accepted()
            cpu.iff1 = cpu.iff2 = 1
        else:
            raise BasicError(IMPROPER)
        cpu.pc = cpu.pop()
        return True

    def _jump(self, entry: int | None) -> bool:
        """RST 1 or RST 5 with a routine's address behind it, somewhere in RAM: the entry that has this routine."""
        if entry is None:
            raise BasicError(IMPROPER)
        sp = self.cpu.sp
        self.cpu.pop()
        done = self._enter(entry)
        if not done:
            self.cpu.sp = sp
        return done

    @property
    def window(self) -> Window:
        """The text window that is selected."""
        return self.machine.text.windows[self.stream]

    def snapshot(self) -> dict[str, Any]:
        return {"stream": self.stream, "extensions": self.extensions, "in_ram": self.in_ram,
                "calling": self.calling, "files": self.files.snapshot(),
                "left_at": self.left_at, "roms": self.roms, "cpu": self.cpu.snapshot(),
                "interrupts": self.interrupts.snapshot()}

    def restore(self, state: dict[str, Any]) -> None:
        self.stream, self.calling = state["stream"], state["calling"]
        self.files.restore(state["files"])
        self.extensions, self.in_ram, self.left_at = state["extensions"], state["in_ram"], state["left_at"]
        self.roms = state["roms"]
        self.cpu.restore(state["cpu"])
        self.interrupts.restore(state["interrupts"])

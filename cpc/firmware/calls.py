"""CALL: firmware entries by their address, and machine code in RAM.

BASIC calls a routine with the number of values in A, the last value in DE (the address if there is no value), and all values
at IX. So a listing calls MODE 2 as `CALL &BC0E,1,1`: two values make A = 2. `entries` says what each entry does. Code that
a listing has POKEd runs on the Z80 of `z80`, and can call the entries too. The RAM of the jump block is empty here; code
that a listing POKEs there comes first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basic.errors import IMPROPER, BasicError
from basic.ports import NEVER
from cpc.firmware import screen_entries, text_entries  # noqa: F401  (they register their entries)
from cpc.firmware.entries import ENTRIES, ENTRIES_6128, Waits
from cpc.firmware.ports import PlainBus
from cpc.firmware.z80 import Z80
from cpc.firmware.z80_runner import Runner
from cpc.picture.text import Window

if TYPE_CHECKING:
    from cpc.machine import Machine

STACK = 0xBFFE                  # where BASIC's return address is when it calls
TEXT_POINTER = 0x0170           # BASIC has its place in the program in HL; here always the start
RETURN = 0x0001                 # the return address that ends a CALL
RESET, LOAD_FROM_RAM, USER_RESTART, INTERRUPT = 0x0000, 0x0020, 0x0030, 0x0038
JUMPBLOCK = range(0xBB00, 0xBE00)
INTERRUPT_US = 3328


class Firmware:
    """CALL, and the state of machine code that has not yet returned."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.entries = ENTRIES_6128 if machine.screen.model == "6128" else ENTRIES
        self.cpu = Z80(PlainBus(machine.ram, machine.input_port, machine.output_port))
        self.runner = Runner(self.cpu, self._is_outside)
        self.left_at = NEVER                # the time when machine code was left for others to have their turn
        self.stream = 0
        self.calling: tuple[int, tuple[int | bytes, ...]] | None = None
        self.waits_for = "frame"

    def call(self, address: int, arguments: list[int | bytes]) -> bool:
        """True: it has returned. False: it waits for what `waits_for` says; call again."""
        this = address, tuple(arguments)
        if self.calling != this:
            self._begin(address, arguments)
            self.calling = this
        elif self.left_at <= self.machine.clock.us < self.left_at + INTERRUPT_US:
            self.machine.clock.us = self.left_at        # the statement's own time has passed already
        self.left_at = NEVER
        try:
            done = self._run()
        except BaseException:
            self.calling = None
            raise
        if done:
            self.calling = None
        return done

    def _begin(self, address: int, arguments: list[int | bytes]) -> None:
        cpu = self.cpu
        self.stream = 0
        cpu.halted = False
        cpu.sp = STACK
        cpu.set_word(STACK, RETURN)
        for value in arguments:
            cpu.push(value & 0xFFFF if isinstance(value, int) else 0)
        cpu.ix = cpu.sp
        cpu.push(RETURN)
        cpu.a, cpu.f = len(arguments), 0 if arguments else 0x40
        cpu.bc = (32 - len(arguments)) << 8 | 0xFF
        cpu.de = cpu.word(cpu.ix) if arguments else address
        cpu.hl = TEXT_POINTER
        cpu.pc = address

    def _is_outside(self, pc: int) -> bool:
        """Whether it is no machine code in RAM: the end of the CALL, an entry, a restart, or nothing."""
        if pc in self.entries or pc in JUMPBLOCK:
            return self.machine.ram[pc] == 0
        return pc < 0x0040 or pc >= 0xC000

    def _run(self) -> bool:
        """Runs until the next frame begins. Then keys, events and the face have their turn."""
        cpu, clock = self.cpu, self.machine.clock
        limit = clock.next_frame()
        while clock.us < limit:
            pc = cpu.pc
            if pc == RETURN:
                return True
            if self._is_outside(pc):
                if pc in JUMPBLOCK and pc not in self.entries:
                    raise BasicError(IMPROPER)
                if not self._enter(pc):
                    return False
                continue
            cpu.us = clock.us
            self.runner.run(limit)
            clock.us = cpu.us
            if cpu.halted:
                cpu.halted = False
                clock.us += INTERRUPT_US - clock.us % INTERRUPT_US
        self.waits_for = "frame"
        self.left_at = clock.us
        return False

    def _enter(self, pc: int) -> bool:
        """An entry of the firmware, or a restart. False: it waits."""
        cpu = self.cpu
        if pc == RESET:
            self.machine.keyboard.reset_asked = True
            self.waits_for = "reset"
            return False
        if pc == LOAD_FROM_RAM:
            cpu.a = self.machine.ram[cpu.hl]
        elif pc == USER_RESTART and self.machine.ram[pc]:
            cpu.step()
            return True
        elif pc in self.entries:
            try:
                self.entries[pc](self, cpu)
            except Waits as wait:
                self.waits_for = str(wait)
                return False
        elif pc != INTERRUPT:
            raise BasicError(IMPROPER)
        cpu.pc = cpu.pop()
        return True

    @property
    def window(self) -> Window:
        """The text window that is selected."""
        return self.machine.text.windows[self.stream]

    def snapshot(self) -> dict[str, Any]:
        return {"stream": self.stream, "calling": self.calling, "left_at": self.left_at,
                "cpu": self.cpu.snapshot()}

    def restore(self, state: dict[str, Any]) -> None:
        self.stream, self.calling, self.left_at = state["stream"], state["calling"], state["left_at"]
        self.cpu.restore(state["cpu"])

"""The indirections, &BDCD to &BDF4, by which the firmware reaches its own inner routines, and what listings do with them.

A listing puts a RET or a jump of its own over one of them: to hide the cursor, to print elsewhere, to forbid ESC. The firmware
here goes through these: TXT OUTPUT (&BB5A, which BASIC calls) and TXT OUT ACTION, the two that draw the cursor, SCR MODE CLEAR
and KM TEST BREAK. The others can be called, but a change to them changes nothing in the firmware.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpc.firmware import screen_entries, text_entries  # noqa: F401  (their entries are taken here)
from cpc.firmware.dot_entries import mix
from cpc.firmware.entries import ENTRIES, entry

if TYPE_CHECKING:
    from cpc.firmware.calls import Firmware
    from cpc.firmware.z80 import Z80

OUTPUT = 0xBB5A
DRAW_CURSOR, UNDRAW_CURSOR, WRITE_CHARACTER, READ_CHARACTER, OUT_ACTION, PLOT, TEST, LINE = range(0xBDCD, 0xBDE5, 3)
READ_DOT, WRITE_DOT, MODE_CLEAR, TEST_BREAK, WAIT_PRINTER, SCAN_KEYS = range(0xBDE5, 0xBDF7, 3)

for inner, outer in ((OUT_ACTION, OUTPUT), (PLOT, 0xBBEA), (TEST, 0xBBF0), (LINE, 0xBBF6), (MODE_CLEAR, 0xBC14),
                     (WAIT_PRINTER, 0xBD2B)):
    entry(inner)(ENTRIES[outer])


@entry(DRAW_CURSOR)
@entry(UNDRAW_CURSOR)
def draw_cursor(firmware: Firmware, cpu: Z80) -> None:
    firmware.machine.text.toggle_cursor(firmware.window)


@entry(TEST_BREAK)
@entry(SCAN_KEYS, both=False)
def look_at_keys(firmware: Firmware, cpu: Z80) -> None:
    """The next scan does it."""


@entry(WRITE_CHARACTER)
def write_character(firmware: Firmware, cpu: Z80) -> None:
    """The character in A at column H and row L of the screen, counted from 0, in the window's pen and paper."""
    screen, window = firmware.machine.screen, firmware.window
    rows = firmware.machine.display.characters.render(screen.layout, window.pen, window.paper, bytes((cpu.a,)))
    screen.put_rows(screen.cell(cpu.h, cpu.l), rows)


@entry(READ_CHARACTER)
def read_character(firmware: Firmware, cpu: Z80) -> None:
    """The character at column H and row L: carry, with its code in A."""
    window = firmware.window
    before = window.column, window.row
    window.column, window.row = cpu.h, cpu.l
    code = firmware.machine.text.read_char(firmware.stream)
    window.column, window.row = before
    cpu.carry = code is not None
    cpu.a = code or 0


@entry(READ_DOT)
def read_dot(firmware: Firmware, cpu: Z80) -> None:
    """SCR READ: the pen of the dot with the mask C at HL."""
    layout = firmware.machine.screen.layout
    place = layout.masks.index(cpu.c) if cpu.c in layout.masks else 0
    cpu.a = layout.pens[place][cpu.ram[cpu.hl]]


@entry(WRITE_DOT)
def write_dot(firmware: Firmware, cpu: Z80) -> None:
    """SCR WRITE: the dots of the mask C at HL get the ink B."""
    mix(firmware.machine.screen, cpu.hl, cpu.c, cpu.b)


class Detours:
    """Asks the RAM whether a listing has changed what the firmware goes through."""

    def __init__(self, firmware: Firmware) -> None:
        self.firmware = firmware
        self.ram = firmware.machine.ram
        self.output, self.inner = firmware.jumps[OUTPUT][0], firmware.jumps[OUT_ACTION][0]
        self.under_way = False

    def tests_break(self) -> bool:
        return self.ram[TEST_BREAK] == self.inner

    def draws_cursor(self) -> bool:
        return self.ram[DRAW_CURSOR] == self.inner

    def clears(self) -> bool:
        """Whether MODE clears the screen."""
        return self.ram[MODE_CLEAR] == self.inner

    def lead_away(self) -> bool:
        ram = self.ram
        return not (ram[OUTPUT] == self.output and ram[OUT_ACTION] == self.inner or self.under_way)

    def takes(self, stream: int, data: bytes) -> bool:
        """Whether characters go to a routine of the listing instead of the screen. It has then been called with each."""
        if not self.lead_away():
            return False
        ram = self.ram
        firmware, self.under_way = self.firmware, True
        before = firmware.stream
        try:
            firmware.stream = stream
            for code in data:
                firmware.interrupts.aside(OUTPUT if ram[OUTPUT] != self.output else OUT_ACTION, a=code)
        finally:
            firmware.stream, self.under_way = before, False
        return True

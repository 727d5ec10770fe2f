"""The kernel's and the machine's entries: bar commands in RAM, starting programs, inks and modes of the hardware."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basic.errors import SYNTAX, BasicError
from basic.ports import BasicStarts
from cpc.firmware.entries import Waits, entry
from cpc.firmware.rom_header import VERSIONS
from cpc.memory import SYMBOLS_FIRST
from cpc.picture.palette import BORDER, colour_of

if TYPE_CHECKING:
    from cpc.firmware.calls import Firmware
    from cpc.firmware.z80 import Z80

AMSDOS_COMMANDS = 0xA6FC        # AMSDOS's own block, which is the first where there are drives
BASIC_START, LOWEST_BYTE, HIGHEST_BYTE = 0xC006, 0x40, 0xABFF
# Of BASIC's start, with the share of interrupts, and of each byte that it clears.
START_US, CLEARED_US = {"464": 11_300, "664": 13_000, "6128": 13_000}, 6.57
SYMBOLS = 0x80                  # bytes of those that BASIC keeps for SYMBOL from the start
# What a command that is not found leaves in HL, a place behind the names of BASIC's ROM, and in C.
NOT_FOUND = {"464": (0xC051, 1), "664": (0xC045, 16), "6128": (0xC045, 16)}
# JUMP RESTORE, SCR, TXT, GRA and KM INITIALISE, SOUND RESET, CAS INITIALISE
INITIALISES = 0xBD37, 0xBBFF, 0xBB4E, 0xBBBA, 0xBB00, 0xBCA7, 0xBC65
# MC START PROGRAM: when the inks are shown, when the program begins, and what TIME is then; with BASIC 1.1.
STARTED, STARTED_1_1 = {"464": (133_850, 137_400, 34)}, (133_200, 137_050, 34)
CLEAR_INKS_US, SET_INKS_US = {"464": 578, "664": 644, "6128": 644}, {"464": 544, "664": 633, "6128": 633}


@entry(0xBCD1)
def log_extension(firmware: Firmware, cpu: Z80) -> None:
    """KL LOG EXT: the table at BC, with four bytes of RAM at HL."""
    cpu.set_word(cpu.hl, firmware.extensions or AMSDOS_COMMANDS * firmware.machine.drives.present)
    cpu.set_word(cpu.hl + 2, cpu.bc)
    firmware.extensions = cpu.hl


@entry(0xBCD4)
def find_command(firmware: Firmware, cpu: Z80) -> None:
    """KL FIND COMMAND: the name at HL, its last character with bit 7. Carry with the routine in HL and a ROM in C."""
    name, at = bytearray(), cpu.hl
    while len(name) < 16:
        byte = cpu.ram[at & 0xFFFF]
        name.append(byte & 127)
        at += 1
        if byte & 128:
            break
    routine = firmware.extension(bytes(name))
    cpu.carry = routine is not None
    cpu.hl, cpu.c = NOT_FOUND[firmware.machine.model] if routine is None else (routine, 0xFF)


def goes_on_in_rom(firmware: Firmware, cpu: Z80) -> None:
    """A far call. A ROM that is not there is BASIC's: its start, which keeps the picture and clears the memory up to HL, or
    what loaders call that do not look whether a drive's command was found."""
    if cpu.pc == BASIC_START:
        himem = min(cpu.hl, HIGHEST_BYTE) - SYMBOLS
        firmware.machine.clock.us += START_US[firmware.machine.model] + round(CLEARED_US * (himem - LOWEST_BYTE))
        firmware.machine.text.set_symbol_table(SYMBOLS_FIRST, himem + 1)
        raise BasicStarts(himem)
    if cpu.pc == NOT_FOUND[firmware.machine.model][0]:
        raise BasicError(SYNTAX)


@entry(0xBCCB)
def find_roms(firmware: Firmware, cpu: Z80) -> None:
    """KL ROM WALK: no ROM takes anything of the memory from DE to HL."""
    cpu.carry = True


@entry(0xBCCE)
def initialise_rom(firmware: Firmware, cpu: Z80) -> None:
    """KL INIT BACK"""
    cpu.carry = False


def reset(firmware: Firmware, cpu: Z80) -> None:
    firmware.machine.keyboard.reset_asked = True
    raise Waits("reset")


@entry(0xBD16)
def start_program(firmware: Firmware, cpu: Z80) -> None:
    """MC START PROGRAM: the machine as after power on, then the code at HL, which does not return to BASIC."""
    program, clock = cpu.hl, firmware.machine.clock
    if program < 0x40 or program >= 0xC000:
        reset(firmware, cpu)
    inks_us, us, ticks = STARTED.get(firmware.machine.model, STARTED_1_1)
    begun = clock.us
    for entry_address in INITIALISES:
        firmware.entries[entry_address](firmware, cpu)
    firmware.interrupts.forget()
    firmware.extensions, firmware.roms = 0, firmware.roms | UPPER_ROM
    clock.us = begun + inks_us
    firmware.machine.palette.show_first()
    clock.us = begun + us
    clock.set_ticks(ticks)
    firmware.machine.deck.begin(without_timers=True)
    cpu.sp = 0xC000
    cpu.push(0)
    cpu.push(program)


@entry(0xBD13)
def boot_program(firmware: Firmware, cpu: Z80) -> None:
    """MC BOOT PROGRAM: the routine at HL loads a program; it gives carry and the program's address in HL."""
    loader = cpu.hl
    cpu.sp = 0xC000
    cpu.push(0xBD16)
    cpu.push(loader)


@entry(0xBD1C)
def set_hardware_mode(firmware: Firmware, cpu: Z80) -> None:
    """MC SET MODE: what the gate array shows; the firmware's own mode stays."""
    if cpu.a < 3:
        firmware.machine.screen.show_mode(cpu.a)


@entry(0xBD1F)
def set_hardware_start(firmware: Firmware, cpu: Z80) -> None:
    """MC SCREEN OFFSET: base in A, offset in HL."""
    firmware.machine.screen.show_start((cpu.a & 0xC0) << 8, cpu.hl)


@entry(0xBD22)
def clear_inks(firmware: Firmware, cpu: Z80) -> None:
    """MC CLEAR INKS: the border in the first colour at DE, all pens in the second."""
    palette, border, paper = firmware.machine.palette, cpu.ram[cpu.de], cpu.ram[cpu.de + 1 & 0xFFFF]
    firmware.machine.clock.us += CLEAR_INKS_US[firmware.machine.model]
    palette.show_colour(BORDER, colour_of(border))
    for pen in range(BORDER):
        palette.show_colour(pen, colour_of(paper))


@entry(0xBD25)
def set_inks(firmware: Firmware, cpu: Z80) -> None:
    """MC SET INKS: seventeen colours at DE, the border's first."""
    palette, ram, at = firmware.machine.palette, cpu.ram, cpu.de
    firmware.machine.clock.us += SET_INKS_US[firmware.machine.model]
    palette.show_colour(BORDER, colour_of(ram[at]))
    for pen in range(BORDER):
        palette.show_colour(pen, colour_of(ram[at + 1 + pen & 0xFFFF]))


@entry(0xBD28)
def reset_printer(firmware: Firmware, cpu: Z80) -> None:
    cpu.carry = False


@entry(0xBD5B, both=False)
def switch_bank(firmware: Firmware, cpu: Z80) -> None:
    """KL BANK SWITCH: the arrangement of the memory in A; gives the one before."""
    banks = firmware.machine.chips.banks
    if banks is not None:
        before = banks.arrangement
        banks.arrange(cpu.a & 7)
        cpu.a = before


# The ROMs, &B900 to &B91E: there are none to switch, so the state is what the listing has set.

def switch(address: int, bit: int, on: bool) -> None:
    """A ROM comes in or goes out; A is the state before. A bit of the state that is set switches the ROM off."""
    @entry(address)
    def set_state(firmware: Firmware, cpu: Z80) -> None:
        before = firmware.roms
        firmware.roms = before & ~bit if on else before | bit
        cpu.a = before


UPPER_ROM, LOWER_ROM = 8, 4
switch(0xB900, UPPER_ROM, True)
switch(0xB903, UPPER_ROM, False)
switch(0xB906, LOWER_ROM, True)
switch(0xB909, LOWER_ROM, False)


@entry(0xB90C)
def restore_roms(firmware: Firmware, cpu: Z80) -> None:
    """KL ROM RESTORE: the state in A."""
    firmware.roms = firmware.roms & ~(UPPER_ROM | LOWER_ROM) | cpu.a & (UPPER_ROM | LOWER_ROM)


@entry(0xB90F)
def select_rom(firmware: Firmware, cpu: Z80) -> None:
    """KL ROM SELECT: BASIC's ROM, 0, stays the only one. C and B are what KL ROM DESELECT wants."""
    cpu.c, cpu.a, cpu.b = 0, firmware.roms, firmware.roms
    firmware.roms &= ~UPPER_ROM


@entry(0xB912)
def selected_rom(firmware: Firmware, cpu: Z80) -> None:
    cpu.a = 0


@entry(0xB915)
def probe_rom(firmware: Firmware, cpu: Z80) -> None:
    """KL PROBE ROM: BASIC's class and version; any other number is answered by the same ROM."""
    cpu.a = cpu.b = 0x80
    cpu.l, cpu.h = 1, VERSIONS[firmware.machine.model]


@entry(0xB918)
def deselect_rom(firmware: Firmware, cpu: Z80) -> None:
    restore_roms(firmware, cpu)
    cpu.c = 0


def copy(address: int, step: int) -> None:
    """KL LDIR and KL LDDR: LDIR and LDDR in the RAM."""
    @entry(address)
    def block(firmware: Firmware, cpu: Z80) -> None:
        ram = firmware.machine.ram
        count = cpu.bc or 0x10000
        source, target = cpu.hl, cpu.de
        for _ in range(count):
            cpu.bus.write(target, ram[source])
            source, target = source + step & 0xFFFF, target + step & 0xFFFF
        cpu.hl, cpu.de, cpu.bc = source, target, 0
        firmware.machine.clock.us += COPY_US * count


COPY_US = 6         # LDIR, a byte
copy(0xB91B, 1)
copy(0xB91E, -1)

"""The firmware's entries for single bytes and dots of the screen, at &BC1D, &BC47, &BC53, &BC5C, &BC5F and &BC62."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpc.firmware.entries import entry
from cpc.memory import LINES, PLANE, ROW_BYTES
from cpc.picture.screen import Screen

if TYPE_CHECKING:
    from cpc.firmware.calls import Firmware
    from cpc.firmware.z80 import Z80


def byte_below(address: int) -> int:
    """The same byte of the next pixel row, for an address on the screen."""
    below = address + PLANE
    return below if below & 0x3800 else below - 0x4000 & -PLANE | below + ROW_BYTES & PLANE - 1


def byte_above(address: int) -> int:
    above = address - PLANE
    return above if address & 0x3800 else above + 0x4000 & -PLANE | above - ROW_BYTES & PLANE - 1


def byte_beside(address: int, step: int) -> int:
    """The next or previous byte of the same pixel row."""
    return address & -PLANE | address + step & PLANE - 1


def step_to(cpu: Z80, address: int) -> None:
    """HL is the address, and A its high byte."""
    cpu.hl = address
    cpu.a, cpu.zero = cpu.h, False


def mix(screen: Screen, address: int, mask: int, ink: int) -> None:
    """Gives the dots of the mask an ink, as the ink mode says."""
    old, new = screen.ram[address], ink & mask
    screen.ram[address] = (old & ~mask | new, old ^ new, old & (ink | ~mask & 255), old | new)[screen.ink_mode]


def dot(screen: Screen, x: int, y: int) -> tuple[int, int]:
    """The address and the mask of a dot; y counts from the bottom."""
    masks = screen.layout.masks
    return screen.address(x // len(masks), LINES - 1 - y), masks[x % len(masks)]


@entry(0xBC1D)
def dot_position(firmware: Firmware, cpu: Z80) -> None:
    """SCR DOT POSITION: the dot at DE, HL. HL is its address, C its mask, B the dots of a byte less one."""
    screen = firmware.machine.screen
    cpu.hl, cpu.c = dot(screen, cpu.de, cpu.hl)
    cpu.b = len(screen.layout.masks) - 1


@entry(0xBC20)
def next_byte(firmware: Firmware, cpu: Z80) -> None:
    step_to(cpu, byte_beside(cpu.hl, 1))


@entry(0xBC23)
def previous_byte(firmware: Firmware, cpu: Z80) -> None:
    step_to(cpu, byte_beside(cpu.hl, -1))


@entry(0xBC26)
def next_line(firmware: Firmware, cpu: Z80) -> None:
    step_to(cpu, byte_below(cpu.hl))


@entry(0xBC29)
def previous_line(firmware: Firmware, cpu: Z80) -> None:
    step_to(cpu, byte_above(cpu.hl))


@entry(0xBC47)
def flood_box(firmware: Firmware, cpu: Z80) -> None:
    """SCR FLOOD BOX: D bytes in each of E pixel rows from HL become C."""
    address = cpu.hl
    for _ in range(cpu.e or 256):
        at = address
        for _ in range(cpu.d or 256):
            cpu.ram[at] = cpu.c
            at = byte_beside(at, 1)
        address = byte_below(address) & 0xFFFF
    cpu.hl, cpu.e = address, 0


@entry(0xBC53)
def unpack(firmware: Firmware, cpu: Z80) -> None:
    """SCR UNPACK: the eight rows of a shape at HL, as masks for this mode, to DE."""
    tables = firmware.machine.screen.layout.expanded
    for _ in range(8):
        row = cpu.ram[cpu.hl]
        for table in tables:
            cpu.ram[cpu.de] = table[row]
            cpu.de += 1
        cpu.hl += 1


@entry(0xBC5C)
def write_dots(firmware: Firmware, cpu: Z80) -> None:
    """SCR PIXELS: the dots of mask C at HL get the ink B, whatever the ink mode is."""
    cpu.ram[cpu.hl] = cpu.ram[cpu.hl] & ~cpu.c | cpu.b & cpu.c


@entry(0xBC5F)
def horizontal(firmware: Firmware, cpu: Z80) -> None:
    """SCR HORIZONTAL: ink A from DE to BC in row HL."""
    screen = firmware.machine.screen
    for x in range(min(cpu.de, cpu.bc), min(max(cpu.de, cpu.bc), screen.layout.width - 1) + 1):
        mix(screen, *dot(screen, x, cpu.hl), cpu.a)


@entry(0xBC62)
def vertical(firmware: Firmware, cpu: Z80) -> None:
    """SCR VERTICAL: ink A from HL to BC in column DE."""
    screen = firmware.machine.screen
    for y in range(min(cpu.hl, cpu.bc), min(max(cpu.hl, cpu.bc), LINES - 1) + 1):
        mix(screen, *dot(screen, cpu.de, y), cpu.a)

"""The firmware's entries for graphics, &BBBA to &BBFC, and for the screen, &BBFF to &BC59."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from basic.ports import INTERRUPTS, signed
from cpc.firmware.entries import entry
from cpc.memory import PLANE, ROWS, SCREEN_BASE
from cpc.picture.graphics import GraphicsScreen
from cpc.picture.screen import Screen

if TYPE_CHECKING:
    from cpc.firmware.calls import Firmware
    from cpc.firmware.z80 import Z80
    from cpc.machine import Machine


def of_graphics(address: int, routine: Callable[[GraphicsScreen, Z80], None], both: bool = True) -> None:
    def call(firmware: Firmware, cpu: Z80) -> None:
        routine(firmware.machine.graphics, cpu)
    entry(address, both)(call)


def from_here(graphics: GraphicsScreen, cpu: Z80) -> tuple[int, int]:
    """The point at DE, HL from the graphics cursor."""
    x, y = graphics.position()
    return signed(x + cpu.de), signed(y + cpu.hl)


of_graphics(0xBBBA, lambda graphics, cpu: graphics.begin_mode(1, 0))
of_graphics(0xBBC0, lambda graphics, cpu: graphics.move(signed(cpu.de), signed(cpu.hl)))
of_graphics(0xBBC3, lambda graphics, cpu: graphics.move(*from_here(graphics, cpu)))
of_graphics(0xBBC9, lambda graphics, cpu: graphics.set_origin(signed(cpu.de), signed(cpu.hl)))
of_graphics(0xBBDB, lambda graphics, cpu: graphics.clear())
of_graphics(0xBBDE, lambda graphics, cpu: graphics.set_pen(cpu.a))
of_graphics(0xBBE4, lambda graphics, cpu: graphics.set_paper(cpu.a))
of_graphics(0xBBEA, lambda graphics, cpu: graphics.plot(signed(cpu.de), signed(cpu.hl)))
of_graphics(0xBBED, lambda graphics, cpu: graphics.plot(*from_here(graphics, cpu)))
of_graphics(0xBBF6, lambda graphics, cpu: graphics.draw(signed(cpu.de), signed(cpu.hl)))
of_graphics(0xBBF9, lambda graphics, cpu: graphics.draw(*from_here(graphics, cpu)))
of_graphics(0xBBFC, lambda graphics, cpu: graphics.write(bytes((cpu.a,))))


@entry(0xBBBD)
def reset_graphics(firmware: Firmware, cpu: Z80) -> None:
    if firmware.machine.screen.model != "464":
        firmware.machine.graphics.reset()


@entry(0xBBC6)
def graphics_cursor(firmware: Firmware, cpu: Z80) -> None:
    cpu.de, cpu.hl = firmware.machine.graphics.position()


@entry(0xBBCC)
def get_origin(firmware: Firmware, cpu: Z80) -> None:
    cpu.de, cpu.hl = firmware.machine.graphics.origin


@entry(0xBBCF)
def set_graphics_width(firmware: Firmware, cpu: Z80) -> None:
    graphics = firmware.machine.graphics
    graphics.set_window(signed(cpu.de), signed(cpu.hl), 2 * graphics.top + 1, 2 * graphics.bottom)


@entry(0xBBD2)
def set_graphics_height(firmware: Firmware, cpu: Z80) -> None:
    graphics, shift = firmware.machine.graphics, firmware.machine.screen.layout.shift
    graphics.set_window(graphics.left << shift, graphics.right << shift, signed(cpu.de), signed(cpu.hl))


@entry(0xBBD5)
def get_graphics_width(firmware: Firmware, cpu: Z80) -> None:
    graphics, shift = firmware.machine.graphics, firmware.machine.screen.layout.shift
    cpu.de, cpu.hl = graphics.left << shift, (graphics.right + 1 << shift) - 1


@entry(0xBBD8)
def get_graphics_height(firmware: Firmware, cpu: Z80) -> None:
    graphics = firmware.machine.graphics
    cpu.de, cpu.hl = 2 * graphics.top, 2 * graphics.bottom + 1


@entry(0xBBE1)
def get_graphics_pen(firmware: Firmware, cpu: Z80) -> None:
    cpu.a = firmware.machine.graphics.colours()[0]


@entry(0xBBE7)
def get_graphics_paper(firmware: Firmware, cpu: Z80) -> None:
    cpu.a = firmware.machine.graphics.colours()[1]


@entry(0xBBF0)
def test_dot(firmware: Firmware, cpu: Z80) -> None:
    cpu.a = firmware.machine.graphics.test(signed(cpu.de), signed(cpu.hl))


@entry(0xBBF3)
def test_dot_from_here(firmware: Firmware, cpu: Z80) -> None:
    graphics = firmware.machine.graphics
    cpu.a = graphics.test(*from_here(graphics, cpu))


of_graphics(0xBD43, lambda graphics, cpu: graphics.reset(), both=False)
of_graphics(0xBD46, lambda graphics, cpu: graphics.set_transparent(bool(cpu.a)), both=False)
of_graphics(0xBD49, lambda graphics, cpu: graphics.set_first_point(bool(cpu.a)), both=False)
of_graphics(0xBD4C, lambda graphics, cpu: graphics.set_mask(cpu.a), both=False)
of_graphics(0xBD52, lambda graphics, cpu: graphics.fill(cpu.a, cpu.de), both=False)


# Screen: &BBFF

INITIALISING_SCREEN = 98_500        # microseconds, with what its interrupts leave out
COPYING_INKS = 250


def default_inks(machine: Machine) -> None:
    """Inks, border and their speed as after power on."""
    machine.palette.set_defaults()
    machine.clock.us += round(COPYING_INKS * INTERRUPTS)


@entry(0xBBFF)
def initialise_screen(firmware: Firmware, cpu: Z80) -> None:
    screen = firmware.machine.screen
    default_inks(firmware.machine)
    screen.base = SCREEN_BASE
    screen.set_mode(1)
    screen.set_ink_mode(0)
    firmware.machine.clock.us += round(INITIALISING_SCREEN * INTERRUPTS)
    firmware.machine.palette.show_first()


@entry(0xBC02)
def reset_screen(firmware: Firmware, cpu: Z80) -> None:
    default_inks(firmware.machine)
    firmware.machine.screen.set_ink_mode(0)


def of_screen(address: int, routine: Callable[[Screen, Z80], None]) -> None:
    def call(firmware: Firmware, cpu: Z80) -> None:
        routine(firmware.machine.screen, cpu)
    entry(address)(call)


of_screen(0xBC05, lambda screen, cpu: screen.set_offset(cpu.hl & PLANE - 1))
of_screen(0xBC08, lambda screen, cpu: screen.set_base(cpu.a))
of_screen(0xBC14, lambda screen, cpu: screen.clear())
of_screen(0xBC59, lambda screen, cpu: screen.set_ink_mode(cpu.a))
of_screen(0xBC4D, lambda screen, cpu: screen.roll_screen(bool(cpu.b), cpu.a))


@entry(0xBC0B)
def screen_location(firmware: Firmware, cpu: Z80) -> None:
    screen = firmware.machine.screen
    cpu.a, cpu.hl = screen.base >> 8, screen.scrolled


@entry(0xBC0E)
def set_mode(firmware: Firmware, cpu: Z80) -> None:
    if cpu.a & 3 < 3:
        firmware.machine.text.set_mode(cpu.a & 3)


@entry(0xBC11)
def get_mode(firmware: Firmware, cpu: Z80) -> None:
    cpu.a = firmware.machine.screen.layout.number
    cpu.carry, cpu.zero = cpu.a == 0, cpu.a == 1


@entry(0xBC17)
def character_limits(firmware: Firmware, cpu: Z80) -> None:
    cpu.b, cpu.c = firmware.machine.screen.layout.columns - 1, ROWS - 1


@entry(0xBC1A)
def character_address(firmware: Firmware, cpu: Z80) -> None:
    screen = firmware.machine.screen
    cpu.hl = screen.base + screen.cell(cpu.h, cpu.l)
    cpu.b = screen.layout.cell


@entry(0xBC2C)
def encode_ink(firmware: Firmware, cpu: Z80) -> None:
    cpu.a = firmware.machine.screen.layout.encoded[cpu.a & 15]


@entry(0xBC2F)
def decode_ink(firmware: Firmware, cpu: Z80) -> None:
    cpu.a = firmware.machine.screen.layout.pen(cpu.a)


@entry(0xBC32)
def set_ink(firmware: Firmware, cpu: Z80) -> None:
    firmware.machine.palette.set_ink(cpu.a, cpu.b, cpu.c)


@entry(0xBC35)
def get_ink(firmware: Firmware, cpu: Z80) -> None:
    cpu.b, cpu.c = firmware.machine.palette.ink(cpu.a)


@entry(0xBC38)
def set_border(firmware: Firmware, cpu: Z80) -> None:
    firmware.machine.palette.set_border(cpu.b, cpu.c)


@entry(0xBC3B)
def get_border(firmware: Firmware, cpu: Z80) -> None:
    cpu.b, cpu.c = firmware.machine.palette.border()


@entry(0xBC3E)
def set_flashing(firmware: Firmware, cpu: Z80) -> None:
    firmware.machine.palette.set_flash(cpu.h, cpu.l)


@entry(0xBC41)
def get_flashing(firmware: Firmware, cpu: Z80) -> None:
    cpu.h, cpu.l = firmware.machine.palette.flash


def inside_screen(screen: Screen, cpu: Z80) -> bool:
    """Whether the box in H, D, L, E lies on the screen."""
    return cpu.h <= cpu.d < screen.layout.columns and cpu.l <= cpu.e < ROWS


@entry(0xBC44)
def fill_box(firmware: Firmware, cpu: Z80) -> None:
    screen = firmware.machine.screen
    if inside_screen(screen, cpu):
        screen.fill_box(cpu.h, cpu.l, cpu.d, cpu.e, cpu.a)


@entry(0xBC4A)
def invert_character(firmware: Firmware, cpu: Z80) -> None:
    screen = firmware.machine.screen
    if cpu.h < screen.layout.columns and cpu.l < ROWS:
        screen.invert(cpu.h, cpu.l, cpu.b ^ cpu.c)


@entry(0xBC50)
def roll_box(firmware: Firmware, cpu: Z80) -> None:
    screen = firmware.machine.screen
    if inside_screen(screen, cpu):
        screen.roll_box(cpu.h, cpu.l, cpu.d, cpu.e, bool(cpu.b), cpu.a)


@entry(0xBD4F, both=False)
def from_user(firmware: Firmware, cpu: Z80) -> None:
    """GRA FROM USER: user coordinates in DE and HL as dots of the screen."""
    x, y = firmware.machine.graphics.origin
    cpu.de = signed(cpu.de + x & 0xFFFF) >> firmware.machine.screen.layout.shift
    cpu.hl = signed(cpu.hl + y & 0xFFFF) >> 1


@entry(0xBD55, both=False)
def set_position(firmware: Firmware, cpu: Z80) -> None:
    """SCR SET POSITION: base in A and offset in HL for the firmware alone."""
    screen = firmware.machine.screen
    cpu.a, cpu.hl = cpu.a & 0xC0, cpu.hl & 0x7FF
    screen.base, screen.scrolled = cpu.a << 8, cpu.hl
    screen.tell_dots()

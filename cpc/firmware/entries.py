"""The firmware's entries by address: what they read from registers, what they do, what they leave in registers.

The entries for keys, tape, sound and the rest are here, those for the picture in `text_entries` and `screen_entries`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from basic.ports import INTERRUPTS
from cpc.firmware import jump_block

if TYPE_CHECKING:
    from cpc.firmware.calls import Firmware
    from cpc.firmware.z80 import Z80
    from cpc.machine import Machine

Entry = Callable[["Firmware", "Z80"], None]
ENTRIES: dict[int, Entry] = {}
ENTRIES_6128: dict[int, Entry] = {}


class Waits(Exception):
    """The entry has done nothing yet: it waits for a `key` or a `frame`."""


def entry(address: int, both: bool = True) -> Callable[[Entry], Entry]:
    """A routine is the entry at this address, on all models or only on those with BASIC 1.1."""
    def note(routine: Entry) -> Entry:
        ENTRIES_6128[address] = routine
        if both:
            ENTRIES[address] = routine
        return routine
    return note


def simple(address: int, routine: Callable[[Machine], object]) -> None:
    """An entry that needs no registers."""
    def call(firmware: Firmware, cpu: Z80) -> None:
        routine(firmware.machine)
    entry(address)(call)


# What JUMP RESTORE leaves in A, BC, DE and HL.
LEFT_BY_RESTORE = {"464": (0x37, 0x00EF, 0x0A8A, 0xBDCD), "664": (0x31, 0x00EF, 0xBDBE, 0x0AB0),
                   "6128": (0x31, 0x00EF, 0xBDC1, 0x0AB4)}

# Keys: &BB00

simple(0xBB00, lambda machine: machine.keyboard.initialise())
simple(0xBB03, lambda machine: machine.keyboard.reset())
simple(0xBB45, lambda machine: machine.keyboard.arm_break())
simple(0xBB48, lambda machine: machine.keyboard.arm_break(False))


def reading(cpu: Z80, code: int | None) -> None:
    """A code in A with the carry set, or no carry."""
    cpu.carry = code is not None
    if code is not None:
        cpu.a = code


def awaited(code: int | None) -> int:
    """A code from the keyboard, for which the entry waits."""
    if code is None:
        raise Waits("key")
    return code


@entry(0xBB06)
def wait_char(firmware: Firmware, cpu: Z80) -> None:
    reading(cpu, awaited(firmware.machine.keyboard.read_char()))


@entry(0xBB09)
def read_char(firmware: Firmware, cpu: Z80) -> None:
    reading(cpu, firmware.machine.keyboard.read_char())


@entry(0xBB0C)
def return_char(firmware: Firmware, cpu: Z80) -> None:
    firmware.machine.keyboard.put_back(cpu.a)


@entry(0xBB0F)
def set_expansion(firmware: Firmware, cpu: Z80) -> None:
    text = bytes(cpu.ram[cpu.hl + i & 0xFFFF] for i in range(cpu.c))
    cpu.carry = firmware.machine.keyboard.set_expansion(cpu.b, text) is not None


@entry(0xBB12)
def get_expansion(firmware: Firmware, cpu: Z80) -> None:
    number = cpu.a & 127
    text = firmware.machine.keyboard.expansions[number] if number < 32 else b""
    reading(cpu, text[cpu.l] if cpu.l < len(text) else None)


@entry(0xBB18)
def wait_key(firmware: Firmware, cpu: Z80) -> None:
    reading(cpu, awaited(firmware.machine.keyboard.read_key()))


@entry(0xBB1B)
def read_key(firmware: Firmware, cpu: Z80) -> None:
    reading(cpu, firmware.machine.keyboard.read_key())


@entry(0xBB1E)
def test_key(firmware: Firmware, cpu: Z80) -> None:
    keyboard = firmware.machine.keyboard
    held = cpu.a < 80 and keyboard.pressed(cpu.a) >= 0
    cpu.a = held << (cpu.a & 7)
    cpu.zero, cpu.carry = not held, False
    cpu.c = keyboard.held[2] & 0xA0


@entry(0xBB21)
def get_locks(firmware: Firmware, cpu: Z80) -> None:
    keyboard = firmware.machine.keyboard
    cpu.h, cpu.l = 255 * keyboard.caps_lock, 255 * keyboard.shift_lock


@entry(0xBD3A, both=False)
def set_locks(firmware: Firmware, cpu: Z80) -> None:
    keyboard = firmware.machine.keyboard
    keyboard.caps_lock, keyboard.shift_lock = bool(cpu.h & 128), bool(cpu.l & 64)


@entry(0xBD3D, both=False)
def flush_keys(firmware: Firmware, cpu: Z80) -> None:
    firmware.machine.keyboard.clear()


@entry(0xBB24)
def joysticks(firmware: Firmware, cpu: Z80) -> None:
    keyboard = firmware.machine.keyboard
    cpu.h = cpu.a = keyboard.joystick(0)
    cpu.l = keyboard.joystick(1)


def translation(set_address: int, table: str) -> None:
    """The two entries that set and get a key's code in one of the keyboard's tables."""
    @entry(set_address)
    def set_code(firmware: Firmware, cpu: Z80) -> None:
        if cpu.a < 80:
            getattr(firmware.machine.keyboard, table)[cpu.a] = cpu.b

    @entry(set_address + 3)
    def get_code(firmware: Firmware, cpu: Z80) -> None:
        cpu.a = getattr(firmware.machine.keyboard, table)[cpu.a % 80]


translation(0xBB27, "normal")
translation(0xBB2D, "shifted")
translation(0xBB33, "controlled")


@entry(0xBB39)
def set_repeat(firmware: Firmware, cpu: Z80) -> None:
    if cpu.a < 80:
        firmware.machine.keyboard.define_key(cpu.a, cpu.b >> (cpu.a & 7) & 1, (None, None, None))


@entry(0xBB3C)
def get_repeat(firmware: Firmware, cpu: Z80) -> None:
    row, bit = cpu.a >> 3, 1 << (cpu.a & 7)
    cpu.a = firmware.machine.keyboard.repeating[row % 10] & bit
    cpu.zero, cpu.carry = cpu.a == 0, False


@entry(0xBB3F)
def set_delay(firmware: Firmware, cpu: Z80) -> None:
    firmware.machine.keyboard.set_speed(cpu.h, cpu.l)


@entry(0xBB42)
def get_delay(firmware: Firmware, cpu: Z80) -> None:
    cpu.h, cpu.l = firmware.machine.keyboard.delay, firmware.machine.keyboard.period


SHORTEST_BUFFER = 49            # bytes, for KEY's strings after power on


@entry(0xBB15)
def set_expansion_buffer(firmware: Firmware, cpu: Z80) -> None:
    """KM EXP BUFFER: the strings are as after power on. They are not kept in the listing's buffer."""
    cpu.carry = cpu.hl >= SHORTEST_BUFFER
    if cpu.carry:
        firmware.machine.keyboard.reset_expansions()


@entry(0xBB4B)
def break_event(firmware: Firmware, cpu: Z80) -> None:
    """KM BREAK EVENT: the next scan finds ESC by itself."""
    cpu.carry = True


# Sound: &BCA7

simple(0xBCA7, lambda machine: machine.sound.reset())
simple(0xBCB6, lambda machine: machine.sound.hold())
simple(0xBCB9, lambda machine: machine.sound.resume())


@entry(0xBCAA)
def queue_sound(firmware: Firmware, cpu: Z80) -> None:
    block = bytes(cpu.ram[cpu.hl + i & 0xFFFF] for i in range(9))
    status, volume_envelope, tone_envelope, low, high, noise, volume, short, long = block
    cpu.carry = firmware.machine.sound.queue(status, low | high << 8 & 0xF00, short | long << 8, volume,
                                             volume_envelope, tone_envelope, noise)


@entry(0xBCAD)
def check_sound(firmware: Firmware, cpu: Z80) -> None:
    channels = [channel for channel in range(3) if cpu.a >> channel & 1]
    if channels:
        cpu.a = firmware.machine.sound.status(channels[0])


@entry(0xBCB3)
def release_sound(firmware: Firmware, cpu: Z80) -> None:
    firmware.machine.sound.release(cpu.a & 7)


@entry(0xBCBC)
def set_volume_envelope(firmware: Firmware, cpu: Z80) -> None:
    if 1 <= cpu.a <= 15:
        firmware.machine.sound.set_volume_envelope(cpu.a, sections_at(cpu))


@entry(0xBCBF)
def set_tone_envelope(firmware: Firmware, cpu: Z80) -> None:
    if 1 <= cpu.a <= 15:
        firmware.machine.sound.set_tone_envelope(cpu.a, bool(cpu.ram[cpu.hl] & 128), sections_at(cpu))


def sections_at(cpu: Z80) -> bytes:
    """The sections of the envelope at HL."""
    count = min(cpu.ram[cpu.hl] & 127, 5)
    return bytes(cpu.ram[cpu.hl + 1 + i & 0xFFFF] for i in range(3 * count))


ENVELOPE_SIZE = 16
VOLUME_ENVELOPES = {"464": 0xB60A, "664": 0xB2A6, "6128": 0xB2A6}
TONE_ENVELOPES = {"464": 0xB6FA, "664": 0xB396, "6128": 0xB396}


def envelope_address(address: int, places: dict[str, int]) -> None:
    """Where an envelope is on the machine. Nothing is kept there."""
    @entry(address)
    def find(firmware: Firmware, cpu: Z80) -> None:
        cpu.carry = 1 <= cpu.a <= 15
        cpu.hl = places[firmware.machine.model] + ENVELOPE_SIZE * (cpu.a & 15)
        if cpu.carry:
            cpu.bc = ENVELOPE_SIZE


envelope_address(0xBCC2, VOLUME_ENVELOPES)
envelope_address(0xBCC5, TONE_ENVELOPES)


@entry(0xBCB0)
def arm_sound_event(firmware: Firmware, cpu: Z80) -> None:
    """SOUND ARM EVENT: the block at HL is kicked when the queue of the channel in A has room."""
    channels = [channel for channel in range(3) if cpu.a >> channel & 1]
    if channels:
        firmware.machine.sound.arm(channels[0])
        firmware.interrupts.sound_events[channels[0]] = cpu.hl


# The rest: &BD0D

@entry(0xBD0D)
def time(firmware: Firmware, cpu: Z80) -> None:
    ticks = firmware.machine.clock.ticks()
    cpu.hl, cpu.de = ticks, ticks >> 16


@entry(0xBD10)
def set_time(firmware: Firmware, cpu: Z80) -> None:
    firmware.machine.clock.set_ticks(cpu.de << 16 | cpu.hl)


UP_TO_LOOK = round(67 * INTERRUPTS)     # microseconds


@entry(0xBD19)
def wait_flyback(firmware: Firmware, cpu: Z80) -> None:
    clock = firmware.machine.clock
    if clock.flyback is None:
        clock.us += UP_TO_LOOK
        firmware.machine.sound.settle()
        firmware.machine.palette.pay()
    if not clock.wait_flyback():
        raise Waits("frame")


@entry(0xBD2B)
@entry(0xBD31)
def print_char(firmware: Firmware, cpu: Z80) -> None:
    firmware.machine.print_out(bytes((cpu.a,)))
    cpu.carry = True


@entry(0xBD2E)
def printer_is_busy(firmware: Firmware, cpu: Z80) -> None:
    cpu.carry = False


@entry(0xBD34)
def sound_register(firmware: Firmware, cpu: Z80) -> None:
    firmware.machine.sound.write_register(cpu.a & 15, cpu.c)


@entry(0xBD37)
def restore_jumps(firmware: Firmware, cpu: Z80) -> None:
    """JUMP RESTORE: listings rely on what it leaves in A."""
    jump_block.put_entries_into(cpu.ram, firmware.machine.model)
    cpu.a, cpu.bc, cpu.de, cpu.hl = LEFT_BY_RESTORE[firmware.machine.model]

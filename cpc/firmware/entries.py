"""What the firmware's entries do, by address: registers in, registers out, as much as a listing can make use of.

Those that only machine code with registers of its own could use properly are here too, as far as they are simple.
Here are the keys, tape, sound and the rest; those of the picture are in `textentries` and `screenentries`.
"""

from collections.abc import Callable

Entry = Callable[..., None]
ENTRIES: dict[int, Entry] = {}
ENTRIES_6128: dict[int, Entry] = {}


class Waits(Exception):
    """Nothing has happened yet; says what it waits for."""


def entry(address: int, both: bool = True):
    def note(routine: Entry) -> Entry:
        ENTRIES_6128[address] = routine
        if both:
            ENTRIES[address] = routine
        return routine
    return note


def simple(address: int, routine: Callable) -> None:
    """An entry that takes the machine and leaves the registers alone."""
    entry(address)(lambda firmware, cpu: routine(firmware.machine))


# Keys: &BB00

simple(0xBB00, lambda machine: machine.keyboard.initialise())
simple(0xBB03, lambda machine: machine.keyboard.reset())
simple(0xBB45, lambda machine: machine.keyboard.arm_break())
simple(0xBB48, lambda machine: machine.keyboard.arm_break(False))


def reading(cpu, code: int | None) -> None:
    cpu.carry = code is not None
    if code is not None:
        cpu.a = code


@entry(0xBB06)
def wait_char(firmware, cpu):
    code = firmware.machine.keyboard.read_char()
    if code is None:
        raise Waits("key")
    reading(cpu, code)


@entry(0xBB09)
def read_char(firmware, cpu):
    reading(cpu, firmware.machine.keyboard.read_char())


@entry(0xBB0C)
def return_char(firmware, cpu):
    firmware.machine.keyboard.put_back(cpu.a)


@entry(0xBB0F)
def set_expansion(firmware, cpu):
    text = bytes(cpu.ram[cpu.hl + i & 0xFFFF] for i in range(cpu.c))
    cpu.carry = firmware.machine.keyboard.set_expansion(cpu.b, text)


@entry(0xBB12)
def get_expansion(firmware, cpu):
    number = cpu.a & 127
    text = firmware.machine.keyboard.expansions[number] if number < 32 else b""
    reading(cpu, text[cpu.l] if cpu.l < len(text) else None)


@entry(0xBB18)
def wait_key(firmware, cpu):
    code = firmware.machine.keyboard.read_key()
    if code is None:
        raise Waits("key")
    reading(cpu, code)


@entry(0xBB1B)
def read_key(firmware, cpu):
    reading(cpu, firmware.machine.keyboard.read_key())


@entry(0xBB1E)
def test_key(firmware, cpu):
    keyboard = firmware.machine.keyboard
    held = cpu.a < 80 and keyboard.pressed(cpu.a) >= 0
    cpu.zero, cpu.carry = not held, False
    cpu.c = keyboard.held[2] & 0xA0


@entry(0xBB21)
def get_locks(firmware, cpu):
    keyboard = firmware.machine.keyboard
    cpu.h, cpu.l = 255 * keyboard.caps_lock, 255 * keyboard.shift_lock


@entry(0xBD3A, both=False)
def set_locks(firmware, cpu):
    keyboard = firmware.machine.keyboard
    keyboard.caps_lock, keyboard.shift_lock = bool(cpu.h & 128), bool(cpu.l & 64)


@entry(0xBD3D, both=False)
def flush_keys(firmware, cpu):
    firmware.machine.keyboard.clear()


@entry(0xBB24)
def joysticks(firmware, cpu):
    keyboard = firmware.machine.keyboard
    cpu.h = cpu.a = keyboard.joystick(0)
    cpu.l = keyboard.joystick(1)


def translation(set_address: int, table: str) -> None:
    @entry(set_address)
    def set_code(firmware, cpu):
        if cpu.a < 80:
            getattr(firmware.machine.keyboard, table)[cpu.a] = cpu.b

    @entry(set_address + 3)
    def get_code(firmware, cpu):
        cpu.a = getattr(firmware.machine.keyboard, table)[cpu.a % 80]


translation(0xBB27, "normal")
translation(0xBB2D, "shifted")
translation(0xBB33, "controlled")


@entry(0xBB39)
def set_repeat(firmware, cpu):
    if cpu.a < 80:
        firmware.machine.keyboard.define_key(cpu.a, cpu.b >> (cpu.a & 7) & 1, (None, None, None))


@entry(0xBB3F)
def set_delay(firmware, cpu):
    firmware.machine.keyboard.set_speed(cpu.h, cpu.l)


@entry(0xBB42)
def get_delay(firmware, cpu):
    cpu.h, cpu.l = firmware.machine.keyboard.delay, firmware.machine.keyboard.period


# Tape and disc: &BC65

simple(0xBC65, lambda machine: machine.files.abandon())


@entry(0xBC6B)
def switch_messages(firmware, cpu):
    firmware.machine.files.noisy = not cpu.a


@entry(0xBC68)
@entry(0xBC6E)
@entry(0xBC71)
@entry(0xBC74)
def tape_motor(firmware, cpu):
    cpu.carry = True


# Sound: &BCA7

simple(0xBCA7, lambda machine: machine.sound.reset())
simple(0xBCB6, lambda machine: machine.sound.hold())
simple(0xBCB9, lambda machine: machine.sound.resume())


@entry(0xBCAA)
def queue_sound(firmware, cpu):
    block = bytes(cpu.ram[cpu.hl + i & 0xFFFF] for i in range(9))
    status, volume_envelope, tone_envelope, low, high, noise, volume, short, long = block
    cpu.carry = firmware.machine.sound.queue(status, low | high << 8 & 0xF00, short | long << 8, volume,
                                             volume_envelope, tone_envelope, noise)


@entry(0xBCAD)
def check_sound(firmware, cpu):
    channels = [channel for channel in range(3) if cpu.a >> channel & 1]
    if channels:
        cpu.a = firmware.machine.sound.status(channels[0])


@entry(0xBCB3)
def release_sound(firmware, cpu):
    firmware.machine.sound.release(cpu.a & 7)


@entry(0xBCBC)
def set_volume_envelope(firmware, cpu):
    if 1 <= cpu.a <= 15:
        firmware.machine.sound.set_volume_envelope(cpu.a, sections_at(cpu))


@entry(0xBCBF)
def set_tone_envelope(firmware, cpu):
    if 1 <= cpu.a <= 15:
        firmware.machine.sound.set_tone_envelope(cpu.a, bool(cpu.ram[cpu.hl] & 128), sections_at(cpu))


def sections_at(cpu) -> bytes:
    count = min(cpu.ram[cpu.hl] & 127, 5)
    return bytes(cpu.ram[cpu.hl + 1 + i & 0xFFFF] for i in range(3 * count))


# The rest: &BD0D

@entry(0xBD0D)
def time(firmware, cpu):
    ticks = firmware.machine.clock.us * 300 // 998_400
    cpu.hl, cpu.de = ticks, ticks >> 16


@entry(0xBD19)
def wait_flyback(firmware, cpu):
    if not firmware.machine.clock.wait_flyback():
        raise Waits("frame")


@entry(0xBD2B)
@entry(0xBD31)
def print_char(firmware, cpu):
    firmware.machine.print_out(bytes((cpu.a,)))
    cpu.carry = True


@entry(0xBD2E)
def printer_is_busy(firmware, cpu):
    cpu.carry = False


@entry(0xBD34)
def sound_register(firmware, cpu):
    firmware.machine.sound.write_register(cpu.a & 15, cpu.c)


@entry(0xBD37)
def restore_jumps(firmware, cpu):
    cpu.ram[0xBB00:0xBDF4] = bytes(0xBDF4 - 0xBB00)

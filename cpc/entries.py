"""What the firmware's entries do, by address: registers in, registers out, as much as a listing can make
use of.

Those that only machine code with registers of its own could use properly are here too, as far as they are
simple.
"""

from collections.abc import Callable

from .characters import NONE
from .graphics import signed
from .memory import PLANE, ROW_BYTES, ROWS, SCREEN_BASE
from .palette import BORDER, Palette
from .text import CURSOR_DISABLED, CURSOR_OFF

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


# Text: &BB4E

@entry(0xBB4E)
def initialise_text(firmware, cpu):
    text = firmware.machine.text
    layout = text.screen.layout
    text.codes.waiting.clear()
    text.set_symbol_table(NONE, 0)
    for window in text.windows:
        window.cursor, window.enabled = CURSOR_OFF, True
        window.tag = window.transparent = False
        window.pen, window.paper = layout.encoded[1], layout.encoded[0]
        text.enclose(window, 0, layout.columns - 1, 0, ROWS - 1)


@entry(0xBB51)
def reset_text(firmware, cpu):
    firmware.machine.text.codes.waiting.clear()


def of_window(address: int, routine: Callable) -> None:
    entry(address)(lambda firmware, cpu: routine(firmware.machine.text, firmware.window, cpu))


of_window(0xBB54, lambda text, window, cpu: text.enable_window(window, True))
of_window(0xBB57, lambda text, window, cpu: text.enable_window(window, False))
of_window(0xBB5D, lambda text, window, cpu: text.put(window, bytes((cpu.a,))))
of_window(0xBB66, lambda text, window, cpu: text.enclose(window, cpu.h, cpu.d, cpu.l, cpu.e))
of_window(0xBB6C, lambda text, window, cpu: text.clear_window(window))
of_window(0xBB75, lambda text, window, cpu: text.locate(window, cpu.h, cpu.l))
of_window(0xBB7B, lambda text, window, cpu: text.switch_cursor(window, CURSOR_DISABLED, True))
of_window(0xBB7E, lambda text, window, cpu: text.switch_cursor(window, CURSOR_DISABLED, False))
of_window(0xBB81, lambda text, window, cpu: text.switch_cursor(window, CURSOR_OFF, True))
of_window(0xBB84, lambda text, window, cpu: text.switch_cursor(window, CURSOR_OFF, False))
of_window(0xBB8A, lambda text, window, cpu: text.invert_cell(window))
of_window(0xBB8D, lambda text, window, cpu: text.invert_cell(window))
of_window(0xBB90, lambda text, window, cpu: text.colour(window, pen=cpu.a))
of_window(0xBB96, lambda text, window, cpu: text.colour(window, paper=cpu.a))
of_window(0xBB9C, lambda text, window, cpu: text.swap_colours(window))


@entry(0xBB5A)
def output_char(firmware, cpu):
    firmware.machine.text.write(firmware.stream, bytes((cpu.a,)))


@entry(0xBB60)
def character_at_cursor(firmware, cpu):
    code = firmware.machine.text.read_char(firmware.stream)
    cpu.a, cpu.carry = code or 0, code is not None


@entry(0xBB63)
def switch_tag(firmware, cpu):
    firmware.machine.text.set_tag(firmware.stream, bool(cpu.a))


@entry(0xBB69)
def get_text_window(firmware, cpu):
    window = firmware.window
    cpu.h, cpu.d, cpu.l, cpu.e = window.left, window.right, window.top, window.bottom
    cpu.carry = not window.whole


@entry(0xBB6F)
def set_column(firmware, cpu):
    text, window = firmware.machine.text, firmware.window
    text.toggle_cursor(window)
    text.go(window, window.left + cpu.a - 1, window.row)


@entry(0xBB72)
def set_row(firmware, cpu):
    text, window = firmware.machine.text, firmware.window
    text.toggle_cursor(window)
    text.go(window, window.column, window.top + cpu.a - 1)


@entry(0xBB78)
def get_cursor(firmware, cpu):
    window = firmware.window
    cpu.h, cpu.l = window.column - window.left + 1, window.row - window.top + 1
    cpu.a = window.scrolls


@entry(0xBB87)
def validate(firmware, cpu):
    window = firmware.window
    column, row, up = window.inside(cpu.h + window.left - 1 & 255, cpu.l + window.top - 1 & 255)
    cpu.h, cpu.l = column - window.left + 1, row - window.top + 1
    cpu.carry = not up
    if up:
        cpu.b = 255 if up > 0 else 0


@entry(0xBB93)
def get_text_pen(firmware, cpu):
    cpu.a = firmware.machine.screen.layout.pen(firmware.window.pen)


@entry(0xBB99)
def get_text_paper(firmware, cpu):
    cpu.a = firmware.machine.screen.layout.pen(firmware.window.paper)


@entry(0xBB9F)
def set_text_background(firmware, cpu):
    firmware.machine.text.set_transparent(firmware.stream, bool(cpu.a))


@entry(0xBBA8)
def set_matrix(firmware, cpu):
    rows = bytes(cpu.ram[cpu.hl + i & 0xFFFF] for i in range(8))
    cpu.carry = firmware.machine.text.define_symbol(cpu.a, rows)


@entry(0xBBAB)
def set_matrix_table(firmware, cpu):
    firmware.machine.text.set_symbol_table(NONE if cpu.d else cpu.e, cpu.hl)


@entry(0xBBAE)
def get_matrix_table(firmware, cpu):
    first, cpu.hl = firmware.machine.text.symbol_table()
    cpu.a, cpu.carry = first, first < NONE


@entry(0xBBB4)
def select_stream(firmware, cpu):
    cpu.a, firmware.stream = firmware.stream, cpu.a & 7


@entry(0xBBB7)
def swap_streams(firmware, cpu):
    firmware.machine.text.swap_windows(cpu.b & 7, cpu.c & 7)


# Graphics: &BBBA

def of_graphics(address: int, routine: Callable) -> None:
    entry(address)(lambda firmware, cpu: routine(firmware.machine.graphics, cpu))


def from_here(graphics, cpu) -> tuple[int, int]:
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
def reset_graphics(firmware, cpu):
    if firmware.machine.screen.model == "6128":
        firmware.machine.graphics.reset()


@entry(0xBBC6)
def graphics_cursor(firmware, cpu):
    cpu.de, cpu.hl = firmware.machine.graphics.position()


@entry(0xBBCC)
def get_origin(firmware, cpu):
    cpu.de, cpu.hl = firmware.machine.graphics.origin


@entry(0xBBCF)
def set_graphics_width(firmware, cpu):
    graphics = firmware.machine.graphics
    graphics.set_window(signed(cpu.de), signed(cpu.hl), 2 * graphics.top + 1, 2 * graphics.bottom)


@entry(0xBBD2)
def set_graphics_height(firmware, cpu):
    graphics, shift = firmware.machine.graphics, firmware.machine.screen.layout.shift
    graphics.set_window(graphics.left << shift, graphics.right << shift, signed(cpu.de), signed(cpu.hl))


@entry(0xBBD5)
def get_graphics_width(firmware, cpu):
    graphics, shift = firmware.machine.graphics, firmware.machine.screen.layout.shift
    cpu.de, cpu.hl = graphics.left << shift, (graphics.right + 1 << shift) - 1


@entry(0xBBD8)
def get_graphics_height(firmware, cpu):
    graphics = firmware.machine.graphics
    cpu.de, cpu.hl = 2 * graphics.top + 1, 2 * graphics.bottom


@entry(0xBBE1)
def get_graphics_pen(firmware, cpu):
    cpu.a = firmware.machine.graphics.colours()[0]


@entry(0xBBE7)
def get_graphics_paper(firmware, cpu):
    cpu.a = firmware.machine.graphics.colours()[1]


@entry(0xBBF0)
def test_dot(firmware, cpu):
    cpu.a = firmware.machine.graphics.test(signed(cpu.de), signed(cpu.hl))


@entry(0xBBF3)
def test_dot_from_here(firmware, cpu):
    graphics = firmware.machine.graphics
    cpu.a = graphics.test(*from_here(graphics, cpu))


def only_6128(address: int, routine: Callable) -> None:
    entry(address, both=False)(lambda firmware, cpu: routine(firmware.machine.graphics, cpu))


only_6128(0xBD43, lambda graphics, cpu: graphics.reset())
only_6128(0xBD46, lambda graphics, cpu: graphics.set_transparent(bool(cpu.a)))
only_6128(0xBD49, lambda graphics, cpu: graphics.set_first_point(bool(cpu.a)))
only_6128(0xBD4C, lambda graphics, cpu: graphics.set_mask(cpu.a))
only_6128(0xBD52, lambda graphics, cpu: graphics.fill(cpu.a, cpu.de))


# Screen: &BBFF

def default_inks(machine) -> None:
    first, second = Palette(machine.clock, machine.screen.model).colours
    for pen in range(BORDER):
        machine.palette.set_ink(pen, first[pen], second[pen])
    machine.palette.set_border(first[BORDER], second[BORDER])
    machine.palette.set_flash(10, 10)


@entry(0xBBFF)
def initialise_screen(firmware, cpu):
    screen = firmware.machine.screen
    default_inks(firmware.machine)
    screen.base = SCREEN_BASE
    screen.set_mode(1)
    screen.set_ink_mode(0)


@entry(0xBC02)
def reset_screen(firmware, cpu):
    default_inks(firmware.machine)
    firmware.machine.screen.set_ink_mode(0)


def of_screen(address: int, routine: Callable) -> None:
    entry(address)(lambda firmware, cpu: routine(firmware.machine.screen, cpu))


of_screen(0xBC05, lambda screen, cpu: screen.set_offset(cpu.hl & PLANE - 1))
of_screen(0xBC08, lambda screen, cpu: screen.set_base(cpu.a))
of_screen(0xBC14, lambda screen, cpu: screen.clear())
of_screen(0xBC59, lambda screen, cpu: screen.set_ink_mode(cpu.a))
of_screen(0xBC4D, lambda screen, cpu: screen.roll_screen(bool(cpu.b), cpu.a))


@entry(0xBC06)
@entry(0xBC07)
def set_base_by_value(firmware, cpu):
    """Inside the entry before: its address, taken for code, adds E to A. `CALL &BC07,&40` shows &4000."""
    firmware.machine.screen.set_base(cpu.a + cpu.e + (cpu.pc == 0xBC06))


@entry(0xBC0B)
def screen_location(firmware, cpu):
    screen = firmware.machine.screen
    cpu.a, cpu.hl = screen.base >> 8, screen.offset


@entry(0xBC0E)
def set_mode(firmware, cpu):
    if cpu.a & 3 < 3:
        firmware.machine.text.set_mode(cpu.a & 3)


@entry(0xBC11)
def get_mode(firmware, cpu):
    cpu.a = firmware.machine.screen.mode
    cpu.carry, cpu.zero = cpu.a == 0, cpu.a == 1


@entry(0xBC17)
def character_limits(firmware, cpu):
    cpu.b, cpu.c = firmware.machine.screen.layout.columns - 1, ROWS - 1


@entry(0xBC1A)
def character_address(firmware, cpu):
    screen = firmware.machine.screen
    cpu.hl = screen.base + screen.cell(cpu.h, cpu.l)
    cpu.b = screen.layout.cell


def stepping(address: int, step: int) -> None:
    """The byte beside in the same line of the picture."""
    @entry(address)
    def beside(firmware, cpu):
        cpu.hl = cpu.hl & -PLANE | cpu.hl + step & PLANE - 1


stepping(0xBC20, 1)
stepping(0xBC23, -1)


@entry(0xBC26)
def line_below(firmware, cpu):
    below = cpu.hl + PLANE
    if not below & 0x3800:
        below = below - 0x4000 & -PLANE | below + ROW_BYTES & PLANE - 1
    cpu.hl = below


@entry(0xBC29)
def line_above(firmware, cpu):
    above = cpu.hl - PLANE
    if not cpu.hl & 0x3800:
        above = above + 0x4000 & -PLANE | above - ROW_BYTES & PLANE - 1
    cpu.hl = above


@entry(0xBC2C)
def encode_ink(firmware, cpu):
    cpu.a = firmware.machine.screen.layout.encoded[cpu.a & 15]


@entry(0xBC2F)
def decode_ink(firmware, cpu):
    cpu.a = firmware.machine.screen.layout.pen(cpu.a)


@entry(0xBC32)
def set_ink(firmware, cpu):
    firmware.machine.palette.set_ink(cpu.a, cpu.b, cpu.c)


@entry(0xBC35)
def get_ink(firmware, cpu):
    cpu.b, cpu.c = firmware.machine.palette.ink(cpu.a)


@entry(0xBC38)
def set_border(firmware, cpu):
    firmware.machine.palette.set_border(cpu.b, cpu.c)


@entry(0xBC3B)
def get_border(firmware, cpu):
    cpu.b, cpu.c = firmware.machine.palette.border()


@entry(0xBC3E)
def set_flashing(firmware, cpu):
    firmware.machine.palette.set_flash(cpu.h, cpu.l)


@entry(0xBC41)
def get_flashing(firmware, cpu):
    cpu.h, cpu.l = firmware.machine.palette.flash


def inside_screen(screen, cpu) -> bool:
    return cpu.h <= cpu.d < screen.layout.columns and cpu.l <= cpu.e < ROWS


@entry(0xBC44)
def fill_box(firmware, cpu):
    screen = firmware.machine.screen
    if inside_screen(screen, cpu):
        screen.fill_box(cpu.h, cpu.l, cpu.d, cpu.e, cpu.a)


@entry(0xBC4A)
def invert_character(firmware, cpu):
    screen = firmware.machine.screen
    if cpu.h < screen.layout.columns and cpu.l < ROWS:
        screen.invert(cpu.h, cpu.l, cpu.b ^ cpu.c)


@entry(0xBC50)
def roll_box(firmware, cpu):
    screen = firmware.machine.screen
    if inside_screen(screen, cpu):
        screen.roll_box(cpu.h, cpu.l, cpu.d, cpu.e, bool(cpu.b), cpu.a)


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

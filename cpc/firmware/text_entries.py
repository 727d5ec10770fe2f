"""The firmware's entries for text, &BB4E to &BBB7, on the window that is selected."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from basic.ports import INTERRUPTS
from cpc.firmware.entries import entry
from cpc.memory import ROWS
from cpc.picture.characters import NONE
from cpc.picture.text import TextScreen
from cpc.picture.text_window import CURSOR_DISABLED, CURSOR_OFF, Window

if TYPE_CHECKING:
    from cpc.firmware.calls import Firmware
    from cpc.firmware.z80 import Z80


INITIALISING_TEXT = 1_950           # microseconds


@entry(0xBB4E)
def initialise_text(firmware: Firmware, cpu: Z80) -> None:
    text = firmware.machine.text
    layout = text.screen.layout
    text.codes.waiting.clear()
    text.set_symbol_table(NONE, 0)
    for window in text.windows:
        window.cursor, window.enabled = CURSOR_OFF, True
        window.tag = window.transparent = False
        window.pen, window.paper = layout.encoded[1], layout.encoded[0]
        text.enclose(window, 0, layout.columns - 1, 0, ROWS - 1)
    firmware.machine.clock.us += round(INITIALISING_TEXT * INTERRUPTS)


@entry(0xBB51)
def reset_text(firmware: Firmware, cpu: Z80) -> None:
    firmware.machine.text.codes.waiting.clear()


def of_window(address: int, routine: Callable[[TextScreen, Window, Z80], None]) -> None:
    def call(firmware: Firmware, cpu: Z80) -> None:
        routine(firmware.machine.text, firmware.window, cpu)
    entry(address)(call)


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
def output_char(firmware: Firmware, cpu: Z80) -> None:
    firmware.machine.text.write(firmware.stream, bytes((cpu.a,)))


@entry(0xBB60)
def character_at_cursor(firmware: Firmware, cpu: Z80) -> None:
    code = firmware.machine.text.read_char(firmware.stream)
    cpu.a, cpu.carry = code or 0, code is not None


@entry(0xBB63)
def switch_tag(firmware: Firmware, cpu: Z80) -> None:
    firmware.machine.text.set_tag(firmware.stream, bool(cpu.a))


@entry(0xBB69)
def get_text_window(firmware: Firmware, cpu: Z80) -> None:
    window = firmware.window
    cpu.h, cpu.d, cpu.l, cpu.e = window.left, window.right, window.top, window.bottom
    cpu.carry = not window.whole


@entry(0xBB6F)
def set_column(firmware: Firmware, cpu: Z80) -> None:
    text, window = firmware.machine.text, firmware.window
    text.toggle_cursor(window)
    text.go(window, window.left + cpu.a - 1, window.row)


@entry(0xBB72)
def set_row(firmware: Firmware, cpu: Z80) -> None:
    text, window = firmware.machine.text, firmware.window
    text.toggle_cursor(window)
    text.go(window, window.column, window.top + cpu.a - 1)


@entry(0xBB78)
def get_cursor(firmware: Firmware, cpu: Z80) -> None:
    window = firmware.window
    cpu.h, cpu.l = window.column - window.left + 1, window.row - window.top + 1
    cpu.a = window.scrolls


@entry(0xBB87)
def validate(firmware: Firmware, cpu: Z80) -> None:
    window = firmware.window
    column, row, up = window.inside(cpu.h + window.left - 1 & 255, cpu.l + window.top - 1 & 255)
    cpu.h, cpu.l = column - window.left + 1, row - window.top + 1
    cpu.carry = not up
    if up:
        cpu.b = 255 if up > 0 else 0


@entry(0xBB93)
def get_text_pen(firmware: Firmware, cpu: Z80) -> None:
    cpu.a = firmware.machine.screen.layout.pen(firmware.window.pen)


@entry(0xBB99)
def get_text_paper(firmware: Firmware, cpu: Z80) -> None:
    cpu.a = firmware.machine.screen.layout.pen(firmware.window.paper)


@entry(0xBB9F)
def set_text_background(firmware: Firmware, cpu: Z80) -> None:
    firmware.machine.text.set_transparent(firmware.stream, bool(cpu.a))


@entry(0xBBA2)
def get_text_background(firmware: Firmware, cpu: Z80) -> None:
    """A is 0 if characters are opaque."""
    cpu.a = firmware.window.transparent


@entry(0xBBA8)
def set_matrix(firmware: Firmware, cpu: Z80) -> None:
    rows = bytes(cpu.ram[cpu.hl + i & 0xFFFF] for i in range(8))
    cpu.carry = firmware.machine.text.define_symbol(cpu.a, rows)


@entry(0xBBAB)
def set_matrix_table(firmware: Firmware, cpu: Z80) -> None:
    firmware.machine.text.set_symbol_table(NONE if cpu.d else cpu.e, cpu.hl)


@entry(0xBBAE)
def get_matrix_table(firmware: Firmware, cpu: Z80) -> None:
    first, cpu.hl = firmware.machine.text.symbol_table()
    cpu.a, cpu.carry = first, first < NONE


@entry(0xBBB4)
def select_stream(firmware: Firmware, cpu: Z80) -> None:
    cpu.a, firmware.stream = firmware.stream, cpu.a & 7


@entry(0xBBB7)
def swap_streams(firmware: Firmware, cpu: Z80) -> None:
    firmware.machine.text.swap_windows(cpu.b & 7, cpu.c & 7, firmware.stream)


CONTROL_CODES = {"464": 0xB2C3, "664": 0xB763, "6128": 0xB763}
ROM_MATRICES = 0x3800


@entry(0xBBA5)
def get_matrix(firmware: Firmware, cpu: Z80) -> None:
    """TXT GET MATRIX: where the shape of the character in A is; carry if a listing can change it."""
    first, address = firmware.machine.text.symbol_table()
    cpu.carry = cpu.a >= first
    cpu.hl = address + 8 * (cpu.a - first) if cpu.carry else ROM_MATRICES + 8 * cpu.a


@entry(0xBBB1)
def get_control_codes(firmware: Firmware, cpu: Z80) -> None:
    """TXT GET CONTROLS: where the table of control codes is on the machine. Nothing is kept there."""
    cpu.hl = CONTROL_CODES[firmware.machine.model]


@entry(0xBD40, both=False)
def ask_state(firmware: Firmware, cpu: Z80) -> None:
    """TXT ASK STATE: the cursor's switches, and bit 7 if nothing is shown."""
    window = firmware.window
    cpu.a = window.cursor | (0 if window.enabled else 0x80)

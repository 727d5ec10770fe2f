"""The firmware's variables where listings PEEK and POKE them.

None of them is kept in RAM: a byte is made when it is looked at, and what is written goes where the machine keeps the value.
`TABLE` has each one once, with its address on both models; `Variables` finds them by address. Machine code, which reads the
RAM itself, finds them there because a CALL puts them there before it and takes what has changed, behind it and at each entry.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from basic.ports import signed
from basic.records import record
from cpc.picture.characters import NONE
from cpc.picture.modes import MODES
from cpc.picture.palette import BORDER, GATE_ARRAY, colour_of
from cpc.picture.text_window import Window

if TYPE_CHECKING:
    from cpc.keys.keyboard import Keyboard
    from cpc.machine import Machine

NOWHERE = 0         # the address of what a model does not have
Shows = Callable[["Machine"], bytes]
Takes = Callable[["Machine", bytes], None]


@record(frozen=True)
class Variable:
    """`shows` gives its bytes; `takes` is handed all of them after one has been written. Without it, writing does nothing."""
    name: str
    on_464: int
    on_6128: int
    shows: Shows
    takes: Takes | None = None

    def address(self, model: str) -> int:
        return self.on_464 if model == "464" else self.on_6128


def number(name: str, on_464: int, on_6128: int, size: int, get: Callable[[Machine], int],
           put: Callable[[Machine, int], None] | None = None) -> Variable:
    """A variable that is a number, its low byte first; `put` gets it with a sign if it has two bytes."""
    mask = (1 << 8 * size) - 1

    def shows(machine: Machine) -> bytes:
        return (get(machine) & mask).to_bytes(size, "little")

    def takes(machine: Machine, data: bytes) -> None:
        if put is not None:
            value = int.from_bytes(data, "little")
            put(machine, signed(value) if size == 2 else value)
    return Variable(name, on_464, on_6128, shows, None if put is None else takes)


# Time

def set_time(machine: Machine, value: int) -> None:
    machine.clock.set_ticks(value)


# The screen

def set_layout(machine: Machine, value: int) -> None:
    if value < len(MODES):
        machine.screen.set_layout(value, machine.screen.masks)


def set_masks(machine: Machine, data: bytes) -> None:
    machine.screen.set_layout(machine.screen.layout.number, data)


def set_offset(machine: Machine, value: int) -> None:
    machine.screen.scrolled = value & 0x7FF
    machine.screen.tell_dots()


def set_base(machine: Machine, value: int) -> None:
    machine.screen.base = (value & 0xC0) << 8
    machine.screen.tell_dots()


def set_flash(machine: Machine, frames: int) -> None:
    machine.palette.catch_up()
    machine.palette.flash = frames >> 8 & 255, frames & 255
    machine.palette.tell_turns()


NUMBERS = bytes(range(256)).replace(bytes(range(len(GATE_ARRAY))), GATE_ARRAY)


def inks(turn: int) -> Shows:
    """The border's and the pens' colours, as the gate array numbers them."""
    def shows(machine: Machine) -> bytes:
        colours = machine.palette.colours[turn]
        return bytes((colours[BORDER], *colours[:BORDER])).translate(NUMBERS)
    return shows


def set_inks(turn: int) -> Takes:
    def takes(machine: Machine, data: bytes) -> None:
        border, *pens = (colour_of(byte) for byte in data)
        machine.palette.colours[turn][:] = [*pens, border]
        machine.palette.send()
    return takes


# Text windows: the one that is selected, and all eight

# The routines that write a character with its paper and without.
BACKGROUNDS = {"464": (0x1391, 0x139F), "664": (0x138E, 0x139C), "6128": (0x1392, 0x13A0)}


def window_bytes(machine: Machine, window: Window) -> bytes:
    """A window as the firmware keeps it: 15 bytes on the 464, 14 on the 6128."""
    old = machine.model == "464"
    last = machine.screen.layout.columns - 1
    # not 0 for a window that is smaller than the screen
    smaller = window.top | window.left or window.right ^ last or window.bottom ^ 24
    switches = window.cursor if old or window.enabled else window.cursor | 0x80
    head = (window.row, window.column, smaller, window.top, window.left, window.bottom, window.right, window.scrolls, switches)
    shown = (255 * window.enabled,) if old else ()
    opaque, transparent = BACKGROUNDS[machine.model]
    background = transparent if window.transparent else opaque
    return bytes((*head, *shown, window.pen, window.paper, background & 255, background >> 8, 255 * window.tag))


def set_window_bytes(machine: Machine, window: Window, data: bytes) -> None:
    old = machine.model == "464"
    window.row, window.column, smaller, window.top, window.left, window.bottom, window.right, window.scrolls = data[:8]
    window.whole = not smaller
    window.cursor = data[8] & 3
    window.enabled = bool(data[9]) if old else not data[8] & 0x80
    window.pen, window.paper = data[10 if old else 9:][:2]
    window.transparent = window_bytes(machine, window)[-3] != data[-3] and not window.transparent
    window.tag = bool(data[-1])


def selected_window(machine: Machine) -> bytes:
    return window_bytes(machine, machine.firmware.window)


def set_selected_window(machine: Machine, data: bytes) -> None:
    set_window_bytes(machine, machine.firmware.window, data)


def all_windows(machine: Machine) -> bytes:
    return b"".join(window_bytes(machine, window) for window in machine.text.windows)


def set_all_windows(machine: Machine, data: bytes) -> None:
    windows = machine.text.windows
    size = len(data) // len(windows)
    for place, window in enumerate(windows):
        set_window_bytes(machine, window, data[place * size:(place + 1) * size])


def select_window(machine: Machine, value: int) -> None:
    machine.firmware.stream = value & 7


def symbol_table(machine: Machine) -> bytes:
    """The first symbol, 255 if there is one, and where the table lies."""
    first, address = machine.text.symbol_table()
    return bytes((first & 255, 255 * (first < NONE))) + address.to_bytes(2, "little")


def set_symbol_table(machine: Machine, data: bytes) -> None:
    machine.display.characters.place_table(data[0] if data[1] else NONE, int.from_bytes(data[2:], "little"))


# Graphics

def set_origin(place: int) -> Callable[[Machine, int], None]:
    def put(machine: Machine, value: int) -> None:
        origin = list(machine.graphics.origin)
        origin[place] = value
        machine.graphics.origin = origin[0], origin[1]
    return put


def of_graphics(name: str, on_464: int, on_6128: int, size: int, attribute: str) -> Variable:
    """A variable that is an attribute of the graphics screen."""
    def put(machine: Machine, value: int) -> None:
        setattr(machine.graphics, attribute, value)
    return number(name, on_464, on_6128, size, lambda machine: getattr(machine.graphics, attribute), put)


# Keys

def key_table(name: str, on_464: int, on_6128: int, table: Callable[[Keyboard], bytearray]) -> Variable:
    """A table of the keyboard."""
    def takes(machine: Machine, data: bytes) -> None:
        table(machine.keyboard)[:] = data
    return Variable(name, on_464, on_6128, lambda machine: bytes(table(machine.keyboard)), takes)


def of_keyboard(name: str, on_464: int, on_6128: int, attribute: str) -> Variable:
    def put(machine: Machine, value: int) -> None:
        setattr(machine.keyboard, attribute, value)
    return number(name, on_464, on_6128, 1, lambda machine: getattr(machine.keyboard, attribute), put)


EXPANSIONS = 152        # bytes for KEY's strings


@lru_cache(maxsize=16)
def packed(texts: tuple[bytes, ...]) -> bytes:
    """Strings, each behind its length."""
    return b"".join(bytes((len(text),)) + text for text in texts).ljust(EXPANSIONS, b"\0")[:EXPANSIONS]


def expansions(machine: Machine) -> bytes:
    return packed(tuple(machine.keyboard.expansions))


def set_expansions(machine: Machine, data: bytes) -> None:
    texts, at = [], 0
    for _ in machine.keyboard.expansions:
        length = data[at] if at < len(data) else 0
        texts.append(data[at + 1:at + 1 + length])
        at += 1 + length
    machine.keyboard.expansions[:] = texts


FIRST, END = 0xB100, 0xB900             # all of them lie there

TIME = number("TIME", 0xB187, 0xB8B4, 4, lambda machine: machine.clock.ticks(), set_time)

TABLE = (
    TIME,
    number("mode", 0xB1C8, 0xB7C3, 1, lambda machine: machine.screen.layout.number, set_layout),
    number("offset of the screen", 0xB1C9, 0xB7C4, 2, lambda machine: machine.screen.scrolled, set_offset),
    number("base of the screen", 0xB1CB, 0xB7C6, 1, lambda machine: machine.screen.base >> 8, set_base),
    Variable("masks of the pixels", 0xB1CF, NOWHERE, lambda machine: machine.screen.masks, set_masks),
    number("frames of the second and the first ink", 0xB1D7, 0xB7D2, 2,
           lambda machine: machine.palette.flash[1] | machine.palette.flash[0] << 8, set_flash),
    Variable("second inks", 0xB1D9, 0xB7D4, inks(1), set_inks(1)),
    Variable("first inks", 0xB1EA, 0xB7E5, inks(0), set_inks(0)),
    number("selected window", 0xB20C, 0xB6B5, 1, lambda machine: machine.firmware.stream, select_window),
    Variable("windows", 0xB20D, 0xB6B6, all_windows, set_all_windows),
    Variable("window", 0xB285, 0xB726, selected_window, set_selected_window),
    Variable("symbols", 0xB294, 0xB734, symbol_table, set_symbol_table),
    number("ORIGIN x", 0xB328, 0xB693, 2, lambda machine: machine.graphics.origin[0], set_origin(0)),
    number("ORIGIN y", 0xB32A, 0xB695, 2, lambda machine: machine.graphics.origin[1], set_origin(1)),
    of_graphics("graphics cursor x", 0xB32C, 0xB697, 2, "x"),
    of_graphics("graphics cursor y", 0xB32E, 0xB699, 2, "y"),
    of_graphics("graphics window, left", 0xB330, 0xB69B, 2, "left"),
    of_graphics("graphics window, right", 0xB332, 0xB69D, 2, "right"),
    of_graphics("graphics window, top", 0xB334, 0xB69F, 2, "top"),
    of_graphics("graphics window, bottom", 0xB336, 0xB6A1, 2, "bottom"),
    of_graphics("graphics pen", 0xB338, 0xB6A3, 1, "pen"),
    of_graphics("graphics paper", 0xB339, 0xB6A4, 1, "paper"),
    key_table("codes of the keys", 0xB34C, 0xB496, lambda keyboard: keyboard.normal),
    key_table("codes with SHIFT", 0xB39C, 0xB4E6, lambda keyboard: keyboard.shifted),
    key_table("codes with CTRL", 0xB3EC, 0xB536, lambda keyboard: keyboard.controlled),
    key_table("keys that repeat", 0xB43C, 0xB586, lambda keyboard: keyboard.repeating),
    Variable("KEY strings", 0xB446, 0xB590, expansions, set_expansions),
    of_keyboard("frames between repeats", 0xB4E9, 0xB633, "period"),
    of_keyboard("frames before a repeat", 0xB4EA, 0xB634, "delay"),
)


class Variables:
    """The variables of one model, found by address."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.put = bytearray()      # the RAM from FIRST to END when it was last brought up to date
        self.at: dict[int, tuple[Variable, int]] = {}       # address: a variable, and which of its bytes
        self.table = [variable for variable in TABLE if variable.address(machine.model) != NOWHERE]
        for variable in self.table:
            first = variable.address(machine.model)
            for place in range(len(variable.shows(machine))):
                self.at[first + place] = variable, place

    def peek(self, address: int) -> int | None:
        """The byte there, or None where no variable is."""
        found = self.at.get(address)
        return None if found is None else found[0].shows(self.machine)[found[1]]

    def poke(self, address: int, value: int) -> None:
        found = self.at.get(address)
        if found is not None and found[0].takes is not None:
            variable, place = found
            data = bytearray(variable.shows(self.machine))
            data[place] = value
            found[0].takes(self.machine, bytes(data))

    def put_into(self, ram: bytearray) -> None:
        """Brings the RAM up to date, for those who read the RAM itself. The selected window comes behind all windows."""
        for variable in self.table:
            data, first = variable.shows(self.machine), variable.address(self.machine.model)
            ram[first:first + len(data)] = data
        self.put = ram[FIRST:END]

    def show_time(self, ram: bytearray) -> None:
        """Brings TIME alone up to date."""
        data, first = TIME.shows(self.machine), TIME.address(self.machine.model)
        ram[first:first + len(data)] = data
        self.put[first - FIRST:first - FIRST + len(data)] = data

    def take_from(self, ram: bytearray) -> None:
        """Takes what has been written into the RAM since `put_into`."""
        now = ram[FIRST:END]
        if now == self.put:
            return
        before, self.put = self.put, now
        for address in self.at:
            if now[address - FIRST] != before[address - FIRST]:
                self.poke(address, now[address - FIRST])

"""The machine as the language sees it: all its rooms on one clock."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from basic.errors import UNKNOWN_COMMAND, BasicError
from basic.host_log import HostLog
from basic.ports import INTERRUPTS, NEVER, Clock, NativeEngine
from cpc.devices import Devices
from cpc.disc.drives import Drives
from cpc.firmware import jump_block
from cpc.firmware.calls import Firmware
from cpc.firmware.variables import END, FIRST, Variables
from cpc.hardware.chips import Chips
from cpc.host_files import HostPath
from cpc.keys.keyboard import Keyboard
from cpc.keys.line_editor import LineEditor
from cpc.memory import HIMEM, HIMEM_WITH_DISCS, SYMBOLS_FIRST, new_ram
from cpc.models import MODELS
from cpc.picture.display import Display
from cpc.picture.graphics import GraphicsScreen
from cpc.picture.palette import Palette
from cpc.picture.screen import Screen
from cpc.picture.text import TextScreen
from cpc.printer import Printer
from cpc.sound.manager import SoundManager
from cpc.tape.deck import Deck

FIRST_MODE = 9      # the frame in which the start sets the mode: from then on inks flash
AMSTRAD = 7         # on the links for the name in the start message


NATIVE_CODE = os.environ.get("CPC_NATIVE") != "0"       # 0 forbids it


def native_engine() -> NativeEngine | None:
    """What compiles units to machine code; most programs end before they ask for it."""
    if sys.platform == "emscripten":
        from cpc import browser_engine
        return browser_engine.engine()
    from cpc import native_engine
    return native_engine.engine()


class Machine:
    """A CPC without its BASIC; it meets the Protocols of `basic.ports`."""

    find_native_engine = staticmethod(native_engine) if NATIVE_CODE else None

    clock: Clock
    ram: bytearray
    sound: SoundManager
    display: Display
    screen: Screen
    text: TextScreen
    graphics: GraphicsScreen
    palette: Palette
    keyboard: Keyboard
    editor: LineEditor
    drives: Drives
    deck: Deck
    files: Devices
    printer: Printer
    firmware: Firmware
    host_log: HostLog
    chips: Chips
    scans: int                  # that `catch_up` has done
    untold: int                 # those of them of which `take_scans` has not told

    def __init__(self, model: str = "464", drive: HostPath | None = None, printer: HostPath | None = None,
                 maker: int = AMSTRAD, amsdos: bool = False) -> None:
        """`maker` is the number of the name in the start message, as the links on the board have it. With `amsdos` there are
        two disc drives."""
        self.model, self.maker = model, maker
        of_model = MODELS[model]
        basic_1_1 = of_model.basic_1_1
        self.clock = Clock(of_model.first_flyback, of_model.first_scan, of_model.interrupts, of_model.flyback_seen,
                           of_model.lengths, of_model.turn_length)
        self.clock.us = self.clock.begin_of_frame(FIRST_MODE)
        self.ram = new_ram()
        jump_block.put_into(self.ram, model)
        self.ram_copy = b""          # the RAM as the last snapshot found it
        self.sound = SoundManager(self.clock, model)
        self.display = Display(self.ram, self.clock, model, self.sound.bell, self._pass_to_flyback)
        self.screen = self.display.screen
        self.text = self.display.text
        self.graphics = self.display.graphics
        self.palette = self.display.palette
        self.keyboard = Keyboard(basic_1_1)
        self.editor = LineEditor(self.text, self.keyboard)
        self.host_log = HostLog()
        self.drives = Drives(self.clock, self.keyboard, self._say, lambda: self.text.width(0), self.host_log, basic_1_1,
                             amsdos, drive)
        self.deck = Deck(self.clock, self.keyboard, self.text, self.palette, basic_1_1, self.host_log,
                         lambda: self.asked_until)
        self.files = Devices(self.drives.amsdos, self.deck, has_drives=amsdos)
        if amsdos:
            self.text.set_symbol_table(SYMBOLS_FIRST, self.himem + 1)
        self.printer = Printer(printer, self.host_log, self._say)
        self.firmware = Firmware(self)
        self.text.detours = self.firmware.detours
        self.keyboard.tests_break = self.firmware.detours.tests_break
        self.chips = Chips(self)
        self.variables = Variables(self)
        self.scans = self.untold = 0
        self._asked_until = NEVER

    @property
    def asked_until(self) -> int:
        """The moment that the run was asked to reach; a statement may have run beyond it. Which keys are down is known up to
        there, and inks and picture are looked at there."""
        return self._asked_until

    @asked_until.setter
    def asked_until(self, until: int) -> None:
        self._asked_until = self.palette.asked_until = until
        self.screen.moment.go_on(until)

    @property
    def himem(self) -> int:
        return HIMEM_WITH_DISCS if self.drives.present else HIMEM

    def _say(self, message: bytes) -> None:
        self.text.write(0, message)

    # time

    def _pass_to_flyback(self) -> None:
        self.palette.pay()
        self.sound.pass_to_flyback()

    def next_frame(self) -> int:
        return self.clock.next_frame()

    def next_scan(self) -> int:
        return self.clock.begin_of_scan(self.scans + (0 if self.untold else 1))

    def next_tick(self) -> int:
        """When `catch_up` must be called: at a scan while a key is down or a sound plays, and for what machine code has set
        up; or never."""
        due = min(self.firmware.interrupts.next_due(), self.sound.next_payment(), self.palette.next_payment())
        if self.keyboard.at_rest() and not self.palette.flashes_unusually():
            return due
        return min(due, self.next_scan())

    def catch_up(self) -> None:
        """Does what the frames since the last call would have done."""
        self.firmware.interrupts.catch_up()
        passed = max(0, self._scans() - self.scans)
        self.scans += passed
        passed -= self.firmware.interrupts.take_lost_scans()
        if self.deck.deaf():
            passed = 0
        self.untold += passed
        if not self.keyboard.at_rest():
            self.clock.us += round(sum(self.keyboard.tick() for _ in range(passed)) * INTERRUPTS)
        self.palette.catch_up(self.asked_until)
        self.palette.pay()
        self.sound.catch_up()
        self.sound.pay()
        if passed and self.palette.flashes_unusually():
            self.palette.tell_turns()

    def pass_quietly(self) -> bool:
        interrupts, scans, passed = self.clock.interrupts(), self.clock.scans(), self.untold > 0
        self.firmware.interrupts.pass_quietly(interrupts)
        self.sound.pass_quietly(interrupts, scans)
        if scans > self.scans:
            scans = self._known(scans)
            if scans > self.scans:
                self.scans, passed = scans, True
        self.untold = 0
        self.palette.catch_up(self._asked_until)
        return passed

    def take_scans(self) -> int:
        untold, self.untold = self.untold, 0
        return untold

    def _scans(self) -> int:
        """How often the keys have been scanned, as far as these are known."""
        return self._known(self.clock.scans())

    def _known(self, scans: int) -> int:
        clock = self.clock
        return scans if clock.us <= self._asked_until else min(scans, clock.scans_until(self._asked_until))

    def between_statements(self) -> None:
        """The synchronous events that machine code has set up."""
        self.firmware.interrupts.do_synchronous()

    def forget_synchronous_events(self) -> None:
        self.firmware.interrupts.blocks.reset_synchronous()

    # what needs no room of its own

    def print_out(self, data: bytes) -> None:
        self.printer.write(data)

    def call(self, address: int, arguments: list[int | bytes], text_pointer: int) -> bool:
        return self.firmware.call(address, arguments, text_pointer)

    def waits_for_key(self) -> None:
        """Nothing is done until a key is pressed: what the discs hold goes to their files."""
        self.drives.write_back()

    def waits_for(self) -> str:
        """What the last call waits for: a `key`, a `frame` or a `reset`."""
        return self.firmware.waits_for

    def knows_bar_command(self, name: bytes) -> bool:
        return self.firmware.extension(name) is not None or self.drives.knows(name)

    def bar_command(self, name: bytes, arguments: list[int | bytes], text_pointer: int) -> bool:
        """A command that machine code has added comes before the drive's."""
        routine = self.firmware.extension(name)
        if routine is not None:
            return self.firmware.call(routine, arguments, text_pointer)
        if not self.drives.knows(name):
            raise BasicError(UNKNOWN_COMMAND)
        if arguments or not self.files.choose(name):
            self.drives.amsdos.bar_commands.do(name, arguments, self.ram)
        return True

    def input_port(self, port: int) -> int:
        """INP"""
        return self.chips.read(port)

    def port_changes(self) -> tuple[int, ...]:
        return self.chips.ppi.changes()

    def output_port(self, port: int, value: int) -> None:
        """OUT"""
        self.chips.write(port, value)

    def peek(self, address: int) -> int:
        if FIRST <= address < END:
            byte = self.variables.peek(address)
            if byte is not None:
                return byte
        return self.ram[address]

    def poke(self, address: int, value: int) -> None:
        self.ram[address] = value
        if FIRST <= address < END:
            self.variables.poke(address, value)

    def snapshot(self) -> dict[str, Any]:
        self.screen.moment.put_back()
        if self.ram_copy != self.ram:       # a program that only computes leaves the RAM alone: snapshots share a copy
            self.ram_copy = bytes(self.ram)
        return {"clock": self.clock.snapshot(), "ram": self.ram_copy, "display": self.display.snapshot(),
                "keyboard": self.keyboard.snapshot(), "editor": self.editor.snapshot(), "sound": self.sound.snapshot(),
                "drives": self.drives.snapshot(), "files": self.files.snapshot(), "firmware": self.firmware.snapshot(),
                "chips": self.chips.snapshot(), "scans": (self.scans, self.untold),
                "asked_until": self.asked_until, "host_log": self.host_log.at}

    def keep_output(self) -> Callable[[], None]:
        puts_back = self.text.printed.keep(), self.sound.keep_writes()

        def put_back() -> None:
            for one in puts_back:
                one()
        return put_back

    def restore(self, state: dict[str, Any]) -> None:
        self.screen.moment.forget()
        self.clock.restore(state["clock"])
        self.ram[:] = state["ram"]
        self.display.restore(state["display"])
        self.keyboard.restore(state["keyboard"])
        self.editor.restore(state["editor"])
        self.sound.restore(state["sound"])
        self.drives.restore(state["drives"])
        self.files.restore(state["files"])
        self.firmware.restore(state["firmware"])
        self.chips.restore(state["chips"])
        self.scans, self.untold = state["scans"]
        self.asked_until = state["asked_until"]
        self.host_log.at = state["host_log"]

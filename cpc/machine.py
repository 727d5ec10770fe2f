"""The machine: all its rooms on one clock. `Cpc` is what the language sees, `CPC` what a Python user drives."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from basic.control import READY
from basic.errors import UNKNOWN_COMMAND, BasicError
from basic.machine import FRAME_US, NEVER
from basic.outside import Outside
from basic.session import Session

from . import png
from .charset import as_text
from .display import Display
from .editor import LineEditor
from .files import Drive
from .firmware import Firmware
from .hostfiles import load_file, save_file
from .keyboard import Keyboard
from .memory import new_ram
from .printer import Printer
from .sound import SoundManager

SWITCH_ON_US = 150 * FRAME_US       # from switching on to the Ready prompt
MAKERS = {"amstrad": b"Amstrad", "schneider": b"Schneider"}
DIALECTS = "auto", "locomotive", "commodore"
MEMORIES = "cpc", "large"
BOOT_LINES = {
    "464": b"\r\n %s 64K Microcomputer  (v1)\r\n\r\n \xa41984 Amstrad Consumer Electronics plc\r\n"
           b"           and Locomotive Software Ltd.\r\n\r\n BASIC 1.0\r\n\r\n",
    "6128": b"\r\n %s 128K Microcomputer  (v3)\r\n\r\n \xa41985 Amstrad Consumer Electronics plc\r\n"
            b"           and Locomotive Software Ltd.\r\n\r\n BASIC 1.1\r\n\r\n",
}


class Clock:
    """Emulated microseconds since switching on."""

    __slots__ = ("us", "flyback")

    def __init__(self) -> None:
        self.us = 0
        self.flyback: int | None = None     # the frame whose end FRAME waits for

    def wait_flyback(self) -> bool:
        frame = self.us // FRAME_US
        if self.flyback is None:
            self.flyback = frame + 1
        if frame < self.flyback:
            return False
        self.flyback = None
        return True


class Cpc:
    """Implements basic.machine's Protocols."""

    def __init__(self, model: str = "464", drive: str | os.PathLike | None = None, printer: str | os.PathLike | None = None):
        self.model = model
        basic_1_1 = model == "6128"
        self.clock = Clock()
        self.ram = new_ram()
        self.ram_copy = b""
        self.sound = SoundManager(self.clock, model)
        self.display = Display(self.ram, self.clock, model, self.sound.bell)
        self.screen = self.display.screen
        self.text = self.display.text
        self.graphics = self.display.graphics
        self.palette = self.display.palette
        self.keyboard = Keyboard()
        self.editor = LineEditor(self.text, self.keyboard)
        self.outside = Outside()
        self.files = Drive(drive, basic_1_1, self._say, lambda: self.text.width(0), self.outside)
        self.printer = Printer(printer, self.outside, self._say)
        self.firmware = Firmware(self)
        self.frames = 0

    def _say(self, message: bytes) -> None:
        self.text.write(0, message)

    # time

    def next_frame(self) -> int:
        return (self.clock.us // FRAME_US + 1) * FRAME_US

    def next_tick(self) -> int:
        """Frames count one by one only while keys are down; else all that have gone by are made good at once."""
        return NEVER if self.keyboard.at_rest() else (self.frames + 1) * FRAME_US

    def catch_up(self) -> int:
        passed = self.clock.us // FRAME_US - self.frames
        self.frames += passed
        if not self.keyboard.at_rest():
            for _ in range(passed):
                self.keyboard.tick()
        self.palette.catch_up()
        self.sound.catch_up()
        return passed

    # what has no room of its own

    def print_out(self, data: bytes) -> None:
        self.printer.write(data)

    def call(self, address: int, arguments: list[int | bytes]) -> bool:
        return self.firmware.call(address, arguments)

    def waits_for(self) -> str:
        """What the last call that waited waits for: a `key` or a `frame`."""
        return self.firmware.waits_for

    def knows_bar_command(self, name: bytes) -> bool:
        return self.files.knows(name)

    def bar_command(self, name: bytes, arguments: list[int | bytes]) -> bool:
        if not self.files.knows(name):
            raise BasicError(UNKNOWN_COMMAND)
        self.files.bar_command(name, arguments)
        return True

    def input_port(self, port: int) -> int:
        return 255

    def output_port(self, port: int, value: int) -> None:
        pass

    def peek(self, address: int) -> int:
        return self.ram[address]

    def poke(self, address: int, value: int) -> None:
        self.ram[address] = value

    def snapshot(self) -> dict:
        if self.ram_copy != self.ram:       # what only computes leaves it as it was: one copy will do for many moments
            self.ram_copy = bytes(self.ram)
        return {"clock": (self.clock.us, self.clock.flyback), "ram": self.ram_copy, "display": self.display.snapshot(),
                "keyboard": self.keyboard.snapshot(), "editor": self.editor.snapshot(), "sound": self.sound.snapshot(),
                "files": self.files.snapshot(), "firmware": self.firmware.snapshot(), "frames": self.frames,
                "outside": self.outside.at}

    def restore(self, state: dict) -> None:
        self.clock.us, self.clock.flyback = state["clock"]
        self.ram[:] = state["ram"]
        self.display.restore(state["display"])
        self.keyboard.restore(state["keyboard"])
        self.editor.restore(state["editor"])
        self.sound.restore(state["sound"])
        self.files.restore(state["files"])
        self.firmware.restore(state["firmware"])
        self.frames = state["frames"]
        self.outside.at = state["outside"]


def _named(choices: Iterable[str]) -> str:
    return " or ".join(map(repr, choices))


class CPC:
    """A CPC without a window.

    >>> cpc = CPC()
    >>> cpc.type('PRINT 6*7\\n')
    >>> cpc.run_until_idle()
    True
    >>> cpc.screen.text()[10]
    ' 42'
    """

    def __init__(self, *, model: str = "464", brand: str = "schneider", dialect: str = "auto", memory: str = "cpc",
                 drive: str | os.PathLike | None = None, printer: str | os.PathLike | None = None):
        if model not in BOOT_LINES:
            raise ValueError(f"model is {_named(BOOT_LINES)}, not {model!r}")
        if brand not in MAKERS:
            raise ValueError(f"brand is {_named(MAKERS)}, not {brand!r}")
        if dialect not in DIALECTS:
            raise ValueError(f"dialect is {_named(DIALECTS)}, not {dialect!r}")
        if memory not in MEMORIES:
            raise ValueError(f"memory is {_named(MEMORIES)}, not {memory!r}")
        self.model, self.brand = model, brand
        self.machine = Cpc(model, drive, printer)
        self.session = Session(self.machine, basic_1_1=model == "6128", dialect=dialect, memory=memory)
        self._switch_on()

    def _switch_on(self) -> None:
        machine = self.machine
        machine.text.set_mode(1)
        machine.text.echo(0, BOOT_LINES[self.model] % MAKERS[self.brand])
        machine.clock.us = SWITCH_ON_US
        self.session.executor.pc = READY
        self.run_until_idle(1)
        del machine.text.printed[:]
        machine.clock.us = SWITCH_ON_US
        machine.catch_up()

    # keys and time

    def type(self, text: str | bytes | Iterable[int]) -> None:
        """Types ahead: the editor, INPUT and INKEY$ take a character each time they ask."""
        self.session.type(text.encode("latin-1") if isinstance(text, str) else bytes(text))

    def key(self, number: int, down: bool) -> None:
        """Presses or lets go a key of the matrix."""
        if number not in range(80):
            raise ValueError(f"a key is a number from 0 to 79, not {number!r}")
        self.session.executor.events.catch_up()
        self.machine.keyboard.key(number, down)

    def run(self, seconds: float) -> None:
        self.session.run(int(seconds * 1e6))

    def run_until_idle(self, seconds: float = 600) -> bool:
        """True: it waits for a key, with nothing left to type. False: the emulated seconds are over."""
        idle = self.session.run_until_idle(int(seconds * 1e6))
        self.session.executor.events.catch_up()
        return idle

    @property
    def seconds(self) -> float:
        return self.machine.clock.us / 1e6

    # what came of it

    @property
    def printed(self) -> bytes:
        return bytes(self.machine.text.printed)

    @property
    def screen(self):
        return self.machine.screen

    @property
    def sound(self):
        return self.machine.sound

    @property
    def variables(self):
        return self.session.variables

    def load(self, path: str | os.PathLike) -> None:
        """A program from a file anywhere: a listing (UTF-8 or Latin-1) or what a CPC has saved."""
        kind, _, _, contents = load_file(path)
        self.session.storage.load_raw(kind, contents)

    def merge(self, path: str | os.PathLike) -> None:
        """A program's lines into the one that is there."""
        kind, _, _, contents = load_file(path)
        self.session.storage.merge_raw(kind, contents)

    def save(self, path: str | os.PathLike) -> None:
        """The program as a listing."""
        save_file(path, as_text(self.session.storage.listing(b"\n")))
        self.session.program.in_file = self.session.program.version

    def png(self, path: str | os.PathLike) -> None:
        png.save(self.screen, Path(path))

    def snapshot(self) -> dict:
        return {"machine": self.machine.snapshot(), "session": self.session.snapshot()}

    def restore(self, state: dict) -> None:
        self.machine.restore(state["machine"])
        self.session.restore(state["session"])

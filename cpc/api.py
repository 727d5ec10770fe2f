"""The CPC for Python: `from cpc import CPC`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from basic.ports import FRAME_US
from basic.runtime.control import READY
from basic.session import Session
from cpc.charset import as_text
from cpc.host_files import load_file, save_file
from cpc.machine import Machine
from cpc.recording import png

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
        self.machine = Machine(model, drive, printer)
        self.session = Session(self.machine, basic_1_1=model == "6128", dialect=dialect, memory=memory)
        self._switch_on()

    def _switch_on(self) -> None:
        machine = self.machine
        machine.text.set_mode(1)
        machine.text.echo(0, BOOT_LINES[self.model] % MAKERS[self.brand])
        machine.clock.us = SWITCH_ON_US
        self.session.executor.runner.pc = READY
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

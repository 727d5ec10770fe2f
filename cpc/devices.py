"""Tape or disc: which of them LOAD, SAVE and the other statements use. |TAPE and |DISC choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cpc.disc.commands import Amsdos
from cpc.tape.deck import Deck

Device = Amsdos | Deck
INPUT, OUTPUT = {b"", b".IN"}, {b"", b".OUT"}       # what stands behind |TAPE and |DISC


class Devices:
    """Meets `basic.ports.Files`.

    A machine with disc drives uses them, and the deck behind |TAPE, be a tape in it or not. A machine without them has a
    folder: what is in it is there at once, and for any other file the machine asks for its tape.
    """

    def __init__(self, disc: Amsdos, deck: Deck, has_drives: bool) -> None:
        self.disc, self.deck, self.has_drives = disc, deck, has_drives
        self.reads_tape = self.writes_tape = False
        self.missing: Callable[[bytes], None] = lambda name: None      # told of a file that is not in the folder

    @property
    def _input(self) -> Device:
        return self.deck if self.reads_tape else self.disc

    @property
    def _output(self) -> Device:
        return self.deck if self.writes_tape else self.disc

    def _source(self, name: bytes) -> Device:
        """Where a file is read from."""
        if self.has_drives or self.reads_tape or self.disc.is_open_in() or self.disc.has(name):
            return self._input
        if not self.deck.used:
            self.missing(name)
        return self.deck

    def _open(self) -> Device:
        """Where the file is that is open for reading."""
        return self.deck if self.deck.is_open_in() else self._input

    def use_tape(self, on: bool) -> None:
        self.reads_tape = self.writes_tape = on

    def choose(self, command: bytes) -> bool:
        """|TAPE, |DISC and their kin. False: it is another command."""
        name, dot, way = command.upper().partition(b".")
        if name not in (b"TAPE", b"DISC") or dot + way not in INPUT | OUTPUT:
            return False
        on = name == b"TAPE" and (self.deck.used or self.has_drives)
        if dot + way in INPUT:
            self.reads_tape = on
        if dot + way in OUTPUT:
            self.writes_tape = on
        return True

    def set_tape_speed(self, speed: int) -> None:
        self.deck.speed = speed

    # a statement

    def begin(self) -> bool:
        return self.disc.begin()

    def forget_question(self) -> None:
        self.disc.forget_question()
        self.deck.forget_question()

    # reading

    def load(self, name: bytes) -> tuple[int, int, int, bytes]:
        return self._source(name).load(name)

    def loaded_listing(self) -> bool:
        return self._open().loaded_listing()

    def open_in(self, name: bytes) -> None:
        self._source(name).open_in(name)

    def close_in(self) -> None:
        self._open().close_in()

    def read(self) -> int | None:
        return self._open().read()

    def unread(self, byte: int) -> None:
        self._open().unread(byte)

    def at_end(self) -> bool:
        return self._open().at_end()

    def is_open_in(self) -> bool:
        return self._open().is_open_in()

    def catalogue(self) -> list[bytes]:
        return self._input.catalogue()

    # writing

    def save(self, name: bytes, kind: int, address: int, entry: int, contents: bytes) -> None:
        self._output.save(name, kind, address, entry, contents)

    def open_out(self, name: bytes) -> None:
        self._output.open_out(name)

    def close_out(self) -> None:
        self._output.close_out()

    def write(self, data: bytes) -> None:
        self._output.write(data)

    def is_open_out(self) -> bool:
        return self._output.is_open_out()

    # both

    def abandon(self) -> None:
        self.disc.abandon()
        self.deck.abandon()

    def snapshot(self) -> dict[str, Any]:
        return {"tape": (self.reads_tape, self.writes_tape), "deck": self.deck.snapshot()}

    def restore(self, state: dict[str, Any]) -> None:
        self.reads_tape, self.writes_tape = state["tape"]
        self.deck.restore(state["deck"])

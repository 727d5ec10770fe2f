"""AMSDOS's bar commands: |A, |B, |DRIVE, |USER, |DIR, |ERA, |REN, |CPM, and those that choose tape or disc."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from basic.errors import BROKEN_IN, UNKNOWN_COMMAND, BasicError, Break
from cpc.disc.amsdos import printed_name
from cpc.disc.catalogue import directory_rows, listed
from cpc.disc.medium import BAD_COMMAND, NOT_FOUND, READ_ONLY, DiscMessage
from cpc.disc.names import Place, parsed, parsed_pattern
from cpc.disc.volume import FileName

if TYPE_CHECKING:
    from cpc.disc.commands import Amsdos

USERS = 16
BAR_COMMANDS = (b"A", b"B", b"CPM", b"DIR", b"DISC", b"DISC.IN", b"DISC.OUT", b"DRIVE", b"ERA", b"REN",
                b"TAPE", b"TAPE.IN", b"TAPE.OUT", b"USER")
WITH_TEXTS = b"DIR", b"DRIVE", b"ERA", b"REN"


class BarCommands:
    def __init__(self, amsdos: Amsdos) -> None:
        self.amsdos = amsdos

    def knows(self, name: bytes) -> bool:
        """Whether it is one of AMSDOS's bar commands."""
        return name.upper() in BAR_COMMANDS

    def do(self, name: bytes, arguments: Sequence[int | bytes], ram: bytearray) -> None:
        """Does one of AMSDOS's bar commands. It prints what goes wrong; the program goes on.

        A number where a string should be is the address of its descriptor in `ram`, as @a$ gives it.
        """
        name = name.upper()
        if name not in BAR_COMMANDS:
            raise BasicError(UNKNOWN_COMMAND)
        self.amsdos.begin()
        if name in WITH_TEXTS:
            arguments = [one if isinstance(one, bytes) else _described(ram, one) for one in arguments]
        try:
            self.amsdos.attempt(lambda: self._do(name, arguments))
        except Break:
            pass
        except BasicError as error:
            if error.number != BROKEN_IN:
                raise

    def _do(self, name: bytes, arguments: Sequence[int | bytes]) -> None:
        texts = [argument for argument in arguments if isinstance(argument, bytes)]
        match name, len(arguments):
            case b"DISC" | b"DISC.IN" | b"DISC.OUT" | b"TAPE" | b"TAPE.IN" | b"TAPE.OUT", 0:
                pass
            case b"A" | b"B", 0:
                self._choose(name)
            case b"DRIVE", 1 if texts:
                self._choose(texts[0])
            case b"USER", 1 if not texts and isinstance(arguments[0], int) and arguments[0] in range(USERS):
                self.amsdos.work.user = arguments[0]
            case b"DIR", (0 | 1) as count if len(texts) == count:
                self._directory(texts[0] if texts else b"")
            case b"CPM", 0:
                self.amsdos.medium_of(self.amsdos.work.drive).boot()
            case b"ERA", 1 if texts:
                self._erase(texts[0])
            case b"REN", 2 if len(texts) == 2:
                self._rename(*texts)
            case _:
                raise DiscMessage(b"Bad command", BAD_COMMAND)

    def _directory(self, pattern: bytes) -> None:
        place = parsed_pattern(pattern or b"*.*")
        unit, medium = self.amsdos.drive(place)
        assert place is not None
        user = self.amsdos.user_of(place)
        files = [file for file in medium.matching(place.eleven or b"?" * 11, user) if not file.system]
        rows = listed(unit, user, directory_rows(files, self.amsdos.width()), medium.free())
        self.amsdos.notes.do(lambda: self.amsdos.say(b"".join(line + b"\r\n" for line in rows)))

    def _choose(self, letter: bytes) -> None:
        place = Place(unit={b"A": 0, b"B": 1}.get(letter.strip().upper(), 2))
        unit, _ = self.amsdos.drive(place)
        self.amsdos.work.drive = unit

    def _erase(self, pattern: bytes) -> None:
        """|ERA: goes on behind files that are read only, and says so."""
        place = parsed_pattern(pattern)
        _, medium = self.amsdos.drive(place)
        assert place is not None
        if place.eleven is None:
            raise DiscMessage(b"Bad command", BAD_COMMAND)
        found = medium.matching(place.eleven, self.amsdos.user_of(place))
        if not found:
            raise DiscMessage(b"%s.%s not found" % (place.eleven[:8], place.eleven[8:]), NOT_FOUND)
        for file in found:
            if file.read_only:
                for _ in range(file.entries):
                    self.amsdos.notes.tell(printed_name(file.name.stem, file.name.extension) + b" is read only")
            else:
                medium.erase(file.name)

    def _rename(self, new: bytes, old: bytes) -> None:
        target, source = parsed(new), parsed(old)
        if target is None or source is None or self._unit(target) != self._unit(source):
            raise DiscMessage(b"Bad command", BAD_COMMAND)
        _, medium = self.amsdos.drive(source)
        names = [FileName(self.amsdos.user_of(place), place.stem, place.extension or b"") for place in (target, source)]
        if medium.find(names[0]) is not None:
            raise DiscMessage(printed_name(names[0].stem, names[0].extension) + b" already exists", READ_ONLY)
        found = medium.find(names[1])
        printed = printed_name(names[1].stem, names[1].extension)
        if found is None:
            raise DiscMessage(printed + b" not found", NOT_FOUND)
        if found.read_only:
            raise DiscMessage(printed + b" is read only", READ_ONLY)
        medium.rename(names[1], names[0])

    def _unit(self, place: Place) -> int:
        return self.amsdos.work.drive if place.unit is None else place.unit


def _described(ram: bytearray, address: int) -> bytes:
    """The string whose descriptor lies at an address."""
    length, low, high = (ram[address + place & 0xFFFF] for place in range(3))
    start = low | high << 8
    return bytes(ram[start + place & 0xFFFF] for place in range(length))

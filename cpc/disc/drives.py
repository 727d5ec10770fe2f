"""The drives of a machine: which discs and folders are in them, and the image files that changed discs are written back to."""

from __future__ import annotations

import atexit
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from weakref import WeakSet

from basic.host_log import HostLog
from basic.ports import Clock
from cpc.disc.bdos import DiscMedium
from cpc.disc.commands import Amsdos
from cpc.disc.dsk import Image
from cpc.disc.floppy import Floppy, Motor
from cpc.disc.folder import FolderMedium
from cpc.disc.medium import Medium
from cpc.disc.question import Keys, Notes
from cpc.host_files import HostPath, save_file

_with_discs: WeakSet[Drives] = WeakSet()


@atexit.register
def _write_all_back() -> None:
    """At the program's end, what a machine has written without coming to rest since."""
    for drives in list(_with_discs):
        drives.write_back()


class Drives:
    """Drives A and B, numbers 0 and 1. A machine without AMSDOS has a folder as drive A, or nothing."""

    def __init__(self, clock: Clock, keys: Keys, say: Callable[[bytes], None], width: Callable[[], int], host_log: HostLog,
                 basic_1_1: bool, amsdos: bool, folder: HostPath | None) -> None:
        self.present = amsdos
        self.bars = False               # without drives, the folder answers bar commands: faces want that
        self.host_log = host_log
        self.say = say
        motor = self.motor = Motor(clock)
        self.floppies = Floppy(motor), Floppy(motor)
        self.names = ["", ""]           # of the discs that are in
        notes = Notes(keys, say)
        self.amsdos = Amsdos(self.medium, motor, notes, basic_1_1, say, width)
        self._discs = [DiscMedium(unit, self.floppies, lambda: self.amsdos.work.disc, notes) for unit in (0, 1)]
        self.folders = [None if folder is None and (amsdos or unit) else FolderMedium(folder, host_log, say)
                        for unit, folder in ((0, folder), (1, None))]

    def medium(self, unit: int) -> Medium | None:
        """What serves as a drive: the disc in it, else the folder in its place, else the empty drive."""
        if unit not in (0, 1):
            return None
        if self.floppies[unit].image is None and self.folders[unit] is not None:
            return self.folders[unit]
        return self._discs[unit] if self.present else None

    def knows(self, command: bytes) -> bool:
        """Whether it is a bar command of the disc ROM. A machine without drives has none."""
        folder = self.folders[0]
        there = self.present or self.bars and folder is not None and folder.folder is not None
        return there and self.amsdos.bar_commands.knows(command)

    # discs go in and out

    def insert(self, unit: int, data: bytes, path: Path | None = None, protected: bool = False, name: str = "") -> None:
        """Puts an image into a drive. A file that cannot be written is a disc that is write protected. `name` is for people."""
        image = Image(data)
        self.write_back()
        _with_discs.add(self)
        self.names[unit] = name or (path.name if path is not None else "disc")
        self.floppies[unit].insert(image, path, protected or path is not None and not os.access(path, os.W_OK))

    def use_folder(self, folder: Path) -> None:
        """The folder that is drive A where no image is in it, and where there has been a folder before."""
        if self.folders[0] is not None:
            self.folders[0] = FolderMedium(folder, self.host_log, self.say)

    def eject(self, unit: int) -> None:
        self.write_back()
        self.floppies[unit].eject()

    def protect(self, unit: int, on: bool) -> None:
        self.floppies[unit].protected = on

    def write_back(self) -> None:
        """Writes each image that has changed to its file, as a whole or not at all. Where that fails the disc counts as
        write protected from then on."""
        for letter, floppy in zip("AB", self.floppies, strict=True):
            if floppy.saved == floppy.changed or floppy.image is None:
                continue
            floppy.saved = floppy.changed
            if floppy.path is None:
                continue
            try:
                self.host_log(save_file, floppy.path, floppy.image.copied())
            except OSError as error:
                floppy.protected = True
                sentence = f"Drive {letter}: {floppy.path.name} cannot be written: {error.strerror}"
                self.say(b"\r\n" + sentence.encode("ascii", "replace") + b"\r\n")

    # the machine's state

    def snapshot(self) -> dict[str, Any]:
        return {"amsdos": self.amsdos.snapshot(), "names": self.names[:],
                "floppies": [floppy.snapshot() for floppy in self.floppies]}

    def restore(self, state: dict[str, Any]) -> None:
        self.amsdos.restore(state["amsdos"])
        self.names[:] = state["names"]
        for floppy, kept in zip(self.floppies, state["floppies"], strict=True):
            floppy.restore(kept)

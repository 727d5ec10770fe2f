"""Discs of the command line: those of --disc and --disc-b, and the one that `cpc run game.dsk` begins from."""

from __future__ import annotations

import argparse
from pathlib import Path

from basic.errors import BasicError
from basic.records import record
from cpc.api import CPC
from cpc.commands.fault import Fault, of_file
from cpc.disc.amsdos import BINARY
from cpc.disc.volume import DiscError
from cpc.host_files import sweep
from cpc.media import Medium, contents_on, find, program_on

READ_ONLY = ":ro"


@record(frozen=True)
class Disc:
    """What goes into a drive."""

    name: str
    medium: Medium
    protected: bool

    def put_into(self, cpc: CPC, drive: int) -> None:
        """A file is read anew: since the last time, the machine may have written to it."""
        data, path = self.medium.image, self.medium.path
        assert data is not None
        if path is not None and not self.protected:
            sweep(path.parent)
            try:
                data = path.read_bytes()
            except OSError as error:
                raise of_file(path, error) from None
        try:
            cpc.machine.drives.insert(drive, data, None if self.protected else path, self.protected, Path(self.name).name)
        except DiscError as error:
            raise Fault(f"{self.name}: {error}") from None


def open_discs(options: argparse.Namespace) -> None:
    """Reads the images of --disc and --disc-b."""
    for name in ("disc", "disc_b"):
        text = getattr(options, name, None)
        if isinstance(text, str):
            setattr(options, name, disc_in(text))


def disc_in(text: str) -> Disc:
    """The argument of --disc: an image to write to, with :ro behind it only to read. One in an archive is never written to."""
    name = text.removesuffix(READ_ONLY)
    medium = look(name)
    if medium.image is None:
        raise Fault(f"{name} is no disc image.")
    return Disc(name, medium, name != text or medium.path is None)


def look(name: str) -> Medium:
    try:
        return find(name)
    except OSError as error:
        raise of_file(name, error) from None
    except DiscError as error:
        raise Fault(f"{name}: {error}") from None


def has_drives(options: argparse.Namespace) -> bool:
    return bool(getattr(options, "amsdos", False) or _discs(options) != (None, None))


def _discs(options: argparse.Namespace) -> tuple[Disc | None, Disc | None]:
    return getattr(options, "disc", None), getattr(options, "disc_b", None)


def put_discs_in(cpc: CPC, options: argparse.Namespace) -> None:
    """The discs of the options; a folder in their place answers bar commands, too."""
    cpc.machine.drives.bars = True
    for drive, disc in enumerate(_discs(options)):
        if disc is not None:
            disc.put_into(cpc, drive)


def begin_from(name: Path, medium: Medium, options: argparse.Namespace) -> list[Path]:
    """`cpc run game.dsk`: the disc is in drive A, and is not written to unless --disc says so. Gives the program to load, if it
    is one of BASIC; else `options.begin` is what to type."""
    if getattr(options, "disc", None) is None:
        options.disc = Disc(str(name), medium, True)
    if getattr(options, "type", "") and medium.wanted is None:
        options.type = options.type.removesuffix("\\n") + "\\n"
        return []
    try:
        program = program_on(medium)
        if program is None:
            options.begin = "CAT\n"
            return []
        if contents_on(medium, program)[0] & 14 == BINARY:
            options.begin = f'RUN"{program}\n'
            return []
    except (DiscError, BasicError) as error:
        raise Fault(f"{name}: {error}") from None
    return [Path(f"{medium.place}:{program}")]

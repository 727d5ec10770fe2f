"""What a person puts into a running CPC: discs, tapes, snapshots and programs, whatever a file turns out to be."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cpc.disc.volume import DiscError
from cpc.host_files import read_file, read_whole
from cpc.media import Medium, find
from cpc.sna import form
from cpc.sna.form import SnapshotFault
from cpc.tape import cassette
from cpc.tape.stretches import TapeFault
from cpc.texts import Texts

if TYPE_CHECKING:
    from cpc.api import CPC

LETTERS = "AB"
SNIFFED = 16                    # bytes that show what a file is


class NotInserted(Exception):
    """Why a file cannot be put in, in a sentence."""


class Sleeve:
    """The discs of an archive: SHIFT and F9 go through them."""

    def __init__(self, places: list[str]) -> None:
        self.places = places        # names as `cpc.media.find` takes them
        self.at = 0


class Media:
    """The drives and the deck of the player's CPC."""

    def __init__(self, cpc: "Callable[[], CPC]", with_drives: Callable[[], bool], text_of: Texts) -> None:
        """`cpc` gives the present machine; `with_drives` switches one with disc drives on, False if there is none."""
        self.cpc = cpc
        self.with_drives = with_drives
        self.text_of = text_of
        self.sleeves: dict[int, Sleeve] = {}    # by drive

    def forget(self) -> None:
        """Another machine has been switched on."""
        self.sleeves.clear()

    def insert(self, path: Path, drive: int) -> str | None:
        """Puts a disc, tape or snapshot in and says so; None for a program. Raises OSError, or NotInserted."""
        first = read_file(path, SNIFFED)
        try:
            if path.suffix.lower() in cassette.SUFFIXES and cassette.is_tape(first):
                return self._insert_tape(path)
            if form.is_sna(first):
                return self._take_over(path)
            medium = find(path)
            return None if medium.image is None else self._insert_discs(path, medium, drive)
        except (TapeFault, SnapshotFault, DiscError, ValueError) as fault:
            raise NotInserted(f"{path.name}: {fault}") from None

    def _insert_tape(self, path: Path) -> str:
        cpc = self.cpc()
        cpc.machine.deck.insert(read_whole(path, cassette.LARGEST), path, protected=True)
        cpc.machine.files.use_tape(not cpc.machine.drives.present)
        how = self.text_of("tape first") if cpc.machine.drives.present else ""
        return self.text_of("in the deck", path.name, how)

    def _take_over(self, path: Path) -> str:
        from cpc.sna.load import Loaded, model_of
        sna, cpc = form.read(read_whole(path, form.LONGEST)), self.cpc()
        model, drives = model_of(sna)
        if model != cpc.model or drives and not cpc.machine.drives.present:
            what = self.text_of("a model with drives", model) if drives else model
            raise NotInserted(self.text_of("another model", path.name, what))
        return " ".join([self.text_of("goes on", path.name), *Loaded(sna, cpc.machine, cpc.session).missing])

    def _insert_discs(self, path: Path, medium: Medium, drive: int) -> str:
        if not self.cpc().machine.drives.present and not self.with_drives():
            raise NotInserted(self.text_of("no drives", path.name))
        self.sleeves.pop(drive, None)
        if medium.others:
            self.sleeves[drive] = Sleeve([medium.place, *(f"{path}:{name}" for name in medium.others)])
        return self._put(medium, drive)

    def _put(self, medium: Medium, drive: int) -> str:
        """A disc that is put in by hand is write protected: nobody has said that the file may be changed."""
        assert medium.image is not None
        name = Path(medium.place.rpartition(":")[2] if medium.path is None else medium.place).name
        self.cpc().machine.drives.insert(drive, medium.image, None, True, name)
        more = " " + self.text_of("others key") if drive in self.sleeves else ""
        return self.text_of("in the drive", name, LETTERS[drive]) + more

    def next_disc(self) -> str:
        """The next disc of the archive that was put in last, into the same drive."""
        if not self.sleeves:
            raise NotInserted(self.text_of("no other disc"))
        drive = list(self.sleeves)[-1]
        sleeve = self.sleeves[drive]
        sleeve.at = (sleeve.at + 1) % len(sleeve.places)
        try:
            return self._put(find(sleeve.places[sleeve.at]), drive)
        except DiscError as fault:
            raise NotInserted(str(fault)) from None

    def use_folder(self, path: Path) -> None:
        """The folder of a program that was put in is the disc, where no image is."""
        self.cpc().machine.drives.use_folder(path.parent)

    # what can be seen

    def contents(self) -> str:
        """What is in, for a title: `game.dsk in A, side.dsk in B, game.cdt`."""
        machine = self.cpc().machine
        parts = [f"{machine.drives.names[drive]} in {LETTERS[drive]}" for drive, floppy in enumerate(machine.drives.floppies)
                 if floppy.image is not None]
        return ", ".join([*parts, *([machine.deck.label] if machine.deck.used else [])])

    def at_work(self) -> str:
        """The drive that turns, or the tape; nothing where all stand still."""
        machine = self.cpc().machine
        if machine.deck.running:
            return "TAPE"
        drives = machine.drives
        return f"DISC {LETTERS[drives.amsdos.work.drive]}" if drives.present and drives.motor.runs else ""

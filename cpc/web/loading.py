"""What comes in and goes out: programs, discs, tapes, snapshots, files of the drive."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpc.host_files import save_file
from cpc.sna import form
from cpc.sna.form import SnapshotFault
from cpc.sna.load import model_of
from cpc.web.media import DISC, PROGRAM, SNAPSHOT, medium
from cpc.web.requests import Refused, flag, text

if TYPE_CHECKING:
    from cpc.web.bridge import Bridge

Message = dict[str, Any]


class Loading:
    """Requests of the page that have to do with files."""

    def __init__(self, bridge: "Bridge") -> None:
        self.bridge = bridge
        self.player = bridge.player

    def do_program(self, given: Message) -> bool:
        """A program, as bytes of any kind of file or as a text: in place of the present one, or on a machine that is switched
        on afresh. With `run` it starts."""
        data = given.get("data")
        if data is None:
            data = text(given, "text").encode()
        kind, name, data = medium(Path(text(given, "name", "program.bas")).name[:60] or "program.bas", bytes(data),
                                  self.player.text_of)
        if kind == SNAPSHOT:
            return self._take_over(name, data)
        if kind != PROGRAM:
            return self._insert(kind, name, data)
        afresh, run = flag(given, "afresh"), flag(given, "run")
        if afresh:
            self.bridge.choose(given)
            self.player.reset()
            if not data.strip():
                return True                     # with no program
        with self._as_file(name, data) as path:
            if afresh:                          # it is at its prompt already
                self.player.cpc.load(path)
            elif not self.player.load(path, run):
                fault = self.player.notices.pop()
                self.bridge.tell_notices()      # of the program that was set aside; the fault is told last
                raise Refused(fault.text)
        if not self.player.cpc.session.program.lines:
            raise Refused(self.player.text_of("no line in it", name))
        self._tell_of_program()
        if afresh and run:
            self.player.cpc.type("RUN\n")
        return True

    @contextmanager
    def _as_file(self, name: str, data: bytes) -> Iterator[Path]:
        """For as long as it is loaded."""
        path = self.bridge.kept.parent / name
        path.write_bytes(data)
        try:
            yield path
        finally:
            path.unlink()

    def _insert(self, kind: str, name: str, data: bytes) -> bool:
        """A disc or a tape, in a CPC that is switched on with it."""
        bridge = self.bridge
        before, path = bridge.inserted, bridge.discs / name
        save_file(path, data)
        bridge.inserted = kind, path
        try:
            bridge.make()                       # its fault is told before the CPC is switched off
        except ValueError as error:
            path.unlink()
            bridge.inserted = before
            raise Refused(str(error).replace(f"{bridge.discs}/", "")) from None
        self.player.reset()
        self.player.cpc.type("CAT\n" if kind == DISC else "")
        text_of = self.player.text_of
        self.player.say("program", text_of("in drive A", name) if kind == DISC else text_of("in the deck", name, ""))
        return True

    def _take_over(self, name: str, data: bytes) -> bool:
        """A snapshot goes on, in a CPC of its model that is switched on for it."""
        try:
            model, self.bridge.drives = model_of(form.read(data))      # a fault is told before the CPC is switched off
        except SnapshotFault as fault:
            raise Refused(f"{name}: {fault}") from None
        self.bridge.choose({"model": model})
        try:
            self.player.reset()
        finally:
            self.bridge.drives = False
        with self._as_file(name, data) as path:
            self.player.insert(path)
        self._tell_of_program()
        return True

    def _tell_of_program(self) -> None:
        """There is another program, which is nowhere in this browser yet."""
        self.player.cpc.session.program.in_file = -1
        for follow in self.bridge.on_program:
            follow()

    def do_eject(self, given: Message) -> None:
        """Takes disc or tape out; the drive is the page's folder again, on a machine switched on afresh."""
        self.bridge.inserted = None
        self.player.reset()

    def do_back(self, given: Message) -> bool:
        """The program that was not saved when another one took its place. False: there is none."""
        path = self.bridge.kept / "replaced.bas"
        if not path.is_file():
            return False
        return self.do_program({"data": path.read_bytes(), "name": path.name})

    def do_file(self, given: Message) -> str:
        """A file for the drive, as it is."""
        name = Path(text(given, "name")).name[:60]
        save_file(self.bridge.drive / name, bytes(given["data"]))
        return name

    def do_files(self, given: Message) -> list[str]:
        places = self.bridge.drive, self.bridge.discs
        return sorted(f"{place.name}/{path.name}" for place in places for path in place.iterdir() if path.is_file())

    def do_get(self, given: Message) -> None:
        """A file of the drive, or a disc image with what the machine has written on it."""
        path = self.bridge.place(text(given, "name"))
        if path is None or not path.is_file():
            raise Refused("There is no such file.")
        self.bridge.give(path.name, path.read_bytes())

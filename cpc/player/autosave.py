"""A program that is not saved is kept when the CPC is switched off, and is back at the next start."""

import tempfile
from pathlib import Path

from basic.runtime.program import START, Program
from cpc.api import CPC
from cpc.disc.amsdos import BASIC, Header
from cpc.host_files import free_name, save_file, sweep


class Autosave:
    """Keeps programs in `folder`; what a mistake of this emulator reports goes there, too."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "unsaved.bas"
        self.seen: bytes | None = None      # what this run has last read or written there

    @property
    def ours(self) -> bool:
        """This run has read or written what is kept, and no other CPC has kept its own since."""
        return self.seen is not None and self.path.is_file() and self.path.read_bytes() == self.seen

    def bring_back(self, cpc: CPC) -> int:
        """Puts the kept program into a fresh CPC: the number of its lines, 0 if there is no program."""
        sweep(self.path.parent)
        if not self.path.is_file():
            return 0
        cpc.load(self.path)
        program = cpc.session.program
        program.in_file = -1
        self.seen = self.path.read_bytes()
        return len(program.lines)

    def keep(self, cpc: CPC) -> bool:
        """True: there was something to keep. If the program has been saved meanwhile, what was kept is deleted."""
        program = cpc.session.program
        if _worth_keeping(program):
            data = _packed(program)
            if not self.ours and self.path.exists():
                if data == self.seen:               # another CPC has gone on with the same program
                    return True
                self.path.replace(free_name(self.path.parent, self.path.stem, ".bak"))
            self._write(self.path, data)
            self.seen = data
            return True
        if self.ours:
            self.path.unlink(missing_ok=True)
        return False

    def at_the_end(self, cpc: CPC) -> str:
        """Keeps it where that is possible, and says what has become of it; says nothing if there was nothing to keep."""
        try:
            return "The program is not saved; it will be back at the next start." if self.keep(cpc) else ""
        except OSError as error:
            elsewhere = Autosave(Path(tempfile.mkdtemp(prefix="cpc-")))
            elsewhere.keep(cpc)
            why = f"{error.filename}: {error.strerror or error}."
            return f"The program is not saved and cannot be kept: {why} It is in {elsewhere.path}."

    def set_aside(self, cpc: CPC) -> Path | None:
        """Before another program takes its place: where an unsaved one now lies."""
        path = self.path.with_name("replaced.bas")
        if not _worth_keeping(cpc.session.program):
            return None
        self._write(path, _packed(cpc.session.program))
        return path

    def keep_report(self, report: str) -> Path:
        """What is known of a mistake of this emulator: where it now lies."""
        path = self.path.with_name("fault.txt")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(report, encoding="utf-8")
        return path

    def _write(self, path: Path, data: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        save_file(path, data)


def _packed(program: Program) -> bytes:
    image = program.image()
    return Header(BASIC, START, len(image), 0).packed(b"UNSAVED", b"BAS") + image


def _worth_keeping(program: Program) -> bool:
    return program.unsaved and not program.protected

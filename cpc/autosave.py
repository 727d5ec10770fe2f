"""A program that nobody saved: kept when the CPC goes, back at the next start."""

import tempfile
from pathlib import Path

from basic.runtime.program import START, Program
from cpc.commands.fault import of_file
from cpc.disc.amsdos import BASIC, Header
from cpc.host_files import free_name, save_file


class Kept:
    def __init__(self, folder: Path) -> None:
        self.path = folder / "unsaved.bas"
        self.seen: bytes | None = None      # what this run has read there or written

    @property
    def ours(self) -> bool:
        """What is kept came from this run or went into it, and no other CPC has kept its own since."""
        return self.seen is not None and self.path.is_file() and self.path.read_bytes() == self.seen

    def bring_back(self, cpc) -> int:
        """Puts the kept program into a fresh CPC: the number of its lines, 0 for none."""
        if not self.path.is_file():
            return 0
        cpc.load(self.path)
        program = cpc.session.program
        program.in_file = -1
        self.seen = self.path.read_bytes()
        return len(program.lines)

    def keep(self, cpc) -> bool:
        """True: there was something to keep. A program that has been saved meanwhile need not be kept any more."""
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

    def at_the_end(self, cpc) -> str:
        """Keeps it wherever there is room, and says what has become of it; nothing where there was nothing to keep."""
        try:
            return "The program is not saved; it will be back at the next start." if self.keep(cpc) else ""
        except OSError as error:
            there = Kept(Path(tempfile.mkdtemp(prefix="cpc-")))
            there.keep(cpc)
            return f"The program is not saved and cannot be kept: {of_file(error.filename, error)} It is in {there.path}."

    def set_aside(self, cpc) -> Path | None:
        """Before another program takes its place: where an unsaved one now lies."""
        path = self.path.with_name("replaced.bas")
        if not _worth_keeping(cpc.session.program):
            return None
        self._write(path, _packed(cpc.session.program))
        return path

    def _write(self, path: Path, data: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        save_file(path, data)


def _packed(program: Program) -> bytes:
    image = program.image()
    return Header(BASIC, START, len(image), 0).packed(b"UNSAVED", b"BAS") + image


def _worth_keeping(program: Program) -> bool:
    return program.unsaved and not program.protected

"""A program that is not saved is kept in a file while it is typed, and is back at the next start, however the CPC ended.

`look` is asked once a frame: after a change of the program it writes the file, at most once in WAIT seconds. A new file is
whole before it takes the old one's place. So a process that is killed loses what was typed in its last WAIT seconds.
Two CPCs at the same time keep their programs in files of their own.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from basic.errors import BasicError
from basic.runtime.program import START, Program
from cpc.api import CPC
from cpc.charset import as_text
from cpc.disc.amsdos import BASIC, Header, ListingError, header_of
from cpc.host_files import also_at, free_name, load_file, save_file, sweep
from cpc.texts import told

WAIT = 1.0                      # seconds of the wall clock between two writes
STEM = "unsaved"
WIDEST = 0xFFFF                 # a header has no room for a longer program; it is kept as a listing


class Autosave:
    """Keeps programs in `folder`; what a mistake of this emulator reports goes there, too."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / f"{STEM}.bas"
        self.seen: bytes | None = None      # what this run has last read or written there
        self.written = False                # by this run
        self.brought_back = 0               # lines, at the start
        self.looked_at: tuple[int, int] | None = None       # versions of the program and of its file
        self.due = 0.0                      # when it may be written again, on the wall clock

    @property
    def ours(self) -> bool:
        """This run has read or written what is kept, and no other CPC has kept its own since."""
        return self.seen is not None and self.path.is_file() and self.path.read_bytes() == self.seen

    def bring_back(self, cpc: CPC) -> int:
        """Puts the newest kept program that is whole into a fresh CPC: the number of its lines, 0 if there is no program."""
        sweep(self.folder)
        damaged: OSError | BasicError | None = None
        for path in self._kept():
            try:
                if not _whole(path):
                    raise ListingError(f"{path} is damaged.")
                cpc.load(path)
                break
            except (OSError, BasicError) as error:
                damaged = damaged or error
        else:
            if damaged:
                raise damaged
            return 0
        if path.suffix == self.path.suffix:
            self.path, self.seen = path, path.read_bytes()
        cpc.session.program.in_file = -1
        self.brought_back = len(cpc.session.program.lines)
        return self.brought_back

    def _kept(self) -> Iterator[Path]:
        """The files of kept programs, the newest first; behind them, if one is damaged, what they had replaced."""
        for pattern in (f"{STEM}*.bas", f"{STEM}*.bak"):
            found = [path for path in self.folder.glob(pattern) if path.is_file()]
            if pattern.endswith("bak") and not self.path.exists():
                return
            yield from sorted(found, key=lambda path: path.stat().st_mtime_ns, reverse=True)

    # while it runs

    def look(self, cpc: CPC, now: float) -> None:
        """Keeps a changed program, but not twice within WAIT. `now` is the wall clock. Raises OSError."""
        if now >= self.due and self._changed(cpc.session.program):
            self.due = now + WAIT
            self.keep(cpc)

    def before_it_runs(self, cpc: CPC) -> None:
        """Keeps a changed program before a typed line, such as RUN, is done. Raises OSError."""
        if self._changed(cpc.session.program):
            self.keep(cpc)

    def _changed(self, program: Program) -> bool:
        """Since it was last asked."""
        before, self.looked_at = self.looked_at, (program.version, program.in_file)
        return before != self.looked_at

    def keep(self, cpc: CPC) -> bool:
        """True: there was something to keep. If the program has been saved meanwhile, what was kept is deleted."""
        program = cpc.session.program
        self._changed(program)
        if _worth_keeping(program):
            data = _packed(cpc)
            if not self.ours and self.path.exists():
                if data == self.seen:               # another CPC has gone on with the same program
                    return True
                if self.written:                    # another CPC keeps its own there, now: each goes on in its file
                    self.path = free_name(self.folder, STEM, ".bas")
                else:
                    also_at(self.path, free_name(self.folder, STEM, ".bak"))
            if data != self.seen or not self.path.exists():
                self._write(self.path, data)
            self.seen = data
            self.written = True
            return True
        if self.ours:
            self.path.unlink(missing_ok=True)
        return False

    def at_the_end(self, cpc: CPC) -> str:
        """Keeps it where that is possible, and says what has become of it; says nothing if there was nothing to keep."""
        try:
            return told("not saved") if self.keep(cpc) else ""
        except OSError as error:
            elsewhere = Autosave(Path(tempfile.mkdtemp(prefix="cpc-")))
            elsewhere.keep(cpc)
            why = f"{error.filename}: {error.strerror or error}."
            return told("kept elsewhere", why, elsewhere.path)

    def set_aside(self, cpc: CPC) -> Path | None:
        """Before another program takes its place: where an unsaved one now lies."""
        path = self.folder / "replaced.bas"
        if not _worth_keeping(cpc.session.program):
            return None
        self._write(path, _packed(cpc))
        return path

    def keep_report(self, report: str) -> Path:
        """What is known of a mistake of this emulator: where it now lies."""
        path = self.folder / "fault.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(report, encoding="utf-8")
        return path

    def _write(self, path: Path, data: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        save_file(path, data)


def _packed(cpc: CPC) -> bytes:
    image = cpc.session.program.image()
    if len(image) > WIDEST:
        return as_text(cpc.session.storage.listing(b"\n"))
    return Header(BASIC, START, len(image), 0).packed(b"UNSAVED", b"BAS") + image


def _whole(path: Path) -> bool:
    """Whether it is a program, and all of it. Raises what is wrong with the file."""
    data = path.read_bytes()
    kind, _, _, contents = load_file(path)
    if header_of(data) is None:
        return data.endswith(b"\n") and b"\0" not in data
    program = Program()
    program.load_image(contents)
    return kind == BASIC and bool(program.lines) and program.image() == contents


def _worth_keeping(program: Program) -> bool:
    return program.unsaved and not program.protected

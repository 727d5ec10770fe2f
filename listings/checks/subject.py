"""What a check runs, and its outcome."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from basic.errors import BasicError
from basic.records import field, record
from cpc import CPC
from listings.checks.schema import elements
from listings.source import Lines, ListingFault, write_listing

WAITS, RUNS = "it waits for a key", "it is still running"


@record
class Difference:
    what: str
    expected: str
    actual: str


@record
class Outcome:
    check: str
    differences: list[Difference] = field(default_factory=list)
    step: int = 0
    look: str = ""
    picture: Path | None = None
    off: list[Difference] = field(default_factory=list)     # steps that took another time than on the real machine

    @property
    def passed(self) -> bool:
        return not self.differences


@record
class Subject:
    """The program under check and the machine it wants."""
    lines: Lines
    model: str = "464"
    dialect: str = "auto"
    memory: str = "cpc"
    parts: list[Path] = field(default_factory=list)                     # files that the program loads from its disc
    discs: list[TemporaryDirectory[str]] = field(default_factory=list)  # removed with the subject

    def machine(self, folder: Path) -> CPC:
        path = folder / "program.bas"
        write_listing(path, self.lines)
        cpc = CPC(model=self.model, dialect=self.dialect, memory=self.memory, drive=self._disc())
        try:
            cpc.load(path)
        except BasicError as error:
            raise ListingFault(f"The program cannot be loaded: {str(error).rstrip('.')}.") from None
        finally:
            path.unlink()
        return cpc

    def _disc(self) -> Path | None:
        """A folder of the machine's own with the parts in it."""
        if not self.parts:
            return None
        disc = TemporaryDirectory(prefix="cpc-disc-")
        self.discs.append(disc)
        for part in self.parts:
            shutil.copy(part, disc.name)
        return Path(disc.name)


def variable(cpc: CPC, name: str) -> str | int | float:
    try:
        return cpc.variables[name]
    except Exception as error:      # what is not dimensioned or out of range has no value to show
        return f"no value ({error})"


def table(cpc: CPC, name: str) -> list[float]:
    values = [variable(cpc, element) for element in elements(name)]
    return [value for value in values if not isinstance(value, str)]

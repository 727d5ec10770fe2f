"""What AMSDOS keeps in memory: the file that is read, the file that is written, the drive and the user."""

from __future__ import annotations

from basic.records import field, record, replace
from cpc.disc.bdos import DiscState
from cpc.disc.medium import Reading, Writing


@record
class Input:
    """The file that is open for reading: what is in memory of it."""

    unit: int
    file: Reading
    data: bytes = b""
    at: int = 0


@record
class Output:
    """The file that is open for writing. One that is saved is open, too, and stays so if that fails."""

    unit: int
    file: Writing
    data: bytes = b""               # not yet written
    header: bytes = b""
    is_text: bool = True            # it can be printed to


@record
class Work:
    """All that AMSDOS keeps in memory."""

    drive: int = 0
    user: int = 0
    input: Input | None = None
    output: Output | None = None
    disc: DiscState = field(default_factory=DiscState)

    def copied(self) -> Work:
        return Work(self.drive, self.user,
                    self.input and replace(self.input, file=replace(self.input.file)),
                    self.output and replace(self.output, file=replace(self.output.file)), self.disc.copied())

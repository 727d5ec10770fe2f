"""The printer, stream 8: a file of the host, or nowhere."""

from collections.abc import Callable
from pathlib import Path

from basic.errors import Break
from basic.host_log import HostLog
from cpc.host_files import HostPath


class Printer:
    def __init__(self, path: HostPath | None, host_log: HostLog, say: Callable[[bytes], None]):
        """`say` prints on the screen what is wrong with the file; the program then stops with a break."""
        self.host_log = host_log
        self.say = say
        self.path = None if path is None else Path(path)

    def write(self, data: bytes) -> None:
        """Adds bytes to the file. Without a file they are dropped, as by a printer that is always ready."""
        if self.path is None:
            return
        try:
            self.host_log(_append, self.path, data)
        except OSError as error:
            self.say(b"\r\nPrinter: %s\r\n" % (error.strerror or "failed").encode("ascii", "replace"))
            raise Break from None


def _append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)

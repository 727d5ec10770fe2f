"""The printer, stream 8: a file of the host, or nowhere."""

import os
from collections.abc import Callable
from pathlib import Path

from basic.debug.host_log import HostLog
from basic.errors import Break


class Printer:
    def __init__(self, path: str | os.PathLike | None, host_log: HostLog, say: Callable[[bytes], None]):
        """`say` prints what is wrong with the file; the program is stopped then."""
        self.host_log = host_log
        self.say = say
        self.path = None if path is None else Path(path)

    def write(self, data: bytes) -> None:
        if self.path is not None:
            try:
                self.host_log(self._append, data)
            except OSError as error:
                self.say(b"\r\nPrinter: %s\r\n" % (error.strerror or "failed").encode("ascii", "replace"))
                raise Break from None

    def _append(self, data: bytes) -> None:
        with self.path.open("ab") as file:
            file.write(data)

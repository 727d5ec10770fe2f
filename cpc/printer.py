"""The printer, stream 8: a file of the host, or nowhere."""

import os
from pathlib import Path

from basic.outside import Outside


class Printer:
    def __init__(self, path: str | os.PathLike | None, outside: Outside):
        self.outside = outside
        self.path = None if path is None else Path(path)

    def write(self, data: bytes) -> None:
        if self.path is not None:
            self.outside(self._append, data)

    def _append(self, data: bytes) -> None:
        with self.path.open("ab") as file:
            file.write(data)

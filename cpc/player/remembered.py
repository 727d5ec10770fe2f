"""What a face remembers from one run to the next, in a small file: the files used last, the monitor, what has been shown."""

import json
from pathlib import Path

from cpc.host_files import read_whole, save_file

MOST_RECENT = 12
LARGEST = 1 << 16


class Remembered:
    """A file that is missing or damaged remembers nothing; one that cannot be written is not missed."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "remembered.json"
        self.welcomed = False                   # the programs were shown at a start
        self.recent: list[Path] = []            # the latest first
        self.monitor = ""
        self._read()

    def _read(self) -> None:
        try:
            found = json.loads(read_whole(self.path, LARGEST))
            self.recent = [Path(str(name)) for name in found["recent"]][:MOST_RECENT]
            self.monitor = str(found["monitor"])
            self.welcomed = found.get("welcomed") is True
        except (OSError, ValueError, KeyError, TypeError):
            pass

    def used(self, path: Path) -> None:
        """A program's file, or a disc, tape or snapshot."""
        path = path.absolute()
        self.recent = [path, *(one for one in self.recent if one != path)][:MOST_RECENT]
        self.write()

    def use_monitor(self, name: str) -> None:
        self.monitor = name
        self.write()

    def welcome(self) -> None:
        """From now on the programs are not shown at a start."""
        self.welcomed = True
        self.write()

    def write(self) -> None:
        data = {"recent": [str(path) for path in self.recent], "monitor": self.monitor, "welcomed": self.welcomed}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            save_file(self.path, json.dumps(data, indent=1).encode())
        except OSError:
            pass

"""Pictures of the CPC's screen that are asked for in the window: screenshots, and recordings of what goes on."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from cpc.host_files import free_name
from cpc.recording import png
from cpc.recording.recorder import Recording


class Camera:
    """Writes into `folder`, and `say`s what has become of it."""

    def __init__(self, folder: Path, say: Callable[[str], None]) -> None:
        self.folder = folder
        self.say = say
        self.recording: Recording | None = None
        self.writing: Iterator[float] | None = None     # what has been recorded, on its way to the disc
        self.written = 0.0                              # the part of it that is there
        self.path = folder

    def screenshot(self, screen) -> None:
        path = free_name(self.folder, "cpc", ".png")
        if self._done(lambda: png.save(screen, path)):
            self.say(f"Screenshot: {path}")

    def start_or_stop(self, screen, suffix: str) -> None:
        """A recording: `.gif`, or without a suffix a folder of PNGs."""
        if self.recording:
            self.stop()
        elif not self.writing:
            self.recording = Recording(screen, free_name(self.folder, "cpc", suffix))

    def stop(self) -> None:
        self.writing, self.written = self.recording.write(time.perf_counter()), 0.0
        self.path, self.recording = self.recording.path, None

    def frame(self, now: float, until: float) -> None:
        """A look at the screen; then it goes on writing, as long as there is time."""
        if self.recording:
            self.recording.add(now)
        if self.writing and not self._done(lambda: self._write_on(until)):
            self.writing = None

    def _write_on(self, until: float) -> None:
        for done in self.writing:
            self.written = done
            if time.perf_counter() > until:
                return
        self.writing = None
        self.say(f"Recording: {self.path}")

    def finish(self) -> None:
        """Writes all that is left."""
        if self.recording:
            self.stop()
        for _ in self.writing or ():
            pass

    def _done(self, write: Callable[[], None]) -> bool:
        try:
            write()
        except OSError as error:
            self.say(f"{self.folder} cannot be written to: {error.strerror}.")
            return False
        return True

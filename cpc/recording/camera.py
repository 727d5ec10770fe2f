"""Pictures of the CPC's screen that a person asks for: screenshots and recordings."""

from collections.abc import Callable, Iterator
from pathlib import Path

from cpc.host_files import free_name
from cpc.picture.screen import Screen
from cpc.recording import png
from cpc.recording.recorder import Recording
from cpc.texts import Texts


class Camera:
    """Writes into `folder`, and tells `say` what has become of it."""

    def __init__(self, folder: Path, say: Callable[[str], None], clock: Callable[[], float], text_of: Texts) -> None:
        self.clock = clock
        self.folder = folder
        self.say = say
        self.text_of = text_of
        self.recording: Recording | None = None
        self.writing: Iterator[float] | None = None     # what has been recorded, on its way to the disc
        self.written = 0.0                              # the part of it that is there
        self.path = folder

    def screenshot(self, screen: Screen) -> None:
        path = free_name(self.folder, "cpc", ".png")
        if self._done(lambda: png.save(screen, path)):
            self.say(self.text_of("screenshot at", path))

    def start_or_stop(self, screen: Screen, suffix: str) -> None:
        """A recording: `.gif`, or without a suffix a folder of PNGs."""
        if self.recording:
            self.stop()
        elif not self.writing:
            self.recording = Recording(screen, free_name(self.folder, "cpc", suffix))

    def stop(self) -> None:
        if self.recording:
            self.writing, self.written = self.recording.write(self.clock()), 0.0
            self.path, self.recording = self.recording.path, None

    def frame(self, now: float, until: float) -> None:
        """Looks at the screen; then goes on writing, as long as there is time."""
        if self.recording:
            self.recording.add(now)
        writing = self.writing
        if writing and not self._done(lambda: self._write_on(writing, until)):
            self.writing = None

    def _write_on(self, writing: Iterator[float], until: float) -> None:
        for done in writing:
            self.written = done
            if self.clock() > until:
                return
        self.writing = None
        self.say(self.text_of("recording at", self.path))

    def finish(self) -> None:
        """Writes all that is left."""
        self.stop()
        for _ in self.writing or ():
            pass

    def _done(self, write: Callable[[], None]) -> bool:
        try:
            write()
        except OSError as error:
            self.say(self.text_of("cannot write", self.folder, error.strerror))
            return False
        return True

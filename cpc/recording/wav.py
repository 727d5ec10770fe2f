"""What would be heard, into a WAV file, as fast as it can be computed."""

import struct
from collections.abc import Callable
from pathlib import Path

from cpc.host_files import FreshFile
from cpc.sound.manager import SoundManager
from cpc.sound.psg import SAMPLE_RATE, Psg

CHANNELS, BYTES = 2, 2


def header(samples: int) -> bytes:
    size = samples * CHANNELS * BYTES
    return struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + size, b"WAVE", b"fmt ", 16, 1, CHANNELS, SAMPLE_RATE,
                       SAMPLE_RATE * CHANNELS * BYTES, CHANNELS * BYTES, 8 * BYTES, b"data", size)


class WavWriter:
    """Records a sound manager from now on: `catch_up` now and then, `close` at the end.

    OSError ends it, and there is no file then.
    """

    def __init__(self, path: str | Path, sound: SoundManager):
        self.sound = sound
        self.fresh: FreshFile | None = FreshFile(path)
        self.psg = Psg()
        sound.attach(self.psg)
        self.start_us = sound.clock.us
        self.samples = 0
        self._write(header(0))

    def catch_up(self) -> None:
        self.sound.catch_up()
        due = (self.sound.clock.us - self.start_us) * SAMPLE_RATE // 1_000_000 - self.samples
        if due > 0:
            self._write(self.psg.render(due))
            self.samples += due

    def close(self) -> None:
        if self.fresh is None:
            return
        self.catch_up()
        if self.fresh.file.seekable():
            self.fresh.file.seek(0)
            self._write(header(self.samples))
        self._end(FreshFile.complete)

    def _write(self, data: bytes) -> None:
        if self.fresh is None:
            return
        try:
            self.fresh.file.write(data)
        except OSError:
            self._end(FreshFile.give_up)
            raise

    def _end(self, how: Callable[[FreshFile], None]) -> None:
        fresh, self.fresh = self.fresh, None
        self.sound.attach(None)
        if fresh:
            how(fresh)

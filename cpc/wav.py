"""What would be heard, into a WAV file, as fast as it can be computed."""

import wave
from pathlib import Path

from cpc.psg import SAMPLE_RATE, Psg
from cpc.sound import SoundManager


class WavWriter:
    """Records a sound manager from now on: `catch_up` now and then, `close` at the end."""

    def __init__(self, path: str | Path, sound: SoundManager):
        self.sound = sound
        self.psg = Psg()
        sound.attach(self.psg)
        self.start_us = sound.clock.us
        self.samples = 0
        self.file = wave.Wave_write(str(path))
        self.file.setparams((2, 2, SAMPLE_RATE, 0, "NONE", ""))

    def catch_up(self) -> None:
        self.sound.catch_up()
        due = (self.sound.clock.us - self.start_us) * SAMPLE_RATE // 1_000_000 - self.samples
        if due > 0:
            self.file.writeframesraw(self.psg.render(due))
            self.samples += due

    def close(self) -> None:
        self.catch_up()
        self.file.close()
        self.sound.attach(None)

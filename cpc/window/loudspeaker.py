"""The window's sound: heard, muted, held, and recorded in a file at the same time."""

from collections.abc import Callable
from pathlib import Path

import pygame

from cpc.player.samples import Samples
from cpc.recording.wav import WavWriter
from cpc.sound.psg import Both
from cpc.texts import Texts
from cpc.window.audio import Speaker


class Loudspeaker:
    """Plays a player's samples. It says, once, that the host has no sound."""

    def __init__(self, samples: Samples, muted: bool, say: Callable[[str], None], text_of: Texts) -> None:
        self.samples = samples
        self.muted = muted
        self.say = say
        self.text_of = text_of
        self.speaker: Speaker | None = None
        self.wav: WavWriter | None = None
        if not muted:
            self._open()

    def _open(self) -> None:
        try:
            self.speaker = Speaker(self.samples)
        except (pygame.error, NotImplementedError) as error:     # no hardware; or a library of the host is missing
            self.say(self.text_of("sound", error))

    def time_went_back(self) -> None:
        """The machine's, and its sound begins anew."""
        if not self.wav:
            self.samples.attach(self.samples.sound)

    def hold(self, on: bool) -> None:
        self.samples.held = on

    def mute(self) -> None:
        """Or no longer."""
        self.muted = not self.muted
        if self.speaker:
            self.speaker.mute(self.muted)
        else:
            self._open()
        if self.speaker:
            self.say(self.text_of("sound off" if self.muted else "sound on"))

    def record(self, path: Path) -> None:
        """Besides being heard."""
        sound = self.samples.sound
        self.wav = WavWriter(path, sound)
        if self.speaker:
            sound.attach(Both(self.samples.psg, self.wav.psg))

    def frame(self) -> None:
        if self.wav:
            self.wav.catch_up()

    def end_recording(self) -> None:
        if self.wav:
            self.wav.close()
            self.wav = None

    def close(self) -> None:
        self.end_recording()
        if self.speaker:
            self.speaker.close()

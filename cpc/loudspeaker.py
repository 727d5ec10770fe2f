"""The window's sound: heard, muted, held, and written to a file besides."""

from collections.abc import Callable
from pathlib import Path

import pygame

from .audio import Both, Speaker
from .wav import WavWriter


class Loudspeaker:
    """Plays one machine's sound after another. It says, once, where the host has no sound."""

    def __init__(self, sound, muted: bool, say: Callable[[str], None]) -> None:
        self.sound = sound
        self.muted = muted
        self.say = say
        self.speaker: Speaker | None = None
        self.wav: WavWriter | None = None
        if not muted:
            self._open()

    def _open(self) -> None:
        try:
            self.speaker = Speaker(self.sound)
        except (pygame.error, NotImplementedError) as error:     # no hardware; or a library of the host is missing
            self.say(f"There is no sound here ({error}); --wav F.wav writes it to a file.")

    def play(self, sound) -> None:
        """Another machine's, or the same one's whose time has gone back."""
        self.sound = sound
        if self.speaker and not self.wav:
            self.speaker.play(sound)

    def hold(self, on: bool) -> None:
        if self.speaker:
            self.speaker.paused = on

    def mute(self) -> None:
        """Or no longer."""
        self.muted = not self.muted
        if self.speaker:
            self.speaker.mute(self.muted)
        else:
            self._open()
        if self.speaker:
            self.say("Sound: off" if self.muted else "Sound: on")

    def record(self, path: Path) -> None:
        """Besides being heard."""
        self.wav = WavWriter(path, self.sound)
        if self.speaker:
            self.sound.attach(Both(self.speaker.psg, self.wav.psg))

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

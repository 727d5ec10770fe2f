"""What a person takes out of the page: the program, as a file or on a disc; pictures, moving pictures and sound."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from basic.runtime.program import START
from cpc.charset import as_text
from cpc.disc.amsdos import BASIC, PROTECTED, Header, split_name
from cpc.disc.dsk import Image, blank
from cpc.disc.filesystem import ImageVolume
from cpc.disc.volume import DiscError, FileName
from cpc.player.player import Player
from cpc.recording.camera import Camera
from cpc.recording.wav import WavWriter
from cpc.sound.psg import Both
from cpc.web.requests import Refused, flag, text

WRITING_SECONDS = 0.008         # of each turn, for a recording that is being written


class Taking:
    """Makes files in `folder` and hands each to `give`, which sends it to the page."""

    def __init__(self, player: Player, folder: Path, clock: Callable[[], float], give: Callable[[str, bytes], None]) -> None:
        self.player = player
        self.folder = folder
        self.clock = clock
        self.give = give
        self.wav: WavWriter | None = None
        folder.mkdir(parents=True, exist_ok=True)
        self.camera = Camera(folder, lambda sentence: None, clock, player.text_of)

    @property
    def recording(self) -> list[str]:
        """What is being recorded."""
        gif = self.camera.recording is not None or self.camera.writing is not None
        return ["gif"] * gif + ["wav"] * (self.wav is not None)

    def turn(self, now: float) -> None:
        """After a turn of the machine: goes on with what is recorded, and gives what is ready."""
        self.camera.frame(now, self.clock() + WRITING_SECONDS)
        if self.wav is not None:
            self.wav.catch_up()
        if not self.recording:
            self._give_all()

    def _give_all(self) -> None:
        for path in sorted(self.folder.iterdir()):
            if path.is_file():
                data = path.read_bytes()
                path.unlink()
                self.give(path.name, data)

    def machine_goes(self) -> None:
        """The CPC is switched off: what was recorded ends."""
        self._end_wav()
        self.camera.stop()

    # requests

    def take(self, given: dict[str, Any]) -> None:
        kind, name = text(given, "kind"), Path(text(given, "name", "program")).name[:40] or "program"
        if kind in ("bas", "dsk") and not self.player.cpc.session.program.lines:
            raise Refused(self.player.text_of("no program"))
        if kind == "bas":
            self.give(f"{name}.bas", as_text(self.player.cpc.session.storage.listing(b"\n")))
            self._is_saved()
        elif kind == "dsk":
            self.give(f"{name}.dsk", self._disc(name))
            self._is_saved()
        elif kind == "png":
            self.camera.screenshot(self.player.screen)
            self._give_all()
        elif kind == "gif":
            if flag(given, "on") != (self.camera.recording is not None):
                self.camera.start_or_stop(self.player.screen, ".gif")
        elif kind == "wav":
            self._record_sound(flag(given, "on"))
        else:
            raise Refused(f"The page cannot make a {kind[:20]}.")

    def _is_saved(self) -> None:
        program = self.player.cpc.session.program
        program.in_file = program.version

    def _disc(self, name: str) -> bytes:
        """A disc with the program on it, as SAVE writes it."""
        program = self.player.cpc.session.program
        image = program.image()
        stem = "".join(one for one in name.upper() if one.isascii() and one.isalnum())[:8] or "PROGRAM"
        parts = split_name(f"{stem}.BAS".encode()) or (b"PROGRAM", b"BAS")
        kind = PROTECTED if program.protected else BASIC
        volume = ImageVolume(Image(blank()))
        try:
            volume.write(FileName(0, parts[0], b"BAS"), Header(kind, START, len(image), 0).packed(parts[0], b"BAS") + image)
        except DiscError as error:
            raise Refused(str(error)) from None
        return bytes(volume.image.data)

    def _record_sound(self, on: bool) -> None:
        if not on:
            self._end_wav()
        elif self.wav is None:
            sound = self.player.samples.sound
            self.wav = WavWriter(self.folder / "cpc.wav", sound)
            sound.attach(Both(self.player.samples.psg, self.wav.psg) if self.player.samples.heard else self.wav.psg)

    def _end_wav(self) -> None:
        wav, self.wav = self.wav, None
        if wav is not None:
            wav.close()
            if self.player.samples.heard:
                self.player.samples.listen()

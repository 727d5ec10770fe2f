"""What the screen shows over a time: kept meanwhile and written afterwards, as a GIF or as a folder of PNGs."""

import zlib
from collections.abc import Iterator
from pathlib import Path

from basic.records import record
from cpc.host_files import FreshFile
from cpc.memory import LINES
from cpc.picture import readback
from cpc.picture.modes import Mode
from cpc.picture.monitors import colour
from cpc.picture.screen import Screen
from cpc.recording import gif, png

LEAST_SECONDS = 0.04            # between two pictures
LAST_SECONDS = 1.0              # that the last picture stays


@record
class Still:
    """A picture of the screen, as small as it can be; for `picture` and `png` it is a screen."""
    when: float
    shown: Mode
    packed: bytes
    inks: list[int]

    def lines(self) -> bytes:
        return zlib.decompress(self.packed)

    def pens(self) -> list[bytes]:
        width, whole = self.shown.width, readback.pixels(self)
        return [whole[at:at + width] for at in range(0, LINES * width, width)]


class Recording:
    def __init__(self, screen: Screen, path: Path) -> None:
        """`path` ends in .gif, or is a folder to be made."""
        self.screen = screen
        self.path = path
        self.stills: list[Still] = []
        self.last: tuple[bytes, int, list[int]] | None = None

    def add(self, now: float, at_once: bool = False) -> None:
        """Looks at the screen and keeps a picture, if it has changed."""
        if self.stills and not at_once and now - self.stills[-1].when < LEAST_SECONDS:
            return
        seen = self.screen.lines(), self.screen.mode, self.screen.inks
        if seen != self.last:
            self.last = seen
            self.stills.append(Still(now, self.screen.shown, zlib.compress(seen[0], 1), seen[2]))

    def write(self, now: float) -> Iterator[float]:
        """Writes what was recorded, yielding now and then the part that is done, from 0 to 1."""
        self.add(now, at_once=True)
        return self._write_gif(now) if self.path.suffix == ".gif" else self._write_pngs()

    def _write_pngs(self) -> Iterator[float]:
        self.path.mkdir(parents=True)
        for number, still in enumerate(self.stills, 1):
            png.save(still, self.path / f"{number:05}.png")
            yield number / len(self.stills)

    def _write_gif(self, now: float) -> Iterator[float]:
        factor = 2 if any(still.shown.number == 2 for still in self.stills) else 1
        width, height = 320 * factor, LINES * factor
        fresh = FreshFile(self.path)
        try:
            for number, _ in enumerate(gif.write(fresh.file, width, height, self._pictures(now, factor)), 1):
                yield number / len(self.stills)
            fresh.complete()
        except BaseException:
            fresh.give_up()
            raise

    def _pictures(self, now: float, factor: int) -> Iterator[gif.Picture]:
        ends = [still.when for still in self.stills[1:]] + [max(now, self.stills[-1].when) + LAST_SECONDS]
        begin, gone = self.stills[0].when, 0
        for still, end in zip(self.stills, ends):
            hundredths = max(round((end - begin) * 100) - gone, 2)
            gone += hundredths
            wide = 320 * factor // still.shown.width
            rows = [row if wide == 1 else b"".join(bytes((pen,)) * wide for pen in row) for row in still.pens()]
            pens = b"".join(row * factor for row in rows)
            yield min(hundredths, 65535), pens, b"".join(bytes(colour(ink)) for ink in still.inks)

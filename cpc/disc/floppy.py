"""The two disc drives and their controller: what reading and writing a sector does to an image, and how long it takes.

A disc turns five times a second; at time zero its index hole is under the head. A sector is read when it comes by. The motor
serves both drives; it takes a second to get up to speed, and stops five seconds after its last use.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from basic.ports import Clock
from cpc.disc.dsk import Image, Sector, Track
from cpc.disc.volume import NotAnImage, ReadFault

TURN_US, BYTE_US = 200_000, 32
INDEX_BYTES, ID_BYTES, BEFORE_DATA = 146, 62, 39        # before the first sector, around each, from its number to its bytes
TRACK_BYTES, SHORT_GAP = 6240, 0x2A
SPIN_UP_US, MOTOR_STAYS_US = 984_000, 4_990_000
STEP_US, SETTLE_US = 13_100, 16_000
LAST_STEP = 40                  # how many steps a recalibration waits for
TRIES, TRY_US = 16, 450_000     # how often AMSDOS tries what cannot be read, and how long each try takes
NO_DISC_US = 170_000


class DriveFault(Exception):
    """What a drive cannot do. `message` is AMSDOS's; `derr` what DERR gives; `data` what was read all the same."""

    def __init__(self, message: bytes, derr: int, data: bytes | None = None) -> None:
        super().__init__(message)
        self.message, self.derr, self.data = message, derr, data


def missing() -> DriveFault:
    return DriveFault(b"disc missing", 144)


def unreadable(data: bytes | None = None) -> DriveFault:
    return DriveFault(b"read fail", 224, data)


def protected() -> DriveFault:
    return DriveFault(b"disc is write protected", 194)


class Motor:
    """The motor of both drives."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.stops_at = 0

    @property
    def runs(self) -> bool:
        return self.clock.us < self.stops_at

    def start(self) -> None:
        """Waits until the disc turns at its speed."""
        if not self.runs:
            self.clock.us += SPIN_UP_US
        self.used()

    def used(self) -> None:
        self.stops_at = self.clock.us + MOTOR_STAYS_US

    def stop(self) -> None:
        self.stops_at = 0


class Floppy:
    """A drive: the disc in it, if there is one, and where its head is."""

    def __init__(self, motor: Motor) -> None:
        self.motor, self.clock = motor, motor.clock
        self.image: Image | None = None
        self.path: Path | None = None           # the file that the image is written back to; None: it is only in memory
        self.protected = False
        self.head: int | None = None            # the track; None: not yet found
        self.changed = 0                        # counts the writes
        self.saved = 0                          # what `changed` was when the file was written

    def insert(self, image: Image, path: Path | None = None, protected: bool = False) -> None:
        self.image, self.path, self.protected = image, path, protected
        self.saved = self.changed

    def eject(self) -> None:
        self.image = self.path = None
        self.saved = self.changed

    # what the controller does

    def _turn_on(self) -> Image:
        self.motor.start()
        if self.head is None:
            self.head = 0
            self.clock.us += SETTLE_US + STEP_US * LAST_STEP
        if self.image is None:
            self.clock.us += NO_DISC_US
            self.motor.used()
            raise missing()
        return self.image

    def _seek(self, track: int) -> None:
        assert self.head is not None
        steps = abs(track - self.head)
        if steps:
            self.clock.us += SETTLE_US + STEP_US * steps
            self.head = track

    def numbers(self) -> list[int]:
        """The numbers of the sectors on the track under the head, as a look at the next one of them tells the format."""
        image = self._turn_on()
        assert self.head is not None
        track = image.track(self.head)
        if not track:
            self._give_up()
            raise unreadable()
        self.clock.us = min(self._comes(track, place) for place in range(len(track)))
        self.motor.used()
        return [sector.number for sector in track]

    def read(self, track: int, number: int) -> bytes:
        image = self._turn_on()
        self._seek(track)
        try:
            sector = image.find(track, number)
        except ReadFault:
            self._give_up()
            raise unreadable(b"") from None
        damaged = image.is_damaged(sector)
        self._pass(image, sector, 2)
        if damaged:
            self._give_up()
            raise unreadable(image.raw(sector))
        return image.raw(sector)

    def write(self, track: int, number: int, data: bytes) -> None:
        image = self._turn_on()
        self._seek(track)
        if self.protected:
            self.motor.used()
            raise protected()
        try:
            sector = image.find(track, number)
            image.write(sector, data)
        except ReadFault:
            self._give_up()
            raise unreadable() from None
        self._pass(image, sector, 3)
        self.changed += 1

    # time

    def _give_up(self) -> None:
        self.clock.us += TRIES * TRY_US
        self.motor.used()

    def _pass(self, image: Image, sector: Sector, behind: int) -> None:
        """Waits until a sector has passed the head."""
        assert self.head is not None
        track = image.track(self.head)
        self.clock.us = self._comes(track, track.index(sector)) + (BEFORE_DATA + sector.size + behind) * BYTE_US
        self.motor.used()

    def _comes(self, track: Track, place: int) -> int:
        """When the number of a track's sector next passes the head."""
        now = self.clock.us
        at = now - now % TURN_US + (_start(track, place) + 22) * BYTE_US
        return at if at >= now else at + TURN_US

    # the machine's state, and the file

    def snapshot(self) -> dict[str, Any]:
        return {"image": None if self.image is None else self.image.copied(), "path": self.path, "protected": self.protected,
                "head": self.head, "changed": self.changed, "saved": self.saved}

    def restore(self, state: dict[str, Any]) -> None:
        data = state["image"]
        if data is None:
            self.image = None
        elif self.image is None or self.image.copied() != data:
            self.image = Image(data)
        self.path, self.protected, self.head = state["path"], state["protected"], state["head"]
        self.changed, self.saved = state["changed"], state["saved"]


def _start(track: Track, place: int) -> int:
    """How many bytes behind the index hole a sector begins."""
    gap = track.gap or SHORT_GAP
    sizes = [ID_BYTES + sector.size for sector in track]
    whole = INDEX_BYTES + sum(sizes)
    if whole + gap * len(sizes) > TRACK_BYTES:
        gap = max(0, TRACK_BYTES - whole) // len(sizes)
    start = INDEX_BYTES + sum(sizes[:place]) + gap * place
    return start * TRACK_BYTES // whole if whole > TRACK_BYTES else start


def image_of(data: bytes) -> Image:
    """An image for a drive. Raises NotAnImage with a sentence."""
    image = Image(data)
    if not image.tracks:
        raise NotAnImage("The image has no tracks.")
    return image

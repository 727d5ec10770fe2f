"""States that are kept in files: slots with a picture each, from which a CPC goes on later, in another run of this program.

A file begins with its version and a sum of all that follows. So it is read whole or not at all, and one that is damaged or
newer is known by that. A state comes back in a CPC that is switched on for it; where it does not fit, nothing has changed.
"""

import json
import zlib
from hashlib import sha256
from pathlib import Path
from typing import Any

from basic.records import record
from cpc.api import CPC
from cpc.host_files import read_whole, save_file
from cpc.player.plain_data import NotPlain, decoded, encoded
from cpc.texts import Texts

SLOTS = 8
MAGIC = b"CPC STATE\n"
VERSION = 2                     # raise it whenever states that were kept before no longer fit
SUM = 32                        # bytes
LARGEST = 64 << 20
WIDTH, HEIGHT = 320, 200        # dots of a state's picture


class StateFault(Exception):
    """Why a state cannot be kept or brought back, in a sentence."""


@record
class Kept:
    """What can be seen of a state without going to it."""

    title: str                  # what the program's first line says
    when: float                 # seconds, as the host's files have them
    pens: bytes                 # WIDTH x HEIGHT, a pen each
    inks: list[int]


class States:
    """The slots, 1 to SLOTS, as files in a folder."""

    def __init__(self, folder: Path, text_of: Texts) -> None:
        self.folder = folder
        self.text_of = text_of

    def path(self, slot: int) -> Path:
        return self.folder / f"state-{slot}.cpcstate"

    # in and out

    def save(self, slot: int, cpc: CPC, title: str) -> None:
        """Raises StateFault; then what was in the slot is still there."""
        state = cpc.snapshot()
        executor = state["session"]["executor"]
        executor["functions"] = {key: made.place for key, made in executor["functions"].items()}
        screen = cpc.screen
        head = {"title": title, "pens": small(screen.pens()).decode("latin-1"), "inks": screen.inks}
        try:
            body = encoded({"machine": self.made_with(cpc), "state": state, "unsaved": cpc.session.program.unsaved})
        except NotPlain as fault:
            raise StateFault(self.text_of("not kept", fault)) from None
        data = b"".join(_part(part) for part in (json.dumps(head).encode(), body))
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            save_file(self.path(slot), MAGIC + VERSION.to_bytes(2, "big") + sha256(data).digest() + data)
        except OSError as error:
            raise StateFault(self.text_of("state not written", f"{error.filename}: {error.strerror}")) from None

    def delete(self, slot: int) -> None:
        try:
            self.path(slot).unlink(missing_ok=True)
        except OSError as error:
            raise StateFault(self.text_of("state not written", f"{error.filename}: {error.strerror}")) from None

    def kept(self, slot: int) -> Kept | None:
        """What is in a slot, None where it is empty. Raises StateFault."""
        if not self.path(slot).is_file():
            return None
        head, _ = self._parts(slot)
        try:
            seen = json.loads(head)
            pens, inks = seen["pens"].encode("latin-1"), [int(ink) % 27 for ink in seen["inks"]]
            if len(pens) != WIDTH * HEIGHT or len(inks) != 16 or max(pens) > 15:
                raise ValueError
            return Kept(str(seen["title"]), self.path(slot).stat().st_mtime, pens, inks)
        except (ValueError, KeyError, TypeError, AttributeError, OSError):
            raise StateFault(self.text_of("state damaged", slot)) from None

    def bring_back(self, slot: int) -> CPC:
        """A CPC in the state of a slot. Raises StateFault."""
        if not self.path(slot).is_file():
            raise StateFault(self.text_of("no state", slot))
        _, body = self._parts(slot)
        try:
            kept = decoded(body)
            cpc = CPC(**kept["machine"])
            _put_back(cpc, kept["state"], kept["unsaved"])
            return cpc
        except Exception:               # what does not fit fails anywhere; the CPC that it was put into is thrown away
            raise StateFault(self.text_of("state older", slot)) from None

    @staticmethod
    def made_with(cpc: CPC) -> dict[str, Any]:
        """What a CPC like this one is made with."""
        folder = cpc.machine.drives.folders[0]
        return {"model": cpc.model, "brand": cpc.brand, "dialect": cpc.session.dialect.name,
                "memory": "large" if cpc.session.large else "cpc", "amsdos": cpc.machine.drives.present,
                "drive": None if folder is None or folder.folder is None else str(folder.folder)}

    def _parts(self, slot: int) -> tuple[bytes, bytes]:
        try:
            data = read_whole(self.path(slot), LARGEST)
        except OSError as error:
            raise StateFault(self.text_of("state not read", slot, error.strerror)) from None
        at = len(MAGIC)
        version, total = int.from_bytes(data[at:at + 2], "big"), data[at + 2:at + 2 + SUM]
        rest = data[at + 2 + SUM:]
        if not data.startswith(MAGIC) or len(total) != SUM:
            raise StateFault(self.text_of("state damaged", slot))
        if version != VERSION:
            raise StateFault(self.text_of("state newer" if version > VERSION else "state older", slot))
        if sha256(rest).digest() != total:
            raise StateFault(self.text_of("state damaged", slot))
        length = int.from_bytes(rest[:4], "big")
        return zlib.decompress(rest[4:4 + length]), zlib.decompress(rest[8 + length:])


def _part(data: bytes) -> bytes:
    packed = zlib.compress(data, 6)
    return len(packed).to_bytes(4, "big") + packed


def _put_back(cpc: CPC, state: dict[str, Any], unsaved: bool) -> None:
    """The state of another CPC, which was made with the same."""
    session, machine = cpc.session, cpc.machine
    executor = state["session"]["executor"]
    places, executor["functions"] = executor["functions"], {}
    executor["literals"] = {id(text): text for text in executor["literals"].values()}
    cpc.restore(state)
    for number, statement in places.values():           # what a function is made of is its statement's
        if number in session.program.lines:
            table = session.executor.table
            table.code[table.pc_of(session.program.numbers.index(number), statement)]()
    executor["functions"] = dict(session.executor.functions)
    executor["literals"].update(session.variables.literals)     # those that steps have here are other objects
    cpc.restore(state)
    session.program.in_file = -1 if unsaved else session.program.version
    machine.host_log.at = 0
    for floppy in machine.drives.floppies:
        if floppy.image is not None and not _has(floppy.path, floppy.image.copied()):
            floppy.path, floppy.protected = None, True      # the disc as it was then; what its file has now stays there
    if machine.deck.used and not _has(machine.deck.path, machine.deck.recording):
        machine.deck.path = None


def _has(path: Path | None, data: bytes) -> bool:
    """Whether a file still has these bytes."""
    try:
        return path is not None and path.is_file() and read_whole(path, LARGEST) == data
    except OSError:
        return False


def small(rows: list[bytes]) -> bytes:
    """A picture as WIDTH x HEIGHT pens."""
    return b"".join(row[::2] if len(row) > WIDTH else row if len(row) == WIDTH else bytes(pen for pen in row for _ in (0, 1))
                    for row in rows)

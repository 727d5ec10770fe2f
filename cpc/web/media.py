"""What a file that comes into the page is: a program, a disc, a tape, a snapshot, or an archive with one of these in it."""

from typing import NamedTuple

from cpc.disc.archive import Archive, is_archive
from cpc.disc.dsk import LARGEST_IMAGE
from cpc.disc.volume import DiscError
from cpc.sna.form import is_sna
from cpc.texts import Texts
from cpc.web.requests import Refused

DISC, TAPE, SNAPSHOT, PROGRAM = "disc", "tape", "snapshot", "program"
IMAGES = b"MV - CPC", b"EXTENDED"       # how disc images begin
TAPES = (".cdt", ".tzx", ".wav")
SNAPSHOTS = (".sna",)
KINDS = ((".dsk",), TAPES, SNAPSHOTS, (".bas",), (".txt", ".asc"))


class Medium(NamedTuple):
    kind: str
    name: str
    data: bytes


def medium(name: str, data: bytes, text_of: Texts) -> Medium:
    """Of an archive, the first disc in it, or else the first tape, snapshot or program."""
    if is_archive(data):
        try:
            archive = Archive(data)
            for suffixes in KINDS:
                found = [one for one in archive.names if one.lower().endswith(suffixes)]
                if found:
                    return medium(found[0].rpartition("/")[2], archive.read(found[0], LARGEST_IMAGE), text_of)
        except DiscError as error:
            raise Refused(f"{name}: {error}") from None
        raise Refused(text_of("nothing in archive", name))
    if data.startswith(IMAGES):
        return Medium(DISC, name, data)
    if is_sna(data) or name.lower().endswith(SNAPSHOTS):
        return Medium(SNAPSHOT, name, data)
    return Medium(TAPE if name.lower().endswith(TAPES) else PROGRAM, name, data)

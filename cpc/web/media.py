"""What a file that comes into the page is: a program, a disc, a tape, or an archive with one of these in it."""

from typing import NamedTuple

from cpc.disc.archive import Archive, is_archive
from cpc.disc.dsk import LARGEST_IMAGE
from cpc.disc.volume import DiscError
from cpc.web.requests import Refused

DISC, TAPE, PROGRAM = "disc", "tape", "program"
IMAGES = b"MV - CPC", b"EXTENDED"       # how disc images begin
TAPES = (".cdt", ".tzx", ".wav")
KINDS = ((".dsk",), TAPES, (".bas",), (".txt", ".asc"))


class Medium(NamedTuple):
    kind: str
    name: str
    data: bytes


def medium(name: str, data: bytes) -> Medium:
    """Of an archive, the first disc in it, or else the first tape or program. Refused, with a sentence, where there is none."""
    if is_archive(data):
        try:
            archive = Archive(data)
            for suffixes in KINDS:
                found = [one for one in archive.names if one.lower().endswith(suffixes)]
                if found:
                    return medium(found[0].rpartition("/")[2], archive.read(found[0], LARGEST_IMAGE))
        except DiscError as error:
            raise Refused(f"{name}: {error}") from None
        raise Refused(f"{name}: There is no disc, no tape and no program in the archive.")
    if data.startswith(IMAGES):
        return Medium(DISC, name, data)
    return Medium(TAPE if name.lower().endswith(TAPES) else PROGRAM, name, data)

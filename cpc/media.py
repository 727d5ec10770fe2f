"""What a name of a file means where programs are taken: a program, a disc image, an archive, or what is in these.

    game.bas    game.dsk    game.dsk:MENU.BAS    game.zip    game.zip:SIDE1.DSK    game.zip:SIDE1.DSK:MENU.BAS

A file of the host that has the whole name comes first. Nothing is unpacked to the host.
"""

from __future__ import annotations

from pathlib import Path

from basic.records import record
from cpc.disc import amsdos
from cpc.disc.amsdos import BINARY, ListingError, Say, unheard
from cpc.disc.archive import LARGEST_ARCHIVE, Archive, is_archive
from cpc.disc.dsk import LARGEST_IMAGE, Image, is_image
from cpc.disc.filesystem import ImageVolume
from cpc.disc.names import parsed
from cpc.disc.volume import DiscError, FileName
from cpc.host_files import HostPath, program_in, read_file
from cpc.tape import cassette

DISCS, PROGRAMS = (".dsk",), (".bas", ".asc", ".sna", *cassette.SUFFIXES)
PREFERRED = b"DISC", b"DISK", b"MENU", b"START", b"LOADER", b"AUTO", b"RUN", b"MAIN", b"GO"       # names to begin with
EXTENSIONS = b"", b"BAS", b"BIN"        # that RUN tries, in this order
Program = tuple[int, int, int, bytes]   # kind, address, entry, contents


@record(frozen=True)
class Medium:
    """What a name means: a disc image, or a program by itself."""

    name: str                       # of the file, without folder and extension
    image: bytes | None = None
    path: Path | None = None        # its file; None where it lies in an archive
    wanted: str | None = None       # the file on the disc that was named
    raw: bytes = b""                # the program's bytes
    place: str = ""                 # the name up to the disc; behind it come a colon and a file
    others: tuple[str, ...] = ()    # discs that lie beside it in the archive


def split(name: HostPath) -> tuple[Path, str | None]:
    """The file of the host, and what is named in it behind a colon."""
    path, text = Path(name), str(name)
    if ":" not in text or _exists(path):
        return path, None
    at = text.find(":")
    while at >= 0:
        if _exists(Path(text[:at])):
            return Path(text[:at]), text[at + 1:]
        at = text.find(":", at + 1)
    return path, None


def _exists(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def find(name: HostPath) -> Medium:
    """What the name means. Raises OSError, or DiscError with a sentence."""
    path, member = split(name)
    data = read_file(path, LARGEST_ARCHIVE)
    if is_archive(data):
        return _in_archive(path, Archive(data), member)
    if is_image(data):
        return Medium(path.stem, data, path, member or None, place=str(path))
    if member is not None:
        raise DiscError(f"{path} is no disc image and no archive, so that there is no {member} in it.")
    return Medium(path.stem, path=path, raw=data)


def _in_archive(path: Path, archive: Archive, member: str | None) -> Medium:
    inside = None
    if member is not None:
        head, colon, tail = member.partition(":")
        member, inside = head, tail if colon else None
    chosen, others = _chosen(archive, member)
    data = archive.read(chosen, LARGEST_IMAGE)
    stem = Path(chosen).stem
    if is_image(data):
        return Medium(stem, data, None, inside or None, place=f"{path}:{chosen}", others=others)
    if inside is not None:
        raise DiscError(f"{chosen} in the archive is no disc image.")
    return Medium(stem, raw=data)


def _chosen(archive: Archive, member: str | None) -> tuple[str, tuple[str, ...]]:
    """The member that is named, else the first disc, else the only program."""
    discs = [name for name in archive.names if name.lower().endswith(DISCS)]
    if member is None and discs:
        return discs[0], tuple(discs[1:])
    return archive.choose(member, PROGRAMS), ()


# the program on a disc

def program_on(medium: Medium) -> FileName | None:
    """The program of a disc: the one that was named, else the one that its name or the directory suggests; None where neither
    does."""
    assert medium.image is not None
    volume = ImageVolume(Image(medium.image))
    if medium.wanted is not None:
        return _named(volume, medium.wanted)
    files = {file.name: file for file in volume.files() if file.name.user == 0 and file.name.extension in EXTENSIONS}
    for stem in (*PREFERRED[:2], medium.name.upper().encode("ascii", "replace")[:8], *PREFERRED[2:]):
        for extension in EXTENSIONS:
            if FileName(0, stem, extension) in files:
                return FileName(0, stem, extension)
    seen = [name for name, file in files.items() if not file.system]
    for group in ([name for name in seen if name.extension == b"BAS"], [name for name in seen if _starts(volume, name)]):
        if len(group) == 1:
            return group[0]
    return None


def _named(volume: ImageVolume, wanted: str) -> FileName:
    place = parsed(wanted.encode("latin-1", "replace"))
    if place is None:
        raise DiscError(f"{wanted!r} is no name of AMSDOS: eight characters and three at most.")
    there = {file.name for file in volume.files()}
    for extension in EXTENSIONS if place.extension is None else (place.extension,):
        name = FileName(place.user or 0, place.stem, extension)
        if name in there:
            return name
    raise DiscError(f"There is no file {wanted} on the disc.")


def _starts(volume: ImageVolume, name: FileName) -> bool:
    """Whether RUN can begin with a file: a program of BASIC, or machine code with an address to begin at."""
    header = amsdos.header_of(volume.readable_part(name)[0])
    return header is not None and (header.kind & 14 != BINARY or header.entry != 0)


def contents_on(medium: Medium, name: FileName) -> Program:
    """Kind, address, entry and contents of a file on the disc. Raises DiscError or ListingError."""
    assert medium.image is not None
    return amsdos.contents_of(ImageVolume(Image(medium.image)).read(name))


def load_file(path: HostPath, say: Say = unheard) -> Program:
    """Kind, address, entry and contents of a program, wherever it lies. Raises OSError, or ListingError with a sentence. `say`
    is told how a listing was changed."""
    try:
        medium = find(path)
        if medium.image is None:
            return program_in(medium.raw, medium.path, say)
        name = program_on(medium)
        if name is None:
            raise DiscError(_which(medium.image))
        return contents_on(medium, name)
    except DiscError as error:
        raise ListingError(str(error)) from None


def _which(image: bytes) -> str:
    """Asks for the name of a program, and says which there are."""
    volume = ImageVolume(Image(image))
    names = sorted(str(file.name) for file in volume.files() if file.name.extension == b"BAS" or _starts(volume, file.name))
    if not names:
        return "There is no program on the disc."
    return f"The disc has more than one program; name one behind a colon: {', '.join(names[:20])}."



"""`cpc disc`: disc images from the shell. Files of the host get an AMSDOS header on their way in, listings become text on
their way out. An image is written as a whole or not at all.
"""

import argparse
from pathlib import Path

from basic.errors import BasicError
from cpc.api import CPC
from cpc.charset import SOFT_EOF, as_text, readable
from cpc.commands.convert import formed, read_program
from cpc.commands.fault import Fault, exists, of_file
from cpc.commands.speech import Parser, said
from cpc.disc.amsdos import (
    ASCII,
    BINARY,
    HEADER,
    PROTECTED,
    Header,
    ListingError,
    contents_of,
    header_of,
    listing_bytes,
    pattern_of,
    split_name,
)
from cpc.disc.archive import LARGEST_ARCHIVE, Archive, is_archive
from cpc.disc.dsk import FORMATS, LARGEST_IMAGE, MOST_TRACKS, Image, blank
from cpc.disc.filesystem import ImageVolume
from cpc.disc.volume import DiscError, FileName, StoredFile
from cpc.host_files import read_file, save_file

KINDS = {0: "BASIC", 1: "protected BASIC", 2: "binary", 3: "protected binary", ASCII: "ASCII"}
LISTINGS, TEXTS = (".bas",), (".txt", ".asc", "")
LARGEST_FILE = 0xFFFF           # bytes: what a header's length can say
SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$&'+-@^`{}~.")


def disc(argv: list[str]) -> int:
    options = _parser().parse_args(argv)
    try:
        status: int = options.do(options)
        return status
    except DiscError as error:
        raise Fault(f"{options.image}: {error}") from None


def _parser() -> argparse.ArgumentParser:
    parser = Parser("cpc disc", description="""Disc images (.dsk): makes one, lists its files, gets,
        puts and removes them, or checks it. PATTERN is a name of AMSDOS; * and ? stand for other characters.""")
    actions = parser.add_subparsers(required=True, metavar="new|ls|get|put|rm|check")
    every = Parser(add_help=False)
    every.add_argument("image", metavar="IMAGE", help="the image; an archive's as game.zip or game.zip:SIDE1.DSK")
    some = Parser(add_help=False)
    some.add_argument("--user", type=int, choices=range(16), metavar="0-15", help="the user area")

    new = actions.add_parser("new", parents=[every], help=said("make an empty disc"))
    new.add_argument("--format", choices=tuple(FORMATS), default="data", help="if not given: data, with 178K")
    new.add_argument("--tracks", type=int, default=40, metavar=f"1-{MOST_TRACKS}", help="40, if not given")
    new.add_argument("--sides", type=int, choices=(1, 2), default=1, help="AMSDOS itself uses the first side only")
    new.set_defaults(do=_new)

    ls = actions.add_parser("ls", parents=[every, some], help=said("list the files"))
    ls.add_argument("patterns", nargs="*", metavar="PATTERN")
    ls.set_defaults(do=_ls)

    get = actions.add_parser("get", parents=[every, some], help=said("copy files to a folder: listings as UTF-8 text"))
    get.add_argument("patterns", nargs="*", metavar="PATTERN", help="if not given: all files")
    get.add_argument("--to", type=Path, default=Path("."), metavar="FOLDER", help="the current folder, if not given")
    get.add_argument("--raw", action="store_true", help="the bytes as they are on the disc, with the header")
    get.set_defaults(do=_get)

    put = actions.add_parser("put", parents=[every, some], help=said("copy files to the disc, in place of old ones"))
    put.add_argument("files", nargs="+", type=Path, metavar="FILE",
                     help="a .bas listing becomes a BASIC file, .txt ASCII, a file with a header stays, another is binary")
    put.add_argument("--ascii", action="store_true", help="listings as ASCII files")
    put.add_argument("--raw", action="store_true", help="the bytes as they are, without a header")
    put.add_argument("--load", type=_address, default=0x4000, metavar="ADDRESS", help="of binary files: 16384, if not given")
    put.add_argument("--exec", type=_address, default=0, metavar="ADDRESS", help="of binary files: where they start")
    put.add_argument("--read-only", action="store_true")
    put.add_argument("--system", action="store_true", help="CAT does not show the file")
    put.set_defaults(do=_put)

    rm = actions.add_parser("rm", parents=[every, some], help=said("remove files"))
    rm.add_argument("patterns", nargs="+", metavar="PATTERN")
    rm.set_defaults(do=_rm)

    check = actions.add_parser("check", parents=[every], help=said("look for damage"))
    check.set_defaults(do=_check)
    return parser


def _address(text: str) -> int:
    try:
        number = int(text[1:], 16) if text[:1] == "&" else int(text, 0)
    except ValueError:
        number = -1
    if not 0 <= number <= 0xFFFF:
        raise argparse.ArgumentTypeError(f"an address is a number from 0 to 65535 or &0 to &FFFF, not {text!r}")
    return number


# images

def _place(name: str) -> tuple[Path, str | None]:
    """The file, and the name behind the colon of an archive's."""
    head, colon, member = name.rpartition(":")
    if colon and head.lower().endswith(".zip"):
        return Path(head), member
    return Path(name), None


def _open(name: str) -> ImageVolume:
    path, member = _place(name)
    try:
        data = read_file(path, LARGEST_ARCHIVE)
    except (OSError, ValueError) as error:
        raise _of_host(path, error) from None
    if is_archive(data):
        archive = Archive(data)
        data = archive.read(archive.choose(member, (".dsk",)), LARGEST_IMAGE)
    elif member is not None:
        raise DiscError("The file is not a zip archive.")
    return ImageVolume(Image(data))


def _open_to_write(name: str) -> ImageVolume:
    path, member = _place(name)
    if member is not None or path.suffix.lower() == ".zip":
        raise DiscError("An image in an archive can only be read; unpack it first.")
    return _open(name)


def _save(path: Path, data: bytes) -> None:
    try:
        save_file(path, data)
    except (OSError, ValueError) as error:
        raise _of_host(path, error) from None


def _of_host(path: Path, error: OSError | ValueError) -> Fault:
    return of_file(path, error) if isinstance(error, OSError) else Fault(f"{path}: {error}.")


def _found(volume: ImageVolume, options: argparse.Namespace) -> list[StoredFile]:
    """The files that one of the patterns fits, each once; a pattern without a file is a mistake."""
    files = [file for file in volume.files() if options.user in (None, file.name.user)]
    if not options.patterns:
        return files
    found: dict[StoredFile, None] = {}
    for pattern in options.patterns:
        codes = pattern.encode("latin-1", "replace")
        if pattern_of(codes) is None:
            raise DiscError(f"{pattern!r} is no name of AMSDOS: eight characters and three at most.")
        fitting = [file for file in files if file.name.fits(codes)]
        if not fitting:
            raise DiscError(f"There is no file {pattern} on the disc.")
        found.update(dict.fromkeys(fitting))
    return list(found)


# the actions

def _new(options: argparse.Namespace) -> int:
    path = Path(options.image)
    if exists(path):
        raise DiscError("The file is there already.")
    _save(path, blank(options.format, options.tracks, options.sides))
    return 0


def _ls(options: argparse.Namespace) -> int:
    volume = _open(options.image)
    for file in sorted(_found(volume, options), key=lambda file: file.name):
        marks = ["read only"] * file.read_only + ["system"] * file.system
        print(", ".join([f"{file.name!s:<15}{file.kilobytes:>4}K  {_kind(volume, file.name)}", *marks]))
    print(said(f"{volume.free()}K free"))
    return 0


def _kind(volume: ImageVolume, name: FileName) -> str:
    header = header_of(volume.readable_part(name)[0])
    if header is None:
        return "no header"
    kind = KINDS.get(header.kind, f"type {header.kind}")
    return f"{kind}, {header.length} bytes" + (f" at &{header.address:04X}" if header.kind & 14 == BINARY else "")


def _get(options: argparse.Namespace) -> int:
    volume = _open(options.image)
    if not options.to.is_dir():
        raise Fault(f"{options.to} is not a folder.")
    targets: dict[Path, StoredFile] = {}
    for file in _found(volume, options):
        target = options.to / _host_name(file.name)
        if target in targets:
            raise DiscError(f"{file.name} and {targets[target].name} would be one file of the folder; choose with --user.")
        targets[target] = file
    lost = False
    for target, file in targets.items():
        raw, blocks = volume.readable_part(file.name)
        if blocks:
            print(f"{file.name}: {blocks} block{'s' * (blocks != 1)} cannot be read; zeros are in their place.")
            lost = True
        _save(target, _without_padding(raw) if options.raw else _for_the_host(raw))
    return int(lost)


def _host_name(name: FileName) -> str:
    """The name that a file gets in a folder: what a host might take otherwise becomes an underscore."""
    text = f"{name.stem.decode('latin-1')}.{name.extension.decode('latin-1')}".rstrip(".").upper()
    text = "".join(letter if letter in SAFE else "_" for letter in text)
    device = split_name(name.stem) is None
    return "_" + text if device or text.startswith(".") else text or "_"


def _without_padding(raw: bytes) -> bytes:
    header = header_of(raw)
    return raw[:HEADER + header.length] if header and header.length + HEADER <= len(raw) else raw


def _for_the_host(raw: bytes) -> bytes:
    """Programs and ASCII files as text; other files as they are, with their header."""
    try:
        kind, _, _, contents = contents_of(raw)
        if kind == ASCII:
            return as_text(contents) if _is_text(contents) else raw
        if kind & 14 == BINARY:
            return _without_padding(raw)
        cpc = CPC(model="6128", memory="large")
        cpc.session.storage.load_raw(kind & PROTECTED, contents)
        return as_text(cpc.session.storage.listing(b"\n"))
    except (BasicError, ListingError):
        return _without_padding(raw)


def _is_text(contents: bytes) -> bool:
    return not any(code < 32 and code not in b"\t\n\r\f" for code in contents)


def _put(options: argparse.Namespace) -> int:
    volume = _open_to_write(options.image)
    for path in options.files:
        name = _disc_name(path, options.user or 0)
        data = _for_the_disc(path, options)
        if any(file.name == name for file in volume.files()):
            volume.erase(name)
        volume.write(name, data, options.read_only, options.system)
    _save(Path(options.image), bytes(volume.image.data))
    return 0


def _disc_name(path: Path, user: int) -> FileName:
    parts = split_name(path.name.encode("latin-1", "replace"))
    if parts is None or ":" in path.name:
        raise DiscError(f"{path.name!r} is no name of AMSDOS: eight characters and three at most, without blanks.")
    return FileName(user, parts[0], parts[1] or b"")


def _for_the_disc(path: Path, options: argparse.Namespace) -> bytes:
    try:
        raw = read_file(path)
        suffix = path.suffix.lower()
        if options.raw or header_of(raw):
            return raw
        if suffix in TEXTS or options.ascii and suffix in LISTINGS:
            return listing_bytes(raw) + SOFT_EOF
        if suffix in LISTINGS:
            return formed(read_program(path, "6128"), "basic", path.name)
    except (OSError, ValueError) as error:
        raise _of_host(path, error) from None
    except ListingError as error:
        raise Fault(f"{path}: {error}") from None
    if len(raw) > LARGEST_FILE:
        raise Fault(f"{path}: a binary file of a CPC has {LARGEST_FILE} bytes at most.")
    name = _disc_name(path, 0)
    return Header(BINARY, options.load, len(raw), options.exec).packed(name.stem, name.extension) + raw


def _rm(options: argparse.Namespace) -> int:
    volume = _open_to_write(options.image)
    for file in _found(volume, options):
        volume.erase(file.name)
    _save(Path(options.image), bytes(volume.image.data))
    return 0


def _check(options: argparse.Namespace) -> int:
    volume = _open(options.image)
    image = volume.image
    damaged = [f"Side {side}, track {track}: sector &{sector.number:02X} cannot be read."
               for track, side, sector in image.damaged()]
    faults = damaged + volume.faults()
    for fault in faults:
        print(readable(fault.encode("latin-1", "replace")))
    files = len(volume.files())
    print(f"{volume.format.name}, {image.tracks} tracks, {image.sides} side{'s' * (image.sides != 1)}, "
          f"{files} file{'s' * (files != 1)}, {volume.free()}K free: {len(faults) or 'no'} fault{'s' * (len(faults) != 1)}")
    return int(bool(faults))

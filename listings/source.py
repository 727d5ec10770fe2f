"""Listings in files of the host: numbered lines of text, read from what a PC or a CPC has saved."""

from pathlib import Path

from basic.errors import BasicError
from basic.runtime.program import Program
from basic.source.crunch import line_number_at
from basic.source.uncrunch import listed
from cpc.charset import as_text
from cpc.disc import amsdos
from cpc.host_files import save_file
from cpc.media import load_file

Lines = dict[int, bytes]


class ListingFault(Exception):
    """Something is wrong with a file or a name: one sentence for the person who gave it."""


def numbered(text: bytes) -> tuple[int, bytes] | None:
    """A typed line's number and what stands behind it; None where it has no number."""
    text = text.strip(b" \t\r\n")
    number, end = line_number_at(text, 0)
    if number is None:
        return None
    return number, text[end:].removeprefix(b" ")


def read_listing(path: Path) -> Lines:
    try:
        kind, _, _, contents = load_file(path)
    except FileNotFoundError:
        raise ListingFault(f"There is no file {path}.") from None
    except OSError as error:
        raise ListingFault(f"{path} cannot be read: {error.strerror}.") from None
    except amsdos.ListingError as error:
        raise ListingFault(f"{path} is not a listing: {error.sentence}") from None
    except BasicError as error:
        raise ListingFault(f"{path} is not a listing: {error}.") from None
    if kind in (amsdos.BASIC, amsdos.PROTECTED):
        program = Program()
        program.load_image(contents)
        if not program.lines:
            raise ListingFault(f"There is no line of a program in {path}.")
        return {number: listed(crunched) for number, crunched in program.lines.items()}
    if kind != amsdos.ASCII:
        raise ListingFault(f"{path} is a binary file, not a listing.")
    return listing_of(contents, str(path))


def listing_of(contents: bytes, name: str) -> Lines:
    lines: Lines = {}
    for at, text in enumerate(contents.partition(b"\x1a")[0].replace(b"\r\n", b"\n").split(b"\n"), 1):
        if not text.strip():
            continue
        line = numbered(text)
        if line is None:
            raise ListingFault(f"Line {at} of {name} has no line number.")
        lines[line[0]] = line[1]
    if not lines:
        raise ListingFault(f"There is no numbered line in {name}.")
    return dict(sorted(lines.items()))


def repeated_numbers(path: Path) -> list[int]:
    """Line numbers that stand in the file more than once: only the last of such lines counts."""
    kind, _, _, contents = load_file(path)
    seen: set[int] = set()
    found = []
    for text in contents.split(b"\n") if kind == amsdos.ASCII else ():
        line = numbered(text)
        if line is not None and line[0] in seen:
            found.append(line[0])
        elif line is not None:
            seen.add(line[0])
    return found


def write_listing(path: Path, lines: Lines) -> None:
    """Writes the whole file, or leaves it as it is."""
    text = b"".join(b"%d %s\n" % (number, text) for number, text in sorted(lines.items()))
    try:
        save_file(path, as_text(text))
    except OSError as error:
        raise ListingFault(f"{path} cannot be written: {error.strerror}.") from None


def merged(*parts: Lines) -> Lines:
    """As MERGE does it: what comes later takes the place of lines with the same number."""
    lines: Lines = {}
    for part in parts:
        lines |= part
    return dict(sorted(lines.items()))

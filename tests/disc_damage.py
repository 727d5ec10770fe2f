"""Damaged disc images and archives: each gives what can be read, or one sentence; nothing is written outside.

    python -m tests.disc_damage [--count 100000] [--seed 0]

Every fiftieth image is also put into the drive of a machine, which looks at it, loads from it and saves to it.
"""

import argparse
import io
import random
import resource
import sys
import tempfile
import warnings
import zipfile
import zlib
from pathlib import Path

from basic.errors import BasicError
from cpc import CPC
from cpc.disc.dsk import Image, blank
from cpc.disc.filesystem import ImageVolume
from cpc.disc.volume import DiscError, FileName
from cpc.media import find, load_file, program_on

IN_A_MACHINE = 50
MOST_MEGABYTES = 200
COMMANDS = ["CAT", "|DIR", 'LOAD "HELLO"', 'OPENIN "TEXT":LINE INPUT #9,a$:CLOSEIN', "10 REM", 'SAVE "NEW"',
            'a$="*.*":|ERA,@a$', 'OPENOUT "O":FOR i=1 TO 200:PRINT #9,i;STRING$(20,"x"):NEXT:CLOSEOUT', "CAT"]
NAMES = ["../out.dsk", "/tmp/out.dsk", "a\0.dsk", "C:out.dsk", "x/../../out.dsk", "game.dsk", "a" * 300 + ".dsk", "", "x.bas",
         "CON"]


def images() -> list[bytes]:
    """Discs to damage."""
    made = []
    for form, extended, sides in (("data", False, 1), ("system", True, 1), ("ibm", False, 1), ("data", True, 2)):
        image = Image(blank(form, sides=sides, extended=extended))
        volume = ImageVolume(image)
        volume.write(FileName(0, b"HELLO", b"BAS"), b"10 PRINT 1\r\n\x1a")
        volume.write(FileName(0, b"TEXT"), b"some text\r\n" * 2000 + b"\x1a")
        volume.write(FileName(3, b"OTHER", b"BIN"), bytes(range(256)) * 80, True, True)
        made.append(bytes(image.data))
    return made


def damaged(chance: random.Random, data: bytes) -> bytes:
    """The bytes with something wrong: mostly in the headers and the directory, where it matters."""
    out = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 5, 40])):
        where = chance.choice([0x100, 0x200, 0x800, 0x1800, len(out)])
        at = chance.randrange(min(where, len(out)) or 1)
        if at < len(out):
            out[at] = chance.choice([0, 1, 0x7F, 0x80, 0xE5, 0xFF, chance.randrange(256)])
    kind = chance.random()
    if kind < 0.1:
        del out[chance.randrange(len(out)):]
    elif kind < 0.15:
        out += bytes(chance.randrange(70_000))
    elif kind < 0.2:
        at = chance.randrange(len(out))
        out[at:at] = out[:chance.randrange(0x400)]
    return bytes(out)


def packed(chance: random.Random, data: bytes) -> bytes:
    """An archive with the image in it, which lies about it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", chance.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])) as archive:
        for _ in range(chance.choice([1, 1, 2, 3])):
            body = chance.choice([data, data[:500], b"", bytes(6 << 20) if chance.random() < 0.02 else b"10 PRINT\r\n"])
            archive.writestr(zipfile.ZipInfo(chance.choice(NAMES)), body)
    raw = bytearray(out.getvalue())
    for _ in range(chance.choice([0, 1, 3, 20])):
        at = chance.choice([chance.randrange(len(raw)), max(0, len(raw) - chance.randrange(1, 200))])
        raw[at] = chance.randrange(256)
    return bytes(raw)


def try_out(path: Path, machine: bool) -> None:
    """All that is done to a file of that name. DiscError and BasicError are what may come of it."""
    for name in (path, f"{path}:game.dsk", f"{path}:HELLO.BAS"):
        try:
            medium = find(name)
            if medium.image is not None:
                program_on(medium)
                _read_all(medium.image)
            load_file(name)
        except (DiscError, BasicError, OSError) as error:
            assert len(str(error)) < 3000, "a sentence, not a book"
    if machine:
        _in_a_machine(path)


def _read_all(data: bytes) -> None:
    volume = ImageVolume(Image(data))
    for file in volume.files():
        volume.readable_part(file.name)
    volume.faults()
    volume.image.damaged()
    try:
        volume.write(FileName(0, b"NEW"), bytes(3000))
        volume.rename(FileName(0, b"NEW"), FileName(1, b"NEWER"))
        volume.erase(FileName(1, b"NEWER"))
    except DiscError:
        pass


def _in_a_machine(path: Path) -> None:
    try:
        cpc = CPC(disc=path)
    except (ValueError, OSError):       # no image, or a file that is too long for one
        return
    for line in COMMANDS:
        cpc.type(line + "\n")
        cpc.run_until_idle(3000)
        for answer in b"RICCCC":
            if not cpc.printed.endswith(b"Retry, Ignore or Cancel? "):
                break
            cpc.type(bytes([answer]))
            cpc.run_until_idle(3000)


def run(count: int, seed: int, folder: Path) -> list[str]:
    warnings.simplefilter("ignore", UserWarning)       # zipfile's, of two members with one name
    chance, good, found = random.Random(seed), images(), []
    inside = folder / "inside"
    inside.mkdir()
    path = inside / "game.zip"
    for number in range(count):
        data = damaged(chance, chance.choice(good))
        if chance.random() < 0.3:
            data = packed(chance, data)
        path.write_bytes(data)
        try:
            try_out(path, number % IN_A_MACHINE == 0)
        except Exception as error:      # a fault here is what is looked for
            found.append(f"{number}: {type(error).__name__}: {error} ({zlib.crc32(data):08x})")
            (folder / f"{number}.bad").write_bytes(data)
        if sorted(file.name for file in inside.iterdir()) != ["game.zip"]:
            found.append(f"{number}: there are other files: {[file.name for file in inside.iterdir()]}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.disc_damage")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp())
    found = run(options.count, options.seed, folder)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print("\n".join(found[:50]))
    print(f"{options.count} damaged files, {len(found)} faults, {megabytes} MB; what is bad is in {folder}")
    return 1 if found or megabytes > MOST_MEGABYTES else 0


if __name__ == "__main__":
    sys.exit(main())

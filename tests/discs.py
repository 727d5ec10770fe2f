"""Recorded sessions with discs (the corpus's category `disc`): the discs they begin with, and what is on them at the end."""

import base64
import hashlib
import tempfile
import zlib
from pathlib import Path

from cpc import CPC
from cpc.charset import SOFT_EOF
from cpc.disc.amsdos import Header, header_of
from cpc.disc.dsk import Image, blank
from cpc.disc.filesystem import ImageVolume
from cpc.disc.volume import FileName

KINDS = {"basic": 0, "protected": 1, "binary": 2}
DEFAULT = {"A": {"format": "data", "files": []}}
SECONDS = 0.5
FRAME_SECONDS = 19968e-6


def contents(file: dict) -> bytes:
    if "b64" in file:
        return base64.b64decode(file["b64"])
    if "zlib" in file:
        return zlib.decompress(base64.b64decode(file["zlib"]))
    return file.get("text", "").encode("latin-1")


def image_of(disc: dict) -> bytes:
    """The image that a session's description of a disc means."""
    form = disc.get("format", "data")
    if form is None:
        return _unformatted(blank())
    image = Image(blank(form))
    volume = ImageVolume(image)
    for file in disc.get("files", ()):
        stem, _, extension = file["name"].upper().encode("latin-1").partition(b".")
        name = FileName(file.get("user", 0), stem, extension)
        data = contents(file)
        if "kind" in file:
            head = Header(KINDS[file["kind"]], file.get("load", 0x170), len(data), file.get("exec", 0), name.user)
            data = head.packed(stem, extension) + data
        elif len(data) % 128 or data[-1:] != SOFT_EOF:
            data += SOFT_EOF * (-len(data) % 128 or 128 * bool(data))
        volume.write(name, data, file.get("readonly", False), file.get("system", False))
    for track, number in disc.get("bad", ()):
        sector = image.find(track, number)
        image.data[sector.entry + 4] |= 0x20
        image.data[sector.entry + 5] |= 0x20
    return bytes(image.data)


def _unformatted(image: bytes) -> bytes:
    out = bytearray(image[:0x100])
    out[:0x22] = b"EXTENDED CPC DSK File\r\nDisk-Info\r\n"
    out[0x32:] = bytes(len(out) - 0x32)
    return bytes(out)


def put_in(cpc: CPC, folder: Path, drive: int, disc: dict) -> None:
    path = folder / f"{'AB'[drive]}{len(list(folder.iterdir()))}.dsk"
    path.write_bytes(image_of(disc))
    cpc.insert(drive, path, protected=bool(disc.get("protect")))


def pieces_of(case: dict) -> list[str]:
    text, cuts = case["type"], {*case.get("cuts", ()), len(case["type"])}
    found, start = [], 0
    for at in range(1, len(text) + 1):
        if text[at - 1] == "\n" or at in cuts:
            found.append(text[start:at])
            start = at
    return found


def run(case: dict) -> CPC:
    """A machine that was given a session's discs and keys."""
    cpc = CPC(model=case["model"], brand="amstrad", dialect="locomotive", amsdos=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for letter, disc in case.get("disc", DEFAULT).items():
            if disc is not None:
                put_in(cpc, folder, "AB".index(letter), disc)
        pieces = pieces_of(case)
        for number, piece in enumerate(pieces):
            for event in case.get("events", ()):
                if event[0] == number:
                    happen(cpc, folder, *event[1:])
            cpc.started = cpc.seconds
            cpc.type(piece)
            for frame, key, down in sorted(case.get("keys", ())) if number == len(pieces) - 1 else ():
                cpc.run(max(0.0, cpc.started + frame * FRAME_SECONDS - cpc.seconds))
                cpc.key(key, bool(down))
            cpc.idle = cpc.run_until_idle(1500)
        cpc.took = cpc.seconds - cpc.started
    return cpc


def happen(cpc: CPC, folder: Path, what: str, drive: int, disc: dict | None = None) -> None:
    if what == "insert":
        put_in(cpc, folder, drive, disc or {})
    elif what == "eject":
        cpc.eject(drive)
    else:
        cpc.protect(drive, what == "protect")


def difference(case: dict, cpc: CPC) -> str | None:
    """What is on the discs, and how long it took, against the real machine; None where both are right."""
    for letter, expected in case.get("discs", {}).items():
        image = cpc.machine.drives.floppies["AB".index(letter)].image
        found, expected = None if image is None else description(bytes(image.data)), _summed(expected)
        if found != expected:
            return f"disc {letter}: {first_difference(found, expected)}"
    if "timing" in case["needs"] and abs(cpc.took - case["seconds"]) > SECONDS:
        return f"{cpc.took:.2f} s, real {case['seconds']:.2f} s"
    return None


def first_difference(found: dict | None, expected: dict | None) -> str:
    if not found or not expected or found.get("files") is None or expected.get("files") is None:
        return f"{found}\n   real {expected}"
    if found["format"] != expected["format"] or found["free"] != expected["free"]:
        return f"{found['format']} {found['free']}K, real {expected['format']} {expected['free']}K"
    for ours, real in zip(found["files"], expected["files"], strict=False):
        if ours != real:
            return f"{ours}\n   real {real}"
    return f"{[file['name'] for file in found['files']]}\n   real {[file['name'] for file in expected['files']]}"


def description(data: bytes) -> dict:
    """What is on a disc, as the sessions have it."""
    image = Image(data)
    if not image.track(0):
        return {"format": None}
    for _, _, sector in image.damaged():            # what is there counts, whether it can be read or not
        image.write(sector, image.raw(sector))
    volume = ImageVolume(image)
    files = sorted(volume.files(), key=lambda file: (file.name.user, plain(file.name)))
    return {"format": volume.format.name, "free": volume.free(), "files": [_described(volume, file) for file in files]}


def plain(name: FileName) -> str:
    text = name.stem + (b"." + name.extension if name.extension else b"")
    return text.decode("latin-1")


def _described(volume: ImageVolume, file) -> dict:
    raw = volume.readable_part(file.name)[0]
    found = {"name": plain(file.name), "kb": file.kilobytes, "records": file.records}
    if file.name.user:
        found["user"] = file.name.user
    for mark, on in (("readonly", file.read_only), ("system", file.system)):
        if on:
            found[mark] = True
    head = header_of(raw)
    if head is None:
        text, end, _ = raw.partition(SOFT_EOF)
        return found | {"eof": bool(end), "sha256": hashlib.sha256(text).hexdigest()}
    body = raw[128:128 + head.length]
    return found | {"type": head.kind, "load": head.address, "length": head.length, "exec": head.entry,
                    "header": raw[1:16].hex(), "sha256": hashlib.sha256(body).hexdigest()}


def _summed(disc: dict | None) -> dict | None:
    """A recorded description with the sums of the files' bytes in place of the bytes."""
    if not disc or "files" not in disc:
        return disc
    return disc | {"files": [{name: value for name, value in file.items() if name not in ("text", "b64", "zlib", "bytes")}
                             | {"sha256": file.get("sha256") or hashlib.sha256(contents(file)).hexdigest()}
                             for file in disc["files"]]}

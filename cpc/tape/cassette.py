"""A tape that is in the deck: its blocks, and the file it came from."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from basic.records import record, replace
from cpc.disc.amsdos import ASCII, BASIC, PROTECTED
from cpc.tape import cdt, wav
from cpc.tape.blocks import Block, Header, blocks, recorded
from cpc.tape.sections import sections
from cpc.tape.stretches import TICKS_PER_SECOND, Pause, Stretch, TapeFault

RECORDED_ON = (".cdt", ".tzx")
SUFFIXES = (*RECORDED_ON, ".wav")
LARGEST = wav.LONGEST + (1 << 20)
LARGEST_CDT = 16 << 20
MOST_BLOCKS = 20_000
LEAD_IN = Pause(TICKS_PER_SECOND)


def is_tape(data: bytes) -> bool:
    return cdt.is_cdt(data) or wav.is_wav(data)


def may_be_new(path: Path) -> bool:
    """Whether there is no such file, and its name is one of a tape that can be recorded on."""
    return path.suffix.lower() in RECORDED_ON and not path.exists()


def read(data: bytes) -> tuple[Block, ...]:
    """The blocks of a recording. TapeFault if it cannot be read at all."""
    if cdt.is_cdt(data) and len(data) > LARGEST_CDT:
        raise TapeFault("The tape file is longer than a tape can be.")
    found = []
    for block in blocks(sections(wav.stretches(data) if wav.is_wav(data) else cdt.stretches(data))):
        found.append(block)
        if len(found) > MOST_BLOCKS:
            raise TapeFault("The tape has more blocks than a tape can have.")
    return tuple(found)


@record(frozen=True)
class TapeFile:
    """A file of a tape, whole: as LOAD would find it."""
    name: bytes
    kind: int
    address: int
    entry: int
    contents: bytes
    whole: bool             # no block is missing or cannot be read

    @property
    def is_basic(self) -> bool:
        return self.kind in (BASIC, PROTECTED)


def kind_of(kind: int) -> int:
    """The kind of a file, as AMSDOS numbers it; of a text, the tape's header has only some of the bits."""
    return ASCII if kind & 15 == ASCII & 15 else kind & 15


def files(found: tuple[Block, ...]) -> list[TapeFile]:
    """The files of a tape in their order, with what can be read of them."""
    out: list[TapeFile] = []
    under_way: TapeFile | None = None
    number = 0
    for block in found:
        header = block.header
        if header is None:
            continue
        if header.first or under_way is None or header.name != under_way.name:
            if under_way is not None:
                out.append(replace(under_way, whole=False))
            number = header.number - 1
            under_way = TapeFile(header.name, kind_of(header.kind), header.address, header.entry, b"", header.first)
        under_way = replace(under_way, contents=under_way.contents + (block.data or b""),
                            whole=under_way.whole and block.data is not None and header.number == (number + 1) & 255)
        number = header.number
        if header.last:
            out.append(under_way)
            under_way = None
    if under_way is not None:
        out.append(replace(under_way, whole=False))
    return out


def program_in(data: bytes, name: str | None = None) -> TapeFile:
    """The file of that name, or the first program, else the first file. TapeFault if it is not there, or not all of it."""
    found = files(read(data))
    if not found:
        raise TapeFault("There is no file on the tape that the firmware could read.")
    if name is None:
        chosen = next((file for file in found if file.is_basic), found[0])
    else:
        wanted = name.upper().encode("latin-1", "replace")
        named = [file for file in found if file.name.upper() == wanted]
        if not named:
            names = ", ".join(file.name.decode("latin-1") or "(unnamed)" for file in found[:20])
            raise TapeFault(f"There is no {name} on the tape; there are: {names}.")
        chosen = next((file for file in named if file.whole), named[0])
    if not chosen.whole:
        raise TapeFault(f"{chosen.name.decode('latin-1') or 'The file'} cannot be read whole from the tape.")
    return chosen


def recording_of(made: list[tuple[Header, bytes]], speed: int) -> list[Stretch]:
    return list(chain.from_iterable(recorded(header, data, speed) for header, data in made))


def new_cdt() -> bytes:
    """A tape file with nothing on it."""
    return cdt.written(())


def as_cdt(made: list[tuple[Header, bytes]], speed: int) -> bytes:
    return cdt.written([*recording_of(made, speed), LEAD_IN])


def as_wav(made: list[tuple[Header, bytes]], speed: int) -> bytes:
    return wav.written(recording_of(made, speed))

"""The files in a disc image: AMSDOS's directory of 64 entries, in blocks of 1K.

An entry is an extent: up to 16 blocks of a file, with the number of its records of 128 bytes. Longer files have more entries.
A directory that contradicts itself is read as far as it goes: the first of two equal extents counts.
"""

from itertools import islice

from basic.records import record
from cpc.disc.dsk import EMPTY, SECTOR, Image
from cpc.disc.volume import (
    AlreadyExists,
    DirectoryFull,
    DiscError,
    DiscFull,
    FileName,
    NotFound,
    ReadFault,
    ReadOnly,
    StoredFile,
)

ENTRIES, ENTRY = 64, 32
BLOCK, RECORD, EXTENT = 1024, 128, 16384
DIRECTORY_BLOCKS = 2
USERS = 16
BLOCKS_AT = 16                  # in an entry


@record(frozen=True)
class Extent:
    """A directory entry that is in use, and its place in the directory."""

    place: int
    data: bytes

    @property
    def name(self) -> FileName:
        stem, extension = (bytes(byte & 127 for byte in self.data[start:end]).rstrip(b" ") for start, end in ((1, 9), (9, 12)))
        return FileName(self.data[0], stem, extension)

    @property
    def number(self) -> int:
        """Which 16K of the file it has."""
        return (self.data[14] & 63) << 5 | self.data[12] & 31

    @property
    def records(self) -> int:
        return min(self.data[15], EXTENT // RECORD)

    @property
    def blocks(self) -> list[int]:
        """The blocks that hold its records; 0 where a block is missing."""
        return list(self.data[BLOCKS_AT:BLOCKS_AT + -(-self.records * RECORD // BLOCK)])


class ImageVolume:
    """The files of a disc image. It changes the image's bytes; writing the image to a file is the caller's part."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self.format = image.format()

    # the directory

    def files(self) -> list[StoredFile]:
        """All files of all users, in the order of the directory."""
        return [self._stored(name, extents) for name, extents in self._by_name().items()]

    def _stored(self, name: FileName, extents: list[Extent]) -> StoredFile:
        kilobytes = sum(1 for extent in extents for block in extent.data[BLOCKS_AT:] if block)
        last = extents[-1]
        return StoredFile(name, kilobytes, last.number * (EXTENT // RECORD) + last.records,
                          bool(extents[0].data[9] & 128), bool(extents[0].data[10] & 128))

    def _by_name(self) -> dict[FileName, list[Extent]]:
        """The extents of each file in their order."""
        found: dict[FileName, list[Extent]] = {}
        for extent in self.extents():
            found.setdefault(extent.name, []).append(extent)
        return {name: sorted(extents, key=lambda extent: (extent.number, extent.place)) for name, extents in found.items()}

    def extents(self) -> list[Extent]:
        """The directory entries that belong to files. Sectors of the directory that cannot be read have none."""
        found = []
        for sector in range(ENTRIES * ENTRY // SECTOR):
            try:
                data = self._sector(sector)
            except ReadFault:
                continue
            for at in range(0, SECTOR, ENTRY):
                if data[at] < USERS:
                    found.append(Extent((sector * SECTOR + at) // ENTRY, data[at:at + ENTRY]))
        return found

    def _extents_of(self, name: FileName) -> list[Extent]:
        extents = self._by_name().get(name)
        if not extents:
            raise NotFound(f"{name} is not on the disc.")
        return extents

    def _changeable(self, name: FileName) -> list[Extent]:
        extents = self._extents_of(name)
        if extents[0].data[9] & 128:
            raise ReadOnly(f"{name} is read only.")
        return extents

    # files

    def read(self, name: FileName) -> bytes:
        """All records of a file. A block that the directory does not name reads as zeros."""
        extents = {extent.number: extent for extent in reversed(self._extents_of(name))}
        return b"".join(self._read_extent(extents[number]) for number in sorted(extents))

    def _read_extent(self, extent: Extent) -> bytes:
        data = b"".join(self._block(block) if block else bytes(BLOCK) for block in extent.blocks)
        return data[:extent.records * RECORD]

    def readable_part(self, name: FileName) -> tuple[bytes, int]:
        """A file of a damaged disc, with zeros for each block that cannot be read, and the number of these blocks."""
        out, lost = bytearray(), 0
        for extent in self._extents_of(name):
            start = len(out)
            for block in extent.blocks:
                try:
                    out += self._block(block) if block else bytes(BLOCK)
                except ReadFault:
                    out += bytes(BLOCK)
                    lost += 1
            del out[start + extent.records * RECORD:]
        return bytes(out), lost

    def write(self, name: FileName, data: bytes, read_only: bool = False, system: bool = False) -> None:
        """Makes a file; data that is no multiple of 128 bytes long is filled up with zeros."""
        if name in self._by_name():
            raise AlreadyExists(f"{name} is already on the disc.")
        data += bytes(-len(data) % RECORD)
        pieces = [data[at:at + EXTENT] for at in range(0, len(data), EXTENT)] or [b""]
        places = self._free_places()
        if len(pieces) > len(places):
            raise DirectoryFull(f"{name} does not fit: the directory is full.")
        needed = -(-len(data) // BLOCK)
        blocks = list(islice(self._free_blocks(), needed))
        if len(blocks) < needed:
            raise DiscFull(f"{name} does not fit: the disc is full.")
        before = bytes(self.image.data)
        try:
            for number, piece in enumerate(pieces):
                count = -(-len(piece) // BLOCK)
                mine, blocks = blocks[:count], blocks[count:]
                self._write_blocks(mine, piece)
                self._set_entry(places[number], entry_of(name, number, len(piece) // RECORD, mine, read_only, system))
        except DiscError:
            self.image.data[:] = before
            raise

    def erase(self, name: FileName) -> None:
        """Gives a file's entries and blocks free."""
        for extent in self._changeable(name):
            self._set_entry(extent.place, bytes([EMPTY]) + extent.data[1:])

    def rename(self, old: FileName, new: FileName) -> None:
        """Gives a file another name or another user."""
        extents = self._changeable(old)
        if old != new and new in self._by_name():
            raise AlreadyExists(f"{new} is already on the disc.")
        for extent in extents:
            name = _eleven(new)
            marks = bytes(byte | kept & 128 for byte, kept in zip(name, extent.data[1:12], strict=True))
            self._set_entry(extent.place, bytes([new.user]) + marks + extent.data[12:])

    def free(self) -> int:
        """The free room as CAT tells it, in kilobytes."""
        return self.format.blocks - DIRECTORY_BLOCKS - len(self._used_blocks())

    def _used_blocks(self) -> set[int]:
        used = {block for extent in self.extents() for block in extent.data[BLOCKS_AT:]}
        return used & set(range(DIRECTORY_BLOCKS, self.format.blocks))

    def _free_blocks(self) -> list[int]:
        """Blocks for new files: those that the image has sectors for."""
        used = self._used_blocks()
        return [block for block in range(DIRECTORY_BLOCKS, self.format.blocks)
                if block not in used and self._is_there(block)]

    def _is_there(self, block: int) -> bool:
        try:
            for logical in (2 * block, 2 * block + 1):
                sector = self.image.find(*self._place_of(logical))
                if len(self.image.raw(sector)) != SECTOR or sector.at + sector.length > len(self.image.data):
                    return False
        except ReadFault:
            return False
        return True

    # sectors and blocks

    def _place_of(self, logical: int) -> tuple[int, int]:
        track, number = divmod(logical, self.format.sectors)
        return track + self.format.reserved, number + self.format.first

    def _sector(self, logical: int) -> bytes:
        sector = self.image.find(*self._place_of(logical))
        data = self.image.read(sector)
        if len(data) != SECTOR:
            raise ReadFault(f"Track {sector.track}, sector &{sector.number:02X} has not {SECTOR} bytes.")
        return data

    def _block(self, block: int) -> bytes:
        if block >= self.format.blocks:
            raise ReadFault(f"The directory names block {block}; the disc has {self.format.blocks}.")
        return self._sector(2 * block) + self._sector(2 * block + 1)

    def _write_blocks(self, blocks: list[int], data: bytes) -> None:
        data = data.ljust(len(blocks) * BLOCK, bytes([EMPTY]))
        for at, logical in enumerate(half for block in blocks for half in (2 * block, 2 * block + 1)):
            self.image.write(self.image.find(*self._place_of(logical)), data[at * SECTOR:(at + 1) * SECTOR])

    def _free_places(self) -> list[int]:
        """Directory entries for new files."""
        places = []
        for sector in range(ENTRIES * ENTRY // SECTOR):
            try:
                data = self._sector(sector)
            except ReadFault:
                continue
            places += [(sector * SECTOR + at) // ENTRY for at in range(0, SECTOR, ENTRY) if data[at] == EMPTY]
        return places

    def _set_entry(self, place: int, entry: bytes) -> None:
        logical, at = divmod(place * ENTRY, SECTOR)
        data = bytearray(self._sector(logical))
        data[at:at + ENTRY] = entry
        self.image.write(self.image.find(*self._place_of(logical)), bytes(data))

    # damage

    def faults(self) -> list[str]:
        """What is wrong with the directory and the files, a sentence each."""
        found = []
        owners: dict[int, FileName] = {}
        for name, extents in self._by_name().items():
            numbers = [extent.number for extent in extents]
            if numbers != list(range(len(numbers))):
                found.append(f"{name}: a part of the file is missing or there twice.")
            for block in (block for extent in extents for block in extent.data[BLOCKS_AT:] if block):
                if not DIRECTORY_BLOCKS <= block < self.format.blocks:
                    found.append(f"{name}: block {block} is not one for files.")
                elif owners.setdefault(block, name) != name:
                    found.append(f"{name}: block {block} belongs to {owners[block]} too.")
            lost = self.readable_part(name)[1]
            if lost:
                found.append(f"{name}: {lost} block{'s' * (lost != 1)} cannot be read.")
        return found


def _eleven(name: FileName) -> bytes:
    return b"%-8s%-3s" % (name.stem, name.extension)


def entry_of(name: FileName, number: int, records: int, blocks: list[int], read_only: bool, system: bool) -> bytes:
    letters = bytearray(_eleven(name))
    letters[8] |= 128 * read_only
    letters[9] |= 128 * system
    return bytes([name.user, *letters, number & 31, 0, number >> 5, records, *blocks]).ljust(ENTRY, b"\0")

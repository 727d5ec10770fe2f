"""Disc images: the standard DSK form and the EXTENDED one, as tracks and sectors.

An image keeps its bytes as they came; a sector that is written changes its own bytes and no others. Of a damaged image, what
is there can be read: a track without its header counts as not formatted, a sector that the file is too short for raises
ReadFault when it is read.
"""


from basic.records import record
from cpc.disc.volume import NotAnImage, ReadFault

STANDARD, EXTENDED = b"MV - CPC", b"EXTENDED"
TITLES = {False: b"MV - CPCEMU Disk-File\r\nDisk-Info\r\n", True: b"EXTENDED CPC DSK File\r\nDisk-Info\r\n"}
LARGEST_IMAGE = 4 << 20         # bytes; a disc of 83 tracks on two sides has about one million
MOST_TRACKS = 83
TABLE, TABLE_ENTRIES = 0x34, 0xCC       # the sizes of the tracks in an EXTENDED image
HEADER = 0x100
DAMAGED = 0x20                  # in both status bytes of the controller: a checksum does not fit
DELETED = 0x40                  # in the second: the sector was written as deleted
SECTOR = 512
EMPTY = 0xE5


@record(frozen=True)
class Format:
    """How AMSDOS divides a disc: its first sector's number, sectors in a track, tracks before the directory, blocks of 1K."""

    name: str
    first: int
    sectors: int
    reserved: int
    blocks: int


FORMATS = {"data": Format("data", 0xC1, 9, 0, 180), "system": Format("system", 0x41, 9, 2, 171),
           "ibm": Format("ibm", 0x01, 8, 1, 156)}
BY_HIGH_BITS = {0xC0: "data", 0x40: "system"}


@record(frozen=True)
class Sector:
    """A sector's name as the controller reads it, and where the image has its bytes and its entry in the track's header."""

    track: int
    side: int
    number: int
    size_code: int
    at: int
    length: int
    entry: int

    @property
    def size(self) -> int:
        """The bytes that the sector should have."""
        return 128 << min(self.size_code, 6)


def is_image(data: bytes) -> bool:
    """Whether the bytes begin as a disc image does."""
    return data.startswith((STANDARD, EXTENDED))


class Track(list[Sector]):
    """The sectors of a track in the order in which they pass the head; `gap` are the bytes between two of them."""

    gap = 0


class Image:
    """A disc image. `data` is the file; `track` gives the sectors of a track in the order in which they pass the head."""

    def __init__(self, data: bytes) -> None:
        if len(data) > LARGEST_IMAGE:
            raise NotAnImage("The file is too long for a disc image.")
        self.data = bytearray(data)
        self.extended = data[:8] == EXTENDED
        if not self.extended and data[:8] != STANDARD or len(data) < HEADER:
            raise NotAnImage("The file is not a disc image.")
        self.tracks, self.sides = data[0x30], max(1, data[0x31])
        if not self.tracks or self.sides > 2 or self.tracks * self.sides > TABLE_ENTRIES:
            raise NotAnImage(f"The image says that it has {self.tracks} tracks on {self.sides} sides; no disc has.")
        self._places: dict[tuple[int, int], Track] = {}
        self._copy = bytes(data)     # the bytes as `copied` gave them last
        at = HEADER
        for index in range(self.tracks * self.sides):
            size = self.data[TABLE + index] << 8 if self.extended else _word(self.data, 0x32)
            if size:
                self._places[divmod(index, self.sides)] = self._sectors_at(at)
            at += size

    def _sectors_at(self, at: int) -> Track:
        data = self.data
        if data[at:at + 10] != b"Track-Info" or len(data) < at + 0x18:
            return Track()
        count = data[at + 0x15]
        place = at + (0x18 + 8 * count + 0xFF & ~0xFF)
        found = Track()
        found.gap = data[at + 0x16]
        for entry in range(at + 0x18, at + 0x18 + 8 * count, 8):
            if len(data) < entry + 8:
                break
            track, side, number, code = data[entry:entry + 4]
            length = _word(data, entry + 6) if self.extended else 128 << min(data[at + 0x14], 6)
            found.append(Sector(track, side, number, code, place, length, entry))
            place += length
        return found

    def copied(self) -> bytes:
        """The image's bytes. As long as nothing is written, it is the same object each time."""
        if self._copy != self.data:
            self._copy = bytes(self.data)
        return self._copy

    def track(self, track: int, side: int = 0) -> Track:
        """The sectors of a track; an empty list where it is not formatted or its header is damaged."""
        return self._places.get((track, side)) or Track()

    def find(self, track: int, number: int, side: int = 0) -> Sector:
        """The first sector of that number. Raises ReadFault where there is none."""
        for sector in self.track(track, side):
            if sector.number == number:
                return sector
        raise ReadFault(f"Track {track} has no sector &{number:02X}.")

    def status(self, sector: Sector) -> tuple[int, int]:
        """The controller's two status bytes of a sector."""
        return self.data[sector.entry + 4], self.data[sector.entry + 5]

    def is_damaged(self, sector: Sector) -> bool:
        """Whether a checksum of the sector is wrong, or the image has not all of its bytes."""
        first, second = self.status(sector)
        return bool((first | second) & DAMAGED) or len(self.raw(sector)) < min(sector.size, sector.length or sector.size)

    def raw(self, sector: Sector) -> bytes:
        """The bytes that there are, of a damaged sector too."""
        length = min(sector.length, sector.size)
        return bytes(self.data[sector.at:sector.at + length])

    def read(self, sector: Sector) -> bytes:
        """A sector's bytes. Raises ReadFault where it is damaged."""
        if self.is_damaged(sector):
            raise ReadFault(f"Track {sector.track}, sector &{sector.number:02X}: read fail.")
        return self.raw(sector)

    def write(self, sector: Sector, data: bytes) -> None:
        """Writes a sector. What was damaged is mended by that, as on a disc. All copies of a weak sector become the same."""
        length = min(sector.length, sector.size)
        if len(data) != length or sector.at + sector.length > len(self.data):
            raise ReadFault(f"Track {sector.track}, sector &{sector.number:02X} cannot be written.")
        for at in range(sector.at, sector.at + sector.length - length + 1, length):
            self.data[at:at + length] = data
        self.data[sector.entry + 4] &= ~DAMAGED
        self.data[sector.entry + 5] &= ~(DAMAGED | DELETED)

    def format(self) -> Format:
        """How AMSDOS takes the disc: by the numbers of the sectors on the first track. Raises NotAnImage without any."""
        numbers = [sector.number for sector in self.track(0)]
        if not numbers:
            raise NotAnImage("The disc is not formatted.")
        if min(numbers) & 0xC0 == 0x80:         # ParaDOS and its like: AMSDOS would take them for IBM's
            raise NotAnImage("The disc has a format that AMSDOS does not know.")
        return FORMATS[BY_HIGH_BITS.get(min(numbers) & 0xC0, "ibm")]

    def damaged(self) -> list[tuple[int, int, Sector]]:
        """Track, side and sector of all that cannot be read."""
        return [(*place, sector) for place, sectors in self._places.items() for sector in sectors
                if self.is_damaged(sector)]


def _word(data: bytearray, at: int) -> int:
    return data[at] | data[at + 1] << 8


def blank(form: str = "data", tracks: int = 40, sides: int = 1, extended: bool = False) -> bytes:
    """An image of a formatted empty disc."""
    if not (1 <= tracks <= MOST_TRACKS and sides in (1, 2)):
        raise NotAnImage(f"A disc has 1 to {MOST_TRACKS} tracks on one or two sides.")
    layout = FORMATS[form]
    size = HEADER + layout.sectors * SECTOR
    out = bytearray(HEADER)
    title = TITLES[extended]
    out[:len(title)] = title
    out[0x30:0x32] = tracks, sides
    if extended:
        out[TABLE:TABLE + tracks * sides] = bytes([size >> 8]) * (tracks * sides)
    else:
        out[0x32:0x34] = size.to_bytes(2, "little")
    for index in range(tracks * sides):
        out += _blank_track(*divmod(index, sides), layout, extended)
    return bytes(out)


def _blank_track(track: int, side: int, layout: Format, extended: bool) -> bytes:
    half = (layout.sectors + 1) // 2
    head = bytearray(HEADER)
    head[:12] = b"Track-Info\r\n"
    head[0x10:0x12] = track, side
    head[0x14:0x18] = 2, layout.sectors, 0x4E, EMPTY
    for place in range(layout.sectors):         # every second place: &C1 &C6 &C2 &C7
        number = layout.first + place // 2 + half * (place % 2)
        head[0x18 + 8 * place:0x20 + 8 * place] = bytes([track, side, number, 2, 0, 0, 0, 2 if extended else 0])
    return bytes(head) + bytes([EMPTY]) * (layout.sectors * SECTOR)

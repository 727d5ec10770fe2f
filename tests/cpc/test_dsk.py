"""Disc images: their two forms, their formats, and what is read of damaged ones."""

import random

import pytest

from basic.runtime.clock import Clock
from cpc.disc.dsk import FORMATS, LARGEST_IMAGE, Image, Sector, Track, blank
from cpc.disc.filesystem import ImageVolume
from cpc.disc.floppy import TRACK_BYTES, Floppy, Motor, _start
from cpc.disc.volume import DiscError, FileName, NotAnImage, ReadFault

NAME = FileName(0, b"A", b"BIN")


@pytest.mark.parametrize("extended", [False, True])
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("tracks, sides", [(40, 1), (42, 2), (83, 2), (83, 1)])
def test_a_blank_image_has_all_sectors(form, extended, tracks, sides):
    image = Image(blank(form, tracks, sides, extended))
    layout = FORMATS[form]
    for track in range(tracks):
        for side in range(sides):
            assert {sector.number for sector in image.track(track, side)} == \
                set(range(layout.first, layout.first + layout.sectors))
            assert all(image.read(sector) == b"\xe5" * 512 for sector in image.track(track, side))
    assert image.format() == layout and not image.track(tracks) and not image.track(0, sides) and not image.damaged()


def test_a_blank_standard_image_begins_as_its_form_says():
    data = blank()
    assert len(data) == 194816 and data[0x30:0x34] == b"\x28\x01\x00\x13"
    assert data[0x118:0x128] == bytes.fromhex("0000c1020000000000 00c6020000 0000".replace(" ", ""))


def test_an_extended_image_has_a_table_of_sizes():
    data = blank("ibm", 3, 2, extended=True)
    assert data[0x34:0x3B] == b"\x11\x11\x11\x11\x11\x11\0" and data[0x11E:0x120] == b"\0\2"


@pytest.mark.parametrize("extended", [False, True])
def test_a_written_sector_changes_its_own_bytes(extended):
    before = blank("system", extended=extended)
    image = Image(before)
    sector = image.find(7, 0x44)
    image.write(sector, b"x" * 512)
    assert image.read(image.find(7, 0x44)) == b"x" * 512
    changed = [at for at, (old, new) in enumerate(zip(before, image.data, strict=True)) if old != new]
    assert changed == list(range(sector.at, sector.at + 512))


def test_a_damaged_sector_is_a_read_fault_until_it_is_written():
    image = Image(blank())
    sector = image.find(2, 0xC3)
    image.data[sector.entry + 4:sector.entry + 6] = b"\x20\x20"
    with pytest.raises(ReadFault):
        image.read(sector)
    assert image.raw(sector) == b"\xe5" * 512 and image.damaged() == [(2, 0, sector)]
    image.write(sector, bytes(512))
    assert image.read(sector) == bytes(512) and not image.damaged()


def test_a_short_file_is_read_as_far_as_it_goes():
    data = blank()
    image = Image(data[:len(data) // 2])
    assert image.read(image.find(5, 0xC1)) == b"\xe5" * 512
    with pytest.raises(ReadFault):
        image.find(30, 0xC1)
    with pytest.raises(ReadFault):
        image.read(image.track(19)[-1])


def test_a_track_without_its_header_is_not_formatted():
    data = bytearray(blank())
    data[0x100 + 0x1300 * 4] = 0
    image = Image(bytes(data))
    assert not image.track(4) and len(image.track(5)) == 9


def test_a_weak_sector_is_read_as_its_first_copy_and_written_in_all():
    data = bytearray(blank(tracks=1, extended=True))
    data[0x34] += 2
    data[0x11E:0x120] = (1024).to_bytes(2, "little")
    data[0x200:0x200] = b"1" * 512
    image = Image(bytes(data))
    sector = image.track(0)[0]
    assert image.read(sector) == b"1" * 512 and image.read(image.track(0)[1]) == b"\xe5" * 512
    image.write(sector, b"2" * 512)
    assert image.data[0x200:0x600] == b"2" * 1024


@pytest.mark.parametrize("data", [b"", b"MV - CPC", b"x" * 1000, blank()[:0x30] + b"\0\1" + bytes(300),
                                  blank()[:0x30] + b"\xff\2" + bytes(300), blank()[:0x30] + b"\x28\7" + bytes(300),
                                  blank() + bytes(LARGEST_IMAGE)])
def test_what_is_no_image_is_refused(data):
    with pytest.raises(NotAnImage):
        Image(data)


def test_a_disc_that_is_not_formatted_has_no_files():
    with pytest.raises(NotAnImage, match="not formatted"):
        ImageVolume(Image(blank()[:0x100]))


def tried(data: bytes) -> None:
    """Does with an image all that can be done; what is wrong with it has to be a DiscError."""
    volume = ImageVolume(Image(data))
    volume.image.damaged()
    volume.faults()
    assert 0 <= volume.free() <= 178
    for file in volume.files():
        assert len(volume.readable_part(file.name)[0]) <= 64 * 16384
        try:
            volume.read(file.name)
        except DiscError:
            continue
    for act in (lambda: volume.write(NAME, b"new" * 7000), lambda: volume.rename(NAME, FileName(3, b"B")),
                lambda: volume.erase(volume.files()[0].name) if volume.files() else None):
        try:
            act()
        except DiscError:
            continue


def mutated(original: bytes, seed: int) -> bytes:
    """A copy with some bytes changed, most of them where the image's headers and the directory are; or cut off."""
    chance = random.Random(seed)
    data = bytearray(original)
    headers = [at for start in (0, *range(0x100, len(data), 0x1300)) for at in range(start, min(start + 0x60, len(data)))]
    for _ in range(chance.choice((1, 3, 30, 300))):
        place = chance.choice(("anywhere", "first", "header", "directory"))
        at = {"anywhere": chance.randrange(len(data)), "first": chance.randrange(0x200), "header": chance.choice(headers),
              "directory": 0x200 + chance.randrange(0x1200)}[place]
        data[at] = chance.choice((0, 255, 0xE5, chance.randrange(256)))
    return bytes(data[:chance.randrange(len(data))] if chance.random() < 0.2 else data)


def filled(form: str, extended: bool) -> bytes:
    volume = ImageVolume(Image(blank(form, 16, 2, extended)))
    for number in range(10):
        volume.write(FileName(number % 3, b"FILE%d" % number, b"BAS"), bytes([number]) * (number * 900))
    return bytes(volume.image.data)


@pytest.mark.parametrize("form, extended", [("data", False), ("data", True), ("system", False), ("ibm", True)])
def test_mutated_images_raise_nothing_but_disc_errors(form, extended, count=60):
    original = filled(form, extended)
    for seed in range(count):
        data = mutated(original, seed)
        try:
            tried(data)
        except DiscError:
            continue


@pytest.mark.parametrize("codes", [[2] * 9, [1] * 17, [2] * 10, [6, 2], [5, 5], [2] * 14])
def test_the_sectors_of_a_track_lie_within_one_turn(codes):
    """One behind the other, also where there are more of them than a track holds."""
    track = Track(Sector(0, 0, number, code, 0, 128 << code, 0) for number, code in enumerate(codes))
    starts = [_start(track, place) for place in range(len(track))]
    assert starts[0] > 0 and starts == sorted(set(starts)) and starts[-1] < TRACK_BYTES
    rooms = [after - before for before, after in zip(starts, starts[1:], strict=False)]
    assert all(room > sector.size for room, sector in zip(rooms, track, strict=False)) or sum(
        sector.size for sector in track) > TRACK_BYTES - 62 * len(codes)


def test_a_drive_begins_at_track_0():
    drive = Floppy(Motor(Clock()))
    drive.insert(Image(blank()))
    assert drive.head is None
    drive.numbers()
    assert drive.head == 0

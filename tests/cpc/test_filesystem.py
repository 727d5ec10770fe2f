"""AMSDOS's directory in an image: files, extents, users, attributes, room; and random operations against a dictionary."""

import random

import pytest

from cpc.disc.catalogue import directory_rows, sorted_rows
from cpc.disc.dsk import FORMATS, Image, blank
from cpc.disc.filesystem import ImageVolume
from cpc.disc.medium import Found
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
    Volume,
)

A, B = FileName(0, b"A", b"BAS"), FileName(0, b"B")


def volume_of(form: str = "data") -> ImageVolume:
    return ImageVolume(Image(blank(form)))


def again(volume: ImageVolume) -> ImageVolume:
    """The same, read from the image's bytes."""
    return ImageVolume(Image(bytes(volume.image.data)))


def padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 128)


@pytest.mark.parametrize("form, free", [("data", 178), ("system", 169), ("ibm", 154)])
def test_free_room_of_an_empty_disc(form, free):
    volume: Volume = volume_of(form)
    assert volume.free() == free and volume.files() == []
    volume.write(A, bytes(free * 1024))
    assert volume.free() == 0
    volume.erase(A)
    assert volume.free() == free


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("length", [0, 1, 128, 129, 1024, 1025, 16384, 16385, 40000, 150000])
def test_a_file_comes_back(form, length):
    volume = volume_of(form)
    data = random.Random(length).randbytes(length)
    volume.write(A, data)
    volume = again(volume)
    assert volume.read(A) == padded(data)
    assert volume.files() == [StoredFile(A, -(-length // 1024), -(-length // 128))]


def test_an_entry_byte_by_byte():
    volume = volume_of()
    volume.write(FileName(2, b"AB", b"C"), bytes(17 * 1024), read_only=True, system=True)
    first, second = (extent.data for extent in volume.extents())
    assert first == b"\2AB      \xc3\xa0 " + bytes([0, 0, 0, 128, *range(2, 18)])
    assert second == b"\2AB      \xc3\xa0 " + bytes([1, 0, 0, 8, 18]) + bytes(15)


def test_users_and_attributes():
    volume = volume_of()
    volume.write(A, b"0")
    volume.write(FileName(5, b"A", b"BAS"), b"5", read_only=True, system=True)
    assert again(volume).read(FileName(5, b"A", b"BAS")) == padded(b"5")
    assert again(volume).files()[1] == StoredFile(FileName(5, b"A", b"BAS"), 1, 1, True, True)
    for act in (lambda: volume.erase(FileName(5, b"A", b"BAS")), lambda: volume.rename(FileName(5, b"A", b"BAS"), B)):
        with pytest.raises(ReadOnly):
            act()
    with pytest.raises(AlreadyExists):
        volume.write(A, b"")
    with pytest.raises(NotFound):
        volume.read(B)


def test_renaming_keeps_contents_and_the_system_mark():
    volume = volume_of()
    volume.write(A, bytes(20000), system=True)
    volume.write(B, b"b")
    with pytest.raises(AlreadyExists):
        volume.rename(A, B)
    volume.rename(A, FileName(3, b"NEW"))
    assert again(volume).files()[0] == StoredFile(FileName(3, b"NEW"), 20, 157, False, True)


def test_as_many_columns_as_a_window_has_room_for():
    files = [Found(FileName(0, b"FILE%d" % number, b"BAS"), number) for number in range(1, 8)]
    for rows, widths in (sorted_rows, {1: 1, 36: 1, 37: 2, 56: 2, 57: 3, 80: 4}), (
            directory_rows, {1: 1, 26: 1, 27: 2, 41: 2, 42: 3, 57: 4, 80: 5}):
        assert {width: rows(files, width)[0].count(b".BAS") for width in widths} == widths
    assert sorted_rows(files, 80) == [b"FILE1   .BAS   1K   FILE3   .BAS   3K   FILE5   .BAS   5K   FILE7   .BAS   7K",
                                      b"FILE2   .BAS   2K   FILE4   .BAS   4K   FILE6   .BAS   6K"]


def test_the_directory_has_64_entries():
    volume = volume_of()
    for number in range(64):
        volume.write(FileName(0, b"F%d" % number), b"x")
    before = bytes(volume.image.data)
    with pytest.raises(DirectoryFull):
        volume.write(A, b"x")
    volume.erase(FileName(0, b"F7"))
    volume.write(A, b"x")
    assert volume.extents()[7].name == A and bytes(volume.image.data) != before


def test_a_full_disc_stays_as_it_was():
    volume = volume_of()
    volume.write(A, bytes(170 * 1024))
    before = bytes(volume.image.data)
    with pytest.raises(DiscFull):
        volume.write(B, bytes(9 * 1024))
    assert bytes(volume.image.data) == before


def test_a_bad_sector_is_a_read_fault_and_the_rest_is_read():
    volume = volume_of()
    volume.write(A, b"a" * 4096)
    sector = volume.image.find(0, 0xC7)             # the third block's first half
    volume.image.data[sector.entry + 5] = 0x20
    with pytest.raises(ReadFault):
        volume.read(A)
    data, lost = volume.readable_part(A)
    assert lost == 1 and data.count(b"a") == 3072 and len(data) == 4096
    assert volume.faults() == ["A.BAS: 1 block cannot be read."]


def test_contradictions_in_the_directory_are_found():
    volume = volume_of()
    volume.write(A, b"a" * 2048)
    volume.write(B, b"b")
    sector = volume.image.find(0, 0xC1)
    volume.image.data[sector.at + 17] = 200         # the second block of A
    volume.image.data[sector.at + 48] = 2           # the block of B
    assert volume.faults() == ["A.BAS: block 200 is not one for files.", "A.BAS: 1 block cannot be read.",
                               "B: block 2 belongs to A.BAS too."]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("seed", range(4))
def test_random_operations_equal_a_dictionary(form, seed):
    chance = random.Random(seed)
    volume, model = volume_of(form), {}
    room = volume.free()
    names = [FileName(user, b"N%d" % n, extension) for user in (0, 3) for n in range(12) for extension in (b"", b"BAS")]
    failed = 0
    for _ in range(250):
        name, other = chance.choice(names), chance.choice(names)
        match chance.choice(("write", "write", "erase", "rename", "again")):
            case "write":
                data = chance.randbytes(chance.choice((0, 1, 127, 128, 1024, 5000, 16384, 33000)))
                used = sum(-(-len(old) // 1024) for old in model.values())
                fits = used + -(-len(data) // 1024) <= room
                extents = sum(max(1, -(-len(old) // 16384)) for old in [*model.values(), data])
                if name not in model and fits and extents <= 64:
                    volume.write(name, data)
                    model[name] = padded(data)
                else:
                    failed += 1
                    with pytest.raises(DiscError):
                        volume.write(name, data)
            case "erase" if name in model:
                volume.erase(name)
                del model[name]
            case "rename" if name in model and (other not in model or other == name):
                volume.rename(name, other)
                model[other] = model.pop(name)
            case "again":
                volume = again(volume)
        assert {file.name for file in volume.files()} == model.keys()
        assert volume.free() == room - sum(-(-len(data) // 1024) for data in model.values())
    assert {name: volume.read(name) for name in model} == model and failed and not volume.faults()

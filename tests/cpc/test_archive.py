"""Zip archives: how a member is chosen, and what is refused."""

import io
import random
import zipfile

import pytest

from cpc.disc.archive import LARGEST_ARCHIVE, Archive, ArchiveFault, is_archive


def packed(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in members.items():
            made.writestr(name, data)
    return out.getvalue()


def refused(words: str):
    return pytest.raises(ArchiveFault, match=words)


def test_a_member_is_chosen_alone_or_by_its_name():
    data = packed({"game/SIDE1.DSK": b"1", "game/readme.txt": b"r"})
    archive = Archive(data)
    assert is_archive(data) and not is_archive(b"MV - CPC")
    assert archive.choose(None, (".dsk",)) == archive.choose("side1.dsk", (".dsk",)) == "game/SIDE1.DSK"
    assert archive.read("game/SIDE1.DSK", 10) == b"1"
    with refused("no .cdt"):
        archive.choose(None, (".cdt",))
    with refused("no b.dsk"):
        archive.choose("b.dsk", (".dsk",))


def test_of_several_one_has_to_be_named():
    archive = Archive(packed({"a.dsk": b"a", "b.dsk": b"b"}))
    with refused("more than one .dsk; name one: a.dsk, b.dsk"):
        archive.choose(None, (".dsk",))
    assert archive.choose("b.dsk", (".dsk",)) == "b.dsk"


@pytest.mark.parametrize("name", ["../a.dsk", "a/../../b", "/etc/a.dsk", "..\\a.dsk", "C:/a.dsk"])
def test_a_name_that_leads_out_is_refused(name):
    with refused("leads out"):
        Archive(packed({name: b""}))


def test_a_name_with_a_nul_is_refused():
    with refused("leads out"):
        Archive(packed({"aXb.dsk": b""}).replace(b"aXb", b"a\0b"))


def test_a_member_that_is_too_long_is_refused_by_what_it_says_and_by_what_it_has():
    data = packed({"a.dsk": bytes(100_000)})
    with refused("too long"):
        Archive(data).read("a.dsk", 99_999)
    lying = data.replace((100_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    with refused("too long|damaged"):
        Archive(lying).read("a.dsk", 10)


def test_an_archive_that_is_too_long_is_refused():
    with refused("too long"):
        Archive(bytes(LARGEST_ARCHIVE + 1))


def test_too_many_members_are_refused():
    with refused("more than 2000"):
        Archive(packed({str(number): b"" for number in range(2001)}))


def test_an_encrypted_member_is_refused():
    data = bytearray(packed({"a.dsk": b"a"}))
    data[6] |= 1
    data[data.index(b"PK\1\2") + 8] |= 1
    with refused("encrypted"):
        Archive(bytes(data)).read("a.dsk", 10)


def test_mutated_archives_raise_nothing_but_archive_faults(count=300):
    original = packed({"a.dsk": b"disc" * 500, "b/c.bas": b"10 PRINT"})
    refusals = 0
    for seed in range(count):
        chance = random.Random(seed)
        data = bytearray(original)
        for _ in range(chance.choice((1, 3, 20))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            archive = Archive(bytes(data[:chance.randrange(len(data))] if chance.random() < 0.1 else data))
            for name in archive.names:
                assert len(archive.read(name, 2000)) <= 2000
        except ArchiveFault:
            refusals += 1
    assert count // 4 < refusals < count

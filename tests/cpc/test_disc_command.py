"""`cpc disc`: what the shell puts on an image comes back, and each mistake is one sentence."""

import random
import zipfile

import pytest

from cpc.commands import cli
from cpc.disc.amsdos import BINARY, PROTECTED, Header, header_of, protect
from cpc.disc.dsk import Image, blank
from cpc.disc.filesystem import ImageVolume
from cpc.disc.volume import FileName

LINE = b"\x09\0\x0a\0\xbf\x20\x19\x2a\0\0\0"          # 10 PRINT 42


@pytest.fixture
def disc(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def run(*arguments, status=0):
        assert cli.main(["disc", *arguments]) == status
        said = capsys.readouterr()
        assert bool(said.err) == (status == 2) and said.err.count("\n") <= 1
        return said.err if status == 2 else said.out
    return run


def headed(name: bytes, extension: bytes, data: bytes, kind: int, address: int = 0x170) -> bytes:
    return Header(kind, address, len(data), 0).packed(name, extension) + data


def test_listings_go_in_with_headers_and_come_out_as_text(disc, tmp_path):
    (tmp_path / "a.bas").write_text("10 PRINT 42\n")
    (tmp_path / "b.txt").write_text('10 PRINT "£"\n', encoding="utf-8")
    (tmp_path / "c.bas").write_bytes(headed(b"C", b"BAS", protect(LINE), PROTECTED))
    (tmp_path / "d.bin").write_bytes(b"code")
    disc("new", "x.dsk", "--format", "system")
    disc("put", "x.dsk", "a.bas", "b.txt", "c.bas", "d.bin", "--load", "&8000", "--exec", "0x8003")
    assert disc("ls", "x.dsk") == ("A.BAS             1K  BASIC, 11 bytes\n"
                                   "B.TXT             1K  no header\n"
                                   "C.BAS             1K  protected BASIC, 11 bytes\n"
                                   "D.BIN             1K  binary, 4 bytes at &8000\n165K free\n")
    volume = ImageVolume(Image((tmp_path / "x.dsk").read_bytes()))
    assert volume.read(FileName(0, b"A", b"BAS"))[128:139] == LINE
    assert volume.read(FileName(0, b"B", b"TXT")).startswith(b'10 PRINT "\xa3"\r\n\x1a')
    assert header_of(volume.read(FileName(0, b"D", b"BIN"))) == Header(BINARY, 0x8000, 4, 0x8003)
    (tmp_path / "out").mkdir()
    disc("get", "x.dsk", "--to", "out")
    out = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    assert out == {"A.BAS": b"10 PRINT 42\n", "B.TXT": '10 PRINT "£"\n'.encode(), "C.BAS": b"10 PRINT 42\n",
                   "D.BIN": headed(b"D", b"BIN", b"code", BINARY, 0x8000)[:26] + b"\x03\x80"
                   + out["D.BIN"][28:128] + b"code"}


def test_files_of_all_kinds_come_back_as_they_went_in(disc, tmp_path):
    (tmp_path / "out").mkdir()
    for first in (0, 40):
        chance, files = random.Random(first), {}
        for number in range(first, first + 40):
            data = chance.randbytes(chance.randrange(4000))
            if number % 4 == 3:
                files[f"F{number}.DAT"] = data + bytes(-len(data) % 128)
            else:
                files[f"F{number}.BIN"] = headed(b"F%d" % number, b"BIN", data, number % 4)
        for name, data in files.items():
            (tmp_path / name).write_bytes(data)
        disc("new", f"{first}.dsk")
        disc("put", f"{first}.dsk", "--raw", *files)
        disc("get", f"{first}.dsk", "--raw", "--to", "out")
        assert {name: (tmp_path / "out" / name).read_bytes() for name in files} == files


def test_users_wildcards_and_removal(disc, tmp_path):
    (tmp_path / "a.txt").write_text("10 'A\n")
    (tmp_path / "b.txt").write_text("10 'B\n")
    disc("new", "x.dsk")
    disc("put", "x.dsk", "a.txt", "b.txt")
    disc("put", "x.dsk", "a.txt", "--user", "3", "--system")
    assert disc("ls", "x.dsk", "A.*") == ("A.TXT             1K  no header\n"
                                          "3:A.TXT           1K  no header, system\n175K free\n")
    assert "no file A*" in disc("ls", "x.dsk", "A*", status=2)          # A* has no extension, as for |ERA
    assert "3:A.TXT" in disc("get", "x.dsk", status=2)
    disc("rm", "x.dsk", "?.TXT", "--user", "0")
    assert disc("ls", "x.dsk").splitlines()[0].startswith("3:A.TXT")
    disc("put", "x.dsk", "b.txt", "--read-only")
    before = (tmp_path / "x.dsk").read_bytes()
    assert disc("put", "x.dsk", "a.txt", "b.txt", status=2) == "cpc: x.dsk: B.TXT is read only.\n"
    assert disc("rm", "x.dsk", "*.*", status=2) == "cpc: x.dsk: B.TXT is read only.\n"
    assert (tmp_path / "x.dsk").read_bytes() == before


def test_damage_is_shown_and_the_rest_is_read(disc, tmp_path):
    (tmp_path / "a.bin").write_bytes(b"a" * 3000)
    disc("new", "x.dsk")
    disc("put", "x.dsk", "a.bin")
    assert disc("check", "x.dsk") == "data, 40 tracks, 1 side, 1 file, 174K free: no faults\n"
    image = Image((tmp_path / "x.dsk").read_bytes())
    image.data[image.find(0, 0xC7).entry + 5] = 0x20
    (tmp_path / "x.dsk").write_bytes(image.data)
    assert disc("check", "x.dsk", status=1) == ("Side 0, track 0: sector &C7 cannot be read.\n"
                                                "A.BIN: 1 block cannot be read.\n"
                                                "data, 40 tracks, 1 side, 1 file, 174K free: 2 faults\n")
    assert disc("get", "x.dsk", status=1) == "A.BIN: 1 block cannot be read; zeros are in their place.\n"


def test_an_image_in_an_archive_is_read_and_not_written(disc, tmp_path):
    disc("new", "x.dsk")
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.write("x.dsk", "discs/one.dsk")
    assert disc("ls", "x.zip") == disc("ls", "x.zip:one.dsk") == "178K free\n"
    assert "no two.dsk" in disc("ls", "x.zip:two.dsk", status=2)
    assert "only be read" in disc("rm", "x.zip", "A", status=2)


@pytest.mark.parametrize("arguments, words", [
    (("ls", "no.dsk"), "no file no.dsk"),
    (("ls", "a\0b"), "null"),
    (("ls", "text"), "not a disc image"),
    (("new", "text"), "there already"),
    (("new", "no/x.dsk"), "no folder no"),
    (("new", "y.dsk", "--tracks", "84"), "1 to 83 tracks"),
    (("get", "x.dsk", "Q.BAS"), "no file Q.BAS"),
    (("get", "x.dsk", "TOOLONGNAME"), "no name of AMSDOS"),
    (("get", "x.dsk", "--to", "no"), "not a folder"),
    (("put", "x.dsk", "no.bas"), "no.bas"),
    (("put", "x.dsk", "a name.bas"), "no name of AMSDOS"),
    (("put", "x.dsk", "."), "no name of AMSDOS"),
    (("put", "x.dsk", "BIG.BIN"), "65535 bytes at most"),
])
def test_each_mistake_is_one_sentence(disc, tmp_path, arguments, words):
    (tmp_path / "text").write_text("hello")
    (tmp_path / "BIG.BIN").write_bytes(bytes(70000))
    disc("new", "x.dsk")
    before = (tmp_path / "x.dsk").read_bytes()
    assert words in disc(*arguments, status=2)
    assert (tmp_path / "x.dsk").read_bytes() == before and not (tmp_path / "y.dsk").exists()


def test_files_get_names_that_every_host_takes(disc, tmp_path):
    volume = ImageVolume(Image(blank()))
    for name in (b"A/B", b"*", b"CON", b"\xfcX", b"OK-1"):
        volume.write(FileName(0, name, b"BIN"), b"x")
    (tmp_path / "odd.dsk").write_bytes(bytes(volume.image.data))
    (tmp_path / "out").mkdir()
    disc("get", "odd.dsk", "--to", "out")
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {"OK-1.BIN", "__.BIN", "_CON.BIN", "_A_B.BIN", "__X.BIN"}

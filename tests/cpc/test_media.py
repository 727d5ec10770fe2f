"""What is dropped on a CPC: discs, tapes, snapshots, programs, archives with several discs."""

import zipfile
from pathlib import Path

import pytest

from cpc import CPC
from cpc.disc.dsk import Image, blank
from cpc.disc.filesystem import ImageVolume
from cpc.disc.volume import FileName
from cpc.player.player import Player
from cpc.tape import cassette
from cpc.tape.blocks import blocks_of
from tests.tape_sessions import PROGRAM


class Wall:
    """A clock that each look at it moves on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


def player_of(cpc: CPC, drives: bool = True) -> Player:
    player = Player(cpc, CPC, Wall(), speed="max")
    if drives:
        player.make_with_drives = lambda: CPC(amsdos=True)
    return player


def disc_with(text: bytes) -> bytes:
    image = Image(blank())
    ImageVolume(image).write(FileName(0, b"NAME", b"TXT"), text)
    return bytes(image.data)


def typed(player: Player, text: str) -> bytes:
    before = len(player.cpc.printed)
    player.cpc.type(text)
    assert player.cpc.run_until_idle()
    return player.cpc.printed[before:]


def told(player: Player) -> str:
    return " ".join(notice.text for notice in player.take_notices())


READ = 'OPENIN "name.txt":LINE INPUT #9,a$:CLOSEIN:?a$\n'


def test_a_disc_goes_into_the_drive_it_is_dropped_on(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.dsk").write_bytes(disc_with(name.encode() + b"\r\n\x1a"))
    player = player_of(CPC(amsdos=True))
    assert player.insert(tmp_path / "one.dsk") and player.insert(tmp_path / "two.dsk", 1)
    assert told(player) == "one.dsk is in drive A, write protected. two.dsk is in drive B, write protected."
    assert player.media.contents() == "one.dsk in A, two.dsk in B"
    assert b"one\r\n" in typed(player, READ) and b"1K" in typed(player, "CAT\n") and player.media.at_work() == "DISC A"
    assert b"two\r\n" in typed(player, "|B\n" + READ) and b"1K" in typed(player, "CAT\n") and player.media.at_work() == "DISC B"
    player.cpc.run(6)
    assert player.media.at_work() == ""


def test_a_machine_without_drives_gets_some(tmp_path: Path) -> None:
    (tmp_path / "one.dsk").write_bytes(disc_with(b"one\r\n\x1a"))
    player = player_of(CPC())
    assert player.insert(tmp_path / "one.dsk") and "with disc drives" in told(player)
    assert b"one\r\n" in typed(player, READ)
    player.reset()
    assert player.cpc.machine.drives.present and player.media.contents() == ""
    refused = player_of(CPC(), drives=False)
    assert not refused.insert(tmp_path / "one.dsk") and "has no disc drives" in told(refused)


def test_the_discs_of_an_archive_follow_each_other(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "game.zip", "w") as archive:
        for name in ("side1", "side2", "side3"):
            archive.writestr(f"{name}.dsk", disc_with(name.encode() + b"\r\n\x1a"))
    player = player_of(CPC(amsdos=True))
    assert player.insert(tmp_path / "game.zip") and "SHIFT+F9" in told(player)
    for name in ("side1", "side2", "side3", "side1"):
        assert player.media.contents() == f"{name}.dsk in A" and name.encode() in typed(player, READ)
        player.next_disc()
    single = player_of(CPC(amsdos=True))
    single.next_disc()
    assert "There is no other disc" in told(single)


def test_a_tape_and_a_snapshot(tmp_path: Path) -> None:
    (tmp_path / "game.cdt").write_bytes(cassette.as_cdt(list(blocks_of(b"GAME", 0, 368, 0, PROGRAM)), 1))
    player = player_of(CPC())
    assert player.insert(tmp_path / "game.cdt") and told(player) == 'game.cdt is in the tape deck: RUN"" starts it.'
    typed(player, 'RUN""\n')
    assert b"hello\r\nthere" in typed(player, " ") and player.media.contents() == "game.cdt"
    player.cpc.save_sna(tmp_path / "state.sna")
    other = player_of(CPC())
    assert other.insert(tmp_path / "state.sna") and "20 PRINT" in typed(other, "LIST\n").decode()
    assert not player_of(CPC(model="6128")).insert(tmp_path / "state.sna")
    typed(player, 'LOAD "none"\n')
    player.cpc.type(" ")
    player.cpc.run(30)
    assert player.media.at_work() == "TAPE"


def test_the_folder_of_a_program_becomes_the_disc(tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    for folder in (there, here):
        folder.mkdir()
        (folder / "name.txt").write_bytes(folder.name.encode() + b"\r\n")
    (there / "game.bas").write_text("10 PRINT 1\n")
    player = player_of(CPC(drive=here))
    assert b"here" in typed(player, READ)
    assert player.insert(there / "game.bas")
    assert b"there" in typed(player, READ)


@pytest.mark.parametrize("name", ["a.dsk", "a.cdt", "a.sna", "a.zip", "a.bas"])
def test_what_is_damaged_is_told_and_changes_nothing(name: str, tmp_path: Path) -> None:
    beginnings = {"a.dsk": b"MV - CPCEMU Disk-File\r\n", "a.cdt": b"ZXTape!\x1a\1\x14\x11", "a.sna": b"MV - SNA",
                  "a.zip": b"PK\3\4", "a.bas": b"\0\1\2"}
    (tmp_path / name).write_bytes(beginnings[name])
    player = player_of(CPC(amsdos=True))
    typed(player, "10 PRINT 1\n")
    assert not player.insert(tmp_path / name)
    assert told(player).startswith(name) and player.media.contents() == ""
    assert not player.insert(tmp_path / "missing.dsk") and "cannot be read" in told(player)
    assert list(player.cpc.session.program.lines) == [10]

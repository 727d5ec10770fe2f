"""Names of files on discs and in archives, and the drives of a machine: what `cpc run game.dsk` does, and what it writes."""

import io
import zipfile

import pytest

from cpc import CPC
from cpc.commands import convert, listings, run
from cpc.commands.fault import Fault
from cpc.disc.amsdos import ListingError
from cpc.disc.dsk import Image, blank
from cpc.disc.filesystem import ImageVolume
from cpc.disc.volume import DiscError, FileName
from cpc.media import find, load_file, split
from listings.source import read_listing
from tests import disc_damage, kill_writer
from tests.places import EVERYTHING

MENU, OTHER = b'10 PRINT "MENU"\r\n', b'10 PRINT "OTHER"\r\n'


def disc(files):
    image = Image(blank())
    volume = ImageVolume(image)
    for name, data in files.items():
        stem, _, extension = name.encode().partition(b".")
        volume.write(FileName(0, stem, extension), data + b"\x1a")
    return bytes(image.data)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    image = disc({"MENU.BAS": MENU, "OTHER.BAS": OTHER})
    (tmp_path / "game.dsk").write_bytes(image)
    (tmp_path / "two.dsk").write_bytes(disc({"A.BAS": MENU, "B.BAS": OTHER}))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("side/SIDE1.DSK", image)
        archive.writestr("other.bas", OTHER)
    (tmp_path / "game.zip").write_bytes(packed.getvalue())
    return tmp_path


def files_on(path):
    return {str(file.name): file.records for file in ImageVolume(Image(path.read_bytes())).files()}


@pytest.mark.parametrize("name, contents", [
    ("game.dsk", MENU), ("game.dsk:MENU", MENU), ("game.dsk:other.bas", OTHER), ("game.zip", MENU),
    ("game.zip:other.bas", OTHER),
    ("game.zip:SIDE1.DSK", MENU), ("game.zip:side1.dsk:OTHER", OTHER), ("game.zip:side/SIDE1.DSK:OTHER.BAS", OTHER),
])
def test_a_name_means_a_program(folder, name, contents):
    assert load_file(name)[3] == contents


@pytest.mark.parametrize("name, words", [
    ("two.dsk", "more than one program.*A.BAS, B.BAS"), ("game.dsk:NOPE", "no file NOPE"), ("game.zip:NOPE", "no NOPE"),
    ("game.dsk:A*", "no name of AMSDOS"), ("game.zip:other.bas:X", "no disc image"),
])
def test_what_a_name_does_not_mean_is_said(folder, name, words):
    with pytest.raises(ListingError, match=words):
        load_file(name)


def test_a_file_that_has_the_whole_name_comes_first(folder):
    (folder / "game.dsk:MENU").write_bytes(OTHER)
    assert load_file("game.dsk:MENU")[3] == OTHER
    assert split("none.dsk:MENU")[1] is None
    with pytest.raises(DiscError, match="no disc image and no archive"):
        (folder / "x.bas").write_bytes(MENU)
        find("x.bas:MENU")


@pytest.mark.parametrize("arguments, printed", [
    (["game.dsk"], "MENU\n"), (["game.dsk:OTHER.BAS"], "OTHER\n"), (["game.zip"], "MENU\n"),
    (["game.dsk", "--type", 'RUN"OTHER'], "OTHER\n"), (["game.zip:other.bas"], "OTHER\n"),
])
def test_run_begins_with_the_disc_s_program(folder, capsys, arguments, printed):
    assert run.run([*arguments, "--headless"]) == 0
    assert capsys.readouterr().out == printed


def test_run_shows_the_catalogue_where_nothing_says_which_program(folder, capsys):
    assert run.run(["two.dsk", "--headless"]) == 0
    assert "A       .BAS   1K   B       .BAS   1K" in capsys.readouterr().out


def test_other_commands_take_such_names_too(folder, capsys):
    assert convert.list_program(["game.dsk:OTHER"]) == 0
    assert convert.convert(["game.zip:SIDE1.DSK:OTHER", "out.bas"]) == 0
    assert listings.lint(["game.dsk:OTHER"]) == 0
    assert capsys.readouterr().out.startswith('10 PRINT "OTHER"\n')
    assert read_listing(folder / "out.bas") == {10: b'PRINT "OTHER"'}


def test_an_image_is_written_to_only_where_the_command_line_says_so(folder, capsys):
    (folder / "save.bas").write_text('10 SAVE "NEW"\n')
    before = files_on(folder / "game.dsk")
    run.run(["save.bas", "--disc", "game.dsk:ro", "--headless"])
    run.run(["game.dsk", "--type", 'SAVE "NEW"', "--headless"])
    assert "disc is write protected" in capsys.readouterr().out
    assert files_on(folder / "game.dsk") == before
    run.run(["save.bas", "--disc", "game.dsk", "--headless"])
    assert files_on(folder / "game.dsk") == before | {"NEW.BAS": 2}


def test_what_is_no_image_cannot_be_put_into_a_drive(folder):
    (folder / "x.bas").write_bytes(MENU)
    with pytest.raises(Fault, match="no disc image"):
        run.run(["--disc", "x.bas", "--headless"])
    with pytest.raises(ValueError, match="not a disc image"):
        CPC(disc=folder / "x.bas")
    with pytest.raises(ValueError, match="no disc drives"):
        CPC().insert(0, folder / "game.dsk")


# the machine's drives

def typed(cpc, *lines):
    for line in lines:
        cpc.type(line + "\n")
        assert cpc.run_until_idle()
    return cpc.printed


def test_a_changed_disc_is_in_its_file_when_the_machine_waits(folder):
    cpc = CPC(disc=folder / "game.dsk", disc_b=folder / "two.dsk")
    typed(cpc, "10 REM", 'SAVE "X"', 'SAVE "B:Y"')
    assert files_on(folder / "game.dsk") == {"MENU.BAS": 1, "OTHER.BAS": 1, "X.BAS": 2}
    assert set(files_on(folder / "two.dsk")) == {"A.BAS", "B.BAS", "Y.BAS"}


def test_discs_go_in_and_out(folder):
    cpc = CPC(model="6128", amsdos=True)
    typed(cpc, "PRINT HIMEM", "CAT")
    assert b" 42619 " in cpc.printed and cpc.printed.endswith(b"disc missing\r\n\r\nRetry, Ignore or Cancel? ")
    cpc.insert(0, folder / "game.dsk")
    typed(cpc, "R")
    assert b"MENU    .BAS" in cpc.printed
    cpc.protect(0)
    typed(cpc, 'SAVE "X"')
    assert cpc.printed.endswith(b"disc is write protected\r\n\r\nRetry, Ignore or Cancel? ")
    cpc.protect(0, False)
    typed(cpc, "R")
    cpc.eject(0)
    assert "X.BAS" in files_on(folder / "game.dsk")


def test_a_file_stays_open_when_what_runs_is_given_up(folder):
    cpc = CPC(disc=folder / "game.dsk")
    typed(cpc, 'OPENOUT "X"', 'PRINT #9,"a"')
    cpc.type("FOR i=1 TO 1E9:NEXT\n")
    cpc.run(1)
    cpc.session.to_prompt()
    typed(cpc, 'PRINT #9,"b"', "CLOSEOUT", 'OPENIN "X"', "LINE INPUT #9,a$", "LINE INPUT #9,b$", 'PRINT a$+"-"+b$')
    assert b"\na-b\r" in cpc.printed


def test_a_file_that_cannot_be_written_any_more_is_a_protected_disc(folder, monkeypatch):
    cpc = CPC(disc=folder / "game.dsk")

    def fails(*arguments):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr("cpc.disc.drives.save_file", fails)
    typed(cpc, "10 REM", 'SAVE "X"')
    assert b"Drive A: game.dsk cannot be written: No space left on device" in cpc.printed
    typed(cpc, 'SAVE "Y"')
    assert cpc.printed.endswith(b"disc is write protected\r\n\r\nRetry, Ignore or Cancel? ")


def test_a_snapshot_has_the_discs_in_it(folder):
    cpc = CPC(disc=folder / "game.dsk")
    typed(cpc, "10 REM", 'OPENOUT "F":PRINT #9,"one"')
    state = cpc.snapshot()
    typed(cpc, 'PRINT #9,"two":CLOSEOUT', 'SAVE "X"')
    cpc.restore(state)
    typed(cpc, "CLOSEOUT", "CAT")
    assert b"F       .      1K" in cpc.printed and b"X       .BAS" not in cpc.printed
    image = cpc.machine.drives.floppies[0].image
    assert ImageVolume(image).read(FileName(0, b"F")).startswith(b"one\r\n\x1a")
    cpc.eject(0)
    typed(cpc, "CAT")
    asking = cpc.snapshot()
    typed(cpc, "C")
    after = cpc.printed
    cpc.restore(asking)
    typed(cpc, "C")
    assert cpc.printed == after


# damage and kills: small versions of tests.disc_damage and tests.kill_writer

def test_damaged_images_and_archives_give_a_sentence(tmp_path):
    assert disc_damage.run(2000 if EVERYTHING else 50, 1, tmp_path) == []


def test_a_kill_leaves_a_whole_image(tmp_path):
    assert kill_writer.kills(2, 1, tmp_path) == []

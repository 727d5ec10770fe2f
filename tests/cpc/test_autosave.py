"""A program that nobody saved is back at the next start, and only that."""

import os
import shutil
from itertools import count
from pathlib import Path

import pytest

from basic.errors import BasicError
from cpc import CPC
from cpc.player.autosave import Autosave
from cpc.player.player import Player


def start(folder):
    cpc, kept = CPC(), Autosave(folder)
    return cpc, kept, kept.bring_back(cpc)


def typed(cpc, text):
    cpc.type(text)
    cpc.run_until_idle()


def test_kept_and_brought_back(tmp_path):
    cpc, kept, lines = start(tmp_path)
    assert lines == 0 and not kept.keep(cpc)
    typed(cpc, "10 PRINT 1\n20 PRINT 2\n")
    assert kept.keep(cpc)
    cpc, kept, lines = start(tmp_path)
    assert lines == 2 and list(cpc.session.program.lines) == [10, 20]
    assert kept.keep(cpc)                   # still not saved
    typed(cpc, "NEW\n")
    assert not kept.keep(cpc)
    assert start(tmp_path)[2] == 0


def test_what_is_saved_is_not_kept(tmp_path):
    cpc = CPC(drive=tmp_path)
    kept = Autosave(tmp_path / "data")
    typed(cpc, '10 PRINT 1\nSAVE "a"\nRUN\n')
    assert not kept.keep(cpc)
    typed(cpc, '20 PRINT 2\n')
    assert kept.keep(cpc)
    typed(cpc, 'LOAD "a"\n')
    assert not kept.keep(cpc)
    cpc.load(tmp_path / "A.BAS")
    cpc.session.program.store(30, b"\xba")
    assert kept.keep(cpc)
    cpc.save(tmp_path / "b.bas")
    assert not kept.keep(cpc)


def test_an_older_program_is_not_lost(tmp_path):
    cpc, kept, _ = start(tmp_path)
    typed(cpc, "10 PRINT 1\n")
    kept.keep(cpc)
    other = CPC()
    typed(other, "10 PRINT 2\n")
    Autosave(tmp_path).keep(other)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["unsaved-1.bak", "unsaved.bas"]


def test_of_two_at_once_neither_is_lost(tmp_path):
    cpc, kept, _ = start(tmp_path)
    typed(cpc, "10 PRINT 1\n")
    kept.keep(cpc)
    (one, kept_one, _), (two, kept_two, _), (idle, kept_idle, _) = start(tmp_path), start(tmp_path), start(tmp_path)
    typed(one, "20 PRINT 2\n")
    assert kept_one.keep(one)
    assert kept_idle.keep(idle)
    assert list(start(tmp_path)[0].session.program.lines) == [10, 20]
    typed(two, "30 PRINT 3\n")
    assert kept_two.keep(two)
    assert list(start(tmp_path)[0].session.program.lines) == [10, 30]
    again = CPC()
    again.load(tmp_path / "unsaved-1.bak")
    assert list(again.session.program.lines) == [10, 20]


def test_set_aside_before_another_takes_its_place(tmp_path):
    cpc, kept, _ = start(tmp_path)
    assert kept.set_aside(cpc) is None
    typed(cpc, "10 PRINT 1\n")
    path = kept.set_aside(cpc)
    again = CPC()
    again.load(path)
    assert list(again.session.program.lines) == [10]


def test_where_the_folder_cannot_be_used_it_is_kept_elsewhere(tmp_path):
    (tmp_path / "file").write_text("no folder")
    cpc = CPC()
    cpc.type("10 PRINT 1\n")
    cpc.run_until_idle()
    said = Autosave(tmp_path / "file").at_the_end(cpc)
    assert "cannot be kept" in said
    where = Path(said.rpartition("It is in ")[2].rstrip("."))
    try:
        again = CPC()
        again.load(where)
        assert list(again.session.program.lines) == [10]
    finally:
        shutil.rmtree(where.parent)


def test_what_a_killed_run_has_left_is_swept(tmp_path):
    left = tmp_path / ".0123456789ab.$$$"
    left.write_text("")
    os.utime(left, (0, 0))
    assert Autosave(tmp_path).bring_back(CPC()) == 0
    assert not left.exists()


def test_a_change_is_kept_within_a_second_of_the_clock(tmp_path):
    cpc, kept, _ = start(tmp_path)
    typed(cpc, "10 PRINT 1\n")
    kept.look(cpc, 100.0)
    assert start(tmp_path)[2] == 1
    typed(cpc, "20 PRINT 2\n")
    kept.look(cpc, 100.9)
    assert start(tmp_path)[2] == 1          # not twice within a second
    kept.look(cpc, 101.0)
    assert start(tmp_path)[2] == 2
    cpc.session.program.in_file = cpc.session.program.version           # saved
    kept.look(cpc, 102.0)
    assert start(tmp_path)[2] == 0


def test_it_is_kept_before_it_runs(tmp_path):
    cpc = CPC()
    clock = count(0, 0.001)
    player = Player(cpc, CPC, lambda: next(clock), autosave=Autosave(tmp_path))
    player.autosave.due = 1e9               # no frame keeps it
    player.paste("10 a=1\n20 GOTO 20\n30 a=2\nRUN\n")
    for _ in range(100):
        player.frame()
    assert cpc.variables["a"] == 1
    assert start(tmp_path)[2] == 3


def test_where_it_cannot_be_kept_that_is_said_once(tmp_path):
    (tmp_path / "file").write_text("no folder")
    clock = count()
    player = Player(CPC(), CPC, lambda: next(clock), autosave=Autosave(tmp_path / "file"))
    for number in range(10, 60, 10):
        player.paste(f"{number} PRINT\n")
        player.frame()
    assert sum("cannot be kept" in notice.text for notice in player.take_notices()) == 1


@pytest.mark.parametrize("language, kept, elsewhere", [
    ("en", "The program is not saved; it will be back at the next start.", "The program is not saved and cannot be kept: "),
    ("de", "Das Programm ist nicht gesichert; beim nächsten Start ist es wieder da.",
     "Das Programm ist nicht gesichert und lässt sich nicht aufheben: ")])
def test_what_is_said_at_the_end(tmp_path, monkeypatch, language, kept, elsewhere):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / "file").write_text("no folder")
    for folder, said in (tmp_path, kept), (tmp_path / "file", elsewhere):
        cpc, clock = CPC(), count()
        player = Player(cpc, CPC, lambda clock=clock: next(clock), autosave=Autosave(folder), language=language)
        assert player.close() == ""
        typed(cpc, "10 PRINT\n")
        assert player.close().startswith(said)


def test_two_that_go_on_at_once_keep_files_of_their_own(tmp_path):
    (one, kept_one, _), (two, kept_two, _) = start(tmp_path), start(tmp_path)
    for number in range(1, 6):
        typed(one, f"{number} PRINT 1\n")
        kept_one.keep(one)
        typed(two, f"{number + 10} PRINT 2\n")
        kept_two.keep(two)
    assert len(list(tmp_path.iterdir())) == 3       # and what was there when the second one began
    assert list(start(tmp_path)[0].session.program.lines) == [11, 12, 13, 14, 15]
    typed(two, "NEW\n")
    kept_two.keep(two)
    assert list(start(tmp_path)[0].session.program.lines) == [1, 2, 3, 4, 5]


def test_the_old_program_is_there_until_the_new_one_is_whole(tmp_path, monkeypatch):
    cpc, kept, _ = start(tmp_path)
    typed(cpc, "10 PRINT 1\n")
    kept.keep(cpc)
    other = CPC()
    typed(other, "20 PRINT 2\n")

    def killed(path, data):
        raise SystemExit
    monkeypatch.setattr("cpc.player.autosave.save_file", killed)
    with pytest.raises(SystemExit):
        Autosave(tmp_path).keep(other)
    assert list(start(tmp_path)[0].session.program.lines) == [10]


@pytest.mark.parametrize("damage", [lambda data: data[:-3], lambda data: data[:128] + bytes(len(data) - 128), lambda data: b""])
def test_a_damaged_file_gives_way_to_the_one_before(tmp_path, damage):
    cpc, kept, _ = start(tmp_path)
    typed(cpc, "10 PRINT 1\n")
    kept.keep(cpc)
    other = CPC()
    typed(other, "20 PRINT 2\n30 PRINT 3\n")
    Autosave(tmp_path).keep(other)
    kept.path.write_bytes(damage(kept.path.read_bytes()))
    cpc, kept, lines = start(tmp_path)
    assert lines == 1 and list(cpc.session.program.lines) == [10]
    (tmp_path / "unsaved-1.bak").unlink()
    with pytest.raises(BasicError, match="damaged|shorter"):
        start(tmp_path)


def test_a_program_too_long_for_a_header_is_kept(tmp_path):
    cpc = CPC(memory="large")
    cpc.session.program.replace(dict.fromkeys(range(1, 500), b"\xc5 " + b"x" * 200))
    Autosave(tmp_path).keep(cpc)
    again = CPC(memory="large")
    assert Autosave(tmp_path).bring_back(again) == 499
    assert again.session.program.lines == cpc.session.program.lines

"""A program that nobody saved is back at the next start, and only that."""

import os
import shutil
from pathlib import Path

from cpc import CPC
from cpc.player.autosave import Autosave


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

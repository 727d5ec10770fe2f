"""Small corners: folders on Windows, kinds of files on a tape, bar commands in small letters, numbers of the bench, texts for
the user's functions, programs that begin under the debugger."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from basic.debug import views
from basic.debug.debugger import Debugger
from cpc import CPC, folders
from cpc.commands.bench import _count
from cpc.disc import amsdos
from cpc.tape.cassette import TapeFile


@pytest.mark.parametrize("platform, found", [
    ("win32", ("local", "local")), ("linux", ("data", "config")), ("darwin", ("data", "config"))])
def test_folders_are_where_the_system_has_them(platform, found, monkeypatch):
    monkeypatch.setattr(folders, "sys", SimpleNamespace(platform=platform))
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/config")
    assert (folders.data_folder(), folders.settings_file().parent) == tuple(Path(f"/{one}") / folders.NAME for one in found)


@pytest.mark.parametrize("kind, is_basic", [
    (amsdos.BASIC, True), (amsdos.PROTECTED, True), (amsdos.BINARY, False), (amsdos.ASCII, False)])
def test_what_is_a_program_on_a_tape(kind, is_basic):
    assert TapeFile(b"X", kind, 0x170, 0, b"", True).is_basic is is_basic


@pytest.mark.parametrize("command", ["|DIR", "|dir", "|Dir"])
def test_bar_commands_may_be_typed_in_small_letters(command, tmp_path):
    cpc = CPC(amsdos=True, drive=tmp_path)
    cpc.type(f"{command}\n")
    assert cpc.run_until_idle(60) and b"free" in cpc.printed


def test_numbers_of_the_bench():
    assert [_count(one) for one in ("1", "2", "30")] == [1, 2, 30]
    for one in "0", "-1", "x", "1.5", "":
        with pytest.raises(Exception, match="a number from 1"):
            _count(one)


def test_a_program_that_begins_again_under_the_debugger_begins_anew():
    cpc = CPC()
    cpc.type("10 a=a+1\n20 b=b+a\n30 END\n")
    cpc.run_until_idle()
    debugger = Debugger(cpc.session)
    for _ in range(2):
        debugger.start()
        assert views.here(cpc.session).number == 10
        debugger.go()
        assert debugger.run(2_000_000).reason == "ended"
        assert cpc.variables["a"] == cpc.variables["b"] == 1


@pytest.mark.parametrize("model", ["464", "6128"])
def test_functions_take_texts_of_each_kind(model):
    cpc = CPC(model=model)
    cpc.type('10 DEF FNa$(x$,y)=x$+STR$(y)+x$:DEF FNl(x$)=LEN(x$)\n'
             '20 b$="b":FOR i=1 TO 3:b$=FNa$(b$+"c",i):NEXT:PRINT FNl(b$)\n'
             '30 PRINT FNa$("lit",1);FNl("lit"+b$);FNl(LEFT$(b$,4))\nRUN\n')
    assert cpc.run_until_idle(60)
    assert cpc.printed.split() == [b"36", b"lit", b"1lit", b"39", b"4", b"Ready"]

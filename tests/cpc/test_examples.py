"""The examples: each runs to what the firmware itself shows after the same keys, as tests.record_examples has it."""

import pytest

from cpc import CPC, gallery
from cpc.commands.cli import main
from cpc.language import of_host
from listings.linting.lint import lint
from listings.source import read_listing
from tests.example_scripts import LONGEST, SCRIPTS, SETTLES, by_register, golden, picture

MODELS = pytest.mark.parametrize("model", ["464", "6128"])
CHESS = {"schach", "himstahn", "salomon"}                                          # they have tests of their own
OWN = [name for name, _ in gallery.listing() if name not in CHESS]
NOT_ON_THE_FIRMWARE = {"files"}                                         # it has no disc: see the test of files below


def started(name: str, model: str = "464", **options) -> CPC:
    cpc = CPC(model=model, brand="amstrad", **options)
    cpc.load(gallery.path_of(name))
    return cpc


def pictures(cpc: CPC, script: list) -> list[dict]:
    shown = []
    for step, *what in script:
        if step == "type":
            cpc.type(what[0])
        elif step == "key":
            cpc.key(*what)
        elif step == "run":
            cpc.run(what[0])
        elif step == "idle":
            assert cpc.run_until_idle(LONGEST)
            cpc.run(SETTLES)
        else:
            screen = cpc.screen
            shown.append(picture(screen.pens(), screen.mode, screen.inks, screen.border, screen.text(),
                                 step == "picture"))
    return shown


def test_each_is_compared():
    assert {*SCRIPTS} | NOT_ON_THE_FIRMWARE == {*OWN}
    assert len(OWN) >= 12


@MODELS
@pytest.mark.parametrize("name", SCRIPTS)
def test_shows_what_the_machine_shows(name, model):
    assert pictures(started(name, model), SCRIPTS[name]) == golden(name)[model]["pictures"]


@MODELS
def test_the_tune_sounds_as_on_the_machine(model):
    cpc = started("tune", model)
    before = len(cpc.sound.writes)
    pictures(cpc, SCRIPTS["tune"])
    ours, theirs = by_register(cpc.sound.writes[before:]), golden("tune")[model]["sound"]
    assert ours.keys() == theirs.keys()
    for register, writes in theirs.items():
        assert [value for _, value in ours[register]] == [value for _, value in writes]
        assert all(abs(here - there) <= 1 for (here, _), (there, _) in zip(ours[register], writes, strict=True))


# Files: with a drive of ours, for which the recorded machine has no match

PEOPLE = "Grace,9,12\nAda,10,12\nnobody\nKonrad,22,6\nNiklaus,15,2\n\n"


@MODELS
def test_files_reads_what_it_wrote(model, tmp_path):
    cpc = started("files", model, drive=tmp_path)
    cpc.type("RUN\n" + PEOPLE)
    assert cpc.run_until_idle()
    rows = cpc.screen.text()
    assert rows[rows.index("  ...and read in again:") + 2:][:4] == [
        "   15.  2.  Niklaus", "   22.  6.  Konrad", "    9. 12.  Grace", "   10. 12.  Ada"]
    assert rows[1] == " " * 13 + "Birthday list"
    assert "   Two commas, please" in rows
    written, = tmp_path.iterdir()
    assert written.read_bytes().replace(b"\x1a", b"") == (
        b'"Grace",9,12\r\n"Ada",10,12\r\n"Konrad",22,6\r\n"Niklaus",15,2\r\n')


# What they have in common

@pytest.mark.parametrize("name", OWN)
def test_reads_well(name):
    source = gallery.path_of(name).read_bytes()
    assert source.isascii() and b"\r" not in source and b"\t" not in source and source.endswith(b"\n")
    lines = source.decode().splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith(f"10 REM {name}: ")
    numbers = [int(line.split(maxsplit=1)[0]) for line in lines]
    assert numbers == sorted(set(numbers))
    assert 30 <= len(lines) <= 120
    assert sum(" REM " in line for line in lines) >= 3


@MODELS
@pytest.mark.parametrize("name", OWN)
def test_lint_has_nothing_to_say(name, model):
    findings = lint(read_listing(gallery.path_of(name)), model)
    if name == "lines" and model == "464":      # it says so in its first line, and catches it
        findings = [finding for finding in findings if finding.line != 640 and "p is set" not in finding.message]
    assert findings == []


@MODELS
@pytest.mark.parametrize("name", OWN)
def test_lists_as_it_is_written(name, model, tmp_path):
    """Nothing in it is spelt otherwise than LIST spells it."""
    cpc = started(name, model)
    cpc.save(tmp_path / "listed.bas")
    assert (tmp_path / "listed.bas").read_text() == gallery.path_of(name).read_text()


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_command_lists_them(language, monkeypatch, capsys):
    monkeypatch.setattr("cpc.language.of_host", lambda: language)
    main(["run", "--examples"])
    listed = capsys.readouterr().out
    for name, what in gallery.listing(language):
        assert name in listed and what in listed


def test_the_command_finds_one(capsys):
    main(["run", "maze", "--headless", "--type", "5\n", "--until", "2", "--text"])
    assert "Digging" in capsys.readouterr().out


# Those that speak German or English

@pytest.mark.parametrize("settings, language", [
    ({"LANG": "de_DE.UTF-8"}, "de"), ({"LANG": "de_AT"}, "de"), ({"LANG": "C"}, "en"), ({}, "en"), ({"LANG": ""}, "en"),
    ({"LANG": "de_DE.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"), ({"LANG": "en_US", "LANGUAGE": "de:en"}, "de")])
def test_the_language_is_the_hosts(settings, language, monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    assert of_host(settings) == language


@pytest.mark.parametrize("name, german, english", [
    ("schach", "Ihr Zug", "Your move"), ("himstahn", "Ihr Zug", "Your move"), ("salomon", "Zug zurueck", "take back")])
def test_chess_speaks_the_hosts_language(name, german, english, monkeypatch, capsys, tmp_path):
    copy = tmp_path / f"{name}.bas"
    copy.write_bytes(gallery.path_of(name).read_bytes())
    for language, said in ("de", german), ("en", english):
        monkeypatch.setattr("cpc.language.of_host", lambda found=language: found)
        for program in name, str(copy):
            main(["run", program, "--headless", "--until", "60", "--text"])
            assert said in capsys.readouterr().out


def test_a_program_that_only_has_an_examples_name_is_typed_nothing(tmp_path):
    path = tmp_path / "schach.bas"
    path.write_text("10 PRINT 1\n")
    assert gallery.keys_for(path, "en") == gallery.keys_for(tmp_path / "maze.bas", "en") == ""

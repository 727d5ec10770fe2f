"""Check files and what becomes of them, with listings made up for the tests."""

import subprocess
import sys

import pytest

from cpc.commands import listings
from listings import facts, library, manifest
from listings.checks import check_file
from listings.checks.runner import beside
from listings.checks.schema import elements
from listings.source import ListingFault, listing_of, write_listing
from tests import madeup
from tests.places import PATIENCE, REPO

PROGRAM = """10 INPUT "number";n
20 DIM t(3,2):FOR i=1 TO 3:t(i,1)=i:t(i,2)=i*n:NEXT
30 MODE 1:LOCATE 5,3:PRINT "square";n*n
40 a$=INKEY$:IF a$="" THEN 40
50 PRINT "pressed "a$:SYMBOL 255,255:PRINT CHR$(255)
"""
CHECKS = """format = 1
program = "square.bas"

[[check]]
name = "all kinds of steps"
[[check.step]]
type = "RUN\\n"
prints = "number?"
[[check.step]]
type = "12\\n"
wait = ["144", "no such text"]
settle = 0.1
rows = { 3 = "    square 144", 1 = "" }
variables = { n = 12, "t(3,2)" = 36 }
tables = { "t(1..3,1..2)" = "1 12  2 24  3 36" }
not_prints = "169"
[[check.step]]
press = [69]
prints = ["pressed a", "Ready"]
[[check.step]]
merge = "35 REM"
type = "MODE 1:LIST 35\\n"
prints = "35 REM"
[[check.step]]
type = "RUN\\n3\\n"
run = 1
[[check.step]]
break = true
prints = "Break in 40"
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "square.bas").write_text(PROGRAM)
    (tmp_path / "square.check.toml").write_text(CHECKS)
    return tmp_path


def test_all_kinds_of_steps(folder, capsys):
    assert listings.check(["square.bas"]) == 0, capsys.readouterr().out
    assert "1 of 1 checks passed" in capsys.readouterr().out


@pytest.mark.parametrize("old, new, told", [
    ("pressed a", "pressed b", "pressed b"), ("square 144", "square 145", "row 3 of the screen"),
    ("n = 12", "n = 13", "13"), ("3 36", "3 37", "t(3,2) of t(1..3,1..2)"), ("169", "144", "not 144"),
    ('wait = ["144"', 'within = 20\nwait = ["neither"', "waiting 20 seconds"),
    ('prints = "number?"', 'picture = "00"', "the picture"), ('prints = "number?"', 'screen = "00"', "the screen"),
    ('prints = "number?"', 'printed = "00"', "all that was printed"),
])
def test_what_differs_is_told_with_a_picture(folder, capsys, old, new, told):
    assert CHECKS.count(old) == 1
    (folder / "square.check.toml").write_text(CHECKS.replace(old, new))
    assert listings.check(["square.bas", "--pictures", "failed"]) == 1
    out = capsys.readouterr().out
    assert "FAILED  all kinds of steps" in out and told in out and "expected" in out
    assert [path.suffix for path in (folder / "failed").iterdir()] == [".png"]


@pytest.mark.parametrize("text, sentence", [
    ("format = 1", "has no [[check]]"), ("format = 2", "format is 2"), ("format =", "not a check file"),
    ('format = 1\n[[check]]\nname = "a"', "has no [[check.step]]"),
    ('format = 1\n[[check]]\nwhat = "a"', "has no name"),
    ('format = 1\n[[check]]\nname = "a"\n[[check.step]]\ntypes = "RUN"', "step 1 of check a has 'types'"),
    ('format = 1\n[[check]]\nname = "a"\n[[check.step]]\nrun = "long"', "run of step 1 of check a is 'long'"),
    ('format = 1\ncheck = ["a"]', "check of the file is ['a']"), ('format = 1\nmore = [3]', "more of the file is [3]"),
    ('format = 1\nmodel = "665"\n[[check]]', "should be 464, 664 or 6128"),
    *((f'format = 1\n[[check]]\nname = "a"\n[[check.step]]\n{step}', f"{step.partition(' ')[0]} of step 1 of check a is ")
      for step in ('type = "ж"', "keys = [256]", "press = [80]", "run = nan", "run = -1", "rows = { 26 = \"a\" }",
                   'tables = { "t" = "1" }', 'variables = { "t(" = 1 }', 'ignore = "("', "prints = [3]", "seconds = 0")),
    ('format = 1\nprogram = "no.bas"\n[[check]]\nname = "a"\n[[check.step]]\nrun = 1', "no file"),
])
def test_a_check_file_with_a_mistake_gets_one_sentence(folder, capsys, text, sentence):
    (folder / "square.check.toml").write_text(text)
    name = "square.check.toml" if "program" in text else "square.bas"
    assert listings.check([name]) == 2
    told = capsys.readouterr().err
    assert sentence in told and told.count("\n") == 1


def test_every_key_of_a_step_is_explained():
    used = {key for path in library.HERE.glob("*/*.toml") if path.name != "manifest.toml"
            for check in facts.load(path, "a check file").get("check", []) for step in check.get("step", []) for key in step}
    assert used <= set(check_file.STEP)
    assert all(meaning for _, meaning in check_file.STEP.values())


@pytest.mark.parametrize("name", ["hamann", "demoschach", "tictactoe", "kapitel3"])
def test_the_books_check_files_are_sound(name):
    checks = check_file.read(library.HERE / name / "checks.toml").checks
    listing = library.open_manifest(name)
    assert len({check.name for check in checks}) == len(checks)
    assert any(not check.only_all for check in checks)
    for check in checks:
        listing.chosen(check.improvements)


def test_a_listing_is_known_by_its_lines_and_its_faults_are_named(folder, capsys):
    place = library.data_folder() / "ferry"
    manifest.write(madeup.manifest(), place / "manifest.toml")
    (place / "checks.toml").write_text('format = 1\nlisting = "ferry"\n[[check]]\nname = "day 1"\n[[check.step]]\n'
                                       'type = "RUN\\n"\nprints = "How many waggons?"\nlook = "2070"\n'
                                       '[[check]]\nname = "night"\nwith = ["night"]\n[[check.step]]\ntype = "RUN\\n"\n')
    text = (madeup.FOLDER / "ferry.bas").read_text()
    (folder / "mine.bas").write_text(text)
    assert listings.check(["mine.bas"]) == 0
    assert "ferry: every line as in the book" in capsys.readouterr().out
    (folder / "ferry.bas").write_text(text.replace("How many", "How manny").replace("110 day=day+1\n", ""))
    assert listings.check(["ferry"]) == 1
    out = capsys.readouterr().out
    assert "look at: 2070" in out and "not as in the book: 2070; missing: 110" in out
    (folder / "ferry.bas").write_text(text)
    assert listings.check(["ferry", "--all"]) == 0
    assert "skipped night: ferry night is not typed in yet" in capsys.readouterr().out
    (folder / "ferry-night.bas").write_text((madeup.FOLDER / "ferry-night.bas").read_text())
    assert listings.check(["ferry", "--with", "night"]) == 0
    assert "ok      night" in capsys.readouterr().out


def test_a_file_without_checks_gets_one_sentence(folder, capsys):
    (folder / "other.bas").write_text("10 PRINT 1\n")
    assert listings.check(["other.bas"]) == 2
    assert "no check file other.check.toml" in capsys.readouterr().err


def test_a_book_of_several_programs(folder, capsys):
    """A part with `alone` is no improvement of another; each check names the program that it is for."""
    parts = {"one": listing_of(b"10 PRINT 1", "one"), "two": listing_of(b"10 PRINT 22", "two")}
    made = manifest.make("numbers", parts, book={"title": "Numbers"})
    for part in made.parts:
        part.alone = True
    home = folder / "data" / "cpc-listings" / "numbers"
    manifest.write(made, home / "manifest.toml")
    assert manifest.read(home / "manifest.toml").parts == made.parts
    (home / "checks.toml").write_text('format = 1\nlisting = "numbers"\n' + "".join(
        f'[[check]]\nname = "{name}"\nwith = ["{name}"]\n[[check.step]]\ntype = "RUN\\n"\nprints = " {printed} "\n'
        for name, printed in (("one", 1), ("two", 22))))
    write_listing(folder / "numbers-one.bas", parts["one"])
    assert listings.check(["numbers", "--with", "one"]) == 0
    assert "every line as in the book\nok      one\n1 of 1" in capsys.readouterr().out
    assert listings.check(["numbers", "--all"]) == 0
    assert "1 of 2 checks passed, 1 skipped" in capsys.readouterr().out
    assert listings.check(["numbers"]) == 0
    assert "there are checks for one, two" in capsys.readouterr().out
    assert listings.check(["numbers", "--with", "one,two"]) == 2
    assert "one is a program of its own" in capsys.readouterr().err
    with pytest.raises(ListingFault, match="several programs; choose one of them with --with: one, two"):
        library.find("numbers")


def test_a_check_file_of_an_example_is_found_by_the_name(folder, capsys):
    assert listings.check(["himstahn", "--only", "INVERS"]) == 0
    assert "2 of 2 checks passed" in capsys.readouterr().out


def test_many_games_in_a_file(folder):
    (folder / "adds.bas").write_text("10 DIM s(2)\n20 INPUT n:IF n=0 THEN PRINT \"END\":END\n"
                                     "30 s(1)=s(1)+n:s(2)=s(2)+1:GOTO 20\n")
    (folder / "games.txt").write_text("# sums\n1=11 2=32 0=32 | END\n1=11 3=42 3=73\n2=21 0=21 | END\n")
    checks = 'format = 1\nprogram = "adds.bas"\n[[check]]\nname = "g"\ngames = "games.txt"\n'
    checks += 'start = "RUN\\n"\nwatch = "s(1..2)"\n'
    (folder / "adds.check.toml").write_text(checks)
    assert listings.check(["adds.bas"]) == 0
    (folder / "games.txt").write_text("1=11 3=42 3=73\n1=11 3=42 3=74\n")
    assert listings.check(["adds.bas"]) == 1
    (folder / "games.txt").write_text("1=11 3=42 | END\n")
    assert listings.check(["adds.bas"]) == 1


def test_pytest_collects_check_files(folder):
    wrong = '[[check]]\nname = "wrong"\n[[check.step]]\ntype = "?1\\n"\nprints = "2"\n'
    (folder / "square.check.toml").write_text(CHECKS + wrong)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "listings.checks.pytest_plugin", "-p", "no:cacheprovider"]
    done = subprocess.run([*command, "--cpc", "square.check.toml"], cwd=folder, capture_output=True, text=True,
                          timeout=PATIENCE, env={"PYTHONPATH": str(REPO), "PATH": "", "HOME": str(folder)})
    assert "1 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    assert "FAILED  wrong, step 1" in done.stdout and "picture:" in done.stdout


def test_parts_of_arrays():
    assert list(elements("a%(1..2,3)")) == ["a%(1,3)", "a%(2,3)"]
    with pytest.raises(ListingFault):
        list(elements("a"))


def test_expected_beside_actual():
    rows = beside("one\ntwo", "one\nthree").split("\n")
    assert rows[1].split() == ["one", "one"] and rows[2].split() == ["two", "|", "three"]

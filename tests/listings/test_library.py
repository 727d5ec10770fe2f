"""A book's listing is known by its lines, and found by its name from any folder."""

import pytest

from cpc.commands.cli import main
from listings import library, manifest
from listings.scanning.mend import pick
from listings.scanning.scan import scan
from tests.places import REPO

LINES = {10 * at: b'PRINT "%d":FORi=1TO%d:NEXT' % (at, at) for at in range(1, 30)}


@pytest.fixture
def book(tmp_path, monkeypatch):
    """A book of our own whose listing needs another dialect and more memory."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    made = manifest.make("ours", {"base": LINES}, dialect="commodore", memory="large")
    manifest.write(made, library.data_folder() / "ours" / "manifest.toml")
    return made


def write(path, lines=LINES):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(b"%d %s\n" % line for line in lines.items()))
    return path


def test_a_file_with_its_lines_gets_the_books_machine(book, tmp_path, capsys):
    path = write(tmp_path / "elsewhere" / "any name.bas", LINES | {295: b"PRINT FRE(0)>1E6"})
    assert library.of_file(path).name == "ours"
    assert main(["run", str(path), "--headless"]) == 0
    assert capsys.readouterr().out.split()[-1] == "-1"
    assert main(["lint", str(path)]) == 0
    assert main(["lint", str(path), "--dialect", "locomotive"]) == 1


def test_another_program_of_the_same_numbers_does_not(book, tmp_path):
    assert library.of_file(write(tmp_path / "x.bas", dict.fromkeys(LINES, b"PRINT 1"))) is None
    assert library.of_file(REPO / "examples" / "maze.bas") is None
    assert library.of_file(tmp_path / "missing.bas") is None
    (library.data_folder() / "ours" / "manifest.toml").write_text("damaged")
    assert library.of_file(write(tmp_path / "y.bas")) is None


@pytest.mark.parametrize("command", [["run", "ours", "--headless"], ["lint", "ours"], ["list", "ours"]])
def test_its_name_works_from_any_folder(book, tmp_path, monkeypatch, capsys, command):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(library.ListingFault):
        library.typed_in_as("ours")
    assert main(command) == 2 and "typed in yet" in capsys.readouterr().err
    library.remember(book, "base", write(tmp_path / "shelf" / "ours.bas"))
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.chdir(other)
    assert main(command) == 0
    (tmp_path / "shelf" / "ours.bas").unlink()
    assert main(command) == 2
    (library.data_folder() / library.PLACES).write_text("[1, 2]")
    assert main(command) == 2


def test_typein_remembers_where_it_wrote(book, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "scan.txt")
    assert main(["typein", "ours", "--from", "scan.txt", "-o", "mine.bas"]) == 0
    assert library.typed_in_as("ours") == tmp_path / "mine.bas"


def test_of_remarks_with_one_number_the_neighbours_one_is_taken():
    lines = {10: b"PRINT 1", 20: b"REM *** the right one ***", 30: b"PRINT 3", 40: b"REM at the end"}
    made = manifest.make("it", {"base": lines})
    far = "\n".join(["20 REM of another listing", "40 REM of it, too"] + ["words"] * 40)
    right = "\n".join(f"{number} {text.decode()}" for number, text in lines.items())
    for text in (f"{far}\n{right}", f"{right}\n{far}", f"{far}\n{right}\n{far}"):
        found = pick(made, made.parts[0], scan({"scan": text}, set(lines)))
        assert found.lines == lines and found.as_read == 4
    two = pick(made, made.parts[0], scan({"other": far, "scan": right}, set(lines)))
    assert two.lines == lines

"""On a German host the command line speaks German: each fault, each explanation of an option, each notice."""

import ast
import re
from pathlib import Path

import pytest

from cpc.commands import cli
from cpc.commands.german_faults import FAULTS
from cpc.commands.german_help import HELP
from cpc.commands.speech import german, said
from tests.places import REPO

ROOMS = "cpc/commands", "cpc/disc", "cpc/sna", "cpc/tape", "cpc/terminal", "listings"
FAULTY = re.compile(r".*(Fault|DiscError|NotAnImage|DiscFull|DirectoryFull|ArgumentTypeError|NoTerminal|Mishap)$")
# Inside a machine; on the page; to a chess program; in pytest.
NOT_SAID = {"cpc/disc/floppy.py", "cpc/commands/web_books.py", "listings/chess/uci.py", "listings/checks/pytest_plugin.py"}
SAID_WHOLE = {"<0> is not a word of BASIC.<2>", "The window needs pygame, which is not installed<1>."}      # with what follows
TABLE = FAULTS | HELP


@pytest.fixture
def german_host(monkeypatch):
    monkeypatch.setenv("LANGUAGE", "de")


def written(node: ast.expr) -> str | None:
    """A text as it will be said, with something in the place of each value."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else f"<{at}>"
                       for at, part in enumerate(node.values))
    return None


def calls() -> list[tuple[Path, ast.Call]]:
    found = []
    for room in ROOMS:
        for path in sorted((REPO / room).rglob("*.py")):
            if str(path.relative_to(REPO)) not in NOT_SAID:
                found += [(path, node) for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                          if isinstance(node, ast.Call)]
    return found


def without_german(text: str) -> bool:
    """Whether a text has words, and German has none for them."""
    if text in SAID_WHOLE:
        return False
    return bool(re.search(r"[a-z]{3}", re.sub(r"<\d+>|`[^`]*`", "", text))) and german(text, TABLE) == text


def test_each_fault_has_its_german():
    lacking = []
    for path, call in calls():
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        text = written(call.args[0]) if call.args else None
        if FAULTY.match(name) and text is not None and without_german(text):
            lacking.append(f"{path.relative_to(REPO)}:{call.lineno}: {text}")
    assert lacking == []


def test_each_option_is_explained_in_german():
    lacking = []
    for path, call in calls():
        for one in call.keywords:
            text = written(one.value) if one.arg in ("help", "description", "epilog") else None
            if text is not None and without_german(" ".join(text.split())) and text not in TABLE:
                lacking.append(f"{path.relative_to(REPO)}:{call.lineno}: {text}")
    assert lacking == []


def test_what_is_filled_in_is_the_same_in_both_languages():
    for english, translated in TABLE.items():
        assert sorted(re.findall(r"\{\d\}", english)) == sorted(re.findall(r"\{\d\}", translated)), english
        if not english.startswith("{0} is not {1}"):
            assert german(re.sub(r"\{(\d)\}", r"<\1>", english), TABLE) == re.sub(r"\{(\d)\}", r"<\1>", translated)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_help_fits_into_80_columns(monkeypatch, capsys, language):
    monkeypatch.setenv("LANGUAGE", language)
    assert cli.main(["help"]) == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) < 80
    assert ("Befehl" in shown) == (language == "de")


def test_faults_and_options_on_a_german_host(german_host, capsys):
    for given, expected in ((["run", "no/such.bas"], "cpc: Weder eine Datei noch ein Beispiel oder Listing no/such.bas gibt"),
                            (["nosuch"], "cpc: Einen Befehl, eine Datei oder ein Beispiel 'nosuch' gibt es nicht"),
                            (["lint", "no/such.bas"], "cpc: Eine Datei no/such.bas gibt es nicht."),
                            (["help", "NOSUCH"], "kein Wort von BASIC"),
                            (["disc", "ls", "no/such.dsk"], "gibt es nicht")):
        assert cli.main(given) == 2
        assert expected in capsys.readouterr().err
    for given, expected in ((["run", "--bogus"], "Fehler: unbekannte Angaben: --bogus"),
                            (["run", "--model", "9"], "--model: '9' gibt es nicht"),
                            (["disc", "new"], "es fehlt: IMAGE")):
        with pytest.raises(SystemExit):
            cli.main(given)
        said_to_it = capsys.readouterr().err
        assert expected in said_to_it and said_to_it.startswith("Aufruf: cpc")
    with pytest.raises(SystemExit):
        cli.main(["disc", "--help"])
    assert "macht eine leere Diskette" in capsys.readouterr().out


def test_what_was_filled_in_is_said_in_german_too():
    assert german("a.bas: Line too long in row 3 of the file: 255 characters are the most.", TABLE) == (
        "a.bas: Line too long in Zeile 3 der Datei: mehr als 255 Zeichen gehen nicht.")
    assert german("x.zip: There is no .dsk in the archive.", TABLE) == "x.zip: In dem Archiv ist kein .dsk."
    assert german("f.bas cannot be read: Permission denied.", TABLE) == "f.bas ist nicht zu lesen: keine Erlaubnis."
    assert said("There is no file x.") == "There is no file x."     # on another host

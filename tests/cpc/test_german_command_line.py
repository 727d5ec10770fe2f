"""On a German host the command line speaks German: each fault, each explanation of an option, each notice."""

import ast
import re
from pathlib import Path

import pytest

from cpc.commands import cli
from cpc.commands.german_faults import FAULTS
from cpc.commands.german_help import HELP
from cpc.commands.german_reports import REPORTS
from cpc.commands.speech import german, reported, said
from listings import manifest
from listings.linting import lint
from listings.typing import typein
from listings.typing.on_screen import machine_for
from tests import madeup
from tests.places import REPO

ROOMS = "cpc/commands", "cpc/disc", "cpc/sna", "cpc/tape", "cpc/terminal", "listings"
FAULTY = re.compile(r".*(Fault|DiscError|NotAnImage|DiscFull|DirectoryFull|ArgumentTypeError|NoTerminal|Mishap)$")
# Inside a machine; on the page; to a chess program; in pytest.
NOT_SAID = {"cpc/disc/floppy.py", "cpc/commands/web_books.py", "listings/chess/uci.py", "listings/checks/pytest_plugin.py"}
SAID_WHOLE = {"<0> is not a word of BASIC.<2>", "The window needs pygame, which is not installed<1>."}      # with what follows
REPORTING = {"Finding", "Verdict", "Problem", "Edit", "Mended", "Doubt", "CodeAction", "spoken"}
IN_PARTS = re.compile(r"[a-z.]<\d>|> never|which is a <|><|REM")
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


def test_what_lint_typein_and_an_editor_say_has_its_german():
    """Each text that is given to Finding, Verdict and the like; those that come in parts are tested below."""
    lacking = []
    for path, call in calls():
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        if name in REPORTING or name == "Refused" and "editing" in path.parts:
            texts = [text for text in map(written, call.args) if text and not IN_PARTS.search(text)]
            lacking += [text for text in texts if " " in text.strip() and reported(text, "de") == text]
    assert lacking == []


LINTED = """10 PRINT SIN(1,2):x=1:NEXT
20 FOR i=1 TO 3:GOTO 99
30 goto100:READ a,b:DIM f(3):f(7)=1
40 DATA 1
50 LOOSE=2:IF lose=1 THEN END
"""


def test_what_lint_typein_check_and_the_bench_report_on_a_german_host(german_host, tmp_path, capsys):
    program = tmp_path / "p.bas"
    program.write_text(LINTED)
    assert cli.main(["lint", str(program)]) == 1
    shown = capsys.readouterr().out
    english = lint.lint({int(row.partition(b" ")[0]): row.partition(b" ")[2] for row in LINTED.encode().splitlines()})
    assert shown.count("\n") == len(english) > 8
    for row, finding in zip(shown.splitlines(), english, strict=True):
        assert finding.message not in row or "Unexpected" in row, row
        assert ("Fehler: " in row) == (finding.severity == lint.ERROR)
    assert "Spalte" in shown and "lose wird benutzt, aber nie gesetzt" in shown
    for text, expected in (
            ("a() is used but never set (is it a?)", "a() wird benutzt, aber nie gesetzt (ist a gemeint?)"),
            ("the lines up to 90 are never reached", "die Zeilen bis 90 werden nie erreicht"),
            ("There is no line 5 in this listing. Is it line 50?", "Eine Zeile 5 hat dieses Listing nicht. Ist es Zeile 50?"),
            ("p: 3 lines, the book's. /help lists the commands.", "p: 3 Zeilen, the book's. /help zählt die Befehle auf."),
            ("There is a mistake: a comma is missing after A, 5 for S: a wrong digit after B.",
             "Da ist ein Fehler: ein Komma fehlt hinter A, 5 statt S: eine falsche Ziffer hinter B."),
            ("  10 PRINT\n  /take takes this line, /keep keeps yours; or type it again.",
             "  10 PRINT\n  /take nimmt diese Zeile, /keep behält Ihre; oder tippen Sie sie noch einmal."),
            ("not as in the book: 10; missing: 20-40", "nicht wie im Buch: 10; es fehlt: 20-40"),
            ("Python 3.11.2, x86_64, median of 5", "Python 3.11.2, x86_64, Median von 5"),
            ("sieve    1.25 times as fast", "sieve    1.25mal so schnell")):
        assert reported(text) == expected
    right = tmp_path / "q.bas"
    right.write_text("10 PRINT 1\n20 INPUT x\n")
    check = '[[check]]\nname = "{}"\n[[check.step]]\ntype = "RUN\\n"\nprints = "{}"\n'
    (tmp_path / "q.check.toml").write_text("format = 1\n" + check.format("one", 2) + check.format("two", 1))
    assert cli.main(["check", str(right)]) == 1
    shown = capsys.readouterr().out
    assert "FALSCH  one, Schritt 1" in shown and "gedruckt:" in shown and "erwartet" in shown and "wirklich" in shown
    assert "1 von 2 Prüfungen bestanden" in shown and "Bild: " in shown


def test_a_name_of_a_variable_is_the_same_in_german():
    assert reported("first is used but never set", "de") == "first wird benutzt, aber nie gesetzt"
    assert reported("p.bas: first", "de") == "p.bas: zuerst"


def test_a_scan_s_report_on_a_german_host(german_host, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "ferry.toml").write_text(manifest.to_toml(madeup.manifest()))
    lines = [b"%d %s" % line for line in madeup.listings()["base"].items()]
    rows = [row.replace(b"INK 1,24", b"INK l,24") for row in lines if not row.startswith(b"40 ")]
    (tmp_path / "scan.txt").write_bytes(b"\n".join(rows))
    assert cli.main(["typein", "ferry.toml", "--from", "scan.txt"]) == 1
    shown = capsys.readouterr().out
    assert "ferry: 58 Zeilen, 56 wie gelesen, 1 verbessert, 1 offen\n" in shown
    assert "    gelesen 'MODE 1:INK 0,1:INK l,24:BORDER 1' (Zeichen falsch gelesen; scan.txt:3)\n" in shown
    assert "  40 OFFEN: nicht im Scan\n" in shown
    assert cli.main(["typein", "--from", "scan.txt", "-o", "mine.bas"]) == 0
    assert capsys.readouterr().out == "mine.bas: 57 Zeilen, 0 zweifelhaft\n"


def test_a_listing_is_typed_in_on_the_cpc_s_own_screen_on_a_german_host(german_host, tmp_path):
    listing = madeup.manifest()
    cpc = machine_for(typein.TypingIn(listing, listing.by_name[manifest.BASE], tmp_path / "ferry.bas"), reported)
    cpc.run_until_idle(5)
    cpc.type("REM\n20 PRINT\n")
    cpc.run_until_idle(5)
    screen = " ".join("\n".join(cpc.screen.text()).split())
    assert "ferry: 58 Zeilen. /help zaehlt die Befehle auf." in screen and "Das ist nicht die Zeile des Buches" in screen


def test_what_is_filled_in_is_the_same_in_both_languages():
    for english, translated in [*TABLE.items(), *REPORTS.items()]:
        assert sorted(re.findall(r"\{\d\}", english)) == sorted(re.findall(r"\{\d\}", translated)), english
        if not english.startswith("{0} is not {1}"):
            table = TABLE if english in TABLE else REPORTS
            assert german(re.sub(r"\{(\d)\}", r"<\1>", english), table) == re.sub(r"\{(\d)\}", r"<\1>", translated)


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

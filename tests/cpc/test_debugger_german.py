"""What the debugger says has a German text: found by walking through its source, not by a list."""

import ast
import re
import string
from pathlib import Path

import pytest

from cpc import CPC
from cpc.debugger.console.commands import COMMANDS, Console
from cpc.debugger.german import SENTENCES, spoken
from cpc.debugger.panel.help import COMMAND_LINE, KEYS_HELP, OWN_HELP
from tests.basic.test_debugger_history import debugger_on

ROOT = Path(__file__).parents[2]
FILES = [*sorted((ROOT / "basic/debug").rglob("*.py")), *sorted((ROOT / "cpc/debugger").rglob("*.py")),
         *(ROOT / "cpc/window" / name for name in ("debugger_panel.py", "panel_mouse.py", "panel_progress.py",
                                                   "timeline_painter.py", "panel_painter.py")), ROOT / "cpc/web/learner.py"]
# Words in two languages; what a terminal and a log say before an editor is there.
OTHERS = {"german.py", "help.py", "phrases.py", "server.py", "wire.py"}
TELLS = {"sentence", "CommandError", "spoken"}      # the first argument is a text for the person
SAYS = {"Stop": 1, "halt": 1, "say": 0, "_arrived": 0, "changed_behind": 0, "command": 2, "goes_on": 2, "arrives": 2}
PROSE = re.compile(r"[a-z,;]{2,} [a-z]+ [a-z]|^[A-Z][a-z']+( [a-z']+)+[.:]$")
BEFORE_A_LANGUAGE = {           # an editor is told it before it has said its language
    "Stops before a statement that fails, also where ON ERROR would take the error",
}


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def docstrings(tree: ast.AST) -> set[int]:
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}


def texts_in(node: ast.AST) -> list[ast.AST]:
    """The texts that an argument can be: of a choice both, of a list all."""
    if isinstance(node, ast.IfExp):
        return [*texts_in(node.body), *texts_in(node.orelse)]
    if isinstance(node, ast.List | ast.Tuple):
        return [found for one in node.elts for found in texts_in(one)]
    return [node] if isinstance(node, ast.JoinedStr) or isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def said_in(tree: ast.AST) -> list[ast.AST]:
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            at = 0 if name in TELLS else SAYS.get(name, len(node.args))
            found += [one for arg in node.args[at:at + 1] for one in texts_in(arg)]
            if name in ("command", "goes_on", "arrives") and len(node.args) == 3:
                found += texts_in(node.args[1])
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_each_sentence_has_a_german_one(path):
    if path.name in OTHERS:
        return
    tree = tree_of(path)
    missing = [ast.unparse(one) for one in said_in(tree)
               if isinstance(one, ast.JoinedStr) and path.parts[-2:] != ("console", "thinking_commands.py")
               or isinstance(one, ast.Constant) and one.value not in SENTENCES]
    assert not missing


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_is_said_that_is_not_looked_up(path):
    """A text that reads like English is one that has a German one, whatever is done with it."""
    if path.name in OTHERS:
        return
    tree = tree_of(path)
    skipped = docstrings(tree)
    prose = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
             and id(node) not in skipped and PROSE.search(node.value)]
    assert [text for text in prose if text not in SENTENCES and text not in BEFORE_A_LANGUAGE] == []


def test_each_german_sentence_is_of_one_that_is_said():
    said = {node.value for path in FILES if path.name != "german.py" for node in ast.walk(tree_of(path))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    said |= {command.arguments for command in COMMANDS.values()} | {"{0} is loaded"}
    assert sorted(text for text in SENTENCES if text not in said) == []


def test_both_languages_fill_in_the_same():
    def fields(text: str) -> list[str]:
        return sorted({name for _, name, _, _ in string.Formatter().parse(text) if name})
    assert [text for text, german in SENTENCES.items() if text and fields(text) != fields(german)] == []


def test_the_panels_help_has_as_many_lines_in_both_languages():
    for help in (KEYS_HELP, OWN_HELP):
        assert len(help["en"]) == len(help["de"])
        assert [one.split(" ")[0] for one in OWN_HELP["en"]] == [one.split(" ")[0] for one in OWN_HELP["de"]]
        assert [bool(line) for line in help["en"]] == [bool(line) for line in help["de"]]
    assert COMMAND_LINE["en"] != COMMAND_LINE["de"]


def german_console() -> Console:
    debugger = debugger_on(b"10 REM Suche\r\n20 DIM b(3):FOR i=1 TO 3:b(i)=i:GOSUB 100:NEXT\r\n30 END\r\n100 RETURN\r\n")
    console = Console(debugger)
    console.texts.speak("de")
    return console


def test_help_is_german_for_each_command():
    console = german_console()
    english = {command.names[0]: command.help for command in COMMANDS.values()}
    for name, text in english.items():
        said = " ".join(console.obey(f"help {name}"))
        assert said.startswith(name) and text not in said and spoken(text, "de") in said


@pytest.mark.parametrize("line, said", [
    ("to 999", ["Eine Zeile 999 gibt es nicht."]),
    ("nonsense", ["Einen Befehl nonsense gibt es nicht; vielleicht next?"]),
    ("watch zz", ["Eine Variable zz hat das Programm nicht."]),
    ("break 20:2 if i>2 pass 2", ["Haltepunkt 1: 20:2 if i>2, vom 2. Mal an."]),
    ("when i>2", ["Überwachung 1: i>2 wird wahr."]),
    ("stops", ["Es gibt keine Haltepunkte und keine Überwachungen."]),
    ("present", ["Das ist die Gegenwart.", "10 REM Suche", "   ^^^^^^^^^"]),
    ("print 1/0", ["1/0: Division by zero."]),              # the machine's own words
    ("history i", ["   Sekunden  Zeile  i"]),
])
def test_a_german_answer(line, said):
    console = german_console()
    if line.startswith("history"):
        console.obey("to 30")
    assert console.obey(line)[:len(said)] == said


@pytest.fixture
def german_window(tmp_path, monkeypatch):
    """Opens a German's window with a program in it."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    from cpc.window.window import Own, Window

    def opened(program):
        cpc = CPC()
        cpc.type(program)
        cpc.run_until_idle(5)
        return Window(cpc, CPC, muted=True, pictures=tmp_path, own=Own(language="de"))
    return opened


def test_the_window_of_a_german_speaks_german(german_window):
    """All rows of the panel, in its states: nothing that is English there has a German text."""
    window = german_window("10 DIM b(3):FOR i=1 TO 3:b(i)=i:GOSUB 100:NEXT:END\n100 RETURN\n")
    window.debugger()
    controls = window.overlay.controls
    controls.start()
    english = {text for text, german in SENTENCES.items() if text != german and PROSE.search(text) and "{" not in text}
    try:
        shown = ""
        for line in ("", "to 100", "array b", "who i", "log 100 i", "present", "sounds", "nonsense", "help", "back 999"):
            controls.commands.obey(line)
            window.frame()
            rows = ["".join(span.text for span in row).strip() for row in controls.panels.rows(100, 60)]
            rows += ["".join(span.text for span in row).strip() for row in controls.time.rows(90)]
            assert not [row for row in rows if row in english], line
            shown += "\n".join(rows)
        assert "STEHT" in shown and "Das ist die Gegenwart." in shown and "Variablen" in shown and "weiter" in shown
    finally:
        window.close()


def test_umlauts_of_ours_are_shown_and_characters_of_the_cpc_too(german_window):
    window = german_window("10 GOSUB 100:END\n100 RETURN\n")
    try:
        window.debugger()
        controls = window.overlay.controls
        controls.start()
        controls.commands.obey("step")
        window.frame()
        rows = "\n".join("".join(span.text for span in row) for row in controls.panels.rows(80, 40))
        assert "zurück nach 10:2" in rows and "SHIFT+F10 zurück" in rows
        assert "STRG+F11" not in rows                   # there is no room for what it does
        controls.commands.obey("do GOTO 100")
        assert "GOSUB" in " ".join(controls.console.obey("explain"))
    finally:
        window.close()

"""`cpc lsp` as an editor speaks with it: JSON-RPC over standard input and output of a real process."""

import json
import queue
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from tests import random_programs
from tests.places import EVERYTHING, PATIENCE, REPO

pytest.importorskip("pygls")

OPTIONS = {"tabSize": 4, "insertSpaces": True}
URI = "file:///listing.bas"
LISTING = '10 DEFINT a-c:?"😀ä":a=1:gosub 100\n20 PRINT a%+LEFT$("x",a):b=f1\n100 REM **** Draw ****\n110 RETURN\n'


class Editor:
    def __init__(self, *arguments: str, capabilities: dict | None = None, options: object = None) -> None:
        self.process = subprocess.Popen([sys.executable, "-m", "cpc", "lsp", *arguments], cwd=REPO, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.arrived: queue.Queue[dict] = queue.Queue()
        self.told: list[dict] = []          # that was no answer
        self.last = 0
        threading.Thread(target=self.read, daemon=True).start()
        self.capabilities = self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities or {},
                                                    "initializationOptions": options})["capabilities"]
        self.tell("initialized", {})

    def read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while head := stream.readline():
            if head.lower().startswith(b"content-length:"):
                while stream.readline().strip():
                    pass
                self.arrived.put(json.loads(stream.read(int(head.split(b":")[1]))))

    def send(self, message: dict) -> None:
        body = json.dumps({"jsonrpc": "2.0"} | message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def tell(self, method: str, params: object) -> None:
        self.send({"method": method, "params": params})

    def reply(self, method: str, params: object) -> dict:
        """The whole answer. What the server asks for in between is granted."""
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        while True:
            message = self.arrived.get(timeout=PATIENCE)
            if message.get("id") == self.last and "method" not in message:
                return message
            self.told.append(message)
            if "method" in message and "id" in message:
                self.send({"id": message["id"], "result": {"applied": True}})

    def ask(self, method: str, params: object) -> Any:
        answer = self.reply(method, params)
        assert "error" not in answer, answer
        return answer["result"]

    def open(self, text: str, uri: str = URI) -> None:
        self.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "cpc-basic", "version": 1, "text": text}})

    def change(self, text: str) -> None:
        self.tell("textDocument/didChange", {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": text}]})

    def problems(self) -> list[dict]:
        """The next ones that the server publishes."""
        while True:
            message = self.told.pop(0) if self.told else self.arrived.get(timeout=PATIENCE)
            if message.get("method") == "textDocument/publishDiagnostics":
                return message["params"]["diagnostics"]

    def at(self, row: int, column: int, **more: object) -> dict:
        return {"textDocument": {"uri": URI}, "position": {"line": row, "character": column}, **more}

    def end(self) -> int:
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.process.wait(PATIENCE)


@pytest.fixture
def editor(request: pytest.FixtureRequest) -> Iterator[Editor]:
    made = Editor(*getattr(request, "param", ["--language", "en"]))
    yield made
    assert made.end() == 0
    assert made.process.stderr is not None and b"Traceback" not in made.process.stderr.read()


def places(found: list[dict]) -> list[tuple[int, int, int]]:
    ranges = [(one["range"]["start"], one["range"]["end"]) for one in found]
    return [(start["line"], start["character"], end["character"]) for start, end in ranges]


@pytest.mark.parametrize("editor", [["--language", "de"]], indirect=True)
def test_an_editor_is_told_in_german(editor):
    editor.open("10 GOTO 20\n10 é=1\n")
    assert [one["message"] for one in editor.problems()] == [
        "Zeile 10 kommt weiter unten noch einmal, und nur die gilt.",
        "Der CPC hat kein é; im Programm steht dafür e.", "e wird gesetzt, aber nie benutzt"]
    range = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 2}}
    actions = editor.ask("textDocument/codeAction", {
        "textDocument": {"uri": URI}, "range": range, "context": {"diagnostics": []}})
    assert [one["title"] for one in actions] == ["Die Zeilen neu nummerieren: 10, 20, 30..."]
    refused = editor.reply("textDocument/rename", editor.at(0, 0, newName="x"))
    assert refused["error"]["message"] == "Hier steht kein Name einer Variablen."


def test_a_session(editor):
    editor.open(LISTING)
    found = editor.problems()
    assert [(place, one["severity"], one["message"]) for place, one in zip(places(found), found, strict=True)] == [
        ((0, 16, 18), 1, "The CPC does not have the character 😀"),
        ((0, 18, 19), 3, "The CPC does not have ä; the program has ae instead."),
        ((1, 25, 26), 2, "b is set but never used"), ((1, 27, 29), 2, "f1 is used but never set")]
    assert all(one["source"] == "cpc" for one in found)
    told = editor.ask("textDocument/hover", editor.at(0, 25))
    assert told["contents"]["value"].startswith("```basic\nGOSUB\n```\n\nGOSUB line")
    line = {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 3}}
    assert editor.ask("textDocument/definition", editor.at(0, 31)) == {"uri": URI, "range": line}
    found = editor.ask("textDocument/references", editor.at(2, 1, context={"includeDeclaration": True}))
    assert places(found) == [(2, 0, 3), (0, 31, 34)]
    assert places(editor.ask("textDocument/documentHighlight", editor.at(1, 9))) == [(0, 21, 22), (1, 9, 11), (1, 22, 23)]
    symbol, = editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
    assert (symbol["name"], symbol["selectionRange"]) == ("100 Draw", line)
    assert symbol["range"]["end"] == {"line": 3, "character": 10}
    assert editor.ask("textDocument/prepareRename", editor.at(1, 9))["end"]["character"] == 11
    edits = editor.ask("textDocument/rename", editor.at(1, 9, newName="score"))["changes"][URI]
    assert [(*place, one["newText"]) for place, one in zip(places(edits), edits, strict=True)] == [
        (0, 21, 22, "score%"), (1, 9, 11, "score%"), (1, 22, 23, "score%")]
    refused = editor.reply("textDocument/rename", editor.at(1, 9, newName="b"))["error"]
    assert refused["message"] == "b% is in use already."
    edits = editor.ask("textDocument/formatting", {"textDocument": {"uri": URI}, "options": OPTIONS})
    assert edits == []                     # the first row has characters that the CPC lacks; the others are as LIST prints them
    labels = {one["label"]: one for one in editor.ask("textDocument/completion", editor.at(1, 3))}
    assert labels["PRINT"]["kind"] == 14 and labels["a"]["kind"] == 6 and labels["PRINT"]["detail"].startswith("PRINT")


def test_problems_follow_changes(editor):
    editor.open("10 GOTO 20")
    assert [one["message"] for one in editor.problems()] == ["Line does not exist: 20"]
    editor.change("10 GOTO 20\n20 GOTO 10")
    assert editor.problems() == []
    editor.tell("textDocument/didClose", {"textDocument": {"uri": URI}})
    assert editor.problems() == [] and editor.ask("textDocument/hover", editor.at(0, 4)) is None


def test_renumbering_is_an_edit_that_the_server_asks_for(editor):
    editor.open("5 GOTO 7\n7 GOTO 99")
    action = editor.ask("textDocument/codeAction", {
        "textDocument": {"uri": URI}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}},
        "context": {"diagnostics": []}})[0]
    assert action["command"]["command"] == "cpc.renumber"
    editor.ask("workspace/executeCommand", {"command": "cpc.renumber", "arguments": action["command"]["arguments"]})
    edit = next(one for one in editor.told if one["method"] == "workspace/applyEdit")["params"]["edit"]["changes"][URI]
    assert [(*place, one["newText"]) for place, one in zip(places(edit), edit, strict=True)] == [
        (0, 0, 1, "10"), (1, 0, 1, "20"), (0, 7, 8, "20")]
    assert editor.ask("textDocument/hover", editor.at(0, 3)) is not None
    told = [one["params"]["message"] for one in editor.told if one["method"] == "window/showMessage"]
    assert told == ["Undefined line 99 in 20."]
    editor.ask("workspace/executeCommand", {"command": "cpc.renumber", "arguments": [URI, 0]})
    assert any("is not possible" in str(one) for one in editor.told)
    for wrong in ([], ["file:///none"], [URI, "x"], [5]):
        assert "error" in editor.reply("workspace/executeCommand", {"command": "cpc.renumber", "arguments": wrong})


def test_blanks_are_a_quick_fix(editor):
    editor.open("10 IFa=1THEN GOTO 10")
    actions = editor.ask("textDocument/codeAction", {
        "textDocument": {"uri": URI}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 5}},
        "context": {"diagnostics": []}})
    assert [(one["kind"], one["title"]) for one in actions] == [
        ("quickfix", "Put blanks around the keywords"), ("source", "Renumber the lines: 10, 20, 30...")]
    assert actions[0]["edit"]["changes"][URI][0]["newText"] == "IF a=1THEN GOTO 10"


@pytest.mark.parametrize("editor", [["--language", "de"]], indirect=True)
def test_help_in_german(editor):
    editor.open("10 LOCATE 1,1")
    assert "Spalte" in editor.ask("textDocument/hover", editor.at(0, 4))["contents"]["value"]


@pytest.mark.parametrize("encoding, column", [("utf-8", 6 + 4 + 2), ("utf-32", 6 + 2)])
def test_the_units_that_an_editor_asks_for(encoding, column):
    editor = Editor(capabilities={"general": {"positionEncodings": [encoding]}})
    assert editor.capabilities["positionEncoding"] == encoding
    editor.open('10 ?"😀ä";name:name=1')
    name = column + 1
    assert editor.ask("textDocument/prepareRename", editor.at(0, name + 1))["start"]["character"] == name
    assert editor.end() == 0


def test_settings_come_at_the_start_and_later():
    editor = Editor(options={"model": "6128"})
    editor.open("10 FRAME:IFa=1THENGOTO10")
    assert not any("BASIC 1.1" in one["message"] for one in editor.problems())
    editor.tell("workspace/didChangeConfiguration", {"settings": {"cpc": {"model": "464", "dialect": "commodore"}}})
    found = [one["message"] for one in editor.problems()]
    assert "FRAME is a word of BASIC 1.1, which a 464 does not know" in found
    for wrong in (None, 5, {"cpc": 5}, {"cpc": {"model": 5, "dialect": []}}):
        editor.tell("workspace/didChangeConfiguration", {"settings": wrong})
        assert editor.problems()
    assert editor.end() == 0


@pytest.fixture(scope="module")
def patient_editor() -> Iterator[Editor]:
    """One for all texts: what one of them does to it the next one shows."""
    made = Editor()
    yield made
    assert made.end() == 0
    assert made.process.stderr is not None and b"Traceback" not in made.process.stderr.read()


def hostile_texts() -> dict[str, str]:
    chance = random.Random(21)
    example = (REPO / "examples" / "schach.bas").read_text(encoding="utf-8")
    letters = "äöüß😀\u2028\x0c\x1c\x85\ufeff\u0301\0\x1a\t\"':"
    return {
        "bytes": chance.randbytes(20_000).decode("latin-1"), "no numbers": "PRINT 1\n" * 3000,
        "same number": "10 GOTO 10\n" * 3000, "digits": "9" * 5000 + " CLS\n10 GOTO " + "9" * 5000,
        "many lines": "".join(f"{number} IF a{number % 90}=1 THEN GOSUB {number - number % 100 + 1}:FOR i=1 TO 3:NEXT i\n"
                              for number in range(1, 10_001 if EVERYTHING else 2_001)),
        "long line": "10 PRINT " + "a+" * 50_000 + "a", "deep": "10 PRINT " + "(" * 250,
        "odd letters": "\n".join(f"{at} " + "".join(chance.choices(letters + "aA1=(", k=20)) for at in range(1, 200)),
        "ends of rows": "10 CLS\r20 CLS\r\n30 CLS\u202840 CLS\x0c50 CLS\n",
        "programs": b"\n".join(random_programs.program(seed) for seed in range(3)).decode("latin-1"),
        "example": example, "cut example": example[:len(example) // 2], "nothing": "", "blank": " ",
    }


QUESTIONS = ["hover", "definition", "references", "documentHighlight", "documentSymbol", "completion", "prepareRename",
             "rename", "formatting", "rangeFormatting", "codeAction"]


@pytest.mark.parametrize("name", hostile_texts())
def test_hostile_texts_have_answers(patient_editor, name):
    """At random places, within the text and outside: an answer, or one sentence of refusal."""
    editor, text, chance = patient_editor, hostile_texts()[name], random.Random(name)
    editor.told.clear()
    rows = text.count("\n") + 1
    editor.open(text)
    for at in range(2 * len(QUESTIONS)):
        row = chance.choice([chance.randrange(rows), rows, rows + 9])
        column = chance.choice([0, 3, chance.randrange(300), 99_999])
        place = {"line": row, "character": column}
        asked = QUESTIONS[at % len(QUESTIONS)]
        answer = editor.reply(f"textDocument/{asked}", editor.at(row, column, newName="zz", context={
            "includeDeclaration": True, "diagnostics": [], "triggerKind": 1}, range={"start": place, "end": place},
            options=OPTIONS))
        if "error" in answer:
            assert asked == "rename" and answer["error"]["message"].endswith((".", "!")), answer
    assert isinstance(editor.problems(), list)


def test_what_no_editor_sends(editor):
    """Requests that are damaged or unknown get an error, and the next one its answer."""
    editor.open("10 CLS")
    for wrong in ({"textDocument": {}}, {"textDocument": {"uri": URI}, "position": {"line": -5, "character": -5}}, [], None,
                  {"textDocument": {"uri": URI}, "position": {"line": "x", "character": 0}}):
        editor.reply("textDocument/hover", wrong)          # whatever it is
    assert "error" in editor.reply("textDocument/nonsense", {})
    editor.change("10 CLS\n20 MODE 1")
    assert editor.ask("textDocument/hover", editor.at(1, 4)) is not None


def test_the_end_of_the_input_ends_it():
    editor = Editor()
    assert editor.process.stdin is not None and editor.process.stderr is not None
    editor.process.stdin.close()
    assert editor.process.wait(PATIENCE) == 0 and b"Traceback" not in editor.process.stderr.read()


def test_without_pygls_a_sentence(tmp_path):
    (tmp_path / "pygls.py").write_text("raise ModuleNotFoundError('No module named pygls', name='pygls')\n", encoding="ascii")
    ended = subprocess.run([sys.executable, "-c", "import sys; sys.path.insert(0, sys.argv[1])\n"
                            "from cpc.commands.cli import main; sys.exit(main(['lsp']))", str(tmp_path)],
                           cwd=REPO, capture_output=True, text=True, timeout=PATIENCE)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == ("cpc: `cpc lsp` needs the package pygls, which is not installed: "
                            f"{sys.executable} -m pip install pygls\n")

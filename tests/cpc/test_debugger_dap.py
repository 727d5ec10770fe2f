"""A client's session with `cpc debug --dap`, message by message."""

import base64
import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from io import BytesIO
from pathlib import Path

import pytest

from basic.debug.debugger import CommandError
from cpc import CPC
from cpc.commands.prepare import ProgramLoader
from cpc.debugger.dap import doorkeeper, editor
from cpc.debugger.dap.adapter import Adapter
from cpc.debugger.dap.breakpoints import Breakpoints
from cpc.debugger.dap.movement import Movement
from cpc.debugger.dap.program import LISTS, ONE_OF, TEXTS, checked
from cpc.debugger.dap.server import listen, listener_at
from cpc.debugger.dap.views import Views
from cpc.debugger.dap.wire import NotAMessage, Wire, read_message
from tests.places import PATIENCE, REPO

PROGRAM = b"""10 n=0:DIM a(5),f(2,2)
20 FOR i=1 TO 5:GOSUB 100:NEXT i
30 PRINT "done";n
40 ON ERROR GOTO 200
50 x=ASC("")
60 END
100 n=n+i:a(i)=n
110 RETURN
200 PRINT "handled":RESUME NEXT
"""


def debugger(*arguments: str, **streams) -> subprocess.Popen:
    return subprocess.Popen([sys.executable, "-m", "cpc", "debug", *arguments], cwd=REPO, **streams)


def framed(message) -> bytes:
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class Client:
    """Over two streams."""

    def __init__(self, incoming, outgoing):
        self.incoming, self.outgoing = incoming, outgoing
        self.sent = 0
        self.events: list[dict] = []

    def send_raw(self, data: bytes) -> None:
        self.outgoing.write(data)
        self.outgoing.flush()

    def send(self, command: str, **arguments) -> None:
        self.sent += 1
        self.send_raw(framed({"seq": self.sent, "type": "request", "command": command, "arguments": arguments}))

    def receive(self) -> dict:
        message = read_message(self.incoming)
        assert message is not None, "the adapter has ended"
        return message

    def ask(self, command: str, **arguments) -> dict:
        """The response; events that come before it are kept."""
        self.send(command, **arguments)
        while (message := self.receive())["type"] == "event":
            self.events.append(message)
        assert message["type"] == "response"
        assert (message["request_seq"], message["command"]) == (self.sent, command)
        return message

    def do(self, command: str, **arguments) -> dict:
        response = self.ask(command, **arguments)
        assert response["success"], response
        return response.get("body")

    def refused(self, command: str, **arguments) -> str:
        response = self.ask(command, **arguments)
        assert not response["success"], response
        assert response["body"]["error"]["format"] == response["message"]
        return response["message"]

    def launch(self, program: Path, before=lambda: None, **more) -> None:
        """Up to where the program runs or stands; `before` sets breakpoints."""
        self.do("initialize", adapterID="cpc")
        self.do("launch", program=str(program), **more)
        self.event("initialized")
        before()
        self.do("configurationDone")

    def breakpoints(self, program: Path, *wanted: dict) -> list[dict]:
        return self.do("setBreakpoints", source={"path": str(program)}, breakpoints=list(wanted))["breakpoints"]

    def stopped(self) -> dict:
        return self.event("stopped")

    def value(self, expression: str) -> str:
        return self.do("evaluate", expression=expression, context="watch")["result"]

    def event(self, name: str) -> dict:
        """The next event of that name."""
        while True:
            message = self.events.pop(0) if self.events else self.receive()
            assert message["type"] == "event", message
            if message["event"] == name:
                return message["body"]

    def where(self) -> tuple[int, int]:
        top = self.do("stackTrace", threadId=1)["stackFrames"][0]
        return top["line"], top["column"]


@pytest.fixture
def client():
    process = debugger("--dap", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    guard = threading.Timer(PATIENCE, process.kill)
    guard.start()
    yield Client(process.stdout, process.stdin)
    guard.cancel()
    process.stdin.close()
    assert process.wait(PATIENCE) == 0
    process.stdout.close()


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "sums.bas"
    path.write_bytes(PROGRAM)
    return path


def test_a_whole_session(client, program):
    abilities = client.do("initialize", adapterID="cpc", linesStartAt1=True, columnsStartAt1=True)
    assert abilities["supportsStepBack"] and abilities["supportsDataBreakpoints"]
    client.do("launch", program=str(program), stopOnEntry=True)
    client.event("initialized")
    source = {"path": str(program)}
    made = client.do("setBreakpoints", source=source, breakpoints=[
        {"line": 8, "condition": "n>5"}, {"line": 7, "column": 13, "hitCondition": "5"}, {"line": 3, "condition": ")("}])
    assert [one["verified"] for one in made["breakpoints"]] == [True, True, False]
    assert [(one["line"], one["column"]) for one in made["breakpoints"][:2]] == [(8, 5), (7, 11)]
    assert made["breakpoints"][2]["message"] == ")( is not an expression."
    client.do("setExceptionBreakpoints", filters=["errors"])
    client.do("configurationDone")
    assert client.event("stopped")["reason"] == "entry"
    assert client.do("threads")["threads"] == [{"id": 1, "name": "BASIC"}]
    assert client.where() == (1, 4)

    client.do("next", threadId=1, granularity="statement")
    assert client.event("stopped")["reason"] == "step"
    assert client.where() == (1, 8)
    client.do("continue", threadId=1)
    stopped = client.event("stopped")
    assert stopped["reason"] == "breakpoint"
    assert stopped["hitBreakpointIds"] == [made["breakpoints"][0]["id"]]
    frames = client.do("stackTrace", threadId=1)["stackFrames"]
    assert [(one["line"], one["column"]) for one in frames] == [(8, 5), (2, 17)]
    assert frames[0]["source"]["path"] == str(program)

    scopes = {one["name"]: one["variablesReference"] for one in client.do("scopes", frameId=0)["scopes"]}
    scalars = client.do("variables", variablesReference=scopes["Variables"])["variables"]
    assert {one["name"]: one["value"] for one in scalars} == {"n": "6", "i": "3"}
    arrays = client.do("variables", variablesReference=scopes["Arrays"])["variables"]
    assert [(one["name"], one["value"]) for one in arrays] == [("a()", "(5)"), ("f()", "(2,2)")]
    a, f = (one["variablesReference"] for one in arrays)
    elements = client.do("variables", variablesReference=a, start=1, count=3)["variables"]
    assert [(one["name"], one["value"]) for one in elements] == [("a(1)", "1"), ("a(2)", "3"), ("a(3)", "6")]
    rows = client.do("variables", variablesReference=f)["variables"]
    assert [(one["name"], one["value"]) for one in rows] == [(f"f(*,{row})", "0 0 0") for row in range(3)]
    names = [one["name"] for row in rows for one in
             client.do("variables", variablesReference=row["variablesReference"])["variables"]]
    assert names[:4] == ["f(0,0)", "f(1,0)", "f(2,0)", "f(0,1)"]
    loops = client.do("variables", variablesReference=scopes["Loops and GOSUBs"])["variables"]
    assert [one["value"] for one in loops] == ["back to 20:3", "i = 3 to 5"]

    assert client.do("evaluate", expression="n*2+a(2)", context="watch")["result"] == "15"
    assert client.do("evaluate", expression="array a width 3", context="repl")["result"] == "0 1 3\n6 0 0"
    refused = client.ask("evaluate", expression="b(1)", context="hover")
    assert (refused["success"], refused["message"]) == (False, "The array b() has not been dimensioned yet.")
    client.do("stepBack", threadId=1, granularity="statement")
    client.event("stopped")
    assert client.where() == (7, 11)
    client.do("stepBack", threadId=1)
    client.event("stopped")
    assert client.where() == (7, 5)
    assert client.do("evaluate", expression="n", context="hover")["result"] == "3"

    told = client.do("dataBreakpointInfo", name="a(4)", variablesReference=scopes["Arrays"])
    assert told == {"dataId": "a(4)", "description": "a(4)", "accessTypes": ["write"], "canPersist": True}
    watch = told["dataId"]
    assert client.do("setDataBreakpoints", breakpoints=[{"dataId": watch}])["breakpoints"][0]["verified"]
    client.do("setBreakpoints", source=source, breakpoints=[])
    client.do("continue", threadId=1)
    stopped = client.event("stopped")
    assert (stopped["reason"], stopped["text"]) == ("data breakpoint", "a(4) was 0 and is now 10.")
    client.do("setDataBreakpoints", breakpoints=[])
    assert client.do("setVariable", variablesReference=scopes["Variables"], name="n", value="1000")["value"] == "1000"
    client.do("stepOut", threadId=1)
    client.event("stopped")
    assert client.where() == (2, 27)
    client.do("continue", threadId=1)
    stopped = client.event("stopped")
    assert stopped["reason"] == "exception"
    assert stopped["text"] == "Improper argument is about to happen: line 200 will handle it."
    assert client.do("exceptionInfo", threadId=1)["breakMode"] == "always"
    assert client.where() == (5, 4)
    client.do("continue", threadId=1)
    assert "handled" in client.event("output")["output"]
    assert client.event("stopped")["text"] == "The program has ended."
    top, = client.do("stackTrace", threadId=1)["stackFrames"]
    assert (top["name"], top["line"], top["column"]) == ("The CPC is ready.", 6, 4)
    client.do("reverseContinue", threadId=1)
    assert client.event("stopped")["text"] == "This is the beginning."
    client.do("disconnect")


def test_a_listing_without_a_file(client, program, tmp_path):
    tokenised = tmp_path / "sums2.bas"
    subprocess.run([sys.executable, "-m", "cpc", "convert", str(program), str(tokenised)], check=True,
                   cwd=REPO, capture_output=True, timeout=PATIENCE)
    assert not tokenised.read_bytes().startswith(b"10")
    client.do("initialize", adapterID="cpc", linesStartAt1=False, columnsStartAt1=False)
    client.do("launch", program=str(tokenised))
    client.event("initialized")
    source, = client.do("loadedSources")["sources"]
    text = client.do("source", source=source, sourceReference=source["sourceReference"])["content"]
    assert text.encode() == PROGRAM
    places = client.do("breakpointLocations", source=source, line=1)["breakpoints"]
    assert [text.splitlines()[1][one["column"]:one["endColumn"]] for one in places] == [
        "FOR i=1 TO 5", "GOSUB 100", "NEXT i"]
    # as an editor remembers it from another day: by its name alone
    client.do("setBreakpoints", source={"name": source["name"]}, breakpoints=[{"line": 1, "column": places[2]["column"]}])
    client.do("configurationDone")
    assert client.event("stopped")["reason"] == "breakpoint"
    assert client.where() == (1, places[2]["column"])
    client.do("disconnect")


def test_keys_pause_and_requests_that_make_no_sense(client, tmp_path):
    path = tmp_path / "keys.bas"
    path.write_bytes(b'10 INPUT a\n20 a=a+1:GOTO 20\n')
    client.do("initialize", adapterID="cpc")
    for wrong, sentence in (({}, "The launch configuration names no program."),
                            ({"program": str(tmp_path / "none.bas")}, "none.bas"),
                            ({"program": str(path), "model": "665"}, "model is one of 464, 664, 6128."),
                            ({"program": str(path), "drive": str(path)}, "is not a folder."),
                            ({"program": str(path), "merge": ["none.bas"]}, "There is no file none.bas."),
                            ({"program": str(path), "keys": "\u2603"}, "characters that the CPC does not have: \u2603."),
                            ({"program": "x" * 5000}, f"{100 * 'x'}[4800 characters]{100 * 'x'}: File name too long.")):
        refused = client.ask("launch", **wrong)
        assert not refused["success"] and sentence in refused["message"]
    assert client.ask("threads")["message"] == "There is no program yet."
    client.do("launch", program=str(path))
    client.do("configurationDone")
    while "waits for a key" not in client.event("output")["output"]:
        pass
    client.do("evaluate", expression=r"type 5\n", context="repl")
    client.do("pause", threadId=1)
    assert client.event("stopped")["reason"] == "pause"
    client.do("evaluate", expression="set a=7", context="repl")
    assert client.do("evaluate", expression="a", context="hover")["result"] == "7"
    assert "does not know" in client.ask("flyToTheMoon")["message"]
    assert not client.ask("variables")["success"]
    assert client.ask("evaluate", expression="continue", context="repl")["message"] == (
        "continue is done by the editor's own keys.")
    client.do("terminate")
    client.event("terminated")
    client.do("disconnect")


def test_hit_conditions(client, tmp_path):
    path = tmp_path / "passes.bas"
    row = "10 FOR i=1 TO 5:a=1:b=1:c=1:d=1:e=1:f=1:NEXT"
    path.write_text(row)
    wanted = {"a": "3", "b": ">3", "c": ">=4", "d": "==2", "e": "%2", "f": "<2"}
    made = []

    def set_them():
        made.extend(client.breakpoints(
            path, *({"line": 1, "column": row.index(f":{name}=") + 2, "hitCondition": one} for name, one in wanted.items()),
            *({"line": 1, "hitCondition": one} for one in ("0", "%0", "often", "5 or so"))))
    client.launch(path, set_them)
    assert [one["verified"] for one in made] == [True] * 6 + [False] * 4
    assert [one["message"] for one in made[6:]] == [
        "Passes are counted from 1.", "Passes are counted from 1.",
        "often is no number of passes: 5, >5, >=5, ==5, <5, <=5 or %5.",
        "5 or so is no number of passes: 5, >5, >=5, ==5, <5, <=5 or %5."]
    names = {one["id"]: name for one, name in zip(made, wanted)}
    stops = []
    while (stopped := client.stopped())["reason"] == "breakpoint":
        stops.append(names[stopped["hitBreakpointIds"][0]] + client.value("i"))
        client.do("continue", threadId=1)
    assert stops == ["f1", "d2", "e2", "a3", "a4", "b4", "c4", "e4", "a5", "b5", "c5"]


def test_a_breakpoint_that_stays_goes_on_counting(client, program):
    third = {"line": 7, "column": 13, "hitCondition": "==3"}
    client.launch(program, lambda: client.breakpoints(program, third, {"line": 8, "condition": "i=2"}))
    client.stopped()
    first = client.breakpoints(program, third)
    client.do("continue", threadId=1)
    assert client.stopped()["hitBreakpointIds"] == [first[0]["id"]]
    assert client.value("i") == "3"


def test_data_breakpoints_with_conditions(client, program):
    client.launch(program, stopOnEntry=True)
    client.stopped()

    def watch(**more):
        return client.do("setDataBreakpoints", breakpoints=[{"dataId": "n", **more}])["breakpoints"][0]
    assert watch(hitCondition="==2")["message"] == "A data breakpoint counts from a pass on: 5, >=5 or >4."
    assert not watch(condition=")(")["verified"]
    assert not watch(accessType="read")["verified"]
    number = watch(condition="n>2", hitCondition=">1")["id"]
    client.do("continue", threadId=1)
    stopped = client.stopped()
    assert (stopped["reason"], stopped["hitBreakpointIds"]) == ("data breakpoint", [number])
    assert client.value("n") == "6"             # 3 was the first above 2
    info = client.do("dataBreakpointInfo", name="time", variablesReference=4)
    assert info == {"dataId": None, "description": "time is not watched; variables and expressions are."}


def test_a_log_point_says_and_does_not_stop(client, program):
    made = []
    client.launch(program, lambda: made.extend(client.breakpoints(
        program, {"line": 7, "column": 13, "logMessage": 'i is {i}, {"n"+STR$(n)}, {b(1)}', "condition": "i>3"},
        {"line": 3, "logMessage": "{)(}"})))
    assert [one["verified"] for one in made] == [True, False]
    assert client.stopped()["text"] == "The program has ended."


def test_what_a_log_point_says_comes_between_what_the_program_prints(client, tmp_path):
    path = tmp_path / "log.bas"
    path.write_bytes(b'10 PRINT "one"\n20 a$="b"\n30 PRINT "two"\n')
    client.launch(path, lambda: client.breakpoints(path, {"line": 2, "logMessage": "a$ is <{a$}>, {b(1)}"}))
    said = [client.event("output") for _ in range(3)]
    assert [(one["category"], one["output"].strip()) for one in said] == [
        ("stdout", "one"), ("console", "a$ is <>, The array b() has not been dimensioned yet."), ("stdout", "two")]
    assert (said[1]["line"], said[1]["source"]["path"]) == (2, str(path))
    assert client.stopped()["text"] == "The program has ended."
    client.do("reverseContinue", threadId=1)
    assert client.stopped()["text"] == "This is the beginning."
    assert client.where() == (1, 4)


def test_restart_takes_the_file_as_it_is_now(client, program):
    client.launch(program, lambda: client.breakpoints(program, {"line": 3}, {"line": 8, "condition": "i=2"}))
    numbers = client.stopped()["hitBreakpointIds"]
    program.write_bytes(b"5 REM new\n" + PROGRAM.replace(b"TO 5", b"TO 2"))
    client.do("setExceptionBreakpoints", filters=["errors"])
    client.do("restart")
    changed = [client.event("breakpoint") for _ in range(2)]
    assert [(one["reason"], one["breakpoint"]["line"], one["breakpoint"]["verified"]) for one in changed] == [
        ("changed", 3, True), ("changed", 8, True)]
    assert numbers == [changed[1]["breakpoint"]["id"]]
    stopped = client.stopped()
    assert stopped["hitBreakpointIds"] == [changed[0]["breakpoint"]["id"]]
    assert client.where()[0] == 3               # line 20 is there now
    client.do("continue", threadId=1)
    while stopped["reason"] != "exception":
        stopped = client.stopped()
        client.do("continue", threadId=1)


def test_goto(client, program):
    client.launch(program, stopOnEntry=True)
    client.stopped()
    target, = client.do("gotoTargets", source={"path": str(program)}, line=3, column=8)["targets"]
    assert (target["label"], target["line"]) == ("GOTO 30", 3)
    client.do("goto", threadId=1, targetId=target["id"])
    assert client.stopped()["reason"] == "goto"
    assert client.where() == (3, 4)
    assert client.refused("goto", threadId=1, targetId=31) == "There is no line 31."
    client.do("continue", threadId=1)
    assert client.event("output")["output"] == "done 0 \n"


def test_the_debug_console(client, program):
    client.launch(program, lambda: client.breakpoints(program, {"line": 3}), stopOnEntry=False)
    client.stopped()

    def targets(text):
        return [one["label"] for one in client.do("completions", text=text, column=len(text) + 1)["targets"]]
    assert targets("st") == ["stack", "state", "stops"]
    assert targets("array ") == ["a(", "f(", "i", "n"]
    assert targets("print n+") == ["a(", "f(", "i", "n"]
    both = client.do("completions", text="print zn", column=9)["targets"]
    assert both == []
    one, = client.do("completions", text="print n*2", column=8)["targets"]
    assert (one["label"], one["start"], one["length"]) == ("n", 6, 1)

    def said(text, context="repl"):
        return client.do("evaluate", expression=text, context=context)["result"]
    assert said("n") == "15"                    # not the command that n is short for
    assert said("a") == "0"
    assert said("a", "hover") == "(5)"          # where there is only the array
    assert said("do PRINT 5") == "30 PRINT \"done\";n\n   ^^^^^^^^^^^^^^"
    assert client.event("output")["output"] == " 5 \n"
    assert said("do GOTO 40").startswith("40 ON ERROR")
    assert client.stopped()["reason"] == "goto"
    assert client.where()[0] == 4
    array = client.do("evaluate", expression="a()", context="watch")
    elements = client.do("variables", variablesReference=array["variablesReference"], filter="indexed")["variables"]
    assert [one["value"] for one in elements] == ["0", "1", "3", "6", "10", "15"]
    assert client.do("variables", variablesReference=array["variablesReference"], filter="named")["variables"] == []
    assert client.do("setExpression", expression="a(2)", value="n+1")["value"] == "16"
    assert "type mismatch" in client.refused("setExpression", expression="a(2)", value='"x"').lower()
    assert client.refused("setVariable", variablesReference=4, name="mode", value="2") == (
        "mode can be seen only; do in the debug console does commands of BASIC.")
    assert client.value("a(2)") == "16"


def test_an_assignment_in_the_debug_console_gets_a_hint(client, program):
    client.launch(program, stopOnEntry=True)
    client.stopped()
    for text, hint in (("n=5", "set n=5 changes n"), ("A( 2 ) = n+1", "set A( 2 )=n+1 changes A( 2 )")):
        client.do("evaluate", expression="do n=0:a(2)=0", context="repl")
        assert client.do("evaluate", expression=text, context="repl")["result"] == "0"
        while hint not in (said := client.event("output")["output"]):
            assert "changes" not in said
    client.do("evaluate", expression="n=5", context="watch")
    client.do("evaluate", expression="n>=5", context="repl")
    assert not [one for one in client.events if one["event"] == "output"]
    assert client.refused("evaluate", expression="zz", context="hover") == "zz is no variable that has a value."


def test_memory_and_the_picture(client, program):
    client.do("initialize", adapterID="cpc", supportsMemoryReferences=True)
    client.do("launch", program=str(program), stopOnEntry=True)
    client.do("configurationDone")
    client.stopped()
    client.do("evaluate", expression="do b%=258:DIM c%(3):c%(1)=5", context="repl")
    places = {one["name"]: one["memoryReference"] for reference in (1, 2, 4)
              for one in client.do("variables", variablesReference=reference)["variables"] if "memoryReference" in one}

    def read(name, offset, count):
        found = client.do("readMemory", memoryReference=places[name], offset=offset, count=count)
        return int(found["address"], 0), base64.b64decode(found.get("data", "")), found.get("unreadableBytes", 0)
    assert read("b%", 0, 2)[1:] == (b"\2\1", 0) and read("c%()", 2, 2)[1:] == (b"\5\0", 0)
    address, data, missing = read("memory", 0xFFF0, 100)
    assert (address, len(data), missing) == (0xFFF0, 16, 84)
    assert read("memory", 0x10000, 8) == (0x10000, b"", 8) and read("memory", -1, 8) == (0, b"", 8)
    assert read("memory", 0, 0) == (0, b"", 0)
    assert client.refused("readMemory", memoryReference="here", count=1) == "here is not an address."
    before = client.do("picture")
    assert base64.b64decode(before["png"])[:4] == b"\x89PNG" and before["border"] == "#000080"
    client.do("evaluate", expression="do BORDER 26:PRINT 1", context="repl")
    after = client.do("picture")
    assert after["png"] != before["png"] and after["border"] == "#ffffff"


def test_rows_of_arrays_with_several_subscripts(client, program):
    client.launch(program, stopOnEntry=True)
    client.stopped()
    client.do("evaluate", expression="do DIM t%(1,2,3):t%(1,2,3)=7:t%(0,1,3)=8", context="repl")
    names = {}

    def below(reference, **more):
        found = client.do("variables", variablesReference=reference, **more)["variables"]
        names.update({one["name"]: one["variablesReference"] for one in found})
        return [(one["name"], one["value"]) for one in found]
    below(2)
    assert below(names["t%()"]) == [(f"t%(*,*,{row})", "") for row in range(4)]
    assert below(names["t%()"], filter="indexed") == []
    assert below(names["t%(*,*,3)"]) == [("t%(*,0,3)", "0 0"), ("t%(*,1,3)", "8 0"), ("t%(*,2,3)", "0 7")]
    assert below(names["t%(*,2,3)"], filter="indexed") == [("t%(0,2,3)", "0"), ("t%(1,2,3)", "7")]
    client.do("setVariable", variablesReference=names["t%(*,2,3)"], name="t%(0,2,3)", value="9")
    assert client.value("t%(0,2,3)") == "9"
    client.do("evaluate", expression="do ERASE t%:DIM t%(1,1,1)", context="repl")
    assert client.refused("variables", variablesReference=names["t%(*,*,3)"]) == "These variables are no longer there."
    assert client.refused("variables", variablesReference=1_000_999) == "These variables are no longer there."


def test_a_program_that_polls_the_keyboard_waits_in_real_time(client, tmp_path):
    path = tmp_path / "polls.bas"
    path.write_bytes(b'10 a$=INKEY$:IF a$="" THEN 10\n20 PRINT a$:GOTO 10\n')
    client.launch(path)
    assert "It waits for a key" in client.event("output")["output"]
    begin = time.monotonic()
    client.do("evaluate", expression="type x", context="repl")
    assert client.event("output")["output"].strip() == "x"
    client.do("pause", threadId=1)
    client.stopped()
    state = client.do("variables", variablesReference=4)["variables"]
    seconds = float(next(one["value"] for one in state if one["name"] == "time").removesuffix(" s"))
    assert seconds < 10 + time.monotonic() - begin


def test_a_program_that_runs_stands_where_a_question_s_answer_leads(client, tmp_path):
    path = tmp_path / "asks.bas"
    path.write_bytes(b'10 FOR i=1 TO 3:n=n+i:NEXT\n20 INPUT a\n')

    def said(text):
        return client.do("evaluate", expression=text, context="repl")["result"]
    client.launch(path)
    while "waits for a key" not in client.event("output")["output"]:
        pass
    assert said("history n").count("\n") == 3
    assert said("at 9") == "The last answer has no row 9."
    assert said("at 2").startswith("10 FOR i")
    assert client.stopped()["reason"] == "goto"
    assert client.do("evaluate", expression="n", context="hover")["result"] == "1"
    assert said("present").endswith("^") and client.stopped()["reason"] == "goto"


class Impatient:
    """An editor that wants what takes long to end, in the place of a wire."""

    def __init__(self):
        self.sent, self.patience = [], 99999

    def send(self, kind, **fields):
        self.sent.append({"type": kind, **fields})

    def take(self, seconds):
        raise AssertionError

    def flush(self):
        pass

    def urgent(self):
        self.patience -= 1
        return self.patience < 0


def test_a_long_way_back_is_told_of_and_can_be_ended(program, monkeypatch):
    monkeypatch.setattr(editor, "PATIENCE", 0)
    monkeypatch.setattr(editor, "OFTEN", 0)
    program.write_bytes(b"10 n=n+1:GOTO 10\n")
    wire = Impatient()
    adapter = Adapter(wire, ProgramLoader())

    def ask(command, **arguments):
        wire.sent.clear()
        adapter.answer({"type": "request", "seq": 1, "command": command, "arguments": arguments})
        return next(one for one in wire.sent if one["type"] == "response")
    ask("initialize", supportsProgressReporting=True)
    ask("launch", program=str(program), stopOnEntry=True)
    ask("configurationDone")
    adapter.editor.debugger.go()
    adapter.editor.debugger.run(20_000_000)
    adapter.editor.debugger.stop()
    now = adapter.editor.debugger.now()
    adapter.editor.debugger.add_breakpoint(10, condition="n<5")
    wire.patience = 0
    assert ask("reverseContinue", threadId=1)["message"] == "Ended early."
    assert [one["event"] for one in wire.sent if one["type"] == "event"] == ["progressStart", "progressUpdate", "progressEnd"]
    assert adapter.editor.debugger.now() == now
    wire.patience = 99999
    assert ask("reverseContinue", threadId=1)["success"]
    assert adapter.editor.debugger.evaluate("n") == 4
    assert ask("cancel")["success"]


def test_urgent_requests_are_seen_while_they_wait():
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb") as incoming, os.fdopen(writer, "wb", buffering=0) as outgoing:
        wire = Wire(incoming, BytesIO())
        outgoing.write(framed({"type": "request", "seq": 1, "command": "threads"}))
        assert wire.take(PATIENCE)["command"] == "threads" and not wire.urgent()
        outgoing.write(framed({"type": "request", "seq": 2, "command": "cancel"}))
        end = time.monotonic() + PATIENCE
        while not wire.urgent():
            assert time.monotonic() < end
        assert wire.take(PATIENCE)["command"] == "cancel" and not wire.urgent()
    wire.reader.join(PATIENCE)


def test_what_only_some_editors_understand(client, program):
    client.do("initialize", adapterID="cpc", supportsVariableType=True, supportsInvalidatedEvent=True)
    client.do("launch", program=str(program), stopOnEntry=True)
    client.do("configurationDone")
    client.stopped()
    client.do("evaluate", expression='do a$="x":n=2:DIM b%(1)', context="repl")
    assert client.event("invalidated")["areas"] == ["all"]
    kinds = {}
    for reference in (1, 2, 1000):
        for one in client.do("variables", variablesReference=reference)["variables"]:
            kinds[one["name"]] = one["type"]
    assert kinds == {"a$": "string", "n": "real", "b%()": "array", "b%(0)": "integer", "b%(1)": "integer"}


def test_changes_while_it_runs(client, tmp_path):
    path = tmp_path / "loop.bas"
    path.write_bytes(b"10 WHILE s=0:n=n+1:WEND\n20 PRINT \"out\"\n")
    client.launch(path)
    client.do("setVariable", variablesReference=1, name="s", value="1")
    assert client.event("output")["output"] == "out\n"
    assert client.stopped()["text"] == "The program has ended."
    client.do("pause", threadId=1)              # nothing to stop, and nothing to tell


def test_without_the_debugger_it_ends_when_the_program_ends(client, program):
    client.launch(program, noDebug=True, type="cpc", request="launch", name="Run")
    assert client.event("exited") == {"exitCode": 0}
    assert client.event("terminated") == {}
    assert client.do("evaluate", expression="screen", context="repl")["result"].splitlines()[-2:] == ["done 15", "handled"]


def test_keys_are_typed_when_it_runs(client, tmp_path):
    path = tmp_path / "keys.bas"
    path.write_bytes(b"10 INPUT a\n20 PRINT a*2\n")
    client.launch(path, keys="21\\n", type="cpc")
    while client.event("output")["output"].strip() != "42":
        pass


def test_a_program_of_two_files(client, program, tmp_path):
    part = tmp_path / "part.bas"
    part.write_bytes(b"100 n=n+2*i\n105 a(i)=n\n")
    other = tmp_path / "other.bas"
    other.write_bytes(b"10 REM\n")
    made = []

    def set_them():
        made.extend(client.breakpoints(program, {"line": 7}, {"line": 8, "condition": "i=2"}))
        made.extend(client.breakpoints(part, {"line": 1, "condition": "i=3"}))
        made.extend(client.breakpoints(other, {"line": 1}))
    client.launch(program, set_them, merge=[str(part)])
    assert [(one["verified"], one.get("line")) for one in made] == [(True, 8), (True, 8), (True, 1), (False, None)]
    assert made[3]["message"] == f"{other} is not part of the program that runs."
    assert [one["name"] for one in client.do("loadedSources")["sources"]] == ["sums.bas", "part.bas"]
    client.stopped()
    client.breakpoints(program)
    client.do("continue", threadId=1)
    client.stopped()
    top, below = client.do("stackTrace", threadId=1)["stackFrames"]
    assert (top["source"]["name"], top["line"], below["source"]["name"], below["line"]) == ("part.bas", 1, "sums.bas", 2)
    assert client.do("stackTrace", threadId=1, startFrame=1, levels=1)["stackFrames"] == [below]


def test_columns_are_those_of_the_file(client, tmp_path):
    path = tmp_path / "short.bas"
    row = '  10  ?"a:b":? 1 :a=2: ? "π" : END'
    path.write_text("\n" + row + "\n", encoding="utf-8")
    client.launch(path, lambda: client.breakpoints(path, {"line": 2, "column": row.index("a=2") + 2}))
    assert client.stopped()["reason"] == "breakpoint"
    assert client.where() == (2, row.index("a=2") + 1)
    places = client.do("breakpointLocations", source={"path": str(path)}, line=2)["breakpoints"]
    assert [row[one["column"] - 1:one["endColumn"] - 1].strip() for one in places] == [
        '?"a:b"', "? 1", "a=2", '? "π"', "END"]
    assert client.do("breakpointLocations", source={"path": str(path)}, line=1)["breakpoints"] == []


def test_an_editor_that_vanishes_leaves_nothing_behind(tmp_path):
    path = tmp_path / "endless.bas"
    path.write_bytes(b"10 PRINT n:n=n+1:GOTO 10\n")
    process = debugger("--dap", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    client = Client(process.stdout, process.stdin)
    client.launch(path)
    client.event("output")
    process.stdout.close()
    assert process.wait(PATIENCE) == 0          # though its input is still open
    assert process.stderr.read() == b""
    process.stdin.close()
    process.stderr.close()


# what no editor should send

@pytest.mark.parametrize("raw", [b"Content-Length: x\r\n\r\n{}", b"\r\n{}", b"POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}",
                                 b"Content-Length: -1\r\n\r\n", b"Content-Length: 99999999999\r\n\r\n"])
def test_what_is_no_header(raw):
    with pytest.raises(ValueError) as caught:
        read_message(BytesIO(raw))
    assert not isinstance(caught.value, NotAMessage)


@pytest.mark.parametrize("body", [b"[]", b"{", b"\xff\xff", b"1", b"[" * 100_000])
def test_a_body_that_is_no_message_is_passed_over(body):
    stream = BytesIO(b"Content-Length: %d\r\n\r\n" % len(body) + body + framed({"seq": 1}))
    with pytest.raises(NotAMessage):
        read_message(stream)
    assert read_message(stream) == {"seq": 1}


WRONG = [None, [], "x", 5, {}, {"source": 1}, {"source": {}, "line": "x"}, {"source": {"path": 5}, "breakpoints": [{}]},
         {"breakpoints": 7}, {"breakpoints": [1]}, {"breakpoints": [{"line": None, "dataId": 3}]}, {"line": -5},
         {"source": {"sourceReference": 1}, "line": 10**9, "endLine": 10**12},
         {"variablesReference": 10**9}, {"variablesReference": "x"}, {"variablesReference": 1000},
         {"variablesReference": 1, "name": 7, "value": []}, {"name": "a", "value": "\ud800"},
         {"expression": 7}, {"expression": "", "context": "repl", "value": ""}, {"expression": "\0", "value": "\u2603"},
         {"expression": "array", "context": "repl"}, {"expression": "vars \u2603", "context": "repl"},
         {"text": 1, "column": 1}, {"text": "", "column": -7}, {"filters": 3}, {"filters": [3, None]}, {"targetId": "x"},
         {"startFrame": "x"}, {"startFrame": -3, "levels": -2}, {"arguments": 3}, {"program": 7}, {"program": ""},
         {"program": "\0"}, {"merge": "x", "program": "a"}, {"model": 665}, {"sourceReference": 99}]


def test_wrong_requests_get_an_answer_and_the_next_one_too(client, program):
    client.launch(program, stopOnEntry=True)
    before = client.sent
    handlers = [name[3:] for room in (Adapter, Movement, Breakpoints, Views) for name in dir(room) if name.startswith("on_")]
    assert "setBreakpoints" in handlers and "evaluate" in handlers
    for name in [*handlers, "flyToTheMoon", 7, None]:
        if name in ("disconnect", "terminate", "initialize"):
            continue
        for given in WRONG:
            client.sent += 1
            client.send_raw(framed({"seq": client.sent, "type": "request", "command": name, "arguments": given}))
    client.send_raw(framed({"type": "request"}) + framed({"type": "response"}) + framed({}) + framed([]))
    client.send_raw(framed({"type": "request", "seq": "x", "command": ["threads"]}))
    client.sent += 1
    client.send_raw(framed({"seq": client.sent, "type": "request", "command": "threads"}))
    answered = 0
    while (message := client.receive()).get("request_seq") != client.sent:
        if message["type"] == "response":
            answered += 1
            if not message["success"]:
                assert message["message"].endswith(".") and "has failed" not in message["message"], message
    assert answered == client.sent - before - 1 + 2         # without the last, with the two that have no number
    assert message["success"]
    client.do("disconnect")


# over a port

class Server:
    def __init__(self, *arguments: str):
        self.process = debugger(*arguments, "--dap", "0", stderr=subprocess.PIPE, text=True)
        self.guard = threading.Timer(PATIENCE, self.process.kill)
        self.guard.start()
        self.port = int(re.search(r"at port (\d+) of this computer", self.process.stderr.readline())[1])
        self.clients: list = []

    def connect(self, host: str = "127.0.0.1") -> socket.socket:
        return socket.create_connection((host, self.port), timeout=PATIENCE)

    def client(self) -> Client:
        connection = self.connect()
        stream = connection.makefile("rwb")
        self.clients += [stream, connection]
        return Client(stream, stream)

    def vanish(self) -> None:
        for one in self.clients:
            one.close()
        self.clients.clear()

    def close(self) -> None:
        self.guard.cancel()
        self.vanish()
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stderr.close()


@pytest.fixture
def server(request):
    made = []

    def start(*arguments: str) -> Server:
        made.append(Server(*arguments))
        return made[-1]
    yield start
    for one in made:
        one.close()


def test_one_editor_after_the_other_finds_the_program_as_it_stands(server, program):
    here = server(str(program))
    first = here.client()
    first.do("initialize", adapterID="cpc")
    first.do("attach")
    first.event("initialized")
    assert first.breakpoints(program, {"line": 8, "condition": "i=3"})[0]["verified"]
    first.do("configurationDone")
    first.stopped()
    first.do("disconnect")
    assert read_message(first.incoming) is None
    second = here.client()
    second.do("initialize", adapterID="cpc")
    second.do("attach", stopOnEntry=True)
    second.event("initialized")
    second.do("configurationDone")
    assert second.stopped()["reason"] == "entry"
    assert (second.where()[0], second.value("n")) == (8, "6")
    second.do("stepBack", threadId=1)
    second.stopped()
    second.do("continue", threadId=1)
    assert second.stopped()["text"] == "The program has ended."     # the first one's breakpoint is gone
    second.do("restart")
    second.stopped()
    assert (second.where()[0], second.value("n")) == (1, "0")
    second.do("terminate")
    second.event("terminated")
    second.do("disconnect")
    assert here.process.wait(PATIENCE) == 0


def test_terminating_what_one_has_attached_to_ends_it(server, program):
    here = server(str(program))
    client = here.client()
    client.do("initialize", adapterID="cpc")
    client.do("attach")
    client.do("configurationDone")
    client.do("disconnect", terminateDebuggee=True)
    assert here.process.wait(PATIENCE) == 0


def test_launches_and_clients_that_vanish(server, program, tmp_path):
    here = server()
    client = here.client()
    client.do("initialize", adapterID="cpc")
    assert client.refused("attach") == "There is nothing to attach to: start it with cpc debug FILE --dap PORT."
    client.do("launch", program=str(program), stopOnEntry=True)
    assert client.refused("launch", program=str(program)) == "There is a program already; end it first."
    client.do("configurationDone")
    client.stopped()
    client.do("disconnect")
    endless = tmp_path / "endless.bas"
    endless.write_bytes(b"10 PRINT n:n=n+1:GOTO 10\n")
    client = here.client()
    client.launch(endless)
    client.event("output")
    here.vanish()                               # while it runs and prints
    for raw in (b"", b"Content-Length: 50\r\n", b'Content-Length: 50\r\n\r\n{"seq"', b"\xff\xfe\0garbage" * 1000 + b"\n",
                b"Content-Length: 99999999999\r\n\r\n", framed({"type": "request", "command": "threads"})[:-1],
                framed({"seq": 1, "type": "request", "command": "launch", "arguments": {"program": str(endless)}})):
        here.client().send_raw(raw)
        here.vanish()
    page = here.client()                        # what a web page can send
    page.send_raw(b"POST / HTTP/1.1\r\nHost: localhost\r\n" + framed(
        {"seq": 1, "type": "request", "command": "launch", "arguments": {"program": str(program)}}))
    assert "no Debug Adapter Protocol" in page.receive()["body"]["output"]
    assert read_message(page.incoming) is None
    client = here.client()
    client.send_raw(b"Content-Length: 4\r\n\r\nnull")
    client.launch(program)
    assert client.stopped()["text"] == "The program has ended."


def test_messages_in_pieces(server, program):
    client = server().client()
    whole = framed({"seq": 1, "type": "request", "command": "initialize", "arguments": {"adapterID": "cpc"}})
    for byte in whole + whole[:30]:
        client.send_raw(bytes([byte]))
    assert client.receive()["request_seq"] == 1
    client.send_raw(whole[30:])
    assert client.receive()["request_seq"] == 1


def test_nobody_from_elsewhere_gets_in(server):
    here = server()
    for host in ("127.0.0.2", "::1"):           # other addresses that lead here
        with pytest.raises(OSError):
            socket.create_connection((host, here.port), timeout=2).close()
    here.connect().close()


def test_with_a_program_loaded_one_can_only_attach(server, program, tmp_path):
    client = server(str(program)).client()
    client.do("initialize", adapterID="cpc")
    assert "attach to it" in client.refused("launch", program=str(program), printer=str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()
    client.do("attach")


def test_silent_connections_are_dropped_and_hold_nobody_up(server, program):
    here = server(str(program))
    silent = [here.connect() for _ in range(3)]
    silent[1].sendall(b"Content-Length: 50\r\n\r\n{")
    client = here.client()
    client.do("initialize", adapterID="cpc")
    client.do("disconnect")
    for one in silent:
        with contextlib.suppress(ConnectionResetError):
            assert one.recv(1) == b""           # the timeout of the connection fails the test otherwise
        one.close()


@pytest.fixture
def in_thread(monkeypatch):
    """Serves at a port, in this process, where the kernel says of connections what the test says."""
    opened = []

    def start(known) -> Client:
        listener = listener_at(0)
        monkeypatch.setattr("cpc.debugger.dap.server.same_user", lambda connection: known)
        threading.Thread(target=listen, args=(listener, ProgramLoader(), None, "secret"), daemon=True).start()
        connection = socket.create_connection(listener.getsockname(), timeout=PATIENCE)
        stream = connection.makefile("rwb")
        opened.extend([stream, connection])
        return Client(stream, stream)
    yield start
    for one in opened:
        one.close()


def test_where_the_user_is_not_known_a_launch_needs_the_token(in_thread, program, capsys):
    client = in_thread(None)
    client.do("initialize", adapterID="cpc")
    for wrong in ({}, {"token": ""}, {"token": "secre"}, {"token": "s\u00e9cret"}):
        assert "needs the token" in client.refused("launch", program=str(program), **wrong)
    assert "needs the token secret." in capsys.readouterr().err
    client.do("launch", program=str(program), token="secret")
    client.do("disconnect")


def test_another_user_is_not_served(in_thread):
    client = in_thread(False)
    client.send("initialize", adapterID="cpc")
    with contextlib.suppress(ConnectionResetError):
        assert read_message(client.incoming) is None


@pytest.mark.parametrize(("name", "value", "sentence"), [
    ("stopOnEntry", 1, "stopOnEntry is true or false."), ("noDebug", "yes", "noDebug is true or false."),
    ("program", 5, "program is a text."), ("merge", "a.bas", "merge is a list of texts."),
    ("with", [1], "with is a list of texts."), ("dialect", "pascal", "dialect is one of auto, locomotive, commodore."),
    ("keys", "\u4e00", "characters that the CPC does not have")])
def test_attributes_of_a_wrong_kind_get_a_sentence(name, value, sentence):
    right = {"stopOnEntry": True, "noDebug": False}
    assert checked(right | {"model": 464}) == right | {"model": "464"}
    with pytest.raises(CommandError) as caught:
        checked({name: value})
    assert sentence in str(caught.value)


@pytest.mark.skipif(not doorkeeper.tells_users(), reason="this system does not say whose a connection is")
def test_the_kernel_says_whose_a_connection_is(monkeypatch):
    with listener_at(0) as listener, socket.create_connection(listener.getsockname()) as far, listener.accept()[0] as near:
        assert doorkeeper.same_user(near) is True
        monkeypatch.setattr("os.getuid", lambda: 4711)
        assert doorkeeper.same_user(near) is (os.geteuid() == 0)
        monkeypatch.setattr(doorkeeper, "TABLES", Path("/nowhere"))
        assert doorkeeper.same_user(near) is None
        assert far.getpeername() == near.getsockname()


def test_a_port_that_cannot_be_had(server, program):
    taken = server().port
    for port, sentence in ((taken, f"cpc: Port {taken} cannot be used: "),
                           (70000, "cpc: 70000 is no port: they go from 0 to 65535.")):
        ended = subprocess.run([sys.executable, "-m", "cpc", "debug", str(program), "--dap", str(port)], cwd=REPO,
                               capture_output=True, text=True, timeout=PATIENCE)
        assert (ended.returncode, ended.stdout) == (2, "")
        assert ended.stderr.startswith(sentence) and ended.stderr.count("\n") == 1


def test_the_extension_offers_what_launch_takes():
    folder = REPO / "editors" / "vscode"
    package = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    offered, = package["contributes"]["debuggers"]
    attributes = offered["configurationAttributes"]
    assert [offered["runtime"], *offered["runtimeArgs"]] == ["cpc", "debug", "--dap"]
    assert set(attributes["launch"]["properties"]) == {*TEXTS, *LISTS, "stopOnEntry"}
    assert set(attributes["attach"]["properties"]) <= {*TEXTS, *LISTS, "stopOnEntry"}
    for name, values in ONE_OF.items():
        assert attributes["launch"]["properties"][name]["enum"] == list(values)
    examples = json.loads((folder / "launch.json").read_text(encoding="utf-8"))["configurations"]
    for one in [*examples, *offered["initialConfigurations"]]:
        assert set(one) <= {*attributes[one["request"]]["properties"], "type", "request", "name", "debugServer"}
        assert one["type"] == offered["type"]


def test_who_is_slow_to_speak_waits_while_another_one_is_served():
    """The time in which another one was served does not count."""
    listener = listener_at(0)
    keeper = doorkeeper.Doorkeeper(listener)
    slow, quick = (socket.create_connection(listener.getsockname(), timeout=PATIENCE) for _ in range(2))
    quick.sendall(b"Content-Length: 2\r\n\r\n{}")
    first = keeper.next()
    assert first.getpeername() == quick.getsockname()
    keeper.waiting = dict.fromkeys(keeper.waiting, 0.0)         # as after a long time
    slow.sendall(b"Content-Length: 2\r\n\r\n{}")
    second = keeper.next()
    assert second.getpeername() == slow.getsockname()
    for one in (first, second, slow, quick, listener):
        one.close()


def test_who_speaks_in_pieces_is_waited_for_and_who_is_gone_is_not():
    listener = listener_at(0)
    keeper = doorkeeper.Doorkeeper(listener)
    begun, gone, quick = (socket.create_connection(listener.getsockname(), timeout=PATIENCE) for _ in range(3))
    begun.sendall(b"Content-Length: 2\r\n")
    gone.close()
    quick.sendall(b"Content-Length: 2\r\n\r\n{}")
    first = keeper.next()
    assert first.getpeername() == quick.getsockname()
    assert [one.getpeername() for one in keeper.waiting] == [begun.getsockname()]
    keeper.close()
    for one in (first, begun, quick, listener):
        one.close()


def test_what_was_told_does_not_stay_in_memory(monkeypatch):
    monkeypatch.setattr(editor, "PRINTED", 300)
    sent = BytesIO()
    wire = Wire(BytesIO(), sent)
    told = editor.Editor(wire, None)
    told.cpc = CPC()
    told.cpc.type("FOR i=1 TO 500:PRINT i:NEXT\n")
    while not told.cpc.run_until_idle(1):
        told.tell_output()
    told.tell_output()
    wire.flush()
    assert all(f" {number} " in sent.getvalue().decode() for number in range(1, 501))
    assert len(told.cpc.machine.text.printed) <= 600

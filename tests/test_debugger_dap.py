"""A client's session with `cpc debug --dap`, message by message."""

import json
import subprocess
import sys
import threading
from io import BytesIO
from pathlib import Path

import pytest

from cpc.dapwire import read_message

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


class Client:
    def __init__(self, *arguments: str):
        self.process = subprocess.Popen([sys.executable, "-m", "cpc", "debug", "--dap", *arguments],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parents[1])
        self.guard = threading.Timer(30, self.process.kill)
        self.guard.start()
        self.sent = 0
        self.events: list[dict] = []

    def send(self, command: str, **arguments) -> None:
        self.sent += 1
        body = json.dumps({"seq": self.sent, "type": "request", "command": command, "arguments": arguments}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self) -> dict:
        message = read_message(self.process.stdout)
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
        return response["body"]

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

    def close(self) -> None:
        self.guard.cancel()
        self.process.stdin.close()
        assert self.process.wait(10) == 0
        self.process.stdout.close()


@pytest.fixture
def client():
    made = Client()
    yield made
    made.close()


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
    names = [one["name"] for one in client.do("variables", variablesReference=f)["variables"]]
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

    watch = client.do("dataBreakpointInfo", name="a(4)", variablesReference=scopes["Arrays"])["dataId"]
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
    client.do("reverseContinue", threadId=1)
    assert client.event("stopped")["text"] == "This is the beginning."
    client.do("disconnect")


def test_a_listing_without_a_file(client, program, tmp_path):
    tokenised = tmp_path / "sums2.bas"
    subprocess.run([sys.executable, "-m", "cpc", "convert", str(program), str(tokenised)], check=True,
                   cwd=Path(__file__).parents[1], capture_output=True)
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
    client.do("setBreakpoints", source=source, breakpoints=[{"line": 1, "column": places[2]["column"]}])
    client.do("configurationDone")
    assert client.event("stopped")["reason"] == "breakpoint"
    assert client.where() == (1, places[2]["column"])
    client.do("disconnect")


def test_keys_pause_and_requests_that_make_no_sense(client, tmp_path):
    path = tmp_path / "keys.bas"
    path.write_bytes(b'10 INPUT a\n20 a=a+1:GOTO 20\n')
    client.do("initialize", adapterID="cpc")
    for wrong, sentence in (({}, "launch.json names no program."),
                            ({"program": str(tmp_path / "none.bas")}, "none.bas"),
                            ({"program": str(path), "model": "664"}, "model is 464 or 6128.")):
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


def test_over_a_port(program):
    import socket

    from cpc.dap import Adapter
    from cpc.dapwire import Wire
    from cpc.machine import CPC
    cpc = CPC()
    cpc.load(program)
    here, there = socket.socketpair()
    stream = there.makefile("rwb")
    server = threading.Thread(target=Adapter(Wire(stream, stream), cpc, program).serve)
    server.start()
    mine = here.makefile("rwb")
    answers = []
    requests = [("initialize", {}), ("attach", {"stopOnEntry": True}), ("configurationDone", {}),
                ("stackTrace", {"threadId": 1}), ("disconnect", {})]
    for at, (name, given) in enumerate(requests):
        body = json.dumps({"seq": at, "type": "request", "command": name, "arguments": given}).encode()
        mine.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        mine.flush()
        while (message := read_message(mine))["type"] != "response":
            pass
        assert message["success"]
        answers.append(message["body"])
    assert answers[3]["stackFrames"][0]["line"] == 1
    server.join(10)
    assert not server.is_alive()
    here.shutdown(socket.SHUT_RDWR)
    for one in (mine, stream, here, there):
        one.close()


@pytest.mark.parametrize("raw", [b"Content-Length: x\r\n\r\n{}", b"\r\n{}", b"Content-Length: 2\r\n\r\n[]"])
def test_what_is_no_message(raw):
    with pytest.raises(ValueError):
        read_message(BytesIO(raw))


def test_the_extension_offers_what_launch_takes():
    folder = Path(__file__).parents[1] / "editors" / "vscode"
    debugger, = json.loads((folder / "package.json").read_text(encoding="utf-8"))["contributes"]["debuggers"]
    offered = debugger["configurationAttributes"]
    for one in json.loads((folder / "launch.json").read_text(encoding="utf-8"))["configurations"]:
        known = set(offered[one["request"]]["properties"]) | {"type", "request", "name", "debugServer"}
        assert set(one) <= known
    assert (folder / debugger["program"]).read_text(encoding="utf-8").splitlines()[-1] == "exec cpc debug --dap"

"""The debugger for editors: the Debug Adapter Protocol, over standard input and output or a port of this computer."""

import os
import queue
import re
import socket
import sys
from argparse import Namespace
from pathlib import Path

from basic import seeing
from basic.debugger import LINE, STATEMENT, Debugger, Misunderstood, Stop

from .charset import readable
from .dapsource import LISTING, Sources
from .dapvariables import Variables
from .dapwire import Wire
from .debugcommands import COMMANDS, SLICE_US, Console
from .fault import Fault
from .machine import BOOT_LINES, CPC
from .run import load, programs, typed

THREAD = 1
ERRORS = "errors"
CAPABILITIES = {
    "supportsConfigurationDoneRequest": True, "supportsConditionalBreakpoints": True,
    "supportsHitConditionalBreakpoints": True, "supportsStepBack": True, "supportsSetVariable": True,
    "supportsSetExpression": True, "supportsEvaluateForHovers": True, "supportsDataBreakpoints": True,
    "supportsSteppingGranularity": True, "supportsLoadedSourcesRequest": True, "supportsTerminateRequest": True,
    "supportsBreakpointLocationsRequest": True, "supportsExceptionInfoRequest": True,
    "exceptionBreakpointFilters": [{"filter": ERRORS, "label": "Errors, before ON ERROR takes them"}],
}
REASONS = {"watch": "data breakpoint", "error": "exception", "break": "pause", "ended": "pause"}
IN_THE_CONSOLE = {"array", "list", "stack", "vars", "state", "screen", "heat", "trace", "help", "count", "stops", "do",
                  "set", "type", "print", "edit", "copy"}


class Adapter:
    """One client, from initialize to disconnect. `cpc` is what attach finds."""

    def __init__(self, wire: Wire, cpc: CPC | None = None, path: Path | None = None) -> None:
        self.wire = wire
        self.cpc, self.path = cpc, path
        self.debugger: Debugger | None = None
        self.done = False
        self.first_row = self.first_column = 1
        self.settings: dict = {}
        self.shown = 0                      # bytes of what the CPC has printed
        self.told_to_type = False
        self.stop: Stop | None = None

    def serve(self) -> None:
        while not self.done:
            running = self.debugger is not None and self.debugger.running
            try:
                message = self.wire.take(not running)
            except queue.Empty:
                self._run_on()
                continue
            if message is None:
                return
            if message.get("type") == "request":
                self._answer(message)

    def _answer(self, message: dict) -> None:
        name = str(message.get("command", ""))
        handler = getattr(self, "on_" + name, None)
        back = {"request_seq": message.get("seq", 0), "command": name}
        self.after: list = []
        try:
            if handler is None:
                raise Misunderstood(f"This debugger does not know {name}.")
            if self.debugger is None and name not in ("initialize", "launch", "attach", "disconnect", "terminate"):
                raise Misunderstood("There is no program yet.")
            body = handler(message.get("arguments") or {})
        except (Misunderstood, Fault) as error:
            self._fail(back, str(error))
        except (KeyError, TypeError, ValueError) as error:
            self._fail(back, f"The request is not as it should be: {error!r}.")
        else:
            self.wire.send("response", success=True, body=body or {}, **back)
        for event in self.after:
            event()

    def _fail(self, back: dict, sentence: str) -> None:
        self.wire.send("response", success=False, message=sentence,
                       body={"error": {"id": 1, "format": sentence, "showUser": True}}, **back)

    def event(self, name: str, **body) -> None:
        self.wire.send("event", event=name, body=body)

    # running

    def _run_on(self) -> None:
        debugger = self.debugger
        stop = debugger.run(SLICE_US)
        self._tell_output()
        if stop is not None:
            self._stopped(stop)
        elif debugger.waits_for_key() and not self.told_to_type:
            self.told_to_type = True
            self.event("output", category="console",
                       output="It waits for a key: type TEXT here, with \\n for ENTER.\n")

    def _tell_output(self) -> None:
        printed = self.cpc.printed
        if len(printed) > self.shown:
            self.event("output", category="stdout",
                       output=readable_lines(printed[self.shown:]))
        self.shown = len(printed)

    def _stopped(self, stop: Stop) -> None:
        self.stop = stop
        reason = REASONS.get(stop.reason, stop.reason)
        extra = {"hitBreakpointIds": [stop.trap.id]} if stop.trap is not None and stop.trap.id else {}
        self.event("stopped", reason=reason, description=stop.text or "", text=stop.text or "", threadId=THREAD,
                   allThreadsStopped=True, **extra)

    def _go(self, go) -> None:
        """A step or a run has been asked for: what stops it is told behind the answer."""
        go()
        self.told_to_type = False
        if not self.debugger.running:
            stop = self.debugger.last_stop
            self.after.append(lambda: self._stopped(stop))
        self.shown = min(self.shown, len(self.cpc.printed))

    # beginning and end

    def on_initialize(self, given: dict) -> dict:
        self.first_row = 1 if given.get("linesStartAt1", True) else 0
        self.first_column = 1 if given.get("columnsStartAt1", True) else 0
        return CAPABILITIES

    def on_launch(self, given: dict) -> None:
        program = given.get("program")
        if not isinstance(program, str) or not program:
            raise Misunderstood("launch.json names no program.")
        model = str(given.get("model", "464"))
        if model not in BOOT_LINES:
            raise Misunderstood("model is 464 or 6128.")
        options = Namespace(program=program, improvements=[], merge=list(given.get("merge", [])), model=model,
                            drive=Path(given["drive"]) if given.get("drive") else None,
                            dialect=given.get("dialect", "auto"), memory=given.get("memory", "cpc"))
        files = programs(options)
        self.cpc = CPC(model=options.model, dialect=options.dialect or "auto", memory=options.memory or "cpc",
                       drive=options.drive)
        load(self.cpc, files)
        self._begin(files[0] if len(files) == 1 else None, given)

    def on_attach(self, given: dict) -> None:
        if self.cpc is None:
            raise Misunderstood("There is nothing to attach to: start it with cpc debug FILE --dap PORT.")
        self._begin(self.path, given)

    def _begin(self, path: Path | None, given: dict) -> None:
        self.settings = given
        self.shown = len(self.cpc.printed)
        self.debugger = Debugger(self.cpc.session)
        self.console = Console(self.debugger)
        self.sources = Sources(self.cpc.session, path)
        self.variables = Variables(self.debugger)
        self.cpc.type(typed(str(given.get("type", ""))))
        self.after.append(lambda: self.event("initialized"))

    def on_configurationDone(self, given: dict) -> None:
        debugger = self.debugger
        debugger.start()
        if self.settings.get("stopOnEntry"):
            self.after.append(lambda: self.event("stopped", reason="entry", threadId=THREAD, allThreadsStopped=True))
        elif debugger.traps.breakpoints_at(debugger.executor.pc):
            first = debugger.traps.breakpoints_at(debugger.executor.pc)[0]
            if first.stops():
                self.after.append(lambda: self._stopped(Stop("breakpoint", f"Breakpoint {first.id}: {first}.", first)))
                return
            debugger.go()
        else:
            debugger.go()

    def on_disconnect(self, given: dict) -> None:
        self.done = True

    def on_terminate(self, given: dict) -> None:
        if self.debugger is not None:
            self.debugger.stop()
        self.after.append(lambda: self.event("terminated"))

    # breakpoints

    def on_setBreakpoints(self, given: dict) -> dict:
        traps = self.debugger.traps
        traps.remove([one for one in traps.breakpoints if not one.once])
        return {"breakpoints": [self._set_breakpoint(one) for one in given.get("breakpoints") or []]}

    def _set_breakpoint(self, wanted: dict) -> dict:
        try:
            number = self.sources.number_at(wanted["line"] - self.first_row)
            statement = 0
            if "column" in wanted:
                statement = self.sources.statement_at(number, wanted["column"] - self.first_column)
            made = self.debugger.add_breakpoint(number, statement, wanted.get("condition") or "",
                                                passes_of(wanted.get("hitCondition") or ""))
        except Misunderstood as error:
            return {"verified": False, "message": str(error)}
        return {"id": made.id, "verified": True, "source": self.sources.source(), **self._place(number, statement)}

    def _place(self, number: int, statement: int) -> dict:
        first, last = seeing.statement_range(self.cpc.session, number, statement)
        row = self.sources.row_of(number) + self.first_row
        return {"line": row, "column": first + self.first_column, "endLine": row, "endColumn": last + self.first_column}

    def on_breakpointLocations(self, given: dict) -> dict:
        found = []
        for row in range(given["line"], given.get("endLine", given["line"]) + 1):
            try:
                number = self.sources.number_at(row - self.first_row)
            except Misunderstood:
                break
            if self.sources.row_of(number) + self.first_row == row:
                found += [self._place(number, statement) for statement in range(self.sources.statements(number))]
        return {"breakpoints": found}

    def on_setExceptionBreakpoints(self, given: dict) -> None:
        self.debugger.stops_on_error = ERRORS in (given.get("filters") or [])

    def on_exceptionInfo(self, given: dict) -> dict:
        if self.stop is None or self.stop.reason != "error":
            raise Misunderstood("There is no error here.")
        return {"exceptionId": self.stop.text, "description": self.stop.text, "breakMode": "always"}

    def on_dataBreakpointInfo(self, given: dict) -> dict:
        name = str(given["name"])
        try:
            self.debugger.evaluate(name)
        except Misunderstood as error:
            return {"dataId": None, "description": str(error)}
        return {"dataId": name, "description": name, "accessTypes": ["write"], "canPersist": True}

    def on_setDataBreakpoints(self, given: dict) -> dict:
        traps = self.debugger.traps
        traps.remove(list(traps.watches))
        found = []
        for wanted in given.get("breakpoints") or []:
            try:
                condition = wanted.get("condition")
                made = self.debugger.add_watch(condition or str(wanted["dataId"]), until_true=bool(condition))
                found.append({"id": made.id, "verified": True})
            except Misunderstood as error:
                found.append({"verified": False, "message": str(error)})
        return {"breakpoints": found}

    # going

    def on_continue(self, given: dict) -> dict:
        self._go(self.debugger.go)
        return {"allThreadsContinued": True}

    def on_next(self, given: dict) -> None:
        self._go(lambda: self.debugger.step(unit_of(given), into=False))

    def on_stepIn(self, given: dict) -> None:
        self._go(lambda: self.debugger.step(unit_of(given)))

    def on_stepOut(self, given: dict) -> None:
        self._go(self.debugger.out)

    def on_stepBack(self, given: dict) -> None:
        self._go(self.debugger.back if unit_of(given) == STATEMENT else self.debugger.back_line)

    def on_reverseContinue(self, given: dict) -> None:
        self._go(self.debugger.back_to_stop)

    def on_pause(self, given: dict) -> None:
        self._go(self.debugger.stop)

    # seeing

    def on_threads(self, given: dict) -> dict:
        return {"threads": [{"id": THREAD, "name": "BASIC"}]}

    def on_stackTrace(self, given: dict) -> dict:
        session = self.cpc.session
        places = [seeing.here(session)]
        places += [entry.place for entry in seeing.stack(session) if entry.kind in ("GOSUB", "EVENT")]
        frames = []
        for at, place in enumerate(places):
            frame = {"id": at, "name": f"line {place}" if place.number is not None else "Ready", "line": 0, "column": 0}
            if place.number in session.program.lines:
                frame |= {"source": self.sources.source(), **self._place(*place)}
            frames.append(frame)
        first = given.get("startFrame", 0)
        return {"stackFrames": frames[first:first + (given.get("levels") or len(frames))], "totalFrames": len(frames)}

    def on_scopes(self, given: dict) -> dict:
        return {"scopes": self.variables.scopes()}

    def on_variables(self, given: dict) -> dict:
        found = self.variables.children(given["variablesReference"])
        start = given.get("start", 0)
        return {"variables": found[start:start + (given.get("count") or len(found))]}

    def on_setVariable(self, given: dict) -> dict:
        self.debugger.assign(str(given["name"]), str(given["value"]))
        return {"value": seeing.text_of(self.debugger.evaluate(str(given["name"])))}

    def on_setExpression(self, given: dict) -> dict:
        return self.on_setVariable({"name": given["expression"], "value": given["value"]})

    def on_evaluate(self, given: dict) -> dict:
        text = str(given["expression"]).strip()
        word = text.partition(" ")[0].lower()
        if given.get("context") == "repl" and word in COMMANDS:
            name = COMMANDS[word].names[0]
            if name not in IN_THE_CONSOLE:
                raise Misunderstood(f"{word} is done by the editor's own keys.")
            said = self.console.obey(text)
            if name in ("do", "set", "edit"):
                self.shown = min(self.shown, len(self.cpc.printed))
                self._tell_output()
                self.after.append(lambda: self.event("invalidated", areas=["all"]))
            return {"result": "\n".join(said), "variablesReference": 0}
        return {"result": readable(seeing.text_of(self.debugger.evaluate(text)).encode("latin-1")),
                "variablesReference": 0}

    def on_source(self, given: dict) -> dict:
        reference = given.get("sourceReference") or (given.get("source") or {}).get("sourceReference")
        if reference != LISTING:
            raise Misunderstood("There is no such source.")
        return {"content": self.sources.listing(), "mimeType": "text/plain"}

    def on_loadedSources(self, given: dict) -> dict:
        return {"sources": [self.sources.source()]}


def unit_of(given: dict) -> str:
    return STATEMENT if given.get("granularity") in ("statement", "instruction") else LINE


def passes_of(text: str) -> int:
    """A hit condition: 5, or >=5."""
    match = re.fullmatch(r"\s*(>=|=|==)?\s*(\d+)\s*", text or "1")
    if not match:
        raise Misunderstood(f"{text} is not a number of passes.")
    return int(match[2])


def readable_lines(printed: bytes) -> str:
    """What the CPC printed, in lines."""
    return "\n".join(readable(line) for line in printed.replace(b"\r", b"").split(b"\n"))


def serve(port: int, cpc: CPC | None = None, path: Path | None = None) -> int:
    if not port:
        outgoing = sys.stdout.buffer
        sys.stdout = sys.stderr             # nothing else may come between the messages
        incoming = os.fdopen(os.dup(0), "rb")   # not sys.stdin, which Python locks when it ends
        Adapter(Wire(incoming, outgoing), cpc, path).serve()
        return 0
    try:
        listener = socket.create_server(("127.0.0.1", port))
    except (OSError, OverflowError) as error:
        raise Fault(f"Port {port} cannot be used: {error}.") from None
    print(f"The debugger waits for an editor at port {port} of this computer.", file=sys.stderr, flush=True)
    with listener:
        connection, _ = listener.accept()
    with connection:
        stream = connection.makefile("rwb")
        Adapter(Wire(stream, stream), cpc, path).serve()
    return 0

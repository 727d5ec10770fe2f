"""What an editor asks for and is told, from initialize to disconnect: one Adapter for each editor that comes."""

import queue
import sys
import traceback
from functools import partial

from basic.debug.debugger import CommandError, Debugger, Stop
from cpc.commands.fault import Fault
from cpc.commands.prepare import Prepared
from cpc.commands.run import typed
from cpc.debugger.console.commands import SLICE_US
from cpc.debugger.dap.arguments import arguments
from cpc.debugger.dap.breakpoints import ERRORS, Stops
from cpc.debugger.dap.program import Loaded, checked, launched
from cpc.debugger.dap.views import Looking
from cpc.debugger.dap.wire import NotAMessage, Wire

CAPABILITIES = {
    "supportsConfigurationDoneRequest": True, "supportsConditionalBreakpoints": True,
    "supportsHitConditionalBreakpoints": True, "supportsLogPoints": True, "supportsDataBreakpoints": True,
    "supportsBreakpointLocationsRequest": True, "supportsExceptionInfoRequest": True,
    "exceptionBreakpointFilters": [
        {"filter": ERRORS, "label": "Errors", "default": False,
         "description": "Stops before a statement that fails, also where ON ERROR would take the error"}],
    "supportsStepBack": True, "supportsSteppingGranularity": True, "supportsGotoTargetsRequest": True,
    "supportsLoadedSourcesRequest": True,
    "supportsSetVariable": True, "supportsSetExpression": True, "supportsEvaluateForHovers": True,
    "supportsClipboardContext": True, "supportsCompletionsRequest": True,
    "supportsRestartRequest": True, "supportsTerminateRequest": True, "supportTerminateDebuggee": True,
}
WITHOUT_PROGRAM = {"initialize", "launch", "attach", "disconnect", "terminate"}
# Their faults are shown where one has typed or points, not in a window of their own.
ANSWERED_IN_PLACE = {"evaluate", "setVariable", "setExpression", "dataBreakpointInfo", "completions"}
WAIT_FOR_KEY = 0.02             # seconds of the wall for as many of the machine's, where that waits for a key


class Adapter(Looking, Stops):
    def __init__(self, wire: Wire, loaded: Loaded | None = None) -> None:
        super().__init__(wire, loaded)
        self.done = False

    def serve(self) -> None:
        try:
            while not self.done:
                try:
                    message = self.wire.take(self._patience())
                except queue.Empty:
                    self._guarded(self._run_on)
                    continue
                if message is None:
                    return
                if isinstance(message, NotAMessage):
                    self.say(str(message), "stderr")
                elif message.get("type") == "request":
                    self._answer(message)
        finally:
            self.wire.flush()
            if self.has_program:
                self.debugger.stop()

    def _patience(self) -> float | None:
        """How long to wait for a message before the program runs on."""
        if not self.has_program or not self.debugger.running:
            return None
        return WAIT_FOR_KEY if self.debugger.waits_for_key() else 0

    def _answer(self, message: dict) -> None:
        name, seq = str(message.get("command", "")), message.get("seq")
        back = {"request_seq": seq if type(seq) is int else 0, "command": name}
        self.after = []
        try:
            body = self._handle(name, message.get("arguments"))
        except (CommandError, Fault) as error:
            self._refuse(back, str(error))
        except Exception as error:          # a fault of the debugger's own must not end what one is in the middle of
            traceback.print_exc(file=sys.stderr)
            self._refuse(back, f"The debugger has failed at {name}: {error!r}.")
        else:
            self.wire.send("response", success=True, **back, **({"body": body} if body is not None else {}))
        for event in self.after:
            self._guarded(event)

    def _handle(self, name: str, given) -> dict | None:
        handler = getattr(self, f"on_{name}", None)
        if handler is None:
            raise CommandError(f"This debugger does not know {name or 'a request without a command'}.")
        if not self.has_program and name not in WITHOUT_PROGRAM:
            raise CommandError("There is no program yet.")
        return handler(arguments(given))

    def _refuse(self, back: dict, sentence: str) -> None:
        error = {"id": 1, "format": sentence, "showUser": back["command"] not in ANSWERED_IN_PLACE}
        self.wire.send("response", success=False, message=sentence, body={"error": error}, **back)

    def _guarded(self, do) -> None:
        try:
            do()
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            self.say(f"The debugger has failed: {error!r}.", "stderr")
            if self.has_program and self.debugger.running:
                self.debugger.stop()
                self.stopped(Stop("break", "The debugger has failed."))

    # running

    def _run_on(self) -> None:
        debugger = self.debugger
        stop = debugger.run(SLICE_US)
        self.tell_output()
        if stop is not None:
            self.stopped(stop)
        elif debugger.waits_for_key() and not self.told_to_type:
            self.told_to_type = True
            self.say("It waits for a key: type TEXT here, with \\n for ENTER.")

    # beginning and end

    def on_initialize(self, given: dict) -> dict:
        if given.get("pathFormat", "path") != "path":
            raise CommandError("This debugger knows files by their paths, not by URIs.")
        self.client = given
        self.first_row = 1 if given.get("linesStartAt1", True) else 0
        self.first_column = 1 if given.get("columnsStartAt1", True) else 0
        return CAPABILITIES

    def on_launch(self, given: dict) -> None:
        self._only_once()
        wanted = checked(given)
        machine = launched(wanted)
        self.wanted = wanted
        self._begin(machine, Debugger(machine.cpc.session), "launch")

    def on_attach(self, given: dict) -> None:
        self._only_once()
        if self.loaded is None:
            raise CommandError("There is nothing to attach to: start it with cpc debug FILE --dap PORT.")
        self.wanted = {"keys": self.loaded.keys} | checked(given)
        self.attached = self.loaded
        self._begin(self.loaded.machine, self.loaded.debugger, "attach")

    def _only_once(self) -> None:
        if self.has_program:
            raise CommandError("There is a program already; end it first.")

    def _begin(self, machine: Prepared, debugger: Debugger, how: str) -> None:
        self.take(machine, debugger)
        debugger.remove_all()
        name = str(machine.files[0])
        self.after += [lambda: self.event("process", name=name, isLocalProcess=True, startMethod=how),
                       lambda: self.event("initialized")]

    def on_configurationDone(self, given: dict) -> None:
        if self.attached is not None and self.attached.begun:       # another editor has been here
            if self.wanted.get("stopOnEntry"):
                self.after.append(lambda: self.stopped(Stop("entry", "")))
            else:
                self.going(self.debugger.go)
            return
        if self.attached is not None:
            self.attached.begun = True
        self._start()

    def _start(self) -> None:
        debugger = self.debugger
        self.cpc.type(typed(self.wanted.get("keys", "")))
        debugger.start()
        debugger.forget_past()              # one goes back to the first statement, not to the prompt
        if self.wanted.get("stopOnEntry"):
            self.after.append(lambda: self.stopped(Stop("entry", "")))
            return
        if one := debugger.stops_here():
            self.after.append(partial(self.stopped, Stop("breakpoint", f"Breakpoint {one.id}: {one}.", one)))
            return
        self.going(debugger.go)

    def on_restart(self, given: dict) -> None:
        """From the beginning, with the program as its file is now; breakpoints keep their numbers."""
        wanted = checked(given.get("arguments") or {})
        if self.attached is not None:
            self.debugger.stop()
            self.attached.again()
            self.attached.begun = True
            machine, debugger = self.attached.machine, self.attached.debugger
        else:
            machine = launched(self.wanted | wanted)
            debugger = Debugger(machine.cpc.session)
        self.wanted |= wanted
        self.take(machine, debugger)
        self.set_stops_again()
        self._start()

    def on_terminate(self, given: dict) -> None:
        self.after.append(self.tell_end)

    def on_disconnect(self, given: dict) -> None:
        self.done = True
        if self.attached is not None and given.get("terminateDebuggee"):
            self.attached.ended = True

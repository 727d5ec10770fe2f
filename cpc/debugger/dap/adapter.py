"""Serves one editor, from `initialize` to `disconnect`: takes its requests, answers them, and lets the program run on."""

import queue
import sys
import traceback
from collections.abc import Callable
from functools import partial
from hmac import compare_digest

from basic.debug.debugger import CommandError, Debugger, Stop
from basic.debug.sentences import sentence
from cpc.debugger.dap.arguments import Arguments, Body, arguments
from cpc.debugger.dap.breakpoints import ERRORS, Breakpoints
from cpc.debugger.dap.editor import Editor
from cpc.debugger.dap.memory import Memory
from cpc.debugger.dap.movement import Movement
from cpc.debugger.dap.program import Loaded, Loader, Prepared, Wanted, checked
from cpc.debugger.dap.views import Views
from cpc.debugger.dap.wire import Carrier, NotAMessage

HANDLER = "on_"                 # and the request's name: what answers it
CAPABILITIES: Body = {
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
    "supportsReadMemoryRequest": True, "supportsCancelRequest": True,
    "supportsRestartRequest": True, "supportsTerminateRequest": True, "supportTerminateDebuggee": True,
}
WITHOUT_PROGRAM = {"initialize", "launch", "attach", "disconnect", "terminate"}
# Their faults are shown where one has typed or points, not in a window of their own.
ANSWERED_IN_PLACE = {"evaluate", "setVariable", "setExpression", "dataBreakpointInfo", "completions"}
WAIT_FOR_KEY = 0.02             # seconds of the wall for as many of the machine's, where that waits for a key or asks for one


class Adapter:
    def __init__(self, wire: Carrier, loader: Loader, loaded: Loaded | None = None, token: str = "") -> None:
        """With `token`, a launch must name it."""
        self.loader = loader
        self.token = token
        self.editor = Editor(wire, loaded)
        self.movement = Movement(self.editor)
        self.breakpoints = Breakpoints(self.editor)
        self.done = False
        rooms = self, self.movement, self.breakpoints, Views(self.editor, self.movement), Memory(self.editor)
        self.handlers: dict[str, Callable[[Arguments], Body | None]] = {
            name[len(HANDLER):]: getattr(room, name) for room in rooms for name in dir(room) if name.startswith(HANDLER)}

    def serve(self) -> None:
        try:
            while not self.done:
                try:
                    message = self.editor.wire.take(self._patience())
                except queue.Empty:
                    self._guarded(self._run_on)
                    continue
                if message is None:
                    return
                if isinstance(message, NotAMessage):
                    self.editor.say(str(message), "stderr")
                elif message.get("type") == "request":
                    self.answer(message)
        finally:
            self.editor.wire.flush()
            if self.editor.has_program:
                self.editor.debugger.stop()

    def _patience(self) -> float | None:
        """How long to wait for a message before the program runs on."""
        if not self.editor.has_program or not self.editor.debugger.running:
            return None
        return WAIT_FOR_KEY if self._wants_key() else 0

    def _wants_key(self) -> bool:
        return self.editor.debugger.waits_for_key() or self.editor.debugger.polls_keys()

    def answer(self, message: Body) -> None:
        """Does what a request asks for, answers it, and tells what follows from it."""
        name, seq = str(message.get("command", "")), message.get("seq")
        back = {"request_seq": seq if type(seq) is int else 0, "command": name}
        self.editor.after = []
        try:
            body = self._handle(name, message.get("arguments"))
        except CommandError as error:
            self._refuse(back, self.editor.spoken(error.sentence))
        except self.loader.faults as error:
            self._refuse(back, str(error))
        except Exception as error:          # a fault of the debugger's own must not end what one is in the middle of
            traceback.print_exc(file=sys.stderr)
            self._refuse(back, self.editor.spoken(sentence("The debugger has failed at {0}: {1}.", name, repr(error))))
        else:
            self.editor.wire.send("response", success=True, **back, **({"body": body} if body is not None else {}))
        for event in self.editor.after:
            self._guarded(event)

    def _handle(self, name: str, given: object) -> Body | None:
        handler = self.handlers.get(name)
        if handler is None:
            raise CommandError("This debugger does not know {0}.", name or "\"\"")
        if not self.editor.has_program and name not in WITHOUT_PROGRAM:
            raise CommandError("There is no program yet.")
        return handler(arguments(given))

    def _refuse(self, back: Body, sentence: str) -> None:
        error = {"id": 1, "format": sentence, "showUser": back["command"] not in ANSWERED_IN_PLACE}
        self.editor.wire.send("response", success=False, message=sentence, body={"error": error}, **back)

    def _guarded(self, do: Callable[[], None]) -> None:
        try:
            do()
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            self.editor.say(sentence("The debugger has failed: {0}.", repr(error)), "stderr")
            if self.editor.has_program and self.editor.debugger.running:
                self.editor.debugger.stop()
                self.movement.stopped(Stop("break", "The debugger has failed."))

    # running

    def _run_on(self) -> None:
        stop = self.editor.slices.run()
        self.editor.tell_output()
        if stop is not None:
            self.movement.stopped(stop)
        elif self._wants_key() and not self.editor.told_to_type:
            self.editor.told_to_type = True
            self.editor.say("It waits for a key: type TEXT here, with \\n for ENTER.")

    # beginning and end

    def on_initialize(self, given: Arguments) -> Body:
        if given.get("pathFormat", "path") != "path":
            raise CommandError("This debugger knows files by their paths, not by URIs.")
        self.editor.client = given
        if given.get("locale"):
            self.editor.texts.speak("de" if given["locale"].lower().startswith("de") else "en")
        self.editor.first_row = 1 if given.get("linesStartAt1", True) else 0
        self.editor.first_column = 1 if given.get("columnsStartAt1", True) else 0
        return CAPABILITIES

    def on_launch(self, given: Arguments) -> None:
        self._only_once()
        if self.editor.loaded is not None:
            raise CommandError("This port has a program already: attach to it. cpc debug --dap PORT without a file can launch.")
        wanted = checked(given)
        if self.token and not compare_digest(wanted.get("token", "").encode(), self.token.encode()):
            raise CommandError("The launch configuration needs the token that cpc debug --dap has printed.")
        machine = self._launched(wanted)
        self.editor.wanted = wanted
        self._begin(machine, self.loader.debugger(machine.cpc.session), "launch")

    def on_attach(self, given: Arguments) -> None:
        self._only_once()
        if self.editor.loaded is None:
            raise CommandError("There is nothing to attach to: start it with cpc debug FILE --dap PORT.")
        self.editor.wanted = {"keys": self.editor.loaded.keys} | checked(given)
        self.editor.attached = self.editor.loaded
        self._begin(self.editor.loaded.machine, self.editor.loaded.debugger, "attach")

    def _launched(self, wanted: Wanted) -> Prepared:
        if not wanted.get("program"):
            raise CommandError("The launch configuration names no program.")
        return self.loader.launch(wanted)

    def _only_once(self) -> None:
        if self.editor.has_program:
            raise CommandError("There is a program already; end it first.")

    def _begin(self, machine: Prepared, debugger: Debugger, how: str) -> None:
        self.editor.take(machine, debugger)
        debugger.remove_all()
        name = str(machine.files[0])
        self.editor.after += [lambda: self.editor.event("process", name=name, isLocalProcess=True, startMethod=how),
                       lambda: self.editor.event("initialized")]

    def on_configurationDone(self, given: Arguments) -> None:
        if self.editor.attached is not None and self.editor.attached.begun:       # another editor has been here
            if self.editor.wanted.get("stopOnEntry"):
                self.editor.after.append(lambda: self.movement.stopped(Stop("entry", "")))
            else:
                self.movement.going(self.editor.debugger.go)
            return
        if self.editor.attached is not None:
            self.editor.attached.begun = True
        self._start()

    def _start(self) -> None:
        debugger = self.editor.debugger
        self.editor.cpc.type(self.loader.typed(self.editor.wanted.get("keys", "")))
        debugger.start()
        debugger.forget_past()              # one goes back to the first statement, not to the prompt
        if self.editor.wanted.get("stopOnEntry"):
            self.editor.after.append(lambda: self.movement.stopped(Stop("entry", "")))
            return
        if one := debugger.stops_here():
            self.editor.after.append(partial(self.movement.stopped, Stop(
                "breakpoint", sentence("Breakpoint {0}: {1}.", one.id, one.described), one)))
            return
        self.movement.going(debugger.go)

    def on_restart(self, given: Arguments) -> None:
        """Begins again, with the file as it is now. Breakpoints keep their numbers."""
        wanted = checked(arguments(given.get("arguments")))
        if self.editor.attached is not None:
            self.editor.debugger.stop()
            self.editor.attached.again()
            self.editor.attached.begun = True
            machine, debugger = self.editor.attached.machine, self.editor.attached.debugger
        else:
            machine = self._launched(self.editor.wanted | wanted)
            debugger = self.loader.debugger(machine.cpc.session)
        self.editor.wanted |= wanted
        self.editor.take(machine, debugger)
        self.breakpoints.set_again()
        self._start()

    def on_terminate(self, given: Arguments) -> None:
        self.editor.after.append(self.editor.tell_end)

    def on_disconnect(self, given: Arguments) -> None:
        self.done = True
        if self.editor.attached is not None and given.get("terminateDebuggee"):
            self.editor.attached.ended = True

"""An editor's buttons: going on, steps, going back, jumps to another line; and the events that tell of a stop."""

from collections.abc import Callable

from basic.debug import views
from basic.debug.debugger import LINE, STATEMENT, CommandError, Stop
from cpc.debugger.console.explanation import in_short
from cpc.debugger.dap.arguments import Arguments, Body
from cpc.debugger.dap.editor import Editor

THREAD = 1
REASONS = {"watch": "data breakpoint", "error": "exception", "break": "pause", "ended": "pause"}


class Movement:
    """Answers the requests that move the program."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor

    def going(self, go: Callable[[], None]) -> None:
        """Begins a step or a run. The editor is told of a stop behind the answer."""
        go()
        self.editor.stop = None
        self.editor.told_to_type = False
        self.editor.went_back()
        if not self.editor.debugger.running and self.editor.debugger.last_stop is not None:
            stop = self.editor.debugger.last_stop
            self.editor.after.append(lambda: self.stopped(stop))

    def stopped(self, stop: Stop) -> None:
        if stop.reason == "ended" and self.editor.wanted.get("noDebug"):
            self.editor.tell_end()
            return
        self.editor.stop = stop
        text = self.editor.spoken(stop.text)
        more: Body = {"description": text, "text": text} if text else {}
        if stop.trap is not None and stop.trap.id:
            more["hitBreakpointIds"] = [stop.trap.id]
        if self.editor.console.explains and (does := in_short(self.editor.debugger, self.editor.texts.language)):
            self.editor.say(does)
        self.editor.event("stopped", reason=REASONS.get(stop.reason, stop.reason), threadId=THREAD, allThreadsStopped=True,
                   **more)

    def changing(self, change: Callable[[], None], travels: bool = False) -> None:
        """Makes a change, for which the program stands; if it ran before, it goes on, but not where that took it elsewhere."""
        debugger = self.editor.debugger
        ran, before = debugger.running, debugger.now()
        change()
        self.editor.went_back()
        if ran and not debugger.running and not (travels and debugger.now() != before):
            debugger.go()

    def on_continue(self, given: Arguments) -> Body:
        self.going(self.editor.debugger.go)
        return {"allThreadsContinued": True}

    def on_next(self, given: Arguments) -> None:
        self.going(lambda: self.editor.debugger.step(unit_of(given), into=False))

    def on_stepIn(self, given: Arguments) -> None:
        self.going(lambda: self.editor.debugger.step(unit_of(given)))

    def on_stepOut(self, given: Arguments) -> None:
        self.going(self.editor.debugger.out)

    def on_stepBack(self, given: Arguments) -> None:
        with self.editor.progress("Going back"):
            self.going(self.editor.debugger.back if unit_of(given) == STATEMENT else self.editor.debugger.back_line)

    def on_reverseContinue(self, given: Arguments) -> None:
        with self.editor.progress("Going back to the last stop"):
            self.going(self.editor.debugger.back_to_stop)

    def on_cancel(self, given: Arguments) -> None:
        """What it was to end has seen it coming (Wire.urgent), or is done already."""

    def on_pause(self, given: Arguments) -> None:
        if self.editor.debugger.running:
            self.going(self.editor.debugger.stop)

    def on_gotoTargets(self, given: Arguments) -> Body:
        """The lines that a GOTO can lead to."""
        editor = self.editor
        number = editor.sources.number_at(editor.sources.named(given["source"]), given["line"] - editor.first_row)
        return {"targets": [{"id": number, "label": f"GOTO {number}", **editor.placed(number, 0)}]}

    def on_goto(self, given: Arguments) -> None:
        number = given["targetId"]
        self.editor.debugger.known_line(number)
        self.editor.debugger.direct(f"GOTO {number}")
        if views.here(self.editor.cpc.session).number != number:
            raise CommandError("The program does not go on at line {0}.", number)
        self.editor.after.append(lambda: self.stopped(Stop("goto", "")))


def unit_of(given: Arguments) -> str:
    """The protocol says: without a granularity it is the statement."""
    return LINE if given.get("granularity") == "line" else STATEMENT

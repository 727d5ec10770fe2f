"""An editor's buttons: going on, by statements and lines, back, to another line, and what it is told when that stops."""

from collections.abc import Callable

from basic.debug import views
from basic.debug.debugger import LINE, STATEMENT, CommandError, Stop
from cpc.debugger.dap.session import Session

THREAD = 1
REASONS = {"watch": "data breakpoint", "error": "exception", "break": "pause", "ended": "pause"}


class Going(Session):
    """The part of the Adapter that moves the program."""

    def going(self, go: Callable[[], None]) -> None:
        """A step or a run has been asked for: what stops it is told behind the answer."""
        go()
        self.stop = None
        self.told_to_type = False
        self.went_back()
        if not self.debugger.running and self.debugger.last_stop is not None:
            stop = self.debugger.last_stop
            self.after.append(lambda: self.stopped(stop))

    def stopped(self, stop: Stop) -> None:
        if stop.reason == "ended" and self.wanted.get("noDebug"):
            self.tell_end()
            return
        self.stop = stop
        more: dict = {"description": stop.text, "text": stop.text} if stop.text else {}
        if stop.trap is not None and stop.trap.id:
            more["hitBreakpointIds"] = [stop.trap.id]
        self.event("stopped", reason=REASONS.get(stop.reason, stop.reason), threadId=THREAD, allThreadsStopped=True,
                   **more)

    def changing(self, change: Callable[[], None]) -> None:
        """A change makes the program stand; where it ran, it goes on."""
        ran = self.debugger.running
        change()
        self.went_back()
        if ran and not self.debugger.running:
            self.debugger.go()

    def on_continue(self, given: dict) -> dict:
        self.going(self.debugger.go)
        return {"allThreadsContinued": True}

    def on_next(self, given: dict) -> None:
        self.going(lambda: self.debugger.step(unit_of(given), into=False))

    def on_stepIn(self, given: dict) -> None:
        self.going(lambda: self.debugger.step(unit_of(given)))

    def on_stepOut(self, given: dict) -> None:
        self.going(self.debugger.out)

    def on_stepBack(self, given: dict) -> None:
        self.going(self.debugger.back if unit_of(given) == STATEMENT else self.debugger.back_line)

    def on_reverseContinue(self, given: dict) -> None:
        self.going(self.debugger.back_to_stop)

    def on_pause(self, given: dict) -> None:
        if self.debugger.running:
            self.going(self.debugger.stop)

    def on_gotoTargets(self, given: dict) -> dict:
        """GOTO knows lines, no statements within them."""
        number = self.sources.number_at(self.sources.named(given["source"]), given["line"] - self.first_row)
        return {"targets": [{"id": number, "label": f"GOTO {number}", **self.placed(number, 0)}]}

    def on_goto(self, given: dict) -> None:
        number = given["targetId"]
        self.debugger.known_line(number)
        self.debugger.direct(f"GOTO {number}")
        if views.here(self.cpc.session).number != number:
            raise CommandError(f"The program does not go on at line {number}.")
        self.after.append(lambda: self.stopped(Stop("goto", "")))


def unit_of(given: dict) -> str:
    """Without a granularity it is the statement, says the protocol."""
    return LINE if given.get("granularity") == "line" else STATEMENT

"""The learner's view: the debugger for the page. Its requests are those of the Debug Adapter Protocol, in messages `dap`.

What that protocol does not have is asked for by requests of its own: `learn` opens and closes the view, `lines` gives the
listing, `board` an array in rows and columns, `rerun` does RUN up to the first line, `slow` slow motion, `heat` how often each
line ran. The page is told `here` when the program stands, and several times a second while it runs.
"""

import queue
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from basic.debug import boards, views
from basic.debug.debugger import CommandError, Debugger, Stop
from basic.ports import FRAME_US
from basic.session import Session
from basic.source.words import WORDS
from cpc.charset import readable
from cpc.debugger.console.explanation import explained
from cpc.debugger.console.views import cut_of, grid
from cpc.debugger.dap.adapter import Adapter
from cpc.debugger.dap.arguments import Body
from cpc.debugger.dap.program import Loaded, Prepared, Wanted
from cpc.debugger.german import spoken
from cpc.debugger.pacing import SlowMotion, UnderDebugger
from cpc.player.pacing import Speed
from cpc.web.requests import Refused, flag, named, text

if TYPE_CHECKING:
    from cpc.web.bridge import Bridge

Message = dict[str, Any]
MakeDebugger = Callable[[Session], Debugger]

PROGRAM = Path("program")       # it has no file, so the protocol shows it as LIST does
TOLD_SECONDS = 0.2              # between two messages of where the program is, while it runs
FASTEST_STEPS = 50.0            # statements a second, in slow motion
LONGEST_SECONDS = 30.0          # of a question about the past, or a way back


class ToThePage:
    """Carries the adapter's messages to the page; those of the page come by `do_dap`."""

    def __init__(self, bridge: "Bridge") -> None:
        self.bridge = bridge
        self.sent = 0
        self.asked_at = 0.0

    def send(self, kind: str, **fields: object) -> None:
        self.sent += 1
        self.bridge.tell("dap", {"message": {"seq": self.sent, "type": kind, **fields}})

    def take(self, seconds: float | None) -> Body | None:
        raise queue.Empty

    def urgent(self) -> bool:
        """While it looks through the past, the worker hears nothing: after some time that ends."""
        return self.bridge.clock() > self.asked_at + LONGEST_SECONDS

    def flush(self) -> None:
        """Each message is sent at once."""


class PlayersProgram(Loaded):
    """The machine that the player runs, for the protocol's request `attach`."""

    def __init__(self, bridge: "Bridge") -> None:
        self.bridge = bridge
        self.keys = ""
        self.ended = False
        self.again()

    def again(self) -> None:
        player = self.bridge.player
        assert player.debugger is not None
        self.machine, self.debugger, self.begun = Prepared(player.cpc, [PROGRAM]), player.debugger, True


class NoFiles:
    """The page loads programs itself."""
    faults: type[Exception] = CommandError

    def __init__(self, make_debugger: MakeDebugger) -> None:
        self.make_debugger = make_debugger

    def launch(self, wanted: Wanted) -> Prepared:
        raise CommandError("The page attaches to the program that is there.")

    def debugger(self, session: Session) -> Debugger:
        return self.make_debugger(session)

    def typed(self, keys: str) -> bytes:
        return keys.encode("latin-1", "replace")


class Learner:
    """Answers the page's requests about the program that runs."""

    def __init__(self, bridge: "Bridge", make_debugger: MakeDebugger = Debugger) -> None:
        self.bridge = bridge
        self.make_debugger = make_debugger
        self.wire = ToThePage(bridge)
        self.adapter: Adapter | None = None
        self.slow: SlowMotion | None = None
        self.told_at = 0.0
        bridge.on_reset.append(self._switched_on)
        bridge.on_program.append(self._other_program)

    @property
    def debugger(self) -> Debugger:
        debugger = self.bridge.player.debugger
        if debugger is None or self.adapter is None:
            raise Refused(self._spoken("The learner's view is not open."))
        return debugger

    # opening and closing

    def do_learn(self, given: Message) -> None:
        if flag(given, "on"):
            if self.adapter is None:
                self.bridge.player.remember(self.make_debugger)
                self._attach()
        elif self.adapter is not None:
            self.debugger.let_go()
            self.adapter = self.slow = None
            self.bridge.player.pace()
            self.bridge.player.samples.held = self.bridge.player.paused

    def _attach(self) -> None:
        self.adapter = Adapter(self.wire, NoFiles(self.make_debugger), PlayersProgram(self.bridge))
        self.adapter.editor.texts = self.bridge.text_of
        for request in ({"command": "initialize", "arguments": {"linesStartAt1": True, "supportsProgressReporting": True}},
                        {"command": "attach"}, {"command": "configurationDone"}):
            self.adapter.answer({"type": "request", "seq": 0, **request})
        self._pace()

    def _switched_on(self) -> None:
        """The player has another machine: the breakpoints stay."""
        if self.adapter is not None:
            adapter = self.adapter
            self.slow = None
            adapter.answer({"type": "request", "seq": 0, "command": "restart"})
            adapter.editor.debugger.go()
            self._pace()

    def _other_program(self) -> None:
        """A program was loaded: there is nothing to go back to."""
        if self.adapter is not None and not self.debugger.running:
            self.debugger.go()
            self._moved()

    def _pace(self) -> None:
        player, debugger = self.bridge.player, self.debugger

        def under_debugger(speed: Speed, now: float) -> UnderDebugger:
            return UnderDebugger(player.cpc, debugger, self._go_on, speed, now)
        player.pace(under_debugger)

    # running

    def turn(self, now: float) -> None:
        """After a turn of the machine: the page is told where the program is."""
        if self.adapter is not None and self.debugger.running and now >= self.told_at:
            self.told_at = now + TOLD_SECONDS
            self._tell_here("")

    def _go_on(self, us: int) -> None:
        stop = self.debugger.run(us)
        if stop is not None:
            self._stopped(stop)

    def _stopped(self, stop: Stop) -> None:
        assert self.adapter is not None
        if self.slow is not None:
            self.slow = None
            self._pace()
        if stop.reason == "ended":              # the CPC is at its prompt again, and takes what is typed
            self.debugger.go()
        else:
            self.bridge.player.keys.let_go_now()
        self.adapter.movement.stopped(stop)
        self._moved(stop.text)

    def _moved(self, why: str = "") -> None:
        """The program stands, or goes on."""
        player = self.bridge.player
        stands = not self.debugger.running and self.slow is None
        if player.samples.held and not stands:
            player.resume()
        player.samples.held = stands or player.paused
        self._tell_here(why)

    def _tell_here(self, why: str) -> None:
        session = self.bridge.session
        place = views.here(session)
        first = last = 0
        if place.number is not None and place.number in session.program.lines:
            first, last = views.statement_range(session, place.number, place.statement)
        self.bridge.tell("here", {"line": place.number, "first": first, "last": last, "why": self._spoken(why),
                                  "stands": not self.debugger.running and self.slow is None,
                                  "sentence": self._spoken(views.state_sentence(session)) if place.number is None else "",
                                  "explained": self._explained()})

    def _explained(self) -> list[str]:
        """What the statement at which the program stands is about to do, part by part; while it runs, nothing."""
        try:
            stands = not self.debugger.running and self.slow is None
            return list(explained(self.debugger, self.bridge.text_of.language)) if stands else []
        except CommandError:            # no statement comes next
            return []

    def _spoken(self, text: str) -> str:
        return spoken(text, self.bridge.text_of.language)

    # requests

    def do_dap(self, given: Message) -> None:
        """A request of the Debug Adapter Protocol; its answer comes as a message of that protocol."""
        debugger, adapter = self.debugger, self.adapter
        assert adapter is not None
        clock = self.bridge.player.machine.clock
        before, ran = debugger.now(), debugger.running
        self.wire.asked_at = self.bridge.clock()
        adapter.answer(named(given, "message", dict))
        if clock.us < before.us:                # the sound begins anew, too
            self.bridge.player.samples.attach(self.bridge.player.samples.sound)
        if debugger.running and not ran:
            self._go_on(FRAME_US)               # a step is done at once
        if debugger.running != ran or debugger.now() != before:
            self._moved()

    def do_rerun(self, given: Message) -> None:
        """RUN, up to the first statement."""
        try:
            self.debugger.start()
        except CommandError as error:
            raise Refused(self._spoken(error.sentence)) from None
        self._moved()

    def do_slow(self, given: Message) -> None:
        """So many statements a second; 0: as before."""
        rate = float(named(given, "rate", float | int, 0))
        if self.slow is not None:
            self.slow = None
            self._pace()
            self.debugger.stop()
        if 0 < rate <= FASTEST_STEPS:
            slow = self.slow = SlowMotion(self._slow_step, rate)
            self.bridge.player.pace(lambda speed, now: slow)
        self._moved()

    def _slow_step(self, us: int) -> bool:
        debugger = self.debugger
        if not debugger.running:
            debugger.step()
        stop = debugger.run(us)
        if stop is None:
            return False
        if stop.reason == "step":
            self._tell_here("")
        else:
            self._stopped(stop)
        return True

    def do_lines(self, given: Message) -> Message:
        """The listing: each line's number and text in Unicode; and BASIC's words, for colours."""
        session = self.bridge.session
        return {"lines": [[number, readable(views.line_text(session, number).encode("latin-1"))]
                          for number in session.program.numbers], "words": sorted(WORDS)}

    def do_board(self, given: Message) -> Message:
        """An array as rows of texts, and which of them have changed since the program last stood; of a known board also what
        its rows and columns are called."""
        session, debugger, name = self.bridge.session, self.debugger, text(given, "name")
        try:
            options, board = text(given, "options", ""), debugger.board(name)
            rows = grid(session, name, options, board=board)
            earlier = grid(session, name, options, cells=views.earlier_elements(session, name, debugger.marked), board=board)
        except CommandError as error:
            raise Refused(self._spoken(error.sentence)) from None
        names = boards.arranged(session, name, cut_of(options), board)
        labels = {"down": names.rows, "across": names.columns} if names.labelled else {}
        return labels | {"rows": [[readable(cell.encode("latin-1", "replace")) for cell in row] for row in rows],
                "changed": [[one != other for one, other in zip(row, before, strict=True)]
                            for row, before in zip(rows, earlier, strict=True)]}

    def do_heat(self, given: Message) -> list[list[float]]:
        """Counts from now on, or not; gives each line's share of the time, and how many statements of it were done."""
        debugger = self.debugger
        if given.get("on") is not None:
            debugger.heat(flag(given, "on"))
        try:
            table = debugger.heat_table()
        except CommandError:
            return []
        whole = sum(heat.us for heat in table) or 1
        return [[heat.number, round(heat.us / whole, 4), heat.statements] for heat in table if heat.number is not None]

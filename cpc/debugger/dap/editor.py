"""The editor at the other end of the wire: what it wants, what it has been told, and the program that it debugs."""

from collections.abc import Callable

from basic.debug.debugger import Debugger, Stop
from cpc.api import CPC
from cpc.charset import plain
from cpc.debugger.console.commands import Console
from cpc.debugger.dap.arguments import Body, Span
from cpc.debugger.dap.program import Loaded, Prepared, Wanted
from cpc.debugger.dap.source import Sources
from cpc.debugger.dap.variables import Variables
from cpc.debugger.dap.wire import Carrier

PRINTED = 1 << 16                           # bytes of what was printed that are kept once the editor has been told


class Editor:
    cpc: CPC                                # these five exist as soon as `has_program` is true
    debugger: Debugger
    console: Console
    sources: Sources
    variables: Variables

    def __init__(self, wire: Carrier, loaded: Loaded | None) -> None:
        self.wire = wire
        self.loaded = loaded                # what attach finds
        self.attached: Loaded | None = None
        self.has_program = False
        self.first_row = self.first_column = 1
        self.client: Body = {}              # what initialize said of the editor
        self.wanted: Wanted = {}              # the launch configuration
        self.stop: Stop | None = None
        self.after: list[Callable[[], None]] = []       # events that follow an answer
        self.told = 0                       # bytes of what the CPC has printed
        self.told_to_type = False
        self.told_end = False

    def take(self, machine: Prepared, debugger: Debugger) -> None:
        self.cpc, self.debugger, self.has_program = machine.cpc, debugger, True
        self.told = self.cpc.machine.text.printed_count
        self.console = Console(debugger)
        self.sources = Sources(self.cpc.session, machine.files)
        self.variables = Variables(debugger, bool(self.client.get("supportsVariableType")))
        self.stop = None

    def event(self, name: str, /, **body: object) -> None:
        self.wire.send("event", event=name, body=body)

    def say(self, sentence: str, category: str = "console", **more: object) -> None:
        self.event("output", category=category, output=sentence + "\n", **more)

    def tell_output(self) -> None:
        """What the CPC has printed since it was last told; the count is lower after the program has gone back."""
        text = self.cpc.machine.text
        if new := text.printed_since(self.told):
            self.event("output", category="stdout", output=plain(new))
        self.told = text.printed_count
        text.forget_printed(PRINTED)

    def went_back(self) -> None:
        self.told = min(self.told, self.cpc.machine.text.printed_count)

    def tell_end(self) -> None:
        """The program is at its end."""
        if self.has_program:
            self.debugger.stop()
        if self.attached is not None:
            self.attached.ended = True
        if not self.told_end:
            self.told_end = True
            self.event("exited", exitCode=0)
            self.event("terminated")

    def placed(self, number: int, statement: int) -> Span:
        """Where a statement is, as the editor counts."""
        first, last = self.sources.range_of(number, statement)
        row = self.sources.place_of(number)[1] + self.first_row
        return Span(line=row, column=first + self.first_column, endLine=row, endColumn=last + self.first_column)

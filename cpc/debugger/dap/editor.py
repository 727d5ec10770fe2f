"""The editor at the other end of the wire: what it wants, what it has been told, and the program that it debugs."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from basic.debug.debugger import Debugger, Stop
from cpc.api import CPC
from cpc.charset import plain
from cpc.debugger.console.commands import Console
from cpc.debugger.dap.arguments import Body, Span
from cpc.debugger.dap.program import Loaded, Prepared, Wanted
from cpc.debugger.dap.source import Sources
from cpc.debugger.dap.variables import Variables
from cpc.debugger.dap.wire import Carrier
from cpc.debugger.german import spoken
from cpc.debugger.slices import Slices
from cpc.language import of_host
from cpc.texts import Texts

PATIENCE = 0.5                              # seconds until the editor is told that something takes long
OFTEN = 0.1                                 # and between two reports of how far it is
PRINTED = 1 << 16                           # bytes of what was printed that are kept once the editor has been told


def _to_the_end(part: float) -> bool:
    return False


class ProgressBar:
    """Tells an editor how much is done, and says whether that is to end: by `cancel` or `pause`."""

    def __init__(self, editor: "Editor", title: str) -> None:
        self.editor = editor
        self.title = title
        self.next = time.monotonic() + PATIENCE
        self.id = ""

    def __call__(self, part: float) -> bool:
        if self.editor.client.get("supportsProgressReporting") and time.monotonic() >= self.next:
            self.next = time.monotonic() + OFTEN
            if not self.id:
                self.editor.bars += 1
                self.id = f"past {self.editor.bars}"
                self.editor.event("progressStart", progressId=self.id, title=self.title, cancellable=True)
            self.editor.event("progressUpdate", progressId=self.id, percentage=round(100 * part))
            self.editor.wire.flush()
        return self.editor.wire.urgent()

    def end(self) -> None:
        if self.id:
            self.editor.event("progressEnd", progressId=self.id)


class Editor:
    cpc: CPC                                # these six exist as soon as `has_program` is true
    debugger: Debugger
    slices: Slices
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
        self.texts = Texts(of_host())       # the person's language; an editor may say another one
        self.wanted: Wanted = {}              # the launch configuration
        self.stop: Stop | None = None
        self.after: list[Callable[[], None]] = []       # events that follow an answer
        self.told = 0                       # bytes of what the CPC has printed
        self.told_to_type = False
        self.told_end = False
        self.bars = 0                       # progress bars that it has been shown

    def take(self, machine: Prepared, debugger: Debugger) -> None:
        self.cpc, self.debugger, self.has_program = machine.cpc, debugger, True
        self.told = self.cpc.machine.text.printed.in_all
        self.slices = Slices(debugger)
        self.console = Console(debugger)
        self.console.shows_prints = False
        self.console.texts = self.texts
        self.sources = Sources(self.cpc.session, machine.files)
        self.variables = Variables(debugger, self.spoken, bool(self.client.get("supportsVariableType")),
                                   bool(self.client.get("supportsMemoryReferences")))
        self.stop = None

    def event(self, name: str, /, **body: object) -> None:
        self.wire.send("event", event=name, body=body)

    def spoken(self, text: str) -> str:
        """In the person's language."""
        return spoken(text, self.texts.language)

    def say(self, sentence: str, category: str = "console", **more: object) -> None:
        self.event("output", category=category, output=self.spoken(sentence) + "\n", **more)

    def tell_output(self) -> None:
        """What the CPC has printed since it was last told; the count is lower after the program has gone back."""
        text = self.cpc.machine.text
        if new := text.printed.since(self.told):
            self.event("output", category="stdout", output=plain(new))
        self.told = text.printed.in_all
        text.printed.forget(PRINTED)

    def went_back(self) -> None:
        self.told = min(self.told, self.cpc.machine.text.printed.in_all)

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

    @contextmanager
    def progress(self, title: str) -> Iterator[None]:
        """A question about the past, or a way back: the editor is told how far it is when that takes long, and can end it."""
        bar = ProgressBar(self, self.spoken(title))
        self.debugger.way_back.progress = self.console.progress = bar
        try:
            yield
        finally:
            self.debugger.way_back.progress = self.console.progress = _to_the_end
            bar.end()

    def placed(self, number: int, statement: int) -> Span:
        """Where a statement is, as the editor counts."""
        first, last = self.sources.range_of(number, statement)
        row = self.sources.place_of(number)[1] + self.first_row
        return Span(line=row, column=first + self.first_column, endLine=row, endColumn=last + self.first_column)

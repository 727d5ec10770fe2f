"""The evening on the CPC's own screen: its editor offers the next number, and each line is proved when it is entered.

The machine is a whole one meanwhile: LIST, RUN and the rest do what they always do.
"""

from basic.runtime.control import EDIT
from cpc import CPC
from cpc.commands.fault import Fault
from listings.source import ListingFault, numbered
from listings.typing.typein import Evening, Verdict, bar, command

COLUMNS, BAR = 40, 16


class Table:
    """A CPC with an evening laid over its line editor."""

    def __init__(self, cpc: CPC, evening: Evening):
        self.session, self.evening = cpc.session, evening
        self.enter_as_ever = cpc.session.enter
        self.last: Verdict | None = None
        self.typed = b""
        cpc.session.enter = self.enter
        self.say(f"{evening.manifest.name}: {len(evening.part.checksums)} lines.\n/help says what else can be typed.")
        self.offer()
        cpc.session.editor_started = False          # it waits already, with an empty line

    def say(self, text: str) -> None:
        for row in text.split("\n"):
            self.session.executor.output.write(0, row.encode("latin-1", "replace") + b"\r\n")

    def offer(self, text: bytes | None = None) -> None:
        """What the line editor begins with: the next number, or a line to be mended."""
        evening = self.evening
        if text is None:
            self.say(bar(evening.done, len(evening.numbers), BAR))
            text = b"" if evening.at is None else b"%d " % evening.at
        if evening.at is None and not evening.doubtful:
            self.say("All lines are there and right.")
        self.session.editing, self.session.editor_cursor = text, len(text)

    def enter(self, line: bytes) -> int:
        text = line.strip(b" ")
        if text.startswith(b"/"):
            self.command(text)
            return EDIT
        typed = numbered(text)
        if typed is None:
            return self.enter_as_ever(line)
        if not typed[1]:
            self.offer()
            return EDIT
        self.typed, self.last = text, self.evening.take(text)
        if self.last.right:
            pc = self.enter_as_ever(line)
            self.offer()
            return pc
        self.say(self.last.message)
        if self.last.slip is not None and self.last.slip.text:
            self.say(f"{self.last.number} {self.last.slip.text}\n/take takes it so.")
        self.offer(text)
        return EDIT

    def command(self, text: bytes) -> None:
        kept = len(self.evening.lines)
        if not command(self.evening, text.decode("latin-1").split(), self.last, self.typed, self.say):
            self.say("Close the window to stop.")
        if len(self.evening.lines) > kept and self.last is not None:
            self.enter_as_ever(b"%d %s" % (self.last.number, self.evening.lines[self.last.number]))
        self.offer()


def at_the_machine(evening: Evening) -> tuple[CPC, Table]:
    manifest = evening.manifest

    def make() -> CPC:
        return CPC(model=manifest.model, dialect=manifest.dialect, memory=manifest.memory)
    cpc = make()
    if evening.path.exists():
        cpc.load(evening.path)
    return cpc, Table(cpc, evening)


def in_window(evening: Evening) -> bool:
    """True when the part is complete."""
    from cpc.commands.needs_pygame import needing_pygame
    try:
        with needing_pygame("without --window it is done in the terminal"):
            from cpc.window.window import NoDisplay, Window
    except Fault as fault:
        raise ListingFault(str(fault)) from None
    cpc, _ = at_the_machine(evening)
    try:
        Window(cpc, lambda: at_the_machine(evening)[0], muted=True).run()
    except NoDisplay:
        raise ListingFault("There is no display to open a window on; without --window it is done in the terminal.") \
            from None
    return not evening.missing and not evening.doubtful

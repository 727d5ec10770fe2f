"""A listing is typed in on the CPC's own screen: its editor offers the next number, and each line is checked at once.

LIST, RUN and all other commands work meanwhile. The face that shows the CPC is handed the CPC (cpc/commands/listings.py).
"""

from basic.runtime.control import EDIT
from cpc import CPC
from cpc.charset import spelt
from listings.source import numbered
from listings.typing.typein import Spoken, TypingIn, Verdict, bar, command, counted

COLUMNS, BAR = 40, 16


class ScreenDialogue:
    """Takes the lines that are entered on a CPC, before the CPC does."""

    def __init__(self, cpc: CPC, typing: TypingIn, spoken: Spoken):
        self.session, self.typing, self.language = cpc.session, typing, spoken
        self.last: Verdict | None = None
        self.typed = b""
        cpc.session.take_line = self.enter
        count = counted(len(typing.part.checksums), "line")
        self.say(self.spoken(f"{typing.manifest.name}: {count}.\n/help lists the commands."))
        self.offer()
        cpc.session.editor_started = False          # it waits already, with an empty line

    def spoken(self, text: str) -> str:
        """In the person's language, and in characters that the CPC has."""
        return spelt(self.language(text))

    def say(self, text: str) -> None:
        for row in text.split("\n"):
            self.session.executor.output.write(0, row.encode("latin-1", "replace") + b"\r\n")

    def offer(self, text: bytes | None = None) -> None:
        """What the line editor begins with: the next number, or a line to be mended."""
        typing = self.typing
        if text is None:
            self.say(bar(typing.done, len(typing.numbers), BAR))
            text = b"" if typing.at is None else b"%d " % typing.at
        if typing.at is None and not typing.doubtful:
            self.say(self.spoken("The listing is complete."))
        self.session.editing, self.session.editor_cursor = text, len(text)

    def enter(self, line: bytes) -> int:
        text = line.strip(b" ")
        if text.startswith(b"/"):
            self.command(text)
            return EDIT
        typed = numbered(text)
        if typed is None:
            return self.session.enter(line)
        if not typed[1]:
            self.offer()
            return EDIT
        self.typed, self.last = text, self.typing.take(text)
        if self.last.right:
            pc = self.session.enter(line)
            self.offer()
            return pc
        self.say(self.spoken(self.last.message))
        if self.last.slip is not None and self.last.slip.text:
            self.say(f"{self.last.number} {self.last.slip.text}")
            self.say(self.spoken("/take takes this line."))
        self.offer(text)
        return EDIT

    def command(self, text: bytes) -> None:
        kept = len(self.typing.lines)
        if not command(self.typing, text.decode("latin-1").split(), self.last, self.typed, self.say,
                       self.spoken):
            self.say(self.spoken("Close the window to stop."))
        if len(self.typing.lines) > kept and self.last is not None:
            self.session.enter(b"%d %s" % (self.last.number, self.typing.lines[self.last.number]))
        self.offer()


def machine_for(typing: TypingIn, spoken: Spoken = str) -> CPC:
    """A CPC with what has been typed in so far, on which the rest can be typed in."""
    manifest = typing.manifest
    cpc = CPC(model=manifest.model, dialect=manifest.dialect, memory=manifest.memory)
    if typing.path.exists():
        cpc.load(typing.path)
    ScreenDialogue(cpc, typing, spoken)
    return cpc

"""What the debugger's panel is made of: spans of coloured text with places to click on, and what a person looks at."""

from typing import TYPE_CHECKING, Literal, NamedTuple

from basic.debug.sentences import Sentence
from basic.records import field, record
from cpc.charset import readable
from cpc.debugger.german import spoken
from cpc.texts import Texts

if TYPE_CHECKING:
    from cpc.debugger.panel.sheet import Sheet

YELLOW, BLUE, CYAN, WHITE, GREY = (255, 255, 0), (0, 0, 96), (0, 255, 255), (255, 255, 255), (160, 160, 192)
RED, GREEN, LIGHTER, DARK = (255, 96, 96), (96, 255, 96), (0, 0, 168), (0, 0, 48)

Colour = tuple[int, int, int]
# What a click is on: a line's margin, a statement (line's number, place in the line), a place in the stack, a variable or
# element, an array, a key's name with what it does, or a row of the sheet.
Click = (tuple[Literal["break", "row"], int] | tuple[Literal["statement", "place"], tuple[int | None, int]]
         | tuple[Literal["watch", "board", "key", "plot"], str])


class Span(NamedTuple):
    """A piece of a row, in one pen and on one paper."""
    text: str
    pen: Colour = CYAN
    paper: Colour = BLUE
    click: Click | None = None


Row = list[Span]


@record
class View:
    """What the person looks at, and types."""
    first: int = 0                          # the listing's first line that is shown, by its place
    cursor: tuple[int, int] | None = None   # the line's number and the statement that F9 and F6 mean
    boards: dict[str, str] = field(default_factory=dict)    # arrays, and how each is shown
    said: list[str] = field(default_factory=list)
    said_from: int = 0
    variables_from: int = 0
    tables_from: int = 0                    # the first row of the tables and the stack that is shown
    tables_across: int = 0                  # and so many columns of wide tables are left out
    whole_stack: bool = False
    sheet: "Sheet | None" = None
    typed: str = ""
    at: int = 0                             # where in it the next letter goes
    doing: str = ""                         # stands, runs, slow
    texts: Texts = field(default_factory=Texts)     # of the face

    def spoken(self, text: str) -> str:
        """In the person's language."""
        return spoken(text, self.texts.language)

    def readable(self, text: str) -> str:
        """A sentence in the person's language; what is none is of the CPC, and shown with its characters."""
        return self.spoken(text) if isinstance(text, Sentence) or self.spoken(text) != text else shown(text)


def shown(text: str) -> str:
    """Characters of the CPC, each given as its code in Latin-1, in Unicode."""
    return readable(text.encode("latin-1", "replace"))


def cut(text: str, columns: int) -> str:
    return text if len(text) <= columns else text[:max(columns - 1, 0)] + "→"

"""What the debugger's panel is made of: coloured pieces of text with places to click on, and what a person looks at."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cpc.charset import readable

YELLOW, BLUE, CYAN, WHITE, GREY = (255, 255, 0), (0, 0, 96), (0, 255, 255), (255, 255, 255), (160, 160, 192)
RED, GREEN, LIGHTER, DARK = (255, 96, 96), (96, 255, 96), (0, 0, 168), (0, 0, 48)

Click = tuple[str, Any]                 # what is done there, and with what


class Span(NamedTuple):
    text: str
    pen: tuple = CYAN
    paper: tuple = BLUE
    click: Click | None = None


Row = list[Span]


@dataclass
class View:
    """What the person looks at."""
    first: int = 0                          # the listing's first line that is shown, by its place
    cursor: tuple[int, int] | None = None   # the line's number and the statement that F9 and F6 mean
    boards: dict[str, str] = field(default_factory=dict)    # arrays, and how each is shown
    said: list[str] = field(default_factory=list)
    said_from: int = 0
    variables_from: int = 0
    typed: str = ""
    at: int = 0                             # where in it the next letter goes
    doing: str = ""                         # stands, runs, slow


def shown(text: str) -> str:
    """Codes of the CPC, as Unicode knows them."""
    return readable(text.encode("latin-1", "replace"))


def cut(text: str, columns: int) -> str:
    return text if len(text) <= columns else text[:max(columns - 1, 0)] + "→"

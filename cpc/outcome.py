"""A program's text in, what came of it out: for tests of listings, and for notebooks."""

from typing import Any

from basic.records import record
from cpc.api import CPC
from cpc.charset import plain
from cpc.disc.amsdos import ASCII, listing_bytes

READY = "Ready"


@record(frozen=True)
class Result:
    """What came of a program."""

    output: str                 # what it printed, as text: without control codes, and without the last Ready
    screen: list[str]           # the 25 rows of the text screen
    error: tuple[int, str, int | None] | None       # number, message and line of the error that ended it
    ended: bool                 # False: it wants more input, or its time was over
    seconds: float              # of the machine, from RUN on
    cpc: CPC                    # as it stands now: variables, picture, memory

    @property
    def lines(self) -> list[str]:
        """The lines of the output, without blanks at their ends."""
        return [line.rstrip() for line in self.output.split("\n")] if self.output else []

    def _repr_png_(self) -> bytes:
        return self.cpc._repr_png_()


def run_program(text: str, input: str = "", seconds: float = 600, **machine: Any) -> Result:
    """Runs a listing. `input` is what is typed when the program asks, with "\\n" for ENTER; `seconds` are the machine's, at
    most. Other arguments are those of `CPC`. BasicError for a text that is no program.

    >>> from cpc import run_program
    >>> result = run_program('10 INPUT a: PRINT a*2', input="21\\n")
    >>> result.lines
    ['?', ' 42']
    >>> result.ended, result.error, result.cpc.variables['a']
    (True, None, 21.0)
    """
    cpc = CPC(**machine)
    cpc.session.storage.load_raw(ASCII, listing_bytes(text.encode()))
    begin = cpc.seconds
    cpc.type("RUN\n")
    cpc.type(input)
    idle = cpc.run_until_idle(seconds)
    ended = idle and cpc.session.at_prompt()
    output = plain(cpc.printed).strip("\n").removesuffix(READY if ended else "").rstrip("\n")
    return Result(output, cpc.screen.text(), cpc.error, ended, cpc.seconds - begin, cpc)

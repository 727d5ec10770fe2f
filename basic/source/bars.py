"""A slip of the machine: what passes over DATA, and in BASIC 1.0 over a remark, takes `|` for the bar of a command.

It passes over the byte behind the bar, and then over all bytes up to one from 128 on, even beyond the end of the line. So the
next lines are passed over, too, up to the first that has a keyword or a variable's last letter. The low byte of a line's size
or number may be such a byte; where the high one is 0, the machine takes that for the end of a line and what follows for the
next. Where no line of the program has such a byte, it looks at all that lies behind.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from basic.source.walker import DATA, Kind, line_in_memory, parts, walk

BAR, QUOTE, END_OF_NAME = 124, 34, 128
HEAD = 4                        # bytes of a line's size and number
LONGEST_LOOK = 1000             # bytes, for the end of what is taken for a line
_WITH_TEXT = (Kind.REMARK, Kind.TEXT, Kind.STRING)


class Swallowed(NamedTuple):
    """How many lines behind one belong to its DATA or remark; where in the last of them, as it lies in memory, the machine
    takes another line to begin."""
    lines: int
    misread: int | None = None
    leaves: bool = False            # it goes on beyond the program


NOTHING = Swallowed(0)


def swallowed_by(numbers: Sequence[int], lines: Mapping[int, bytes], at: int, basic_1_1: bool) -> Swallowed:
    """By the line at that place in the program."""
    crunched = lines[numbers[at]]
    if BAR not in crunched:
        return NOTHING
    rest = _passed_over(crunched, basic_1_1)
    swallowed = 0
    while (bar := bar_in(rest)) is not None:
        end = end_of_name(rest, bar + 2)
        while end is None:
            swallowed += 1
            if at + swallowed >= len(numbers):
                return Swallowed(swallowed - 1, leaves=True)
            rest = line_in_memory(numbers[at + swallowed], lines[numbers[at + swallowed]])
            end = end_of_name(rest, 0)
            if end is not None and end < HEAD and not rest[end + 1]:
                return Swallowed(swallowed, end + 2)
        rest = rest[end + 1:]
    return Swallowed(swallowed)


def leaves_line(crunched: bytes, basic_1_1: bool) -> bool:
    """Whether the machine passes over more than this line, which has no number."""
    rest = _passed_over(crunched, basic_1_1) if BAR in crunched else b""
    while (bar := bar_in(rest)) is not None:
        end = end_of_name(rest, bar + 2)
        if end is None:
            return True
        rest = rest[end + 1:]
    return False


def _passed_over(crunched: bytes, basic_1_1: bool) -> bytes:
    """What stands behind DATA, or in BASIC 1.0 behind REM."""
    return next((crunched[item.offset + 1:] for item in walk(crunched) if item.kind is Kind.REMARK and not basic_1_1
                 or item.kind is Kind.WORD and item.value == DATA), b"")


def next_line_behind(address: int, top: int, peek: Callable[[int], int]) -> tuple[int, int]:
    """Where the bar's name ends, if the machine looks for that in memory from there on; where it then takes a line to begin."""
    end = next((at for at in range(address, top) if peek(at) >= END_OF_NAME), top)
    memory = bytes(peek(at) for at in range(end + 1, top + LONGEST_LOOK))
    found = line_end(memory)
    return end, end + 2 + (len(memory) if found is None else found)


def line_end(memory: bytes) -> int | None:
    """Where the 0 is that ends a line, of whatever lies there."""
    for kind, begin, size, _ in parts(memory):
        end = begin if memory[begin] == 0 else memory.find(0, begin, begin + size) if kind in _WITH_TEXT else -1
        if end >= 0:
            return end
    return None


def bar_in(text: bytes) -> int | None:
    """The first bar that is not in quotes."""
    quoted = False
    for at, byte in enumerate(text):
        if byte == QUOTE:
            quoted = not quoted
        elif byte == BAR and not quoted:
            return at
    return None


def end_of_name(text: bytes, begin: int) -> int | None:
    return next((at for at in range(begin, len(text)) if text[at] >= END_OF_NAME), None)

"""A slip of the machine: what passes over DATA, and in BASIC 1.0 over a remark, takes `|` for the bar of a command.

It passes over the byte behind the bar, and then over all bytes up to one from 128 on, even beyond the end of the line. So the
next lines are passed over, too, up to the first that has a keyword or a variable's last letter. The low byte of a line's size
or number may be such a byte; where the high one is 0, the machine takes that for the end of a line and what follows for the
next.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from basic.source.walker import DATA, Kind, line_in_memory, walk

BAR, QUOTE, END_OF_NAME = 124, 34, 128
HEAD = 4                        # bytes of a line's size and number


class Swallowed(NamedTuple):
    """How many lines behind one belong to its DATA or remark; where in the last of them, as it lies in memory, the machine
    takes another line to begin."""
    lines: int
    misread: int | None = None


NOTHING = Swallowed(0)


def swallowed_by(numbers: Sequence[int], lines: Mapping[int, bytes], at: int, basic_1_1: bool) -> Swallowed:
    """By the line at that place in the program."""
    crunched = lines[numbers[at]]
    if BAR not in crunched:
        return NOTHING
    rest = next((crunched[item.offset + 1:] for item in walk(crunched) if item.kind is Kind.REMARK and not basic_1_1
                 or item.kind is Kind.WORD and item.value == DATA), b"")
    swallowed = 0
    while (bar := bar_in(rest)) is not None:
        end = end_of_name(rest, bar + 2)
        while end is None:
            swallowed += 1
            if at + swallowed >= len(numbers):
                return Swallowed(swallowed - 1)
            rest = line_in_memory(numbers[at + swallowed], lines[numbers[at + swallowed]])
            end = end_of_name(rest, 0)
            if end is not None and end < HEAD and not rest[end + 1]:
                return Swallowed(swallowed, end + 2)
        rest = rest[end + 1:]
    return Swallowed(swallowed)


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

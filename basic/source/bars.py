"""A slip of the machine: what passes over DATA, and in BASIC 1.0 over a remark, takes `|` for the bar of a command.

It passes over the byte behind the bar, and then over all bytes up to one from 128 on, even beyond the end of the line. So the
next lines are passed over, too, up to the first that has a keyword or a variable's last letter.
"""

from collections.abc import Mapping, Sequence

from basic.source.walker import DATA, Kind, line_in_memory, walk

BAR, QUOTE, END_OF_NAME = 124, 34, 128


def lines_swallowed(numbers: Sequence[int], lines: Mapping[int, bytes], at: int, basic_1_1: bool) -> int:
    """How many lines behind the one at that place in the program belong to its DATA or remark."""
    crunched = lines[numbers[at]]
    if BAR not in crunched:
        return 0
    rest = next((crunched[item.offset + 1:] for item in walk(crunched) if item.kind is Kind.REMARK and not basic_1_1
                 or item.kind is Kind.WORD and item.value == DATA), b"")
    swallowed = 0
    while (bar := bar_in(rest)) is not None:
        end = end_of_name(rest, bar + 2)
        while end is None:
            swallowed += 1
            if at + swallowed >= len(numbers):
                return swallowed - 1
            rest = line_in_memory(numbers[at + swallowed], lines[numbers[at + swallowed]])
            end = end_of_name(rest, 0)
        rest = rest[end + 1:]
    return swallowed


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

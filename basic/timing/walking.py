"""How long the machine takes to pass over text, and to walk through a whole program: RUN, CLEAR, ERASE, in BASIC 1.1 also a
line that is entered. It then forgets the places of all names."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from basic.source.bars import bar_in, end_of_name
from basic.source.walker import (
    BARE_NAMES,
    COPIED_AS_TEXT,
    Kind,
    items_of,
    kind_of,
    line_in_memory,
    number_size,
)
from basic.timing.figures import (
    BLANK_PASSED,
    QUOTE_PASSED,
    QUOTED_PASSED,
    WALKED,
    WALKED_NAME_BEHIND_BLANK,
    WALKED_NAME_CHARACTER,
    WALKED_NUMBER,
    WALKED_TYPED_NAME,
)

_WALKED = [{kind: (first[model], further[model]) for kind, (first, further) in WALKED.items()} for model in (0, 1)]
BAR = b"|"


class Walked(NamedTuple):
    """What an item takes, each of its further bytes, and a blank before it."""
    first: int
    further: int
    blank_before: int


def _figures(byte: int, model: int) -> Walked | None:
    """Of an item that begins with this byte; None where text is in it."""
    kind = kind_of(byte)
    if byte in COPIED_AS_TEXT or kind is Kind.REMARK and not model:
        return None
    if kind is Kind.NUMBER:
        return Walked(WALKED_NUMBER[number_size(byte)], 0, 0)
    first, further = _WALKED[model][kind]
    if kind is not Kind.NAME:
        return Walked(first, further, 0)
    letter = WALKED_NAME_CHARACTER[model]           # the first of a name is its fourth byte
    return Walked(first + WALKED_TYPED_NAME * (byte not in BARE_NAMES) - 3 * letter, letter, WALKED_NAME_BEHIND_BLANK)


_FIGURES = [[_figures(byte, model) for byte in range(0x100)] for model in (0, 1)]


def parts_of(text: bytes) -> tuple[int, int, int, int]:
    """How many blanks, other characters, opening quotes, and characters behind these a text has."""
    plain, quotes, quoted = bytearray(), 0, 0
    for number, part in enumerate(text.split(b'"')):
        if number % 2:
            quotes += 1
            quoted += len(part) + 1
        else:
            plain += part
    blanks = plain.count(b" ")
    return blanks, len(plain) - blanks, quotes, quoted


def text_passed(text: bytes, character: float, model: int) -> float:
    """What passing over DATA or a remark takes, at `character` microseconds each that is no blank and not in quotes."""
    blanks, others, quotes, quoted = parts_of(text)
    return BLANK_PASSED[model] * blanks + character * others + QUOTE_PASSED[model] * quotes + QUOTED_PASSED[model] * quoted


def walked_program(numbers: Sequence[int], lines: Mapping[int, bytes], line: float, model: int) -> float:
    """A walk through the whole program, where each line takes `line` besides what is in it."""
    us, in_a_bar = 0.0, False
    for number in numbers:
        crunched, at = lines[number], 0
        if in_a_bar:
            memory = line_in_memory(number, crunched)
            end = end_of_name(memory, 0)
            us += _WALKED[model][Kind.BAR][1] * (len(memory) if end is None else end + 1)
            if end is None:
                continue
            at = max(0, end + 1 - (len(memory) - len(crunched) - 1))
        else:
            us += line
        took, in_a_bar = _walked(crunched, at, model)
        us += took
    return us


@lru_cache(maxsize=30_000)
def _walked(crunched: bytes, at: int, model: int) -> tuple[float, bool]:
    """What the items of a line take, and whether it ends within what the machine takes for a bar command's name."""
    us, in_a_bar, figures, behind_blank = 0.0, False, _FIGURES[model], False
    items = items_of(crunched, at)
    for item in items:
        known = figures[item[0]]
        if known is None:
            (first, _), (_, further) = _WALKED[model][kind_of(item[0])], _WALKED[model][Kind.TEXT]
            took, in_a_bar = _text_with_bars(item[1:], further, model)
            us += first + took
            behind_blank = False
            continue
        first, further, blank_before = known
        us += first + further * (len(item) - 1)
        if behind_blank:
            us += blank_before
        behind_blank = item == b" "
    if items and len(items[-1]) < 3 and kind_of(items[-1][0]) is Kind.NAME:     # the end of a damaged line
        us += WALKED_NAME_CHARACTER[model] * (3 - len(items[-1]))
    return us, in_a_bar


def _text_with_bars(text: bytes, character: float, model: int) -> tuple[float, bool]:
    if BAR not in text:
        return text_passed(text, character, model), False
    us, (bar, letter) = 0.0, _WALKED[model][Kind.BAR]
    while (at := bar_in(text)) is not None:
        us += text_passed(text[:at], character, model) + bar
        end = end_of_name(text, at + 2)
        if end is None:
            return us + letter * (len(text) - at - 1), True
        us += letter * (end - at)
        text = text[end + 1:]
    return us + text_passed(text, character, model), False

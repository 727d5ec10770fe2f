"""RENUM: new line numbers, and the jumps that name them."""

from basic.errors import IMPROPER, BasicError
from basic.source.bars import swallowed_by
from basic.source.walker import LINE_NUMBER, line_numbers_in, put_line

Missing = list[tuple[int, int]]         # of each jump to a line that is missing: that line, and the line of the jump


def renumbered(lines: dict[int, bytes], new: int, old: int, by: int, basic_1_1: bool = True
               ) -> tuple[dict[int, bytes], dict[int, int], Missing]:
    """The lines with their new numbers; each old number with its new one; the jumps to lines that are missing."""
    numbers = sorted(lines)
    moving = [number for number in numbers if number >= old]
    staying = [number for number in numbers if number < old]
    if by == 0 or new == 0 or (staying and new <= staying[-1]):
        raise BasicError(IMPROPER)
    changed = {}
    for number in moving:
        if new > 65535:
            raise BasicError(IMPROPER)
        changed[number] = new
        new += by
    missing: Missing = []
    result, named, swallowed = {}, 0, 0
    for at, number in enumerate(numbers):
        mine = changed.get(number, number)
        if not swallowed:       # else the machine believes that it is in the line before
            named, swallowed = mine, swallowed_by(numbers, lines, at, basic_1_1).lines
        else:
            swallowed -= 1
        result[mine] = _with_new_jumps(lines[number], lines, changed, named, missing)
    return result, changed, missing


def _with_new_jumps(crunched: bytes, lines: dict[int, bytes], changed: dict[int, int], named: int,
                    missing: Missing) -> bytes:
    line = bytearray(crunched)
    for item in line_numbers_in(crunched):
        if item.value in lines:
            put_line(line, item.offset, LINE_NUMBER, changed.get(item.value, item.value))
        else:
            missing.append((item.value, named))
    return bytes(line)

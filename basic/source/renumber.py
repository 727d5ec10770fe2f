"""RENUM: new line numbers, and the jumps that name them."""

from basic.errors import IMPROPER, BasicError
from basic.source import tokens


def renumbered(lines: dict[int, bytes], new: int, old: int, by: int) -> tuple[dict[int, bytes], list[tuple[int, int]]]:
    """The lines with their new numbers, and (missing line, line that names it) for jumps to nowhere."""
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
    missing: list[tuple[int, int]] = []
    result = {}
    for number in numbers:
        mine = changed.get(number, number)
        result[mine] = _with_new_jumps(lines[number], lines, changed, mine, missing)
    return result, missing


def _with_new_jumps(crunched: bytes, lines: dict, changed: dict[int, int], mine: int, missing: list) -> bytes:
    line = bytearray(crunched)
    for at in tokens.line_numbers_in(crunched):
        target = int.from_bytes(crunched[at + 1:at + 3], "little")
        if target in lines:
            line[at + 1:at + 3] = changed.get(target, target).to_bytes(2, "little")
        else:
            missing.append((target, mine))
    return bytes(line)

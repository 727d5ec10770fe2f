"""The subroutines of a program, and what their remarks call them."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from basic.source.walker import Kind, walk
from basic.syntax.lexer import scan


def subroutines(lines: Mapping[int, bytes], basic_1_1: bool = False) -> dict[int, bytes]:
    """The first line of each subroutine of crunched lines, with the name that a remark gives it, or an empty one.

    A subroutine begins at a line that a GOSUB names, one of ON, AFTER, EVERY and the other events too.
    """
    numbers = sorted(lines)
    called = {line for crunched in lines.values() for line in called_lines(crunched, basic_1_1)} & lines.keys()
    return {line: name_of(line, numbers, lines) for line in sorted(called)}


def called_lines(crunched: bytes, basic_1_1: bool = False) -> Iterator[int]:
    """The lines that the GOSUBs of a line name."""
    calls = False
    for token in scan(crunched, basic_1_1):
        if token.type in ("SEPARATOR", "_GOSUB"):
            calls = token.type == "_GOSUB"
        elif token.type == "LINENO" and calls:
            yield int(token.value)
        elif token.type != "_COMMA":
            calls = False


def name_of(line: int, numbers: Sequence[int], lines: Mapping[int, bytes]) -> bytes:
    """What a subroutine is called that begins at that line; `numbers` are those of all lines, in order.

    It is the remark in its first line, or else the first words of the remarks right above it. Lines that only decorate
    say nothing: below such a line, the remark that it opens counts.
    """
    at = bisect_left(numbers, line)
    below = at
    while below < len(numbers) and (said := _remark_alone(lines[numbers[below]])) is not None:
        if said:
            return said
        below += 1
    above = at
    while above and (said := _remark_alone(lines[numbers[above - 1]])) is not None:
        above -= 1
    words = (_remark_alone(lines[number]) for number in numbers[above:at])
    return next((said for said in words if said), b"") or _remark_behind(lines[line])


def _remark_alone(crunched: bytes) -> bytes | None:
    """What a line says that is nothing but a remark; None for another line."""
    for item in walk(crunched):
        if item.kind is Kind.REMARK:
            return _words(item.value)
        if item.kind not in (Kind.SPACE, Kind.SEPARATOR):
            return None
    return None


def _remark_behind(crunched: bytes) -> bytes:
    """What the remark says at the end of a line."""
    return next((_words(item.value) for item in walk(crunched) if item.kind is Kind.REMARK), b"")


def _words(remark: bytes) -> bytes:
    """A remark without stars, lines and frames around it; nothing where it has neither letters nor digits."""
    text = remark.strip(b" \t*-=#+_~<>/\\|:.!'")
    return text if text.strip(bytes(range(48))) else b""

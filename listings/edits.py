"""Ways a line may have gone wrong, as edits that would put it right, each with a cost: the likelier, the cheaper.

`ocr` has those of a scan, `slips` those of a typist; `candidates` tries them, cheapest first.
"""

import re
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from basic.records import field, record

CLOSE = 2.0         # up to this sum, edits are combined before each single unlikely one is tried
FAR = 4.5


class Edit(NamedTuple):
    cost: float
    start: int
    end: int
    new: str
    what: str = ""


class Stretch(NamedTuple):
    """A part of a line: code, string (without its quotes), remark or data."""
    kind: str
    start: int
    end: int


DIGITS = "0123456789"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SIGNS = " :;,.()\"$%#+-*/=<>'!?&_"
NAME = re.compile(r"[A-Za-z][A-Za-z0-9.]*[%$!X&]*")
_JUMP = re.compile(r"\b(GOTO|GOSUB|THEN|ELSE|RESTORE)((?: *\d+ *,)* *)(\d{1,5})(?!\d)", re.IGNORECASE)
_STRETCH = re.compile(r'"([^"]*)("|$)|(\bREM\b|\')(.*)|(\bDATA\b)([^:]*)', re.IGNORECASE)


def stretches(text: str) -> list[Stretch]:
    found: list[Stretch] = []
    at = 0
    for match in _STRETCH.finditer(text):
        if match.start() > at:
            found.append(Stretch("code", at, match.start()))
        if match[1] is not None:
            found.append(Stretch("string", match.start(1), match.end(1)))
        elif match[3]:
            found.append(Stretch("remark", match.start(4), match.end(4)))
        else:
            found.append(Stretch("data", match.start(6), match.end(6)))
        at = match.end()
    if at < len(text):
        found.append(Stretch("code", at, len(text)))
    return found


@record
class Vocabulary:
    """What the lines read so far use: names, and the numbers of the lines there are."""
    names: set[str] = field(default_factory=set)
    numbers: list[int] = field(default_factory=list)

    def learn(self, text: str) -> None:
        for part in stretches(text):
            if part.kind == "code":
                self.names.update(name.lower() for name in NAME.findall(text[part.start:part.end]))


def apply(text: str, edits: Iterable[Edit]) -> str:
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end), reverse=True):
        text = text[:edit.start] + edit.new + text[edit.end:]
    return text


def clash(edits: tuple[Edit, ...]) -> bool:
    ordered = sorted((edit.start, edit.end) for edit in edits)
    return any(second[0] < first[1] or second == first
               for first, second in zip(ordered, ordered[1:], strict=False))


def combinations(edits: list[Edit], most: float) -> Iterator[tuple[Edit, ...]]:
    """Sets of edits that do not overlap, the cheapest sum first, as far as `most`."""
    edits = sorted(edits)
    heap: list[tuple[float, tuple[int, ...]]] = []
    if edits:
        heappush(heap, (edits[0].cost, (0,)))
    while heap:
        cost, chosen = heappop(heap)
        if cost > most:
            return
        taken = tuple(edits[at] for at in chosen)
        if not clash(taken):
            yield taken
        last = chosen[-1]
        if last + 1 < len(edits):
            step = edits[last + 1].cost
            heappush(heap, (cost + step, (*chosen, last + 1)))
            heappush(heap, (cost - edits[last].cost + step, (*chosen[:-1], last + 1)))


def candidates(text: str, likely: list[Edit], unlikely: list[Edit],
               most: int) -> Iterator[tuple[str, tuple[Edit, ...]]]:
    """Texts that the line may stand for, each once."""
    seen = {text}

    def tried() -> Iterator[tuple[Edit, ...]]:
        yield from combinations(likely, CLOSE)
        for edit in sorted(unlikely):
            yield (edit,)
        for chosen in combinations(likely, FAR):
            if sum(edit.cost for edit in chosen) > CLOSE:
                yield chosen
        cheap = sorted(likely)[:12]
        for edit in sorted(unlikely)[:1000]:
            for other in cheap:
                if not clash((edit, other)):
                    yield edit, other

    for chosen in tried():
        new = apply(text, chosen)
        if new not in seen:
            seen.add(new)
            yield new, chosen
            if len(seen) > most:
                return


def single_edits(text: str, numbers: list[int]) -> list[Edit]:
    """Edits to be tried one at a time: a sign lost or too much, a jump to another line, any other character."""
    edits: list[Edit] = []
    for jump in _JUMP.finditer(text):
        for number in numbers:
            cost = 2.0 + _digits_apart(jump[3], str(number)) / 10
            edits.append(Edit(cost, jump.start(3), jump.end(3), str(number), "wrong jump"))
    for part in stretches(text):
        if part.kind == "remark":
            continue
        small = any(char.islower() for char in text[part.start:part.end])
        letters = LETTERS.lower() + (LETTERS if part.kind != "code" else "") if small else LETTERS
        any_character = DIGITS + SIGNS + letters
        for at in range(part.start, part.end):
            alike = text[at]
            edits.append(Edit(3.0, at, at + 1, "", "character too much"))
            if at + 1 < part.end:
                edits.append(Edit(3.1, at, at + 2, text[at + 1] + alike, "swapped characters"))
            edits += [Edit(3.5 if char in SIGNS else 3.8, at, at + 1, char, "wrong character")
                      for char in any_character if char != alike]
        for at in range(part.start, part.end + 1):
            edits += [Edit(2.8 if char in SIGNS else 3.6, at, at, char, "lost character") for char in any_character]
    edits += [Edit(2.7, quote, quote + 1, "", "quote too much") for quote, char in enumerate(text) if char == '"']
    return edits


def _digits_apart(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one.rjust(5), other.rjust(5), strict=True))

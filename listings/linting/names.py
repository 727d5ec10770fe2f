"""Variables that are used and never set, or set and never used; arrays with wrong subscripts."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from basic.statements.assignment import Clear, Erase
from basic.statements.for_next import BrokenFor, For, Next
from basic.syntax.nodes import Variable
from listings.linting.anatomy import Anatomy, Name, Use, constant
from listings.scanning.ocr import skeleton

COMPUTED_DIM = float("inf")


def findings(anatomy: Anatomy) -> Iterator[tuple[Use, str]]:
    """The first use of a name, and what is wrong with it."""
    first: dict[Name, Use] = {}
    is_set: set[Name] = set()
    is_used: set[Name] = set()
    unsound: set[Name] = set()      # in statements that make no sense, of which nothing can be said
    counted: set[Name] = set()      # by FOR: `FOR i=1 TO 500:NEXT` only waits
    for use in anatomy.uses:
        if use.dims:
            continue
        first.setdefault(use.name, use)
        (is_set if use.sets else is_used).add(use.name)
        if use.piece.broken_at is not None:
            unsound.add(use.name)
        if use.piece.statement.is_counted and use.sets:
            counted.add(use.name)
    whole = is_set & is_used
    for name, use in first.items():
        if name in unsound:
            continue
        if name not in is_set:
            yield use, f"{shown(name, anatomy)} is used but never set{_twin(name, whole, anatomy)}"
        elif name not in is_used and name not in counted:
            yield use, f"{shown(name, anatomy)} is set but never used{_twin(name, whole, anatomy)}"


def shown(name: Name, anatomy: Anatomy) -> str:
    """As it is written: without a suffix that the first letter stands for."""
    text = name.text
    if text[-1] == anatomy.default_kinds.get(text[0], "!"):
        text = text[:-1]
    return text.lower() + ("()" if name.is_array else "")


def _twin(name: Name, others: set[Name], anatomy: Anatomy) -> str:
    alike = sorted((_apart(name.text, other.text), other.text, other)
                   for other in others if other.is_array == name.is_array)
    if alike and alike[0][0] < 2:
        return f" (is it {shown(alike[0][2], anatomy)}?)"
    return ""


def _apart(one: str, other: str) -> int:
    """0 for names that look alike, 1 for names a slip apart, else more."""
    if skeleton(one[:-1]) == skeleton(other[:-1]):
        return 0
    if len(one) < 4:
        return 2
    if len(one) == len(other):
        differing = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
        swapped = len(differing) == 2 and differing[0] == differing[1][::-1]
        return 1 if len(differing) == 1 or swapped else 2
    short, long = sorted((one, other), key=len)
    return 1 if any(long[:at] + long[at + 1:] == short for at in range(len(long))) else 2


def arrays(anatomy: Anatomy) -> Iterator[tuple[Use, bool, str]]:
    """(where, whether it is certain, what)"""
    tops: dict[Name, list[float]] = {}
    dimmed_in: dict[Name, int] = {}
    for use in anatomy.uses:
        if use.dims and use.element is not None:
            if use.name in dimmed_in:
                yield use, False, f"{shown(use.name, anatomy)} has its DIM in line {dimmed_in[use.name]} already"
            dimmed_in[use.name] = use.line
            values = [constant(node) for node in use.element.subscripts]
            tops[use.name] = [COMPUTED_DIM if value is None else value for value in values]
    erased = any(isinstance(piece.statement, Erase | Clear) for piece in anatomy.pieces)
    loops = _loops(anatomy)
    for use in anatomy.uses:
        if use.dims or use.element is None or (erased and use.name in tops):
            continue
        subscripts = use.element.subscripts
        allowed = tops.get(use.name, [10.0] * len(subscripts))
        if len(allowed) != len(subscripts):
            yield use, True, (f"Subscript out of range: {shown(use.name, anatomy)} has {len(allowed)} "
                                   f"dimension{'s' * (len(allowed) > 1)}, not {len(subscripts)}")
            continue
        where = f"DIM in line {dimmed_in[use.name]}" if use.name in dimmed_in else "there is no DIM for it, so 10"
        for node, top in zip(subscripts, allowed, strict=True):
            value = constant(node)
            if value is not None and (value > top or value < 0):
                yield use, True, f"Subscript out of range: {value:g} of {shown(use.name, anatomy)} ({where})"
            elif isinstance(node, Variable):
                reach = loops.get((use.line, anatomy.name_of(node.name, node.token)))
                if reach is not None and reach > top:
                    yield use, False, (f"{shown(use.name, anatomy)} goes up to {top:g} ({where}), "
                                            f"{node.name.decode().lower()} up to {reach:g}")


def _loops(anatomy: Anatomy) -> dict[tuple[int, Name], float]:
    """How far a variable counts in the lines of its FOR, where numbers say so."""
    found: dict[tuple[int, Name], float] = {}
    waiting: list[tuple[Name, float, int] | None] = []
    lines = sorted(anatomy.lines)
    for piece in anatomy.pieces:
        statement = piece.statement
        if isinstance(statement, For) and piece.broken_at is None:
            first, last, counter = constant(statement.start), constant(statement.end), statement.variable
            if first is not None and last is not None and isinstance(counter, Variable):
                waiting.append((anatomy.name_of(counter.name, counter.token), max(first, last), piece.line))
            else:
                waiting.append(None)
        elif isinstance(statement, For | BrokenFor):
            waiting.append(None)
        elif isinstance(statement, Next):
            for _ in range(len(statement.names or [None])):
                loop = waiting.pop() if waiting else None
                if loop is not None:
                    for line in lines[bisect_left(lines, loop[2]):bisect_right(lines, piece.line)]:
                        found[line, loop[0]] = max(loop[1], found.get((line, loop[0]), loop[1]))
    return found

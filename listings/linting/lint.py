"""`cpc lint`: what is wrong with a listing, or may be, without running it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import prod

from basic.errors import BasicError
from basic.source import tokens
from basic.source.dialect import makes_sense, spaced
from basic.source.words import WORDS
from basic.syntax.nodes import FUNCTIONS, Call
from listings.linting import names
from listings.linting.anatomy import ENDS, Anatomy, Piece, constant, dissect, fields_of, flat
from listings.source import Lines

ERROR, WARNING = "error", "warning"


@dataclass(frozen=True)
class Finding:
    line: int
    column: int             # in the line's text with its number, from 1; 0 for the whole line
    severity: str
    message: str

    def __str__(self) -> str:
        place = f"{self.line}" + (f" column {self.column}" if self.column else "")
        return f"{place}: {self.severity}: {self.message}"


def lint(lines: Lines, model: str = "464", commodore: bool = False) -> list[Finding]:
    basic_1_1 = model == "6128"
    anatomy = dissect(lines, basic_1_1, commodore)
    found = [finding for rule in RULES for finding in rule(anatomy)]
    if not basic_1_1:
        found += _newer_words(anatomy)
    found += [Finding(line, 0, WARNING, message) for line, message in names.findings(anatomy)]
    found += [Finding(line, 0, ERROR if certain else WARNING, message)
              for line, certain, message in names.arrays(anatomy)]
    return sorted(set(found), key=lambda finding: (finding.line, finding.column, finding.message))


def _syntax(anatomy: Anatomy) -> Iterator[Finding]:
    for piece in anatomy.pieces:
        if piece.misfit_at is not None:
            together = run_together(piece)
            why = f": {together[0]} is one name, its keyword run together with another" if together else ""
            yield Finding(piece.line, column(anatomy, piece.line, piece.misfit_at), ERROR, "Syntax error" + why)
        elif piece.kind == "_IF" and not piece.opens_if:
            yield Finding(piece.line, 0, ERROR, "Syntax error: IF without THEN or GOTO")
        else:
            for token in run_together(piece):
                yield Finding(piece.line, 0, WARNING, f"{token} is a variable: is it a keyword run together with it?")


def column(anatomy: Anatomy, line: int, at: int) -> int:
    """Where a place in the crunched line stands in its text."""
    before = tokens.listed(anatomy.crunched[line][:at])
    return len(str(line)) + 2 + min(len(before), len(anatomy.lines[line]))


_STARTS = ("GOTO", "GOSUB", "PRINT", "THEN", "INPUT", "ELSE", "NEXT", "RESTORE", "STEP", "WHILE", "READ")


def run_together(piece: Piece) -> list[str]:
    """Names that a long keyword has run into: goto100, printa."""
    names = [token.value[0].decode("latin-1") for token in piece.tokens if token.type == "NAME"]
    return [name for name in names for word in _STARTS if name.startswith(word) and name != word]


def _long_lines(anatomy: Anatomy) -> Iterator[Finding]:
    for line in anatomy.too_long:
        yield Finding(line, 0, ERROR, "Line too long: 255 characters with its number are the most that can be typed")


def _missing_lines(anatomy: Anatomy) -> Iterator[Finding]:
    for piece, target in anatomy.jumps:
        if target not in anatomy.lines:
            yield Finding(piece.line, 0, ERROR, f"Line does not exist: {target}")


def _pairs(opener: str, closer: str, words: tuple[str, str]) -> Callable[[Anatomy], Iterator[Finding]]:
    def rule(anatomy: Anatomy) -> Iterator[Finding]:
        waiting: list[Piece] = []
        for piece in anatomy.pieces:
            if piece.misfit_at is not None:
                continue
            if piece.kind == opener:
                waiting.append(piece)
            elif piece.kind == closer:
                names = [token.value for token in piece.tokens[1:] if token.type == "NAME"] or [None]
                for name in names:
                    if not waiting:
                        yield Finding(piece.line, 0, ERROR, f"{words[1]} without a {words[0]} before it")
                        continue
                    begun = waiting.pop()
                    counted = begun.tokens[1].value
                    if name is not None and anatomy.name_of(*name) != anatomy.name_of(*counted):
                        theirs, ours = name[0].decode().lower(), counted[0].decode().lower()
                        yield Finding(piece.line, 0, ERROR,
                                      f"Unexpected NEXT: {theirs}, where the FOR of line {begun.line} counts {ours}")
        for piece in waiting:
            yield Finding(piece.line, 0, ERROR, f"{words[1]} missing for this {words[0]}")
    return rule


def _data(anatomy: Anatomy) -> Iterator[Finding]:
    items = {piece.line: piece for piece in anatomy.pieces if piece.kind == "_DATA"}
    reads = [piece for piece in anatomy.pieces if piece.kind == "_READ" and piece.misfit_at is None]
    restores = [piece for piece in anatomy.pieces if piece.kind == "_RESTORE"]
    if reads and not items:
        yield Finding(reads[0].line, 0, ERROR, "DATA exhausted: there is no DATA")
    if items and not reads:
        yield Finding(min(items), 0, WARNING, "DATA that nothing reads")
    for piece in restores:
        if len(piece.tokens) > 1 and not any(line >= piece.tokens[1].value for line in items):
            yield Finding(piece.line, 0, WARNING, "RESTORE to a line with no DATA behind it")
    if not reads or not items or restores:
        return
    wanted = _items_read(anatomy)
    there = sum(_count(piece) for piece in anatomy.pieces if piece.kind == "_DATA")
    if wanted is not None and wanted > there:
        yield Finding(reads[-1].line, 0, ERROR, f"DATA exhausted: {wanted} items are read, there are {there}")
    elif wanted is not None and wanted < there and not _comes_back(anatomy, reads):
        yield Finding(max(items), 0, WARNING, f"{there} items of DATA, of which {wanted} are read")


def _count(piece: Piece) -> int:
    text = piece.tokens[1].value if len(piece.tokens) > 1 else b""
    return b"".join(text.split(b'"')[::2]).count(b",") + 1


def _items_read(anatomy: Anatomy) -> int | None:
    """How many items all READs take; None where that depends on how the program runs.

    Walks the program from its first line, through GOTO and GOSUB, up to the first thing that may go two ways.
    """
    pieces = anatomy.pieces
    begins: dict[int, int] = {}
    for at, piece in enumerate(pieces):
        begins.setdefault(piece.line, at)
    reads = {at for at, piece in enumerate(pieces) if piece.kind == "_READ"}
    met: set[int] = set()
    passes: list[int | None] = []
    returns: list[int] = []
    at, total = 0, 0
    while at < len(pieces) and at not in met and not reads <= met:
        met.add(at)
        piece = pieces[at]
        at += 1
        if piece.kind in _MAY_GO or piece.conditional and (piece.is_bare_jump or piece.kind in _GOES):
            return None
        if piece.kind == "_FOR" and piece.misfit_at is None:
            passes.append(_passes(piece.node))
        elif piece.kind == "_NEXT":
            names = sum(token.type == "NAME" for token in piece.tokens) or 1
            del passes[max(len(passes) - names, 0):]
        elif piece.kind in ("_GOTO", "_GOSUB"):
            if piece.kind == "_GOSUB":
                returns.append(at)
            at = begins.get(piece.tokens[-1].value, len(pieces))
        elif piece.kind == "_RETURN":
            at = returns.pop() if returns else len(pieces)
        elif piece.kind == "_READ":
            known = [count for count in passes if count is not None]
            if len(known) < len(passes) or piece.node is None:
                return None
            total += prod(known) * len(piece.node.variables)
    return total if reads <= met else None


_GOES = {"_READ", "_GOTO", "_GOSUB", "_RETURN", "_FOR", "_NEXT", "_WHILE", "_END", "_STOP"}
_MAY_GO = {"_ON", "_WHILE", "_WEND", "_RUN", "_CHAIN"}


def _comes_back(anatomy: Anatomy, reads: list[Piece]) -> bool:
    """Whether a jump goes back over a READ."""
    return any(target <= read.line <= piece.line for piece, target in anatomy.jumps for read in reads)


def _passes(node) -> int | None:
    first, last = constant(node.start), constant(node.end)
    step = constant(node.step) if node.step is not None else 1
    if first is None or last is None or not step:
        return None
    return max(int((last - first) / step) + 1, 0)


def _unreachable(anatomy: Anatomy) -> Iterator[Finding]:
    numbers = list(anatomy.lines)
    targets = {target for _, target in anatomy.jumps}
    by_line: dict[int, list[Piece]] = {}
    for piece in anatomy.pieces:
        by_line.setdefault(piece.line, []).append(piece)
    reached: set[int] = set()
    todo = numbers[:1]
    places = {number: at for at, number in enumerate(numbers)}
    jumps: dict[int, list[int]] = {}
    for piece, target in anatomy.jumps:
        jumps.setdefault(piece.line, []).append(target)
    while todo:
        line = todo.pop()
        if line in reached or line not in places:
            continue
        reached.add(line)
        todo += jumps.get(line, [])
        ends = any(piece.kind in ENDS and not piece.conditional for piece in by_line.get(line, []))
        if not ends and places[line] + 1 < len(numbers):
            todo.append(numbers[places[line] + 1])
    if any(piece.kind in ("_RUN", "_CHAIN") and len(piece.tokens) > 1 for piece in anatomy.pieces):
        reached |= targets
    run: list[int] = []
    for line in [*numbers, 0]:
        if line and line not in reached:
            if run or any(piece.kind not in ("", "_REM", "_DATA", "_DEF") for piece in by_line.get(line, [])):
                run.append(line)
        elif run:
            yield Finding(run[0], 0, WARNING, "no way leads here" + (f", up to {run[-1]}" if len(run) > 1 else ""))
            run = []


def _newer_words(anatomy: Anatomy) -> Iterator[Finding]:
    """Names that are keywords in BASIC 1.1: on a 464 they are variables, and on a 6128 they are not."""
    newer = {word.text.rstrip("$").encode(): word.text for word in WORDS.values() if word.since > 10}
    for piece in anatomy.pieces:
        for token in piece.tokens:
            if token.type == "NAME" and token.value[0] in newer:
                word = newer[token.value[0]]
                severity = ERROR if piece.misfit_at is not None else WARNING
                yield Finding(piece.line, column(anatomy, piece.line, token.at), severity,
                              f"{word} is a word of BASIC 1.1, which a 464 does not know")


def _arity(anatomy: Anatomy) -> Iterator[Finding]:
    for piece in anatomy.pieces:
        for call in _calls(piece.node):
            entry = FUNCTIONS[call.token]
            least, most = entry.arity
            if not least <= len(call.arguments) <= most:
                yield Finding(piece.line, 0, ERROR, f"Syntax error: {entry.name} with {len(call.arguments)} arguments")


def _calls(node) -> Iterator[Call]:
    for part in flat(node):
        if isinstance(part, Call):
            yield part
        for _, value in fields_of(part):
            yield from _calls(value)


RULES: list[Callable[[Anatomy], Iterator[Finding]]] = [
    _syntax, _long_lines, _missing_lines, _pairs("_FOR", "_NEXT", ("FOR", "NEXT")),
    _pairs("_WHILE", "_WEND", ("WHILE", "WEND")), _data, _unreachable, _arity,
]


def fix(lines: Lines, model: str = "464") -> tuple[Lines, list[int]]:
    """What can safely be put right: keywords run together are taken apart where the line makes sense only then."""
    fixed, numbers = dict(lines), []
    for number, text in lines.items():
        apart = spaced(text)
        if apart != text and not _sound(text, model) and _sound(apart, model):
            fixed[number] = apart
            numbers.append(number)
    return fixed, numbers


def _sound(text: bytes, model: str) -> bool:
    basic_1_1 = model == "6128"
    try:
        return makes_sense(tokens.crunch(text, basic_1_1), basic_1_1)
    except BasicError:
        return False

"""`cpc lint`: mistakes and likely mistakes in a program, found without running it."""

from collections.abc import Callable, Iterator
from math import prod

from basic.errors import BasicError
from basic.records import record
from basic.source.crunch import crunch
from basic.source.dialect import spaced
from basic.source.words import WORDS
from basic.statements.data import Data, Read, Restore
from basic.statements.defining import BrokenDefFn, DefFn, NamelessDefFn
from basic.statements.files import Chain, ChainMerge
from basic.statements.for_next import BrokenFor, For, Next
from basic.statements.handlers import BrokenOn, OnErrorGoto
from basic.statements.jumps import End, Gosub, Goto, If, Rem, Return, Run, Stop
from basic.statements.on_lines import OnGosub, OnGoto
from basic.statements.while_wend import Wend, While
from basic.syntax.function import FUNCTIONS
from basic.syntax.nodes import Call, Variable
from basic.syntax.parser import makes_sense
from basic.syntax.statement import Else, Empty, Nonsense, Place, Statement, walk
from listings.linting import names
from listings.linting.anatomy import Anatomy, Piece, constant, dissect
from listings.source import Lines

ERROR, WARNING = "error", "warning"


@record(frozen=True)
class Finding:
    line: int
    column: int             # in the line's text with its number, from 1; 0 for the whole line
    severity: str
    message: str

    @property
    def place(self) -> str:
        return f"{self.line}" + (f" column {self.column}" if self.column else "")

    def __str__(self) -> str:
        return f"{self.place}: {self.severity}: {self.message}"


def lint(lines: Lines, model: str = "464", commodore: bool = False) -> list[Finding]:
    basic_1_1 = model != "464"
    return findings(dissect(lines, basic_1_1, commodore), basic_1_1)


def findings(anatomy: Anatomy, basic_1_1: bool) -> list[Finding]:
    found = [finding for rule in RULES for finding in rule(anatomy)]
    if not basic_1_1:
        found += _newer_words(anatomy)
    found += [Finding(use.line, anatomy.column(use.line, use.at), WARNING, message) for use, message in names.findings(anatomy)]
    found += [Finding(use.line, anatomy.column(use.line, use.at), ERROR if certain else WARNING, message)
              for use, certain, message in names.arrays(anatomy)]
    return sorted(set(found), key=lambda finding: (finding.line, finding.column, finding.message))


def _syntax(anatomy: Anatomy) -> Iterator[Finding]:
    for piece in anatomy.pieces:
        if piece.broken_at is not None:
            together = run_together(piece)
            why = f": {together[0]} is one name; a blank is missing behind its keyword" if together else ""
            yield Finding(piece.line, anatomy.column(piece.line, piece.broken_at), ERROR, "Syntax error" + why)
        elif isinstance(piece.statement, If) and not piece.text.opens_if:
            yield Finding(piece.line, 0, ERROR, "Syntax error: IF without THEN or GOTO")
        else:
            for token in run_together(piece):
                at = anatomy.column(piece.line, piece.place_of(token))
                yield Finding(piece.line, at, WARNING, f"{token} is a variable; is a blank missing behind its keyword?")


_STARTS = ("GOTO", "GOSUB", "PRINT", "THEN", "INPUT", "ELSE", "NEXT", "RESTORE", "STEP", "WHILE", "READ")


def run_together(piece: Piece) -> list[str]:
    """Names that a long keyword has run into: goto100, printa."""
    names = [name.decode("latin-1") for name, _ in piece.text.names]
    return [name for name in names for word in _STARTS if name.startswith(word) and name != word]


def _long_lines(anatomy: Anatomy) -> Iterator[Finding]:
    for line in anatomy.too_long:
        yield Finding(line, 0, ERROR, "Line too long: at most 255 characters can be typed, the number included")


def _missing_lines(anatomy: Anatomy) -> Iterator[Finding]:
    for piece, target in anatomy.jumps:
        if target not in anatomy.lines:
            column = anatomy.column(piece.line, piece.place_of_line(target))
            yield Finding(piece.line, column, ERROR, f"Line does not exist: {target}")


Rule = Callable[[Anatomy], Iterator[Finding]]


def _pairs(opener: type[For | While], closer: type[Next | Wend], words: tuple[str, str]) -> Rule:
    def rule(anatomy: Anatomy) -> Iterator[Finding]:
        waiting: list[Piece] = []
        for piece in anatomy.pieces:
            if piece.broken_at is not None:
                continue
            if isinstance(piece.node, opener):
                waiting.append(piece)
            elif isinstance(piece.node, closer):
                for name in getattr(piece.node, "names", None) or [None]:
                    if not waiting:
                        yield Finding(piece.line, 0, ERROR, f"{words[1]} without a {words[0]} before it")
                        continue
                    begun = waiting.pop()
                    if name is None or not isinstance(begun.node, For):
                        continue
                    counted = begun.node.variable
                    if isinstance(counted, Variable) and anatomy.name_of(*name) != anatomy.name_of(counted.name, counted.token):
                        theirs, ours = name[0].decode().lower(), counted.name.decode().lower()
                        yield Finding(piece.line, 0, ERROR,
                                      f"Unexpected NEXT: {theirs}, where the FOR of line {begun.line} counts {ours}")
        for piece in waiting:
            yield Finding(piece.line, 0, ERROR, f"{words[1]} missing for this {words[0]}")
    return rule


def _data(anatomy: Anatomy) -> Iterator[Finding]:
    data = [(piece.line, piece.statement) for piece in anatomy.pieces if isinstance(piece.statement, Data)]
    items = {line for line, _ in data}
    reads = [piece for piece in anatomy.pieces if isinstance(piece.node, Read)]
    restores = [(piece.line, piece.statement) for piece in anatomy.pieces if isinstance(piece.statement, Restore)]
    if reads and not items:
        yield Finding(reads[0].line, 0, ERROR, "DATA exhausted: there is no DATA")
    if items and not reads:
        yield Finding(min(items), 0, WARNING, "nothing reads this DATA")
    for number, restore in restores:
        if restore.line is not None and not any(line >= int(restore.line) for line in items):
            yield Finding(number, 0, WARNING, "there is no DATA behind the line of this RESTORE")
    if not reads or not items or restores:
        return
    wanted = _items_read(anatomy)
    there = sum(_count(one.text) for _, one in data)
    if wanted is not None and wanted > there:
        yield Finding(reads[-1].line, 0, ERROR, f"DATA exhausted: {wanted} items are read, there are {there}")
    elif wanted is not None and wanted < there and not _comes_back(anatomy, reads):
        yield Finding(max(items), 0, WARNING, f"READ takes only {wanted} of the {there} items of DATA")


def _count(text: bytes) -> int:
    return b"".join(text.split(b'"')[::2]).count(b",") + 1


def _items_read(anatomy: Anatomy) -> int | None:
    """How many items all READs take; None where that depends on how the program runs.

    Walks the program from its first line, through GOTO and GOSUB, up to the first thing that may go two ways.
    """
    pieces = anatomy.pieces
    begins: dict[int, int] = {}
    for at, piece in enumerate(pieces):
        begins.setdefault(piece.line, at)
    reads = {at for at, piece in enumerate(pieces) if isinstance(piece.statement, Read)}
    met: set[int] = set()
    passes: list[int | None] = []
    returns: list[int] = []
    at, total = 0, 0
    while at < len(pieces) and at not in met and not reads <= met:
        met.add(at)
        piece = pieces[at]
        at += 1
        statement = piece.statement
        if isinstance(statement, _MAY_GO) or piece.conditional and isinstance(statement, _GOES):
            return None
        if isinstance(statement, For):
            passes.append(_passes(statement))
        elif isinstance(statement, Next):
            names = len(statement.names or [None])
            del passes[max(len(passes) - names, 0):]
        elif isinstance(statement, Goto | Gosub):
            if isinstance(statement, Gosub):
                returns.append(at)
            at = begins.get(int(statement.line), len(pieces))
        elif isinstance(statement, Return):
            at = returns.pop() if returns else len(pieces)
        elif isinstance(statement, Read):
            known = [count for count in passes if count is not None]
            if len(known) < len(passes):
                return None
            total += prod(known) * len(statement.variables)
    return total if reads <= met else None


_GOES = (Read, Goto, Gosub, Return, For, BrokenFor, Next, While, End, Stop)
_MAY_GO = (OnGoto, OnGosub, BrokenOn, OnErrorGoto, While, Wend, Run, Chain, ChainMerge)


def _comes_back(anatomy: Anatomy, reads: list[Piece]) -> bool:
    """Whether a jump goes back over a READ."""
    return any(target <= read.line <= piece.line for piece, target in anatomy.jumps for read in reads)


def _passes(node: For) -> int | None:
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
        ends = any(_ends(piece.statement) and not piece.conditional for piece in by_line.get(line, []))
        if not ends and places[line] + 1 < len(numbers):
            todo.append(numbers[places[line] + 1])
    if any(_goes_far(piece.statement) for piece in anatomy.pieces):
        reached |= targets
    run: list[int] = []
    for line in [*numbers, 0]:
        if line and line not in reached:
            if run or not all(isinstance(piece.statement, _NEED_NO_WAY) for piece in by_line.get(line, [])):
                run.append(line)
        elif run:
            what = "this line is" if len(run) == 1 else f"the lines up to {run[-1]} are"
            yield Finding(run[0], 0, WARNING, f"{what} never reached")
            run = []


_NEED_NO_WAY = (Empty, Else, Rem, Data, DefFn, BrokenDefFn, NamelessDefFn)


def _ends(statement: Statement) -> bool:
    """Whether the program never goes on behind it."""
    on = (Place.BEHIND, Place.THEN, Place.FALSE, Place.NEXT_LINE, Place.LOOP_END)
    return not isinstance(statement, Nonsense) and not any(way.to in on or way.comes_back for way in statement.successors)


def _goes_far(statement: Statement) -> bool:
    """RUN or CHAIN with an argument: where that leads is not known."""
    return isinstance(statement, Chain | ChainMerge) or isinstance(statement, Run) and statement.what is not None


def _newer_words(anatomy: Anatomy) -> Iterator[Finding]:
    """Names that are keywords in BASIC 1.1: on a 464 they are variables, and on a 6128 they are not."""
    newer = {word.text.rstrip("$").encode(): word.text for word in WORDS.values() if word.since > 10}
    for piece in anatomy.pieces:
        for name, at in piece.text.names:
            if name in newer:
                word = newer[name]
                severity = ERROR if piece.broken_at is not None else WARNING
                yield Finding(piece.line, anatomy.column(piece.line, at), severity,
                              f"{word} is a word of BASIC 1.1, which a 464 does not know")


def _arity(anatomy: Anatomy) -> Iterator[Finding]:
    for piece in anatomy.pieces:
        for call in walk(piece.node):
            if not isinstance(call, Call):
                continue
            entry = FUNCTIONS[call.token]
            (least, most), given = entry.arity, len(call.arguments)
            if not least <= given <= most:
                yield Finding(piece.line, 0, ERROR, f"Syntax error: {entry.name} with {given} argument{'s' * (given != 1)}")


RULES: list[Rule] = [
    _syntax, _long_lines, _missing_lines, _pairs(For, Next, ("FOR", "NEXT")),
    _pairs(While, Wend, ("WHILE", "WEND")), _data, _unreachable, _arity,
]


def fix(lines: Lines, model: str = "464") -> tuple[Lines, list[int]]:
    """Puts blanks behind keywords that have run together with what follows, where a line makes sense only then."""
    fixed, numbers = dict(lines), []
    for number, text in lines.items():
        apart = spaced(text)
        if apart != text and not _sound(text, model) and _sound(apart, model):
            fixed[number] = apart
            numbers.append(number)
    return fixed, numbers


def _sound(text: bytes, model: str) -> bool:
    basic_1_1 = model != "464"
    try:
        return makes_sense(crunch(text, basic_1_1), basic_1_1)
    except BasicError:
        return False

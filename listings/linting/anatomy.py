"""The statements of a listing, the variables that they use and the lines that they jump to."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from basic.errors import BasicError
from basic.records import field, record
from basic.source.crunch import Places
from basic.source.dialect import crunched_line
from basic.source.uncrunch import SUFFIXES
from basic.statements.assignment import Dim
from basic.statements.defining import Define
from basic.syntax.lexer import statements_of
from basic.syntax.nodes import Element, Negation, Number, Variable
from basic.syntax.parser import breaks_at, node_of
from basic.syntax.statement import Statement
from basic.syntax.statement_text import StatementText
from basic.syntax.tokens import Sort
from basic.values.code import INTEGER, REAL, STRING
from listings.source import Lines

SUFFIX = {type_byte: suffix.decode() for type_byte, suffix in SUFFIXES.items()}


@record(frozen=True)
class Name:
    """A variable or an array: its name with the suffix that it has, or that DEFINT and the like give it."""
    text: str
    is_array: bool = False

    def __str__(self) -> str:
        return self.text.lower() + ("()" if self.is_array else "")


@record
class Use:
    name: Name
    piece: "Piece"
    sets: bool
    element: Element | None = None
    dims: bool = False

    @property
    def line(self) -> int:
        return self.piece.line

    @property
    def at(self) -> int | None:
        """The place of the name in the crunched line: the first one in its statement."""
        return self.piece.place_of(self.name.text[:-1])


@record
class Piece:
    """A statement in its line."""
    line: int
    at: int                 # of the statements of the line
    text: StatementText
    conditional: bool       # stands behind an IF
    broken_at: int | None   # place in the crunched line where it stops making sense

    @property
    def node(self) -> Statement:
        return node_of(self.text)

    def place_of(self, name: str) -> int | None:
        return next((at for one, at in self.text.names if one.decode("latin-1") == name), None)

    def place_of_line(self, number: int) -> int | None:
        return next((token.at for token in self.text.tokens if token.sort is Sort.LINE and token.value == number), None)

    @property
    def statement(self) -> Statement:
        """The statement, whatever trails behind it."""
        return self.node.whole


@record
class Anatomy:
    lines: Lines
    crunched: dict[int, bytes] = field(default_factory=dict)
    places: dict[int, Places] = field(default_factory=dict)
    pieces: list[Piece] = field(default_factory=list)
    too_long: list[int] = field(default_factory=list)
    default_kinds: dict[str, str] = field(default_factory=dict)

    @cached_property
    def uses(self) -> list[Use]:
        return [use for piece in self.pieces for use in self._uses_of(piece)]

    def column(self, line: int, at: int | None) -> int:
        """Where in its text, the number included, that stands which stands at a place of the crunched line; from 1.
        0 stands for the whole line."""
        if at is None:
            return 0
        places = self.places[line]
        return len(str(line)) + 2 + places[bisect_right(places, (at, len(self.lines[line]))) - 1][1]

    def name_of(self, name: bytes, token: int, is_array: bool = False) -> Name:
        text = name.decode("latin-1").upper()
        return Name(text + SUFFIX.get(token, self.default_kinds.get(text[0], "!")), is_array)

    def _uses_of(self, piece: Piece) -> Iterator[Use]:
        dims = isinstance(piece.statement, Dim)
        for variable in piece.node.writes:
            yield self._use(variable, piece, not dims, dims)
        for variable in piece.node.reads:
            yield self._use(variable, piece, False)
        for variable in piece.node.addressed:
            yield self._use(variable, piece, True)          # who has its address may set it

    def _use(self, variable: Variable | Element, piece: Piece, sets: bool, dims: bool = False) -> Use:
        element = variable if isinstance(variable, Element) else None
        return Use(self.name_of(variable.name, variable.token, element is not None), piece, sets, element, dims)

    @cached_property
    def jumps(self) -> list[tuple[Piece, int]]:
        return [(piece, target) for piece in self.pieces for target in piece.node.targets if target]


def constant(node: object) -> float | None:
    """The value of a number that the program says itself."""
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Negation) and isinstance(node.operand, Number):
        return -node.operand.value
    return None


@record
class Dissected:
    """What is in the text of one line, wherever it stands."""
    crunched: bytes
    places: Places          # of the crunched bytes in the text
    statements: list[tuple[StatementText, bool, int | None]]        # whether it stands behind an IF; where it breaks


Known = dict[bytes, Dissected | None]           # by the text of the line; None where it is too long


def dissect(lines: Lines, basic_1_1: bool = False, commodore: bool = False, known: Known | None = None) -> Anatomy:
    """`known` is what was found before, for the same two switches; it gets what is new."""
    found = Anatomy(lines)
    if known is None:
        known = {}
    for number, text in lines.items():
        if len(text) + len(str(number)) + 1 > 255:
            found.too_long.append(number)
        if text not in known:
            known[text] = dissected(text, basic_1_1, commodore)
        line = known[text]
        if line is None:
            if number not in found.too_long:
                found.too_long.append(number)
            continue
        found.crunched[number], found.places[number] = line.crunched, line.places
        found.pieces += [Piece(number, at, *statement) for at, statement in enumerate(line.statements)]
    for piece in found.pieces:
        if isinstance(piece.statement, Define):
            suffix = {INTEGER: "%", REAL: "!", STRING: "$"}[piece.statement.kind]
            found.default_kinds |= {chr(65 + letter): suffix for letter in piece.statement.letters[0]}
    return found


def dissected(text: bytes, basic_1_1: bool, commodore: bool) -> Dissected | None:
    places: Places = []
    try:
        crunched = crunched_line(text, basic_1_1, commodore, places)
    except BasicError:
        return None
    conditional = False
    statements = []
    for statement in statements_of(crunched, basic_1_1):
        parts = statement.tokens
        bad = None
        if parts and not (len(parts) == 1 and statement.is_bare_jump and conditional):
            fed = breaks_at(parts)
            if fed is not None:
                bad = parts[fed].at if fed < len(parts) else statement.end
        statements.append((statement, conditional, bad))
        conditional = conditional or statement.opens_if
    return Dissected(crunched, places, statements)

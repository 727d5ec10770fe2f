"""What a listing is made of, as `lint` wants to know it: statements, and what they do to names and lines."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from basic.errors import BasicError
from basic.source import tokens
from basic.source.dialect import spaced
from basic.syntax.lexer import Token, statements_of
from basic.syntax.nodes import AddressOf, Element, Number, UserCall, Variable
from basic.syntax.parser import guard_failed, parse
from listings.source import Lines

JUMPLESS = {"_LIST", "_DELETE", "_AUTO", "_RENUM", "_EDIT"}     # take line numbers without going there
ENDS = {"_GOTO", "_RETURN", "_END", "_STOP", "_NEW", "_RUN", "_CHAIN", "_RESUME"}
SUFFIX = {tokens.INTEGER_NAME: "%", tokens.STRING_NAME: "$", tokens.REAL_NAME: "!"}


@dataclass(frozen=True)
class Name:
    """A variable or an array: its name with the suffix that it has, or that DEFINT and the like give it."""
    text: str
    is_array: bool = False

    def __str__(self) -> str:
        return self.text.lower() + ("()" if self.is_array else "")


@dataclass
class Use:
    name: Name
    piece: "Piece"
    sets: bool
    element: Element | None = None
    dims: bool = False

    @property
    def line(self) -> int:
        return self.piece.line


@dataclass
class Piece:
    """A statement in its line."""
    line: int
    at: int                 # of the statements of the line
    tokens: list[Token]
    conditional: bool       # stands behind an IF
    opens_if: bool
    misfit_at: int | None   # place in the crunched line where it stops making sense

    @property
    def kind(self) -> str:
        return self.tokens[0].type if self.tokens else ""

    @cached_property
    def node(self):
        return parse(self.tokens) if self.tokens and not self.is_bare_jump else None

    @property
    def is_bare_jump(self) -> bool:
        """THEN 100"""
        return len(self.tokens) == 1 and self.tokens[0].type == "LINENO"


@dataclass
class Anatomy:
    lines: Lines
    crunched: dict[int, bytes] = field(default_factory=dict)
    pieces: list[Piece] = field(default_factory=list)
    too_long: list[int] = field(default_factory=list)
    default_kinds: dict[str, str] = field(default_factory=dict)

    @cached_property
    def uses(self) -> list[Use]:
        return [use for piece in self.pieces if piece.node is not None for use in self._uses_of(piece)]

    def name_of(self, name: bytes, token: int, is_array: bool = False) -> Name:
        text = name.decode("latin-1").upper()
        return Name(text + SUFFIX.get(token, self.default_kinds.get(text[0], "!")), is_array)

    def _uses_of(self, piece: Piece) -> Iterator[Use]:
        node, kind = piece.node, type(piece.node).__name__
        targets = {"Let": ["variable"], "Read": ["variables"], "For": ["variable"], "Input": ["variables"],
                   "LineInput": ["variable"], "MidAssign": ["variable"], "Dim": ["elements"]}.get(kind, [])
        local = set()
        if kind == "DefFn":
            local = {name[0] for name in node.parameters or []}
        for field_name, value in fields_of(node):
            for part in flat(value):
                if field_name in targets and isinstance(part, (Variable, Element)):
                    element = part if isinstance(part, Element) else None
                    yield Use(self.name_of(part.name, part.token, element is not None), piece, kind != "Dim", element,
                              kind == "Dim")
                    if element is not None:
                        yield from self._read(element.subscripts, piece, local)
                else:
                    yield from self._read(part, piece, local)

    def _read(self, node, piece: Piece, local: set[bytes]) -> Iterator[Use]:
        for part in flat(node):
            if isinstance(part, Variable):
                if part.name not in local:
                    yield Use(self.name_of(part.name, part.token), piece, False)
            elif isinstance(part, Element):
                yield Use(self.name_of(part.name, part.token, True), piece, False, part)
                yield from self._read(part.subscripts, piece, local)
            elif isinstance(part, AddressOf):
                for use in self._read(part.variable, piece, local):
                    yield use
                    yield Use(use.name, piece, True, use.element)        # who has its address may set it
            elif isinstance(part, UserCall):
                yield from self._read(part.arguments, piece, local)
            else:
                for _, value in fields_of(part):
                    yield from self._read(value, piece, local)

    @cached_property
    def jumps(self) -> list[tuple[Piece, int]]:
        return [(piece, int(token.value)) for piece in self.pieces if piece.kind not in JUMPLESS
                for token in piece.tokens if token.type == "LINENO" and token.value]


def fields_of(node) -> list[tuple[str, object]]:
    names = getattr(node, "__slots__", None) or getattr(node, "__dict__", None)
    return [(name, getattr(node, name)) for name in names or ()]


def flat(value) -> Iterator:
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from flat(part)
    elif value is not None and not isinstance(value, (bytes, str, int, float)):
        yield value


def constant(node) -> float | None:
    """The value of a number that stands there as such."""
    if isinstance(node, Number):
        return node.value
    if type(node).__name__ == "Negation" and isinstance(node.operand, Number):
        return -node.operand.value
    return None


def dissect(lines: Lines, basic_1_1: bool = False, commodore: bool = False) -> Anatomy:
    found = Anatomy(lines)
    for number, text in lines.items():
        if len(text) + len(str(number)) + 1 > 255:
            found.too_long.append(number)
        try:
            crunched = tokens.crunch(spaced(text) if commodore else text, basic_1_1)
        except BasicError:
            if number not in found.too_long:
                found.too_long.append(number)
            continue
        found.crunched[number] = crunched
        conditional = False
        for at, statement in enumerate(statements_of(crunched, basic_1_1)):
            parts = statement.tokens
            bad = None
            if parts and not (len(parts) == 1 and parts[0].type == "LINENO" and conditional):
                fed = guard_failed(parts)
                if fed is not None:
                    bad = parts[fed].at if fed < len(parts) else statement.end
            found.pieces.append(Piece(number, at, parts, conditional, statement.opens_if, bad))
            conditional = conditional or statement.opens_if
    for piece in found.pieces:
        if piece.kind in ("_DEFINT", "_DEFREAL", "_DEFSTR") and len(piece.tokens) > 1:
            _default_kinds(piece.tokens[1].value, {"_DEFINT": "%", "_DEFREAL": "!", "_DEFSTR": "$"}[piece.kind],
                           found.default_kinds)
    return found


def _default_kinds(text: bytes, suffix: str, kinds: dict[str, str]) -> None:
    for item in text.decode("latin-1").upper().replace(" ", "").split(","):
        first, _, last = item.partition("-")
        if first.isalpha() and len(first) == 1:
            kinds |= {chr(letter): suffix for letter in range(ord(first), ord((last or first)[0]) + 1)}

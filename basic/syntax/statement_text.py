"""A statement as it stands in its line, before it is parsed: its tokens and its bytes.

Lines may differ in nothing but constants, as `10 x=500` and `20 x=600` do. What they have in common is found out once,
for each of their statements: its outline.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from basic.source.walker import item_at, number_at
from basic.syntax.forms import CLOSING, OPENING, Contents, Form, form_of
from basic.syntax.tokens import Token, constant_token

if TYPE_CHECKING:
    from basic.syntax.statement import Statement


class Outline:
    """What a statement shares with those at the same place of such lines.

    `tokens` are those of the first of them; `constants` are the places of those that differ. `node`: what the statement has
    been parsed into, if it has no such constants.
    """

    __slots__ = ("tokens", "start", "end", "opens_if", "is_else", "is_bare_jump", "stands_for_then", "node", "is_shared",
                 "has_texts", "us_skipped", "us_looked_over", "us_whole", "us_of_names", "_spaced", "_constants", "_form",
                 "_contents")

    def __init__(self, tokens: list[Token], start: int, end: int, opens_if: bool, is_else: bool, spaced: bool) -> None:
        first = tokens[0] if tokens else None
        self.tokens = tokens
        self.start = start
        self.end = end
        self.opens_if = opens_if    # IF: the next statement is what happens when it is true
        self.is_else = is_else      # begins with ELSE: comes here only when the IF before is false
        self.is_bare_jump = first is not None and first.type == "LINENO"    # THEN 100, ELSE 100: a GOTO without its word
        # IF ... GOTO without THEN
        self.stands_for_then = first is not None and first.type == "_GOTO" and first.at == start
        self.node: Statement | None = None
        self.is_shared = False      # by several lines
        self.has_texts = False      # among its constants
        self.us_skipped: float | None = None        # what basic.timing has found out of it: basic.timing.costs
        self.us_looked_over: float | None = None
        self.us_whole: float | None = None
        self.us_of_names: int | None = None
        self._spaced = spaced
        self._constants: list[int] | None = None
        self._form: Form | None = None
        self._contents: Contents | None = None

    @property
    def constants(self) -> list[int]:
        if self._constants is None:
            self._constants = [at for at, token in enumerate(self.tokens)
                               if token.type in ("STRING", "LINENO") or token.type == "NUMBER" and token.size > 1]
            self.has_texts = any(self.tokens[at].type == "STRING" for at in self._constants)
        return self._constants

    @property
    def form(self) -> Form:
        if self._form is None:
            self._form = form_of(tuple([token.type for token in self.tokens]))
        return self._form

    @property
    def says_let(self) -> bool:
        return bool(self.tokens) and self.tokens[0].type == "_LET"

    @property
    def spaces(self) -> int:
        """How many of its bytes belong to no token: its spaces, and a THEN."""
        if not self._spaced:
            return 0
        return max(self.end - self.start - sum([token.size for token in self.tokens]), 0)

    def contents(self) -> Contents:
        if self._contents is None:
            self._contents = self.form.contents(self.tokens)
        return self._contents

    def ending_behind_function(self, tokens: list[Token]) -> "Outline":
        """The same statement with other tokens, which is passed over as before."""
        other = Outline(tokens, self.start, self.end, self.opens_if, self.is_else, True)
        other.us_skipped, other.us_looked_over, other._constants = self.us_skipped, self.us_looked_over, []
        return other


class StatementText:
    """A statement's place in its line. `line`: the bytes of the whole line."""

    __slots__ = ("outline", "line", "node", "is_known", "_tokens")

    def __init__(self, outline: Outline, line: bytes) -> None:
        self.outline = outline
        self.line = line
        self.node: Statement | None = None      # what it has been parsed into
        self.is_known = False                   # it has been compiled, or an equal one has been read
        self._tokens: list[Token] | None = None     # once they have been asked for, unless it has those of its outline

    @property
    def tokens(self) -> list[Token]:
        if not self.outline.is_shared or not self.outline.constants:
            return self.outline.tokens
        if self._tokens is None:
            self._tokens = self.outline.tokens[:]
            for at in self.outline.constants:
                self._tokens[at] = self._constant(self._tokens[at])
        return self._tokens

    def constants(self) -> list[Any]:
        """The values of its constants."""
        tokens, line = self.outline.tokens, self.line
        if self.outline.has_texts:
            tokens = self.tokens
            return [tokens[at].value for at in self.outline.constants]
        return [number_at(line, tokens[at].at) for at in self.outline.constants]

    def _constant(self, other: Token) -> Token:
        return constant_token(*item_at(self.line, other.at))

    @property
    def start(self) -> int:
        return self.outline.start

    @property
    def end(self) -> int:
        return self.outline.end

    @property
    def code(self) -> bytes:
        """Its bytes."""
        return self.line[self.outline.start:self.outline.end]

    @property
    def opens_if(self) -> bool:
        return self.outline.opens_if

    @property
    def is_else(self) -> bool:
        return self.outline.is_else

    @property
    def is_bare_jump(self) -> bool:
        return self.outline.is_bare_jump

    def contents(self) -> Contents:
        outline = self.outline
        contents = outline._contents or outline.contents()
        return outline.form.contents(self.tokens) if contents.lines and outline.is_shared else contents

    @property
    def word(self) -> str:
        """The terminal that begins it; what follows may make no sense."""
        tokens = self.outline.tokens
        return tokens[0].type if tokens else ""

    def begins_with(self, statement: "type[Statement]") -> bool:
        return self.word == statement.word

    @property
    def indented(self) -> int:
        """The spaces before its first token."""
        tokens = self.outline.tokens
        return tokens[0].at - self.outline.start if tokens else 0

    def spaces_behind(self, count: int) -> int:
        """The spaces behind the first `count` of its tokens."""
        tokens = self.outline.tokens
        last = tokens[count - 1]
        return self.end - last.at - last.size - sum(token.size for token in tokens[count:])

    @property
    def names(self) -> list[tuple[bytes, int]]:
        """The names of variables in it, each with its place in the crunched line."""
        return [(token.value[0], token.at) for token in self.outline.tokens if token.type == "NAME"]

    def counted_names(self) -> "CountedNames":
        """NEXT's names, as FOR counts them: each comma makes room for one more, which need not be there."""
        names: list[tuple[bytes, int] | None] = []
        elements: dict[int, list[Token]] = {}
        tokens, at = self.tokens, 0
        while not at or at < len(tokens) and tokens[at].type == "_COMMA":
            at += 1
            named = at < len(tokens) and tokens[at].type == "NAME"
            names.append(tokens[at].value if named else None)
            at += named
            if named and at < len(tokens) and tokens[at].type in OPENING:
                elements[len(names) - 1] = tokens[at - 1:]
                at = self._behind_brackets(at)
        return CountedNames(names, elements, at == len(tokens))

    def _behind_brackets(self, at: int) -> int:
        depth = 0
        for place, token in enumerate(self.tokens[at:], at):
            depth += (token.type in OPENING) - (token.type in CLOSING)
            if not depth:
                return place + 1
        return len(self.tokens)

    def end_behind_function(self, name: tuple[bytes, int]) -> None:
        """The statement is read again, as if it ended behind FN name."""
        parts = self.tokens[:]
        for at in range(len(parts) - 1, 1, -1):
            if parts[at].type == "_OPEN" and parts[at - 1].value == name and parts[at - 2].type == "_FN":
                prints = parts[0].type == "_PRINT" and all(part.type != "_USING" for part in parts[:at])
                parts.insert(at, Token("_SEMICOLON" if prints else "INVALID", None, parts[at].at))
        self.outline = self.outline.ending_behind_function(parts)
        self.node, self.is_known = None, False


class CountedNames(NamedTuple):
    """NEXT's names; the tokens from those on that are arrays', by their place; whether nothing stands behind them."""
    names: list[tuple[bytes, int] | None]
    elements: dict[int, list[Token]]
    is_whole: bool

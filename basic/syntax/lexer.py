"""The tokens of a crunched line, and the statements that it is cut into."""

from collections.abc import Iterator
from enum import Enum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from basic.records import record
from basic.source.walker import BLANKS, Kind, parts
from basic.source.words import SIGNS, SYSTEM_TOKENS, WORDS, terminal
from basic.syntax.forms import CLOSING, OPENING, Contents, Form, form_of
from basic.syntax.function import FUNCTIONS
from basic.values.texts import own

if TYPE_CHECKING:
    from basic.syntax.statement import Statement

STREAM_FUNCTIONS = {"POS", "VPOS", "COPYCHR$"}


class Sort(Enum):
    """What a token is, without regard to which one of its sort."""
    __hash__ = object.__hash__  # Enum's takes longer
    NAME = "the name of a variable, an array or a function"
    NUMBER = "a number"
    LINE = "the number of a line"
    STRING = "a text in quotes"
    TEXT = "what stands behind DATA or DEFINT"
    REMARK = "REM with its text"
    SIGN = "a sign of an operator"
    SEPARATOR = "a colon"
    BAR = "a bar command"
    WORD = "a keyword, a function, punctuation"
    DAMAGED = "what no line has that was typed"


_SORTS = {"NAME": Sort.NAME, "NUMBER": Sort.NUMBER, "LINENO": Sort.LINE, "STRING": Sort.STRING, "TEXT": Sort.TEXT,
          "_REM": Sort.REMARK, "OPERATOR": Sort.SIGN, "_EQUALS": Sort.SIGN, "_MINUS": Sort.SIGN, "PLUS": Sort.SIGN,
          "SEPARATOR": Sort.SEPARATOR, "BAR": Sort.BAR, "INVALID": Sort.DAMAGED}
_CUTTING = frozenset(("SEPARATOR", "_IF", "_THEN", "_GOTO", "_ELSE"))


class Token:
    """What the parser is fed: a terminal's name and the value it stands for; where it is in the line, and its bytes."""

    __slots__ = ("type", "value", "at", "size")

    def __init__(self, type: str, value: Any = None, at: int = 0, size: int = 1):
        self.type = type
        self.value = value      # as the terminal wants it: a number, a text, (name, type byte)
        self.at = at
        self.size = size

    @property
    def sort(self) -> Sort:
        return _SORTS.get(self.type, Sort.WORD)


@record(slots=True)
class StatementText:
    """A statement's place in its line: its tokens, its bytes from `start` to `end`, and how it hangs together."""
    tokens: list[Token]
    start: int
    end: int
    opens_if: bool = False      # IF: the next statement is what happens when it is true
    is_else: bool = False       # begins with ELSE: comes here only when the IF before is false
    code: bytes = b""           # its bytes
    node: "Statement | None" = None     # what it has been parsed into
    us_skipped: float | None = None     # what basic.timing has found out of it: basic.timing.costs
    us_looked_over: float | None = None
    us_whole: float | None = None
    us_of_names: float | None = None
    _form: Form | None = None
    counted: Contents | None = None    # what `contents` has found
    is_known: bool = False      # it has been compiled, or an equal one has been read

    @property
    def is_bare_jump(self) -> bool:
        """THEN 100, ELSE 100: a GOTO without its word."""
        return bool(self.tokens) and self.tokens[0].type == "LINENO"

    @property
    def stands_for_then(self) -> bool:
        """IF ... GOTO without THEN."""
        return bool(self.tokens) and self.tokens[0].type == "_GOTO" and self.tokens[0].at == self.start

    def begins_with(self, statement: "type[Statement]") -> bool:
        """Whether the word that begins it is this statement's; what follows may make no sense."""
        return bool(self.tokens) and self.tokens[0].type == statement.word

    @property
    def spaces(self) -> int:
        """How many of its bytes belong to no token: its spaces, and a THEN."""
        if b" " not in self.code and not (self.opens_if or self.is_else):
            return 0
        left = self.end - self.start
        for token in self.tokens:
            left -= token.size
        return max(left, 0)

    @property
    def indented(self) -> int:
        """The spaces before its first token."""
        return self.tokens[0].at - self.start if self.tokens else 0

    @property
    def form(self) -> Form:
        if self._form is None:
            self._form = form_of(tuple([token.type for token in self.tokens]))
        return self._form

    def contents(self) -> Contents:
        if self.counted is None:
            self.counted = self.form.contents(self.tokens)
        return self.counted

    @property
    def says_let(self) -> bool:
        return bool(self.tokens) and self.tokens[0].type == "_LET"

    @property
    def ifs(self) -> int:
        return sum(token.type == "_IF" for token in self.tokens)

    @property
    def names(self) -> list[tuple[bytes, int]]:
        """The names of variables in it, each with its place in the crunched line."""
        return [(token.value[0], token.at) for token in self.tokens if token.type == "NAME"]

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
        parts = self.tokens
        for at in range(len(parts) - 1, 1, -1):
            if parts[at].type == "_OPEN" and parts[at - 1].value == name and parts[at - 2].type == "_FN":
                prints = parts[0].type == "_PRINT" and all(part.type != "_USING" for part in parts[:at])
                parts.insert(at, Token("_SEMICOLON" if prints else "INVALID", None, parts[at].at))
        self.node = self._form = self.counted = self.us_whole = self.us_of_names = None
        self.is_known = False


class CountedNames(NamedTuple):
    """NEXT's names; the tokens from those on that are arrays', by their place; whether nothing stands behind them."""
    names: list[tuple[bytes, int] | None]
    elements: dict[int, list[Token]]
    is_whole: bool


def statements_of(crunched: bytes, basic_1_1: bool = False) -> list[StatementText]:
    """A crunched line cut into statements. IF ends with its THEN (or before its GOTO), ELSE begins a statement."""
    found: list[StatementText] = []
    tokens: list[Token] = []
    start, in_if = 0, False
    for token in scan(crunched, basic_1_1):
        kind = token.type
        if kind not in _CUTTING:
            tokens.append(token)
            continue
        at = token.at
        if kind == "SEPARATOR":
            found.append(StatementText(tokens, start, at, False, False, crunched[start:at]))
            tokens, start, in_if = [], at + 1, False
        elif kind == "_ELSE" and not tokens:
            found.append(StatementText(tokens, at, at + 1, False, True, crunched[at:at + 1]))
            tokens, start, in_if = [], at + 1, False
        elif in_if and kind == "_THEN":
            found.append(StatementText(tokens, start, at + 1, True, False, crunched[start:at + 1]))
            tokens, start, in_if = [], at + 1, False
        elif in_if and kind == "_GOTO":
            found.append(StatementText(tokens, start, at, True, False, crunched[start:at]))
            tokens, start, in_if = [token], at, False
        else:
            in_if = in_if or kind == "_IF" and not tokens
            tokens.append(token)
    found.append(StatementText(tokens, start, len(crunched), False, False, crunched[start:]))
    return found


@cache
def _terminals(basic_1_1: bool) -> dict[int, str]:
    """The terminal of each token; a word that this BASIC does not have is not in it."""
    table = {}
    for word in WORDS.values():
        if word.since > 10 and not basic_1_1:
            continue
        if word.token in FUNCTIONS and word.text != "MID$":
            table[word.token] = _terminal_of_function(word.text, word.token, basic_1_1)
        else:
            table[word.token] = terminal(word.text)
    table |= dict.fromkeys(SIGNS.values(), "OPERATOR")
    table |= {SIGNS["="]: "_EQUALS", SIGNS["-"]: "_MINUS", SIGNS["+"]: "PLUS", WORDS["NOT"].token: "NOT"}
    table |= {WORDS[text].token: "OPERATOR" for text in ("AND", "OR", "XOR", "MOD")}
    return table


def _terminal_of_function(text: str, token: int, basic_1_1: bool) -> str:
    if text == "DEC$" and not basic_1_1:
        return "DEC_S_1_0"
    if text in STREAM_FUNCTIONS:
        return "STREAM_FUNCTION"
    if text == "RND":
        return "RND"
    return "SYSTEM" if token in SYSTEM_TOKENS or text == "ERL" else "FUNCTION"


_CHARACTERS = {ord(","): "_COMMA", ord(";"): "_SEMICOLON", ord("("): "_OPEN", ord(")"): "_CLOSE", ord("["): "_OPEN_SQUARE",
               ord("]"): "_CLOSE_SQUARE", ord("#"): "_HASH", ord("@"): "_AT"}
_INVALID = "INVALID"            # no rule has it


_SPACE, _WORD, _NAME, _CHARACTER, _SEPARATOR = Kind.SPACE, Kind.WORD, Kind.NAME, Kind.CHARACTER, Kind.SEPARATOR
_NUMBER, _LINE = Kind.NUMBER, Kind.LINE         # Kind.LINE takes longer than _LINE, and this is done for every token
_PLAIN = {Kind.TEXT: "TEXT", Kind.DAMAGED: _INVALID}


def scan(crunched: bytes, basic_1_1: bool) -> Iterator[Token]:
    """The tokens of a crunched line."""
    terminals, resume = _terminals(basic_1_1), WORDS["RESUME"].token
    after_resume = False
    for kind, at, size, value in parts(crunched):
        if kind is _WORD:
            after_resume = value == resume
            yield Token(terminals.get(value, _INVALID), value, at, size)
        elif kind is _NAME:
            name = _name_of(value)
            yield Token("NAME", name, at, size) if name is not None else Token(_INVALID, value[1], at, size)
        elif kind is _NUMBER and not after_resume:
            yield Token("NUMBER", value, at, size)
        elif kind is _CHARACTER:
            yield Token(_CHARACTERS.get(value, _INVALID), value, at, size)
        elif kind is _SEPARATOR:
            after_resume = False
            yield Token("SEPARATOR", value, at, size)
        elif kind is not _SPACE:
            yield _other(kind, at, size, value)
            if after_resume and not basic_1_1 and kind in (_NUMBER, _LINE) and crunched[at + size:at + size + 1] == b" ":
                yield Token(_INVALID, 0x20, at + size)      # BASIC 1.0 takes it for something that does not belong


@lru_cache(maxsize=4096)
def _name_of(item: tuple[bytes, int]) -> tuple[bytes, int] | None:
    """A name with its type byte, in capitals; None where it begins with no letter."""
    letters, type_byte = item
    name = letters.upper()
    return (name, type_byte) if b"A" <= name[:1] <= b"Z" else None


def _other(kind: Kind, at: int, size: int, value: Any) -> Token:
    if kind is _NUMBER:
        return Token("NUMBER", value, at, size)
    if kind is _LINE:
        return Token("LINENO", value if value < 32768 else float(value), at, size)
    if kind is Kind.STRING:
        return Token("STRING", own(value if size == len(value) + 2 else value.rstrip(BLANKS)), at, size)
    if kind is Kind.REMARK:
        return Token("_REM", value, at, size)
    if kind is Kind.BAR:
        return Token("BAR", value or b"", at, size)
    return Token(_PLAIN[kind], value, at, size)

"""The tokens of a crunched line, and the statements that it is cut into."""

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING

from basic.source import tokens
from basic.source.words import SIGNS, SYSTEM_TOKENS, WORDS, terminal
from basic.syntax.nodes import FUNCTIONS
from basic.values import reals

if TYPE_CHECKING:
    from basic.syntax.statement import Statement

STREAM_FUNCTIONS = {"POS", "VPOS", "COPYCHR$"}


class Sort(Enum):
    """What a token is, without regard to which one of its sort."""
    NAME = "the name of a variable, an array or a function"
    NUMBER = "a number"
    LINE = "the number of a line"
    STRING = "a text in quotes"
    TEXT = "what stands behind DATA or DEFINT"
    REMARK = "REM with its text"
    SIGN = "a sign of an operator"
    SEPARATOR = "a colon"
    WORD = "a keyword, a function, punctuation"
    DAMAGED = "what no line has that was typed"


_SORTS = {"NAME": Sort.NAME, "NUMBER": Sort.NUMBER, "LINENO": Sort.LINE, "STRING": Sort.STRING, "TEXT": Sort.TEXT,
          "_REM": Sort.REMARK, "OPERATOR": Sort.SIGN, "_EQUALS": Sort.SIGN, "_MINUS": Sort.SIGN, "PLUS": Sort.SIGN,
          "SEPARATOR": Sort.SEPARATOR, "INVALID": Sort.DAMAGED}
_SIZES = {0x19: 2, 0x1A: 3, 0x1B: 3, 0x1C: 3, 0x1D: 3, 0x1E: 3, 0x1F: 6, 0xFF: 2}
_OWN_BRACKET = frozenset(("NAME", "FUNCTION", "STREAM_FUNCTION", "RND", "DEC_S_1_0", "_MID_S", "_SPC", "_TAB", "_ON_SQ"))
_OPERAND_ENDS = frozenset(("NAME", "NUMBER", "STRING", "SYSTEM", "RND", "_CLOSE", "_CLOSE_SQUARE"))


class Token:
    """What the parser is fed: a terminal's name and the value it stands for; `at` is its place in the line."""

    __slots__ = ("type", "value", "at")

    def __init__(self, type: str, value=None, at: int = 0):
        self.type = type
        self.value = value
        self.at = at

    @property
    def sort(self) -> Sort:
        return _SORTS.get(self.type, Sort.WORD)

    def width(self, crunched: bytes) -> int:
        """How many bytes it has."""
        first = crunched[self.at] if self.at < len(crunched) else 0
        if self.type in ("NAME", "BAR"):
            return 3 + len(self.value[0]) if self.type == "NAME" else 3 + len(self.value)
        if self.type == "STRING":
            return len(self.value) + 2
        if self.type == "TEXT":
            return len(self.value)
        if self.type == "_REM":
            return len(crunched) - self.at
        return _SIZES.get(first, 1)


@dataclass(slots=True)
class StatementText:
    """A statement's place in its line: its tokens, its bytes from `start` to `end`, and how it hangs together."""
    tokens: list
    start: int
    end: int
    opens_if: bool = False      # IF: the next statement is what happens when it is true
    is_else: bool = False       # begins with ELSE: comes here only when the IF before is false
    node: "Statement | None" = None     # what it has been parsed into

    @property
    def is_bare_jump(self) -> bool:
        """THEN 100, ELSE 100: a GOTO without its word."""
        return bool(self.tokens) and self.tokens[0].type == "LINENO"

    def begins_with(self, statement: "type[Statement]") -> bool:
        """Whether the word that begins it is this statement's; what follows may make no sense."""
        return bool(self.tokens) and self.tokens[0].type == statement.word

    def spaces(self, crunched: bytes) -> int:
        """How many of its bytes belong to no token: its spaces, and a THEN."""
        return max(self.end - self.start - sum(token.width(crunched) for token in self.tokens), 0)

    @property
    def brackets(self) -> int:
        """The brackets opened that belong to no function and no array."""
        return self._not_behind("_OPEN", _OWN_BRACKET)

    @property
    def plus_signs(self) -> int:
        """Those before an operand."""
        return self._not_behind("PLUS", _OPERAND_ENDS)

    @property
    def says_let(self) -> bool:
        return bool(self.tokens) and self.tokens[0].type == "_LET"

    def _not_behind(self, kind: str, others: frozenset[str]) -> int:
        """How many tokens of a kind stand behind none of the others."""
        before = ["", *(token.type for token in self.tokens)]
        return sum(token.type == kind and last not in others for token, last in zip(self.tokens, before, strict=False))

    @property
    def ifs(self) -> int:
        return sum(token.type == "_IF" for token in self.tokens)

    @property
    def names(self) -> list[tuple[bytes, int]]:
        """The names of variables in it, each with its place in the crunched line."""
        return [(token.value[0], token.at) for token in self.tokens if token.type == "NAME"]

    def listed_names(self) -> tuple[list[tuple[bytes, int]], list[Token]]:
        """The names behind its word, as far as they are a list; then, where an array's element is among them, the tokens
        from there on."""
        names: list[tuple[bytes, int]] = []
        tokens = self.tokens
        for at in range(1, len(tokens), 2):
            if tokens[at].type != "NAME":
                break
            follows = tokens[at + 1].type if at + 1 < len(tokens) else None
            if follows in ("_OPEN", "_OPEN_SQUARE"):
                return names, tokens[at:]
            names.append(tokens[at].value)
            if follows != "_COMMA":
                break
        return names, []

    def end_behind_function(self, name: tuple[bytes, int]) -> None:
        """The statement is read again, as if it ended behind FN name."""
        parts = self.tokens
        for at in range(len(parts) - 1, 1, -1):
            if parts[at].type == "_OPEN" and parts[at - 1].value == name and parts[at - 2].type == "_FN":
                prints = parts[0].type == "_PRINT" and all(part.type != "_USING" for part in parts[:at])
                parts.insert(at, Token("_SEMICOLON" if prints else "INVALID", None, parts[at].at))
        self.node = None


def statements_of(crunched: bytes, basic_1_1: bool = False) -> list[StatementText]:
    """A crunched line cut into statements. IF ends with its THEN (or before its GOTO), ELSE begins a statement."""
    found: list[StatementText] = []
    current = StatementText([], 0, 0)
    in_if = False

    def close(end: int, start: int) -> None:
        nonlocal current, in_if
        current.end = end
        found.append(current)
        current = StatementText([], start, start)
        in_if = False

    for token in scan(crunched, basic_1_1):
        kind = token.type
        if kind == "SEPARATOR":
            close(token.at, token.at + 1)
        elif kind == "_ELSE" and not current.tokens:
            current.is_else = True
            current.start = token.at
            close(token.at + 1, token.at + 1)
        elif in_if and kind == "_THEN":
            current.opens_if = True
            close(token.at + 1, token.at + 1)
        elif in_if and kind == "_GOTO":
            current.opens_if = True
            close(token.at, token.at)
            current.tokens.append(token)
        else:
            if kind == "_IF" and not current.tokens:
                in_if = True
            current.tokens.append(token)
    close(len(crunched), len(crunched))
    return found


@cache
def _token_table(basic_1_1: bool) -> dict[int, Token]:
    table = {}
    for word in WORDS.values():
        token = word.token
        if word.since > 10 and not basic_1_1:
            continue
        if token in FUNCTIONS and token != WORDS["MID$"].token:
            name = ("STREAM_FUNCTION" if word.text in STREAM_FUNCTIONS else "RND" if word.text == "RND" else
                    "SYSTEM" if token in SYSTEM_TOKENS or word.text == "ERL" else "FUNCTION")
            if word.text == "DEC$" and not basic_1_1:
                name = "DEC_S_1_0"
            table[token] = (name, token)
        else:
            table[token] = (terminal(word.text), token)
    for token in SIGNS.values():
        table[token] = ("OPERATOR", token)
    table[SIGNS["="]] = ("_EQUALS", SIGNS["="])
    table[SIGNS["-"]] = ("_MINUS", SIGNS["-"])
    table[SIGNS["+"]] = ("PLUS", SIGNS["+"])
    for text in ("AND", "OR", "XOR", "MOD"):
        table[WORDS[text].token] = ("OPERATOR", WORDS[text].token)
    table[WORDS["NOT"].token] = ("NOT", WORDS["NOT"].token)
    return table


_LITERALS = {ord(","): "_COMMA", ord(";"): "_SEMICOLON", ord("("): "_OPEN", ord(")"): "_CLOSE", ord("["): "_OPEN_SQUARE",
             ord("]"): "_CLOSE_SQUARE", ord("#"): "_HASH", ord("@"): "_AT"}


def scan(crunched: bytes, basic_1_1: bool):
    """The tokens of a crunched line."""
    table = _token_table(basic_1_1)
    at, length, resume = 0, len(crunched), WORDS["RESUME"].token
    blank_spoils = False        # behind the line of RESUME 1.0 takes it for something that does not belong there
    while at < length:
        byte = crunched[at]
        start = at
        if byte == 0x20:
            at += 1
        elif byte >= 0x80:
            if byte == tokens.FUNCTION:
                at += 1
                byte = 0x100 + (crunched[at] if at < length else 0xFF)
            at += 1
            if byte in (tokens.REM, tokens.QUOTE_REM):
                yield Token("_REM", None, start)
                return
            name, value = table.get(byte, ("INVALID", byte))
            blank_spoils = byte == resume and not basic_1_1
            yield Token(name, value, start)
            if byte in tokens.COPIED_AS_TEXT:
                end = _end_of_text(crunched, at)
                yield Token("TEXT", crunched[at:end], at)
                at = end
        elif byte == tokens.SEPARATOR:
            at += 1
            blank_spoils = False
            yield Token("SEPARATOR", None, start)
        elif byte <= 0x0D:
            if byte in (2, 3, 4, 0x0B, 0x0C, 0x0D):
                name, at = tokens.name_at(crunched, at)
                letter = 65 <= (name[:1] or b"\0").upper()[0] <= 90
                yield Token("NAME", (name.upper(), byte), start) if letter else Token("INVALID", byte, start)
            else:
                at += 1
                yield Token("INVALID", byte, start)
        elif byte < 0x20:
            value, at = _number_at(crunched, at)
            yield Token("LINENO" if byte in (tokens.LINE_NUMBER, tokens.LINE_POINTER) else "NUMBER", value, start)
            if blank_spoils and crunched[at:at + 1] == b" ":
                yield Token("INVALID", 0x20, at)
        elif byte == 0x22:
            end = crunched.find(b'"', at + 1)
            text = crunched[at + 1:end if end >= 0 else length]
            at = end + 1 if end >= 0 else length
            yield Token("STRING", text, start)
        elif byte == 0x7C:
            name, at = tokens.name_at(crunched, at - 1)
            yield Token("BAR", name if crunched[start + 1:start + 2] == b"\0" else b"", start)
        else:
            at += 1
            yield Token(_LITERALS.get(byte, "INVALID"), byte, start)


def _end_of_text(crunched: bytes, at: int) -> int:
    while at < len(crunched) and crunched[at] != tokens.SEPARATOR:
        if crunched[at] == 0x22:
            end = crunched.find(b'"', at + 1)
            at = end if end >= 0 else len(crunched) - 1
        at += 1
    return at


def _number_at(crunched: bytes, at: int):
    kind = crunched[at]
    if kind < tokens.BYTE_NUMBER:
        return kind - 0x0E, at + 1
    if kind == tokens.BYTE_NUMBER:
        return crunched[at + 1] if at + 1 < len(crunched) else 0, at + 2
    if kind == tokens.REAL_NUMBER:
        return reals.from_bytes(crunched[at + 1:at + 6].ljust(5, b"\0")), at + 6
    word = int.from_bytes(crunched[at + 1:at + 3], "little")
    if kind in (tokens.LINE_NUMBER, tokens.LINE_POINTER):
        return word if word < 32768 else float(word), at + 3
    return word - 0x10000 if word > 32767 else word, at + 3

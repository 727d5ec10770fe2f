"""The tokens of a crunched line, and the statements that it is cut into."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from basic.source.walker import Kind, parts
from basic.source.words import SIGNS, SYSTEM_TOKENS, WORDS, terminal
from basic.syntax.function import FUNCTIONS
from basic.syntax.statement_text import Outline, StatementText
from basic.syntax.tokens import Token, constant_token

STREAM_FUNCTIONS = {"POS", "VPOS", "COPYCHR$"}
_CUTTING = frozenset(("SEPARATOR", "_IF", "_THEN", "_GOTO", "_ELSE"))


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
            found.append(_text(tokens, start, at, False, False, crunched))
            tokens, start, in_if = [], at + 1, False
        elif kind == "_ELSE" and not tokens:
            found.append(_text(tokens, at, at + 1, False, True, crunched))
            tokens, start, in_if = [], at + 1, False
        elif in_if and kind == "_THEN":
            found.append(_text(tokens, start, at + 1, True, False, crunched))
            tokens, start, in_if = [], at + 1, False
        elif in_if and kind == "_GOTO":
            found.append(_text(tokens, start, at, True, False, crunched))
            tokens, start, in_if = [token], at, False
        else:
            in_if = in_if or kind == "_IF" and not tokens
            tokens.append(token)
    found.append(_text(tokens, start, len(crunched), False, False, crunched))
    return found


def _text(tokens: list[Token], start: int, end: int, opens_if: bool, is_else: bool, crunched: bytes) -> StatementText:
    spaced = opens_if or is_else or crunched.find(b" ", start, end) >= 0
    return StatementText(Outline(tokens, start, end, opens_if, is_else, spaced), crunched)


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
_CONSTANTS = frozenset((_NUMBER, _LINE, Kind.STRING))
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
    if kind in _CONSTANTS:
        return constant_token(kind, at, size, value)
    if kind is Kind.REMARK:
        return Token("_REM", value, at, size)
    if kind is Kind.BAR:
        return Token("BAR", value or b"", at, size)
    return Token(_PLAIN[kind], value, at, size)

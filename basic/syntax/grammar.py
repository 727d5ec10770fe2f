"""The grammar as Lark has it: grammar.lark, and the rules of the statements from their classes; and a reader of tokens."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import lark
from lark.lexer import Lexer

from basic import statements  # noqa: F401  (they enter their rules)
from basic.source.words import terminal
from basic.syntax import tables
from basic.syntax.lexer import Token
from basic.syntax.statement import PARTS, STATEMENTS, Statement
from basic.syntax.tree_builder import TreeBuilder

DoesNotFit = lark.UnexpectedInput       # a token, or the end, where the grammar has no place for it

_BASE = Path(__file__).with_name("grammar.lark")
_DECLARED = re.compile(r"^%declare (.*)$", re.MULTILINE)
_WORDS_A_ROW = 12


def assembled() -> str:
    """The whole grammar as text."""
    base = _BASE.read_text(encoding="ascii")
    rules: list[str] = []
    used: set[str] = set()

    def name_terminal(match: re.Match[str]) -> str:
        used.add(terminal(match[1]))
        return terminal(match[1])

    for name, rule, _ in STATEMENTS + PARTS:
        rules.append(f"{name}: " + re.sub(r'"([^"]+)"', name_terminal, rule))
    known = {name for row in _DECLARED.findall(base) for name in row.split()}
    words = sorted(used - known)
    declared = [f"%declare {' '.join(words[at:at + _WORDS_A_ROW])}" for at in range(0, len(words), _WORDS_A_ROW)]
    choices = "\n    | ".join(name for name, _, _ in STATEMENTS)
    return "\n".join([base + f"?statement: {choices}", *rules, *declared, ""])


class _NoLexer(Lexer):
    """The parser is fed token by token, so Lark's own lexing is never asked for."""

    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, lexer_state: object, parser_state: object) -> Iterator[lark.Token]:
        return iter(())


@cache
def _parser() -> lark.Lark:
    text, builder = assembled(), TreeBuilder(STATEMENTS + PARTS)
    return tables.loaded(text, builder, _NoLexer) or tables.kept(text, lark.Lark(
        text, transformer=builder, parser="lalr", lexer=_NoLexer, maybe_placeholders=True), _NoLexer)


def kept_tables() -> Path:
    """The file in which the parser's tables are, or would be if there were a place for it."""
    _parser()
    return tables.place(assembled())


class Reader:
    """Lark's LALR parser, fed with the tokens of one statement; `feed` and `end` raise DoesNotFit."""

    def __init__(self, tokens: Iterable[Token] = ()) -> None:
        self._parser: Any = _parser().parse_interactive()      # Lark types it for tokens of its own alone
        self.feed(Token("_START"))
        for token in tokens:
            self.feed(token)

    def feed(self, token: Token) -> None:
        self._parser.feed_token(token)

    def choices(self) -> set[str]:
        """The terminals that fit here; $END where the statement may end."""
        return set(self._parser.accepts())

    def end(self) -> Statement:
        node: Statement = self._parser.feed_eof()
        return node

    def as_if_ended(self) -> Statement:
        """The statement if it ended here; more can still be fed."""
        node: Statement = self._parser.copy().feed_eof()
        return node

"""A statement's tokens to its node: the grammar's parser, and recovery where a statement makes no sense."""

from collections.abc import Callable
from typing import Any

from basic.syntax import recovery
from basic.syntax.forms import form_of
from basic.syntax.grammar import Reader, is_statement, statement_of
from basic.syntax.lexer import statements_of
from basic.syntax.nodes import Broken, VaryingConstant
from basic.syntax.statement import Else, Empty, Statement
from basic.syntax.statement_text import StatementText
from basic.syntax.tokens import Token

MOST_KEPT = 30_000

_kept = [0]                 # statements that forms know


def node_of(text: StatementText) -> Statement:
    """What a statement of a line has been parsed into; parsed when it is first asked for. Where the same statement stands
    twice, it is the same node: nothing changes one."""
    if text.node is None:
        text.node = _read(text)
    return text.node


def _read(text: StatementText) -> Statement:
    if text.is_else:
        return Else()
    if not text.outline.tokens:
        return Empty()
    if text.outline.is_bare_jump:
        return parse([Token("_GOTO"), *text.tokens])
    outline = text.outline
    if outline.node is not None:
        text.is_known = True
        return outline.node
    known, code = outline.form.known, text.code
    node = known.get(code)
    if node is not None:
        text.is_known = True
    else:
        node = statement_of(text.tokens, outline.form)
        if node is None:
            return _recovered(text.tokens, not outline.opens_if)
        _kept[0] += 1
        if _kept[0] > MOST_KEPT:
            _kept[0] = 0
            form_of.cache_clear()
        known[code] = node
    if outline.is_shared and not outline.constants:
        outline.node = node
    return node


def node_with(text: StatementText, varying: Callable[[int | float | bytes], VaryingConstant]) -> Statement | None:
    """The node of a whole statement, with what `varying` makes of its longer numbers and its texts. None if it has lines, or a
    text that is empty or that no quote ends."""
    tokens = text.tokens[:]
    for at in text.outline.constants:
        token = tokens[at]
        if token.type == "LINENO" or token.type == "STRING" and not 2 < token.size == len(token.value) + 2:
            return None
        tokens[at] = Token(token.type, varying(token.value), token.at, token.size)
    return statement_of(tokens, text.outline.form)


def variable_of(parts: list[Token]) -> Any:
    """The variable that tokens begin with."""
    node: Any = parse([Token("_READ"), *parts]).whole
    return node.variables[0] if hasattr(node, "variables") else Broken(node.number)


def parse(parts: list[Token], ends: bool = True) -> Statement:
    """The node of one statement; where it makes no sense, a node that fails there.

    `ends`: what follows is the next statement, not the THEN that belongs to this one.
    """
    node = statement_of(parts, form_of(tuple([part.type for part in parts])))
    return node if node is not None else _recovered(parts, ends)


def _recovered(parts: list[Token], ends: bool) -> Statement:
    return recovery.recovered(parts, Reader().feed_all(parts), ends)


def breaks_at(parts: list[Token]) -> int | None:
    """How many tokens of a statement fit before one does not, or the last is not its end; None where it is whole."""
    reader = Reader()
    fed = reader.feed_all(parts)
    return None if fed == len(parts) and "$END" in reader.choices() else fed


def makes_sense(crunched: bytes, basic_1_1: bool) -> bool:
    """Whether every statement of the line can be parsed."""
    return all(not text.tokens or len(text.tokens) == 1 and text.is_bare_jump or is_statement(text.tokens)
               for text in statements_of(crunched, basic_1_1))

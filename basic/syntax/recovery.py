"""Statements that stop making sense: what they do before the machine notices, and then the error.

On the machine a statement is read while it is done, so `PRINT 1,2 3` prints before it fails. The parser is fed with what fits,
then with a terminal that no line has (BROKEN, BROKEN_VARIABLE or BROKEN_ITEM: a node that fails), then with what the statement
still asks for, up to its end.
"""

from basic.errors import OPERAND_MISSING, SYNTAX
from basic.syntax.grammar import DoesNotFit, Reader
from basic.syntax.statement import Nonsense, Statement, Trailing
from basic.syntax.tokens import Token

_DEEPEST = 300          # of brackets that are closed
_NOT_AN_OPERAND = ("BROKEN_ITEM", "BROKEN_VARIABLE")
_GLUE = ("_COMMA", "_SEMICOLON", "_EQUALS")
_ENDINGS = ("BROKEN_VARIABLE", "BROKEN_ITEM", "_COMMA", "_SEMICOLON", "_TO", "_EQUALS")


def recovered(parts: list[Token], fed: int, ends: bool) -> Statement:
    """The statement up to its token number `fed`, the first that does not fit; then the error.

    `ends`: nothing stands behind its tokens that belongs to it.
    """
    number, node = _cut_at(parts, fed, ends and fed == len(parts))
    while node is None and fed > 1:
        fed -= 1
        node = _cut_before(parts, fed, number)
    return node or _nonsense(parts, number)


def _cut_at(parts: list[Token], fed: int, at_end: bool) -> tuple[int, Statement | None]:
    """The error, and the statement that fails where the token does not fit; None where only its beginning makes sense."""
    reader = Reader(parts[:fed])
    choices = reader.choices()
    number = OPERAND_MISSING if at_end and fed and "NUMBER" in choices else SYNTAX
    stream_only = _names_stream_only(parts[:fed])
    broken = next((name for name in _NOT_AN_OPERAND if name in choices), "BROKEN" if "NUMBER" in choices else None)
    try:
        if broken is not None:
            reader.feed(Token(broken, number))
        elif "$END" in choices and parts[0].type != "_DEF" and not stream_only:
            node = reader.as_if_ended()
            if not node.looks_for_end(basic_1_1=False) or "BROKEN" not in choices:
                return number, Trailing(node)
            reader.feed(Token("BROKEN", number))
        else:
            if stream_only and at_end:
                number = OPERAND_MISSING
            _feed_glue(reader, choices, number, at_end or not stream_only)
        return number, _ended(reader, number)
    except DoesNotFit:
        return number, None


def _feed_glue(reader: Reader, choices: set[str], number: int, wanted: bool) -> None:
    """What must stand between two items, or the error in its place."""
    glue = next((name for name in _GLUE if name in choices), None)
    if glue and wanted and not (glue == "_EQUALS" and "OPERATOR" in choices):
        reader.feed(Token(glue))
    elif "BROKEN" in choices:
        reader.feed(Token("BROKEN", number))


def _cut_before(parts: list[Token], fed: int, number: int) -> Statement | None:
    """The statement that fails at token number `fed`: the token fits, but begins something that makes no sense."""
    reader = Reader(parts[:fed])
    choices = reader.choices()
    broken = next((name for name in (*_NOT_AN_OPERAND, "BROKEN") if name in choices), None)
    if broken is None or broken == "BROKEN" and "NUMBER" not in choices:
        return None
    try:
        reader.feed(Token(broken, number))
        return _ended(reader, number)
    except DoesNotFit:
        return None


def _ended(reader: Reader, number: int) -> Statement | None:
    """The statement with all that it still asks for; None where it never ends."""
    for _ in range(_DEEPEST):
        choices = reader.choices()
        if "$END" in choices:
            return reader.end()
        if "_CLOSE" in choices:
            ending = "_CLOSE"
        elif "NUMBER" in choices and "BROKEN" in choices:
            ending = "BROKEN"
        else:
            ending = next((name for name in _ENDINGS if name in choices), "")
        if not ending or ending == "_EQUALS" and "OPERATOR" in choices:
            break
        reader.feed(Token(ending, number))
    return None


def _nonsense(parts: list[Token], number: int) -> Statement:
    """A statement whose beginning makes no sense. What DEF FN names is read when it is called: the error comes then."""
    if [part.type for part in parts[:3]] != ["_DEF", "_FN", "NAME"]:
        return Nonsense(number)
    whole = 3
    if len(parts) > 4 and parts[3].type == "_OPEN" and parts[4].type == "NAME":
        whole = 5
        while [part.type for part in parts[whole:whole + 2]] == ["_COMMA", "NAME"]:
            whole += 2
    return Reader([*parts[:whole], Token("BROKEN_ITEM", number)]).end()


def _names_stream_only(parts: list[Token]) -> bool:
    """Whether #stream is all that stands behind the statement's word."""
    return len(parts) > 2 and parts[1].type == "_HASH" and all(part.type != "_COMMA" for part in parts)

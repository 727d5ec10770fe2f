"""The grammar: assembled from the registries, fed with the tokens of a crunched statement, giving nodes.

A line is cut into statements first (`statements_of`): on the machine each is read only when it is reached, and one that
makes no sense fails there. So each is parsed alone, with Lark's LALR parser behind a lexer that reads crunched bytes.
"""

import hashlib
import os
import pickle
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import lark
from lark.lexer import Lexer

from basic import statements  # noqa: F401  (they enter their rules)
from basic.errors import OPERAND_MISSING, SYNTAX
from basic.source.words import WORDS, terminal
from basic.syntax.lexer import StatementText, Token
from basic.syntax.nodes import (
    AddressOf,
    BareStream,
    Broken,
    Call,
    Element,
    LineNumber,
    Number,
    String,
    UserCall,
    Variable,
    climb,
)
from basic.syntax.statement import PARTS, STATEMENTS, Else, Empty, Nonsense, Statement, Trailing

LONGEST_NEST = 300
NONSENSE = ("BROKEN_ITEM", "BROKEN_VARIABLE")
GLUE = ("_COMMA", "_SEMICOLON", "_EQUALS")
ENDINGS = ("BROKEN_VARIABLE", "BROKEN_ITEM", "_COMMA", "_SEMICOLON", "_TO", "_EQUALS")

EXPRESSIONS = """
?start: _START statement
expr: operand (sign operand)*
!sign: OPERATOR | _EQUALS | PLUS | _MINUS
operand: prefix* primary | prefix* primary BROKEN -> broken_after
!prefix: PLUS | _MINUS | NOT
?primary: NUMBER -> number
    | LINENO -> line_number
    | STRING -> string
    | _OPEN expr _CLOSE -> bracketed
    | variable
    | FUNCTION _OPEN exprs _CLOSE -> call
    | DEC_S_1_0 _OPEN _OPEN exprs _CLOSE -> call
    | STREAM_FUNCTION _OPEN _HASH expr _CLOSE -> stream_call
    | SYSTEM -> call
    | RND [_OPEN exprs _CLOSE] -> call
    | _MID_S _OPEN exprs _CLOSE -> mid_call
    | _FN NAME [_OPEN exprs _CLOSE] -> user_call
    | _AT variable -> address_of
    | BROKEN -> broken
exprs: expr (_COMMA expr)*
?variable: scalar | element
scalar: NAME
element: NAME (_OPEN | _OPEN_SQUARE) exprs (_CLOSE | _CLOSE_SQUARE)
variables: target (_COMMA target)*
?target: variable | BROKEN_VARIABLE -> broken
stream: _HASH expr _COMMA
bare_stream: _HASH expr
names: NAME (_COMMA NAME)*
arrays: array_name (_COMMA array_name)*
?array_name: NAME | BROKEN_VARIABLE -> broken
dimensioned: element_or_nonsense (_COMMA element_or_nonsense)*
?element_or_nonsense: element | BROKEN_VARIABLE -> broken
line: LINENO
lines: line_or_nonsense (_COMMA line_or_nonsense)*
?line_or_nonsense: LINENO | BROKEN_VARIABLE -> broken
text: TEXT
"""

PLAIN_TERMINALS = ["OPERATOR", "_EQUALS", "PLUS", "_MINUS", "NOT", "BROKEN", "BROKEN_ITEM", "BROKEN_VARIABLE",
                   "NUMBER", "LINENO", "STRING", "NAME", "TEXT", "BAR", "FUNCTION", "DEC_S_1_0", "STREAM_FUNCTION", "SYSTEM",
                   "RND", "_OPEN", "_CLOSE", "_OPEN_SQUARE", "_CLOSE_SQUARE", "_COMMA", "_SEMICOLON", "_HASH", "_AT",
                   "_START"]


def assembled() -> str:
    """The whole grammar as text."""
    rules, used = [], set()

    def name_terminals(match: re.Match) -> str:
        used.add(terminal(match[1]))
        return terminal(match[1])

    for name, rule, _ in STATEMENTS + PARTS:
        rules.append(f"{name}: " + re.sub(r'"([^"]+)"', name_terminals, rule))
    names = [name for name, _, _ in STATEMENTS]
    words = sorted(used - set(PLAIN_TERMINALS) | {"_FN", "_MID_S"})
    declare = "".join(f"%declare {' '.join(words[at:at + 12])}\n" for at in range(0, len(words), 12))
    declare += f"%declare {' '.join(PLAIN_TERMINALS)}\n"
    return f"{EXPRESSIONS.lstrip()}?statement: {chr(10).join('    | ' + n for n in names).lstrip(' |')}\n" \
        + "\n".join(rules) + "\n" + declare


class _NoLexer(Lexer):
    """The parser is fed token by token, so Lark's own lexing is never asked for."""

    def __init__(self, lexer_conf):
        pass

    def lex(self, lexer_state, parser_state):
        return iter(())


class _Builder(lark.Transformer):
    """Rules to nodes, called by the parser as it reduces."""

    def number(self, parts):
        return Number(parts[0].value)

    def line_number(self, parts):
        return LineNumber(parts[0].value)

    def string(self, parts):
        return String(parts[0].value)

    def bracketed(self, parts):
        if isinstance(parts[0], Broken):
            parts[0].sealed = True
        return parts[0]

    def scalar(self, parts):
        return Variable(*parts[0].value)

    def element(self, parts):
        return Element(*parts[0].value, parts[1])

    def call(self, parts):
        return Call(parts[0].value, parts[1] if len(parts) > 1 and parts[1] is not None else [])

    def stream_call(self, parts):
        return Call(parts[0].value, [parts[1]])

    def mid_call(self, parts):
        return Call(WORDS["MID$"].token, parts[0])

    def user_call(self, parts):
        return UserCall(*parts[0].value, parts[1])

    def address_of(self, parts):
        return AddressOf(parts[0])

    def broken(self, parts):
        return Broken(parts[0].value)

    def broken_after(self, parts):
        return [*parts[:-2], Broken(parts[-1].value, parts[-2])]

    def expr(self, parts):
        *prefixes, last = parts[-1]
        if isinstance(last, Broken) and last.before is not None and not last.sealed:
            whole = climb([*parts[:-1:2], [*prefixes, last.before]], parts[1::2])
            return Broken(last.number, whole)           # the sum comes first, then the error
        return climb(parts[::2], parts[1::2])

    def sign(self, parts):
        return parts[0].value

    prefix = sign

    def operand(self, parts):
        return parts

    def exprs(self, parts):
        return parts

    variables = exprs

    def stream(self, parts):
        return parts[0]

    def bare_stream(self, parts):
        return BareStream(parts[0])

    line = line_number

    def text(self, parts):
        return parts[0].value

    def names(self, parts):
        return [part.value for part in parts]

    def arrays(self, parts):
        return [part.value if type(part) is Token else part for part in parts]

    dimensioned = arrays

    def lines(self, parts):
        return [LineNumber(part.value) if type(part) is Token else part for part in parts]


def _node_builder(node: type):
    def build(self, parts):
        return node(*[part.value if type(part) is Token else part for part in parts])
    return build


for _rule in STATEMENTS + PARTS:
    assert not hasattr(_Builder, _rule.name), f"two rules are called {_rule.name}"
    setattr(_Builder, _rule.name, _node_builder(_rule.node))


def _cache_file(grammar: str) -> Path:
    digest = hashlib.sha256((grammar + lark.__version__).encode()).hexdigest()[:16]
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "cpc-listings" / f"grammar-{digest}.tables"


@cache
def _parser() -> lark.Lark:
    """The parser, its tables kept in the user's cache folder: making them takes a second, loading them 20 ms."""
    grammar = assembled()
    path = _cache_file(grammar)
    try:
        with path.open("rb") as file:
            data, memo = pickle.load(file)
        parser = lark.Lark.__new__(lark.Lark)
        return parser._load({"data": data, "memo": memo}, transformer=_Builder())
    except Exception:       # missing, stale or damaged: any way it fails, the tables are made anew
        pass
    parser = lark.Lark(grammar, transformer=_Builder(), parser="lalr", lexer=_NoLexer, maybe_placeholders=True)
    try:
        data, memo = parser.memo_serialize([lark.lexer.TerminalDef, lark.grammar.Rule])
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(pickle.dumps((data, memo), protocol=pickle.HIGHEST_PROTOCOL))
        fresh.replace(path)
    except OSError:
        pass                # no place to keep them: the next start makes them again
    return parser


def _started(parts: Iterable[Token] = ()):
    parser = _parser().parse_interactive()
    parser.feed_token(Token("_START"))
    for token in parts:
        parser.feed_token(token)
    return parser


def node_of(text: StatementText) -> Statement:
    """What a statement of a line has been parsed into; parsed when it is first asked for."""
    if text.node is None:
        if text.is_else:
            text.node = Else()
        elif not text.tokens:
            text.node = Empty()
        elif text.is_bare_jump:
            text.node = parse([Token("_GOTO"), *text.tokens])
        else:
            text.node = parse(text.tokens, ends=not text.opens_if)
    return text.node


def variable_of(parts: list[Token]) -> Any:
    """The variable that tokens begin with."""
    node: Any = parse([Token("_READ"), *parts]).whole
    return node.variables[0] if hasattr(node, "variables") else Broken(node.number)


def parse(parts: list[Token], ends: bool = True) -> Statement:
    """The node of one statement; where it makes no sense, a node that fails there.

    `ends`: what follows is the next statement, not the THEN that belongs to this one.
    """
    parser = _started()
    fed = 0
    try:
        for token in parts:
            parser.feed_token(token)
            fed += 1
        return parser.feed_eof()
    except lark.UnexpectedInput:
        node = _cut_short(parts, fed, ends)
        return _undefined(parts, node.number) if isinstance(node, Broken) else node


def guard_failed(parts: list[Token]) -> int | None:
    """How many tokens of a statement fit before one does not, or the last is not its end; None where it is whole."""
    parser = _started()
    for fed, token in enumerate(parts):
        try:
            parser.feed_token(token)
        except lark.UnexpectedInput:
            return fed
    return None if "$END" in parser.accepts() else len(parts)


def _cut_short(parts: list[Token], fed: int, ends: bool):
    """The statement up to the token that no longer fits: what it does so far, and then the error."""
    node = _up_to(parts, fed, ends and fed == len(parts))
    while isinstance(node, Broken) and fed > 1:
        fed -= 1
        node = _before(parts, fed, node.number) or node
    return node


def _up_to(parts: list[Token], fed: int, at_end: bool):
    """Where the grammar has no word for the error, the statement is ended with what it still asks for: the first thing
    in it fails before anything else of it is done."""
    parser = _started(parts[:fed])
    choices = set(parser.accepts())
    number = OPERAND_MISSING if at_end and fed and "NUMBER" in choices else SYNTAX
    stream_only = _names_stream(parts[:fed])
    nonsense = next((name for name in NONSENSE if name in choices), None)
    try:
        if nonsense:
            parser.feed_token(Token(nonsense, number))
        elif "NUMBER" in choices:
            parser.feed_token(Token("BROKEN", number))
        elif "$END" in choices and parts[0].type != "_DEF" and not stream_only:
            node = parser.copy().feed_eof()
            if not node.looks_for_end(basic_1_1=False) or "BROKEN" not in choices:
                return Trailing(node)
            parser.feed_token(Token("BROKEN", number))
        else:
            if stream_only and at_end:
                number = OPERAND_MISSING
            glue = next((name for name in GLUE if name in choices), None)
            if glue and not (glue == "_EQUALS" and "OPERATOR" in choices) and (at_end or not stream_only):
                parser.feed_token(Token(glue))
            elif "BROKEN" in choices:
                parser.feed_token(Token("BROKEN", number))
        return _ended(parser, number)
    except lark.UnexpectedInput:
        return Broken(number)


def _before(parts: list[Token], fed: int, number: int):
    """The same, but the tokens from `fed` on count as one piece of nonsense."""
    parser = _started(parts[:fed])
    choices = parser.accepts()
    nonsense = next((name for name in (*NONSENSE, "BROKEN") if name in choices), None)
    if nonsense is None or nonsense == "BROKEN" and "NUMBER" not in choices:
        return None
    try:
        parser.feed_token(Token(nonsense, number))
        node = _ended(parser, number)
    except lark.UnexpectedInput:
        return None
    return None if isinstance(node, Broken) else node


def _undefined(parts: list[Token], number: int):
    """What DEF FN names is read when it is called: until then no nonsense in it matters."""
    if [part.type for part in parts[:3]] != ["_DEF", "_FN", "NAME"]:
        return Nonsense(number)
    whole = 3
    if len(parts) > 4 and parts[3].type == "_OPEN" and parts[4].type == "NAME":
        whole = 5
        while [part.type for part in parts[whole:whole + 2]] == ["_COMMA", "NAME"]:
            whole += 2
    return _started([*parts[:whole], Token("BROKEN_ITEM", number)]).feed_eof()


def _names_stream(parts: list[Token]) -> bool:
    """Whether #stream is all that stands behind the statement's word."""
    return len(parts) > 2 and parts[1].type == "_HASH" and all(part.type != "_COMMA" for part in parts)


def _ended(parser, number: int):
    for _ in range(LONGEST_NEST):
        choices = set(parser.accepts())
        if "$END" in choices:
            return parser.feed_eof()
        if "_CLOSE" in choices:
            ending = "_CLOSE"
        elif "NUMBER" in choices and "BROKEN" in choices:
            ending = "BROKEN"
        else:
            ending = next((name for name in ENDINGS if name in choices), None)
        if ending is None or ending == "_EQUALS" and "OPERATOR" in choices:
            break
        parser.feed_token(Token(ending, number))
    return Broken(number)

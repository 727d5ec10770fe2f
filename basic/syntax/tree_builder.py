"""What the parser makes of a rule that it has read: a node, or what nodes are made of."""

from collections.abc import Callable, Iterable
from typing import Any

from basic.source.words import WORDS
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
    VaryingConstant,
)
from basic.syntax.precedence import climb
from basic.syntax.statement import StatementRule
from basic.syntax.tokens import Token

Parts = list[Any]       # the tokens and nodes of a rule, in its order


def makers(rules: Iterable[StatementRule]) -> dict[str, Callable[[Parts], Any]]:
    """What makes something of the parts of each rule; a statement's class is called with the parts of its rule."""
    builder = TreeBuilder()
    found: dict[str, Callable[[Parts], Any]] = {
        name: getattr(builder, name) for name in vars(TreeBuilder) if not name.startswith("_")}
    for rule in rules:
        if rule.name in found:
            raise TypeError(f"two rules are called {rule.name}")
        found[rule.name] = _maker(rule.node)
    return found


class TreeBuilder:
    """Has a method for each rule of grammar.lark."""

    def number(self, parts: Parts) -> Number | VaryingConstant:
        value = parts[0].value
        return value if type(value) is VaryingConstant else Number(value)

    def line_number(self, parts: Parts) -> LineNumber:
        return LineNumber(parts[0].value)

    def string(self, parts: Parts) -> String | VaryingConstant:
        value = parts[0].value
        return value if type(value) is VaryingConstant else String(value)

    def bracketed(self, parts: Parts) -> Any:
        if isinstance(parts[0], Broken):
            parts[0].sealed = True
        return parts[0]

    def scalar(self, parts: Parts) -> Variable:
        return Variable(*parts[0].value)

    def element(self, parts: Parts) -> Element:
        name, type_byte = parts[0].value
        return Element(name, type_byte, parts[1])

    def call(self, parts: Parts) -> Call:
        return Call(parts[0].value, parts[1] if len(parts) > 1 and parts[1] is not None else [])

    def stream_call(self, parts: Parts) -> Call:
        return Call(parts[0].value, [parts[1]])

    def mid_call(self, parts: Parts) -> Call:
        return Call(WORDS["MID$"].token, parts[0])

    def user_call(self, parts: Parts) -> UserCall:
        name, type_byte = parts[0].value
        return UserCall(name, type_byte, parts[1])

    def address_of(self, parts: Parts) -> AddressOf:
        return AddressOf(parts[0])

    def broken(self, parts: Parts) -> Broken:
        return Broken(parts[0].value)

    def broken_after(self, parts: Parts) -> Parts:
        return [*parts[:-2], Broken(parts[-1].value, parts[-2])]

    def expr(self, parts: Parts) -> Any:
        last = parts[-1][-1]
        if type(last) is Broken and last.before is not None and not last.sealed:
            whole = climb([*parts[:-1:2], [*parts[-1][:-1], last.before]], parts[1::2])
            return Broken(last.number, whole)           # the sum comes first, then the error
        if len(parts) == 1 and len(parts[0]) == 1:
            return last
        return climb(parts[::2], parts[1::2])

    def sign(self, parts: Parts) -> int:
        sign: int = parts[0].value
        return sign

    prefix = sign

    def operand(self, parts: Parts) -> Parts:
        return parts

    def exprs(self, parts: Parts) -> Parts:
        return parts

    variables = exprs

    def stream(self, parts: Parts) -> Any:
        return parts[0]

    def bare_stream(self, parts: Parts) -> BareStream:
        return BareStream(parts[0])

    line = line_number

    def text(self, parts: Parts) -> bytes:
        text: bytes = parts[0].value
        return text

    def names(self, parts: Parts) -> list[Any]:
        return [part.value for part in parts]

    def arrays(self, parts: Parts) -> list[Any]:
        return [part.value if type(part) is Token else part for part in parts]

    dimensioned = arrays

    def lines(self, parts: Parts) -> list[LineNumber | Broken]:
        return [LineNumber(part.value) if type(part) is Token else part for part in parts]


def _maker(node: type) -> Callable[[Parts], Any]:
    def make(parts: Parts) -> Any:
        return node(*[part.value if type(part) is Token else part for part in parts])
    return make

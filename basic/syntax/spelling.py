"""An expression's tree as BASIC text: as a person would type it, with the brackets that it needs and no others."""

from collections.abc import Callable
from typing import Any

from basic.source.words import NEGATION_PRECEDENCE, NOT_PRECEDENCE, PRECEDENCE
from basic.syntax import nodes
from basic.syntax.as_text import SIGN_OF, named
from basic.syntax.function import FUNCTIONS
from basic.values import numerals

Spell = Callable[[Any], str]

WORD_SIGNS = {"AND", "OR", "XOR", "MOD"}
TIGHTEST = 99


def spelled(node: Any, inner: Spell | None = None) -> str:
    """The node as text. `inner` spells the nodes right below it, as their values for instance; without it they are spelled
    in the same way."""
    return _Speller(inner).spell(node)


class _Speller:
    def __init__(self, inner: Spell | None) -> None:
        self.inner = inner

    def below(self, node: Any, floor: int = 0) -> str:
        """A node below, in brackets where its own operator binds less than `floor`."""
        if self.inner is not None:
            return self.inner(node)
        text = self.spell(node)
        return f"({text})" if binding(node) < floor else text

    def spell(self, node: Any) -> str:      # noqa: C901  (a line for each kind of node)
        if isinstance(node, nodes.Number):
            return _number(node.value)
        if isinstance(node, nodes.String):
            return f'"{node.text.decode("latin-1")}"'
        if isinstance(node, nodes.Variable):
            return named(node.name, node.token)
        if isinstance(node, nodes.Element):
            return named(node.name, node.token) + self.bracketed(node.subscripts)
        if isinstance(node, nodes.Binary):
            sign, floor = SIGN_OF[node.operator], PRECEDENCE[node.operator]
            sign = f" {sign} " if sign in WORD_SIGNS else sign
            right = self.below(node.right, floor + 1)
            right = f"({right})" if right.startswith("-") else right
            return f"{self.below(node.left, floor)}{sign}{right}"
        if isinstance(node, nodes.Negation):
            return "-" + self.below(node.operand, NEGATION_PRECEDENCE)
        if isinstance(node, nodes.Not):
            return "NOT " + self.below(node.operand, NOT_PRECEDENCE)
        if isinstance(node, nodes.Call):
            return FUNCTIONS[node.token].name + (self.bracketed(node.arguments) if node.arguments else "")
        if isinstance(node, nodes.UserCall):
            return "FN " + named(node.name, node.token) + (self.bracketed(node.arguments) if node.arguments else "")
        if isinstance(node, nodes.AddressOf):
            return "@" + self.spell(node.variable)
        if isinstance(node, nodes.BareStream):
            return "#" + self.below(node.expression)
        if isinstance(node, nodes.Broken):
            return "?"
        raise TypeError(f"{type(node).__name__} is no expression")

    def bracketed(self, parts: list[Any]) -> str:
        return "(" + ",".join(self.below(node) for node in parts) + ")"


def _number(value: int | float) -> str:
    if isinstance(value, float):
        return numerals.list_form(value).decode()
    return str(value) if value >= 0 else f"&{value & 0xFFFF:X}"      # only in hexadecimal a number is below 0


def binding(node: Any) -> int:
    """How tightly the operator of a node binds."""
    if isinstance(node, nodes.Binary):
        return PRECEDENCE[node.operator]
    if isinstance(node, nodes.Negation):
        return NEGATION_PRECEDENCE
    return NOT_PRECEDENCE if isinstance(node, nodes.Not) else TIGHTEST


__all__ = ["binding", "spelled"]

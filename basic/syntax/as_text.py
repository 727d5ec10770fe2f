"""Tokens and trees as text, for people who want to see what lexer and parser have made."""

from collections.abc import Iterator
from typing import Any

from basic.records import field_names, is_record
from basic.source.uncrunch import SUFFIXES
from basic.source.words import SIGNS, WORDS
from basic.syntax.nodes import Binary, Call, Element, Number, String, UserCall, Variable
from basic.syntax.tokens import Token
from basic.values import numerals

SIGN_OF = {token: sign for sign, token in SIGNS.items()} | {WORDS[word].token: word for word in ("AND", "OR", "XOR", "MOD")}


def token_text(token: Token) -> str:
    """A terminal's name, and in brackets the value that it has."""
    if token.type == "NAME":
        return f"NAME({named(*token.value)})"
    if token.type in ("NUMBER", "LINENO"):
        return f"{token.type}({numerals.list_form(token.value).decode()})"
    if token.type in ("STRING", "TEXT", "BAR"):
        return f"{token.type}({token.value.decode('latin-1')})"
    return token.type


def tree_rows(node: Any) -> list[str]:
    """The node, and what it is made of below it, two blanks further in."""
    return list(_rows(node, "", ""))


def _rows(node: Any, name: str, indent: str) -> Iterator[str]:
    head = f"{indent}{name}: " if name else indent
    if isinstance(node, tuple) and len(node) == 2 and isinstance(node[0], bytes):
        yield head + named(*node)
        return
    if isinstance(node, list | tuple):
        for at, part in enumerate(node, 1):
            yield from _rows(part, f"{name} {at}", indent)
        return
    if not is_record(node):
        yield head + _plain(node)
        return
    label, shown = _label(node)
    yield head + type(node).__name__ + (f" {label}" if label else "")
    for name in field_names(node):
        value = getattr(node, name)
        if name not in shown and value is not None and value != []:
            yield from _rows(value, name, indent + "  ")


def _label(node: Any) -> tuple[str, tuple[str, ...]]:
    """What a node is called in BASIC, and the fields that this tells."""
    if isinstance(node, Number):
        return _plain(node.value), ("value",)
    if isinstance(node, String):
        return _plain(node.text), ("text",)
    if isinstance(node, Variable | Element | UserCall):
        return named(node.name, node.token), ("name", "token")
    if isinstance(node, Call):
        return next(word.text for word in WORDS.values() if word.token == node.token), ("token",)
    if isinstance(node, Binary):
        return SIGN_OF[node.operator], ("operator", "refused")
    return "", ()


def named(name: bytes, type_byte: int) -> str:
    """A variable's name with its suffix."""
    return name.decode("latin-1").lower() + SUFFIXES.get(type_byte, b"").decode()


def _plain(value: Any) -> str:
    if isinstance(value, bytes):
        return f'"{value.decode("latin-1")}"'
    if isinstance(value, float):
        return numerals.list_form(value).decode()
    return str(value)

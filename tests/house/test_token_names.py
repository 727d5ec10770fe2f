"""Only basic.syntax and basic.source know what tokens are called: all others ask statements and their text."""

import ast
import re
from pathlib import Path

import pytest

from tests.places import REPO

TERMINAL = re.compile(r"_[A-Z][A-Z0-9_]*|LINENO")
KNOW_THEM = ("basic/syntax/", "basic/source/")


def places(path: Path) -> list[int]:
    """The lines with a terminal's name or with a token's `type` in a comparison."""
    found = []
    knows_tokens = path.relative_to(REPO).parts[0] in ("basic", "listings")      # elsewhere events have a type
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and TERMINAL.fullmatch(node.value):
            found.append(node.lineno)
        if isinstance(node, ast.Compare) and knows_tokens:
            found += [side.lineno for side in (node.left, *node.comparators)
                      if isinstance(side, ast.Attribute) and side.attr == "type"]
    return found


FILES = [path for room in ("basic", "cpc", "listings") for path in sorted((REPO / room).rglob("*.py"))
         if not path.relative_to(REPO).as_posix().startswith(KNOW_THEM)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(REPO).as_posix())
def test_tokens_are_not_asked_for_their_names(path):
    assert not places(path)


def test_they_would_be_found():
    assert places(REPO / "basic/syntax/lexer.py")

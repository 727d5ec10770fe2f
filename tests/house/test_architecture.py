"""Who may import whom: basic/ only itself, lark and the standard library; cpc/ of basic only what it may."""

import ast
import sys
from pathlib import Path

import pytest

from tests.places import REPO

ROOT = REPO
KNOW_PYGAME = ("cpc/window/",)


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add((node.module or "").split(".")[0])
    return found


@pytest.mark.parametrize("path", sorted((ROOT / "basic").rglob("*.py")), ids=lambda path: path.name)
def test_the_language_knows_only_itself(path):
    assert imports(path) <= set(sys.stdlib_module_names) | {"annotationlib", "basic", "lark"}      # the first is new in 3.14


@pytest.mark.parametrize("path", sorted((ROOT / "cpc").rglob("*.py")), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_only_the_window_knows_pygame(path):
    place = path.relative_to(ROOT).as_posix()
    allowed = set(sys.stdlib_module_names) | {"basic", "cpc", "listings"}
    if place.startswith(KNOW_PYGAME):
        allowed |= {"pygame"}
    assert imports(path) <= allowed

"""Who may import whom: basic/ only itself, lark and the standard library; cpc/ of basic only what it may."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
WINDOWS = {"window.py", "audio.py", "frame.py", "windowkeys.py", "overlay.py", "pacing.py",
           "recording.py", "desktop.py", "loudspeaker.py", "overlaypaint.py"}


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
    assert imports(path) <= set(sys.stdlib_module_names) | {"basic", "lark"}


@pytest.mark.parametrize("path", sorted((ROOT / "cpc").glob("*.py")), ids=lambda path: path.name)
def test_only_the_window_knows_pygame(path):
    allowed = set(sys.stdlib_module_names) | {"basic", "cpc", "listings", "examples"}
    if path.name in WINDOWS:
        allowed |= {"pygame"}
    assert imports(path) <= allowed

"""Each package's `__init__` is its contract: what it promises, what it may import, what it does not do. And nothing else."""

import ast

import pytest

from tests.places import REPO

PAGES = {path.parent.relative_to(REPO).as_posix(): path for top in ("basic", "cpc", "listings")
         for path in sorted((REPO / top).rglob("__init__.py"))}
# These register what their modules define, and cpc finds CPC when it is asked for.
HAVE_CODE = {"basic/functions", "basic/statements", "cpc"}


@pytest.mark.parametrize("package", PAGES)
def test_a_package_has_a_contract(package):
    page = ast.get_docstring(ast.parse(PAGES[package].read_text(encoding="utf-8"))) or ""
    for words in ("promise", "may import", " not "):
        assert words in page.lower(), f"{package} does not say {words}"


@pytest.mark.parametrize("package", sorted(PAGES.keys() - HAVE_CODE))
def test_a_contract_is_no_place_for_code(package):
    statements = ast.parse(PAGES[package].read_text(encoding="utf-8")).body
    assert len(statements) <= 1 and all(isinstance(one, ast.Expr) for one in statements)

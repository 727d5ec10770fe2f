"""What is installed: each package, each data file in one, and the mark that says that all is typed."""

import tomllib

import pytest

from tests.house.test_no_book_text import files
from tests.places import REPO

SETUPTOOLS = tomllib.loads((REPO / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
TOPS = ["basic", "cpc", "listings"]
PACKAGES = {".".join(path.parent.relative_to(REPO).parts) for top in TOPS for path in (REPO / top).rglob("__init__.py")}


def test_each_package_is_installed():
    assert set(SETUPTOOLS["packages"]) == PACKAGES | set(SETUPTOOLS["package-dir"])
    assert all((REPO / folder).is_dir() for folder in SETUPTOOLS["package-dir"].values())


def test_each_data_file_is_installed():
    data = {path for path in files() if path.relative_to(REPO).parts[0] in TOPS and path.suffix != ".py"}
    patterns = SETUPTOOLS["package-data"]
    installed = {path for top in TOPS for pattern in patterns[top] for path in (REPO / top).glob(pattern)}
    assert data and data <= installed


@pytest.mark.parametrize("top", TOPS)
def test_type_checkers_are_told_that_it_is_typed(top):
    assert (REPO / top / "py.typed").is_file() and "py.typed" in SETUPTOOLS["package-data"][top]

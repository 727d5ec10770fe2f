"""Imports between modules: no cycles, no private names of other modules, and only in the directions that the rooms allow.

Imports inside functions count like all others. Imports for type checkers only, under `if TYPE_CHECKING:`, do not count.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.places import REPO

PACKAGES = ("basic", "cpc", "listings")
# NamedTuple's, the only way to the tables of a Lark, and the only way to the memory of Pyodide
OF_LIBRARIES = {"_replace", "_parse_table", "_module"}

# What a package may import of the project besides itself and basic.records: names of packages or modules. Others may import
# what they like.
MAY_IMPORT = {
    "basic": ["basic"],
    "cpc.picture": ["basic.ports", "cpc.memory"],
    "cpc.sound": ["basic.ports"],
    "cpc.keys": ["basic.errors", "cpc.charset", "cpc.picture.text", "cpc.picture.text_window", "cpc.texts"],
    "cpc.hardware": ["basic.ports", "cpc.keys", "cpc.memory", "cpc.picture", "cpc.sound"],
    "cpc.disc": ["basic.errors", "basic.host_log", "basic.ports", "cpc.charset", "cpc.host_files"],
    "cpc.tape": ["basic.errors", "basic.host_log", "basic.ports", "basic.runtime.control", "cpc.disc.amsdos", "cpc.host_files"],
    "cpc.firmware": ["basic.errors", "basic.ports", "basic.runtime.control", "basic.values.reals", "cpc.memory", "cpc.picture"],
}
# What a package never imports.
FACES = ["cpc.window", "cpc.terminal", "cpc.debugger", "cpc.commands"]
MACHINE = ["cpc.api", "cpc.machine", "cpc.picture", "cpc.keys", "cpc.sound", "cpc.disc", "cpc.tape", "cpc.firmware",
           "cpc.hardware"]
INNER = ["basic.syntax", "basic.statements", "basic.functions", "basic.units", "basic.timing", "basic.values"]
NEVER_IMPORTS = {
    **{room: [*INNER, *FACES, "cpc.player", "cpc.recording", "listings"] for room in MACHINE
       if room not in ("cpc.api", "cpc.firmware")},
    "cpc.firmware": [*INNER[:-1], *FACES, "cpc.player", "cpc.recording", "listings"],       # whose arithmetic is that of BASIC
    "cpc.api": [*INNER, *FACES, "cpc.player", "listings"],
    "cpc.player": [*INNER, *FACES, "listings"],
    "cpc.recording": [*INNER, *FACES, "cpc.player", "listings"],
    "cpc.terminal": [*INNER, "cpc.window", "cpc.debugger", "cpc.commands", "listings"],
    "cpc.window": [*INNER, "cpc.terminal", "cpc.commands", "listings"],
    "cpc.debugger": [*INNER, "cpc.window", "cpc.terminal", "cpc.commands", "listings"],
}

# The language, from what knows nothing of the rest upwards: a module imports only of its own level and of those above here.
# Modules named by themselves are apart from their package.
LEVELS = [
    ["basic.records", "basic.cache_files", "basic.source.words"],
    ["basic.errors", "basic.host_log", "basic.runtime.clock", "basic.runtime.control", "basic.runtime.data_pointer",
     "basic.units.operations"],
    ["basic.values"],
    ["basic.source", "basic.native"],
    ["basic.ports"],
    ["basic.syntax"],                                       # the nodes and what statements and functions are made of
    ["basic.timing"],
    ["basic.units"],
    ["basic.runtime.program", "basic.runtime.string_space", "basic.runtime.variables"],
    ["basic.functions"],
    ["basic.statements"],
    ["basic.help"],
    ["basic.syntax.tables", "basic.syntax.grammar", "basic.syntax.parser", "basic.syntax.recovery",
     "basic.syntax.tree_builder", "basic.syntax.as_text", "basic.syntax.spelling"],
    ["basic.runtime"],
    ["basic.text_machine", "basic.storage"],
    ["basic.session"],
    ["basic.debug"],
]


def name_of(path: Path) -> str:
    parts = path.relative_to(REPO).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for top in PACKAGES for path in sorted((REPO / top).rglob("*.py"))}
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


def is_for_type_checkers(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def imports_in(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    for child in node.orelse if is_for_type_checkers(node) else ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        yield from imports_in(child)


def imported(name: str) -> set[str]:
    """The modules of the project that a module imports at run time."""
    found = set()
    for node in imports_in(TREES[name]):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        else:
            found |= {whole if (whole := f"{node.module}.{alias.name}") in MODULES else node.module for alias in node.names}
    return found & MODULES.keys()


IMPORTS = {name: imported(name) for name in MODULES}


def reached_from(start: str) -> set[str]:
    found: set[str] = set()
    ahead = [start]
    while ahead:
        for name in IMPORTS[ahead.pop()] - found:
            found.add(name)
            ahead.append(name)
    return found


def within(name: str, packages: list[str]) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def test_no_module_imports_itself_by_way_of_others():
    assert {name for name in MODULES if name in reached_from(name)} == set()


def level(name: str) -> int:
    """Of the longest entry that a module is within."""
    found = [(len(entry), at) for at, entries in enumerate(LEVELS) for entry in entries if within(name, [entry])]
    return max(found)[1]


def test_the_language_is_built_in_levels():
    parts = {name for name in MODULES if name.startswith("basic.")}
    assert {(name, other) for name in parts for other in IMPORTS[name] & parts if level(other) > level(name)} == set()


def test_each_entry_of_the_levels_is_there():
    assert {entry for entries in LEVELS for entry in entries} <= MODULES.keys()


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_what_a_package_may_import(package):
    assert {(name, other) for name in MODULES if within(name, [package]) for other in IMPORTS[name]
            if not within(other, [package, "basic.records", *MAY_IMPORT[package]])} == set()


@pytest.mark.parametrize("package", NEVER_IMPORTS)
def test_what_a_package_never_imports(package):
    assert {(name, other) for name in MODULES if within(name, [package]) for other in IMPORTS[name]
            if within(other, NEVER_IMPORTS[package])} == set()


def private_names_of_others(tree: ast.Module) -> set[str]:
    """Names that begin with _ and are neither the module's nor of an object that may be its own."""
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)} | OF_LIBRARIES
    used = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in PACKAGES:
            used |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
                own.add(node.attr)
            else:
                used.add(node.attr)
    return {name for name in used - own if name.startswith("_") and not name.endswith("__")}


@pytest.mark.parametrize("name", MODULES)
def test_a_name_that_begins_with_an_underscore_stays_in_its_module(name):
    assert private_names_of_others(TREES[name]) == set()


@pytest.mark.parametrize("text", ["from cpc.machine import _clock", "machine._clock()", "from basic import _a\nself.b"])
def test_a_private_name_would_be_found(text):
    assert private_names_of_others(ast.parse(text))
    assert not private_names_of_others(ast.parse("self._a = 1\nother._a\nfrom os import _exit\npair._replace(a=1)"))


@pytest.mark.parametrize("text", ["import basic.ports", "def f():\n    from basic import ports",
                                  "class A:\n    from basic.ports import Clock",
                                  "if TYPE_CHECKING:\n    import os\nelse:\n    import basic.ports"])
def test_an_import_would_be_found(text):
    assert list(imports_in(ast.parse(text)))
    assert not list(imports_in(ast.parse("if TYPE_CHECKING:\n    import basic.ports")))

"""Changes the code at random places and looks whether the tests notice: `python3 -m tests.mutate COUNT [SEED] [ROOM]`.

Each change is one of a few: a comparison or an operator turned, a number moved by one, a condition negated, a statement left
out. The suite runs once in a copy of the tree, which notes what tests reach each place. Then each change is made in the copy,
and tests that reach it run until one fails: first the quickest of the files that reach it or speak of the module most, then
of --files files, as long as --seconds says. Where a place does not say what reaches it (it is read when its module is loaded,
or translated to machine code), the files are taken that speak of the module most.
Of what nobody noticed a person has to say whether it changes behaviour at all. `--only` tries places again, with more time.
"""

import argparse
import ast
import contextlib
import importlib
import json
import multiprocessing
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.places import REPO

ROOMS = ("basic", "cpc", "listings")
FILES = 4                   # that speak of a module most
FIRST = 40                  # tests of these files that are tried before the others
SECONDS = 20                # of all tests for a place
MORE_FILES = 20             # that speak of it less
RECORDED = "tests/cpc/test_transcripts.py", "tests/basic/test_timing.py"    # look at much that no test names
PATIENCE = 40               # seconds of the processor that these may take; ten times that of the wall clock
LOADED = "hypothesis", "lark", "pygame", "wasmtime", "chess.engine", "chess.pgn"       # before the tests' processes are forked
NOTICED_BY = "noticed_by.txt"   # in the tree that is tested
PROBE = """try:
    from tests.probes import reached as _place_reached
except ImportError:             # the page in the browser has no tests
    _place_reached = int
"""
TRANSLATED = ("basic/values/reals.py", "basic/values/real_functions.py", "basic/values/weighing.py",
              "basic/values/packed_texts.py", "basic/values/packed_numbers.py", "basic/values/numerals.py", "basic/native",
              "cpc/picture/dots.py", "cpc/picture/letters.py")
TURNED: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot,
    ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift, ast.And: ast.Or, ast.Or: ast.And}


class Change(NamedTuple):
    node: ast.AST
    make: Callable[[], str]         # does it to the tree, and says what it was


class Place(NamedTuple):
    path: Path                      # in the project
    index: int                      # of the file's possible changes


def changes(tree: ast.Module) -> list[Change]:
    found: list[Change] = []
    for node in behaving(tree):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED:
            found.append(Change(node, lambda node=node: turned(node.ops, 0)))
        elif isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp) and type(node.op) in TURNED:
            found.append(Change(node, lambda node=node: turned(vars(node), "op")))
        elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            found.append(Change(node, lambda node=node: moved(node)))
        elif isinstance(node, ast.If | ast.While | ast.IfExp):
            found.append(Change(node, lambda node=node: negated(node)))
        elif isinstance(node, ast.FunctionDef):
            found += [Change(one, lambda body=node.body, at=at: left_out(body, at)) for at, one in enumerate(node.body)
                      if isinstance(one, ast.Assign | ast.AugAssign | ast.Expr | ast.Raise)
                      and not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
    return found


def behaving(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a tree without those of types: they change nothing."""
    for name, value in ast.iter_fields(tree):
        if name not in ("annotation", "returns"):
            for node in value if isinstance(value, list) else [value]:
                if isinstance(node, ast.AST):
                    yield node
                    yield from behaving(node)


def turned(where: list | dict, at: int | str) -> str:
    before = type(where[at])
    where[at] = TURNED[before]()
    return f"{before.__name__} -> {TURNED[before].__name__}"


def moved(node: ast.Constant) -> str:
    before = node.value
    node.value = not before if isinstance(before, bool) else before + 1
    return f"{before} -> {node.value}"


def negated(node: ast.If | ast.While | ast.IfExp) -> str:
    node.test = ast.UnaryOp(ast.Not(), node.test)
    return "a condition negated"


def left_out(body: list[ast.stmt], at: int) -> str:
    text = ast.unparse(body[at])
    body[at] = ast.Pass()
    return f"left out: {text[:60]}"


def chosen(count: int, seed: int, room: str) -> list[Place]:
    """Random places, more of them in longer files."""
    chance = random.Random(seed)
    paths = [path for top in ROOMS for path in sorted((REPO / top).rglob("*.py")) if room in str(path.relative_to(REPO))]
    sizes = [len(path.read_bytes()) for path in paths]
    found: list[Place] = []
    while len(found) < count:
        path = chance.choices(paths, sizes)[0]
        possible = len(changes(ast.parse(path.read_text(encoding="utf-8"))))
        if possible and (place := Place(path.relative_to(REPO), chance.randrange(possible))) not in found:
            found.append(place)
    return found


# what tests reach a place

def with_probes(source: str, numbers: dict[int, int]) -> str:
    """A module that says when it comes to the places of its changes; `numbers` gives their numbers."""
    tree = ast.parse(source)
    possible = changes(tree)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for index, number in numbers.items():
        node = possible[index].node
        around = [(block, block[at]) for function in functions for block, at in blocks(function) if node in ast.walk(block[at])]
        if around:                      # else it is read when the module is loaded
            block, statement = around[-1]
            block.insert(block.index(statement), ast.parse(f"_place_reached({number})").body[0])
    first = next(at for at, one in enumerate(tree.body) if not (
        isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
        or isinstance(one, ast.ImportFrom) and one.module == "__future__"))
    tree.body.insert(first, ast.parse(PROBE).body[0])
    return ast.unparse(ast.fix_missing_locations(tree))


def blocks(tree: ast.AST) -> Iterator[tuple[list[ast.stmt], int]]:
    """Each statement within, as its block and its place in it."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                yield from ((block, at) for at in range(len(block)))


def record(tree: Path, places: list[Place]) -> None:
    """Runs the suite with probes, which write down what tests reach each place, and how long each test took."""
    by_path: dict[Path, dict[int, int]] = {}
    for number, place in enumerate(places):
        if not str(place.path).startswith(TRANSLATED):
            by_path.setdefault(place.path, {})[place.index] = number
    for path, numbers in by_path.items():
        (tree / path).write_text(with_probes((REPO / path).read_text(encoding="utf-8"), numbers), encoding="utf-8")
    status(tree, ["-p", "tests.probes", "--ignore", "tests/house", "tests"])
    for path in by_path:
        shutil.copy(REPO / path, tree / path)


def tests_of(places: list[Place], recorded: Path, seconds: float, more_files: int) -> dict[int, tuple[list[str], list[str]]]:
    """For each place two lots of tests, for `seconds` altogether: from the files near it, and from files less near."""
    found = json.loads(recorded.read_text(encoding="utf-8"))
    times: dict[str, float] = found["times"]
    for name in found["failed"]:        # it would notice every change
        print(f"left out, as it fails without a change: {name}", flush=True)
        del found["tests"][name]
    reaching: dict[int, list[str]] = {}
    for name, numbers in found["tests"].items():
        for number in numbers:
            reaching.setdefault(number, []).append(name)
    chosen: dict[int, tuple[list[str], list[str]]] = {}
    for number, place in enumerate(places):
        by_words = files_for(place.path)
        names = reaching.get(number) or [name for name in found["tests"] if file_of(name) in (*by_words[:FILES], *RECORDED)]
        by_number = [file for file, _ in Counter(map(file_of, names)).most_common()]
        near = list(dict.fromkeys(file for pair in zip(by_number, (file for file in by_words if file in by_number), strict=True)
                                  for file in pair))
        first = in_turn(names, near[:FILES], times)[:FIRST]
        others, spent = [], sum(times.get(name, 0) + 0.02 for name in first)
        for name in in_turn(names, near[:more_files], times):
            if name not in first and spent < seconds:
                others.append(name)
                spent += times.get(name, 0) + 0.02
        chosen[number] = first, others
    return chosen


def file_of(test: str) -> str:
    return test.partition("::")[0]


def in_turn(names: list[str], files: list[str], times: dict[str, float]) -> list[str]:
    """The quickest test of each file, then the second of each, and so on."""
    ranked: list[tuple[int, int, str]] = []
    for at, file in enumerate(files):
        own = sorted((name for name in names if file_of(name) == file), key=lambda name: times.get(name, 0))
        ranked += [(rank, at, name) for rank, name in enumerate(own)]
    return [name for _, _, name in sorted(ranked)]


def files_for(path: Path) -> list[str]:
    """The files of tests, those that name the module or what is defined in it most often first."""
    tree = ast.parse((REPO / path).read_text(encoding="utf-8"))
    module = ".".join(path.with_suffix("").parts)
    words = [path.stem, module, *(one.name for one in tree.body if isinstance(one, ast.FunctionDef | ast.ClassDef))]

    def weight(test: Path) -> tuple[bool, int]:
        text = test.read_text(encoding="utf-8")
        return test.parent.name == path.parts[0], sum(text.count(word) for word in words) + 50 * text.count(module)
    named = sorted((REPO / "tests").rglob("test_*.py"), key=weight, reverse=True)
    return [str(test.relative_to(REPO)) for test in named]


class FirstFailure:
    """A plugin for pytest: writes down which test failed."""

    def __init__(self, file: Path):
        self.file = file

    def pytest_runtest_logreport(self, report) -> None:
        if report.failed:
            self.file.write_text(report.nodeid, encoding="utf-8")


def test(tree: Path, arguments: list[str], patience: int | None) -> None:
    """In this process, which ends with pytest's status."""
    os.setsid()                         # so that what tests start can be ended, too
    if patience is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (patience, patience))
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.chdir(tree)
    os.environ |= {"XDG_CACHE_HOME": str(tree / ".cache"), "XDG_DATA_HOME": str(tree / ".data"), "PYTHONPATH": str(tree),
                   "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    sys.path[:] = [str(tree), *(path for path in sys.path if path not in ("", str(REPO)))]
    for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
        del sys.modules[name]           # those of the tree are wanted
    sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *arguments], [FirstFailure(tree / NOTICED_BY)]))


def status(tree: Path, arguments: list[str], patience: int | None = None) -> int | None:
    """What pytest says, in a process of its own; None where it hangs. A fork has pytest loaded already."""
    process = multiprocessing.get_context("fork").Process(target=test, args=(tree, arguments, patience))
    process.start()
    process.join(patience and 10 * patience)
    if process.exitcode is None and process.pid is not None:
        os.killpg(process.pid, signal.SIGKILL)
        process.join()
        return None
    return process.exitcode


def noticed_by(tree: Path, tests: list[str]) -> str:
    """The test that fails, or that one hangs or cannot be loaded; an empty text if none does."""
    (tree / NOTICED_BY).unlink(missing_ok=True)
    match status(tree, ["-x", *tests], PATIENCE) if tests else 0:
        case 0 | 5:
            return ""
        case None:
            return "it hangs"
        case ended:
            return (tree / NOTICED_BY).read_text(encoding="utf-8") if (tree / NOTICED_BY).exists() else f"status {ended}"


def load() -> None:
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    for name in LOADED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def run(places: list[Place], only: list[int], seconds: float, more_files: int, recorded: Path | None) -> None:
    found: Counter[tuple[str, bool]] = Counter()
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name) / "tree"
        shutil.copytree(REPO, tree, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "node_modules"))
        if recorded is None:
            record(tree, places)
        tests = tests_of(places, recorded or tree / "reached.json", seconds, more_files)
        for number in only or range(len(places)):
            path, index = places[number]
            parsed = ast.parse((REPO / path).read_text(encoding="utf-8"))
            what = changes(parsed)[index]
            said = f"line {getattr(what.node, 'lineno', '?')}: {what.make()}"
            (tree / path).write_text(ast.unparse(ast.fix_missing_locations(parsed)), encoding="utf-8")
            near, others = tests[number]
            by = noticed_by(tree, near) or noticed_by(tree, others)
            shutil.copy(REPO / path, tree / path)
            found["/".join(path.parts[:2 if path.parts[0] != "listings" else 1]), bool(by)] += 1
            print(f"{number:4} {'noticed ' if by else 'LET THROUGH'} {path} {said} "
                  f"({by or f'{len(near) + len(others)} tests'})", flush=True)
    for part in sorted({part for part, _ in found}):
        print(f"{part}: {found[part, True]} of {found[part, True] + found[part, False]} noticed")


if __name__ == "__main__":
    parser = argparse.ArgumentParser("python3 -m tests.mutate")
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=0)
    parser.add_argument("room", nargs="?", default="", help="a part of the paths, as cpc/debugger")
    parser.add_argument("--recorded", type=Path, metavar="FILE", help="reached.json of a run with the same places")
    parser.add_argument("--only", type=int, nargs="+", default=[], metavar="NUMBER", help="these of the places")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of all tests for a place")
    parser.add_argument("--files", type=int, default=MORE_FILES, help="from which tests of a place are taken")
    options = parser.parse_args()
    load()
    run(chosen(options.count, options.seed, options.room), options.only, options.seconds, options.files,
        options.recorded)

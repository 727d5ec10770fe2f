"""Changes the code at random places and looks whether the tests notice: `python3 -m tests.mutate COUNT [SEED] [ROOM]`.

Each change is one of a few: a comparison or an operator turned, a number moved by one, a condition negated, a statement left
out. The tests that are run for it are the files that speak of the module most, those of its room first, up to TESTS of them;
`--all` runs the whole suite for what they let through. It works in a copy of the tree. Of what nobody noticed a person has to
say whether it changes behaviour at all.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tests.places import REPO

ROOMS = ("basic", "cpc", "listings")
TESTS = 8
PATIENCE = 600
TURNED: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot,
    ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift, ast.And: ast.Or, ast.Or: ast.And}
Change = Callable[[], str]          # does it to the tree, and says what it was


def changes(tree: ast.Module) -> list[Change]:
    found: list[Change] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED:
            found.append(lambda node=node: turned(node.ops, 0))
        elif isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp) and type(node.op) in TURNED:
            found.append(lambda node=node: turned(vars(node), "op"))
        elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            found.append(lambda node=node: moved(node))
        elif isinstance(node, ast.If | ast.While | ast.IfExp):
            found.append(lambda node=node: negated(node))
        elif isinstance(node, ast.FunctionDef):
            found += [lambda body=node.body, at=at: left_out(body, at) for at, one in enumerate(node.body)
                      if isinstance(one, ast.Assign | ast.AugAssign | ast.Expr | ast.Raise)
                      and not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
    return found


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


def tests_for(path: Path, tests: list[Path]) -> list[str]:
    """The files that name the module or what is defined in it, most often first."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    module = ".".join(path.relative_to(REPO).with_suffix("").parts)
    words = [path.stem, module, *(one.name for one in tree.body if isinstance(one, ast.FunctionDef | ast.ClassDef))]
    room = path.relative_to(REPO).parts[0]

    def weight(test: Path) -> tuple[bool, int]:
        text = test.read_text(encoding="utf-8")
        return test.parent.name == room, sum(text.count(word) for word in words) + 50 * text.count(module)
    named = sorted(tests, key=weight, reverse=True)
    return [str(test.relative_to(REPO)) for test in named[:TESTS]]


def notices(tree: Path, files: list[str]) -> bool:
    """Whether a test fails, hangs or cannot be loaded."""
    homes = {"XDG_CACHE_HOME": str(tree / ".cache"), "XDG_DATA_HOME": str(tree / ".data")}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *files]
    try:
        ended = subprocess.run(command, cwd=tree, env=os.environ | homes | {"PYTHONPATH": str(tree)}, capture_output=True,
                               timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return True
    return ended.returncode not in (0, 5)


def run(count: int, seed: int, room: str, whole: bool) -> None:
    chance = random.Random(seed)
    paths = [path for top in ROOMS for path in sorted((REPO / top).rglob("*.py")) if room in str(path.relative_to(REPO))]
    sizes = [len(path.read_bytes()) for path in paths]
    tests = sorted((REPO / "tests").rglob("test_*.py"))
    found: Counter[tuple[str, bool]] = Counter()
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name) / "tree"
        shutil.copytree(REPO, tree, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "node_modules"))
        done = 0
        while done < count:
            path = chance.choices(paths, sizes)[0]
            parsed = ast.parse(path.read_text(encoding="utf-8"))
            possible = changes(parsed)
            if not possible:
                continue
            what = chance.choice(possible)()
            changed, place = ast.unparse(ast.fix_missing_locations(parsed)), path.relative_to(REPO)
            done += 1
            (tree / place).write_text(changed, encoding="utf-8")
            noticed = notices(tree, tests_for(path, tests)) or whole and notices(tree, ["tests"])
            shutil.copy(path, tree / place)
            found[place.parts[0], noticed] += 1
            print(f"{done:4} {'noticed ' if noticed else 'LET THROUGH'} {place}: {what}", flush=True)
    for top in ROOMS:
        if all_of := found[top, True] + found[top, False]:
            print(f"{top}: {found[top, True]} of {all_of} noticed")


if __name__ == "__main__":
    parser = argparse.ArgumentParser("python3 -m tests.mutate")
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=0)
    parser.add_argument("room", nargs="?", default="", help="a part of the paths, as cpc/debugger")
    parser.add_argument("--all", action="store_true", help="the whole suite for what the chosen files let through")
    options = parser.parse_args()
    run(options.count, options.seed, options.room, options.all)

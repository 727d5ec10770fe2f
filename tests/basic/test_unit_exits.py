"""Units are left by each of their exits: the plain steps go on from what is written back there as if there were no units.

The units' text is changed so that checks fail, and that what may raise an error raises one, every so often.
"""

import ast
import re

import pytest

from basic.errors import IMPROPER, BasicError
from basic.units import jit
from tests.basic.test_units import heats, outcome, program
from tests.places import EVERYTHING

SEEDS, HEATED = (40, 12) if EVERYTHING else (16, 5)
ARRAY = re.compile(r"a\d+")
make_compiled = jit.compiled


def call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


class Forcing(ast.NodeTransformer):
    """Puts `forced(number)` into each check that leads to an exit, and `fails(at)` where errors come without a number."""

    def visit_If(self, node: ast.If) -> ast.If:
        self.generic_visit(node)
        first = node.body[0]
        # In a line of its own it is a way that leads out of the unit; after a loop of nothing, its next pass.
        checks = first.lineno == node.lineno and not re.match(r"v\d+ ", ast.unparse(node.test))
        if checks and isinstance(first, ast.Expr) and ast.unparse(first).startswith(("deopt(", "pause(")):
            node.test = ast.BoolOp(ast.Or(), [node.test, call("forced", *first.value.args)])
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        other = node.orelse
        if not isinstance(other, ast.Call):
            return node
        if other.func.id == "deopt":
            node.test = ast.BoolOp(ast.And(), [node.test, ast.UnaryOp(ast.Not(), call("forced", *other.args))])
        elif "1.727233711018889e-77" in ast.unparse(node.test) and other.func.id.startswith("k"):   # a sum that may overflow
            return ast.IfExp(call("fails", ast.Name("at", ast.Load())), ast.Constant(0), node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        last = ast.unparse(node.slice)
        checked_by_load = re.search(r" and x\d+ >= 0 else k\d+\(", last) or re.search(r" >= 0 else deopt\(\d+\)\)?$", last)
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and ARRAY.fullmatch(node.value.id) and checked_by_load:
            zero = ast.IfExp(call("fails", ast.Name("at", ast.Load())), ast.Constant(0), ast.Constant(0))
            node.slice = ast.BinOp(node.slice, ast.Add(), zero)
        return node


class Forced:
    """Compiles units so that every `turn`th time at each exit it is taken; counts the exits that were."""

    def __init__(self, turn: int):
        self.turn = turn
        self.taken: set[tuple[str, int]] = set()
        self.possible: set[tuple[str, int]] = set()

    def compiled(self, text: str, names: dict):
        times: dict[int, int] = {}

        def forced(number: int) -> bool:
            times[number] = times.get(number, 0) + 1
            self.possible.add((text, number))
            if times[number] % self.turn:
                return False
            self.taken.add((text, number))
            return True

        def fails(number: int) -> bool:
            if forced(number):
                raise BasicError(IMPROPER)
            return False
        names.update(forced=forced, fails=fails)
        changed = ast.fix_missing_locations(Forcing().visit(ast.parse(text)))
        return make_compiled(ast.unparse(changed), names)


@pytest.fixture
def forcing(monkeypatch):
    def begin(turn: int) -> Forced:
        forced = Forced(turn)
        monkeypatch.setattr(jit, "RUNS", 3)
        monkeypatch.setattr(jit, "FAILURES", 1 << 60)
        monkeypatch.setattr(jit, "compiled", forced.compiled)
        return forced
    return begin


@pytest.mark.parametrize("seed", range(SEEDS))
def test_units_are_left_by_each_exit(seed, forcing):
    lines = program(seed)
    plain = outcome(lines, False, seed % 3 == 0)
    forced = forcing(1 + seed % 4)
    assert outcome(lines, True, seed % 3 == 0) == plain
    assert forced.turn > 1 or forced.taken == forced.possible


@pytest.mark.parametrize("seed", range(HEATED))
def test_the_heat_map_is_right_when_units_are_left(seed, forcing, monkeypatch):
    lines = program(seed)
    forcing(3)
    found = heats(lines)
    monkeypatch.setattr(jit, "RUNS", 1 << 60)
    assert found == heats(lines)


LOOPS = """10 DIM f%(20),g(20):FOR i=1 TO 20:g(i)=i*1.7:f%(i-1)=i:x=x+g(i)*y:y=y+0.3:a$=a$+"x":NEXT
20 FOR j%=1 TO 30:FOR k=1 TO 3:GOSUB 60:NEXT k,j%:c%=0
30 WHILE c%<40:c%=c%+1:IF f%(c% MOD 20)>g(7) THEN z=z+x*c% ELSE z=z-1
40 WEND:FOR l=1 TO 100:NEXT:ON c% MOD 3+1 GOSUB 60,60
50 END
60 w%=w%+1:IF w%>9 THEN w%=-9
70 b$=LEFT$(b$+a$,0)+CHR$(70+w%):RETURN"""


@pytest.mark.parametrize("turn", [1, 2, 3, 5, 11])
@pytest.mark.parametrize("basic_1_1", [False, True])
def test_each_exit_of_a_program_with_all_kinds_of_statements(turn, basic_1_1, forcing):
    lines = LOOPS.splitlines()
    plain = outcome(lines, False, basic_1_1)
    forced = forcing(turn)
    assert outcome(lines, True, basic_1_1) == plain
    assert len(forced.taken) > 5
    if turn == 1:
        assert forced.taken == forced.possible

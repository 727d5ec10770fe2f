"""How long programs take against both machines (golden/timing.jsonl): emulated time is the same in every run."""

import json
from functools import cache
from statistics import median

import pytest

from basic.syntax.function import FUNCTIONS
from basic.timing import figures
from basic.timing.costs import MODELS, mantissa_bytes
from cpc import CPC
from tests import moments
from tests.corpus import run
from tests.places import GOLDEN

CASES = [json.loads(line) for line in GOLDEN.joinpath("timing.jsonl").open()]


@cache
def deviation(at: int) -> float:
    case = CASES[at]
    return abs(run(case).took / case["seconds"] - 1)


@pytest.mark.parametrize("at", range(len(CASES)), ids=lambda at: CASES[at]["id"])
def test_about_as_long_as_the_machine(at):
    assert deviation(at) < 0.15


def test_most_are_closer():
    close = sum(deviation(at) < 0.05 for at in range(len(CASES)))
    assert close > 0.95 * len(CASES)


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("program", [
    "10 a=0:FOR i=1 TO 400:a=a+i*1.7:IF a>500 THEN a=a-500 ELSE b=b+1\n20 NEXT\n",
    "10 FOR i%=1 TO 200:a$=a$+CHR$(65+i% MOD 26):IF LEN(a$)>20 THEN a$=MID$(a$,5)\n20 b$=a$:NEXT\n",
    "10 n=0\n20 n=n+1:IF n<300 THEN GOSUB 100:GOTO 20\n30 END\n100 x=n/3*n:RETURN\n"])
def test_hot_paths_take_the_same_time(model, program):
    seconds = []
    for units in (False, True):
        cpc = CPC(model=model)
        cpc.session.executor.table.use_units(units)
        cpc.type(program)
        cpc.run_until_idle(10)
        cpc.type("RUN\n")
        before = cpc.seconds
        cpc.run_until_idle(60)
        seconds.append(cpc.seconds - before)
    assert seconds[0] == pytest.approx(seconds[1], abs=1e-4)


RECORDED = json.loads(moments.RECORDED.read_text(encoding="ascii"))


@cache
def statements(model: str) -> list[tuple[str, float, float]]:
    """Each recorded statement with its time on the firmware and here."""
    mine = moments.ours(model, RECORDED["setup"], RECORDED["statements"])
    return list(zip(RECORDED["statements"], RECORDED[model], mine, strict=True))


@pytest.mark.parametrize("model", ["464", "6128"])
def test_single_statements_take_what_they_take_on_the_machine(model):
    wrong = {text: (theirs, mine) for text, theirs, mine in statements(model) if abs(mine / theirs - 1) > 0.08}
    assert not wrong


@pytest.mark.parametrize("model", ["464", "6128"])
def test_most_of_them_to_half_a_hundredth(model):
    assert median(abs(mine / theirs - 1) for _, theirs, mine in statements(model)) < 0.005


def test_every_function_has_its_figure():
    assert {function.name for function in FUNCTIONS.values()} == set(figures.FUNCTIONS)


def test_the_later_basic_is_the_faster_one():
    older, newer = MODELS
    assert newer.array_element("i", 2) < older.array_element("i", 2)
    assert newer.statement < older.statement


@pytest.mark.parametrize(("value", "count"), [(1.0, 0), (255.0, 0), (257.0, 1), (0.1, 3), (-3.0, 0), (0.0, 0)])
def test_bytes_of_a_mantissa(value, count):
    assert mantissa_bytes(value) == count

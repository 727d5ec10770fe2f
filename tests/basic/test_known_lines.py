"""What ON and jumps take until they know their lines by their places, and from then on: microseconds of the firmware."""

import pytest

from cpc import CPC
from tests.basic import test_units
from tests.moments import noting_moments

LINES = (100, 110, 120)
# What is chosen one after the other, and what ON takes then with all that follows in its line; the first time it finds k, too.
CHOSEN = [0, 3, 3, 2, 2, 1, 1, 0, 1, 2, 3]
TIMES = {
    ("464", "GOTO 100,110,120"): [1101, 1137, 770, 1131, 704, 1125, 638, 838, 638, 728, 818],
    ("464", "GOTO 100,110,120:x=1"): [2218, 1342, 770, 1336, 704, 1330, 638, 1332, 638, 728, 818],
    ("464", "GOTO 100 , 110 , 120"): [1137, 1173, 806, 1167, 722, 1161, 638, 874, 638, 746, 854],
    ("6128", "GOTO 100,110,120"): [1205, 1179, 817, 1318, 888, 1415, 917, 919, 917, 912, 865],
    ("6128", "GOTO 100,110,120:x=1"): [2344, 1382, 815, 1525, 890, 1622, 919, 1387, 919, 914, 863],
    ("6128", "GOTO 100 , 110 , 120"): [1241, 1215, 853, 1372, 924, 1487, 953, 955, 953, 948, 901],
    # of GOSUB, its RETURN is in these
    ("464", "GOSUB 100,110,120"): [1142, 1541, 1174, 1652, 1225, 1763, 1276, 879, 1276, 1249, 1222],
    ("6128", "GOSUB 100,110,120"): [1245, 1554, 1192, 1693, 1263, 1790, 1292, 959, 1292, 1287, 1240],
}
FURTHEST = 4        # microseconds
REST = {"": (310, 305), ":x=1:y=2": (720, 715), ":PRINT x;y": (598, 593), ":IF x=1 THEN y=1 ELSE y=2": (1100, 1119),
        ":DATA 1,2,a": (684, 727), "'abc": (565, 450)}


def moments_of(model: str, lines: list[str]) -> list[tuple[float, int, int]]:
    cpc = CPC(model=model, brand="amstrad", dialect="locomotive")
    cpc.type("\n".join(lines) + "\n")
    assert cpc.run_until_idle(60)
    moments = noting_moments(cpc)
    cpc.type("RUN\n")
    assert cpc.run_until_idle(60)
    return moments


def times_of(model: str, lines: list[str], line: int, till: int) -> list[float]:
    """What it takes from each begin of a line to that of line `till`, or of another one where this is 0."""
    found, begun = [], None
    for us, number, place in moments_of(model, lines):
        if number == line and place == 0:
            begun = us
        elif begun is not None and number != line and (not till or number == till):
            found.append(us - begun)
            begun = None
    return found


@pytest.mark.parametrize(("model", "on"), TIMES)
def test_on_takes_longer_the_more_lines_it_knows(model, on):
    back = "GOTO 20" if "GOTO" in on else "RETURN"
    lines = ["10 DEFINT a-z", f"15 DATA {','.join(map(str, CHOSEN))},9", "20 READ k:IF k=9 THEN END", f"30 ON k {on}",
             "40 GOTO 20", *(f"{line} {back}" for line in LINES)]
    mine = times_of(model, lines, 30, 40 if "GOSUB" in on else 0)
    assert len(mine) == len(CHOSEN)
    assert max(abs(one - other) for one, other in zip(mine, TIMES[model, on], strict=True)) < FURTHEST


@pytest.mark.parametrize("rest", REST)
@pytest.mark.parametrize("model", ["464", "6128"])
def test_what_a_search_passes_over_is_as_on_the_machine(model, rest):
    lines = ["10 n%=0", f"30 GOTO 60{rest}", "40 END", "50 END", "60 IF n%=1 THEN END", "70 n%=1:GOTO 30"]
    first, again = times_of(model, lines, 30, 0)
    assert abs(first - again - REST[rest][model == "6128"]) < FURTHEST


@pytest.mark.parametrize("model", ["464", "6128"])
def test_run_leaves_the_places_of_lines(model):
    lines = ["10 GOTO 20", "20 ON 1 GOTO 30", "30 IF PEEK(&9000)=2 THEN END", "40 POKE &9000,PEEK(&9000)+1:RUN"]
    first, *others = times_of(model, lines, 10, 30)
    assert len(others) == 2 and others[0] == pytest.approx(others[1], abs=0.1)
    assert first - others[0] == pytest.approx(387, abs=8)


def test_a_changed_program_has_numbers_again():
    lines = ["10 GOTO 20", "20 END"]
    cpc = CPC(model="464", brand="amstrad", dialect="locomotive")
    cpc.type("\n".join(lines) + "\n")
    assert cpc.run_until_idle(60)
    moments = noting_moments(cpc)
    cpc.type("RUN\nRUN\n30 REM\nRUN\n")
    assert cpc.run_until_idle(60)
    begins = [us for us, _, _ in moments]
    first, again, anew = [behind - before for before, behind in zip(begins[::2], begins[1::2], strict=True)]
    assert first == pytest.approx(anew, abs=1) and first - again == pytest.approx(196, abs=2)


def test_the_memory_has_places_of_the_lines_that_on_has_gone_to():
    """Line 40 was chosen, and 10, 60 and 20 were gone to; 30 and 50 were not."""
    cpc = CPC(model="464", brand="amstrad", dialect="locomotive")
    cpc.type("10 ON a GOTO 30,40,50\n20 a=a+2:IF a<6 THEN 10\n25 GOTO 60\n30 a=0:GOTO 20\n40 GOTO 20\n50 GOTO 20\n60 END\n")
    cpc.type("RUN\n")
    assert cpc.run_until_idle(60)
    assert bytes(cpc.peek(at) for at in range(381, 392)) == bytes((30, 30, 0, 44, 29, 194, 1, 44, 30, 50, 0))


@pytest.mark.parametrize("basic_1_1", [False, True])
@pytest.mark.parametrize("word", ["GOTO", "GOSUB"])
def test_units_take_the_same_time_while_lines_become_known(word, basic_1_1):
    back = "GOTO 40" if word == "GOTO" else "RETURN"
    lines = ["10 DEFINT a-z", "20 FOR i=1 TO 3000", f"30 ON (i\\300) MOD 6 {word} 100,110,120,130", "40 x=x+1:NEXT", "50 END",
             *(f"{line} {back}" for line in (100, 110, 120, 130))]
    assert test_units.outcome(lines, True, basic_1_1) == test_units.outcome(lines, False, basic_1_1)


@pytest.mark.parametrize(("model", "ticks"), [("464", 61), ("6128", 60)])
def test_a_line_that_is_typed_makes_numbers_of_the_lines_that_are_known(model, ticks):
    """There are 300 lines of two statements. That is done once, also where the line that is deleted is not there."""
    took = []
    for first in ("10 x=1", "10 GOTO 20"):
        cpc = CPC(model=model, brand="amstrad", dialect="locomotive")
        cpc.type("\n".join([first, "20 END", *(f"{100 + line} x=1:y=2" for line in range(300))]) + "\nRUN\n")
        assert cpc.run_until_idle(600)
        before = bytes(cpc.printed)
        cpc.type("t=TIME\n5\nPRINT TIME-t\nt=TIME\n5\nPRINT TIME-t\n")
        assert cpc.run_until_idle(60)
        took.append([int(word) for word in bytes(cpc.printed)[len(before):].split() if word.isdigit()])
    (plain, again), (known, then) = took
    assert known - plain == pytest.approx(ticks, abs=7)         # a key comes with a scan: each 6 ticks
    assert then == pytest.approx(again, abs=7)

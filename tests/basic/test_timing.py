"""How long programs take against both machines (golden/timing.jsonl): emulated time is the same in every run."""

import json
from functools import cache
from statistics import median

import pytest

from basic.runtime.clock import INTERRUPTS
from basic.source.words import EQUAL, PLUS
from basic.syntax.function import FUNCTIONS
from basic.timing import figures
from basic.timing.costs import MODELS, of_both
from basic.timing.counting import counting_real, counting_whole
from basic.timing.walking import walked_program
from basic.values import reals
from basic.values.conversions import constant
from cpc import CPC
from tests import moments
from tests.corpus import run
from tests.places import GOLDEN

CASES = [json.loads(line) for line in GOLDEN.joinpath("timing.jsonl").open()]


def assert_taken(model: str, setup: list[str], recorded: dict[str, tuple[int, int]], within: int) -> None:
    """Behind `setup`, each statement takes what is recorded of it for the 464 and the 6128."""
    taken = moments.ours(model, setup, list(recorded))
    assert taken == pytest.approx([times[model == "6128"] for times in recorded.values()], abs=within)


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
    "10 FOR i=1 TO 300:NEXT:FOR i%=9 TO -300 STEP -1\n20 NEXT i%:FOR k=5 TO 1:NEXT:n=n+1:IF n<9 THEN 10\n",
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


EXACT = json.loads(moments.EXACT.read_text(encoding="ascii"))


@pytest.mark.parametrize("model", ["464", "6128"])
def test_what_text_and_operands_determine_is_exact(model):
    mine = moments.ours(model, EXACT["setup"], EXACT["statements"])
    both = zip(EXACT["statements"], EXACT[model], mine, strict=True)
    assert not {text: (theirs, own) for text, theirs, own in both if abs(own - theirs) > max(2, 0.008 * theirs)}


@pytest.mark.parametrize("model", ["464", "6128"])
def test_statements_alone_and_in_a_line_and_comparisons_by_how_they_come_out(model):
    kept = json.loads((moments.GOLDEN / "followed_times.json").read_text(encoding="ascii"))
    mine = moments.ours(model, kept["setup"], kept["statements"])
    both = zip(kept["statements"], kept[model], mine, strict=True)
    assert not {text: (theirs, own) for text, theirs, own in both if abs(own - theirs) > max(6, 0.02 * theirs)}


@pytest.mark.parametrize(("model", "record"), [(model, record) for record in moments.ALL for model in moments.BEGIN
                                               if not (model == "464" and record.stem.startswith("later"))])
def test_each_time_parts_from_the_machine_s_as_it_did(model, record):
    """There are statements for each figure. Where a change makes most times better: python -m tests.moments --apart."""
    kept = json.loads(record.read_text(encoding="ascii"))
    mine = moments.ours(model, kept["setup"], kept["statements"])
    all_of_it = zip(kept["statements"], kept[model], kept["apart"][model], mine, strict=True)
    assert not {text: (before, round(own - theirs, 1)) for text, theirs, before, own in all_of_it
                if abs(own - theirs - before) > 0.15}


def first_time(model, *lines):
    """What the last line takes the first time more than later, in microseconds without interrupts."""
    cpc = CPC(model=model)
    cpc.type("".join(f"{number * 10} {line}\n" for number, line in enumerate(lines, 1)))
    assert cpc.run_until_idle(60)
    table = cpc.session.executor.table
    took, compiled = [], table.compile

    def compile_noted(line, *place):
        once = compiled(line, *place)
        if line == len(lines) - 1:
            took.append(once / INTERRUPTS)
        return once
    table.compile = compile_noted
    cpc.type("RUN\n")
    assert cpc.run_until_idle(60)
    return round(took[-1])


# A name that is met for the first time is looked for among the variables with its initial, the newest first. Counted on the
# firmware: the first time less the second one.
@pytest.mark.parametrize(("line", "older", "newer"), [
    ("aa=1", 532, 555), ("ac=1", 424, 447), ("ad=1", 370, 393), ("b=1", 346, 369), ("d%=1", 311, 346)])
def test_a_name_is_looked_for_among_the_newest_first(line, older, newer):
    setup = ["aa=1", "ab=1", "ac=1", "ad=1", "b=1", "d%=1"]
    for model, theirs in (("464", older), ("6128", newer)):
        assert first_time(model, *setup, line) == pytest.approx(theirs, abs=3)


def test_bars_in_remarks_hide_the_next_line_from_a_walk_in_1_0_only():
    plain = {10: b"\xc5 |aaaaaaaaaa", 20: b"\xbf 1", 30: b"\xbf 1"}
    for model, hidden in ((0, True), (1, False)):
        with_bar = walked_program([10, 20, 30], plain, 139, model)
        without = walked_program([10, 20, 30], plain | {10: b"\xc5 Iaaaaaaaaaa"}, 139, model)
        assert (with_bar < without - 139) == hidden


# Each NEXT alone in its line, counted on the firmware from its begin to the next line.
WHOLE_PASSES = [
    (1, 3, 1, [536, 533, 570], [430, 427, 472]),
    (254, 256, 1, [532, 533, 570], [426, 427, 472]),
    (2, 0, -1, [538, 533, 561], [432, 427, 463]),
]
REAL_PASSES = [
    (1, 5, 1, [954, 949, 995, 1015, 1024], [944, 939, 988, 1008, 1025]),
    (3, 0, -1, [959, 1003, 966, 862], [966, 990, 953, 863]),
    (0, 1, reals.round40(0.1), [829, 954, 971, 963, 982, 980, 980, 980, 980, 1095],
     [819, 944, 961, 953, 972, 970, 970, 970, 970, 1096]),
    (-3, 3, 1, [972, 1000, 975, 829, 981, 1001, 1003], [979, 984, 959, 819, 974, 994, 1004]),
    (300, 2000, 300, [954, 949, 995, 990, 990, 1017], [944, 939, 988, 983, 983, 1018]),
]


@pytest.mark.parametrize(("start", "limit", "step", "older", "newer"), WHOLE_PASSES)
def test_a_pass_with_an_integer_takes_what_the_machine_takes(start, limit, step, older, newer):
    for costs, theirs in zip(MODELS, (older, newer), strict=True):
        counting, end = counting_whole(costs, None, limit, step), [0, 0, costs.loop_ended]
        weigh, _ = counting.weighing
        ours = [counting.us + weigh(limit, start + step * (at + 1)) / INTERRUPTS + end[at] for at in range(3)]
        ours = [us + costs.statement + costs.line for us in ours]
        assert ours == pytest.approx(theirs, abs=1.5)
        average = counting_whole(costs, start, limit, step).us + costs.statement + costs.line
        assert average == pytest.approx((sum(theirs) - costs.loop_ended) / 3, abs=1)


@pytest.mark.parametrize(("start", "limit", "step", "older", "newer"), REAL_PASSES)
def test_a_loop_between_known_reals_has_the_average_of_its_passes(start, limit, step, older, newer):
    for costs, theirs in zip(MODELS, (older, newer), strict=True):
        average = counting_real(costs, start, limit, step).us + costs.statement + costs.line
        assert average == pytest.approx((sum(theirs) - costs.loop_ended) / len(theirs), abs=1.5)


@pytest.mark.parametrize(("start", "limit", "step", "older", "newer"), REAL_PASSES)
def test_a_pass_between_unknown_reals_takes_what_the_machine_takes(start, limit, step, older, newer):
    for costs, theirs in zip(MODELS, (older, newer), strict=True):
        counting, before, ours = counting_real(costs, None, limit, step), float(start), []
        weigh, _ = counting.weighing
        for _ in theirs:
            value = reals.add(before, step)
            ours.append(counting.us + weigh(float(limit), value, float(step), before) / INTERRUPTS)
            before = value
        ours[-1] += costs.loop_ended
        assert [us + costs.statement + costs.line for us in ours] == pytest.approx(theirs, abs=4)


# With a=1, b=1000 and c=1.
LOOPS_LEFT = {
    "FOR i=a TO 20:NEXT": (22218, 22023),
    "FOR i=a TO b:IF i<30 THEN NEXT": (69364, 68220),
    "FOR i=b TO a STEP -c:i=i-7:NEXT": (324831, 324281),
    "FOR i=-c/3 TO c STEP c/30:NEXT": (46433, 46083),
    "FOR i=a TO b STEP c:IF i<60 THEN i=i+i:NEXT": (24522, 24181),
    "FOR i=b TO a STEP -b/7:NEXT": (12894, 12857),
}


@pytest.mark.parametrize("model", ["464", "6128"])
def test_a_loop_that_is_left_early_or_whose_variable_is_changed_takes_what_its_passes_took(model):
    assert_taken(model, ["a=1:b=1000:c=1:i=0"], LOOPS_LEFT, within=60)


# From the line of each to the next one.
EMPTY_LOOPS = {"FOR i%=1 TO 3000:NEXT": (1514988, 1196914), "FOR i=1 TO 3000:NEXT": (2891521, 2864367)}


@pytest.mark.parametrize("model", ["464", "6128"])
def test_an_empty_loop_is_exact(model):
    """What its passes take besides whole microseconds does not get lost."""
    assert_taken(model, ["i=1:i%=1"], EMPTY_LOOPS, within=150)


# With a=1 and b=3: the first comparison, names behind NEXT, blanks before NEXT and WEND.
OPENED_LOOPS = {
    "FOR y=1 TO a:NEXT": (4054, 4034),
    "FOR y=2 TO b:NEXT": (5008, 4982),
    "FOR y=-1 TO a:NEXT": (6228, 6082),
    "FOR y=b TO 2:NEXT": (3097, 3085),
    "FOR y=a TO 900:y=1000:NEXT": (5110, 5054),
    "FOR i%=a TO 1:NEXT": (3342, 3097),
    "FOR y=1 TO 2:FOR x=1 TO 2:NEXT x,y": (16221, 16167),
    "FOR y=1 TO 2:FOR x=1 TO 2:   NEXT x:   NEXT y": (16850, 16772),
    "m=2:WHILE m:m=m-1:   WEND": (6974, 6899),
}


@pytest.mark.parametrize("model", ["464", "6128"])
def test_opening_a_loop_takes_what_the_machine_takes(model):
    assert_taken(model, ["a=1:b=3:x=0:y=0:i%=0:m=0"], OPENED_LOOPS, within=25)


# With a=5, c%=7, e%=200 and f%=256. What is more than 16 bits is a real.
SUMS_OF_MORE_THAN_16_BITS = {
    "z=256*PEEK(&9001)": (2362, 2256), "z=PEEK(&9000)+256*PEEK(&9001)": (3629, 3496), "z=f%*e%+c%": (3386, 3309),
    "z=f%*e%-c%": (3379, 3316), "z=f%*e%+e%*f%": (4767, 4642), "z=0+f%*e%": (2895, 2819), "z=30000+c%*500": (2414, 2289),
    "z=a+f%*e%": (3169, 3097), "z=f%*e%/2": (4157, 4061), "z=f%*e%+c%+c%": (4513, 4437),
}


@pytest.mark.parametrize("model", ["464", "6128"])
def test_a_sum_of_more_than_16_bits_takes_what_the_machine_takes(model):
    setup = ["a=5:c%=7:e%=200:f%=256:z=0", "POKE &9000,10:POKE &9001,200"]
    assert_taken(model, setup, SUMS_OF_MORE_THAN_16_BITS, within=15)


# One after the other: behind each ERASE the names in each statement are looked for again.
BEHIND_ERASE = {
    "DIM g(3),h(10),s$(4)": (5815, 5803),
    "ERASE g": (10071, 10068),
    "long=2": (1230, 1223),
    "a=b+c%": (2706, 2762),
    "IF a=5 THEN b=2": (2786, 2772),
    "k(1)=2": (1879, 1694),
    "ERASE h,s$": (10240, 10347),
    "FOR i=1 TO 2:NEXT i": (5900, 5918),
}


@pytest.mark.parametrize("model", ["464", "6128"])
def test_erase_forgets_the_places_of_names(model):
    assert_taken(model, ["a=1:b=2:c%=3:long=4:DIM k(5)"], BEHIND_ERASE, within=80)


def test_a_state_behind_erase_goes_on_as_the_run_does():
    """In a loop whose FOR has not been reached since."""
    cpc = CPC(model="464")
    cpc.type("10 n=3:DIM g(5):FOR i=1 TO n:GOSUB 40:ERASE g:DIM g(5):j%=j%+1\n20 g(2)=i:NEXT:IF j%<9 THEN n=n+1:GOTO 10\n"
             "30 PRINT j%:END\n40 RETURN\nRUN\n")
    while cpc.variables.get("j%", 0) < 2:
        cpc.run(0.005)
    cpc.run(0.015)
    other = CPC(model="464")
    other.restore(cpc.snapshot())
    for one in (cpc, other):
        assert one.run_until_idle(60)
    assert cpc.printed.endswith(other.printed) and cpc.seconds == other.seconds


def test_what_a_long_loop_takes_is_told_by_some_of_its_passes():
    for costs in MODELS:
        for start, limit, step in ((1, 1000, 1), (5, 700, 0.25), (1000, 1, -1), (-400, 400, 3), (1, 64, 1)):
            value, taken, (summed, _), (compared, _) = float(start), [], of_both(costs, PLUS), of_both(costs, EQUAL)
            while value <= limit if step > 0 else value >= limit:
                before, value = value, value + step
                taken.append(costs.real_counting + (summed(value, step, before) + compared(limit, value)) / INTERRUPTS)
            assert counting_real(costs, start, limit, step).us == pytest.approx(sum(taken) / len(taken), abs=6)


def test_every_function_has_its_figure():
    assert {function.name for function in FUNCTIONS.values()} == set(figures.FUNCTIONS)


def test_the_later_basic_is_the_faster_one():
    older, newer = MODELS
    subscripts = [constant(1), constant(2)]
    assert newer.array_element("i", subscripts) < older.array_element("i", subscripts)
    assert newer.statement < older.statement


@pytest.mark.parametrize("model, microseconds", [("464", 235), ("6128", 251)])
def test_a_goto_behind_if_is_no_statement_of_its_own_where_a_loop_is_looked_over(model, microseconds):
    """What FOR takes longer where IF a%>1 GOTO 9 stands before its NEXT, than with c%=0."""
    took = []
    for body in ("c%=0", "IF a% > 1 GOTO 9"):
        statements = ["FOR i%=1 TO 1", body, "NEXT i%"]
        took.append(moments.ours(model, ["a%=1:c%=0:i%=0"], statements)[0])
    assert took[1] - took[0] == pytest.approx(microseconds, abs=15)


@pytest.mark.parametrize(("model", "ticks"), [("464", [533, 178, 156, 514]), ("6128", [521, 145, 125, 503])])
def test_blanks_behind_the_variable_of_next_are_passed_over_where_the_loop_ends(model, ticks):
    """Behind NEXT without a variable they are passed over each time."""
    cpc = CPC(model=model)
    cpc.type("10 t=TIME:FOR i=1 TO 900\n20 k=1\n30 NEXT i          \n"
             "40 PRINT TIME-t:t=TIME:FOR i%=1 TO 900:NEXT          \n"
             "50 PRINT TIME-t:t=TIME:FOR j%=1 TO 3:FOR i%=1 TO 300:NEXT i%,j%           \n"
             "60 PRINT TIME-t:t=TIME:FOR i=1 TO 900:k=1:NEXT i            \n70 PRINT TIME-t\nRUN\n")
    assert cpc.run_until_idle(60)
    assert [int(word) for word in cpc.printed.split()[:4]] == pytest.approx(ticks, abs=2)


READS = {"a%=VAL(b$)": (1608, 1491), "a%=VAL(c$)": (1752, 1635), "a%=VAL(d$)": (1037, 976), "a%=VAL(e$)": (1191, 1130),
         "a%=VAL(f$)": (1700, 1583)}


@pytest.mark.parametrize("model", ["464", "6128"])
def test_val_of_zeros_and_of_what_is_no_number(model):
    assert_taken(model, ['a%=1:b$="0":c$="000"', 'd$="":e$="x":f$="05"'], READS, 5)

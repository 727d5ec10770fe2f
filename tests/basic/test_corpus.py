"""What a real CPC did, case by case: the sample in golden/corpus; with CPC_TEST_ALL=1 all of ../shared/corpus, where that
is at hand.

The cases of sounds and of times have tests of their own. `python -m tests.corpus CATEGORY --keep` writes the sample.
"""

import pytest

from tests import corpus, left_behind

# Cases whose outcome hangs on a moment: when a key comes between two statements, or which of two colours is shown.
MOMENTS = {"machine.time", "machine.after", "machine.every", "textscreen.ink-flash", "control.break-gosub",
           "control.break-cont"}
KNOWN = {
    "control.gosub-endless.6128": "in 1.1 a sum that finds the BASIC stack full takes the 84th GOSUB for one too many",
}


def outcome(case: dict, category: str) -> str | None:
    cpc = corpus.run(case)
    pictures = category in {*corpus.PICTURE, "model664"}
    return corpus.difference(case, cpc, pictures) or left_behind.difference(f"{category} {case['id']}", cpc)


def excused(case: dict) -> bool:
    return case["id"] in KNOWN or case["id"].rpartition(".")[0] in MOMENTS


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("category", corpus.CATEGORIES)
def test_the_machine_does_what_a_real_one_did(category, model):
    chosen = [case for case in corpus.cases(category) if case["model"] == model]
    assert chosen
    wrong = [f"{case['id']}: {case['why']}\n   {found}" for case in chosen if not excused(case)
             and (found := outcome(case, category))]
    assert not wrong, f"{len(wrong)} of {len(chosen)} differ:\n" + "\n".join(wrong)


def test_the_664_does_what_a_real_one_did():
    cases = corpus.cases("model664", corpus.GOLDEN)
    wrong = [f"{case['id']}: {case['why']}\n   {found}" for case in cases if (found := outcome(case, "model664"))]
    assert not wrong, f"{len(wrong)} of {len(cases)} differ:\n" + "\n".join(wrong)


@pytest.mark.skipif(corpus.FOLDER != corpus.SHARED, reason="the sample has been checked above")
def test_the_sample_is_part_of_the_whole():
    for category in corpus.CATEGORIES:
        whole = {case["id"]: case for case in corpus.cases(category)}
        for case in corpus.cases(category, corpus.GOLDEN):
            left_out = corpus.NOT_OF_DISCS if category == "disc" else {"rows"}
            assert case == {name: value for name, value in whole[case["id"]].items() if name not in left_out}


def test_the_sample_has_cases_of_all_kinds():
    counts = {category: len(corpus.cases(category, corpus.GOLDEN)) for category in corpus.CATEGORIES}
    assert sum(counts.values()) >= 370 and min(counts.values()) >= 15

"""The page of other people's programs: how a row is judged."""

import pytest

from tests.programs_table import page, verdict


@pytest.mark.parametrize(("checks", "kind"), [
    ([[1, "same", 0], [48, "phase", -20]], "close"),
    ([[1, "same", 0], [48, "phase", -21]], "same"),
    ([[1, "phase", 181]], "late"),
    ([[10, "flash", 440], [48, "late", 1600]], "late"),
    ([[1, "same", 0], [3, "inks", 0], [6, "same", 0]], "differs"),
    ([], "differs")])
def test_verdict(checks, kind):
    assert verdict({"checks": checks})[0] == kind


def test_the_page_counts_and_sorts():
    rows = [{"name": "b_two", "model": "464", "checks": [[3, "differs", 9]]},
            {"name": "a_one", "model": "6128", "checks": [[1, "same", 0]]}]
    text = page(rows)
    assert text.index("| a/one | 6128 | same |") < text.index("| b/two | 464 | differs from 3 s on |")
    assert "within 20 ms | 1 |" in text and "other pictures | 1 |" in text

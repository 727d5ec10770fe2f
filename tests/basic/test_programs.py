"""Random programs, and statements with wrong arguments, give the same output as on the firmware."""

import pytest

from tests.compare import ours
from tests.golden_programs import answer, programs
from tests.places import EVERYTHING

RECORDED = list(programs())


def test_there_are_programs():
    assert len(RECORDED) >= 300


@pytest.mark.parametrize("first", range(0, len(RECORDED), 25 if EVERYTHING else 75))
def test_programs(first):
    wrong = [f"{model}:\n{''.join(pieces)}\n   ours {found!r}\n   real {printed!r}" for model, pieces,
             printed in RECORDED[first:first + 25]
             if (found := answer(ours(pieces, model))) != printed]
    assert not wrong, f"{len(wrong)} of 25 differ; the first is\n{wrong[0]}"

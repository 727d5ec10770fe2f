"""What the firmware takes to tidy the string space, less what it takes when that is tidy: 1.1 looks at each string that was
made since."""

import pytest

from cpc import CPC
from tests.moments import noting_moments

MADE = [("a$=LEFT$(c$,3)", 50, 1913), ("a$=STR$(i%)", 150, 5619), ("b$(1)=CHR$(66)+CHR$(67)+c$", 100, 14826),
        ("a$=c$", 300, 11139), ('a$="word"', 100, 40)]


@pytest.mark.parametrize(("made", "times", "longer"), MADE)
@pytest.mark.parametrize("model", ["464", "6128"])
def test_strings_that_no_variable_holds_take_their_time_in_1_1(made, times, longer, model):
    cpc = CPC(model=model, brand="amstrad")
    cpc.type(f'5 DIM b$(3):b$="q"+"w":c$="abc"+"def":a$="z"+"y"\n10 i%=0:x=FRE("")\n20 FOR i%=1 TO {times}:{made}:NEXT\n'
             '50 x=FRE("")\n60 x=1\n70 x=FRE("")\n80 x=2\n')
    assert cpc.run_until_idle(60)
    moments = noting_moments(cpc)
    cpc.type("RUN\n")
    assert cpc.run_until_idle(60)
    begins = {line: us for us, line, _ in moments}
    first, second = begins[60] - begins[50], begins[80] - begins[70]
    assert first - second == pytest.approx(longer if model == "6128" else 0, abs=70)

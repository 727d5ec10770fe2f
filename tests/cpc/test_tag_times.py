"""How long a character takes that TAG draws, also where the window cuts it: the firmware's figures, of a whole PRINT."""

import pytest

from cpc import CPC
from tests.moments import noting_moments

NEAR = 40               # microseconds
PLACES = ((100, 100), (0, 0), (0, 6), (0, 12), (632, 100), (626, 100), (-8, 100), (632, 6), (-8, 6),
          (100, 413), (100, 405), (100, 420), (-6, 405))
TIMES = [
    ("464", '" "', (6940, 9781, 15013, 20245, 14221, 20029, 13686, 10733, 10198, 10412, 16972, 8772, 12651)),
    ("464", "CHR$(143)", (7192, 10201, 15361, 20521, 14569, 20305, 14034, 11129, 10594, 10832, 17296, 9216, 13020)),
    ("6128", '" "', (6668, 12341, 17297, 22253, 15911, 21935, 15330, 12607, 12026, 11534, 18526, 9786, 14115)),
    ("6128", "CHR$(143)", (6478, 12711, 17427, 22143, 16041, 21825, 15460, 12897, 12316, 11904, 18576, 10236, 14315)),
]


@pytest.mark.parametrize(("model", "character", "expected"), TIMES)
def test_what_a_character_of_tag_takes(model, character, expected):
    cpc = CPC(model=model, brand="amstrad")
    text = "".join(f"{20 + 2 * at} MOVE {x},{y}\n{21 + 2 * at} PRINT {character};\n" for at, (x, y) in enumerate(PLACES))
    cpc.type(f"5 MODE 1:DEFINT z:TAG\n10 FOR z=1 TO 2\n{text}90 NEXT\n")
    assert cpc.run_until_idle(60)
    moments = noting_moments(cpc)
    cpc.type("RUN\n")
    cpc.run(2)
    took = {line: after - us for (us, line, _), (after, _, _) in zip(moments, moments[1:], strict=False)}
    found = [took[21 + 2 * at] for at in range(len(PLACES))]
    assert [round(one - wanted) for one, wanted in zip(found, expected, strict=True) if abs(one - wanted) > NEAR] == []

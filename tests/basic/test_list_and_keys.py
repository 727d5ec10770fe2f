"""LIST looks for ESC before each line, up to the first one behind those that it shows: other characters are lost. Recorded."""

import pytest

from cpc import CPC


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize(("statement", "lost"), [
    ("LIST", 5), ("LIST 20-30", 3), ("LIST 12-15", 1), ("LIST 40-", 2), ("LIST 60-", 0), ("LIST #8", 5), ("RUN 50", 5)])
def test_characters_that_are_typed_ahead_are_lost(model, statement, lost):
    cpc = CPC(model=model)
    cpc.type("10 'a\n20 'b\n30 'c\n40 'd\n50 " + ("LIST 10-40" if statement == "RUN 50" else "'e") + "\n")
    assert cpc.run_until_idle(5)
    cpc.type(f"{statement}\n{'x' * lost}PRINT 6*7\n")
    assert cpc.run_until_idle(20) and cpc.printed.endswith(b"Ready\r\n\r\n 42 \r\nReady\r\n")

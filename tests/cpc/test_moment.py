"""The picture between two runs is that of the moment that was asked for, though a PRINT has come further."""

import pytest

from cpc import CPC

TEXT = 3 * "abcdefghijklmnopqrstuvwxyz"
ROWS = [TEXT[:40], TEXT[40:]]


@pytest.fixture
def printing() -> CPC:
    """A tenth of a second behind the begin of a long PRINT."""
    cpc = CPC()
    cpc.type(f'10 CLS\n20 PRINT "{TEXT}"\n30 GOTO 30\n')
    assert cpc.run_until_idle(10)
    cpc.type("RUN\n")
    before = cpc.snapshot()
    while TEXT.encode() not in cpc.printed:
        before = cpc.snapshot()
        cpc.run(0.001)
    cpc.restore(before)
    cpc.run(0.1)
    return cpc


def rows(cpc: CPC) -> list[str]:
    return [row.strip() for row in cpc.screen.text()[:2]]


def test_a_long_print_is_seen_in_the_middle_and_then_whole(printing):
    first, second = rows(printing)
    assert 10 < len(first) < 40 and TEXT.startswith(first) and not second
    printing.run(0.001)
    assert rows(printing) == ROWS


def test_what_is_poked_meanwhile_stays(printing):
    printing.memory[0xFFFF] = 0x5A
    printing.run(0.001)
    assert printing.memory[0xFFFF] == 0x5A
    assert rows(printing) == ROWS


def test_a_snapshot_has_all_of_it(printing):
    other = CPC()
    other.restore(printing.snapshot())
    assert rows(other) == rows(printing) == ROWS
    printing.run(0.001)
    other.run(0.001)
    assert printing.snapshot()["machine"]["ram"] == other.snapshot()["machine"]["ram"]

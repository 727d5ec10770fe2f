"""The picture between two runs is that of the moment that was asked for, though a statement has drawn more."""

import pytest

from basic.ports import NEVER
from cpc import CPC

TEXT = 3 * "abcdefghijklmnopqrstuvwxyz"
ROWS = [TEXT[:40], TEXT[40:]]


def at(program: str, seconds: float, until: str, model: str = "464") -> CPC:
    """So many seconds behind the begin of the statement behind `until`."""
    cpc = CPC(model=model)
    cpc.type(program)
    assert cpc.run_until_idle(10)
    cpc.type("RUN\n")
    state = cpc.snapshot()
    while until.encode() not in cpc.printed:
        state = cpc.snapshot()
        cpc.run(0.001)
    cpc.restore(state)
    cpc.run(seconds)
    return cpc


@pytest.fixture
def printing() -> CPC:
    return at(f'10 CLS\n20 PRINT "{TEXT}"\n30 GOTO 30\n', 0.1, TEXT)


def rows(cpc: CPC) -> list[str]:
    return [row.strip() for row in cpc.screen.text()[:2]]


def test_a_long_print_is_seen_in_the_middle_and_then_whole(printing):
    first, second = rows(printing)
    assert 25 < len(first) < 35 and TEXT.startswith(first) and not second
    printing.run(0.02)
    more, second = rows(printing)
    assert len(first) + 3 < len(more) < len(first) + 8 and TEXT.startswith(more) and not second
    printing.run(0.2)
    assert rows(printing) == ROWS


def test_what_is_poked_meanwhile_stays(printing):
    first = rows(printing)
    printing.memory[0xFFFF] = 0x5A
    for seconds in (0.001, 0.02):
        printing.run(seconds)
        assert printing.memory[0xFFFF] == 0x5A
    assert first != rows(printing) != ROWS
    printing.run(0.2)
    assert printing.memory[0xFFFF] == 0x5A
    assert rows(printing) == ROWS


def test_a_snapshot_has_all_of_it(printing):
    other = CPC()
    other.restore(printing.snapshot())
    assert rows(other) == rows(printing) == ROWS
    printing.run(0.001)
    other.run(0.001)
    assert printing.snapshot()["machine"]["ram"] == other.snapshot()["machine"]["ram"]


def test_a_file_of_a_snapshot_has_all_of_it(printing, tmp_path):
    printing.save_sna(tmp_path / "one.sna")
    other = CPC()
    other.load_sna(tmp_path / "one.sna")
    assert rows(other) == ROWS


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("statement", ["CLS", "DRAW 639,399", "CLG 2"])
def test_boxes_and_lines_are_seen_when_they_are_ready(model, statement):
    seen = [at(f'10 MODE 1:PRINT "*";:PLOT 100,100\n20 {statement}\n30 GOTO 30\n', seconds, "*", model).screen.pixels()
            for seconds in (0.02, 0.2)]
    assert seen[0].count(0) > 63_900 and seen[1] != seen[0]


def test_a_shape_is_filled_run_by_run():
    cpc = at('10 MODE 1:PRINT "*";\n20 FILL 3\n30 GOTO 30\n', 1.5, "*", "6128")
    columns = {x for row in cpc.screen.pens()[8:] for x, pen in enumerate(row) if pen == 3}
    assert columns == set(range(max(columns) + 1)) and 20 < max(columns) < 300


def pictures(units: bool, drawing: str) -> list[bytes]:
    cpc = CPC()
    cpc.session.executor.table.use_units(units)
    native = cpc.session.executor.jit.native
    native.patience, native.waits = 0, True
    cpc.type(f'10 MODE 1:FOR i=0 TO 639:{drawing}:NEXT\nRUN\n')
    cpc.run(12)
    found = []
    for _ in range(60):
        cpc.run(0.037)
        found.append(bytes(cpc.memory[0xC000:]))
    return found


@pytest.mark.parametrize("drawing", ['PLOT 320,200:DRAW i,399:LOCATE 1,1:PRINT i;"abcdefghij"',
                                     "MOVE 320,200:DRAW i,399,1+i MOD 3"])
def test_the_moments_are_the_same_with_units(drawing):
    assert pictures(units=True, drawing=drawing) == pictures(units=False, drawing=drawing)


def test_a_player_sees_what_has_been_done(printing):
    printing.machine.asked_until = NEVER
    assert rows(printing) == ROWS

"""The program is another one, and its steps are made anew: nothing asks for a place that was in the one before."""

import pytest

from basic.session import Session
from cpc import CPC

MODELS = "464", "6128"


def typed(cpc: CPC, *lines: str) -> list[str]:
    for line in lines:
        cpc.type(line + "\n")
    assert cpc.run_until_idle(60)
    return [row for row in cpc.screen.text() if row]


@pytest.fixture
def drive(tmp_path):
    (tmp_path / "ONE.BAS").write_text('5 PRINT "ONE"\r\n', newline="")
    return tmp_path


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("lines", [
    ["10 REM", "20 REM", '30 CHAIN "one",99', "RUN"],
    ["10 REM", "20 REM", '30 CHAIN MERGE "one",99', "RUN"],
    ["5 ON ERROR GOTO 100", "10 REM", '30 CHAIN "one",99', "40 END", "100 PRINT ERR;ERL:RESUME NEXT", "RUN"],
    ["5 ON ERROR GOTO 100", "10 REM", '30 CHAIN MERGE "one",99', "40 END", "100 PRINT ERR;ERL:RESUME NEXT", "RUN"],
    ["10 REM", 'CHAIN "one",99'],
    ['CHAIN MERGE "one",99'],
])
def test_chain_to_a_line_that_is_not_there(drive, model, lines):
    """As the firmware with AMSDOS says it: no line's number, and no handler."""
    rows = typed(CPC(drive=drive, model=model), *lines, "PRINT ERR;ERL")
    assert rows[-5:] == ["Line does not exist", "Ready", "PRINT ERR;ERL", " 8  0", "Ready"]


@pytest.fixture
def short(tmp_path):
    path = tmp_path / "short.bas"
    path.write_text("10 PRINT 7\n")
    return path


LONG = ["10 REM", "20 REM", "30 REM", "40 FOR i=1 TO 9:GOSUB 60:NEXT", "50 GOTO 40", "60 x=x+1:RETURN"]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("what", ["load", "merge"])
def test_a_program_is_loaded_while_another_runs(short, model, what):
    cpc = CPC(model=model)
    typed(cpc, *LONG)
    cpc.type("RUN\n")
    cpc.run(1)
    getattr(cpc, what)(short)
    assert typed(cpc, "RUN 10" if what == "load" else "PRINT 7")[-2:] == [" 7", "Ready"]


@pytest.mark.parametrize("model", MODELS)
def test_a_program_is_loaded_while_one_waits_for_input(short, model):
    cpc = CPC(model=model)
    typed(cpc, *LONG, "70 INPUT a:PRINT a", "GOTO 70")
    cpc.load(short)
    assert typed(cpc, "RUN")[-2:] == [" 7", "Ready"]


@pytest.mark.parametrize("model", MODELS)
def test_a_program_is_loaded_while_a_line_with_an_error_is_edited(short, model):
    """The line editor has line 40 in it, as which a direct line then counts."""
    cpc = CPC(model=model)
    typed(cpc, "10 REM", "20 REM", "30 REM", "40 PRINT )", "RUN")
    cpc.load(short)
    assert typed(cpc, "ERROR 5")[-2:] == ["Improper argument", "Ready"]


@pytest.mark.parametrize("model", MODELS)
def test_an_error_in_a_line_being_edited_is_that_lines_after_a_restore(model):
    """In the editor with a line that had a Syntax error, the line's number is deleted and a command typed."""
    back = bytes([242]) * 40 + bytes([16]) * 40        # cursor left, CLR
    cpc = CPC(model=model)
    typed(cpc, "10 REM", "20 REM", "30 PRINT )", "RUN")
    state = cpc.snapshot()
    cpc.type(back + b"ERROR 5\n")
    assert cpc.run_until_idle(9)
    expected = [row for row in cpc.screen.text() if row][-2:]
    typed(cpc, "NEW", "10 REM")
    cpc.restore(state)
    cpc.type(back + b"ERROR 5\n")
    assert cpc.run_until_idle(9)
    assert [row for row in cpc.screen.text() if row][-2:] == expected


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("chain", ["CHAIN", "CHAIN MERGE"])
def test_handlers_do_not_outlive_chain(drive, model, chain):
    """As the firmware has it: timers and ON ERROR are off, though the lines that they name are there again."""
    (drive / "TWO.BAS").write_text('30 FOR i=1 TO 999:NEXT:PRINT "E":ERROR 5\r\n100 PRINT "T":RETURN\r\n200 PRINT "H"\r\n',
                                   newline="")
    rows = typed(CPC(drive=drive, model=model), "10 EVERY 25 GOSUB 100:ON ERROR GOTO 200", f'20 {chain} "two",30',
                 "100 RETURN", "200 END", "RUN")
    assert rows[-3:] == ["E", "Improper argument in 30", "Ready"]


def test_frame_waits_on_the_machine_of_text_alone():
    session = Session(basic_1_1=True)
    session.type(b"10 t=TIME:FRAME:FRAME:PRINT TIME-t>1\nRUN\n")
    assert session.run_until_idle(10_000_000)
    assert session.machine.text.printed.endswith(b"-1 \r\nReady\r\n")


@pytest.mark.parametrize("lines, number", [(["10"], 10), (["30"], 10), (["1 REM", "30"], 10), (["1 REM", "15 REM", "30"], 6)])
def test_1_0_shows_the_number_where_the_line_with_chain_merge_was(tmp_path, lines, number):
    """As the firmware with AMSDOS has it, where the file is no text; 1.1 shows no number."""
    for model, shown in (("464", f"Line does not exist in {number}"), ("6128", "Line does not exist")):
        rows = typed(CPC(drive=tmp_path, model=model), "10 PRINT 1", "20 PRINT 2", 'SAVE "ONE"', "NEW",
                     *lines[:-1], lines[-1] + ' CHAIN MERGE "one",99', "RUN")
        assert rows[-2:] == [shown, "Ready"]

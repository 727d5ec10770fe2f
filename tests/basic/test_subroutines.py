"""What subroutines are called: the remark at their first line or right above it."""

import pytest

from basic import functions, statements  # noqa: F401     # their words
from basic.source.crunch import crunch
from basic.syntax.subroutines import called_lines, subroutines


def program(text: str) -> dict[int, bytes]:
    lines = (row.strip().partition(" ") for row in text.strip().splitlines())
    return {int(number): crunch(rest.encode()) for number, _, rest in lines}


@pytest.mark.parametrize("lines, name", [
    ("20 REM Draws the board\n21 RETURN", "Draws the board"),
    ("20 ' Draws the board\n21 RETURN", "Draws the board"),
    ("18 END\n19 REM *** Draws the board ***\n20 RETURN", "Draws the board"),
    ("17 REM ------\n18 REM - Draws the board -\n19 REM ------\n20 RETURN", "Draws the board"),
    ("20 REM ------\n21 REM - Draws the board -\n22 REM ------\n23 RETURN", "Draws the board"),
    ("18 ' Draws the board:\n19 ' all of its 64 squares\n20 RETURN", "Draws the board"),
    ("20 CLS:RETURN:' Draws the board", "Draws the board"),
    ("18 REM Draws the board\n19 CLS\n20 RETURN", ""),
    ("20 REM 64\n21 RETURN", "64"),
    ("20 RETURN", ""),
])
def test_a_subroutine_has_the_name_of_its_remark(lines, name):
    assert subroutines(program(f"10 GOSUB 20\n{lines}")) == {20: name.encode()}


@pytest.mark.parametrize("line, called", [
    ("GOSUB 100", [100]), ("ON x GOSUB 100,200 , 300:GOTO 400", [100, 200, 300]), ("AFTER 50,1 GOSUB 100", [100]),
    ("EVERY 50 GOSUB 100", [100]), ("ON BREAK GOSUB 100", [100]), ("ON SQ(1) GOSUB 100", [100]),
    ("IF a THEN GOSUB 100 ELSE 200", [100]), ("GOTO 100:PRINT 100", []), ("REM GOSUB 100", []), ("GOSUB", []),
    ("GOSUB 100:RESTORE 200", [100]), ('PRINT "GOSUB 100"', []),
])
def test_lines_that_a_line_calls(line, called):
    assert list(called_lines(crunch(line.encode()))) == called


def test_a_line_that_is_missing_is_no_subroutine():
    assert subroutines(program("10 GOSUB 30\n20 RETURN")) == {}

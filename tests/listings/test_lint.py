"""What `cpc lint` finds, and what it leaves alone."""

import pytest

from cpc.commands import listings
from listings.linting.lint import ERROR, WARNING, fix, lint
from listings.source import ListingFault, listing_of, merged
from tests import madeup


def findings(text: str, model: str = "464", commodore: bool = False) -> list[str]:
    return [str(finding) for finding in lint(listing_of(text.encode(), "test"), model, commodore)]


@pytest.mark.parametrize("text, expected", [
    ("10 PRIMT 1", "10 column 10: error: Syntax error"),
    ("10 CLS:PRINT 1 2)", "10 column 17: error: Syntax error"),      # 1 2 is the number 12
    ("10 MODE", "10 column 8: error: Syntax error"),
    ("10 a=1:IF a\n20 PRINT a", "10: error: Syntax error: IF without THEN or GOTO"),
    ("10 PRINT LEFT$(\"abc\")", "10: error: Syntax error: LEFT$ with 1 argument"),
    ("10 GOTO10", "10 column 10: error: Syntax error: GOTO10 is one name; a blank is missing behind its keyword"),
    ("10 GOSUB 100:END\n20 RETURN", "10 column 10: error: Line does not exist: 100"),
    ("10 a=2:ON a GOTO 10,30", "10 column 21: error: Line does not exist: 30"),
    ("10 IF TIME<9 THEN 10 ELSE 40", "10 column 27: error: Line does not exist: 40"),
    ("10 FOR i=1 TO 3:PRINT i", "10: error: NEXT missing for this FOR"),
    ("10 PRINT 1:NEXT", "10: error: NEXT without a FOR before it"),
    ("10 FOR i=1 TO 3:FOR j=1 TO 3:NEXT i,j", "10: error: Unexpected NEXT: i, where the FOR of line 10 counts j"),
    ("10 WHILE INKEY$=\"\":CLS", "10: error: WEND missing for this WHILE"),
    ("10 CLS:WEND", "10: error: WEND without a WHILE before it"),
    ("10 fl=1:PRINT fl+f1", "10 column 18: warning: f1 is used but never set (is it fl?)"),
    ("10 counter=1:PRINT counter:cuonter=counter", "10 column 28: warning: cuonter is set but never used (is it counter?)"),
    ("10 READ a:PRINT a", "10: error: DATA exhausted: there is no DATA"),
    ("10 FOR i=1 TO 3:READ a,b:PRINT a+b:NEXT\n20 DATA 1,2,\"3,4\",5,6",
     "10: error: DATA exhausted: 6 items are read, there are 5"),
    ("10 GOSUB 100:END\n100 READ a:PRINT a:RETURN\n110 DATA 1,2", "110: warning: READ takes only 1 of the 2 items of DATA"),
    ("10 DATA 1", "10: warning: nothing reads this DATA"),
    ("10 DIM a(5):a(6)=1:PRINT a(6)", "10 column 13: error: Subscript out of range: 6 of a() (DIM in line 10)"),
    ("10 a(11)=1:PRINT a(1)", "10 column 4: error: Subscript out of range: 11 of a() (there is no DIM for it, so 10)"),
    ("10 DIM a(5,5):a(1)=1:PRINT a(1,1)", "10 column 15: error: Subscript out of range: a() has 2 dimensions, not 1"),
    ("10 DIM a(5)\n20 FOR i=0 TO 6:a(i)=1:PRINT a(i):NEXT",
     "20 column 17: warning: a() goes up to 5 (DIM in line 10), i up to 6"),
    ("10 DIM a(5):DIM a(5):a(1)=1:PRINT a(1)", "10 column 17: warning: a() has its DIM in line 10 already"),
    ("10 PRINT 1:END\n20 PRINT 2\n30 PRINT 3", "20: warning: the lines up to 30 are never reached"),
    ("10 PRINT \"" + "x" * 250 + "\"", "10: error: Line too long"),
    ("10 FRAME", "10 column 4: error: FRAME is a word of BASIC 1.1, which a 464 does not know"),
])
def test_what_is_found(text, expected):
    assert any(finding.startswith(expected) for finding in findings(text)), findings(text)


@pytest.mark.parametrize("text", [
    "10 DEFINT a-c:a=1:PRINT a%",
    "10 FOR i=1 TO 500:NEXT",
    "10 DEF FNsum(x,y)=x+y\n20 PRINT FNsum(1,2)",
    "10 ON ERROR GOTO 100:ERROR 5:END\n100 IF ERL=10 THEN RESUME NEXT",
    "10 LIST 500",
    "10 DIM a(INT(RND*5)):a(9)=1:PRINT a(9)",
    "10 a=1:POKE @a,2:PRINT a",
    "10 GOTO 30\n20 DATA 1,2,3\n30 READ a:IF a<3 THEN 30",
    "10 READ n:FOR i=1 TO n:READ a:PRINT a:NEXT\n20 DATA 2,5,6",
    "10 INPUT a$:LINE INPUT b$:PRINT a$+b$",
    "10 WHILE 1:FOR i=1 TO 2:NEXT i:WEND",
    "10 ON BREAK GOSUB 100:EVERY 50 GOSUB 200\n20 GOTO 20\n100 END\n200 RETURN",
])
def test_what_is_left_alone(text):
    assert findings(text) == []


def test_the_other_model_knows_more():
    assert findings("10 FRAME", "6128") == []


def test_the_made_up_listing_is_clean():
    parts = madeup.listings()
    assert lint(parts["base"]) == [] and lint(merged(parts["base"], parts["night"])) == []


def test_keywords_run_together_are_taken_apart():
    lines = listing_of(b'10 IFA=1THENGOTO100\n20 PRINT"A TO B"\n30 forx=1 to 3:nextx\n100 A=2', "test")
    fixed, numbers = fix(lines)
    assert numbers == [10, 30]
    assert fixed[10] == b"IF A=1THEN GOTO 100" and fixed[20] == lines[20] and fixed[30] == b"for x=1 to 3:next x"
    assert findings("10 A=1:IFA=1THENGOTO20\n20 END", commodore=True) == []


def test_the_command(tmp_path, capsys):
    path = tmp_path / "a.bas"
    path.write_bytes(b"10 a=1\n20 PRINTa\n20 PRINT a:GOTO50\n50 END\n")
    assert listings.lint([str(path)]) == 1
    out = capsys.readouterr().out
    assert f"{path}:20: warning: there is another line 20 before it" in out and "GOTO50" in out
    before = path.read_bytes()
    assert listings.lint([str(path), "--fix"]) == 2 and path.read_bytes() == before
    assert "--fix would lose one of them" in capsys.readouterr().err
    path.write_bytes(before.replace(b"20 PRINTa\n", b""))
    assert listings.lint([str(path), "--fix"]) == 0
    assert path.read_bytes() == b"10 a=1\n20 PRINT a:GOTO 50\n50 END\n"
    assert listings.lint([str(tmp_path / "none.bas")]) == 2
    (tmp_path / "b.bas").write_bytes(b"\0\1\2" * 99)
    assert listings.lint([str(tmp_path / "b.bas")]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_severities():
    assert {finding.severity for finding in lint(listing_of(b"10 GOTO 20\n15 a=1", "test"))} == {ERROR, WARNING}


LONG = "1" * 4301


@pytest.mark.parametrize("text", ["1 READ t/\n4 DATA\n9 READ w", f"10 GOTO {LONG}", f"10 a={LONG}", f"10 DATA {LONG}"])
def test_damaged_lines_are_findings(text):
    assert any(f": {ERROR}: " in finding for finding in findings(text))


def test_a_line_number_of_many_digits_is_none():
    with pytest.raises(ListingFault, match="Line 1 of test has no line number"):
        listing_of(f"{LONG} PRINT".encode(), "test")


def test_noughts_before_a_line_number_do_not_count():
    assert listing_of(b"000000010 PRINT", "test") == {10: b"PRINT"}


def test_a_line_of_255_characters_is_not_too_long():
    for length, found in ((255, False), (256, True)):
        line = '10 PRINT "'
        line += "x" * (length - len(line) - 1) + '"'
        assert len(line) == length and any("Line too long" in one for one in findings(line)) is found

"""LIST shows what was typed, and what it shows lists as itself again; the grammar stands in a file, whole."""

import re

import pytest

from basic.errors import SYNTAX, BasicError
from basic.source.crunch import crunch
from basic.source.uncrunch import listed, shown
from basic.syntax import grammar
from tests import corpus
from tests.generate import session
from tests.golden_programs import programs
from tests.places import GOLDEN, SHARED

LISTINGS = SHARED / "listings"
GRAMMAR = GOLDEN / "grammar.lark"
NUMBERED = re.compile(r"\s*(\d+) ?(.*)")
# LIST puts a blank where words would run into one another, shows < > as <>, and numbers as it keeps them: what it
# shows may crunch to other bytes than were typed, but never to others than its own.
MOST_ROUNDS = 1


def lines_of(text: str) -> list[bytes]:
    found = (NUMBERED.fullmatch(line) for line in text.splitlines())
    return [match[2].encode("latin-1", "replace") for match in found if match and match[2].strip()]


def settled(line: bytes, basic_1_1: bool) -> bool:
    """Whether the listing of a line is the listing of its listing."""
    try:
        shown = listed(crunch(line, basic_1_1))
        for _ in range(MOST_ROUNDS):
            again = listed(crunch(shown, basic_1_1))
            if again == shown:
                return True
            shown = again
    except BasicError:
        return True             # Line too long, or a number too large: it is never stored
    return False


def recorded_lines(category: str) -> list[bytes]:
    return [line for case in corpus.cases(category) for line in lines_of(case["type"])]


@pytest.mark.parametrize("basic_1_1", [False, True])
@pytest.mark.parametrize("category", corpus.CATEGORIES)
def test_lines_of_the_recorded_cases(category, basic_1_1):
    lines = recorded_lines(category)
    assert lines
    assert [line for line in lines if not settled(line, basic_1_1)] == []


@pytest.mark.parametrize("basic_1_1", [False, True])
def test_lines_by_chance(basic_1_1):
    lines = [line for seed in range(300) for line in lines_of("".join(session(seed)))]
    lines += [line for _, pieces, _ in programs() for line in lines_of("".join(pieces))]
    assert len(lines) > 2000
    assert [line for line in lines if not settled(line, basic_1_1)] == []


@pytest.mark.skipif(not LISTINGS.is_dir(), reason="the listings of the books are not here")
@pytest.mark.parametrize("path", sorted(LISTINGS.glob("*.bas")) or [None], ids=lambda path: path.name
                         if path else "none")
def test_lines_of_the_listings(path):
    lines = lines_of(path.read_text(encoding="utf-8").replace("\u2191", "^"))
    assert lines
    assert [line for line in lines if not settled(line, False)] == []


@pytest.mark.parametrize(("typed", "expected"), [
    ("print a", "PRINT a"), ("?a", "PRINT a"), ("goto20", "goto20"), ("GO TO 20", "GOTO 20"),
                                              ("go   sub 20", "GOSUB 20"),
    ("a=1:b=2", "a=1:b=2"), ("IF a THEN 20 ELSE 30", "IF a THEN 20 ELSE 30"),
                                              ("if a<  >b then", "IF a<>b THEN"), ("a=&ff", "a=&FF"),
    ("a=&x101", "a=&X101"), ("REM  Hello", "REM  Hello"), ("'x:y", "'x:y"), ("a=1.50", "a=1.5"),
                                              ("a=1e10", "a=1E+10"), ("a = 1 2", "a = 12"),
    ('print"x', 'PRINT"x'), ("PRINTa", "PRINTa"), ("a$=chr$(65)", "a$=CHR$(65)"),
                                              ("def fnsq(x)=x", "DEF FNSQ(x)=x"), ("|dir", "|DIR"),
    ("data one, two:print", "DATA one, two:PRINT"), ("on error goto 0", "ON ERROR GOTO 0"), ("10.5", "10.5"),
                                              ("x%=y!+z$", "x%=y!+z$"),
    ("....5", "...0.5"), (".. 5", ".0.5"), (". . 5", ". 0.5"), (".e5", ".e5"), ("? . 5. .6", "PRINT 0.5 . 0.6"),
                                              ("a=.", "a=."), (".... 1000 ..", "...0.1 ..")])
def test_what_list_shows(typed, expected):
    assert listed(crunch(typed.encode(), True)).decode("latin-1") == expected
    assert shown(crunch(typed.encode(), True), True).decode("latin-1") == expected


WIDTH, PRINT, FN, FILL = b"\xd7", b"\xbf", b"\xe4", b"\xdd"


@pytest.mark.parametrize(("typed", "as_1_0"), [      # recorded on the 464; the 6128 shows it as it was typed
    (b"REM a" + WIDTH + b"b" + WIDTH, b"REM aWIDTHbWIDTH"), (b"REM " + WIDTH + WIDTH + b"1", b"REM WIDTH WIDTH1"),
    (b"REM " + WIDTH + b"." + WIDTH + b"$", b"REM WIDTH.WIDTH $"),
    (b"REM " + FN + WIDTH + b"a" + FN + b"b", b"REM FNWIDTHaFNb"),
    (b"' " + PRINT + b'"x' + WIDTH + b'y"' + WIDTH, b"' PRINT\"x" + WIDTH + b"y\"WIDTH"),
    (b'REM "a' + WIDTH, b'REM "a' + WIDTH),
    (b"REM |" + WIDTH + b"b|c" + WIDTH, b"REM |b| WIDTH"), (b"REM a:" + PRINT + b":b", b"REM a:PRINT:b"),
    (b"REM \xc5a\xc0b", b"REM REMa'b")])
def test_basic_1_0_lists_a_remark_as_words(typed, as_1_0):
    assert shown(crunch(typed, False), False) == as_1_0
    assert shown(crunch(typed, True), True) == typed
    assert listed(crunch(typed, False)) == typed


@pytest.mark.parametrize("typed", [b"REM " + FILL, b"REM \xe8", b"DATA a" + FILL, b"REM \xff\x60"])
def test_basic_1_0_cannot_list_what_is_no_keyword_of_its_own(typed):
    with pytest.raises(BasicError) as caught:
        shown(crunch(typed, False), False)
    assert caught.value.number == SYNTAX
    assert shown(crunch(typed, True), True) == typed.replace(b"a" + FILL, b"a")


def test_basic_1_0_keeps_all_characters_of_data():
    typed = b"DATA " + WIDTH + b" a" + WIDTH + b',"' + WIDTH + b'"'
    assert crunch(typed, False)[1:] == typed[4:]
    assert crunch(typed, True)[1:] == b"  a,\"" + WIDTH + b'"'
    assert shown(crunch(typed, False), False) == b"DATA WIDTH aWIDTH,\"" + WIDTH + b'"'


@pytest.mark.parametrize(("crunched", "as_1_0", "as_1_1"), [       # bytes that a program has poked there; None: Syntax error
    ("bf62bf31bf2e", b"PRINTbPRINT1PRINT.", b"PRINT bPRINT 1PRINT ."), ("bf24bf21bf25", *[b"PRINT $PRINT !PRINT %"] * 2),
    ("7c00c462", b"|Db", b"|D b"), ("7c6263bf64", b"|cPRINTd", b"| cPRINT d"), ("7c80bf", b"| PRINT", b"| PRINT"),
    ("e862", None, None), ("ff60", None, None), ("ffc0", b"'", b"'"), ("03", None, None), ("0562", b"\5b", None),
    ("dd", None, b"FILL"), ("c0bf0062", b"'PRINT", b"'PRINT"), ("01c0bf", b"'PRINT", b"'\xbf")])
def test_what_list_makes_of_poked_bytes(crunched, as_1_0, as_1_1):
    for basic_1_1, expected in ((False, as_1_0), (True, as_1_1)):
        try:
            assert shown(bytes.fromhex(crunched), basic_1_1) == expected
        except BasicError as error:
            assert expected is None and error.number == SYNTAX


def test_the_grammar_is_the_one_in_the_file():
    """Refresh it with: python -c "from tests.basic.test_listing import refresh; refresh()" """
    assert grammar.assembled() == GRAMMAR.read_text(encoding="ascii")


def refresh() -> None:
    GRAMMAR.write_text(grammar.assembled(), encoding="ascii")

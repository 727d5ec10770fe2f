"""FN among the subscripts of an element takes the array's name away in BASIC 1.0: what both firmwares printed."""

import pytest

from cpc import CPC

BEGIN = "10 DIM f(12),j(12),k(12):DEF FNa(j)=j:DEF FNb(k)=k:DEF FNc(j)=j+FNb(1):DEF FNd$(j$)=j$+\"1\""
CASES = [
    ("20 f(FNa(4))=1:PRINT j(4);f(4)", b" 1  0 ", b" 0  1 "),
    ("20 DIM g(12,3):g(2,FNa(3))=1:PRINT g(2,3)", b"Subscript out of range in 20", b" 1 "),
    ("20 f%(FNa(4))=1:PRINT j(4);j%(4);f%(4)", b" 0  1  0 ", b" 0  0  1 "),
    ("20 FOR i=1 TO 2:f(FNa(4))=i:NEXT:PRINT i", b"Unexpected NEXT in 20", b" 3 "),
    ("20 GOSUB 30:END\n30 f(FNa(4))=7:PRINT j(4):RETURN", b" 7 \r\nUnexpected RETURN in 30", b" 0 "),
    ("20 WHILE i<3:f(FNa(4))=7:i=i+1:WEND:PRINT i", b"Unexpected WEND in 20", b" 3 "),
    ("20 GOTO 40\n30 GOSUB 40:PRINT \"back\":END\n40 f(FNa(4))=7:i=i+1:IF i<4 THEN 40\n50 IF i=4 THEN 30\n60 RETURN",
     b"back", b"back"),
    ("20 f$(2)=\"q\":j$(2)=\"jj\":PRINT f$(FNa(2)):PRINT MID$(f$(FNa(2)),1,1):f$(FNa(2))=\"new\":PRINT j$(2);f$(2)",
     b"jj\r\nj\r\nnewq", b"q\r\nq\r\njjnew"),
    ("20 READ f$(LEN(FNd$(\"x\"))):PRINT j$(2);f$(2)\n30 DATA zz", b"zz", b"zz"),
    ("20 j(2)=5:f(k(FNa(2)))=1:PRINT f(5);j(5)", b" 1  0 ", b" 0  0 "),
    ("20 f(FNc(2))=1:f(FNa(FNb(4)))=1:f(FNa(3)+FNb(2))=1:PRINT k(3);k(4);k(5);f(3)", b" 1  1  1  0 ", b" 0  0  0  1 "),
    ("20 DEF FNe=4:f(FNe)=1:PRINT f(4)", b" 1 ", b" 1 "),
]


@pytest.mark.parametrize("basic_1_1", [False, True])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_an_array_of_another_name_is_taken(case, basic_1_1):
    lines, *expected = case
    cpc = CPC(model="6128" if basic_1_1 else "464", dialect="locomotive")
    cpc.type(f"{BEGIN}\n{lines}\nRUN\n")
    assert cpc.run_until_idle(20)
    assert cpc.printed.strip() == expected[basic_1_1].lstrip() + b"\r\nReady"


def test_the_place_stays_with_that_array_in_a_loop_of_many_passes():
    cpc = CPC(dialect="locomotive")
    cpc.type(f"{BEGIN}\n20 i=i+1:f(FNa(4))=f(FNa(4))+1:IF i<2000 THEN 20\n30 PRINT j(4);f(4)\nRUN\n")
    assert cpc.run_until_idle(60)
    assert cpc.printed.endswith(b" 2000  0 \r\nReady\r\n")

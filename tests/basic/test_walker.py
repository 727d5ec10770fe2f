"""The walker over crunched lines: every byte belongs to one item, in damaged lines, too."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basic.errors import BasicError
from basic.source.crunch import crunch
from basic.source.uncrunch import listed
from basic.source.walker import Kind, line_numbers_in, put_line, put_name, walk, without_addresses
from basic.syntax.lexer import scan, statements_of
from basic.syntax.parser import makes_sense, node_of  # and the words, which statements enter


def kinds(line: str) -> list[tuple[Kind, object]]:
    return [(item.kind, item.value) for item in walk(crunch(line.encode("latin-1")))]


def test_each_kind_of_item():
    assert kinds('a%=&1F:PRINT "x";1.5:GOTO 20') == [
        (Kind.NAME, (b"a", 2)), (Kind.WORD, 0xEF), (Kind.NUMBER, 31), (Kind.SEPARATOR, 1), (Kind.WORD, 0xBF), (Kind.SPACE, 32),
        (Kind.STRING, b"x"), (Kind.CHARACTER, ord(";")), (Kind.NUMBER, 1.5), (Kind.SEPARATOR, 1), (Kind.WORD, 0xA0),
        (Kind.SPACE, 32), (Kind.LINE, 20)]
    assert kinds('DATA 1,":":|dir:REM x:y') == [
        (Kind.WORD, 0x8C), (Kind.TEXT, b' 1,":"'), (Kind.SEPARATOR, 1), (Kind.BAR, b"DIR"), (Kind.SEPARATOR, 1),
        (Kind.REMARK, b" x:y")]
    assert [kind for kind, _ in kinds("DATA:'")] == [Kind.WORD, Kind.TEXT, Kind.SEPARATOR, Kind.SEPARATOR, Kind.REMARK]


@given(st.binary(max_size=60))
def test_damaged_lines_are_walked_to_their_end(crunched):
    at = 0
    for item in walk(crunched):
        assert item.offset == at and item.size >= (item.kind is not Kind.TEXT)
        at += item.size
    assert at >= len(crunched)
    assert listed(crunched) is not None and len(without_addresses(crunched)) >= len(crunched)
    for basic_1_1 in (False, True):
        tokens = list(scan(crunched, basic_1_1))
        assert sum(len(text.tokens) for text in statements_of(crunched, basic_1_1)) <= len(tokens)


@given(st.text(alphabet="aAzZ09 .,:;\"'%$!()=<>+-*/^|&#?@GOTOPRINTREMDATAELSE", max_size=60), st.booleans())
def test_what_running_puts_into_a_line_is_taken_out_again(line, basic_1_1):
    try:
        crunched = crunch(line.encode("latin-1"), basic_1_1)
    except BasicError:
        return
    run = bytearray(crunched)
    for item in walk(crunched):
        if item.kind is Kind.NAME:
            put_name(run, item.offset, item.value[1], 0x1234)
    assert without_addresses(bytes(run)) == crunched
    assert listed(bytes(run)) == listed(crunched)


def test_a_line_number_is_changed_in_its_place():
    line = bytearray(crunch(b"IF a THEN 10 ELSE GOSUB 20"))
    first, second = line_numbers_in(bytes(line))
    put_line(line, first.offset, line[first.offset], 100)
    put_line(line, second.offset, line[second.offset], 65535)
    assert listed(bytes(line)) == b"IF a THEN 100 ELSE GOSUB 65535"


@pytest.mark.parametrize("line", ["x=(1+2", "PRINT 1,2 3", "FOR i=1", "DEF FNa(x)=", "GOTO", "a$=LEFT$(", "INPUT #1"])
def test_what_makes_no_sense_has_a_node_all_the_same(line):
    crunched = crunch(line.encode())
    assert all(node_of(text) is not None for text in statements_of(crunched))
    assert line == "PRINT 1,2 3" or not makes_sense(crunched, False)

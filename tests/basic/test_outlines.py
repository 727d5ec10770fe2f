"""Lines that differ only in their constants are cut in the same way: each is as if it had been cut by itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basic.runtime.alike_statements import AlikeStatements
from basic.runtime.parsed_lines import ParsedLines
from basic.runtime.program import Program
from basic.session import Session
from basic.source.crunch import crunch
from basic.source.walker import Kind, around_constants, walk
from basic.syntax.lexer import statements_of
from basic.syntax.statement_text import StatementText

PIECES = st.sampled_from([b"\x0d\0\0\xe1", b"\x02\x19\x22a\xe2", b"\x03\xc5\x1f\xe3", b"\x19\x22", b"\x1a\x19\x01",
                          b"\x1c\xff\x00", b"\x1b\x01\x80", b"\x1f\x00\x22\x01\x19\x81", b'"ab c"', b'""',
                          b"\x1e\x19\x22", b"\x1d\x22\x19", b"\xff\x19", b"\x01", b" ", b"\xa1", b"\xeb", b"\x97",
                          b"\xa0", b"\xef", b"\xf4", b"\x0f", b"\xca", b'\x8c 1,"\x19\x01', b"|\0di\xf2",
                          b"\xc5 \x19\x01", b"\xbf", b"(", b")", b"\x07", b"\xe4"])
LINES = st.lists(PIECES | st.binary(max_size=2), max_size=12).map(b"".join)


def with_other_constants(line: bytes, byte: int) -> bytes:
    other = bytearray(line)
    for item in walk(line):
        if item.kind in (Kind.NUMBER, Kind.LINE, Kind.STRING) and item.size > 1:
            closed = item.kind is Kind.STRING and line[item.offset + item.size - 1:item.offset + item.size] == b'"'
            for at in range(item.offset + 1, min(item.offset + item.size - closed, len(line))):
                other[at] = byte
    return bytes(other)


def facts(text: StatementText) -> list[object]:
    outline = text.outline
    tokens = [(token.type, token.value, token.at, token.size) for token in text.tokens]
    return [repr(tokens), text.start, text.end, text.opens_if, text.is_else, text.is_bare_jump, text.contents(), text.code,
            outline.stands_for_then, outline.form, outline.spaces]


@given(LINES, st.integers(0, 255).filter(lambda byte: byte != 0x22), st.booleans())
def test_a_line_with_other_constants_is_cut_as_if_by_itself(line, byte, basic_1_1):
    other = with_other_constants(line, byte)
    likeness = around_constants(line)
    assert around_constants(other) == likeness
    if likeness is not None:
        outlines = [text.outline for text in statements_of(line, basic_1_1)]
        for outline in outlines:
            outline.is_shared = True
        assert [facts(StatementText(outline, other)) for outline in outlines] == \
            [facts(text) for text in statements_of(other, basic_1_1)]


def test_the_second_of_two_such_lines_has_the_outlines_of_the_first():
    lines = ParsedLines(Program(), False)
    first, second, longer = (lines.statements(crunch(line)) for line in (
        b'x=500:PRINT "one":y=1', b'x=700:PRINT "two":y=1', b'x=700:PRINT "three":y=1'))
    assert [text.outline for text in first] == [text.outline for text in second]
    assert [text.tokens[-1].value for text in second] == [700, b"two", 1]
    assert first[0].outline is not longer[0].outline


@pytest.mark.parametrize("lines", [
    ('x=VAL("12")', 'x=VAL("34")', 'x=VAL("&F")', 'x=VAL("&FF")'),
    ("PRINT #0,1;", "PRINT #1,1;", "PRINT #8,1;"),
    ('MID$(a$,1,1)="x"', 'MID$(a$,2,1)="y"'),
    ("FOR i=1 TO 3:NEXT", "FOR i=2 TO 9:NEXT", "FOR i=200 TO 100:NEXT")])
def test_statements_that_are_compiled_for_each_other_take_what_they_take_alone(lines, monkeypatch):
    """Where a constant decides more than a step can be told, each is compiled by itself."""
    times = []
    for alone in (False, True):
        if alone:
            monkeypatch.setattr(AlikeStatements, "compiled", lambda *_: None)
        session = Session()
        session.type("".join(f"{10 + place} {line}\n" for place, line in enumerate(lines)).encode() + b'5 a$="abc":i=0:x=0\n')
        session.run_until_idle(10**9)
        session.type(b"RUN\n")
        begun = session.executor.clock.us
        session.run_until_idle(10**9)
        times.append(session.executor.clock.us - begun)
    assert times[0] == times[1]

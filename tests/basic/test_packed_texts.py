"""Strings as machine code has them are what Python makes of bytes."""

import operator

from hypothesis import given
from hypothesis import strategies as st

from basic.errors import BasicError
from basic.values import packed_texts, texts
from basic.values.packed_texts import AT, LENGTH, LITERAL, packed

ROOM = 0x600
characters = st.one_of(st.binary(max_size=12), st.binary(min_size=250, max_size=255),
                       st.text(" \t\n+-.&0123456789EeaX", max_size=7).map(str.encode))
counts = st.integers(0, 255)


class Memory:
    """Strings are put in one after the other."""

    def __init__(self, *given: bytes) -> None:
        self.bytes, self.texts, at = bytearray(0x1000), [], 0x100
        for text in given:
            self.bytes[at:at + len(text)] = text
            self.texts.append(packed(at, len(text)))
            at += 0x100

    def read(self, text: int) -> bytes:
        assert not text & LITERAL
        return bytes(self.bytes[text >> AT:(text >> AT) + (text & LENGTH)])


@given(characters, counts, counts)
def test_parts(text, count, begin):
    memory = Memory(text)
    it, = memory.texts
    assert memory.read(packed_texts.left_part(it | LITERAL, count)) == texts.left_of(text, count)
    assert memory.read(packed_texts.right_part(it, count)) == texts.right_of(text, count)
    assert memory.read(packed_texts.middle_part(it, begin + 1, count)) == texts.middle_of(text, begin + 1, count)


@given(characters, characters, counts)
def test_what_is_made_of_strings(one, other, count):
    memory = Memory(one, other)
    first, second = memory.texts
    for sign in (operator.lt, operator.eq, operator.gt):
        assert sign(packed_texts.compared(memory.bytes, first, second), 0) == sign(one, other)
    assert memory.read(packed_texts.in_capitals(memory.bytes, ROOM, first)) == one.upper()
    assert memory.read(packed_texts.in_small_letters(memory.bytes, ROOM, first)) == one.lower()
    assert memory.read(packed_texts.repeated(memory.bytes, ROOM, first, count)) == texts.repeated(one, count)
    if len(one) + len(other) < 256:
        assert memory.read(packed_texts.joined(memory.bytes, ROOM, first, second)) == one + other


@given(characters, counts)
def test_a_variable_keeps_its_string_at_its_own_place(text, begin):
    memory = Memory(text)
    it, = memory.texts
    assert packed_texts.kept(memory.bytes, ROOM, it | LITERAL) == it | LITERAL
    own = it >> AT
    part = packed_texts.middle_part(it, begin + 1, 255)
    assert memory.read(packed_texts.kept(memory.bytes, own, part)) == texts.middle_of(text, begin + 1, 255)


@given(st.one_of(st.integers(-40_000, 40_000), st.integers(-10**9, 10**9), st.floats(-2e9, 2e9)))
def test_numbers_as_text(value):
    memory = Memory()
    if isinstance(value, int):
        assert memory.read(packed_texts.of_whole(memory.bytes, ROOM, value)) == texts.text_of(value)
    try:
        made = int(packed_texts.of_real(memory.bytes, ROOM, float(value)))
    except BasicError:
        assert value != int(value) or abs(value) >= 1e9
        return
    assert memory.read(made) == texts.text_of(float(value))
    assert memory.read(packed_texts.with_blank(memory.bytes, made)) == texts.printed_number(float(value))


@given(characters)
def test_text_as_number(text):
    """Where machine code does not know, it fails; all else is what VAL gives: an integer of at most four digits."""
    memory = Memory(text)
    try:
        found = packed_texts.number_in(memory.bytes, memory.texts[0])
    except BasicError:
        assert text.lstrip(b" \t\n") and not (text.isdigit() and len(text) < 5)
        return
    value = texts.number_in(text)
    assert type(value) is int and value == found and abs(value) < 10_000

"""Strings as machine code has them are what Python makes of bytes."""

import math
import operator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from basic.errors import BasicError, SoftError
from basic.values import packed_numbers, packed_texts, reals, texts, weighing
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
    assert packed_texts.characters_compared(memory.bytes, first, second) == weighing.OfTexts(lambda seen: seen)(one, other)
    assert memory.read(packed_texts.in_capitals(memory.bytes, ROOM, first)) == one.upper()
    assert memory.read(packed_texts.in_small_letters(memory.bytes, ROOM, first)) == one.lower()
    assert memory.read(packed_texts.repeated(memory.bytes, ROOM, first, count)) == texts.repeated(one, count)
    if len(one) + len(other) < 256:
        assert memory.read(packed_texts.joined(memory.bytes, ROOM, first, second)) == one + other


@given(st.text("ab", max_size=9).map(str.encode), st.text("ab", max_size=3).map(str.encode), st.integers(1, 12))
def test_a_string_is_sought_in_another(text, sought, begin):
    memory = Memory(text, sought)
    found = texts.found_in(begin, text, sought)
    assert packed_texts.found_in(memory.bytes, begin, *memory.texts) == found
    assert 7 * packed_texts.places_searched(found, begin, *memory.texts) == weighing.OfSearch(7)(found, begin, text, sought)


@given(st.lists(st.tuples(st.integers(0, 3), characters), max_size=9))
def test_an_element_keeps_its_string_and_is_noted_once(given):
    memory, numbers, changed, elements = Memory(), memoryview(bytearray(32)).cast("q"), memoryview(bytearray(80)).cast("q"), {}
    for place, text in given:
        memory.bytes[0x100:0x100 + len(text)] = text
        packed_texts.set_element(memory.bytes, numbers, changed, 0x10, 0x200, place, 7 << 32, packed(0x100, len(text)))
        elements[place] = text
    assert {place: memory.read(numbers[place]) for place in elements} == elements
    assert [one - (7 << 32) for one in changed[1:changed[0] + 1]] == list(elements)


@given(characters, counts)
def test_a_variable_keeps_its_string_at_its_own_place(text, begin):
    memory = Memory(text)
    it, = memory.texts
    assert packed_texts.kept(memory.bytes, ROOM, it | LITERAL) == it | LITERAL
    own = it >> AT
    part = packed_texts.middle_part(it, begin + 1, 255)
    assert memory.read(packed_texts.kept(memory.bytes, own, part)) == texts.middle_of(text, begin + 1, 255)


reals_of_all_sizes = st.builds(lambda mantissa, less, exponent: math.ldexp(mantissa >> less << less, exponent),
                               st.integers(-2**32 + 1, 2**32 - 1), st.integers(0, 31), st.integers(-158, 94))
near_tens = st.builds(lambda digits, power, more: reals.round40(float(f"{digits}e{power}") * (1 + more * 2.0**-32)),
                      st.integers(-1005, 1005), st.integers(-36, 34), st.integers(-2, 2))


@given(st.one_of(st.integers(-40_000, 40_000), st.integers(-10**10, 10**10), reals_of_all_sizes, near_tens))
def test_numbers_as_text(value):
    memory = Memory()
    if isinstance(value, int):
        assert memory.read(packed_numbers.of_whole(memory.bytes, ROOM, value)) == b"%s%d" % (b" " * (value >= 0), value)
    number = reals.round40(float(value))
    made = int(packed_numbers.of_real(memory.bytes, ROOM, number))
    assert memory.read(made) == texts.text_of(number)
    assert memory.read(packed_texts.with_blank(memory.bytes, made)) == texts.printed_number(number)


@given(st.one_of(characters, st.from_regex(r"\s?[-+&]?[0.]{0,4}[ 0-9x.]{0,4}", fullmatch=True).map(str.encode)).filter(
    lambda text: len(text) < 256))
def test_zeros_that_a_number_begins_with(text):
    memory = Memory(text)
    assert packed_numbers.leading_zeros(memory.bytes, memory.texts[0]) == weighing.leading_zeros(text)


based = st.from_regex(r"\s?&\s?([hxHX]\s?)?[0-9a-fA-F@G:`g]{0,6}\s?", fullmatch=True)
decimals = st.from_regex(r"\s?[-+]?\s?[0-9 ]{0,14}(\.[0-9 ]{0,14})?(\s?[eE]\s?[-+]?\s?[0-9]{0,4})?[ x.]?", fullmatch=True)


@given(st.one_of(characters, based.map(str.encode), decimals.map(str.encode)).filter(lambda text: len(text) < 256))
@example(b"-32768")
@example(b"32768")
@example(b"-32769")
@example(b"1E38")
@example(b".5.5")
@example(b"1e")
@example(b"00000000000000000000001234567890123")
def test_text_as_number(text):
    memory = Memory(text)
    try:
        value = texts.number_in(text)
    except (BasicError, SoftError):
        with pytest.raises((BasicError, SoftError)):
            packed_numbers.number_in(memory.bytes, ROOM, memory.texts[0])
        return
    found = packed_numbers.number_in(memory.bytes, ROOM, memory.texts[0])
    assert (found, str(found)) == (value, str(float(value)))
    assert memory.bytes[ROOM] == (packed_numbers.REAL if type(value) is float else packed_numbers.INTEGER)

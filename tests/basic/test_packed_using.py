"""PRINT USING in machine code shows what it shows as a step."""

from hypothesis import example, given
from hypothesis import strategies as st

from basic.errors import BasicError
from basic.values import packed_using, texts, using_format
from basic.values.numerals import significant
from basic.values.packed_texts import AT, LENGTH, packed
from basic.values.reals import round40

FRONT, PLACE, TEXT = 0x300, 0x100, 0x200
fields = st.one_of(
    st.sampled_from([b"#", b"##.#", b"###.##", b"#,###.##", b"####,.##-", b"+#.#", b"+##", b"**##.##", b"**$##.##", b"$$##.#",
                     b".##", b"#.", b"##,##+", b"####-", b"+$$###.##", b"+**#,###.###", b"#.############",
                     b"####################"]),
    st.from_regex(rb"\+?(\*\*|\$\$)?[#,]{1,9}(\.#{0,6})?[+-]?", fullmatch=True))
fronts = st.binary(max_size=60)
numbers = st.one_of(
    st.integers(-32768, 32767), st.sampled_from([0, 0.0, 0.5, 0.05, 9.995, 99.5, 999.9999, -0.04, 999999999.0, 1e38]),
    st.floats(-1e6, 1e6).map(round40), st.builds(lambda part, power: round40(part * 10 ** power), st.floats(-1, 1),
                                                 st.integers(-37, 37)))


def put(memory: bytearray, address: int, text: bytes) -> int:
    memory[address:address + len(text)] = text
    return packed(address, len(text))


def read(memory: bytearray, text: float) -> bytes:
    return bytes(memory[int(text) >> AT:(int(text) >> AT) + (int(text) & LENGTH)])


@given(fields, numbers, st.booleans(), fronts)
@example(b"#.#", 9.96, False, b"")
def test_a_number_in_a_field(form, number, basic_1_1, front):
    field = using_format.numeric_field(form, 0, basic_1_1)
    if field is None or field.exponent:
        return
    memory = bytearray(0x400)
    parts = (field.before, field.after, field.currency[0] if field.currency else 0, field.stars, field.commas, field.plus,
             field.trailing_sign, basic_1_1, put(memory, FRONT, front))
    do = packed_using.whole_in_field if isinstance(number, int) else packed_using.real_in_field
    try:
        shown = read(memory, do(memory, PLACE, number, *parts))
    except BasicError:
        digits, power = significant(number)
        assert len(digits) + power > (20 if basic_1_1 else 9)
    else:
        assert shown == front + using_format.using(field, number, basic_1_1)


@given(st.binary(max_size=255), st.integers(1, 60), fronts)
def test_a_part_of_a_string(text, width, front):
    memory = bytearray(0x400)
    made = packed_using.part_in_field(memory, PLACE, put(memory, TEXT, text), width, put(memory, FRONT, front))
    assert read(memory, made) == front + texts.part_in_field(text, width)

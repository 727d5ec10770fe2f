"""Reals, their functions and their text against what both firmwares made of the same bits (golden/reals)."""

import json
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from basic.errors import IMPROPER, OVERFLOW, BasicError, SoftError
from basic.values import numerals, real_functions, reals, using_format
from tests import places

GOLDEN = places.GOLDEN / "reals"


def rows(name):
    """The cases of a file, each with the heading it stands under and its columns."""
    heading = ""
    for line in (GOLDEN / name).read_text(encoding="ascii").splitlines():
        if line[0] == "#":
            continue
        if line[0] == "[":
            heading = line[1:-1]
        else:
            yield heading, line.split(" ")


def real(text):
    return reals.from_bytes(bytes.fromhex(text))


def answer(operation, *arguments):
    """The result as the files have it: without a zero's sign, for which there is test_signs_of_zeros."""
    try:
        return reals.to_bytes(float(operation(*arguments)) + 0.0).hex()
    except SoftError as error:
        return f"{reals.to_bytes(error.result).hex()} !{error.number}"
    except BasicError as error:
        return f"!{error.number}"


def check(cases):
    """Each case: what it is, what comes out, what the machine gave."""
    cases = list(cases)
    wrong = [case for case in cases if case[1] != case[2]]
    assert cases
    assert not wrong, f"{len(wrong)} of {len(cases)}, such as {wrong[:5]}"


@pytest.mark.parametrize("name", ["add", "sub", "mul", "div"])
def test_arithmetic_has_the_bits_of_the_machine(name):
    operation = getattr(reals, name)
    check((row, answer(operation, real(row[0]), real(row[1])), " ".join(row[2:]))
          for heading, row in rows("arithmetic.txt") if heading == name)


def value_of(function):
    """Without what it takes."""
    return lambda *arguments: function(*arguments)[0]


@pytest.mark.parametrize("name", ["sqr", "log", "log10", "exp"])
def test_function_has_the_bits_of_the_machine(name):
    function = getattr(real_functions, name)
    check((row, answer(value_of(function), real(row[0])), " ".join(row[1:]))
          for heading, row in rows("functions.txt") if heading == name)


@pytest.mark.parametrize("angle", ["rad", "deg"])
@pytest.mark.parametrize("name", ["sin", "cos", "tan", "atn"])
def test_angle_function_has_the_bits_of_the_machine(name, angle):
    function = getattr(real_functions, name)
    check((row, answer(value_of(function), real(row[0]), angle == "deg"), " ".join(row[1:]))
          for heading, row in rows("functions.txt") if heading == f"{name} {angle}")


@pytest.mark.parametrize("model", ["464", "6128"])
def test_power_has_the_bits_of_the_machine(model):
    power = real_functions.power if model == "6128" else real_functions.power_1_0
    check((row, answer(value_of(power), real(row[0]), real(row[1])), " ".join(row[2:]))
          for heading, row in rows("functions.txt") if heading == f"power {model}")


def test_whole_numbers():
    operations = {"int": lambda x, places: reals.int_(x), "fix": lambda x, places: reals.fix(x), "round": reals.round_to}
    check(((heading, row), answer(operations[heading], real(row[0]), int(real(row[1]))), row[2])
          for heading, row in rows("whole.txt"))


def test_random_numbers():
    for _, (start, *expected) in rows("random.txt"):
        numbers = real_functions.RandomNumbers()
        numbers.randomize(real(start))
        arguments = (0.0, 1.0, 1.0, -real(start), 1.0, 0.0)
        assert [reals.to_bytes(numbers.rnd(x)).hex() for x in arguments] == expected, start


def test_random_numbers_from_power_on():
    numbers = real_functions.RandomNumbers()
    shown = [numerals.print_form(x) for x in (numbers.last(), numbers.next(), numbers.next(), numbers.next())]
    assert shown == [b"0.536703827", b"0.271940658", b"0.528612386", b"0.021330127"]


def test_printed_form():
    check((row, numerals.print_form(real(row[0])).decode(), row[1]) for _, row in rows("print.txt"))


def test_listed_form():
    def listed(literal):
        return numerals.list_form(numerals.read_unsigned(literal.encode()).value).decode()
    check((row, listed(json.loads(" ".join(row[:-1]))), row[-1]) for _, row in rows("list.txt"))


def test_literals():
    def read(text):
        try:
            number = numerals.read_number(text.encode())
        except SoftError:
            return "!6!13"
        return reals.to_bytes(float(number.value) + 0.0).hex() if number else "!13"
    check((row, read(json.loads(" ".join(row[1:]))), row[0]) for _, row in rows("literals.txt"))


@pytest.mark.parametrize("text,value,end,base", [
    (b"32767 ", 32767, 5, 10), (b"32768", 32768.0, 5, 10), (b"1 2 :", 12, 3, 10), (b"1.0", 1.0, 3, 10), (b"5.E", 5.0, 2, 10),
    (b"1E5", 100000.0, 3, 10), (b"1E+X", 1, 1, 10), (b"&FFFF", -1, 5, 16), (b"& X 101", 5, 7, 2), (b"&F F", 15, 2, 16)])
def test_type_and_end_of_a_literal(text, value, end, base):
    number = numerals.read_unsigned(text)
    assert (number, type(number.value)) == ((value, end, base), type(value))


@pytest.mark.parametrize("text,value,end", [
    (b"x", 0, 0), (b"", 0, 0), (b" -32768", -32768, 7), (b"-32769", -32769.0, 6), (b"+ 7,", 7, 3)])
def test_signed_number(text, value, end):
    number = numerals.read_number(text)
    assert (number.value, type(number.value), number.end) == (value, type(value), end)


@pytest.mark.parametrize("basic_1_1,column", [(False, 2), (True, 3)])
def test_using(basic_1_1, column):
    def next_field(fmt, start):
        for at in range(start, len(fmt)):
            if field := using_format.numeric_field(fmt, at, basic_1_1):
                return at, field
        return len(fmt), None

    def item(text, value):
        fmt = text.encode("latin-1")
        try:
            at, field = next_field(fmt, 0)
            if not field:
                return "!"
            after = next_field(fmt, field.end)[0]
        except BasicError as error:
            return f"!{error.number}"
        return (fmt[:at] + using_format.using(field, value, basic_1_1) + fmt[field.end:after]).decode("latin-1")

    cases = [json.loads(line) for line in (GOLDEN / "using.txt").read_text().splitlines() if line[0] == "["]
    check((case, item(case[0], real(case[1])), case[column]) for case in cases)


def test_dec_wants_a_field_and_nothing_else():
    assert using_format.dec_form(1.5, b"##.##", True) == b" 1.50"
    for fmt in (b"", b"#a", b"a#", b"## ", b"#" * 21):
        with pytest.raises(BasicError) as caught:
            using_format.dec_form(1.5, fmt, True)
        assert caught.value.number == IMPROPER


def test_hex_and_bin():
    assert (numerals.hex_form(255, 4), numerals.hex_form(0), numerals.bin_form(5, 8)) == (b"00FF", b"0", b"00000101")
    with pytest.raises(BasicError):
        numerals.hex_form(1, 17)


@pytest.mark.parametrize("x,integer,address", [
    (2.5, 3, 3), (-2.5, -3, 65533), (-0.5, -1, 65535), (32767.25, 32767, 32767), (32767.5, None, 32768),
    (-32768.25, -32768, 32768),
    (-32768.5, None, None), (65535.25, None, 65535), (65535.5, None, None), (7, 7, 7)])
def test_integers_and_addresses(x, integer, address):
    for convert, expected in ((reals.to_integer, integer), (reals.to_unsigned, address)):
        if expected is None:
            with pytest.raises(BasicError) as caught:
                convert(x)
            assert caught.value.number == OVERFLOW
        else:
            assert convert(x) == expected


def made_of(mantissa: int, exponent: int, sign: int) -> float:
    return reals.from_bytes((mantissa | sign << 31).to_bytes(4, "little") + bytes([exponent]))


numbers = st.builds(made_of,
                    st.integers(0, 2**31 - 1), st.integers(1, 255), st.integers(0, 1))
usual_numbers = st.builds(made_of,
                          st.integers(0, 2**31 - 1), st.integers(112, 144), st.integers(0, 1))


def half_away(exact):
    """The real nearest to a fraction, ties away from zero."""
    size = abs(exact)
    exponent = size.numerator.bit_length() - size.denominator.bit_length() - 31
    if size / Fraction(2) ** exponent < 2**31:
        exponent -= 1
    mantissa = (size / Fraction(2) ** exponent * 2 + 1) // 2
    return float((mantissa if exact > 0 else -mantissa) * Fraction(2) ** exponent)


@given(st.binary(min_size=4, max_size=4), st.integers(1, 255))
def test_bytes_of_a_real_come_back(mantissa, exponent):
    data = mantissa + bytes([exponent])
    assert reals.to_bytes(reals.from_bytes(data)) == data


@given(usual_numbers, usual_numbers)
def test_operations_round_half_away_from_zero(a, b):
    assert reals.mul(a, b) == half_away(Fraction(a) * Fraction(b))
    assert reals.div(a, b) == half_away(Fraction(a) / Fraction(b))
    assert reals.add(abs(a), abs(b)) == half_away(abs(Fraction(a)) + abs(Fraction(b)))


@given(usual_numbers, st.integers(-9, 9), st.integers(-40, 40))
def test_a_compiler_may_skip_the_call(a, steps, places):
    b = reals.mul(reals.add(a, float(steps)), 2.0**places)
    assume(b)
    for operation, x in ((reals.add, a + b), (reals.sub, a - b), (reals.mul, a * b), (reals.div, a / b)):
        t = x * reals.PROBE
        y = t - (t - x)
        if y == x and reals.LEAST < y * y < reals.GREATEST:
            assert operation(a, b) == y


@given(numbers, numbers)
def test_results_are_reals(a, b):
    for operation in (reals.add, reals.sub, reals.mul, reals.div):
        try:
            x = operation(a, b)
        except SoftError as error:
            x = error.result
        assert str(reals.from_bytes(reals.to_bytes(x))) == str(x)


@given(st.integers(-999999999, 999999999))
def test_whole_numbers_print_and_read_back(n):
    assert numerals.print_form(float(n)) == b"%d" % n
    assert numerals.read_number(b"%d" % n).value == n
    if n:
        digits, power = numerals.nine_digits(float(abs(n)))
        assert digits == abs(n) * 10**-power


@given(st.integers(100000000, 999999999), st.integers(-16, 9))
def test_nine_digits_print_as_they_were_read(digits, power):
    text = numerals.list_form(numerals.read_unsigned(b"%dE%d" % (digits, power)).value)
    assert abs(Fraction(text.decode()) - digits * Fraction(10) ** power) <= Fraction(10) ** power

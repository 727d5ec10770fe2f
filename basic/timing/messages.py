"""How long the machine takes to find the message of an error, in microseconds: what printing it takes comes on top. 1.0 passes
over the messages before it, letter by letter. 1.1 has them in pieces that several share."""

from itertools import accumulate

from basic.errors import message

IN_LINE = 853, 720              # what says in which line
FOUND, PASSED, PASSED_LETTER, LETTER = 491, 11.9, 7.94, 20.1
FOUND_1_1 = (
    2769, 3247, 1943, 2822, 1742, 1829, 1464, 2300, 2942, 2673, 3584, 2877, 4424, 2684, 3935, 4554,
    5166, 2951, 3980, 4707, 4854, 4912, 4400, 4718, 2566, 4022, 4786, 4738, 4807, 4606, 4752, 4143,
    2931,
)
ONLY_IN_1_1 = 2                 # the last of them


def _found_1_0() -> list[float]:
    lengths = [len(message(number)) for number in range(len(FOUND_1_1) - ONLY_IN_1_1)]
    before = accumulate(lengths, initial=0)
    return [FOUND + PASSED * number + PASSED_LETTER * letters + LETTER * length
            for number, (letters, length) in enumerate(zip(before, lengths, strict=False))]


_FOUND = _found_1_0(), FOUND_1_1


def found(number: int, basic_1_1: bool) -> float:
    listed = _FOUND[basic_1_1]
    return listed[number] if number < len(listed) else listed[0]

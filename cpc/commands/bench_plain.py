"""The micro-loops of the bench in plain Python: name -> a function that gives the seconds for a number of passes."""

from collections.abc import Callable
from math import sin, sqrt
from time import process_time


def timed(work: Callable[[int], object]) -> Callable[[int], float]:
    def seconds(passes: int) -> float:
        begin = process_time()
        work(passes)
        return process_time() - begin
    return seconds


def _empty(passes: int) -> None:
    for _ in range(passes):
        pass


def _mod_xor(passes: int) -> int:
    a = b = 0
    for i in range(1, passes + 1):
        a = (a ^ i) % 77
        b ^= a
    return b


def _sqr_sin(passes: int) -> float:
    x = 0.0
    for i in range(1, passes + 1):
        x = sqrt(i) + sin(i)
    return x


def _strings(passes: int) -> str:
    text = ""
    for _ in range(passes):
        text = ""
        for i in range(1, 21):
            text = text + chr(64 + i)
    return text


def _sieve(passes: int) -> list[int]:
    flags = [0] * 2001
    for _ in range(passes):
        for i in range(2, 2001):
            flags[i] = 0
        for i in range(2, 45):
            if flags[i] == 0:
                for j in range(i * i, 2001, i):
                    flags[j] = 1
    return flags


def _gosub(passes: int) -> None:
    def third() -> None:
        return

    def second() -> None:
        third()

    def first() -> None:
        second()

    for _ in range(passes):
        first()


def _if_goto(passes: int) -> int:
    table = [0.0] * 11
    i = s = 0
    while i < passes:
        i += 1
        if table[i & 7] == 0:
            s += 1
    return s


PLAIN = {name: timed(work) for name, work in {
    "for real": _empty, "for integer": _empty, "mod xor": _mod_xor, "sqr sin": _sqr_sin, "strings": _strings,
    "sieve": _sieve, "gosub": _gosub, "if goto": _if_goto}.items()}


def empty_passes() -> float:
    """Empty passes a second: how fast this Python is on this computer."""
    return 3_000_000 / timed(_empty)(3_000_000)

"""The Commodore dialect: listings printed for machines that find keywords anywhere in run-together text.

`IFF%=ST%ANDZ%=111THENGOTO100` is words there. `spaced` puts the blanks in that Locomotive BASIC wants; what the line means
is Locomotive's from then on. Names have no keywords inside, as on those machines; strings, REM and DATA stay as they are.
"""

import re
from collections.abc import Callable
from typing import Protocol

from basic.source.crunch import Places, crunch

WORDS = ("END FOR NEXT DATA INPUT DIM READ LET GOTO RUN IF RESTORE GOSUB RETURN REM STOP ON WAIT LOAD SAVE DEF POKE PRINT"
         " CONT LIST NEW TAB TO FN SPC THEN ELSE NOT STEP AND OR SGN INT ABS FRE POS SQR RND LOG EXP COS SIN TAN ATN PEEK"
         " LEN STR$ VAL ASC CHR$ LEFT$ RIGHT$ MID$ GO")
_LONGEST_FIRST = sorted(WORDS.split(), key=len, reverse=True)
_WORD = re.compile("|".join(map(re.escape, _LONGEST_FIRST)).encode(), re.IGNORECASE)
_LETTER_OR_DIGIT = re.compile(rb"[A-Za-z0-9.]")


def spaced(text: bytes) -> bytes:
    """The line's text with blanks around the keywords in it."""
    out = bytearray()
    at = 0
    while at < len(text):
        char = text[at]
        if char == 34:
            end = text.find(b'"', at + 1)
            end = len(text) if end < 0 else end + 1
            out += text[at:end]
            at = end
            continue
        match = _WORD.match(text, at)
        if match is None:
            out.append(char)
            at += 1
            continue
        word = match[0].upper()
        if out and chr(out[-1]).isalpha():
            out.append(32)
        out += match[0]
        at = match.end()
        if word == b"REM":
            return bytes(out + (b" " if _LETTER_OR_DIGIT.match(text, at) else b"") + text[at:])
        if word == b"DATA":
            end = text.find(b":", at)
            end = len(text) if end < 0 else end
            out += text[at:end]
            at = end
        elif word != b"FN" and word[-1:] != b"$" and _LETTER_OR_DIGIT.match(text, at):
            out.append(32)
    return bytes(out)


def crunched_line(text: bytes, basic_1_1: bool = False, commodore: bool = False, places: Places | None = None) -> bytes:
    """A line's bytes, read as the one or the other; `places` gets where they come from in the text."""
    if not commodore:
        return crunch(text, basic_1_1, places=places)
    apart = spaced(text)
    crunched = crunch(apart, basic_1_1, places=places)
    if places:
        at = _places_before(text, apart)
        places[:] = [(byte, at[place]) for byte, place in places]
    return crunched


def _places_before(text: bytes, apart: bytes) -> list[int]:
    """For each place in the text with blanks put in, its place in the text without them."""
    found, at = [], 0
    for char in apart:
        found.append(at)
        at += at < len(text) and text[at] == char
    return [*found, at]


class Clock(Protocol):
    @property
    def us(self) -> int: ...


class Dialect:
    """How a session takes lines: `locomotive`, `commodore`, or `auto`: Locomotive where that makes sense.

    `crunch` crunches Locomotive BASIC, `makes_sense` says whether every statement of a crunched line does, `notice` tells
    a person something.
    """

    def __init__(self, name: str, crunch: Callable[[bytes], bytes], makes_sense: Callable[[bytes], bool],
                 notice: Callable[[str], None], clock: Clock) -> None:
        self.name = name
        self.commodore = name == "commodore"        # TI and TI$ are the clock
        self.clock_set_at = 0
        self._crunch, self._makes_sense, self._notice, self._clock = crunch, makes_sense, notice, clock

    def crunch(self, text: bytes, from_file: bool = False) -> bytes:
        if self.name == "commodore":
            return self._crunch(spaced(text))
        found = self._crunch(text)
        if not from_file or self.name != "auto":
            return found
        apart = spaced(text)
        if apart == text or self._makes_sense(found):
            return found
        other = self._crunch(apart)
        if not self._makes_sense(other):
            return found
        if not self.commodore:
            self.commodore = True
            self._notice("Some lines have their keywords run together: they are read as a Commodore would.")
        return other

    # TI and TI$

    def jiffies(self) -> int:
        return (self._clock.us - self.clock_set_at) * 60 // 1_000_000

    def clock_text(self) -> bytes:
        seconds = self.jiffies() // 60
        return b"%02d%02d%02d" % (seconds // 3600 % 24, seconds // 60 % 60, seconds % 60)

    def snapshot(self) -> tuple[bool, int]:
        return self.commodore, self.clock_set_at

    def restore(self, state: tuple[bool, int]) -> None:
        self.commodore, self.clock_set_at = state

    def set_clock(self, text: bytes) -> None:
        if len(text) == 6 and text.isdigit():
            seconds = int(text[:2]) * 3600 + int(text[2:4]) * 60 + int(text[4:])
            self.clock_set_at = self._clock.us - seconds * 1_000_000

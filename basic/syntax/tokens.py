"""The tokens that the parser is fed."""

from enum import Enum
from typing import Any

from basic.source.walker import BLANKS, Kind
from basic.values.texts import own


class Sort(Enum):
    """What a token is, without regard to which one of its sort."""
    __hash__ = object.__hash__  # Enum's takes longer
    NAME = "the name of a variable, an array or a function"
    NUMBER = "a number"
    LINE = "the number of a line"
    STRING = "a text in quotes"
    TEXT = "what stands behind DATA or DEFINT"
    REMARK = "REM with its text"
    SIGN = "a sign of an operator"
    SEPARATOR = "a colon"
    BAR = "a bar command"
    WORD = "a keyword, a function, punctuation"
    DAMAGED = "what no line has that was typed"


_SORTS = {"NAME": Sort.NAME, "NUMBER": Sort.NUMBER, "LINENO": Sort.LINE, "STRING": Sort.STRING, "TEXT": Sort.TEXT,
          "_REM": Sort.REMARK, "OPERATOR": Sort.SIGN, "_EQUALS": Sort.SIGN, "_MINUS": Sort.SIGN, "PLUS": Sort.SIGN,
          "SEPARATOR": Sort.SEPARATOR, "BAR": Sort.BAR, "INVALID": Sort.DAMAGED}


class Token:
    """What the parser is fed: a terminal's name and the value it stands for; where it is in the line, and its bytes."""

    __slots__ = ("type", "value", "at", "size")

    def __init__(self, type: str, value: Any = None, at: int = 0, size: int = 1):
        self.type = type
        self.value = value      # as the terminal wants it: a number, a text, (name, type byte)
        self.at = at
        self.size = size

    @property
    def sort(self) -> Sort:
        return _SORTS.get(self.type, Sort.WORD)


def constant_token(kind: Kind, at: int, size: int, value: Any) -> Token:
    """The token of a number, a line's number or a text in quotes."""
    if kind is _NUMBER:
        return Token("NUMBER", value, at, size)
    if kind is _LINE:
        return Token("LINENO", value if value < 32768 else float(value), at, size)
    return Token("STRING", own(value if size == len(value) + 2 else value.rstrip(BLANKS)), at, size)


_NUMBER, _LINE = Kind.NUMBER, Kind.LINE

"""Lines typed without a number. The machine crunches each into the same bytes, and a GOSUB keeps the address behind it: its
RETURN goes on there, whatever has been typed since."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from basic.source.bars import end_of_name, line_end
from basic.source.crunch import LONGEST
from basic.source.walker import SEPARATOR
from basic.syntax.statement_text import StatementText

DIRECT = "direct"
AFTER_IT = bytes(3)             # the machine ends a line with three zeros
NO_STATEMENT = b")"             # a Syntax error


class DirectLine(NamedTuple):
    crunched: bytes
    statements: list[StatementText]
    pcs: list[int]
    begin: int = 0              # where it stands in the bytes: not at 0 if a RETURN has come into it


class DirectBytes:
    def __init__(self) -> None:
        self.bytes = bytearray(LONGEST + len(AFTER_IT))
        self.lines = 0          # how many have been typed

    def take(self, crunched: bytes) -> None:
        """A line has been typed."""
        self.bytes[:len(crunched) + len(AFTER_IT)] = crunched + AFTER_IT
        self.lines += 1

    def from_there(self, at: int) -> bytes:
        """What stands at a place, up to the 0 that ends it."""
        rest = bytes(self.bytes[at:])
        end = line_end(rest)
        return rest if end is None else rest[:end]

    def has_end_of_name(self, begin: int) -> bool:
        """Whether what is left of lines before has a byte there that the machine takes for the end of a name."""
        return end_of_name(bytes(self.bytes), begin) is not None

    def place_behind(self, direct: DirectLine, statement: int) -> tuple[Any, int]:
        """A key for the stack that tells which line and which place a GOSUB comes back to."""
        return (DIRECT, self.lines), direct.begin + direct.statements[statement].end

    def still_holds(self, key: tuple[Any, int]) -> bool:
        return bool(key[0] == (DIRECT, self.lines))

    def snapshot(self) -> Mapping[str, Any]:
        return {"bytes": bytes(self.bytes), "lines": self.lines}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.bytes[:] = state["bytes"]
        self.lines = state["lines"]


def begins_statement(crunched: bytes) -> bool:
    return crunched[:1] == bytes((SEPARATOR,))

"""What DEF FN has defined."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from basic.errors import BasicError
from basic.values import reals
from basic.values.code import INTEGER, REAL, Code, Get, Kind

if TYPE_CHECKING:
    from basic.syntax.nodes import Expression


class Signature(NamedTuple):
    """What tells one definition from another, also in another run of the same program."""
    name: bytes
    kind: Kind
    line: int
    statement: int
    kinds: str                  # of the parameters
    us: int
    default_kinds: str          # of names without a suffix


class Definition:
    """What DEF FN has defined. `get` gives the expression's value, `code` what it is for units."""

    def __init__(self, place: tuple[int, int], key: tuple[bytes, Kind], kinds: list[Kind], cells: list[Any], get: Get,
                 cost: int = 0, code: Code | None = None, default_kinds: str = "", makes: bool = False):
        self.place = place          # of the statement: its line's number, and which it is there
        self.kinds = kinds
        self.cells = cells
        self.get = get
        self.kind = key[1]
        self.cost = cost
        self.code = code
        self.makes = makes          # its string is made by its expression, which is no other function's
        self.signature = Signature(*key, *place, "".join(kinds), cost, default_kinds)
        self.depth = 0
        self.last_parameter: bytes | None = None
        self.inside: list[Expression] = []      # the expression

    @property
    def passing(self) -> bool:
        """It gives strings that it has made."""
        return self.code is not None and bool(self.code.passing)

    def call(self, values: list[Any]) -> Any:
        kept = self.cells[:]
        self.cells[:] = values
        self.depth += 1
        try:
            if self.depth > 40:
                raise BasicError(7)
            value = self.get()
        finally:
            self.depth -= 1
            self.cells[:] = kept
        if self.kind == INTEGER and type(value) is not int:
            return reals.to_integer(value)
        return float(value) if self.kind == REAL else value

"""The way from a FOR or WHILE to the statement that ends its loop: the machine looks through all the text between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from basic.syntax.statement_text import StatementText

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler
    from basic.runtime.executor import Executor


def statements_from(executor: Executor, line: int | None, statement: int) -> Iterator[tuple[int | None, int, StatementText]]:
    """(line's place, statement's place, statement) of all that follows in the text."""
    program = executor.program
    if line is None:
        direct = executor.table.line_of(None).statements
        for at in range(statement, len(direct)):
            yield None, at, direct[at]
        return
    while line < len(program.numbers):
        found = executor.table.layout(line)[0]
        for at in range(statement, len(found)):
            yield line, at, found[at]
        line, statement = line + 1, 0


def looking_over(c: Compiler, line: int | None, statement: int) -> float:
    """What the machine's search from this statement to that one takes."""
    executor, us, place, first = c.executor, 0.0, c.line, c.statement + 1
    while True:
        found = executor.table.line_of(place).statements
        us += c.costs.looked_over(found[first:statement if place == line else len(found)])
        if place == line or place is None:
            return us
        us += c.costs.looked_line
        place, first = place + 1, 0

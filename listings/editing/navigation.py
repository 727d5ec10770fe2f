"""Where lines and names are, and what leads to them."""

from typing import NamedTuple

from basic.source.walker import Kind
from basic.source.words import WORDS
from basic.statements.defining import DefFn
from basic.statements.jumps import Return
from basic.syntax.subroutines import subroutines
from listings.editing.document import Document, Row, Span

DEF = WORDS["DEF"].token


class Outlined(NamedTuple):
    """A subroutine, or a function of DEF FN."""
    name: str
    detail: str
    begin: Row
    end: Row
    is_function: bool


def definition(document: Document, row: Row, column: int) -> Span | None:
    """The line that a number means; of a name its DEF FN, its DIM or the first place that sets it."""
    line = line_at(document, row, column)
    if line is not None:
        target = document.by_number.get(line)
        return target.number_span if target is not None else None
    found = document.symbol_at(row, column)
    if found is None:
        return None
    symbol, _ = found
    spans = document.uses[symbol]
    if symbol.is_function:
        defined = [span for span in spans if _is_defined_at(document, span)]
        return (defined or spans)[0]
    begun = [use for use in document.anatomy.uses if use.name == symbol.name and (use.dims or use.sets)]
    begun.sort(key=lambda use: not use.dims)
    lines = [document.by_number[use.line].at for use in begun]
    return next((span for at in lines for span in spans if span.row == at), spans[0])


def references(document: Document, row: Row, column: int, with_declaration: bool = True) -> list[Span]:
    """What names the line that a number means, or where else the name stands. Elsewhere: what leads to this line."""
    line = line_at(document, row, column)
    if line is None:
        found = document.symbol_at(row, column)
        if found is not None:
            return document.uses[found[0]]
        line = row.number
    if line is None:
        return []
    target = document.by_number.get(line)
    declared = [target.number_span] if with_declaration and target is not None else []
    return declared + document.jumps.get(line, [])


def line_at(document: Document, row: Row, column: int) -> int | None:
    """The line that a number at the cursor means: the row's own, or one behind GOTO and its like."""
    if row.number is not None and row.first <= column <= row.number_end:
        return row.number
    item = document.item_at(row, column)
    return item.value if item is not None and item.kind is Kind.LINE else None


def names_of_subroutines(document: Document) -> dict[int, str]:
    """By first line; an empty name where no remark gives one."""
    found = subroutines(document.anatomy.crunched, document.settings.basic_1_1)
    return {line: name.decode("latin-1") for line, name in found.items()}


def outline(document: Document) -> list[Outlined]:
    anatomy = document.anatomy
    returns = [piece.line for piece in anatomy.pieces if isinstance(piece.statement, Return) and not piece.conditional]
    found = []
    at = 0
    for line, name in names_of_subroutines(document).items():
        while at < len(returns) and returns[at] < line:
            at += 1
        last = returns[at] if at < len(returns) else line
        begin, end = document.by_number[line], document.by_number[last]
        calls = len(document.jumps.get(line, []))
        found.append(Outlined(f"{line} {name}".strip(), f"{calls} call{'s' * (calls != 1)}", begin,
                              end if end.at >= begin.at else begin, False))
    for piece in anatomy.pieces:
        if isinstance(piece.statement, DefFn):
            row = document.by_number[piece.line]
            name = piece.statement.name[0].decode("latin-1").lower()
            found.append(Outlined(f"FN{name}", f"line {piece.line}", row, row, True))
    return sorted(found, key=lambda one: one.begin.at)


def _is_defined_at(document: Document, span: Span) -> bool:
    """Whether DEF FN stands before a function's name."""
    before = [item for item in document.items(document.rows[span.row]) if item.span.end <= span.start]
    return len(before) > 1 and before[-2].kind is Kind.WORD and before[-2].value == DEF

"""What is wrong with a listing, with the place in the text: what lint finds, and what LOAD would not take."""

from collections.abc import Iterator
from typing import NamedTuple

from cpc.charset import spelt
from listings.editing.document import Document, Span
from listings.linting import lint
from listings.linting.lint import ERROR, WARNING

NOTICE = "notice"           # what LOAD changes by itself
MOST = 100                  # of rows of one sort; a picture has thousands without a number


class Problem(NamedTuple):
    span: Span
    severity: str
    message: str


def problems(document: Document) -> list[Problem]:
    if not document.numbered and not all(row.is_empty for row in document.rows):
        first = next(row for row in document.rows if not row.is_empty)
        return [Problem(first.whole, ERROR, "This is no listing: no row has a line number. `cpc convert` makes text of a "
                                            "program that a CPC has saved.")]
    return [*_of_rows(document), *_of_lines(document)]


def _of_rows(document: Document) -> Iterator[Problem]:
    unnumbered = [row for row in document.rows if row.number is None and not row.is_empty]
    for row in unnumbered[:MOST]:
        yield Problem(row.whole, ERROR, "There is no line number from 1 to 65535 before this.")
    for row in document.repeated[:MOST]:
        yield Problem(row.number_span, WARNING, f"Line {row.number} comes again further down, and only that one counts.")
    unknown = ((span, character) for row in document.rows for span, character in row.unknown())
    for (span, character), _ in zip(unknown, range(MOST)):
        if (spelling := spelt(character)) != character:
            yield Problem(span, NOTICE, f"The CPC does not have {character}; the program has {spelling} instead.")
        else:
            yield Problem(span, ERROR, f"The CPC does not have the character {character}")


def _of_lines(document: Document) -> Iterator[Problem]:
    for finding in lint.findings(document.anatomy, document.settings.basic_1_1):
        row = document.by_number[finding.line]
        start, end = row.begin, row.last
        if finding.column:
            start = row.column(finding.column - len(str(finding.line)) - 2)
            item = document.item_at(row, start)
            end = item.span.end if item is not None and item.span.start == start else start
        yield Problem(Span(row.at, start, max(end, start)), finding.severity, finding.message)

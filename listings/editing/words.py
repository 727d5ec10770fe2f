"""What a word or a name means, and what can be typed at a place."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from basic.errors import BasicError
from basic.help.words import Language, of_function, of_statement, words
from basic.source.crunch import crunch
from basic.source.walker import Kind, walk
from basic.source.words import TAKES_LINE_NUMBER, WORDS
from basic.syntax.function import FUNCTIONS
from cpc.charset import readable, spelt
from listings.editing.document import Document, Item, Row, Span, Symbol, kind_of
from listings.editing.navigation import line_at, names_of_subroutines

KEYWORD, VARIABLE, FUNCTION, LINE = "keyword", "variable", "function", "line"
WORD_BEFORE = re.compile(r"(?:[^\W_]|[.\u0300-\u036f])*[$%!]?$")     # with letters that the CPC does not have
MOST_LINES = 12             # of those that are named in a text for a name
_TEXT_OF = {word.token: word.text for word in WORDS.values()}
_WANT_LINE = frozenset(WORDS[word].token for word in TAKES_LINE_NUMBER)


class Told(NamedTuple):
    """What is said about a part of a row."""
    span: Span
    title: str
    texts: list[str]


class Choice(NamedTuple):
    """What can be typed in place of a part of a row."""
    span: Span
    text: str
    sort: str
    detail: str
    explained: str


@cache
def _words(language: Language) -> dict[str, list[str]]:
    return words(language)


def hover(document: Document, row: Row, column: int, language: Language) -> Told | None:
    item = document.item_at(row, column)
    if item is not None and item.kind is Kind.WORD and item.value in _TEXT_OF:
        return _of_word(document, row, item, language)
    found = document.symbol_at(row, column)
    if found is not None:
        symbol, span = found
        return Told(span, _title(symbol), [_where(document, symbol)])
    line = line_at(document, row, column)
    if line is None:
        return None
    span = item.span if item is not None and item.kind is Kind.LINE else row.number_span
    return _of_line(document, line, span)


def _of_word(document: Document, row: Row, item: Item, language: Language) -> Told:
    """What `cpc help` says of the word, of the statement that it stands in if that makes sense."""
    word = _TEXT_OF[item.value]
    texts = _words(language).get(word, [])
    if item.value in FUNCTIONS:
        own = of_function(FUNCTIONS[item.value], language)
        texts = [own] if own in texts else texts
    else:
        line = document.read(row.text)
        pieces = [piece for piece in document.anatomy.pieces if piece.line == row.number] if line is not None else []
        for piece in pieces:
            own = of_statement(type(piece.statement), language)
            if piece.text.start <= item.offset < piece.text.end and own in texts:
                texts = [own]
    return Told(item.span, word, texts)


def _title(symbol: Symbol) -> str:
    sort = "function" if symbol.is_function else "array" if symbol.name.is_array else "variable"
    return f"{'FN' * symbol.is_function}{symbol.name}: {sort}, {kind_of(symbol)}"


def _where(document: Document, symbol: Symbol) -> str:
    """In which lines a name stands, and which of them set it."""
    lines = [number for span in document.uses[symbol] if (number := document.rows[span.row].number) is not None]
    told = f"in {_numbers(lines)}"
    if not symbol.is_function:
        setting = document.setting.get(symbol.name, [])
        told += f"; set in {_numbers(setting)}" if setting else "; never set"
    return told


def _numbers(lines: list[int]) -> str:
    once = sorted(set(lines))
    more = f" and {len(once) - MOST_LINES} more" if len(once) > MOST_LINES else ""
    return ", ".join(map(str, once[:MOST_LINES])) + more


def _of_line(document: Document, line: int, span: Span) -> Told:
    if line not in document.lines:
        return Told(span, f"There is no line {line}.", [])
    name = names_of_subroutines(document).get(line, "")
    calling = [number for one in document.jumps.get(line, []) if (number := document.rows[one.row].number) is not None]
    texts = [f"{line} {readable(document.lines[line])}", f"Named in {_numbers(calling)}" if calling else "Named in no line"]
    return Told(span, f"{line} {name}".strip(), texts)


def choices(document: Document, row: Row, column: int, language: Language) -> list[Choice]:
    """What can stand where the cursor is: words and names; behind GOTO and its like, lines."""
    before = row.shown[:column]
    begun = WORD_BEFORE.search(before)
    assert begun is not None        # it matches nothing at all as well
    start = begun.start()
    if row.number is None or start < row.number_end:
        return []
    prefix, span = spelt(begun[0]).upper(), Span(row.at, start, len(before))
    place = _place(row, start, document.settings.basic_1_1)
    if place is None:
        return []
    found = _lines(document, span) if place == LINE else [*_keywords(document, span, language), *_names(document, span, start)]
    return [choice for choice in found if spelt(choice.text).upper().startswith(prefix)]


def _place(row: Row, column: int, basic_1_1: bool) -> str | None:
    """What belongs at a column: a line's number, or a word. None within texts and remarks."""
    try:
        crunched = crunch(row.text[:row.place(column)], basic_1_1)
    except BasicError:
        return None
    items = [item for item in walk(crunched) if item.kind is not Kind.SPACE]
    if not items:
        return KEYWORD
    last = items[-1]
    if last.kind in (Kind.REMARK, Kind.TEXT) or last.kind is Kind.STRING and last.size < len(last.value) + 2:
        return None
    if last.kind is Kind.WORD and last.value in _WANT_LINE or (
            last.kind is Kind.CHARACTER and last.value == ord(",") and len(items) > 1 and items[-2].kind is Kind.LINE):
        return LINE
    return KEYWORD


def _keywords(document: Document, span: Span, language: Language) -> Iterator[Choice]:
    known = _words(language)
    for word in WORDS.values():
        if word.since <= 10 or document.settings.basic_1_1:
            texts = known.get(word.text, [])
            sort = FUNCTION if word.token in FUNCTIONS else KEYWORD
            yield Choice(span, word.text, sort, texts[0] if texts else "", "\n\n".join(texts))


def _names(document: Document, span: Span, start: int) -> Iterator[Choice]:
    for symbol, spans in document.uses.items():
        others = [one for one in spans if (one.row, one.start) != (span.row, start)]
        if others:                  # besides the one that is being typed
            text = "FN" * symbol.is_function + document.shown(others[0])
            sort = FUNCTION if symbol.is_function else VARIABLE
            yield Choice(span, text, sort, _title(symbol), _where(document, symbol))


def _lines(document: Document, span: Span) -> Iterator[Choice]:
    names = names_of_subroutines(document)
    for line, text in document.lines.items():
        yield Choice(span, str(line), LINE, names.get(line) or readable(text[:60]), f"{line} {readable(text)}")

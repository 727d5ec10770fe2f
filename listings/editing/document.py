"""A listing as an editor has it. Places in it are a row and a column, both from 0; a column counts characters."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple
from unicodedata import normalize

from basic.records import record
from basic.source.crunch import keyword_at, line_number_at
from basic.source.uncrunch import SUFFIXES
from basic.source.walker import COPIED_AS_TEXT, Kind, walk
from basic.source.words import WORDS
from cpc.charset import CONTROLS, FROM_UNICODE, spelt
from listings.linting.anatomy import SUFFIX, Anatomy, Dissected, Known, Name, dissect, dissected
from listings.source import Lines

UNKNOWN = b"?"              # stands for characters that the CPC does not have
ROWS = re.compile(r"\r\n|\r|\n")
FN, ERASE = WORDS["FN"].token, WORDS["ERASE"].token
BRACKETS = frozenset(b"([")


class Span(NamedTuple):
    """A part of a row."""
    row: int
    start: int
    end: int


class Item(NamedTuple):
    """What the crunched line has, with its place in the row."""
    kind: Kind
    value: Any              # as the kind says
    span: Span
    offset: int             # in the crunched line


class Symbol(NamedTuple):
    """A name that a program uses. `kind` tells variables, arrays and functions apart: a, a( and FNa have nothing in common."""
    name: Name
    is_function: bool


_CODES = {character: bytes([code]) for character, code in FROM_UNICODE.items()} | {
    chr(code): bytes([code]) for code in CONTROLS} | {"\t": b" "}


class Letter(NamedTuple):
    """A character of a row; it takes two columns if its accent stands for itself."""
    column: int
    end: int
    character: str

    @property
    def codes(self) -> bytes:
        """What LOAD makes of it."""
        if (code := _CODES.get(self.character)) is not None:
            return code
        spelling = spelt(self.character)
        return UNKNOWN if spelling == self.character else spelling.encode("ascii")


def _letters(shown: str) -> Iterator[Letter]:
    end = 0
    for column, character in enumerate(shown):
        if column >= end:
            with_accent = normalize("NFC", shown[column:column + 2])
            end = column + (2 if len(with_accent) == 1 else 1)
            yield Letter(column, end, with_accent if end > column + 1 else character)


class Row:
    """A row of the text, and the line of the program in it, if there is one."""

    def __init__(self, at: int, shown: str) -> None:
        self.at = at
        self.shown = shown
        self._letters = None if shown.isascii() else list(_letters(shown))
        if self._letters is None:
            codes = shown.replace("\t", " ").encode("ascii")
            self._columns: Sequence[int] = range(len(codes) + 1)
        else:
            spellings = [letter.codes for letter in self._letters]
            codes = b"".join(spellings)
            self._columns = [letter.column for letter, spelling in zip(self._letters, spellings, strict=True)
                             for _ in spelling] + [len(shown)]
        self.first = len(codes) - len(codes.lstrip(b" "))           # the column of the first character
        last = max(len(codes.rstrip(b" ")), self.first)
        self.last = self._columns[last]
        self.number, self.number_end = line_number_at(codes, self.first)
        self.begin = self.number_end + (codes[self.number_end:last][:1] == b" ")
        self.text = codes[self.begin:last]

    @property
    def is_empty(self) -> bool:
        return self.last == self.first

    @property
    def whole(self) -> Span:
        return Span(self.at, self.first, self.last)

    @property
    def number_span(self) -> Span:
        return Span(self.at, self.first, self.number_end)

    @property
    def length(self) -> int:
        """Of the line with its number, as it is typed."""
        return self.begin + len(self.text) - self.first

    def column(self, place: int) -> int:
        """Where a place in the text of the line stands."""
        return self._columns[min(self.begin + place, len(self._columns) - 1)]

    def place(self, column: int) -> int:
        """What place in the text of the line stands at a column, or next behind it."""
        return min(max(bisect_left(self._columns, column) - self.begin, 0), len(self.text))

    def span(self, item: Item) -> Span:
        """Of an item with its place in the text of the line."""
        _, start, end = item.span
        return Span(self.at, self.column(start), self.column(end))

    def unknown(self) -> Iterator[tuple[Span, str]]:
        """The characters that the CPC does not have."""
        for letter in self._letters or ():
            if letter.character not in _CODES:
                yield Span(self.at, letter.column, letter.end), letter.character


@record(frozen=True)
class Settings:
    model: str = "464"
    commodore: bool = False

    @property
    def basic_1_1(self) -> bool:
        return self.model != "464"


class Document:
    """One version of the text. `before` is the version before it: lines that are in both are not read again."""

    def __init__(self, text: str, settings: Settings | None = None, before: "Document | None" = None) -> None:
        self.settings = settings or Settings()
        self.rows = [Row(at, shown) for at, shown in enumerate(ROWS.split(text.partition("\x1a")[0]))]
        self.numbered = [row for row in self.rows if row.number is not None]
        # as LOAD takes them: of lines with the same number the last one counts
        self.by_number: dict[int, Row] = {row.number: row for row in self.numbered if row.number is not None}
        old: Known = before.known if before is not None and before.settings == self.settings else {}
        texts = {row.text for row in self.numbered}
        self.known: Known = {text: line for text, line in old.items() if text in texts}
        items: dict[bytes, list[Item]] = before.items_of if before is not None and old else {}
        self.items_of: dict[bytes, list[Item]] = {text: found for text, found in items.items() if text in texts}

    @cached_property
    def lines(self) -> Lines:
        return {number: self.by_number[number].text for number in sorted(self.by_number)}

    @cached_property
    def anatomy(self) -> Anatomy:
        return dissect(self.lines, self.settings.basic_1_1, self.settings.commodore, self.known)

    @property
    def repeated(self) -> list[Row]:
        """Rows whose number comes again further down."""
        return [row for row in self.numbered if row.number is not None and self.by_number[row.number] is not row]

    def read(self, text: bytes) -> Dissected | None:
        """What is in the text of a line; None where it is too long to be read."""
        if text not in self.known:
            self.known[text] = dissected(text, self.settings.basic_1_1, self.settings.commodore)
        return self.known[text]

    def row(self, at: int) -> Row | None:
        return self.rows[at] if 0 <= at < len(self.rows) else None

    def items(self, row: Row) -> list[Item]:
        """What stands in the line of a row, in its order; without spaces."""
        return [item._replace(span=row.span(item)) for item in self.items_in(row)]

    def items_in(self, row: Row) -> list[Item]:
        """The same, with places in the text of the line: for those who look at all rows."""
        if row.number is None:
            return []
        found = self.items_of.get(row.text)
        if found is None:
            line = self.read(row.text)
            found = self.items_of[row.text] = list(_items(line, row.text)) if line is not None else []
        return found

    def item_at(self, row: Row, column: int) -> Item | None:
        """The item that a cursor stands in, or right behind; between two a word, a name or a number."""
        near = [item for item in self.items(row)
                if item.span.start <= column <= item.span.end and item.kind is not Kind.SEPARATOR]
        words = [item for item in near if self.shown(item.span)[:1].isalnum()]
        return words[-1] if words else near[-1] if near else None

    def symbols(self, row: Row) -> Iterator[tuple[Symbol, Span]]:
        """The names in a row."""
        items = self.items_in(row)
        erases = False
        for at, item in enumerate(items):
            if item.kind is Kind.SEPARATOR:
                erases = False
            elif item.kind is Kind.WORD and item.value == ERASE:
                erases = True
            elif item.kind is Kind.NAME and item.value[0][:1].isalpha():        # behind a lone bar it may be another thing
                of_function = bool(at) and items[at - 1].kind is Kind.WORD and items[at - 1].value == FN
                behind = items[at + 1] if at + 1 < len(items) else None
                opens = behind is not None and behind.kind is Kind.CHARACTER and behind.value in BRACKETS
                letters, type_byte = item.value
                name = self.anatomy.name_of(letters, type_byte, not of_function and (erases or opens))
                yield Symbol(name, of_function), row.span(item)

    def symbol_at(self, row: Row, column: int) -> tuple[Symbol, Span] | None:
        near = [(symbol, span) for symbol, span in self.symbols(row) if span.start <= column <= span.end]
        return near[-1] if near else None

    @cached_property
    def uses(self) -> Mapping[Symbol, list[Span]]:
        """Where each name stands."""
        found: dict[Symbol, list[Span]] = {}
        for row in self.numbered:
            for symbol, span in self.symbols(row):
                found.setdefault(symbol, []).append(span)
        return found

    @cached_property
    def setting(self) -> Mapping[Name, list[int]]:
        """The lines that set a variable, or give an array its size."""
        found: dict[Name, list[int]] = {}
        for use in self.anatomy.uses:
            if use.sets or use.dims:
                found.setdefault(use.name, []).append(use.line)
        return found

    @cached_property
    def jumps(self) -> Mapping[int, list[Span]]:
        """Where each line's number stands in other lines, behind GOTO, GOSUB and their like."""
        found: dict[int, list[Span]] = {}
        for row in self.numbered:
            for item in self.items_in(row):
                if item.kind is Kind.LINE:
                    found.setdefault(item.value, []).append(row.span(item))
        return found

    def shown(self, span: Span) -> str:
        return self.rows[span.row].shown[span.start:span.end]

    def is_name(self, text: str) -> bool:
        """Whether it can be a variable's name, with a suffix or without."""
        match = re.fullmatch(r"[A-Za-z][A-Za-z0-9.]{0,39}[%$!]?", text)
        return match is not None and keyword_at(text.encode(), 0, self.settings.basic_1_1) is None


def kind_of(symbol: Symbol) -> str:
    """What values it has."""
    return {"%": "whole number", "!": "number", "$": "text"}[symbol.name.text[-1]]


def _items(line: Dissected, text: bytes) -> Iterator[Item]:
    begins = [byte for byte, _ in line.places]

    def span(offset: int) -> tuple[int, int]:
        """From where to where the part of the text goes whose bytes an item's are."""
        at = bisect_right(begins, offset) - 1
        start, end = line.places[at][1], line.places[min(at + 1, len(line.places) - 1)][1]
        return start, max(start + len(text[start:end].rstrip(b" ")), start)

    behind = 0
    for kind, offset, _, value in walk(line.crunched):
        if kind is Kind.SPACE:
            continue
        start, end = span(offset)
        if kind is Kind.WORD and value in COPIED_AS_TEXT:           # with its text behind it
            behind = start + next(len(word.text) for word in WORDS.values() if word.token == value)
            end = behind
        elif kind is Kind.TEXT:
            start, end = behind, max(end, behind)
        elif kind is Kind.NAME:
            end = start + len(value[0]) + (value[1] in SUFFIXES)
        elif kind is Kind.SEPARATOR and text[start:start + 1] != b":":
            continue                                                # of ELSE or ', which follows
        yield Item(kind, value, Span(0, start, end), offset)


__all__ = ["SUFFIX", "Document", "Item", "Kind", "Row", "Settings", "Span", "Symbol", "kind_of"]

"""Changes of a listing: other names, other numbers, LIST's form, blanks between keywords.

Each gives edits, and each changed line is read again: where it would mean something else, it is not changed.
"""

from collections.abc import Iterable
from typing import NamedTuple

from basic.errors import BasicError
from basic.source.renumber import Missing, renumbered
from basic.source.uncrunch import listed
from basic.source.walker import UNTYPED_NAME, Kind
from basic.statements.defining import Define
from basic.syntax.lexer import scan
from cpc.charset import as_text
from listings.editing.document import Document, Row, Span, Symbol, kind_of
from listings.linting import lint
from listings.linting.anatomy import SUFFIX

LONGEST = 255               # characters of a line that can be typed, with its number
_TYPE_BYTE = {suffix: type_byte for type_byte, suffix in SUFFIX.items()}


class Refused(Exception):
    """Why a change cannot be made: one sentence."""


class Edit(NamedTuple):
    span: Span
    text: str


class Renumbered(NamedTuple):
    edits: list[Edit]
    missing: Missing


# a name

def rename(document: Document, row: Row, column: int, new: str) -> list[Edit]:
    """Gives a variable, an array or a function of DEF FN another name, wherever it stands."""
    found = document.symbol_at(row, column)
    if found is None:
        raise Refused("There is no name of a variable here.")
    old, _ = found
    new = new.strip()
    if old.is_function and new[:2].upper() == "FN":
        new = new[2:]
    if not document.is_name(new):
        raise Refused(f"{new} cannot be a name: that is a letter, up to 39 letters, digits and points, and no word of BASIC.")
    letters, suffix = _parts(new)
    _has_same_kind(document, old, letters, suffix)
    kind = old.name.text[-1]
    wanted = Symbol(old.name.__class__(letters.upper() + kind, old.name.is_array), old.is_function)
    if wanted != old and wanted in document.uses:
        raise Refused(f"{'FN' * wanted.is_function}{wanted.name} is in use already.")
    default = document.anatomy.default_kinds.get(letters[0].upper(), "!")
    edits = []
    for span in document.uses[old]:
        had = _parts(document.shown(span))[1]
        has = suffix or had or (kind if default != kind else "")
        edits.append(Edit(span, letters + has))
    _means_the_same(document, edits)
    return edits


def _parts(name: str) -> tuple[str, str]:
    """Letters and suffix of a name as it stands in the text, where it may have umlauts, too."""
    letters = name.rstrip("".join(_TYPE_BYTE))
    return letters, name[len(letters):]


def _has_same_kind(document: Document, old: Symbol, letters: str, suffix: str) -> None:
    if suffix and suffix != old.name.text[-1]:
        raise Refused(f"{letters}{suffix} would have other values than {old.name}, which is a {kind_of(old)}.")
    for letter in {old.name.text[0], letters[0].upper()}:
        kinds = {type(piece.statement) for piece in document.anatomy.pieces if isinstance(piece.statement, Define)
                 and ord(letter) - 65 in piece.statement.letters[0]}
        if len(kinds) > 1:
            raise Refused(f"What a name with {letter} means depends on how the program runs: more than one of DEFINT, DEFREAL "
                          "and DEFSTR names it.")


def _means_the_same(document: Document, edits: list[Edit]) -> None:
    """Reads each changed line again: only the names at the edits may be others, and it must not be too long."""
    by_row: dict[int, list[Edit]] = {}
    for edit in edits:
        by_row.setdefault(edit.span.row, []).append(edit)
    for at, own in by_row.items():
        row = document.rows[at]
        line = document.read(row.text)
        shown = applied(row.shown, own)
        changed = Row(at, shown)
        after = document.read(changed.text)
        if changed.length > LONGEST:
            raise Refused(f"Line {row.number} would be too long.")
        new_names = {edit.span: _parts(edit.text) for edit in own}
        expected: list[object] = []
        for item in document.items(row):
            if item.kind is Kind.NAME and item.span in new_names:
                letters, suffix = new_names[item.span]
                expected.append((item.kind, (letters.encode(), _TYPE_BYTE.get(suffix, UNTYPED_NAME))))
            else:
                expected.append((item.kind, item.value))
        if line is None or after is None or expected != [(item.kind, item.value) for item in document.items(changed)]:
            raise Refused(f"Line {row.number} would mean something else.")


def applied(text: str, edits: Iterable[Edit]) -> str:
    """A row with its edits."""
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        text = text[:edit.span.start] + edit.text + text[edit.span.end:]
    return text


# numbers

def renumber(document: Document, new: int = 10, old: int = 0, by: int = 10) -> Renumbered:
    """As RENUM new,old,by does it; rows keep their blanks."""
    if document.repeated:
        raise Refused(f"Line {document.repeated[0].number} is there twice; a jump to it could mean either.")
    if document.anatomy.crunched.keys() != document.lines.keys():
        raise Refused(f"Line {min(document.lines.keys() - document.anatomy.crunched.keys())} is too long to be read.")
    if min(new, by) < 1 or max(new, by) > 65535:
        raise Refused(_not_possible(new, old, by))
    try:
        _, changed, missing = renumbered(document.anatomy.crunched, new, old, by)
    except BasicError:
        raise Refused(_not_possible(new, old, by)) from None
    edits = [Edit(row.number_span, str(changed[row.number])) for row in document.numbered if row.number in changed]
    edits += [Edit(span, str(changed[line])) for line, spans in document.jumps.items() if line in changed for span in spans]
    return Renumbered([edit for edit in edits if document.shown(edit.span) != edit.text], missing)


def _not_possible(new: int, old: int, by: int) -> str:
    return f"{new},{old},{by} is not possible: numbers go from 1 to 65535, and the lines stay in order."


# the form of lines

def formatted(document: Document, rows: Iterable[Row]) -> list[Edit]:
    """Rows as LIST prints them; one that would then mean something else stays as it is."""
    edits = []
    for row in rows:
        text = _listed(document, row) if row.number is not None else None
        if text is not None and text != row.shown:
            edits.append(Edit(Span(row.at, 0, len(row.shown)), text))
    return edits


def _listed(document: Document, row: Row) -> str | None:
    line = document.read(row.text)
    if line is None or any(True for _ in row.unknown()) or _loses_characters(document, row):
        return None
    text, number = listed(line.crunched), row.number or 0
    after = document.read(text)
    basic_1_1 = document.settings.basic_1_1
    if after is None or len(text) + len(str(number)) + 1 > LONGEST:
        return None
    if [(token.type, token.value) for token in scan(line.crunched, basic_1_1)] != [
            (token.type, token.value) for token in scan(after.crunched, basic_1_1)]:
        return None
    shown = as_text(b"%d %s" % (number, text)).decode("utf-8", "replace")
    return shown if Row(row.at, shown).text == text else None


def _loses_characters(document: Document, row: Row) -> bool:
    """Whether crunching leaves out a character that is no blank: one from 128 on outside of texts."""
    kept: int = sum(byte >= 0x80 for item in document.items(row) if item.kind in (Kind.STRING, Kind.REMARK, Kind.TEXT)
               for byte in item.value)
    return kept != sum(byte >= 0x80 for byte in row.text)


def apart(document: Document, rows: Iterable[Row]) -> list[Edit]:
    """Blanks put between keywords that have run together with what follows, where a line makes sense only then."""
    edits = []
    for row in rows:
        if row.number is None:
            continue
        fixed, numbers = lint.fix({row.number: row.text}, document.settings.model)
        if numbers:
            text = as_text(fixed[row.number]).decode("utf-8", "replace")
            edits.append(Edit(Span(row.at, row.begin, row.last), text))
    return edits




"""LIST: a crunched line back to text."""

from functools import cache
from typing import NamedTuple

from basic.errors import SYNTAX, BasicError
from basic.source.walker import (
    BARE_NAMES,
    BINARY_NUMBER,
    CUT_FUNCTION,
    ELSE,
    FN,
    FUNCTION,
    HEX_NUMBER,
    INTEGER_NAME,
    QUOTE_REM,
    REAL_NAME,
    SEPARATOR,
    STRING_NAME,
    Item,
    Kind,
    item_at,
)
from basic.source.words import NAME_CHARACTERS, SIGNS, WORDS
from basic.values import numerals

SUFFIXES = {INTEGER_NAME: b"%", STRING_NAME: b"$", REAL_NAME: b"!"}
_KEPT_APART = frozenset(b"!$%")


@cache
def _text_of_token() -> dict[int, str]:
    table = {word.token: word.text for word in WORDS.values()}
    table |= {token: sign for sign, token in SIGNS.items()}
    table[QUOTE_REM] = "'"
    return table


@cache
def _tokens(basic_1_1: bool) -> frozenset[int]:
    """What has a text in this BASIC."""
    return frozenset(_text_of_token()) - frozenset(word.token for word in WORDS.values() if word.since > 10 and not basic_1_1)


class _Text(NamedTuple):
    text: bytes
    blank_before: bool = False      # wants a blank before it, behind a word or a number
    blank_behind: bool = False      # is a word or a number itself


def listed(crunched: bytes) -> bytes:
    """A crunched line as text (without its number). Nothing of it is lost."""
    return _joined(crunched, None)


def shown(crunched: bytes, basic_1_1: bool) -> bytes:
    """The same as LIST shows it. BASIC 1.0 takes a remark for words and signs, too: what is beyond ASCII becomes a keyword, and
    the byte behind a bar is left out. A byte that is no keyword in this BASIC is a syntax error."""
    return _joined(crunched, basic_1_1)


def _joined(crunched: bytes, basic_1_1: bool | None) -> bytes:
    """`basic_1_1`: as LIST of this BASIC shows it; None: nothing is lost."""
    out = bytearray()
    at, length = 0, len(crunched)
    blank_due, keeps_apart = False, basic_1_1 is not False      # a word and a letter behind it
    while at < length:
        item = item_at(crunched, at)
        at += item.size
        if item.kind is Kind.SEPARATOR and crunched[at:at + 1] in (bytes((ELSE,)), bytes((QUOTE_REM,))):
            continue                # it belongs to the word behind it
        if item.kind is Kind.BAR and item.value is None:
            at = item.offset + 2    # a damaged one: LIST takes the bytes behind it one by one
        if item.kind is Kind.REMARK and _is_expanded(crunched, item.offset, basic_1_1):
            item, at = Item(Kind.WORD, item.offset, 1, crunched[item.offset]), item.offset + 1
        if basic_1_1 is not None:
            if not crunched[item.offset]:
                break               # the 0 that ends a line
            if not _is_known(crunched, item, basic_1_1):
                raise BasicError(SYNTAX)
        text = _text(crunched, item)
        if blank_due and (text.blank_before or item.kind is Kind.CHARACTER and keeps_apart and text.text[0] in NAME_CHARACTERS):
            out.append(32)
        out += text.text
        blank_due = text.blank_behind
    return bytes(out)


def _is_expanded(crunched: bytes, at: int, basic_1_1: bool | None) -> bool:
    """Whether LIST takes the remark that begins there for words and signs. 1.1 does so behind an apostrophe that was
    poked there, without the colon that hides before it."""
    return basic_1_1 is False or bool(basic_1_1) and crunched[at] == QUOTE_REM and crunched[at - 1:at] != bytes((SEPARATOR,))


def _is_known(crunched: bytes, item: Item, basic_1_1: bool) -> bool:
    if item.kind is Kind.WORD:
        return _token(item) in _tokens(basic_1_1)
    if item.kind is Kind.NAME:
        return crunched[item.offset + item.size - 1] >= 0x80
    return item.kind is not Kind.DAMAGED or not basic_1_1


def _text(crunched: bytes, item: Item) -> _Text:
    kind = item.kind
    if kind is Kind.WORD:
        return _word(_token(item))
    if kind is Kind.NAME:
        name, type_byte = item.value
        return _Text(name + SUFFIXES.get(type_byte, b""), True, type_byte in BARE_NAMES)
    if kind is Kind.NUMBER or kind is Kind.LINE:
        return _Text(_number(crunched[item.offset], item.value), True, True)
    if kind is Kind.REMARK:
        word = _word(crunched[item.offset])
        return word._replace(text=word.text + item.value)
    if kind is Kind.BAR:
        return _Text(b"|" + (item.value or b""), False, True)
    if kind is Kind.SEPARATOR:
        return _Text(b":")
    text = crunched[item.offset:item.offset + item.size]
    return _Text(text, kind is not Kind.STRING and text[0] in _KEPT_APART)


def _token(item: Item) -> int:
    if item.value == CUT_FUNCTION and item.size == 1:
        return FUNCTION + 1         # FF is read with the 0 that ends the line
    token: int = item.value
    return token & 0xFF if token >= 0x180 else token


def _word(token: int) -> _Text:
    text = _text_of_token().get(token)
    if text is None:
        return _Text(b"")
    return _Text(text.encode(), text[0].isalpha(), ord(text[-1]) in NAME_CHARACTERS and token != FN)


def _number(form: int, value: int | float) -> bytes:
    if isinstance(value, float):
        return numerals.list_form(value)
    if form == HEX_NUMBER:
        return b"&%X" % (value & 0xFFFF)
    if form == BINARY_NUMBER:
        return b"&X" + bin(value & 0xFFFF)[2:].encode()
    return b"%d" % value

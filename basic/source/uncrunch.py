"""LIST: a crunched line back to text."""

from functools import cache
from typing import NamedTuple

from basic.source.bars import listed_remark
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
    STRING_NAME,
    Item,
    Kind,
    item_at,
)
from basic.source.words import NAME_CHARACTERS, SIGNS, WORDS
from basic.values import numerals

SUFFIXES = {INTEGER_NAME: b"%", STRING_NAME: b"$", REAL_NAME: b"!"}
_KEPT_APART = NAME_CHARACTERS.union(b"!$%") - frozenset(b".")


@cache
def _text_of_token() -> dict[int, str]:
    table = {word.token: word.text for word in WORDS.values()}
    table |= {token: sign for sign, token in SIGNS.items()}
    table[QUOTE_REM] = "'"
    return table


class _Text(NamedTuple):
    text: bytes
    blank_before: bool = False      # wants a blank before it, behind a word or a number
    blank_behind: bool = False      # is a word or a number itself


def listed(crunched: bytes, slips: bool = False) -> bytes:
    """LIST's text of a crunched line (without its number); `slips`: as BASIC 1.0 shows a remark with a bar."""
    out = bytearray()
    at, length = 0, len(crunched)
    blank_due = False
    while at < length:
        item = item_at(crunched, at)
        at += item.size
        if item.kind is Kind.SEPARATOR and crunched[at:at + 1] in (bytes((ELSE,)), bytes((QUOTE_REM,))):
            continue                # it belongs to the word behind it
        if item.kind is Kind.BAR and item.value is None:
            at = item.offset + 2    # a damaged one: LIST takes the bytes behind it one by one
        text = _text(crunched, item)
        if slips and item.kind is Kind.REMARK:
            text = text._replace(text=listed_remark(text.text))
        if slips and item.kind is Kind.BAR and item.value is None:
            text = text._replace(blank_behind=False)
        if blank_due and text.blank_before:
            out.append(32)
        out += text.text
        blank_due = text.blank_behind
    return bytes(out)


def _text(crunched: bytes, item: Item) -> _Text:
    kind = item.kind
    if kind is Kind.WORD:
        cut = item.value == CUT_FUNCTION and item.size == 1
        return _word(FUNCTION + 1 if cut else item.value)       # FF is read with the 0 that ends the line
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

"""Slips of a typist: the likely ones are undone one after the other, until the line has the checksum of the right line."""

import re
from collections.abc import Iterator

from basic.records import record
from basic.source.words import WORDS
from listings.edits import Edit, Stretch, Vocabulary, candidates, single_edits, stretches
from listings.manifest import Manifest
from listings.source import Lines

MOST_TRIED = 30_000
LOOKS = ["1lI", "0Oo", "8B", "5S", "2Z", ":;", ".,", "'\"", "-_="]
# Next to each other on a keyboard, or one key with and without SHIFT, on the English and the German layout.
KEYS = ["zy", "ZY", "8(", "9)", "7'", '2"', "1!", "4$", "5%", "6&", ",<", ".>", ";+", ":*", "-=", "/?",
        "90", "mn", "bv", "ui", "er", "io", "as", "df", "12", "23", "34", "45", "56", "67", "78", "89", "UI",
        "IO", "ER", "AS", "DF", "MN", "BV"]
SIGN_NAMES = {"(": "an opening bracket", ")": "a closing bracket", '"': "a quotation mark", " ": "a space",
              ":": "a colon", ",": "a comma", ";": "a semicolon"}
_BLANKS = re.compile(" +")


@record
class Slip:
    text: str           # the line as it should be
    what: str


def find_slip(manifest: Manifest, expected: dict[int, int], number: int, typed: bytes, lines: Lines) -> Slip | None:
    """The right line, and what the slip was; None where no slip explains the line."""
    value = manifest.checksum(typed)
    other = next((line for line, known in expected.items() if known == value and line not in lines), None)
    if other is not None:
        return Slip("", f"that is line {other}")
    text = typed.decode("latin-1")
    vocabulary = Vocabulary(numbers=sorted(expected))
    for line in lines.values():
        vocabulary.learn(line.decode("latin-1"))
    wanted = expected[number]
    for meant, edits in candidates(text, _likely(text), single_edits(text, vocabulary.numbers), MOST_TRIED):
        if manifest.checksum(meant.encode("latin-1")) == wanted:
            return Slip(meant, ", ".join(_named(text, edit) for edit in edits))
    return None


def _likely(text: str) -> list[Edit]:           # noqa: C901  (a list of slips)
    edits: list[Edit] = []
    for part in stretches(text):
        if part.kind == "remark":
            continue
        for at in range(part.start, part.end):
            edits += _at(text, at, part)
        if part.kind == "string":
            for blanks in _BLANKS.finditer(text[part.start:part.end]):
                edits += [Edit(0.8, part.start + blanks.start(), part.start + blanks.end(), " " * length)
                          for length in range(len(blanks[0]) + 3) if length != len(blanks[0])]
        if part.kind == "code":
            edits += _run_together(text[part.start:part.end], part.start)
    if "REM" not in text.upper():
        edits.append(Edit(0.6, len(text), len(text), ": REM"))
    for at in range(len(text) + 1):
        edits += [Edit(1.0, at, at, sign) for sign in "():;,\"$% "]
    return edits


def _at(text: str, at: int, part: Stretch) -> Iterator[Edit]:
    """Slips at one place: a key beside the right one, a character typed twice, two swapped, SHIFT forgotten."""
    for group, cost in [(group, 0.8) for group in LOOKS] + [(keys, 1.1) for keys in KEYS]:
        if text[at] in group:
            yield from (Edit(cost, at, at + 1, other) for other in group if other != text[at])
    if at and text[at] == text[at - 1]:
        yield Edit(0.9, at, at + 1, "")
    if at + 1 < part.end and text[at] != text[at + 1]:
        yield Edit(1.0, at, at + 2, text[at + 1] + text[at])
    if part.kind != "code" and text[at].swapcase() != text[at]:
        yield Edit(1.0, at, at + 1, text[at].swapcase())


_WORDS = sorted((word for word in WORDS if word.isalpha()), key=len, reverse=True)
_RUN_TOGETHER = re.compile("|".join(_WORDS), re.IGNORECASE)


def _run_together(span: str, start: int) -> Iterator[Edit]:
    """GOTO100 or IFa=1, which the machine takes for names."""
    for word in _RUN_TOGETHER.finditer(span):
        if span[word.end():word.end() + 1].isalnum():
            yield Edit(0.7, start + word.end(), start + word.end(), " ")
        if word.start() and span[word.start() - 1].isalnum():
            yield Edit(0.7, start + word.start(), start + word.start(), " ")


def _named(text: str, edit: Edit) -> str:
    """The slip in words."""
    old, new = text[edit.start:edit.end], edit.new
    around = text[:edit.start].split()[-1][-14:] if text[:edit.start].strip() else ""
    place = f" after {around}" if around else " at the start"
    if new == ": REM":
        return "the remark is missing"
    if not old:
        return f"{SIGN_NAMES.get(new, new)} is missing{place}"
    if not new:
        return f"{_shown(old)} too much{place}"
    if sorted(old) == sorted(new) and len(old) == 2:
        return f"{_shown(old)} for {_shown(new)} (swapped){place}"
    if old.strip() == new.strip() == "":
        return f"{len(old)} space{'s' * (len(old) > 1)} for {len(new)}{place}"
    if old.isdigit() and new.isdigit():
        return f"{old} for {new}: a wrong digit{place}"
    return f"{_shown(old)} for {_shown(new)}{place}"


def _shown(text: str) -> str:
    return SIGN_NAMES.get(text, text)

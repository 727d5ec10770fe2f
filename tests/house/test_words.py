"""One word for one thing (docs/GLOSSARY.md): the words that were given up occur in no name, comment, message or page."""

import functools
import re
from pathlib import Path

import pytest

from tests.house.test_no_book_text import files
from tests.places import REPO

GLOSSARY = REPO / "docs" / "GLOSSARY.md"
GIVEN_UP = ["by chance", "cool", "cools", "cooled", "crooked", "for_somebody", "fuse", "fused", "fuses", "fusing", "gone by",
            "misfit", "misfits", "somebody", "somehow", "wake", "wakes", "woke"]
NOT_OURS = {"LICENSE"}


def pages() -> list[Path]:
    return [path for path in files() if path.suffix in (".py", ".md", ".toml", ".lark", ".json") and "golden" not in path.parts
            and path.name not in NOT_OURS and path != Path(__file__)]


@functools.cache
def prose(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    return text.split("## Words that are not used")[0] if path == GLOSSARY else text


def places_of(word: str, text: str) -> list[str]:
    """The rows that have the word, alone or as a part of a name."""
    found = re.compile(rf"(?<![A-Za-z])({word}|{word.upper()})(?![A-Za-z])|(?<![A-Z]){word.capitalize()}(?![a-z])")
    return [row for row in text.splitlines() if found.search(row)] if found.search(text) else []


@pytest.mark.parametrize("word", GIVEN_UP)
def test_a_word_that_was_given_up_does_not_come_back(word):
    found = {str(path.relative_to(REPO)): places_of(word, prose(path)) for path in pages()}
    assert {name: rows for name, rows in found.items() if rows} == {}


@pytest.mark.parametrize("row", ["def cool(self):", "self.cool_down()", "class Cool:", "# let it cool", "CoolUnit()",
                                 "COOL = 1"])
def test_a_word_would_be_found(row):
    assert places_of("cool", row)
    assert not places_of("cool", "Protocol coolant school cooling")


def rows_of_the_glossary() -> list[tuple[str, str]]:
    return re.findall(r"^\| (\S[^|]*?) \| (.*) \|$", GLOSSARY.read_text(encoding="utf-8").split("## ")[0].split("| --- |")[-1],
                      re.MULTILINE)


def test_the_glossary_is_in_alphabetical_order_and_has_a_word_once():
    words = [word.strip("*").lower() for word, _ in rows_of_the_glossary()]
    assert len(words) > 80 and words == sorted(set(words))


def test_an_entry_is_one_sentence_or_a_few():
    for word, meaning in rows_of_the_glossary():
        assert meaning.endswith(".") and len(meaning) < 200, word

"""A small book written for the tests, and scans of it with the faults that scans have."""

import random
import re

from listings.manifest import BASE, Manifest, make
from listings.scanning.ocr import ALIKE
from listings.source import Lines, read_listing
from tests.places import GOLDEN

FOLDER = GOLDEN / "madeup"
PROSE = ["The ferry leaves at seven. In line {0} the wind is looked up, from {1} on it is the captain's turn.",
         "Typing errors are best found with the table on page 12: compare lines {0} to {1}, digit by digit.",
         "Readers who own a colour monitor may change the inks in line {0}.", "12", "- 13 -", "", "CHAPTER {0}"]
FAULTS = ["alike", "alike", "alike", "blank", "run", "columns", "typeset", "punctuation", "number", "joined", "broken",
          "lost", "doubled", "capitals"]


def listings() -> dict[str, Lines]:
    return {BASE: read_listing(FOLDER / "ferry.bas"), "night": read_listing(FOLDER / "ferry-night.bas")}


def manifest() -> Manifest:
    return make("ferry", listings(), book={"title": "A Ferry in BASIC", "authors": ["nobody"], "year": 1986})


def printed(rng: random.Random, rate: float = 0.0) -> str:
    """The book as a scan has it: every line in the list, some in excerpts before; a share of the rows is faulty."""
    lines = listings()
    numbers = list(lines[BASE])
    rows: list[str] = []

    def prose() -> None:
        for text in rng.sample(PROSE, 3):
            rows.append(text.format(*rng.sample(numbers, 2)))

    def block(part: Lines) -> None:
        rows.append("```")
        items = [f"{number} {text.decode('latin-1')}" for number, text in part.items()]
        rows.extend(faulty(items, rng, rate))
        rows.append("```")

    for _ in range(3):
        prose()
        start = rng.randrange(len(numbers) - 12)
        block({number: lines[BASE][number] for number in numbers[start:start + 12]})
    prose()
    for start in range(0, len(numbers), 25):
        block({number: lines[BASE][number] for number in numbers[start:start + 25]})
    prose()
    block(lines["night"])
    return "\n".join(rows) + "\n"


def faulty(rows: list[str], rng: random.Random, rate: float) -> list[str]:
    out: list[str] = []
    for row in rows:
        joined = lost = False
        while rng.random() < rate:
            kind = rng.choice(FAULTS)
            joined |= kind == "joined"
            lost |= kind == "lost" and rng.random() < 0.1
            row = _fault(kind, row, rng)
        if joined and out:
            out[-1] += f" {row}"
        elif not lost:
            out.extend(row.split("\n"))
    return out


def _fault(kind: str, row: str, rng: random.Random) -> str:
    number, _, text = row.partition(" ")
    if kind == "alike" and text:
        at = rng.randrange(len(text))
        others = [other for group in ALIKE if text[at] in group for other in group if other != text[at]]
        return f"{number} {text[:at]}{rng.choice(others)}{text[at + 1:]}" if others else row
    if kind == "blank":
        blanks = [match.start() for match in re.finditer(" ", text)]
        return f"{number} {text[:blanks[0]]}{text[blanks[0] + 1:]}" if blanks and '"' in text[:blanks[0]] else row
    if kind == "run":
        return f"{number} " + re.sub(r"([-*.>])\1{5,}", r"\1\1\1\1\1", text)
    if kind == "columns":
        return f"{number} " + re.sub("  +", " ", text)
    if kind == "typeset":
        return f"{number} {text}".replace('"', "“", 1).replace('"', "”", 1).replace("-", "–").replace("'", "’")
    if kind == "punctuation":
        return f"{number} " + (text.replace(";", ",", 1) if rng.random() < 0.5 else text.replace(",", ".", 1))
    if kind == "number":
        return f"{number.replace('1', 'l').replace('0', 'O', 1)} {text}"
    if kind == "broken" and len(text) > 30:
        return f"{number} {text[:26]}\n{text[26:]}"
    if kind == "doubled" and text:
        at = rng.randrange(len(text))
        return f"{number} {text[:at]}{text[at]}{text[at:]}"
    if kind == "capitals" and '"' in text:
        return f"{number} " + re.sub('"[^"]*"', lambda found: found[0].swapcase(), text, count=1)
    return row

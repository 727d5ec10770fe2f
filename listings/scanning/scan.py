"""The numbered lines in a scan's text, wherever and however often they are printed there.

Nothing is decided here: for each line number there may be several readings, whole or cut where the print joined two
lines, with or without what may be its second half on the next row.
"""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from basic.records import field, record
from cpc.host_files import read_whole
from listings.source import ListingFault

LONGEST_SCAN = 16 << 20
MOST_CONTINUED = 2
MOST_JOINED = 8          # lines that the print may have joined in one row
LONGEST_READING = 1000   # a line has 255 characters, and print may spread them
_LEADING = re.compile(r"\s*(\d{1,5})(?!\d)\s?(.*)")
_INSIDE = re.compile(r"(?<=\s)(\d{1,5}) (?=\S)")
_DIGIT_LIKE = str.maketrans("lI|!OoØQSZzBG", "1111000052286")
_ALMOST_LEADING = re.compile(r"\s*([\dlI|!OoØQSZzBG.,' ]{2,7}?)[ .:]\s*(\S.*)")
_LOOKS_LIKE = str.maketrans(
    "АВЕКМНОРСТХІЅΑΒΕΗΙΚΜΝΟΡΤΧΥΖаеорсхуті“”„«»″‘’´`′‚–—−‐‑×•∗·÷⁄↑∧ˆ∶；¦\t",
    "ABEKMHOPCTXISABEHIKMNOPTXYZaeopcxyti" + '"' * 6 + "'" * 5 + "," + "-" * 5 + "***.//^^^:;| ",
) | str.maketrans({"≠": "<>", "≤": "<=", "≥": ">=", "…": "..."})
_ESCAPED = re.compile(r"\\([\\*_#$<>{}\[\]|`~.!()+-])")


@record
class Reading:
    text: str
    places: list[tuple[str, int]]       # where it stands: scan and row, from 1
    joined: bool = False                # with the next row as its second half

    @property
    def place(self) -> str:
        return f"{self.places[0][0]}:{self.places[0][1]}" if self.places else ""


@record
class Scan:
    readings: dict[int, list[Reading]] = field(default_factory=dict)
    strays: list[Reading] = field(default_factory=list)     # rows that may be a line whose number was misread
    _known: dict[tuple[int, str], Reading] = field(default_factory=dict)

    def add(self, number: int, reading: Reading) -> None:
        if len(reading.text) > LONGEST_READING:
            return
        known = self.readings.setdefault(number, [])
        same = self._known.setdefault((number, reading.text), reading)
        if same is reading:
            known.append(reading)
        elif same.places[-1] not in reading.places:     # rows come one after the other
            same.places += reading.places


def plain(text: str) -> str:
    """The text in the characters a listing can have: look-alikes of other alphabets and typesetters' signs undone."""
    text = unicodedata.normalize("NFKC", text.translate(_LOOKS_LIKE)).translate(_LOOKS_LIKE)
    text = _ESCAPED.sub(r"\1", text)
    return "".join(char if char.isascii() and char.isprintable() or char in "äöüÄÖÜß£" else "?" for char in text)


def read_scan(path: Path) -> str:
    try:
        data = read_whole(path, LONGEST_SCAN)
    except OSError as error:
        raise ListingFault(f"{path} cannot be read: {error.strerror}.") from None
    if b"\0" in data:
        raise ListingFault(f"{path} is a binary file, not the text of a scan.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def scan(texts: dict[str, str], wanted: set[int] | None = None) -> Scan:
    """All readings in the texts (name -> text). `wanted` are the listing's line numbers, where they are known."""
    found = Scan()
    for source, text in texts.items():
        rows = ["" if row.startswith("```") else plain(row).rstrip() for row in text.splitlines()]
        for at, row in enumerate(rows):
            leading = _LEADING.fullmatch(row)
            if leading and _is_line(int(leading[1]), wanted):
                _take(found, rows, at, int(leading[1]), leading[2], source, wanted)
            elif wanted is not None:
                almost = _almost_numbered(row, wanted)
                if almost:
                    _take(found, rows, at, *almost, source, wanted)
                elif row.strip():
                    found.strays.append(Reading(re.sub(r"^\s*[\d.]{1,6}\s?", "", row).strip(), [(source, at + 1)]))
    return found


def _is_line(number: int, wanted: set[int] | None) -> bool:
    return 0 < number < 65536 and (wanted is None or number in wanted)


def _take(found: Scan, rows: list[str], at: int, number: int, rest: str, source: str, wanted: set[int] | None) -> None:
    def add(number: int, text: str, joined: bool = False) -> None:
        found.add(number, Reading(text.strip(), [(source, at + 1)], joined))

    add(number, rest)
    starts = [(0, number)]
    for inside in _INSIDE.finditer(rest):               # two lines in one row, or a number that looks like it
        following = int(inside[1])
        if number < following and _is_line(following, wanted) and (wanted is not None or following <= number + 20):
            for start, owner in starts[-MOST_JOINED:]:
                add(owner, rest[start:inside.start()])
            add(following, rest[inside.end():])
            starts.append((inside.end(), following))
    if wanted is None and not rest.strip():
        return
    joined, tight = rest, rest
    for row in _continuation(rows, at, wanted):         # one line in two rows
        joined, tight = f"{joined} {row.strip()}", tight + row.strip()
        add(number, joined, True)
        add(number, tight, True)
        for start, owner in starts[1:][-MOST_JOINED:]:
            add(owner, joined[start:], True)


def _continuation(rows: list[str], at: int, wanted: set[int] | None) -> Iterator[str]:
    """The next rows that are no numbered lines themselves; the empty rows of a page break are passed over."""
    given = skipped = 0
    for row in (rows[below] for below in range(at + 1, len(rows))):
        leading = _LEADING.fullmatch(row)
        numbered = leading and _is_line(int(leading[1]), wanted) and leading[2] and leading[2][0] not in ",)"
        if numbered or given == MOST_CONTINUED or skipped > 3:
            return
        if not row.strip():
            skipped += 1
        else:
            given += 1
            yield row


def _almost_numbered(row: str, wanted: set[int]) -> tuple[int, str] | None:
    """A row whose number was misread, as l230 or 12O0."""
    almost = _ALMOST_LEADING.fullmatch(row)
    if almost is None:
        return None
    digits = re.sub(r"\D", "", almost[1].translate(_DIGIT_LIKE))
    return (int(digits), almost[2]) if digits and len(digits) <= 5 and int(digits) in wanted else None

"""Lines out of a scan: per line the reading whose checksum fits, or one that is mended until it does."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from listings import ocr
from listings.edits import Edit, Vocabulary, candidates, single_edits
from listings.manifest import Manifest, Part
from listings.scan import Reading, Scan
from listings.source import Lines

MOST_TRIED = 40_000     # texts per line; with 32 bits, one in 100,000 lines that cannot be mended would be called right
NEAR_ROWS = 12
TRIVIAL = [":", "REM", "NEXT", "RETURN", "END", "WEND", "PRINT", "CLS", "STOP", ": :"]


@dataclass
class Mended:
    number: int
    read: str
    text: str
    what: str
    place: str


@dataclass
class Result:
    """What came out. `open` are the lines that nobody could put right, each with its best readings."""
    lines: Lines = field(default_factory=dict)
    as_read: int = 0
    mended: list[Mended] = field(default_factory=list)
    open: dict[int, list[Reading]] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return len(self.lines) + len(self.open)


def bytes_of(text: str) -> bytes:
    return text.encode("latin-1", "replace")


def mend(manifest: Manifest, part: Part, scan: Scan,
         progress: Callable[[int, int], None] = lambda done, all: None) -> Result:
    result = Result()
    vocabulary = Vocabulary(numbers=sorted(part.checksums))
    unfit: list[int] = []
    for number, expected in part.checksums.items():
        reading = next((reading for reading in scan.readings.get(number, ())
                        if manifest.checksum(bytes_of(reading.text)) == expected), None)
        if reading is None:
            unfit.append(number)
        else:
            result.lines[number] = bytes_of(reading.text)
            result.as_read += 1
            vocabulary.learn(reading.text)
    for done, number in enumerate(unfit):
        progress(done, len(unfit))
        found = _mend_line(manifest, part.checksums[number], number, _readings(scan, part, number), vocabulary)
        if found is None:
            result.open[number] = scan.readings.get(number, [])
        else:
            result.lines[number] = bytes_of(found.text)
            result.mended.append(found)
            vocabulary.learn(found.text)
    result.lines = dict(sorted(result.lines.items()))
    return result


def _readings(scan: Scan, part: Part, number: int) -> list[Reading]:
    """The line's own readings; where there is none, what stands between its neighbours, and what is often lost."""
    own = scan.readings.get(number, [])
    if own:
        return own
    numbers = list(part.checksums)
    at = numbers.index(number)
    near = {(source, row + step) for neighbours, steps in ((numbers[max(at - 1, 0):at], range(1, NEAR_ROWS)),
                                                          (numbers[at + 1:at + 2], range(-NEAR_ROWS, 0)))
            for neighbour in neighbours for reading in scan.readings.get(neighbour, ())
            for source, row in reading.places for step in steps}
    return [stray for stray in scan.strays if near.intersection(stray.places)] + [Reading(text, []) for text in TRIVIAL]


def _mend_line(manifest: Manifest, expected: int, number: int, readings: list[Reading],
               vocabulary: Vocabulary) -> Mended | None:
    for reading in readings:
        if manifest.checksum(bytes_of(reading.text)) == expected:
            return Mended(number, reading.text, reading.text, "number misread" if reading.places else "not in the scan",
                          reading.place)
    tries = [(reading, _candidates(reading, vocabulary, len(readings))) for reading in readings if reading.places]
    while tries:
        for reading, texts in list(tries):
            for _ in range(500):            # the readings in turn, so that a bad one does not hold up the others
                found = next(texts, None)
                if found is None:
                    tries.remove((reading, texts))
                    break
                text, edits = found
                if manifest.checksum(bytes_of(text)) == expected:
                    return Mended(number, reading.text, text, what_was_done(edits), reading.place)
    return None


def _candidates(reading: Reading, vocabulary: Vocabulary, readings: int) -> Iterator[tuple[str, tuple[Edit, ...]]]:
    yield from candidates(reading.text, ocr.likely(reading.text, vocabulary),
                          single_edits(reading.text, vocabulary.numbers), MOST_TRIED // min(readings, 4))


def what_was_done(edits: tuple[Edit, ...]) -> str:
    return ", ".join(dict.fromkeys(edit.what for edit in edits))

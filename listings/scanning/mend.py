"""Lines out of a scan: of each line the reading that has the right checksum, or one that is changed until it has."""

from bisect import bisect_left
from collections.abc import Callable, Iterator

from basic.records import field, record
from listings.edits import Edit, Vocabulary, candidates, single_edits
from listings.manifest import Manifest, Part
from listings.scanning import ocr
from listings.scanning.scan import Reading, Scan
from listings.source import Lines

MOST_TRIED = 15_000     # texts per line; with 32 bits, one in 100,000 lines that cannot be mended would be called right
FEWEST_TRIED = 2_000
MOST_READINGS = 32      # of one line are looked at; a book prints a line a few times
MOST_MISREAD = 4
NEAR_ROWS = 4
ELSEWHERE = 10**6        # rows, as far as another scan is away
TRIVIAL = [":", "REM", "NEXT", "RETURN", "END", "WEND", "PRINT", "CLS", "STOP", ": :"]


@record
class Mended:
    number: int
    read: str
    text: str
    what: str
    place: str


@record
class Result:
    """What came out. `open` are the lines that could not be mended, each with its best readings."""
    lines: Lines = field(default_factory=dict)
    as_read: int = 0
    kept: int = 0           # were there already
    mended: list[Mended] = field(default_factory=list)
    open: dict[int, list[Reading]] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return len(self.lines) + len(self.open)


def bytes_of(text: str) -> bytes:
    return text.encode("latin-1", "replace")


def pick(manifest: Manifest, part: Part, scan: Scan) -> Result:
    """The lines with a reading that is right as it is.

    A checksum does not tell remarks apart. Of several readings that fit, the one nearest to its neighbours' place in the scan
    is taken: other listings of the same book have lines of the same number.
    """
    result = Result()
    fitting: dict[int, list[Reading]] = {}
    for number, expected in part.checksums.items():
        readings = scan.readings.get(number, [])
        fitting[number] = [one for one in readings if manifest.checksum(bytes_of(one.text)) == expected]
        if not fitting[number]:
            result.open[number] = readings
    sure = sorted(number for number, found in fitting.items() if len(found) == 1)
    for number, found in fitting.items():
        if not found:
            continue
        at = bisect_left(sure, number)
        neighbours = [fitting[one][0] for one in sure[max(at - 1, 0):at] + sure[at:at + 1]]
        nearest = min(found, key=lambda one: sum(_apart(one, other) for other in neighbours))
        result.lines[number] = bytes_of(nearest.text)
        result.as_read += 1
    return result


def _apart(one: Reading, other: Reading) -> int:
    """Rows between two readings where they stand nearest; far apart in different scans."""
    return min((abs(row - there) for scan, row in one.places for where, there in other.places if scan == where),
               default=ELSEWHERE)


def is_there(results: list[Result]) -> bool:
    """Whether the scan is of this listing: enough of the lines that were read are right."""
    read = sum(result.as_read for result in results)
    differ = sum(bool(readings) for result in results for readings in result.open.values())
    return read * MOST_MISREAD > differ


def mend(manifest: Manifest, part: Part, scan: Scan, result: Result,
         progress: Callable[[int, int], None] = lambda done, all: None) -> None:
    """Mends as many of the open lines as it can."""
    vocabulary = Vocabulary(numbers=sorted(part.checksums))
    for text in result.lines.values():
        vocabulary.learn(text.decode("latin-1"))
    unfit = list(result.open)
    for done, number in enumerate(unfit):
        progress(done, len(unfit))
        found = _mend_line(manifest, part.checksums[number], number, _readings(scan, part, number), vocabulary)
        if found is not None:
            del result.open[number]
            result.lines[number] = bytes_of(found.text)
            result.mended.append(found)
            vocabulary.learn(found.text)
    result.lines = dict(sorted(result.lines.items()))


def _readings(scan: Scan, part: Part, number: int) -> list[Reading]:
    """The readings of the line; if it has none, the rows between its neighbours, and short lines that scans often lose."""
    own = scan.readings.get(number, [])[:MOST_READINGS]
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
                          single_edits(reading.text, vocabulary.numbers), max(MOST_TRIED // readings, FEWEST_TRIED))


def what_was_done(edits: tuple[Edit, ...]) -> str:
    return ", ".join(dict.fromkeys(edit.what for edit in edits))

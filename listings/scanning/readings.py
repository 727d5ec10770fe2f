"""A listing out of a scan without a manifest: the readings that make sense and that most printings agree on."""

from collections import Counter

from basic.errors import BasicError
from basic.records import field, record
from basic.source.dialect import crunched_line
from basic.syntax.parser import makes_sense
from listings.fingerprint import checksum
from listings.scanning.mend import bytes_of
from listings.scanning.scan import Scan
from listings.source import Lines

NEAR_ROWS, NEAR_NUMBERS, SHORTEST_RUN, MOST_OTHERS = 6, 1000, 3, 4


@record
class Doubt:
    number: int
    text: str
    why: str
    others: list[str] = field(default_factory=list)


@record
class Best:
    lines: Lines = field(default_factory=dict)
    doubts: list[Doubt] = field(default_factory=list)


def sound(text: bytes, basic_1_1: bool = False, commodore: bool = False) -> bool:
    try:
        return makes_sense(crunched_line(text, basic_1_1, commodore), basic_1_1)
    except BasicError:
        return False


def best_readings(scan: Scan, basic_1_1: bool = False, commodore: bool = False) -> Best:
    best = Best()
    sense = {text: sound(bytes_of(text), basic_1_1, commodore)
             for text in {reading.text for readings in scan.readings.values() for reading in readings}}
    listed = _in_listings(scan, sense)
    for number, readings in sorted(scan.readings.items()):
        readings = [reading for reading in readings if listed.intersection(reading.places) and reading.text]
        whole = [reading for reading in readings if sense[reading.text]]
        whole = [reading for reading in whole if not reading.joined] or whole
        if not readings:
            continue
        sums = {id(reading): checksum(bytes_of(reading.text), basic_1_1, commodore) for reading in readings}
        votes: Counter[int] = Counter()
        for reading in whole or readings:
            votes[sums[id(reading)]] += len(reading.places)
        winner = votes.most_common(1)[0][0]
        chosen = next(reading for reading in whole or readings if sums[id(reading)] == winner)
        best.lines[number] = bytes_of(chosen.text)
        others = [reading.text for reading in whole or readings if sums[id(reading)] != winner]
        if not whole:
            best.doubts.append(Doubt(number, chosen.text, "does not make sense", others[:MOST_OTHERS]))
        elif any(reading.places[0] not in chosen.places for reading in whole if sums[id(reading)] != winner):
            best.doubts.append(Doubt(number, chosen.text, f"read in {len(votes)} ways", others[:MOST_OTHERS]))
    return best


def _in_listings(scan: Scan, sense: dict[str, bool]) -> set[tuple[str, int]]:
    """The rows that belong to a listing: in runs of ascending numbers, most of which make sense. Prose that begins with a
    number does not."""
    rows: dict[tuple[str, int], tuple[int, bool]] = {}
    for number, readings in scan.readings.items():
        for reading in readings:
            for place in reading.places:
                rows[place] = number, sense[reading.text] or rows.get(place, (0, False))[1]
    found: set[tuple[str, int]] = set()
    run: list[tuple[str, int]] = []

    def close() -> None:
        if len(run) >= SHORTEST_RUN and sum(rows[place][1] for place in run) * 2 > len(run):
            found.update(run)
        run.clear()

    for place in sorted(rows):
        if run and not (run[-1][0] == place[0] and place[1] - run[-1][1] <= NEAR_ROWS
                        and 0 < rows[place][0] - rows[run[-1]][0] <= NEAR_NUMBERS):
            close()
        run.append(place)
    close()
    return found

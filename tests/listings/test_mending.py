"""Lines out of scans: a made-up book, read with faults by a seeded generator."""

import random

import pytest

from cpc.commands import listings
from listings.manifest import BASE
from listings.scanning.mend import MOST_READINGS, _readings, mend, pick
from listings.scanning.readings import best_readings
from listings.scanning.scan import read_scan, scan
from tests import madeup
from tests.places import EVERYTHING

COPIES, RATE = 200 if EVERYTHING else 15, 0.3


def out_of(text: str, part: str = BASE):
    book = madeup.manifest()
    readings = scan({"scan": text}, set(book.by_name[part].checksums))
    result = pick(book, book.by_name[part], readings)
    mend(book, book.by_name[part], readings, result)
    return book, result


def test_faulty_copies_come_out_right_or_named():
    right = madeup.listings()[BASE]
    all_mended = still_open = 0
    for seed in range(COPIES):
        book, result = out_of(madeup.printed(random.Random(seed), RATE))
        assert sorted([*result.lines, *result.open]) == sorted(right), f"copy {seed}"
        for number, text in result.lines.items():
            assert book.checksum(text) == book.checksum(right[number]), f"copy {seed}: {number} {text!r}"
        all_mended += len(result.mended)
        still_open += len(result.open)
    total = COPIES * len(right)
    assert all_mended > total * 0.03, "the generator makes too few faults to show anything"
    assert still_open < total * 0.02


def scan_with(number: int, *readings: str) -> str:
    """The made-up book with a line as it was read."""
    rows = [f"{line} {text.decode('latin-1')}" for line, text in madeup.listings()[BASE].items() if line != number]
    return "\n".join([*rows, *readings])


@pytest.mark.parametrize("number, read, what", [
    (40, "40 DEFlNT a-n", "misread character"),
    (50, "50 DIM w1nd(8),port$(4),cargo(12,2)", "misread name"),
    (70, "70 full=12.fuel=180:place=1:day=1", "character"),
    (140, '140 PRINT "Fares:";USING "###.##";fares', "collapsed run"),
    (150, '150 PRINT "*** Good mght ***"', "misread character"),
    (2030, '2030 PRINT "+-----+"', "collapsed run"),
    (2040, '2040 PRINT "| Wind Fuel Fares |"', "collapsed"),
    (2080, "2080 IF waggons<0 OR waggons>full THEN PRINT “Only 0 to 12!”:GOTO 2O70", "misread character"),
    (3120, "3120 ON goal GOSUB 4000.4100,4200;4300", "misread character"),
    (3020, '302O a$=INKEY$:IF a$="" THEN 3020', ""),
    (4300, "4300 PRINT “Sand, 5 ‘ice’ stalls, $l each”:RETURN", "misread character"),
    (2080, 'IF waggons<0 OR waggons>full THEN PRINT "Only 0 to 12!":GOTO 2070', None),
    (1110, '1110 DATA North Quay,"Mill,\n old",Lighthouse,Strand', ""),
    (90, "90 GOSUB 2000:REM the morning 100 GOSUB 3000:REM the crossing", ""),
])
def test_one_fault(number, read, what):
    book, result = out_of(scan_with(number, read))
    if what is None:                # without its number, far from its neighbours: nobody can say what it is
        assert list(result.open) == [number]
        return
    assert not result.open
    assert all(line.number == number and what in line.what for line in result.mended)


@pytest.mark.parametrize("at", [0, 1, 2, -2, -1])
def test_a_line_that_lost_its_number_is_found_beside_one_neighbour(at):
    """Beside the one before it, or beside the next one; the other neighbour is not in the scan."""
    lines = madeup.listings()[BASE]
    numbers = list(lines)
    number = numbers[at]
    for lost in {numbers.index(number) - 1, numbers.index(number) + 1} & set(range(len(numbers))):
        rows = ["" if line == numbers[lost] else text if line == number else f"{line} {text}"
                for line, text in ((line, text.decode("latin-1")) for line, text in lines.items())]
        if len({numbers.index(number) - 1, numbers.index(number) + 1} & set(range(len(numbers)))) == 1:
            rows = [row or f"{line} {lines[line].decode('latin-1')}" for row, line in zip(rows, numbers, strict=True)]
        _, result = out_of("\n".join(rows))
        assert number not in result.open, (number, numbers[lost])


def test_a_line_that_is_another_is_named_with_what_was_read():
    _, result = out_of(scan_with(3060, "3060 cost=distance*2"))
    assert [reading.text for reading in result.open[3060]] == ["cost=distance*2"]


def test_the_improvement_is_taken_from_the_same_scan():
    _, result = out_of(madeup.printed(random.Random(1)), "night")
    assert result.lines == madeup.listings()["night"]


def test_the_exit_status_tells_doubts(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    rows = [f"{number} PRINT {number}" for number in range(10, 200, 10)]
    for name, text, doubts in (("clean", rows, 0), ("doubtful", [*rows, "200 PR1NT (2"], 1)):
        (tmp_path / f"{name}.txt").write_text("\n".join(text), encoding="utf-8")
        assert listings.type_in(["--from", f"{name}.txt", "-o", f"{name}.bas"]) == doubts
        assert f"{doubts} doubtful" in capsys.readouterr().out
        assert (tmp_path / f"{name}.bas").read_text(encoding="utf-8").splitlines() == text


def test_without_a_manifest_printings_are_compared():
    lines = madeup.listings()[BASE]
    best = best_readings(scan({"clean": madeup.printed(random.Random(3))}))
    assert {number: best.lines[number] for number in lines} == lines
    rows = [f"{number} {text.decode()}" for number, text in lines.items()]
    again = [row.replace("fuel=fuel-cost", "fuel=fuel-c0st").replace("NEXT i", "NEXT") for row in rows]
    best = best_readings(scan({"one": "\n".join(rows), "two": "\n".join(again), "three": "\n".join(rows)}))
    assert best.lines[3070] == b"fuel=fuel-cost"
    doubts = {doubt.number: doubt for doubt in best.doubts}
    assert doubts[3070].others == ["fuel=fuel-c0st"]
    assert set(doubts) == {1020, 1030, 2120, 3070, 3110}


@pytest.fixture
def evening(tmp_path, monkeypatch):
    """A folder with the manifest of the made-up book and a scan of it."""
    from listings import manifest
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    manifest.write(madeup.manifest(), tmp_path / "ferry" / "manifest.toml")
    (tmp_path / "scan.txt").write_text(madeup.printed(random.Random(5), 0.1), encoding="utf-8")
    return tmp_path


def test_the_command_writes_what_fits_and_says_what_it_mended(evening, capsys):
    assert listings.type_in(["ferry", "--from", "scan.txt", "--with", "night"]) == 0
    out = capsys.readouterr().out
    assert "ferry: 58 lines" in out and "0 open" in out and "ferry night: 9 lines" in out
    assert (evening / "ferry-night.bas").read_bytes() == (madeup.FOLDER / "ferry-night.bas").read_bytes()
    assert listings.type_in(["ferry", "--from", "scan.txt", "--with", "night", "-o", "all.bas"]) == 0
    assert len((evening / "all.bas").read_bytes().splitlines()) == 67


def test_what_is_there_already_is_kept(evening):
    (evening / "ferry.bas").write_bytes(b"10 REM mine\n20 :\n30 MODE 1:INK 0,1:INK 1,24:BORDER 1\n")
    text = (evening / "scan.txt").read_text(encoding="utf-8")
    (evening / "part.txt").write_text("\n".join(row for row in text.split("\n") if not row.startswith(("10 ", "20 "))))
    listings.type_in(["ferry", "--from", "part.txt"])
    assert (evening / "ferry.bas").read_bytes().startswith(b"10 REM mine\n20 :\n30 MODE 1")


@pytest.mark.parametrize("name, contents, sentence", [
    ("empty.txt", b"", "is empty"),
    ("binary.txt", b"\0\1\2\xff" * 100, "binary file"),
    ("other.txt", b"".join(b"%d PRINT %d\n" % (n, n) for n in range(10, 5000, 10)), "not a scan of ferry"),
    ("prose.txt", b"Nothing here looks like a listing.\n" * 20, "not a scan of ferry"),
    ("missing.txt", None, "No such file"),
])
def test_bad_scans_get_one_sentence_and_write_nothing(evening, capsys, name, contents, sentence):
    if contents is not None:
        (evening / name).write_bytes(contents)
    before = sorted(path.name for path in evening.iterdir())
    assert listings.type_in(["ferry", "--from", name, "-o", "out.bas"]) == 2
    told = capsys.readouterr().err
    assert sentence in told and told.count("\n") == 1
    assert sorted(path.name for path in evening.iterdir()) == before


def test_another_listing_is_not_overwritten(evening, capsys):
    (evening / "mine.bas").write_bytes(b"100 PRINT 1\n200 PRINT 2\n")
    assert listings.type_in(["ferry", "--from", "scan.txt", "-o", "mine.bas"]) == 2
    assert "nothing was written" in capsys.readouterr().err
    assert (evening / "mine.bas").read_bytes() == b"100 PRINT 1\n200 PRINT 2\n"


def readings_of(row: str) -> list[str]:
    """All readings that a row with many numbers gives, of all lines."""
    found = scan({"scan": row}, set(range(1, 2000)))
    return [reading.text for readings in found.readings.values() for reading in readings]


def test_a_garbled_row_gives_readings_in_proportion_to_its_length():
    short, long = (readings_of(" ".join(f"{number} a" for number in range(1, count))) for count in (200, 400))
    assert len(long) < 2.2 * len(short)
    assert max(map(len, long)) < 2 * max(map(len, short))


def test_the_same_number_on_many_rows_is_mended_from_a_few():
    part = madeup.manifest().by_name[BASE]
    number = next(iter(part.checksums))
    readings = scan({"scan": "\n".join(f"{number} garbled{row}" for row in range(500))}, set(part.checksums))
    result = pick(madeup.manifest(), part, readings)
    assert len(result.open[number]) == 500
    assert len(_readings(readings, part, number)) == MOST_READINGS


def test_a_scan_in_latin_1_and_the_rows_of_its_lines(tmp_path):
    path = tmp_path / "scan.txt"
    path.write_bytes("words\n\n10 PRINT \"M\u00fchle\"\nmore words\n20 GOTO 10\n".encode("latin-1"))
    text = read_scan(path)
    assert "M\u00fchle" in text and text == read_scan_of_utf_8(tmp_path, text)
    found = scan({"page": text}, {10, 20})
    assert [(one.text, one.place) for one in found.readings[10]][0] == ('PRINT "M\u00fchle"', "page:3")
    assert found.readings[20][0].place == "page:5"
    again = scan({"page": text, "other": text}, {10, 20}).readings[20][0]
    assert again.places == [("page", 5), ("other", 5)]


def read_scan_of_utf_8(folder, text):
    path = folder / "utf8.txt"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    return read_scan(path)

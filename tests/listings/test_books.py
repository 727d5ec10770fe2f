"""The three listings of the books, from their scans to their games, where ../shared has the books' text.

CPC_TEST_ALL=1 plays all that was recorded; without it, what takes long is left to a part of it.
"""

import pytest

from cpc.commands import listings
from listings import library
from listings.checks import check_file, selection
from listings.checks.runner import run_check
from listings.checks.subject import Subject
from listings.manifest import BASE
from listings.scanning.mend import mend, pick
from listings.scanning.scan import read_scan, scan
from listings.source import merged, read_listing
from tests import books, places

if not books.are_there():
    pytest.skip(f"the books' texts are not in {books.SHARED}", allow_module_level=True)

LONG = {"l1_castle_long_ep_promotion_mate", "l1_computer_castles_in_game", "l2_game", "l2_fools_mate",
        "l1_castle_short_and_mate", "first_2_e2e4", "first_2_d2d4", "first_2_g1f3",
        "first_2_c2c4", "first_1_d2d4", "first_1_c2c4", "pos_player_mated_l2_queen",
        "4.8 level 2", "4.8 level 3", "4.8 level 4", "4.8 level 5", "all games", "weiss-stufe3-trojanisches-pferd",
        "weiss-stufe1-trojanisches-pferd", "weiss-stufe2-initiativtest", "schwarz-stufe2", "schwarz-stufe3",
        "weiss-stufe4", "schwarz-stufe4", "aufwand",
        *(f"book: {game}, level {level}" for game in ("trojanisches-pferd", "initiativtest") for level in (1, 2, 3, 4))}


def checks(name: str) -> list[check_file.Check]:
    found = check_file.read(library.HERE / name / "checks.toml").checks
    return [check for check in found if places.EVERYTHING or check.name not in LONG]


@pytest.fixture(scope="module")
def typed_in(tmp_path_factory):
    """A folder with all listings as they came out of the scans."""
    folder = tmp_path_factory.mktemp("evening")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("XDG_DATA_HOME", str(folder / "data"))
        for name in books.SCANS:
            parts = library.open_manifest(name).parts
            improvements = ",".join(part.name for part in parts if part.name != BASE and not part.merge and not part.alone)
            assert listings.type_in([name, "--with", improvements, "--from", str(books.scan_of(name))]) == 0, name
        yield folder


def subject(typed_in, name: str, improvements: list[str], model: str = "") -> Subject:
    listing = library.open_manifest(name)
    lines = merged(*(read_listing(typed_in / listing.file_name(part.name)) for part in listing.chosen(improvements)))
    return Subject(lines, model or listing.model, listing.dialect, listing.memory)


OFF: dict[str, list[str]] = {}      # of each check that has run on a 464, the steps that took another time


def on_its_own(name: str, part: str) -> Subject:
    """A program that does not come out of the scan alone: some of its lines the book leaves to its reader."""
    listing = library.open_manifest(name)
    return Subject(read_listing(books.restored(listing.file_name(part))), listing.model, listing.dialect, listing.memory)


def passes(check: check_file.Check, of: Subject, folder) -> None:
    outcome = run_check(check, of, folder)
    told = "; ".join(selection.told(one) for one in outcome.differences)
    assert outcome.passed, f"step {outcome.step}: {told}; {outcome.picture}"
    if of.model == "464" and any("seconds" in step for step in check.steps):
        OFF[check.name] = [f"{one.what}: {one.expected}, here {one.actual}" for one in outcome.off]


@pytest.mark.parametrize("name", books.SCANS)
def test_98_of_100_lines_come_out_without_help_and_none_is_wrong(name):
    listing = library.open_manifest(name)
    text = {"scan": read_scan(books.scan_of(name))}
    total = still_open = 0
    for part in listing.parts:
        if part.alone:                  # it has lines that the book leaves to its reader
            continue
        readings = scan(text, set(part.checksums))
        result = pick(listing, part, readings)
        mend(listing, part, readings, result)
        right = read_listing(books.restored(listing.file_name(part.name)))
        assert set(right) == set(part.checksums)
        for number, line in result.lines.items():
            assert listing.checksum(line) == listing.checksum(right[number]), f"{part.name} {number}"
        total += result.total
        still_open += len(result.open)
    assert still_open <= total * 0.02


@pytest.mark.parametrize("name", [*books.SCANS, "kapitel3"])
def test_the_manifests_are_those_of_the_restored_listings(name):
    listing = library.open_manifest(name)
    for part in listing.parts:
        assert listing.verify([part], read_listing(books.restored(listing.file_name(part.name)))) == ([], [], [])


@pytest.mark.parametrize("check", checks("hamann"), ids=lambda check: check.name)
def test_hamann(typed_in, tmp_path, check):
    passes(check, subject(typed_in, "hamann", check.improvements), tmp_path)


@pytest.mark.parametrize("check", [check for check in checks("hamann") if places.EVERYTHING or check.name[:2] == "5."],
                         ids=lambda check: check.name)
def test_hamann_on_a_6128(typed_in, tmp_path, check):
    passes(check, subject(typed_in, "hamann", check.improvements, "6128"), tmp_path)


@pytest.mark.parametrize("check", checks("demoschach"), ids=lambda check: check.name)
def test_demoschach_as_printed(typed_in, tmp_path, check):
    passes(check, subject(typed_in, "demoschach", []), tmp_path)


@pytest.mark.parametrize("check", checks("demoschach") if places.EVERYTHING else checks("demoschach")[-2:],
                         ids=lambda check: check.name)
def test_demoschach_without_its_remarks_in_the_memory_of_a_cpc(tmp_path, check):
    lines = read_listing(books.restored("demoschach-cpc-norem.bas"))
    passes(check, Subject(lines, "464", "locomotive", "cpc"), tmp_path)


@pytest.mark.parametrize("check", checks("tictactoe"), ids=lambda check: check.name)
def test_tictactoe(typed_in, tmp_path, check):
    of = on_its_own("tictactoe", check.improvements[0]) if check.improvements else subject(typed_in, "tictactoe", [])
    passes(check, of, tmp_path)


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("check", checks("kapitel3"), ids=lambda check: check.name)
def test_the_programs_of_chapter_3(tmp_path, check, model):
    of = on_its_own("kapitel3", check.improvements[0])
    of.model = model
    passes(check, of, tmp_path)


def test_the_seconds_of_all_these_are_those_of_the_machine():
    if not OFF:
        pytest.skip("measured by the checks above, which did not run")
    assert {name: off for name, off in OFF.items() if off} == {}

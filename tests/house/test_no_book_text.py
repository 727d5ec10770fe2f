"""The books' listings belong to their books: no line of them is in this repo, only what is known of them."""

import re
import subprocess
from pathlib import Path

import pytest

from listings import library
from listings.fingerprint import checksum, normal_form
from tests import books
from tests.places import REPO

FEW_TOKENS = 8          # bytes of the crunched line: RETURN or GOSUB 1000 is nobody's
NOT_OURS = {".git", ".venv", "__pycache__", "build"}
SHORT = 16              # characters without blanks
_NUMBERED = re.compile(r"(?<!\d)(\d{1,5})[ \t]+([^\d\s].*)")
_TAIL = re.compile(r"(?:\\n|\\r|[\"'`,)\]}>|]|</\w+>)*\s*$")


def files() -> list[Path]:
    try:
        command = ["git", "ls-files", "-co", "--exclude-standard"]
        listed = subprocess.run(command, cwd=REPO, capture_output=True, text=True, check=True)
        return [REPO / name for name in listed.stdout.splitlines() if (REPO / name).is_file()]
    except (OSError, subprocess.CalledProcessError):
        return [path for path in REPO.rglob("*") if path.is_file() and not NOT_OURS & set(path.relative_to(REPO).parts)]


def text_of(path: Path) -> str:
    data = path.read_bytes()
    return "" if b"\0" in data[:4096] or len(data) > 2_000_000 else data.decode("utf-8", "replace")


def known_checksums() -> dict[int, set[int]]:
    known: dict[int, set[int]] = {}
    for name in ("hamann", "demoschach", "tictactoe", "kapitel3"):
        for part in library.open_manifest(name).parts:
            for number, value in part.checksums.items():
                known.setdefault(number, set()).add(value)
    return known


def is_known(number: int, text: str, known: dict[int, set[int]]) -> bool:
    """Whether a manifest has this line; in a string of a test it may have something behind it."""
    for one in {text, _TAIL.sub("", text), re.split(r"\\n", text)[0]}:
        line = one.encode("latin-1", "replace")
        for commodore in (False, True):
            if checksum(line, commodore=commodore) in known[number]:
                return len(normal_form(line, commodore=commodore)) > FEW_TOKENS
    return False


def lines_of_the_books(text: str, known: dict[int, set[int]]) -> list[str]:
    found = []
    for row in text.splitlines():
        if len(row) < 2000:
            found += [match[0] for match in _NUMBERED.finditer(row)
                      if int(match[1]) in known and is_known(int(match[1]), match[2], known)]
    return found


def test_no_file_has_a_line_that_a_manifest_knows():
    known = known_checksums()
    found = {str(path.relative_to(REPO)): lines_of_the_books(text_of(path), known) for path in files()}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize("wrap", ["{}", 'cpc.type("{}\\n")', "    {}  ", "['{}',", "x {}"])
def test_a_line_would_be_found(wrap):
    line = 'PRINT "a line of nobody";a+1'
    known = {70: {checksum(line.encode())}}
    assert lines_of_the_books(wrap.replace("{}", f"70 {line}"), known)
    assert not lines_of_the_books(wrap.replace("{}", f"71 {line}"), known)
    assert not lines_of_the_books(wrap.replace("{}", "70 RETURN"), known)


@pytest.mark.skipif(not books.are_there(), reason=f"the books' texts are not in {books.SHARED}")
def test_no_file_has_the_text_of_a_restored_listing():
    def bare(text: str) -> str:
        return re.sub(r"\s+", "", text).lower()

    known = set()
    for path in (books.SHARED / "listings").glob("*.bas"):
        for row in path.read_text(encoding="utf-8", errors="replace").splitlines():
            text = bare(re.sub(r"^\s*\d+", "", row))
            if len(text) >= SHORT and not re.fullmatch(r"rem[*\s]*|data[\d,\s-]*|print\"[-*+ ]*\"", text):
                known.add(text)
    found: dict[str, list[str]] = {}
    for path in files():
        hits = [row for row in text_of(path).splitlines()
                if bare(_TAIL.sub("", re.sub(r"^\s*[\"']?\d+\s", "", row))) in known]
        if len(hits) >= 2:
            found[str(path.relative_to(REPO))] = hits
    assert found == {}

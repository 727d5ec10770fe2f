"""Where the books' texts are, if they are at hand."""

from pathlib import Path

from tests.places import SHARED

SCANS = {"hamann": "hamann-eden-1986.txt", "demoschach": "computerschachbuch-1985.txt",
         "tictactoe": "computerschachbuch-1985.txt"}


def are_there() -> bool:
    return (SHARED / "books").is_dir() and (SHARED / "listings").is_dir()


def scan_of(name: str) -> Path:
    return SHARED / "books" / SCANS[name]


def restored(file_name: str) -> Path:
    return SHARED / "listings" / file_name

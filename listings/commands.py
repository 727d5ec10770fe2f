"""The commands of this room, as `cpc typein`, `cpc lint`, `cpc check`, `cpc manifest`: each gives the exit status."""

import argparse
import sys
from functools import wraps
from pathlib import Path

from listings import manifest
from listings.manifest import BASE, BOOK_FIELDS
from listings.source import ListingFault, read_listing


def command(function):
    """Faults become one sentence and exit status 2."""
    @wraps(function)
    def run(argv: list[str]) -> int:
        try:
            return function(argv)
        except ListingFault as fault:
            print(f"cpc: {fault}", file=sys.stderr)
            return 2
    return run


def names_of(text: str) -> list[str]:
    return [name for name in text.replace(" ", ",").split(",") if name]


@command
def make_manifest(argv: list[str]) -> int:
    parser = argparse.ArgumentParser("cpc manifest",
                                     description="Makes the manifest of a listing that is known to be right.")
    parser.add_argument("file", metavar="FILE.bas", help="the program")
    parser.add_argument("--part", action="append", default=[], metavar="NAME=FILE.bas",
                        help="an improvement to be merged; NAME+NAME for what two of them need together")
    parser.add_argument("-o", "--output", metavar="MANIFEST.toml", help="where to write it; without it, to the screen")
    parser.add_argument("--name", help="what the listing is to be called; without it, the file's name")
    for key in BOOK_FIELDS:
        parser.add_argument(f"--{key}", action="append" if key == "authors" else "store",
                            type=int if key == "year" else str, help="about the book")
    parser.add_argument("--model", choices=("464", "6128"), default="464")
    parser.add_argument("--dialect", choices=("locomotive", "commodore"), default="locomotive")
    parser.add_argument("--memory", choices=("cpc", "large"), default="cpc")
    options = parser.parse_args(argv)
    listings = {BASE: read_listing(Path(options.file))}
    for part in options.part:
        name, equals, path = part.partition("=")
        if not equals:
            raise ListingFault(f"--part {part} is not of the form NAME=FILE.bas.")
        listings[name] = read_listing(Path(path))
    book = {key: getattr(options, key) for key in BOOK_FIELDS if getattr(options, key)}
    made = manifest.make(options.name or Path(options.file).stem, listings, book=book, model=options.model,
                         dialect=options.dialect, memory=options.memory)
    if options.output is None:
        print(manifest.to_toml(made), end="")
        return 0
    path = Path(options.output)
    if path.exists():
        old = manifest.read(path)
        for part in made.parts:             # what was written by hand stays
            if part.name in old.by_name:
                part.what, part.pages = old.by_name[part.name].what, old.by_name[part.name].pages
        made.book = old.book | made.book
    manifest.write(made, path)
    lines = sum(len(part.checksums) for part in made.parts)
    print(f"{path}: {made.name}, {len(made.parts)} part{'s' * (len(made.parts) > 1)}, {lines} lines")
    return 0

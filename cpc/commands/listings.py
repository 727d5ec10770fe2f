"""The commands of this room, as `cpc typein`, `cpc lint`, `cpc check`, `cpc manifest`: each gives the exit status."""

import argparse
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path

from cpc import gallery
from cpc.commands.fault import cut
from cpc.commands.needs_pygame import needing_pygame
from cpc.commands.run import named
from cpc.commands.speech import Parser, report, reported, said
from listings import library, manifest
from listings.checks import selection
from listings.linting import lint as linter
from listings.manifest import BASE, BOOK_FIELDS, SETTINGS
from listings.scanning.mend import Result, is_there, mend, pick
from listings.scanning.readings import best_readings
from listings.scanning.scan import read_scan, scan
from listings.source import Lines, ListingFault, merged, read_listing, repeated_numbers, write_listing
from listings.typing import typein

Command = Callable[[list[str]], int]


def command(function: Command) -> Command:
    """Faults become one sentence and exit status 2."""
    @wraps(function)
    def run(argv: list[str]) -> int:
        try:
            return function(argv)
        except ListingFault as fault:
            print(f"cpc: {said(cut(str(fault)))}", file=sys.stderr)
            return 2
    return run


def names_of(text: str) -> list[str]:
    return [name for name in text.replace(" ", ",").split(",") if name]


@command
def make_manifest(argv: list[str]) -> int:
    parser = Parser("cpc manifest", description="Writes the manifest of a listing: its line numbers, and a checksum of "
                                             "each line. The listing must be right.")
    parser.add_argument("file", metavar="FILE.bas", help="the program")
    parser.add_argument("--part", action="append", default=[], metavar="NAME=FILE.bas",
                        help="an improvement that is merged; NAME+NAME for what two improvements need together")
    parser.add_argument("-o", "--output", metavar="MANIFEST.toml", help="the file to write; without it the manifest is printed")
    parser.add_argument("--name", help="the name of the listing; without it, that of the file")
    for key in BOOK_FIELDS:
        parser.add_argument(f"--{key}", action="append" if key == "authors" else "store",
                            type=int if key == "year" else str, help="about the book")
    for key, choices in SETTINGS.items():
        parser.add_argument(f"--{key}", choices=choices, help=f"without it {choices[0]}, or what MANIFEST.toml says already")
    options = parser.parse_args(argv)
    listings = {BASE: read_listing(Path(options.file))}
    for part in options.part:
        name, equals, path = part.partition("=")
        if not equals:
            raise ListingFault(f"--part {part} is not of the form NAME=FILE.bas.")
        listings[name] = read_listing(Path(path))
    book = {key: getattr(options, key) for key in BOOK_FIELDS if getattr(options, key)}
    for key, value in book.items():
        if not _is_unicode(value):
            raise ListingFault(f"--{key} has bytes that are not UTF-8.")
    path = Path(options.output) if options.output else None
    old = manifest.read(path) if path and path.is_file() else None
    name = options.name or (old.name if old else Path(options.file).stem)
    made = manifest.make(name, listings, book=book, **{
        key: getattr(options, key) or (getattr(old, key) if old else choices[0]) for key, choices in SETTINGS.items()})
    if path is None:
        print(manifest.to_toml(made), end="")
        return 0
    if old:
        lost = [part.name for part in old.parts if part.name not in made.by_name]
        if lost:
            raise ListingFault(f"{path} has the parts {', '.join(lost)} as well; --part NAME=FILE.bas keeps them.")
        for part in made.parts:             # what was written by hand stays
            if part.name in old.by_name:
                part.what, part.pages = old.by_name[part.name].what, old.by_name[part.name].pages
        made.book = old.book | made.book
    manifest.write(made, path)
    lines = sum(len(part.checksums) for part in made.parts)
    report(f"{path}: {made.name}, {typein.counted(len(made.parts), 'part')}, {typein.counted(lines, 'line')}")
    return 0


def _is_unicode(value: object) -> bool:
    """False for an argument with bytes that Python could not read as text."""
    return not any("\ud800" <= character <= "\udfff" for character in str(value))


@command
def type_in(argv: list[str]) -> int:
    parser = Parser(
        "cpc typein", description="You type in a listing from its book, and each line is checked at once. With --from, "
                                  "the lines are taken from the text of a scan.")
    parser.add_argument("name", nargs="?", metavar="NAME", help=f"{', '.join(library.names())}, or a manifest's file")
    parser.add_argument("--with", dest="improvements", default="", metavar="4.1,4.5",
                        help="improvements from the book to type in as well")
    parser.add_argument("--from", dest="scans", nargs="+", metavar="SCAN.txt", help="the text of a scan")
    parser.add_argument("-o", "--output", metavar="FILE.bas", help="the file to write; without it NAME.bas in this folder")
    parser.add_argument("--dialect", choices=("locomotive", "commodore"), default="locomotive",
                        help="how to read the lines of a scan if no NAME is given")
    parser.add_argument("--window", action="store_true", help="type on the screen of a CPC, in a window")
    options = parser.parse_args(argv)
    if options.name is None:
        if not options.scans or not options.output:
            parser.error("without NAME it needs --from SCAN.txt and -o FILE.bas")
        return _best_of_scan(options)
    listing = library.open_manifest(options.name)
    parts = listing.chosen(names_of(options.improvements))
    output = Path(options.output) if options.output else None
    if options.scans:
        return _from_scan(listing, parts, _texts(options.scans), output)
    if output is not None and len(parts) > 1:
        raise ListingFault("-o names one file, but each improvement gets a file of its own. Leave out -o.")
    for part in parts:
        path = output or library.typed_in(listing, part.name) or Path(listing.file_name(part.name))
        typing = typein.TypingIn(listing, part, path)
        complete = _in_window(typing) if options.window else typein.run(typing, spoken=reported)
        library.remember(listing, part.name, path)
        if not complete:
            return 1
    return 0


def _in_window(typing: typein.TypingIn) -> bool:
    """Shows the CPC on which the listing is typed in; True when it is complete."""
    with needing_pygame("without --window you type in the terminal"):
        from cpc.window.window import NoDisplay, Window
    from listings.typing.on_screen import machine_for
    try:
        Window(machine_for(typing, reported), lambda: machine_for(typing, reported), muted=True).run()
    except NoDisplay:
        raise ListingFault("There is no display for a window; without --window you type in the terminal.") from None
    return not typing.missing and not typing.doubtful


def _texts(paths: list[str]) -> dict[str, str]:
    texts = {path: read_scan(Path(path)) for path in paths}
    for path, text in texts.items():
        if not text.strip():
            raise ListingFault(f"{path} is empty.")
    return texts


def _from_scan(listing: manifest.Manifest, parts: list[manifest.Part], texts: dict[str, str],
               output: Path | None) -> int:
    scans = {part.name: scan(texts, set(part.checksums)) for part in parts}
    results = {part.name: pick(listing, part, scans[part.name]) for part in parts}
    if not is_there(list(results.values())):
        raise ListingFault(f"{', '.join(texts)} is not a scan of {listing.name}: almost no line of it fits.")
    known = {part.name: _kept(listing, parts if output else [part], output or Path(listing.file_name(part.name)))
             for part in parts}
    for part in parts:
        result = results[part.name]
        for number, text in known[part.name].items():
            if part.checksums.get(number) == listing.checksum(text):
                result.kept += result.open.pop(number, None) is not None
                result.lines[number] = text
        mend(listing, part, scans[part.name], result, _progress)
    for name, result in results.items():
        _report(listing.name if name == BASE else f"{listing.name} {name}", result)
    if output is not None:
        write_listing(output, merged(known[parts[0].name], *(results[part.name].lines for part in parts)))
        library.remember(listing, parts[0].name, output)
        print(said(f"written: {output}"))
    else:
        for part in parts:
            path = Path(listing.file_name(part.name))
            write_listing(path, merged(known[part.name], results[part.name].lines))
            library.remember(listing, part.name, path)
            print(said(f"written: {path}"))
    still_open = sum(len(result.open) for result in results.values())
    if still_open:
        print(said(f"Type in what is missing with `cpc typein {listing.name}`."))
    return 1 if still_open else 0


def _kept(listing: manifest.Manifest, parts: list[manifest.Part], path: Path) -> Lines:
    """What is there already; a file that is something else is left alone."""
    if not path.exists():
        return {}
    lines = read_listing(path)
    wrong, _, foreign = listing.verify(parts, lines)
    if 2 * (len(wrong) + len(foreign)) > len(lines):
        raise ListingFault(f"{path} is there already and is not {listing.name}: nothing was written.")
    return {number: text for number, text in lines.items() if number not in foreign}


def _report(name: str, result: Result) -> None:
    kept = f"{result.kept} there already, " if result.kept else ""
    report(f"{name}: {typein.counted(result.total, 'line')}, {result.as_read} as read, {len(result.mended)} mended, {kept}"
           f"{len(result.open)} open")
    read = reported("read")
    for line in result.mended:
        what = ", ".join(map(reported, line.what.split(", ")))
        place = line.place or reported("no place in the scan")
        print(f"  {line.number} {line.text}\n    {read} {line.read!r} ({what}; {place})")
    for number, readings in result.open.items():
        report(f"  {number} OPEN" + ("" if readings else ": not in the scan"))
        for reading in readings[:4]:
            print(f"    {read} {reading.text[:100]!r} ({reading.place})")


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        end = "\r" if done + 1 < total else "\n"
        print(f"{typein.bar(done + 1, total)} {reported('mending')}", end=end, file=sys.stderr, flush=True)


def _best_of_scan(options: argparse.Namespace) -> int:
    path = Path(options.output)
    if path.exists():
        raise ListingFault(f"{path} is there already: nothing was written.")
    best = best_readings(scan(_texts(options.scans)), commodore=options.dialect == "commodore")
    if not best.lines:
        raise ListingFault(f"There is no listing in {', '.join(options.scans)}.")
    write_listing(path, best.lines)
    report(f"{path}: {typein.counted(len(best.lines), 'line')}, {len(best.doubts)} doubtful")
    for doubt in best.doubts:
        print(f"  {doubt.number} {doubt.text}: {reported(doubt.why)}")
        for other in doubt.others:
            print(f"    {reported('or')} {other[:100]}")
    return 1 if best.doubts else 0


@command
def check(argv: list[str]) -> int:
    parser = Parser("cpc check", description="Runs a listing on a CPC without a window, and checks what it does.")
    parser.add_argument("name", metavar="NAME|FILE",
                        help=f"{', '.join(library.names())}, a program's file, or a check file")
    parser.add_argument("--with", dest="improvements", default="", metavar="4.1,4.5",
                        help="check the listing with these improvements")
    parser.add_argument("--all", action="store_true", help="run all checks, with the recorded games; this takes minutes")
    parser.add_argument("--only", default="", metavar="TEXT", help="run only checks with TEXT in their name")
    parser.add_argument("--model", choices=("464", "6128"), default="",
                        help="the CPC to run them on; without it the one that the listing is for")
    parser.add_argument("--seconds", action="store_true",
                        help="compare how long each step takes with the real machine, too, within 5 %%")
    parser.add_argument("--pictures", metavar="FOLDER", type=Path,
                        help="a folder for pictures of the screen where a check fails")
    options = parser.parse_args(argv)
    if options.pictures:
        try:
            options.pictures.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ListingFault(f"{options.pictures} cannot be made: {error.strerror}.") from None
    return selection.check(options.name, names_of(options.improvements), options.all, options.only, options.model,
                          options.seconds, options.pictures, reported)


@command
def lint(argv: list[str]) -> int:
    parser = Parser("cpc lint", description="Finds mistakes in a program without running it.")
    parser.add_argument("file", metavar="FILE", help="a program's file, or an example by its name")
    parser.add_argument("--merge", metavar="FILE", type=Path, action="append", default=[],
                        help="a program to merge into it first")
    parser.add_argument("--model", choices=("464", "664", "6128"),
                        help="464: BASIC 1.0; 664 and 6128: BASIC 1.1; without it 464, or what a book's listing is for")
    parser.add_argument("--dialect", choices=("locomotive", "commodore"),
                        help="commodore: keywords need no spaces around them; without it locomotive, or what the book has")
    parser.add_argument("--fix", action="store_true", help="put blanks between keywords that have run together, in the file")
    options = parser.parse_args(argv)
    example = gallery.path_of(options.file)
    options.file = Path(options.file) if options.fix else named(options.file)
    shown = example.name if options.file == example else options.file
    lines = read_listing(options.file)
    book = library.recognised(lines)
    model = options.model or (book.model if book else "464")
    dialect = options.dialect or (book.dialect if book else "locomotive")
    repeated = repeated_numbers(options.file)
    if options.fix:
        if options.merge:
            parser.error("--fix and --merge exclude each other")
        if repeated:
            raise ListingFault(f"{options.file} has line {repeated[0]} twice; --fix would lose one of them.")
        lines, fixed = linter.fix(lines, model)
        if fixed:
            write_listing(options.file, lines)
            print(said(f"{shown}: blanks put between keywords in {typein.ranges(fixed, list(lines))}"))
    for number in repeated:
        print(said(f"{shown}:{number}: warning: there is another line {number} before it"))
    lines = merged(lines, *(read_listing(path) for path in options.merge))
    findings = linter.lint(lines, model, dialect == "commodore")
    for finding in findings:
        print(f"{shown}:{reported(finding.place)}: {reported(finding.severity)}: {reported(finding.message)}")
    if not findings and not repeated:
        print(said(f"{shown}: no mistakes found"))
    return 1 if any(finding.severity == linter.ERROR for finding in findings) else 0

"""Where listings are: the manifests that come with the project or are the user's own, and what has been typed in."""

import json
from pathlib import Path

from cpc.folders import data_folder as data_folder
from cpc.host_files import save_file
from listings import manifest
from listings.manifest import BASE, Manifest
from listings.source import Lines, ListingFault, read_listing

PLACES = "places.json"          # where listings have been typed into
HERE = Path(__file__).parent


def names() -> list[str]:
    """The listings there are manifests of."""
    return sorted({path.parent.name for folder in (HERE, data_folder()) for path in folder.glob("*/manifest.toml")})


def open_manifest(name: str) -> Manifest:
    """The manifest of a name (`hamann`), or one named by its file or its folder."""
    path = Path(name)
    if path.suffix == ".toml":
        return manifest.read(path)
    for folder in (HERE / name, data_folder() / name, path):
        if (folder / "manifest.toml").is_file():
            return manifest.read(folder / "manifest.toml")
    raise ListingFault(f"There is no listing called {name}; the listings are {', '.join(names())}.")


def typed_in(listing: Manifest, part: str = BASE) -> Path | None:
    """The file a part has been typed into: in the current folder, in the user's data folder, or where it was last written."""
    name = listing.file_name(part)
    for path in (Path.cwd() / name, data_folder() / name, _places().get(name)):
        if path and path.is_file():
            return path
    return None


def typed_in_as(name: str) -> Path:
    """The file of a listing by its name. Raises ListingFault with how to get it."""
    listing = open_manifest(name)
    path = typed_in(listing)
    if path is None:
        raise ListingFault(how_to_get(listing))
    return path


def remember(listing: Manifest, part: str, path: Path) -> None:
    """From now on the part's name finds this file from any folder."""
    places = _places() | {listing.file_name(part): path.resolve()}
    try:
        data_folder().mkdir(parents=True, exist_ok=True)
        save_file(data_folder() / PLACES, json.dumps({name: str(place) for name, place in places.items()}).encode())
    except OSError:
        pass                # then the name finds it in its own folder only


def _places() -> dict[str, Path]:
    try:
        found = json.loads((data_folder() / PLACES).read_text(encoding="utf-8"))
        return {str(name): Path(place) for name, place in found.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def of_file(path: Path) -> Manifest | None:
    """The manifest of the listing that a file has, whatever its name is."""
    try:
        return recognised(read_listing(path)) if path.is_file() else None
    except ListingFault:
        return None


def recognised(lines: Lines) -> Manifest | None:
    """The manifest of the listing that most of the lines are from."""
    for name in names():
        try:
            listing = open_manifest(name)
        except ListingFault:            # one of the user's own that is damaged
            continue
        if BASE not in listing.by_name:
            continue
        expected = listing.by_name[BASE].checksums
        if 2 * len(expected.keys() & lines.keys()) <= len(lines):
            continue                    # by its numbers alone it is another one: checksums take longer
        wrong, _, foreign = listing.verify([listing.by_name[BASE]], lines)
        if 2 * (len(wrong) + len(foreign)) < len(lines):
            return listing
    return None


def find(name: str, improvements: list[str] | None = None) -> tuple[Manifest, list[Path]]:
    """A listing's manifest and the files to load and merge, in this order; says how to get what is missing."""
    listing = open_manifest(name)
    files = []
    for part in listing.chosen(improvements or []):
        path = typed_in(listing, part.name)
        if path is None:
            raise ListingFault(how_to_get(listing, part.name))
        files.append(path)
    return listing, files


def how_to_get(listing: Manifest, part: str = BASE) -> str:
    book = listing.book
    named = f"{listing.name} {part}" if part != BASE else listing.name
    source = f"“{book['title']}” ({', '.join(book.get('authors', []))}, {book.get('year', '?')})" if "title" in book \
        else "its book"
    wanted = "" if part == BASE else f" --with {part}"
    return (f"{named} is not typed in yet: its text belongs to {source} and does not come with this project. "
            f"If you have the book, type it in with `cpc typein {listing.name}{wanted}`, "
            f"or take it from the text of a scan with `cpc typein {listing.name}{wanted} --from SCAN.txt`.")

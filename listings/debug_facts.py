"""What the debugger knows of a listing: its board and its search, from the files in its folder.

    facts = facts_of(program.lines)         # of crunched lines; None where the listing is not known

The board stands in board.toml, the search in search.toml. A place in the program is written as 1870 or 1870:2, statements
counted from 1.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from basic.debug.facts import At, BoardFacts, Facts, Squares, TreeFacts
from basic.debug.views import Place
from basic.source.uncrunch import listed
from cpc import gallery
from listings import facts, library
from listings.chess.board import FILES, RANKS
from listings.source import Lines, ListingFault, read_listing

LETTERS = "PRNBQKprnbqk"


def facts_of(crunched: Mapping[int, bytes]) -> Facts | None:
    """Nothing where a file is damaged, too: the debugger goes on without."""
    try:
        lines = {number: listed(line) for number, line in crunched.items()}
        name = _name_of(lines)
        return named(name) if name else None
    except ListingFault:
        return None


def named(name: str) -> Facts:
    folder = library.HERE / name
    board, search = _table(folder / "board.toml"), _table(folder / "search.toml")
    squares = _squares(board["board"]) if board else None
    return Facts(name, _board(board["board"]) if board else None, _tree(search, squares) if search else None)


def _name_of(lines: Lines) -> str | None:
    """The listing that most of the lines are from."""
    listing = library.recognised(lines)
    if listing is not None:
        return listing.name
    for path in library.HERE.glob("*/board.toml"):
        program = gallery.path_of(path.parent.name)
        if program.is_file():
            own: Lines = {}
            for part in (program, *gallery.parts_of(program)):
                own |= read_listing(part)
            same = sum(own.get(number) == text for number, text in lines.items())
            if 2 * same > len(lines):
                return path.parent.name
    return None


def _table(path: Path) -> dict[str, Any] | None:
    return facts.load(path, "a file of facts") if path.is_file() else None


def _squares(board: Mapping[str, Any]) -> Squares:
    return Squares(board["a1"], board["file"], board["rank"])


def _board(board: Mapping[str, Any]) -> BoardFacts:
    array, _, subscripts = str(board["element"]).partition("(")
    squares = _squares(board)

    def place(file: int, rank: int) -> tuple[int, ...]:
        square = squares.a1 + file * squares.file + rank * squares.rank
        return tuple(int(part) for part in subscripts.rstrip(")").format(square=square, x=file + 1, y=rank + 1).split(","))
    rows = tuple(tuple(place(file, rank) for file in range(8)) for rank in range(7, -1, -1))
    letters = {str(value): letter for letter in LETTERS for value in board["pieces"].get(letter, ())}
    return BoardFacts(array, rows, tuple(reversed(RANKS)), tuple(FILES), {**letters, str(board["empty"]): "."})


def _tree(search: Mapping[str, Any], squares: Squares | None) -> TreeFacts:
    def ats(key: str) -> tuple[At, ...]:
        return tuple(At(_place(one["at"]), one.get("depth", ""), tuple(one.get("values", ()))) for one in search.get(key, ()))
    return TreeFacts(ats("enter"), ats("leave"), ats("cut"), tuple(map(_place, search.get("begin", ()))), squares)


def _place(text: str) -> Place:
    match = re.fullmatch(r"(\d+)(?::(\d+))?", text)
    if not match:
        raise ListingFault(f"{text} is not a place in a program: 100, or 100:2 for its second statement.")
    return Place(int(match[1]), int(match[2] or 1) - 1)

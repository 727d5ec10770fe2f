"""The positions that games begin from: our own set, or those of a PGN or EPD file."""

import io
from pathlib import Path
from typing import NamedTuple

import chess
import chess.pgn

from cpc.host_files import read_whole
from listings.chess.faults import ListingFault

OWN = Path(__file__).with_name("openings.txt")
LARGEST = 64 << 20          # bytes of a file
MOST = 10_000               # positions of a file that are taken


class Opening(NamedTuple):
    """A game's beginning: moves from a position. `fen` is empty where it is the usual one."""
    name: str
    fen: str = ""
    moves: tuple[str, ...] = ()

    def board(self) -> chess.Board:
        board = chess.Board(self.fen) if self.fen else chess.Board()
        for move in self.moves:
            board.push_uci(move)
        return board


def read(path: Path | None = None) -> list[Opening]:
    """The openings of a file, in its order: .epd has a position a line, anything else is PGN. Without a file our own."""
    path = path or OWN
    try:
        text = read_whole(path, LARGEST).decode("utf-8", "replace")
    except OSError as error:
        raise ListingFault(f"{path} cannot be read: {error.strerror}.") from None
    suffix = path.suffix.lower()
    try:
        found = _own(text) if suffix == ".txt" else _epd(text) if suffix == ".epd" else _pgn(text, path)
    except ValueError as error:
        raise ListingFault(f"{path} has a mistake: {str(error).rstrip('.')}.") from None
    if not found:
        raise ListingFault(f"There is no opening in {path}.")
    return found[:MOST]


def _own(text: str) -> list[Opening]:
    found = []
    for line in text.splitlines():
        name, colon, moves = line.partition(":")
        if colon and not line.startswith("#"):
            found.append(Opening(name.strip(), moves=tuple(moves.split())))
            found[-1].board()
    return found


def _epd(text: str) -> list[Opening]:
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            board = chess.Board()
            operations = board.set_epd(line)
            if board.is_valid() and not board.is_game_over():
                found.append(Opening(str(operations.get("id") or f"position {number}"), board.fen()))
    return found


def _pgn(text: str, path: Path) -> list[Opening]:
    found: list[Opening] = []
    source = io.StringIO(text)
    while len(found) < MOST and (game := chess.pgn.read_game(source)) is not None:
        if game.errors:
            raise ValueError(f"game {len(found) + 1}: {game.errors[0]}")
        start = game.board().fen()
        name = game.headers.get("Opening") or game.headers.get("Event", "?").strip("?") or f"game {len(found) + 1}"
        opening = Opening(name, "" if start == chess.STARTING_FEN else start,
                          tuple(move.uci() for move in game.mainline_moves()))
        if not opening.board().is_game_over():
            found.append(opening)
    return found

"""Games as PGN, with the machine's time for each move, and what of them is read back."""

import io
from collections.abc import Iterator
from typing import NamedTuple

import chess
import chess.pgn

from listings.chess.match import Record

ENDS = {"1-0", "0-1", "1/2-1/2"}


class Played(NamedTuple):
    """A game in a file."""
    white: str
    black: str
    number: int
    result: str
    why: str
    seconds: dict[str, list[float]]     # of each player's moves
    notes: list[str]                    # what was noted at moves, and the sentence about the end
    moves: int

    @property
    def key(self) -> tuple[str, str, int]:
        return self.white, self.black, self.number


def as_pgn(record: Record, event: str, date: str) -> str:
    game = chess.pgn.Game()
    headers = game.headers
    headers["Event"], headers["Site"], headers["Date"], headers["Round"] = event, "?", date, str(record.number)
    headers["White"], headers["Black"], headers["Result"] = record.white, record.black, record.result
    headers["Opening"], headers["Termination"] = record.opening.name, record.why
    if record.opening.fen:
        game.setup(chess.Board(record.opening.fen))
    node: chess.pgn.GameNode = game
    for move in record.moves:
        node = node.add_variation(chess.Move.from_uci(move.uci))
        if move.score is not None:
            node.set_eval(chess.engine.PovScore(chess.engine.Cp(move.score), chess.WHITE))
        if move.seconds is not None:
            node.set_emt(move.seconds)
        if move.notes:
            node.comment = " ".join([node.comment, *(_plain(note) + "." for note in move.notes)]).strip()
    if record.text:
        node.comment = " ".join([node.comment, _plain(record.text) + "."]).strip()
    exporter = chess.pgn.StringExporter(columns=100)
    return game.accept(exporter) + "\n\n"


def _plain(text: str) -> str:
    """Without what ends a comment of PGN."""
    return text.replace("{", "(").replace("}", ")")


def read(text: str) -> Iterator[Played]:
    """The games that were finished. A game that was cut off while it was written is passed over."""
    source = io.StringIO(text)
    while (game := chess.pgn.read_game(source)) is not None:
        headers = game.headers
        if headers.get("Result") in ENDS and not game.errors and headers.get("Round", "").isdigit():
            yield _played(game)


def _played(game: chess.pgn.Game) -> Played:
    headers = game.headers
    seconds: dict[str, list[float]] = {headers["White"]: [], headers["Black"]: []}
    notes, count = [], 0
    node: chess.pgn.GameNode = game
    while node.variations:
        mover = headers["White" if node.turn() == chess.WHITE else "Black"]
        node = node.variations[0]
        count += 1
        if (time := node.emt()) is not None:
            seconds[mover].append(time)
        comment = " ".join(word for word in _without_marks(node.comment))
        if comment:
            notes.append(comment)
    return Played(headers["White"], headers["Black"], int(headers["Round"]), headers["Result"],
                  headers.get("Termination", ""), seconds, notes, count)


def _without_marks(comment: str) -> Iterator[str]:
    inside = False
    for word in comment.split():
        if word.startswith("[%"):
            inside = True
        if not inside:
            yield word
        if word.endswith("]"):
            inside = False

"""What is typed to set a position up, in the words and the order of a program."""

from collections.abc import Iterable
from typing import Any

from listings.chess import board as boards
from listings.chess.board import Position


def set_up_text(facts: dict[str, Any], position: Position, level: str) -> str:
    """`facts` is the table [set_up] of a board.toml, whose `type` names what is put in."""
    sides = facts.get("sides", {"white": "w", "black": "b"})
    own, other = ("white", "black") if position.white_to_move else ("black", "white")
    return str(facts["type"]).format(
        level=level, fen=position.fen, to_move=sides[own], other=sides[other],
        squares="".join(_piece_by_piece(facts["squares"], position)) if "squares" in facts else "",
        person=facts.get("persons", {}).get(other, ""), rows=_own_letters(facts, position.placement),
        castling="".join(_castling(facts["castling"], position)) if "castling" in facts else
        _own_letters(facts, position.castling) or "-",
        en_passant=position.en_passant or "-")


def _piece_by_piece(facts: dict[str, str], position: Position) -> Iterable[str]:
    for letter in facts["order"]:
        for square, piece in position.pieces.items():
            if piece == letter:
                yield facts["each"].format(square=square, SQUARE=square.upper())
        if letter not in facts["no_next"]:
            yield facts["next"]


def _own_letters(facts: dict[str, Any], text: str) -> str:
    """A part of a FEN in the program's own letters."""
    return text.translate(str.maketrans(boards.LETTERS, facts.get("letters", boards.LETTERS)))


def _castling(facts: dict[str, str], position: Position) -> Iterable[str]:
    for right in facts["order"]:
        king, rook = boards.HOMES[right]
        white = right.isupper()
        if position.pieces.get(king) == ("K" if white else "k") and position.pieces.get(rook) == ("R" if white else "r"):
            yield facts["yes"] if right in position.castling else facts["no"]

"""A listing's board: where its pieces stand in its variables, read as a position and written as one.

    board = board_of("hamann", ["4.5"])
    board.position(cpc.variables).placement         # "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

The facts stand in the listing's folder, in board.toml. They serve the debugger, checks and the programs that play. A table
`[with."4.5"]` says what an improvement changes; its keys take the place of those above.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from basic.records import field, record
from listings import facts, library
from listings.source import ListingFault

FORMAT = 1
FILES, RANKS = "abcdefgh", "12345678"
SQUARES = [file + rank for rank in RANKS for file in FILES]
LETTERS = "PRNBQKprnbqk"
HOMES = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}      # king and rook of each castling


class Readable(Protocol):
    def __getitem__(self, name: str, /) -> int | float | str: ...


@record
class Position:
    """A position as a listing has it; what the listing does not tell is left at its usual value."""
    pieces: dict[str, str] = field(default_factory=dict)        # e1 -> K
    white_to_move: bool = True
    castling: str = ""                                          # of KQkq
    en_passant: str = ""                                        # the square behind the pawn

    @property
    def placement(self) -> str:
        """The first word of a FEN."""
        return "/".join("".join(_row(self.pieces, rank)) for rank in reversed(RANKS))

    @property
    def fen(self) -> str:
        return f"{self.placement} {'w' if self.white_to_move else 'b'} {self.castling or '-'} {self.en_passant or '-'} 0 1"

    @classmethod
    def of_fen(cls, fen: str) -> "Position":
        placement, side, castling, en_passant = (fen.split() + ["w", "-", "-"])[:4]
        pieces = {}
        for rank, row in zip(reversed(RANKS), placement.split("/"), strict=True):
            at = 0
            for sign in row:
                if sign.isdigit():
                    at += int(sign)
                else:
                    pieces[FILES[at] + rank] = sign
                    at += 1
        return cls(pieces, side == "w", castling.replace("-", ""), en_passant.replace("-", ""))


def _row(pieces: Mapping[str, str], rank: str) -> Iterator[str]:
    empty = 0
    for file in FILES:
        piece = pieces.get(file + rank)
        if piece is None:
            empty += 1
            continue
        if empty:
            yield str(empty)
            empty = 0
        yield piece
    if empty:
        yield str(empty)


def turned(square: str) -> str:
    """The square as it is called on a board turned round."""
    return FILES[7 - FILES.index(square[0])] + RANKS[7 - RANKS.index(square[1])]


def mirrored(square: str) -> str:
    """The square on the other side of the middle line."""
    return square[0] + RANKS[7 - RANKS.index(square[1])]


@record
class Board:
    """The facts of a board.toml."""
    name: str
    facts: dict[str, Any]

    def __post_init__(self) -> None:
        codes: dict[str, list[int]] = self["board"]["pieces"]
        self.unmoved: dict[str, int] = self["board"].get("unmoved", {})
        self.codes = {letter: found[0] for letter, found in codes.items()}
        self.letters = {code: letter for letter, found in codes.items() for code in found}
        self.letters |= {code: letter for letter, code in self.unmoved.items()}

    def __getitem__(self, table: str) -> dict[str, Any]:
        """A table of the file; an empty one if it is not there."""
        found: dict[str, Any] = self.facts.get(table, {})
        return found

    def is_turned(self, variables: Readable) -> bool:
        """The program sees the board from the other side now: the colours are exchanged, and in most the squares turned."""
        mark = self["turned"]
        return bool(mark) and variables[mark["variable"]] == mark["value"]

    def element(self, square: str, around: bool = False) -> str:
        """The array's element that has the square: `f(11)`. `around`: on the board turned round."""
        if around and self["turned"].get("squares", True):
            square = turned(square)
        file, rank = FILES.index(square[0]), RANKS.index(square[1])
        board = self["board"]
        number = board.get("a1", 0) + file * board.get("file", 0) + rank * board.get("rank", 0)
        first = board.get("first", 1)
        return str(board["element"]).format(square=number, x=file + first, y=rank + first)

    # reading

    def position(self, variables: Readable) -> Position:
        """What stands on the board now. A code that means no piece is left out."""
        around = self.is_turned(variables)
        codes = {square: _number(variables[self.element(square, around)]) for square in SQUARES}
        pieces = {}
        for square, code in codes.items():
            if letter := self.letters.get(code):
                pieces[square] = letter.swapcase() if around else letter
        side = self["side"]
        white = not side or (variables[side["variable"]] == side["white"]) != (around and not side.get("fixed", False))
        unmoved = {square for square, code in codes.items() if code in self.unmoved.values()}
        return Position(pieces, white, self._castling(variables, unmoved), self._en_passant(variables, pieces, unmoved))

    def _castling(self, variables: Readable, unmoved: set[str]) -> str:
        how = self["castling"]
        if how.get("by") == "unmoved":
            return "".join(right for right, homes in HOMES.items() if unmoved.issuperset(homes))
        if "variable" in how:
            value = _number(variables[how["variable"]])
            return "".join(right for right in HOMES if value & how["bits"][right])
        return "".join(right for right in HOMES if right in how and variables[how[right]] == how["may"])

    def _en_passant(self, variables: Readable, pieces: dict[str, str], unmoved: set[str]) -> str:
        how = self["en_passant"]
        if how.get("by") == "unmoved":
            for square in unmoved:
                if square[1] in "45" and pieces[square] in "Pp":
                    return square[0] + ("3" if square[1] == "4" else "6")
        elif "variable" in how:
            square = self._square_of(_number(variables[how["variable"]]))
            if square and how["means"] == "pawn":
                return square[0] + ("3" if square[1] == "4" else "6")
            return square
        return ""

    def _square_of(self, number: int) -> str:
        board = self["board"]
        for square in SQUARES:
            if number == board["a1"] + FILES.index(square[0]) * board["file"] + RANKS.index(square[1]) * board["rank"]:
                return square
        return ""

    # writing

    def assignments(self, position: Position, around: bool = False) -> dict[str, int]:
        """The elements and variables that put a position on the board, with their values."""
        unmoved = self._unmoved_in(position)
        found = {}
        for square in SQUARES:
            letter = position.pieces.get(square, "")
            own = letter.swapcase() if around else letter
            if not letter:
                code = self["board"]["empty"]
            else:
                code = self.unmoved.get(own, self.codes[own]) if square in unmoved else self.codes[own]
            found[self.element(square, around)] = int(code)
        return found | self.en_passant_assignment(position)

    def _unmoved_in(self, position: Position) -> set[str]:
        squares = {home for right in position.castling if right in HOMES for home in HOMES[right]}
        squares |= {square for square, letter in position.pieces.items()
                    if letter == "P" and square[1] == "2" or letter == "p" and square[1] == "7"}
        if self["en_passant"].get("by") == "unmoved" and position.en_passant:
            squares.add(_double_step(position.en_passant))
        return squares

    def en_passant_assignment(self, position: Position) -> dict[str, int]:
        how, board = self["en_passant"], self["board"]
        if "variable" not in how:
            return {}
        square = position.en_passant
        if square and how["means"] == "pawn":
            square = _double_step(square)
        number = board["a1"] + FILES.index(square[0]) * board["file"] + RANKS.index(square[1]) * board["rank"] if square else 0
        return {how["variable"]: number}


def _double_step(behind: str) -> str:
    """Where the pawn stands that has just gone two squares over this one."""
    return behind[0] + ("4" if behind[1] == "3" else "5")


def _number(value: int | float | str) -> int:
    return int(value) if not isinstance(value, str) else 0


# the files

def path_of(name: str) -> Path:
    return library.HERE / name / "board.toml"


def names() -> list[str]:
    """The listings that have a board."""
    return sorted(path.parent.name for path in library.HERE.glob("*/board.toml"))


def board_of(name: str, improvements: Sequence[str] = ()) -> Board | None:
    """The board of a listing with these improvements; None if nothing is known of one."""
    path = path_of(name)
    return read(path, improvements) if path.is_file() else None


def read(path: Path, improvements: Sequence[str] = ()) -> Board:
    found = facts.load(path, "a board's file")
    if found.get("format") != FORMAT:
        raise ListingFault(f"{path} has a mistake: format is {found.get('format')!r}, and only {FORMAT} is known.")
    board = found.get("board")
    if not isinstance(board, dict) or not {"element", "pieces", "empty"} <= board.keys():
        raise ListingFault(f"{path} has a mistake: [board] needs element, pieces and empty.")
    for name in improvements:
        _put_in(found, found.get("with", {}).get(name, {}))
    return Board(str(found.get("listing", path.parent.name)), found)


def _put_in(facts: dict[str, Any], changes: Mapping[str, Any]) -> None:
    for key, value in changes.items():
        if isinstance(value, dict) and isinstance(facts.get(key), dict):
            _put_in(facts[key], value)
        else:
            facts[key] = value

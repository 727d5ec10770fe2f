"""What is known of a listing, for the debugger: how its board lies, and where its search tries a move.

A face gets them from the listing's folder, or a person gives them with a command.
"""

from typing import NamedTuple

from basic.debug.views import Place


class BoardFacts(NamedTuple):
    """The squares of an array that is a board."""
    array: str                                          # its name, as b or br%
    squares: tuple[tuple[tuple[int, ...], ...], ...]    # the subscripts of each, in rows, the top one first
    rows: tuple[str, ...]                               # what the rows are called
    columns: tuple[str, ...]
    letters: dict[str, str]                             # what is shown for a value


class Squares(NamedTuple):
    """How the numbers of squares are written: a1 is `a1`, one file on adds `file`, one rank on adds `rank`."""
    a1: int
    file: int
    rank: int

    def name(self, square: int) -> str:
        """e4; the number itself where it is no square of the board."""
        behind = square - self.a1
        for file in range(8):
            rank, rest = divmod(behind - file * self.file, self.rank)
            if not rest and 0 <= rank < 8:
                return "abcdefgh"[file] + str(rank + 1)
        return str(square)


class At(NamedTuple):
    """A statement at which something is known of a move, and what; expressions are worked out before it runs."""
    place: Place
    depth: str = ""                     # of the move, 1 at the root; empty: by how many GOSUBs are open
    values: tuple[str, ...] = ()


class TreeFacts(NamedTuple):
    """Where a search tries a move and takes it back."""
    enter: tuple[At, ...]               # before these a move has been made; what it is: a value, or its squares from and to
    leave: tuple[At, ...] = ()          # before these the value of a move is known; it
    cut: tuple[At, ...] = ()            # before these a move is known to make those behind it not worth looking at
    begin: tuple[Place, ...] = ()       # a search begins
    squares: Squares | None = None


class Facts(NamedTuple):
    name: str                           # the listing's
    board: BoardFacts | None = None
    tree: TreeFacts | None = None

"""The picture at the moment up to which a run was asked for.

A statement is done as a whole. One that begins before that moment may draw more behind it. The machine's state does not hang on
this: beside it, a picture is kept of the characters, lines, boxes and runs of FILL that were ready by then. Between two runs
the screen memory has that picture, and whoever looks sees it. What goes on from here, a run or a snapshot, first puts back what
the statement has drawn. If the next run ends within the same statement, the picture is that of the new moment.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from basic.ports import NEVER
from basic.records import record, replace
from cpc.memory import PLANE, SCREEN_BASE, SCREEN_SIZE

if TYPE_CHECKING:
    from cpc.picture.screen import Screen

Picture = tuple[bytes, int]             # the 16K, and the offset that is shown
Part = Callable[[bytes, bytes, int, int], bytes]    # before, afterwards, microseconds to the moment and in all -> picture
MOST_US = 10_000_000                    # that drawing takes at once
MOST_PIECES = 50                        # that are kept of what a statement draws behind the moment


@record
class Piece:
    """What has been drawn at once: when that began and ended, and the pictures before and behind it."""
    begun: int
    ends: int
    before: Picture
    behind: Picture
    part: Part

    def at(self, moment: int) -> Picture:
        if moment >= self.ends:
            return self.behind
        (old, offset), (new, new_offset) = self.before, self.behind
        if offset == new_offset and self.begun < moment:
            old = self.part(old, new, moment - self.begun, self.ends - self.begun)
        return old, offset


def not_yet(old: bytes, new: bytes, us: int, in_all: int) -> bytes:
    """It is seen when it is ready."""
    return old


class Moment:
    """`before` and `after` stand around what draws. Only a screen at the usual place is kept."""

    def __init__(self, screen: "Screen") -> None:
        self.screen = screen
        self.until = NEVER                  # the moment; NEVER, too, once no more pieces are kept
        self.kept: Picture | None = None    # that of the moment
        self.rest: Picture | None = None    # what the statement has drawn, while that of the moment is shown
        self.pieces: list[Piece] = []       # of the statement that has gone on beyond the moment

    def _now(self) -> Picture:
        screen = self.screen
        return bytes(screen.ram[SCREEN_BASE:SCREEN_BASE + SCREEN_SIZE]), screen.offset

    def before(self, begun: int) -> Picture | None:
        """The picture before something is drawn, which began at that time, and may not be ready at the moment."""
        left = self.until - begun
        if left > MOST_US:
            return None
        picture = self._now()
        if left <= 0:
            self._keep(picture)
        return picture

    def after(self, before: Picture | None, begun: int, part: Part = not_yet) -> None:
        """It has been drawn, since `begun`. If that ends behind the moment, the part of it that comes before that is kept."""
        ends = self.screen.clock.us
        if before is None or ends <= self.until or self.screen.base != SCREEN_BASE:
            return
        piece = Piece(begun, ends, before, self._now(), part)
        self._keep(piece.at(self.until))
        self.pieces.append(piece)
        if len(self.pieces) == MOST_PIECES:
            self.until = NEVER

    def _keep(self, picture: Picture) -> None:
        if self.kept is None and self.screen.base == SCREEN_BASE:
            self.kept = picture

    def go_on(self, until: int) -> None:
        """A run begins, up to that moment."""
        if self.kept is None and self.rest is None and not self.pieces:
            self.until = until          # as in most runs
            return
        shown, written = self.kept, self.put_back()
        pieces, self.pieces = self.pieces, []
        self.kept, self.until = None, until
        if not pieces or until >= self.screen.clock.us:
            return
        if written:
            pieces = [replace(piece, before=_with(written, piece.before), behind=_with(written, piece.behind))
                      for piece in pieces]
        begun = [piece for piece in pieces if piece.begun <= until]
        if len(begun) < MOST_PIECES or until < begun[-1].ends:      # the statement goes on still
            self.pieces = pieces
            self.kept = begun[-1].at(until) if begun else shown and _with(written, shown)

    def show(self) -> None:
        """The run is over."""
        self.until = NEVER
        if self.kept is not None and self.rest is None:
            self.rest = self._now()
            self._put(self.kept)

    def put_back(self) -> dict[int, int]:
        """What has been written since stays; gives it, by its place."""
        written: dict[int, int] = {}
        if self.rest is not None and self.kept is not None:
            shown, now = self.kept[0], self._now()[0]
            if now != shown:
                written = {place: new for place, (new, old) in enumerate(zip(now, shown, strict=True)) if new != old}
            self._put(_with(written, self.rest))
        self.kept = self.rest = None
        return written

    def forget(self) -> None:
        """Another state comes."""
        self.kept = self.rest = None
        self.pieces = []

    def _put(self, picture: Picture) -> None:
        data, self.screen.offset = picture
        self.screen.ram[SCREEN_BASE:SCREEN_BASE + SCREEN_SIZE] = data


def _with(written: dict[int, int], picture: Picture) -> Picture:
    if not written:
        return picture
    data, offset = bytearray(picture[0]), picture[1]
    for place, byte in written.items():
        data[place] = byte
    return bytes(data), offset


def in_steps(steps: int, places: Callable[[int], Iterable[int]]) -> Part:
    """It comes in as many steps, each as long as the others; `places` of each number of them."""
    def part(old: bytes, new: bytes, us: int, in_all: int) -> bytes:
        picture = bytearray(old)
        for step in range(steps * us // in_all):
            for at in places(step):
                picture[at] = new[at]
        return bytes(picture)
    return part


def character(start: int, cell: int) -> Callable[[int], Iterable[int]]:
    """Of characters side by side, `cell` bytes wide each."""
    def places(number: int) -> Iterable[int]:
        first = start + number * cell
        return [(first + byte & PLANE - 1) + plane for plane in range(0, SCREEN_SIZE, PLANE) for byte in range(cell)]
    return places

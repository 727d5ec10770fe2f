"""The picture at the moment up to which a run was asked for.

A statement is done as a whole. One that begins before that moment may draw more behind it. The machine's state does not hang on
this: beside it, a picture is kept of the characters, lines, boxes and runs of FILL that were ready by then. Between two runs
the screen memory has that picture, and whoever looks sees it. What goes on from here, a run or a snapshot, first puts back what
the statement has drawn.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from basic.ports import NEVER
from cpc.memory import PLANE, SCREEN_BASE, SCREEN_SIZE

if TYPE_CHECKING:
    from cpc.picture.screen import Screen

Picture = tuple[bytes, int]             # the 16K, and the offset that is shown
Part = Callable[[bytes, bytes, int, int], bytes]    # before, afterwards, microseconds to the moment and in all -> picture
MOST_US = 10_000_000                    # that drawing takes at once


def not_yet(old: bytes, new: bytes, us: int, in_all: int) -> bytes:
    """It is seen when it is ready."""
    return old


class Moment:
    """`before` and `after` stand around what draws. Only a screen at the usual place is kept."""

    def __init__(self, screen: "Screen") -> None:
        self.screen = screen
        self.until = NEVER                  # the moment; NEVER, too, once the picture is kept
        self.kept: Picture | None = None    # that of the moment
        self.rest: Picture | None = None    # what the statement has drawn, while that of the moment is shown

    def _now(self) -> Picture:
        screen = self.screen
        return bytes(screen.ram[SCREEN_BASE:SCREEN_BASE + SCREEN_SIZE]), screen.offset

    def before(self, begun: int) -> Picture | None:
        """The picture before something is drawn, which began at that time, and may not be ready at the moment."""
        left = self.until - begun
        if left > MOST_US:
            return None
        if left <= 0:
            self._keep(self._now())
            return None
        return self._now()

    def after(self, before: Picture | None, begun: int, part: Part = not_yet) -> None:
        """It has been drawn, since `begun`. If that ends behind the moment, the part of it that comes before that is kept."""
        ends = self.screen.clock.us
        if before is None or ends <= self.until:
            return
        (old, offset), (new, new_offset) = before, self._now()
        if offset == new_offset and begun < self.until:
            old = part(old, new, self.until - begun, ends - begun)
        self._keep((old, offset))

    def _keep(self, picture: Picture) -> None:
        self.until = NEVER
        if self.screen.base == SCREEN_BASE:
            self.kept = picture

    def go_on(self, until: int) -> None:
        """A run begins, up to that moment."""
        self.put_back()
        self.kept, self.until = None, until

    def show(self) -> None:
        """The run is over."""
        self.until = NEVER
        if self.kept is not None and self.rest is None:
            self.rest = self._now()
            self._put(self.kept)

    def put_back(self) -> None:
        """What has been written since stays."""
        if self.rest is not None and self.kept is not None:
            rest, offset = self.rest
            shown, now = self.kept[0], self._now()[0]
            if now != shown:
                rest = bytes(new if new != old else byte for new, old, byte in zip(now, shown, rest, strict=True))
            self._put((rest, offset))
        self.forget()

    def forget(self) -> None:
        """Another state comes."""
        self.kept = self.rest = None

    def _put(self, picture: Picture) -> None:
        data, self.screen.offset = picture
        self.screen.ram[SCREEN_BASE:SCREEN_BASE + SCREEN_SIZE] = data


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

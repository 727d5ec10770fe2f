"""The picture at the moment up to which a run was asked for.

A statement is done as a whole. A PRINT that begins before that moment may show more behind it: between two runs the screen
memory then has what was there at the moment, and the next run goes on with the rest.
"""

from typing import TYPE_CHECKING

from basic.ports import NEVER
from cpc.memory import SCREEN_SIZE

if TYPE_CHECKING:
    from cpc.picture.screen import Screen

Picture = tuple[int, bytes, int]        # base, the 16K, the offset that is shown


class Moment:
    def __init__(self, screen: "Screen") -> None:
        self.screen = screen
        self.until = NEVER                  # the moment; NEVER, too, once the picture is kept
        self.kept: Picture | None = None    # that of the moment
        self.rest: Picture | None = None    # what is there behind it, while that of the moment is shown

    def keep(self) -> None:
        """What is shown from now on comes behind the moment."""
        self.until, self.kept = NEVER, self._now()

    def _now(self) -> Picture:
        screen = self.screen
        return screen.base, bytes(screen.ram[screen.base:screen.base + SCREEN_SIZE]), screen.offset

    def show(self) -> None:
        """The run is over."""
        if self.kept is not None:
            self.rest = self._now()
            self._put(self.kept)

    def go_on(self, until: int) -> None:
        """A run begins, or the state is asked for. What was POKEd meanwhile stays."""
        self.until = until
        if self.rest is not None and self.kept is not None:
            base, rest, offset = self.rest
            _, changed, _ = self._now()
            shown = self.kept[1]
            if changed != shown:
                rest = bytes(new if new != old else byte for new, old, byte in zip(changed, shown, rest, strict=True))
            self._put((base, rest, offset))
        self.forget()

    def forget(self) -> None:
        self.kept = self.rest = None

    def _put(self, picture: Picture) -> None:
        base, data, self.screen.offset = picture
        self.screen.ram[base:base + SCREEN_SIZE] = data

"""What a debugger has put into the steps: traps, watches, a heat map, and itself as the observer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from basic.errors import BasicError
from basic.runtime.control import Step

if TYPE_CHECKING:
    from basic.debug.heat_map import HeatMap


class Observer(Protocol):
    """A debugger, as the steps and the runner see it."""

    def new_code(self) -> None:
        """The steps have been made anew."""
    def direct_laid_out(self) -> None:
        """A line without a number is about to run."""
    def renumbered(self, changed: dict[int, int]) -> None:
        """RENUM: lines have other numbers now."""
    def covers(self, pc: int, step: Step) -> Step:
        """What stands at pc where `step` belongs."""
    def watching(self, pc: int, step: Step) -> Step:
        """The step, with a look at what is watched at pc behind it."""
    def stops_after(self, pc: int) -> bool:
        """Something watched has changed; the program has come to pc."""
    def stops_at(self, error: BasicError, pc: int) -> bool:
        """Whether this error stops the run before it has an effect."""


class Hooks:
    def __init__(self) -> None:
        self.traps: set[int] = set()                # pcs at which a debugger has put steps of its own
        self.watches: dict[int, list[Any]] = {}     # pcs after which it looks, and what at: its own objects
        self.heat_map: HeatMap | None = None
        self.observer: Observer | None = None

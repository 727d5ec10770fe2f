"""What FOR, NEXT, WHILE and WEND of the compiled program know of each other, by their pcs."""

from collections.abc import Callable
from typing import Any


class Loops:
    def __init__(self) -> None:
        self.end_keys: dict[tuple[int, int], tuple[int, int]] = {}
        self.nexts: dict[int, Callable[[int, bool], int]] = {}      # NEXT's pc -> how it counts on
        self.openers: dict[tuple[int, int], tuple[Any, bool]] = {}  # a loop's key -> what NEXT takes, or WEND's condition;
                                                                    # and whether what opens the loop ends a line
        self.left_over: dict[int, int] = {}     # NEXT's pc -> what all passes of an empty loop take besides whole microseconds
        self.whiles: dict[int, Callable[[], Any]] = {}  # WHILE's pc -> its condition
        self.met: dict[int, int] = {}           # pc of a NEXT -> that of the FOR that came to it first, and found its names

    def end_key(self, pc: int, which: int = 0) -> tuple[int, int]:
        """What FOR, WHILE and their ends know each other by: always the same object for the same place."""
        return self.end_keys.setdefault((pc, which), (pc, which))

    def forget_at(self, pc: int) -> None:
        """The statement at pc is to be compiled anew."""
        self.nexts.pop(pc, None)
        self.whiles.pop(pc, None)
        for one in [one for one, opener in self.met.items() if opener == pc]:
            del self.met[one]

    def forget(self) -> None:
        self.end_keys.clear()
        self.nexts.clear()
        self.openers.clear()
        self.left_over.clear()
        self.whiles.clear()
        self.met.clear()

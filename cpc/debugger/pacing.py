"""How a program goes on under a face's debugger: with the face's time until it is stopped, or in slow motion."""

from collections.abc import Callable

from basic.debug.debugger import Debugger
from basic.ports import FRAME_US
from cpc.api import CPC
from cpc.player.pacing import FRAME, Pacing, Speed


class UnderDebugger(Pacing):
    """`go` runs the program for some microseconds; it stands where the debugger stops it."""

    def __init__(self, cpc: CPC, debugger: Debugger, go: Callable[[int], None], speed: Speed, now: float) -> None:
        super().__init__(cpc, speed, now)
        self.debugger = debugger
        self.go = go

    @property
    def stands(self) -> bool:
        return not self.debugger.running

    def go_on(self, us: int) -> None:
        self.go(us)

    def let_repeat(self, on: bool) -> None:
        """In the past, the history knows when keys repeated."""
        if not self.debugger.history.in_the_past():
            super().let_repeat(on)


class SlowMotion:
    """One statement, and another one some time later. `step_on` does it, and says whether it is done."""

    stands = False

    def __init__(self, step_on: Callable[[int], bool], rate: float) -> None:
        self.step_on = step_on
        self.rate = rate                # statements a second
        self.due = self.now = 0.0

    def ahead(self, now: float) -> float:
        self.now = now
        return self.due - now

    def step(self) -> None:
        done = self.step_on(FRAME_US)
        self.due = max(self.due, self.now - FRAME) + (1 / self.rate if done else FRAME)

    def resume(self, now: float) -> None:
        self.due = now

    def set_speed(self, speed: Speed, now: float) -> None:
        """Slow motion has a speed of its own."""

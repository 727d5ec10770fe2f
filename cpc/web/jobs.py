"""What a script on the page asks the machine to do at once, in slices: other messages are heard between them.

A job goes by the machine's clock and not by the wall's: what it finds is the same on each host.
"""

from collections.abc import Callable

from basic.ports import FRAME_US
from cpc.player.player import Player

FIRST_US, MOST_US = 8 * FRAME_US, 5000 * FRAME_US       # of a slice: each begins and ends what is hot, which takes time
SHORT, LONG = 0.004, 0.012      # seconds: a slice that takes less is doubled, one that takes more is halved


class Job:
    """Runs the machine for so many emulated seconds, or until it waits for a key. `done` is told True if it waits."""

    def __init__(self, player: Player, seconds: float, until_idle: bool, done: Callable[[bool], None]) -> None:
        self.player = player
        self.cpc = player.cpc
        self.until = self.cpc.machine.clock.us + int(seconds * 1e6)
        self.until_idle = until_idle
        self.told = done
        self.slice_us = FIRST_US
        self.real_time = self.cpc.session.executor.real_time
        self.watched, self.real_time.watching = self.real_time.watching, False      # so frames are not looked at one by one

    def go_on(self, clock: Callable[[], float], end: float) -> bool:
        """Goes on until `end` on the wall clock. True: the job is done."""
        now = clock()
        while now < end:
            if self._finished():
                return True
            left = self.until - self.cpc.machine.clock.us
            self._slice(min(self.slice_us, left))
            before, now = now, clock()
            if now - before < SHORT:
                self.slice_us = min(2 * self.slice_us, MOST_US)
            elif now - before > LONG:
                self.slice_us = max(self.slice_us // 2, FRAME_US)
        return self._finished()

    def _slice(self, us: int) -> None:
        if self.player.debugger is not None:            # it decides how the program goes on
            self.player.pacing.step()
        elif self.until_idle:
            self.cpc.session.run_until_idle(us)
        else:
            self.cpc.session.run(us)

    def done(self, idle: bool) -> None:
        self.real_time.watching = self.watched
        self.told(idle)

    def _finished(self) -> bool:
        if self.player.cpc is not self.cpc or self.player.pacing.stands:    # switched off meanwhile, or stopped by the debugger
            self.done(False)
            return True
        if self.until_idle and self.player.idle:
            self.done(True)
            return True
        if self.cpc.machine.clock.us >= self.until:
            self.cpc.session.executor.events.catch_up()
            self.done(self.player.idle)
            return True
        return False

"""How far a program goes on at once until its face looks again.

To begin and end a run takes about as long as a whole second of a program that thinks. So while a program computes the slices
grow; while it waits for a key, or asks for one, they are short.
"""

from basic.debug.debugger import Debugger, Stop
from basic.ports import NEVER

SHORTEST, LONGEST = 20_000, 500_000         # microseconds of the machine's time


class Slices:
    def __init__(self, debugger: Debugger) -> None:
        self.debugger = debugger
        self.us = SHORTEST

    def run(self, until: int = NEVER) -> Stop | None:
        """The next slice, no further than `until` or where the program waits for a key: a Stop where it now stands."""
        debugger, real_time = self.debugger, self.debugger.executor.real_time
        asked = real_time.polled_at
        stop = debugger.run(min(self.us, until - debugger.clock.us), until_key=True)
        quiet = real_time.polled_at == asked and not debugger.waits_for_key()
        self.us = min(2 * self.us, LONGEST) if quiet else SHORTEST
        return stop

"""What has to take its real time when a person watches: waiting, sound, timers, a game that asks for keys.

A face that holds the machine to the wall clock only there sets `watching`, and reads `watched`.
"""

from typing import Literal

from basic.ports import Machine
from basic.runtime.control import FIRST_LINE
from basic.runtime.events import Events
from basic.runtime.waits import Waits

WAITING_STRIDE = 3000        # microseconds that a pass of a loop that only waits takes at most
POLLS = 3                    # looks without a pause that make a game of it


class RealTime:
    POLLING = 80_000        # microseconds between two looks at the keyboard that belong together

    def __init__(self, machine: Machine, events: Events, waits: Waits) -> None:
        self.machine = machine
        self.clock = machine.clock
        self.events = events
        self.waits = waits
        self.watching = False       # a face wants to know what is waiting and what is computing
        self.paced = False          # a face holds the machine to the wall clock, so that a wait leaves time to spare
        self.watched = 0            # frames that passed in waiting, and that a person should see
        self.stops_at_watched = False       # the run ends with the first such frame, which is not counted
        self.stopped: Literal["shown"] | None = None     # and has done so
        self.waited = False         # a statement has waited in this frame
        self.overran = False        # machine code computed when the frame ended
        self.due = 0                # when the machine had to be looked after next
        self.frames_within = 0      # that were counted within a statement
        self.polls = self.polled_at = 0     # how often keys were asked for without a pause, and when last

    def needed(self, pc: int) -> bool:
        """Whether the program showed something in this frame, played something, or waited for a person."""
        if self.waited or self.events.expected or self.machine.sound.sounding() or self.polls_keys():
            return True
        return pc >= FIRST_LINE and self.on_time() and self.waits.at(pc)

    def frames_passed(self, frames: int, pc: int) -> bool:
        """Whether the program was watched, and computed."""
        needed = self.watching and self.needed(pc)
        if needed and self.stops_at_watched:
            self.stopped = "shown"
        elif needed:
            self.watched += frames
        self.waited = self.overran = False
        return self.watching and not needed

    def on_time(self) -> bool:
        """Whether the frame ended in time: a loop that waits runs short statements, one that computes may overrun."""
        return self.clock.us - self.due < WAITING_STRIDE and not self.overran

    @property
    def keyless(self) -> int:
        """1: INKEY$ gives nothing as long as nothing is due."""
        return int(self.machine.keyboard.nothing_to_read())

    def finds_no_key(self, now: int) -> bool:
        """INKEY$ of a unit, which gives up where there is a key: the step takes it."""
        if not self.machine.keyboard.nothing_to_read():
            return False
        self.asked_for_key(now)
        return True

    def asked_for_key(self, now: int) -> None:
        """Counts questions for a key: many without a pause are a game's or a prompt's."""
        self.polls = self.polls + 1 if now - self.polled_at < self.POLLING else 0
        self.polled_at = now

    def polls_keys(self) -> bool:
        return self.polls >= POLLS and self.clock.us - self.polled_at < self.POLLING

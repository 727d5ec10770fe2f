"""The machine's time."""

from bisect import bisect_right

FRAME_US = 19968            # microseconds: 312 lines of 64, 50.08 frames a second
TICKS_A_FRAME = 6
NEVER = 1 << 62             # later than any clock.us
INTO_SCAN = 400             # microseconds from the interrupt's begin until the keys are read
INTERRUPTS = 1.095          # their share: 300 times a second, as long as nothing else hangs on them
EVEN = tuple(number * FRAME_US // TICKS_A_FRAME for number in range(TICKS_A_FRAME))


class Clock:
    """Emulated microseconds since switching on. TIME is 0 then, and `first_flyback` is still to come. In each frame the machine
    scans its keys and counts AFTER and EVERY once, from `first_scan` on.

    What statements cost has the interrupts' share in it, evenly. So an interrupt takes no time on this clock, and what lies
    between two of them is longer: `interrupts` are their places in a frame. A frame is as long as on the machine.
    """

    __slots__ = ("us", "flyback", "ahead", "first_flyback", "first_scan", "places", "flyback_seen")

    def __init__(self, first_flyback: int = FRAME_US, first_scan: int | None = None,
                 interrupts: tuple[int, ...] = EVEN, flyback_seen: int = 0) -> None:
        self.us = 0
        self.first_flyback = first_flyback
        self.first_scan = first_flyback if first_scan is None else first_scan
        self.places = interrupts
        self.flyback_seen = flyback_seen
        self.flyback: int | None = None     # the frame whose end FRAME waits for
        self.ahead = 0                      # what TIME is ahead of the ticks since switching on, after it was set

    def frame(self) -> int:
        """How many flybacks have begun."""
        return self.frame_at(self.us)

    def frame_at(self, us: int) -> int:
        return (us - self.first_flyback) // FRAME_US + 1

    def next_frame(self) -> int:
        """When the present frame ends: at the next flyback's begin."""
        return self.begin_of_frame(self.frame() + 1)

    def begin_of_frame(self, frame: int) -> int:
        return self.first_flyback + (frame - 1) * FRAME_US

    def scans(self) -> int:
        """How often the keys have been scanned."""
        return (self.us - self.first_scan) // FRAME_US + 1

    def scans_until(self, us: int) -> int:
        """How often the keys have been scanned at a moment of the machine, for whom interrupts come evenly and take time."""
        place = bisect_right(self.places, self.first_scan) - 1
        return (us - place * (FRAME_US // TICKS_A_FRAME) - INTO_SCAN) // FRAME_US + 1

    def begin_of_scan(self, scan: int) -> int:
        return self.first_scan + (scan - 1) * FRAME_US

    def into_frame(self) -> int:
        """What has passed since the last flyback's begin."""
        return (self.us - self.first_flyback) % FRAME_US

    def interrupts(self) -> int:
        """How many there have been: six in each frame."""
        return self.interrupts_at(self.us)

    def interrupts_at(self, us: int) -> int:
        frame, into = divmod(us, FRAME_US)
        return frame * TICKS_A_FRAME + bisect_right(self.places, into) - 1

    def begin_of_interrupt(self, number: int) -> int:
        frame, place = divmod(number, TICKS_A_FRAME)
        return frame * FRAME_US + self.places[place]

    def ticks(self) -> int:
        """TIME, in 1/300 s: it counts the interrupts."""
        return self.ticks_at(self.us)

    def ticks_at(self, us: int) -> int:
        return self.interrupts_at(us) + self.ahead & 0xFFFFFFFF

    def set_ticks(self, ticks: int) -> None:
        self.ahead = ticks - self.interrupts()

    def sees_flyback(self) -> bool:
        """Whether a program that looks now sees the flyback that has begun."""
        return self.into_frame() < self.flyback_seen

    def pass_to_flyback(self) -> None:
        """Moves on to the next flyback, unless one is seen now."""
        if not self.sees_flyback():
            self.us = self.next_frame()

    def wait_flyback(self) -> bool:
        """False until the next frame flyback has come since it was first asked; one that has just begun is still seen."""
        frame = self.frame()
        if self.flyback is None:
            if self.sees_flyback():
                return True
            self.flyback = frame + 1
        if frame < self.flyback:
            return False
        self.flyback = None
        return True

    def snapshot(self) -> tuple[int, int | None, int]:
        return self.us, self.flyback, self.ahead

    def restore(self, state: tuple[int, int | None, int]) -> None:
        self.us, self.flyback, self.ahead = state

"""The machine's time."""

FRAME_US = 19968            # microseconds: 312 lines of 64, 50.08 frames a second
TICKS_A_FRAME = 6
NEVER = 1 << 62             # later than any clock.us


class Clock:
    """Emulated microseconds since switching on. TIME is 0 then, and `first_flyback` is still to come. In each frame the machine
    scans its keys and counts AFTER and EVERY once, from `first_scan` on."""

    __slots__ = ("us", "flyback", "ahead", "first_flyback", "first_scan")

    def __init__(self, first_flyback: int = FRAME_US, first_scan: int | None = None) -> None:
        self.us = 0
        self.first_flyback = first_flyback
        self.first_scan = first_flyback if first_scan is None else first_scan
        self.flyback: int | None = None     # the frame whose end FRAME waits for
        self.ahead = 0                      # what TIME is ahead of the ticks since switching on, after it was set

    def frame(self) -> int:
        """How many flybacks have begun."""
        return (self.us - self.first_flyback) // FRAME_US + 1

    def next_frame(self) -> int:
        """When the present frame ends: at the next flyback's begin."""
        return self.begin_of_frame(self.frame() + 1)

    def begin_of_frame(self, frame: int) -> int:
        return self.first_flyback + (frame - 1) * FRAME_US

    def scans(self) -> int:
        """How often the keys have been scanned."""
        return (self.us - self.first_scan) // FRAME_US + 1

    def begin_of_scan(self, scan: int) -> int:
        return self.first_scan + (scan - 1) * FRAME_US

    def into_frame(self) -> int:
        """What has passed since the last flyback's begin."""
        return (self.us - self.first_flyback) % FRAME_US

    def ticks(self) -> int:
        """TIME, in 1/300 s: six interrupts in each frame."""
        return self.us * TICKS_A_FRAME // FRAME_US + self.ahead & 0xFFFFFFFF

    def set_ticks(self, ticks: int) -> None:
        self.ahead = ticks - self.us * TICKS_A_FRAME // FRAME_US

    def wait_flyback(self) -> bool:
        """False until the next frame flyback has come since it was first asked."""
        frame = self.frame()
        if self.flyback is None:
            self.flyback = frame + 1
        if frame < self.flyback:
            return False
        self.flyback = None
        return True

    def snapshot(self) -> tuple[int, int | None, int]:
        return self.us, self.flyback, self.ahead

    def restore(self, state: tuple[int, int | None, int]) -> None:
        self.us, self.flyback, self.ahead = state

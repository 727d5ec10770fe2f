"""The machine's time."""

from bisect import bisect_left, bisect_right

FRAME_US = 19968            # microseconds: 312 lines of 64, 50.08 frames a second
TICKS_A_FRAME = 6
INTERRUPT_US = FRAME_US // TICKS_A_FRAME
NEVER = 1 << 62             # later than any clock.us
INTO_SCAN = 400             # microseconds from the interrupt's begin until the keys are read
# Their share, 300 times a second, as long as nothing else hangs on them: with BASIC 1.0, with BASIC 1.1; where it makes little
# longer, a mean.
SHARES = 1.09486, 1.09518
INTERRUPTS = 1.095
EVEN = tuple(number * FRAME_US // TICKS_A_FRAME for number in range(TICKS_A_FRAME))
NO_TIME = (0,) * TICKS_A_FRAME
FLYBACK_US = 960            # of the picture
USUAL_TURNS = 10, 10        # frames between two changes of colours: the usual SPEED INK

State = tuple[int, int | None, int, int, int, int, int, int | None]


class Clock:
    """Emulated microseconds since switching on. TIME is 0 then, and `first_flyback` is still to come. In each frame the machine
    scans its keys and counts AFTER and EVERY once, from `first_scan` on.

    What statements cost has the interrupts' share in it, evenly. So an interrupt takes no time on this clock, and what lies
    between two of them is longer: `places` are where they stand in a frame.

    Such a frame is `frame_us` long, more than on the machine, but for the one in ten in which colours change: that interrupt
    leaves `turn_us` less for the program. So ten frames are as long as on the machine. Frames are counted on a scale where all
    of them are equally long: `scaled` goes on by `turn_us` where colours change. With another SPEED INK the clock is `settled`
    at each scan.

    While machine code runs, its interrupts take their time, and the clock goes on as the machine does: see `begin_code`.
    """

    __slots__ = ("us", "flyback", "ahead", "first_flyback", "first_scan", "places", "flyback_seen", "lengths",
                 "turn_length", "turn_us", "frame_us", "late", "turn_at", "turn_first", "turn_both", "machine_ahead",
                 "to_come")

    def __init__(self, first_flyback: int = FRAME_US, first_scan: int | None = None,
                 interrupts: tuple[int, ...] = EVEN, flyback_seen: int = 0, lengths: tuple[int, ...] = NO_TIME,
                 turn_length: int = 0) -> None:
        self.us = 0
        self.first_flyback = first_flyback
        self.first_scan = first_flyback if first_scan is None else first_scan
        self.places = interrupts
        self.flyback_seen = flyback_seen
        self.lengths = lengths              # of the interrupts, in microseconds of the machine
        self.turn_length = turn_length      # by which one of these is longer in which colours change
        share = round(turn_length * INTERRUPTS * 2 / sum(USUAL_TURNS))      # of a frame, by the clock
        self.frame_us = FRAME_US + share
        self.turn_us = share * sum(USUAL_TURNS) // 2
        self.flyback: int | None = None     # the frame whose end FRAME waits for
        self.ahead = 0                      # what TIME is ahead of the ticks since switching on, after it was set
        self.late = 0                       # what the scale is ahead of `us` until the next change of colours
        self.turn_at, self.turn_first, self.turn_both = NEVER, NEVER, NEVER     # when that comes, and the others behind it
        self.machine_ahead: int | None = None   # while machine code runs: what the machine's own time is ahead of `us`
        self.to_come = 0                    # what of `us` passes behind a flyback that the statement waits for

    def frame(self) -> int:
        """How many flybacks have begun."""
        return self.frame_at(self.us)

    def frame_at(self, us: int) -> int:
        return (self.scaled(us) - self.first_flyback) // self.frame_us + 1

    def next_frame(self) -> int:
        """When the present frame ends: at the next flyback's begin."""
        return self.begin_of_frame(self.frame() + 1)

    def begin_of_frame(self, frame: int) -> int:
        return self.us_at(self.first_flyback + (frame - 1) * self.frame_us)

    def interrupt_of_flyback(self, frame: int) -> int:
        """When the interrupt comes that is served in that flyback."""
        return self.us_at(self.first_flyback + (frame - 1) * self.frame_us + self._to_interrupt())

    def scans(self) -> int:
        """How often the keys have been scanned."""
        return (self.scaled(self.us) - self.first_scan) // self.frame_us + 1

    def scans_until(self, us: int) -> int:
        """How often the keys have been scanned at a moment of the machine, for whom interrupts come evenly and take time."""
        place = bisect_left(self.places, self.first_scan)
        return (us - place * INTERRUPT_US - INTO_SCAN) // FRAME_US + 1

    def begin_of_scan(self, scan: int) -> int:
        return self.us_at(self.first_scan + (scan - 1) * self.frame_us)

    def interrupts(self) -> int:
        """How many there have been: six in each frame."""
        return self.interrupts_at(self.us)

    def interrupts_at(self, us: int) -> int:
        frame, into = divmod(self.scaled(us), self.frame_us)
        return frame * TICKS_A_FRAME + bisect_right(self.places, into) - 1

    def begin_of_interrupt(self, number: int) -> int:
        frame, place = divmod(number, TICKS_A_FRAME)
        return self.us_at(frame * self.frame_us + self.places[place])

    def ticks(self) -> int:
        """TIME, in 1/300 s: it counts the interrupts."""
        return self.ticks_at(self.us)

    def ticks_at(self, us: int) -> int:
        return self.interrupts_at(us) + self.ahead & 0xFFFFFFFF

    def set_ticks(self, ticks: int) -> None:
        self.ahead = ticks - self.interrupts()

    def sees_flyback(self) -> bool:
        """Whether who looks now sees the flyback that has begun. On a 464 whose colours change in it, nobody sees its end."""
        return self.us < self.end_of_flyback()

    def end_of_flyback(self) -> int:
        """When the flyback that has begun last is seen no more."""
        if self.machine_ahead is not None:
            return self.begin_of_frame(self.frame()) + FLYBACK_US
        return self.us_at(self.first_flyback + (self.frame() - 1) * self.frame_us + self.flyback_seen)

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

    # the frames' scale

    def scaled(self, us: int) -> int:
        """A moment on the scale on which all frames are equally long."""
        if self.machine_ahead is not None:
            return self._scaled_of_machine(us + self.machine_ahead)
        over, turns = us - self.turn_at, 0
        if over >= 0:
            rounds, rest = divmod(over, self.turn_both)
            turns = 2 * rounds + (2 if rest >= self.turn_first else 1)
        return us + self.late + turns * self.turn_us

    def us_at(self, scaled: int) -> int:
        """When, by the clock, that moment of the scale has come."""
        if self.machine_ahead is not None:
            return self._machine_time(scaled) - self.machine_ahead
        us, turn = scaled - self.late, self.turn_us
        over = us - self.turn_at
        if over <= 0:
            return us
        rounds, rest = divmod(over, self.turn_both + 2 * turn)
        if rest >= self.turn_first + turn:
            within = max(rest - 2 * turn, self.turn_first)
        else:
            within = max(rest - turn, 0)
        return self.turn_at + rounds * self.turn_both + within

    def expect_turns(self, flyback: int, frames: tuple[int, int]) -> None:
        """Colours change at that flyback, counted as `frame` does, so many frames behind it, so many behind that, and so on."""
        if not self.turn_us or self.machine_ahead is not None:
            return
        now, to_interrupt = self.scaled(self.us), self._to_interrupt()
        if 0 < self.turn_at - self.us <= to_interrupt:      # the flyback has begun, the interrupt comes at once
            now += self.turn_us
        while (turn := self.first_flyback + (flyback - 1) * self.frame_us + to_interrupt) <= now:
            flyback, frames = flyback + frames[0], frames[::-1]
        self.turn_first = frames[0] * self.frame_us - self.turn_us
        self.turn_both = sum(frames) * self.frame_us - 2 * self.turn_us
        # as it is on the average of a round, or in this frame
        late = flyback * (self.frame_us - FRAME_US) - self.turn_us // 2 if frames == USUAL_TURNS else \
            self.frame_at(self.us) * (self.frame_us - FRAME_US)
        self.us, self.late, self.turn_at = now - late, late, turn - late

    def expect_no_turns(self) -> None:
        """Until it is told of some."""
        if self.machine_ahead is None:
            self.late, self.turn_at = self.scaled(self.us) - self.us, NEVER

    def _to_interrupt(self) -> int:
        """From a flyback's begin to the interrupt in it."""
        return self.places[bisect_left(self.places, self.first_flyback)] - self.first_flyback

    # while machine code runs

    def begin_code(self) -> None:
        """From here on interrupts take their time."""
        self.machine_ahead = self.machine_time(self.us) - self.us

    def end_code(self) -> None:
        """The clock's times have the interrupts' share in them again. Who knows of colours has to tell when these change."""
        self.late = self.scaled(self.us) - self.us
        self.machine_ahead, self.turn_at = None, NEVER

    def machine_time(self, us: int) -> int:
        """The machine's own time, of which interrupts take theirs."""
        return self._machine_time(self.scaled(us))

    def _machine_time(self, scaled: int) -> int:
        """The same at a moment of the scale: an interrupt comes each 3,328 microseconds."""
        frame, into = divmod(scaled, self.frame_us)
        number = bisect_right(self.places, into) - 1
        within, length = into - self.places[number], self.lengths[number]
        if within:
            within = length - -within * (INTERRUPT_US - length) // self._up_to_next(number)
        return frame * FRAME_US + number * INTERRUPT_US + within

    def _scaled_of_machine(self, us: int) -> int:
        """The other way round. While an interrupt is served the scale stands still."""
        frame, into = divmod(us, FRAME_US)
        number, within = divmod(into, INTERRUPT_US)
        within = max(0, within - self.lengths[number])
        passed = within * self._up_to_next(number) // (INTERRUPT_US - self.lengths[number])
        return frame * self.frame_us + self.places[number] + passed

    def _up_to_next(self, number: int) -> int:
        return (*self.places, self.frame_us)[number + 1] - self.places[number]

    def snapshot(self) -> State:
        return (self.us, self.flyback, self.ahead, self.late, self.turn_at, self.turn_first, self.turn_both,
                self.machine_ahead)

    def restore(self, state: State) -> None:
        (self.us, self.flyback, self.ahead, self.late, self.turn_at, self.turn_first, self.turn_both,
         self.machine_ahead) = state

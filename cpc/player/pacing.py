"""How fast the machine runs against the wall clock.

`real` and a factor hold emulated time to wall time. `auto` holds only those frames to it in which the program waits
(`RealTime.watched`); what the machine computes in between costs no time. `max` holds nothing. At each speed, a machine
that waits for a key waits in real time.

The time on the wall clock is handed in, in seconds.
"""

from typing import TYPE_CHECKING

from basic.ports import FRAME_US, NEVER
from basic.runtime.runner import FOR_KEYS
from cpc.api import CPC

if TYPE_CHECKING:               # a face without a debugger does not load it
    from basic.debug.debugger import Debugger

Speed = str | float             # auto, max, or a factor

FRAME = FRAME_US / 1e6
BEHIND = 0.1                    # seconds that a slow host makes up for; what it lags behind further is forgotten
BEHIND_SHOWN = 2 * FRAME        # the same, where only waiting is held to the wall clock: computing is no lagging behind
STEP = 0.003                    # seconds of computing between two looks at the clock, where nothing holds the machine
MOST_FRAMES = 64            # in one step, where nothing holds the machine
UNSEEN = 10                     # frames without waiting after which `auto` expects that the program goes on computing
NAMED = ("real", "auto", "max")
SLOWEST, FASTEST = 0.05, 1000


def speed_of(text: str) -> Speed:
    """`real`, `auto`, `max` or a factor. ValueError with a sentence."""
    if text in NAMED:
        return 1.0 if text == "real" else text
    try:
        factor = float(text)
    except ValueError:
        factor = 0.0
    if not SLOWEST <= factor <= FASTEST:
        raise ValueError(f"A speed is real, auto, max or a number from {SLOWEST} to {FASTEST}, not {text!r}.")
    return factor


def name_of(speed: Speed) -> str:
    return speed if isinstance(speed, str) else "real" if speed == 1 else f"{speed:g} x real"


class Pacing:
    """Runs a CPC frame by frame: `step` whenever it is not `ahead` of the clock."""

    def __init__(self, cpc: CPC, speed: Speed, now: float) -> None:
        self.session = cpc.session
        self.machine = cpc.machine
        self.runner = cpc.session.executor.runner
        self.real_time = cpc.session.executor.real_time
        self.key_frames = 0             # in which it waited for a key
        self.frames = 1                 # that a step takes where it may take several
        self.unseen = 0                 # since the last one that a person was meant to see
        self.asked = now
        self.machine.asked_until = NEVER        # from here on keys come as they come
        self.session.executor.events.catch_up()
        self.set_speed(speed, now)

    @property
    def stands(self) -> bool:
        """A debugger has stopped the program; here there is none."""
        return False

    def resume(self, now: float) -> None:
        """From here on: after a pause, a new speed, a long hold-up."""
        self.since = now
        self.shown_before = self._shown()

    def set_speed(self, speed: Speed, now: float) -> None:
        self.speed = speed
        self.real_time.watching = speed == "auto"
        self.real_time.paced = speed != "max"
        self.resume(now)

    def _shown(self) -> float:
        """Seconds that all which is held to the clock so far takes."""
        if isinstance(self.speed, str):
            return (self.real_time.watched if self.speed == "auto" else self.key_frames) * FRAME
        return self.machine.clock.us / 1e6 / self.speed

    def ahead(self, now: float) -> float:
        """Seconds by which the machine is ahead of the wall clock; on ESC it is not ahead any more."""
        took, self.asked = now - self.asked, now
        self.frames = min(2 * self.frames, MOST_FRAMES) if took < STEP / 2 else max(self.frames // 2, 1)
        if self.machine.keyboard.escaped:
            self.resume(now)
        lead = self._shown() - self.shown_before - (now - self.since)
        least = -BEHIND_SHOWN if isinstance(self.speed, str) else -BEHIND
        if lead < least:
            self.since += least - lead
        return max(lead, least)

    def step(self) -> None:
        """Runs to the end of the frame; to that of several, if the program computes, nothing holds it and no key is down."""
        machine, watched = self.machine, self.real_time.watched
        frames = self._together()
        self.real_time.stops_at_watched = self.speed == "auto" and frames > 1
        self.go_on(machine.next_frame() - machine.clock.us + FRAME_US * (frames - 1))
        seen = self.real_time.watched > watched or self.real_time.stopped is not None
        self.real_time.stops_at_watched, self.real_time.stopped = False, None
        waits = self.runner.waiting == "key"
        self.unseen = 0 if seen else self.unseen + frames
        self.let_repeat(seen or self.runner.waiting in FOR_KEYS or not isinstance(self.speed, str))
        if waits and machine.keyboard.nothing_typed():
            self.key_frames += 1

    def _together(self) -> int:
        if self.runner.waiting is not None or not self.machine.keyboard.at_rest():
            return 1
        held = self.unseen < UNSEEN if self.speed == "auto" else self.speed != "max"
        return 1 if held else self.frames

    def let_repeat(self, on: bool) -> None:
        """Whether keys that stay down repeat: not while frames pass faster than a finger can leave its key."""
        keyboard = self.machine.keyboard
        if on != keyboard.repeats:
            self.session.input.repeat(on)

    def go_on(self, us: int) -> None:
        if self.machine.keyboard.escaped:
            self.runner.pc = self.runner.poll(self.runner.pc)       # before the program reads what was typed behind ESC
        self.session.run(us)


class Remembered(Pacing):
    """Nothing stops the program, but a debugger keeps its past."""

    def __init__(self, cpc: CPC, debugger: "Debugger", speed: Speed, now: float) -> None:
        super().__init__(cpc, speed, now)
        self.debugger = debugger

    def go_on(self, us: int) -> None:
        if self.machine.keyboard.escaped:
            self.debugger.look()
        self.debugger.unattended(us)

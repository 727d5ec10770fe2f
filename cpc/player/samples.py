"""The sound as samples, in blocks, for a loudspeaker that asks for one when it needs one.

How much emulated time goes into a block follows the machine's clock: a machine that runs faster plays faster, one that
stops holds its last tone for as long as the chip would. `take` may be called from another thread.
"""

from cpc.sound.manager import SoundManager
from cpc.sound.psg import SAMPLE_RATE, Psg

LAG_US, BEHIND_US, FAR_BEHIND_US = 10_000, 25_000, 60_000
LEFT_OUT_US = 300_000           # of a machine that runs too fast to be followed, a part is heard
QUIET_BLOCKS = 20               # after so many without a sound, the loudspeaker rests
FRAME_BYTES = 4                 # a sample: 16 bits left, 16 bits right


class Samples:
    """What a machine's sound manager plays, from `listen` on until `close`."""

    def __init__(self, sound: SoundManager) -> None:
        self.sound = sound
        self.clock = sound.clock
        self.psg = Psg()
        self.quiet = QUIET_BLOCKS
        self.held = False               # the machine stands: silence
        self.heard = False

    def listen(self) -> None:
        self.heard = True
        self.sound.attach(self.psg)

    def attach(self, sound: SoundManager) -> None:
        """Another machine's from now on, or those of the same one, whose time went back."""
        if self.heard:
            self.sound.attach(None)
        self.sound, self.clock = sound, sound.clock
        if self.heard:
            sound.attach(self.psg)

    def close(self) -> None:
        self.heard = False
        self.sound.attach(None)

    @property
    def resting(self) -> bool:
        """It has been quiet for a while, and the loudspeaker need not be fed."""
        return self.quiet == QUIET_BLOCKS

    def take(self, count: int) -> bytes | None:
        """The next samples; None while it rests."""
        sounds = self.psg.pending or any(volume & 31 for volume in self.psg.registers[8:11])
        self.quiet = 0 if sounds else min(self.quiet + 1, QUIET_BLOCKS)
        if self.resting:
            self.psg.render(0, self.clock.us - LAG_US)
            return None
        if self.held:
            return bytes(FRAME_BYTES * count)
        return self.psg.render(count, self._until(count))

    def _until(self, count: int) -> float:
        """Emulated time up to which the next block goes."""
        ready, now = self.clock.us, self.psg.now
        length = count * 1e6 / SAMPLE_RATE
        behind = ready - now - length
        if behind > LEFT_OUT_US:
            self.psg.render(0, ready - FAR_BEHIND_US)
        if behind > FAR_BEHIND_US:
            return ready - LAG_US
        if behind > BEHIND_US:
            length *= 1.1
        return min(now + length, max(ready, now))

"""A sound in a queue of the firmware's, and a channel with its queue and the sound that it plays."""

from copy import copy

from basic.records import field, record

QUEUE_LENGTH = 4
HELD, PLAYING = 8, 16           # states of a channel; 0 is idle, 1-7 the channels it waits for


@record
class Sound:
    """A SOUND in a queue."""

    period: int
    duration: int               # in ticks; negative, in 16 bits: rounds of the volume envelope
    volume: int
    volume_envelope: int
    tone_envelope: int
    noise: int
    waits: int = 0              # the channels of its rendezvous, and HELD


@record
class Channel:
    """A channel's queue and the sound that it plays."""

    number: int
    state: int = 0
    queue: list[Sound] = field(default_factory=list)
    armed: bool = False
    duration: int = 0
    volume: int = 0
    volume_running: bool = False
    volume_wait: int = 0        # ticks to the next step
    volume_steps: int = 0       # left in the section
    volume_sections: int = 0    # left, this one included
    volume_at: int = 0          # where the step size is in the envelopes
    volume_start: int = 0       # where the envelope that may repeat begins
    period: int = 0
    tone_running: bool = False
    tone_wait: int = 0
    tone_steps: int = 0
    tone_sections: int = 0
    tone_at: int = 0
    tone_start: int = 0

    @property
    def bit(self) -> int:
        """Its bit in a number of several channels."""
        return 1 << self.number

    @property
    def mixer_bits(self) -> int:
        """Its tone and noise in the mixer register."""
        return 9 << self.number

    @property
    def free(self) -> int:
        """Places left in the queue."""
        return QUEUE_LENGTH - len(self.queue)

    def copy(self) -> "Channel":
        return Channel(**vars(self) | {"queue": [copy(sound) for sound in self.queue]})

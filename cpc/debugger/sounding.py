"""What the three channels of the sound chip play at this moment.

    for row in sounding(debugger): row.channel, row.frequency, row.volume

`described` says it in a person's language. Which statement sounds there is said by origins.who_sounds.
"""

from math import log2
from typing import NamedTuple

from basic.debug.debugger import Debugger
from cpc.debugger.origins import CHANNELS, machine_of
from cpc.sound.channels import PLAYING
from cpc.sound.envelopes import BLOCK, HARDWARE_VOLUME, TONE_ENVELOPES
from cpc.sound.psg import TONE_HZ
from cpc.texts import Texts

A4_HZ, A4, OCTAVE = 440, 57, 12         # A4 is 57 half tones above C0


class Sounding(NamedTuple):
    channel: str
    period: int                 # of the tone, 0 without one
    noise: int | None           # its period
    volume: int                 # 0 to 15, 16 where the chip's envelope sets it
    shape: int                  # of the chip's envelope, with its period
    shape_period: int
    envelope: int               # the numbers of ENV and ENT that are at work, 0 for none
    tone_envelope: int
    waiting: int                # sounds in the queue behind it

    @property
    def heard(self) -> bool:
        return self.volume > 0 and (self.period > 0 or self.noise is not None)

    @property
    def frequency(self) -> float:
        return TONE_HZ / self.period

    @property
    def half_tone(self) -> int:
        """The nearest one, counted from C0."""
        return A4 + round(OCTAVE * log2(self.frequency / A4_HZ))


def sounding(debugger: Debugger) -> list[Sounding]:
    """A row for each of the channels A, B and C."""
    sound = machine_of(debugger).sound
    sound.catch_up()
    registers, mixer = sound.registers, sound.registers[7]
    rows = []
    for number, channel in enumerate(sound.queues.channels):
        period = registers[2 * number] | (registers[2 * number + 1] & 15) << 8
        plays = bool(channel.state & PLAYING)
        rows.append(Sounding(
            CHANNELS[number], 0 if mixer >> number & 1 else max(period, 1), None if mixer >> number & 8 else registers[6] & 31,
            HARDWARE_VOLUME if registers[8 + number] & 16 else registers[8 + number] & 15, registers[13] & 15,
            registers[11] | registers[12] << 8,
            channel.volume_start // BLOCK + 1 if plays and channel.volume_start < TONE_ENVELOPES else 0,
            (channel.tone_start - TONE_ENVELOPES) // BLOCK + 1 if plays and channel.tone_running else 0, len(channel.queue)))
    return rows


def described(row: Sounding, texts: Texts) -> str:
    """A  A4 (440.1 Hz, period 284), volume 12, ENV 1"""
    parts = []
    if not row.heard:
        parts.append(texts("channel silent"))
    else:
        if row.period:
            octave, note = divmod(row.half_tone, OCTAVE)
            parts.append(texts("tone", texts("notes").split()[note] + str(octave), f"{row.frequency:.1f}", row.period))
        if row.noise is not None:
            parts.append(texts("noise", row.noise))
        parts.append(texts("chip's envelope", row.shape, row.shape_period) if row.volume == HARDWARE_VOLUME else
                     texts("volume", row.volume))
        parts += [f"ENV {row.envelope}"] * bool(row.envelope) + [f"ENT {row.tone_envelope}"] * bool(row.tone_envelope)
    if row.waiting:
        parts.append(texts("sounds wait", row.waiting))
    return f"{row.channel}  {', '.join(parts)}"

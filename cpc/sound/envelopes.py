"""The envelopes of the firmware's sound: how a sound's volume and period change while a channel plays it.

An envelope has up to five sections of three bytes: the number of steps, the size of a step (signed), and the pause after
each step in ticks (0 stands for 256). In a volume envelope, 0 steps set the volume to the size, and 128 or more steps are
a shape of the chip's envelope with its period, low byte first. In a tone envelope, 240 or more steps set a period: 240 plus
its high byte, its low byte, the pause.
"""

from collections.abc import Callable

from cpc.sound.channels import Channel

OVER = 255                      # a step count that ends the sound
HARDWARE = 128                  # step counts from here to OVER are shapes of the chip's own envelope
ABSOLUTE = 240                  # tone step counts from here on set a period
FRESH = 128                     # in a channel's volume: the chip has not got it yet
HARDWARE_VOLUME = 16

SECTIONS = 5
BLOCK = 1 + 3 * SECTIONS        # an envelope: its number of sections (plus 128: it repeats), and the sections
TONE_ENVELOPES = 15 * BLOCK
DEFAULT_ENVELOPE = 2 * 15 * BLOCK
STEADY = bytes((1, 1, 0, 200))  # one section: one step of size 0, for two seconds

# What they take, in microseconds without the share of interrupts. A tone envelope that begins, on the 464 and on the later
# models; each write to the chip, and an envelope of the chip's own. Each step, besides what it writes: of the volume, less in
# a sound that lasts as long as its envelope, more where the volume changes; where a further section begins, and where the
# first one does again. The tone's.
TONE_ENVELOPE_US = 134, 131
WRITE_US, HARDWARE_US = 58, 69
VOLUME_STEP_US, ENVELOPE_LASTS_US, CHANGED_US, VOLUME_SECTION_US, VOLUME_AGAIN_US = 108, -18, 11, 30, 66
TONE_STEP_US, TONE_SECTION_US, TONE_AGAIN_US = 100, 40, 56


class ChipWork:
    """The way to the sound chip, and what the present call or interrupts have taken so far."""

    def __init__(self, write: Callable[[int, int], None]) -> None:
        self.to_chip = write
        self.us = 0

    def write(self, register: int, value: int) -> None:
        self.us += WRITE_US
        self.to_chip(register, value)


class Envelopes:
    """`defined` is the firmware's memory of them."""

    def __init__(self, model: str, chip: ChipWork) -> None:
        self.doubles_volumes = model == "464"
        self.tone_envelope_us = TONE_ENVELOPE_US[model != "464"]
        self.chip = chip
        self.defined = bytearray(DEFAULT_ENVELOPE) + STEADY
        self.section_bytes = bytearray(3 * SECTIONS)

    def snapshot(self) -> dict[str, bytearray]:
        return {"envelopes": self.defined[:], "section_bytes": self.section_bytes[:]}

    def restore(self, state: dict[str, bytearray]) -> None:
        self.defined, self.section_bytes = state["envelopes"][:], state["section_bytes"][:]

    def set_volume(self, number: int, sections: bytes) -> None:
        self._set((number - 1) * BLOCK, 0, sections)

    def set_tone(self, number: int, repeat: bool, sections: bytes) -> None:
        self._set(TONE_ENVELOPES + (number - 1) * BLOCK, 128 * repeat, sections)

    def _set(self, start: int, repeat: int, sections: bytes) -> None:
        """Sections that are not given keep the bytes of the last envelope of either kind; a playing sound may reach them."""
        self.section_bytes[:len(sections)] = sections
        self.defined[start] = repeat | len(sections) // 3
        self.defined[start + 1:start + BLOCK] = self.section_bytes

    def _byte(self, at: int) -> int:
        return self.defined[at % len(self.defined)]

    def begin_volume(self, channel: Channel, number: int) -> None:
        """A sound with this envelope begins; one that is not defined is as none."""
        start = (number - 1) * BLOCK
        if not number or not self.defined[start]:
            start = DEFAULT_ENVELOPE
        channel.volume_start = start
        self._begin_volume(channel, start)

    def _begin_volume(self, channel: Channel, start: int) -> None:
        channel.volume_sections = self._byte(start)
        channel.volume_steps = self._byte(start + 1)
        channel.volume_at = start + 2

    def _next_volume_section(self, channel: Channel) -> None:
        channel.volume_sections = channel.volume_sections - 1 & 255
        if channel.volume_sections:
            channel.volume_steps = self._byte(channel.volume_at + 2)
            channel.volume_at += 3
        elif channel.duration < 0x8000:
            self._begin_volume(channel, DEFAULT_ENVELOPE)
        else:
            channel.duration = channel.duration + 1 & 0xFFFF
            if channel.duration:
                self._begin_volume(channel, channel.volume_start)
            else:
                channel.volume_steps = OVER

    def step_volume(self, channel: Channel) -> bool:
        """One step of the volume envelope. True: the sound is over."""
        while HARDWARE <= channel.volume_steps < OVER:
            self._start_hardware_envelope(channel)
        if channel.volume_steps == OVER:
            channel.state = 0
            channel.volume_running = channel.tone_running = False
            return True
        size, pause = self._byte(channel.volume_at), self._byte(channel.volume_at + 1) or 256
        if channel.volume_steps == 0:
            self._put_volume(channel, size & 15)
        else:
            channel.volume_steps -= 1
            if size or channel.volume & FRESH:
                if self.doubles_volumes and not size:       # the 464 does so with a sound's first volume
                    size = channel.volume
                self._put_volume(channel, channel.volume + size & 15)
        over = False
        if channel.duration < 0x8000:
            pause = min(pause, channel.duration)
            channel.duration -= pause
            over = channel.duration == 0
        if over:
            channel.volume_steps = OVER
        elif channel.volume_steps == 0:
            self._next_volume_section(channel)
        channel.volume_wait = pause or 256
        channel.volume_running = True
        return False

    def _start_hardware_envelope(self, channel: Channel) -> None:
        self.chip.us += HARDWARE_US
        self.chip.write(13, channel.volume_steps)
        self.chip.write(11, self._byte(channel.volume_at))
        self.chip.write(12, self._byte(channel.volume_at + 1))
        self._put_volume(channel, HARDWARE_VOLUME)
        self._next_volume_section(channel)
        if channel.volume_steps == OVER:
            self._begin_volume(channel, DEFAULT_ENVELOPE)

    def _put_volume(self, channel: Channel, volume: int) -> None:
        channel.volume = volume
        self.chip.write(8 + channel.number, volume)

    def begin_tone(self, channel: Channel, number: int) -> None:
        start = TONE_ENVELOPES + (number - 1) * BLOCK
        if number and self.defined[start] & 127:
            self.chip.us += self.tone_envelope_us
            channel.tone_start = start
            self._begin_tone_section(channel, self.defined[start] & 127, start + 1)
            self.step_tone(channel)

    def _begin_tone_section(self, channel: Channel, sections: int, at: int) -> None:
        channel.tone_sections = sections
        channel.tone_steps = self._byte(at) or 1
        channel.tone_at = at + 1

    def tone_step_us(self, channel: Channel) -> int:
        us = TONE_STEP_US
        if channel.tone_steps == 1 or channel.tone_steps >= ABSOLUTE:
            if channel.tone_sections != 1:
                us += TONE_SECTION_US
            elif self._byte(channel.tone_start) & 128:
                us += TONE_AGAIN_US
        return us

    def volume_step_us(self, channel: Channel) -> int:
        us = VOLUME_STEP_US + ENVELOPE_LASTS_US * (channel.duration >= 0x8000)
        if channel.volume_steps == 1:
            us += VOLUME_SECTION_US if channel.volume_sections != 1 else VOLUME_AGAIN_US
        return us + CHANGED_US * bool(self._byte(channel.volume_at))

    def step_tone(self, channel: Channel) -> None:
        at = channel.tone_at
        size, pause = self._byte(at), self._byte(at + 1)
        if channel.tone_steps >= ABSOLUTE:
            self.set_period(channel, channel.tone_steps - ABSOLUTE << 8 | size)
            channel.tone_steps = 0
        else:
            self.set_period(channel, channel.period + size - (size >= 128) * 256 & 0xFFFF)
            channel.tone_steps -= 1
        if channel.tone_steps == 0:
            sections = channel.tone_sections - 1 & 255
            if sections:
                self._begin_tone_section(channel, sections, at + 2)
            elif self._byte(channel.tone_start) & 128:
                self._begin_tone_section(channel, self._byte(channel.tone_start) & 127, channel.tone_start + 1)
            else:
                channel.tone_running = False
                return
        channel.tone_wait = pause or 256
        channel.tone_running = True

    def set_period(self, channel: Channel, period: int) -> None:
        channel.period = period
        self.chip.write(2 * channel.number, period & 255)
        self.chip.write(2 * channel.number + 1, period >> 8)

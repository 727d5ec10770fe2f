"""The firmware's three sound channels: queues, rendezvous and envelopes, and the register writes that they cause.

Call `interrupt` for each of the 300 interrupts a second. While a channel plays, every third interrupt is a tick, a hundredth
of a second; the first tick is the third interrupt after the first sound has begun.

An envelope has up to five sections of three bytes: the number of steps, the size of a step (signed), and the pause after
each step in ticks (0 stands for 256). In a volume envelope, 0 steps set the volume to the size, and 128 or more steps are
a shape of the chip's envelope with its period, low byte first. In a tone envelope, 240 or more steps set a period: 240 plus
its high byte, its low byte, the pause.
"""

from collections.abc import Callable
from copy import copy
from typing import Any

from basic.records import field, record, replace

TICK = 3                        # interrupts
QUEUE_LENGTH = 4
HELD, PLAYING = 8, 16           # states of a channel; 0 is idle, 1-7 the channels it waits for
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

# What parts of the firmware's calls take, in microseconds without the share of interrupts, on the 464 and on the later models:
# each channel whose queue is asked for room, each below these; where there is room, a channel whose queue gets a sound, one
# below it that is passed over; a sound that begins, its period, its tone envelope; one that has to wait for a channel, one that
# begins with another; a flush, each of its channels, one that it passes over; the latter two of RELEASE. Each write to the chip
# comes on top, and an envelope of the chip's own.
ASKED_US, NOT_ASKED_US, ROOM_US = (25, 24), (9, 8), (60, 69)
QUEUED_US, PASSED_US, BEGUN_US, PERIOD_US, TONE_ENVELOPE_US = (199, 197), 18, (374, 354), 49, (134, 131)
WAITS_US, MEETS_US = (88, 100), (78, 90)
FLUSH_US, FLUSHED_US, FLUSH_PASSED_US = (26, 43), (457, 478), 11
RELEASED_US, RELEASE_PASSED_US = (30, 37), (9, 11)
WRITE_US, HARDWARE_US = 58, 69
# What an interrupt takes besides while a channel plays, on the 464 and on the later models: any, a tick, each channel in it; a
# tick in which an envelope goes on, less in the interrupt of the flyback, which has other work, too; in it each channel
# that plays and each below the highest of them that does not.
INTERRUPT_US, TICK_US, CHANNEL_US = 7, (28, 25), 28
STEPS_US, AT_FLYBACK_US, PLAYING_US, IDLE_US = (306, 296), 97, 42, 17
# Each step of an envelope, besides what it writes to the chip: of the volume, less in a sound that lasts as long as its
# envelope, more where the volume changes; where a further section begins, and where the first one does again. The tone's.
VOLUME_STEP_US, ENVELOPE_LASTS_US, CHANGED_US, VOLUME_SECTION_US, VOLUME_AGAIN_US = 108, -18, 11, 30, 66
TONE_STEP_US, TONE_SECTION_US, TONE_AGAIN_US = 100, 40, 56


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


class SoundQueues:
    """SOUND MANAGER of the firmware, without its clock. `write` gets (register, value) for the chip; `catch_up` does the
    interrupts that have come while the present call did its work so far."""

    STATE = ("channels", "envelopes", "section_bytes", "mixer", "active", "held", "timer", "events")

    def __init__(self, model: str, write: Callable[[int, int], None], catch_up: Callable[[], None]) -> None:
        self.doubles_volumes = self.silences_at_once = self.restarts_timer = model == "464"
        later = model != "464"
        self.tick_us, self.steps_us = TICK_US[later], STEPS_US[later]
        self.queued_us, self.begun_us, self.tone_envelope_us = QUEUED_US[later], BEGUN_US[later], TONE_ENVELOPE_US[later]
        self.asked_us, self.not_asked_us, self.room_us = ASKED_US[later], NOT_ASKED_US[later], ROOM_US[later]
        self.waits_us, self.meets_us = WAITS_US[later], MEETS_US[later]
        self.flush_us, self.flushed_us = FLUSH_US[later], FLUSHED_US[later]
        self.released_us, self.release_passed_us = RELEASED_US[later], RELEASE_PASSED_US[later]
        self.to_chip = write
        self.catch_up = catch_up
        self.channels = [Channel(number) for number in range(3)]
        self.envelopes = bytearray(DEFAULT_ENVELOPE) + STEADY
        self.section_bytes = bytearray(3 * SECTIONS)
        self.mixer = 0x3F
        self.active = 0         # channels that sound
        self.held = 0           # channels that `hold` stopped
        self.timer = 0          # interrupts to the next tick
        self.events = [0, 0, 0]         # for each channel: how often its queue got room since `arm`
        self.work = 0           # microseconds that the present call or interrupts have taken
        self.started = False    # by the present call, the first channel that sounds

    def snapshot(self) -> dict[str, Any]:
        return self._copied(vars(self))

    def restore(self, state: dict[str, Any]) -> None:
        vars(self).update(self._copied(state))

    def _copied(self, state: dict[str, Any]) -> dict[str, Any]:
        found = {name: state[name] for name in self.STATE}
        for name in ("envelopes", "section_bytes", "events"):
            found[name] = found[name][:]
        found["channels"] = [channel.copy() for channel in found["channels"]]
        return found

    def interrupt(self, at_flyback: bool = False) -> None:
        if self.active:
            self.work += INTERRUPT_US
            self.timer -= 1
            if self.timer == 0:
                self.timer = TICK
                self._tick(at_flyback)

    def _tick(self, at_flyback: bool) -> None:
        before = self.active
        self.work += self.tick_us + CHANNEL_US * before.bit_count()
        due = []
        for channel in self._chosen(before):
            channel.tone_wait -= 1
            channel.volume_wait -= 1
            due.append((channel, channel.tone_running and channel.tone_wait == 0,
                        channel.volume_running and channel.volume_wait == 0))
        if any(tone_due or volume_due for _, tone_due, volume_due in due):
            playing = before.bit_count()
            self.work += self.steps_us - AT_FLYBACK_US * at_flyback
            self.work += PLAYING_US * playing + IDLE_US * (before.bit_length() - playing)
        for channel, tone_due, volume_due in due:
            if tone_due:
                self.work += self._tone_step_us(channel)
                self._step_tone(channel)
            if volume_due:
                self.work += self._volume_step_us(channel)
            if volume_due and self._step_volume(channel):
                if channel.queue:
                    self._next_sound(channel)
                else:
                    self.active &= ~channel.bit
                    if self.silences_at_once:
                        self._silence(channel)
                        before &= ~channel.bit
        for channel in self._chosen(before & ~self.active):
            self._silence(channel)

    # the queues

    def queue(self, status: int, sound: Sound) -> bool:
        """False: a queue is full. `status` is as in `SoundManager.queue`."""
        self.resume()
        targets = status & 7
        if status & 128:
            self.flush(targets)
        channels = self._chosen(targets)
        for channel in channels:
            channel.armed = False
        if not all(channel.free for channel in channels):
            self.work += self.asked_us * len(channels) + self.not_asked_us * self._passed(targets)
            return False
        waits = (status >> 3 | targets) & 15
        self.work += self.room_us + PASSED_US * self._passed(targets)
        for channel in channels:
            channel.queue.append(replace(sound, waits=waits & ~channel.bit))
            self.work += self.queued_us
            if len(channel.queue) == 1 and channel.state == 0:
                self._next_sound(channel)
        return True

    def release(self, channels: int) -> None:
        self.resume()
        self.work += self.release_passed_us * self._passed(channels)
        for channel in self._chosen(channels):
            self.work += self.released_us
            if channel.state & HELD:
                self._next_sound(channel)

    def status(self, number: int) -> int:
        channel = self.channels[number]
        channel.armed = False
        return channel.state << 3 | channel.free

    def arm(self, number: int) -> None:
        channel = self.channels[number]
        channel.armed = not channel.free
        if channel.free:
            self.events[number] += 1

    def hold(self) -> bool:
        if not self.active:
            return False
        self.held, self.active = self.active, 0
        for register in (10, 9, 8):
            self._write(register, 0)
        return True

    def resume(self) -> None:
        if not self.held:
            return
        for channel in self._chosen(self.held):
            self._write(8 + channel.number, channel.volume)
        self.active, self.held = self.held, 0
        if self.restarts_timer:
            self.timer = TICK

    def reset(self) -> None:
        self.active = self.held = 0
        self.events = [0, 0, 0]
        self.mixer = 0x3F
        self.flush(7)

    def flush(self, targets: int) -> None:
        self.work += self.flush_us + FLUSH_PASSED_US * self._passed(targets)
        for channel in self._chosen(targets):
            self.active &= ~channel.bit
            self._silence(channel)
            self.channels[channel.number] = Channel(channel.number)
            self.work += self.flushed_us

    def _write(self, register: int, value: int) -> None:
        self.work += WRITE_US
        self.to_chip(register, value)

    def _chosen(self, bits: int) -> list[Channel]:
        return [channel for channel in self.channels if bits & channel.bit]

    def _passed(self, bits: int) -> int:
        """How many channels are below the highest of these and not among them."""
        return bits.bit_length() - bits.bit_count()

    def _next_sound(self, channel: Channel) -> None:
        """Begins the first sound in the queue, unless the sound is held or waits for another channel."""
        sound = channel.queue[0]
        if sound.waits & HELD:
            sound.waits &= ~HELD
            channel.state = HELD
        else:
            partners, sound.waits = self._chosen(sound.waits), 0
            if all(partner.state & channel.bit for partner in partners):
                for partner in reversed(partners):
                    self.work += self.meets_us
                    self._next_sound(partner)
                self._begin(channel, sound)
                return
            channel.state = sum(partner.bit for partner in partners)
            self.work += self.waits_us
        self.active &= ~channel.bit

    def _begin(self, channel: Channel, sound: Sound) -> None:
        channel.state = PLAYING
        self.work += self.begun_us
        on = 0
        if sound.period or sound.tone_envelope:
            self.work += PERIOD_US
            on = 1 << channel.number
            self._set_period(channel, sound.period)
            self._begin_tone_envelope(channel, sound.tone_envelope)
        channel.volume = sound.volume | FRESH
        channel.duration = sound.duration or 0xFFFF
        if sound.noise:
            on |= 8 << channel.number
            self._write(6, sound.noise)
        self._mix(channel, on)
        start = (sound.volume_envelope - 1) * BLOCK
        if not sound.volume_envelope or not self.envelopes[start]:
            start = DEFAULT_ENVELOPE
        channel.volume_start = start
        self._begin_volume_envelope(channel, start)
        self._step_volume(channel)
        self.catch_up()
        if not self.active & ~channel.bit:
            self.timer, self.started = TICK, True
        self.active |= channel.bit
        channel.queue.pop(0)
        if channel.armed:
            channel.armed = False
            self.events[channel.number] += 1

    def _silence(self, channel: Channel) -> None:
        self._mix(channel, 0)

    def _mix(self, channel: Channel, on: int) -> None:
        mixer = (self.mixer | channel.mixer_bits) & ~on
        if mixer != self.mixer or not on:
            self.mixer = mixer
            self._write(8 + channel.number, 0)
            self._write(7, mixer)

    # envelopes

    def set_volume_envelope(self, number: int, sections: bytes) -> None:
        self._set_envelope((number - 1) * BLOCK, 0, sections)

    def set_tone_envelope(self, number: int, repeat: bool, sections: bytes) -> None:
        self._set_envelope(TONE_ENVELOPES + (number - 1) * BLOCK, 128 * repeat, sections)

    def _set_envelope(self, start: int, repeat: int, sections: bytes) -> None:
        """Sections that are not given keep the bytes of the last envelope of either kind; a playing sound may reach them."""
        self.section_bytes[:len(sections)] = sections
        self.envelopes[start] = repeat | len(sections) // 3
        self.envelopes[start + 1:start + BLOCK] = self.section_bytes

    def _byte(self, at: int) -> int:
        return self.envelopes[at % len(self.envelopes)]

    def _begin_volume_envelope(self, channel: Channel, start: int) -> None:
        channel.volume_sections = self._byte(start)
        channel.volume_steps = self._byte(start + 1)
        channel.volume_at = start + 2

    def _next_volume_section(self, channel: Channel) -> None:
        channel.volume_sections = channel.volume_sections - 1 & 255
        if channel.volume_sections:
            channel.volume_steps = self._byte(channel.volume_at + 2)
            channel.volume_at += 3
        elif channel.duration < 0x8000:
            self._begin_volume_envelope(channel, DEFAULT_ENVELOPE)
        else:
            channel.duration = channel.duration + 1 & 0xFFFF
            if channel.duration:
                self._begin_volume_envelope(channel, channel.volume_start)
            else:
                channel.volume_steps = OVER

    def _step_volume(self, channel: Channel) -> bool:
        """One step of the volume envelope. True: the sound is over."""
        while HARDWARE <= channel.volume_steps < OVER:
            self._start_hardware_envelope(channel)
        if channel.volume_steps == OVER:
            channel.state = 0
            channel.volume_running = channel.tone_running = False
            return True
        size, pause = self._byte(channel.volume_at), self._byte(channel.volume_at + 1) or 256
        if channel.volume_steps == 0:
            self._set_volume(channel, size & 15)
        else:
            channel.volume_steps -= 1
            if size or channel.volume & FRESH:
                if self.doubles_volumes and not size:       # the 464 does so with a sound's first volume
                    size = channel.volume
                self._set_volume(channel, channel.volume + size & 15)
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
        self.work += HARDWARE_US
        self._write(13, channel.volume_steps)
        self._write(11, self._byte(channel.volume_at))
        self._write(12, self._byte(channel.volume_at + 1))
        self._set_volume(channel, HARDWARE_VOLUME)
        self._next_volume_section(channel)
        if channel.volume_steps == OVER:
            self._begin_volume_envelope(channel, DEFAULT_ENVELOPE)

    def _set_volume(self, channel: Channel, volume: int) -> None:
        channel.volume = volume
        self._write(8 + channel.number, volume)

    def _begin_tone_envelope(self, channel: Channel, number: int) -> None:
        start = TONE_ENVELOPES + (number - 1) * BLOCK
        if number and self.envelopes[start] & 127:
            self.work += self.tone_envelope_us
            channel.tone_start = start
            self._begin_tone_section(channel, self.envelopes[start] & 127, start + 1)
            self._step_tone(channel)

    def _begin_tone_section(self, channel: Channel, sections: int, at: int) -> None:
        channel.tone_sections = sections
        channel.tone_steps = self._byte(at) or 1
        channel.tone_at = at + 1

    def _tone_step_us(self, channel: Channel) -> int:
        us = TONE_STEP_US
        if channel.tone_steps == 1 or channel.tone_steps >= ABSOLUTE:
            if channel.tone_sections != 1:
                us += TONE_SECTION_US
            elif self._byte(channel.tone_start) & 128:
                us += TONE_AGAIN_US
        return us

    def _volume_step_us(self, channel: Channel) -> int:
        us = VOLUME_STEP_US + ENVELOPE_LASTS_US * (channel.duration >= 0x8000)
        if channel.volume_steps == 1:
            us += VOLUME_SECTION_US if channel.volume_sections != 1 else VOLUME_AGAIN_US
        return us + CHANGED_US * bool(self._byte(channel.volume_at))

    def _step_tone(self, channel: Channel) -> None:
        at = channel.tone_at
        size, pause = self._byte(at), self._byte(at + 1)
        if channel.tone_steps >= ABSOLUTE:
            self._set_period(channel, channel.tone_steps - ABSOLUTE << 8 | size)
            channel.tone_steps = 0
        else:
            self._set_period(channel, channel.period + size - (size >= 128) * 256 & 0xFFFF)
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

    def _set_period(self, channel: Channel, period: int) -> None:
        channel.period = period
        self._write(2 * channel.number, period & 255)
        self._write(2 * channel.number + 1, period >> 8)

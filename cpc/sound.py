"""The firmware's sound manager: three queues of four sounds, their envelopes, and what reaches the sound chip.

It works at the pace of the firmware's interrupt, 300 times a second and six to a frame. While a channel is busy every
third of them is a tick, a hundredth of a second; the first tick is the third interrupt after the first sound began.
Nobody has to call it for that: whatever asks or tells it something first makes good the interrupts gone by on the clock.

Channels go in as bits, as in BASIC: 1, 2 and 4 for A, B and C.
"""

from collections import deque
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from basic.machine import Clock
from cpc.psg import Psg

FRAME_US = 19968
INTERRUPT_US = 3328
FIRST_INTERRUPT_US = 2176       # after the start of a frame; the fifth one in a frame falls into its flyback
TICK = 3                        # interrupts

QUEUE_LENGTH = 4
HELD, PLAYING = 8, 16           # states of a channel; 0 is idle, and 1-7 are the channels it waits for
OVER = 255                      # a step count that ends the sound
HARDWARE = 128                  # step counts from here to OVER are shapes of the chip's own envelope
ABSOLUTE = 240                  # tone step counts from here on set a period
FRESH = 128                     # in a channel's volume: nothing of this sound has reached the chip yet
HARDWARE_VOLUME = 16

SECTIONS = 5
BLOCK = 1 + 3 * SECTIONS        # an envelope: how many sections there are (128 more: over and over), and the sections
TONE_ENVELOPES = 15 * BLOCK
DEFAULT_ENVELOPE = 2 * 15 * BLOCK
STEADY = bytes((1, 1, 0, 200))  # one section: one step of nothing, for two seconds

BELL = (0x87, 90, 20, 11, 0, 0, 0)


@dataclass
class Sound:
    waits: int                  # channels it meets, and HELD
    period: int
    duration: int               # in ticks; negative, as 16 bits: times through the volume envelope
    volume: int
    volume_envelope: int
    tone_envelope: int
    noise: int


@dataclass
class Channel:
    number: int
    state: int = 0
    queue: list[Sound] = field(default_factory=list)
    armed: bool = False
    duration: int = 0
    volume: int = 0
    volume_running: bool = False
    volume_wait: int = 0        # ticks to the next step
    volume_steps: int = 0       # left in the section
    volume_sections: int = 0    # left, with this one
    volume_at: int = 0          # where the section's step size lies in the envelopes
    volume_start: int = 0       # where the envelope to be repeated lies
    period: int = 0
    tone_running: bool = False
    tone_wait: int = 0
    tone_steps: int = 0
    tone_sections: int = 0
    tone_at: int = 0
    tone_start: int = 0

    @property
    def bit(self) -> int:
        return 1 << self.number

    @property
    def mixer_bits(self) -> int:
        return 9 << self.number

    @property
    def free(self) -> int:
        return QUEUE_LENGTH - len(self.queue)


class SoundManager:
    """The Sound of a machine, and its sound chip's registers.

    A `psg` given to `attach` gets each register write as it happens.
    """

    STATE = ("channels", "envelopes", "section_bytes", "registers", "mixer", "active", "held", "timer", "events",
             "interrupts", "now", "written")

    def __init__(self, clock: Clock, model: str):
        self.clock = clock
        self.doubles_volumes = self.silences_at_once = self.restarts_timer = model == "464"
        self.channels = [Channel(number) for number in range(3)]
        self.envelopes = bytearray(DEFAULT_ENVELOPE) + STEADY
        self.section_bytes = bytearray(3 * SECTIONS)
        self.registers = bytearray(16)
        self.mixer = 0x3F
        self.active = 0         # channels that sound
        self.held = 0           # channels that `hold` stopped
        self.timer = 0          # interrupts to the next tick
        self.events = [0, 0, 0]
        self.interrupts = self._interrupts_so_far()
        self.now = clock.us
        self.written = 0
        self.log: deque[tuple[int, int, int]] = deque(maxlen=100_000)
        self.psg: Psg | None = None
        self.reset()

    # -- what the chip got ----------------------------------------------------------------------------------------

    @property
    def writes(self) -> list[tuple[int, int, int]]:
        """The last 100 000 (frame, register, value), the oldest first."""
        self.catch_up()
        return [(us // FRAME_US, register, value) for us, register, value in self.log]

    def attach(self, psg: Psg | None) -> None:
        self.catch_up()
        self.psg = psg
        if psg:
            psg.start(self.clock.us, bytes(self.registers))

    def write_register(self, register: int, value: int) -> None:
        """A byte into a register of the chip, behind the manager's back."""
        self.catch_up()
        self._write(register, value)

    def _write(self, register: int, value: int) -> None:
        self.registers[register] = value
        self.log.append((self.now, register, value))
        self.written += 1
        if self.psg:
            self.psg.write(self.now, register, value)

    # -- the Sound protocol ---------------------------------------------------------------------------------------

    def queue(self, status: int, period: int, duration: int, volume: int, volume_envelope: int,
              tone_envelope: int, noise: int) -> bool:
        """`status` is SOUND's first number: channels, 8 times the channels to meet, 64 to hold, 128 to flush."""
        self.resume()
        targets = status & 7
        if status & 128:
            self._flush(targets)
        channels = self._chosen(targets)
        for channel in channels:
            channel.armed = False
        if not all(channel.free for channel in channels):
            return False
        waits = (status >> 3 | targets) & 15
        for channel in channels:
            channel.queue.append(Sound(waits & ~channel.bit, period, duration & 0xFFFF, volume, volume_envelope,
                                       tone_envelope, noise))
            if len(channel.queue) == 1 and channel.state == 0:
                self._next_sound(channel)
        return True

    def release(self, channels: int) -> None:
        self.resume()
        for channel in self._chosen(channels):
            if channel.state & HELD:
                self._next_sound(channel)

    def status(self, channel: int) -> int:
        """What SQ says; it disarms the channel's event."""
        self.catch_up()
        asked = self._one(channel)
        asked.armed = False
        return asked.state << 3 | asked.free

    def set_volume_envelope(self, number: int, sections: bytes) -> None:
        self._set_envelope((number - 1) * BLOCK, 0, sections)

    def set_tone_envelope(self, number: int, repeat: bool, sections: bytes) -> None:
        self._set_envelope(TONE_ENVELOPES + (number - 1) * BLOCK, 128 * repeat, sections)

    def arm(self, channel: int) -> None:
        self.catch_up()
        asked = self._one(channel)
        asked.armed = not asked.free
        if asked.free:
            self.events[asked.number] += 1

    def take_event(self, channel: int) -> bool:
        self.catch_up()
        number = self._one(channel).number
        if not self.events[number]:
            return False
        self.events[number] -= 1
        return True

    def disarm(self, channel: int) -> None:
        self._one(channel).armed = False

    def hold(self) -> bool:
        """Silence that `resume`, a SOUND or a RELEASE ends. False: nothing sounded."""
        self.catch_up()
        if not self.active:
            return False
        self.held, self.active = self.active, 0
        for register in (10, 9, 8):
            self._write(register, 0)
        return True

    def resume(self) -> None:
        self.catch_up()
        if not self.held:
            return
        for channel in self._chosen(self.held):
            self._write(8 + channel.number, channel.volume)
        self.active, self.held = self.held, 0
        if self.restarts_timer:
            self.timer = TICK

    def bell(self) -> None:
        self.queue(*BELL)

    def reset(self) -> None:
        self.catch_up()
        self.active = self.held = 0
        self.events = [0, 0, 0]
        self.mixer = 0x3F
        self._flush(7)

    # -- copies of the state --------------------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        self.catch_up()
        return deepcopy({name: getattr(self, name) for name in self.STATE})

    def restore(self, state: dict[str, Any]) -> None:
        """Takes back later writes too. The clock must have been restored before."""
        for _ in range(min(max(self.written - state["written"], 0), len(self.log))):
            self.log.pop()
        for name, value in deepcopy(state).items():
            setattr(self, name, value)
        self.attach(self.psg)

    # -- time -----------------------------------------------------------------------------------------------------

    def catch_up(self) -> None:
        so_far = self._interrupts_so_far()
        while self.active and self.interrupts < so_far:
            self.interrupts += 1
            self.timer -= 1
            if self.timer == 0:
                self.timer = TICK
                self.now = FIRST_INTERRUPT_US + self.interrupts * INTERRUPT_US
                self._tick()
        self.interrupts = so_far
        self.now = self.clock.us

    def _interrupts_so_far(self) -> int:
        return (self.clock.us - FIRST_INTERRUPT_US) // INTERRUPT_US

    def _tick(self) -> None:
        before = self.active
        due = []
        for channel in self._chosen(before):
            channel.tone_wait -= 1
            channel.volume_wait -= 1
            due.append((channel, channel.tone_running and channel.tone_wait == 0,
                        channel.volume_running and channel.volume_wait == 0))
        for channel, tone_due, volume_due in due:
            if tone_due:
                self._step_tone(channel)
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

    # -- the queues -----------------------------------------------------------------------------------------------

    def _chosen(self, bits: int) -> list[Channel]:
        return [channel for channel in self.channels if bits & channel.bit]

    def _one(self, bits: int) -> Channel:
        return self._chosen(bits)[0]

    def _flush(self, targets: int) -> None:
        for channel in self._chosen(targets):
            self.active &= ~channel.bit
            self._silence(channel)
            self.channels[channel.number] = Channel(channel.number)

    def _next_sound(self, channel: Channel) -> None:
        """Begins the first sound in the queue, or leaves the channel held or waiting for others."""
        sound = channel.queue[0]
        if sound.waits & HELD:
            sound.waits &= ~HELD
            channel.state = HELD
        else:
            partners, sound.waits = self._chosen(sound.waits), 0
            if all(partner.state & channel.bit for partner in partners):
                for partner in reversed(partners):
                    self._next_sound(partner)
                self._begin(channel, sound)
                return
            channel.state = sum(partner.bit for partner in partners)
        self.active &= ~channel.bit

    def _begin(self, channel: Channel, sound: Sound) -> None:
        channel.state = PLAYING
        on = 0
        if sound.period or sound.tone_envelope:
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
        if not self.active & ~channel.bit:
            self.timer = TICK
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

    # -- envelopes ------------------------------------------------------------------------------------------------

    def _set_envelope(self, start: int, repeat: int, sections: bytes) -> None:
        """Sections not given keep what the last envelope of either kind had there: a sound under way may come by."""
        self.catch_up()
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
        """True: the sound is over."""
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
                if self.doubles_volumes and not size:
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
            channel.tone_start = start
            self._begin_tone_section(channel, self.envelopes[start] & 127, start + 1)
            self._step_tone(channel)

    def _begin_tone_section(self, channel: Channel, sections: int, at: int) -> None:
        channel.tone_sections = sections
        channel.tone_steps = self._byte(at) or 1
        channel.tone_at = at + 1

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

"""The firmware's three sound channels: queues, rendezvous and envelopes, and the register writes that they cause.

Call `interrupt` for each of the 300 interrupts a second. While a channel plays, every third interrupt is a tick, a hundredth
of a second; the first tick is the third interrupt after the first sound has begun.
"""

from collections.abc import Callable
from typing import Any

from basic.records import replace
from cpc.sound.channels import HELD, PLAYING, Channel, Sound
from cpc.sound.envelopes import FRESH, ChipWork, Envelopes

TICK = 3                        # interrupts

# What parts of the firmware's calls take, in microseconds without the share of interrupts, on the 464 and on the later models:
# each channel whose queue is asked for room, each below these; where there is room, a channel whose queue gets a sound, one
# below it that is passed over; a sound that begins, its period; one that has to wait for a channel, one that begins with
# another; a flush, each of its channels, one that it passes over; the latter two of RELEASE. What goes to the chip and what
# envelopes take comes on top.
ASKED_US, NOT_ASKED_US, ROOM_US = (25, 24), (9, 8), (60, 69)
QUEUED_US, PASSED_US, BEGUN_US, PERIOD_US = (199, 197), 18, (374, 354), 49
WAITS_US, MEETS_US = (88, 100), (78, 90)
FLUSH_US, FLUSHED_US, FLUSH_PASSED_US = (26, 43), (457, 478), 11
RELEASED_US, RELEASE_PASSED_US = (30, 37), (9, 11)
# What an interrupt takes besides while a channel plays, on the 464 and on the later models: any, a tick, each channel in it; a
# tick in which an envelope goes on, less in the interrupt of the flyback, which has other work, too; in it each channel
# that plays and each below the highest of them that does not.
INTERRUPT_US, TICK_US, CHANNEL_US = 7, (28, 25), 28
STEPS_US, AT_FLYBACK_US, PLAYING_US, IDLE_US = (306, 296), 97, 42, 17


class SoundQueues:
    """SOUND MANAGER of the firmware, without its clock. `write` gets (register, value) for the chip; `catch_up` does the
    interrupts that have come while the present call did its work so far."""

    STATE = ("mixer", "active", "held", "timer")

    def __init__(self, model: str, write: Callable[[int, int], None], catch_up: Callable[[], None]) -> None:
        self.silences_at_once = self.restarts_timer = model == "464"
        later = model != "464"
        self.tick_us, self.steps_us = TICK_US[later], STEPS_US[later]
        self.queued_us, self.begun_us = QUEUED_US[later], BEGUN_US[later]
        self.asked_us, self.not_asked_us, self.room_us = ASKED_US[later], NOT_ASKED_US[later], ROOM_US[later]
        self.waits_us, self.meets_us = WAITS_US[later], MEETS_US[later]
        self.flush_us, self.flushed_us = FLUSH_US[later], FLUSHED_US[later]
        self.released_us, self.release_passed_us = RELEASED_US[later], RELEASE_PASSED_US[later]
        self.chip = ChipWork(write)
        self.envelopes = Envelopes(model, self.chip)
        self.catch_up = catch_up
        self.channels = [Channel(number) for number in range(3)]
        self.mixer = 0x3F
        self.active = 0         # channels that sound
        self.held = 0           # channels that `hold` stopped
        self.timer = 0          # interrupts to the next tick
        self.events = [0, 0, 0]         # for each channel: how often its queue got room since `arm`
        self.started = False    # by the present call, the first channel that sounds

    def snapshot(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.STATE} | self.envelopes.snapshot() | {
            "channels": [channel.copy() for channel in self.channels], "events": self.events[:]}

    def restore(self, state: dict[str, Any]) -> None:
        vars(self).update((name, state[name]) for name in self.STATE)
        self.envelopes.restore(state)
        self.channels, self.events = [channel.copy() for channel in state["channels"]], state["events"][:]

    def interrupt(self, at_flyback: bool = False) -> None:
        if self.active:
            self.chip.us += INTERRUPT_US
            self.timer -= 1
            if self.timer == 0:
                self.timer = TICK
                self._tick(at_flyback)

    def _tick(self, at_flyback: bool) -> None:
        before = self.active
        self.chip.us += self.tick_us + CHANNEL_US * before.bit_count()
        due = []
        for channel in self._chosen(before):
            channel.tone_wait -= 1
            channel.volume_wait -= 1
            due.append((channel, channel.tone_running and channel.tone_wait == 0,
                        channel.volume_running and channel.volume_wait == 0))
        if any(tone_due or volume_due for _, tone_due, volume_due in due):
            playing = before.bit_count()
            self.chip.us += self.steps_us - AT_FLYBACK_US * at_flyback
            self.chip.us += PLAYING_US * playing + IDLE_US * (before.bit_length() - playing)
        for channel, tone_due, volume_due in due:
            if tone_due:
                self.chip.us += self.envelopes.tone_step_us(channel)
                self.envelopes.step_tone(channel)
            if volume_due:
                self.chip.us += self.envelopes.volume_step_us(channel)
            if volume_due and self.envelopes.step_volume(channel):
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
            self.chip.us += self.asked_us * len(channels) + self.not_asked_us * self._passed(targets)
            return False
        waits = (status >> 3 | targets) & 15
        self.chip.us += self.room_us + PASSED_US * self._passed(targets)
        for channel in channels:
            channel.queue.append(replace(sound, waits=waits & ~channel.bit))
            self.chip.us += self.queued_us
            if len(channel.queue) == 1 and channel.state == 0:
                self._next_sound(channel)
        return True

    def release(self, channels: int) -> None:
        self.resume()
        self.chip.us += self.release_passed_us * self._passed(channels)
        for channel in self._chosen(channels):
            self.chip.us += self.released_us
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
            self.chip.write(register, 0)
        return True

    def resume(self) -> None:
        if not self.held:
            return
        for channel in self._chosen(self.held):
            self.chip.write(8 + channel.number, channel.volume)
        self.active, self.held = self.held, 0
        if self.restarts_timer:
            self.timer = TICK

    def reset(self) -> None:
        self.active = self.held = 0
        self.events = [0, 0, 0]
        self.mixer = 0x3F
        self.flush(7)

    def flush(self, targets: int) -> None:
        self.chip.us += self.flush_us + FLUSH_PASSED_US * self._passed(targets)
        for channel in self._chosen(targets):
            self.active &= ~channel.bit
            self._silence(channel)
            self.channels[channel.number] = Channel(channel.number)
            self.chip.us += self.flushed_us

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
                    self.chip.us += self.meets_us
                    self._next_sound(partner)
                self._begin(channel, sound)
                return
            channel.state = sum(partner.bit for partner in partners)
            self.chip.us += self.waits_us
        self.active &= ~channel.bit

    def _begin(self, channel: Channel, sound: Sound) -> None:
        channel.state = PLAYING
        self.chip.us += self.begun_us
        on = 0
        if sound.period or sound.tone_envelope:
            self.chip.us += PERIOD_US
            on = 1 << channel.number
            self.envelopes.set_period(channel, sound.period)
            self.envelopes.begin_tone(channel, sound.tone_envelope)
        channel.volume = sound.volume | FRESH
        channel.duration = sound.duration or 0xFFFF
        if sound.noise:
            on |= 8 << channel.number
            self.chip.write(6, sound.noise)
        self._mix(channel, on)
        self.envelopes.begin_volume(channel, sound.volume_envelope)
        self.envelopes.step_volume(channel)
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
            self.chip.write(8 + channel.number, 0)
            self.chip.write(7, mixer)

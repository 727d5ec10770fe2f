"""The sound of the machine: the firmware's sound calls, and all that they write to the sound chip.

Nothing has to call it at each interrupt: each call first does the interrupts that are due by the clock.
A channel is a number from 0 to 2; several channels are bits, as in BASIC: 1, 2 and 4 for A, B and C.
"""

from array import array
from collections.abc import Callable
from typing import Any, Protocol, TypeVar, TypeVarTuple

from basic.ports import FRAME_US, INTERRUPTS, NEVER, TICKS_A_FRAME, Clock
from cpc.sound.channels import Sound
from cpc.sound.queues import SoundQueues

LATEST = 100_000                # writes to the chip that are kept
DIRECT_US = 250_000             # music that a listing plays by itself writes more often

# What the calls take on top of their work, in microseconds without the share of interrupts: on the 464 and the later models.
CALL_US, RESET_US, RELEASE_US, CHECK_US, ENVELOPE_US = (9, 11), (69, 80), (33, 24), 34, 121

BELL = (0x87, 90, 20, 11, 0, 0, 0)

Arguments = TypeVarTuple("Arguments")
Answer = TypeVar("Answer")


class Chip(Protocol):
    """What listens to a sound manager: a Psg, or several of them."""
    def start(self, us: int, registers: bytes) -> None: ...
    def write(self, us: int, register: int, value: int) -> None: ...


class SoundManager:
    """SOUND, ENV, ENT, SQ and RELEASE. A `psg` that is attached gets each register write as it happens."""

    def __init__(self, clock: Clock, model: str) -> None:
        self.clock = clock
        self.queues = SoundQueues(model, self._write, self._catch_up_within_call)
        self.starts_late = model == "464"       # interrupts count for the first channel that sounds from its call's end on
        self.flyback_place = (clock.interrupts_at(clock.first_flyback) + 1) % TICKS_A_FRAME    # it begins in the flyback
        self.call_us, self.reset_us, self.release_us = (us[model != "464"] for us in (CALL_US, RESET_US, RELEASE_US))
        self.registers = bytearray(16)
        self.interrupts = clock.interrupts()
        self.interrupted = False        # one of the interrupts is done
        self.kept = array("q")           # the latest writes, eight bytes each: microseconds << 12 | register << 8 | value
        self.written = 0
        self.owed = 0                   # microseconds of the interrupts' work that the clock has not been given yet
        self.paid = clock.scans()       # the scan of the keys at which it was given the rest
        self.direct_until = 0           # so long a register that was written directly counts as music
        self.psg: Chip | None = None
        self.queues.reset()

    # the chip

    @property
    def writes(self) -> list[tuple[int, int, int]]:
        """(frame, register, value) of the last LATEST writes to the sound chip, the oldest first."""
        self.catch_up()
        return [(us // FRAME_US, register, value) for us, register, value in self.log]

    @property
    def log(self) -> list[tuple[int, int, int]]:
        """(microseconds, register, value) of the same writes, so far as they are made."""
        return [(one >> 12, one >> 8 & 15, one & 255) for one in self.kept[-LATEST:]]

    def attach(self, psg: Chip | None) -> None:
        """From now on this chip gets the writes; None: no chip."""
        self.catch_up()
        self.psg = psg
        if psg:
            psg.start(self.clock.us, bytes(self.registers))

    def write_register(self, register: int, value: int) -> None:
        """Writes a register of the chip directly, without the firmware's queues."""
        self.catch_up()
        self.direct_until = self.clock.us + DIRECT_US
        self._write(register, value)

    def _now(self) -> int:
        """What the clock shows where the present call stands."""
        return self.clock.us + round(self.queues.chip.us * INTERRUPTS)

    def _write(self, register: int, value: int) -> None:
        self.registers[register] = value
        now = self.clock.begin_of_interrupt(self.interrupts) if self.interrupted else self._now()
        if self.kept and now < self.kept[-1] >> 12:
            now = self.kept[-1] >> 12            # an event of machine code, which is done at a moment that is past
        self.kept.append(now << 12 | (register & 15) << 8 | value)
        if len(self.kept) > 2 * LATEST:
            del self.kept[:-LATEST]
        self.written += 1
        if self.psg:
            self.psg.write(now, register, value)

    # time

    def catch_up(self) -> None:
        """Does the interrupts that are due by the clock."""
        self._catch_up(self.clock.interrupts())

    def _catch_up(self, so_far: int) -> None:
        self.queues.chip.us, self.interrupted = 0, True
        while self.queues.active and self.interrupts < so_far:
            self.interrupts += 1
            self.queues.interrupt(self.interrupts % TICKS_A_FRAME == self.flyback_place)
        self.interrupted = False
        self.owed += self.queues.chip.us
        self.queues.chip.us = 0
        self.interrupts = max(self.interrupts, so_far)

    def _catch_up_within_call(self) -> None:
        """Does those that have come before a channel begins to sound."""
        if not self.interrupted and not (self.queues.started and self.starts_late):
            so_far, work = self.clock.interrupts_at(self._now()), self.queues.chip.us
            self._catch_up(so_far)
            self.queues.chip.us = work

    def pass_quietly(self, interrupts: int, scans: int) -> None:
        """No sound has played up to now, and nothing is owed."""
        if interrupts > self.interrupts:
            self.interrupts = interrupts
        if scans > self.paid:
            self.paid = scans

    def next_payment(self) -> int:
        """When the clock is to be given what interrupts owe it: once in a frame, however often the state is looked at."""
        return self.clock.begin_of_scan(self.paid + 1) if self.queues.active or self.owed else NEVER

    def pay(self) -> None:
        """Delays the program by what the interrupts have taken."""
        scans = self.clock.scans()
        if scans > self.paid:
            self.paid = scans
            if self.owed < 0 and self.clock.us + self.owed < self.clock.begin_of_scan(scans):
                return                  # a frame has not begun twice: later
            if self.owed:
                self.clock.us += round(self.owed * INTERRUPTS)      # plain interrupts come meanwhile, too
                self.owed = 0
                self.catch_up()

    def settle(self) -> None:
        """Delays the program now by what interrupts have taken so far: it is about to wait for the flyback."""
        self.catch_up()
        if self.owed > 0:
            self.clock.us += round(self.owed * INTERRUPTS)
            self.owed = 0

    def pass_to_flyback(self) -> None:
        """The clock moves on to the next flyback."""
        self.settle()
        self.clock.pass_to_flyback()
        self.forgive()

    def forgive(self) -> None:
        """The program has waited meanwhile."""
        self.catch_up()
        self.owed = 0

    def lose_interrupt(self, count: int = 1) -> None:
        """An interrupt is due that the firmware does not see; -1: it has seen it after all."""
        self.interrupts += count

    def _call(self, us: int, routine: Callable[[*Arguments], Answer], *arguments: *Arguments) -> Answer:
        self.catch_up()
        sounded = self.queues.active
        answer = routine(*arguments)
        if not sounded:
            self.paid = self.clock.scans()
        self.clock.us += round((us + self.queues.chip.us) * INTERRUPTS)
        if self.queues.started and self.starts_late:
            self.interrupts = self.clock.interrupts()
        self.queues.started = False
        return answer

    # the firmware's calls

    def queue(self, status: int, period: int, duration: int, volume: int, volume_envelope: int,
              tone_envelope: int, noise: int) -> bool:
        """False: a queue is full. `status` is SOUND's first number: channels, 8 times the channels to wait for, 64 to hold,
        128 to flush."""
        sound = Sound(period, duration & 0xFFFF, volume, volume_envelope, tone_envelope, noise)
        return self._call(self.call_us, self.queues.queue, status, sound)

    def release(self, channels: int) -> None:
        self._call(self.release_us, self.queues.release, channels)

    def status(self, channel: int) -> int:
        """SQ: also disarms the channel's event."""
        return self._call(CHECK_US, self.queues.status, channel)

    def set_volume_envelope(self, number: int, sections: bytes) -> None:
        self._call(ENVELOPE_US, self.queues.envelopes.set_volume, number, sections)

    def set_tone_envelope(self, number: int, repeat: bool, sections: bytes) -> None:
        self._call(ENVELOPE_US, self.queues.envelopes.set_tone, number, repeat, sections)

    def arm(self, channel: int) -> None:
        self._call(CHECK_US, self.queues.arm, channel)

    def take_event(self, channel: int) -> bool:
        """Whether the channel's queue has got room since it was armed; True once for each time."""
        self.catch_up()
        events = self.queues.events
        if not events[channel]:
            return False
        events[channel] -= 1
        return True

    def sounding(self) -> bool:
        """Whether a channel plays, or a listing has just played with the chip itself."""
        return bool(self.queues.active) or self.clock.us < self.direct_until and any(self.registers[8:11])

    def hold(self) -> bool:
        """Silence until `resume`, a SOUND or a RELEASE. False: no channel was playing."""
        return self._call(0, self.queues.hold)

    def resume(self) -> None:
        self._call(0, self.queues.resume)

    def bell(self) -> None:
        self.queue(*BELL)

    def reset(self) -> None:
        self._call(self.reset_us, self.queues.reset)

    # copies of the state

    def snapshot(self) -> dict[str, Any]:
        self.catch_up()
        return {"queues": self.queues.snapshot(), "registers": bytes(self.registers), "interrupts": self.interrupts,
                "owed": (self.owed, self.paid), "written": self.written, "direct_until": self.direct_until}

    def keep_writes(self) -> Callable[[], None]:
        """What puts back all writes made up to now."""
        log, written = self.kept[:], self.written

        def put_back() -> None:
            self.kept, self.written = log[:], written
        return put_back

    def restore(self, state: dict[str, Any]) -> None:
        """Restore the clock first. Writes made after the snapshot are taken out of the log."""
        del self.kept[max(len(self.kept) - max(self.written - state["written"], 0), 0):]
        self.written, self.direct_until = state["written"], state["direct_until"]
        self.registers[:] = state["registers"]
        self.interrupts, (self.owed, self.paid) = state["interrupts"], state["owed"]
        self.queues.restore(state["queues"])
        self.attach(self.psg)

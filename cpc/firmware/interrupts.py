"""The interrupts, 300 a second, as far as machine code notices them: events that it has set up, and handlers of its own.

The clock's times have the interrupts' share in them while BASIC and the firmware's entries run, and keys, inks and sounds are
counted by the clock. So an interrupt is looked at only where something of a program waits for it. Those that are due behind
a statement of BASIC are done each at its moment: the clock is put back for that. While machine code runs, the processor
accepts each interrupt and the time of the firmware's routine is added; where it does not, the interrupt is lost, and with it
the tick of TIME, the scan of the keys and the turn of the inks.
"""

from __future__ import annotations

from bisect import bisect_left
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from basic.errors import BasicError
from basic.ports import NEVER, TICKS_A_FRAME
from cpc.firmware import event_blocks as eb
from cpc.firmware.event_blocks import EventBlocks

if TYPE_CHECKING:
    from cpc.firmware.calls import Firmware

SCAN = 4                        # the interrupt of six in which the keys are scanned and the tickers count
VECTOR = 0x38
HANDLER = {"464": 0xB939, "664": 0xB941, "6128": 0xB941}        # the firmware's routine, in RAM

# Microseconds of an event: its share of the chain, what a far address takes besides, and any in the chain of the fast tickers;
# a ticker that counts, and one that has counted to the end.
EVENT_US, FAR_US, FAST_US, TICKER_US, TICKED_US, EXPRESS_US, SYNCHRONOUS_US = 192, 82, 74, 92, 208, 44, 720
LONGEST_EVENT = 1_000_000       # microseconds; what takes longer is given up


class Interrupts:
    def __init__(self, firmware: Firmware) -> None:
        self.firmware = firmware
        self.machine = firmware.machine
        self.clock = firmware.machine.clock
        self.ram = firmware.machine.ram
        self.handler = HANDLER[self.machine.model]
        self.vector = bytes(self.ram[VECTOR:VECTOR + 3])
        self.flyback = bisect_left(self.clock.places, self.clock.first_flyback)
        self.blocks = EventBlocks(self.ram, self.machine.model, self._run_event)
        self.chains = [self.blocks.heads[chain] + 1 for chain in (eb.FAST, eb.FLYBACK, eb.TICKERS)]
        self.reached = self.clock.interrupts()  # the interrupt that was looked at last
        self.sound_events: dict[int, int] = {}  # by channel, the block that is kicked when its queue has room
        self.lost_scans = 0                     # since they were last asked for
        self.serving = False                    # an event's routine runs
        self.catching_up = False

    # when

    def has_handler(self) -> bool:
        """Whether a listing has a handler of its own."""
        ram = self.ram
        return ram[VECTOR:VECTOR + 3] != self.vector or ram[self.handler] != 0 or self.firmware.cpu.im == 2

    def first_of_handler(self) -> int:
        """Where the processor goes. In mode 2 the address is in a table: the bus has 255 then."""
        cpu = self.firmware.cpu
        return cpu.word(cpu.i << 8 | 255) if cpu.im == 2 else VECTOR

    def next_due(self) -> int:
        """When an interrupt comes that concerns a program, if BASIC runs until then."""
        blocks, ram = self.blocks, self.ram
        screen = self.machine.screen
        fast, flyback, tickers = self.chains
        if not (ram[fast] or ram[flyback] or ram[tickers] or self.sound_events or screen.shown is not screen.kept
                or self.has_handler()):
            return NEVER                # as in most programs: this is asked several times in each slice of time
        if self.has_handler() or blocks.any_in(eb.FAST) or self.sound_events or screen.shown is not screen.kept:
            return self.next_moment()
        due = NEVER
        if blocks.any_in(eb.FLYBACK):
            due = self._next(self.flyback)
        if blocks.any_in(eb.TICKERS):
            due = min(due, self._next(SCAN))
        return due

    def _next(self, which: int) -> int:
        """The next interrupt that is this one of six."""
        return self.clock.begin_of_interrupt(self.reached + 1 + (which - self.reached - 1) % TICKS_A_FRAME)

    # while BASIC or the firmware runs

    def catch_up(self) -> None:
        """Does what was due up to now. Events take their time."""
        clock = self.clock
        last = clock.interrupts()
        if last <= self.reached:
            return
        if not self.catching_up and not self.serving:
            self.catching_up = True
            try:
                self._catch_up(clock.us)
            finally:
                self.catching_up = False
        self.reached = max(self.reached, last)

    def pass_quietly(self, so_far: int) -> None:
        """None of those up to now concerns a program."""
        if so_far > self.reached:
            self.reached = so_far

    def _catch_up(self, now: int) -> None:
        clock, ran_until, spent = self.clock, 0, 0
        while (due := self.next_due()) <= now:
            self.reached = clock.interrupts_at(due)
            clock.us = began = max(due, ran_until)
            if self.has_handler():
                self.lose(self.reached)
                self.aside(self.first_of_handler(), allow=False)
            else:
                self.tick(self.reached)
            ran_until = clock.us
            spent += ran_until - began
        clock.us = now + spent

    def do_synchronous(self) -> None:
        """BASIC does these events between two statements."""
        while self.blocks.any_in(eb.QUEUE) and (found := self.blocks.next()) is not None:
            self.clock.us += SYNCHRONOUS_US
            self._run_event(found[0])
            self.blocks.done(*found)

    # while machine code runs

    def next_moment(self) -> int:
        return self.clock.begin_of_interrupt(self.reached + 1)

    def request(self) -> None:
        """The processor is asked for each interrupt that is due; one at most waits for it."""
        cpu, last = self.firmware.cpu, self.clock.interrupts()
        while self.reached < last:
            self.reached += 1
            if cpu.interrupt_waits or self.has_handler():
                self.lose(self.reached)
            cpu.request_interrupt()

    def accepted(self) -> None:
        """The firmware's own routine has been reached."""
        if self.has_handler():
            self.find(self.reached)
        if not self.catching_up:
            self.clock.us += self._length(self.reached) - self.firmware.cpu.times.interrupt
        self.tick(self.reached)

    def serve_last(self) -> None:
        """Machine code has ended: an interrupt that has come meanwhile or waits is served before BASIC goes on."""
        if self.has_handler():
            return
        if self.reached < self.clock.interrupts():
            self.clock.us += self._length(self.reached + 1)
        elif self.firmware.cpu.interrupt_waits:
            self.clock.us += self._length(self.reached)

    def _length(self, number: int) -> int:
        """What the firmware's routine takes."""
        place = number % TICKS_A_FRAME
        turned = place == self.flyback and self.machine.palette.turned_in(self.clock.frame())
        return self.clock.lengths[place] + self.clock.turn_length * turned

    # what the firmware does in an interrupt

    def tick(self, number: int) -> None:
        place, blocks, clock, ram = number % TICKS_A_FRAME, self.blocks, self.clock, self.ram
        self.machine.screen.end_of_interrupt()
        self.firmware.show_time()
        if place == self.flyback:
            for block in blocks.blocks(eb.FLYBACK):
                self._kick(block + eb.IN_LIST)
        if blocks.any_in(eb.FAST):
            clock.us += FAST_US
            for block in blocks.blocks(eb.FAST):
                self._kick(block + eb.IN_LIST)
        for channel in list(self.sound_events):
            if self.machine.sound.take_event(channel):
                self._kick(self.sound_events.pop(channel))
        if place == SCAN:
            for block in blocks.blocks(eb.TICKERS):
                count = ram[block + eb.TICKS] | ram[block + eb.TICKS + 1] << 8
                clock.us += TICKER_US * (count > 0)
                if count == 1:
                    clock.us += TICKED_US - EVENT_US
                    ram[block + eb.TICKS:block + eb.TICKS + 2] = ram[block + eb.RECHARGE:block + eb.RECHARGE + 2]
                    self._kick(block + eb.IN_TICKER)
                elif count:
                    blocks.set_word(block + eb.TICKS, count - 1)
        self.run_waiting()

    def run_waiting(self) -> None:
        """Does the asynchronous events that were kicked, unless one of them is under way."""
        if not self.serving and self.blocks.waiting:
            self.serving = True
            try:
                self.blocks.run_waiting()
            finally:
                self.serving = False
                self.blocks.waiting.clear()

    def _kick(self, block: int) -> None:
        kind = self.ram[block + eb.CLASS]
        if kind & eb.ASYNCHRONOUS:
            self.clock.us += EXPRESS_US if kind & eb.EXPRESS else EVENT_US + FAR_US * (not kind & eb.NEAR)
        self.blocks.kick(block)

    def lose(self, number: int) -> None:
        """An interrupt that the firmware does not see."""
        self.clock.ahead -= 1
        self.machine.sound.lose_interrupt()
        if number % TICKS_A_FRAME == self.flyback:
            self.machine.palette.lose_flyback()
        if number % TICKS_A_FRAME == SCAN:
            self.lost_scans += 1

    def find(self, number: int) -> None:
        """A listing's handler has handed the interrupt to the firmware after all."""
        self.clock.ahead += 1
        self.machine.sound.lose_interrupt(-1)
        if number % TICKS_A_FRAME == self.flyback:
            self.machine.palette.lose_flyback(-1)
        if number % TICKS_A_FRAME == SCAN:
            self.lost_scans -= 1

    def forget(self) -> None:
        """All that machine code has set up."""
        for chain in (eb.FLYBACK, eb.FAST, eb.TICKERS):
            self.blocks.set_word(self.blocks.heads[chain], 0)
        self.blocks.reset_synchronous()
        self.sound_events.clear()

    def take_lost_scans(self) -> int:
        lost, self.lost_scans = self.lost_scans, 0
        return lost

    # routines

    def call_of(self, block: int) -> tuple[int, int, int]:
        """An event's routine, and what it gets in HL and DE: a near one its address and the end of the address, a far one
        the place of the address."""
        kind, place = self.ram[block + eb.CLASS & 0xFFFF], block + eb.ROUTINE
        routine = self.blocks.word(place & 0xFFFF)
        near = kind & eb.NEAR or kind & eb.ASYNCHRONOUS and kind & eb.EXPRESS
        return (routine, routine, place + 1) if near else (routine, place, 0)

    def _run_event(self, block: int) -> None:
        kind = self.ram[block + eb.CLASS]
        serving, self.serving = self.serving, True
        try:
            self.aside(*self.call_of(block), allow=not (kind & eb.ASYNCHRONOUS and kind & eb.EXPRESS))
        finally:
            self.serving = serving

    def aside(self, address: int, hl: int = 0, de: int = 0, a: int = 0, allow: bool = True) -> None:
        """Runs a routine beside what runs. `allow`: interrupts are allowed."""
        with suppress(BasicError):      # an address that is no entry: the machine would crash
            self.firmware.run_aside(address, hl, de, a, allow, self.clock.us + LONGEST_EVENT)

    def snapshot(self) -> dict[str, Any]:
        return {"reached": self.reached, "lost_scans": self.lost_scans, "sound_events": dict(self.sound_events)}

    def restore(self, state: dict[str, Any]) -> None:
        self.reached, self.lost_scans = state["reached"], state["lost_scans"]
        self.sound_events.clear()
        self.sound_events.update(state["sound_events"])

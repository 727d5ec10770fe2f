"""Event blocks: what machine code hands to the firmware to have a routine run later. They lie in RAM, in chains.

An event block has seven bytes: a place for a chain, a count, a class, the routine's address and its ROM. A block of a list
for interrupts has a chain before it, a ticker also its two counts. The heads of the chains are where the firmware has them.
"""

from collections.abc import Callable, Iterator

COUNT, CLASS, ROUTINE, ROM, SIZE = 2, 3, 4, 6, 7
NEAR, EXPRESS, ASYNCHRONOUS = 0x01, 0x40, 0x80
DISARMED, MOST = 0xC0, 0x7F             # counts: from &80 on a kick does nothing; MOST kicks wait at most
IN_LIST, IN_TICKER = 2, 6               # where the event block begins in a block of a list, and in a ticker
TICKS, RECHARGE = 2, 4                  # a ticker's counts
DISABLED = 0x20                         # in the present priority: no event but express ones is taken
PRIORITY = 0x1F
LONGEST_CHAIN = 256
HIGHEST = 0x10000 - SIZE - IN_TICKER    # a block that would end beyond the memory is none

FLYBACK, FAST, TICKERS, QUEUE, PRESENT = range(5)       # the heads of the chains, and the present priority
HEADS = {"464": (0xB18C, 0xB18E, 0xB190, 0xB193, 0xB195),
         "664": (0xB8B9, 0xB8BB, 0xB8BD, 0xB8C0, 0xB8C2), "6128": (0xB8B9, 0xB8BB, 0xB8BD, 0xB8C0, 0xB8C2)}


class EventBlocks:
    """The chains, and the events that wait. `run` does a routine: it gets the event block."""

    def __init__(self, ram: bytearray, model: str, run: Callable[[int], None]) -> None:
        self.ram = ram
        self.heads = HEADS[model]
        self.counts_express = model != "464"    # the 464 does not count an express event down: it is run but once
        self.run = run
        self.waiting: list[int] = []            # asynchronous events, until the interrupt has done the rest

    # chains

    def word(self, address: int) -> int:
        return self.ram[address] | self.ram[address + 1 & 0xFFFF] << 8

    def set_word(self, address: int, value: int) -> None:
        self.ram[address], self.ram[address + 1 & 0xFFFF] = value & 255, value >> 8 & 255

    def blocks(self, chain: int) -> Iterator[int]:
        """The firmware takes an address below 256 for the end."""
        block = self.word(self.heads[chain])
        for _ in range(LONGEST_CHAIN):
            if not 0x100 <= block <= HIGHEST:
                return
            following = self.word(block)
            yield block
            block = following

    def any_in(self, chain: int) -> bool:
        return self.ram[self.heads[chain] + 1] != 0

    def add(self, chain: int, block: int) -> None:
        """At the end, if it is not there yet."""
        if block > HIGHEST:
            return
        last = self.heads[chain]
        for other in self.blocks(chain):
            if other == block:
                return
            last = other
        self.set_word(block, 0)
        self.set_word(last, block)

    def remove(self, chain: int, block: int) -> bool:
        """False: it was not there."""
        before = self.heads[chain]
        for other in self.blocks(chain):
            if other == block:
                self.set_word(before, self.word(block))
                return True
            before = other
        return False

    # events

    def initialise(self, block: int, kind: int, routine: int, rom: int) -> None:
        if block <= HIGHEST:
            self.ram[block + COUNT:block + SIZE] = bytes((0, kind, routine & 255, routine >> 8, rom))

    def kick(self, block: int) -> None:
        """Has the event run: at once, behind the interrupt, or when the program asks."""
        if block > HIGHEST:
            return
        ram, count = self.ram, self.ram[block + COUNT]
        if count >= MOST:
            return
        ram[block + COUNT] = count + 1
        if count:
            return
        kind = ram[block + CLASS]
        if not kind & ASYNCHRONOUS:
            self._queue(block)
        elif kind & EXPRESS:
            self.run(block)
            if self.counts_express:
                self._count_down(block)
        else:
            self.set_word(block, 0)
            if self.waiting:
                self.set_word(self.waiting[-1], block)
            self.waiting.append(block)

    def _count_down(self, block: int) -> bool:
        """One kick has been done; whether there are more."""
        count = self.ram[block + COUNT] - 1 & 255
        if count >= MOST:
            return False            # the routine has disarmed the event, or set the count
        self.ram[block + COUNT] = count
        return count > 0

    def run_waiting(self) -> None:
        """The asynchronous events that have been kicked."""
        while self.waiting:
            block = self.waiting[0]
            self.run(block)
            if not self._count_down(block):
                self.waiting.pop(0)

    # synchronous events, which the program asks for

    def priority(self, block: int) -> int:
        return self.ram[block + CLASS] & PRIORITY

    def _queue(self, block: int) -> None:
        """Behind the events of the same priority or a higher one."""
        before = self.heads[QUEUE]
        for other in self.blocks(QUEUE):
            if self.priority(other) < self.priority(block):
                break
            before = other
        self.set_word(block, self.word(before))
        self.set_word(before, block)

    @property
    def level(self) -> int:
        """The priority of the event that runs."""
        return self.ram[self.heads[PRESENT]]

    @level.setter
    def level(self, priority: int) -> None:
        self.ram[self.heads[PRESENT]] = priority & 255

    def urgent(self) -> bool:
        """Whether an event waits that may interrupt what runs."""
        return self.any_in(QUEUE) and self.priority(self.word(self.heads[QUEUE])) > self.level

    def next(self) -> tuple[int, int] | None:
        """Takes the first event out of the queue; gives it and the priority that was in force before."""
        if not self.urgent():
            return None
        block, before = self.word(self.heads[QUEUE]), self.level
        self.set_word(self.heads[QUEUE], self.word(block))
        self.level = self.priority(block)
        return block, before

    def done(self, block: int, before: int) -> None:
        """The event's routine has been run; if it has been kicked again, it waits again."""
        self.level = before
        if self._count_down(block):
            self._queue(block)

    def reset_synchronous(self) -> None:
        self.set_word(self.heads[QUEUE], 0)
        self.level = 0

"""Runs machine code: by the interpreter at first, and as regions where it runs often.

Regions change nothing but the speed. They are made of bytes that stay: a write to one of them by the machine code itself drops
the region; what others write is found out at the beginning of `run` and after `look_again`.
"""

from collections import Counter
from collections.abc import Callable

from cpc.firmware.ports import CODE
from cpc.firmware.z80 import Z80
from cpc.firmware.z80_regions import Region, make_region

OFTEN = 12              # times that an instruction is interpreted before a region begins there
SELDOM = 1000           # times until what could not be translated is tried again
AT_ONCE = 200           # regions that are made at most without a pause: each takes some milliseconds
AFTER_US = 2000         # of the machine's time in which one more may be made
PATCHES = 2             # times that a byte of code is changed before it counts as one that changes


class Runner:
    """`stops(address)`: the run ends there, before the instruction."""

    def __init__(self, cpu: Z80, stops: Callable[[int], bool], often: int = OFTEN) -> None:
        self.cpu = cpu
        self.stops = stops
        self.often = often
        self.ready: dict[int, Region] = {}      # looked at since others could write
        self.known: dict[int, Region] = {}
        self.pages: dict[int, set[int]] = {}    # starts of the regions with bytes in each 256
        self.counts: Counter[int] = Counter()
        self.patches: Counter[int] = Counter()
        self.changing: set[int] = set()
        self.made, self.made_at = 0.0, 0        # regions that count as made without a pause; when the last one was
        cpu.bus.code_written = self.code_written

    def look_again(self) -> None:
        """Others may have written to memory."""
        self.ready.clear()

    def run(self, limit: int) -> None:
        """Runs until the time `limit`, a stop, or a HALT that waits for an interrupt."""
        cpu, ready = self.cpu, self.ready
        self.look_again()
        while cpu.us < limit:
            region = ready.get(cpu.pc)
            if region is None:
                if self.stops(cpu.pc):
                    return
                region = self._find(cpu.pc)
            if region is None or cpu.us + region.span >= limit or cpu.shielded or cpu.halted or cpu.interrupt_waits:
                cpu.step()
                if cpu.halted and not (cpu.interrupt_waits and cpu.iff1):
                    return
            else:
                before = cpu.us
                region.run(cpu, limit)
                if cpu.us == before:            # left before it has done anything
                    cpu.step()

    def _find(self, pc: int) -> Region | None:
        region = self.known.get(pc)
        if region is not None:
            if all(self.cpu.bus.fetch(address, len(code)) == code for address, code in region.code):
                self.ready[pc] = region
                return region
            self._drop(region)
        self.counts[pc] += 1
        if self.counts[pc] < self.often:
            return None
        self.counts[pc] = 0
        return self._make(pc) if self._may_make() else None

    def _may_make(self) -> bool:
        """Code that runs astray through the memory would have one made at each of thousands of places."""
        self.made = max(self.made - max(self.cpu.us - self.made_at, 0) / AFTER_US, 0.0)
        self.made_at = self.cpu.us
        if self.made >= AT_ONCE:
            return False
        self.made += 1
        return True

    def _make(self, pc: int) -> Region | None:
        region = make_region(self.cpu.bus, pc, self.stops, self.changing)
        if region is None:
            self.counts[pc] = -SELDOM
            return None
        self.known[pc] = self.ready[pc] = region
        for address in region.addresses:
            self.pages.setdefault(address >> 8, set()).add(pc)
            self.cpu.bus.guarded[address] |= CODE
        return region

    def code_written(self, address: int) -> None:
        """The machine code has changed itself."""
        starts = [start for start in self.pages.get(address >> 8, ()) if address in self.known[start].addresses]
        if not starts:
            return
        self.patches[address] += 1
        if self.patches[address] > PATCHES:
            self.changing.add(address)
        for start in starts:
            self._drop(self.known[start])

    def _drop(self, region: Region) -> None:
        del self.known[region.start]
        self.ready.pop(region.start, None)
        pages = {address >> 8 for address in region.addresses}
        for page in pages:
            self.pages[page].discard(region.start)
        kept = set[int]().union(*(self.known[start].addresses for page in pages for start in self.pages[page]))
        for address in region.addresses - kept:
            self.cpu.bus.guarded[address] &= ~CODE

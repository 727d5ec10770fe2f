"""The sound chip through the loudspeaker, by pygame's mixer.

A thread keeps one block playing and one behind it. A block is as long as the mixer's own buffer, or a multiple of it:
then one follows the other without a gap. How much emulated time goes into a block follows the machine's clock, so a
machine that runs faster plays faster; one that stops holds its last tone for as long as the chip would.
"""

import os
import sys
import threading
import time
from contextlib import contextmanager

import pygame

from .psg import SAMPLE_RATE, Psg

BUFFER = 512                    # samples: 11.6 ms
LARGEST_BLOCK = 4 * BUFFER
PATIENCE = 3                    # gaps before the blocks get longer
POLL = 0.003
TURN = 0.001                    # seconds that the machine computes before the thread has its turn
LAG_US, BEHIND_US, FAR_BEHIND_US = 10_000, 25_000, 60_000
LEFT_OUT_US = 300_000           # of a machine that runs too fast to be followed one hears a part
QUIET_BLOCKS = 20               # then the loudspeaker rests


class Speaker:
    """Plays a sound manager until it is closed. pygame.error where there is no sound hardware,
    NotImplementedError where pygame's mixer lacks a library of the host."""

    def __init__(self, sound) -> None:
        with quiet_libraries():
            pygame.mixer.init(SAMPLE_RATE, -16, 2, BUFFER, allowedchanges=0)
        self.sound = sound
        self.clock = sound.clock
        self.psg = Psg()
        self.channel = pygame.mixer.Channel(0)
        self.block = BUFFER
        self.gaps = 0
        self.quiet = QUIET_BLOCKS
        self.muted = self.paused = self.closing = False
        sound.attach(self.psg)
        sys.setswitchinterval(TURN)
        self.thread = threading.Thread(target=self._feed, name="speaker", daemon=True)
        self.thread.start()

    def play(self, sound) -> None:
        """Another machine's sound from now on."""
        self.sound.attach(None)
        self.sound, self.clock = sound, sound.clock
        sound.attach(self.psg)

    def mute(self, on: bool) -> None:
        self.muted = on
        self.channel.set_volume(0 if on else 1)

    def close(self) -> None:
        self.closing = True
        self.thread.join()
        self.sound.attach(None)
        pygame.mixer.quit()

    # the thread

    def _feed(self) -> None:
        while not self.closing:
            if self.channel.get_queue() is None:
                self._next()
            time.sleep(POLL if self.quiet < QUIET_BLOCKS else 4 * POLL)

    def _next(self) -> None:
        rested = self.quiet == QUIET_BLOCKS
        self.quiet = 0 if self.psg.pending or self._audible() else min(self.quiet + 1, QUIET_BLOCKS)
        if self.quiet == QUIET_BLOCKS:
            self.psg.render(0, self.clock.us - LAG_US)
            return
        if self.paused:
            block = pygame.mixer.Sound(buffer=bytes(4 * self.block))
        else:
            block = pygame.mixer.Sound(buffer=self.psg.render(self.block, self._until()))
        if self.channel.get_busy():
            self.channel.queue(block)
            return
        self.channel.play(block)
        if not rested:
            self._gap()

    def _audible(self) -> bool:
        return any(volume & 31 for volume in self.psg.registers[8:11])

    def _until(self) -> float:
        """Emulated time up to which the next block goes."""
        ready, now = self.clock.us, self.psg.now
        length = self.block * 1e6 / SAMPLE_RATE
        behind = ready - now - length
        if behind > LEFT_OUT_US:
            self.psg.render(0, ready - FAR_BEHIND_US)
        if behind > FAR_BEHIND_US:
            return ready - LAG_US
        if behind > BEHIND_US:
            length *= 1.1
        return min(now + length, max(ready, now))

    def _gap(self) -> None:
        """The machine was too slow to keep the loudspeaker fed."""
        self.gaps += 1
        if self.gaps > PATIENCE and self.block < LARGEST_BLOCK:
            self.block *= 2
            self.gaps = 0


@contextmanager
def quiet_libraries():
    """The libraries below pygame complain at length where there is no hardware; one line of ours is enough."""
    sys.stderr.flush()
    kept, null = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(null)


class Both:
    """A chip for `SoundManager.attach` that two others stand behind."""

    def __init__(self, *chips: Psg) -> None:
        self.chips = chips

    def start(self, us: int, registers: bytes) -> None:
        for chip in self.chips:
            chip.start(us, registers)

    def write(self, us: int, register: int, value: int) -> None:
        for chip in self.chips:
            chip.write(us, register, value)

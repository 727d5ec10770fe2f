"""The samples through the loudspeaker, by pygame's mixer.

A thread keeps one block playing and one behind it. A block is as long as the mixer's own buffer, or a multiple of it:
then one follows the other without a gap.
"""

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pygame

from cpc.player.samples import Samples
from cpc.sound.psg import SAMPLE_RATE

BUFFER = 512                    # samples: 11.6 ms
LARGEST_BLOCK = 4 * BUFFER
PATIENCE = 3                    # gaps before the blocks get longer
POLL = 0.003
TURN = 0.001                    # seconds that the machine computes before the thread has its turn


class Speaker:
    """Plays samples until it is closed. pygame.error where there is no sound hardware, NotImplementedError where
    pygame's mixer lacks a library of the host."""

    def __init__(self, samples: Samples) -> None:
        with quiet_libraries():
            pygame.mixer.init(SAMPLE_RATE, -16, 2, BUFFER, allowedchanges=0)
        self.samples = samples
        self.channel = pygame.mixer.Channel(0)
        self.block = BUFFER
        self.gaps = 0
        self.closing = False
        samples.listen()
        sys.setswitchinterval(TURN)
        self.thread = threading.Thread(target=self._feed, name="speaker", daemon=True)
        self.thread.start()

    def mute(self, on: bool) -> None:
        self.channel.set_volume(0 if on else 1)

    def close(self) -> None:
        self.closing = True
        self.thread.join()
        self.samples.close()
        pygame.mixer.quit()

    # the thread

    def _feed(self) -> None:
        while not self.closing:
            if self.channel.get_queue() is None:
                self._next()
            time.sleep(4 * POLL if self.samples.resting else POLL)

    def _next(self) -> None:
        rested = self.samples.resting
        samples = self.samples.take(self.block)
        if samples is None:
            return
        block = pygame.mixer.Sound(buffer=samples)
        if self.channel.get_busy():
            self.channel.queue(block)
            return
        self.channel.play(block)
        if not rested:
            self._gap()

    def _gap(self) -> None:
        """The machine was too slow to keep the loudspeaker fed."""
        self.gaps += 1
        if self.gaps > PATIENCE and self.block < LARGEST_BLOCK:
            self.block *= 2
            self.gaps = 0


@contextmanager
def quiet_libraries() -> Iterator[None]:
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

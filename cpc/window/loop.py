"""A window's frames, fifty times a second."""

import time
from contextlib import suppress
from typing import Protocol

from cpc.player.pacing import FRAME


class Framed(Protocol):
    closed: bool

    def frame(self) -> None: ...


def frame_by_frame(window: Framed) -> None:
    """Until the window is closed or Ctrl-C is pressed. A frame that was late is not made up for."""
    due = time.perf_counter()
    with suppress(KeyboardInterrupt):
        while not window.closed:
            window.frame()
            due = max(due + FRAME, time.perf_counter() - FRAME)
            time.sleep(max(due - time.perf_counter(), 0))

"""Going back in time as long as a key is held: the way back is a film of copies of the state, made while the machine runs.

The copies lie on the debugger's past, which goes on from whichever of them the key is released at. The last minutes are
dense; further back there are fewer, so that all of it takes a fixed room.
"""

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:               # a face without a debugger does not load it
    from basic.debug.copies import Checkpoint
    from basic.debug.debugger import Debugger

EVERY = 0.25                    # seconds on the wall clock between two copies
STEP = 0.03                     # seconds that a copy is seen on the way back
FASTER_AFTER = 3.0              # seconds of going back, then each copy is seen half as long
MOST = 600                      # copies; beyond, the older half loses every other
MOST_BYTES = 4 << 20            # of all copies, about; the same


class Way(Enum):
    """What going back has come to."""
    ON = "on"
    RUN = "run"                 # the program's run begins here; let go and press again to go further
    BEGINNING = "beginning"


def _in_program(copy: "Checkpoint") -> bool:
    return copy.standing is not None and copy.standing.in_program


class Rewind:
    """The film of one machine."""

    def __init__(self) -> None:
        self.film: list[Checkpoint] = []
        self.due = 0.0                          # when the next copy is made, on the wall clock
        self.rested = False                     # the last copy was made of a machine that waits for a key
        self.began: float | None = None         # when it began to go back; None: it does not
        self.in_program = False                 # it began in a run of a program, and holds where that begins
        self.next = 0.0                         # when it goes on to an earlier copy

    def forget(self) -> None:
        """Another machine, or another past."""
        self.film.clear()
        self.due, self.rested, self.began = 0.0, False, None

    @property
    def goes_back(self) -> bool:
        return self.began is not None

    # forward

    def look(self, debugger: "Debugger", now: float, rests: bool) -> None:
        """After each frame. While the machine only waits for a key, one copy is enough."""
        history = debugger.history
        here = history.here()
        same = rests and self.rested and bool(self.film) and self.film[-1].log_at == here.log_at
        if now < self.due or same:
            return
        self.due, self.rested = now + EVERY, rests
        while self.film and self.film[-1].moment >= here:        # the past was changed behind this film
            self.film.pop()
        self.film.append(debugger.copy(self.film[-1] if self.film else None))
        if len(self.film) > MOST or sum(one.size for one in self.film) > MOST_BYTES:
            half = len(self.film) // 2
            self.film[:half] = self.film[:half:2]

    # back

    def begin(self, debugger: "Debugger", now: float) -> bool:
        """False: there is nothing to go back to."""
        first = debugger.begins()
        self.film = [one for one in self.film if one.moment >= first]
        if not self.film:
            return False
        self.began = self.next = now
        at = self._earlier(debugger)
        self.in_program = _in_program(debugger.copy()) and at >= 0 and _in_program(self.film[at])
        return True

    def _earlier(self, debugger: "Debugger") -> int:
        """Where in the film the next copy back is; below 0 where there is none."""
        here = debugger.history.here()
        return next((at for at in range(len(self.film) - 1, -1, -1) if self.film[at].moment < here), -1)

    def go_back(self, debugger: "Debugger", now: float) -> Way:
        """Shows the next earlier copy when it is time."""
        assert self.began is not None
        if now < self.next:
            return Way.ON
        self.next = now + (STEP if now < self.began + FASTER_AFTER else STEP / 2)
        at = self._earlier(debugger)
        if at < 0:
            return Way.BEGINNING
        if self.in_program and not _in_program(self.film[at]):
            return Way.RUN
        del self.film[at + 1:]
        debugger.return_to(self.film[at])
        return Way.ON

    def end(self) -> None:
        self.began, self.due, self.rested = None, 0.0, False
